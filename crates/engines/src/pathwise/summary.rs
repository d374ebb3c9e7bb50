//! Summaries (papers/cutr Sect. 4 and 5): what a path makes of the counters when it is searched backwards.
//!
//! Going back over a rule, a counter `n` becomes `max(n + change, least)`: with `take`, `give` and `guard` of the rule,
//! `change = take - give` and `least = max(take, guard)`. That is `n ⊕ change` with the bound `least`, in the paper's
//! notation. Functions of this form are closed under composition, so every path has one for each local state (Lem. 3),
//! and under iteration (Thm. 3): for `k >= 1` rounds
//!
//! ```text
//! max(n + k * change, least + (k - 1) * max(change, 0))
//! ```
//!
//! Differs from the paper: there, expansion edges contribute `⊖ 1 + 1` and real edges plain `- 1`; here a rule contributes
//! `⊖` itself, and expansion edges nothing. So thread creation (Sect. 6: the spawned counter minus one, but at least
//! zero), reads and weights of nets need no cases of their own.
//!
//! What is asked of the counters in the end are upper bounds only (no more threads than the start has), and
//! `max(x, y) <= c` is `x <= c` and `y <= c`. So a counter is kept as the terms of a maximum, and the formula of a path
//! is a conjunction of linear inequalities: the disjunctions of Eq. (2) are not needed.

use smallvec::SmallVec;
use std::collections::BTreeMap;
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::Rule;

/// The function `n -> max(n + change, least)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effect {
    change: i64,
    least: i64,
}

/// The effect on each counter of following a path backwards; other counters do not change.
///
/// The numbers fit: a rule changes a counter by less than 2^32, and no path has 2^31 rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary(BTreeMap<u32, Effect>);

impl Summary {
    /// The effect of going back over one rule.
    pub fn of_rule(rule: &Rule) -> Summary {
        let mut summary = Summary::default();
        for &(local, count) in &rule.take {
            summary.at(local).change += i64::from(count);
        }
        for &(local, count) in &rule.give {
            summary.at(local).change -= i64::from(count);
        }
        for &(local, count) in &rule.guard {
            summary.at(local).least = i64::from(count);
        }
        summary
    }

    fn at(&mut self, local: u32) -> &mut Effect {
        self.0.entry(local).or_insert(Effect { change: 0, least: 0 })
    }

    /// The effect of going back over an earlier path as well.
    pub fn extend(&mut self, earlier: &Summary) {
        for (&local, effect) in &earlier.0 {
            let whole = self.at(local);
            whole.least = (whole.least + effect.change).max(effect.least);
            whole.change += effect.change;
        }
    }

    /// The effect on given counters, of so many rounds: at least one.
    pub fn applied(&self, state: &State, rounds: u32) -> Result<State, Overflow> {
        let mut after = state.clone();
        for (&local, effect) in &self.0 {
            let (change, least, rounds) = (i128::from(effect.change), i128::from(effect.least), i128::from(rounds));
            let count = i128::from(state.count(local)) + rounds * change;
            let count = count.max(least + (rounds - 1) * change.max(0));
            after.set(local, u32::try_from(count).map_err(|_| Overflow)?);
        }
        Ok(after)
    }
}

/// A sum `constant + sum of factors * variables`; a variable is the number of rounds of a loop, less one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The constant.
    pub constant: i64,
    /// The variables with their factors, sorted, none zero.
    pub factors: SmallVec<[(usize, i64); 2]>,
}

impl Term {
    fn constant(constant: i64) -> Term {
        Term { constant, factors: SmallVec::new() }
    }

    /// Whether it is at least `other`, whatever the variables are.
    fn is_above(&self, other: &Term) -> bool {
        let factor = |term: &Term, variable| term.factors.iter().find(|(v, _)| *v == variable).map_or(0, |(_, f)| *f);
        let variables = || self.factors.iter().chain(&other.factors).map(|(variable, _)| *variable);
        self.constant >= other.constant && variables().all(|v| factor(self, v) >= factor(other, v))
    }
}

/// A shared state with symbolic counters: each is the maximum of its terms and of zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbolic {
    /// The shared state.
    pub shared: u32,
    counters: BTreeMap<u32, SmallVec<[Term; 1]>>,
}

impl Symbolic {
    /// The counters of a state.
    pub fn of(state: &State) -> Symbolic {
        let counters = state.locals().iter().map(|&(local, count)| (local, [Term::constant(count.into())].into()));
        Symbolic { shared: state.shared, counters: counters.collect() }
    }

    /// The counters that are not zero, as terms of maxima.
    pub fn counters(&self) -> impl Iterator<Item = (u32, &[Term])> {
        self.counters.iter().map(|(local, terms)| (*local, terms.as_slice()))
    }

    /// Goes back over a path.
    pub fn go_back(&mut self, summary: &Summary) {
        for (&local, effect) in &summary.0 {
            let terms = self.counters.entry(local).or_default();
            terms.iter_mut().for_each(|term| term.constant += effect.change);
            terms.push(Term::constant(effect.least));
        }
        self.simplify(summary);
    }

    /// Goes back over a loop once and as many further times as the new variable says (Thm. 3).
    pub fn iterate(&mut self, summary: &Summary, variable: usize) {
        for (&local, effect) in &summary.0 {
            let terms = self.counters.entry(local).or_default();
            let mut least = Term::constant(effect.least);
            for term in terms.iter_mut().filter(|_| effect.change != 0) {
                term.constant += effect.change;
                term.factors.push((variable, effect.change));
            }
            if effect.change > 0 {
                least.factors.push((variable, effect.change));
            }
            terms.push(least);
        }
        self.simplify(summary);
    }

    /// Drops terms that others make redundant, among them those that are never above zero.
    fn simplify(&mut self, changed: &Summary) {
        let zero = Term::constant(0);
        for local in changed.0.keys() {
            let Some(terms) = self.counters.get_mut(local) else { continue };
            let mut kept: SmallVec<[Term; 1]> = SmallVec::new();
            for term in std::mem::take(terms) {
                if !zero.is_above(&term) && !kept.iter().any(|other| other.is_above(&term)) {
                    kept.retain(|other| !term.is_above(other));
                    kept.push(term);
                }
            }
            if kept.is_empty() {
                self.counters.remove(local);
            } else {
                *terms = kept;
            }
        }
    }

    /// Forgets the threads in a local state.
    pub fn forget(&mut self, local: u32) {
        self.counters.remove(&local);
    }

    /// The state itself if there are no variables in it.
    pub fn concrete(&self) -> Option<State> {
        let mut terms = self.counters.values().flatten();
        terms.all(|term| term.factors.is_empty()).then(|| self.least())?.ok()
    }

    /// A state that every value of the variables covers.
    pub fn least(&self) -> Result<State, Overflow> {
        let mut least = State::empty(self.shared);
        for (&local, terms) in &self.counters {
            let growing = terms.iter().filter(|term| term.factors.iter().all(|(_, factor)| *factor >= 0));
            let constant = growing.map(|term| term.constant).max().unwrap_or(0).max(0);
            least.set(local, u32::try_from(constant).map_err(|_| Overflow)?);
        }
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::state::counts;
    use umpteen_model::system::Passive;

    fn rule(guard: &[(u32, u32)], take: &[(u32, u32)], give: &[(u32, u32)]) -> Rule {
        let of = |items: &[(u32, u32)]| counts(items.iter().copied()).unwrap();
        Rule { from: 0, to: 0, guard: of(guard), take: of(take), give: of(give), passive: Passive::Stay }
    }

    fn random_rule(random: &mut fastrand::Rng) -> Rule {
        let mut some = |most: u32| -> Vec<(u32, u32)> { (0..3).map(|local| (local, random.u32(0..most))).collect() };
        let (take, give, read) = (some(3), some(3), some(2));
        let guard: Vec<(u32, u32)> = take.iter().zip(&read).map(|(t, r)| (t.0, t.1.max(r.1))).collect();
        rule(&guard, &take, &give)
    }

    /// One minimal predecessor after the other, as backward search computes them.
    fn one_by_one(rules: &[Rule], state: &State) -> State {
        let mut state = state.clone();
        for rule in rules.iter().rev() {
            let mut before = None;
            crate::predecessors::predecessors(rule, &state, |found| before = Some(found)).unwrap();
            state = before.unwrap();
        }
        state
    }

    fn summary(rules: &[Rule]) -> Summary {
        let mut whole = Summary::default();
        rules.iter().rev().for_each(|rule| whole.extend(&Summary::of_rule(rule)));
        whole
    }

    #[test]
    fn a_spawn_takes_the_created_thread_away_if_it_is_there() {
        let spawn = summary(&[rule(&[(0, 1)], &[(0, 1)], &[(0, 1), (1, 1)])]);
        let at = |locals: &[(u32, u32)]| State::new(0, locals.iter().copied()).unwrap();
        assert_eq!(spawn.applied(&at(&[(1, 2)]), 1), Ok(at(&[(0, 1), (1, 1)])));
        assert_eq!(spawn.applied(&at(&[(0, 2)]), 1), Ok(at(&[(0, 2)])));
        assert_eq!(spawn.applied(&at(&[(1, 2)]), 5), Ok(at(&[(0, 1)])));
    }

    #[test]
    fn summaries_are_what_backward_search_computes_step_by_step() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..3000 {
            let rules: Vec<Rule> = (0..random.usize(1..5)).map(|_| random_rule(&mut random)).collect();
            let state = State::new(0, (0..3).map(|local| (local, random.u32(0..5)))).unwrap();
            let whole = summary(&rules);
            let mut expected = state.clone();
            for rounds in 1..6 {
                expected = one_by_one(&rules, &expected);
                assert_eq!(whole.applied(&state, rounds), Ok(expected.clone()), "{rules:?} {rounds}");
            }
        }
    }

    #[test]
    fn terms_are_what_summaries_compute() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..3000 {
            let mut path = || -> Vec<Rule> { (0..random.usize(1..4)).map(|_| random_rule(&mut random)).collect() };
            let parts = [path(), path(), path(), path()].map(|rules| summary(&rules));
            let state = State::new(0, (0..3).map(|local| (local, random.u32(0..5)))).unwrap();
            let mut symbolic = Symbolic::of(&state);
            symbolic.go_back(&parts[0]);
            symbolic.iterate(&parts[1], 0);
            symbolic.go_back(&parts[2]);
            symbolic.iterate(&parts[3], 1);
            for (first, second) in [(1, 1), (1, 3), (4, 1), (3, 5)] {
                let mut expected = state.clone();
                for (part, rounds) in parts.iter().zip([1, first, 1, second]) {
                    expected = part.applied(&expected, rounds).unwrap();
                }
                let value = |term: &Term| {
                    let rounds = [first - 1, second - 1];
                    term.constant + term.factors.iter().map(|(v, f)| f * i64::from(rounds[*v])).sum::<i64>()
                };
                let counters = symbolic.counters().map(|(l, terms)| (l, terms.iter().map(value).max().unwrap().max(0)));
                let found = State::new(0, counters.map(|(local, count)| (local, count as u32))).unwrap();
                assert_eq!(found, expected);
                assert!(found.covers(&symbolic.least().unwrap()));
            }
        }
    }
}
