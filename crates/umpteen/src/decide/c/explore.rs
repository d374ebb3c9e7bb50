//! `check --threads N` for C: all states with few threads, one by one, before anything is abstracted.

use crate::decide::c::caveats::Endings;
use crate::decide::c::coverage::covered;
use crate::decide::c::lines_explored::Lines;
use crate::decide::{Decided, rejected};
use crate::explain::c_run::unsafe_verdict;
use crate::explain::words::count;
use crate::failure::Failure;
use crate::report::{AboutC, Verdict};
use std::time::Instant;
use umpteen_cegar::explore::{Bounds, explore};
use umpteen_checker::{Rejection, check_c_run, visit_c_states};
use umpteen_engines::Statistics;
use umpteen_engines::budget::Budget;
use umpteen_model::c::machine::State;
use umpteen_model::c::program::{Position, Program};
use umpteen_model::evidence::{Evidence, Scope};

/// Programs with more states are better abstracted.
const MOST_STATES: usize = 2_000_000;

/// A part of the time so large is spent on exploration, and again on having it checked.
const PART: u32 = 4;

/// Programs that start no more threads than this may be explored as they are.
const MOST_THREADS: u32 = 12;

/// Decides a program for at most so many threads, or for all that it starts if those are few; none if there are too many
/// threads, states or values.
pub fn decide(
    program: &Program,
    threads: Option<u32>,
    wants_lines: bool,
    budget: &Budget,
) -> Result<Option<Decided>, Failure> {
    if threads.is_none() && program.starts_any_number() {
        return Ok(None);
    }
    let asked = threads;
    let threads = threads.unwrap_or(MOST_THREADS);
    let bounds = Bounds { threads: threads as usize, states: MOST_STATES };
    let part = budget.fraction(PART);
    // For a proof, joins of unknown threads may return at any time; a failure must not need that.
    let early = program.locations.iter().any(|location| location.edges.iter().any(|edge| edge.early));
    let explored = explore(&program.with_early_joins(), bounds, &part);
    let mut statistics =
        Statistics { explored: explored.states as u64, generated: explored.states as u64, ..Statistics::default() };
    let checking = Instant::now();
    let (mut verdict, mut evidence, mut covers, mut lines, mut caveats) = (None, None, None, Vec::new(), Vec::new());
    let mut failure = explored.failure.clone();
    if let Some(run) = &failure
        && let Err(Rejection::EarlyJoin) = check_c_run(program, run)
    {
        let again = explore(program, bounds, &part);
        statistics.explored += again.states as u64;
        failure = again.failure;
    }
    if let Some(run) = failure {
        match check_c_run(program, &run) {
            Ok((states, assertion)) => verdict = Some(unsafe_verdict(program, &run, &states, assertion)),
            // What happens beyond the limits of the model is for abstraction to say.
            Err(Rejection::Limit(_)) => return Ok(None),
            Err(rejection) => return Err(rejected(rejection)),
        }
        evidence = Some(Evidence::Run(run));
    } else if explored.failure.is_none() && explored.complete {
        let part = budget.fraction(PART);
        let mut seen = wants_lines.then(|| Lines::new(program));
        let mut endings = Endings::new(program);
        let mut look = |state: &State, moves: bool| {
            endings.look(state, moves);
            seen.iter_mut().for_each(|seen| seen.look(state));
        };
        match visit_c_states(program, threads, None, &|| part.check().is_ok(), &mut look) {
            Ok(visited) if asked.is_none() && visited.bound_reached => return Ok(None),
            Ok(visited) => {
                let states = count(visited.states, "state");
                let bound = count(threads, "thread");
                let why = match visited.bound_reached {
                    true => format!("all {states} with at most {bound} were visited"),
                    false => format!("all {states} were visited"),
                };
                verdict = Some(Verdict::Safe { scope: scope(threads, visited.bound_reached), why });
                // With early joins more statements may be executed than really are.
                let exact = early.then(|| explore(program, bounds, &part));
                let executed = |at: &Position| exact.as_ref().unwrap_or(&explored).executed.contains(at);
                let mut possible: Vec<Position> = explored.executed.iter().copied().collect();
                if visited.bound_reached {
                    // Nothing is known about what more threads reach.
                    possible.extend(program.assertions.iter().map(|assertion| assertion.position));
                }
                covers = Some(covered(program, &executed, &possible));
                lines = seen.map(|seen| seen.views()).unwrap_or_default();
                caveats.extend(endings.caveat().filter(|_| !visited.bound_reached));
                evidence = Some(Evidence::Explored { threads, states: visited.states });
            }
            Err(Rejection::OutOfTime) => {}
            Err(rejection) => return Err(rejected(rejection)),
        }
    }
    let about = AboutC { covers, assumes: program.assumes.clone(), lines, caveats, ..AboutC::default() };
    Ok(verdict.map(|verdict| Decided {
        verdict,
        evidence,
        tables: None,
        c: Some(about),
        programs: Vec::new(),
        epochs: Vec::new(),
        statistics,
        check_seconds: checking.elapsed().as_secs_f64(),
    }))
}

/// What an exploration with at most so many threads says: all that the program starts, unless it ever starts more.
pub fn scope(threads: u32, bound_reached: bool) -> Scope {
    if bound_reached { Scope::AtMost(threads) } else { Scope::AsCreated }
}

/// Looks for a failure with three threads and few states: most mistakes show there, long before a proof attempt would
/// find them.
pub fn quick_look(program: &Program, threads: Option<u32>, budget: &Budget) -> Result<Option<Decided>, Failure> {
    const THREADS: u32 = 3;
    const STATES: usize = 60_000;
    let started = Instant::now();
    let bounds = Bounds { threads: threads.unwrap_or(THREADS).min(THREADS) as usize, states: STATES };
    let explored = explore(&program.without_limits(), bounds, &budget.fraction(PART));
    let Some(run) = explored.failure else { return Ok(None) };
    let (states, assertion) = match check_c_run(program, &run) {
        Ok(accepted) => accepted,
        Err(Rejection::EarlyJoin) => return Ok(None),
        Err(rejection) => return Err(rejected(rejection)),
    };
    let count = explored.states as u64;
    Ok(Some(Decided {
        verdict: unsafe_verdict(program, &run, &states, assertion),
        evidence: Some(Evidence::Run(run)),
        tables: None,
        c: Some(AboutC { assumes: program.assumes.clone(), ..AboutC::default() }),
        programs: Vec::new(),
        epochs: Vec::new(),
        statistics: Statistics { explored: count, generated: count, ..Statistics::default() },
        check_seconds: started.elapsed().as_secs_f64(),
    }))
}
