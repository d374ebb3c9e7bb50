//! Circuits of and-gates and inverters, hash-consed: the same gate is built once.

use rustc_hash::FxHashMap;
use std::ops::Not;

/// A wire: a node of the circuit, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bit(u32);

impl Bit {
    /// The constant 0.
    pub const ZERO: Bit = Bit(0);
    /// The constant 1.
    pub const ONE: Bit = Bit(1);

    /// A constant.
    pub fn constant(value: bool) -> Bit {
        Bit(u32::from(value))
    }

    /// The node, and whether the wire is its negation.
    pub fn node(self) -> (u32, bool) {
        (self.0 >> 1, self.0 & 1 == 1)
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// A node of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Any value; node 0, the constant, is one that nobody asks for.
    Input,
    /// Both.
    And(Bit, Bit),
}

/// A growing circuit.
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<(Bit, Bit), Bit>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit { gates: vec![Gate::Input], known: FxHashMap::default() }
    }
}

impl Circuit {
    /// The number of inputs and gates.
    pub fn size(&self) -> usize {
        self.gates.len()
    }

    /// A new input.
    pub fn input(&mut self) -> Bit {
        self.push(Gate::Input)
    }

    fn push(&mut self, gate: Gate) -> Bit {
        self.gates.push(gate);
        let node = u32::try_from(self.gates.len() - 1).expect("memory ends before 2^31 gates");
        Bit(node << 1)
    }

    /// The gate of a node.
    pub fn gate(&self, node: u32) -> Gate {
        self.gates[node as usize]
    }

    /// Both.
    pub fn and(&mut self, left: Bit, right: Bit) -> Bit {
        let (left, right) = (left.min(right), left.max(right));
        match (left, right) {
            (Bit::ZERO, _) => Bit::ZERO,
            (Bit::ONE, other) => other,
            _ if left == right => left,
            _ if left == !right => Bit::ZERO,
            _ => match self.known.get(&(left, right)) {
                Some(bit) => *bit,
                None => {
                    let bit = self.push(Gate::And(left, right));
                    self.known.insert((left, right), bit);
                    bit
                }
            },
        }
    }

    /// At least one.
    pub fn or(&mut self, left: Bit, right: Bit) -> Bit {
        !self.and(!left, !right)
    }

    /// Exactly one.
    pub fn xor(&mut self, left: Bit, right: Bit) -> Bit {
        let one = self.and(left, !right);
        let other = self.and(!left, right);
        self.or(one, other)
    }

    /// If the first, then the second, else the third.
    pub fn choose(&mut self, test: Bit, yes: Bit, no: Bit) -> Bit {
        if yes == no {
            return yes;
        }
        let one = self.and(test, yes);
        let other = self.and(!test, no);
        self.or(one, other)
    }
}
