//! What is asked, once task definitions and property files have been read: source files and options.

use crate::args::{DataModelName, Meaning};
use crate::failure::Failure;
use crate::input::usage;
use crate::report::Expected;
use crate::task::{Task, read_property};
use std::path::PathBuf;

/// Files and options as they could have been given without a task definition or property file.
pub struct Question {
    /// The input files.
    pub files: Vec<PathBuf>,
    /// The options.
    pub meaning: Meaning,
    /// What a task definition says about the answer.
    pub expected: Option<Expected>,
}

/// Reads the task definition or the property file, if one is given.
pub fn read(files: &[PathBuf], meaning: &Meaning) -> Result<Question, Failure> {
    let mut meaning = meaning.clone();
    if let Some(path) = meaning.property_file.take() {
        meaning.property = Some(read_property(&path)?.to_string());
    }
    let Some((path, task)) = task(files)? else {
        return Ok(Question { files: files.to_vec(), meaning, expected: None });
    };
    let chosen = task.choose(meaning.property.take())?;
    meaning.property = chosen.property;
    // LP64 is what there is without a word about it.
    let narrow = task.data_model.filter(|model| *model == DataModelName::Ilp32);
    meaning.c.data_model = meaning.c.data_model.or(narrow);
    let by = path.display().to_string();
    let expected = chosen.expected.map(|holds| Expected { holds, by });
    Ok(Question { files: task.inputs, meaning, expected })
}

/// The input files alone: the options are those of the evidence.
pub fn files(files: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    Ok(task(files)?.map_or_else(|| files.to_vec(), |(_, task)| task.inputs))
}

fn task(files: &[PathBuf]) -> Result<Option<(&PathBuf, Task)>, Failure> {
    match files {
        [path] if Task::is_task(path) => Ok(Some((path, Task::read(path)?))),
        _ if files.iter().any(|path| Task::is_task(path)) => usage("a task definition is given without other files"),
        _ => Ok(None),
    }
}
