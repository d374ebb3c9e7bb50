//! A run in a report: in words, and for C as data.

use serde::{Deserialize, Serialize};

/// One step of a run: in words, and for C what it does as data.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StepView {
    /// The threads that move, counted from one; empty for nets.
    pub threads: Vec<usize>,
    /// The edge or transition.
    pub action: String,
    /// Its line in the file, 0 if unknown.
    pub line: u32,
    /// The file, if the run visits several.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub file: String,
    /// The state after it.
    pub state: String,
    /// Only the program counter changes.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub silent: bool,
    /// The file's name as the user would write it, for C.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub path: String,
    /// All lines of the file that it executes, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lines: Vec<u32>,
    /// Its column in the line, 0 if unknown.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub column: u32,
    /// The shared variables that change, and the variables of threads that are assigned.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub changes: Vec<ChangeView>,
    /// The effects of the step on other threads and on locks, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub events: Vec<EventView>,
    /// The shared variables that it looks at.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub read: Vec<String>,
    /// The shared variables that it assigns.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub written: Vec<String>,
    /// Whether the thread is inside an atomic section after it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub atomic: bool,
    /// The locks that the thread holds after it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub held: Vec<String>,
    /// The line where it begins, 0 if unknown: it may be more than one statement.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub begins: u32,
    /// The condition on the shared variables that the step reads, before it begins, as C.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub before: String,
    /// Whether the failure depends on it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub needed: bool,
}

impl StepView {
    /// Whether the step is nothing but the read of a shared variable.
    pub fn is_read(&self) -> bool {
        self.action.starts_with("read ")
    }
}

/// A variable that a step assigns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChangeView {
    /// Its name.
    pub name: String,
    /// The thread that it belongs to, counted from one; none if it is shared.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub thread: Option<usize>,
    /// Its value before; empty for a thread that the step starts.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub old: String,
    /// Its value after.
    pub new: String,
}

/// An effect of a step on other threads or on locks; threads are counted from one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum EventView {
    /// A thread begins.
    Starts {
        /// The new thread.
        thread: usize,
    },
    /// Threads have ended, and the step has waited for that.
    Joins {
        /// One thread, or all others where it is not known which one is meant.
        threads: Vec<usize>,
    },
    /// The thread acquires a lock.
    Locks {
        /// The lock's name.
        object: String,
    },
    /// The thread releases a lock.
    Unlocks {
        /// The lock's name.
        object: String,
    },
    /// The thread enters an atomic section.
    Enters,
    /// The thread leaves an atomic section.
    Leaves,
    /// The property is violated.
    Fails,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A run in words, which is not evidence of anything.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunView {
    /// The start.
    pub start: String,
    /// The steps.
    pub steps: Vec<StepView>,
    /// The names of those who move, if they have any.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub names: Vec<String>,
    /// How the failure comes about.
    #[serde(skip_serializing_if = "StoryView::is_empty", default)]
    pub story: StoryView,
}

/// How a failure comes about, in a few sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoryView {
    /// The sentences.
    pub sentences: Vec<String>,
    /// The numbers of the steps that conflict, counted from one; the failing step is one of them.
    pub steps: Vec<usize>,
}

impl StoryView {
    /// Whether there is no story.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }
}
