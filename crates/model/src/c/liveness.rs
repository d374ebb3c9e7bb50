//! Which variables of a thread are still read before they are written again?

use super::expression::{Expr, Place};
use super::program::{Edge, Program};

/// For each location, whether each local is live there.
pub fn live(program: &Program) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; program.locals.len()]; program.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, location) in program.locations.iter().enumerate().rev() {
            for edge in &location.edges {
                for (local, &after) in (0u32..).zip(&live[edge.to as usize].clone()) {
                    let before = after && edge.update(Place::Local(local)).is_none();
                    if before && !live[at][local as usize] {
                        live[at][local as usize] = true;
                        changed = true;
                    }
                }
                for local in reads(edge) {
                    changed |= !live[at][local as usize];
                    live[at][local as usize] = true;
                }
            }
        }
    }
    live
}

fn reads(edge: &Edge) -> Vec<u32> {
    let local = |place: Place| match place {
        Place::Local(number) => Some(number),
        Place::Global(_) => None,
    };
    edge.expressions().flat_map(Expr::places).filter_map(local).collect()
}

/// Removes assignments to variables of the thread that are never read again; tells whether there was one.
pub fn remove_dead_updates(program: &mut Program) -> bool {
    let live = live(program);
    let mut changed = false;
    for edge in program.locations.iter_mut().flat_map(|location| &mut location.edges) {
        let after = &live[edge.to as usize];
        let before = edge.updates.len();
        edge.updates.retain(|(place, _)| !matches!(place, Place::Local(number) if !after[*number as usize]));
        changed |= edge.updates.len() < before;
    }
    changed
}
