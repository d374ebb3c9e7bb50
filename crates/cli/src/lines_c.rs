//! What a proof says about each line of the source: which predicates have a known value where a thread is about to execute
//! it, and how many threads can be there.
//!
//! The values are read off the pairs of shared and local values that the checker accepted. That there is at most one thread
//! is a question of its own, whose proof is checked like any other.

use crate::report::LineView;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use umpteen_cegar::check::exclusive;
use umpteen_checker::check_program_certificate;
use umpteen_engines::budget::Budget;
use umpteen_model::boolean::program::{Program as BooleanProgram, Property};
use umpteen_model::boolean::view::{Mains, Tables};
use umpteen_model::c::abstraction::{Abstraction, Kept, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::program::{Position, Program};
use umpteen_model::evidence::Certificate;

/// So much time is spent on how many threads can be where.
const LONGEST: Duration = Duration::from_secs(2);

/// What is known everywhere, if anything is, and then line by line.
pub fn lines(
    program: &Program,
    abstraction: &Abstraction,
    tables: &Tables,
    certificate: &Certificate,
    budget: &Budget,
) -> Vec<LineView> {
    let Some(tracking) = Tracking::new(program, &abstraction.predicates) else { return Vec::new() };
    let pairs = possible(tables, certificate);
    let lines = Lines {
        program,
        abstraction,
        tables,
        certificate,
        tracking: &tracking,
        boolean: boolean_program(program, abstraction, &tracking),
        budget: budget.at_most(LONGEST),
    };
    let everywhere = lines.shared(&pairs);
    let mut views = Vec::new();
    if !everywhere.is_empty() {
        let known = everywhere.iter().map(|fact| lines.in_c(*fact)).collect();
        views.push(LineView { file: String::new(), line: 0, known, threads: None });
    }
    for ((file, line), locations) in by_line(program) {
        let here = |(_, local): &&(u32, u32)| locations.contains(&tables.locals[*local as usize].location);
        let pairs: Vec<(u32, u32)> = pairs.iter().filter(here).copied().collect();
        let mut known: Vec<Fact> = lines.shared(&pairs).difference(&everywhere).copied().collect();
        known.extend(lines.local(&pairs, &locations));
        known.sort_unstable();
        let threads = match pairs.len() {
            0 => Some("no thread".to_string()),
            _ if lines.at_most_one(&locations) => Some("at most one thread".to_string()),
            _ => None,
        };
        let known: Vec<String> = match pairs.len() {
            0 => Vec::new(),
            _ => known.into_iter().map(|fact| lines.in_c(fact)).collect(),
        };
        if !known.is_empty() || threads.is_some() {
            let file = program.files.get(file as usize).cloned().unwrap_or_default();
            views.push(LineView { file, line, known, threads });
        }
    }
    views
}

/// A predicate and its value.
type Fact = (u32, bool);

/// The pairs of shared and local state that the proof leaves possible.
fn possible(tables: &Tables, certificate: &Certificate) -> BTreeSet<(u32, u32)> {
    match certificate {
        Certificate::Bounded { states, .. } => {
            let pairs = |state: &umpteen_model::state::State| {
                let shared = state.shared;
                state.locals().iter().map(move |(local, _)| (shared, *local)).collect::<Vec<_>>()
            };
            states.iter().flat_map(pairs).collect()
        }
        Certificate::Upward { basis, .. } => {
            // What one thread alone is excluded from by the basis is never seen.
            let excluded: BTreeSet<(u32, Option<u32>)> = basis
                .iter()
                .filter(|state| state.threads() <= 1)
                .map(|state| (state.shared, state.locals().first().map(|(local, _)| *local)))
                .collect();
            let seen = |(shared, local): &(u32, u32)| {
                !excluded.contains(&(*shared, None)) && !excluded.contains(&(*shared, Some(*local)))
            };
            let pairs = tables.pairs.iter().flat_map(|(shared, row)| row.iter().map(|local| (*shared, *local)));
            pairs.filter(seen).collect()
        }
    }
}

/// The locations where a thread is about to execute something of a line, by file and line.
fn by_line(program: &Program) -> BTreeMap<(u32, u32), Vec<u32>> {
    let mut lines: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for (number, location) in (0u32..).zip(&program.locations) {
        let mut statements = location.edges.iter().flat_map(|edge| &edge.statements);
        if let Some(Position { file, line, .. }) =
            statements.next().map(|first| first.position).filter(|at| at.line > 0)
        {
            lines.entry((file, line)).or_default().push(number);
        }
    }
    lines
}

struct Lines<'a> {
    program: &'a Program,
    abstraction: &'a Abstraction,
    tables: &'a Tables,
    certificate: &'a Certificate,
    tracking: &'a Tracking,
    boolean: BooleanProgram,
    budget: Budget,
}

impl Lines<'_> {
    fn in_c(&self, (predicate, holds): Fact) -> String {
        let predicate = self.abstraction.predicates[predicate as usize].clone();
        self.program.in_c(&if holds { predicate } else { predicate.negated() })
    }

    /// The shared predicates with one value in all pairs.
    fn shared<'p>(&self, pairs: impl IntoIterator<Item = &'p (u32, u32)>) -> BTreeSet<Fact> {
        let values = pairs.into_iter().map(|(shared, _)| self.tables.shared[*shared as usize].values);
        self.known(values, |kept| matches!(kept, Kept::Shared(_)))
    }

    /// The predicates of a thread at the locations with one value in all pairs, where they have a meaning at all.
    fn local(&self, pairs: &[(u32, u32)], locations: &[u32]) -> BTreeSet<Fact> {
        let tracked = locations.iter().fold(u64::MAX, |all, at| all & self.tracking.tracked[*at as usize]);
        let values = pairs.iter().map(|(_, local)| self.tables.locals[*local as usize].values);
        self.known(values, |kept| matches!(kept, Kept::Local(slot) if tracked >> slot & 1 == 1))
    }

    fn known(&self, values: impl Iterator<Item = u64>, about: impl Fn(&Kept) -> bool) -> BTreeSet<Fact> {
        let (all, any) = values.fold((u64::MAX, 0), |(all, any), values| (all & values, any | values));
        let about = (0u32..).zip(&self.tracking.slots).filter(|(_, kept)| about(kept));
        let known = about.filter_map(|(predicate, kept)| match (all >> kept.number() & 1, any >> kept.number() & 1) {
            (1, _) => Some((predicate, true)),
            (_, 0) => Some((predicate, false)),
            _ => None,
        });
        known.collect()
    }

    fn at_most_one(&self, locations: &[u32]) -> bool {
        let here = |local: u32| locations.contains(&self.tables.locals[local as usize].location);
        if let Certificate::Bounded { states, .. } = self.certificate {
            let there = |state: &umpteen_model::state::State| {
                let counts = state.locals().iter().filter(|(local, _)| here(*local));
                counts.map(|(_, count)| u64::from(*count)).sum::<u64>()
            };
            return states.iter().all(|state| there(state) <= 1);
        }
        let go_on = || self.budget.check().is_ok();
        exclusive(&self.boolean, self.program, self.tables, locations, &self.budget).is_some_and(|proof| {
            let property = Property::Exclusive(locations.to_vec(), locations.to_vec());
            check_program_certificate(&self.boolean, &property, Mains::One, self.tables, &proof, &go_on).is_ok()
        })
    }
}
