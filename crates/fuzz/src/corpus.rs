//! The C programs of the corpus, as the front end sees them.

use std::path::{Path, PathBuf};
use std::process::Command;
use umpteen::expectation::Expectation;
use umpteen::read::preprocess::PREPROCESSING;
use umpteen_frontends::c::{Granularity, Options, Property, library};

/// A program of the corpus that can be read without the command.
pub struct Corpus {
    /// The path of the file.
    pub name: String,
    /// The expected verdict in its first line: `safe`, `unsafe`, `unknown`, `error CODE`.
    pub expected: String,
    /// The options for reading it that its first line gives.
    pub options: Options,
    /// The text after `gcc -E`.
    pub text: String,
}

/// All of them, in order; none where there is no gcc. What gcc makes of them is kept in a folder.
pub fn programs(kept: &Path) -> Vec<Corpus> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for path in files(&root) {
        let Some(expectation) = Expectation::of(&std::fs::read(&path).unwrap()) else { continue };
        let Some(mut options) = options(&expectation) else { continue };
        let Some(mut text) = preprocessed(&path, kept) else {
            println!("skipped: there is no gcc");
            return Vec::new();
        };
        link_library(&mut text, &mut options);
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        found.push(Corpus { name, expected: expectation.verdict, options, text });
    }
    found
}

/// Appends the functions of the C library that a text needs.
fn link_library(text: &mut String, options: &mut Options) {
    let needed = library::needed(text);
    options.library = (!needed.is_empty()).then_some(text.len());
    for header in needed {
        options.units.push(text.len());
        text.extend(["# 1 \"", header.name, "\"\n", &header.text, "\n"]);
    }
}

fn files(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.join("tests/corpus/c"), root.join("examples/c")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        // The other files of a folder with task definitions are parts of them.
        if paths.iter().any(|path| path.extension().is_some_and(|ending| ending == "yml")) {
            continue;
        }
        folders.extend(paths.iter().filter(|path| path.is_dir()).cloned());
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
        files.extend(paths);
    }
    files.sort();
    files
}

/// The text after `gcc -E`, which is kept for the next time. `None` without gcc.
fn preprocessed(file: &Path, kept: &Path) -> Option<String> {
    let kept = kept.join("preprocessed");
    std::fs::create_dir_all(&kept).unwrap();
    let name: String = file.iter().rev().take(3).map(|part| part.to_string_lossy().replace('.', "_")).collect();
    let kept = kept.join(name);
    let time = |path: &Path| path.metadata().and_then(|known| known.modified()).ok();
    if time(&kept).is_none_or(|known| Some(known) < time(file)) {
        let output = Command::new("gcc").args(PREPROCESSING).arg(file).output().ok()?;
        // Other tests may be doing the same.
        let here = format!("{}-{:?}", std::process::id(), std::thread::current().id());
        let under_another_name = kept.with_extension(here);
        std::fs::write(&under_another_name, output.stdout).unwrap();
        std::fs::rename(under_another_name, &kept).unwrap();
    }
    Some(std::fs::read_to_string(&kept).unwrap())
}

/// The options that the first line of a file asks for; none if they are not about reading.
fn options(expectation: &Expectation) -> Option<Options> {
    let property = match expectation.property.as_deref() {
        None => Property::Assertions,
        Some("race") => Property::Races,
        Some("no-data-race") => Property::RacesAlone,
        Some("deadlock") => Property::Deadlocks,
        Some("reach-error") => Property::ErrorCalls,
        Some(_) => return None,
    };
    let usual = Options { property, ..Options::default() };
    match expectation.flags.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(usual),
        ["--granularity", "statement"] => Some(Options { granularity: Granularity::Statement, ..usual }),
        ["--spawn", function] => Some(Options { spawn: vec![function.to_string()], ..usual }),
        _ => None,
    }
}
