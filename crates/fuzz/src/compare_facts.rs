//! Facts of one C program: the checker accepts them, and no state that a random walk gets to contradicts them.

use fastrand::Rng;
use umpteen_cegar::facts;
use umpteen_checker::check_facts;
use umpteen_engines::budget::Budget;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::facts::Facts;
use umpteen_model::c::machine::{Move, State, Thread};
use umpteen_model::c::program::Program;

/// Walks, their steps, and the threads that they may have.
const WALKS: usize = 12;
const STEPS: usize = 80;
const THREADS: usize = 5;

/// Says which fact is wrong.
pub fn facts_hold(program: &Program, budget: &Budget, random: &mut Rng) -> Result<(), String> {
    let Ok(facts) = facts::discover(program, &[], true, budget) else { return Ok(()) };
    check_facts(program, &facts, &|| true).map_err(|rejection| format!("the facts were rejected: {rejection:?}"))?;
    for _ in 0..WALKS {
        let mut state = program.start(&[]);
        for _ in 0..STEPS {
            contradiction(program, &facts, &state)?;
            let Some(next) = (0..20).find_map(|_| step(program, &state, random)) else { break };
            state = next;
        }
    }
    Ok(())
}

/// A step of some thread, if the one that is tried is possible.
fn step(program: &Program, state: &State, random: &mut Rng) -> Option<State> {
    let thread = random.u32(..state.threads.len() as u32);
    let edges = &program.locations[state.threads[thread as usize].location as usize].edges;
    let number = random.usize(..edges.len().max(1));
    let edge = edges.get(number)?;
    if edge.start.is_some() && state.threads.len() >= THREADS {
        return None;
    }
    let inputs = (0..edge.inputs()).map(|_| random.u64(..3)).collect();
    program.step(state, &Move { thread, edge: number as u32, inputs, fresh: Vec::new() })
}

fn contradiction(program: &Program, facts: &Facts, state: &State) -> Result<(), String> {
    let locals = program.locals.len();
    let value = |expr: &Expr, one: &Thread, other: &Thread| {
        let read = |place: Place| match place {
            Place::Global(number) => state.globals[number as usize],
            Place::Local(number) if (number as usize) < locals => one.locals[number as usize],
            Place::Local(number) => other.locals[number as usize - locals],
        };
        expr.value(&read, &|_| 0)
    };
    let first = &state.threads[0];
    for fact in &facts.each {
        if state.threads.iter().any(|one| fact.at.contains(&one.location) && value(&fact.holds, one, one) != 1) {
            return Err(format!("{fact:?} does not hold of {state:?}"));
        }
    }
    for fact in &facts.pairs {
        for (number, one) in state.threads.iter().enumerate() {
            for (_, other) in state.threads.iter().enumerate().filter(|(at, _)| *at != number) {
                if fact.at.contains(&(one.location, other.location)) && value(&fact.holds, one, other) != 1 {
                    return Err(format!("{fact:?} does not hold of {state:?}"));
                }
            }
        }
    }
    for fact in &facts.counts {
        let there = state.threads.iter().filter(|thread| fact.at.contains(&thread.location)).count();
        if value(&fact.number, first, first) != there as u64 {
            return Err(format!("{fact:?} does not hold of {state:?}"));
        }
    }
    Ok(())
}
