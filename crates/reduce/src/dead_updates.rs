//! Dead assignment elimination by liveness (Kildall 1973): an assignment to a variable of a thread that is not read again
//! before it is written again is removed.
//!
//! Sound because no step reads the value: guards, values and arguments of new threads that are evaluated later do not
//! mention the variable before it is written, so two states that differ in it do the same. Shared variables stay.

use umpteen_model::c::expression::Place;
use umpteen_model::c::liveness::live;
use umpteen_model::c::program::Program;

/// Removes assignments to variables of the thread that are never read again; tells whether there was one.
pub fn remove(program: &mut Program) -> bool {
    let live = live(program);
    let mut changed = false;
    for edge in program.locations.iter_mut().flat_map(|location| &mut location.edges) {
        let to = edge.to;
        let is_dead = |place: &Place| matches!(place, Place::Local(number) if !live.contains(to, *number));
        let before = edge.updates.len();
        edge.updates.retain(|(place, _)| !is_dead(place));
        changed |= edge.updates.len() < before;
    }
    changed
}
