//! Slicing from the targets: what cannot help to cover a target is left out before forward search.
//!
//! A shared state is relevant if some rules lead from it to a target's; a local state if a target or a useful rule asks for
//! it. A rule is useful if it leads to another relevant shared state, or, staying in one, makes more of a relevant local
//! state. Threads in irrelevant local states tell otherwise equal configurations apart, so without them there are
//! often far fewer: the nets of soter have ten places that are only ever filled for each one that matters.
//!
//! Inverse: the start of a run gets its irrelevant threads back, which disturb nobody. A proof says what was ignored: in
//! irrelevant local states there may be any number of threads, and irrelevant shared states may hold anything
//! (`Certificate::Downward`). Backward search needs no slicing, it only ever meets what is relevant.

use crate::Answer;
use umpteen_model::evidence::{Certificate, Ignored, Trace};
use umpteen_model::state::{Counts, State};
use umpteen_model::system::{Initial, Passive, Rule, System};

/// A system without what is irrelevant.
pub struct Slice<'a> {
    original: &'a System,
    /// The system that is left; states have the same numbers.
    pub system: System,
    /// The rules that are left, by their numbers.
    rules: Vec<u32>,
    is_relevant: Vec<bool>,
    ignored: Ignored,
}

impl<'a> Slice<'a> {
    /// The slice of a system; none if nothing is irrelevant, or others than the active threads can move.
    pub fn new(original: &'a System) -> Option<Slice<'a>> {
        if original.rules.iter().any(|rule| rule.passive != Passive::Stay) {
            return None;
        }
        let Relevant { shared, locals, rules } = Relevant::of(original);
        let outside = |relevant: &[bool]| (0..).zip(relevant).filter(|(_, is)| !**is).map(|(at, _)| at).collect();
        let ignored = Ignored { locals: outside(&locals), shared: outside(&shared) };
        if ignored.is_empty() {
            return None;
        }
        let kept = |counts: &Counts| -> Counts {
            counts.iter().filter(|(local, _)| locals[*local as usize]).copied().collect()
        };
        let sliced = |at: &u32| {
            let rule = &original.rules[*at as usize];
            Rule { guard: kept(&rule.guard), take: kept(&rule.take), give: kept(&rule.give), ..rule.clone() }
        };
        let initial = original.initial.iter().filter(|initial| shared[initial.shared as usize]).map(|initial| {
            let counts = initial.counts.iter().filter(|count| locals[count.local as usize]).copied().collect();
            Initial { shared: initial.shared, counts }
        });
        let system = System {
            rules: rules.iter().map(sliced).collect(),
            initial: initial.collect(),
            hints: Vec::new(),
            ..original.clone()
        };
        Some(Slice { original, system, rules, is_relevant: locals, ignored })
    }

    /// The run of the original system.
    fn trace(&self, trace: Trace) -> Trace {
        let mut steps = trace.steps;
        steps.iter_mut().for_each(|step| step.rule = self.rules[step.rule as usize]);
        let completed = |start: &Initial| {
            let mut state = trace.initial.clone();
            for count in start.counts.iter().filter(|count| !self.is_relevant[count.local as usize]) {
                state.set(count.local, count.least);
            }
            start.contains(&state).then_some(state)
        };
        let initial: Option<State> = self.original.initial.iter().find_map(completed);
        Trace { initial: initial.expect("a sliced start is a start without its irrelevant threads"), steps, ..trace }
    }

    /// The proof about the original system.
    fn certificate(&self, certificate: Certificate) -> Certificate {
        match certificate {
            Certificate::Downward { configurations, .. } => {
                Certificate::Downward { configurations, ignored: self.ignored.clone() }
            }
            other => other,
        }
    }
}

/// The answer about the original system, if a slice was searched.
pub fn restored(slice: Option<&Slice>, answer: Answer) -> Answer {
    match (answer, slice) {
        (Answer::Safe(certificate), Some(slice)) => Answer::Safe(slice.certificate(certificate)),
        (Answer::Unsafe(trace), Some(slice)) => Answer::Unsafe(slice.trace(trace)),
        (answer, _) => answer,
    }
}

/// The relevant part of a system.
struct Relevant {
    shared: Vec<bool>,
    locals: Vec<bool>,
    /// The useful rules, sorted.
    rules: Vec<u32>,
}

impl Relevant {
    /// The least set that is closed; a rule is looked at again whenever something that it leads to becomes relevant.
    fn of(system: &System) -> Relevant {
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); system.shared_count as usize];
        let mut gaining: Vec<Vec<u32>> = vec![Vec::new(); system.local_count as usize];
        for (at, rule) in (0..).zip(&system.rules) {
            into[rule.to as usize].push(at);
            gains(rule).for_each(|local| gaining[local as usize].push(at));
        }
        let mut shared = vec![false; system.shared_count as usize];
        let mut locals = vec![false; system.local_count as usize];
        let mut useful = vec![false; system.rules.len()];
        let mut waiting: Vec<Place> = Vec::new();
        for target in &system.targets {
            match target.shared {
                Some(shared) => waiting.push(Place::Shared(shared)),
                None => waiting.extend((0..system.shared_count).map(Place::Shared)),
            }
            waiting.extend(target.counts.iter().map(|(local, _)| Place::Local(*local)));
        }
        while let Some(place) = waiting.pop() {
            let (is_relevant, rules) = match place {
                Place::Shared(at) => (&mut shared[at as usize], &into[at as usize]),
                Place::Local(at) => (&mut locals[at as usize], &gaining[at as usize]),
            };
            if std::mem::replace(is_relevant, true) {
                continue;
            }
            for &at in rules {
                let rule = &system.rules[at as usize];
                let helps = rule.from != rule.to || gains(rule).any(|local| locals[local as usize]);
                if shared[rule.to as usize] && helps && !std::mem::replace(&mut useful[at as usize], true) {
                    waiting.push(Place::Shared(rule.from));
                    waiting.extend(rule.guard.iter().map(|(local, _)| Place::Local(*local)));
                }
            }
        }
        let rules = (0..).zip(&useful).filter(|(_, useful)| **useful).map(|(at, _)| at).collect();
        Relevant { shared, locals, rules }
    }
}

#[derive(Clone, Copy)]
enum Place {
    Shared(u32),
    Local(u32),
}

/// The local states of which a rule makes more.
fn gains(rule: &Rule) -> impl Iterator<Item = u32> {
    let taken = |local: u32| rule.take.iter().find(|(l, _)| *l == local).map_or(0, |(_, count)| *count);
    rule.give.iter().filter(move |(local, count)| *count > taken(*local)).map(|(local, _)| *local)
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::state::counts;
    use umpteen_model::system::{InitialCount, Target};
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    /// Threads go 0 -> 1 -> 2, and from 1 also to 3, where they stay; 2|9 cannot be left.
    fn system() -> System {
        let steps = [((0, 0), (0, 1)), ((0, 1), (1, 2)), ((0, 1), (0, 3)), ((0, 1), (2, 3)), ((0, 4), (0, 3))];
        let at = |local, least| InitialCount { local, least, unbounded: false };
        let system = ThreadSystem {
            shared_count: 3,
            local_count: 5,
            edges: steps.iter().map(|&(from, to)| Edge::step(from, to)).collect(),
            initial: vec![Initial { shared: 0, counts: vec![at(0, 2), at(4, 1)] }],
            targets: vec![Target { shared: Some(1), counts: counts([(2, 1)]).unwrap() }],
        };
        system.system().unwrap()
    }

    #[test]
    fn what_does_not_lead_to_a_target_is_left_out() {
        let system = system();
        let slice = Slice::new(&system).unwrap();
        assert_eq!(slice.rules, [0, 1]);
        assert_eq!(slice.ignored, Ignored { locals: vec![3, 4], shared: vec![2] });
        assert_eq!(slice.system.initial[0].counts.len(), 1);
    }

    #[test]
    fn a_run_gets_its_other_threads_back() {
        let system = system();
        let slice = Slice::new(&system).unwrap();
        let step = |rule| umpteen_model::evidence::Step { rule, moved: Vec::new() };
        let run = Trace { initial: State::new(0, [(0, 2)]).unwrap(), steps: vec![step(0), step(1)], repeats: vec![] };
        let run = slice.trace(run);
        assert_eq!(run.initial, State::new(0, [(0, 2), (4, 1)]).unwrap());
    }

    #[test]
    fn nothing_is_left_out_where_others_move() {
        let mut system = system();
        system.rules[0].passive = Passive::All(vec![(1, 3)]);
        assert!(Slice::new(&system).is_none());
    }
}
