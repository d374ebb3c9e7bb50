//! Shared variables that may count the threads at some locations: readers inside, users of an object.

use umpteen_model::c::expression::{Binary, Expr, Place};
use umpteen_model::c::facts::Count;
use umpteen_model::c::program::{Edge, Program};

/// Counters that wrap with fewer threads than a machine can have count nothing.
const NARROWEST: u8 = 32;

/// For each variable that is increased or decreased by one, the locations where it has been increased and not decreased
/// since. A lock for readers and writers is all ones while a writer holds it, which counts as no reader.
pub fn candidates(program: &Program) -> Vec<Count> {
    let mut found = Vec::new();
    for (number, global) in (0u32..).zip(&program.globals) {
        let place = Place::Global(number);
        if global.ty.width < NARROWEST {
            continue;
        }
        let at = inside(program, place);
        if at.is_empty() {
            continue;
        }
        let read = Expr::Read(place, global.ty);
        let ones = Expr::Constant(global.ty.mask(), global.ty);
        let held = Expr::binary(Binary::Equal, read.clone(), ones);
        let shared = Expr::conditional(held, Expr::Constant(0, global.ty), read.clone());
        found.push(Count { number: read, at: at.clone() });
        found.push(Count { number: shared, at });
    }
    found
}

/// The locations that a thread is at after it has increased the variable, until it decreases it. Threads that have ended
/// are not counted: there may be any number of those over time.
fn inside(program: &Program, place: Place) -> Vec<u32> {
    let mut weight: Vec<Option<i32>> = vec![None; program.locations.len()];
    let mut pending: Vec<u32> = program.templates.iter().map(|template| template.entry).collect();
    pending.iter().for_each(|&entry| weight[entry as usize] = Some(0));
    while let Some(at) = pending.pop() {
        let edges = &program.locations[at as usize].edges;
        for edge in edges {
            // Of several ways to the same location, one that changes the variable tells what they are about.
            let changes = edges.iter().filter(|other| other.to == edge.to).map(|other| change(other, place));
            let change = changes.max_by_key(|change| change.abs()).unwrap_or(0);
            let after = weight[at as usize].unwrap_or(0) + change;
            if weight[edge.to as usize].is_none() {
                weight[edge.to as usize] = Some(after);
                pending.push(edge.to);
            }
        }
    }
    let exists = |at: &u32| !program.locations[*at as usize].ends;
    (0u32..).zip(weight).filter(|(_, weight)| *weight == Some(1)).map(|(at, _)| at).filter(exists).collect()
}

/// Whether an edge increases (1) or decreases (-1) the variable by one, by the look of it.
fn change(edge: &Edge, place: Place) -> i32 {
    match edge.update(place) {
        Some(Expr::Binary(Binary::Add, _, number)) => match **number {
            Expr::Constant(1, _) => 1,
            Expr::Constant(bits, ty) if bits == ty.mask() => -1,
            _ => 0,
        },
        Some(Expr::Binary(Binary::Subtract, _, number)) if matches!(**number, Expr::Constant(1, _)) => -1,
        _ => 0,
    }
}
