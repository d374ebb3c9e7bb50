//! The oracle: what is known of every reachable state, so that backward search can drop states that no run covers.

use crate::budget::{Budget, Stop};
use crate::pairs::Pairs;
use crate::refutation::Refutation;
use crate::state_inequation::StateInequation;
use crate::{locks, weights};
use std::cell::RefCell;
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::{Invariant, Weight};
use umpteen_model::state::State;
use umpteen_model::system::System;

/// The search effort that is assumed at the start of an eager search, so that no query is postponed.
const EAGER: u64 = 1 << 40;

/// Facts that hold in every reachable state.
pub struct Oracle {
    pairs: Option<Pairs>,
    weights: RefCell<Vec<Weight>>,
    refutation: RefCell<Option<Refutation>>,
    /// Whether the state inequation is asked about every state.
    is_eager: bool,
}

impl Oracle {
    /// An oracle that knows nothing.
    pub fn none() -> Oracle {
        Oracle { pairs: None, weights: RefCell::default(), refutation: RefCell::default(), is_eager: false }
    }

    /// The oracle of reachable (shared, local) pairs and of the weights that the input suggests.
    pub fn thread_modular(system: &System, budget: &Budget) -> Result<Oracle, Stop> {
        let pairs = Some(Pairs::closure(system, budget)?);
        Ok(Oracle {
            pairs,
            weights: RefCell::new(weights::verified(system)),
            refutation: RefCell::default(),
            is_eager: false,
        })
    }

    /// The oracle of pairs that were found on a program, and of its locks.
    pub fn of_program(tables: &Tables, system: &System) -> Oracle {
        let pairs = Pairs::known(&tables.pairs, system.rules.len());
        let mut weights = weights::verified(system);
        weights.extend(locks::weights(tables, system));
        Oracle { pairs: Some(pairs), weights: RefCell::new(weights), refutation: RefCell::default(), is_eager: false }
    }

    /// This oracle with the state inequation asked about every state.
    pub fn eager(self) -> Oracle {
        Oracle { is_eager: true, ..self }
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
        outside || self.weights.borrow().iter().any(|weight| weights::exceeds(weight, state))
    }

    /// Tries to exclude all targets by the state inequation, if a search of so much effort is worth it.
    pub fn refutes_targets(&self, system: &System, effort: u64, budget: &Budget) -> bool {
        let effort = if self.is_eager { EAGER } else { effort };
        if self.pairs.is_none() || !Refutation::is_worthwhile(effort) {
            return false;
        }
        let mut refutation = self.refutation.borrow_mut();
        let refutation = refutation.get_or_insert_with(|| {
            let targets = system.minimal_targets().filter(|target| !self.excludes(target)).collect();
            Refutation::new(system, StateInequation::new(system, |rule| self.may_fire(rule)), targets)
        });
        let (weights, all) = refutation.targets(effort, budget);
        self.weights.borrow_mut().extend(weights);
        all
    }

    /// Tries to exclude a state by the state inequation, if that is worth it.
    pub fn refutes(&self, state: &State, effort: u64, budget: &Budget) -> bool {
        let effort = if self.is_eager { EAGER } else { effort };
        let mut refutation = self.refutation.borrow_mut();
        let weight = refutation.as_mut().and_then(|refutation| refutation.state(state, effort, budget));
        let refuted = weight.is_some();
        self.weights.borrow_mut().extend(weight);
        refuted
    }

    /// An estimate of the distance of a state from a start.
    pub fn distance(&self, state: &State) -> u64 {
        let Some(pairs) = &self.pairs else { return 0 };
        let level = |local| u64::from(pairs.level(state.shared, local));
        state.locals().iter().map(|&(local, count)| level(local) * u64::from(count)).sum()
    }

    /// The facts in the form that certificates hold.
    pub fn invariant(&self) -> Invariant {
        Invariant { pairs: self.pairs.as_ref().map(Pairs::by_shared), weights: self.weights.borrow().clone() }
    }
}
