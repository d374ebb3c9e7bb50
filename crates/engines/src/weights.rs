//! Linear invariants from weights: if no rule makes the weighted sum of the counters grow, the sum never exceeds its
//! initial value.
//!
//! A weight is usable when it is zero on local states that are unbounded initially, no rule gives more than it takes,
//! and no broadcast or signal moves a thread to a heavier local state. The suggestions come from the input (the
//! `invariants` section of MIST files); each one is verified here, and again by the checker.

use umpteen_model::evidence::Weight;
use umpteen_model::state::State;
use umpteen_model::system::{Rule, System};

/// The hints of the system that really are invariants.
pub fn verified(system: &System) -> Vec<Weight> {
    system.hints.iter().filter_map(|hint| weight(system, hint)).collect()
}

/// The suggested weight with its bound, if it is an invariant.
fn weight(system: &System, hint: &Weight) -> Option<Weight> {
    if !system.rules.iter().all(|rule| never_grows(rule, hint)) {
        return None;
    }
    let mut bound = i128::MIN;
    for initial in &system.initial {
        if initial.counts.iter().any(|count| count.unbounded && local(hint, count.local) > 0) {
            return None;
        }
        let counts: Vec<(u32, u32)> = initial.counts.iter().map(|count| (count.local, count.least)).collect();
        bound = bound.max(sum(hint, initial.shared, &counts));
    }
    Some(Weight { bound: i64::try_from(bound).ok()?, ..hint.clone() })
}

fn never_grows(rule: &Rule, weight: &Weight) -> bool {
    let mut moves = rule.passive.moves().into_iter();
    sum(weight, rule.to, &rule.give) <= sum(weight, rule.from, &rule.take)
        && moves.all(|(source, to)| local(weight, to) <= local(weight, source))
}

fn local(weight: &Weight, local: u32) -> i128 {
    let found = weight.locals.binary_search_by_key(&local, |&(l, _)| l);
    found.map_or(0, |at| i128::from(weight.locals[at].1))
}

/// The weight of a state; the parts have at most 64 and 32 bits, so the sum fits 128.
pub fn sum(weight: &Weight, shared: u32, counts: &[(u32, u32)]) -> i128 {
    let found = weight.shared.binary_search_by_key(&shared, |&(s, _)| s);
    let shared = found.map_or(0, |at| i128::from(weight.shared[at].1));
    shared + counts.iter().map(|&(l, count)| local(weight, l) * i128::from(count)).sum::<i128>()
}

/// Whether `state`, and so every state that covers it, is heavier than the bound.
pub fn exceeds(weight: &Weight, state: &State) -> bool {
    sum(weight, state.shared, state.locals()) > i128::from(weight.bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::state::counts;
    use umpteen_model::system::{Initial, InitialCount, Passive};

    /// One thread in 0 moves to 1; the others do as they are told.
    fn verifies(passive: Passive, unbounded: bool, locals: &[(u32, u64)]) -> Option<i64> {
        let one = |local| counts([(local, 1)]).unwrap();
        let rule = Rule { from: 0, to: 0, guard: one(0), take: one(0), give: one(1), passive };
        let at = |local, least, unbounded| InitialCount { local, least, unbounded };
        let initial = Initial { shared: 0, counts: vec![at(0, 2, false), at(2, 1, unbounded)] };
        let hint = Weight { shared: Vec::new(), locals: locals.to_vec(), bound: 0 };
        let system = System { rules: vec![rule], initial: vec![initial], hints: vec![hint], ..System::default() };
        verified(&system).first().map(|weight| weight.bound)
    }

    #[test]
    fn only_weights_that_never_grow_are_verified() {
        let both = [(0, 1), (1, 1)];
        assert_eq!(verifies(Passive::Stay, true, &both), Some(2));
        assert_eq!(verifies(Passive::Stay, true, &[(0, 1), (1, 2)]), None, "the active thread gets heavier");
        assert_eq!(verifies(Passive::Stay, false, &[(0, 1), (1, 1), (2, 3)]), Some(5));
        assert_eq!(verifies(Passive::Stay, true, &[(0, 1), (1, 1), (2, 3)]), None, "any number of threads is in 2");
        assert_eq!(verifies(Passive::All(vec![(1, 0)]), true, &both), Some(2));
        assert_eq!(verifies(Passive::All(vec![(2, 1)]), true, &both), None, "a broadcast makes threads heavier");
        assert_eq!(verifies(Passive::One(vec![(2, 1)]), true, &both), None, "so does a signal");
    }
}
