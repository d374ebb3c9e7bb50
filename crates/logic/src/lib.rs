//! Bit-precise reasoning about the expressions of `model`: the only crate that knows a SAT solver.
//!
//! An expression becomes a circuit (`circuit`, `words`), a circuit becomes clauses (`solver`), clauses go to one of two
//! solvers (`sat`): CaDiCaL for the engines, batsat for the checker, so that no verdict rests on one solver alone.
//! Beside it, exact linear arithmetic over integers (`linear`).

pub mod circuit;
pub mod encode;
pub mod feasibility;
pub mod linear;
pub mod located;
pub mod sat;
pub mod solver;
pub mod step;
pub mod words;
