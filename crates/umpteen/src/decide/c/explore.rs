//! Exploration of C programs with few threads, state by state, before and after anything is abstracted.

use crate::decide::c::caveats::Endings;
use crate::decide::c::coverage::covered;
use crate::decide::c::lines_explored::Lines;
use crate::decide::c::stages::Stage;
use crate::decide::{Decided, rejected};
use crate::explain::words::count;
use crate::explain::{c_run, other_evidence};
use crate::failure::Failure;
use crate::judge::{self, Accepted, Rejection};
use crate::report::{CReport, Verdict};
use std::time::Instant;
use umpteen_cegar::explore::{Bounds, Explored, explore};
use umpteen_engines::budget::Budget;
use umpteen_engines::{Reason, Statistics};
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::{Claim, Position, Program};
use umpteen_model::evidence::Evidence;

/// A quick look with fewer threads may visit one of so many states.
const FEWER: usize = 3;

/// A verdict with its evidence.
pub(super) type Conclusion = (Verdict, Evidence);

/// Judges a run that a search found. Some rejections are no bugs of the search, but limits of the model.
pub(super) fn failing(program: &Program, run: Run) -> Result<Result<Conclusion, Rejection>, Failure> {
    let evidence = Evidence::Run(run);
    match (judge::c(program, &evidence, None, &|| true), &evidence) {
        (Ok(Accepted::Run(accepted)), Evidence::Run(run)) => {
            let verdict = c_run::verdict_of_run(program, run, &accepted)?;
            Ok(Ok((verdict, evidence)))
        }
        (Ok(_), _) => Err(other_evidence()),
        (Err(rejection), _) => Ok(Err(rejection)),
    }
}

/// The result of a quick look.
pub(super) enum QuickLook {
    /// A failure.
    Decided(Box<Decided>),
    /// None was found; what that says, if all states with few threads were visited.
    Known(Option<Bounded>),
}

/// That nothing fails with few threads.
pub(super) struct Bounded {
    /// How many there are at most.
    pub threads: u32,
    /// The same in words.
    pub text: String,
}

/// Looks for a failure with few threads in few states.
pub(super) fn quick_look(program: &Program, asked: Option<u32>, budget: &Budget) -> Result<QuickLook, Failure> {
    let started = Instant::now();
    let most = Stage::QuickLook.threads();
    let bounds = Stage::QuickLook.bounds(asked.unwrap_or(most).min(most));
    let explored = Stage::QuickLook.within(budget, |part| explore(&program.without_limits(), bounds, part));
    let states = explored.states as u64;
    let Some(run) = explored.failure else {
        if program.has_early_joins() {
            return Ok(QuickLook::Known(None));
        }
        if explored.complete {
            return Ok(QuickLook::Known(Some(bounded(program, bounds.threads as u32, states))));
        }
        let is_large = explored.states >= bounds.states;
        return Ok(QuickLook::Known(is_large.then(|| fewer_threads(program, bounds, budget)).flatten()));
    };
    let statistics = Statistics { explored: states, generated: states, ..Statistics::default() };
    match failing(program, run)? {
        Ok((verdict, evidence)) => {
            let about = CReport { assumes: program.assumes.clone(), ..CReport::default() };
            let decided = Decided::accepted(verdict, evidence, statistics, started);
            Ok(QuickLook::Decided(Box::new(Decided { c: Some(about), ..decided })))
        }
        Err(Rejection::EarlyJoin) => Ok(QuickLook::Known(None)),
        Err(rejection) => Err(rejected(rejection)),
    }
}

/// What is known with fewer threads, where there are too many states with some.
fn fewer_threads(program: &Program, bounds: Bounds, budget: &Budget) -> Option<Bounded> {
    let fewer = Bounds { threads: bounds.threads.checked_sub(1)?, states: bounds.states / FEWER };
    let explored = Stage::QuickLook.within(budget, |part| explore(&program.without_limits(), fewer, part));
    let is_known = explored.complete && explored.failure.is_none();
    is_known.then(|| bounded(program, fewer.threads as u32, explored.states as u64))
}

/// That nothing fails in any of so many states with at most so many threads.
fn bounded(program: &Program, threads: u32, states: u64) -> Bounded {
    let limit = match program.assertions.iter().any(|assertion| assertion.claim == Claim::Limit) {
        true => " as long as no limit of the model is reached",
        false => "",
    };
    let text = format!("nothing fails with at most {}{limit}, {}", count(threads, "thread"), count(states, "state"));
    Bounded { threads, text }
}

/// Decides a program for at most so many threads, or for all that it starts if those are few; none if there are too many
/// threads, states or values.
pub(super) fn decide(
    program: &Program,
    asked: Option<u32>,
    wants_lines: bool,
    budget: &Budget,
) -> Result<Option<Decided>, Failure> {
    if asked.is_none() && program.starts_any_number() {
        return Ok(None);
    }
    let threads = asked.unwrap_or(Stage::Exploration.threads());
    let bounds = Stage::Exploration.bounds(threads);
    let Searched { first, failure, statistics } =
        Stage::Exploration.within(budget, |part| search(program, bounds, part));
    let checking = Instant::now();
    let mut about = CReport { assumes: program.assumes.clone(), ..CReport::default() };
    let conclusion = match failure {
        Some(run) => match failing(program, run)? {
            Ok(conclusion) => Some(Ok(conclusion)),
            // Abstraction says what happens beyond the limits of the model.
            Err(Rejection::Limit(_)) => None,
            Err(rejection) => return Err(rejected(rejection)),
        },
        None if first.failure.is_none() && first.complete => {
            let visit = Visit { program, bounds, asked, explored: &first, wants_lines };
            Stage::Exploration.within(budget, |part| visit.judge(part, &mut about))?
        }
        None => None,
    };
    Ok(conclusion.map(|conclusion| {
        let decided = match conclusion {
            Ok((verdict, evidence)) => Decided::accepted(verdict, evidence, statistics, checking),
            Err(reason) => Decided::unknown(&reason, statistics),
        };
        Decided { c: Some(about), ..decided }
    }))
}

/// The result of a search through all states.
struct Searched {
    /// The states with joins of unknown threads returning at any time, as a proof must assume.
    first: Explored,
    /// A failure that does not need that.
    failure: Option<Run>,
    statistics: Statistics,
}

fn search(program: &Program, bounds: Bounds, budget: &Budget) -> Searched {
    let first = explore(&program.with_early_joins(), bounds, budget);
    let states = first.states as u64;
    let mut statistics = Statistics { explored: states, generated: states, ..Statistics::default() };
    let mut failure = first.failure.clone();
    let needs_early_join = |run: &Run| {
        let judged = judge::c(program, &Evidence::Run(run.clone()), None, &|| true);
        matches!(judged, Err(Rejection::EarlyJoin))
    };
    if failure.as_ref().is_some_and(needs_early_join) {
        let again = explore(program, bounds, budget);
        statistics.explored += again.states as u64;
        failure = again.failure;
    }
    Searched { first, failure, statistics }
}

/// The claim that nothing fails in any state with at most so many threads, to be judged.
struct Visit<'a> {
    program: &'a Program,
    bounds: Bounds,
    /// The bound that was asked for.
    asked: Option<u32>,
    explored: &'a Explored,
    wants_lines: bool,
}

impl Visit<'_> {
    /// Has the judge visit all states, and notes what is seen on the way. The inner error is the reason why there is no verdict.
    fn judge(&self, budget: &Budget, about: &mut CReport) -> Result<Option<Result<Conclusion, Reason>>, Failure> {
        let Visit { program, bounds, .. } = *self;
        let threads = bounds.threads as u32;
        let mut seen = self.wants_lines.then(|| Lines::new(program));
        let mut endings = Endings::new(program);
        let mut look = |state: &State, moves: bool| {
            endings.look(state, moves);
            seen.iter_mut().for_each(|seen| seen.look(state));
        };
        let judged = judge::exploration(program, threads, None, &|| budget.check().is_ok(), &mut look);
        let (proof, visited) = match judged {
            Ok((_, visited)) if self.asked.is_none() && visited.bound_reached => return Ok(None),
            Ok(accepted) => accepted,
            Err(Rejection::OutOfTime) => return Ok(None),
            Err(Rejection::Reduction(_)) => return Ok(Some(Err(Reason::NotReduced))),
            Err(rejection) => return Err(rejected(rejection)),
        };
        let (visited_all, were) = match visited.states {
            1 => ("the only state".to_string(), "was"),
            states => (format!("all {states} states"), "were"),
        };
        let why = match visited.bound_reached {
            true => format!("{visited_all} with at most {} {were} visited", count(threads, "thread")),
            false => format!("{visited_all} {were} visited"),
        };
        about.covers = Some(self.coverage(visited.bound_reached, budget));
        about.lines = seen.map(|seen| seen.views()).unwrap_or_default();
        about.caveats.extend(endings.caveat().filter(|_| !visited.bound_reached));
        let evidence = Evidence::Explored { threads, states: visited.states };
        Ok(Some(Ok((Verdict::safe(&proof, why), evidence))))
    }

    /// The assertions that are executed, in words.
    fn coverage(&self, bound_reached: bool, budget: &Budget) -> String {
        let Visit { program, bounds, explored, .. } = *self;
        // With early joins more statements may be executed than really are.
        let early = program.locations.iter().any(|location| location.edges.iter().any(|edge| edge.early));
        let exact = early.then(|| explore(program, bounds, budget));
        let executed = |at: &Position| exact.as_ref().unwrap_or(explored).executed.contains(at);
        let mut possible: Vec<Position> = explored.executed.iter().copied().collect();
        if bound_reached {
            // With more threads, any assertion may be reached.
            possible.extend(program.assertions.iter().map(|assertion| assertion.position));
        }
        covered(program, &executed, &possible)
    }
}

/// Looks for a failure with few threads where refinement ends without an answer; if there is none, the verdict says so.
/// For so many threads, if any, that is known already.
pub(super) fn look_around(
    program: &Program,
    verdict: Verdict,
    asked: Option<u32>,
    known_threads: u32,
    budget: &Budget,
) -> Result<(Verdict, Option<Evidence>), Failure> {
    let Verdict::Unknown { code, reason, hint, .. } = verdict else { return Ok((verdict, None)) };
    let mut known = None;
    let most = Stage::LookAround.threads();
    // What fails only if joins of unknown threads return early is no failure, but it may be hidden otherwise.
    let has_early_joins = program.has_early_joins();
    for threads in known_threads + 1..=asked.unwrap_or(most).min(most) {
        let bounds = Stage::LookAround.bounds(threads);
        let explored = Stage::LookAround.within(budget, |budget| explore(program, bounds, budget));
        if let Some(run) = explored.failure {
            match failing(program, run)? {
                Ok((verdict, evidence)) => return Ok((verdict, Some(evidence))),
                Err(Rejection::Limit(_)) => break,
                Err(rejection) => return Err(rejected(rejection)),
            }
        }
        if !explored.complete {
            break;
        }
        let early = has_early_joins
            .then(|| Stage::LookAround.within(budget, |budget| explore(&program.with_early_joins(), bounds, budget)));
        if early.is_none_or(|early| early.complete && early.failure.is_none()) {
            known = Some(bounded(program, threads, explored.states as u64).text);
            known.iter().for_each(|known| budget.tell(known));
        }
    }
    Ok((Verdict::Unknown { code, reason, known, hint }, None))
}
