//! One Boolean program: every engine and setting, the converted system and the reference must agree.

use crate::compare::Kind;
use crate::threads;
use std::time::Duration;
use umpteen_checker::{check_program_certificate, check_program_trace};
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::on_the_fly::Expansion;
use umpteen_engines::boolean::reach::reachable;
use umpteen_engines::boolean::restrict::restrict;
use umpteen_engines::boolean::{self, Decision, Subject};
use umpteen_engines::budget::Budget;
use umpteen_engines::convert::counters_to_threads;
use umpteen_engines::forward::Construction;
use umpteen_engines::{Answer, Engine, OracleKind};
use umpteen_frontends::boolean::{lower, parse};
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::LocalValues;
use umpteen_model::boolean::view::{Mains, Tables, view};
use umpteen_model::evidence::{Certificate, Invariant};
use umpteen_model::system::System;

/// The reference goes up to this many threads.
const MOST_THREADS: u32 = 4;

const PATIENCE: Duration = Duration::from_secs(2);

/// Compares everything on the assertions of one program.
pub fn compare(text: &str) -> Result<Kind, String> {
    let source = parse(text).map_err(|error| format!("generated text does not parse: {}", error.message))?;
    let program = lower(&source, text).map_err(|error| format!("generated text is refused: {}", error.message))?;
    round_trip(&source.to_string(), &program)?;
    compare_lowered(&program, &Property::Assertions)
}

/// Compares everything on one property of a program with one main thread.
pub fn compare_lowered(program: &Program, property: &Property) -> Result<Kind, String> {
    let budget = Budget::new(Some(PATIENCE), None);
    let Ok(tables) = reachable(program, &budget) else { return Ok(Kind::Undecided("time")) };
    let Some(built) = view(program, property, Mains::One, &tables, &|| budget.check().is_ok()) else {
        return Ok(Kind::Undecided("time"));
    };
    if !built.complete {
        return Err("the tables are not complete".into());
    }
    let subject = Subject { program, property, mains: Mains::One };
    let kind = decide(subject, Engine::Backward(Order::Smallest, OracleKind::ThreadModular), Expansion::default())?;
    for (oracle, expansion) in [
        (OracleKind::ThreadModular, Expansion::SharedChanging),
        (OracleKind::SingleThread, Expansion::SharedChanging),
        (OracleKind::SingleThread, Expansion::All),
        (OracleKind::Off, Expansion::SharedChanging),
    ] {
        if oracle == OracleKind::Off && program.locals.len() > 3 {
            continue; // too many values to be worth the time here
        }
        let backward = Engine::Backward(Order::Smallest, oracle);
        let forward = Engine::Forward(Construction::Minimal, Order::Smallest, oracle);
        let mut engines = vec![backward, forward, Engine::Both(Order::Smallest, oracle)];
        if oracle == OracleKind::ThreadModular {
            engines.push(Engine::Pathwise(Order::Smallest));
        }
        for engine in engines {
            let other = decide(subject, engine, expansion)?;
            if disagree(kind, other) {
                return Err(format!("{kind:?}, but {other:?} with {engine:?}, {expansion:?}"));
            }
        }
    }
    let least = compare_with_reference(subject, kind)?;
    compare_converted(&built.system, kind)?;
    reject_forged_proofs(subject, &tables)?;
    Ok(match (kind, least) {
        (Kind::Unsafe(_), Some(least)) => Kind::Unsafe(least),
        _ => kind,
    })
}

fn disagree(one: Kind, other: Kind) -> bool {
    matches!((one, other), (Kind::Safe, Kind::Unsafe(_)) | (Kind::Unsafe(_), Kind::Safe))
}

fn decide(subject: Subject, engine: Engine, expansion: Expansion) -> Result<Kind, String> {
    let Subject { program, property, mains } = subject;
    // On the fly the larger half of the time would go into a few programs.
    let on_the_fly =
        matches!(engine, Engine::Backward(_, kind) | Engine::Both(_, kind) if kind != OracleKind::ThreadModular);
    let budget = Budget::new(Some(if on_the_fly { PATIENCE / 10 } else { PATIENCE }), None);
    let Decision { answer, tables, system } = boolean::run(engine, expansion, subject, &budget).0;
    match answer {
        Answer::Unknown(_) => Ok(Kind::Undecided("time")),
        Answer::Safe(certificate) => {
            match check_program_certificate(program, property, mains, &tables, &certificate, &|| true) {
                Ok(_) => reject_hidden_pairs(subject, &tables, &certificate).map(|()| Kind::Safe),
                Err(rejection) => Err(format!("{engine:?}: certificate rejected: {rejection:?}")),
            }
        }
        Answer::Unsafe(trace) => {
            let restricted = restrict(program, property, mains, &tables, &system, &trace);
            let (tables, trace) = restricted.map_err(|_| "overflow in a small program")?;
            match check_program_trace(program, property, mains, &tables, &trace, &|| true) {
                Ok((_, replay)) => {
                    for (shared, local) in pairs(&tables) {
                        let hiding = without(&tables, |pair| pair == (shared, local));
                        if check_program_trace(program, property, mains, &hiding, &trace, &|| true).is_ok() {
                            return Err("a trace that hides a pair is accepted".into());
                        }
                    }
                    Ok(Kind::Unsafe(replay.threads))
                }
                Err(rejection) => Err(format!("{engine:?}: trace rejected: {rejection:?}")),
            }
        }
    }
}

/// Tells the least number of threads with which it fails, if the reference finds it.
fn compare_with_reference(subject: Subject, kind: Kind) -> Result<Option<u64>, String> {
    let mut least = None;
    for most in 1..=MOST_THREADS {
        let Some(fails) = threads::can_fail(subject.program, subject.property, most as usize, 5_000) else {
            return Ok(least);
        };
        let explored = decide(subject, Engine::Explore(most), Expansion::default())?;
        match explored {
            Kind::Safe if fails => return Err(format!("exploration misses a failure with {most} threads")),
            Kind::Unsafe(_) if !fails => return Err(format!("exploration invents a failure with {most} threads")),
            _ => {}
        }
        match kind {
            Kind::Safe if fails => return Err(format!("fails with {most} threads, backward says safe")),
            Kind::Unsafe(needed) if !fails && needed <= u64::from(most) => {
                return Err(format!("does not fail with {most} threads, backward says so with {needed}"));
            }
            _ => {}
        }
        if fails && least.is_none() {
            least = Some(u64::from(most));
        }
    }
    Ok(least)
}

fn compare_converted(system: &System, kind: Kind) -> Result<(), String> {
    let Ok(threads) = counters_to_threads::translate(system) else { return Ok(()) };
    let system = threads.system().map_err(|_| "overflow in a small program")?;
    let budget = Budget::new(Some(PATIENCE), None);
    let engine = Engine::Backward(Order::Smallest, OracleKind::ThreadModular);
    match (umpteen_engines::run(engine, &system, &budget).0, kind) {
        (Answer::Safe(_), Kind::Unsafe(_)) => Err("the converted system is safe".into()),
        (Answer::Unsafe(_), Kind::Safe) => Err("the converted system is unsafe".into()),
        _ => Ok(()),
    }
}

/// A set of configurations whose tables hide one of its pairs is rejected.
fn reject_hidden_pairs(subject: Subject, tables: &Tables, certificate: &Certificate) -> Result<(), String> {
    let Certificate::Downward { configurations, .. } = certificate else { return Ok(()) };
    let Subject { program, property, mains } = subject;
    let used = configurations.iter().flat_map(|c| c.locals().iter().map(|&(local, _)| (c.shared, local)));
    for hidden in used {
        let hiding = without(tables, |pair| pair == hidden);
        if check_program_certificate(program, property, mains, &hiding, certificate, &|| true).is_ok() {
            return Err("a set of configurations that hides a pair is accepted".into());
        }
    }
    Ok(())
}

/// A proof that hides a pair of values, or values altogether, is rejected, also one that hides the failure of an unsafe program.
fn reject_forged_proofs(subject: Subject, tables: &Tables) -> Result<(), String> {
    let Subject { program, property, mains } = subject;
    let hidden = pairs(tables);
    let step = tables.pairs.iter().map(|(_, row)| row.len()).sum::<usize>() / 5 + 1; // a sample
    let failure = tables.locals.iter().position(|values| *values == LocalValues::FAILURE);
    let mut forgeries: Vec<Tables> = hidden.step_by(step).map(|pair| without(tables, |p| p == pair)).collect();
    forgeries.extend(failure.map(|failure| without(tables, |(_, local)| local == failure as u32)));
    let unlisted = (0..tables.locals.len()).step_by(tables.locals.len() / 5 + 1).chain(failure);
    forgeries.extend(unlisted.map(|local| without_values(tables, local)));
    for forged in forgeries {
        let invariant = Invariant { pairs: Some(forged.pairs.clone()), weights: Vec::new() };
        let certificate = Certificate::Upward { basis: Vec::new(), invariant };
        if check_program_certificate(program, property, mains, &forged, &certificate, &|| true).is_ok() {
            return Err("a proof that hides a pair is accepted".into());
        }
    }
    Ok(())
}

fn pairs(tables: &Tables) -> impl Iterator<Item = (u32, u32)> {
    tables.pairs.iter().flat_map(|(shared, row)| row.iter().map(|local| (*shared, *local)))
}

/// The tables with some pairs left out.
fn without(tables: &Tables, hidden: impl Fn((u32, u32)) -> bool) -> Tables {
    let mut tables = tables.clone();
    for (shared, row) in &mut tables.pairs {
        row.retain(|local| !hidden((*shared, *local)));
    }
    tables
}

/// The tables with one local state left out altogether.
fn without_values(tables: &Tables, hidden: usize) -> Tables {
    let mut tables = without(tables, |(_, local)| local == hidden as u32);
    tables.locals.remove(hidden);
    let numbers = tables.pairs.iter_mut().flat_map(|(_, row)| row.iter_mut());
    numbers.filter(|local| **local > hidden as u32).for_each(|local| *local -= 1);
    tables
}

/// Printing and reading gives the same program.
fn round_trip(printed: &str, program: &Program) -> Result<(), String> {
    let again = parse(printed).map_err(|error| format!("printed text does not parse: {}: {printed}", error.message))?;
    let again = lower(&again, printed).map_err(|error| format!("printed text is refused: {}", error.message))?;
    let edges = |program: &Program| program.locations.iter().map(|l| format!("{:?}", l.edges)).collect::<Vec<_>>();
    if edges(&again) == edges(program) { Ok(()) } else { Err(format!("printing changes the program: {printed}")) }
}
