//! Exploration without symmetry: a state says for each thread where it is, so that states which differ only in who is
//! where are all visited. It exists to measure what counting threads saves (papers/symmpa Sect. 5, "Scalability").
//!
//! Steps are those of the counter system, made by one thread after the other. What comes out is told in counters, so that
//! the certificate and the path are those of any exploration.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use umpteen_engines::budget::{Budget, Stop};
use umpteen_engines::{Reason, Statistics};
use umpteen_model::boolean::view::View;
use umpteen_model::evidence::Certificate;
use umpteen_model::state::State;
use umpteen_model::system::{Passive, Rule};

/// The result of an exploration.
pub enum Tuples {
    /// No target: all states, each once.
    Safe(Certificate),
    /// A target at the end of these states, each with the rule that leads on.
    Reached(Vec<(State, Option<u32>)>),
}

/// A shared state and the local state of each thread, in the order of creation.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Tuple {
    shared: u32,
    threads: Vec<u32>,
}

impl Tuple {
    fn counted(&self) -> Result<State, Reason> {
        Ok(State::new(self.shared, self.threads.iter().map(|&local| (local, 1)))?)
    }
}

/// Visits every state with at most so many threads.
pub fn explore(view: &View, threads: u32, budget: &Budget, statistics: &mut Statistics) -> Result<Tuples, Reason> {
    let mut rules: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
    for (number, rule) in (0u32..).zip(&view.system.rules) {
        rules.entry((rule.from, rule.take[0].0)).or_default().push(number);
    }
    let mut found: Vec<(Tuple, Option<(u32, u32)>)> = Vec::new();
    let mut known: FxHashSet<Tuple> = FxHashSet::default();
    let mut waiting: VecDeque<u32> = VecDeque::new();
    let start = |initial: &umpteen_model::system::Initial| {
        let threads = initial.counts.iter().flat_map(|count| vec![count.local; count.least as usize]);
        (Tuple { shared: initial.shared, threads: threads.collect() }, None)
    };
    let mut candidates: Vec<(Tuple, Option<(u32, u32)>)> = view.system.initial.iter().map(start).collect();
    loop {
        for (tuple, origin) in candidates.drain(..) {
            budget.check()?;
            statistics.generated += 1;
            if tuple.threads.len() <= threads as usize && known.insert(tuple.clone()) {
                waiting.push_back(u32::try_from(found.len()).map_err(|_| Reason::Stopped(Stop::Memory))?);
                found.push((tuple, origin));
            }
        }
        let Some(number) = waiting.pop_front() else { break };
        let tuple = &found[number as usize].0;
        if view.system.is_target(&tuple.counted()?) {
            return path(&found, number).map(Tuples::Reached);
        }
        statistics.explored += 1;
        budget.report(statistics.explored, waiting.len());
        for (thread, &local) in tuple.threads.iter().enumerate() {
            for &rule in rules.get(&(tuple.shared, local)).into_iter().flatten() {
                for next in step(view, rule, tuple, thread, budget)? {
                    candidates.push((next, Some((number, rule))));
                }
            }
        }
    }
    let states: FxHashSet<State> = found.iter().map(|(tuple, _)| tuple.counted()).collect::<Result<_, _>>()?;
    let mut states: Vec<State> = states.into_iter().collect();
    states.sort_unstable();
    Ok(Tuples::Safe(Certificate::Bounded { threads, states }))
}

/// Every outcome of a step by a thread: each of the others goes to one of its images.
fn step(view: &View, number: u32, before: &Tuple, active: usize, budget: &Budget) -> Result<Vec<Tuple>, Reason> {
    let rule: &Rule = &view.system.rules[number as usize];
    let origin = &view.origins[number as usize];
    let mut outcomes: Vec<Vec<u32>> = vec![Vec::new()];
    for (thread, local) in before.threads.iter().enumerate() {
        let images: &[u32] = match &rule.passive {
            _ if thread == active => &[origin.after],
            Passive::Each { images, .. } => match images.binary_search_by_key(local, |(source, _)| *source) {
                Ok(at) => &images[at].1,
                Err(_) => &[*local],
            },
            // Boolean programs of C neither wait nor signal.
            Passive::Stay | Passive::All(_) | Passive::One(_) => &[*local],
        };
        let mut longer = Vec::new();
        for outcome in outcomes {
            budget.check()?;
            longer.extend(images.iter().map(|image| [outcome.as_slice(), &[*image]].concat()));
        }
        outcomes = longer;
    }
    if let Passive::Each { forbidden, .. } = &rule.passive {
        outcomes.retain(|after| {
            let moves: Vec<(u32, u32)> = (0..before.threads.len())
                .filter(|thread| *thread != active)
                .map(|thread| (before.threads[thread], after[thread]))
                .collect();
            !forbidden.iter().any(|group| occur_together(group, &moves))
        });
    }
    let created = |threads: Vec<u32>| threads.into_iter().chain(origin.created).collect();
    Ok(outcomes.into_iter().map(|threads| Tuple { shared: rule.to, threads: created(threads) }).collect())
}

/// Whether distinct threads make all moves of the group.
fn occur_together(group: &[(u32, u32)], moves: &[(u32, u32)]) -> bool {
    let count = |list: &[(u32, u32)], wanted: &(u32, u32)| list.iter().filter(|made| *made == wanted).count();
    group.iter().all(|wanted| count(moves, wanted) >= count(group, wanted))
}

fn path(found: &[(Tuple, Option<(u32, u32)>)], last: u32) -> Result<Vec<(State, Option<u32>)>, Reason> {
    let mut states = vec![(found[last as usize].0.counted()?, None)];
    let mut number = last;
    while let Some((before, rule)) = found[number as usize].1 {
        states.push((found[before as usize].0.counted()?, Some(rule)));
        number = before;
    }
    states.reverse();
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_engines::{Answer, explore as counters};
    use umpteen_model::boolean::view::Origin;
    use umpteen_model::state::counts;
    use umpteen_model::system::{Initial, InitialCount, System, Target};

    /// `main` (local state 0) creates threads in 1; one of them may move to 2, whereby the others in 1 go to 1 or 3, but
    /// not two of them to 3.
    fn threads(target: u32) -> View {
        let rule = |from: u32, give: &[(u32, u32)], passive| Rule {
            from: 0,
            to: 0,
            guard: counts([(from, 1)]).unwrap(),
            take: counts([(from, 1)]).unwrap(),
            give: counts(give.iter().copied()).unwrap(),
            passive,
        };
        let each = Passive::Each { images: vec![(1, vec![1, 3])], forbidden: vec![vec![(1, 3), (1, 3)]] };
        let origin = |after, created| Origin { location: 0, edge: 0, after, created };
        let start = InitialCount { local: 0, least: 1, unbounded: false };
        let system = System {
            shared_count: 1,
            local_count: 4,
            rules: vec![rule(0, &[(0, 1), (1, 1)], Passive::Stay), rule(1, &[(2, 1)], each)],
            initial: vec![Initial { shared: 0, counts: vec![start] }],
            targets: vec![Target { shared: None, counts: counts([(3, target)]).unwrap() }],
            hints: Vec::new(),
        };
        View { system, origins: vec![origin(0, Some(1)), origin(2, None)], complete: true }
    }

    #[test]
    fn counted_states_are_those_of_counter_exploration() {
        let view = threads(9);
        let budget = Budget::unlimited();
        let (mut apart, mut together) = (Statistics::default(), Statistics::default());
        let Ok(Tuples::Safe(Certificate::Bounded { states, .. })) = explore(&view, 4, &budget, &mut apart) else {
            panic!("no target can be reached")
        };
        let answer = counters::run(&view.system, 4, &budget, &mut together);
        let Answer::Safe(Certificate::Bounded { states: mut counted, .. }) = answer else { panic!("{answer:?}") };
        counted.sort_unstable();
        assert_eq!(states, counted);
        assert!(apart.explored > together.explored);
    }

    #[test]
    fn a_run_to_a_target_follows_the_rules() {
        let view = threads(1);
        let Ok(Tuples::Reached(run)) = explore(&view, 3, &Budget::unlimited(), &mut Statistics::default()) else {
            panic!("one thread reaches it")
        };
        let rules: Vec<Option<u32>> = run.iter().map(|(_, rule)| *rule).collect();
        assert_eq!(rules, [Some(0), Some(0), Some(1), None]);
        assert!(view.system.is_target(&run[3].0));
    }
}
