//! Gives up candidates until the rest is inductive.

use super::candidates::{self, OfEach, OfPair};
use super::step::{Goal, Step};
use rustc_hash::FxHashMap;
use umpteen_engines::budget::{Budget, Stop};
use umpteen_logic::sat::Cadical;
use umpteen_logic::step::StepSolver;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::{Count, Each, Facts, Pair};
use umpteen_model::c::machine::State;
use umpteen_model::c::program::Program;

/// The candidates that are left, and when the last one of a location was given up.
pub struct Elimination<'a> {
    pub program: &'a Program,
    each: Vec<OfEach>,
    pairs: Vec<OfPair>,
    pub counts: Vec<Count>,
    /// Per location, the numbers of what is left of `each`.
    each_at: Vec<Vec<u32>>,
    /// Per pair of locations, the first not above the second, the numbers of what is left of `pairs`.
    pairs_at: FxHashMap<(u32, u32), Vec<u32>>,
    clock: u32,
    changed_at: Vec<u32>,
    changed_pair: FxHashMap<(u32, u32), u32>,
    counts_changed: u32,
}

/// The candidate that says that no thread, or no two threads, ever are there.
const NEVER: u32 = 0;

impl<'a> Elimination<'a> {
    /// Everything is a candidate everywhere; where a thread cannot go on from, only that it never gets there.
    pub fn new(program: &'a Program, predicates: &[Expr], counts: Vec<Count>) -> Elimination<'a> {
        let (each, pairs) = (candidates::of_each(program, predicates), candidates::of_pair(program));
        let template = |at: u32| program.locations[at as usize].template;
        let assigned = candidates::assigned(program);
        let locals = program.locals.len() as u32;
        // The locals of the thread in question have to belong to it and to have got a value.
        let fits = |wanted: Option<u32>, at: u32, holds: &Expr, first: bool| {
            let has = |local: u32| assigned[at as usize].contains(&(local % locals));
            let mut own = holds.locals().into_iter().filter(|local| (*local < locals) == first);
            wanted.is_none_or(|wanted| wanted == template(at)) && own.all(has)
        };
        let places: Vec<u32> = (0..program.locations.len() as u32).collect();
        let goes_on = |at: u32| !program.locations[at as usize].edges.is_empty();
        let mut each_at = vec![Vec::new(); program.locations.len()];
        let mut pairs_at = FxHashMap::default();
        for &first in &places {
            let fitting =
                (0u32..).zip(&each).filter(|(_, candidate)| fits(candidate.template, first, &candidate.holds, true));
            each_at[first as usize] =
                fitting.map(|(number, _)| number).filter(|&number| number == NEVER || goes_on(first)).collect();
            for &second in places.iter().filter(|&&second| first <= second) {
                let fitting = (0u32..).zip(&pairs).filter(|(_, candidate)| {
                    fits(candidate.templates[0], first, &candidate.holds, true)
                        && fits(candidate.templates[1], second, &candidate.holds, false)
                });
                let numbers = fitting.map(|(number, _)| number);
                let goes_on = goes_on(first) && goes_on(second);
                pairs_at.insert((first, second), numbers.filter(|&number| number == NEVER || goes_on).collect());
            }
        }
        Elimination {
            program,
            each,
            pairs,
            counts,
            each_at,
            pairs_at,
            clock: 1,
            changed_at: vec![1; program.locations.len()],
            changed_pair: FxHashMap::default(),
            counts_changed: 1,
        }
    }

    /// The remaining candidates for a thread at a location.
    pub fn of_each(&self, at: u32) -> impl Iterator<Item = (u32, &Expr)> {
        self.each_at[at as usize].iter().map(|&number| (number, &self.each[number as usize].holds))
    }

    /// The remaining candidates for two threads at two locations: the number, whether the first is the formula's first, the formula.
    pub fn of_pair(&self, first: u32, second: u32) -> impl Iterator<Item = (u32, bool, &Expr)> {
        let list = |key: (u32, u32)| self.pairs_at.get(&key).into_iter().flatten().copied();
        let forward = list((first, second)).filter(move |_| first <= second).map(|number| (number, true));
        let backward = list((second, first)).filter(move |_| second <= first).map(|number| (number, false));
        forward.chain(backward).map(|(number, order)| (number, order, &self.pairs[number as usize].holds))
    }

    /// Whether no thread is ever at a location, as far as is known yet.
    pub fn is_empty(&self, at: u32) -> bool {
        self.each_at[at as usize].first() == Some(&NEVER)
    }

    /// Whether two threads are never at these locations at the same time, as far as is known yet.
    pub fn exclude_each_other(&self, first: u32, second: u32) -> bool {
        let key = (first.min(second), first.max(second));
        self.pairs_at.get(&key).is_some_and(|numbers| numbers.first() == Some(&NEVER))
    }

    /// Gives up what does not hold at the start.
    pub fn at_start(&mut self) {
        let entry = self.program.templates[0].entry;
        let mut start = StepSolver::<Cadical>::at_start(self.program);
        let locals = self.program.locals.len() as u32;
        let mut wrong = Vec::new();
        for (number, holds) in self.of_each(entry) {
            let bit = start.holds(holds, [0, 0], locals, false);
            if start.solver.satisfiable(&[!bit]) {
                wrong.push(Goal::Each(entry, number));
            }
        }
        for (number, count) in (0u32..).zip(&self.counts) {
            let value = start.value(&count.number, [0, 0], locals, false);
            let expected = u64::from(count.at.contains(&entry));
            let bit = start.is_number(&value, expected);
            if start.solver.satisfiable(&[!bit]) {
                wrong.push(Goal::Count(number));
            }
        }
        self.give_up(&wrong);
    }

    /// Gives up what a state contradicts.
    pub fn look_at(&mut self, state: &State) {
        let mut wrong = Vec::new();
        for (number, one) in state.threads.iter().enumerate() {
            let at = one.location;
            let failing = self.of_each(at).filter(|(_, holds)| state.value_of_pair(holds, one, one) != 1);
            wrong.extend(failing.map(|(candidate, _)| Goal::Each(at, candidate)));
            for other in &state.threads[number + 1..] {
                let failing = self.of_pair(at, other.location).filter(|(_, in_order, holds)| {
                    let (one, other) = if *in_order { (one, other) } else { (other, one) };
                    state.value_of_pair(holds, one, other) != 1
                });
                wrong.extend(failing.map(|(candidate, ..)| Goal::Pair(at, other.location, candidate)));
            }
        }
        for (number, count) in (0u32..).zip(&self.counts).filter(|(_, count)| !count.at.is_empty()) {
            let there = state.threads.iter().filter(|thread| count.at.contains(&thread.location)).count();
            let first = &state.threads[0];
            if state.value_of_pair(&count.number, first, first) != there as u64 {
                wrong.push(Goal::Count(number));
            }
        }
        self.give_up(&wrong);
    }

    /// Goes over all steps until nothing changes.
    pub fn run(&mut self, budget: &Budget) -> Result<(), Stop> {
        let program = self.program;
        let mut steps: Vec<Step> = Vec::new();
        for (from, location) in (0u32..).zip(&program.locations) {
            steps.extend(location.edges.iter().map(|edge| Step::new(program, from, edge)));
        }
        loop {
            let before = self.clock;
            for step in &mut steps {
                budget.check_now()?;
                let failing = step.check_alone(self);
                self.give_up(&failing);
                for passive in 0..program.locations.len() as u32 {
                    budget.check_now()?;
                    let failing = step.check_with(self, passive);
                    self.give_up(&failing);
                }
            }
            if self.clock == before {
                return Ok(());
            }
        }
    }

    /// When something was last given up that may matter to threads at these locations.
    pub fn last_change(&self, first: u32, second: Option<u32>) -> u32 {
        let own = self.changed_at[first as usize].max(self.counts_changed);
        let Some(second) = second else { return own };
        let key = (first.min(second), first.max(second));
        own.max(self.changed_at[second as usize]).max(self.changed_pair.get(&key).copied().unwrap_or(1))
    }

    /// The present moment.
    pub fn now(&self) -> u32 {
        self.clock
    }

    fn give_up(&mut self, goals: &[Goal]) {
        if goals.is_empty() {
            return;
        }
        self.clock += 1;
        for goal in goals {
            match *goal {
                Goal::Each(at, number) => {
                    self.each_at[at as usize].retain(|&other| other != number);
                    self.changed_at[at as usize] = self.clock;
                }
                Goal::Pair(first, second, number) => {
                    let key = (first.min(second), first.max(second));
                    if let Some(numbers) = self.pairs_at.get_mut(&key) {
                        numbers.retain(|&other| other != number);
                    }
                    self.changed_pair.insert(key, self.clock);
                }
                Goal::Count(number) => {
                    self.counts[number as usize].at.clear();
                    self.counts_changed = self.clock;
                }
            }
        }
    }

    /// The remaining candidates as facts. Of two threads that are never at two locations together nothing else is said.
    pub fn facts(mut self) -> Facts {
        let mut each: Vec<Each> =
            self.each.into_iter().map(|candidate| Each { holds: candidate.holds, at: Vec::new() }).collect();
        for (at, numbers) in (0u32..).zip(&mut self.each_at) {
            if numbers.first() == Some(&NEVER) {
                numbers.truncate(1);
            }
            numbers.iter().for_each(|&number| each[number as usize].at.push(at));
        }
        let mut pairs: Vec<Pair> =
            self.pairs.into_iter().map(|candidate| Pair { holds: candidate.holds, at: Vec::new() }).collect();
        for (key, numbers) in &mut self.pairs_at {
            if [key.0, key.1].iter().any(|&at| self.each_at[at as usize].first() == Some(&NEVER)) {
                numbers.clear();
            }
            if numbers.first() == Some(&NEVER) {
                numbers.truncate(1);
            }
            numbers.iter().for_each(|&number| pairs[number as usize].at.push(*key));
        }
        pairs.iter_mut().for_each(|pair| pair.at.sort_unstable());
        each.retain(|fact| !fact.at.is_empty());
        pairs.retain(|fact| !fact.at.is_empty());
        self.counts.retain(|fact| !fact.at.is_empty());
        Facts { each, pairs, counts: self.counts }
    }
}
