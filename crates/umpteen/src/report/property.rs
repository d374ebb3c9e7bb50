//! The answers about several properties of one program.

use crate::report::PlaceView;
use serde::{Deserialize, Serialize};

/// The answer about one property, in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PropertyView {
    /// The property, as `--property` spells it.
    pub property: String,
    /// The answer.
    pub verdict: VerdictName,
    /// For whom a SAFE holds, what an UNSAFE does, why it is UNKNOWN.
    pub words: String,
    /// The place of a failure, where there is a line.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at: Option<PlaceView>,
    /// How long it took.
    pub seconds: f64,
}

/// The verdicts by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// The property holds.
    Safe,
    /// It does not.
    Unsafe,
    /// Neither is known.
    Unknown,
}

impl VerdictName {
    /// The name as it is printed.
    pub fn name(self) -> &'static str {
        match self {
            VerdictName::Safe => "SAFE",
            VerdictName::Unsafe => "UNSAFE",
            VerdictName::Unknown => "UNKNOWN",
        }
    }
}

impl PropertyView {
    /// The property in one word, in the plural: assertions include invalid accesses, and deadlocks the misuse of locks.
    pub fn subject(&self) -> &str {
        match self.property.as_str() {
            "assert" => "assertions",
            "deadlock" => "deadlocks",
            "no-data-race" => "races",
            other => other,
        }
    }
}
