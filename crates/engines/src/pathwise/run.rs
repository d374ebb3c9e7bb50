//! From a path and the numbers of rounds of its loops to a run.
//!
//! The counters are computed backwards along the path once more, now with numbers, to tell how many threads the start
//! needs. Rounds of a loop are spelled out in short runs and marked as repetitions in long ones, so that the run is as
//! short as the formula, however large the numbers are.

use super::summary::Summary;
use crate::forward::pump::SHORT;
use umpteen_model::evidence::{Repeat, Step, Trace};
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::{Initial, System};

/// A part of a path.
#[derive(Clone, Debug)]
pub enum Part {
    /// One step.
    Rule(u32),
    /// Full rounds of a loop; the variable tells how many.
    Loop {
        /// Its rules, in order.
        rules: Vec<u32>,
        /// The variable.
        variable: usize,
    },
}

/// The run along a path, with so many rounds for each variable.
pub fn trace(
    system: &System,
    initial: &Initial,
    parts: &[&Part],
    rounds: &[i128],
    target: &State,
) -> Result<Trace, Overflow> {
    let mut rounds_of = Vec::with_capacity(parts.len());
    for part in parts {
        rounds_of.push(match part {
            Part::Rule(_) => 1,
            Part::Loop { variable, .. } => u32::try_from(rounds[*variable]).map_err(|_| Overflow)?,
        });
    }
    let mut state = target.clone();
    for (part, &rounds) in parts.iter().zip(&rounds_of).rev() {
        let mut summary = Summary::default();
        for rule in part.rules().iter().rev() {
            summary.extend(&Summary::of_rule(&system.rules[*rule as usize]));
        }
        state = summary.applied(&state, rounds)?;
    }
    state.shared = initial.shared;
    let initial = initial.covering(&state).expect("the inequalities say that the start has enough threads");
    let steps: u64 =
        parts.iter().zip(&rounds_of).map(|(part, &times)| part.rules().len() as u64 * u64::from(times)).sum();
    let mut trace = Trace { initial, steps: Vec::new(), repeats: Vec::new() };
    for (part, &times) in parts.iter().zip(&rounds_of) {
        let spelled = if steps <= SHORT { times } else { 1 };
        if spelled < times {
            trace.repeats.push(Repeat { first: trace.steps.len(), steps: part.rules().len(), times });
        }
        let rules = (0..spelled).flat_map(|_| part.rules());
        trace.steps.extend(rules.map(|rule| Step { rule: *rule, moved: Vec::new() }));
    }
    Ok(trace)
}

impl Part {
    fn rules(&self) -> &[u32] {
        match self {
            Part::Rule(rule) => std::slice::from_ref(rule),
            Part::Loop { rules, .. } => rules,
        }
    }
}
