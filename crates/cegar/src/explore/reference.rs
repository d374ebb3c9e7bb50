//! The plain version: the interpreter's states, one by one, nothing left out but values that nobody reads.
//!
//! `explore` must give the same answers. Threads with stacks are explored here only; deep stacks are left out.

use super::choices::Choices;
use super::{Bounds, Explored};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_engines::budget::Budget;
use umpteen_model::c::liveness::{self, Live};
use umpteen_model::c::machine::{Move, Run, State};
use umpteen_model::c::program::Program;

/// Deeper stacks are not visited.
const DEEPEST: usize = 12;

/// With stacks, so many states are worth a look when it is known that they are not all there are.
const WITHOUT_END: usize = 5_000;

/// Visits states until an assertion fails, a bound is reached or the budget ends.
pub fn explore(program: &Program, bounds: Bounds, budget: &Budget) -> Explored {
    let live = liveness::live(program);
    let unread = liveness::unread(program, &live);
    let mut explored =
        Explored { failure: None, executed: FxHashSet::default(), complete: true, cut: false, ended: false, states: 0 };
    let mut seen: FxHashSet<State> = FxHashSet::default();
    // Every state found, with the number of the state before and the step from there, or with the first values.
    let mut found: Vec<(State, Origin)> = Vec::new();
    let first = Choices::of_start(program, &live, 0);
    explored.complete &= first.exhaustive;
    for choice in first.all {
        found.push((program.start(&choice.fresh), Origin::Start(choice.fresh)));
    }
    let mut choices: FxHashMap<(u32, u32), Choices> = FxHashMap::default();
    let has_stacks = program.has_frames();
    let mut next = 0;
    while next < found.len() {
        let state = found[next].0.clone();
        next += 1;
        if !seen.insert(normal(&live, &unread, program, &state)) {
            continue;
        }
        if program.failure(&state).is_some() {
            explored.failure = Some(run_to(&found, next - 1));
            break;
        }
        let partial = has_stacks && !explored.complete;
        let most = if partial { bounds.states.min(WITHOUT_END) } else { bounds.states };
        if seen.len() > most || budget.check().is_err() {
            explored.complete = false;
            break;
        }
        explored.ended |= program.may_have_ended(&state);
        for (thread, at) in (0u32..).zip(&state.threads) {
            let exit = program.locations[at.location as usize].exit.iter().filter(|exit| exit.certain);
            explored.executed.extend(exit.flat_map(|exit| &exit.positions));
            for (number, edge) in (0u32..).zip(&program.locations[at.location as usize].edges) {
                // A thread that joins an unknown thread may continue before the others have ended.
                explored.complete &= !edge.early;
                if edge.start.is_some() && state.threads.len() >= bounds.threads {
                    explored.cut = true;
                    continue;
                }
                let choices = choices.entry((at.location, number));
                let choices = choices.or_insert_with(|| Choices::of_edge(program, &live, &unread, edge, bounds.states));
                explored.complete &= choices.exhaustive;
                for choice in &choices.all {
                    let (inputs, fresh) = (choice.inputs.clone(), choice.fresh.clone());
                    let step = Move { thread, edge: number, inputs, fresh };
                    if let Some(after) = program.step(&state, &step) {
                        if after.threads[thread as usize].callers.len() > DEEPEST {
                            explored.complete = false;
                            continue;
                        }
                        explored.executed.extend(edge.statements.iter().map(|statement| statement.position));
                        found.push((after, Origin::Step(next - 1, step)));
                    }
                }
            }
        }
    }
    explored.states = seen.len();
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

/// The normal form of a state: threads after the first in a fixed order, dead values cleared.
fn normal(live: &Live, unread: &[bool], program: &Program, state: &State) -> State {
    let mut state = state.clone();
    let shared = state.globals.iter_mut().zip(unread).zip(&program.globals);
    shared.filter(|((_, unread), _)| **unread).for_each(|((value, _), global)| *value = global.initial.unwrap_or(0));
    for thread in &mut state.threads {
        let dead = |local: u32| !live.contains(thread.location, local);
        (0u32..).zip(&mut thread.locals).filter(|(local, _)| dead(*local)).for_each(|(_, value)| *value = 0);
        for (back, locals) in &mut thread.callers {
            let dead = |local: u32| !live.contains(*back, local);
            (0u32..).zip(locals).filter(|(local, _)| dead(*local)).for_each(|(_, value)| *value = 0);
        }
    }
    state.threads[1..].sort_unstable();
    state
}
