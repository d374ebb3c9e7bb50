//! The oracle: what is known of every reachable state, so that backward search can drop states that no run covers.

use crate::pairs::Pairs;
use umpteen_model::evidence::Invariant;
use umpteen_model::state::State;
use umpteen_model::system::System;

/// Facts that hold in every reachable state.
pub struct Oracle {
    pairs: Option<Pairs>,
}

impl Oracle {
    /// An oracle that knows nothing.
    pub fn none() -> Oracle {
        Oracle { pairs: None }
    }

    /// The oracle of reachable (shared, local) pairs.
    pub fn pairs(system: &System) -> Oracle {
        Oracle { pairs: Some(Pairs::closure(system)) }
    }

    /// Whether the rule may ever fire.
    pub fn may_fire(&self, rule: usize) -> bool {
        self.pairs.as_ref().is_none_or(|pairs| pairs.may_fire(rule))
    }

    /// Whether no reachable state covers `state`.
    pub fn excludes(&self, state: &State) -> bool {
        self.pairs.as_ref().is_some_and(|pairs| {
            !pairs.contains_shared(state.shared)
                || state.locals().iter().any(|&(local, _)| !pairs.contains(state.shared, local))
        })
    }

    /// The facts in the form that certificates hold.
    pub fn invariant(&self) -> Invariant {
        Invariant { pairs: self.pairs.as_ref().map(Pairs::by_shared), weights: Vec::new() }
    }
}
