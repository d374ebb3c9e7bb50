//! A circuit with a SAT solver: gates become clauses when they are first asked about (Tseitin 1968), questions are
//! asked by assumptions, so one encoding answers many questions.

use crate::circuit::{Bit, Circuit, Gate};
use crate::sat::Sat;
use crate::words::Word;

/// A question that takes more conflicts than this is hard: products and quotients can take for ever.
pub const HARD: u32 = 2000;

/// An incremental solver over a circuit.
#[derive(Default)]
pub struct Solver<S: Sat> {
    /// The circuit; it may grow between questions.
    pub circuit: Circuit,
    sat: S,
    /// The SAT variable of each node that has one.
    variables: Vec<i32>,
    last_variable: i32,
}

impl<S: Sat> Solver<S> {
    /// A word of new inputs.
    pub fn word(&mut self, width: u8) -> Word {
        (0..width).map(|_| self.circuit.input()).collect()
    }

    /// Demands that a bit is 1 from now on.
    pub fn require(&mut self, bit: Bit) {
        let literal = self.literal(bit);
        self.sat.add(&[literal]);
    }

    /// Demands that one of the bits is 1 from now on.
    pub fn require_one(&mut self, bits: &[Bit]) {
        let literals: Vec<i32> = bits.iter().map(|&bit| self.literal(bit)).collect();
        self.sat.add(&literals);
    }

    /// Makes sure that a bit has a value in the next solution although no question may depend on it.
    pub fn watch(&mut self, bit: Bit) {
        self.literal(bit);
    }

    /// Whether all bits can be 1 together with everything required.
    pub fn satisfiable(&mut self, assumptions: &[Bit]) -> bool {
        let literals: Vec<i32> = assumptions.iter().map(|&bit| self.literal(bit)).collect();
        self.sat.satisfiable(&literals)
    }

    /// Satisfiability with a conflict limit; `None` if it is reached.
    pub fn satisfiable_within(&mut self, assumptions: &[Bit], conflicts: u32) -> Option<bool> {
        let literals: Vec<i32> = assumptions.iter().map(|&bit| self.literal(bit)).collect();
        self.sat.satisfiable_within(&literals, conflicts)
    }

    /// A subset of the assumptions that cannot hold together, after it was said that they cannot: the solver's, made smaller
    /// by leaving out one after the other. One that is hard to do without stays.
    pub fn core(&mut self, assumptions: &[Bit]) -> Vec<Bit> {
        let mut core = self.used(assumptions);
        let mut at = 0;
        while at < core.len() {
            let mut without = core.clone();
            without.remove(at);
            match self.satisfiable_within(&without, HARD) {
                // Literals that were needed before are still needed: a subset cannot be refuted with less.
                Some(false) => core = self.used(&without),
                _ => at += 1,
            }
        }
        core
    }

    /// The assumptions that the last refutation used.
    fn used(&mut self, assumptions: &[Bit]) -> Vec<Bit> {
        let mut used = assumptions.to_vec();
        used.retain(|&bit| {
            let literal = self.literal(bit);
            self.sat.failed(literal)
        });
        used
    }

    /// The value of a bit in the solution found last; 0 if it was not part of the question.
    pub fn value(&self, bit: Bit) -> bool {
        let (node, negated) = bit.node();
        match self.variables.get(node as usize) {
            _ if node == 0 => negated,
            Some(&variable) if variable != 0 => self.sat.value(variable) != negated,
            _ => negated,
        }
    }

    /// The number that a word has in the solution found last.
    pub fn number(&self, word: &[Bit]) -> u64 {
        word.iter().enumerate().fold(0, |number, (at, &bit)| number | u64::from(self.value(bit)) << at)
    }

    /// The literal of a bit; its gate and those below get their clauses.
    fn literal(&mut self, bit: Bit) -> i32 {
        let (node, negated) = bit.node();
        let mut pending = vec![node];
        while let Some(&top) = pending.last() {
            if self.variable(top) != 0 {
                pending.pop();
                continue;
            }
            let Gate::And(left, right) = self.circuit.gate(top) else {
                self.give_variable(top);
                if top == 0 {
                    let constant = self.variable(0);
                    self.sat.add(&[-constant]);
                }
                pending.pop();
                continue;
            };
            let below = [left, right].map(|bit| bit.node().0).into_iter().filter(|&node| self.variable(node) == 0);
            let below: Vec<u32> = below.collect();
            if below.is_empty() {
                self.give_variable(top);
                let (gate, left, right) = (self.variable(top), self.known(left), self.known(right));
                self.sat.add(&[-gate, left]);
                self.sat.add(&[-gate, right]);
                self.sat.add(&[gate, -left, -right]);
                pending.pop();
            } else {
                pending.extend(below);
            }
        }
        let variable = self.variable(node);
        if negated { -variable } else { variable }
    }

    fn variable(&self, node: u32) -> i32 {
        self.variables.get(node as usize).copied().unwrap_or(0)
    }

    fn give_variable(&mut self, node: u32) {
        if self.variables.len() <= node as usize {
            self.variables.resize(node as usize + 1, 0);
        }
        self.last_variable += 1;
        self.variables[node as usize] = self.last_variable;
    }

    fn known(&self, bit: Bit) -> i32 {
        let (node, negated) = bit.node();
        let variable = self.variable(node);
        if negated { -variable } else { variable }
    }
}
