//! Engines on counter systems.

use crate::{HEAD, Row, budget, compare};
use fastrand::Rng;
use umpteen_engines::backward::Order;
use umpteen_engines::directed::{Directed, Outcome};
use umpteen_engines::forward::Construction;
use umpteen_engines::portfolio::Plan;
use umpteen_engines::{Engine, OracleKind, Statistics};
use umpteen_frontends::Model;
use umpteen_fuzz::compare::short_turns;
use umpteen_fuzz::{diagrams, generate};
use umpteen_model::system::{Passive, System};

/// Engines on counter systems, with a name for each.
fn engines() -> Vec<(String, Engine)> {
    let mut engines = Vec::new();
    for order in [Order::Smallest, Order::Breadth, Order::Depth] {
        for oracle in [OracleKind::ThreadModular, OracleKind::StateInequation, OracleKind::Off] {
            engines.push((format!("backward, {order:?}, {oracle:?}"), Engine::Backward(order, oracle)));
        }
    }
    let (order, oracle) = (Order::Smallest, OracleKind::ThreadModular);
    for construction in [Construction::Minimal, Construction::Beacon] {
        engines.push((format!("forward, {construction:?}"), Engine::Forward(construction, order, oracle)));
    }
    engines.push(("both".to_string(), Engine::Both(order, oracle)));
    engines.push(("pathwise".to_string(), Engine::Pathwise(order)));
    engines.push(("portfolio".to_string(), Engine::Portfolio(order, Plan { jobs: 1, easy: 0 })));
    engines.push(("explore".to_string(), Engine::Explore(3)));
    engines
}

fn systems_table(name: &str, systems: &[System], engines: &[(String, Engine)]) {
    let mut table = HEAD.to_string();
    for (engine_name, engine) in engines {
        let mut row = Row::default();
        for system in systems {
            let (answer, statistics) = umpteen_engines::run(*engine, system, &budget());
            row.count(&answer, &statistics);
        }
        table += &row.line(engine_name);
    }
    let mut row = Row::default();
    for system in systems {
        let mut statistics = Statistics::default();
        match short_turns(system, &mut statistics) {
            Ok(answer) => row.count(&answer, &statistics),
            Err(_) => row.unknown += 1,
        }
    }
    table += &row.line("both, shortest turns");
    let mut row = Row::default();
    for mut search in systems.iter().filter_map(|system| Directed::new(system).ok()) {
        let mut statistics = Statistics::default();
        match search.advance(300, &budget(), &mut statistics).unwrap() {
            Some(Outcome::Run(trace)) => row.failing(&trace),
            Some(Outcome::Exhausted) => row.safe += 1,
            None => row.unknown += 1,
        }
        row.work(&statistics);
    }
    compare(name, &(table + &row.line("directed")));
}

#[test]
fn random_systems() {
    let system = |seed| generate::model(&mut Rng::with_seed(seed)).system().unwrap();
    systems_table("systems", &(0..1000).map(system).collect::<Vec<_>>(), &engines());
}

/// Larger ones, that forward searches take too; without the settings that take minutes.
#[test]
fn random_systems_without_broadcasts() {
    let system = |seed| {
        let mut system = generate::model_of_size(&mut Rng::with_seed(seed), 2 + seed as u32 % 3).system().unwrap();
        system.rules.iter_mut().for_each(|rule| rule.passive = Passive::Stay);
        system
    };
    let mut engines = engines();
    engines.retain(|(name, _)| !name.contains("Depth") && !name.contains("Off"));
    systems_table("larger", &(0..300).map(system).collect::<Vec<_>>(), &engines);
}

/// A few that take long, so that the state inequation is asked on the way.
#[test]
fn random_systems_that_are_hard() {
    let net = |seed| {
        let mut system = generate::model_of_size(&mut Rng::with_seed(seed), 6).system().unwrap();
        system.rules.iter_mut().for_each(|rule| rule.passive = Passive::Stay);
        system
    };
    let mut engines = engines();
    engines.retain(|(name, _)| name.contains("Smallest, T") || name.contains("Minimal") || name.contains("portfolio"));
    systems_table("hard", &(0..120).map(net).collect::<Vec<_>>(), &engines);
}

#[test]
fn random_diagrams() {
    let system = |seed| Model::Threads(diagrams::diagram(&mut Rng::with_seed(seed))).system().unwrap();
    systems_table("diagrams", &(0..1000).map(system).collect::<Vec<_>>(), &engines());
}
