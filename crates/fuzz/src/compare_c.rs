//! One C program: abstraction refinement against exhaustive exploration with few threads, and against the checker.
//!
//! Exploration runs on the program as lowered, refinement on the merged one, so merging is under test too.

use crate::c_text::twin;
use crate::compare::Kind;
use crate::compare_explore::explorations_agree;
use crate::compare_facts::facts_hold;
use crate::compare_twins::twins_agree;
use crate::reduced::reduced;
use std::time::Duration;
use umpteen_cegar::explore::{Bounds, reference};
use umpteen_cegar::{About, Answer, Proof, Statistics, Unknown, check, run};
use umpteen_checker::{Rejection, check_c_certificate, check_c_run};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Granularity, Options, read};
use umpteen_model::c::abstraction::{Abstraction, StepClause, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::program::Program;

/// Threads, main included, with which exploration is tried.
const THREADS: usize = 3;

/// States after which exploration gives up.
const STATES: usize = 60_000;

/// Abstraction refinement for at most so many threads, or any number.
fn decide(program: &Program, threads: Option<u32>, symmetry: bool) -> Answer {
    let options = umpteen_cegar::Options { threads, symmetry, ..Default::default() };
    let budget = Budget::new(Some(Duration::from_secs(5)), None);
    run(program, &options, &budget, &mut Statistics::default(), &mut |_| {})
}

/// Decides the program in every way and says what disagrees.
pub fn compare(text: &str) -> Result<Kind, String> {
    twins_agree(text)?;
    let text = twin::rich(text);
    let kind = compare_at(&text, Granularity::Access)?;
    compare_at(&text, Granularity::Statement)?;
    Ok(kind)
}

fn compare_at(text: &str, granularity: Granularity) -> Result<Kind, String> {
    let options = Options { granularity, ..Options::default() };
    let original = read(text, &options).map_err(|error| format!("generated: {}", error.message))?;
    let bounds = Bounds { threads: THREADS, states: STATES };
    let explored = reference::explore(&original, bounds, &Budget::unlimited());
    explorations_agree(&original, bounds, &explored)?;
    let program = reduced(&original);
    let merged = reference::explore(&program, bounds, &Budget::unlimited());
    if explored.complete && merged.complete && explored.failure.is_some() != merged.failure.is_some() {
        return Err(format!("merging: {:?} before, {:?} after", explored.failure.is_some(), merged.failure.is_some()));
    }
    explorations_agree(&program, bounds, &merged)?;
    // With as many threads as exploration had, the verdicts must be the same.
    for symmetry in [true, false].into_iter().filter(|_| explored.complete) {
        match (decide(&program, Some(THREADS as u32), symmetry), &explored.failure) {
            (Answer::Safe(_), Some(_)) => return Err("safe with few threads, but exploration finds a failure".into()),
            (Answer::Unsafe(found), None) if check_c_run(&program, &found).is_ok() => {
                return Err("unsafe with few threads, but exploration finds nothing".into());
            }
            _ => {}
        }
    }
    let short = Budget::new(Some(Duration::from_millis(500)), None);
    facts_hold(&program, &short, 1000 + text.len() as u64)?;
    match decide(&program, None, true) {
        Answer::Unknown(Unknown::Engine(_)) => Ok(Kind::Undecided("time")),
        Answer::Unknown(Unknown::NothingToLearn(_)) => Ok(Kind::Undecided("nothing to learn")),
        Answer::Unknown(Unknown::TooManyPredicates) => Ok(Kind::Undecided("too many predicates")),
        Answer::Unknown(Unknown::Diverges(_)) => Ok(Kind::Undecided("diverges")),
        Answer::Unsafe(found) => {
            let states = match check_c_run(&program, &found) {
                Ok((states, _)) => states,
                Err(Rejection::EarlyJoin) => return Ok(Kind::Undecided("early join")),
                Err(Rejection::Limit(_)) => return Ok(Kind::Undecided("limit of the model")),
                Err(rejection) => return Err(format!("the run was rejected: {rejection:?}")),
            };
            let threads = states[states.len() - 1].threads.len();
            if explored.complete && explored.failure.is_none() && threads <= THREADS {
                return Err(format!("unsafe with {threads} threads, but exploration finds nothing"));
            }
            reject_forgery(&program)?;
            Ok(Kind::Unsafe(threads as u64))
        }
        Answer::Safe(proof) => {
            let Proof { abstraction, about: About::Counters(tables, certificate) } = *proof else {
                return Err("a program without recursion has stacks".to_string());
            };
            check_c_certificate(&program, &abstraction, &tables, &certificate, &|| true)
                .map_err(|rejection| format!("the proof was rejected: {rejection:?}"))?;
            if explored.failure.is_some() {
                return Err("safe, but exploration finds a failure".to_string());
            }
            Ok(Kind::Safe)
        }
    }
}

/// A program that fails has no proof: one that rests on clauses that do not hold must be rejected.
fn reject_forgery(program: &Program) -> Result<(), String> {
    let forged = without_failures(program);
    let tracking = Tracking::new(program, &forged.predicates).expect("no predicates are few");
    let boolean = boolean_program(program, &forged, &tracking);
    let (options, budget) = (umpteen_cegar::Options::default(), Budget::unlimited());
    let checked = check::check(&boolean, program, &options, &budget, &mut umpteen_engines::Statistics::default());
    let Ok(check::Checked::Safe(tables, certificate)) = checked else {
        return Err("a program whose failures are forbidden fails".to_string());
    };
    match check_c_certificate(program, &forged, &tables, &certificate, &|| true) {
        Ok(_) => Err("a forged proof was accepted".to_string()),
        Err(_) => Ok(()),
    }
}

/// An abstraction that claims of every step that fails that it is never executed.
pub fn without_failures(program: &Program) -> Abstraction {
    let mut forged = Abstraction::default();
    for (location, at) in (0u32..).zip(&program.locations) {
        for (edge, step) in (0u32..).zip(&at.edges) {
            if program.locations[step.to as usize].fails.is_some() {
                forged.steps.push(StepClause { location, edge, clause: Vec::new(), places: Vec::new() });
            }
        }
    }
    forged
}
