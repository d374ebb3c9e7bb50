//! Reduced programs as the command uses them: only if the checker confirms them.

use umpteen_checker::check_reduction;
use umpteen_model::c::program::Program;
use umpteen_reduce::reduce;

/// The reduced program, or the program as lowered if it is not clear that the one fails whenever the other does.
pub fn reduced(lowered: &Program) -> Program {
    let reduced = reduce(lowered);
    match check_reduction(&reduced, &|| true) {
        Ok(()) => reduced,
        Err(_) => lowered.clone(),
    }
}
