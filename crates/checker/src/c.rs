//! Evidence about C programs: runs are executed by the interpreter, proofs are re-proved from the program.
//!
//! A proof names facts, predicates, lemmas, clauses about steps, and a certificate about the Boolean program that they
//! define. The Boolean program is built anew by the definition in `model`, which over-approximates the C program for any
//! predicates if every lemma and clause is valid. So this is left to show, by batsat: the facts are inductive, each lemma
//! holds at any moment, each clause holds for any execution of its step by any threads given the facts; and then the
//! certificate, as for any program. The steps of the program may be composed of those of the program as lowered: that it fails
//! whenever that one does is shown first (`reduction`).

use crate::Rejection;
use crate::facts::check_facts;
use crate::program::check_program_certificate;
use crate::pushdown::check_pushdown_proof;
use crate::reduction::check_reduction;
use std::collections::{BTreeMap, BTreeSet};
use umpteen_logic::sat::Batsat;
use umpteen_logic::step::StepSolver;
use umpteen_model::boolean::expression::MOST_INDICES;
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::{Refused, unfold};
use umpteen_model::boolean::view::{Mains, Tables};
use umpteen_model::c::abstraction::{Abstraction, Clause, Kept, MOST_PLACES, StepClause, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::expression::{Expr, Place, Type};
use umpteen_model::c::frames;
use umpteen_model::c::machine::{Move, Run, State};
use umpteen_model::c::program::{Claim, Program};
use umpteen_model::evidence::{Certificate, Scope};
use umpteen_model::pushdown::PushdownProof;

/// Accepts a run only if the program can do it and an assertion fails at its end; tells the states and the assertion.
/// The run of a reduced program is accepted only if the program as lowered can do it, step by step, with that assertion
/// failing: so no reduction is trusted here. The states of the reduced program are for telling the run.
pub fn check_c_run(program: &Program, run: &Run) -> Result<(Vec<State>, u32), Rejection> {
    let (states, assertion) = execute(program, run)?;
    if let Some(lowered) = &program.lowered {
        let (_, failed) = execute(lowered, &expand(program, lowered, run, &states)?)?;
        if failed != assertion {
            return Rejection::wrong("another assertion fails in the program as lowered");
        }
    }
    Ok((states, assertion))
}

/// The steps of the program as lowered that a run of the reduced program, with these states, consists of.
fn expand(reduced: &Program, lowered: &Program, run: &Run, states: &[State]) -> Result<Run, Rejection> {
    let nowhere = || Rejection::wrong("a step is not composed of steps of the program as lowered");
    let mut state = lowered.start(&run.fresh);
    let mut steps = Vec::new();
    for (composed, before) in run.steps.iter().zip(states) {
        let at = before.threads[composed.thread as usize].location;
        for part in &reduced.locations[at as usize].edges[composed.edge as usize].path {
            let Some(thread) = state.threads.get(composed.thread as usize) else { return nowhere() };
            let location = &lowered.locations[thread.location as usize];
            let Some(edge) = location.edges.get(part.edge as usize) else { return nowhere() };
            let inputs = composed.inputs.iter().skip(part.first_input as usize).take(edge.inputs() as usize);
            let fresh = if edge.start.is_some() { composed.fresh.clone() } else { Vec::new() };
            let inputs = inputs.copied().collect();
            let step = Move { thread: composed.thread, edge: part.edge, inputs, fresh };
            match lowered.step(&state, &step) {
                Some(after) => state = after,
                None if edge.early => return Err(Rejection::EarlyJoin),
                None => return Rejection::wrong("the program as lowered cannot do a step of the run"),
            }
            steps.push(step);
        }
    }
    Ok(Run { fresh: run.fresh.clone(), steps })
}

/// Executes a run of one program; an assertion must fail at its end.
fn execute(program: &Program, run: &Run) -> Result<(Vec<State>, u32), Rejection> {
    let in_range = |fresh: &[(u32, u64)]| fresh.iter().all(|(local, _)| (*local as usize) < program.locals.len());
    if !in_range(&run.fresh) || !run.steps.iter().all(|step| in_range(&step.fresh)) {
        return Rejection::wrong("a variable does not exist");
    }
    match program.execute(run) {
        Err(step) if is_early_join(program, run, step) => Err(Rejection::EarlyJoin),
        Err(step) => Rejection::wrong(format!("step {} is not possible", step + 1)),
        Ok(states) => match program.failure(&states[states.len() - 1]) {
            Some(limit) if program.assertions[limit as usize].claim == Claim::Limit => Err(Rejection::Limit(limit)),
            Some(assertion) => Ok((states, assertion)),
            None => Rejection::wrong("no assertion fails at the end"),
        },
    }
}

/// Whether a step that is not possible is a join that would return while other threads still run.
fn is_early_join(program: &Program, run: &Run, step: usize) -> bool {
    let before = Run { fresh: run.fresh.clone(), steps: run.steps[..step].to_vec() };
    let states = program.execute(&before).unwrap_or_default();
    let thread = states.last().and_then(|state| state.threads.get(run.steps[step].thread as usize));
    let location = thread.map(|thread| &program.locations[thread.location as usize]);
    location.and_then(|location| location.edges.get(run.steps[step].edge as usize)).is_some_and(|edge| edge.early)
}

/// Accepts a proof only if it shows that no assertion of the program can fail, and tells for which numbers of threads.
/// `go_on` is asked now and then.
pub fn check_c_certificate(
    program: &Program,
    abstraction: &Abstraction,
    tables: &Tables,
    certificate: &Certificate,
    go_on: &dyn Fn() -> bool,
) -> Result<Scope, Rejection> {
    if program.has_frames() {
        return Rejection::wrong("threads have stacks, which a counter system does not");
    }
    check_reduction(program, go_on)?;
    let tracking = check_abstraction(program, abstraction, go_on)?;
    let boolean = boolean_program(program, abstraction, &tracking);
    let property = Property::Location(program.failures());
    check_program_certificate(&boolean, &property, Mains::One, tables, certificate, go_on)?;
    Ok(match certificate {
        Certificate::Bounded { threads, .. } => Scope::AtMost(*threads),
        _ if program.starts_any_number() => Scope::AnyNumber,
        _ => Scope::AsCreated,
    })
}

/// The same for a program whose threads have stacks: the proof is about the pushdown system of the Boolean program. Facts are
/// not proved for such programs, so there are none.
pub fn check_c_stacks(
    program: &Program,
    abstraction: &Abstraction,
    proof: &PushdownProof,
    go_on: &dyn Fn() -> bool,
) -> Result<Scope, Rejection> {
    if !abstraction.facts.is_empty() {
        return Rejection::wrong("there are facts about threads that have stacks");
    }
    check_reduction(program, go_on)?;
    let tracking = check_abstraction(program, abstraction, go_on)?;
    let boolean = boolean_program(program, abstraction, &tracking);
    let Some(calls) = frames::calls(program, &tracking, &abstraction.predicates) else {
        return Rejection::wrong(
            "the program has too many threads, or uses results elsewhere than where they are returned",
        );
    };
    match unfold(&boolean, &calls, &Property::Location(program.failures()), go_on) {
        Err(Refused::OutOfTime) => Err(Rejection::OutOfTime),
        Err(Refused::TooLarge) => Rejection::wrong("the abstraction has too many values"),
        Ok(unfolded) => check_pushdown_proof(&unfolded.system, proof, go_on).map(|()| Scope::AsCreated),
    }
}

/// Accepts an abstraction only if every lemma and every clause holds, so that its Boolean program does all that the
/// program does.
fn check_abstraction(
    program: &Program,
    abstraction: &Abstraction,
    go_on: &dyn Fn() -> bool,
) -> Result<Tracking, Rejection> {
    if !program.has_bare_starts() {
        return Rejection::wrong("a step that starts a thread does more than that");
    }
    let predicates = &abstraction.predicates;
    if let Some(wrong) = predicates.iter().find(|predicate| !is_predicate(program, predicate)) {
        return Rejection::wrong(format!("{wrong:?} is not a predicate of the program"));
    }
    if abstraction.places.len() > MOST_PLACES {
        return Rejection::wrong("there are too many places");
    }
    let facts = check_facts(program, &abstraction.facts, go_on)?;
    let Some(tracking) = Tracking::new(program, predicates) else {
        return Rejection::wrong("there are too many predicates");
    };
    let mut moment = StepSolver::<Batsat>::new(None);
    for lemma in &abstraction.lemmas {
        ask(go_on)?;
        let plain = lemma.iter().all(|literal| literal.thread == 0 && !literal.after);
        if !plain || !is_about(&tracking, lemma, None) || !moment.is_valid(predicates, lemma, &[]) {
            return Rejection::wrong(format!("the lemma {lemma:?} does not always hold"));
        }
    }
    let mut steps: BTreeMap<(u32, u32), Vec<&StepClause>> = BTreeMap::new();
    for step in &abstraction.steps {
        steps.entry((step.location, step.edge)).or_default().push(step);
    }
    for ((location, number), group) in steps {
        let edge = program.locations.get(location as usize).and_then(|location| location.edges.get(number as usize));
        let Some(edge) = edge.filter(|edge| edge.start.is_none()) else {
            return Rejection::wrong("a clause is about a step that does not exist or starts a thread");
        };
        let mut solver = StepSolver::<Batsat>::new(Some(edge));
        solver.assume(program, &facts, location, Some(edge.to));
        for step in group {
            ask(go_on)?;
            let tracked = [tracking.tracked[location as usize], tracking.tracked[edge.to as usize]];
            let Some(places) = places(abstraction, &step.places) else {
                return Rejection::wrong("a clause is about a place that does not exist");
            };
            if !is_about(&tracking, &step.clause, Some(tracked)) || !solver.is_valid(predicates, &step.clause, &places)
            {
                return Rejection::wrong(format!("the clause {step:?} does not always hold"));
            }
        }
    }
    Ok(tracking)
}

/// The locations of the places, each with the thread that is there; threads other than the executing one only.
fn places<'a>(abstraction: &'a Abstraction, places: &[(u8, u32)]) -> Option<Vec<(u8, &'a [u32])>> {
    let place = |&(thread, number): &(u8, u32)| {
        let locations = abstraction.places.get(number as usize)?;
        (1..=MOST_INDICES).contains(&usize::from(thread)).then_some((thread, &locations[..]))
    };
    places.iter().map(place).collect()
}

pub(crate) fn ask(go_on: &dyn Fn() -> bool) -> Result<(), Rejection> {
    if go_on() { Ok(()) } else { Err(Rejection::OutOfTime) }
}

/// Whether the expression is a well-typed condition over the shared variables and those of one template, without inputs.
fn is_predicate(program: &Program, expr: &Expr) -> bool {
    if !is_well_formed(program, expr, 1) || expr.ty() != Type::BOOL {
        return false;
    }
    let owners: BTreeSet<u32> =
        expr.places().into_iter().filter_map(|place| program.variable(place).template).collect();
    owners.len() <= 1
}

/// Whether the expression is well-typed over the shared variables and those of so many threads, without inputs; the
/// variables of a second thread are numbered after those of the first.
pub(crate) fn is_well_formed(program: &Program, expr: &Expr, threads: usize) -> bool {
    let locals = program.locals.len();
    let ty_of = |place| match place {
        Place::Global(number) => program.globals.get(number as usize).map(|variable| variable.ty),
        Place::Local(number) if (number as usize) < threads * locals => {
            Some(program.locals[number as usize % locals].ty)
        }
        Place::Local(_) => None,
    };
    let mut well_formed = true;
    // Wide bit-fields have types of their own widths.
    let sound = |ty: Type| (1..=64).contains(&ty.width);
    expr.visit(&mut |part| {
        well_formed &= match part {
            Expr::Constant(bits, ty) => sound(*ty) && bits & !ty.mask() == 0,
            Expr::Read(place, ty) => ty_of(*place) == Some(*ty),
            Expr::Input(..) => false,
            Expr::Cast(ty, _) => sound(*ty),
            Expr::Unary(..) => true,
            Expr::Binary(_, left, right) => left.ty() == right.ty(),
            Expr::Conditional(test, yes, no) => test.ty() == Type::BOOL && yes.ty() == no.ty(),
        };
    });
    well_formed
}

/// Whether a clause speaks of existing predicates, of at most as many threads as allowed, and of the executing thread's
/// only where they are tracked: before the step and after it. Elsewhere their Booleans mean nothing.
fn is_about(tracking: &Tracking, clause: &Clause, tracked: Option<[u64; 2]>) -> bool {
    clause.iter().all(|literal| match tracking.slots.get(literal.predicate as usize) {
        None => false,
        Some(Kept::Shared(_)) => literal.thread == 0,
        Some(Kept::Local(slot)) => match (literal.thread, tracked) {
            (0, Some(tracked)) => tracked[usize::from(literal.after)] >> slot & 1 == 1,
            (thread, _) => usize::from(thread) <= MOST_INDICES,
        },
    })
}
