//! Condition (0) of upward certificates: the invariant holds initially and every step preserves it.
//!
//! Pairs are checked by firing each rule in the smallest states that show its effect: its guard alone, and its guard
//! with one more thread (for a signal, two) in one local state, except where the invariant itself excludes the guard
//! with that thread. Weights are checked rule by rule. The parts may rely on each other: all of them hold initially
//! and together are preserved.

use crate::Rejection;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::evidence::{Invariant, Weight};
use umpteen_model::state::State;
use umpteen_model::system::{Passive, Rule, System};

/// An invariant that was found to hold in every reachable state.
pub(crate) struct Proved {
    pairs: Option<FxHashMap<u32, FxHashSet<u32>>>,
    weights: Vec<Weighing>,
}

impl Proved {
    /// Proves the invariant or rejects it.
    pub(crate) fn new(system: &System, invariant: &Invariant, go_on: &dyn Fn() -> bool) -> Result<Proved, Rejection> {
        let pairs = match &invariant.pairs {
            None => None,
            Some(rows) => {
                let table: FxHashMap<u32, FxHashSet<u32>> =
                    rows.iter().map(|(shared, locals)| (*shared, locals.iter().copied().collect())).collect();
                Some(table)
            }
        };
        let proved = Proved { pairs, weights: invariant.weights.iter().map(Weighing::new).collect() };
        proved.pairs_hold(system, go_on)?;
        for (at, weight) in proved.weights.iter().enumerate() {
            if !go_on() {
                return Err(Rejection::OutOfTime);
            }
            if !proved.weight_holds(system, weight) {
                return Rejection::wrong(format!("weight {} is not an invariant", at + 1));
            }
        }
        Ok(proved)
    }

    /// Whether neither `state` nor any state that covers it satisfies the invariant.
    pub(crate) fn excludes(&self, state: &State) -> bool {
        !self.has_pairs(state)
            || self.weights.iter().any(|weight| weight.shared(state.shared) + weight.sum(state.locals()) > weight.bound)
    }

    fn has_pairs(&self, state: &State) -> bool {
        let Some(pairs) = &self.pairs else { return true };
        let row = pairs.get(&state.shared);
        row.is_some_and(|row| state.locals().iter().all(|(local, _)| row.contains(local)))
    }

    /// Whether a reachable state may enable the rule, as far as the pairs tell.
    pub(crate) fn may_fire(&self, rule: &Rule) -> bool {
        let guard = State::new(rule.from, rule.guard.iter().copied());
        guard.is_ok_and(|guard| self.has_pairs(&guard))
    }

    fn pairs_hold(&self, system: &System, go_on: &dyn Fn() -> bool) -> Result<(), Rejection> {
        let Some(pairs) = &self.pairs else { return Ok(()) };
        for initial in &system.initial {
            let present = initial.counts.iter().filter(|count| count.least > 0 || count.unbounded);
            let row = pairs.get(&initial.shared);
            if !row.is_some_and(|row| present.into_iter().all(|count| row.contains(&count.local))) {
                return Rejection::wrong("an initial pair is missing");
            }
        }
        let mut lost = LostPairs::default();
        for rule in system.rules.iter().filter(|rule| self.may_fire(rule)) {
            if !go_on() {
                return Err(Rejection::OutOfTime);
            }
            let guard = State::new(rule.from, rule.guard.iter().copied())?;
            if self.excludes(&guard) {
                continue;
            }
            self.stays_inside(system, rule, &guard)?;
            let locals = match rule.passive {
                Passive::Stay => lost.between(pairs, rule.from, rule.to),
                _ => pairs[&rule.from].iter().copied().collect(),
            };
            for local in locals {
                let mut state = guard.clone();
                state.add(local, 1)?;
                if self.excludes(&state) {
                    continue;
                }
                self.stays_inside(system, rule, &state)?;
                if matches!(rule.passive, Passive::One(_)) {
                    // One is released and one stays: so may this thread, if another one is released instead.
                    state.add(local, 1)?;
                    self.stays_inside(system, rule, &state)?;
                }
            }
        }
        Ok(())
    }

    fn stays_inside(&self, system: &System, rule: &Rule, state: &State) -> Result<(), Rejection> {
        let outcomes = system.fire(rule, state)?;
        if outcomes.iter().all(|outcome| self.has_pairs(&outcome.state)) {
            Ok(())
        } else {
            Rejection::wrong("the pairs are not closed under steps")
        }
    }

    fn weight_holds(&self, system: &System, weight: &Weighing) -> bool {
        let bounded = system.initial.iter().all(|initial| {
            let least: Vec<(u32, u32)> = initial.counts.iter().map(|count| (count.local, count.least)).collect();
            let unbounded = initial.counts.iter().filter(|count| count.unbounded);
            unbounded.into_iter().all(|count| weight.local(count.local) == 0)
                && weight.shared(initial.shared) + weight.sum(&least) <= weight.bound
        });
        let never_grows = |rule: &Rule| {
            let before = weight.shared(rule.from) + weight.sum(&rule.take);
            let after = weight.shared(rule.to) + weight.sum(&rule.give);
            let mut moves = rule.passive.moves().into_iter();
            after <= before && moves.all(|(source, to)| weight.local(to) <= weight.local(source))
        };
        bounded && system.rules.iter().filter(|rule| self.may_fire(rule)).all(never_grows)
    }
}

/// Where nobody but the active threads moves, only local states that do not occur with the shared state afterwards can
/// break the closure; they are the same for all rules between two shared states.
#[derive(Default)]
struct LostPairs(FxHashMap<(u32, u32), Vec<u32>>);

impl LostPairs {
    fn between(&mut self, pairs: &FxHashMap<u32, FxHashSet<u32>>, from: u32, to: u32) -> Vec<u32> {
        let lost = || match pairs.get(&to) {
            Some(after) => pairs[&from].difference(after).copied().collect(),
            None => pairs[&from].iter().copied().collect(),
        };
        self.0.entry((from, to)).or_insert_with(lost).clone()
    }
}

/// A weight, by shared and local state.
struct Weighing {
    shared: FxHashMap<u32, i128>,
    locals: FxHashMap<u32, i128>,
    bound: i128,
}

impl Weighing {
    /// The first entry counts, wherever it is looked up, so repeated entries do no harm.
    fn new(weight: &Weight) -> Weighing {
        let mut weighing =
            Weighing { shared: FxHashMap::default(), locals: FxHashMap::default(), bound: weight.bound.into() };
        for &(shared, weight) in &weight.shared {
            weighing.shared.entry(shared).or_insert(weight.into());
        }
        for &(local, weight) in &weight.locals {
            weighing.locals.entry(local).or_insert(weight.into());
        }
        weighing
    }

    fn shared(&self, shared: u32) -> i128 {
        self.shared.get(&shared).copied().unwrap_or(0)
    }

    fn local(&self, local: u32) -> i128 {
        self.locals.get(&local).copied().unwrap_or(0)
    }

    /// Each summand has at most 96 bits and a state far fewer than 2^31 of them: no overflow in 128 bits.
    fn sum(&self, counts: &[(u32, u32)]) -> i128 {
        counts.iter().map(|&(local, count)| self.local(local) * i128::from(count)).sum()
    }
}
