//! Explicit exploration: every state of a C program with few threads, forwards, breadth first.
//!
//! The idea is the oldest one there is (Holzmann's SPIN is the classic): visit each state once. States are packed and
//! kept once, threads in equal states are interchangeable, values that nobody reads again are forgotten (of shared variables: that nobody
//! ever reads), and
//! `reduction` leaves out interleavings that make no difference. What differs: `--threads N` is a bound on the threads
//! ever started; where one more would be started, its creator waits. Sound because a failure is reported with a run that
//! the interpreter repeats, and its absence only if every value of every input was tried; `reference` is the plain
//! version that this one is tested against.

mod choices;
mod packed;
mod reduction;
pub mod reference;
mod run;
mod search;
mod states;

use reduction::Reduction;
use rustc_hash::FxHashSet;
use search::Search;
use std::collections::BTreeSet;
use umpteen_engines::budget::Budget;
use umpteen_model::c::machine::Run;
use umpteen_model::c::program::{Position, Program};

/// The bounds of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most threads ever started, main included.
    pub threads: usize,
    /// The most states kept.
    pub states: usize,
}

/// The result of an exploration.
pub struct Explored {
    /// A run in which an assertion fails.
    pub failure: Option<Run>,
    /// The positions of the statements that some run executes.
    pub executed: FxHashSet<Position>,
    /// Whether all that can happen with so many threads was visited, if nothing failed.
    pub complete: bool,
    /// Whether some thread was not started because of the bound.
    pub cut: bool,
    /// Whether some state was found in which the whole program has ended or may do so next.
    pub ended: bool,
    /// How many states were kept.
    pub states: usize,
}

impl Explored {
    /// Whether it was shown that no run of the program ever ends.
    pub fn never_ends(&self) -> bool {
        self.failure.is_none() && self.complete && !self.cut && !self.ended
    }
}

/// The final values of a program, when all its threads have ended.
pub struct Finals {
    /// The values of the shared variables.
    pub values: BTreeSet<Vec<u64>>,
    /// Whether an assertion can fail.
    pub fails: bool,
    /// Whether these are all, with any number of threads.
    pub complete: bool,
}

/// States with stacks are not packed, so fewer of them are kept.
const MOST_WITH_STACKS: usize = 200_000;

/// Visits states until an assertion fails, a bound is reached or the budget ends.
pub fn explore(program: &Program, bounds: Bounds, budget: &Budget) -> Explored {
    if program.has_frames() {
        let states = bounds.states.min(MOST_WITH_STACKS);
        return reference::explore(program, Bounds { states, ..bounds }, budget);
    }
    let mut search = Search::new(program, bounds, Some(Reduction::new(program)));
    search.run(true, budget);
    search.explored()
}

/// Explores without partial-order reduction.
pub fn explore_all(program: &Program, bounds: Bounds, budget: &Budget) -> Explored {
    let mut search = Search::new(program, bounds, None);
    search.run(true, budget);
    search.explored()
}

/// All final values of the shared variables, without leaving out interleavings.
pub fn finals(program: &Program, bounds: Bounds, budget: &Budget) -> Finals {
    let mut search = Search::of_all_values(program, bounds);
    search.run(false, budget);
    let (layout, states) = (&search.layout, &search.states);
    let has_ended = |state: &[u64], thread| program.locations[layout.location(state, thread) as usize].ends;
    let all = (0..states.len()).map(|number| states.get(number));
    let ended = all.filter(|state| (0..layout.threads(state)).all(|thread| has_ended(state, thread)));
    Finals {
        values: ended.map(|state| layout.globals(state)).collect(),
        fails: search.failed.is_some(),
        complete: search.complete && !search.cut,
    }
}
