//! The folder of a batch: what is asked (`batch.json`, written once), and the rows so far (`results.jsonl`, only ever
//! appended to).
//!
//! A row is one line, written at once and synced. A process that is killed while it writes leaves a last line without an
//! end, which is cut off when the batch goes on; the task of that line then counts as not run. A lock on the folder, which
//! the system gives back however the process ends, keeps a second batch out.

use crate::commands::batch::options::Shard;
use crate::commands::batch::row::Row;
use crate::commands::batch::tasks::Task;
use crate::files::write_file::write_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use umpteen::failure::Failure;
use umpteen::failure::usage;
use umpteen::read::read_bytes;
use umpteen_frontends::Code;

/// The plan of a batch: all inputs that its results depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of this structure.
    pub schema_version: u32,
    /// The version of the program.
    pub umpteen: String,
    /// The options of `check` for all tasks.
    pub options: Vec<String>,
    /// Which part this is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<Shard>,
    /// Whether evidence is kept.
    pub evidence: bool,
    /// The tasks, those of all parts.
    pub tasks: Vec<Task>,
}

impl Plan {
    /// The tasks of this part, with their places among all.
    pub fn part(&self) -> impl Iterator<Item = (usize, &Task)> {
        let Shard { part, of } = self.shard.unwrap_or(Shard { part: 1, of: 1 });
        self.tasks.iter().enumerate().skip(part - 1).step_by(of)
    }

    /// The difference to another plan, in words.
    pub fn difference(&self, other: &Plan) -> Option<String> {
        let shown = |words: &[String]| if words.is_empty() { "none".to_string() } else { words.join(" ") };
        let part = |plan: &Plan| plan.shard.map_or("all".to_string(), |Shard { part, of }| format!("{part}/{of}"));
        if self.umpteen != other.umpteen || self.schema_version != other.schema_version {
            return Some(format!("it was made by version {}", other.umpteen));
        }
        if self.options != other.options {
            return Some(format!("its options are: {}", shown(&other.options)));
        }
        if self.shard != other.shard {
            return Some(format!("its part of the tasks is: {}", part(other)));
        }
        if self.evidence != other.evidence {
            return Some(format!("it was made {} --evidence", if other.evidence { "with" } else { "without" }));
        }
        let by_name = |plan: &Plan| plan.tasks.iter().map(|task| (task.name.clone(), task.clone())).collect();
        let (ours, theirs): (BTreeMap<String, Task>, BTreeMap<String, Task>) = (by_name(self), by_name(other));
        if let Some(name) = theirs.keys().find(|name| !ours.contains_key(*name)) {
            return Some(format!("{name} was a task of it and is none any more"));
        }
        if let Some(name) = ours.keys().find(|name| !theirs.contains_key(*name)) {
            return Some(format!("{name} was no task of it"));
        }
        if let Some(name) = ours.keys().find(|name| ours[*name] != theirs[*name]) {
            return Some(format!("{name} has changed since"));
        }
        (self.tasks != other.tasks).then(|| "its tasks are in another order".to_string())
    }
}

/// The folder of a batch, while nobody else may use it.
pub struct Folder {
    path: PathBuf,
    results: File,
    _lock: File,
}

impl Folder {
    /// Opens the folder for a batch, with the rows that are known already.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Folder, Vec<Row>), Failure> {
        let failed = |error| Failure::io(Code::CannotWrite, path, &error);
        std::fs::create_dir_all(path).map_err(failed)?;
        let lock = lock(path)?;
        match read_plan(path)? {
            None if path.join(RESULTS).exists() => {
                return usage(&format!("{}: there is a {RESULTS} but no {PLAN}", path.display()));
            }
            None => write_file(&path.join(PLAN), &to_json(plan)?)?,
            Some(old) => {
                if let Some(difference) = plan.difference(&old) {
                    let message = format!("{} holds another batch: {difference}; use another folder", path.display());
                    return usage(&message);
                }
            }
        }
        let (rows, complete) = read_rows(path, plan)?;
        let file = path.join(RESULTS);
        let opened = OpenOptions::new().append(true).create(true).open(&file).and_then(|results| {
            results.set_len(complete)?;
            Ok(results)
        });
        let results = opened.map_err(|error| Failure::io(Code::CannotWrite, &file, &error))?;
        Ok((Folder { path: path.to_path_buf(), results, _lock: lock }, rows))
    }

    /// Adds a row, for good.
    pub fn append(&mut self, row: &Row) -> Result<(), Failure> {
        let mut line = serde_json::to_string(row).map_err(|error| Failure::Internal(error.to_string()))?;
        line.push('\n');
        let written = self.results.write_all(line.as_bytes()).and_then(|()| self.results.sync_data());
        written.map_err(|error| Failure::io(Code::CannotWrite, &self.path.join(RESULTS), &error))
    }

    /// Writes a file of the folder, whole or not at all.
    pub fn write(&self, name: &str, content: &str) -> Result<(), Failure> {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Failure::io(Code::CannotWrite, folder, &error))?;
        }
        write_file(&path, content)
    }
}

/// The name of the file that says what is asked.
const PLAN: &str = "batch.json";

/// The name of the file with the rows.
const RESULTS: &str = "results.jsonl";

/// The largest file of a batch that is read.
pub const LARGEST: u64 = 1 << 30;

/// Whether there is something of that name, if only a link to nothing.
fn is_there(file: &Path) -> bool {
    file.symlink_metadata().is_ok()
}

fn to_json(plan: &Plan) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(plan).map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(json + "\n")
}

/// Locks the folder until the process ends.
fn lock(path: &Path) -> Result<File, Failure> {
    let file = path.join("lock");
    let failed = |error| Failure::io(Code::CannotWrite, &file, &error);
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&file).map_err(failed)?;
    match opened.try_lock() {
        Ok(()) => Ok(opened),
        Err(TryLockError::WouldBlock) => usage(&format!("{}: another batch is at work there", path.display())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// The plan in a folder, if it is the folder of a batch.
pub fn read_plan(path: &Path) -> Result<Option<Plan>, Failure> {
    let file = path.join(PLAN);
    if !is_there(&file) {
        return Ok(None);
    }
    let plan = serde_json::from_slice(&read_bytes(&file, LARGEST)?);
    plan.map(Some).map_err(|error| Failure::Plain(Code::Syntax, format!("{}: {error}", file.display())))
}

/// The rows of a folder, and how many bytes hold complete ones.
pub fn read_rows(path: &Path, plan: &Plan) -> Result<(Vec<Row>, u64), Failure> {
    let file = path.join(RESULTS);
    let bytes = if is_there(&file) { read_bytes(&file, LARGEST)? } else { Vec::new() };
    let complete = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut known: BTreeMap<&str, bool> = plan.part().map(|(_, task)| (task.name.as_str(), false)).collect();
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(bytes[..complete].split_inclusive(|byte| *byte == b'\n')) {
        let wrong = |message: String| Failure::Plain(Code::Syntax, format!("{}:{number}: {message}", file.display()));
        let row: Row = serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        match known.get_mut(row.task.as_str()) {
            None => return Err(wrong(format!("{} is no task of this batch", row.task))),
            Some(true) => return Err(wrong(format!("there is a row for {} already", row.task))),
            Some(seen) => *seen = true,
        }
        rows.push(row);
    }
    Ok((rows, complete as u64))
}
