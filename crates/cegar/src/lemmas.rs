//! Lemmas: pairs of predicates of one thread that exclude or imply each other at every moment.
//!
//! `x == 0` and `x == 1` never hold together. Learning that again for each step takes a round each; asking the solver
//! about every pair that shares a variable, when a predicate is added, takes less than a millisecond, unless they multiply or divide.

use umpteen_engines::budget::Budget;
use umpteen_logic::sat::Cadical;
use umpteen_logic::step::StepSolver;
use umpteen_model::c::abstraction::{Clause, Literal};
use umpteen_model::c::expression::Expr;

/// The lemmas of two literals about new predicates, also with the ones known before; when time is up, those found so far.
pub fn about(known: &[Expr], new: &[Expr], budget: &Budget) -> Vec<Clause> {
    let all: Vec<Expr> = known.iter().chain(new).cloned().collect();
    let mut solver = StepSolver::<Cadical>::new(None);
    let mut lemmas = Vec::new();
    for second in known.len()..all.len() {
        for first in 0..second {
            let places = all[first].places();
            if budget.check_now().is_err() {
                return lemmas;
            }
            if !all[second].places().iter().any(|place| places.contains(place)) {
                continue;
            }
            for holds in [[false, false], [false, true], [true, false], [true, true]] {
                let literal = |at: usize, holds| Literal { predicate: at as u32, thread: 0, after: false, holds };
                let clause = vec![literal(first, holds[0]), literal(second, holds[1])];
                if solver.is_clearly_valid(&all, &clause, &[]) == Some(true) {
                    lemmas.push(clause);
                }
            }
        }
    }
    lemmas
}
