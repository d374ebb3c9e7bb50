//! Batches: rows, summaries, and nothing lost or done twice however often the batch is killed.

use crate::support::{root, scratch, stderr, stdout, umpteen, wait_until};
use std::collections::BTreeSet;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A folder with so many tasks of all kinds: verdicts, an UNKNOWN, errors, and files in folders.
fn tasks(folder: &Path, number: usize) -> PathBuf {
    let tasks = folder.join("tasks");
    let example = |name: &str| std::fs::read_to_string(root().join("examples").join(name)).unwrap();
    let kinds = [
        ("c", example("c/counter.c")),
        ("tts", example("threads/lock.tts")),
        ("bp", example("boolean/tas_lock_bug.bp")),
        ("c", example("c/counter_locked.c")),
        ("tts", "3 4\nnonsense\n".to_string()),
        ("bp", example("boolean/tas_lock.bp")),
        ("spec", example("nets/readers_writers.spec")),
        ("c", "// expect: safe\nint main(void) { return }\n".to_string()),
        ("pds", example("recursive/fig1.pds")),
        // The induction of the paper does not end, so a bound ends it.
        (
            "pds",
            format!("// expect: unknown, flags --envelope stacks --contexts 3\n{}", example("recursive/fig11.pds")),
        ),
    ];
    for at in 0..number {
        let (ending, text) = &kinds[at % kinds.len()];
        let place = tasks.join(format!("group{}", at % 3));
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join(format!("task{at:03}.{ending}")), text).unwrap();
        if *ending == "tts" {
            std::fs::write(place.join(format!("task{at:03}.prop")), example("threads/lock.prop")).unwrap();
        }
    }
    tasks
}

/// The rows of a folder without times, sorted; every one of them is complete.
fn rows(out: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(out.join("results.jsonl")).unwrap();
    let mut rows: Vec<String> = text
        .lines()
        .map(|line| {
            let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(row["seconds"].as_f64().unwrap() > 0.0);
            row["seconds"] = 0.into();
            row.to_string()
        })
        .collect();
    rows.sort();
    rows
}

/// A table without its last column, the times.
fn table(out: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(out.join("results.csv")).unwrap();
    text.lines().map(|line| line.rsplit_once(',').unwrap().0.to_string()).collect()
}

fn arguments(tasks: &Path, out: &Path, more: &[&str]) -> Vec<String> {
    let words = ["batch", tasks.to_str().unwrap(), "-o", out.to_str().unwrap(), "--jobs", "2", "--time", "60"];
    words.iter().chain(more).map(|word| word.to_string()).collect()
}

/// Runs a batch to its end.
fn finish(arguments: &[String]) {
    let output = umpteen(arguments);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
}

/// Starts a batch and kills it after a while, alone or with its children; tells whether it was still running.
fn killed(arguments: &[String], after: Duration, group: bool) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(arguments).current_dir(root()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let mut batch = command.spawn().unwrap();
    std::thread::sleep(after);
    let running = batch.try_wait().unwrap().is_none();
    match group {
        true => drop(Command::new("kill").args(["-9", "--", &format!("-{}", batch.id())]).output().unwrap()),
        false => drop(batch.kill()),
    }
    batch.wait().unwrap();
    running
}

/// Rows that were complete when a batch was killed stay what and where they were.
struct Kept(Vec<u8>);

impl Kept {
    fn of(out: &Path) -> Kept {
        let mut bytes = std::fs::read(out.join("results.jsonl")).unwrap_or_default();
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1));
        Kept(bytes)
    }

    fn check(&self, out: &Path) {
        assert!(std::fs::read(out.join("results.jsonl")).unwrap().starts_with(&self.0), "a row was lost or changed");
    }
}

/// Numbers that look random, the same in every run with the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound.max(1)
    }
}

/// A number that the nightly run makes larger.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn a_batch_that_is_killed_at_any_moment_goes_on() {
    let (moments, number) = (setting("UMPTEEN_KILLS", 3), setting("UMPTEEN_TASKS", 40) as usize);
    let mut random = Random(setting("SEED", 7));
    let folder = scratch("batch-killed");
    let tasks = tasks(&folder, number);
    let undisturbed = folder.join("undisturbed");
    let started = Instant::now();
    finish(&arguments(&tasks, &undisturbed, &[]));
    let duration = started.elapsed().as_millis() as u64;
    assert_eq!(rows(&undisturbed).len(), number);
    println!("{number} tasks, undisturbed: {duration} ms");

    // Once at each of several moments, each time from the beginning.
    let mut midway = 0;
    for moment in 0..moments {
        let out = folder.join(format!("once{moment}"));
        let after = Duration::from_millis(random.below(duration));
        let command = arguments(&tasks, &out, &[]);
        let running = killed(&command, after, moment % 2 == 0);
        let kept = Kept::of(&out);
        let rows_then = kept.0.iter().filter(|byte| **byte == b'\n').count();
        midway += u64::from(running);
        finish(&command);
        kept.check(&out);
        println!("killed after {} ms with {rows_then} rows", after.as_millis());
        assert_eq!(rows(&out), rows(&undisturbed), "killed after {after:?}");
        assert_eq!(table(&out), table(&undisturbed), "killed after {after:?}");
    }
    assert!(midway > 0, "no batch was still running when it was to be killed");

    // The same batch again and again.
    let out = folder.join("often");
    let command = arguments(&tasks, &out, &[]);
    for moment in 0..moments {
        let after = Duration::from_millis(random.below(3 * duration / 2 / moments));
        killed(&command, after, moment % 2 == 1);
        let kept = Kept::of(&out);
        println!("again after {} ms with {} rows", after.as_millis(), kept.0.iter().filter(|b| **b == b'\n').count());
        if moment == 0 {
            // A line that was being written.
            let mut torn = std::fs::read(out.join("results.jsonl")).unwrap_or_default();
            torn.extend(b"{\"task\":\"half a li");
            if out.join("batch.json").exists() {
                std::fs::write(out.join("results.jsonl"), torn).unwrap();
            }
        }
        if moment == moments - 1 {
            finish(&command);
            kept.check(&out);
        }
    }
    assert_eq!(rows(&out), rows(&undisturbed));

    // Four parts, each killed on its way, merged.
    let parts: Vec<PathBuf> = (1..=4).map(|part| folder.join(format!("part{part}"))).collect();
    for (part, out) in (1..).zip(&parts) {
        let command = arguments(&tasks, out, &["--shard", &format!("{part}/4")]);
        for moment in 0..moments.div_ceil(4) {
            let after = Duration::from_millis(random.below(duration / 4));
            killed(&command, after, moment % 2 == 0);
        }
        finish(&command);
    }
    let merged = folder.join("merged");
    let mut merge = vec!["batch".to_string(), "-o".to_string(), merged.display().to_string(), "--merge".to_string()];
    merge.extend(parts.iter().map(|part| part.display().to_string()));
    finish(&merge);
    assert_eq!(rows(&merged), rows(&undisturbed));
    assert_eq!(table(&merged), table(&undisturbed));
    // A merged batch is a batch like any other, and merging again changes nothing.
    let kept = Kept::of(&merged);
    finish(&merge);
    finish(&arguments(&tasks, &merged, &[]));
    assert_eq!(Kept::of(&merged).0, kept.0);
}

#[test]
fn parts_that_are_not_finished_are_merged_and_finished_later() {
    let folder = scratch("batch-parts");
    let tasks = tasks(&folder, 10);
    let (one, merged) = (folder.join("one"), folder.join("merged"));
    finish(&arguments(&tasks, &one, &["--shard", "1/3"]));
    assert_eq!(rows(&one).len(), 4);
    let merge = ["batch", "-o", merged.to_str().unwrap(), "--merge", one.to_str().unwrap()];
    let output = umpteen(&merge);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("10 tasks, 6 not run"), "{}", stdout(&output));
    finish(&arguments(&tasks, &merged, &[]));
    assert_eq!(rows(&merged).len(), 10);
    // Folders of different batches do not go together.
    let other = folder.join("other");
    finish(&arguments(&tasks, &other, &["--shard", "2/3", "--memory", "4000"]));
    let output = umpteen(&["batch", "-o", "x", "--merge", one.to_str().unwrap(), other.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("its options are: --time 60 --memory 4000"), "{}", stderr(&output));
}

#[test]
fn another_batch_in_the_same_folder_is_refused() {
    let folder = scratch("batch-refused");
    let tasks = tasks(&folder, 4);
    let out = folder.join("out");
    finish(&arguments(&tasks, &out, &[]));
    let refused = |more: &[&str], message: &str| {
        let output = umpteen(&arguments(&tasks, &out, more));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    };
    refused(&["--memory", "1000"], "holds another batch: its options are: --time 60;");
    refused(&["--shard", "1/2"], "its part of the tasks is: all");
    refused(&["--evidence"], "it was made without --evidence");
    let task = tasks.join("group0/task000.c");
    let text = std::fs::read_to_string(&task).unwrap();
    std::fs::write(&task, format!("{text}\n")).unwrap();
    refused(&[], "task000.c has changed since");
    std::fs::rename(&task, tasks.join("task000.c")).unwrap();
    refused(&[], "was a task of it and is none any more");
    std::fs::remove_file(tasks.join("task000.c")).unwrap();
    std::fs::write(&task, &text).unwrap();
    // A file that is damaged elsewhere than at its end is rejected.
    finish(&arguments(&tasks, &out, &[]));
    let results = std::fs::read_to_string(out.join("results.jsonl")).unwrap();
    std::fs::write(out.join("results.jsonl"), results.replacen('{', "", 1)).unwrap();
    refused(&[], "results.jsonl:1: ");
    let twice = results.lines().next().unwrap().to_string() + "\n" + &results;
    std::fs::write(out.join("results.jsonl"), twice).unwrap();
    refused(&[], "results.jsonl:2: there is a row for ");
}

#[test]
fn two_batches_do_not_work_in_the_same_folder_and_children_end_with_their_batch() {
    let folder = scratch("batch-alone");
    let list = folder.join("list");
    std::fs::write(&list, slow(&folder)).unwrap();
    let out = folder.join("out");
    let arguments = arguments(&list, &out, &[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(&arguments).current_dir(root()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut batch = command.spawn().unwrap();
    let file = folder.join("row.tts").display().to_string();
    wait_until("the worker is there", &|| workers(&file) > 0);
    let output = umpteen(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another batch is at work there"), "{}", stderr(&output));
    batch.kill().unwrap();
    batch.wait().unwrap();
    wait_until("the worker is gone", &|| workers(&file) == 0);
    assert!(std::fs::read_to_string(out.join("results.jsonl")).unwrap().is_empty());
}

/// A task that takes very long: twenty-four threads in a row of twenty local states, one too few for the target.
fn slow(folder: &Path) -> String {
    let file = folder.join("row.tts");
    let edges: String = (0..19).map(|local| format!("0 {local} -> 0 {}\n", local + 1)).collect();
    std::fs::write(&file, format!("1 20\n{edges}")).unwrap();
    format!("{} --engine backward --oracle off --target '0|19*25' --init '0|0*24'\n", file.display())
}

/// How many processes work on a file.
fn workers(file: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let words = std::fs::read_to_string(entry.ok()?.path().join("cmdline")).ok()?;
        (words.contains(file) && words.contains("--worker")).then_some(())
    });
    processes.count()
}

#[test]
fn lists_limits_and_verdicts_that_are_wrong() {
    let folder = scratch("batch-list");
    let wrong = folder.join("wrong.tts");
    let text = std::fs::read_to_string(root().join("examples/threads/broken_lock.tts")).unwrap();
    std::fs::write(&wrong, format!("# expect: safe\n{text}")).unwrap();
    std::fs::copy(root().join("examples/threads/broken_lock.prop"), wrong.with_extension("prop")).unwrap();
    let odd = folder.join("<b>&'\"odd, name.tts");
    std::fs::write(&odd, "1 1\n").unwrap();
    let list = folder.join("list.txt");
    let lines = format!(
        "# what a shell would read\n\n{}\n{}  # late\n{} --time 0.5\nexamples/c/counter.c --threads 2\n\
         examples/c/linked/main.c 'examples/c/linked/counter.c'\n'{}' --target '0|0*3'\nno/such/file.c\n",
        wrong.display(),
        "examples/boolean/tas_lock.bp",
        slow(&folder).trim(),
        odd.display().to_string().replace('\'', "'\"'\"'"),
    );
    std::fs::write(&list, lines).unwrap();
    let out = folder.join("out");
    let arguments = arguments(&list, &out, &["--evidence"]);
    let output = umpteen(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).is_empty(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("WRONG: expected SAFE"), "{text}");
    assert!(text.contains("7 tasks\n") && text.contains("1 as expected, 0 other than expected, 1 WRONG"), "{text}");
    assert!(text.contains("reasons  1 cannot-read, 1 time-limit"), "{text}");
    let table = table(&out);
    let cell = |number: usize| table[number].rsplit_once(".tts").map_or(table[number].as_str(), |(_, rest)| rest);
    assert_eq!(table.len(), 8);
    let wrong_row = ",unsafe,safe,WRONG,,`1|2*2` can be covered with 2 threads,2,";
    assert!(cell(1).starts_with(wrong_row), "{}", cell(1));
    assert!(table[2].contains("tas_lock.bp,safe,safe,right,"), "{}", table[2]);
    assert!(table[3].contains(",unknown,,,time-limit,"), "{}", table[3]);
    assert!(table[4].contains("counter.c --threads 2,safe,,,,for at most 2 threads"), "{}", table[4]);
    assert!(table[5].contains(",safe,,,,for any number of threads"), "{}", table[5]);
    assert!(table[6].contains("odd, name.tts --target 0|0*3\",unsafe,"), "{}", table[6]);
    assert!(table[7].starts_with("no/such/file.c,error,,,cannot-read,"), "{}", table[7]);
    // The page shows names as text, whatever they contain, and the evidence is accepted.
    let page = std::fs::read_to_string(out.join("summary.html")).unwrap();
    assert!(page.contains("&lt;b&gt;&amp;&#39;&quot;odd") && !page.contains("<b>"));
    assert!(page.contains("<svg") && page.contains("WRONG") && !page.contains("http"));
    let trace = out.join("evidence/00001.trace.json");
    let replay = umpteen(&["replay", wrong.to_str().unwrap(), "--trace", trace.to_str().unwrap()]);
    assert_eq!(replay.status.code(), Some(0), "{}", stderr(&replay));
    let evidence: BTreeSet<_> = std::fs::read_dir(out.join("evidence")).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(evidence.len(), 5);
    // Nothing is left to do.
    let output = umpteen(&arguments);
    assert!(stdout(&output).starts_with("7 of 7 rows are known from before\n7 tasks\n"), "{}", stdout(&output));
}

#[test]
fn what_is_no_batch_is_refused() {
    let folder = scratch("batch-usage");
    let refused = |arguments: &[&str], message: &str| {
        let output = umpteen(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    };
    let (list, out) = (folder.join("list"), folder.join("out"));
    let (list, out) = (list.to_str().unwrap(), out.to_str().unwrap());
    refused(&["batch", folder.to_str().unwrap(), "-o", out], "there is nothing to check in it");
    refused(&["batch", "examples/c/counter.c", "-o", out], "`umpteen check` takes a single file");
    refused(&["batch", "no/such/folder", "-o", out], "error[cannot-read]: no/such/folder");
    refused(&["batch", "examples", "-o", out, "--shard", "5/4"], "expected i/n");
    refused(&["batch", "-o", out, "--merge", "examples"], "there is no batch in it");
    for (lines, message) in [
        ("a.c 'b\n", "list:1: a quotation mark is not closed"),
        ("\na.c --nonsense\n", "list:2: a.c --nonsense: unexpected argument '--nonsense'"),
        ("a.c\n a.c\n", "a.c: task 2 repeats task 1"),
        ("a.c --write json=x\n", "a task writes no files of its own"),
    ] {
        std::fs::write(list, lines).unwrap();
        refused(&["batch", list, "-o", out], message);
    }
    assert!(!Path::new(out).exists());
}

#[test]
fn files_of_a_task_definition_are_no_tasks_of_their_own() {
    let out = scratch("batch-definitions");
    let output = umpteen(&["batch", "examples/c/linked", "-o", out.to_str().unwrap(), "--jobs", "3", "-q"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows = rows(&out);
    assert_eq!(rows.len(), 1);
    assert!(rows[0].contains("counter.yml") && rows[0].contains("\"expected\":\"safe\""), "{}", rows[0]);
}
