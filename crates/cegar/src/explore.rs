//! Exhaustive exploration of a C program with few threads and few values: the reference, and the search for witnesses.
//!
//! Every state is visited once, threads of equal state being interchangeable. Inputs and variables without a first value
//! take all values of one-bit types and a few of larger ones; only if nothing was left out is the absence of a failure
//! a fact.

use rustc_hash::FxHashSet;
use umpteen_engines::budget::Budget;
use umpteen_model::c::expression::{Expr, Type};
use umpteen_model::c::liveness::{self, Live};
use umpteen_model::c::machine::{Move, Run, State};
use umpteen_model::c::program::{Edge, Position, Program};

/// What exploration found.
pub struct Explored {
    /// A run in which an assertion fails, with as few steps as possible.
    pub failure: Option<Run>,
    /// The positions of the statements that some run executes.
    pub executed: FxHashSet<Position>,
    /// Whether every state with so many threads was visited.
    pub complete: bool,
    /// For each location, which locals are read later.
    live: Live,
}

/// Visits states with at most so many threads, at most so many states, until an assertion fails or the budget ends.
pub fn explore(program: &Program, most_threads: usize, most_states: usize, budget: &Budget) -> Explored {
    let mut explored =
        Explored { failure: None, executed: FxHashSet::default(), complete: true, live: liveness::live(program) };
    let mut seen: FxHashSet<State> = FxHashSet::default();
    // Every state found, with the number of the state before and the step from there, or with the first values.
    let mut found: Vec<(State, Origin)> = Vec::new();
    for fresh in explored.fresh_values(program, 0) {
        found.push((program.start(&fresh), Origin::Start(fresh)));
    }
    let mut next = 0;
    while next < found.len() {
        let state = found[next].0.clone();
        next += 1;
        if !seen.insert(explored.normal(&state)) {
            continue;
        }
        if program.failure(&state).is_some() {
            explored.failure = Some(run_to(&found, next - 1));
            break;
        }
        if seen.len() > most_states || budget.check().is_err() {
            explored.complete = false;
            break;
        }
        for (thread, at) in (0u32..).zip(&state.threads) {
            for (number, edge) in (0u32..).zip(&program.locations[at.location as usize].edges) {
                // What waits for an unknown thread may go on without the others having ended.
                explored.complete &= !edge.early;
                if edge.start.is_some() && state.threads.len() >= most_threads {
                    continue;
                }
                for step in explored.moves(program, thread, number, edge) {
                    if let Some(after) = program.step(&state, &step) {
                        explored.executed.extend(edge.statements.iter().map(|statement| statement.position));
                        found.push((after, Origin::Step(next - 1, step)));
                    }
                }
            }
        }
    }
    explored
}

/// How a state was found.
enum Origin {
    Start(Vec<(u32, u64)>),
    Step(usize, Move),
}

fn run_to(found: &[(State, Origin)], mut at: usize) -> Run {
    let mut steps = Vec::new();
    loop {
        match &found[at].1 {
            Origin::Step(before, step) => {
                steps.push(step.clone());
                at = *before;
            }
            Origin::Start(fresh) => {
                steps.reverse();
                return Run { fresh: fresh.clone(), steps };
            }
        }
    }
}

impl Explored {
    fn moves(&mut self, program: &Program, thread: u32, edge_number: u32, edge: &Edge) -> Vec<Move> {
        let mut types: Vec<Type> = vec![Type::BOOL; edge.inputs() as usize];
        for expr in edge.expressions() {
            expr.visit(&mut |part| {
                if let Expr::Input(number, ty) = part {
                    types[*number as usize] = *ty;
                }
            });
        }
        let inputs = self.combinations(&types);
        let fresh = match &edge.start {
            Some(start) => self.fresh_values(program, start.template),
            None => vec![Vec::new()],
        };
        let make = |inputs: &Vec<u64>, fresh: &Vec<(u32, u64)>| Move {
            thread,
            edge: edge_number,
            inputs: inputs.clone(),
            fresh: fresh.clone(),
        };
        inputs.iter().flat_map(|inputs| fresh.iter().map(move |fresh| make(inputs, fresh))).collect()
    }

    fn fresh_values(&mut self, program: &Program, template: u32) -> Vec<Vec<(u32, u64)>> {
        let entry = program.templates[template as usize].entry;
        let open = |local: &u32| program.locals[*local as usize].initial.is_none() && self.live.contains(entry, *local);
        let locals: Vec<u32> = program.locals_of(template).filter(open).collect();
        let types: Vec<Type> = locals.iter().map(|&local| program.locals[local as usize].ty).collect();
        let values = self.combinations(&types);
        values.into_iter().map(|values| locals.iter().copied().zip(values).collect()).collect()
    }

    /// Values for variables of these types.
    fn combinations(&mut self, types: &[Type]) -> Vec<Vec<u64>> {
        const MOST: usize = 4096;
        let mut all: Vec<Vec<u64>> = vec![Vec::new()];
        for ty in types {
            let values: Vec<u64> = match ty.width {
                1 => vec![0, 1],
                _ => [0, 1, 2, -1].iter().map(|&value| ty.wrap(value)).collect(),
            };
            self.complete &= ty.width == 1;
            if all.len() * values.len() > MOST {
                self.complete = false;
                all.iter_mut().for_each(|values| values.push(0));
                continue;
            }
            let with = |values: &Vec<u64>, value: u64| [values.as_slice(), &[value]].concat();
            all = all.iter().flat_map(|one| values.iter().map(move |&value| with(one, value))).collect();
        }
        all
    }

    /// The same state with the threads after the first in a fixed order, and without values that nobody reads.
    fn normal(&self, state: &State) -> State {
        let mut state = state.clone();
        for thread in &mut state.threads {
            let dead = |local: u32| !self.live.contains(thread.location, local);
            (0u32..).zip(&mut thread.locals).filter(|(local, _)| dead(*local)).for_each(|(_, value)| *value = 0);
        }
        state.threads[1..].sort_unstable();
        state
    }
}
