//! Shorter runs: steps and threads that a run does not need are left out.
//!
//! Read backwards, each step turns what must be there after it into what must be there before it. A step that makes
//! nothing of that is not needed. Read forwards, the state may at some point already have what must be there much later,
//! and everything in between is not needed. What must be there at the start tells how many threads are needed.
//!
//! Searches that go forwards find runs in which many things happen; people want to see the few that matter.

use crate::predecessors::predecessors;
use umpteen_model::evidence::{Step, Trace};
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::{Passive, Rule, System};

/// Longer runs are left as they are: all pairs of states are compared.
const LONGEST: usize = 5_000;

/// A run to a target with some of the steps of the given one, or the same.
pub fn shortened(system: &System, trace: Trace) -> Trace {
    let stays = |step: &Step| system.rules[step.rule as usize].passive == Passive::Stay;
    if !trace.repeats.is_empty() || trace.steps.len() > LONGEST || !trace.steps.iter().all(stays) {
        return trace;
    }
    let mut shortest = trace;
    while let Ok(Some(shorter)) = shorter(system, &shortest) {
        shortest = shorter;
    }
    shortest
}

/// A shorter run, if this one can be made shorter.
fn shorter(system: &System, trace: &Trace) -> Result<Option<Trace>, Overflow> {
    let rules: Vec<&Rule> = trace.steps.iter().map(|step| &system.rules[step.rule as usize]).collect();
    let Some(mut need) = last_need(system, trace, &rules)? else { return Ok(None) };
    // The need before each necessary step, the last one first.
    let mut needs: Vec<(State, u32)> = Vec::new();
    let goal = need.clone();
    for (step, rule) in trace.steps.iter().zip(&rules).rev() {
        let mut before = None;
        predecessors(rule, &need, |state| before = Some(state))?;
        let Some(before) = before else { return Ok(None) };
        if !before.covers(&need) {
            needs.push((before.clone(), step.rule));
            need = before;
        }
    }
    let starts = system.initial.iter().filter_map(|initial| initial.covering(&need));
    let Some(initial) = starts.min_by_key(State::threads) else { return Ok(None) };
    let mut state = initial.clone();
    let mut steps = Vec::new();
    while !state.covers(&goal) {
        // The list begins with the end of the run: the first need that is met is the farthest.
        let Some(at) = needs.iter().position(|(need, _)| state.covers(need)) else { return Ok(None) };
        let rule = needs[at].1;
        needs.truncate(at);
        let outcomes = system.fire(&system.rules[rule as usize], &state)?;
        let Some(outcome) = outcomes.into_iter().next() else { return Ok(None) };
        state = outcome.state;
        steps.push(Step { rule, moved: Vec::new() });
    }
    let is_shorter = steps.len() < trace.steps.len() || initial.threads() < trace.initial.threads();
    Ok(is_shorter.then_some(Trace { initial, steps, repeats: Vec::new() }))
}

/// The target that the run ends in.
fn last_need(system: &System, trace: &Trace, rules: &[&Rule]) -> Result<Option<State>, Overflow> {
    let mut state = trace.initial.clone();
    for rule in rules {
        match system.fire(rule, &state)?.into_iter().next() {
            Some(outcome) => state = outcome.state,
            None => return Ok(None),
        }
    }
    let shared = state.shared;
    let targets = system.targets.iter().filter(|target| target.covered_by(&state));
    targets.map(|target| State::new(shared, target.counts.iter().copied())).next().transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::state::counts;
    use umpteen_model::system::Target;
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    #[test]
    fn what_a_run_does_not_need_is_left_out() {
        let steps = [((0, 0), (0, 1)), ((0, 1), (1, 2)), ((1, 2), (0, 3)), ((1, 0), (0, 0))];
        let system = ThreadSystem {
            shared_count: 2,
            local_count: 4,
            edges: steps.iter().map(|&(from, to)| Edge::step(from, to)).collect(),
            initial: vec![ThreadSystem::default_initial()],
            targets: vec![Target { shared: Some(1), counts: counts([(2, 1)]).unwrap() }],
        };
        let system = system.system().unwrap();
        let step = |rule| Step { rule, moved: Vec::new() };
        // A second thread gets to 1, then the shared state goes to 1 and back, then to 1 again.
        let long = Trace {
            initial: State::new(0, [(0, 4)]).unwrap(),
            steps: [0, 0, 1, 2, 1].map(step).to_vec(),
            repeats: Vec::new(),
        };
        let short = shortened(&system, long);
        assert_eq!(short.initial, State::new(0, [(0, 1)]).unwrap());
        assert_eq!(short.steps, [0, 1].map(step));
    }
}
