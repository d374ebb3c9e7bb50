//! The oracle: what is known of every reachable state, so that backward search can drop states that no run covers.

use crate::budget::{Budget, Stop};
use crate::pairs::Pairs;
use crate::{locks, weights};
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::{Invariant, Weight};
use umpteen_model::state::State;
use umpteen_model::system::System;

/// Facts that hold in every reachable state.
pub struct Oracle {
    pairs: Option<Pairs>,
    weights: Vec<Weight>,
}

impl Oracle {
    /// An oracle that knows nothing.
    pub fn none() -> Oracle {
        Oracle { pairs: None, weights: Vec::new() }
    }

    /// The oracle of reachable (shared, local) pairs and of the weights that the input suggests.
    pub fn thread_modular(system: &System, budget: &Budget) -> Result<Oracle, Stop> {
        Ok(Oracle { pairs: Some(Pairs::closure(system, budget)?), weights: weights::verified(system) })
    }

    /// The oracle of pairs that were found on a program, and of its locks.
    pub fn of_program(tables: &Tables, system: &System) -> Oracle {
        let pairs = Pairs::known(&tables.pairs, system.rules.len());
        let mut weights = weights::verified(system);
        weights.extend(locks::weights(tables, system));
        Oracle { pairs: Some(pairs), weights }
    }

    /// Whether the rule may ever fire.
    pub fn may_fire(&self, rule: usize) -> bool {
        self.pairs.as_ref().is_none_or(|pairs| pairs.may_fire(rule))
    }

    /// Whether no reachable state covers `state`.
    pub fn excludes(&self, state: &State) -> bool {
        let outside = self.pairs.as_ref().is_some_and(|pairs| {
            !pairs.contains_shared(state.shared)
                || state.locals().iter().any(|&(local, _)| !pairs.contains(state.shared, local))
        });
        outside || self.weights.iter().any(|weight| weights::exceeds(weight, state))
    }

    /// How far the state is from a start, roughly.
    pub fn distance(&self, state: &State) -> u64 {
        let Some(pairs) = &self.pairs else { return 0 };
        let level = |local| u64::from(pairs.level(state.shared, local));
        state.locals().iter().map(|&(local, count)| level(local) * u64::from(count)).sum()
    }

    /// The facts in the form that certificates hold.
    pub fn invariant(&self) -> Invariant {
        Invariant { pairs: self.pairs.as_ref().map(Pairs::by_shared), weights: self.weights.clone() }
    }
}
