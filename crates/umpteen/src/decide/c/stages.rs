//! The stages that decide a C program, with their bounds: all of them, in one list.
//!
//! A program is decided by the first of [`DECIDING`] that has an answer. The other stages look closer afterwards: at what an
//! UNKNOWN leaves open, and at what a SAFE means.

use std::time::Duration;
use umpteen_cegar::explore::Bounds;
use umpteen_engines::budget::Budget;

/// A stage of the decision about a C program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Looks for a failure with few threads in few states: most mistakes show there, long before a proof attempt would find
    /// them.
    QuickLook,
    /// Visits all states, if the program starts few threads or is asked about few.
    Exploration,
    /// Abstraction refinement, for any number of threads; `umpteen_cegar` has bounds of its own.
    Refinement,
    /// Looks for a failure with few threads where refinement ends without an answer.
    LookAround,
    /// Looks which assertions of a SAFE program are executed at all.
    Coverage,
    /// Looks for an invalid access in a SAFE program that was not asked about those.
    InvalidAccesses,
    /// Guesses and proves what holds at each line.
    Lines,
    /// Proves, for a witness, what holds before each statement.
    Invariants,
}

/// The stages that can decide a program, in their order.
pub(crate) const DECIDING: [Stage; 3] = [Stage::QuickLook, Stage::Exploration, Stage::Refinement];

/// The bounds of a stage.
struct Limits {
    threads: u32,
    states: usize,
    time: Share,
}

/// A share of the time that is left.
enum Share {
    All,
    /// One part of so many.
    Part(u32),
    AtMost(Duration),
}

/// No bound on the number of threads or states.
const ANY: (u32, usize) = (u32::MAX, usize::MAX);

impl Stage {
    /// The list: threads, states, time.
    fn limits(self) -> Limits {
        let ((threads, states), time) = match self {
            Stage::QuickLook => ((3, 60_000), Share::Part(4)),
            // One part for the exploration, and again for the judge. If a number of threads is asked for, that is the bound.
            Stage::Exploration => ((12, 2_000_000), Share::Part(4)),
            Stage::Refinement => (ANY, Share::All),
            Stage::LookAround => ((4, 100_000), Share::All),
            Stage::Coverage => ((3, 20_000), Share::All),
            Stage::InvalidAccesses => ((3, 20_000), Share::AtMost(Duration::from_secs(2))),
            Stage::Lines => ((3, ANY.1), Share::AtMost(Duration::from_secs(2))),
            Stage::Invariants => (ANY, Share::AtMost(Duration::from_secs(5))),
        };
        Limits { threads, states, time }
    }

    /// The most threads of this stage.
    pub(crate) fn threads(self) -> u32 {
        self.limits().threads
    }

    /// The bounds of an exploration with at most so many threads.
    pub(crate) fn bounds(self, threads: u32) -> Bounds {
        Bounds { threads: threads as usize, states: self.limits().states }
    }

    /// Works with the part of a budget that this stage may use.
    pub(crate) fn within<T>(self, budget: &Budget, work: impl FnOnce(&Budget) -> T) -> T {
        match self.limits().time {
            Share::All => work(budget),
            Share::Part(parts) => work(&budget.fraction(parts)),
            Share::AtMost(longest) => work(&budget.at_most(longest)),
        }
    }
}
