//! Which steps of a failing run of a C program the failure depends on: a dynamic slice.
//!
//! From the end backwards, a step is kept if it is the failing one, if it assigns what a later kept step reads, if it
//! starts a thread that has a kept step, or if it is of such a thread and the thread goes on only under a condition. What
//! a lock's value was is not asked: that a lock was free is no reason for a failure. With recursive functions more may be
//! kept than is needed, because variables of a caller and of the function that it calls are not told apart.

use std::collections::BTreeSet;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::{Program, Purpose};

/// A variable: of a thread, or shared.
type Variable = (Option<u32>, u32);

/// For each step of a failing run whether the failure depends on it.
pub fn needed(program: &Program, run: &Run, states: &[State]) -> Vec<bool> {
    let mut needed = vec![false; run.steps.len()];
    let mut wanted: BTreeSet<Variable> = BTreeSet::new();
    let mut going: BTreeSet<u32> = BTreeSet::new(); // the threads with a kept step
    let has_frames = program.has_frames();
    for (at, step) in run.steps.iter().enumerate().rev() {
        let (before, thread) = (&states[at], step.thread);
        let edge = &program.locations[before.threads[thread as usize].location as usize].edges[step.edge as usize];
        let created = before.threads.len() as u32;
        let of = |place: Place, thread: u32| match place {
            Place::Global(number) => (None, number),
            Place::Local(number) => (Some(thread), number),
        };
        let assigned: Vec<(Variable, &Expr)> =
            edge.updates.iter().map(|(place, value)| (of(*place, thread), value)).collect();
        let given = edge.start.iter().flat_map(|start| &start.arguments);
        let given = given.map(|(local, value)| ((Some(created), *local), value));
        let last = at + 1 == run.steps.len();
        let effects: Vec<(Variable, &Expr)> =
            assigned.into_iter().chain(given).filter(|(variable, _)| last || wanted.contains(variable)).collect();
        let starts = edge.start.is_some() && going.contains(&created);
        let decides = going.contains(&thread) && edge.guard != Expr::TRUE;
        if !last && effects.is_empty() && !starts && !decides {
            continue;
        }
        needed[at] = true;
        going.insert(thread);
        for (variable, _) in &effects {
            if !has_frames || variable.0.is_none() {
                wanted.remove(variable);
            }
        }
        let read = std::iter::once(&edge.guard).chain(effects.iter().map(|(_, value)| *value)).flat_map(Expr::places);
        let is_lock = |place: &Place| match place {
            Place::Global(number) => program.purposes.get(number).is_some_and(|purpose| *purpose != Purpose::Ended),
            Place::Local(_) => false,
        };
        wanted.extend(read.filter(|place| !is_lock(place)).map(|place| of(place, thread)));
    }
    needed
}
