//! Decides the Boolean program of a round.

use crate::options::Options;
use crate::path::{self, Path};
use crate::population;
use crate::tuples::{self, Tuples};
use umpteen_engines::backward::{self, Order, Search};
use umpteen_engines::boolean::reach::reachable;
use umpteen_engines::boolean::{Subject, whole_view};
use umpteen_engines::budget::Budget;
use umpteen_engines::invariants::Oracle;
use umpteen_engines::predecessors::Explicit;
use umpteen_engines::{Answer, Reason, Statistics, explore};
use umpteen_model::boolean::program::{Program as BooleanProgram, Property};
use umpteen_model::boolean::view::{Mains, Tables, View};
use umpteen_model::c::program::Program;
use umpteen_model::evidence::{Certificate, Invariant, Trace};
use umpteen_model::pushdown::PushdownProof;
use umpteen_model::state::State;
use umpteen_model::system::System;

/// The result for a Boolean program.
pub enum Checked {
    /// The program does not fail: the values that occur, and the proof.
    Safe(Tables, Certificate),
    /// The program, whose threads have stacks, does not fail.
    Stacks(PushdownProof),
    /// A path to a failure.
    Path(Path),
}

/// Searches backwards from the failures; with a bound on the threads, explores all states with at most so many: counted,
/// or without `symmetry` thread by thread.
pub fn check(
    boolean: &BooleanProgram,
    program: &Program,
    options: &Options,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Checked, Reason> {
    let tables = reachable(boolean, budget)?;
    let view = system(boolean, program, &tables, budget)?;
    if let Some(threads) = options.threads.filter(|_| !options.symmetry) {
        return match tuples::explore(&view, threads, budget, statistics)? {
            Tuples::Safe(certificate) => Ok(Checked::Safe(tables, certificate)),
            Tuples::Reached(states) => Ok(Checked::Path(path::named(&states, &tables, &view)?)),
        };
    }
    if let Some(threads) = options.threads {
        return match explore::run(&view.system, threads, budget, statistics) {
            Answer::Safe(certificate) => Ok(Checked::Safe(tables, certificate)),
            Answer::Unsafe(trace) => Ok(Checked::Path(path::named(&states(&view, &trace)?, &tables, &view)?)),
            Answer::Unknown(reason) => Err(reason),
        };
    }
    match search(&view.system, &tables, budget, statistics)? {
        (Search::Closed(basis), invariant) => Ok(Checked::Safe(tables, Certificate::Upward { basis, invariant })),
        (Search::Reached(found), _) => {
            let path = path::named(&found, &tables, &view)?;
            Ok(Checked::Path(Path { is_run: is_run(&view.system, &tables, &found), ..path }))
        }
    }
}

/// The counter system of a Boolean program, with what may be true of the C program's threads; its targets are failures.
pub fn system(boolean: &BooleanProgram, program: &Program, tables: &Tables, budget: &Budget) -> Result<View, Reason> {
    let subject = Subject { program: boolean, property: &Property::Location(program.failures()), mains: Mains::One };
    let mut view = whole_view(subject, tables, budget)?;
    view.system.hints.extend(population::weights(program, tables));
    Ok(view)
}

/// Searches backwards from the system's targets; tells also what a proof may rely on.
pub fn search(
    system: &System,
    tables: &Tables,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<(Search, Invariant), Reason> {
    let oracle = Oracle::of_program(tables, system);
    let explicit = Explicit::new(system, &oracle);
    let search = backward::search(&explicit, Order::Smallest, budget, statistics)?;
    Ok((search, oracle.invariant()))
}

/// Whether a path that backward search found is a run with all its threads.
fn is_run(system: &System, tables: &Tables, found: &[(State, Option<u32>)]) -> bool {
    let oracle = Oracle::of_program(tables, system);
    backward::forward_trace(system, &Explicit::new(system, &oracle), found).is_ok()
}

/// The states of a run, each with the rule that leads on.
fn states(view: &View, trace: &Trace) -> Result<Vec<(State, Option<u32>)>, Reason> {
    let mut states = Vec::new();
    let mut state = trace.initial.clone();
    for step in &trace.steps {
        let outcomes = view.system.fire(&view.system.rules[step.rule as usize], &state)?;
        let outcome = outcomes.into_iter().find(|outcome| outcome.moved == step.moved).ok_or(Reason::Blocked)?;
        states.push((std::mem::replace(&mut state, outcome.state), Some(step.rule)));
    }
    states.push((state, None));
    Ok(states)
}
