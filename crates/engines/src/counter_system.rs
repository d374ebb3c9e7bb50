//! The interface of a system for backward search: explicit systems in `predecessors`, Boolean programs in
//! `boolean::on_the_fly`.

use crate::budget::Budget;
use umpteen_model::state::{Overflow, State};

/// A minimal predecessor and the rule that leads from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predecessor {
    /// The index of the rule.
    pub rule: u32,
    /// The state before.
    pub state: State,
}

/// A well-structured system, seen backwards.
pub trait CounterSystem {
    /// The minimal states to be covered, without those that the oracle excludes.
    fn targets(&self) -> impl Iterator<Item = State>;

    /// The smallest initial state that covers `state`, if there is one.
    fn initial_covering(&self, state: &State) -> Option<State>;

    /// Appends states whose upward closure is the set of all states from which one step leads to a state that covers
    /// `state`, except those that cover `state` themselves (Eq. 1 of papers/ucob).
    fn cover_predecessors(&self, state: &State, found: &mut Vec<Predecessor>) -> Result<(), Overflow>;

    /// Whether the oracle knows that no reachable state covers `state`.
    fn is_excluded(&self, state: &State) -> bool;

    /// Tries harder to show that no target can be covered, as hard as a search of so much effort is worth.
    fn refutes_targets(&self, _effort: u64, _budget: &Budget) -> bool {
        false
    }

    /// Tries harder to show that no reachable state covers `state`.
    fn refutes(&self, _state: &State, _effort: u64, _budget: &Budget) -> bool {
        false
    }

    /// An estimate of the distance of a state from a start.
    fn distance(&self, state: &State) -> u64;

    /// Makes a state smaller without changing whether it can be covered.
    fn reduce(&self, state: &mut State);
}
