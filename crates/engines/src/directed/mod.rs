//! Directed forward search (Blondin, Haase, Offtermatt 2021): the engine `directed`, which finds runs and proves nothing.
//!
//! States are taken in the order of the steps that led there plus, with more weight, the steps that are still needed at
//! least (`distance`). A long run that the distance describes well is found by looking at little else than its states.
//! Every state has its turn unless there is no way on from it, so a run is found in the end if there is one.
//!
//! Local states with any number of threads initially keep any number; nothing is accelerated. Only waiting states are
//! kept. Those that were reached before are known by their hash: a clash would lose a state, which matters to no answer.

mod distance;

use crate::budget::{Budget, Stop};
use crate::forward::pump;
use crate::forward::steps::{Explicit, Steps};
use crate::forward::tree::{Origin, Tree};
use crate::{Answer, Reason, Statistics};
use distance::Distances;
use rustc_hash::{FxHashSet, FxHasher};
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
    /// Nothing is left to look at.
    Exhausted,
}

/// A search that can be interrupted and resumed.
pub struct Directed<'a> {
    steps: Explicit<'a>,
    distances: Distances,
    /// How each state was reached.
    origins: Vec<Origin>,
    reached: FxHashSet<u64>,
    waiting: BinaryHeap<Waiting>,
    /// How often the distances became better.
    improvements: u32,
    /// How much work the distances of the starts were.
    first_work: u64,
    started: bool,
}

/// A state that waits for its turn.
struct Waiting {
    /// Smaller ones come first, and of equal ones the newest.
    rank: u64,
    number: u32,
    depth: u32,
    /// The distance, by so many improvements.
    distance: f64,
    improvements: u32,
    /// Whether the step that led here was as good as the distance before it promised.
    on_course: bool,
    state: Configuration,
}

/// So many steps taken weigh as much as one that is still needed.
const GREED: f64 = 8.0;

/// Distances may be improved with so much work at a time, and so much for each state that was generated.
const MOST_WORK: u64 = 1_000_000_000;
const WORK: u64 = 500;

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
    /// Nothing is reached yet; refuses broadcasts, signals and transfers.
    pub fn new(system: &'a System) -> Result<Directed<'a>, Reason> {
        Ok(Directed {
            steps: Explicit::new(system)?,
            distances: Distances::new(system),
            origins: Vec::new(),
            reached: FxHashSet::default(),
            waiting: BinaryHeap::new(),
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
                self.improve(&state, budget);
                if let Some(trace) = self.reach(state, Origin::Initial(number), 0, f64::INFINITY)? {
                    return Ok(Some(Outcome::Run(trace)));
                }
            }
            self.first_work = self.distances.work();
        }
        let mut enabled = Vec::new();
        while let Some(next) = self.waiting.pop() {
            budget.check()?;
            let Some(next) = self.still_next(next, budget, statistics) else { continue };
            statistics.explored += 1;
            budget.report(statistics.explored, self.waiting.len());
            enabled.clear();
            self.steps.enabled(&next.state, &mut enabled)?;
            for &rule in &enabled {
                budget.check()?;
                statistics.generated += 1;
                let after = next.state.fire(self.steps.rule(rule))?.expect("an enabled rule fires");
                let origin = Origin::Step(next.number, rule);
                if let Some(trace) = self.reach(after, origin, next.depth + 1, next.distance)? {
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
    ) -> Result<Option<Trace>, Reason> {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        if !self.reached.insert(hasher.finish()) {
            return Ok(None);
        }
        let Some(distance) = self.distances.least(&state) else { return Ok(None) };
        let number = u32::try_from(self.origins.len()).map_err(|_| Reason::Stopped(Stop::Memory))?;
        self.origins.push(origin);
        if let Some(demand) = self.steps.covered_target(&state) {
            return self.trace(number, &demand).map(Some);
        }
        let on_course = distance < distance_before - 0.9;
        let improvements = self.improvements;
        let rank = rank(depth, distance);
        self.waiting.push(Waiting { rank, number, depth, distance, improvements, on_course, state });
        Ok(None)
    }

    /// The state, if it is still the next one with all that is known of the distances by now; otherwise it waits on.
    fn still_next(&mut self, mut next: Waiting, budget: &Budget, statistics: &Statistics) -> Option<Waiting> {
        let allowed = self.first_work.saturating_add(statistics.generated.saturating_mul(WORK));
        if !next.on_course && self.distances.work() <= allowed {
            next.on_course = true;
            self.improve(&next.state, budget);
        }
        if next.improvements == self.improvements {
            return Some(next);
        }
        let distance = self.distances.least(&next.state)?;
        let farther = distance > next.distance;
        (next.rank, next.distance, next.improvements) = (rank(next.depth, distance), distance, self.improvements);
        match farther {
            true => {
                self.waiting.push(next);
                None
            }
            false => Some(next),
        }
    }

    fn improve(&mut self, state: &Configuration, budget: &Budget) {
        if self.distances.improve(state, MOST_WORK, budget) {
            self.improvements += 1;
        }
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

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        other.rank.cmp(&self.rank).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}
