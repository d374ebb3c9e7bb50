//! Bounded certificates: a set of states that holds every initial state with at most `n` threads, is closed under
//! steps that stay within `n`, and has no target.

use crate::Rejection;
use rustc_hash::FxHashSet;
use umpteen_model::state::State;
use umpteen_model::system::System;

pub(crate) fn check(
    system: &System,
    threads: u32,
    states: &[State],
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    crate::check_ranges(system, states)?;
    let members: FxHashSet<&State> = states.iter().collect();
    let rules = crate::rules_by_shared(system);
    let inside = |state: &State| state.threads() > u64::from(threads) || members.contains(state);

    if !system.initial.iter().all(|initial| inside(&initial.least())) {
        return Rejection::wrong("an initial state is missing");
    }
    for state in states {
        if !go_on() {
            return Err(Rejection::OutOfTime);
        }
        if system.is_target(state) {
            return Rejection::wrong("a target is in the set");
        }
        // Initial states beyond the smallest: one more thread in an unbounded local state is initial again.
        for initial in system.initial.iter().filter(|initial| initial.contains(state)) {
            for count in initial.counts.iter().filter(|count| count.unbounded) {
                let mut larger = state.clone();
                if larger.add(count.local, 1).is_ok() && !inside(&larger) {
                    return Rejection::wrong("an initial state is missing");
                }
            }
        }
        for rule in rules.get(&state.shared).into_iter().flatten() {
            let outcomes = system.fire(rule, state)?;
            if !outcomes.iter().all(|outcome| inside(&outcome.state)) {
                return Rejection::wrong("the set is not closed under steps");
            }
        }
    }
    Ok(())
}
