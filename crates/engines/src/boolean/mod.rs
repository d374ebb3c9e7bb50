//! Engines on Boolean programs: the reachable pairs are found first, then the counter system over them is decided; or
//! the program is searched backwards on the fly, as in papers/ucob.

pub mod domain;
pub mod on_the_fly;
pub mod reach;
pub mod restrict;

use crate::backward::{self, Order, Search};
use crate::budget::Budget;
use crate::invariants::Oracle;
use crate::{Answer, Engine, OracleKind, Reason, Statistics};
use domain::NoDomain;
use on_the_fly::{Expansion, OnTheFly};
use rustc_hash::FxHashMap;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::{LocalValues, SharedValues};
use umpteen_model::boolean::view::{Mains, Tables};
use umpteen_model::evidence::{Certificate, Step, Trace};
use umpteen_model::state::State;
use umpteen_model::system::System;

/// A Boolean program with its question, the values that may occur, and the counter system over them.
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// What it must keep.
    pub property: &'a Property,
    /// How many threads start in `main`.
    pub mains: Mains,
    /// The values that may occur.
    pub tables: &'a Tables,
    /// The counter system over them.
    pub system: &'a System,
}

/// Runs one engine on a program.
pub fn run(engine: Engine, expansion: Expansion, subject: &Subject, budget: &Budget) -> (Answer, Statistics) {
    let mut statistics = Statistics::default();
    let answer = match engine {
        Engine::Backward(order, OracleKind::ThreadModular) => {
            let oracle = Oracle::of_program(subject.tables, subject.system);
            let explicit = crate::predecessors::Explicit::new(subject.system, &oracle);
            backward::run(subject.system, &explicit, || oracle.invariant(), order, budget, &mut statistics)
        }
        Engine::Backward(order, kind) => {
            on_the_fly(order, kind, expansion, subject, budget, &mut statistics).unwrap_or_else(Answer::Unknown)
        }
        Engine::Forward(..) | Engine::Explore(_) => return crate::run(engine, subject.system, budget),
    };
    (answer, statistics)
}

fn on_the_fly(
    order: Order,
    kind: OracleKind,
    expansion: Expansion,
    subject: &Subject,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Answer, Reason> {
    let domain = match kind {
        OracleKind::Off => domain::all_values(subject.program),
        _ => domain::single_thread(subject.program, budget),
    };
    let domain = domain.map_err(|none| match none {
        NoDomain::Stopped(stop) => Reason::Stopped(stop),
        NoDomain::TooLarge => Reason::TooManyValues,
    })?;
    let search = OnTheFly::new(subject.program, subject.property, subject.mains, expansion, domain);
    let translation = Translation::new(&search, subject.tables);
    match backward::search(&search, order, budget, statistics)? {
        Search::Closed(basis) => {
            // States with values that cannot occur are excluded by the pairs, so the rest is closed by itself.
            let basis = basis.iter().filter_map(|state| translation.state(state)).collect();
            let invariant = Oracle::of_program(subject.tables, subject.system).invariant();
            Ok(Answer::Safe(Certificate::Upward { basis, invariant }))
        }
        Search::Reached(path) => {
            let path: Option<Vec<State>> = path.iter().map(|(state, _)| translation.state(state)).collect();
            // A run visits reachable values only.
            let trace = path.map(|path| guided_run(subject.system, &path)).transpose()?.flatten();
            trace.map(Answer::Unsafe).ok_or(Reason::Blocked)
        }
    }
}

/// From the numbers of the search to those of the tables.
struct Translation<'a> {
    search: &'a OnTheFly<'a>,
    shared: FxHashMap<SharedValues, u32>,
    locals: FxHashMap<LocalValues, u32>,
}

impl<'a> Translation<'a> {
    fn new(search: &'a OnTheFly<'a>, tables: &Tables) -> Translation<'a> {
        let shared = (0..).zip(&tables.shared).map(|(number, values)| (*values, number)).collect();
        let locals = (0..).zip(&tables.locals).map(|(number, values)| (*values, number)).collect();
        Translation { search, shared, locals }
    }

    /// The state over the tables; none if it has values that cannot occur.
    fn state(&self, state: &State) -> Option<State> {
        let (shared, locals) = self.search.values(state);
        let number = |(values, count): &(LocalValues, u32)| Some((*self.locals.get(values)?, *count));
        let locals: Option<Vec<(u32, u32)>> = locals.iter().map(number).collect();
        State::new(*self.shared.get(&shared)?, locals?).ok()
    }
}

/// A run that covers the states of a path one after the other.
fn guided_run(system: &System, path: &[State]) -> Result<Option<Trace>, Reason> {
    let starts = system.initial.iter().filter_map(|initial| initial.covering(&path[0]));
    let Some(initial) = starts.min_by_key(State::threads) else { return Ok(None) };
    let mut current = initial.clone();
    let mut steps = Vec::new();
    for goal in &path[1..] {
        let mut next = None;
        for (rule, number) in system.rules.iter().zip(0u32..).filter(|(rule, _)| rule.to == goal.shared) {
            let outcomes = system.fire(rule, &current)?;
            if let Some(outcome) = outcomes.into_iter().find(|outcome| outcome.state.covers(goal)) {
                next = Some((Step { rule: number, moved: outcome.moved }, outcome.state));
                break;
            }
        }
        let Some((step, state)) = next else { return Ok(None) };
        steps.push(step);
        current = state;
    }
    Ok(Some(Trace { initial, steps, repeats: Vec::new() }))
}
