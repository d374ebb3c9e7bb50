//! Decides Boolean programs.

use crate::decide::counters::safe_verdict;
use crate::decide::{Decided, refuse_broadcasts, rejected, stopped};
use crate::explain::story;
use crate::explain::words::count;
use crate::failure::Failure;
use crate::problem::ProgramProblem;
use crate::report::{Unit, Verdict};
use crate::settings::ExpansionName;
use std::time::{Duration, Instant};
use umpteen_checker::{Rejection, Replay, check_program_certificate, check_program_trace};
use umpteen_engines::boolean::restrict::restrict;
use umpteen_engines::boolean::{self, on_the_fly::Expansion};
use umpteen_engines::budget::Budget;
use umpteen_engines::{Answer, Engine, Reason};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::view::{Tables, View};
use umpteen_model::evidence::{Evidence, Trace};
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
    let (verdict, evidence, tables) = match answer {
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
            let (view, replay) = match check_program_trace(program, property, *mains, &tables, &trace, &|| true) {
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => result.map_err(rejected)?,
            };
            (unsafe_verdict(problem, &tables, &view, &trace, &replay), Evidence::Trace(trace), tables)
        }
        Answer::Safe(certificate) => {
            let go_on = || budget.check().is_ok();
            match check_program_certificate(program, property, *mains, &tables, &certificate, &go_on) {
                Err(Rejection::OutOfTime) => return Ok(Decided::unknown(&stopped(budget), statistics)),
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => drop(result.map_err(rejected)?),
            }
            let mut verdict = safe_verdict(&certificate, &system, Unit::Thread);
            if let (Verdict::Safe { why, .. }, Property::Assertions, false) =
                (&mut verdict, property, program.has_assertion())
            {
                *why = "there is no assertion in the functions that threads run".to_string();
            }
            (verdict, Evidence::Certificate(certificate), tables)
        }
    };
    Ok(Decided { tables: Some(tables), ..Decided::accepted(verdict, evidence, statistics, checking) })
}

/// Where a constraint is not monotone, backward search can be fooled; a few threads explored one state at a time cannot.
/// Tells a failure, or up to how many threads there is none.
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

/// The report on an accepted trace of a Boolean program.
pub fn unsafe_verdict(
    problem: &ProgramProblem,
    tables: &Tables,
    view: &View,
    trace: &Trace,
    replay: &Replay,
) -> Verdict {
    let (start, steps) = story::tell_program(&problem.program, tables, view, trace, replay);
    Verdict::Unsafe {
        threads: replay.threads,
        what: problem.violation.clone(),
        start,
        steps,
        names: Vec::new(),
        place: None,
        at: None,
        code: String::new(),
    }
}
