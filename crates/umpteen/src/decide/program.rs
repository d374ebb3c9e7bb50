//! Decides Boolean programs.

use crate::decide::{Decided, accepted, refuse_broadcasts};
use crate::explain::words::count;
use crate::explain::{other_evidence, systems};
use crate::failure::Failure;
use crate::judge::{self, Accepted};
use crate::problem::ProgramProblem;
use crate::report::{Unit, Verdict};
use crate::settings::ExpansionName;
use std::time::{Duration, Instant};
use umpteen_engines::boolean::restrict::restrict;
use umpteen_engines::boolean::{self, on_the_fly::Expansion};
use umpteen_engines::budget::Budget;
use umpteen_engines::{Answer, Engine, Reason};
use umpteen_model::boolean::program::Property;
use umpteen_model::evidence::{Certificate, Evidence};
use umpteen_model::system::System;

/// Decides a Boolean program.
pub fn decide(
    engine: Engine,
    expansion: ExpansionName,
    problem: &ProgramProblem,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let expansion = match expansion {
        ExpansionName::All => Expansion::All,
        ExpansionName::SharedChanging => Expansion::SharedChanging,
    };
    let ProgramProblem { program, property, mains, .. } = problem;
    let subject = boolean::Subject { program, property, mains: *mains };
    let (decision, statistics) = boolean::run(engine, expansion, subject, budget);
    let boolean::Decision { mut answer, tables, system } = decision;
    refuse_broadcasts(&answer)?;
    let mut known = None;
    if answer == Answer::Unknown(Reason::Blocked) {
        (answer, known) = explore_a_few(&system);
    }
    let checking = Instant::now();
    let go_on = || budget.check().is_ok();
    let (judged, evidence, tables) = match answer {
        Answer::Unknown(reason) => {
            let mut decided = Decided::unknown(&reason, statistics);
            if let Verdict::Unknown { known: place, .. } = &mut decided.verdict {
                *place = known.map(|threads| format!("nothing happens with at most {}", count(threads, "thread")));
            }
            return Ok(decided);
        }
        Answer::Unsafe(trace) => {
            let restricted = restrict(program, property, *mains, &tables, &system, &trace);
            let Ok((tables, trace)) = restricted else {
                return Ok(Decided::unknown(&Reason::CounterOverflow, statistics));
            };
            let evidence = Evidence::Trace(trace);
            // A run is no longer than what was just searched: there is always time for it.
            (judge::program(program, property, *mains, &tables, &evidence, &|| true), evidence, tables)
        }
        Answer::Safe(certificate) => {
            let evidence = Evidence::Certificate(certificate);
            (judge::program(program, property, *mains, &tables, &evidence, &go_on), evidence, tables)
        }
    };
    let verdict = match (accepted(judged, budget)?, &evidence) {
        (Err(reason), _) => return Ok(Decided::unknown(&reason, statistics)),
        (Ok(Accepted::Run(run)), Evidence::Trace(trace)) => {
            systems::program_unsafe_verdict(problem, &tables, trace, &run)?
        }
        (Ok(Accepted::Proof(proof)), Evidence::Certificate(certificate)) => {
            Verdict::safe(&proof, why(problem, certificate))
        }
        _ => return Err(other_evidence()),
    };
    Ok(Decided { tables: Some(tables), ..Decided::accepted(verdict, evidence, statistics, checking) })
}

/// An accepted certificate in one sentence.
fn why(problem: &ProgramProblem, certificate: &Certificate) -> String {
    match (&problem.property, problem.program.has_assertion()) {
        (Property::Assertions, false) => "there is no assertion in the functions that threads run".to_string(),
        _ => systems::why(certificate, Unit::Thread),
    }
}

/// Explores a few threads state by state: where a constraint is not monotone, the run that backward search found may be
/// blocked. Returns a failure, or up to how many threads there is none.
fn explore_a_few(system: &System) -> (Answer, Option<u32>) {
    const MOST_THREADS: u32 = 5;
    let budget = Budget::new(Some(Duration::from_secs(5)), None);
    let mut known = None;
    for threads in 1..=MOST_THREADS {
        match umpteen_engines::run(Engine::Explore(threads), system, &budget).0 {
            Answer::Safe(_) => known = Some(threads),
            found @ Answer::Unsafe(_) => return (found, known),
            Answer::Unknown(_) => break,
        }
    }
    (Answer::Unknown(Reason::Blocked), known)
}
