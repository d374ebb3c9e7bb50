//! Localization reduction (Kurshan): programs with many variables of which few are needed for a proof.
//!
//! At first all variables are hidden except those that the property is about. A hidden variable has any value wherever it
//! is read, so a proof is one about the program. A run is followed on the program itself. Where that fails, the step where it
//! does reads hidden variables, whose values were made up; these are shown from then on, until a proof or a run is found.
//!
//! Differs from the usual formulation: no SAT solver says which variables refute the run. Those that the first impossible step
//! reads are taken, and what these depend on follows if it is needed, one step after the other.

use super::lift::{NotLifted, Reduced, lifted};
use super::on_the_fly::Expansion;
use super::{Decision, MANY_PAIRS, Subject, relevance, run_on_all};
use crate::budget::Budget;
use crate::{Answer, Engine, Statistics};
use umpteen_model::boolean::expression::{Expr, Slot};
use umpteen_model::boolean::program::{Instruction, Program, Property};
use umpteen_model::boolean::reduction::Reduction;

/// Variables, one bit each.
#[derive(Clone, Copy, Default)]
struct Shown {
    shared: u64,
    locals: u64,
}

/// Decides a program with as few variables as are needed; none if that needs too many.
pub fn run(engine: Engine, expansion: Expansion, subject: Subject, budget: &Budget) -> Option<(Decision, Statistics)> {
    let Subject { program, property, mains } = subject;
    let mut shown = Shown::of_property(program, property);
    loop {
        let reduction = shown.reduction(subject)?;
        let smaller = program.reduced(&reduction)?;
        let about = reduction.property(property);
        let smaller_subject = Subject { program: &smaller, property: &about, mains };
        let (mut decision, statistics) = run_on_all(engine, expansion, smaller_subject, MANY_PAIRS, budget);
        match &decision.answer {
            Answer::Safe(_) => {
                decision.tables.reduction = Some(reduction);
                return Some((decision, statistics));
            }
            Answer::Unsafe(trace) => {
                let Decision { tables, system, .. } = &decision;
                let reduced = Reduced { program: &smaller, reduction: &reduction, tables, system };
                match lifted(subject, &reduced, trace) {
                    Ok((tables, system, trace)) => {
                        return Some((Decision { answer: Answer::Unsafe(trace), tables, system }, statistics));
                    }
                    Err(NotLifted::Stuck(values)) => {
                        let edges = &program.locations.get(values.location as usize)?.edges;
                        let mut more = shown;
                        edges.iter().for_each(|edge| more.add_read(&edge.instruction));
                        if more.shared == shown.shared && more.locals == shown.locals {
                            return None;
                        }
                        shown = more;
                    }
                    Err(NotLifted::Refused) => return None,
                }
            }
            Answer::Unknown(_) => return None,
        }
    }
}

impl Shown {
    /// The variables that the property is about.
    fn of_property(program: &Program, property: &Property) -> Shown {
        let mut shown = Shown::default();
        match property {
            Property::Invariant(invariant) => shown.add(invariant),
            Property::Assertions => {
                for edge in program.locations.iter().flat_map(|location| &location.edges) {
                    if let Instruction::Assert(_) = edge.instruction {
                        shown.add_read(&edge.instruction);
                    }
                }
            }
            Property::Location(_) | Property::Exclusive(..) => {}
        }
        shown
    }

    fn add_read(&mut self, instruction: &Instruction) {
        instruction.expressions().into_iter().for_each(|expression| self.add(expression));
    }

    fn add(&mut self, expression: &Expr) {
        expression.visit(&mut |slot, _| match slot {
            Slot::Global(number) => self.shared |= 1 << number,
            Slot::Local(number) | Slot::Passive(_, number) => self.locals |= 1 << number,
            Slot::Place(..) => {}
        });
    }

    /// The program without the variables that are hidden, and those that do not matter then.
    fn reduction(&self, subject: Subject) -> Option<Reduction> {
        let Subject { program, property, mains } = subject;
        let hidden = Reduction { shared: !self.shared, locals: vec![!self.locals; program.locations.len()] };
        let (smaller, about) = (program.reduced(&hidden)?, hidden.property(property));
        let irrelevant = relevance::irrelevant(Subject { program: &smaller, property: &about, mains });
        Some(irrelevant.map_or(hidden.clone(), |irrelevant| hidden.union(&irrelevant)))
    }
}
