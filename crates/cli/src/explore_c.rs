//! `check --threads N` for C: all states with few threads, one by one, before anything is abstracted.

use crate::check::{Decided, rejected};
use crate::check_c::{covered, unsafe_verdict};
use crate::evidence_file::Evidence;
use crate::failure::Failure;
use crate::report::{AboutC, Verdict};
use crate::text::count;
use std::time::Instant;
use umpteen_cegar::explore::{Bounds, explore};
use umpteen_checker::{Rejection, check_c_exploration, check_c_run};
use umpteen_engines::Statistics;
use umpteen_engines::budget::Budget;
use umpteen_model::c::program::{Position, Program};
use umpteen_model::evidence::Scope;

/// Programs with more states are better abstracted.
const MOST_STATES: usize = 2_000_000;

/// A part of the time so large is spent on exploration, and again on having it checked.
const PART: u32 = 4;

/// Decides a program for at most so many threads; none if there are too many states or values.
pub fn decide(program: &Program, threads: u32, budget: &Budget) -> Result<Option<Decided>, Failure> {
    let bounds = Bounds { threads: threads as usize, states: MOST_STATES };
    let part = budget.fraction(PART);
    // For a proof, joins of unknown threads may return at any time; a failure must not need that.
    let early = program.locations.iter().any(|location| location.edges.iter().any(|edge| edge.early));
    let explored = explore(&program.with_early_joins(), bounds, &part);
    let mut statistics = Statistics { explored: explored.states as u64, generated: explored.states as u64 };
    let checking = Instant::now();
    let (mut verdict, mut evidence, mut covers) = (None, None, None);
    let mut failure = explored.failure.clone();
    if let Some(run) = &failure
        && let Err(Rejection::EarlyJoin) = check_c_run(program, run)
    {
        let again = explore(program, bounds, &part);
        statistics.explored += again.states as u64;
        failure = again.failure;
    }
    if let Some(run) = failure {
        let (states, assertion) = check_c_run(program, &run).map_err(rejected)?;
        verdict = Some(unsafe_verdict(program, &run, &states, assertion));
        evidence = Some(Evidence::Run(run));
    } else if explored.failure.is_none() && explored.complete {
        let part = budget.fraction(PART);
        match check_c_exploration(program, threads, None, &|| part.check().is_ok()) {
            Ok(visited) => {
                let states = count(visited.states, "state");
                let bound = count(threads, "thread");
                let why = match visited.bound_reached {
                    true => format!("all {states} with at most {bound} were visited"),
                    false => format!("all {states} were visited; the program never starts more than {bound}"),
                };
                verdict = Some(Verdict::Safe { scope: Scope::AtMost(threads), why });
                // With early joins more statements may be executed than really are.
                let exact = early.then(|| explore(program, bounds, &part));
                let executed = |at: &Position| exact.as_ref().unwrap_or(&explored).executed.contains(at);
                let mut possible: Vec<Position> = explored.executed.iter().copied().collect();
                if visited.bound_reached {
                    // Nothing is known about what more threads reach.
                    possible.extend(program.assertions.iter().map(|assertion| assertion.position));
                }
                covers = Some(covered(program, &executed, &possible));
                evidence = Some(Evidence::Explored { threads, states: visited.states });
            }
            Err(Rejection::OutOfTime) => {}
            Err(rejection) => return Err(rejected(rejection)),
        }
    }
    let about = AboutC { covers, assumes: program.assumes.clone(), rounds: Vec::new() };
    Ok(verdict.map(|verdict| Decided {
        verdict,
        evidence,
        tables: None,
        c: Some(about),
        programs: Vec::new(),
        statistics,
        check_seconds: checking.elapsed().as_secs_f64(),
    }))
}
