//! Tables that hide something of a Boolean program, or say it twice, are refused.

use crate::{Rejection, check_program_certificate, check_program_trace};
use umpteen_model::boolean::expression::{Expr, Slot};
use umpteen_model::boolean::program::{Edge, Instruction, Location, Program, Property, Update, Variable};
use umpteen_model::boolean::reduction::Reduction;
use umpteen_model::boolean::step::{LocalValues, SharedValues};
use umpteen_model::boolean::view::{Mains, Tables, view};
use umpteen_model::configuration::{Configuration, OMEGA};
use umpteen_model::evidence::{Certificate, Ignored, Invariant, Repeat, Step, Trace};
use umpteen_model::state::{State, counts};
use umpteen_model::system::Rule;

/// Any number of threads set `g` and are at location 1 then; nobody gets to location 2.
fn program() -> Program {
    let update = Update { globals: vec![(0, Some(Expr::Constant(true)))], ..Update::default() };
    let set = Edge { instruction: Instruction::Update(update), to: 1 };
    Program {
        globals: vec![Variable { name: "g".to_string(), initial: Some(false) }],
        locations: vec![Location { edges: vec![set], ..Location::default() }, Location::default(), Location::default()],
        ..Program::default()
    }
}

fn tables() -> Tables {
    let local = |location| LocalValues { location, inside: false, values: 0 };
    Tables {
        shared: [0, 1].map(|values| SharedValues { atomic: false, values }).to_vec(),
        locals: [0, 1].map(local).to_vec(),
        pairs: vec![(0, vec![0]), (1, vec![0, 1])],
        reduction: None,
    }
}

fn judged(tables: &Tables, certificate: &Certificate) -> String {
    let property = Property::Location(vec![2]);
    match check_program_certificate(&program(), &property, Mains::Any, tables, certificate, &|| true) {
        Ok(_) => "accepted".to_string(),
        Err(Rejection::Wrong(reason)) => reason,
        Err(other) => format!("{other:?}"),
    }
}

fn upward(pairs: Option<Vec<(u32, Vec<u32>)>>) -> Certificate {
    Certificate::Upward { basis: Vec::new(), invariant: Invariant { pairs, weights: Vec::new() } }
}

fn changed(change: impl FnOnce(&mut Tables)) -> String {
    let mut tables = tables();
    change(&mut tables);
    judged(&tables, &upward(Some(tables.pairs.clone())))
}

#[test]
fn tables_are_well_formed() {
    assert_eq!(changed(|_| {}), "accepted");
    let wrong = "the tables are not well formed";
    assert_eq!(changed(|tables| tables.pairs.reverse()), wrong);
    assert_eq!(changed(|tables| tables.pairs.push((1, vec![0]))), wrong);
    assert_eq!(changed(|tables| tables.pairs[1].1.reverse()), wrong);
    assert_eq!(changed(|tables| tables.pairs[1].1.push(1)), wrong);
    assert_eq!(changed(|tables| tables.pairs[1].1.push(2)), wrong);
    assert_eq!(changed(|tables| tables.pairs.push((2, vec![]))), wrong);
    let twice = "the tables list something twice";
    assert_eq!(changed(|tables| tables.shared.push(tables.shared[0])), twice);
    assert_eq!(changed(|tables| tables.locals.push(tables.locals[0])), twice);
    assert_eq!(changed(|tables| tables.shared.push(tables.shared[1])), twice);
    assert_eq!(changed(|tables| tables.locals.push(tables.locals[1])), twice);
}

/// What is dropped has any value wherever it is read, and is not there again before it is assigned.
#[test]
fn a_proof_may_do_without_variables() {
    let read = Expr::Read(Slot::Local(0), false);
    let test = |to, wanted: bool| {
        let constraint = if wanted { read.clone() } else { Expr::Not(Box::new(read.clone())) };
        let update = Update { constraints: vec![constraint], ..Update::default() };
        Edge { instruction: Instruction::Update(update), to }
    };
    let variable = |name: &str, initial| Variable { name: name.to_string(), initial };
    let location = |edges| Location { edges, root: Some(0), ..Location::default() };
    // The first test takes the thread to location 1, the second one never passes.
    let program = Program {
        globals: (0..40).map(|number| variable(&format!("g{number}"), None)).collect(),
        locals: vec![variable("l", Some(true))],
        locations: vec![location(vec![test(1, true)]), location(vec![test(2, false)]), location(Vec::new())],
        ..Program::default()
    };
    let judged = |locals: [u64; 3], listed: &[u32], property: Vec<u32>| {
        let local = |&at: &u32| LocalValues { location: at, inside: false, values: 1 & !locals[at as usize] };
        let all: Vec<u32> = (0..listed.len() as u32).collect();
        let tables = Tables {
            shared: vec![SharedValues { atomic: false, values: 0 }],
            locals: listed.iter().map(local).collect(),
            pairs: vec![(0, all)],
            reduction: Some(Reduction { shared: (1 << 40) - 1, locals: locals.to_vec() }),
        };
        let certificate = upward(Some(tables.pairs.clone()));
        let property = Property::Location(property);
        match check_program_certificate(&program, &property, Mains::Any, &tables, &certificate, &|| true) {
            Ok(_) => "accepted".to_string(),
            Err(Rejection::Wrong(reason)) => reason,
            Err(other) => format!("{other:?}"),
        }
    };
    assert_eq!(judged([0, 0, 0], &[0, 1], vec![2]), "accepted");
    assert_eq!(judged([0, 0, 1], &[0, 1], vec![2]), "accepted", "nobody gets there");
    let leads_out = "a step leads to values that the tables do not list";
    assert_eq!(judged([1, 1, 1], &[0, 1], vec![2]), leads_out, "without its value both tests pass");
    assert_eq!(judged([0, 1, 1], &[0, 1], vec![2]), leads_out);
    assert_eq!(judged([1, 1, 1], &[0, 1, 2], vec![3]), "accepted");
    let back = "a variable that was dropped comes back without being assigned";
    assert_eq!(judged([1, 0, 0], &[0, 1], vec![2]), back);
    assert_eq!(judged([0, 1, 0], &[0, 1, 2], vec![3]), back);
}

/// A run without some variables may not be one of the program.
#[test]
fn a_run_needs_all_variables() {
    let reduction = Some(Reduction { shared: 0, locals: vec![0; 3] });
    let tables = Tables { reduction, ..tables() };
    let trace = Trace { initial: State::new(0, [(0, 1)]).unwrap(), steps: Vec::new(), repeats: Vec::new() };
    let judged = |tables: &Tables| {
        check_program_trace(&program(), &Property::Location(vec![0]), Mains::Any, tables, &trace, &|| true).is_ok()
    };
    assert!(!judged(&tables));
    assert!(judged(&Tables { reduction: None, ..tables }));
}

#[test]
fn tables_are_complete() {
    let leads_out = "a step leads to values that the tables do not list";
    assert_eq!(changed(|tables| tables.locals[1].location = 2), leads_out);
    assert_eq!(changed(|tables| tables.shared[1].values = 2), leads_out);
    assert_eq!(changed(|tables| tables.locals[0].location = 2), leads_out, "the start");
    assert_eq!(changed(|tables| tables.pairs[0].1.clear()), "an initial pair is missing");
    let others = "the invariant allows other pairs than the tables list";
    assert_eq!(judged(&tables(), &upward(None)), others);
    assert_eq!(judged(&tables(), &upward(Some(vec![(0, vec![0, 1]), (1, vec![0, 1])]))), others);
}

#[test]
fn configurations_and_states_have_listed_pairs() {
    let configuration = |shared, locals: &[u32]| {
        Configuration::new(shared, counts(locals.iter().map(|local| (*local, OMEGA))).unwrap())
    };
    let downward = |configurations: &[Configuration], ignored| Certificate::Downward {
        configurations: configurations.to_vec(),
        ignored,
    };
    let right = [configuration(0, &[0]), configuration(1, &[0, 1])];
    assert_eq!(judged(&tables(), &downward(&right, Ignored::default())), "accepted");
    let ignored = Ignored { locals: vec![1], shared: Vec::new() };
    let reason = "pairs that are ignored may have steps that the tables do not list";
    assert_eq!(judged(&tables(), &downward(&right, ignored)), reason);
    let wide = [configuration(0, &[0, 1]), configuration(1, &[0, 1])];
    let reason = "a configuration has a pair that the tables do not list";
    assert_eq!(judged(&tables(), &downward(&wide, Ignored::default())), reason);

    let state = |shared, locals: &[(u32, u32)]| State::new(shared, locals.iter().copied()).unwrap();
    let bounded = |states: Vec<State>| Certificate::Bounded { threads: 1, states };
    let right = vec![state(0, &[]), state(0, &[(0, 1)]), state(1, &[(1, 1)])];
    assert_eq!(judged(&tables(), &bounded(right.clone())), "accepted");
    let mut wide = right;
    wide.push(state(0, &[(1, 1)]));
    assert_eq!(judged(&tables(), &bounded(wide)), "a state has a pair that the tables do not list");
}

#[test]
fn tables_are_not_worked_through_when_time_is_up() {
    let trace = Trace { initial: State::new(0, [(0, 1)]).unwrap(), steps: Vec::new(), repeats: Vec::new() };
    let property = Property::Location(vec![0]);
    let judged = |go_on: &dyn Fn() -> bool| {
        check_program_trace(&program(), &property, Mains::Any, &tables(), &trace, go_on).map(|_| ())
    };
    assert_eq!(judged(&|| true), Ok(()));
    assert_eq!(judged(&|| false), Err(Rejection::OutOfTime));
}

#[test]
fn traces_have_listed_pairs() {
    let judged = |change: &dyn Fn(&mut Tables), repeats: &[Repeat]| {
        let mut tables = tables();
        change(&mut tables);
        let step = |rule| Step { rule, moved: Vec::new() };
        let trace = Trace {
            initial: State::new(0, [(0, 3)]).unwrap(),
            steps: vec![step(0), step(1)],
            repeats: repeats.to_vec(),
        };
        let property = Property::Location(vec![1]);
        check_program_trace(&program(), &property, Mains::Any, &tables, &trace, &|| true)
            .map(|(_, replay)| replay.threads)
    };
    assert_eq!(judged(&|_| {}, &[]), Ok(3));
    assert_eq!(judged(&|_| {}, &[Repeat { first: 1, steps: 1, times: 2 }]), Ok(3));
    let hidden = Err(Rejection::Wrong("a state has a pair that the tables do not list".to_string()));
    assert_eq!(judged(&|tables| tables.pairs[1].1.truncate(1), &[]), hidden);
}

/// In a round that is not executed a thread may be where no thread of the first round is at that moment.
#[test]
fn repeated_parts_have_listed_pairs() {
    let assign = |value, to| {
        let update = Update { globals: vec![(0, Some(Expr::Constant(value)))], ..Update::default() };
        Edge { instruction: Instruction::Update(update), to }
    };
    let mut program = program();
    program.locations[0].edges = vec![assign(true, 1)];
    program.locations[1].edges = vec![assign(false, 2)];
    let local = |location| LocalValues { location, inside: false, values: 0 };
    let judged = |lists: [&[u32]; 2]| {
        let tables = Tables {
            locals: [0, 1, 2].map(local).to_vec(),
            pairs: (0..).zip(lists.map(<[u32]>::to_vec)).collect(),
            ..tables()
        };
        let property = Property::Location(vec![2]);
        let view = view(&program, &property, Mains::Any, &tables, &|| true).unwrap();
        let rule = |from, local| {
            let fits = |rule: &Rule| rule.from == from && rule.take.as_slice() == [(local, 1)];
            let rule = view.system.rules.iter().position(fits).unwrap() as u32;
            Step { rule, moved: Vec::new() }
        };
        let trace = Trace {
            initial: State::new(0, [(0, 3)]).unwrap(),
            steps: vec![rule(0, 0), rule(1, 1)],
            repeats: vec![Repeat { first: 0, steps: 2, times: 3 }],
        };
        check_program_trace(&program, &property, Mains::Any, &tables, &trace, &|| true).map(|(_, replay)| replay.last)
    };
    assert_eq!(judged([&[0, 1, 2], &[0, 1, 2]]), Ok(State::new(0, [(2, 3)]).unwrap()));
    let hidden = Err(Rejection::Wrong("a state has a pair that the tables do not list".to_string()));
    assert_eq!(judged([&[0, 1, 2], &[0, 1]]), hidden);
    assert_eq!(judged([&[0, 2], &[0, 1, 2]]), hidden);
}
