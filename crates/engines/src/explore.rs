//! Counter exploration: every state that can be reached with at most `n` threads, forwards, one by one.
//!
//! Deliberately plain: this is the reference that the other engines are tested against, and the engine behind
//! `--threads N`. States with fewer threads come first, so in systems whose threads never vanish the trace uses as
//! few threads as possible. For nets the bound is on the tokens present at the same time.

use crate::budget::{Budget, Stop};
use crate::{Answer, Reason, Statistics};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use umpteen_model::evidence::{Certificate, Step, Trace};
use umpteen_model::state::State;
use umpteen_model::system::{Initial, InitialCount, System};

/// How a state was reached: from which state, by which step.
type Origin = Option<(u32, Step)>;

/// Explores with at most `threads` threads.
pub fn run(system: &System, threads: u32, budget: &Budget, statistics: &mut Statistics) -> Answer {
    match explore(system, threads, budget, statistics) {
        Ok(answer) => answer,
        Err(reason) => Answer::Unknown(reason),
    }
}

fn explore(system: &System, threads: u32, budget: &Budget, statistics: &mut Statistics) -> Result<Answer, Reason> {
    let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
    let mut found: Vec<(State, Origin)> = Vec::new();
    let mut waiting: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
    let mut candidates: Vec<(State, Origin)> = Vec::new();
    let mut rules: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (at, rule) in (0..).zip(&system.rules) {
        rules.entry(rule.from).or_default().push(at);
    }
    for initial in &system.initial {
        initial_states(initial, threads, budget, &mut |state| candidates.push((state, None)))?;
    }
    loop {
        for (state, origin) in candidates.drain(..) {
            budget.check()?;
            statistics.generated += 1;
            if state.threads() > u64::from(threads) || numbers.contains_key(&state) {
                continue;
            }
            let number = u32::try_from(found.len()).map_err(|_| Reason::Stopped(Stop::Memory))?;
            numbers.insert(state.clone(), number);
            waiting.push(Reverse((state.threads(), number)));
            found.push((state, origin));
        }
        let Some(Reverse((_, number))) = waiting.pop() else { break };
        let state = &found[number as usize].0;
        if system.is_target(state) {
            return Ok(Answer::Unsafe(trace_to(&found, number)));
        }
        statistics.explored += 1;
        budget.report(statistics.explored, waiting.len());
        for &at in rules.get(&state.shared).into_iter().flatten() {
            for outcome in system.fire(&system.rules[at as usize], state)? {
                let step = Step { rule: at, moved: outcome.moved };
                candidates.push((outcome.state, Some((number, step))));
            }
        }
    }
    let states = found.into_iter().map(|(state, _)| state).collect();
    Ok(Answer::Safe(Certificate::Bounded { threads, states }))
}

fn trace_to(found: &[(State, Origin)], mut number: u32) -> Trace {
    let mut steps = Vec::new();
    while let Some((before, step)) = &found[number as usize].1 {
        steps.push(step.clone());
        number = *before;
    }
    steps.reverse();
    Trace { initial: found[number as usize].0.clone(), steps, repeats: Vec::new() }
}

/// Calls `found` with every initial state of the set that has at most `threads` threads.
pub fn initial_states(
    initial: &Initial,
    threads: u32,
    budget: &Budget,
    found: &mut impl FnMut(State),
) -> Result<(), Reason> {
    let least = initial.least();
    let Some(spare) = u64::from(threads).checked_sub(least.threads()) else { return Ok(()) };
    let unbounded: Vec<&InitialCount> = initial.counts.iter().filter(|count| count.unbounded).collect();
    spread(least, spare as u32, &unbounded, budget, found)
}

/// Adds up to `spare` threads to the unbounded local states in every way.
fn spread(
    state: State,
    spare: u32,
    unbounded: &[&InitialCount],
    budget: &Budget,
    found: &mut impl FnMut(State),
) -> Result<(), Reason> {
    budget.check()?;
    let Some((first, others)) = unbounded.split_first() else {
        found(state);
        return Ok(());
    };
    for added in 0..=spare {
        let mut state = state.clone();
        state.add(first.local, added)?;
        spread(state, spare - added, others, budget, found)?;
    }
    Ok(())
}
