//! Facts about all threads are proved anew, by induction over the steps of the program and by batsat.
//!
//! At the start there is `main` alone. A step moves one thread, may write shared variables, may start a thread. So after
//! it there is to show, given all facts before it: those about the thread that moved, about the one that was started,
//! about any other thread, and about every two of these of which one moved or was started. Two threads that neither moved
//! nor were started keep their variables, and facts about two threads mention no others.

use crate::Rejection;
use crate::c::{ask, is_well_formed};
use std::rc::Rc;
use umpteen_logic::circuit::Bit;
use umpteen_logic::sat::Batsat;
use umpteen_logic::step::{CREATED, StepSolver};
use umpteen_logic::words;
use umpteen_model::c::expression::{Expr, Place, Type};
use umpteen_model::c::facts::{Count, Facts, Known};
use umpteen_model::c::program::{Edge, Program};

/// Narrower counters could wrap with fewer threads than counts rely on.
const NARROWEST: u8 = 32;

/// Accepts facts only if they are inductive.
pub fn check_facts(program: &Program, facts: &Facts, go_on: &dyn Fn() -> bool) -> Result<Rc<Known>, Rejection> {
    if !are_well_formed(program, facts) {
        return Rejection::wrong("a fact is not about this program");
    }
    let known = Rc::new(Known::new(program, facts.clone()));
    let mut start = Proof { program, known: &known, step: StepSolver::at_start(program) };
    let entry = program.templates[0].entry;
    let mut goals = start.of_each(entry, 0, false);
    for count in &facts.counts {
        let number = start.step.value(&count.number, [0, 0], start.locals(), false);
        goals.push(start.step.is_number(&number, u64::from(count.at.contains(&entry))));
    }
    start.show(&[], &goals, "at the start")?;
    for (from, location) in (0u32..).zip(&program.locations) {
        for edge in &location.edges {
            ask(go_on)?;
            check_step(program, &known, from, edge)?;
        }
    }
    Ok(known)
}

fn are_well_formed(program: &Program, facts: &Facts) -> bool {
    let exists = |at: u32| (at as usize) < program.locations.len();
    let shared = |expr: &Expr| expr.places().iter().any(|place| matches!(place, Place::Global(_)));
    let is_number = |expr: &Expr| is_well_formed(program, expr, 0) && expr.ty().width >= NARROWEST;
    facts.each.iter().all(|fact| {
        is_well_formed(program, &fact.holds, 1) && fact.holds.ty() == Type::BOOL && fact.at.iter().all(|at| exists(*at))
    }) && facts.pairs.iter().all(|fact| {
        let of_two = is_well_formed(program, &fact.holds, 2) && fact.holds.ty() == Type::BOOL && !shared(&fact.holds);
        of_two && fact.at.iter().all(|(first, second)| exists(*first) && exists(*second))
    }) && facts.counts.iter().all(|fact| {
        // Threads that have ended do not count among those that exist.
        let lives = |at: &u32| exists(*at) && !program.locations[*at as usize].ends;
        is_number(&fact.number) && fact.at.iter().all(lives)
    })
}

/// One step keeps all facts.
fn check_step(program: &Program, known: &Rc<Known>, from: u32, edge: &Edge) -> Result<(), Rejection> {
    let mut proof = Proof { program, known, step: StepSolver::new(Some(edge)) };
    proof.step.assume(program, known, from, None);
    let created = edge.start.as_ref().map(|start| {
        proof.step.create(program, CREATED, start);
        program.templates[start.template as usize].entry
    });
    let mut goals = proof.of_each(edge.to, 0, true);
    if let Some(entry) = created {
        goals.extend(proof.of_each(entry, CREATED, true));
        goals.extend(proof.of_two((edge.to, 0), (entry, CREATED)));
    }
    for count in &known.facts.counts {
        goals.push(proof.keeps(count, from, edge.to, created));
    }
    proof.show(&[], &goals, "after a step")?;
    for other in (0u32..).zip(&program.locations).filter(|(_, at)| !at.inside).map(|(other, _)| other) {
        let mut goals = proof.of_each(other, 1, true);
        goals.extend(proof.of_two((edge.to, 0), (other, 1)));
        if let Some(entry) = created {
            goals.extend(proof.of_two((entry, CREATED), (other, 1)));
        }
        if goals.is_empty() {
            continue;
        }
        let here = proof.step.place(1, &[other]);
        proof.show(&[here], &goals, "for another thread after a step")?;
    }
    Ok(())
}

struct Proof<'a> {
    program: &'a Program,
    known: &'a Rc<Known>,
    step: StepSolver<Batsat>,
}

impl Proof<'_> {
    fn locals(&self) -> u32 {
        self.program.locals.len() as u32
    }

    fn of_each(&mut self, at: u32, thread: u8, after: bool) -> Vec<Bit> {
        let (known, locals) = (Rc::clone(self.known), self.locals());
        known.of_each(at).map(|fact| self.step.holds(fact, [thread, thread], locals, after)).collect()
    }

    /// What is to hold of two threads after the step, in both orders.
    fn of_two(&mut self, one: (u32, u8), other: (u32, u8)) -> Vec<Bit> {
        let (known, locals) = (Rc::clone(self.known), self.locals());
        let mut goals = Vec::new();
        for (first, second) in [(one, other), (other, one)] {
            let facts = known.of_pair(first.0, second.0);
            goals.extend(facts.map(|fact| self.step.holds(fact, [first.1, second.1], locals, true)));
        }
        goals
    }

    /// The number grows by the threads that arrive and shrinks by those that leave.
    fn keeps(&mut self, count: &Count, from: u32, to: u32, created: Option<u32>) -> Bit {
        let locals = self.locals();
        let [before, after] = [false, true].map(|after| self.step.value(&count.number, [0, 0], locals, after));
        let inside = |at: u32| u64::from(count.at.contains(&at));
        let arriving = words::constant(inside(to) + created.map_or(0, inside), before.len());
        let leaving = words::constant(inside(from), before.len());
        let circuit = &mut self.step.solver.circuit;
        let left = words::add(circuit, &before, &arriving, Bit::ZERO);
        let right = words::add(circuit, &after, &leaving, Bit::ZERO);
        words::equal(circuit, &left, &right)
    }

    fn show(&mut self, given: &[Bit], goals: &[Bit], when: &str) -> Result<(), Rejection> {
        let solver = &mut self.step.solver;
        let all = goals.iter().fold(Bit::ONE, |all, goal| solver.circuit.and(all, *goal));
        let question: Vec<Bit> = given.iter().copied().chain([!all]).collect();
        if solver.satisfiable(&question) {
            return Rejection::wrong(format!("a fact may not hold {when}"));
        }
        Ok(())
    }
}
