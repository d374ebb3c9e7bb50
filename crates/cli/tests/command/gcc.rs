//! A gcc that hangs, crashes, prints rubbish, prints without end, or is not there: a message and exit code 2, or UNKNOWN at a limit,
//! and no process of it is left. umpteen runs gcc to preprocess, and to compile for `replay --compiled`; no solver is an external
//! process.

use crate::support::{other_gcc, root, running, scratch, stderr, stdout, wait_until};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

fn umpteen(folder: &Path, path: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(arguments).current_dir(folder).env("TMPDIR", folder).env("NO_COLOR", "1").env("PATH", path);
    command.stdin(Stdio::null()).output().expect("the binary runs")
}

/// A program in a folder of its own, so that processes that have to do with it can be told from others.
fn program(name: &str) -> (std::path::PathBuf, String) {
    let folder = scratch(name);
    let file = folder.join("counter.c");
    std::fs::copy(root().join("examples/c/counter.c"), &file).unwrap();
    (folder, file.display().to_string())
}

fn nothing_runs(file: &str) {
    wait_until("nothing of gcc is left", &|| running(file) == 0);
}

#[test]
fn preprocessing_that_goes_wrong_is_told() {
    let (folder, file) = program("gcc-preprocess");
    for (script, message) in [
        ("kill -SEGV $$", "error[preprocessor]: FILE: gcc -E ended by signal 11 (SIGSEGV)\n"),
        ("exit 3", "error[preprocessor]: FILE: gcc -E ended with exit code 3\n"),
        ("echo 'no such thing' >&2; exit 1", "error[preprocessor]: FILE: gcc -E says: no such thing\n"),
        (
            "printf 'In file included from a.c:1:\\nb.h:2:3: fatal error: c.h: no\\n 2 | c\\n' >&2; exit 1",
            "error[preprocessor]: FILE: gcc -E says: b.h:2:3: fatal error: c.h: no\nIn file included from a.c:1:\n 2 | c\n",
        ),
        ("exec yes 'int x;'", "error[too-large]: FILE: more than 16 MB after preprocessing\n"),
        ("printf '\\377\\376 int x'", "error[encoding]: "),
        ("echo ')))'", "error[syntax]: "),
        ("printf '# 1 \"\\033[2J\"\\n)'", "error[syntax]: "),
        (":", "error["),
    ] {
        let gcc = other_gcc(&folder, script);
        let output = umpteen(&folder, gcc.to_str().unwrap(), &["check", &file]);
        assert_eq!(output.status.code(), Some(2), "{script}: {}{}", stdout(&output), stderr(&output));
        assert!(stderr(&output).starts_with(&message.replace("FILE", &file)), "{script}: {}", stderr(&output));
        assert!(!stderr(&output).contains('\u{1b}') && stdout(&output).is_empty(), "{script}");
    }
    let output = umpteen(&folder, "/nonexistent", &["check", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("cannot run gcc for preprocessing: No such file or directory"),
        "{}",
        stderr(&output)
    );
    nothing_runs(&file);
}

#[test]
fn preprocessing_that_hangs_is_ended_with_all_its_processes() {
    let (folder, file) = program("gcc-hangs");
    for script in [
        "sleep 600 & wait",
        "exec >&- 2>&-; sleep 600",
        "(setsid sleep 600 &) ; sleep 600",
        "while :; do echo x >&2; done",
    ] {
        let gcc = other_gcc(&folder, script);
        let started = Instant::now();
        let output = umpteen(&folder, gcc.to_str().unwrap(), &["check", &file, "--time", "0.5"]);
        assert_eq!(output.status.code(), Some(5), "{script}: {}", stderr(&output));
        assert!(stdout(&output).starts_with("UNKNOWN  the time limit was reached"), "{script}: {}", stdout(&output));
        // Long before the script ends, also on a busy machine.
        assert!(started.elapsed().as_secs_f64() < 60.0, "{script}");
        nothing_runs(&file);
    }
    let gcc = other_gcc(&folder, "sleep 600");
    let output = umpteen(&folder, gcc.to_str().unwrap(), &["check", &file]);
    assert_eq!(output.status.code(), Some(2));
    let message = format!("error[preprocessor]: {file}: preprocessing takes more than 5 seconds\n");
    assert_eq!(stderr(&output), message, "without a limit there is one all the same");
    nothing_runs(&file);
}

/// It answers and ends, but something that it has started holds its output open.
#[test]
fn what_gcc_leaves_running_is_ended() {
    let (folder, file) = program("gcc-leaves");
    let gcc = other_gcc(&folder, "echo 'int main(void) { return 0; }'; setsid sleep 600 >/dev/null & exit 0");
    let output = umpteen(&folder, gcc.to_str().unwrap(), &["check", &file, "-q", "--time", "60"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    nothing_runs(&file);
}

#[test]
fn compiling_that_hangs_or_crashes_is_told() {
    let (folder, file) = program("gcc-compile");
    let trace = folder.join("trace.json").display().to_string();
    let path = std::env::var("PATH").unwrap();
    let checked = umpteen(&folder, &path, &["check", &file, "-q", "--write", &format!("trace={trace}")]);
    assert_eq!(checked.status.code(), Some(10), "{}", stderr(&checked));
    let replay = |script: &str, more: &[&str]| {
        let script = format!("case \"$*\" in *-E*) exec \"$REAL\" \"$@\";; esac\n{script}");
        let gcc = other_gcc(&folder, &script);
        let output = umpteen(
            &folder,
            gcc.to_str().unwrap(),
            &[&["replay", &file, "--trace", &trace, "--compiled"], more].concat(),
        );
        nothing_runs(&file);
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = entries.filter(|name| name.to_string_lossy().starts_with("umpteen-")).collect();
        assert!(left.is_empty(), "{script}: {left:?}");
        output
    };
    let output = replay("kill -SEGV $$", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error[compiler]: gcc ended by signal 11 (SIGSEGV)\n"), "{}", stderr(&output));
    let output = replay("(setsid sleep 600 &); sleep 600", &["--time", "1"]);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    assert!(
        stdout(&output).starts_with("UNKNOWN  the time limit was reached before it was done"),
        "{}",
        stdout(&output)
    );
    let output = replay("yes >&2", &["--time", "1"]);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    // It claims success and makes nothing.
    let output = replay("exit 0", &[]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).starts_with("error[compiler]: cannot run "), "{}", stderr(&output));
}
