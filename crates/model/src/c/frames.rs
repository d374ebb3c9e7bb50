//! What a program with recursive functions says about stacks: its functions, its threads, and the calls of its Boolean
//! programs.
//!
//! Frames hold predicates about a thread's own variables. A predicate about a result goes from the return to the landing,
//! the others wait in the frame of the caller: so a frame is a location with Booleans, as in any Boolean program with
//! calls, and the unfolding of those is what a proof about the C program is about.

use super::abstraction::{Kept, Tracking};
use super::program::{Edge, Frames, Position, Program};
use crate::boolean::calls::{Begins, Calls, Function};
use crate::pushdown::MOST_THREADS;
use std::collections::BTreeSet;

/// For each location the function that it belongs to: the templates first, then the procedures.
pub fn functions(program: &Program) -> Vec<u32> {
    let mut of = vec![0; program.locations.len()];
    let mut seen = vec![false; program.locations.len()];
    let entries = program.templates.iter().map(|template| template.entry);
    for (function, entry) in (0u32..).zip(entries.chain(program.procedures.iter().map(|procedure| procedure.entry))) {
        let mut pending = vec![entry];
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut seen[at as usize], true) {
                of[at as usize] = function;
                pending.extend(next(program, at));
            }
        }
    }
    of
}

/// Where a thread goes on in the same function.
fn next(program: &Program, at: u32) -> Vec<u32> {
    let location = &program.locations[at as usize];
    match location.frames {
        Some(Frames::Call(back)) => vec![back],
        _ => location.edges.iter().map(|edge| edge.to).collect(),
    }
}

/// How many threads of each template there are; the start that may happen any number of times if there is one.
pub fn threads(program: &Program) -> Result<Vec<usize>, Position> {
    let function = functions(program);
    let templates = program.templates.len();
    let starts: Vec<(u32, &Edge)> = (0u32..)
        .zip(&program.locations)
        .flat_map(|(at, location)| location.edges.iter().map(move |edge| (at, edge)))
        .filter(|(_, edge)| edge.start.is_some())
        .collect();
    let place = |edge: &Edge| edge.statements.first().map_or(Position::default(), |statement| statement.position);
    let repeats = |at: u32| {
        let mut seen = BTreeSet::new();
        let mut pending = next(program, at);
        while let Some(from) = pending.pop() {
            if seen.insert(from) {
                pending.extend(next(program, from));
            }
        }
        seen.contains(&at)
    };
    if let Some((_, edge)) = starts.iter().find(|(at, _)| function[*at as usize] as usize >= templates || repeats(*at))
    {
        return Err(place(edge));
    }
    let mut counts = vec![0; templates];
    let mut pending = vec![0u32];
    while let Some(template) = pending.pop() {
        counts[template as usize] += 1;
        for (_, edge) in starts.iter().filter(|(at, _)| function[*at as usize] == template) {
            if counts.iter().sum::<usize>() + pending.len() >= MOST_THREADS {
                return Err(place(edge));
            }
            pending.extend(edge.start.as_ref().map(|start| start.template));
        }
    }
    Ok(counts)
}

/// The calls of the program's Boolean programs, for the given predicates. None if there is a thread too many, or if
/// somebody else than a landing looks at a result.
pub fn calls(program: &Program, tracking: &Tracking, predicates: &[super::expression::Expr]) -> Option<Calls> {
    let results = program.results();
    let function = functions(program);
    let mut calls = Calls::default();
    let templates = program.templates.iter().map(|template| &template.name);
    for name in templates.chain(program.procedures.iter().map(|procedure| &procedure.name)) {
        calls.functions.push(Function { name: name.clone(), has_results: false });
    }
    for (at, location) in (0u32..).zip(&program.locations) {
        match location.frames {
            Some(Frames::Call(back)) => {
                calls.calls.insert(at, back);
                let landing = program.locations[back as usize].frames == Some(Frames::Landing);
                for edge in &location.edges {
                    calls.functions[function[edge.to as usize] as usize].has_results |= landing;
                }
            }
            Some(Frames::Return) => drop(calls.returns.insert(at)),
            Some(Frames::Landing) => drop(calls.landings.insert(at)),
            None => {}
        }
    }
    for (slot, kept) in tracking.slots.iter().enumerate() {
        if let Kept::Local(number) = kept {
            let locals = predicates[slot].locals();
            let about_results = locals.iter().any(|local| results.contains(local));
            calls.results |= u64::from(about_results) << number;
        }
    }
    let counts = threads(program).ok()?;
    calls.threads.push(Begins::AsMain);
    for (template, count) in program.templates.iter().zip(counts).skip(1) {
        calls.threads.extend(std::iter::repeat_n(Begins::Later(template.entry), count));
    }
    is_in_shape(program, &function, &results).then_some(calls)
}

/// Whether results are looked at only where they have just been returned.
fn is_in_shape(program: &Program, function: &[u32], results: &BTreeSet<u32>) -> bool {
    let reads = |edge: &Edge| -> Vec<u32> {
        edge.expressions().flat_map(|expr| expr.locals()).filter(|local| results.contains(local)).collect()
    };
    let returned = |by: u32, result: u32| {
        let mut returns = (0u32..)
            .zip(&program.locations)
            .filter(|(at, location)| location.frames == Some(Frames::Return) && function[*at as usize] == by);
        returns.all(|(_, location)| location.edges.iter().all(|edge| edge.locals_written().any(|l| l == result)))
    };
    program.locations.iter().all(|location| match location.frames {
        Some(Frames::Landing) => true,
        Some(Frames::Call(back)) => {
            let taken = program.locations[back as usize].edges.iter().flat_map(reads);
            let callees = || location.edges.iter().map(|edge| function[edge.to as usize]);
            let taken: Vec<u32> = taken.collect();
            callees().all(|callee| taken.iter().all(|result| returned(callee, *result)))
                && location.edges.iter().all(|edge| reads(edge).is_empty())
        }
        _ => location.edges.iter().all(|edge| reads(edge).is_empty()),
    })
}
