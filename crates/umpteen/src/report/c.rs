//! What a report says about a C program beyond the verdict.

use serde::{Deserialize, Serialize};

/// What a report says about a C program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CReport {
    /// Which assertions there are, and whether they are reached at all; only if SAFE.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub covers: Option<String>,
    /// What the verdict does not say although it may seem to; only if SAFE.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub caveats: Vec<CaveatView>,
    /// What the verdict relies on.
    pub assumes: Vec<String>,
    /// The rounds of abstraction refinement, in words.
    pub rounds: Vec<String>,
    /// How much work abstraction refinement was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub statistics: Option<umpteen_cegar::Statistics>,
    /// The facts about all threads that a proof relies on, in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub facts: Vec<String>,
    /// What a proof says about the lines of the source where threads stop, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lines: Vec<LineView>,
    /// Whether the program starts threads.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub has_threads: bool,
    /// What of that can be said in C, if a witness is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invariants: Vec<InvariantView>,
    /// The variables of the invariants that are not the program's.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub ghosts: Vec<GhostView>,
}

/// Something that a SAFE does not say although it may seem to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaveatView {
    /// The kind.
    pub kind: CaveatKind,
    /// One sentence.
    pub text: String,
    /// What the first line of the report says about it, if it restricts the verdict.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_line: Option<String>,
}

/// The kinds of caveats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaveatKind {
    /// Memory orders are taken as sequentially consistent.
    MemoryOrder,
    /// An invalid access happens, and nothing is said about what comes after it.
    InvalidAccess,
    /// Functions without a body write only what they are given.
    UnknownFunctions,
    /// No run ends.
    NeverEnds,
}

/// A condition that holds whenever a thread is about to execute the statement on a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InvariantView {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The condition, as C.
    pub value: String,
}

/// An `int` that stands for a mutex.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GhostView {
    /// Its name.
    pub name: String,
    /// Its first value, as C.
    pub initial: String,
    /// Where it changes.
    pub updates: Vec<UpdateView>,
}

/// An assignment to a ghost, at once with a statement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UpdateView {
    /// The file.
    pub file: String,
    /// The line of the statement.
    pub line: u32,
    /// The value, as C.
    pub value: String,
}

/// What is known where a thread is about to execute a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LineView {
    /// The file.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub file: String,
    /// The line; 0 for what holds everywhere.
    pub line: u32,
    /// Conditions that hold there.
    pub known: Vec<String>,
    /// How many threads can be there, if that is bounded; any number if not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub threads: Option<String>,
}
