//! Reductions of C programs: fewer interleavings and fewer intermediate values, and exactly the failures that there were.
//!
//! [`reduce`] is the one place where they are applied. Each file is one technique: [`lipton`] (atomic blocks of steps that
//! commute, with [`movers`]), `copy_propagation`, `dead_updates` (liveness), `guards` (with
//! `ranges`) and `path_splitting`. None of them is
//! trusted: the checker compares the result with the program as lowered.

mod copy_propagation;
pub mod dead_updates;
mod guards;
pub mod lipton;
pub mod movers;
mod path_splitting;
mod ranges;

use std::sync::Arc;
use umpteen_model::c::program::{Part, Program};

/// The reduced program of a program as lowered. Each of its steps names the steps that it is composed of, and the program
/// holds the one as lowered, on which the checker executes runs.
pub fn reduce(lowered: &Program) -> Program {
    let mut program = lowered.clone();
    for location in &mut program.locations {
        for (number, edge) in (0u32..).zip(&mut location.edges) {
            edge.path = vec![Part { edge: number, first_input: 0 }];
        }
    }
    if !program.has_hangs() {
        lipton::merge(&mut program);
    }
    program.lowered = Some(Arc::new(lowered.clone()));
    program
}
