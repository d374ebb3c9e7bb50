//! What the tests of the command share.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
