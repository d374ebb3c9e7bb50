//! The formulas of paths, kept for people to read, and how many paths of each kind there were.

use super::run::Part;
use super::summary::Term;
use umpteen_model::system::System;

/// The paths that were looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// Complete paths without loops.
    pub loop_free: u64,
    /// Complete paths with simple loops only.
    pub simple: u64,
    /// Ends of paths that cannot be reached, whatever comes before them.
    pub pruned: u64,
    /// Paths through spaghetti, searched state by state.
    pub spaghetti: u64,
    /// Whether backward search had to do it all, since there were too many paths or numbers got too large.
    pub handed_over: bool,
    /// The first few formulas.
    pub formulas: Vec<Formula>,
}

/// The formula of one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The shared states along the path.
    pub path: Vec<Stop>,
    /// The conjunction of inequalities.
    pub inequalities: Vec<Inequality>,
    /// How often to go round its loops for a shortest run, if there is one.
    pub rounds: Option<Vec<i128>>,
    /// Whether the solver gave up.
    pub undecided: bool,
}

/// A place on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A shared state.
    Shared(u32),
    /// Full rounds of a loop that leads back to the shared state before, through these.
    Loop(Vec<u32>),
}

/// Threads in `local`: `term <= most`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inequality {
    /// The local state.
    pub local: u32,
    /// How many threads are needed there, at least.
    pub term: Term,
    /// How many there can be.
    pub most: u32,
}

impl Stop {
    /// The stops of a path that begins at a shared state.
    pub(super) fn along(system: &System, start: u32, parts: &[&Part]) -> Vec<Stop> {
        let to = |rule: &u32| system.rules[*rule as usize].to;
        let stops = parts.iter().map(|part| match part {
            Part::Rule(rule) => Stop::Shared(to(rule)),
            Part::Loop { rules, .. } => Stop::Loop(rules.iter().map(to).collect()),
        });
        std::iter::once(Stop::Shared(start)).chain(stops).collect()
    }
}
