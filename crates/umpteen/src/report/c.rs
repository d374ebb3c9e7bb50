//! The part of a report about a C program beyond the verdict.

use serde::{Deserialize, Serialize};

/// The part of a report about a C program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CReport {
    /// Which assertions there are, and whether they are reached at all; only if SAFE.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub covers: Option<String>,
    /// Limits of the verdict that a reader might overlook; only if SAFE.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub caveats: Vec<CaveatView>,
    /// The assumptions of the verdict.
    pub assumes: Vec<String>,
    /// The rounds of abstraction refinement, in words.
    pub rounds: Vec<String>,
    /// The statistics of abstraction refinement.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub statistics: Option<umpteen_cegar::Statistics>,
    /// The facts about all threads that a proof relies on, in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub facts: Vec<String>,
    /// The facts of a proof at lines of the source where threads stop, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lines: Vec<LineView>,
    /// Whether the program starts threads.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub has_threads: bool,
    /// The facts among them that can be expressed in C, if a witness is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invariants: Vec<InvariantView>,
    /// The variables of the invariants that are not the program's.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub ghosts: Vec<GhostView>,
}

/// The assumptions of a verdict by weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumptionsView {
    /// Those that may well be false of the program.
    pub matter: Vec<String>,
    /// Those that nearly every verdict shares.
    pub usual: Vec<String>,
}

/// Something that a SAFE does not say although it may seem to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaveatView {
    /// The kind.
    pub kind: CaveatKind,
    /// One sentence.
    pub text: String,
    /// The text for the first line of the report, if the caveat restricts the verdict.
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
    /// The assignments to it.
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

/// The facts known where a thread is about to execute a line.
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
