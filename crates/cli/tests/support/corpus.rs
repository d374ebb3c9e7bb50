//! The files of the corpus and what they expect.

use super::root;
use std::path::{Path, PathBuf};
use umpteen::expectation::Expectation;

/// The expectation in the first line of a file.
pub fn expected(path: &Path) -> Expectation {
    let told = Expectation::of(&std::fs::read(path).unwrap());
    told.unwrap_or_else(|| panic!("the first line of {} does not say what is expected", path.display()))
}

/// All files of the corpus.
pub fn models() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("examples"), root().join("tests/corpus")];
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        // The programs of `examples/real` need headers that are not here.
        folders.extend(paths.iter().filter(|path| path.is_dir() && !path.ends_with("examples/real")).cloned());
        let has_ending = |path: &PathBuf, ending: &str| path.extension().is_some_and(|extension| extension == ending);
        paths.retain(|path| path.is_file() && !["prop", "prp", "md"].iter().any(|ending| has_ending(path, ending)));
        // The other files of a folder with task definitions are parts of them.
        if paths.iter().any(|path| has_ending(path, "yml")) {
            paths.retain(|path| has_ending(path, "yml"));
        }
        files.extend(paths);
    }
    files.sort();
    assert!(files.len() >= 30, "the corpus is there");
    files
}
