//! Executes a trace step by step.

use crate::Rejection;
use umpteen_model::evidence::Trace;
use umpteen_model::state::State;
use umpteen_model::system::System;

/// An accepted trace, executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The state before each step, and the final one.
    pub states: Vec<State>,
    /// How many threads were ever started.
    pub threads: u64,
}

/// Accepts a trace only if it starts in an initial state, every step is possible, and the end covers a target.
pub fn check_trace(system: &System, trace: &Trace) -> Result<Replay, Rejection> {
    crate::check_ranges(system, std::slice::from_ref(&trace.initial))?;
    if !system.initial.iter().any(|initial| initial.contains(&trace.initial)) {
        return Rejection::wrong("the trace does not start in an initial state");
    }
    let mut states = vec![trace.initial.clone()];
    let mut threads = trace.initial.threads();
    for (at, step) in trace.steps.iter().enumerate() {
        let number = at + 1;
        let Some(rule) = system.rules.get(step.rule as usize) else {
            return Rejection::wrong(format!("step {number} names a rule that does not exist"));
        };
        let before = &states[at];
        let outcomes = system.fire(rule, before)?;
        let Some(outcome) = outcomes.into_iter().find(|outcome| outcome.moved == step.moved) else {
            return Rejection::wrong(format!("step {number} is not possible"));
        };
        threads += outcome.state.threads().saturating_sub(before.threads());
        states.push(outcome.state);
    }
    if !system.is_target(&states[states.len() - 1]) {
        return Rejection::wrong("the trace does not end in a target");
    }
    Ok(Replay { states, threads })
}
