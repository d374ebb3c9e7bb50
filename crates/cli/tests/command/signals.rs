//! Signals to the command or to its worker at any moment: no verdict that is none, nobody left working, no file that looks complete.

use crate::support::{other_gcc, root, running, scratch, send, stderr, stdout, wait_until, worker};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A system that takes very long: twenty-four threads in a row of twenty local states, one too few for the target.
fn slow(folder: &Path) -> Vec<String> {
    let file = folder.join("row.tts");
    let edges: String = (0..19).map(|local| format!("0 {local} -> 0 {}\n", local + 1)).collect();
    std::fs::write(&file, format!("1 20\n{edges}")).unwrap();
    let options = ["--engine", "backward", "--oracle", "off", "--target", "0|19*25", "--init", "0|0*24"];
    ["check", file.to_str().unwrap()].iter().chain(&options).map(|word| word.to_string()).collect()
}

fn start<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Command {
    // `nohup` and background jobs of a shell ignore some signals, and children inherit that.
    let mut command = Command::new("/usr/bin/env");
    command.args(["--default-signal", env!("CARGO_BIN_EXE_umpteen")]);
    command.args(arguments).current_dir(root()).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for a process, but not for ever.
fn ended(mut child: Child) -> Output {
    let limit = Instant::now() + Duration::from_secs(120);
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > limit {
            child.kill().expect("it can be killed");
            panic!("process {} did not end", child.id());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().expect("it can be waited for")
}

/// A crash, as by a broken pointer, a stack overflow or an abort.
#[test]
fn a_worker_that_crashes_is_an_internal_error_without_a_verdict() {
    let folder = scratch("signals-crash");
    let report = folder.join("report.json");
    let mut arguments = slow(&folder);
    arguments.extend(["--write".to_string(), format!("json={}", report.display())]);
    for (signal, times) in [("SEGV", 2), ("BUS", 2), ("ABRT", 1), ("ILL", 1), ("FPE", 1)] {
        let child = start(&arguments).spawn().unwrap();
        let worker = worker(child.id());
        std::thread::sleep(Duration::from_millis(50));
        // The first one is taken for a stack overflow somewhere else, and its handler returns.
        for _ in 0..times {
            send(signal, worker);
            std::thread::sleep(Duration::from_millis(50));
        }
        let output = ended(child);
        assert_eq!(output.status.code(), Some(70), "{signal}: {}", stdout(&output));
        assert!(stdout(&output).is_empty(), "{signal}: {}", stdout(&output));
        let message = stderr(&output);
        assert!(message.starts_with("internal error: the worker ended without an answer (signal "), "{message}");
        assert!(
            message.contains("This is a bug in umpteen ") && message.contains("Please report it with"),
            "{message}"
        );
        assert!(message.contains("\n  umpteen check ") && message.contains("'0|19*25'"), "the command: {message}");
        assert!(!report.exists());
    }
}

#[test]
fn a_worker_that_is_ended_from_outside_is_unknown() {
    let folder = scratch("signals-outside");
    let arguments = slow(&folder);
    for signal in ["KILL", "TERM", "INT", "HUP"] {
        let child = start(&arguments).spawn().unwrap();
        let worker = worker(child.id());
        std::thread::sleep(Duration::from_millis(30));
        send(signal, worker);
        let output = ended(child);
        assert_eq!(output.status.code(), Some(5), "{signal}: {}{}", stdout(&output), stderr(&output));
        assert!(
            stdout(&output).starts_with("UNKNOWN  the working process was ended from outside"),
            "{}",
            stdout(&output)
        );
    }
}

/// Asserts that every file in the folder is complete, and counts them.
fn whole(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = entries.filter(|path| path.file_name().is_some_and(|name| name != "bin")).collect();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("json") => drop(serde_json::from_str::<serde_json::Value>(&text).expect("all of the JSON")),
            Some("html") => assert!(text.trim_end().ends_with("</html>"), "half a page"),
            _ => panic!("{} was left behind", file.display()),
        }
    }
    files.len()
}

#[test]
fn whoever_ends_the_command_leaves_nothing_working_and_nothing_half() {
    let folder = scratch("signals-moments");
    let file = "tests/corpus/c/counters/counter_two_threads_lost.c";
    let write = |kind: &str| format!("{kind}={}", folder.join(format!("out.{kind}")).display());
    let out = folder.join("out.trace.json");
    let arguments = ["check", file, "--write", &write("html"), "--write", &write("json")];
    let trace = format!("trace={}", out.display());
    let arguments = [&arguments[..], &["--write", &trace]].concat();
    let (mut before, mut between) = (0, 0);
    for moment in 0..16 {
        let signal = ["INT", "TERM", "HUP", "KILL"][moment % 4];
        let child = start(&arguments).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(8 * moment as u64));
        // It may have ended by now, which the shell complains about.
        let _ = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).output();
        let output = ended(child);
        wait_until("nobody works any more", &|| running(&trace) == 0);
        let files = whole(&folder);
        match output.status.code() {
            // A signal, which a shell tells as 128 and its number.
            None => {
                before += usize::from(files == 0);
                between += usize::from(files > 0);
            }
            Some(code) => assert_eq!((code, files), (10, 3), "{signal}: {}", stderr(&output)),
        }
        for name in ["out.html", "out.json", "out.trace.json"] {
            let _ = std::fs::remove_file(folder.join(name));
        }
    }
    println!("{before} ended before the first file, {between} between files");
    assert!(before > 0, "no command was still running when it was to be ended");
}

/// A temporary folder and processes of gcc, which hangs: all of that goes, whoever is ended.
#[test]
fn a_replay_that_is_ended_leaves_no_folder_and_no_compiler() {
    let folder = scratch("signals-replay");
    let file = folder.join("counter.c");
    std::fs::copy(root().join("examples/c/counter.c"), &file).unwrap();
    let file = file.to_str().unwrap();
    let trace = folder.join("trace.json").display().to_string();
    let checked = ended(start(&["check", file, "-q", "--write", &format!("trace={trace}")]).spawn().unwrap());
    assert_eq!(checked.status.code(), Some(10), "{}", stderr(&checked));
    let script = "case \"$*\" in *-E*) exec \"$REAL\" \"$@\";; esac\ntouch \"$TMPDIR/compiling\"; (setsid sleep 600 &); sleep 600";
    let gcc = other_gcc(&folder, script);
    let (temporary, mark) = (folder.join("temporary"), folder.join("temporary/compiling"));
    for (signal, to_worker) in [("TERM", false), ("INT", false), ("KILL", false), ("KILL", true)] {
        std::fs::create_dir_all(&temporary).unwrap();
        let mut command = start(&["replay", file, "--trace", &trace, "--compiled"]);
        let child = command.current_dir(&folder).env("PATH", &gcc).env("TMPDIR", &temporary).spawn().unwrap();
        wait_until("gcc compiles", &|| mark.exists());
        send(signal, if to_worker { worker(child.id()) } else { child.id() });
        let output = ended(child);
        assert_eq!(output.status.code(), to_worker.then_some(5), "{signal}: {}{}", stdout(&output), stderr(&output));
        wait_until("nothing runs", &|| running(file) == 0);
        std::fs::remove_file(&mark).unwrap();
        wait_until("the folder is removed", &|| std::fs::read_dir(&temporary).unwrap().next().is_none());
    }
}
