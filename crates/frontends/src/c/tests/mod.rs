//! Small programs, lowered and executed by the interpreter of the model.

mod arithmetic;
mod assertions;
mod assumed;
mod atomicity;
mod attributes;
mod calls;
mod control;
mod conversions;
mod floating;
mod headers;
mod initialisers;
mod limits;
mod names;
mod order;
mod predicates;
mod records;
mod refusals;
mod scopes;
mod sync;
mod threads;
mod units;
mod variadic;

use super::{Granularity, Options, read};
use crate::error::{Code, Error};
use rustc_hash::FxHashSet;
use umpteen_model::c::machine::{Move, State};
use umpteen_model::c::program::Program;

fn program(text: &str) -> Program {
    program_with(text, &Options::default())
}

fn program_with(text: &str, options: &Options) -> Program {
    read(text, options).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn statements() -> Options {
    Options { granularity: Granularity::Statement, ..Options::default() }
}

fn refused(text: &str) -> Error {
    read(text, &Options::default()).expect_err(text)
}

fn code(text: &str) -> Code {
    refused(text).code
}

/// Runs the first thread that can move along the first possible edge until nothing moves; inputs are 0.
fn run(program: &Program) -> State {
    let mut state = program.start(&[]);
    for _ in 0..100_000 {
        let threads = 0..state.threads.len() as u32;
        let moves = threads.flat_map(|thread| {
            let location = &program.locations[state.threads[thread as usize].location as usize];
            (0..location.edges.len() as u32).map(move |edge| Move { thread, edge, inputs: vec![], fresh: vec![] })
        });
        let next = moves.into_iter().find_map(|step| program.step(&state, &step));
        match next {
            Some(next) => state = next,
            None => return state,
        }
    }
    panic!("the program does not end")
}

/// The value of a shared variable at the end of a run.
fn ends_with(text: &str, name: &str) -> i128 {
    let program = program(text);
    let state = run(&program);
    assert_eq!(program.failure(&state), None, "{text}");
    shared(&program, &state, name)
}

fn shared(program: &Program, state: &State, name: &str) -> i128 {
    let number = program.globals.iter().position(|global| global.name == name).expect("a shared variable");
    program.globals[number].ty.number(state.globals[number])
}

/// Every state that up to `most` threads can reach, with inputs 0 and 1.
fn reachable(program: &Program, most: usize) -> FxHashSet<State> {
    let first = program.start(&[]);
    let mut seen = FxHashSet::from_iter([first.clone()]);
    let mut pending = vec![first];
    while let Some(state) = pending.pop() {
        assert!(seen.len() < 200_000, "too many states");
        for (thread, place) in (0u32..).zip(&state.threads) {
            for (edge, arrow) in (0u32..).zip(&program.locations[place.location as usize].edges) {
                if arrow.start.is_some() && state.threads.len() >= most {
                    continue;
                }
                for input in 0..=u64::from(arrow.inputs() > 0) {
                    let step = Move { thread, edge, inputs: vec![input], fresh: vec![] };
                    if let Some(next) = program.step(&state, &step)
                        && seen.insert(next.clone())
                    {
                        pending.push(next);
                    }
                }
            }
        }
    }
    seen
}

/// Whether an assertion can fail with up to `most` threads.
fn can_fail(program: &Program, most: usize) -> bool {
    reachable(program, most).iter().any(|state| program.failure(state).is_some())
}

/// The values that a shared variable has when nothing moves any more.
fn final_values(program: &Program, most: usize, name: &str) -> Vec<i128> {
    let ended =
        |state: &State| state.threads.iter().all(|thread| program.locations[thread.location as usize].edges.is_empty());
    let all = reachable(program, most);
    let mut values: Vec<i128> =
        all.iter().filter(|state| ended(state)).map(|state| shared(program, state, name)).collect();
    values.sort_unstable();
    values.dedup();
    values
}
