//! Paths through spaghetti: backward search restricted to what lies along a path of the quotient (papers/cutr Alg. 3, lines
//! 3 to 5).
//!
//! A path is a sequence of components here, with all rules between neighbours, so that parallel rules do not multiply
//! paths. The slice is never built: rules outside it are not fired. What was searched is kept for each beginning of a path,
//! seen from the start: the states at a component lead back through the same rules on every path with the same
//! components before it, so another path need not look at them again.
//!
//! Taken together with those of the other paths (`search`), the states are closed under predecessors: those of a state lie
//! along some path with the same end, and there it was met as well. So they are a certificate.

use super::quotient::{Kind, Quotient};
use crate::backward::{Backward, Order, Search};
use crate::basis::Basis;
use crate::budget::Budget;
use crate::counter_system::{CounterSystem, Predecessor};
use crate::predecessors::Explicit;
use crate::{Reason, Statistics};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::System;

/// More paths than this are not searched one by one: much of what they meet is the same.
const MOST_PATHS: u64 = 10;

/// A path that costs more than this is not searched to its end: of two paths the first may take minutes where the other one, or
/// a search that does not tell paths apart, needs milliseconds.
const MOST_EFFORT: u64 = 20_000_000;

/// How the search ended.
pub enum Found {
    /// A path to a target, as backward search tells it.
    Run(Vec<(State, Option<u32>)>),
    /// No path with spaghetti leads to a target; the states that were met.
    Nothing(Vec<State>),
    /// There are too many paths, or one of them takes too long.
    TooMany,
}

/// Searches all paths with spaghetti on them, those with the fewest rules first.
pub fn search(
    system: &System,
    quotient: &Quotient,
    explicit: &Explicit,
    (order, most): (Order, usize),
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Found, Reason> {
    let starts = quotient.components_of(system.initial.iter().map(|initial| initial.shared));
    let ends = quotient.components_of(explicit.targets().map(|target| target.shared));
    let size = |component: u32| quotient.components[component as usize].rules;
    // Beginnings of paths seen from the target: how large, and the components in the order of the run.
    let mut waiting: BinaryHeap<Reverse<(u32, Vec<u32>)>> =
        ends.iter().map(|&end| Reverse((size(end), vec![end]))).collect();
    let mut searched: FxHashMap<Vec<u32>, Basis> = FxHashMap::default();
    let mut met = Vec::new();
    let mut beginnings = 0;
    while let Some(Reverse((rules, path))) = waiting.pop() {
        budget.check()?;
        beginnings += 1;
        if beginnings > most {
            return Ok(Found::TooMany);
        }
        for &before in &quotient.components[path[0] as usize].before {
            let longer = std::iter::once(before).chain(path.iter().copied()).collect();
            waiting.push(Reverse((rules.saturating_add(size(before)), longer)));
        }
        let is_spaghetti = |component: &u32| quotient.components[*component as usize].kind == Kind::Spaghetti;
        if !starts.contains(&path[0]) || !path.iter().any(is_spaghetti) {
            continue;
        }
        let counted = statistics.paths.get_or_insert_default();
        counted.spaghetti += 1;
        if counted.spaghetti > MOST_PATHS {
            return Ok(Found::TooMany);
        }
        let slice = Slice { system, quotient, explicit, path: &path, searched: &searched };
        let mut search = Backward::new(&slice, order);
        match search.advance(&slice, &|_| false, MOST_EFFORT, budget, statistics)? {
            None => return Ok(Found::TooMany),
            Some(Search::Reached(run)) => return Ok(Found::Run(run)),
            Some(Search::Closed(states)) => {
                let positions: Vec<Option<usize>> = states.iter().map(|state| slice.position(state.shared)).collect();
                for (state, position) in states.iter().zip(positions) {
                    let position = position.expect("the states of a slice lie along its path");
                    searched.entry(path[..=position].to_vec()).or_default().insert(state);
                }
                met.extend(states);
            }
        }
    }
    Ok(Found::Nothing(minimal(met)))
}

/// The part of a system along a path of components.
struct Slice<'a> {
    system: &'a System,
    quotient: &'a Quotient,
    explicit: &'a Explicit<'a>,
    path: &'a [u32],
    searched: &'a FxHashMap<Vec<u32>, Basis>,
}

impl Slice<'_> {
    /// Where on the path; paths are short.
    fn position(&self, shared: u32) -> Option<usize> {
        let component = self.quotient.component_of(shared)?;
        self.path.iter().position(|other| *other == component)
    }

    fn has(&self, rule: u32) -> bool {
        let rule = &self.system.rules[rule as usize];
        match (self.position(rule.from), self.position(rule.to)) {
            (Some(from), Some(to)) => from == to || from + 1 == to,
            _ => false,
        }
    }
}

impl CounterSystem for Slice<'_> {
    fn targets(&self) -> impl Iterator<Item = State> {
        self.explicit.targets().filter(|target| self.position(target.shared) == Some(self.path.len() - 1))
    }

    fn initial_covering(&self, state: &State) -> Option<State> {
        self.explicit.initial_covering(state)
    }

    fn cover_predecessors(&self, state: &State, found: &mut Vec<Predecessor>) -> Result<(), Overflow> {
        self.explicit.predecessors_along(|rule| self.has(rule), state, found)
    }

    fn is_excluded(&self, state: &State) -> bool {
        let before = self.position(state.shared).and_then(|at| self.searched.get(&self.path[..=at]));
        before.is_some_and(|basis| basis.contains(state)) || self.explicit.is_excluded(state)
    }

    // A target that no run reaches is not reached along the path either.
    fn refutes_targets(&self, effort: u64, budget: &Budget) -> bool {
        self.explicit.refutes_targets(effort, budget)
    }

    fn refutes(&self, state: &State, effort: u64, budget: &Budget) -> bool {
        self.explicit.refutes(state, effort, budget)
    }

    fn distance(&self, state: &State) -> u64 {
        self.explicit.distance(state)
    }

    fn reduce(&self, state: &mut State) {
        self.explicit.reduce(state);
    }
}

/// The states that cover no other one.
pub fn minimal(states: Vec<State>) -> Vec<State> {
    let mut basis = Basis::default();
    states.iter().for_each(|state| basis.insert(state));
    let mut seen = FxHashSet::default();
    states.into_iter().filter(|state| !basis.has_smaller(state) && seen.insert(state.clone())).collect()
}
