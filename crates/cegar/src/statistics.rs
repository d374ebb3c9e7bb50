//! Statistics of the refinement loop: the columns of papers/symmpa Table 1, and the time of each phase.

use serde::{Deserialize, Serialize};
use std::time::Instant;
use umpteen_model::c::abstraction::StepClause;
use umpteen_model::c::expression::Expr;

/// Counts and times of one run of the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Rounds begun.
    pub rounds: u64,
    /// Clauses learned from paths (transition refinements).
    pub clauses: u64,
    /// Predicates over variables of one thread.
    pub local: u64,
    /// Predicates over shared variables and those of one thread.
    pub mixed: u64,
    /// Predicates over shared variables.
    pub shared: u64,
    /// The largest set of threads whose values brought a clause, the executing one included.
    pub largest_group: u64,
    /// The most threads that one of these clauses is about.
    pub largest_clause: u64,
    /// States of Boolean programs explored, in all rounds.
    pub states: u64,
    /// States explored in the last round.
    pub last_states: u64,
    /// Seconds in each part of the loop.
    pub seconds: Seconds,
}

/// Seconds in each part of the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Lemmas, cubes and building Boolean programs.
    pub abstraction: f64,
    /// Deciding Boolean programs.
    pub checking: f64,
    /// Following runs in the C program.
    pub simulation: f64,
    /// Clauses and predicates from runs.
    pub refinement: f64,
    /// Facts about all threads.
    pub facts: f64,
}

impl Statistics {
    /// Counts the predicates by kind.
    pub fn count_predicates(&mut self, predicates: &[Expr]) {
        let of_kind = |local: bool, shared: bool| {
            let is = |predicate: &&Expr| predicate.locals().is_empty() != local && predicate.reads_shared() == shared;
            predicates.iter().filter(is).count() as u64
        };
        self.local = of_kind(true, false);
        self.mixed = of_kind(true, true);
        self.shared = of_kind(false, true);
    }

    /// Counts clauses learned from a path, which needed the values of so many threads.
    pub fn count_clauses(&mut self, clauses: &[StepClause], group: usize, predicates: &[Expr]) {
        self.clauses += clauses.len() as u64;
        self.largest_group = self.largest_group.max(group as u64);
        let threads = |step: &StepClause| {
            let local = step.clause.iter().filter(|at| !predicates[at.predicate as usize].locals().is_empty());
            let mut threads: Vec<u8> = local.map(|literal| literal.thread).collect();
            threads.extend(step.places.iter().map(|(thread, _)| *thread));
            threads.sort_unstable();
            threads.dedup();
            threads.len() as u64
        };
        self.largest_clause = self.largest_clause.max(clauses.iter().map(threads).max().unwrap_or(0));
    }
}

/// Does some work and adds the time it takes.
pub fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *seconds += started.elapsed().as_secs_f64();
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::c::abstraction::Literal;
    use umpteen_model::c::expression::{Binary, Place, Type};

    #[test]
    fn predicates_are_counted_by_kind_and_threads_by_clause() {
        let read = |place| Expr::Read(place, Type::INT);
        let equal = |left: Place, right: Expr| Expr::binary(Binary::Equal, read(left), right);
        let mixed = equal(Place::Local(0), read(Place::Global(0)));
        let predicates =
            [equal(Place::Global(0), Expr::int(1)), mixed, equal(Place::Local(0), Expr::int(2)), Expr::TRUE];
        let mut statistics = Statistics::default();
        statistics.count_predicates(&predicates);
        assert_eq!([statistics.local, statistics.mixed, statistics.shared], [1, 1, 1]);
        let literal = |predicate, thread| Literal { predicate, thread, after: false, holds: true };
        let clause = |clause| StepClause { location: 0, edge: 0, clause, places: Vec::new() };
        statistics.count_clauses(&[clause(vec![literal(0, 0), literal(1, 1), literal(2, 1)])], 2, &predicates);
        assert_eq!([statistics.clauses, statistics.largest_group, statistics.largest_clause], [1, 2, 1]);
        statistics.count_clauses(&[clause(vec![literal(1, 0), literal(1, 1)])], 2, &predicates);
        assert_eq!([statistics.clauses, statistics.largest_clause], [2, 2]);
    }
}
