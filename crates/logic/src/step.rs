//! One step of a program, or one moment, as a solver question: the predicates of several threads before and after.

use crate::circuit::{Bit, Circuit};
use crate::encode::{condition, encode};
use crate::located::Context;
use crate::sat::Sat;
use crate::solver::{HARD, Solver};
use crate::words::{self, Word};
use rustc_hash::FxHashMap;
use umpteen_model::c::abstraction::Literal;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Program, Start};

/// Conflict limit for speculative queries, whose answer is useful but not needed.
const EASY: u32 = 200;

/// The thread that the step starts; the executing one is 0, the others are counted from 1.
pub const CREATED: u8 = u8::MAX;

/// An UNSAT core: these literals, with these threads at these locations, contradict the step.
pub struct Conflict {
    /// These literals hold.
    pub literals: Vec<Literal>,
    /// These threads are at these locations.
    pub locations: Vec<(u8, u32)>,
}

/// The step that thread 0 makes along an edge while the other threads' variables stay; without an edge, any moment.
pub struct StepSolver<S: Sat> {
    /// The solver that all bits are about.
    pub solver: Solver<S>,
    variables: FxHashMap<(u8, Place), Word>,
    /// The values after the step of what it changes.
    changed: FxHashMap<Place, Word>,
    bits: FxHashMap<(u32, u8, bool), Bit>,
    /// The facts about the threads at their locations, and these locations.
    pub(crate) context: Option<Context>,
    pub(crate) located: FxHashMap<(u8, u32), Bit>,
}

impl<S: Sat> StepSolver<S> {
    /// Encodes the step; its guard is required.
    pub fn new(edge: Option<&Edge>) -> StepSolver<S> {
        let mut step = StepSolver {
            solver: Solver::default(),
            variables: FxHashMap::default(),
            changed: FxHashMap::default(),
            bits: FxHashMap::default(),
            context: None,
            located: FxHashMap::default(),
        };
        if let Some(edge) = edge {
            let mut inputs: FxHashMap<u32, Word> = FxHashMap::default();
            let StepSolver { solver, variables, .. } = &mut step;
            let mut leaf = |circuit: &mut Circuit, leaf: &Expr| match leaf {
                Expr::Input(number, ty) => word(inputs.entry(*number).or_default(), circuit, ty.width),
                other => read(variables, circuit, other, 0),
            };
            let guard = condition(&mut solver.circuit, &edge.guard, &mut leaf);
            let mut changed = FxHashMap::default();
            for (place, value) in &edge.updates {
                changed.insert(*place, encode(&mut solver.circuit, value, &mut leaf));
            }
            step.changed = changed;
            step.solver.require(guard);
        }
        step
    }

    /// The moment at which the program starts, with `main` as thread 0.
    pub fn at_start(program: &Program) -> StepSolver<S> {
        let mut start = StepSolver::new(None);
        for (number, global) in (0u32..).zip(&program.globals) {
            if let Some(bits) = global.initial {
                let word = words::constant(bits, global.ty.width.into());
                start.variables.insert((0, Place::Global(number)), word);
            }
        }
        start.create(program, 0, &Start { template: 0, arguments: Vec::new() });
        start
    }

    /// Gives a thread the values that it starts with.
    pub fn create(&mut self, program: &Program, thread: u8, start: &Start) {
        let StepSolver { solver, variables, .. } = self;
        let mut inputs: FxHashMap<u32, Word> = FxHashMap::default();
        for number in program.locals_of(start.template) {
            let local = &program.locals[number as usize];
            let argument = start.arguments.iter().find(|(given, _)| *given == number);
            let word = match (argument, local.initial) {
                (Some((_, value)), _) => encode(&mut solver.circuit, value, &mut |circuit, leaf| match leaf {
                    Expr::Input(number, ty) => word(inputs.entry(*number).or_default(), circuit, ty.width),
                    other => read(variables, circuit, other, 0),
                }),
                (None, Some(bits)) => words::constant(bits, local.ty.width.into()),
                (None, None) => continue,
            };
            variables.insert((thread, Place::Local(number)), word);
        }
    }

    /// The word of an expression over the variables of one or two threads before or after the step; the locals of the
    /// second one are numbered from `locals` on.
    pub fn value(&mut self, expr: &Expr, threads: [u8; 2], locals: u32, after: bool) -> Word {
        let StepSolver { solver, variables, changed, .. } = self;
        let mut leaf = |circuit: &mut Circuit, leaf: &Expr| {
            let Expr::Read(place, ty) = leaf else { unreachable!("predicates have no inputs") };
            let (place, thread) = match place {
                Place::Local(number) if *number >= locals => (Place::Local(number - locals), threads[1]),
                other => (*other, threads[0]),
            };
            let own = thread == 0 || matches!(place, Place::Global(_));
            match changed.get(&place).filter(|_| after && own) {
                Some(word) => word.clone(),
                None => read(variables, circuit, &Expr::Read(place, *ty), thread),
            }
        };
        encode(&mut solver.circuit, expr, &mut leaf)
    }

    /// The bit that says whether a literal holds; `predicates` are the ones that its number refers to.
    pub fn literal(&mut self, predicates: &[Expr], literal: &Literal) -> Bit {
        let key = (literal.predicate, literal.thread, literal.after);
        let bit = match self.bits.get(&key) {
            Some(bit) => *bit,
            None => {
                let predicate = &predicates[literal.predicate as usize];
                let bit = self.value(predicate, [literal.thread; 2], u32::MAX, literal.after)[0];
                self.bits.insert(key, bit);
                bit
            }
        };
        if literal.holds { bit } else { !bit }
    }

    /// Some of the literals and locations of other threads that cannot be so together; none if all can, or if that is hard
    /// to say: the checker would have to say it again.
    pub fn conflict(&mut self, predicates: &[Expr], literals: &[Literal], locations: &[(u8, u32)]) -> Option<Conflict> {
        let places: Vec<Bit> = locations.iter().map(|(thread, at)| self.place(*thread, &[*at])).collect();
        let bits: Vec<Bit> = literals.iter().map(|literal| self.literal(predicates, literal)).collect();
        let all: Vec<Bit> = places.iter().chain(&bits).copied().collect();
        if self.solver.satisfiable_within(&all, HARD) != Some(false) {
            return None;
        }
        let core = self.solver.core(&all);
        let literals = literals.iter().zip(&bits).filter(|(_, bit)| core.contains(bit)).map(|(literal, _)| *literal);
        let locations = locations.iter().zip(&places).filter(|(_, bit)| core.contains(bit)).map(|(at, _)| *at);
        Some(Conflict { literals: literals.collect(), locations: locations.collect() })
    }

    /// Whether at least one of the literals always holds when the other threads are at one of their locations each; not
    /// known if that is not easy to see.
    pub fn is_clearly_valid(
        &mut self,
        predicates: &[Expr],
        clause: &[Literal],
        places: &[(u8, &[u32])],
    ) -> Option<bool> {
        let negated = self.negated(predicates, clause, places);
        self.solver.satisfiable_within(&negated, EASY).map(|satisfiable| !satisfiable)
    }

    /// Validity without a conflict limit.
    pub fn is_valid(&mut self, predicates: &[Expr], clause: &[Literal], places: &[(u8, &[u32])]) -> bool {
        let negated = self.negated(predicates, clause, places);
        !self.solver.satisfiable(&negated)
    }

    fn negated(&mut self, predicates: &[Expr], clause: &[Literal], places: &[(u8, &[u32])]) -> Vec<Bit> {
        let mut bits: Vec<Bit> = places.iter().map(|(thread, at)| self.place(*thread, at)).collect();
        bits.extend(clause.iter().map(|literal| !self.literal(predicates, literal)));
        bits
    }
}

fn read(variables: &mut FxHashMap<(u8, Place), Word>, circuit: &mut Circuit, leaf: &Expr, thread: u8) -> Word {
    let Expr::Read(place, ty) = leaf else { unreachable!("only variables are read") };
    let thread = if matches!(place, Place::Global(_)) { 0 } else { thread };
    word(variables.entry((thread, *place)).or_default(), circuit, ty.width)
}

fn word(word: &mut Word, circuit: &mut Circuit, width: u8) -> Word {
    if word.is_empty() {
        *word = (0..width).map(|_| circuit.input()).collect();
    }
    word.clone()
}
