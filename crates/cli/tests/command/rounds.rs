//! The Boolean programs that `--write bp=FOLDER` writes: each is read back and gets the verdict that its round had.

use crate::support::corpus::{expected, models};
use crate::support::{scratch, stderr, stdout, umpteen};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many rounds were checked, and how many of them were not decided in time.
#[derive(Default)]
struct Tally {
    next: AtomicUsize,
    checked: AtomicUsize,
    open: AtomicUsize,
}

/// The C programs of the corpus that are not refused.
fn programs() -> Vec<PathBuf> {
    let mut programs = models();
    programs.retain(|path| path.extension().is_some_and(|ending| ending == "c" || ending == "i"));
    programs.retain(|path| !expected(path).verdict.starts_with("error"));
    programs
}

/// Writes the rounds of a program and checks them.
fn check(program: &Path, more: &[&str], folder: &Path, tally: &Tally) {
    let _ = std::fs::remove_dir_all(folder);
    let name = program.to_str().unwrap();
    let write = format!("--write=bp={}", folder.display());
    let mut arguments = vec!["check", name, "--time", "10", &write];
    let flags = expected(program).options();
    arguments.extend(flags.iter().map(String::as_str).chain(more.iter().copied()));
    let output = umpteen(&arguments);
    assert!([0, 5, 10].contains(&output.status.code().unwrap()), "{name}: {}", stderr(&output));
    // The format has 64 variables, of all functions together; a round may track more than that.
    let fits = |line: &str| !line.contains("no room") || line.contains("more than 64 local variables");
    assert!(stderr(&output).lines().all(fits), "{name}: {}", stderr(&output));
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut rounds: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    rounds.sort();
    for round in &rounds {
        let wanted = expected(round);
        let file = round.to_str().unwrap();
        let flags = wanted.options();
        let flags = flags.iter().map(String::as_str);
        let output = umpteen(&["check", file, "--time", "60"].into_iter().chain(flags).collect::<Vec<_>>());
        tally.checked.fetch_add(1, Ordering::Relaxed);
        if wanted.verdict == "unknown" {
            // The round found a failure that some thread blocks; there may be another one.
            assert!([0, 5, 10].contains(&output.status.code().unwrap()), "{name}, {file}: {}", stderr(&output));
            continue;
        }
        if output.status.code() == Some(5) {
            println!("{name} {more:?}, {file}: {}", stdout(&output));
            tally.open.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let same = stdout(&output).starts_with(&wanted.verdict.to_uppercase());
        assert!(same, "{name} {more:?}, {file} was {}: {}{}", wanted.verdict, stdout(&output), stderr(&output));
    }
    let last = rounds.last().map(|round| expected(round).verdict);
    assert!(output.status.code() != Some(0) || last.as_deref() == Some("safe"), "{name}: the last round is the proof");
}

/// Every `stride`-th program, in two threads.
fn check_all(programs: &[PathBuf], stride: usize, more: &[&str], name: &str) {
    let tally = Tally::default();
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let tally = &tally;
            scope.spawn(move || {
                let folder = scratch(&format!("{name}{worker}")).join("rounds");
                while let Some(program) = programs.get(tally.next.fetch_add(1, Ordering::Relaxed) * stride) {
                    check(program, more, &folder, tally);
                }
            });
        }
    });
    let (checked, open) = (tally.checked.into_inner(), tally.open.into_inner());
    println!("{name}: {checked} rounds, {open} of them not decided in time");
    assert!(checked >= programs.len() / stride && checked >= 50 * open, "{checked} rounds, {open} open");
}

#[test]
fn written_rounds_have_the_verdict_of_the_round() {
    check_all(&programs(), 37, &[], "rounds");
}

/// Threads with stacks, races, and a bound on the threads.
#[test]
fn rounds_of_every_kind_are_written() {
    let programs = programs();
    let named = |folder: &str| -> Vec<PathBuf> {
        programs.iter().filter(|path| path.parent().is_some_and(|parent| parent.ends_with(folder))).cloned().collect()
    };
    check_all(&named("recursive"), 1, &[], "rounds-recursive");
    check_all(&named("races"), 9, &[], "rounds-races");
    check_all(&named("sync"), 40, &["--threads", "3"], "rounds-bounded");
}

/// More variables than a function may have that begins with any values.
#[test]
fn rounds_with_many_predicates_are_written() {
    let predicates: Vec<String> = (0..21).map(|value| format!("--predicate=increment.result == {value}")).collect();
    let programs: Vec<PathBuf> = programs().into_iter().filter(|path| path.ends_with("symmpa/inc_lock.c")).collect();
    assert_eq!(programs.len(), 1);
    check_all(&programs, 1, &predicates.iter().map(String::as_str).collect::<Vec<_>>(), "rounds-many");
}

/// The whole corpus: `.ci/nightly` runs it.
#[test]
#[ignore]
fn every_written_round_has_the_verdict_of_the_round() {
    check_all(&programs(), 1, &[], "rounds-all");
}
