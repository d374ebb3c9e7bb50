//! The unit that is counted, in words: threads, or tokens in nets.

use crate::explain::words::count;
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use umpteen_frontends::Model;
use umpteen_model::evidence::Scope;

/// The unit that is counted in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Thread systems.
    Thread,
    /// Petri nets.
    Token,
}

impl Unit {
    /// The unit of an input.
    pub fn of(problem: &Problem) -> Unit {
        match problem {
            Problem::Counters(model, _) => Unit::of_model(model),
            Problem::Program(_) | Problem::Stacks(_) | Problem::Refinement(_) | Problem::C(_) => Unit::Thread,
        }
    }

    /// The unit of a model.
    pub fn of_model(model: &Model) -> Unit {
        match model {
            Model::Threads(_) => Unit::Thread,
            Model::Net(_) => Unit::Token,
        }
    }

    /// `1 thread`, `2 tokens`.
    pub fn count(self, number: u64) -> String {
        match self {
            Unit::Thread => count(number, "thread"),
            Unit::Token => count(number, "token"),
        }
    }

    /// For whom a SAFE holds.
    pub fn scope(self, scope: Scope) -> String {
        match (scope, self) {
            (Scope::AsCreated, Unit::Thread) => "for all threads that are created".to_string(),
            (Scope::AsCreated, Unit::Token) => "from its initial marking".to_string(),
            (Scope::AnyNumber, Unit::Thread) => "for any number of threads".to_string(),
            (Scope::AnyNumber, Unit::Token) => "for any number of tokens".to_string(),
            (Scope::AtMost(most), Unit::Thread) => format!("for at most {}", count(most, "thread")),
            (Scope::AtMost(most), Unit::Token) => format!("for at most {} at a time", count(most, "token")),
        }
    }

    /// How an UNSAFE comes about.
    pub fn cover(self, number: u64) -> String {
        match self {
            Unit::Thread => format!("with {}", self.count(number)),
            Unit::Token => format!("from {}", self.count(number)),
        }
    }
}
