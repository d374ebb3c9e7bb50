//! Marks of approximations on which nothing depends. A number that is only computed, copied and printed decides neither where a
//! thread goes nor whether it fails: whatever it is, the program has the same run with the source's number in its place. So a
//! failure behind such a step is one of the source, and the step is no approximation of it.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Position, Program};

/// Takes away the marks of steps that do nothing but give values to variables on which nothing depends.
pub fn drop_idle_marks(program: &mut Program) {
    if program.approximations.is_empty() {
        return;
    }
    let deciding = deciding(program);
    let edges = || program.locations.iter().flat_map(|location| &location.edges);
    let busy = edges().filter(|edge| !is_idle(edge, &deciding)).flat_map(|edge| &edge.statements);
    let busy: BTreeSet<Position> = busy.map(|statement| statement.position).collect();
    program.approximations.retain(|(position, _)| busy.contains(position));
}

/// Whether a step is always possible and only changes variables on which nothing depends.
fn is_idle(edge: &Edge, deciding: &FxHashSet<Place>) -> bool {
    let moves_only = edge.guard == Expr::TRUE && edge.start.is_none() && edge.hang.is_none() && !edge.early;
    moves_only && !edge.updates.is_empty() && edge.updates.iter().all(|(place, _)| !deciding.contains(place))
}

/// The variables that guards and starts of threads look at, and those that these get their values from.
fn deciding(program: &Program) -> FxHashSet<Place> {
    let mut pending: Vec<Place> = Vec::new();
    let mut sources: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
    for edge in program.locations.iter().flat_map(|location| &location.edges) {
        pending.extend(edge.guard.places());
        let arguments = edge.start.iter().flat_map(|start| &start.arguments);
        pending.extend(arguments.flat_map(|(_, value)| value.places()));
        for (place, value) in &edge.updates {
            sources.entry(*place).or_default().extend(value.places());
        }
    }
    let mut deciding = FxHashSet::default();
    while let Some(place) = pending.pop() {
        if deciding.insert(place) {
            pending.extend(sources.get(&place).into_iter().flatten());
        }
    }
    deciding
}
