//! Upward certificates (DESIGN section 3): a set that holds the targets, is closed under predecessors and avoids the
//! initial states; states that violate a proved invariant need not be in it.

use crate::Rejection;
use crate::closure::UpwardClosure;
use crate::invariant::Proved;
use crate::predecessors::predecessors;
use rustc_hash::FxHashMap;
use umpteen_model::evidence::Invariant;
use umpteen_model::state::State;
use umpteen_model::system::{Rule, System};

pub(crate) fn check(
    system: &System,
    basis: &[State],
    invariant: &Invariant,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    crate::check_ranges(system, basis)?;
    let invariant = Proved::new(system, invariant, go_on)?; // (0)
    let closure = UpwardClosure::new(basis);
    let covered = |state: &State| invariant.excludes(state) || closure.contains(state);

    if !system.minimal_targets().iter().all(covered) {
        return Rejection::wrong("a target is outside the set"); // (i)
    }
    let mut into: FxHashMap<u32, Vec<&Rule>> = FxHashMap::default();
    for rule in &system.rules {
        into.entry(rule.to).or_default().push(rule);
    }
    for element in basis {
        for rule in into.get(&element.shared).into_iter().flatten() {
            if !go_on() {
                return Err(Rejection::OutOfTime);
            }
            let Ok(before) = predecessors(system, rule, element) else {
                return Rejection::wrong("a counter overflows");
            };
            if !before.iter().all(|state| state.covers(element) || covered(state)) {
                return Rejection::wrong("the set is not closed under predecessors"); // (ii)
            }
        }
        if system.initial.iter().any(|initial| initial.covering(element).is_some()) {
            return Rejection::wrong("an initial state is in the set"); // (iii)
        }
    }
    Ok(())
}
