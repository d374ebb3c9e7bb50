//! Programs whose threads wait for conditions, semaphores or barriers: no verdict about any number of threads on whether they
//! wait for ever, but knowledge about few threads.

use crate::decide::Decided;
use crate::decide::c::stages::Stage;
use crate::explain::words::count;
use crate::failure::Failure;
use crate::judge;
use crate::report::{CReport, Verdict};
use umpteen_cegar::explore::explore;
use umpteen_engines::budget::Budget;
use umpteen_engines::{Reason, Statistics};
use umpteen_model::c::program::Program;

/// UNKNOWN, with the largest number of threads up to that of the quick look with which nobody waits for ever.
pub(super) fn undecided(program: &Program, asked: Option<u32>, budget: &Budget) -> Result<Decided, Failure> {
    let most = Stage::QuickLook.threads();
    let holds = |threads: u32| {
        let bounds = Stage::QuickLook.bounds(threads);
        let explored = Stage::QuickLook.within(budget, |part| explore(&program.with_early_joins(), bounds, part));
        let is_small = explored.failure.is_none() && explored.complete;
        let go_on = || budget.check().is_ok();
        is_small && judge::exploration(program, threads, None, &go_on, &mut |_, _| {}).is_ok()
    };
    let known = (2..=most).rev().filter(|_| asked.is_none()).find(|threads| holds(*threads));
    let verdict = Verdict::Unknown {
        code: "hang".into(),
        reason: "whether threads wait for ever on conditions, semaphores, barriers or unknown joins is decided for few threads only"
            .into(),
        known: known.map(|threads| format!("with at most {} some thread can always move", count(threads, "thread"))),
        hint: "--threads N decides it for at most N threads".into(),
    };
    let about = CReport { assumes: program.assumes.clone(), ..CReport::default() };
    Ok(Decided { verdict, c: Some(about), ..Decided::unknown(&Reason::Blocked, Statistics::default()) })
}
