//! Verdicts in the terms of the input: runs told thread by thread, proofs line by line.

pub mod assumptions;
pub mod c_details;
pub mod c_facts;
mod c_flow;
mod c_names;
pub mod c_run;
mod c_story;
pub mod c_unknown;
pub mod c_verdict;
mod c_why;
pub mod obligations;
pub mod page;
pub mod paths;
pub mod stacks;
pub mod story;
pub mod systems;
pub mod words;

use crate::failure::Failure;
use crate::judge::AcceptedRun;
use crate::problem::Problem;
use crate::report::Verdict;
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::Evidence;

/// The verdict that an accepted run is evidence of.
pub fn run(
    problem: &Problem,
    evidence: &Evidence,
    tables: Option<&Tables>,
    run: &AcceptedRun,
) -> Result<Verdict, Failure> {
    match (problem, evidence, tables) {
        (Problem::Counters(model, system), Evidence::Trace(trace), _) => {
            systems::unsafe_verdict(model, system, trace, run)
        }
        (Problem::Program(problem), Evidence::Trace(trace), Some(tables)) => {
            systems::program_unsafe_verdict(problem, tables, trace, run)
        }
        (Problem::Stacks(problem), Evidence::StackRun(trace), _) => stacks::unsafe_verdict(problem, trace, run),
        (Problem::C(program), Evidence::Run(trace), _) => c_run::verdict_of_run(program, trace, run),
        _ => Err(other_evidence()),
    }
}

/// Something was accepted that is not what is to be explained: a bug.
pub(crate) fn other_evidence() -> Failure {
    Failure::Internal("the evidence is not the one that was accepted".into())
}
