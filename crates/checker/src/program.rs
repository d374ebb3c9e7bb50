//! Evidence about Boolean programs: the counter system is built anew from the program and the given tables, then the
//! evidence is judged like any other.
//!
//! A proof needs that nothing was left out of the tables: no start, no step from a listed pair, and no pair that the
//! proof relies on. It may be about the program without some variables, which can do whatever the program can; that program
//! is made here, and the tables say without which (`model::boolean::reduction`). A run is one of the program itself.

use crate::{Rejection, Replay, check_certificate, check_trace};
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::view::{Mains, Tables, View, view, view_of_run};
use umpteen_model::configuration::Configuration;
use umpteen_model::evidence::{Certificate, Repeat, Trace};
use umpteen_model::state::State;

/// Accepts a certificate only if it proves that the program keeps the property; returns the system that it is about.
pub fn check_program_certificate(
    program: &Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    certificate: &Certificate,
    go_on: &dyn Fn() -> bool,
) -> Result<View, Rejection> {
    let reduced = match &tables.reduction {
        None => None,
        Some(reduction) => {
            let Some(smaller) = program.reduced(reduction) else {
                return Rejection::wrong("a variable that was dropped comes back without being assigned");
            };
            Some((smaller, reduction.property(property)))
        }
    };
    let (program, property) = reduced.as_ref().map_or((program, property), |(program, property)| (program, property));
    well_formed(tables)?;
    let view = view(program, property, mains, tables, go_on).ok_or(Rejection::OutOfTime)?;
    if !view.complete {
        return Rejection::wrong("a step leads to values that the tables do not list");
    }
    match certificate {
        Certificate::Upward { invariant, .. } => {
            if invariant.pairs.as_ref() != Some(&tables.pairs) {
                return Rejection::wrong("the invariant allows other pairs than the tables list");
            }
        }
        Certificate::Downward { configurations, ignored } => {
            if !ignored.is_empty() {
                return Rejection::wrong("pairs that are ignored may have steps that the tables do not list");
            }
            let pairs = |c: &Configuration| lists(tables, c.shared, c.locals().iter().map(|&(local, _)| local));
            if !configurations.iter().all(pairs) {
                return Rejection::wrong("a configuration has a pair that the tables do not list");
            }
        }
        Certificate::Bounded { states, .. } => {
            if !states.iter().all(|state| has_listed_pairs(tables, state)) {
                return Rejection::wrong("a state has a pair that the tables do not list");
            }
        }
    }
    check_certificate(&view.system, certificate, go_on)?;
    Ok(view)
}

/// Accepts a trace only if the program can run it and it violates the property.
pub fn check_program_trace(
    program: &Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    trace: &Trace,
    go_on: &dyn Fn() -> bool,
) -> Result<(View, Replay), Rejection> {
    if tables.reduction.is_some() {
        return Rejection::wrong("a run of the program without some variables may not be one of the program");
    }
    well_formed(tables)?;
    let view = view_of_run(program, property, mains, tables, go_on).ok_or(Rejection::OutOfTime)?;
    let replay = check_trace(&view.system, trace)?;
    // The effect of a step on the others is defined only for listed pairs: an unlisted thread would seem to stay.
    let repeated = |(part, (before, _)): (&Repeat, &(State, State))| {
        let states = || std::iter::once(before).chain(&replay.states[part.first + 1..=part.first + part.steps]);
        // A local state that some round has, the first one has too, somewhere.
        let locals = || states().flat_map(State::locals).map(|&(local, _)| local);
        states().all(|state| lists(tables, state.shared, locals()))
    };
    let all_listed = replay.states.iter().all(|state| has_listed_pairs(tables, state));
    if !all_listed || !trace.repeats.iter().zip(&replay.repeats).all(repeated) {
        return Rejection::wrong("a state has a pair that the tables do not list");
    }
    Ok((view, replay))
}

fn has_listed_pairs(tables: &Tables, state: &State) -> bool {
    lists(tables, state.shared, state.locals().iter().map(|&(local, _)| local))
}

fn lists(tables: &Tables, shared: u32, mut locals: impl Iterator<Item = u32>) -> bool {
    let row = tables.pairs.binary_search_by_key(&shared, |(shared, _)| *shared);
    row.is_ok_and(|at| locals.all(|local| tables.pairs[at].1.binary_search(&local).is_ok()))
}

fn well_formed(tables: &Tables) -> Result<(), Rejection> {
    let in_range = |row: &(u32, Vec<u32>)| {
        (row.0 as usize) < tables.shared.len() && row.1.iter().all(|&local| (local as usize) < tables.locals.len())
    };
    let sorted = tables.pairs.windows(2).all(|rows| rows[0].0 < rows[1].0)
        && tables.pairs.iter().all(|(_, row)| row.windows(2).all(|pair| pair[0] < pair[1]));
    if !sorted || !tables.pairs.iter().all(in_range) {
        return Rejection::wrong("the tables are not well formed");
    }
    let (mut shared, mut locals) = (tables.shared.clone(), tables.locals.clone());
    shared.sort_unstable();
    locals.sort_unstable();
    if shared.windows(2).any(|pair| pair[0] == pair[1]) || locals.windows(2).any(|pair| pair[0] == pair[1]) {
        return Rejection::wrong("the tables list something twice");
    }
    Ok(())
}
