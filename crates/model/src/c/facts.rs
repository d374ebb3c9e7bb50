//! Facts: what holds of every thread, of every two threads, and of how many threads are somewhere, at every moment.
//!
//! "No two threads have the same ticket" is about two threads, and no predicate over the variables of one can say it.
//! Kaiser, Kroening and Wahl (Lost in Abstraction, 2014) let a thread remember whether some other one is related to it,
//! which costs the monotonicity that unbounded search needs. Here such relations are proved first, by induction over
//! the steps of the program for any number of threads, and are then used as assumptions wherever a step is abstracted:
//! the Boolean program stays what it was, it only has fewer steps.
//!
//! The facts of a program are proved together. They hold at the start, and if all of them hold before a step, then all
//! of them hold after it. A fact about one or two threads can be broken only by a step of one of these or by a step of a
//! third one that writes a shared variable; facts about two threads mention none, so that case does not arise for them.

use super::expression::Expr;
use super::program::Program;
use serde::{Deserialize, Serialize};

/// All facts about a program; together they are an inductive invariant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// About every thread.
    pub each: Vec<Each>,
    /// About every two threads.
    pub pairs: Vec<Pair>,
    /// About the number of threads somewhere.
    pub counts: Vec<Count>,
}

/// Whenever a thread is at one of the locations, the condition holds of its variables and the shared ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// The condition.
    pub holds: Expr,
    /// The locations.
    pub at: Vec<u32>,
}

/// Whenever a thread is at the first location of a pair and another one at the second, the condition holds of their
/// variables. Those of the second thread are numbered after all locals of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The condition; it mentions no shared variable. The constant 0: never both at the same time.
    pub holds: Expr,
    /// The pairs of locations.
    pub at: Vec<(u32, u32)>,
}

/// So many threads are at these locations, provided that fewer than `MOST_THREADS` exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The number, over shared variables; its bits are read without sign.
    pub number: Expr,
    /// The locations.
    pub at: Vec<u32>,
}

/// A count relies on there being fewer threads than this: then no counter of 32 bits or more wraps.
pub const MOST_THREADS: u64 = 1 << 31;

/// The facts at hand for threads at known locations.
#[derive(Debug, Default)]
pub struct Known {
    /// The facts.
    pub facts: Facts,
    each: Vec<Vec<u32>>,
    pairs: Vec<Vec<(u32, u32)>>,
}

impl Facts {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.each.is_empty() && self.pairs.is_empty() && self.counts.is_empty()
    }
}

impl Known {
    /// Sorts the facts by location; locations must exist.
    pub fn new(program: &Program, facts: Facts) -> Known {
        let mut each = vec![Vec::new(); program.locations.len()];
        let mut pairs = vec![Vec::new(); program.locations.len()];
        for (number, fact) in (0u32..).zip(&facts.each) {
            fact.at.iter().for_each(|&at| each[at as usize].push(number));
        }
        for (number, fact) in (0u32..).zip(&facts.pairs) {
            fact.at.iter().for_each(|&(first, second)| pairs[first as usize].push((second, number)));
        }
        Known { facts, each, pairs }
    }

    /// The facts about one thread at a location.
    pub fn of_each(&self, at: u32) -> impl Iterator<Item = &Expr> {
        let numbers = self.each.get(at as usize).into_iter().flatten();
        numbers.map(|&number| &self.facts.each[number as usize].holds)
    }

    /// The facts about two threads, the first and the second of the formula, at these locations.
    pub fn of_pair(&self, first: u32, second: u32) -> impl Iterator<Item = &Expr> {
        let numbers = self.pairs.get(first as usize).into_iter().flatten();
        numbers.filter(move |(at, _)| *at == second).map(|&(_, number)| &self.facts.pairs[number as usize].holds)
    }
}
