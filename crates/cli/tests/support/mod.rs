//! Helpers that the tests of the command share.

pub mod corpus;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The project's root folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a root")
}

/// Runs the command in the project's root.
pub fn umpteen<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(arguments).current_dir(root()).env("NO_COLOR", "1").env_remove("COLUMNS");
    command.output().expect("the binary runs")
}

/// Runs the command in the project's root; also returns the seconds of processor time that it and its processes took, which
/// do not depend on the load of the machine as elapsed time does.
pub fn umpteen_with_processor_time<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> (Output, f64) {
    let mut command = Command::new("sh");
    // `times` prints a line about the shell and a line about its children: `0m1.230000s 0m0.040000s`.
    command.args(["-c", "\"$@\"; code=$?; times >&2; exit $code", "sh", env!("CARGO_BIN_EXE_umpteen")]);
    command.args(arguments).current_dir(root()).env("NO_COLOR", "1").env_remove("COLUMNS");
    let mut output = command.output().expect("there is a shell");
    let message = stderr(&output);
    let mut lines: Vec<&str> = message.lines().collect();
    let times = lines.pop().unwrap_or_default();
    lines.pop();
    let seconds = |word: &str| -> Option<f64> {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    let taken = times.split_whitespace().map(|word| seconds(word).unwrap_or_else(|| panic!("no times: {times}"))).sum();
    output.stderr = lines.iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes();
    (output, taken)
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is UTF-8")
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the messages are UTF-8")
}

/// An empty folder of its own for a test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the build folder can be written");
    folder
}

/// How many processes have this word, or part of one, in their command line or in that of their working directory.
pub fn running(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("there is /proc").flatten();
    let folder = Path::new(word).parent().unwrap_or(Path::new("/")).to_path_buf();
    let concerned = |process: &std::fs::DirEntry| {
        let words = std::fs::read_to_string(process.path().join("cmdline")).unwrap_or_default();
        let works = std::fs::read_link(process.path().join("cwd")).is_ok_and(|at| at.starts_with(&folder));
        // A process that has ended has no arguments any more.
        words.contains(word) || works && !words.is_empty()
    };
    processes.filter(concerned).count()
}

/// Waits until it is so.
pub fn wait_until(what: &str, condition: &dyn Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(120), "{what}, but not within 120 s");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A folder with a command `gcc` that does something else; the real one is `$REAL`.
pub fn other_gcc(folder: &Path, script: &str) -> PathBuf {
    let path = folder.join("bin");
    std::fs::create_dir_all(&path).expect("the build folder can be written");
    let lookup = Command::new("sh").args(["-c", "command -v gcc"]).output().expect("there is a shell");
    let real = String::from_utf8(lookup.stdout).expect("the path is UTF-8");
    let path_of_others = std::env::var("PATH").expect("there is a PATH");
    let text = format!("#!/bin/sh\nREAL={}\nPATH={path_of_others}\n{script}\n", real.trim());
    std::fs::write(path.join("gcc"), text).expect("the build folder can be written");
    std::fs::set_permissions(path.join("gcc"), std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    path
}

/// The worker of a command that was started, when it is there.
pub fn worker(process: u32) -> u32 {
    let children = || std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    wait_until("the worker is there", &|| !children().trim().is_empty());
    children().split_whitespace().next().and_then(|id| id.parse().ok()).expect("the system lists numbers")
}

/// Sends a signal, as `kill` does.
pub fn send(signal: &str, process: u32) {
    let status = Command::new("sh").args(["-c", &format!("kill -{signal} {process}")]).status();
    assert!(status.expect("there is a shell").success());
}
