//! The independent judge: a verdict is printed only after its evidence was accepted here.
//!
//! The checker knows the model's forward steps and nothing of the engines. It executes traces, and re-proves
//! certificates by deriving predecessors naively from forward steps. It is written to be read, not to be fast.

mod bounded;
mod closure;
mod invariant;
mod predecessors;
mod program;
mod trace;
mod upward;

pub use program::{check_program_certificate, check_program_trace};
pub use trace::{Replay, check_trace};
use umpteen_model::evidence::Certificate;
use umpteen_model::state::State;
use umpteen_model::system::System;

/// Why evidence was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It is wrong, for this reason.
    Wrong(String),
    /// There was no time to finish.
    OutOfTime,
}

impl Rejection {
    fn wrong<T>(reason: impl Into<String>) -> Result<T, Rejection> {
        Err(Rejection::Wrong(reason.into()))
    }
}

/// Accepts a certificate only if it proves that no target can be covered. `go_on` is asked now and then.
pub fn check_certificate(
    system: &System,
    certificate: &Certificate,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    match certificate {
        Certificate::Upward { basis, invariant } => upward::check(system, basis, invariant, go_on),
        Certificate::Bounded { threads, states } => bounded::check(system, *threads, states, go_on),
    }
}

fn check_ranges(system: &System, states: &[State]) -> Result<(), Rejection> {
    let in_range = |state: &State| {
        state.shared < system.shared_count && state.locals().iter().all(|&(local, _)| local < system.local_count)
    };
    match states.iter().find(|state| !in_range(state)) {
        Some(state) => Rejection::wrong(format!("{state:?} is not a state of the system")),
        None => Ok(()),
    }
}
