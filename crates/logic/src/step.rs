//! One step of a program, or one moment, as a solver question: the predicates of several threads before and after.

use crate::circuit::{Bit, Circuit};
use crate::encode::{condition, encode};
use crate::sat::Sat;
use crate::solver::{HARD, Solver};
use crate::words::Word;
use rustc_hash::FxHashMap;
use umpteen_model::c::abstraction::Literal;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::Edge;

/// A question that is asked on the chance is given up after so many conflicts.
const EASY: u32 = 200;

/// The step that thread 0 makes along an edge while the other threads' variables stay; without an edge, any moment.
pub struct StepSolver<S: Sat> {
    solver: Solver<S>,
    variables: FxHashMap<(u8, Place), Word>,
    /// The values after the step of what it changes.
    changed: FxHashMap<Place, Word>,
    bits: FxHashMap<(u32, u8, bool), Bit>,
}

impl<S: Sat> StepSolver<S> {
    /// Encodes the step; its guard is required.
    pub fn new(edge: Option<&Edge>) -> StepSolver<S> {
        let mut step = StepSolver {
            solver: Solver::default(),
            variables: FxHashMap::default(),
            changed: FxHashMap::default(),
            bits: FxHashMap::default(),
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

    /// The bit that says whether a literal holds; `predicates` are the ones that its number refers to.
    pub fn literal(&mut self, predicates: &[Expr], literal: &Literal) -> Bit {
        let key = (literal.predicate, literal.thread, literal.after);
        let bit = match self.bits.get(&key) {
            Some(bit) => *bit,
            None => {
                let StepSolver { solver, variables, changed, .. } = self;
                let mut leaf = |circuit: &mut Circuit, leaf: &Expr| {
                    let place = match leaf {
                        Expr::Read(place, _) => *place,
                        _ => unreachable!("predicates have no inputs"),
                    };
                    let own = literal.thread == 0 || matches!(place, Place::Global(_));
                    match changed.get(&place).filter(|_| literal.after && own) {
                        Some(word) => word.clone(),
                        None => read(variables, circuit, leaf, literal.thread),
                    }
                };
                let bit = condition(&mut solver.circuit, &predicates[literal.predicate as usize], &mut leaf);
                self.bits.insert(key, bit);
                bit
            }
        };
        if literal.holds { bit } else { !bit }
    }

    /// Some of the literals that cannot hold together; none if all can, or if that is hard to say: the checker would have
    /// to say it again.
    pub fn conflict(&mut self, predicates: &[Expr], literals: &[Literal]) -> Option<Vec<Literal>> {
        let bits: Vec<Bit> = literals.iter().map(|literal| self.literal(predicates, literal)).collect();
        if self.solver.satisfiable_within(&bits, HARD) != Some(false) {
            return None;
        }
        let core = self.solver.core(&bits);
        Some(literals.iter().zip(&bits).filter(|(_, bit)| core.contains(bit)).map(|(literal, _)| *literal).collect())
    }

    /// Whether at least one of the literals always holds; not known if that is not easy to see.
    pub fn is_clearly_valid(&mut self, predicates: &[Expr], clause: &[Literal]) -> Option<bool> {
        let negated: Vec<Bit> = clause.iter().map(|literal| !self.literal(predicates, literal)).collect();
        self.solver.satisfiable_within(&negated, EASY).map(|satisfiable| !satisfiable)
    }

    /// Whether at least one of the literals always holds.
    pub fn is_valid(&mut self, predicates: &[Expr], clause: &[Literal]) -> bool {
        let negated: Vec<Bit> = clause.iter().map(|literal| !self.literal(predicates, literal)).collect();
        !self.solver.satisfiable(&negated)
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
