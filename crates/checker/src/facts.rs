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

    /// The facts about two threads after the step, in both orders.
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

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::c::expression::Binary;
    use umpteen_model::c::facts::{Each, Pair};
    use umpteen_model::c::program::{Location, Start, Template, Variable};

    const MAIN: u32 = 0;
    const ENDED: u32 = 1;
    const ENTRY: u32 = 2;
    const ENTERED: u32 = 3;

    const X: u32 = 0;
    const MAINS: u32 = 1;
    const ZERO: u32 = 2;
    const NARROW: u32 = 3;

    /// `main` starts workers or ends, which `mains` counts; a worker enters and then sets `x` again and again.
    fn program() -> Program {
        let variable = |name: &str, width, initial, template| Variable {
            name: name.to_string(),
            ty: Type { width, signed: true },
            initial: Some(initial),
            template,
            hidden: false,
        };
        let at =
            |template, edges: Vec<Edge>| Location { template, ends: edges.is_empty(), edges, ..Location::default() };
        let start = Edge { start: Some(Start { template: 1, arguments: Vec::new() }), ..Edge::jump(MAIN) };
        let fewer = Expr::binary(Binary::Subtract, Expr::Read(Place::Global(MAINS), Type::INT), Expr::int(1));
        let ends = Edge { updates: vec![(Place::Global(MAINS), fewer)], ..Edge::jump(ENDED) };
        let set = Edge { updates: vec![(Place::Global(X), Expr::int(1))], ..Edge::jump(ENTERED) };
        let globals = [("x", 32, 0), ("mains", 32, 1), ("zero", 32, 0), ("narrow", 8, 0)];
        Program {
            globals: globals.into_iter().map(|(name, width, first)| variable(name, width, first, None)).collect(),
            locals: vec![variable("l", 32, 0, Some(1))],
            templates: vec![
                Template { name: "main".to_string(), entry: MAIN },
                Template { name: "worker".to_string(), entry: ENTRY },
            ],
            locations: vec![
                at(0, vec![start, ends]),
                at(0, Vec::new()),
                at(1, vec![Edge::jump(ENTERED)]),
                at(1, vec![set]),
            ],
            ..Program::default()
        }
    }

    fn global(number: u32) -> Expr {
        Expr::Read(Place::Global(number), program().globals[number as usize].ty)
    }

    fn is_zero(value: Expr) -> Expr {
        Expr::binary(Binary::Equal, value, Expr::int(0))
    }

    fn judge(facts: Facts) -> Result<(), String> {
        match check_facts(&program(), &facts, &|| true) {
            Ok(_) => Ok(()),
            Err(Rejection::Wrong(reason)) => Err(reason),
            Err(other) => panic!("{other:?}"),
        }
    }

    fn each(holds: Expr, at: &[u32]) -> Result<(), String> {
        judge(Facts { each: vec![Each { holds, at: at.to_vec() }], ..Facts::default() })
    }

    fn pair(holds: Expr, at: (u32, u32)) -> Result<(), String> {
        judge(Facts { pairs: vec![Pair { holds, at: vec![at] }], ..Facts::default() })
    }

    fn count(number: u32, at: &[u32]) -> Result<(), String> {
        judge(Facts { counts: vec![Count { number: global(number), at: at.to_vec() }], ..Facts::default() })
    }

    fn fails(when: &str) -> Result<(), String> {
        Err(format!("a fact may not hold {when}"))
    }

    #[test]
    fn facts_that_hold_are_accepted() {
        let local = || Expr::Read(Place::Local(0), Type::INT);
        assert_eq!(each(is_zero(local()), &[ENTRY, ENTERED]), Ok(()));
        assert_eq!(pair(is_zero(local()), (ENTRY, MAIN)), Ok(()));
        assert_eq!(pair(Expr::FALSE, (MAIN, MAIN)), Ok(()));
        assert_eq!(count(MAINS, &[MAIN]), Ok(()));
    }

    /// Each of these is broken in one way only.
    #[test]
    fn every_way_to_break_a_fact_is_looked_at() {
        assert_eq!(each(Expr::FALSE, &[MAIN]), fails("at the start"));
        assert_eq!(each(Expr::FALSE, &[ENTERED]), fails("after a step"), "the thread that moves");
        assert_eq!(each(Expr::FALSE, &[ENTRY]), fails("after a step"), "the thread that is started");
        assert_eq!(each(is_zero(global(X)), &[MAIN, ENTRY]), fails("for another thread after a step"));
        assert_eq!(pair(Expr::FALSE, (MAIN, ENTRY)), fails("after a step"), "main and the thread that it starts");
        assert_eq!(
            pair(Expr::FALSE, (ENTRY, ENTRY)),
            fails("for another thread after a step"),
            "a started one and another"
        );
        let moved = [(ENTERED, MAIN), (MAIN, ENTERED)].map(|at| pair(Expr::FALSE, at));
        assert_eq!(moved, [fails("for another thread after a step"), fails("for another thread after a step")]);
        assert_eq!(count(ZERO, &[MAIN]), fails("at the start"));
        assert_eq!(count(X, &[]), fails("after a step"), "a worker sets it");
        assert_eq!(count(ZERO, &[ENTRY, ENTERED]), fails("after a step"), "those that are started");
    }

    #[test]
    fn facts_that_induction_does_not_cover_are_refused() {
        let refused = Err("a fact is not about this program".to_string());
        assert_eq!(pair(is_zero(global(X)), (ENTERED, ENTERED)), refused, "a third thread may write it");
        assert_eq!(count(NARROW, &[]), refused, "it may wrap");
        assert_eq!(count(ZERO, &[ENDED]), refused, "those that have ended are not counted");
        assert_eq!(each(Expr::TRUE, &[4]), refused);
    }

    #[test]
    fn facts_are_conditions_over_the_threads_that_they_are_about() {
        let refused = Err("a fact is not about this program".to_string());
        let local = |number| Expr::Read(Place::Local(number), Type::INT);
        for wrong in [local(0), is_zero(local(1)), is_zero(Expr::Input(0, Type::INT))] {
            assert_eq!(each(wrong, &[ENTRY]), refused);
        }
        for wrong in [local(0), is_zero(local(2)), is_zero(Expr::Input(0, Type::INT))] {
            assert_eq!(pair(wrong, (ENTRY, ENTRY)), refused);
        }
        assert_eq!(each(Expr::TRUE, &[ENTRY, 4]), refused);
        assert_eq!([(ENTRY, 4), (4, ENTRY)].map(|at| pair(Expr::TRUE, at)), [refused.clone(), refused.clone()]);
        let pairs = vec![Pair { holds: Expr::TRUE, at: vec![(ENTRY, ENTRY), (4, ENTRY)] }];
        assert_eq!(judge(Facts { pairs, ..Facts::default() }), refused);
        assert_eq!(count(ZERO, &[4]), refused);
        for wrong in [local(0), Expr::Input(0, Type::INT), Expr::Read(Place::Global(9), Type::INT)] {
            let counts = vec![Count { number: wrong, at: Vec::new() }];
            assert_eq!(judge(Facts { counts, ..Facts::default() }), refused);
        }
    }

    /// `main` has a variable that is always 0. A worker sets its own to 5 when it enters.
    fn with_own_variables() -> Program {
        let mut program = program();
        program.locals.push(Variable { name: "m".to_string(), template: Some(0), ..program.locals[0].clone() });
        program.locations[ENTRY as usize].edges[0].updates.push((Place::Local(0), Expr::int(5)));
        program
    }

    /// Facts about one thread may be used when it is checked beside another one.
    #[test]
    fn facts_about_two_threads_may_rely_on_those_about_one() {
        let is =
            |number, value| Expr::binary(Binary::Equal, Expr::Read(Place::Local(number), Type::INT), Expr::int(value));
        let each = [
            Each { holds: is(1, 0), at: vec![MAIN] },
            Each { holds: is(0, 5), at: vec![ENTERED] },
            Each { holds: is(0, 0), at: vec![ENTRY] },
        ];
        let judged = |each: &[Each], pairs: &[(Expr, (u32, u32))]| {
            let pairs = pairs.iter().map(|(holds, at)| Pair { holds: holds.clone(), at: vec![*at] }).collect();
            check_facts(&with_own_variables(), &Facts { each: each.to_vec(), pairs, ..Facts::default() }, &|| true)
                .map(|_| ())
        };
        assert_eq!(judged(&each, &[]), Ok(()));
        // The variables of the second thread are numbered from 2 on.
        for (holds, at) in [
            (is(1, 0), (MAIN, ENTRY)),
            (is(3, 0), (ENTRY, MAIN)),
            (is(0, 5), (ENTERED, ENTRY)),
            (is(2, 5), (ENTRY, ENTERED)),
            (is(0, 5), (ENTERED, MAIN)),
            (is(3, 0), (ENTERED, MAIN)),
        ] {
            assert_eq!(judged(&each, &[(holds.clone(), at)]), Ok(()), "{holds:?} {at:?}");
        }
        assert!(judged(&each, &[(is(0, 0), (ENTERED, ENTRY))]).is_err());
    }

    /// While a thread is inside an atomic section nobody else moves, so what it has tested stays true.
    #[test]
    fn nobody_moves_while_another_thread_is_inside() {
        let mut program = program();
        let test = Edge { guard: is_zero(global(X)), ..Edge::jump(4) };
        program.locations[ENTRY as usize].edges.push(test);
        program.locations.push(Location {
            template: 1,
            inside: true,
            edges: vec![Edge::jump(ENTERED)],
            ..Location::default()
        });
        let facts = Facts { each: vec![Each { holds: is_zero(global(X)), at: vec![4] }], ..Facts::default() };
        assert!(check_facts(&program, &facts, &|| true).is_ok());
        program.locations[4].inside = false;
        assert!(check_facts(&program, &facts, &|| true).is_err());
    }

    #[test]
    fn patience_is_asked_for_every_step() {
        let asked = std::cell::Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            true
        };
        assert!(check_facts(&program(), &Facts::default(), &go_on).is_ok());
        assert_eq!(asked.get(), 4);
        assert!(matches!(check_facts(&program(), &Facts::default(), &|| false), Err(Rejection::OutOfTime)));
    }
}
