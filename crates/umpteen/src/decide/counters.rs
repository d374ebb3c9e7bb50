//! Decides counter systems: thread systems and Petri nets.

use crate::decide::{Decided, refuse_broadcasts, rejected, stopped};
use crate::explain::story;
use crate::explain::words::count;
use crate::failure::Failure;
use crate::report::{Unit, Verdict};
use std::time::Instant;
use umpteen_checker::{Rejection, Replay, check_certificate, check_trace};
use umpteen_engines::budget::Budget;
use umpteen_engines::{Answer, Engine, Reason};
use umpteen_frontends::Model;
use umpteen_model::evidence::{Certificate, Evidence, Scope, Trace};
use umpteen_model::system::System;

/// Decides a counter system.
pub fn decide(engine: Engine, model: &Model, system: &System, budget: &Budget) -> Result<Decided, Failure> {
    let (answer, statistics) = umpteen_engines::run(engine, system, budget);
    refuse_broadcasts(&answer)?;
    let checking = Instant::now();
    let (verdict, evidence) = match answer {
        Answer::Unknown(reason) => return Ok(Decided::unknown(&reason, statistics)),
        Answer::Unsafe(trace) => {
            let replay = match check_trace(system, &trace) {
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => result.map_err(rejected)?,
            };
            (unsafe_verdict(model, system, &trace, &replay), Evidence::Trace(trace))
        }
        Answer::Safe(certificate) => {
            match check_certificate(system, &certificate, &|| budget.check().is_ok()) {
                Err(Rejection::OutOfTime) => return Ok(Decided::unknown(&stopped(budget), statistics)),
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => result.map_err(rejected)?,
            }
            (safe_verdict(&certificate, system, Unit::of_model(model)), Evidence::Certificate(certificate))
        }
    };
    Ok(Decided::accepted(verdict, evidence, statistics, checking))
}

/// The report on an accepted certificate.
pub fn safe_verdict(certificate: &Certificate, system: &System, unit: Unit) -> Verdict {
    let scope = scope(certificate, system, unit);
    let why = match certificate {
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
    };
    Verdict::Safe { scope, why }
}

/// For which numbers of threads an accepted certificate speaks.
pub fn scope(certificate: &Certificate, system: &System, unit: Unit) -> Scope {
    match (certificate, unit) {
        (Certificate::Bounded { threads, .. }, _) => Scope::AtMost(*threads),
        (_, Unit::Thread) if system.has_fixed_threads() => Scope::AsCreated,
        (_, Unit::Token) if system.has_fixed_start() => Scope::AsCreated,
        _ => Scope::AnyNumber,
    }
}

fn minimal(states: u64) -> String {
    count(states, "minimal state")
}

/// The report on an accepted trace of a system.
pub fn unsafe_verdict(model: &Model, system: &System, trace: &Trace, replay: &Replay) -> Verdict {
    let (start, steps) = story::tell(model, trace, replay);
    let threads = match Unit::of_model(model) {
        Unit::Thread => replay.threads,
        Unit::Token => trace.initial.threads(),
    };
    let what = format!("`{}` can be covered", story::target(model, system, &replay.last));
    Verdict::Unsafe { threads, what, start, steps, names: Vec::new(), place: None, at: None, code: String::new() }
}
