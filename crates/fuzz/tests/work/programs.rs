//! Boolean programs, threads with stacks, and programs with abstractions.

use crate::{HEAD, Row, budget, compare, size};
use fastrand::Rng;
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::on_the_fly::Expansion;
use umpteen_engines::boolean::restrict::restrict;
use umpteen_engines::boolean::{self, Decision, Subject};
use umpteen_engines::forward::Construction;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{self, History};
use umpteen_engines::{Answer, Engine, OracleKind, refinement};
use umpteen_frontends::boolean::{keep_calls, lower, lower_invariant, parse, parse_expression};
use umpteen_fuzz::{compare_refine, compare_stacks, program_text};
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::boolean::view::Mains;

/// A random program with one of several kinds of questions.
fn question(seed: u64) -> (Program, Property, Mains) {
    let text = program_text::program(&mut Rng::with_seed(seed));
    let program = lower(&parse(&text).unwrap(), &text).unwrap();
    let location = |number: usize| vec![(number % program.locations.len()) as u32];
    let property = match seed % 6 {
        0 => Property::Location(location(seed as usize / 6)),
        1 => Property::Exclusive(location(seed as usize / 6), location(seed as usize / 5)),
        2 if !program.globals.is_empty() => {
            let invariant = parse_expression(&format!("!{}", program.globals[0].name)).unwrap();
            Property::Invariant(lower_invariant(&invariant, &program).unwrap())
        }
        _ => Property::Assertions,
    };
    (program, property, if seed.is_multiple_of(4) { Mains::Any } else { Mains::One })
}

/// Asks an engine, and counts what comes of it.
fn ask(engine: Engine, expansion: Expansion, subject: Subject, row: &mut Row) {
    let Subject { program, property, mains } = subject;
    let budget = budget();
    let (Decision { answer, tables, system }, statistics) = boolean::run(engine, expansion, subject, &budget);
    row.count(&answer, &statistics);
    row.effort += budget.asked();
    row.evidence += size(&tables);
    if let Answer::Unsafe(trace) = &answer {
        let (tables, trace) = restrict(program, property, mains, &tables, &system, trace).unwrap();
        row.evidence += size(&tables) + size(&trace);
    }
}

#[test]
fn random_programs() {
    let mut table = HEAD.to_string();
    let (order, default) = (Order::Smallest, Expansion::default());
    let forward = |oracle| Engine::Forward(Construction::Minimal, order, oracle);
    for (engine, expansion) in [
        (Engine::Backward(order, OracleKind::ThreadModular), default),
        (Engine::Backward(order, OracleKind::SingleThread), Expansion::SharedChanging),
        (Engine::Backward(order, OracleKind::SingleThread), Expansion::All),
        (Engine::Backward(order, OracleKind::Off), default),
        (forward(OracleKind::ThreadModular), default),
        (forward(OracleKind::SingleThread), default),
        (Engine::Both(order, OracleKind::ThreadModular), default),
        (Engine::Both(order, OracleKind::SingleThread), default),
        (Engine::Explore(3), default),
    ] {
        let mut row = Row::default();
        for seed in 0..200 {
            let (program, property, mains) = question(seed);
            if matches!(engine, Engine::Backward(_, OracleKind::Off)) && program.locals.len() > 1 {
                continue; // there are too many values
            }
            ask(engine, expansion, Subject { program: &program, property: &property, mains }, &mut row);
        }
        table += &row.line(&format!("{engine:?}, {expansion:?}"));
    }
    compare("programs", &table);
}

#[test]
fn random_stacks() {
    let mut table = HEAD.to_string();
    for kind in [EnvelopeKind::Data, EnvelopeKind::Stacks] {
        let mut row = Row::default();
        for seed in 0..200 {
            let random = &mut Rng::with_seed(seed);
            let system = match seed % 2 {
                0 => compare_stacks::system(random),
                _ => {
                    let [text, _] = program_text::with_threads(random);
                    let (program, calls) = keep_calls(&parse(&text).unwrap(), &text).unwrap();
                    unfold(&program, &calls, &Property::Assertions, &|| true).unwrap().system
                }
            };
            let (mut history, budget) = (History::default(), budget());
            match pushdown::run(&system, kind, Some(6), &budget, &mut history) {
                Ok(pushdown::Found::Proof(proof)) => row.safe(&proof),
                Ok(pushdown::Found::Run(trace)) => row.failing(&trace),
                Ok(pushdown::Found::NotWithin(_)) => row.unknown += 1,
                Err(reason) => panic!("seed {seed}: {reason:?}"),
            }
            row.explored += history.epochs.iter().map(|(boxes, _)| *boxes as u64).sum::<u64>();
            row.generated += history.epochs.len() as u64;
            row.effort += budget.asked();
        }
        table += &row.line(&format!("{kind:?}"));
    }
    compare("stacks", &table);
}

#[test]
fn random_refinements() {
    let mut row = Row::default();
    for seed in 0..150 {
        let Some(case) = compare_refine::case(&mut Rng::with_seed(seed)).unwrap() else { continue };
        let budget = budget();
        let (found, explored) = refinement::run(&case.refinement, &budget);
        match found.unwrap() {
            refinement::Found::Refines(proof) => row.safe(&proof),
            refinement::Found::Differs(word) => row.failing(&format!("{word:?}")),
        }
        row.explored += explored;
        row.effort += budget.asked();
    }
    compare("refinements", &format!("{HEAD}{}", row.line("refinement")));
}
