//! How far a state is from the targets at least: the state equation with the fewest firings (Blondin, Haase, Offtermatt
//! 2021), as weights.
//!
//! When counters may be negative in between and rules may fire in fractions, the fewest firings are a linear program: rows
//! are the places, that is, shared and local states, columns are the effects of the rules. A target is an effect too, that
//! takes what must be covered and gives a token to the place `goal`. A solution of the dual program is a weight for each
//! place such that no rule makes the sum grow by more than one; so the weight of `goal` minus the weight of a state bounds
//! the steps from there, and from all other states just as well, which costs one sum and no program (potential heuristics;
//! Pommerening et al. 2015). Where the bound of a state is poor, the program is asked for better weights, and the largest
//! bound counts. Weights that no rule makes grow at all show that there is no way.
//!
//! All of that is floating-point and nobody relies on it: it only says where to look first.

use crate::budget::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};
use umpteen_logic::feasibility::{Feasibility, Feasible};
use umpteen_model::configuration::{Configuration, OMEGA};
use umpteen_model::system::System;

/// Places with the change that a rule makes.
type Effect = Vec<(usize, f64)>;

/// The weights that are known, and the program for more.
pub struct Distances {
    shared_count: usize,
    effects: Vec<Effect>,
    /// By place, the effects that add to it.
    adding: Vec<Vec<u32>>,
    /// Local states with any number of threads initially weigh nothing.
    weightless: Vec<bool>,
    known: VecDeque<Weights>,
    program: Feasibility,
    /// The row whose sum is the number of firings, negated.
    firings: usize,
    rows: FxHashMap<usize, usize>,
    places: Vec<usize>,
    is_column: Vec<bool>,
    /// The work of programs that were left behind.
    earlier_work: u64,
    /// The last question was too much work: to start anew is better than to go on.
    stuck: bool,
}

/// A lower bound: `goal - sum of weights`, or no way if that is positive and the bound is `endless`.
struct Weights {
    places: Vec<f64>,
    goal: f64,
    endless: bool,
}

/// So many effects become columns at a time.
const BATCH: usize = 30;

/// So many weights are kept.
const MOST_KNOWN: usize = 24;

/// The program starts anew after so many pivots, so that rounding does not add up.
const STALE: u64 = 5000;

/// Bounds are improved in steps of at least this.
const STEP: f64 = 0.2;

/// Smaller differences are rounding.
const ZERO: f64 = 1e-6;

/// There is no way if the goal weighs more than a state by so much, however much rounding adds up.
const CERTAIN: f64 = 0.01;

impl Distances {
    /// Of a system without broadcasts; nothing is known yet.
    pub fn new(system: &System) -> Distances {
        let shared_count = system.shared_count as usize;
        let mut weightless = vec![false; system.local_count as usize];
        for count in system.initial.iter().flat_map(|initial| &initial.counts).filter(|count| count.unbounded) {
            weightless[count.local as usize] = true;
        }
        let goal = shared_count + weightless.len();
        let mut distances = Distances {
            shared_count,
            effects: Vec::new(),
            adding: vec![Vec::new(); goal + 1],
            weightless,
            known: VecDeque::new(),
            program: Feasibility::default(),
            firings: 0,
            rows: FxHashMap::default(),
            places: Vec::new(),
            is_column: Vec::new(),
            earlier_work: 0,
            stuck: false,
        };
        let mut seen = FxHashSet::default();
        for rule in &system.rules {
            distances.add_effect(Some(rule.from), &rule.take, rule.to as usize, &rule.give, &mut seen);
        }
        for target in &system.targets {
            distances.add_effect(target.shared, &target.counts, goal, &[], &mut seen);
        }
        distances.start_anew();
        distances
    }

    fn add_effect(
        &mut self,
        from: Option<u32>,
        take: &[(u32, u32)],
        to: usize,
        give: &[(u32, u32)],
        seen: &mut FxHashSet<Vec<(usize, i64)>>,
    ) {
        let mut sum: BTreeMap<usize, i64> = BTreeMap::from([(to, 1)]);
        if let Some(from) = from {
            *sum.entry(from as usize).or_default() -= 1;
        }
        for (counts, sign) in [(take, -1), (give, 1)] {
            for &(local, count) in counts.iter().filter(|(local, _)| !self.weightless[*local as usize]) {
                *sum.entry(self.shared_count + local as usize).or_default() += sign * i64::from(count);
            }
        }
        let effect: Vec<(usize, i64)> = sum.into_iter().filter(|(_, change)| *change != 0).collect();
        if effect.iter().any(|(_, change)| *change > 0) && seen.insert(effect.clone()) {
            for &(place, _) in effect.iter().filter(|(_, change)| *change > 0) {
                self.adding[place].push(self.effects.len() as u32);
            }
            self.effects.push(effect.into_iter().map(|(place, change)| (place, change as f64)).collect());
        }
    }

    fn goal(&self) -> usize {
        self.adding.len() - 1
    }

    fn start_anew(&mut self) {
        self.earlier_work = self.work();
        self.stuck = false;
        self.program = Feasibility::default();
        self.rows.clear();
        self.firings = self.program.add_row();
        // The firings are no place.
        self.places = vec![usize::MAX];
        self.is_column = vec![false; self.effects.len()];
        let goal = self.row(self.goal());
        self.program.set_bound(goal, 1.0);
    }

    fn row(&mut self, place: usize) -> usize {
        *self.rows.entry(place).or_insert_with(|| {
            self.places.push(place);
            self.program.add_row()
        })
    }

    /// How many operations on numbers there were in programs, roughly.
    pub fn work(&self) -> u64 {
        self.earlier_work + self.program.work()
    }

    /// How many steps it takes at least to a target, as far as is known; none if there is no way.
    pub fn least(&self, configuration: &Configuration) -> Option<f64> {
        let mut least: f64 = 0.0;
        for weights in &self.known {
            let bound = self.bound(weights, configuration);
            if weights.endless && bound > CERTAIN {
                return None;
            }
            if !weights.endless {
                least = least.max(bound);
            }
        }
        Some(least)
    }

    fn bound(&self, weights: &Weights, configuration: &Configuration) -> f64 {
        let locals = configuration.locals().iter().filter(|(_, count)| *count != OMEGA);
        let weight: f64 =
            locals.map(|&(local, count)| weights.places[self.shared_count + local as usize] * f64::from(count)).sum();
        weights.goal - weights.places[configuration.shared as usize] - weight
    }

    /// Looks for weights that say more about this configuration, with so much work; whether they were found.
    pub fn improve(&mut self, configuration: &Configuration, most_work: u64, budget: &Budget) -> bool {
        let Some(mut least) = self.least(configuration) else { return false };
        if self.stuck || self.program.pivots() > STALE {
            self.start_anew();
        }
        for place in self.places.iter().skip(1) {
            self.program.set_bound(self.rows[place], self.demand(*place, configuration));
        }
        let end = self.program.work().saturating_add(most_work);
        let mut found = None;
        loop {
            self.program.set_bound(self.firings, -(least + STEP));
            let conflict = match self.program.solve(end, &|| budget.check().is_ok()) {
                Feasible::No(conflict) => conflict,
                answer => {
                    self.stuck = answer == Feasible::Unknown;
                    break;
                }
            };
            let (weights, firing) = self.weights(&conflict);
            let growing = self.growing(&conflict, &weights, firing);
            if !growing.is_empty() {
                growing.into_iter().for_each(|effect| self.add_column(effect, configuration));
                continue;
            }
            // A factor that is small may have been left out as rounding, and others may be as small.
            let firing = if firing < ZERO { self.largest_growth(&weights) } else { firing };
            let least_weight = weights.iter().copied().filter(|weight| *weight > 0.0).fold(f64::INFINITY, f64::min);
            let endless = firing < ZERO * least_weight;
            let scale = if endless { weights[self.goal()] } else { firing };
            let places: Vec<f64> = weights.into_iter().map(|weight| weight / scale).collect();
            let weights = Weights { goal: places[self.goal()], places, endless };
            let bound = self.bound(&weights, configuration);
            if bound < if endless { CERTAIN } else { least + STEP / 2.0 } {
                break;
            }
            found = Some(weights);
            if endless {
                break;
            }
            least = bound;
        }
        let better = found.is_some();
        self.known.extend(found);
        if self.known.len() > MOST_KNOWN {
            self.known.pop_front();
        }
        better
    }

    /// The least change of a place: what is there may go, and a token at the goal is wanted.
    fn demand(&self, place: usize, configuration: &Configuration) -> f64 {
        match place.checked_sub(self.shared_count) {
            _ if place == self.goal() => 1.0,
            None => -f64::from(u8::from(configuration.shared as usize == place)),
            Some(local) => -f64::from(configuration.count(local as u32)),
        }
    }

    /// The factors of the places in a conflict, and that of the firings.
    fn weights(&self, conflict: &[(usize, f64)]) -> (Vec<f64>, f64) {
        let mut weights = vec![0.0; self.adding.len()];
        let mut firing = 0.0;
        for &(row, factor) in conflict {
            if row == self.firings {
                firing = factor;
            } else {
                weights[self.places[row]] = factor;
            }
        }
        (weights, firing)
    }

    /// The growth of the weighted sum by an effect.
    fn growth(&self, effect: usize, weights: &[f64]) -> f64 {
        self.effects[effect].iter().map(|(place, change)| weights[*place] * change).sum()
    }

    fn largest_growth(&self, weights: &[f64]) -> f64 {
        (0..self.effects.len()).map(|effect| self.growth(effect, weights)).fold(0.0, f64::max)
    }

    /// The effects that make the weights grow by more than a firing may, the most growing ones if there are many.
    fn growing(&self, conflict: &[(usize, f64)], weights: &[f64], firing: f64) -> Vec<u32> {
        let places = conflict.iter().filter(|(row, _)| *row != self.firings).map(|(row, _)| self.places[*row]);
        let mut growing: FxHashMap<u32, f64> = FxHashMap::default();
        for effect in places.flat_map(|place| &self.adding[place]) {
            if !self.is_column[*effect as usize] {
                growing.entry(*effect).or_insert_with(|| self.growth(*effect as usize, weights));
            }
        }
        let mut growing: Vec<(u32, f64)> = growing.into_iter().filter(|(_, growth)| *growth > firing + ZERO).collect();
        growing.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        growing.into_iter().take(BATCH).map(|(effect, _)| effect).collect()
    }

    fn add_column(&mut self, effect: u32, configuration: &Configuration) {
        self.is_column[effect as usize] = true;
        let mut entries = vec![(self.firings, -1.0)];
        for (place, change) in self.effects[effect as usize].clone() {
            let row = self.row(place);
            self.program.set_bound(row, self.demand(place, configuration));
            entries.push((row, change));
        }
        self.program.add_column(&entries);
    }
}
