//! Decides the Boolean program of a round when threads have stacks: unfolded to a pushdown system, by induction over epochs.

use crate::check::Checked;
use crate::path::{Moment, Path, PathStep};
use umpteen_engines::budget::Budget;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{self, Found, History};
use umpteen_engines::{Reason, Statistics};
use umpteen_model::boolean::program::{Program as BooleanProgram, Property};
use umpteen_model::boolean::unfold::{Refused, Unfolded, unfold};
use umpteen_model::c::abstraction::Tracking;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::frames;
use umpteen_model::c::program::{Frames, Program};
use umpteen_model::pushdown::PushdownTrace;

/// Decides it.
pub fn check(
    boolean: &BooleanProgram,
    program: &Program,
    tracking: &Tracking,
    predicates: &[Expr],
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Checked, Reason> {
    let calls = frames::calls(program, tracking, predicates).ok_or(Reason::Blocked)?;
    let property = Property::Location(program.failures());
    let go_on = || budget.check().is_ok();
    let unfolded = match unfold(boolean, &calls, &property, &go_on) {
        Ok(unfolded) => unfolded,
        Err(Refused::OutOfTime | Refused::TooLarge) => {
            budget.check()?;
            return Err(Reason::TooManyValues);
        }
    };
    let mut history = History::default();
    let found = pushdown::run(&unfolded.system, EnvelopeKind::Data, None, budget, &mut history)?;
    statistics.explored = history.epochs.iter().map(|(added, _)| *added as u64).sum();
    match found {
        Found::Proof(proof) => Ok(Checked::Stacks(proof)),
        Found::Run(trace) => Ok(Checked::Path(path(program, &unfolded, &trace))),
        Found::NotWithin(_) => Err(Reason::Blocked),
    }
}

/// The run with the threads and frames told apart, each frame an owner of variables.
fn path(program: &Program, unfolded: &Unfolded, trace: &PushdownTrace) -> Path {
    // For each thread of the system: its number in the order of creation, and its frames, the innermost last.
    let mut threads: Vec<(u32, Vec<u32>)> = vec![(0, Vec::new()); unfolded.system.threads.len()];
    threads[0].1.push(0);
    let (mut started, mut owners) = (1, 1);
    let mut new = || {
        owners += 1;
        owners - 1
    };
    let mut first = None;
    let mut steps = Vec::new();
    for &(thread, rule) in &trace.steps {
        let thread = &mut threads[thread as usize];
        let Some(origin) = &unfolded.origins[rule as usize] else {
            // A thread that was started takes its first values.
            if let Some(owner) = first.take() {
                *thread = (started, vec![owner]);
                started += 1;
            }
            continue;
        };
        let owner = thread.1.last().copied().unwrap_or_default();
        let (mut called, mut caller) = (None, None);
        match program.locations[origin.local.location as usize].frames {
            Some(Frames::Call(_)) => {
                called = Some(new());
                thread.1.extend(called);
            }
            Some(Frames::Return) => {
                thread.1.pop();
                caller = thread.1.last().copied();
            }
            Some(Frames::Landing) | None => {}
        }
        first = origin.action.created.map(|_| new()).or(first);
        let moment = |shared, values| Moment { shared, threads: vec![(owner, values)] };
        steps.push(PathStep {
            thread: thread.0,
            owner,
            location: origin.local.location,
            edge: origin.action.edge as u32,
            created: origin.action.created.and(first),
            called,
            caller,
            before: moment(origin.shared, origin.local),
            after: moment(origin.action.shared, origin.action.local),
        });
    }
    Path { steps, is_run: true }
}
