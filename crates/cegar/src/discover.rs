//! Predicate discovery: weakest preconditions of the contradicting conditions, backwards along the path
//! (papers/symmpa Sect. 4.5).
//!
//! The conditions of an unsatisfiable core are carried back to the start, through every assignment in between. What
//! they say at each moment, if it is about one thread only, is a predicate once the thread's name is dropped.
//!
//! Where that brings nothing new, what a step has just established is tried: the values it assigned, and its guard in
//! terms of them (strongest postconditions), for the steps of the core first.
//!
//! Locals of different threads, and of different frames of one, are told apart by number: local `l` of owner `o` is
//! `l + o * (number of locals)`.
//! Inputs need no names: a condition with one is no predicate, whichever it is.

use crate::options::Discover;
use crate::path::{Path, PathStep};
use crate::simulate::Demand;
use umpteen_model::boolean::program::MOST_VARIABLES;
use umpteen_model::c::atoms::atoms;
use umpteen_model::c::expression::{Binary, Expr, Place};
use umpteen_model::c::program::Program;

/// Inputs of different steps are different; a step has fewer than this.
const INPUTS_OF_A_STEP: u32 = 1000;

/// Larger predicates are of no use.
const LARGEST: usize = 60;

/// Predicates that are not known yet and that may contradict the path.
pub fn discover(program: &Program, known: &[Expr], path: &Path, conflict: &[Demand], from: Discover) -> Vec<Expr> {
    let results = program.results();
    let fresh = |known: &[Expr], mut found: Vec<Expr>| {
        found.retain(|predicate| program.can_track(predicate, &results));
        fresh(known, found)
    };
    if from != Discover::Strongest {
        let new = fresh(known, backwards(program, path, conflict));
        if !new.is_empty() || from == Discover::Weakest {
            return new;
        }
    }
    let in_core = |number: usize| conflict.iter().any(|demand| demand.step == number);
    let of_core = path.steps.iter().enumerate().filter(|(number, _)| in_core(*number));
    let new = fresh(known, of_core.flat_map(|(_, step)| forwards(program, step)).collect());
    if !new.is_empty() {
        return new;
    }
    fresh(known, path.steps.iter().flat_map(|step| forwards(program, step)).collect())
}

/// The predicates that are not known yet, each once, smaller ones first.
fn fresh(known: &[Expr], mut found: Vec<Expr>) -> Vec<Expr> {
    found.retain(|predicate| predicate.size() <= LARGEST && !known.contains(predicate));
    found.sort_by(|one, other| one.size().cmp(&other.size()).then_with(|| one.cmp(other)));
    found.dedup();
    found.truncate(MOST_VARIABLES);
    found
}

/// Weakest preconditions of the conflicting conditions at every moment of the path.
fn backwards(program: &Program, path: &Path, conflict: &[Demand]) -> Vec<Expr> {
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
            for predicate in parts.iter().filter_map(|part| unnamed(program, part)) {
                // Dropping the names may make equal what was ordered by them.
                atoms(&predicate, &mut found);
            }
        }
    }
    found
}

/// Predicates that hold after a step: the values it assigned, and its guard in terms of them.
fn forwards(program: &Program, step: &PathStep) -> Vec<Expr> {
    let edge = &program.locations[step.location as usize].edges[step.edge as usize];
    let lasting = |expr: &Expr| !expr.has_input() && expr.places().iter().all(|place| edge.update(*place).is_none());
    let mut found = Vec::new();
    let mut guard = edge.guard.clone();
    for (place, value) in &edge.updates {
        let variable = Expr::Read(*place, program.variable(*place).ty);
        if value.ty() == variable.ty() && lasting(value) {
            atoms(&Expr::binary(Binary::Equal, variable.clone(), value.clone()), &mut found);
        }
        if !matches!(value, Expr::Constant(..)) {
            guard = guard.substitute(value, &variable);
        }
    }
    let mut parts = Vec::new();
    atoms(&guard, &mut parts);
    found.extend(parts.into_iter().filter(|part| !part.has_input()));
    found
}

/// A step, to be gone back over.
struct Back<'a> {
    program: &'a Program,
    step: &'a PathStep,
    number: usize,
}

impl Back<'_> {
    fn locals(&self) -> u32 {
        self.program.locals.len() as u32
    }

    fn named(&self, local: u32, owner: u32) -> Place {
        Place::Local(local + owner * self.locals())
    }

    /// An expression of the executing thread, with its name put to locals and inputs.
    fn owned(&self, expr: &Expr) -> Expr {
        expr.replace(&mut |leaf| match leaf {
            Expr::Read(Place::Local(local), ty) => Expr::Read(self.named(*local, self.step.owner), *ty),
            Expr::Input(input, ty) => Expr::Input(input + INPUTS_OF_A_STEP * (self.number as u32 + 1), *ty),
            other => other.clone(),
        })
    }

    /// The weakest precondition (Definition 4).
    fn before(&self, condition: &Expr) -> Expr {
        let edge = &self.program.locations[self.step.location as usize].edges[self.step.edge as usize];
        // A call changes nothing of the caller, a return nothing of the frame that ends.
        let own = self.step.called.is_none().then_some(self.step.owner);
        condition.replace(&mut |leaf| {
            let Expr::Read(place, ty) = leaf else { return leaf.clone() };
            let value = match place {
                Place::Global(_) => edge.update(*place).map(|value| self.owned(value)),
                Place::Local(named) => {
                    let (owner, local) = (named / self.locals(), named % self.locals());
                    let assigned = || edge.update(Place::Local(local)).map(|value| self.owned(value));
                    if Some(owner) == self.step.called {
                        // The frame begins with a copy.
                        assigned().or_else(|| Some(Expr::Read(self.named(local, self.step.owner), *ty)))
                    } else if owner == self.step.caller.or(own).unwrap_or(u32::MAX) {
                        assigned()
                    } else if Some(owner) == self.step.created {
                        let argument = edge.start.iter().flat_map(|start| &start.arguments);
                        let mut argument =
                            argument.filter(|(given, _)| *given == local).map(|(_, value)| self.owned(value));
                        let initial = || match self.program.locals[local as usize].initial {
                            Some(bits) => Expr::Constant(bits, *ty),
                            // Any value: an input of no step.
                            None => Expr::Input(u32::MAX - named, *ty),
                        };
                        Some(argument.next_back().unwrap_or_else(initial))
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
