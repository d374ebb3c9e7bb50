//! The variables of a thread that are read again before they are written: a set that is closed under all steps is checked,
//! however it was found. Values of other variables make no difference, so assignments to them may as well be left out.

use super::unlike;
use crate::Rejection;
use std::collections::BTreeSet;
use umpteen_model::c::expression::Place;
use umpteen_model::c::liveness::{Live, live};
use umpteen_model::c::program::{Frames, Program};

/// Accepts the sets only if two threads that agree on them do the same, and agree on them afterwards.
pub(super) fn check(program: &Program, live: &Live) -> Result<(), Rejection> {
    let locals = program.locals.len() as u32;
    for (at, location) in (0u32..).zip(&program.locations) {
        let has = |local: u32| live.contains(at, local);
        let returns = location.frames == Some(Frames::Return);
        for edge in &location.edges {
            let reads = edge.expressions().all(|expr| expr.locals().into_iter().all(has));
            let written: BTreeSet<u32> = edge.locals_written().collect();
            let goes_on = |local: u32| has(local) || written.contains(&local) || !live.contains(edge.to, local);
            if !reads || !(returns || (0..locals).all(goes_on)) {
                return unlike("the variables that are read again");
            }
        }
        if let Some(Frames::Call(back)) = location.frames {
            let given = results(program, location.edges.iter().map(|edge| edge.to).collect());
            let waits = |local: u32| has(local) || given.contains(&local) || !live.contains(back, local);
            if !(0..locals).all(waits) {
                return unlike("the variables that are read again after a call");
            }
        }
    }
    Ok(())
}

/// The variables that every return writes which ends a function that begins at one of these locations.
fn results(program: &Program, mut pending: Vec<u32>) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut given: Option<BTreeSet<u32>> = None;
    while let Some(at) = pending.pop().filter(|_| seen.len() <= program.locations.len()) {
        if !seen.insert(at) {
            continue;
        }
        let location = &program.locations[at as usize];
        match location.frames {
            Some(Frames::Return) => {
                for edge in &location.edges {
                    let written: BTreeSet<u32> = edge.locals_written().collect();
                    given = Some(given.map_or_else(|| written.clone(), |given| &given & &written));
                }
            }
            Some(Frames::Call(back)) => pending.push(back),
            Some(Frames::Landing) | None => pending.extend(location.edges.iter().map(|edge| edge.to)),
        }
    }
    given.unwrap_or_default()
}

/// The program without assignments to variables of threads that are not read again, until all that are left are read.
pub(super) fn without_dead_updates(lowered: &Program) -> Result<Program, Rejection> {
    let mut program = lowered.clone();
    loop {
        let live = live(&program);
        check(&program, &live)?;
        let mut changed = false;
        for location in program.locations.iter_mut().filter(|location| location.frames != Some(Frames::Return)) {
            for edge in &mut location.edges {
                let (to, before) = (edge.to, edge.updates.len());
                let is_dead = |place: &Place| matches!(place, Place::Local(local) if !live.contains(to, *local));
                edge.updates.retain(|(place, _)| !is_dead(place));
                changed |= edge.updates.len() < before;
            }
        }
        if !changed {
            return Ok(program);
        }
    }
}
