//! Pushdown systems and programs with `threads`.

use crate::support::{scratch, stderr, stdout, umpteen};

#[test]
fn evidence_about_stacks_is_judged_again() {
    let folder = scratch("stacks");
    let (proof, forged, run) = (folder.join("proof.json"), folder.join("forged.json"), folder.join("run.json"));
    let write = format!("certificate={}", proof.display());
    let safe = "examples/recursive/fig1.pds";
    let output = umpteen(&["check", safe, "--envelope", "stacks", "--write", &write]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let recheck = |path: &std::path::Path| umpteen(&["recheck", safe, "--certificate", path.to_str().unwrap()]);
    assert_eq!(recheck(&proof).status.code(), Some(0));
    let text = std::fs::read_to_string(&proof).unwrap();
    let (before, after) = text.split_once(r#""leading":["#).unwrap();
    let rest = &after[after.find("]]").unwrap() + 2..];
    // One of the sets from which the target could be reached is left out.
    std::fs::write(&forged, format!("{before}\"leading\":[{}", rest.trim_start_matches(','))).unwrap();
    let output = recheck(&forged);
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    let failing = "examples/recursive/results.bp";
    let output = umpteen(&["check", failing, "--write", &format!("trace={}", run.display())]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("UNSAFE  an assertion can fail with 2 threads"), "{}", stdout(&output));
    let replay = |path: &std::path::Path| umpteen(&["replay", failing, "--trace", path.to_str().unwrap()]);
    assert_eq!(replay(&run).status.code(), Some(0));
    let text = std::fs::read_to_string(&run).unwrap();
    std::fs::write(&forged, text.replacen("[1,", "[0,", 1)).unwrap();
    assert_eq!(replay(&forged).status.code(), Some(3));
}

#[test]
fn a_bound_on_epochs_is_no_verdict() {
    let output = umpteen(&["check", "examples/recursive/fig11.pds", "--envelope", "stacks", "--contexts", "4"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(stdout(&output).contains("known    no target can be reached in 4 epochs"), "{}", stdout(&output));
    // The second thread must run, then the first, then the second again: two rounds.
    for (bound, code) in [("1", 5), ("2", 10)] {
        let bounded = ["--engine", "context-bounded", "--contexts", bound];
        let output = umpteen(&[&["check", "examples/recursive/fig11_bug.pds"], &bounded[..]].concat());
        assert_eq!(output.status.code(), Some(code), "{bound}: {}", stdout(&output));
    }
    // One epoch does not suffice for a proof here.
    let bounded = ["--engine", "context-bounded", "--contexts", "1"];
    let output = umpteen(&[&["check", "examples/recursive/peterson.bp"], &bounded[..]].concat());
    assert_eq!(output.status.code(), Some(5));
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let pds = "examples/recursive/fig1.pds";
    for options in [
        &[pds, "--threads", "2"][..],
        &[pds, "--target", "x"],
        &[pds, "--engine", "backward"],
        &[pds, "--engine", "context-bounded"],
        &[pds, "--order", "depth"],
        &["examples/recursive/fig1.bp", "--init", "main=1"],
        &["examples/threads/lock.tts", "--engine", "k-induction"],
        &["examples/threads/lock.tts", "--contexts", "3"],
        &["examples/threads/lock.tts", "--envelope", "stacks"],
    ] {
        let output = umpteen(&[&["check"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}: {}", stdout(&output));
    }
    for command in [&["reach", pds][..], &["convert", pds, "-o", "x.tts"]] {
        assert_eq!(umpteen(command).status.code(), Some(2), "{command:?}");
    }
}

#[test]
fn what_threads_with_stacks_cannot_do_is_refused_by_name() {
    let folder = scratch("refused");
    let file = folder.join("program.bp");
    for (body, word) in [
        ("wait;", "wait"),
        ("start_thread f();", "start_thread"),
        ("atomic_begin;", "atomic_begin"),
        ("atomic { f(); }", "calls inside atomic"),
        ("x$ := 1;", "other threads"),
    ] {
        let text = format!("threads f;\nvoid f() begin\n decl x := 0;\n {body}\nend\n");
        std::fs::write(&file, text).unwrap();
        let output = umpteen(&["check", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{body}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{body}: {}", stderr(&output));
    }
    for (text, word) in [
        ("threads g;\nvoid f() begin skip; end\n", "no function `g`"),
        ("threads f;\nvoid f(x) begin skip; end\n", "argument"),
        ("threads f;\nbool f() begin return 1; end\n", "returns"),
        ("void main() begin main(); end\n", "recursion"),
        (&format!("threads f{};\nvoid f() begin skip; end\n", ", f".repeat(64)), "more than 64 threads"),
    ] {
        std::fs::write(&file, text).unwrap();
        let output = umpteen(&["check", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{text}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{text}: {}", stderr(&output));
    }
}

#[test]
fn a_program_shown_as_a_pushdown_system_means_the_same() {
    let folder = scratch("shown");
    let file = folder.join("shown.pds");
    for (program, code) in [("recursive_lock.bp", 0), ("recursive_lock_bug.bp", 10), ("results.bp", 10)] {
        let shown = umpteen(&["show", &format!("examples/recursive/{program}")]);
        std::fs::write(&file, stdout(&shown)).unwrap();
        let output = umpteen(&["check", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(code), "{program}: {}{}", stdout(&output), stderr(&output));
    }
}
