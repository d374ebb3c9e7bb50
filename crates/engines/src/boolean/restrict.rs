//! A trace of a program by itself: only the values that occur in it, so that it can be checked without the rest.

use rustc_hash::FxHashMap;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::LocalValues;
use umpteen_model::boolean::view::{Mains, Tables, view};
use umpteen_model::evidence::{Step, Trace};
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::System;

/// The tables and the trace over the values that the run visits.
pub fn restrict(
    program: &Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    system: &System,
    trace: &Trace,
) -> Result<(Tables, Trace), Overflow> {
    let states = run(system, trace)?;
    let mut shared: Vec<u32> = states.iter().map(|state| state.shared).collect();
    let mut locals: Vec<u32> = states.iter().flat_map(|state| state.locals()).map(|&(local, _)| local).collect();
    // Where a waiting thread would go belongs to what a signal or broadcast means, even if this one stays.
    let waiting: Vec<LocalValues> = locals.iter().map(|&local| tables.locals[local as usize]).collect();
    let released = waiting.iter().flat_map(|&values| program.possible_releases(values));
    let numbers: FxHashMap<LocalValues, u32> = (0..).zip(&tables.locals).map(|(at, values)| (*values, at)).collect();
    locals.extend(released.filter_map(|values| numbers.get(&values)));
    for numbers in [&mut shared, &mut locals] {
        numbers.sort_unstable();
        numbers.dedup();
    }
    let new_shared = |old: u32| shared.binary_search(&old).expect("collected above") as u32;
    let new_local = |old: u32| locals.binary_search(&old).expect("collected above") as u32;
    let mut pairs: Vec<(u32, Vec<u32>)> = (0..shared.len() as u32).map(|shared| (shared, Vec::new())).collect();
    for state in &states {
        let row = &mut pairs[new_shared(state.shared) as usize].1;
        row.extend(state.locals().iter().map(|&(local, _)| new_local(local)));
    }
    for (_, row) in &mut pairs {
        row.sort_unstable();
        row.dedup();
    }
    let small = Tables {
        shared: shared.iter().map(|&shared| tables.shared[shared as usize]).collect(),
        locals: locals.iter().map(|&local| tables.locals[local as usize]).collect(),
        pairs,
    };
    let system = view(program, property, mains, &small).system;
    let renumbered = |state: &State| {
        State::new(new_shared(state.shared), state.locals().iter().map(|&(local, count)| (new_local(local), count)))
    };
    let states: Vec<State> = states.iter().map(renumbered).collect::<Result<_, _>>()?;
    let mut steps = Vec::new();
    for pair in states.windows(2) {
        steps.push(step_between(&system, &pair[0], &pair[1])?.expect("the program can do what it did"));
    }
    Ok((small, Trace { initial: states[0].clone(), steps }))
}

fn run(system: &System, trace: &Trace) -> Result<Vec<State>, Overflow> {
    let mut states = vec![trace.initial.clone()];
    for step in &trace.steps {
        let outcomes = system.fire(&system.rules[step.rule as usize], &states[states.len() - 1])?;
        let outcome = outcomes.into_iter().find(|outcome| outcome.moved == step.moved);
        states.push(outcome.expect("an engine's trace can be run").state);
    }
    Ok(states)
}

fn step_between(system: &System, before: &State, after: &State) -> Result<Option<Step>, Overflow> {
    for (rule, number) in system.rules.iter().zip(0..) {
        for outcome in system.fire(rule, before)? {
            if outcome.state == *after {
                return Ok(Some(Step { rule: number, moved: outcome.moved }));
            }
        }
    }
    Ok(None)
}
