//! One C program in two versions: with what C offers, and plainly. They must fail alike and execute the same lines.
//!
//! This is what tests lowering: everything else that is compared starts from the lowered program.

use crate::c_text::twin;
use crate::compare::Kind;
use std::collections::BTreeSet;
use umpteen_cegar::explore::{Bounds, Explored, explore_all};
use umpteen_checker::check_c_run;
use umpteen_engines::budget::Budget;
use umpteen_frontends::Error;
use umpteen_frontends::c::{Options, read};
use umpteen_model::c::liveness::remove_dead_updates;
use umpteen_model::c::program::Program;

/// Threads, main included, and states after which exploration gives up.
const BOUNDS: Bounds = Bounds { threads: 3, states: 100_000 };

/// Compares the two versions of a program, if there are two.
pub fn twins_agree(text: &str) -> Result<(), String> {
    if twin::rich(text) == twin::plain(text) {
        return Ok(());
    }
    compare(text).map(drop)
}

/// Compares the two versions of a program and says whether it fails with few threads.
pub fn compare(text: &str) -> Result<Kind, String> {
    let (rich, plain) = (twin::rich(text), twin::plain(text));
    let lower = |text: &str| {
        let mut program = read(text, &Options::default())?;
        // What is never read may be anything, without that being a choice.
        while remove_dead_updates(&mut program) {}
        Ok::<Program, Error>(program)
    };
    let (rich, plain) = (
        lower(&rich).map_err(|error| format!("generated: {}", error.message))?,
        lower(&plain).map_err(|error| format!("generated plainly: {}", error.message))?,
    );

    let explored = |program: &Program| explore_all(program, BOUNDS, &Budget::unlimited());
    let (rich_explored, plain_explored) = (explored(&rich), explored(&plain));
    let (Some(rich_fails), Some(plain_fails)) = (fails(&rich, &rich_explored), fails(&plain, &plain_explored)) else {
        return Ok(Kind::Undecided("states or choices"));
    };
    if rich_fails != plain_fails {
        return Err(format!("twins: fails {rich_fails}, plainly {plain_fails}"));
    }
    let lines = |explored: &Explored| explored.executed.iter().map(|position| position.line).collect::<BTreeSet<_>>();
    let (rich_lines, plain_lines) = (lines(&rich_explored), lines(&plain_explored));
    let differs = |line: &u32| rich_lines.contains(line) != plain_lines.contains(line);
    match twin::common(text).find(differs) {
        Some(line) if !rich_fails => Err(format!("twins: line {line} is executed in one only")),
        _ if rich_fails => Ok(Kind::Unsafe(BOUNDS.threads as u64)),
        _ => Ok(Kind::Safe),
    }
}

/// Whether a program fails with few threads; none if that is not known.
fn fails(program: &Program, explored: &Explored) -> Option<bool> {
    match &explored.failure {
        Some(run) => check_c_run(program, run).is_ok().then_some(true),
        None => explored.complete.then_some(false),
    }
}
