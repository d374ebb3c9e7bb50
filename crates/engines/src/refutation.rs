//! When backward search asks the state inequation: not at all while the search is short, then as often as it pays.
//!
//! A question costs as much as hundreds or thousands of states, and may save as many. So the inequation gets a share of
//! the work of the search, and what a refuted state has cost is given back. The targets are asked first, each time with
//! what there is: if all of them are refuted, the search is over. Work is counted in operations, which take a few
//! nanoseconds, not in seconds, so that a run can be repeated.

use crate::budget::Budget;
use crate::state_inequation::{Opinion, StateInequation};
use crate::weights::exceeds;
use umpteen_model::evidence::Weight;
use umpteen_model::state::State;
use umpteen_model::system::System;

/// So much of the search is done without.
const SHORT: u64 = 300_000;

/// The inequation with an account of its work.
pub struct Refutation {
    inequation: StateInequation,
    /// Operations that did not pay.
    spent: u64,
    /// Targets that may still be refuted, and the number of states after which they are asked next.
    targets: Vec<State>,
    next: u64,
    /// So many operations may be made for four units of the search's effort.
    share: u64,
}

/// The shares of nets and of thread systems: the inequation decides most nets at once, and few thread systems, where
/// the shared state tells more than sums do.
const SHARES: (u64, u64) = (8, 1);

impl Refutation {
    /// Whether a search of so much effort should have one.
    pub fn is_worthwhile(effort: u64) -> bool {
        effort >= SHORT
    }

    /// A new account for the targets of a system.
    pub fn new(system: &System, inequation: StateInequation, targets: Vec<State>) -> Refutation {
        let share = if system.shared_count == 1 { SHARES.0 } else { SHARES.1 };
        Refutation { inequation, spent: 0, targets, next: SHORT, share }
    }

    /// Weights that refute targets; whether they are all refuted.
    pub fn targets(&mut self, effort: u64, budget: &Budget) -> (Vec<Weight>, bool) {
        if self.targets.is_empty() || effort < self.next {
            return (Vec::new(), false);
        }
        self.next = effort.saturating_mul(2);
        let mut found: Vec<Weight> = Vec::new();
        let mut open = Vec::new();
        let end = self.inequation.work() + effort / 4 * self.share;
        for target in std::mem::take(&mut self.targets) {
            if found.iter().any(|weight| exceeds(weight, &target)) {
                continue;
            }
            match self.inequation.ask(&target, end.saturating_sub(self.inequation.work()), budget) {
                Opinion::Excluded(weight) => found.push(weight),
                // Then the targets cannot all be refuted.
                Opinion::Possible => return (found, false),
                Opinion::Open => open.push(target),
            }
        }
        self.targets = open;
        (found, self.targets.is_empty())
    }

    /// A weight that refutes a state, if it may be asked for and there is one.
    pub fn state(&mut self, state: &State, effort: u64, budget: &Budget) -> Option<Weight> {
        let left = (effort / 4 * self.share).saturating_sub(self.spent);
        if left == 0 || !self.targets.is_empty() {
            return None;
        }
        let before = self.inequation.work();
        let opinion = self.inequation.ask(state, left, budget);
        self.spent += self.inequation.work() - before;
        let Opinion::Excluded(weight) = opinion else { return None };
        self.spent = self.spent.saturating_sub(2 * (self.inequation.work() - before));
        Some(weight)
    }
}
