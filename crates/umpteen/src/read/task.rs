//! Task definitions of SV-COMP (format 2.0): which files, which property, which sizes of integers, which verdict.
//!
//! Entries that say nothing about these, such as `additional_information`, are left to those who know them.

use crate::failure::Failure;
use crate::question::DataModelName;
use crate::read::property_file;
use crate::read::read_text;
use crate::read::yaml::{self, Node, Value};
use std::path::{Path, PathBuf};
use umpteen_frontends::{Code, Error};

/// A task definition.
pub struct Task {
    path: PathBuf,
    text: String,
    /// The source files.
    pub inputs: Vec<PathBuf>,
    /// The sizes of the integer types, if given.
    pub data_model: Option<DataModelName>,
    properties: Vec<Entry>,
}

/// A property of a task.
struct Entry {
    file: Node,
    path: PathBuf,
    expected: Option<bool>,
}

/// The question of a task definition.
pub struct Chosen {
    /// The property by name; none if the task has no properties.
    pub property: Option<String>,
    /// Whether it holds, as the task has it.
    pub expected: Option<bool>,
}

impl Task {
    /// Whether the file's ending is that of a task definition.
    pub fn is_task(path: &Path) -> bool {
        let extension = path.extension().unwrap_or_default();
        extension.eq_ignore_ascii_case("yml") || extension.eq_ignore_ascii_case("yaml")
    }

    /// Reads a task definition, but not the files that it names.
    pub fn read(path: &Path) -> Result<Task, Failure> {
        let text = read_text(path, &mut Vec::new())?;
        let mut task = Task { path: path.into(), text, inputs: Vec::new(), data_model: None, properties: Vec::new() };
        match task.fill() {
            Ok(()) => Ok(task),
            Err(error) => Err(task.at(error)),
        }
    }

    fn fill(&mut self) -> Result<(), Error> {
        let root = yaml::parse(&self.text)?;
        let required = |key: &str| root.get(key).ok_or_else(|| missing(&root, key));
        let version = required("format_version")?;
        // Version 1.0 has no options, which are taken from the command line then.
        if !["1.", "2."].iter().any(|known| version.scalar("the version").is_ok_and(|it| it.starts_with(known))) {
            return Err(unsupported(version, "the format of task definitions is version 1.0, 2.0 or 2.1"));
        }
        let folder = self.path.parent().unwrap_or(Path::new("")).to_path_buf();
        for file in list(required("input_files")?) {
            self.inputs.push(folder.join(file.scalar("a file's name")?));
        }
        if let Some(language) = root.get("options").and_then(|options| options.get("language"))
            && language.scalar("the language")? != "C"
        {
            return Err(unsupported(language, "the language of a task is C"));
        }
        if let Some(model) = root.get("options").and_then(|options| options.get("data_model")) {
            self.data_model = Some(match model.scalar("the data model")? {
                "ILP32" => DataModelName::Ilp32,
                "LP64" => DataModelName::Lp64,
                _ => return Err(model.error("the data model is ILP32 or LP64")),
            });
        }
        for property in root.get("properties").map(list).unwrap_or_default() {
            let file = property.get("property_file").ok_or_else(|| missing(property, "property_file"))?;
            let expected =
                match property.get("expected_verdict").map(|expected| (expected, expected.scalar("a verdict"))) {
                    None => None,
                    Some((_, Ok("true"))) => Some(true),
                    Some((_, Ok("false"))) => Some(false),
                    Some((expected, _)) => return Err(expected.error("the verdict is true or false")),
                };
            let path = folder.join(file.scalar("a file's name")?);
            self.properties.push(Entry { file: file.clone(), path, expected });
        }
        Ok(())
    }

    /// The property to check: the one asked for, or the first that is supported.
    pub fn choose(&self, asked: Option<String>) -> Result<Chosen, Failure> {
        if asked.is_some() {
            let same = |entry: &&Entry| entry.property().ok() == asked.as_deref();
            let expected = self.properties.iter().find(same).and_then(|entry| entry.expected);
            return Ok(Chosen { property: asked, expected });
        }
        for entry in &self.properties {
            match entry.property() {
                Ok(property) => return Ok(Chosen { property: Some(property.into()), expected: entry.expected }),
                Err(Failure::At(error, ..)) if error.code == Code::Unsupported => {}
                // The place that names the file says more than the file's name alone.
                Err(Failure::Plain(code, message)) => {
                    return Err(self.at(Error::new(code, message, entry.file.span.clone())));
                }
                Err(other) => return Err(other),
            }
        }
        match self.properties.first() {
            None => Ok(Chosen { property: None, expected: None }),
            Some(entry) => {
                let message = "no property of the task can be checked: give --property assert, reach-error, race, no-data-race or deadlock";
                Err(self.at(unsupported(&entry.file, message)))
            }
        }
    }

    fn at(&self, error: Error) -> Failure {
        Failure::At(error, self.path.display().to_string(), self.text.clone())
    }
}

impl Entry {
    fn property(&self) -> Result<&'static str, Failure> {
        read_property(&self.path)
    }
}

/// The name of the property in a property file.
pub fn read_property(path: &Path) -> Result<&'static str, Failure> {
    let text = read_text(path, &mut Vec::new())?;
    property_file::parse(&text).map_err(|error| Failure::At(error, path.display().to_string(), text))
}

/// The items of a list, or the one thing in its place.
fn list(node: &Node) -> Vec<&Node> {
    match &node.value {
        Value::List(items) => items.iter().collect(),
        _ => vec![node],
    }
}

fn missing(node: &Node, key: &str) -> Error {
    Error::new(Code::Incomplete, format!("`{key}` is missing"), node.span.clone())
}

fn unsupported(node: &Node, message: &str) -> Error {
    Error::new(Code::Unsupported, message, node.span.clone())
}
