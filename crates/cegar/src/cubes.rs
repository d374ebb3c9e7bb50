//! Cartesian abstraction: what a step does to a predicate, as far as one or two others tell (papers/symmpa Sect. 4.1).
//!
//! Where the new value of a predicate is not known exactly, every cube of at most two literals is asked whether it
//! decides it: of the executing thread for its own predicates, of that thread and the passive one for a passive
//! thread's. What is found is kept as clauses, like those of transition refinement, but before the model checker has
//! to stumble over the missing ones. Only literals that share a variable with what changes are tried, and only cubes
//! with a predicate that is new.

use crate::options::{Options, Refine};
use std::rc::Rc;
use umpteen_engines::budget::Budget;
use umpteen_logic::sat::Cadical;
use umpteen_logic::step::StepSolver;
use umpteen_model::boolean::expression::Expr as Formula;
use umpteen_model::boolean::program::{Instruction, Program as BooleanProgram, Update};
use umpteen_model::c::abstraction::{Kept, Literal, StepClause, Tracking};
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::facts::Known;
use umpteen_model::c::program::{Edge, Program};

/// A step with so many questions that were not easy is not asked about any more: it multiplies or divides.
const MOST_UNANSWERED: u32 = 8;

/// Remembers up to which predicate everything was asked.
pub struct Cubes {
    longest: u8,
    of: Refine,
    asked: usize,
}

impl Cubes {
    /// No query has been asked yet.
    pub fn new(options: &Options) -> Cubes {
        Cubes { longest: options.cubes, of: options.refine, asked: 0 }
    }

    /// Clauses about predicates that have come since the last time; when time is up, those found so far.
    pub fn learn(
        &mut self,
        program: &Program,
        boolean: &BooleanProgram,
        tracking: &Tracking,
        predicates: &[Expr],
        facts: &Rc<Known>,
        budget: &Budget,
    ) -> Vec<StepClause> {
        let mut found = Vec::new();
        if self.longest > 0 && self.asked < predicates.len() {
            for (location, at) in (0u32..).zip(&program.locations) {
                let translated = &boolean.locations[location as usize].edges;
                for (edge, (step, translated)) in (0u32..).zip(at.edges.iter().zip(translated)) {
                    if budget.check_now().is_err() {
                        return found;
                    }
                    if let Instruction::Update(update) = &translated.instruction {
                        let tracked = tracking.tracked[location as usize];
                        let mut questions = Questions::new(step, tracked, tracking, predicates, self);
                        questions.solver.assume(program, facts, location, Some(step.to));
                        questions.ask_about(update);
                        let clauses = questions.clauses.into_iter();
                        found.extend(clauses.map(|clause| StepClause { location, edge, clause, places: Vec::new() }));
                    }
                }
            }
        }
        self.asked = predicates.len();
        found
    }
}

/// The questions about one step.
struct Questions<'a> {
    step: &'a Edge,
    /// The executing thread's predicates that have a meaning before the step.
    tracked: u64,
    tracking: &'a Tracking,
    predicates: &'a [Expr],
    cubes: &'a Cubes,
    solver: StepSolver<Cadical>,
    clauses: Vec<Vec<Literal>>,
    unanswered: u32,
}

impl<'a> Questions<'a> {
    fn new(step: &'a Edge, tracked: u64, tracking: &'a Tracking, predicates: &'a [Expr], cubes: &'a Cubes) -> Self {
        let solver = StepSolver::new(Some(step));
        Questions { step, tracked, tracking, predicates, cubes, solver, clauses: Vec::new(), unanswered: 0 }
    }

    /// Asks about every predicate that the step may give any value.
    fn ask_about(&mut self, update: &Update) {
        let any = |list: &[(u8, Option<Formula>)], slot: u8| {
            list.iter().any(|(number, value)| *number == slot && value.is_none())
        };
        for (number, kept) in (0u32..).zip(&self.tracking.slots) {
            let own = match kept {
                Kept::Shared(slot) => any(&update.globals, *slot),
                Kept::Local(slot) => any(&update.locals, *slot),
            };
            if own {
                self.ask(number, 0);
            }
            let passive = matches!(kept, Kept::Local(slot) if any(&update.passive, *slot));
            if passive && self.cubes.of == Refine::All {
                self.ask(number, 1);
            }
        }
    }

    /// Finds the cubes that decide a predicate of a thread after the step.
    fn ask(&mut self, predicate: u32, thread: u8) {
        let candidates = self.candidates(predicate, thread);
        for holds in [true, false] {
            let goal = Literal { predicate, thread, after: true, holds };
            let first = self.clauses.len();
            if self.learn(&[goal]) {
                continue;
            }
            for (at, one) in candidates.iter().enumerate() {
                if self.learn(&[*one, goal]) {
                    continue;
                }
                let others = if self.cubes.longest > 1 { &candidates[at + 1..] } else { &[] };
                for other in others {
                    let subsumed =
                        self.clauses[first..].iter().any(|clause| clause.len() == 2 && clause.contains(other));
                    if other.predicate != one.predicate && !subsumed {
                        self.learn(&[*one, *other, goal]);
                    }
                }
            }
        }
    }

    /// Keeps a clause if it is about something new and holds; tells whether it holds.
    fn learn(&mut self, clause: &[Literal]) -> bool {
        let new = clause.iter().any(|literal| literal.predicate as usize >= self.cubes.asked);
        if !new || self.unanswered >= MOST_UNANSWERED {
            return false;
        }
        let answer = self.solver.is_clearly_valid(self.predicates, clause, &[]);
        self.unanswered += u32::from(answer.is_none());
        if answer == Some(true) {
            self.clauses.push(clause.to_vec());
        }
        answer == Some(true)
    }

    /// The literals before the step that may have something to do with a predicate after it.
    fn candidates(&self, predicate: u32, thread: u8) -> Vec<Literal> {
        let own = self.predicates[predicate as usize].places();
        let written = own.iter().filter_map(|place| self.step.update(*place));
        let active: Vec<Place> = written.flat_map(Expr::places).chain(own.iter().copied()).collect();
        let mut found = Vec::new();
        for (number, kept) in (0u32..).zip(&self.tracking.slots) {
            let places = self.predicates[number as usize].places();
            let shares = |with: &[Place]| places.iter().any(|place| with.contains(place));
            let mut add = |thread: u8| {
                found.extend([true, false].map(|holds| Literal { predicate: number, thread, after: false, holds }));
            };
            match kept {
                Kept::Shared(_) if shares(&active) => add(0),
                Kept::Local(slot) if shares(&active) && self.tracked >> slot & 1 == 1 => add(0),
                _ => {}
            }
            if thread == 1 && matches!(kept, Kept::Local(_)) && shares(&own) {
                add(1);
            }
        }
        found
    }
}
