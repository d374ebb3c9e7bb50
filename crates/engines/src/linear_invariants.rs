//! Linear invariants that exclude the targets, found by linear programming (the dual of the marking equation; Esparza,
//! Ledesma-Garza, Majumdar, Meyer and Niksic 2014).
//!
//! Wanted is a weight for each shared and each local state, such that no rule that may fire makes the sum grow, local
//! states with any number of threads initially weigh nothing, and every state that covers the target is heavier than all
//! initial ones. These are linear inequalities over the weights. There is one for each rule, but few of them matter:
//! rules are added when a solution lets them grow, until none does. The sum of all weights is minimised, so that the
//! invariant is short.

use crate::budget::{Budget, Stop};
use crate::invariants::Oracle;
use crate::weights;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use umpteen_logic::linear::{LinearProgram, Solution};
use umpteen_model::evidence::Weight;
use umpteen_model::state::State;
use umpteen_model::system::{Initial, Rule, System};

/// So many rules are added at a time.
const BATCH: usize = 20;

/// It is given up when so many rules do not suffice: a table of that size is slow to work with.
const MOST_RULES: usize = 200;

/// A weight for each target that the oracle does not exclude anyway; none if there is a target without one.
pub fn excluding(system: &System, oracle: &Oracle, budget: &Budget) -> Result<Option<Vec<Weight>>, Stop> {
    let mut found: Vec<Weight> = Vec::new();
    for target in system.minimal_targets().filter(|target| !oracle.excludes(target)) {
        if found.iter().any(|weight| weights::exceeds(weight, &target)) {
            continue;
        }
        match Search::new(system, oracle).weight(&target, budget)? {
            Some(weight) => found.push(weight),
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// A place that has a weight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Place {
    Shared(u32),
    Local(u32),
}

/// Places with their factors.
type Sum = BTreeMap<Place, i64>;

struct Search<'a> {
    system: &'a System,
    oracle: &'a Oracle,
    program: LinearProgram,
    variables: FxHashMap<Place, usize>,
    weightless: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, oracle: &'a Oracle) -> Search<'a> {
        let mut weightless = vec![false; system.local_count as usize];
        for count in system.initial.iter().flat_map(|initial| &initial.counts).filter(|count| count.unbounded) {
            weightless[count.local as usize] = true;
        }
        let (program, variables) = (LinearProgram::default(), FxHashMap::default());
        Search { system, oracle, program, variables, weightless }
    }

    /// Adds rules until the cheapest weights let none of them grow.
    fn weight(mut self, target: &State, budget: &Budget) -> Result<Option<Weight>, Stop> {
        for initial in &self.system.initial {
            let mut sum = Sum::default();
            self.add(&mut sum, initial.shared, &least(initial), 1);
            self.add(&mut sum, target.shared, target.locals(), -1);
            self.require(sum, -1);
        }
        for _ in 0..MOST_RULES / BATCH {
            let solution = self.program.minimise(&|| budget.check().is_ok());
            let Solution::Point(values, _) = solution else { return Ok(None) };
            let value = |place: &Place| self.variables.get(place).map_or(0, |variable| values[*variable]);
            let mut growing: Vec<(i128, usize)> = Vec::new();
            for (at, rule) in self.system.rules.iter().enumerate().filter(|(at, _)| self.oracle.may_fire(*at)) {
                budget.check()?;
                let parts = self.growth(rule).into_iter();
                let weights = parts.map(|(place, factor)| value(&place).saturating_mul(factor.into()));
                let growth = weights.fold(0, i128::saturating_add);
                if growth > 0 {
                    growing.push((growth, at));
                }
            }
            if growing.is_empty() {
                return Ok(self.found(&values));
            }
            growing.sort_unstable_by_key(|(growth, at)| (-growth, *at));
            for (_, at) in growing.into_iter().take(BATCH) {
                self.require(self.growth(&self.system.rules[at]), 0);
            }
        }
        Ok(None)
    }

    /// By how much firing a rule makes the sum grow.
    fn growth(&self, rule: &Rule) -> Sum {
        let mut sum = Sum::default();
        self.add(&mut sum, rule.to, &rule.give, 1);
        self.add(&mut sum, rule.from, &rule.take, -1);
        sum
    }

    /// Adds the weight of a state, or takes it away.
    fn add(&self, sum: &mut Sum, shared: u32, locals: &[(u32, u32)], sign: i64) {
        *sum.entry(Place::Shared(shared)).or_default() += sign;
        for &(local, count) in locals.iter().filter(|(local, _)| !self.weightless[*local as usize]) {
            *sum.entry(Place::Local(local)).or_default() += sign * i64::from(count);
        }
    }

    fn require(&mut self, sum: Sum, most: i64) {
        let mut row = Vec::with_capacity(sum.len());
        for (place, factor) in sum.into_iter().filter(|(_, factor)| *factor != 0) {
            let variable = *self.variables.entry(place).or_insert_with(|| self.program.add_variable(1));
            row.push((variable, factor));
        }
        self.program.require(&row, most);
    }

    /// The weights as whole numbers, with their bound; none if they are too large.
    fn found(&self, values: &[i128]) -> Option<Weight> {
        let divisor = values.iter().fold(0, |divisor, value| greatest_common_divisor(divisor, *value)).max(1);
        let mut weight = Weight { shared: Vec::new(), locals: Vec::new(), bound: i64::MIN };
        let places: BTreeMap<Place, usize> =
            self.variables.iter().map(|(place, variable)| (*place, *variable)).collect();
        for (place, variable) in places {
            match (place, values[variable] / divisor) {
                (_, 0) => {}
                (Place::Shared(shared), value) => weight.shared.push((shared, i64::try_from(value).ok()?)),
                (Place::Local(local), value) => weight.locals.push((local, u64::try_from(value).ok()?)),
            }
        }
        for initial in &self.system.initial {
            let sum = weights::sum(&weight, initial.shared, &least(initial));
            weight.bound = weight.bound.max(i64::try_from(sum).ok()?);
        }
        Some(weight)
    }
}

fn least(initial: &Initial) -> Vec<(u32, u32)> {
    initial.counts.iter().map(|count| (count.local, count.least)).collect()
}

fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
