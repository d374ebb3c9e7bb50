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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_inequation::tests::lock;

    /// A lock, asked whether two threads hold it at once.
    fn refutation(open: bool) -> (System, Refutation) {
        let system = lock();
        let inequation = StateInequation::new(&system, |_| true);
        let targets = if open { vec![State::new(1, [(1, 2)]).unwrap()] } else { Vec::new() };
        let refutation = Refutation::new(&system, inequation, targets);
        (system, refutation)
    }

    #[test]
    fn targets_are_asked_when_the_search_is_not_short_any_more() {
        let (_, mut refutation) = refutation(true);
        assert!(!Refutation::is_worthwhile(SHORT - 1) && Refutation::is_worthwhile(SHORT));
        assert_eq!(refutation.targets(SHORT - 1, &Budget::unlimited()), (Vec::new(), false));
        assert_eq!(refutation.inequation.work(), 0);
        let (weights, all) = refutation.targets(SHORT, &Budget::unlimited());
        assert!(all && weights.len() == 1);
        assert_eq!(refutation.targets(u64::MAX, &Budget::unlimited()), (Vec::new(), false), "no target is left");
    }

    #[test]
    fn states_are_asked_with_a_share_of_the_work_that_is_used_up() {
        let (_, mut refutation) = refutation(false);
        let (two, one) = (State::new(1, [(1, 2)]).unwrap(), State::new(1, [(1, 1)]).unwrap());
        // Less than four units are no operation.
        assert_eq!(refutation.state(&two, 3, &Budget::unlimited()), None);
        assert_eq!(refutation.inequation.work(), 0);
        assert!(refutation.state(&two, 1_000_000, &Budget::unlimited()).is_some());
        assert_eq!(refutation.spent, 0, "what refutes a state is given back");
        let mut before = None;
        // Questions without an answer cost, until there is nothing left.
        while before != Some(refutation.inequation.work()) {
            before = Some(refutation.inequation.work());
            assert_eq!(refutation.state(&one, 4_000, &Budget::unlimited()), None);
        }
        let spent = refutation.spent;
        assert!((1_000..2_000).contains(&spent), "{spent}");
        assert!(refutation.state(&two, 1_000_000, &Budget::unlimited()).is_some(), "a longer search has more");
    }

    #[test]
    fn states_are_not_asked_while_targets_are_open() {
        let (_, mut refutation) = refutation(true);
        assert_eq!(refutation.state(&State::new(1, [(1, 2)]).unwrap(), u64::MAX, &Budget::unlimited()), None);
        assert_eq!(refutation.inequation.work(), 0);
    }
}
