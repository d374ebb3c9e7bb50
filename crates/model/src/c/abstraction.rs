//! An abstraction of a C program: predicates, and facts about them.
//!
//! A predicate over shared variables only is a shared Boolean; any other one, mixed ones included, is a local Boolean of
//! every thread of its template (papers/symmpa, Definition 1), tracked where all its locals are live and meaningless
//! elsewhere.

use super::expression::Expr;
use super::facts::Facts;
use super::liveness;
use super::program::Program;
use crate::boolean::program::MOST_VARIABLES;
use serde::{Deserialize, Serialize};

/// Predicates and what is known about them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abstraction {
    /// Conditions over the shared variables and the variables of one thread, in the form that `atom` gives.
    pub predicates: Vec<Expr>,
    /// Clauses over one moment that hold at every moment.
    pub lemmas: Vec<Clause>,
    /// Clauses over the moments before and after a step that hold whenever it is executed.
    pub steps: Vec<StepClause>,
    /// Facts that were proved before, on which the clauses may rely.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// Sets of locations that clauses speak of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Vec<u32>>,
}

/// At least one of the literals holds.
pub type Clause = Vec<Literal>;

/// A clause about a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepClause {
    /// The location of the executing thread.
    pub location: u32,
    /// The edge there.
    pub edge: u32,
    /// The clause.
    pub clause: Clause,
    /// The clause holds if these threads are at these locations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(u8, u32)>,
}

impl StepClause {
    /// How many threads beside the executing one it speaks of.
    pub fn others(&self) -> u8 {
        let threads = self.clause.iter().map(|literal| literal.thread);
        threads.chain(self.places.iter().map(|(thread, _)| *thread)).max().unwrap_or(0)
    }
}

/// More places than this are not kept apart: a location's fit one machine word.
pub const MOST_PLACES: usize = 64;

/// A predicate of some thread holds, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Literal {
    /// The number of the predicate.
    pub predicate: u32,
    /// Whose it is: 0 is the executing thread, the others are distinct; 0 for shared predicates.
    pub thread: u8,
    /// Whether it is about the moment after the step.
    pub after: bool,
    /// Whether it holds.
    pub holds: bool,
}

/// The Boolean variable of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// A shared one.
    Shared(u8),
    /// One of every thread of its template.
    Local(u8),
}

impl Kept {
    /// Its number among the shared, or the local, ones.
    pub fn number(self) -> u8 {
        match self {
            Kept::Shared(number) | Kept::Local(number) => number,
        }
    }
}

/// Where each predicate is kept. Threads with stacks keep what is about their own variables only: nobody else could keep the
/// others up to date down in a stack. What is about a result is about nothing else, since nobody knows to whom it goes.
pub struct Tracking {
    /// For each predicate its Boolean variable.
    pub slots: Vec<Kept>,
    /// For each location the local Booleans that have a meaning there.
    pub tracked: Vec<u64>,
    /// The shared predicates.
    pub shared: Vec<u32>,
    /// The predicates of threads.
    pub local: Vec<u32>,
}

impl Tracking {
    /// Decides where to keep the predicates; none if there are too many.
    pub fn new(program: &Program, predicates: &[Expr]) -> Option<Tracking> {
        let live = liveness::live(program);
        let results = program.results();
        let (mut shared, mut local, mut slots) = (Vec::new(), Vec::new(), Vec::new());
        let mut tracked = vec![0u64; program.locations.len()];
        for (number, predicate) in (0u32..).zip(predicates) {
            let locals = predicate.locals();
            let list = if locals.is_empty() { &mut shared } else { &mut local };
            if list.len() >= MOST_VARIABLES {
                return None;
            }
            let slot = list.len() as u8;
            list.push(number);
            if locals.is_empty() {
                slots.push(Kept::Shared(slot));
                continue;
            }
            slots.push(Kept::Local(slot));
            if !program.can_track(predicate, &results) {
                continue;
            }
            for (at, tracked) in (0u32..).zip(&mut tracked) {
                if locals.iter().all(|&local| live.contains(at, local)) {
                    *tracked |= 1 << slot;
                }
            }
        }
        Some(Tracking { slots, tracked, shared, local })
    }
}
