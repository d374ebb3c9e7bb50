//! Exit codes, and messages about commands that did not finish.

use umpteen::failure::Failure;

/// SAFE, accepted, reproduced, done.
pub const OK: u8 = 0;
/// The evidence was not accepted.
pub const REJECTED: u8 = 3;
/// UNKNOWN.
pub const UNKNOWN: u8 = 5;
/// UNSAFE.
pub const UNSAFE: u8 = 10;
/// Bad usage or input.
pub const INPUT: u8 = 2;
/// A bug in umpteen.
pub const INTERNAL: u8 = 70;

/// The exit code of a failure.
pub fn code(failure: &Failure) -> u8 {
    match failure {
        Failure::Internal(_) => INTERNAL,
        _ => INPUT,
    }
}

/// The message for standard error; a bug of umpteen comes with what a report about it needs.
pub fn message(failure: &Failure) -> String {
    let Failure::Internal(_) = failure else { return failure.message() };
    let version = env!("CARGO_PKG_VERSION");
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    let command = words.collect::<Vec<_>>().join(" ");
    format!(
        "{}This is a bug in umpteen {version}, not in your input, and there is no verdict. \
         Please report it with this message, the files, and the command:\n  umpteen {command}\n",
        failure.message()
    )
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    let plain = !word.is_empty() && word.chars().all(is_plain);
    if plain { word.to_string() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
