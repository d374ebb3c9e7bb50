//! One C program: fast exploration, with and without reduction, against the plain one and against the checker's.

use crate::c_text::twin;
use crate::compare::Kind;
use crate::compare_twins::twins_agree;
use crate::reduced::reduced;
use std::path::Path;
use std::time::Instant;
use umpteen_cegar::explore::{self, Bounds, Explored, reference};
use umpteen_checker::{Rejection, check_c_exploration, check_c_run};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Options, read};
use umpteen_model::c::program::Program;
use umpteen_reduce::reduce;

/// States after which exploration gives up.
const STATES: usize = 8_000;

/// Explores the program in every way with two to four threads and says what disagrees.
pub fn compare(text: &str) -> Result<Kind, String> {
    twins_agree(text)?;
    let original =
        read(&twin::rich(text), &Options::default()).map_err(|error| format!("generated: {}", error.message))?;
    let merged = reduced(&original);
    let mut kind = Kind::Undecided("states");
    for threads in 2..=4 {
        let bounds = Bounds { threads, states: STATES };
        for program in [&original, &merged] {
            let plain = reference::explore(program, bounds, &Budget::unlimited());
            explorations_agree(program, bounds, &plain)?;
            if plain.failure.is_some() {
                return Ok(Kind::Unsafe(threads as u64));
            }
            kind = if plain.complete { Kind::Safe } else { Kind::Undecided("states") };
        }
        endings_agree(&original, &merged, bounds)?;
    }
    Ok(kind)
}

/// Where no run ends after merging, none did before.
fn endings_agree(original: &Program, merged: &Program, bounds: Bounds) -> Result<(), String> {
    let [before, after] = [original, merged].map(|program| explore::explore_all(program, bounds, &Budget::unlimited()));
    match after.never_ends() && before.ended {
        true => Err("merging: some run ends before, none after".to_string()),
        false => Ok(()),
    }
}

/// How many states of a file there are with so many threads, how many remain with reduction, and states per second.
pub fn reduction(file: &Path, threads: usize) -> Result<String, String> {
    let program = reduce(&crate::compiled::program(file, &Options::default())?);
    let bounds = Bounds { threads, states: 3_000_000 };
    let started = Instant::now();
    let all = explore::explore_all(&program, bounds, &Budget::unlimited());
    let seconds = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let reduced = explore::explore(&program, bounds, &Budget::unlimited());
    let reduced_seconds = started.elapsed().as_secs_f64();
    let verdict = match (&reduced.failure, reduced.complete) {
        (Some(_), _) => "fails",
        (_, true) => "complete",
        _ => "partial",
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!(
        "{name} | {threads} | {verdict} | {} | {} | {:.2} | {:.0} | {:.0}",
        all.states,
        reduced.states,
        all.states as f64 / reduced.states.max(1) as f64,
        all.states as f64 / seconds,
        reduced.states as f64 / reduced_seconds
    ))
}

/// The fast explorations say what the plain one says, and so does the checker.
pub fn explorations_agree(program: &Program, bounds: Bounds, plain: &Explored) -> Result<(), String> {
    let all = explore::explore_all(program, bounds, &Budget::unlimited());
    let reduced = explore::explore(program, bounds, &Budget::unlimited());
    // All of them try the same values and know the same joins, so they agree even where nothing is proved by that.
    let ended = |explored: &Explored| explored.failure.is_some() || explored.states <= bounds.states;
    for (name, fast) in [("all", &all), ("reduced", &reduced)] {
        if let Some(run) = &fast.failure {
            match check_c_run(program, run) {
                Ok(_) | Err(Rejection::Limit(_)) => {}
                Err(rejection) => return Err(format!("a run of {name} was rejected: {rejection:?}")),
            }
        }
        if !ended(plain) || !ended(fast) {
            continue;
        }
        if fast.failure.is_some() != plain.failure.is_some() {
            return Err(format!("exploration: {} plainly, {} {name}", plain.failure.is_some(), fast.failure.is_some()));
        }
        if plain.failure.is_none() && (fast.executed != plain.executed || fast.complete != plain.complete) {
            return Err(format!("exploration {name} executes other statements, or less of them"));
        }
        if plain.failure.is_none() && (fast.ended, fast.cut) != (plain.ended, plain.cut) {
            let [fast, plain] = [fast, plain].map(|explored| (explored.ended, explored.cut));
            return Err(format!("runs end, and threads are left out: {plain:?} plainly, {fast:?} {name}"));
        }
    }
    let shortest = |explored: &Explored| explored.failure.as_ref().map(|run| run.steps.len());
    if ended(plain) && ended(&all) && shortest(plain) != shortest(&all) {
        return Err("exploration of all finds a longer run".to_string());
    }
    let threads = bounds.threads as u32;
    let judged = || check_c_exploration(program, threads, None, &|| true);
    if plain.complete && plain.failure.is_some() && judged().is_ok() {
        return Err("the checker accepts that nothing fails".to_string());
    }
    if plain.failure.is_some() || !plain.complete || !all.complete {
        return Ok(());
    }
    if plain.states != all.states || reduced.states > all.states {
        return Err(format!("{} states plainly, {} of all, {} reduced", plain.states, all.states, reduced.states));
    }
    match judged() {
        Ok(visited) if visited.states == plain.states as u64 => {}
        other => return Err(format!("{} states plainly, the checker says {other:?}", plain.states)),
    }
    match check_c_exploration(program, threads, Some(plain.states as u64 + 1), &|| true) {
        Ok(_) => Err("a wrong number of states was accepted".to_string()),
        Err(_) => Ok(()),
    }
}
