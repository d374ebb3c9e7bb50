//! The tasks of a batch: the files of a folder, or the lines of a list.

use crate::args::{Action, Check, Command};
use clap::Parser;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use umpteen::expectation::Expectation;
use umpteen::failure::Failure;
use umpteen::failure::usage;
use umpteen::read::task::Task as Definition;
use umpteen::read::{hash, read_bytes};
use umpteen_frontends::{Code, Format, LARGEST_FILE};

/// One thing to check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The file, or the line of the list.
    pub name: String,
    /// The arguments of `umpteen check`: files and options.
    pub words: Vec<String>,
    /// The SHA-256 of its first file; empty if that cannot be read, which the row will say.
    pub sha256: String,
    /// The verdict that the first line of the file tells.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expected: Option<String>,
}

impl Task {
    /// The options as `check` understands them.
    pub fn options(&self) -> Result<Check, Failure> {
        let words = ["umpteen", "check"].into_iter().chain(self.words.iter().map(String::as_str));
        match Command::try_parse_from(words) {
            Ok(Command { action: Action::Check(options) }) => Ok(options),
            Ok(_) => usage("a task is what follows `umpteen check`"),
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or("").trim_start_matches("error: ").to_string();
                Err(Failure::Plain(Code::Usage, format!("{}: {first}", self.name)))
            }
        }
    }
}

/// All tasks of a folder or list, in a fixed order, with the options that all of them get.
pub fn find(source: &Path, passed_on: &[String]) -> Result<Vec<Task>, Failure> {
    let metadata = std::fs::metadata(source).map_err(|error| Failure::io(Code::CannotRead, source, &error))?;
    let tasks = match metadata.is_dir() {
        true => in_folder(source, passed_on)?,
        false => in_list(source, passed_on)?,
    };
    if tasks.is_empty() {
        return usage(&format!("{}: there is nothing to check in it", source.display()));
    }
    let mut first = HashMap::new();
    for (number, task) in (1..).zip(&tasks) {
        let options = task.options()?;
        if !options.output.write.is_empty() {
            return usage(&format!("{}: a task writes no files of its own: give --evidence to the batch", task.name));
        }
        if let Some(earlier) = first.insert(&task.name, number) {
            return usage(&format!("{}: task {number} repeats task {earlier}", task.name));
        }
    }
    Ok(tasks)
}

fn in_folder(folder: &Path, passed_on: &[String]) -> Result<Vec<Task>, Failure> {
    let mut files = BTreeSet::new();
    collect(folder, &mut files)?;
    // The files of a task definition are parts of it.
    let mut parts = BTreeSet::new();
    for path in files.iter().filter(|path| Definition::is_task(path)) {
        match Definition::read(path) {
            Ok(definition) => parts.extend(definition.inputs),
            // A .yml file without `input_files` is not a task definition.
            Err(_) if !mentions_inputs(path) => parts.extend([path.clone()]),
            Err(_) => {}
        }
    }
    files.retain(|path| !parts.contains(path));
    files.iter().map(|path| of_file(path, passed_on)).collect()
}

fn mentions_inputs(path: &Path) -> bool {
    read_bytes(path, LARGEST_FILE).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains("input_files"))
}

/// Every file that `check` may take, without hidden ones. Links to folders are not followed: they may go in circles.
fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    let failed = |error| Failure::io(Code::CannotRead, folder, &error);
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().map_err(failed)?.is_dir() {
            collect(&path, files)?;
        } else if path.is_file() && is_accepted(&path) {
            files.insert(path);
        }
    }
    Ok(())
}

fn is_accepted(path: &Path) -> bool {
    let format = path.extension().and_then(|extension| extension.to_str()).and_then(Format::from_extension);
    format.is_some() || Definition::is_task(path)
}

fn of_file(path: &Path, passed_on: &[String]) -> Result<Task, Failure> {
    let Some(name) = path.to_str() else {
        return Err(Failure::Plain(Code::Encoding, format!("{}: the name is not UTF-8", path.display())));
    };
    Ok(task(name.to_string(), passed_on, vec![name.to_string()], Some(path)))
}

/// A task with its own words after those of all; `told` is the file whose first line may tell a verdict and more options.
fn task(name: String, passed_on: &[String], own: Vec<String>, told: Option<&Path>) -> Task {
    let bytes = told.and_then(|path| read_bytes(path, LARGEST_FILE).ok());
    // A file that is verified by way of an abstraction is for another command.
    let told = bytes.as_ref().and_then(|bytes| Expectation::of(bytes)).filter(|told| told.refines.is_none());
    let flags = told.as_ref().map(Expectation::options).unwrap_or_default();
    let expected = told.map(|told| told.verdict);
    let mut words = passed_on.to_vec();
    words.extend(flags);
    words.extend(own);
    Task { name, words, sha256: bytes.map_or(String::new(), |bytes| hash(&bytes)), expected }
}

fn in_list(list: &Path, passed_on: &[String]) -> Result<Vec<Task>, Failure> {
    if is_accepted(list) {
        return usage(&format!(
            "{}: a batch is a folder or a list; `umpteen check` takes a single file",
            list.display()
        ));
    }
    let text = umpteen::read::read_text(list, &mut Vec::new())?;
    let mut tasks = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let place = |message: &str| Failure::Plain(Code::Syntax, format!("{}:{number}: {message}", list.display()));
        let words = words(line).ok_or_else(|| place("a quotation mark is not closed"))?;
        if words.is_empty() {
            continue;
        }
        let bare = Task { name: words.join(" "), words: words.clone(), sha256: String::new(), expected: None };
        let options = bare.options().map_err(|failure| match failure {
            Failure::Plain(_, message) => place(&message),
            other => other,
        })?;
        // A line with options of its own asks something else than the file's first line tells.
        let alone = words.len() == 1;
        let mut task = task(bare.name, passed_on, words, options.files.first().map(PathBuf::as_path));
        if !alone {
            task.words = passed_on.iter().chain(&bare.words).cloned().collect();
            task.expected = None;
        }
        tasks.push(task);
    }
    Ok(tasks)
}

/// The words of a line; quotation marks hold words together, and `#` begins a comment where a word would begin.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut characters = line.chars().peekable();
    loop {
        while characters.next_if(|c| c.is_whitespace()).is_some() {}
        if matches!(characters.peek(), None | Some('#')) {
            return Some(words);
        }
        let mut word = String::new();
        while let Some(c) = characters.next_if(|c| !c.is_whitespace()) {
            match c {
                '\'' | '"' => loop {
                    match characters.next()? {
                        end if end == c => break,
                        inside => word.push(inside),
                    }
                },
                _ => word.push(c),
            }
        }
        words.push(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_would() {
        let split = |line| words(line).map(|words| words.join("|"));
        assert_eq!(split("a.c  --property race # why"), Some("a.c|--property|race".into()));
        assert_eq!(split("'a b.c' --target=\"s | 1\"''#x"), Some("a b.c|--target=s | 1#x".into()));
        assert_eq!(split("  # nothing"), Some(String::new()));
        assert_eq!(split("a.c 'b"), None);
    }
}
