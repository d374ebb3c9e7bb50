//! Linear invariants from weights: if no rule makes the weighted sum of the counters grow, the sum never exceeds its
//! initial value.
//!
//! A weight is usable when it is zero on local states that are unbounded initially, no rule gives more than it takes,
//! and no broadcast or signal moves a thread to a heavier local state. The suggestions come from the input (the
//! `invariants` section of MIST files); each one is verified here, and again by the checker.

use umpteen_model::evidence::Weight;
use umpteen_model::state::{Counts, State};
use umpteen_model::system::{Rule, System};

/// The hints of the system that really are invariants.
pub fn verified(system: &System) -> Vec<Weight> {
    system.hints.iter().filter_map(|hint| weight(system, hint)).collect()
}

fn weight(system: &System, hint: &Counts) -> Option<Weight> {
    let locals: Vec<(u32, u64)> = hint.iter().map(|&(local, weight)| (local, u64::from(weight))).collect();
    if !system.rules.iter().all(|rule| never_grows(rule, &locals)) {
        return None;
    }
    let mut bound = 0;
    for initial in &system.initial {
        if initial.counts.iter().any(|count| count.unbounded && of(&locals, count.local) > 0) {
            return None;
        }
        let counts: Vec<(u32, u32)> = initial.counts.iter().map(|count| (count.local, count.least)).collect();
        bound = bound.max(sum(&locals, &counts));
    }
    Some(Weight { shared: Vec::new(), locals, bound: i64::try_from(bound).ok()? })
}

fn never_grows(rule: &Rule, weights: &[(u32, u64)]) -> bool {
    sum(weights, &rule.give) <= sum(weights, &rule.take)
        && rule.passive.moves().iter().all(|&(source, to)| of(weights, to) <= of(weights, source))
}

fn of(weights: &[(u32, u64)], local: u32) -> u64 {
    weights.binary_search_by_key(&local, |&(l, _)| l).map_or(0, |at| weights[at].1)
}

/// The weighted sum; weights and counts have at most 32 bits each, so it fits 128.
fn sum(weights: &[(u32, u64)], counts: &[(u32, u32)]) -> u128 {
    counts.iter().map(|&(local, count)| u128::from(of(weights, local)) * u128::from(count)).sum()
}

/// Whether `state`, and so every state that covers it, is heavier than the bound.
pub fn exceeds(weight: &Weight, state: &State) -> bool {
    i128::try_from(sum(&weight.locals, state.locals())).is_ok_and(|sum| sum > i128::from(weight.bound))
}
