//! Verdicts in the terms of the input: runs told thread by thread, proofs line by line.

pub mod c_details;
pub mod c_facts;
pub mod c_run;
pub mod c_why;
pub mod obligations;
pub mod page;
pub mod paths;
pub mod story;
pub mod words;

use crate::decide::{counters, program, stacks};
use crate::judge::{AcceptedRun, Execution};
use crate::problem::Problem;
use crate::report::Verdict;
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::Evidence;

/// The verdict that an accepted run is evidence of; none if the evidence is not the one that was accepted.
pub fn run(problem: &Problem, evidence: &Evidence, tables: Option<&Tables>, run: &AcceptedRun) -> Option<Verdict> {
    match (problem, evidence, run.execution()) {
        (Problem::Counters(model, system), Evidence::Trace(trace), Execution::Counters(replay)) => {
            Some(counters::unsafe_verdict(model, system, trace, replay))
        }
        (Problem::Program(problem), Evidence::Trace(trace), Execution::Program(view, replay)) => {
            Some(program::unsafe_verdict(problem, tables?, view, trace, replay))
        }
        (Problem::Stacks(problem), Evidence::StackRun(trace), Execution::Stacks(states)) => {
            Some(stacks::unsafe_verdict(problem, trace, states))
        }
        (Problem::C(program), Evidence::Run(run), Execution::C { states, assertion }) => {
            Some(c_run::unsafe_verdict(program, run, states, *assertion))
        }
        _ => None,
    }
}
