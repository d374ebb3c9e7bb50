//! Boolean programs, threads with stacks, and programs with abstractions.

use crate::{HEAD, Row, budget, compare, size};
use fastrand::Rng;
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::on_the_fly::Expansion;
use umpteen_engines::boolean::{self, Subject};
use umpteen_engines::forward::Construction;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{self, History};
use umpteen_engines::{Engine, OracleKind, refinement};
use umpteen_frontends::boolean::{keep_calls, lower, parse};
use umpteen_fuzz::{compare_refine, compare_stacks, program_text};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::boolean::view::Mains;

#[test]
fn random_programs() {
    let mut table = HEAD.to_string();
    let (order, default) = (Order::Smallest, Expansion::default());
    let forward = |oracle| Engine::Forward(Construction::Minimal, order, oracle);
    for (engine, expansion) in [
        (Engine::Backward(order, OracleKind::ThreadModular), default),
        (Engine::Backward(order, OracleKind::SingleThread), Expansion::SharedChanging),
        (Engine::Backward(order, OracleKind::SingleThread), Expansion::All),
        (forward(OracleKind::ThreadModular), default),
        (forward(OracleKind::SingleThread), default),
        (Engine::Both(order, OracleKind::ThreadModular), default),
        (Engine::Both(order, OracleKind::SingleThread), default),
        (Engine::Explore(3), default),
    ] {
        let mut row = Row::default();
        for seed in 0..200 {
            let text = program_text::program(&mut Rng::with_seed(seed));
            let program = lower(&parse(&text).unwrap(), &text).unwrap();
            let subject = Subject { program: &program, property: &Property::Assertions, mains: Mains::One };
            let (decision, statistics) = boolean::run(engine, expansion, subject, &budget());
            row.count(&decision.answer, &statistics);
            row.evidence += size(&decision.tables);
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
            let mut history = History::default();
            match pushdown::run(&system, kind, Some(6), &budget(), &mut history) {
                Ok(pushdown::Found::Proof(proof)) => row.safe(&proof),
                Ok(pushdown::Found::Run(trace)) => row.failing(&trace),
                Ok(pushdown::Found::NotWithin(_)) => row.unknown += 1,
                Err(reason) => panic!("seed {seed}: {reason:?}"),
            }
            row.explored += history.epochs.iter().map(|(boxes, _)| *boxes as u64).sum::<u64>();
            row.generated += history.epochs.len() as u64;
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
        let (found, explored) = refinement::run(&case.refinement, &budget());
        match found.unwrap() {
            refinement::Found::Refines(proof) => row.safe(&proof),
            refinement::Found::Differs(word) => row.failing(&format!("{word:?}")),
        }
        row.explored += explored;
    }
    compare("refinements", &format!("{HEAD}{}", row.line("refinement")));
}
