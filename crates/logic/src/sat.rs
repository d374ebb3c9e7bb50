//! The two SAT solvers behind one small interface; literals are numbers as in DIMACS.

use batsat::{SolverInterface, lbool};

/// The interface of a SAT solver.
pub trait Sat: Default {
    /// Adds a clause.
    fn add(&mut self, clause: &[i32]);
    /// Whether all clauses and assumptions can be satisfied together.
    fn satisfiable(&mut self, assumptions: &[i32]) -> bool;
    /// Satisfiability with a conflict limit; `None` if it is reached.
    fn satisfiable_within(&mut self, assumptions: &[i32], conflicts: u32) -> Option<bool>;
    /// The value of a literal in the solution found last.
    fn value(&self, literal: i32) -> bool;
    /// Whether an assumption was used to show that there is no solution.
    fn failed(&self, assumption: i32) -> bool;
}

/// CaDiCaL, for the engines.
#[derive(Default)]
pub struct Cadical(cadical::Solver);

impl Sat for Cadical {
    fn add(&mut self, clause: &[i32]) {
        self.0.add_clause(clause.iter().copied());
    }

    fn satisfiable(&mut self, assumptions: &[i32]) -> bool {
        // No limit is set and nothing interrupts it, so there is always an answer.
        self.0.solve_with(assumptions.iter().copied()).expect("CaDiCaL runs to the end")
    }

    fn satisfiable_within(&mut self, assumptions: &[i32], conflicts: u32) -> Option<bool> {
        let limit = i32::try_from(conflicts).unwrap_or(i32::MAX);
        self.0.set_limit("conflicts", limit).expect("CaDiCaL knows this limit");
        self.0.solve_with(assumptions.iter().copied())
    }

    fn value(&self, literal: i32) -> bool {
        self.0.value(literal) == Some(true)
    }

    fn failed(&self, assumption: i32) -> bool {
        self.0.failed(assumption)
    }
}

/// batsat, for the checker.
#[derive(Default)]
pub struct Batsat(batsat::BasicSolver);

impl Batsat {
    fn literal(&mut self, literal: i32) -> batsat::Lit {
        batsat::Lit::new(self.0.var_of_int(literal.unsigned_abs() - 1), literal > 0)
    }
}

impl Sat for Batsat {
    fn add(&mut self, clause: &[i32]) {
        let mut clause = clause.iter().map(|&literal| self.literal(literal)).collect();
        // The result tells whether the clauses are still consistent; `satisfiable` tells it again.
        self.0.add_clause_reuse(&mut clause);
    }

    fn satisfiable(&mut self, assumptions: &[i32]) -> bool {
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&literal| self.literal(literal)).collect();
        let answer = self.0.solve_limited(&assumptions);
        // No limit is set, so it runs to the end; "not known" must never pass for "no".
        assert!(answer != lbool::UNDEF, "batsat runs to the end");
        answer == lbool::TRUE
    }

    fn satisfiable_within(&mut self, assumptions: &[i32], _: u32) -> Option<bool> {
        // The checker has to know, however long it takes.
        Some(self.satisfiable(assumptions))
    }

    fn value(&self, literal: i32) -> bool {
        let variable = batsat::Var::unsafe_from_idx(literal.unsigned_abs() - 1);
        self.0.value_lit(batsat::Lit::new(variable, literal > 0)) == lbool::TRUE
    }

    fn failed(&self, assumption: i32) -> bool {
        let variable = batsat::Var::unsafe_from_idx(assumption.unsigned_abs() - 1);
        self.0.unsat_core_contains_var(variable)
    }
}
