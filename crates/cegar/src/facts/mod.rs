//! Facts about all threads and all pairs of threads, found by elimination (Flanagan and Leino 2001, "Houdini").
//!
//! Everything that may be a fact is assumed to be one, at every location and pair of locations (`candidates`, `counts`).
//! Whatever does not hold at the start, or can fail after a step before which all the others hold, is given up
//! (`eliminate`), until nothing fails any more. What a few
//! random walks contradict is given up before (`walk`). What is left is inductive, for any number of threads.

mod candidates;
mod counts;
mod eliminate;
mod step;
mod walk;

use crate::transitions::numbered;
use eliminate::Elimination;
use std::rc::Rc;
use umpteen_engines::budget::{Budget, Stop};
use umpteen_logic::sat::Cadical;
use umpteen_logic::step::StepSolver;
use umpteen_model::c::abstraction::{Abstraction, StepClause};
use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::{Facts, Known};
use umpteen_model::c::program::Program;
pub use walk::walk;

/// Whether some variable may count threads.
pub fn may_count(program: &Program) -> bool {
    !counts::candidates(program).is_empty()
}

/// The strongest facts of the kinds that are tried, `predicates` included, and counts if they are wanted.
pub fn discover(program: &Program, predicates: &[Expr], counting: bool, budget: &Budget) -> Result<Facts, Stop> {
    let counts = if counting { counts::candidates(program) } else { Vec::new() };
    let mut elimination = Elimination::new(program, predicates, counts);
    walk(program, 1, |state| elimination.look_at(state));
    elimination.at_start();
    elimination.run(budget)?;
    Ok(elimination.facts())
}

/// An abstraction that starts with facts and with what they say at once: steps that never happen, and steps that do not
/// happen while another thread is at a place. When time is up, what was found so far.
pub fn consequences(program: &Program, facts: Facts, known: &Rc<Known>, budget: &Budget) -> Abstraction {
    let mut abstraction = Abstraction { facts, ..Abstraction::default() };
    if abstraction.facts.is_empty() {
        return abstraction;
    }
    for (location, at) in (0u32..).zip(&program.locations) {
        for (edge, step) in (0u32..).zip(&at.edges).filter(|(_, step)| step.start.is_none()) {
            if budget.check_now().is_err() {
                return abstraction;
            }
            let mut solver = StepSolver::<Cadical>::new(Some(step));
            solver.assume(program, known, location, Some(step.to));
            let mut never = |places: &[(u8, &[u32])]| solver.is_clearly_valid(&[], &[], places) == Some(true);
            let places = match never(&[]) {
                true => Vec::new(),
                false => {
                    let others = (0u32..).zip(&program.locations).filter(|(_, at)| !at.inside).map(|(other, _)| other);
                    let blocking: Vec<u32> = others.filter(|other| never(&[(1, &[*other])])).collect();
                    if blocking.is_empty() {
                        continue;
                    }
                    vec![(1, blocking)]
                }
            };
            if let Some(places) = numbered(&mut abstraction.places, places) {
                abstraction.steps.push(StepClause { location, edge, clause: Vec::new(), places });
            }
        }
    }
    abstraction
}
