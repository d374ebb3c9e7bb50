//! A question: source files, and the options that give them their meaning, once task definitions and property files have
//! been read.

use crate::failure::{Failure, usage};
use crate::read::task::{Task, read_property};
use crate::report::Expected;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Files and options as they could have been given without a task definition or property file.
pub struct Question {
    /// The input files.
    pub files: Vec<PathBuf>,
    /// The options.
    pub meaning: Meaning,
    /// The verdict that a task definition expects.
    pub expected: Option<Expected>,
}

/// Options that change what is asked; `None` leaves it to the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meaning {
    /// The targets, which must not be covered: `s|l1,l2*k` for threads, `a>=1,b>=2` for nets; several are separated by `;`.
    pub target: Option<String>,
    /// The initial states: `s|l*2,m*any` for threads, `a=1,b>=2` for nets, `main=any` for Boolean programs.
    pub init: Option<String>,
    /// The property: `assert`, or another one of the kind of input.
    pub property: Option<String>,
    /// A property file of SV-COMP.
    pub property_file: Option<PathBuf>,
    /// Options that only C has.
    pub c: MeaningOfC,
}

/// Options that change what a C program means.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeaningOfC {
    /// The granularity of steps.
    pub granularity: Option<GranularityName>,
    /// The sizes of the integer types.
    pub data_model: Option<DataModelName>,
    /// Functions that any number of threads run.
    pub spawn: Vec<String>,
    /// The assumption about functions without a body.
    pub unknown_functions: Option<UnknownFunctionsName>,
    /// What single functions do: `NAME=WHAT` or `NAME=FILE.c`.
    pub stub: Vec<String>,
    /// Functions that may fail where they need something of the machine.
    pub may_fail: Vec<String>,
    /// Folders to look for included files in.
    pub include: Vec<String>,
    /// Macros for the preprocessor: `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Macros that are not defined.
    pub undefine: Vec<String>,
}

impl MeaningOfC {
    /// Whether nothing was given.
    pub(crate) fn is_default(&self) -> bool {
        *self == MeaningOfC::default()
    }
}

/// The granularities by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum GranularityName {
    /// Every read or write of a shared variable is one step
    Access,
    /// Every statement is one step
    Statement,
}

impl GranularityName {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            GranularityName::Access => "access",
            GranularityName::Statement => "statement",
        }
    }
}

/// The data models by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum DataModelName {
    /// 64-bit long
    Lp64,
    /// 32-bit long
    Ilp32,
}

impl DataModelName {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            DataModelName::Lp64 => "lp64",
            DataModelName::Ilp32 => "ilp32",
        }
    }
}

/// The assumption about functions without a body, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum UnknownFunctionsName {
    /// They return any value and write only what they are given pointers to
    Frame,
    /// They may do anything to what they are given or can name, then or later
    Any,
    /// They are refused
    Refuse,
}

impl UnknownFunctionsName {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            UnknownFunctionsName::Frame => "frame",
            UnknownFunctionsName::Any => "any",
            UnknownFunctionsName::Refuse => "refuse",
        }
    }
}

impl std::fmt::Display for Meaning {
    /// The options as the command line has them.
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let mut words = Vec::new();
        let asked = [("--target", &self.target), ("--init", &self.init), ("--property", &self.property)];
        words.extend(asked.iter().filter_map(|(option, value)| Some(format!("{option} '{}'", value.as_ref()?))));
        let named = [
            ("--granularity", self.c.granularity.map(GranularityName::name)),
            ("--data-model", self.c.data_model.map(DataModelName::name)),
            ("--unknown-functions", self.c.unknown_functions.map(UnknownFunctionsName::name)),
        ];
        words.extend(named.iter().filter_map(|(option, value)| Some(format!("{option} {}", (*value)?))));
        let MeaningOfC { spawn, stub, may_fail, include, define, undefine, .. } = &self.c;
        let listed = [
            ("--spawn", spawn),
            ("--stub", stub),
            ("--may-fail", may_fail),
            ("-I", include),
            ("-D", define),
            ("-U", undefine),
        ];
        for (option, values) in listed {
            words.extend(values.iter().map(|value| format!("{option} '{value}'")));
        }
        out.write_str(&words.join(" "))
    }
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
    // LP64 is the default, and a question does not name defaults.
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
