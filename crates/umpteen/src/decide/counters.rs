//! Decides counter systems: thread systems and Petri nets.

use crate::decide::{Decided, accepted, refuse_broadcasts};
use crate::explain::{other_evidence, systems};
use crate::failure::Failure;
use crate::judge::{self, Accepted};
use crate::report::{Unit, Verdict};
use std::time::Instant;
use umpteen_engines::budget::Budget;
use umpteen_engines::{Answer, Engine};
use umpteen_frontends::Model;
use umpteen_model::evidence::Evidence;
use umpteen_model::system::System;

/// Decides a counter system.
pub fn decide(engine: Engine, model: &Model, system: &System, budget: &Budget) -> Result<Decided, Failure> {
    let (answer, statistics) = umpteen_engines::run(engine, system, budget);
    refuse_broadcasts(&answer)?;
    let checking = Instant::now();
    let evidence = match answer {
        Answer::Unknown(reason) => return Ok(Decided::unknown(&reason, statistics)),
        Answer::Unsafe(trace) => Evidence::Trace(trace),
        Answer::Safe(certificate) => Evidence::Certificate(certificate),
    };
    let unit = Unit::of_model(model);
    let judged = judge::counters(unit, system, &evidence, &|| budget.check().is_ok());
    let verdict = match (accepted(judged, budget)?, &evidence) {
        (Err(reason), _) => return Ok(Decided::unknown(&reason, statistics)),
        (Ok(Accepted::Run(run)), Evidence::Trace(trace)) => systems::unsafe_verdict(model, system, trace, &run)?,
        (Ok(Accepted::Proof(proof)), Evidence::Certificate(certificate)) => {
            Verdict::safe(&proof, systems::why(certificate, unit))
        }
        _ => return Err(other_evidence()),
    };
    Ok(Decided::accepted(verdict, evidence, statistics, checking))
}
