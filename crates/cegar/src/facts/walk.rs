//! Random walks through the program: what a state contradicts is no fact, and a walk finds that out faster than a solver.

use fastrand::Rng;
use umpteen_model::c::machine::{Move, State};
use umpteen_model::c::program::Program;

/// Walks, their steps, and the threads that they may have.
const WALKS: usize = 16;
const STEPS: usize = 120;
const THREADS: usize = 4;

/// How often a step is tried before a walk is stuck.
const TRIES: usize = 20;

/// Calls `look` for the states of some random walks; the same ones for the same seed.
pub fn walk(program: &Program, seed: u64, mut look: impl FnMut(&State)) {
    let random = &mut Rng::with_seed(seed);
    for _ in 0..WALKS {
        let mut state = program.start(&[]);
        for _ in 0..STEPS {
            look(&state);
            let Some(next) = (0..TRIES).find_map(|_| step(program, &state, random)) else { break };
            state = next;
        }
    }
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
