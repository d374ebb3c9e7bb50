//! The facts that a proof implies at each line of the source: which predicates have a known value where a thread is about to execute
//! it, and whether more than one thread can be there.
//!
//! Facts that hold in all abstract states with a few threads are candidates. Backward search looks for a state that contradicts any
//! of the candidates, which are then given up, until it finds none: that is one proof of all the others, checked like any
//! other.

use crate::decide::c::stages::Stage;
use crate::judge;
use crate::report::{LineView, Unit};
use std::collections::{BTreeMap, BTreeSet};
use umpteen_cegar::check::{search, system};
use umpteen_engines::backward::Search;
use umpteen_engines::budget::Budget;
use umpteen_engines::{Answer, Reason, Statistics, explore};
use umpteen_model::boolean::view::Tables;
use umpteen_model::c::abstraction::{Abstraction, Kept, Literal, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::{Location, Program};
use umpteen_model::evidence::{Certificate, Evidence};
use umpteen_model::state::{State, counts};
use umpteen_model::system::Target;

/// The facts that hold everywhere, then those of each line, as text and as conditions; none if there is no time to prove them.
pub fn lines(
    program: &Program,
    abstraction: &Abstraction,
    tables: &Tables,
    certificate: &Certificate,
    budget: &Budget,
) -> Vec<(LineView, Vec<Expr>)> {
    let Some(tracking) = Tracking::new(program, &abstraction.predicates) else { return Vec::new() };
    let mut guesses = Guesses { tables, tracking: &tracking, lines: by_line(program) };
    let proved = match certificate {
        Certificate::Bounded { states, .. } => {
            states.iter().for_each(|state| guesses.learn(state));
            true
        }
        Certificate::Upward { .. } | Certificate::Downward { .. } => {
            let boolean = boolean_program(program, abstraction, &tracking);
            Stage::Lines.within(budget, |budget| {
                let view = system(&boolean, program, tables, budget);
                view.and_then(|view| guesses.prove(view.system, budget)).unwrap_or(false)
            })
        }
    };
    if !proved {
        return Vec::new();
    }
    let everywhere = guesses.lines.first().and_then(|line| line.known.clone()).unwrap_or_default();
    let view = |line: &Line| {
        let all = line.place.is_none();
        let known: BTreeSet<Fact> = line.known.iter().flatten().copied().collect();
        let known = if all { known } else { known.difference(&everywhere).copied().collect() };
        let condition = |(predicate, holds): Fact| {
            let predicate = abstraction.predicates[predicate as usize].clone();
            if holds { predicate } else { predicate.negated() }
        };
        let (file, number) = line.place.unwrap_or_default();
        let threads = match (all, &line.known, line.alone) {
            (true, ..) | (_, Some(_), false) => None,
            (_, None, _) => Some("no thread".to_string()),
            (_, Some(_), true) => Some("at most one thread".to_string()),
        };
        let facts: Vec<Expr> = without_implied(known, abstraction).into_iter().map(condition).collect();
        let view = LineView {
            file: program.files.get(file as usize).filter(|_| !all).cloned().unwrap_or_default(),
            line: number,
            known: facts.iter().map(|fact| program.in_c(fact)).collect(),
            threads,
        };
        (view, facts)
    };
    let says_something = |(view, _): &(LineView, Vec<Expr>)| view.line > 0 || !view.known.is_empty();
    guesses.lines.iter().map(view).filter(says_something).collect()
}

/// A predicate and its value.
type Fact = (u32, bool);

/// The candidate facts about the threads that are about to execute a line.
struct Line {
    /// File and line; none for all locations.
    place: Option<(u32, u32)>,
    locations: BTreeSet<u32>,
    /// The facts; `None` if no thread reaches the line.
    known: Option<BTreeSet<Fact>>,
    /// Whether there is at most one of them at any time.
    alone: bool,
}

/// The file and line that a thread at a location is about to execute.
pub fn place_of(location: &Location) -> Option<(u32, u32)> {
    let first = location.edges.iter().flat_map(|edge| &edge.statements).next().map(|first| first.position);
    first.filter(|position| position.line > 0).map(|position| (position.file, position.line))
}

/// All locations, then those of each line.
fn by_line(program: &Program) -> Vec<Line> {
    let mut lines: BTreeMap<Option<(u32, u32)>, BTreeSet<u32>> = BTreeMap::new();
    for (number, location) in (0u32..).zip(&program.locations) {
        lines.entry(None).or_default().insert(number);
        if let Some(place) = place_of(location) {
            lines.entry(Some(place)).or_default().insert(number);
        }
    }
    let line = |(place, locations)| Line { place, locations, known: None, alone: true };
    lines.into_iter().map(line).collect()
}

struct Guesses<'a> {
    tables: &'a Tables,
    tracking: &'a Tracking,
    lines: Vec<Line>,
}

impl Guesses<'_> {
    /// Makes guesses that hold, and tells whether their proof was found and accepted.
    fn prove(&mut self, mut system: umpteen_model::system::System, budget: &Budget) -> Result<bool, Reason> {
        system.targets = Vec::new();
        let answer = explore::run(&system, Stage::Lines.threads(), budget, &mut Statistics::default());
        let Answer::Safe(Certificate::Bounded { states, .. }) = answer else { return Ok(false) };
        states.iter().for_each(|state| self.learn(state));
        loop {
            system.targets = self.contradictions()?;
            match search(&system, self.tables, budget, &mut Statistics::default())? {
                (Search::Closed(basis), invariant) => {
                    let proof = Evidence::Certificate(Certificate::Upward { basis, invariant });
                    let go_on = || budget.check().is_ok();
                    return Ok(judge::counters(Unit::Thread, &system, &proof, &go_on).is_ok());
                }
                (Search::Reached(path), _) => {
                    let Some((last, _)) = path.last() else { return Ok(false) };
                    self.learn(last);
                }
            }
        }
    }

    /// Gives up what a state contradicts.
    fn learn(&mut self, state: &State) {
        for at in 0..self.lines.len() {
            let mut here = 0;
            for &(local, count) in state.locals() {
                if self.lines[at].locations.contains(&self.tables.locals[local as usize].location) {
                    here += u64::from(count);
                    let facts = self.facts(state.shared, local, &self.lines[at]);
                    let known = self.lines[at].known.get_or_insert_with(|| facts.clone());
                    known.retain(|fact| facts.contains(fact));
                }
            }
            self.lines[at].alone &= here <= 1;
        }
    }

    /// The facts that a thread at a line sees; its own predicates only where all threads at the line have them.
    fn facts(&self, shared: u32, local: u32, line: &Line) -> BTreeSet<Fact> {
        let values = [self.tables.shared[shared as usize].values, self.tables.locals[local as usize].values];
        let tracked = line.locations.iter().fold(u64::MAX, |all, at| all & self.tracking.tracked[*at as usize]);
        let seen = (0u32..).zip(&self.tracking.slots).filter_map(|(predicate, kept)| match kept {
            Kept::Shared(slot) => Some((predicate, values[0] >> slot & 1 == 1)),
            Kept::Local(slot) => (tracked >> slot & 1 == 1).then_some((predicate, values[1] >> slot & 1 == 1)),
        });
        seen.collect()
    }

    /// The states to look for: whatever a guess says does not happen.
    fn contradictions(&self) -> Result<Vec<Target>, Reason> {
        let mut targets = Vec::new();
        for line in &self.lines {
            let is_here = |local: &u32| line.locations.contains(&self.tables.locals[*local as usize].location);
            let here: Vec<u32> = (0..self.tables.locals.len() as u32).filter(is_here).collect();
            for (shared, row) in &self.tables.pairs {
                for local in row.iter().filter(|local| is_here(local)) {
                    let facts = self.facts(*shared, *local, line);
                    if line.known.as_ref().is_none_or(|known| !known.is_subset(&facts)) {
                        targets.push(Target { shared: Some(*shared), counts: counts([(*local, 1)])? });
                    }
                }
            }
            for (at, one) in here.iter().enumerate().filter(|_| line.alone) {
                for other in &here[at..] {
                    targets.push(Target { shared: None, counts: counts([(*one, 1), (*other, 1)])? });
                }
            }
        }
        Ok(targets)
    }
}

/// The facts without those that others imply by a lemma; negations go first.
fn without_implied(mut facts: BTreeSet<Fact>, abstraction: &Abstraction) -> Vec<Fact> {
    let mut order: Vec<Fact> = facts.iter().copied().collect();
    order.sort_by_key(|(_, holds)| *holds);
    let is = |literal: &Literal, (predicate, holds): Fact| (literal.predicate, literal.holds) == (predicate, holds);
    for fact in order {
        let implied =
            abstraction.lemmas.iter().filter(|lemma| lemma.iter().any(|literal| is(literal, fact))).any(|lemma| {
                let mut others = lemma.iter().filter(|literal| !is(literal, fact));
                others.all(|other| facts.contains(&(other.predicate, !other.holds)))
            });
        if implied {
            facts.remove(&fact);
        }
    }
    facts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn implied_facts_are_left_out() {
        let literal = |predicate, holds| Literal { predicate, thread: 0, after: false, holds };
        // The first two exclude each other; the last two are equivalent.
        let lemmas = vec![
            vec![literal(0, false), literal(1, false)],
            vec![literal(2, false), literal(3, true)],
            vec![literal(2, true), literal(3, false)],
        ];
        let abstraction = Abstraction { lemmas, ..Abstraction::default() };
        let shown = |facts: &[Fact]| without_implied(facts.iter().copied().collect(), &abstraction);
        assert_eq!(shown(&[(0, false), (1, true)]), [(1, true)]);
        assert_eq!(shown(&[(0, false), (1, false)]), [(0, false), (1, false)]);
        assert_eq!(shown(&[(2, true), (3, true)]), [(3, true)]);
    }
}
