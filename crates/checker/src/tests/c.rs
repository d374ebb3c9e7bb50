//! Each obligation of a proof about a C program, and of a run, is missed by a proof or a run of its own.

use crate::{Rejection, check_c_certificate, check_c_run, check_c_stacks};
use std::sync::Arc;
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::view::{Mains, Tables, view};
use umpteen_model::c::abstraction::{Abstraction, Literal, MOST_PLACES, StepClause, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::facts::{Each, Facts, Pair};
use umpteen_model::c::machine::{Move, Run};
use umpteen_model::c::program::{
    Assertion, Claim, Edge, Frames, Location, Part, Position, Program, Start, Template, Variable,
};
use umpteen_model::evidence::{Certificate, Invariant, Scope};
use umpteen_model::pushdown::PushdownProof;

pub(super) const MAIN: u32 = 0;
const ENDED: u32 = 1;
pub(super) const ENTRY: u32 = 2;
pub(super) const INSIDE: u32 = 3;
pub(super) const FAILED: u32 = 4;
const DONE: u32 = 5;

const X: Place = Place::Global(0);
pub(super) const L: Place = Place::Local(0);
pub(super) const M: Place = Place::Local(1);

fn read(place: Place) -> Expr {
    Expr::Read(place, Type::INT)
}

pub(super) fn is(place: Place, value: i64) -> Expr {
    Expr::binary(Binary::Equal, read(place), Expr::int(value))
}

/// `main` starts workers or joins them all. A worker sets its `l`, which may be anything at first, to `x`, fails if it is 1 then, and
/// ends otherwise. Nobody changes `x`, which is 0. `m` is a variable of `main`.
pub(super) fn program() -> Program {
    let variable = |name: &str, initial, template| Variable {
        name: name.to_string(),
        ty: Type::INT,
        initial,
        template,
        hidden: false,
    };
    let at = |template, edges: Vec<Edge>| Location { template, ends: edges.is_empty(), edges, ..Location::default() };
    let start = Edge { start: Some(Start { template: 1, arguments: Vec::new() }), ..Edge::jump(MAIN) };
    let join = Edge { early: true, ..Edge::jump(ENDED) };
    let copy = Edge { updates: vec![(L, read(X))], ..Edge::jump(INSIDE) };
    let fail = Edge { guard: is(L, 1), ..Edge::jump(FAILED) };
    let pass = Edge { guard: is(L, 1).negated(), ..Edge::jump(DONE) };
    let failed = Location { fails: Some(0), ..at(1, Vec::new()) };
    Program {
        globals: vec![variable("x", Some(0), None)],
        locals: vec![variable("l", None, Some(1)), variable("m", Some(0), Some(0))],
        templates: vec![
            Template { name: "main".to_string(), entry: MAIN },
            Template { name: "worker".to_string(), entry: ENTRY },
        ],
        locations: vec![
            at(0, vec![start, join]),
            at(0, Vec::new()),
            at(1, vec![copy]),
            at(1, vec![fail, pass]),
            failed,
            at(1, Vec::new()),
        ],
        assertions: vec![Assertion { position: Position::default(), text: "l != 1".to_string(), claim: Claim::Holds }],
        ..Program::default()
    }
}

/// With `x` set to 1 by `main`, workers fail.
pub(super) fn failing() -> Program {
    let mut program = program();
    program.globals[0].initial = Some(1);
    program
}

pub(super) fn step(thread: u32, edge: u32) -> Move {
    Move { thread, edge, inputs: Vec::new(), fresh: Vec::new() }
}

fn judged_run(program: &Program, steps: &[Move]) -> Result<(usize, u32), Rejection> {
    let run = Run { fresh: Vec::new(), steps: steps.to_vec() };
    check_c_run(program, &run).map(|(states, assertion)| (states.len(), assertion))
}

#[test]
fn runs_are_executed_to_a_failure() {
    let program = failing();
    let whole = [step(0, 0), step(1, 0), step(1, 0)];
    assert_eq!(judged_run(&program, &whole), Ok((4, 0)));
    let wrong = |reason: &str| Err(Rejection::Wrong(reason.to_string()));
    assert_eq!(judged_run(&program, &whole[..2]), wrong("no assertion fails at the end"));
    assert_eq!(judged_run(&program, &[step(0, 0), step(1, 0), step(1, 1)]), wrong("step 3 is not possible"));
    assert_eq!(judged_run(&program, &[step(0, 0), step(0, 1)]), Err(Rejection::EarlyJoin));
    assert_eq!(judged_run(&program, &[step(0, 2)]), wrong("step 1 is not possible"));
    assert_eq!(judged_run(&program, &[step(2, 0)]), wrong("step 1 is not possible"));
    let fresh = |local| Move { fresh: vec![(local, 0)], ..step(0, 0) };
    let nothing = "a variable does not exist";
    assert_eq!(judged_run(&program, &[fresh(1), step(1, 0), step(1, 0)]), Ok((4, 0)));
    assert_eq!(judged_run(&program, &[fresh(2), step(1, 0), step(1, 0)]), wrong(nothing));
    let first = Run { fresh: vec![(2, 0)], steps: whole.to_vec() };
    assert_eq!(check_c_run(&program, &first).map(|_| ()), wrong(nothing).map(|(_, _): (usize, u32)| ()));
    let mut limited = failing();
    limited.assertions[0].claim = Claim::Limit;
    assert_eq!(judged_run(&limited, &whole), Err(Rejection::Limit(0)));
}

/// A reduction that makes up a failure, or names steps that do not lead to it, gives no accepted run.
#[test]
fn runs_of_reduced_programs_are_executed_as_lowered() {
    let reduced = |lowered: Program, path: &[u32]| {
        let mut program = failing();
        let path = path.iter().map(|&edge| Part { edge, first_input: 0 }).collect();
        program.locations[ENTRY as usize].edges = vec![Edge { guard: is(X, 1), path, ..Edge::jump(FAILED) }];
        program.locations[MAIN as usize].edges[0].path = vec![Part { edge: 0, first_input: 0 }];
        program.lowered = Some(Arc::new(lowered));
        judged_run(&program, &[step(0, 0), step(1, 0)])
    };
    let wrong = |reason: &str| Err(Rejection::Wrong(reason.to_string()));
    assert_eq!(reduced(failing(), &[0, 0]), Ok((3, 0)));
    assert_eq!(reduced(failing(), &[0, 1]), wrong("the program as lowered cannot do a step of the run"));
    assert_eq!(reduced(program(), &[0, 0]), wrong("the program as lowered cannot do a step of the run"));
    assert_eq!(reduced(failing(), &[0]), wrong("no assertion fails at the end"));
    assert_eq!(reduced(failing(), &[0, 2]), wrong("a step is not composed of steps of the program as lowered"));
    let mut two = failing();
    two.assertions.push(two.assertions[0].clone());
    two.locations[FAILED as usize].fails = Some(1);
    assert_eq!(reduced(two, &[0, 0]), wrong("another assertion fails in the program as lowered"));
    let mut waiting = failing();
    waiting.locations[ENTRY as usize].edges[0].early = true;
    assert_eq!(reduced(waiting, &[0, 0]), Err(Rejection::EarlyJoin), "main still runs");
}

fn literal(predicate: u32, after: bool, holds: bool) -> Literal {
    Literal { predicate, thread: 0, after, holds }
}

/// Why a proof with this abstraction is rejected; a proof about nothing follows it, so that one that is right is rejected for
/// having no tables.
fn judged(program: &Program, abstraction: &Abstraction) -> String {
    let certificate = Certificate::Upward { basis: Vec::new(), invariant: Invariant::default() };
    match check_c_certificate(program, abstraction, &Tables::default(), &certificate, &|| true) {
        Err(Rejection::Wrong(reason)) => reason,
        other => format!("{other:?}"),
    }
}

const PROVED: &str = "a step leads to values that the tables do not list";

/// `l == 1` and `x == 0` and `m == 0`.
fn predicates() -> Vec<Expr> {
    vec![is(L, 1), is(X, 0), is(M, 0)]
}

fn with_lemma(lemma: &[Literal]) -> String {
    judged(
        &program(),
        &Abstraction { predicates: predicates(), lemmas: vec![lemma.to_vec()], ..Abstraction::default() },
    )
}

fn with_clause(location: u32, edge: u32, clause: &[Literal], places: &[(u8, u32)]) -> String {
    let step = StepClause { location, edge, clause: clause.to_vec(), places: places.to_vec() };
    let places = vec![vec![INSIDE]];
    judged(&program(), &Abstraction { predicates: predicates(), steps: vec![step], places, ..Abstraction::default() })
}

#[test]
fn lemmas_hold_at_any_moment() {
    let refused = |lemma: &[Literal]| format!("the lemma {lemma:?} does not always hold");
    let either = [literal(0, false, true), literal(0, false, false)];
    assert_eq!(with_lemma(&either), PROVED);
    assert_eq!(with_lemma(&either[..1]), refused(&either[..1]));
    for wrong in [
        Literal { after: true, ..either[0] },
        Literal { thread: 1, ..either[0] },
        Literal { predicate: 3, ..either[0] },
    ] {
        let lemma = [wrong, Literal { holds: false, ..wrong }];
        assert_eq!(with_lemma(&lemma), refused(&lemma));
    }
    // A thread that is not the executing one has no shared variables of its own.
    let shared = [literal(1, false, true), literal(1, false, false)];
    assert_eq!(with_lemma(&shared), PROVED);
    let elsewhere = shared.map(|literal| Literal { thread: 1, ..literal });
    assert_eq!(with_lemma(&elsewhere), refused(&elsewhere));
}

#[test]
fn clauses_hold_for_any_execution() {
    // After `l = x`, `l` is not 1 if `x` was 0.
    let clause = [literal(1, false, false), literal(0, true, false)];
    let refused = |location, edge, clause: &[Literal], places: &[(u8, u32)]| {
        let step = StepClause { location, edge, clause: clause.to_vec(), places: places.to_vec() };
        format!("the clause {step:?} does not always hold")
    };
    assert_eq!(with_clause(ENTRY, 0, &clause, &[]), PROVED);
    for shorter in [&clause[..1], &clause[1..]] {
        assert_eq!(with_clause(ENTRY, 0, shorter, &[]), refused(ENTRY, 0, shorter, &[]));
    }
    let missing = "a clause is about a step that does not exist or starts a thread";
    assert_eq!(with_clause(MAIN, 0, &clause, &[]), missing);
    assert_eq!(with_clause(ENTRY, 1, &clause, &[]), missing);
    assert_eq!(with_clause(DONE + 1, 0, &clause, &[]), missing);
    // Before the step `l` is not live, and at the end it is not either.
    let dead = [literal(0, false, true), literal(0, false, false)];
    assert_eq!(with_clause(ENTRY, 0, &dead, &[]), refused(ENTRY, 0, &dead, &[]));
    assert_eq!(with_clause(INSIDE, 1, &dead, &[]), PROVED);
    let dead = dead.map(|literal| Literal { after: true, ..literal });
    assert_eq!(with_clause(INSIDE, 1, &dead, &[]), refused(INSIDE, 1, &dead, &[]));
    assert_eq!(with_clause(ENTRY, 0, &dead, &[]), PROVED);
    // Other threads: at most four of them, with local predicates only, at places that exist.
    let of = |thread| [true, false].map(|holds| Literal { thread, ..literal(0, false, holds) });
    assert_eq!(with_clause(ENTRY, 0, &of(4), &[]), PROVED);
    assert_eq!(with_clause(ENTRY, 0, &of(5), &[]), refused(ENTRY, 0, &of(5), &[]));
    assert_eq!(with_clause(ENTRY, 0, &clause, &[(1, 0), (4, 0)]), PROVED);
    for place in [(0, 0), (5, 0), (1, 1)] {
        assert_eq!(with_clause(ENTRY, 0, &clause, &[place]), "a clause is about a place that does not exist");
    }
    let shared = [true, false].map(|holds| Literal { thread: 1, ..literal(1, false, holds) });
    assert_eq!(with_clause(ENTRY, 0, &shared, &[]), refused(ENTRY, 0, &shared, &[]));
    let unknown = [true, false].map(|holds| literal(3, false, holds));
    assert_eq!(with_clause(ENTRY, 0, &unknown, &[]), refused(ENTRY, 0, &unknown, &[]));
}

/// Every clause is looked at, those of the same step and those of others.
#[test]
fn no_clause_hides_another() {
    let clause =
        |location, edge, clause: &[Literal]| StepClause { location, edge, clause: clause.to_vec(), places: Vec::new() };
    let good = clause(ENTRY, 0, &[literal(1, false, false), literal(0, true, false)]);
    let wrong = [
        clause(ENTRY, 0, &[literal(0, true, false)]),
        clause(INSIDE, 1, &[literal(0, false, true)]),
        clause(INSIDE, 0, &[literal(0, false, false)]),
        clause(MAIN, 1, &[literal(1, false, false)]),
    ];
    for bad in wrong {
        for steps in [vec![good.clone(), bad.clone()], vec![bad.clone(), good.clone()]] {
            let abstraction = Abstraction { predicates: predicates(), steps, ..Abstraction::default() };
            assert_eq!(judged(&program(), &abstraction), format!("the clause {bad:?} does not always hold"));
        }
    }
    let decided = clause(INSIDE, 0, &[literal(0, false, true)]);
    let steps = vec![good, decided];
    assert_eq!(judged(&program(), &Abstraction { predicates: predicates(), steps, ..Abstraction::default() }), PROVED);
}

/// Clauses may rely on facts, where these are about.
#[test]
fn facts_support_clauses() {
    let facts = |holds: Expr, at| Facts { each: vec![Each { holds, at }], ..Facts::default() };
    let clause = StepClause { location: ENTRY, edge: 0, clause: vec![literal(0, true, false)], places: Vec::new() };
    let with = |facts| {
        let steps = vec![clause.clone()];
        judged(&program(), &Abstraction { predicates: predicates(), steps, facts, ..Abstraction::default() })
    };
    assert_eq!(with(facts(is(X, 0), vec![MAIN, ENTRY])), PROVED);
    assert_eq!(with(facts(is(X, 0), vec![MAIN])), format!("the clause {clause:?} does not always hold"));
    assert_eq!(with(facts(is(X, 1), vec![ENTRY])), "a fact may not hold after a step");
}

#[test]
fn predicates_are_conditions_over_one_thread() {
    let with = |predicate: Expr| {
        let result = judged(&program(), &Abstraction { predicates: vec![predicate], ..Abstraction::default() });
        result.replace(|c: char| !c.is_ascii_lowercase() && c != ' ', "")
    };
    let proved = PROVED.to_string();
    assert_eq!(with(Expr::binary(Binary::Equal, read(X), read(L))), proved);
    let both = Expr::binary(Binary::Equal, read(L), read(M));
    let narrow = Type { width: 8, signed: true };
    let [none, huge, odd] = [0, 65, 40].map(|width| Type { width, signed: true });
    for wrong in [
        both,
        read(L),
        is(Place::Local(2), 0),
        is(Place::Global(1), 0),
        Expr::Input(0, Type::BOOL),
        Expr::Read(X, Type::BOOL),
        Expr::Constant(2, Type::BOOL),
        Expr::Binary(Binary::Equal, Box::new(read(X)), Box::new(Expr::Read(X, narrow))),
        Expr::Binary(Binary::Equal, Box::new(read(X)), Box::new(Expr::Constant(0, narrow))),
        Expr::Binary(Binary::Equal, Box::new(Expr::Constant(0, none)), Box::new(Expr::Constant(0, none))),
        Expr::Binary(Binary::Equal, Box::new(Expr::Constant(0, huge)), Box::new(Expr::Constant(0, huge))),
        Expr::Binary(
            Binary::Equal,
            Box::new(Expr::Cast(huge, Box::new(read(X)))),
            Box::new(Expr::Cast(huge, Box::new(read(X)))),
        ),
        Expr::Conditional(Box::new(read(X)), Box::new(Expr::TRUE), Box::new(Expr::FALSE)),
        Expr::Conditional(Box::new(Expr::TRUE), Box::new(Expr::TRUE), Box::new(read(X))),
    ] {
        let name = format!("{wrong:?}");
        assert!(with(wrong).ends_with(" is not a predicate of the program"), "{name}");
    }
    let wide = Expr::Conditional(Box::new(is(X, 0)), Box::new(is(L, 0)), Box::new(is(L, 1)));
    assert_eq!(with(wide), proved);
    let of_a_bit_field = Expr::Cast(odd, Box::new(read(X)));
    assert_eq!(with(Expr::binary(Binary::Equal, of_a_bit_field, Expr::Constant(1, odd))), proved);
    let cast =
        |ty| Expr::Binary(Binary::Equal, Box::new(Expr::Cast(ty, Box::new(read(X)))), Box::new(Expr::Constant(0, ty)));
    assert_eq!(with(cast(narrow)), proved);
}

#[test]
fn abstractions_fit_the_program() {
    let places = |count| Abstraction { places: vec![vec![INSIDE]; count], ..Abstraction::default() };
    assert_eq!(judged(&program(), &places(MOST_PLACES)), PROVED);
    assert_eq!(judged(&program(), &places(MOST_PLACES + 1)), "there are too many places");
    let many = |count| Abstraction { predicates: (0..count).map(|n| is(X, n)).collect(), ..Abstraction::default() };
    assert_eq!(judged(&program(), &many(65)), "there are too many predicates");
    let mut busy = program();
    busy.locations[MAIN as usize].edges[0].updates.push((X, Expr::int(1)));
    assert_eq!(judged(&busy, &Abstraction::default()), "a step that starts a thread does more than that");
    let mut stacked = program();
    stacked.locations[MAIN as usize].frames = Some(Frames::Landing);
    let reason = "threads have stacks, which a counter system does not";
    assert_eq!(judged(&stacked, &Abstraction::default()), reason);
    let out_of_time = |abstraction: &Abstraction| {
        let certificate = Certificate::Upward { basis: Vec::new(), invariant: Invariant::default() };
        check_c_certificate(&program(), abstraction, &Tables::default(), &certificate, &|| false)
    };
    let lemmas = vec![vec![literal(0, false, true), literal(0, false, false)]];
    let lemma = Abstraction { predicates: predicates(), lemmas, ..Abstraction::default() };
    assert_eq!(out_of_time(&lemma), Err(Rejection::OutOfTime));
}

#[test]
fn proofs_about_stacks_use_no_facts() {
    let proof = PushdownProof { epochs: 1, automata: vec![], envelope: vec![], leading: vec![] };
    let judged =
        |program: &Program, abstraction: &Abstraction| match check_c_stacks(program, abstraction, &proof, &|| true) {
            Err(Rejection::Wrong(reason)) => reason,
            other => format!("{other:?}"),
        };
    let facts = Facts { each: vec![Each { holds: Expr::TRUE, at: vec![MAIN] }], ..Facts::default() };
    let with = Abstraction { facts, ..Abstraction::default() };
    assert_eq!(judged(&program(), &with), "there are facts about threads that have stacks");
    let wrong = Abstraction { predicates: vec![read(X)], ..Abstraction::default() };
    assert!(judged(&program(), &wrong).ends_with("is not a predicate of the program"));
}

/// The values that one thread can have while the others let it; there are no shared variables.
fn tables(boolean: &umpteen_model::boolean::program::Program) -> Tables {
    let (shared, mut pending) = boolean.starts();
    let mut locals = Vec::new();
    while let Some(local) = pending.pop() {
        if !locals.contains(&local) {
            locals.push(local);
            let actions = boolean.actions(shared[0], local);
            pending.extend(actions.into_iter().flat_map(|action| [Some(action.local), action.created]).flatten());
        }
    }
    let pairs = vec![(0, (0..locals.len() as u32).collect())];
    Tables { shared, locals, pairs, reduction: None }
}

/// Which numbers of threads a proof is about.
#[test]
fn proofs_tell_their_scope() {
    let mut program = program();
    program.locations[INSIDE as usize].edges.remove(0);
    let abstraction = Abstraction::default();
    let judged = |program: &Program, bound: Option<u32>| {
        let tracking = Tracking::new(program, &[]).unwrap();
        let boolean = boolean_program(program, &abstraction, &tracking);
        let tables = tables(&boolean);
        let certificate = match bound {
            None => {
                let invariant = Invariant { pairs: Some(tables.pairs.clone()), weights: Vec::new() };
                Certificate::Upward { basis: Vec::new(), invariant }
            }
            Some(threads) => {
                let system =
                    view(&boolean, &Property::Location(vec![FAILED]), Mains::One, &tables, &|| true).unwrap().system;
                let states = super::systems::reachable(&system, threads.into()).into_iter().collect();
                Certificate::Bounded { threads, states }
            }
        };
        check_c_certificate(program, &abstraction, &tables, &certificate, &|| true)
    };
    assert_eq!(judged(&program, None), Ok(Scope::AnyNumber));
    assert_eq!(judged(&program, Some(2)), Ok(Scope::AtMost(2)));
    program.locations[MAIN as usize].edges[0].to = ENDED;
    assert_eq!(judged(&program, None), Ok(Scope::AsCreated));
    // Without predicates nothing is known about `l`.
    let failing = self::program();
    assert!(matches!(judged(&failing, None), Err(Rejection::Wrong(_))));
}

/// The check asks for time left before each lemma and each clause.
#[test]
fn patience_is_asked_for_every_question() {
    let lemma = vec![literal(0, false, true), literal(0, false, false)];
    let clause = vec![literal(1, false, false), literal(0, true, false)];
    let step = StepClause { location: ENTRY, edge: 0, clause, places: Vec::new() };
    let asked = |lemmas: usize, steps: usize| {
        let count = std::cell::Cell::new(0);
        let abstraction = Abstraction {
            predicates: predicates(),
            lemmas: vec![lemma.clone(); lemmas],
            steps: vec![step.clone(); steps],
            ..Abstraction::default()
        };
        let certificate = Certificate::Upward { basis: Vec::new(), invariant: Invariant::default() };
        let go_on = || {
            count.set(count.get() + 1);
            true
        };
        let result = check_c_certificate(&program(), &abstraction, &Tables::default(), &certificate, &go_on);
        assert_eq!(result, Err(Rejection::Wrong(PROVED.to_string())));
        count.get()
    };
    let nothing = asked(0, 0);
    assert_eq!([asked(3, 0), asked(0, 3)], [nothing + 3, nothing + 3]);
}

/// One literal that is not allowed is not hidden by others that are.
#[test]
fn every_literal_is_looked_at() {
    let either = [literal(0, false, true), literal(0, false, false)];
    let later = [either[0], either[1], Literal { after: true, ..either[0] }];
    assert_eq!(with_lemma(&later), format!("the lemma {later:?} does not always hold"));
    let dead = [literal(1, false, false), literal(0, true, false), literal(0, false, true)];
    assert!(with_clause(ENTRY, 0, &dead, &[]).ends_with("does not always hold"));
    // The second Boolean of a thread is tracked where the variable is live.
    let clause = vec![literal(1, false, true), literal(1, false, false)];
    let steps = vec![StepClause { location: INSIDE, edge: 0, clause, places: Vec::new() }];
    let predicates = vec![is(M, 0), is(L, 1)];
    assert_eq!(judged(&program(), &Abstraction { predicates, steps, ..Abstraction::default() }), PROVED);
}

#[test]
fn predicates_may_be_about_two_variables_of_a_thread() {
    let mut program = program();
    program.locals.push(program.locals[0].clone());
    let both = Expr::binary(Binary::Equal, read(L), read(Place::Local(2)));
    let abstraction = Abstraction { predicates: vec![both], ..Abstraction::default() };
    assert_eq!(judged(&program, &abstraction), PROVED);
}

/// The variables of the second thread are numbered after those of the first, and have their types.
#[test]
fn facts_about_two_threads_are_typed() {
    let narrow = Type { width: 8, signed: true };
    let mut program = program();
    program.locals[1].ty = narrow;
    let with = |place: u32, ty: Type| {
        let value = Expr::Read(Place::Local(place), ty);
        let holds = Expr::Binary(Binary::Equal, Box::new(value.clone()), Box::new(value));
        let facts = Facts { pairs: vec![Pair { holds, at: vec![(ENTRY, ENTRY)] }], ..Facts::default() };
        judged(&program, &Abstraction { facts, ..Abstraction::default() })
    };
    let refused = "a fact is not about this program";
    let places = [(0, Type::INT), (1, narrow), (2, Type::INT), (3, narrow)];
    assert_eq!(places.map(|(place, ty)| with(place, ty)), [PROVED; 4]);
    assert_eq!([with(2, narrow), with(3, Type::INT), with(4, Type::INT)], [refused; 3]);
}

#[test]
fn early_joins_are_looked_for_where_the_thread_is() {
    let mut program = failing();
    program.locations[INSIDE as usize].edges[0].early = true;
    assert_eq!(judged_run(&program, &[step(0, 0), step(1, 0), step(1, 0)]), Err(Rejection::EarlyJoin));
}
