//! Directed forward search (Blondin, Haase, Offtermatt 2021): the engine `directed`, which finds runs and proves nothing.
//!
//! States wait in two queues, and each has every second turn (Helmert 2006). In the first, they come in the order of the
//! steps that led there plus, with more weight, the steps that are still needed at least (`distance`). A long run that the distance
//! describes well is found by looking at little else than its states. In the second, those come first that a step of a plan
//! leads to, in the order of the steps that the plan has if nothing were ever used up (`relaxed`): this sees which steps wait
//! for which, and not what they cost. Every state has its turn unless there is no way on from
//! it, so a run is found in the end if there is one.
//!
//! Local states with any number of threads initially keep any number; nothing is accelerated. Only waiting states are
//! kept. Those that were reached before are known by their hash: a clash would lose a state, which matters to no answer.

mod distance;
mod relaxed;

use crate::budget::{Budget, Stop};
use crate::forward::pump;
use crate::forward::steps::{Explicit, Steps};
use crate::forward::tree::{Origin, Tree};
use crate::{Answer, Reason, Statistics};
use distance::Distances;
use relaxed::{Plan, RelaxedPlans};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};
use umpteen_model::configuration::Configuration;
use umpteen_model::evidence::Trace;
use umpteen_model::system::System;

/// How a search ended.
pub enum Outcome {
    /// A run to a target.
    Run(Trace),
    /// No state is left to expand.
    Exhausted,
}

/// A search that can be interrupted and resumed.
pub struct Directed<'a> {
    steps: Explicit<'a>,
    distances: Distances,
    plans: RelaxedPlans,
    /// How each state was reached.
    origins: Vec<Origin>,
    reached: FxHashSet<u64>,
    /// The states that wait, by number.
    waiting: FxHashMap<u32, Waiting>,
    by_distance: BinaryHeap<Queued<Estimate>>,
    by_plan: BinaryHeap<Queued<()>>,
    /// Whose turn it is.
    plans_turn: bool,
    /// How often the distances became better.
    improvements: u32,
    /// The work spent on the distances of the starts.
    first_work: u64,
    started: bool,
}

/// A state that waits for its turn.
struct Waiting {
    state: Configuration,
    depth: u32,
    distance: f64,
}

/// A place in a queue.
struct Queued<T> {
    /// Smaller ones come first, and of equal ones the newest.
    rank: u64,
    number: u32,
    about: T,
}

/// The estimate of the distance of a state.
struct Estimate {
    /// By so many improvements.
    improvements: u32,
    /// Whether the step that led here was as good as the distance before it promised.
    on_course: bool,
}

/// So many steps taken weigh as much as one that is still needed.
const GREED: f64 = 8.0;

/// The distances of the starts may be so much work, that of a state at least so much, and more when many were reached: in
/// all, distances take about as long as the rest.
const FIRST_WORK: u64 = 30_000_000;
const LEAST_WORK: u64 = 1_000_000;
const WORK_PER_STATE: u64 = 1000;

/// Decides a system, or says that there is no run as far as was searched.
pub fn run(system: &System, budget: &Budget, statistics: &mut Statistics) -> Result<Answer, Reason> {
    let mut search = Directed::new(system)?;
    loop {
        match search.advance(u64::MAX, budget, statistics)? {
            Some(Outcome::Run(trace)) => return Ok(Answer::Unsafe(trace)),
            Some(Outcome::Exhausted) => return Ok(Answer::Unknown(Reason::NoRun)),
            None => {}
        }
    }
}

impl<'a> Directed<'a> {
    /// A search that has reached no state yet; refuses broadcasts, signals and transfers.
    pub fn new(system: &'a System) -> Result<Directed<'a>, Reason> {
        Ok(Directed {
            steps: Explicit::new(system)?,
            distances: Distances::new(system),
            plans: RelaxedPlans::new(system),
            origins: Vec::new(),
            reached: FxHashSet::default(),
            waiting: FxHashMap::default(),
            by_distance: BinaryHeap::new(),
            by_plan: BinaryHeap::new(),
            plans_turn: false,
            improvements: 0,
            first_work: 0,
            started: false,
        })
    }

    /// Goes on until there is a result or so many states were generated.
    pub fn advance(
        &mut self,
        work: u64,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Result<Option<Outcome>, Reason> {
        let end = statistics.generated.saturating_add(work);
        if !std::mem::replace(&mut self.started, true) {
            for (number, initial) in (0..).zip(self.steps.starts().to_vec()) {
                let state = Configuration::of_initial(&initial)?;
                let work = FIRST_WORK.saturating_sub(self.distances.work());
                self.improvements += u32::from(self.distances.improve(&state, work, budget));
                if let Some(trace) = self.reach(state, Origin::Initial(number), 0, f64::INFINITY, 0)? {
                    return Ok(Some(Outcome::Run(trace)));
                }
            }
            self.first_work = self.distances.work();
        }
        let mut enabled = Vec::new();
        while let Some((number, next)) = self.next(budget)? {
            let Some(plan) = self.plans.plan(&next.state) else { continue };
            statistics.explored += 1;
            budget.report(statistics.explored, self.waiting.len());
            enabled.clear();
            self.steps.enabled(&next.state, &mut enabled)?;
            for &rule in &enabled {
                budget.check()?;
                statistics.generated += 1;
                let after = next.state.fire(self.steps.rule(rule))?.expect("an enabled rule fires");
                let origin = Origin::Step(number, rule);
                let planned = plan_rank(&plan, rule);
                if let Some(trace) = self.reach(after, origin, next.depth + 1, next.distance, planned)? {
                    return Ok(Some(Outcome::Run(trace)));
                }
            }
            if statistics.generated >= end {
                return Ok(None);
            }
        }
        Ok(Some(Outcome::Exhausted))
    }

    /// Adds a state unless it is known or there is no way on; tells the run if it covers a target.
    fn reach(
        &mut self,
        state: Configuration,
        origin: Origin,
        depth: u32,
        distance_before: f64,
        planned: u64,
    ) -> Result<Option<Trace>, Reason> {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        if !self.reached.insert(hasher.finish()) {
            return Ok(None);
        }
        let number = u32::try_from(self.origins.len()).map_err(|_| Reason::Stopped(Stop::Memory))?;
        self.origins.push(origin);
        if let Some(demand) = self.steps.covered_target(&state) {
            return self.trace(number, &demand).map(Some);
        }
        let Some(distance) = self.distances.least(&state) else { return Ok(None) };
        let estimate = Estimate { improvements: self.improvements, on_course: distance < distance_before - 0.9 };
        self.by_distance.push(Queued { rank: rank(depth, distance), number, about: estimate });
        self.by_plan.push(Queued { rank: planned, number, about: () });
        self.waiting.insert(number, Waiting { state, depth, distance });
        Ok(None)
    }

    /// Takes the state out whose turn it is.
    fn next(&mut self, budget: &Budget) -> Result<Option<(u32, Waiting)>, Reason> {
        self.plans_turn = !self.plans_turn;
        while !self.waiting.is_empty() {
            budget.check()?;
            let number = match self.plans_turn {
                true => self.by_plan.pop().map(|next| next.number),
                false => self.by_distance.pop().and_then(|next| self.still_next(next, budget)),
            };
            if let Some((number, next)) = number.and_then(|number| self.waiting.remove_entry(&number)) {
                return Ok(Some((number, next)));
            }
        }
        Ok(None)
    }

    /// The state, if it is still the next one with all that is known of the distances by now; otherwise it waits on.
    fn still_next(&mut self, mut next: Queued<Estimate>, budget: &Budget) -> Option<u32> {
        let waiting = self.waiting.get_mut(&next.number)?;
        let allowed = (self.reached.len() as u64).saturating_mul(WORK_PER_STATE);
        if !next.about.on_course && self.distances.work() - self.first_work <= allowed {
            next.about.on_course = true;
            let work = LEAST_WORK.max(allowed / 2);
            self.improvements += u32::from(self.distances.improve(&waiting.state, work, budget));
        }
        if next.about.improvements == self.improvements {
            return Some(next.number);
        }
        let Some(distance) = self.distances.least(&waiting.state) else {
            self.waiting.remove(&next.number);
            return None;
        };
        let farther = distance > waiting.distance;
        waiting.distance = distance;
        if !farther {
            return Some(next.number);
        }
        (next.rank, next.about.improvements) = (rank(waiting.depth, distance), self.improvements);
        self.by_distance.push(next);
        None
    }

    /// The run to the state with this number.
    fn trace(&self, number: u32, demand: &[(u32, u32)]) -> Result<Trace, Reason> {
        let mut way = Vec::new();
        let mut at = self.origins[number as usize];
        let start = loop {
            match at {
                Origin::Initial(start) => break start,
                Origin::Step(before, rule) => {
                    way.push(rule);
                    at = self.origins[before as usize];
                }
            }
        };
        let mut tree = Tree::default();
        let state = Configuration::of_initial(&self.steps.starts()[start as usize])?;
        let mut last = tree.add(state, Origin::Initial(start), SmallVec::new());
        for rule in way.into_iter().rev() {
            last = tree.add(tree.fire(last, rule, &self.steps)?, Origin::Step(last, rule), SmallVec::new());
        }
        pump::trace(&tree, last, demand, &self.steps, pump::SHORT)
    }
}

/// Fractions of a step count as well.
fn rank(depth: u32, distance: f64) -> u64 {
    ((f64::from(depth) + GREED * distance) * 16.0) as u64
}

/// What the plan of the state before says about the state after a rule: to follow a plan comes before everything else, as
/// otherwise all states are looked at first that seem as near and are on no way.
fn plan_rank(plan: &Plan, rule: u32) -> u64 {
    u64::from(plan.now.binary_search(&rule).is_err()) << 32 | u64::from(plan.steps)
}

impl<T> Ord for Queued<T> {
    fn cmp(&self, other: &Queued<T>) -> Ordering {
        other.rank.cmp(&self.rank).then(self.number.cmp(&other.number))
    }
}

impl<T> PartialOrd for Queued<T> {
    fn partial_cmp(&self, other: &Queued<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Queued<T> {
    fn eq(&self, other: &Queued<T>) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Queued<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::state::counts;
    use umpteen_model::system::{Initial, InitialCount, Passive, Rule, Target};

    /// Tokens go along `stages` places, one at a time into each but the first and the last; all `tokens` must arrive.
    fn pipeline(stages: u32, tokens: u32) -> System {
        let list = |items: &[(u32, u32)]| counts(items.iter().copied()).unwrap();
        let free = |stage: u32| stages + stage;
        let is_narrow = |stage: u32| stage > 0 && stage < stages - 1;
        let rule = |stage: u32| {
            let take: Vec<_> =
                [(stage, 1)].into_iter().chain(is_narrow(stage + 1).then_some((free(stage + 1), 1))).collect();
            let give: Vec<_> =
                [(stage + 1, 1)].into_iter().chain(is_narrow(stage).then_some((free(stage), 1))).collect();
            Rule { from: 0, to: 0, guard: list(&take), take: list(&take), give: list(&give), passive: Passive::Stay }
        };
        let at = |local, least| InitialCount { local, least, unbounded: false };
        let narrow = (0..stages).filter(|&stage| is_narrow(stage)).map(|stage| at(free(stage), 1));
        System {
            shared_count: 1,
            local_count: 2 * stages,
            rules: (0..stages - 1).map(rule).collect(),
            initial: vec![Initial { shared: 0, counts: [at(0, tokens)].into_iter().chain(narrow).collect() }],
            targets: vec![Target { shared: None, counts: list(&[(stages - 1, tokens)]) }],
            hints: Vec::new(),
        }
    }

    #[test]
    fn a_long_run_is_found_by_looking_at_little_else() {
        let mut statistics = Statistics::default();
        let answer = run(&pipeline(12, 300), &Budget::unlimited(), &mut statistics);
        let Ok(Answer::Unsafe(trace)) = answer else { panic!("{answer:?}") };
        assert_eq!(trace.steps.len(), 300 * 11);
        assert!(statistics.explored <= 300 * 11, "{statistics:?}");
    }

    #[test]
    fn one_state_at_a_time_leads_to_the_same_run() {
        let system = pipeline(4, 10);
        let (mut search, mut turns) = (Directed::new(&system).unwrap(), 0);
        let (budget, mut statistics) = (Budget::unlimited(), Statistics::default());
        let trace = loop {
            turns += 1;
            match search.advance(1, &budget, &mut statistics).unwrap() {
                Some(Outcome::Run(trace)) => break trace,
                Some(Outcome::Exhausted) => panic!("there is a run"),
                None => {}
            }
        };
        let at_once = run(&system, &budget, &mut Statistics::default());
        assert_eq!(at_once, Ok(Answer::Unsafe(trace)));
        assert!(turns >= 30, "{turns}");
    }

    #[test]
    fn what_cannot_be_covered_is_not_proved_so() {
        let mut system = pipeline(4, 10);
        system.targets[0].counts = counts([(3, 11)]).unwrap();
        let mut statistics = Statistics::default();
        assert_eq!(run(&system, &Budget::unlimited(), &mut statistics), Ok(Answer::Unknown(Reason::NoRun)));
        assert_eq!(statistics.explored, 0, "the distance of the start says that there is no way");
    }

    #[test]
    fn any_number_of_threads_may_start() {
        let mut system = pipeline(4, 10);
        system.initial[0].counts[0] = InitialCount { local: 0, least: 0, unbounded: true };
        let answer = run(&system, &Budget::unlimited(), &mut Statistics::default());
        let Ok(Answer::Unsafe(trace)) = answer else { panic!("{answer:?}") };
        assert_eq!((trace.initial.count(0), trace.steps.len()), (10, 30));
    }
}
