//! Verdicts on counter systems and Boolean programs.

use crate::explain::words::count;
use crate::explain::{other_evidence, story};
use crate::failure::Failure;
use crate::judge::{AcceptedRun, Execution};
use crate::problem::ProgramProblem;
use crate::report::{RunView, StoryView, Unit, Verdict};
use umpteen_frontends::Model;
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::{Certificate, Trace};
use umpteen_model::system::System;

/// A certificate in one sentence.
pub fn why(certificate: &Certificate, unit: Unit) -> String {
    match certificate {
        Certificate::Upward { basis, invariant } => {
            let pairs = invariant.pairs.as_ref().map(|rows| rows.iter().map(|(_, row)| row.len() as u64).sum::<u64>());
            let mut facts = Vec::new();
            facts.extend(pairs.map(|pairs| match unit {
                Unit::Thread => format!("{} of shared and local state", count(pairs, "reachable pair")),
                Unit::Token => format!("{} that can be marked", count(pairs, "place")),
            }));
            if !invariant.weights.is_empty() {
                facts.push(count(invariant.weights.len() as u64, "linear invariant"));
            }
            let facts = facts.join(" and ");
            match (basis.len() as u64, facts.is_empty()) {
                (0, _) => format!("the target contradicts {facts}"),
                (states, true) => format!("{} from which the target may be covered, none initial", minimal(states)),
                (states, false) => {
                    format!("{} from which the target may be covered, none initial, given {facts}", minimal(states))
                }
            }
        }
        Certificate::Downward { configurations, .. } => {
            let configurations = match configurations.len() {
                1 => "1 configuration holds".to_string(),
                number => format!("{number} configurations hold"),
            };
            format!("{configurations} every reachable state and no target")
        }
        Certificate::Bounded { threads, states } if states.is_empty() => {
            format!("nothing happens: no start has as few as {}", unit.count(u64::from(*threads)))
        }
        Certificate::Bounded { states, .. } => {
            format!("{} reachable, none covers the target", count(states.len() as u64, "state"))
        }
    }
}

fn minimal(states: u64) -> String {
    count(states, "minimal state")
}

/// The verdict on an accepted trace of a system.
pub fn unsafe_verdict(model: &Model, system: &System, trace: &Trace, run: &AcceptedRun) -> Result<Verdict, Failure> {
    let Execution::Counters(replay) = run.execution() else { return Err(other_evidence()) };
    let (start, steps) = story::tell(model, trace, replay);
    let threads = match Unit::of_model(model) {
        Unit::Thread => replay.threads,
        Unit::Token => trace.initial.threads(),
    };
    let what = format!("`{}` can be covered", story::target(model, system, &replay.last));
    Ok(Verdict::of_run(
        run,
        threads,
        what,
        RunView { start, steps, names: Vec::new(), story: StoryView::default() },
        None,
    ))
}

/// The verdict on an accepted trace of a Boolean program.
pub fn program_unsafe_verdict(
    problem: &ProgramProblem,
    tables: &Tables,
    trace: &Trace,
    run: &AcceptedRun,
) -> Result<Verdict, Failure> {
    let Execution::Program(view, replay) = run.execution() else { return Err(other_evidence()) };
    let (start, steps) = story::tell_program(&problem.program, tables, view, trace, replay);
    let told = RunView { start, steps, names: Vec::new(), story: StoryView::default() };
    Ok(Verdict::of_run(run, replay.threads, problem.violation.clone(), told, None))
}
