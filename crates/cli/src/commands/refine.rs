//! `refine`: a program by way of a thread system that over-approximates one thread of it.

use crate::args::Refine;
use crate::commands::check::{budget, outcome};
use crate::process::supervise::Outcome;
use umpteen::failure::Failure;

/// Decides the input of `refine` within its limits.
pub fn refine(options: &Refine) -> Result<Outcome, Failure> {
    let Refine { program, system, .. } = options;
    let checked = umpteen::refine(program, system, &options.meaning(), &options.settings(), &budget(&options.limits))?;
    outcome(checked, &options.output)
}
