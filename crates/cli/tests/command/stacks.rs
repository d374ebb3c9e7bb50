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
        ("void main() begin wait; main(); end\n", "recursion: main calls main"),
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

/// A recursive function, and what the others do with it.
const WALK: &str = "decl x := 0;\nvoid walk() begin if * then walk(); fi; x := 1; end\n";

#[test]
fn threads_that_recursive_programs_start_are_known_from_the_beginning() {
    let folder = scratch("started");
    let (file, run) = (folder.join("program.bp"), folder.join("run.json"));
    let launch = "void launch(v) begin start_thread worker(v); end\n";
    for (rest, expected) in [
        // Nobody has started it when the assertion is tested.
        ("void worker() begin x := 1; end\nvoid main() begin assert !x; start_thread worker(); end\n", "SAFE"),
        ("void worker() begin walk(); end\nvoid main() begin start_thread worker(); assert !x; end\n", "2 threads"),
        // Arguments have the values of that time, also if the same statement starts both.
        ("void worker(v) begin assert v; end\nvoid main() begin launch(1); walk(); launch(x); end\n", "SAFE"),
        ("void worker(v) begin assert v; end\nvoid main() begin launch(1); launch(x); walk(); end\n", "3 threads"),
        ("void worker(v) begin x := v; end\nvoid main() begin launch(0); launch(1); assert !x; end\n", "3 threads"),
        // Two of them are needed.
        (
            "decl y := 0;\nvoid worker(v) begin if v then y := 1; else assume y; assert 0; fi; end\n\
             void main() begin launch(0); launch(1); end\n",
            "3 threads",
        ),
        // A thread that was started starts another one; main is not called by anybody.
        (
            "void last() begin assert !x; end\nvoid worker(v) begin walk(); start_thread last(); end\n\
             void main() begin launch(1); end\n",
            "3 threads",
        ),
    ] {
        let shared = rest.lines().filter(|line| line.starts_with("decl")).collect::<Vec<_>>().join("\n");
        let rest: String =
            rest.lines().filter(|line| !line.starts_with("decl")).map(|line| format!("{line}\n")).collect();
        let launch = if rest.contains("launch(") { launch } else { "" };
        std::fs::write(&file, format!("{shared}\n{WALK}{launch}{rest}")).unwrap();
        let output = umpteen(&["check", file.to_str().unwrap(), "--write", &format!("trace={}", run.display())]);
        let text = stdout(&output);
        let first = text.lines().next().unwrap_or_default();
        match expected {
            "SAFE" => assert!(first.starts_with("SAFE"), "{rest}: {text}{}", stderr(&output)),
            threads => {
                assert!(first.starts_with("UNSAFE") && first.contains(threads), "{rest}: {text}{}", stderr(&output));
                let again = umpteen(&["replay", file.to_str().unwrap(), "--trace", run.to_str().unwrap()]);
                assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
            }
        }
    }
}

#[test]
fn threads_whose_number_is_not_known_are_refused_at_their_place() {
    let folder = scratch("unbounded");
    let file = folder.join("program.bp");
    for (main, place, word) in [
        ("while * do\n start_thread worker();\n od;", "8:2", "in a loop"),
        ("again: skip;\n start_thread worker();\n goto again;", "8:2", "in a loop"),
        ("while * do\n launch();\n od;", "5:21", "`launch`, which may run any number of times"),
        ("start_thread clone();", "4:20", "`clone`, which may run any number of times"),
        ("start_thread goto end;\n end: skip;", "7:2", "start_thread goto"),
        ("start_thread result();", "7:15", "returns 1 value, not 0"),
        ("wait;", "7:2", "recursion: walk calls walk"),
    ] {
        let functions = "bool result() begin return 1; end void worker() begin skip; end\n\
             void clone() begin start_thread clone(); end\nvoid launch() begin start_thread worker(); end\n";
        let text = format!("{WALK}{functions}void main() begin\n {main}\nend\n");
        std::fs::write(&file, text).unwrap();
        let output = umpteen(&["check", file.to_str().unwrap()]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{main}: {}{message}", stdout(&output));
        assert!(message.contains(word) && message.contains(&format!("program.bp:{place}")), "{main}: {message}");
    }
    // As many as there may be, and one more.
    for (starts, code) in [(63, 0), (64, 2)] {
        let starts = "start_thread again(); ".repeat(starts);
        let text = format!("void again() begin if * then again(); fi; end\nvoid main() begin {starts} end\n");
        std::fs::write(&file, text).unwrap();
        let output = umpteen(&["show", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert!(code == 0 || stderr(&output).contains("more than 64 threads"), "{}", stderr(&output));
    }
}

#[test]
fn programs_without_recursion_keep_their_calls_if_asked_to() {
    let folder = scratch("asked");
    let (file, proof) = (folder.join("program.bp"), folder.join("proof.json"));
    let program =
        "decl x := 0;\nvoid worker() begin x := 1; end\nvoid main() begin start_thread worker(); assert BODY; end\n";
    for (body, code) in [("x | !x", 0), ("!x", 10)] {
        std::fs::write(&file, program.replace("BODY", body)).unwrap();
        let kind = if code == 0 { "certificate" } else { "trace" };
        let path = file.to_str().unwrap();
        for engine in [&["--engine", "k-induction"][..], &["--engine", "context-bounded", "--contexts", "3"]] {
            let write = format!("{kind}={}", proof.display());
            let output = umpteen(&[&["check", path, "--write", &write], engine].concat());
            assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
            let judge = if code == 0 { "recheck" } else { "replay" };
            let again = umpteen(&[judge, path, &format!("--{kind}"), proof.to_str().unwrap()]);
            assert_eq!(again.status.code(), Some(0), "{}{}", stdout(&again), stderr(&again));
        }
        let output = umpteen(&["check", path, "--engine", "k-induction", "--init", "main=any"]);
        assert_eq!(output.status.code(), Some(2));
    }
}
