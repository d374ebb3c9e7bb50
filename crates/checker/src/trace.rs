//! Executes a trace step by step. A part that is repeated is executed once; since all its steps let other threads stay,
//! every round changes the counters alike, and the rounds are possible if the first and the last one are.

use crate::Rejection;
use std::collections::BTreeMap;
use umpteen_model::evidence::Trace;
use umpteen_model::state::State;
use umpteen_model::system::{Passive, Rule, System};

/// An accepted trace, executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The initial state, and the state after each step, the first time that it happens.
    pub states: Vec<State>,
    /// For each repeated part, the state before its first round and the one after its last.
    pub repeats: Vec<(State, State)>,
    /// The state at the end.
    pub last: State,
    /// How many threads were ever started.
    pub threads: u64,
}

/// Accepts a trace only if it starts in an initial state, every step is possible, and the end covers a target.
pub fn check_trace(system: &System, trace: &Trace) -> Result<Replay, Rejection> {
    crate::check_ranges(system, std::slice::from_ref(&trace.initial))?;
    if !system.initial.iter().any(|initial| initial.contains(&trace.initial)) {
        return Rejection::wrong("the trace does not start in an initial state");
    }
    let mut whole = Part::new(trace.steps.len(), 1, &trace.initial);
    let mut open: Vec<(usize, Part)> = Vec::new();
    let mut current = trace.initial.clone();
    let mut states = vec![current.clone()];
    let mut around = vec![(State::empty(0), State::empty(0)); trace.repeats.len()];
    let mut repeats = trace.repeats.iter().zip(0..).peekable();
    for (at, step) in trace.steps.iter().enumerate() {
        while let Some((repeat, number)) = repeats.next_if(|(repeat, _)| repeat.first == at) {
            let outer = open.last().map_or(trace.steps.len(), |(_, part)| part.end);
            let end = at.checked_add(repeat.steps).filter(|&end| end > at && end <= outer && repeat.times > 0);
            let Some(end) = end else { return Rejection::wrong("the repeated parts of the trace are not nested") };
            open.push((number, Part::new(end, repeat.times, &current)));
        }
        let number = at + 1;
        let Some(rule) = system.rules.get(step.rule as usize) else {
            return Rejection::wrong(format!("step {number} names a rule that does not exist"));
        };
        if !open.is_empty() && rule.passive != Passive::Stay {
            return Rejection::wrong(format!("step {number} is repeated although it moves other threads"));
        }
        let outcomes = system.fire(rule, &current)?;
        let Some(outcome) = outcomes.into_iter().find(|outcome| outcome.moved == step.moved) else {
            return Rejection::wrong(format!("step {number} is not possible"));
        };
        let started = outcome.state.threads().saturating_sub(current.threads());
        open.last_mut().map_or(&mut whole, |(_, part)| part).step(rule, started)?;
        current = outcome.state;
        states.push(current.clone());
        while let Some((repeat, part)) = open.pop_if(|(_, part)| part.end == number) {
            current = part.after_all_rounds(current.shared)?;
            open.last_mut().map_or(&mut whole, |(_, outer)| outer).append(&part)?;
            around[repeat] = (part.start, current.clone());
        }
    }
    if repeats.next().is_some() {
        return Rejection::wrong("the repeated parts of the trace are not in order");
    }
    if !system.is_target(&current) {
        return Rejection::wrong("the trace does not end in a target");
    }
    let threads = trace.initial.threads().checked_add(whole.started).ok_or(Rejection::Overflow)?;
    Ok(Replay { states, repeats: around, last: current, threads })
}

/// A part of the trace during its first round.
struct Part {
    /// The number of its last step.
    end: usize,
    times: i128,
    start: State,
    /// The counters that a round needs at its beginning.
    need: BTreeMap<u32, i128>,
    /// How a round changes the counters, so far.
    change: BTreeMap<u32, i128>,
    /// How many threads a round starts, so far.
    started: u64,
}

impl Part {
    fn new(end: usize, times: u32, start: &State) -> Part {
        let (need, change) = (BTreeMap::new(), BTreeMap::new());
        Part { end, times: times.into(), start: start.clone(), need, change, started: 0 }
    }

    fn step(&mut self, rule: &Rule, started: u64) -> Result<(), Rejection> {
        rule.guard.iter().try_for_each(|&(local, count)| self.needs(local, count.into()))?;
        rule.take.iter().try_for_each(|&(local, count)| self.changes(local, -i128::from(count)))?;
        rule.give.iter().try_for_each(|&(local, count)| self.changes(local, count.into()))?;
        self.started = self.started.checked_add(started).ok_or(Rejection::Overflow)?;
        Ok(())
    }

    /// All rounds of a part within this one.
    fn append(&mut self, inner: &Part) -> Result<(), Rejection> {
        inner.need.iter().try_for_each(|(&local, &need)| {
            self.needs(local, need)?;
            self.needs(local, need.checked_sub(inner.changed(local, inner.times - 1)?).ok_or(Rejection::Overflow)?)
        })?;
        inner.change.keys().try_for_each(|&local| self.changes(local, inner.changed(local, inner.times)?))?;
        let started = u64::try_from(inner.times).ok().and_then(|times| times.checked_mul(inner.started));
        let started = started.and_then(|started| self.started.checked_add(started));
        self.started = started.ok_or(Rejection::Overflow)?;
        Ok(())
    }

    /// So many threads are needed now, after the changes so far.
    fn needs(&mut self, local: u32, count: i128) -> Result<(), Rejection> {
        let before = count.checked_sub(self.changed(local, 1)?).ok_or(Rejection::Overflow)?;
        let need = self.need.entry(local).or_default();
        *need = (*need).max(before);
        Ok(())
    }

    fn changes(&mut self, local: u32, by: i128) -> Result<(), Rejection> {
        let change = self.change.entry(local).or_default();
        *change = change.checked_add(by).ok_or(Rejection::Overflow)?;
        Ok(())
    }

    /// How so many rounds change a counter.
    fn changed(&self, local: u32, rounds: i128) -> Result<i128, Rejection> {
        let change = self.change.get(&local).copied().unwrap_or(0);
        change.checked_mul(rounds).ok_or(Rejection::Overflow)
    }

    /// The state after all rounds, if the last one is possible; the first one has been executed.
    fn after_all_rounds(&self, shared: u32) -> Result<State, Rejection> {
        if shared != self.start.shared {
            return Rejection::wrong("a repeated part of the trace changes the shared state");
        }
        for (&local, &need) in &self.need {
            let last = i128::from(self.start.count(local)).checked_add(self.changed(local, self.times - 1)?);
            if last.ok_or(Rejection::Overflow)? < need {
                return Rejection::wrong("a part of the trace cannot be repeated so often");
            }
        }
        let mut state = self.start.clone();
        for &local in self.change.keys() {
            let count = i128::from(self.start.count(local)).checked_add(self.changed(local, self.times)?);
            let count = count.and_then(|count| u32::try_from(count).ok());
            state.set(local, count.ok_or(Rejection::Overflow)?);
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::evidence::{Repeat, Step};
    use umpteen_model::state::counts;
    use umpteen_model::system::{Initial, InitialCount, Target};

    /// A thread moves from 0 to 1 while another one is in 0; the target is a number of threads in 1.
    fn system(target: u32, passive: Passive) -> System {
        let one = |local, count| counts([(local, count)]).unwrap();
        let rule = Rule { from: 0, to: 0, guard: one(0, 2), take: one(0, 1), give: one(1, 1), passive };
        let initial = Initial { shared: 0, counts: vec![InitialCount { local: 0, least: 0, unbounded: true }] };
        let target = Target { shared: None, counts: one(1, target) };
        System {
            shared_count: 1,
            local_count: 2,
            rules: vec![rule],
            initial: vec![initial],
            targets: vec![target],
            hints: Vec::new(),
        }
    }

    fn trace(threads: u32, repeats: &[(usize, usize, u32)]) -> Trace {
        let repeat = |&(first, steps, times): &(usize, usize, u32)| Repeat { first, steps, times };
        let step = Step { rule: 0, moved: Vec::new() };
        Trace {
            initial: State::new(0, [(0, threads)]).unwrap(),
            steps: vec![step.clone(), step],
            repeats: repeats.iter().map(repeat).collect(),
        }
    }

    #[test]
    fn the_last_round_must_be_possible() {
        let moves = |threads, times| check_trace(&system(6, Passive::Stay), &trace(threads, &[(0, 2, times)]));
        let replay = moves(7, 3).unwrap();
        assert_eq!((replay.last, replay.threads), (State::new(0, [(0, 1), (1, 6)]).unwrap(), 7));
        // The sixth move finds nobody else in 0, although there is one to move.
        assert!(matches!(moves(6, 3), Err(Rejection::Wrong(_))));
        assert!(matches!(moves(7, 2), Err(Rejection::Wrong(_))), "the target is not reached");
    }

    #[test]
    fn parts_within_parts_are_multiplied() {
        let moves = |threads| check_trace(&system(9, Passive::Stay), &trace(threads, &[(0, 2, 3), (1, 1, 2)]));
        assert_eq!(moves(10).unwrap().last, State::new(0, [(0, 1), (1, 9)]).unwrap());
        assert!(matches!(moves(9), Err(Rejection::Wrong(_))));
    }

    #[test]
    fn only_steps_that_let_others_stay_are_repeated() {
        let signal = system(2, Passive::One(vec![(1, 1)]));
        let reason = "step 1 is repeated although it moves other threads";
        assert_eq!(check_trace(&signal, &trace(9, &[(0, 1, 2)])), Rejection::wrong(reason));
    }

    #[test]
    fn repeated_parts_are_nested_and_in_order() {
        let judged = |repeats: &[(usize, usize, u32)]| {
            let mut trace = trace(99, repeats);
            trace.steps.extend(trace.steps.clone());
            match check_trace(&system(4, Passive::Stay), &trace) {
                Ok(replay) => replay.last.count(1).to_string(),
                Err(Rejection::Wrong(reason)) => reason,
                Err(other) => format!("{other:?}"),
            }
        };
        assert_eq!(judged(&[(0, 4, 1)]), "4");
        assert_eq!(judged(&[(0, 4, 2), (1, 3, 2), (2, 2, 2)]), "22");
        let not_nested = "the repeated parts of the trace are not nested";
        assert_eq!(judged(&[(0, 4, 2), (1, 2, 2), (2, 2, 2)]), not_nested);
        assert_eq!(judged(&[(1, 4, 2)]), not_nested);
        assert_eq!(judged(&[(1, 0, 2)]), not_nested);
        assert_eq!(judged(&[(1, usize::MAX, 2)]), not_nested);
        assert_eq!(judged(&[(1, 1, 0)]), not_nested);
        let not_in_order = "the repeated parts of the trace are not in order";
        assert_eq!(judged(&[(4, 1, 1)]), not_in_order);
        assert_eq!(judged(&[(1, 1, 2), (0, 1, 2)]), not_in_order);
    }

    /// A part that gains threads needs most of them in its first round.
    #[test]
    fn every_round_of_a_part_within_a_part_must_be_possible() {
        let of = |count: u32| counts([(0, count)]).unwrap();
        let gain = Rule { from: 0, to: 0, guard: of(2), take: of(0), give: of(1), passive: Passive::Stay };
        let lose = Rule { guard: of(4), take: of(4), give: of(0), ..gain.clone() };
        let mut system = system(0, Passive::Stay);
        system.rules = vec![gain, lose];
        let step = |rule| Step { rule, moved: Vec::new() };
        let judged = |threads, times| {
            let repeat = |first, steps, times| Repeat { first, steps, times };
            let trace = Trace {
                initial: State::new(0, [(0, threads)]).unwrap(),
                steps: vec![step(0), step(1)],
                repeats: vec![repeat(0, 2, times), repeat(0, 1, 3)],
            };
            check_trace(&system, &trace).map(|replay| (replay.last.count(0), replay.threads))
        };
        assert_eq!(judged(3, 2), Ok((1, 9)));
        assert!(matches!(judged(3, 3), Err(Rejection::Wrong(_))), "two are needed, and there is one");
    }

    #[test]
    fn a_repeated_part_keeps_the_shared_state() {
        let mut system = system(1, Passive::Stay);
        system.shared_count = 2;
        system.rules[0].to = 1;
        let mut trace = trace(9, &[(0, 1, 1)]);
        trace.steps.truncate(1);
        let reason = "a repeated part of the trace changes the shared state";
        assert_eq!(check_trace(&system, &trace), Rejection::wrong(reason));
        trace.repeats.clear();
        assert!(check_trace(&system, &trace).is_ok());
    }
}
