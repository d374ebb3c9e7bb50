//! The state inequation: a state can only be covered if the effects of some rules, each fired as often as one likes, lead
//! from a start to a state that covers it, when counters may be negative in between (Esparza and Melzer 2000; Geffroy,
//! Leroux and Sutre 2016 prune backward search with it).
//!
//! Over the rationals that is a linear program: columns are the effects, rows are the places, that is, shared and local
//! states. If it has no solution there is a weight for each place such that no rule makes the sum grow, and yet the
//! state weighs more than every start: an invariant (`weights`) that excludes this state and usually many more. The
//! program proposes weights with floating-point numbers; they are rounded and verified with integers here, and the checker
//! verifies them again.
//!
//! There are many rules and few of them matter: effects become columns only when the proposed weights let them grow. The
//! starts are effects as well, of a place `start` that has one token.

use crate::budget::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use umpteen_logic::feasibility::{Feasibility, Feasible};
use umpteen_model::evidence::Weight;
use umpteen_model::state::State;
use umpteen_model::system::{NOWHERE, System};

/// The answer of the state inequation about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// No reachable state covers it: this weight excludes it.
    Excluded(Weight),
    /// The state inequation does not exclude the state.
    Possible,
    /// The answer would take more work than allowed.
    Open,
}

/// Places with the change that a rule makes.
type Effect = Vec<(usize, i64)>;

/// The inequation of a system, for many questions.
pub struct StateInequation {
    shared_count: usize,
    effects: Vec<Effect>,
    /// By place, the effects that add to it.
    adding: FxHashMap<usize, Vec<u32>>,
    /// Local states with any number of threads initially weigh nothing.
    weightless: Vec<bool>,
    program: Feasibility,
    rows: FxHashMap<usize, usize>,
    places: Vec<usize>,
    is_column: Vec<bool>,
    demanded: Vec<usize>,
    /// The work of programs that were left behind.
    earlier_work: u64,
}

/// So many effects become columns at a time.
const BATCH: usize = 30;

/// The program starts anew after so many pivots, so that rounding does not add up.
const STALE: u64 = 5000;

/// Weights are multiples of the least one, or fractions with denominators up to this, or are not found.
const LARGEST_DENOMINATOR: u32 = 360;

impl StateInequation {
    /// The inequation for the rules that may fire.
    pub fn new(system: &System, may_fire: impl Fn(usize) -> bool) -> StateInequation {
        let shared_count = system.shared_count as usize;
        let mut weightless = vec![false; system.local_count as usize];
        for count in system.initial.iter().flat_map(|initial| &initial.counts).filter(|count| count.unbounded) {
            weightless[count.local as usize] = true;
        }
        let mut inequation = StateInequation {
            shared_count,
            effects: Vec::new(),
            adding: FxHashMap::default(),
            weightless,
            program: Feasibility::default(),
            rows: FxHashMap::default(),
            places: Vec::new(),
            is_column: Vec::new(),
            demanded: Vec::new(),
            earlier_work: 0,
        };
        let mut seen = FxHashSet::default();
        for initial in &system.initial {
            let least = initial.counts.iter().map(|count| (count.local, count.least));
            inequation.add_effect(None, Some(initial.shared), &[], &least.collect::<Vec<_>>(), &mut seen);
        }
        for (_, rule) in system.rules.iter().enumerate().filter(|(at, _)| may_fire(*at)) {
            inequation.add_effect(Some(rule.from), Some(rule.to), &rule.take, &rule.give, &mut seen);
            for (source, to) in rule.passive.moves().into_iter().filter(|(_, to)| *to != NOWHERE) {
                inequation.add_effect(None, None, &[(source, 1)], &[(to, 1)], &mut seen);
            }
        }
        inequation.start_anew();
        inequation
    }

    /// A start is an effect that takes nothing but the token at `start`; a passive move keeps the shared state.
    fn add_effect(
        &mut self,
        from: Option<u32>,
        to: Option<u32>,
        take: &[(u32, u32)],
        give: &[(u32, u32)],
        seen: &mut FxHashSet<Effect>,
    ) {
        let mut sum: BTreeMap<usize, i64> = BTreeMap::new();
        match (from, to) {
            (None, None) => {}
            (from, to) => {
                *sum.entry(from.map_or(self.start(), |from| from as usize)).or_default() -= 1;
                *sum.entry(to.map_or(self.start(), |to| to as usize)).or_default() += 1;
            }
        }
        for (counts, sign) in [(take, -1), (give, 1)] {
            for &(local, count) in counts.iter().filter(|(local, _)| !self.weightless[*local as usize]) {
                *sum.entry(self.shared_count + local as usize).or_default() += sign * i64::from(count);
            }
        }
        let effect: Effect = sum.into_iter().filter(|(_, change)| *change != 0).collect();
        if effect.iter().any(|(_, change)| *change > 0) && seen.insert(effect.clone()) {
            for &(place, _) in effect.iter().filter(|(_, change)| *change > 0) {
                self.adding.entry(place).or_default().push(self.effects.len() as u32);
            }
            self.effects.push(effect);
        }
    }

    /// The place whose one token becomes a start.
    fn start(&self) -> usize {
        self.shared_count + self.weightless.len()
    }

    fn start_anew(&mut self) {
        self.earlier_work = self.work();
        self.program = Feasibility::default();
        self.rows.clear();
        self.places.clear();
        self.demanded.clear();
        self.is_column = vec![false; self.effects.len()];
        let start = self.row(self.start());
        self.program.set_bound(start, -1.0);
    }

    fn row(&mut self, place: usize) -> usize {
        *self.rows.entry(place).or_insert_with(|| {
            self.places.push(place);
            self.program.add_row()
        })
    }

    /// How many operations on numbers there were, roughly.
    pub fn work(&self) -> u64 {
        self.earlier_work + self.program.work()
    }

    /// Whether the state can be excluded with so much work; asked again with more, it goes on.
    pub fn ask(&mut self, state: &State, most_work: u64, budget: &Budget) -> Opinion {
        if self.program.pivots() > STALE {
            self.start_anew();
        }
        let end = self.program.work().saturating_add(most_work);
        self.demand(state);
        loop {
            let conflict = match self.program.solve(end, &|| budget.check().is_ok()) {
                Feasible::Yes => return Opinion::Possible,
                Feasible::Unknown => return Opinion::Open,
                Feasible::No(conflict) => conflict,
            };
            let proposed: FxHashMap<usize, f64> =
                conflict.iter().map(|&(row, factor)| (self.places[row], factor)).collect();
            let growing = self.growing(&proposed);
            if growing.is_empty() {
                let weight = self.rounded(&proposed).filter(|weight| crate::weights::exceeds(weight, state));
                return weight.map_or(Opinion::Possible, Opinion::Excluded);
            }
            for effect in growing {
                self.add_column(effect);
            }
        }
    }

    fn demand(&mut self, state: &State) {
        for row in std::mem::take(&mut self.demanded) {
            self.program.set_bound(row, 0.0);
        }
        let locals = state.locals().iter().map(|&(local, count)| (self.shared_count + local as usize, count));
        for (place, count) in locals.chain([(state.shared as usize, 1)]).collect::<Vec<_>>() {
            if place < self.shared_count || !self.weightless[place - self.shared_count] {
                let row = self.row(place);
                self.program.set_bound(row, f64::from(count));
                self.demanded.push(row);
            }
        }
    }

    /// The effects that make the proposed weights grow, the most growing ones if there are many.
    fn growing(&self, weights: &FxHashMap<usize, f64>) -> Vec<u32> {
        let mut growing: FxHashMap<u32, f64> = FxHashMap::default();
        for place in weights.keys() {
            for &effect in self.adding.get(place).into_iter().flatten().filter(|at| !self.is_column[**at as usize]) {
                growing.entry(effect).or_insert_with(|| {
                    let parts = self.effects[effect as usize].iter();
                    parts.map(|(place, change)| weights.get(place).unwrap_or(&0.0) * *change as f64).sum()
                });
            }
        }
        let mut growing: Vec<(u32, f64)> = growing.into_iter().filter(|(_, growth)| *growth > 1e-7).collect();
        growing.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        growing.into_iter().take(BATCH).map(|(effect, _)| effect).collect()
    }

    fn add_column(&mut self, effect: u32) {
        self.is_column[effect as usize] = true;
        let entries = self.effects[effect as usize].clone();
        let entries: Vec<(usize, f64)> =
            entries.into_iter().map(|(place, change)| (self.row(place), change as f64)).collect();
        self.program.add_column(&entries);
    }

    /// The weights as integers, if they have a small common denominator and no effect makes them grow.
    fn rounded(&self, proposed: &FxHashMap<usize, f64>) -> Option<Weight> {
        // Weights count in proportion to each other only.
        let least = proposed.values().copied().fold(f64::INFINITY, f64::min);
        let near = |factor: f64| (factor - factor.round()).abs() < 1e-6 * factor.max(1.0) && factor < 1e15;
        let denominator =
            (1..=LARGEST_DENOMINATOR).find(|d| proposed.values().all(|factor| near(factor / least * f64::from(*d))))?;
        let weights: FxHashMap<usize, i64> = proposed
            .iter()
            .map(|(place, factor)| (*place, (factor / least * f64::from(denominator)).round() as i64))
            .filter(|(_, weight)| *weight > 0)
            .collect();
        let grows = |effect: &u32| {
            let parts = self.effects[*effect as usize].iter();
            let weight = |place: &usize| i128::from(weights.get(place).copied().unwrap_or(0));
            parts.map(|(place, change)| weight(place) * i128::from(*change)).sum::<i128>() > 0
        };
        let adding = weights.keys().filter(|place| **place != self.start()).filter_map(|place| self.adding.get(place));
        if adding.flatten().any(grows) {
            return None;
        }
        let mut weight = Weight { shared: Vec::new(), locals: Vec::new(), bound: 0 };
        let mut sorted: Vec<(usize, i64)> = weights.into_iter().collect();
        sorted.sort_unstable();
        for (place, factor) in sorted {
            if place == self.start() {
                weight.bound = factor;
            } else if place < self.shared_count {
                weight.shared.push((place as u32, factor));
            } else {
                weight.locals.push(((place - self.shared_count) as u32, factor as u64));
            }
        }
        Some(weight)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    /// A lock: shared state 1 while a thread is in local state 1.
    pub fn lock() -> System {
        let system = ThreadSystem {
            shared_count: 2,
            local_count: 2,
            edges: vec![Edge::step((0, 0), (1, 1)), Edge::step((1, 1), (0, 0))],
            initial: vec![ThreadSystem::default_initial()],
            targets: vec![],
        };
        system.system().unwrap()
    }

    #[test]
    fn a_lock_excludes_two_holders() {
        let system = lock();
        let mut inequation = StateInequation::new(&system, |_| true);
        let state = |shared, locals: &[(u32, u32)]| State::new(shared, locals.iter().copied()).unwrap();
        let mut ask = |state| inequation.ask(&state, u64::MAX, &Budget::unlimited());
        let Opinion::Excluded(weight) = ask(state(1, &[(1, 2)])) else { panic!("two holders are possible") };
        assert!(crate::weights::exceeds(&weight, &state(1, &[(1, 2)])));
        assert!(!crate::weights::exceeds(&weight, &state(1, &[(1, 1)])));
        assert_eq!(ask(state(1, &[(1, 1)])), Opinion::Possible);
        assert!(matches!(ask(state(0, &[(1, 1)])), Opinion::Excluded(_)), "nobody holds a free lock");
        assert_eq!(ask(state(0, &[(0, 9)])), Opinion::Possible);
    }

    #[test]
    fn a_thousand_tokens_are_not_a_thousand_and_one() {
        let mut system = lock();
        let counts = vec![umpteen_model::system::InitialCount { local: 0, least: 1000, unbounded: false }];
        system.initial = vec![umpteen_model::system::Initial { shared: 0, counts }];
        let mut inequation = StateInequation::new(&system, |_| true);
        let mut ask = |count| inequation.ask(&State::new(0, [(0, count)]).unwrap(), u64::MAX, &Budget::unlimited());
        assert!(matches!(ask(1001), Opinion::Excluded(_)));
        assert_eq!(ask(1000), Opinion::Possible);
    }

    #[test]
    fn rules_that_never_fire_do_not_count() {
        let system = lock();
        let mut inequation = StateInequation::new(&system, |_| false);
        let held = State::new(1, []).unwrap();
        assert!(matches!(inequation.ask(&held, u64::MAX, &Budget::unlimited()), Opinion::Excluded(_)));
    }

    #[test]
    fn weights_that_a_rule_makes_grow_are_no_weights() {
        let system = lock();
        let inequation = StateInequation::new(&system, |_| true);
        let (free, holding, start) = (0, 3, inequation.start());
        let rounded = |weights: &[(usize, f64)]| inequation.rounded(&weights.iter().copied().collect());
        assert_eq!(rounded(&[(holding, 1.0), (start, 1.0)]), None, "the lock may be taken");
        let weight = Weight { shared: vec![(0, 2)], locals: vec![(1, 2)], bound: 3 };
        assert_eq!(rounded(&[(free, 0.2), (holding, 0.2), (start, 0.3)]), Some(weight));
        assert_eq!(rounded(&[(free, 1.0), (holding, 1.1), (start, 1.0)]), None, "holding weighs more");
        assert_eq!(rounded(&[(free, 1.0), (holding, 1e-16), (start, 1.0)]), None, "too large as integers");
    }

    #[test]
    fn a_question_can_be_taken_up_again() {
        let system = lock();
        let mut inequation = StateInequation::new(&system, |_| true);
        let two = State::new(1, [(1, 2)]).unwrap();
        assert_eq!(inequation.ask(&two, 0, &Budget::unlimited()), Opinion::Open);
        assert!(matches!(inequation.ask(&two, u64::MAX, &Budget::unlimited()), Opinion::Excluded(_)));
    }
}
