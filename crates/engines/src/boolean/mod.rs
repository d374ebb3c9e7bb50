//! Engines on Boolean programs: the reachable pairs are found first, then the counter system over them is decided; or
//! the program is searched on the fly, backwards as in papers/ucob, forwards, or both.
//!
//! All of that happens without the variables that do not matter (`relevance`), and where too many values are left, without
//! some that may (`localize`). Runs are brought back to the program (`lift`); proofs say what they are without.

pub mod domain;
pub mod forward;
mod lift;
mod localize;
pub mod numbers;
pub mod on_the_fly;
pub mod reach;
mod relevance;
pub mod restrict;

use crate::backward::{self, Order, Search};
use crate::both::{self, Met};
use crate::budget::Budget;
use crate::invariants::Oracle;
use crate::{Answer, Engine, OracleKind, Reason, Statistics};
use domain::NoDomain;
use forward::ProgramSteps;
use lift::{Reduced, lifted};
use numbers::Numbers;
use on_the_fly::{Expansion, OnTheFly};
use reach::{few_choices, reachable, reachable_within};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::reduction::Reduction;
use umpteen_model::boolean::step::{LocalValues, SharedValues};
use umpteen_model::boolean::view::{Mains, Tables, View, view};
use umpteen_model::evidence::{Certificate, Step, Trace};
use umpteen_model::state::State;
use umpteen_model::system::System;

/// A Boolean program with its question.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// The property of the program.
    pub property: &'a Property,
    /// How many threads start in `main`.
    pub mains: Mains,
}

/// An answer about a program, and what its numbers mean.
pub struct Decision {
    /// The answer.
    pub answer: Answer,
    /// The values that may occur.
    pub tables: Tables,
    /// The counter system that a trace is about.
    pub system: System,
}

/// Programs with more pairs of values are tried without some of the variables that matter.
const MANY_PAIRS: usize = 100_000;

/// Runs one engine on a program, without the variables that do not matter; if many values are left, also without some that do.
pub fn run(engine: Engine, expansion: Expansion, subject: Subject, budget: &Budget) -> (Decision, Statistics) {
    let irrelevant = relevance::irrelevant(subject);
    let search = |most| match &irrelevant {
        Some(reduction) => run_reduced(engine, expansion, subject, reduction, most, budget),
        None => run_on_all(engine, expansion, subject, most, budget),
    };
    let (decision, statistics) = search(MANY_PAIRS);
    if !matches!(decision.answer, Answer::Unknown(Reason::TooManyValues | Reason::TooManyChoices)) {
        return (decision, statistics);
    }
    let most = || search(usize::MAX);
    localize::run(engine, expansion, subject, budget).unwrap_or_else(most)
}

/// Runs one engine on a program without the variables that do not matter.
fn run_reduced(
    engine: Engine,
    expansion: Expansion,
    subject: Subject,
    reduction: &Reduction,
    most: usize,
    budget: &Budget,
) -> (Decision, Statistics) {
    let all = || run_on_all(engine, expansion, subject, most, budget);
    let Some(program) = subject.program.reduced(reduction) else { return all() };
    let property = reduction.property(subject.property);
    let smaller = Subject { program: &program, property: &property, mains: subject.mains };
    let (mut decision, statistics) = run_on_all(engine, expansion, smaller, most, budget);
    match &decision.answer {
        Answer::Safe(_) => decision.tables.reduction = Some(reduction.clone()),
        Answer::Unsafe(trace) => {
            let Decision { tables, system, .. } = &decision;
            let Ok((tables, system, trace)) =
                lifted(subject, &Reduced { program: &program, reduction, tables, system }, trace)
            else {
                return all();
            };
            decision = Decision { answer: Answer::Unsafe(trace), tables, system };
        }
        // Whether a run is blocked depends on the threads that are there, which exploration decides on all variables.
        Answer::Unknown(Reason::Blocked) => return all(),
        Answer::Unknown(_) => {}
    }
    (decision, statistics)
}

/// Runs one engine on a program with all its variables.
fn run_on_all(
    engine: Engine,
    expansion: Expansion,
    subject: Subject,
    most: usize,
    budget: &Budget,
) -> (Decision, Statistics) {
    let mut statistics = Statistics::default();
    let decided = few_choices(subject.program).and_then(|()| match engine {
        Engine::Forward(.., OracleKind::ThreadModular | OracleKind::StateInequation)
        | Engine::Both(_, OracleKind::ThreadModular | OracleKind::StateInequation)
        | Engine::Backward(_, OracleKind::ThreadModular | OracleKind::StateInequation)
        | Engine::Directed
        | Engine::Portfolio(..)
        | Engine::Pathwise(_)
        | Engine::Explore(_) => over_pairs(engine, subject, most, budget, &mut statistics),
        Engine::Forward(construction, order, _) => {
            let numbers = Rc::default();
            let mut steps = ProgramSteps::new(subject.program, subject.property, subject.mains, Rc::clone(&numbers));
            let answer = crate::forward::run(&mut steps, construction, order, budget, &mut statistics);
            answer.map(|answer| with_numbers(answer, &numbers.borrow(), steps))
        }
        Engine::Both(order, kind) => OnTheFlySearch::new(kind, expansion, subject, budget)
            .and_then(|search| search.both(order, subject, budget, &mut statistics)),
        Engine::Backward(order, kind) => OnTheFlySearch::new(kind, expansion, subject, budget)
            .and_then(|search| search.backward(order, subject, budget, &mut statistics)),
    });
    let nothing =
        |reason| Decision { answer: Answer::Unknown(reason), tables: Tables::default(), system: System::default() };
    (decided.unwrap_or_else(nothing), statistics)
}

/// The counter system over the tables, unless a limit is reached before it is whole.
pub fn whole_view(subject: Subject, tables: &Tables, budget: &Budget) -> Result<View, Reason> {
    let Subject { program, property, mains } = subject;
    let stop = Cell::new(None);
    let go_on = || {
        stop.set(budget.check().err());
        stop.get().is_none()
    };
    let view = view(program, property, mains, tables, &go_on);
    view.ok_or_else(|| stop.get().map_or(Reason::Blocked, Reason::Stopped))
}

/// Decides the counter system over the thread-modular pairs.
fn over_pairs(
    engine: Engine,
    subject: Subject,
    most: usize,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Decision, Reason> {
    let tables = reachable_within(subject.program, most, budget)?;
    let system = whole_view(subject, &tables, budget)?.system;
    let answer = crate::decide(engine, &system, false, || Ok(Oracle::of_program(&tables, &system)), budget, statistics);
    Ok(Decision { answer, tables, system })
}

/// An answer of forward search on the fly: the tables hold what it met.
fn with_numbers(answer: Answer, numbers: &Numbers, steps: ProgramSteps) -> Decision {
    let tables = match &answer {
        Answer::Safe(Certificate::Downward { configurations, .. }) => numbers.tables(configurations),
        _ => numbers.tables(&[]),
    };
    Decision { answer, tables, system: steps.system() }
}

/// How a program is searched on the fly, and the numbers that both directions use.
struct OnTheFlySearch<'a> {
    backward: OnTheFly<'a>,
    numbers: Rc<RefCell<Numbers>>,
}

impl<'a> OnTheFlySearch<'a> {
    fn new(kind: OracleKind, expansion: Expansion, subject: Subject<'a>, budget: &Budget) -> Result<Self, Reason> {
        let Subject { program, property, mains } = subject;
        let domain = match kind {
            OracleKind::Off => domain::all_values(program),
            _ => domain::single_thread(program, budget),
        };
        let domain = domain.map_err(|none| match none {
            NoDomain::Stopped(stop) => Reason::Stopped(stop),
            NoDomain::TooLarge => Reason::TooManyValues,
        })?;
        let numbers = Rc::default();
        let backward = OnTheFly::new(program, property, mains, expansion, domain, Rc::clone(&numbers));
        Ok(OnTheFlySearch { backward, numbers })
    }

    fn backward(
        &self,
        order: Order,
        subject: Subject,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Result<Decision, Reason> {
        match backward::search(&self.backward, order, budget, statistics)? {
            Search::Closed(basis) => closed(&basis, &self.numbers.borrow(), subject, budget),
            Search::Reached(path) => {
                let tables = reachable(subject.program, budget)?;
                let system = whole_view(subject, &tables, budget)?.system;
                let numbers = self.numbers.borrow();
                let translation = Translation::new(&numbers, &tables);
                let path: Option<Vec<State>> = path.iter().map(|(state, _)| translation.state(state)).collect();
                // A run visits reachable values only.
                let trace = path.map(|path| guided_run(&system, &path)).transpose()?.flatten();
                let answer = trace.map_or(Answer::Unknown(Reason::Blocked), Answer::Unsafe);
                Ok(Decision { answer, tables, system })
            }
        }
    }

    fn both(
        &self,
        order: Order,
        subject: Subject,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Result<Decision, Reason> {
        let Subject { program, property, mains } = subject;
        let mut steps = ProgramSteps::new(program, property, mains, Rc::clone(&self.numbers));
        let met = both::search(&mut steps, &self.backward, order, both::TURN, budget, statistics)?;
        let answer = match met {
            Met::Backward(basis) => return closed(&basis, &self.numbers.borrow(), subject, budget),
            Met::Forward(certificate) => Answer::Safe(certificate),
            Met::Run(trace) => Answer::Unsafe(trace),
        };
        Ok(with_numbers(answer, &self.numbers.borrow(), steps))
    }
}

/// A proof from a search on the fly: states with values that cannot occur are excluded by the pairs, so the rest is
/// closed by itself.
fn closed(basis: &[State], numbers: &Numbers, subject: Subject, budget: &Budget) -> Result<Decision, Reason> {
    let tables = reachable(subject.program, budget)?;
    let system = whole_view(subject, &tables, budget)?.system;
    let translation = Translation::new(numbers, &tables);
    let basis = basis.iter().filter_map(|state| translation.state(state)).collect();
    let invariant = Oracle::of_program(&tables, &system).invariant();
    Ok(Decision { answer: Answer::Safe(Certificate::Upward { basis, invariant }), tables, system })
}

/// From the numbers of the search to those of the tables.
struct Translation<'a> {
    numbers: &'a Numbers,
    shared: FxHashMap<SharedValues, u32>,
    locals: FxHashMap<LocalValues, u32>,
}

impl<'a> Translation<'a> {
    fn new(numbers: &'a Numbers, tables: &Tables) -> Translation<'a> {
        let shared = (0..).zip(&tables.shared).map(|(number, values)| (*values, number)).collect();
        let locals = (0..).zip(&tables.locals).map(|(number, values)| (*values, number)).collect();
        Translation { numbers, shared, locals }
    }

    /// The state over the tables; none if it has values that cannot occur.
    fn state(&self, state: &State) -> Option<State> {
        let number = |&(local, count): &(u32, u32)| Some((*self.locals.get(&self.numbers.local_values(local))?, count));
        let locals: Option<Vec<(u32, u32)>> = state.locals().iter().map(number).collect();
        State::new(*self.shared.get(&self.numbers.shared_values(state.shared))?, locals?).ok()
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
