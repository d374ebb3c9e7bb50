//! What evidence is about, and evidence of every kind as files hold it, judged as `recheck` and `replay` judge it.

use serde::{Deserialize, Serialize};
use umpteen_checker::{
    Rejection, check_c_certificate, check_c_exploration, check_c_run, check_c_stacks, check_certificate,
    check_program_certificate, check_program_trace, check_pushdown_proof, check_pushdown_trace, check_refinement,
    check_trace,
};
use umpteen_model::boolean::program::{self, Property};
use umpteen_model::boolean::view::{Mains, Tables};
use umpteen_model::c::program::Program;
use umpteen_model::evidence::{Certificate, Evidence, Scope};
use umpteen_model::pushdown::PushdownSystem;
use umpteen_model::refinement::Refinement;
use umpteen_model::system::System;

/// A system or program with its question.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A counter system.
    Counters(System),
    /// A Boolean program with one main thread.
    Program(program::Program, Property),
    /// Threads with stacks.
    Stacks(PushdownSystem),
    /// A thread and its abstraction.
    Refinement(Refinement),
    /// A C program, with steps merged.
    C(Program),
}

/// Evidence with what its numbers mean: the part of an evidence file that is not about files and options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Of Boolean programs, and of proofs about C.
    pub tables: Option<Tables>,
    /// The evidence.
    pub evidence: Evidence,
}

/// What accepted evidence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is safe.
    Safe(Scope),
    /// It is not, with so many threads at some time.
    Unsafe(u64),
}

impl Subject {
    /// Judges evidence; what is about another kind of input is wrong.
    pub fn judge(&self, given: &Given, go_on: &dyn Fn() -> bool) -> Result<Judged, Rejection> {
        match (self, &given.tables, &given.evidence) {
            (Subject::Counters(system), None, Evidence::Certificate(certificate)) => {
                check_certificate(system, certificate, go_on).map(|()| Judged::Safe(scope(certificate)))
            }
            (Subject::Counters(system), None, Evidence::Trace(trace)) => {
                let replay = check_trace(system, trace)?;
                let around = replay.repeats.iter().flat_map(|(before, after)| [before, after]);
                let states = replay.states.iter().chain(around);
                Ok(Judged::Unsafe(states.map(|state| state.threads()).max().unwrap_or(0)))
            }
            (Subject::Program(program, property), Some(tables), Evidence::Certificate(certificate)) => {
                check_program_certificate(program, property, Mains::One, tables, certificate, go_on)
                    .map(|_| Judged::Safe(scope(certificate)))
            }
            (Subject::Program(program, property), Some(tables), Evidence::Trace(trace)) => {
                check_program_trace(program, property, Mains::One, tables, trace, go_on)
                    .map(|(_, replay)| Judged::Unsafe(replay.threads))
            }
            (Subject::Stacks(system), None, Evidence::Stacks(proof)) => {
                check_pushdown_proof(system, proof, go_on).map(|()| Judged::Safe(Scope::AsCreated))
            }
            (Subject::Stacks(system), None, Evidence::StackRun(trace)) => {
                check_pushdown_trace(system, trace).map(|_| Judged::Unsafe(system.threads.len() as u64))
            }
            (Subject::Refinement(refinement), None, Evidence::Refinement(proof, certificate)) => {
                check_refinement(refinement, proof, certificate, go_on).map(Judged::Safe)
            }
            (Subject::C(program), Some(tables), Evidence::Abstraction(abstraction, certificate)) => {
                check_c_certificate(program, abstraction, tables, certificate, go_on).map(Judged::Safe)
            }
            (Subject::C(program), None, Evidence::AbstractionWithStacks(abstraction, proof)) => {
                check_c_stacks(program, abstraction, proof, go_on).map(Judged::Safe)
            }
            (Subject::C(program), None, Evidence::Explored { threads, states }) => {
                let visited = check_c_exploration(program, *threads, Some(*states), go_on)?;
                let all = if visited.bound_reached { Scope::AtMost(*threads) } else { Scope::AsCreated };
                Ok(Judged::Safe(all))
            }
            (Subject::C(program), None, Evidence::Run(run)) => {
                let (states, _) = check_c_run(program, run)?;
                Ok(Judged::Unsafe(states.last().map_or(0, |state| state.threads.len() as u64)))
            }
            _ => Err(Rejection::Wrong("evidence of another kind of input".to_string())),
        }
    }
}

/// For how many threads a certificate speaks; where their number is fixed, any number is no more than that.
fn scope(certificate: &Certificate) -> Scope {
    match certificate {
        Certificate::Bounded { threads, .. } => Scope::AtMost(*threads),
        _ => Scope::AnyNumber,
    }
}
