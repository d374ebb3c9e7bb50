//! Threads at locations: what is known about them there, as assumptions of a step's question.

use crate::circuit::Bit;
use crate::sat::Sat;
use crate::step::StepSolver;
use crate::words::{self, Word};
use std::rc::Rc;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::{Known, MOST_THREADS};
use umpteen_model::c::program::Program;

/// The facts known about the program, and the location of the executing thread.
pub(crate) struct Context {
    known: Rc<Known>,
    locals: u32,
    /// Locations inside atomic sections: while a thread is there no other one moves.
    inside: Rc<[bool]>,
    /// Where the executing thread is before the step and, if the facts may be used there too, after it.
    moments: Vec<(u32, bool)>,
}

impl<S: Sat> StepSolver<S> {
    /// From now on the facts hold before the step that leads from `from`, and after it, if told where it leads to.
    pub fn assume(&mut self, program: &Program, known: &Rc<Known>, from: u32, to: Option<u32>) {
        let moments: Vec<(u32, bool)> = std::iter::once((from, false)).chain(to.map(|to| (to, true))).collect();
        let locals = program.locals.len() as u32;
        let inside = program.locations.iter().map(|location| location.inside).collect();
        for &(at, after) in &moments {
            for fact in known.of_each(at) {
                let bit = self.holds(fact, [0, 0], locals, after);
                self.solver.require(bit);
            }
            for count in &known.facts.counts {
                let number = self.value(&count.number, [0, 0], locals, after);
                let few = self.is_below(&number, MOST_THREADS);
                self.solver.require(few);
                let enough = !self.is_below(&number, u64::from(count.at.contains(&at)));
                self.solver.require(enough);
            }
        }
        self.context = Some(Context { known: Rc::clone(known), locals, inside, moments });
    }

    /// The bit of a condition; see `value`.
    pub fn holds(&mut self, condition: &Expr, threads: [u8; 2], locals: u32, after: bool) -> Bit {
        self.value(condition, threads, locals, after)[0]
    }

    /// Whether a number without sign is below another one.
    pub fn is_below(&mut self, number: &Word, bound: u64) -> Bit {
        let bound = words::constant(bound, number.len());
        words::less(&mut self.solver.circuit, number, &bound, false)
    }

    /// Whether a word is a number.
    pub fn is_number(&mut self, word: &Word, number: u64) -> Bit {
        let number = words::constant(number, word.len());
        words::equal(&mut self.solver.circuit, word, &number)
    }

    /// If this bit is 1, the thread is at one of the locations and stays there.
    pub fn place(&mut self, thread: u8, locations: &[u32]) -> Bit {
        let mut somewhere = Bit::ZERO;
        for &at in locations {
            let bit = self.at(thread, at);
            somewhere = self.solver.circuit.or(somewhere, bit);
        }
        somewhere
    }

    /// If this bit is 1, the thread is at the location, with all that is known there.
    fn at(&mut self, thread: u8, location: u32) -> Bit {
        if let Some(bit) = self.located.get(&(thread, location)) {
            return *bit;
        }
        let here = self.solver.circuit.input();
        let others: Vec<(u8, u32, Bit)> = self
            .located
            .iter()
            .map(|((other, at), bit)| (*other, *at, *bit))
            .filter(|other| other.0 != thread)
            .collect();
        self.located.insert((thread, location), here);
        let Some(context) = self.context.take() else { return here };
        let (known, locals) = (&context.known, context.locals);
        if context.inside.get(location as usize) == Some(&true) {
            self.solver.require(!here);
        }
        for &(active, after) in &context.moments {
            let mut implied: Vec<Bit> = Vec::new();
            implied.extend(known.of_each(location).map(|fact| self.holds(fact, [thread, thread], locals, after)));
            implied.extend(known.of_pair(active, location).map(|fact| self.holds(fact, [0, thread], locals, after)));
            implied.extend(known.of_pair(location, active).map(|fact| self.holds(fact, [thread, 0], locals, after)));
            for fact in implied {
                self.solver.require_one(&[!here, fact]);
            }
            for &(other, at, there) in &others {
                let mut implied: Vec<Bit> = Vec::new();
                implied
                    .extend(known.of_pair(at, location).map(|fact| self.holds(fact, [other, thread], locals, after)));
                implied
                    .extend(known.of_pair(location, at).map(|fact| self.holds(fact, [thread, other], locals, after)));
                for fact in implied {
                    self.solver.require_one(&[!here, !there, fact]);
                }
            }
            for count in known.facts.counts.iter().filter(|count| count.at.contains(&location)) {
                let number = self.value(&count.number, [0, 0], locals, after);
                let at_least = 1 + u64::from(count.at.contains(&active));
                let enough = !self.is_below(&number, at_least);
                self.solver.require_one(&[!here, enough]);
                for (_, _, there) in others.iter().filter(|(_, at, _)| count.at.contains(at)) {
                    let enough = !self.is_below(&number, at_least + 1);
                    self.solver.require_one(&[!here, !*there, enough]);
                }
            }
        }
        self.context = Some(context);
        here
    }
}
