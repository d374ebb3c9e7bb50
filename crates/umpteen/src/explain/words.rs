//! Words that many sentences share: counted nouns, and the names of files.

use std::path::PathBuf;

/// `1 thread`, `2 threads`.
pub fn count(number: impl Into<u64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}

/// The files as they are given, with blanks between them.
pub fn names(files: &[PathBuf]) -> String {
    paths(files).join(" ")
}

/// The files as they are given.
pub fn paths(files: &[PathBuf]) -> Vec<String> {
    files.iter().map(|file| file.display().to_string()).collect()
}
