//! Predicate discovery: weakest preconditions of the contradicting conditions, backwards along the path
//! (papers/symmpa Sect. 4.5).
//!
//! The conditions of an unsatisfiable core are carried back to the start, through every assignment in between. What
//! they say at each moment, if it is about one thread only, is a predicate once the thread's name is dropped.
//!
//! Locals of different threads are told apart by number: local `l` of thread `t` is `l + t * (number of locals)`.

use crate::path::Path;
use crate::simulate::Demand;
use umpteen_model::boolean::program::MOST_VARIABLES;
use umpteen_model::c::abstraction::atoms;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::Program;

/// Larger predicates are of no use.
const LARGEST: usize = 60;

/// What was tried so far.
#[derive(Default)]
pub struct Discovery {}

impl Discovery {
    /// Predicates that are not known yet and that contradict the path.
    pub fn discover(&mut self, program: &Program, known: &[Expr], path: &Path, conflict: &[Demand]) -> Vec<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        let mut carried: Vec<Expr> = Vec::new();
        for (number, step) in path.steps.iter().enumerate().rev() {
            let back = Back { program, step, number };
            carried = carried.iter().map(|condition| back.before(condition)).collect();
            for demand in conflict.iter().filter(|demand| demand.step == number) {
                carried.push(back.owned(&demand.condition));
            }
            carried.retain(|condition| !matches!(condition, Expr::Constant(..)));
            carried.sort();
            carried.dedup();
            for condition in &carried {
                let mut parts = Vec::new();
                atoms(condition, &mut parts);
                for part in parts {
                    let Some(predicate) = unnamed(program, &part) else { continue };
                    // Dropping the names may make equal what was ordered by them.
                    let mut again = Vec::new();
                    atoms(&predicate, &mut again);
                    found.extend(again.into_iter().filter(|predicate| predicate.size() <= LARGEST));
                }
            }
        }
        found.sort_by_key(Expr::size);
        let mut new: Vec<Expr> = Vec::new();
        for predicate in found {
            if !known.contains(&predicate) && !new.contains(&predicate) && new.len() < MOST_VARIABLES {
                new.push(predicate);
            }
        }
        new
    }
}

/// A step, to be gone back over.
struct Back<'a> {
    program: &'a Program,
    step: &'a crate::path::PathStep,
    number: usize,
}

impl Back<'_> {
    fn locals(&self) -> u32 {
        self.program.locals.len() as u32
    }

    /// An expression of the executing thread, with its name put to locals and inputs.
    fn owned(&self, expr: &Expr) -> Expr {
        self.of_thread(expr, self.step.thread)
    }

    fn of_thread(&self, expr: &Expr, thread: u32) -> Expr {
        expr.replace(&mut |leaf| match leaf {
            Expr::Read(Place::Local(local), ty) => Expr::Read(Place::Local(local + thread * self.locals()), *ty),
            Expr::Input(input, ty) => Expr::Input(input + 1000 * (self.number as u32 + 1), *ty),
            other => other.clone(),
        })
    }

    /// The weakest precondition (Definition 4).
    fn before(&self, condition: &Expr) -> Expr {
        let edge = &self.program.locations[self.step.location as usize].edges[self.step.edge as usize];
        condition.replace(&mut |leaf| {
            let Expr::Read(place, ty) = leaf else { return leaf.clone() };
            let value = match place {
                Place::Global(_) => edge.update(*place).map(|value| self.owned(value)),
                Place::Local(named) => {
                    let (thread, local) = (named / self.locals(), named % self.locals());
                    if thread == self.step.thread {
                        edge.update(Place::Local(local)).map(|value| self.owned(value))
                    } else if Some(thread) == self.step.created {
                        let argument = edge.start.iter().flat_map(|start| &start.arguments);
                        let argument = argument.filter(|(given, _)| *given == local).map(|(_, value)| self.owned(value));
                        let initial = || match self.program.locals[local as usize].initial {
                            Some(bits) => Expr::Constant(bits, *ty),
                            // Any value: an input that nobody else has.
                            None => Expr::Input(u32::MAX - named, *ty),
                        };
                        Some(argument.last().unwrap_or_else(initial))
                    } else {
                        None
                    }
                }
            };
            value.unwrap_or_else(|| leaf.clone())
        })
    }
}

/// The predicate of any thread that a condition about one thread stands for.
fn unnamed(program: &Program, condition: &Expr) -> Option<Expr> {
    let count = program.locals.len() as u32;
    let mut owners: Vec<u32> = condition
        .places()
        .iter()
        .filter_map(|place| match place {
            Place::Local(named) => Some(named / count),
            Place::Global(_) => None,
        })
        .collect();
    owners.dedup();
    if owners.len() > 1 || condition.has_input() || condition.places().is_empty() {
        return None;
    }
    Some(condition.replace(&mut |leaf| match leaf {
        Expr::Read(Place::Local(named), ty) => Expr::Read(Place::Local(named % count), *ty),
        other => other.clone(),
    }))
}
