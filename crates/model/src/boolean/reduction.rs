//! A Boolean program without some of its variables, for proofs that do not need them.
//!
//! A reduction drops shared variables altogether, and local variables at locations. A variable that is dropped has any value
//! wherever it is read. So the reduced program can do whatever the program can, up to the values of dropped variables, no
//! matter which ones those are: nothing has to be shown about a reduction, and a proof that the reduced program keeps a
//! property is a proof about the program. A run of the reduced program is evidence of nothing.
//!
//! Why: let a thread of the program and one of the reduced program be at the same location, and agree on the variables that
//! are not dropped there. Then whatever the first one reads, the second one may read. What a step assigns they agree on
//! after it; what it does not assign and is not dropped after it is not dropped before it either (`is_kept`). The same
//! holds for other threads that the step changes, and for a new thread.

use super::expression::{Expr, Slot};
use super::program::{Edge, Instruction, Program, Property, Update};
use serde::{Deserialize, Serialize};

/// The variables that are dropped, one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reduction {
    /// Shared variables.
    pub shared: u64,
    /// For each location, local variables of a thread that is there.
    pub locals: Vec<u64>,
}

impl Reduction {
    /// Whether nothing is dropped.
    pub fn is_empty(&self) -> bool {
        self.shared == 0 && self.locals.iter().all(|dropped| *dropped == 0)
    }

    /// What is dropped by one of the two.
    pub fn union(&self, other: &Reduction) -> Reduction {
        let locals = self.locals.iter().zip(&other.locals).map(|(one, other)| one | other).collect();
        Reduction { shared: self.shared | other.shared, locals }
    }

    /// The property of the reduced program.
    pub fn property(&self, property: &Property) -> Property {
        match property {
            Property::Invariant(invariant) => {
                Property::Invariant(invariant.with_choices(&|slot, _| self.drops_shared(slot)))
            }
            other => other.clone(),
        }
    }

    fn drops_shared(&self, slot: Slot) -> bool {
        matches!(slot, Slot::Global(number) if self.shared >> number & 1 == 1)
    }
}

impl Program {
    /// The program without the variables that are dropped; none if a variable would come back without being assigned.
    pub fn reduced(&self, reduction: &Reduction) -> Option<Program> {
        if reduction.locals.len() != self.locations.len() {
            return None;
        }
        let nowhere = self.dropped_everywhere(reduction)?;
        let mut reduced = self.clone();
        for (number, variable) in reduced.globals.iter_mut().enumerate() {
            if reduction.shared >> number & 1 == 1 {
                variable.initial = Some(false);
            }
        }
        let first = *reduction.locals.get(self.entry as usize)?;
        for (number, variable) in reduced.locals.iter_mut().enumerate() {
            if first >> number & 1 == 1 {
                variable.initial = Some(false);
            }
        }
        for (location, &here) in reduced.locations.iter_mut().zip(&reduction.locals) {
            location.dead |= here;
            for edge in &mut location.edges {
                *edge = Reducer { reduction, here, nowhere }.edge(edge)?;
            }
        }
        Some(reduced)
    }

    /// The local variables that have no value at any location; none if another thread's value is read that has one at some locations.
    fn dropped_everywhere(&self, reduction: &Reduction) -> Option<u64> {
        let peers = self.locations.iter().zip(&reduction.locals).filter(|(location, _)| location.root.is_some());
        let (nowhere, somewhere) = peers.fold((u64::MAX, 0), |(all, any), (_, dropped)| (all & dropped, any | dropped));
        let read = self.passive_reads();
        (read & somewhere & !nowhere == 0).then_some(nowhere)
    }

    /// The local variables of other threads that some step reads.
    pub fn passive_reads(&self) -> u64 {
        let mut read = 0;
        let edges = self.locations.iter().flat_map(|location| &location.edges);
        for edge in edges {
            if let Instruction::Update(update) = &edge.instruction {
                for expression in update.expressions() {
                    expression.visit(&mut |slot, _| {
                        if let Slot::Passive(_, number) = slot {
                            read |= 1 << number;
                        }
                    });
                }
            }
        }
        read
    }
}

impl Instruction {
    /// All expressions that a step evaluates.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Instruction::Update(update) => update.expressions().collect(),
            Instruction::Assert(test) => vec![test],
            Instruction::Start { fresh: Some(values), .. } => {
                values.iter().filter_map(|(_, value)| value.as_ref()).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Update {
    /// All expressions.
    fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let assigned = self.globals.iter().chain(&self.locals).chain(&self.passive);
        let constraints = self.constraints.iter().chain(&self.passive_constraints);
        let groups = self.group_constraints.iter().map(|(_, constraint)| constraint);
        assigned.filter_map(|(_, value)| value.as_ref()).chain(constraints).chain(groups)
    }
}

/// Assigned variables with their values; any value if there is no expression.
type Assigned = [(u8, Option<Expr>)];

/// Reduces the edges of one location.
struct Reducer<'a> {
    reduction: &'a Reduction,
    /// The local variables dropped at the location.
    here: u64,
    /// The local variables dropped everywhere.
    nowhere: u64,
}

impl Reducer<'_> {
    fn edge(&self, edge: &Edge) -> Option<Edge> {
        let there = *self.reduction.locals.get(edge.to as usize)?;
        let instruction = match &edge.instruction {
            Instruction::Update(update) => {
                self.is_kept(&update.locals, there)?;
                Instruction::Update(self.update(update, there))
            }
            Instruction::Assert(test) => {
                self.is_kept(&[], there)?;
                Instruction::Assert(self.now(test))
            }
            Instruction::Start { at, fresh } => {
                self.is_kept(&[], there)?;
                let new = *self.reduction.locals.get(*at as usize)?;
                let fresh = match fresh {
                    Some(values) => Some(self.assigned(values, new)),
                    None => {
                        self.is_kept(&[], new)?;
                        None
                    }
                };
                Instruction::Start { at: *at, fresh }
            }
            other => {
                self.is_kept(&[], there)?;
                other.clone()
            }
        };
        Some(Edge { instruction, to: edge.to })
    }

    /// Whether every variable that is there after a step, and was not before, is assigned by it.
    fn is_kept(&self, assigned: &Assigned, there: u64) -> Option<()> {
        let given = assigned.iter().fold(0, |given, (number, _)| given | 1 << number);
        (self.here & !there & !given == 0).then_some(())
    }

    /// Values of variables that are not dropped where they are assigned.
    fn assigned(&self, assigned: &Assigned, dropped: u64) -> Vec<(u8, Option<Expr>)> {
        let kept = assigned.iter().filter(|(number, _)| dropped >> number & 1 == 0);
        kept.map(|(number, value)| (*number, value.as_ref().map(|value| self.now(value)))).collect()
    }

    /// An expression over current values.
    fn now(&self, expression: &Expr) -> Expr {
        self.without(expression, self.here)
    }

    /// An expression in which the executing thread's variables dropped after the step have no next value.
    fn without(&self, expression: &Expr, after: u64) -> Expr {
        expression.with_choices(&|slot, next| match slot {
            Slot::Global(_) => self.reduction.drops_shared(slot),
            Slot::Local(number) => (if next { after } else { self.here }) >> number & 1 == 1,
            Slot::Passive(_, number) => self.nowhere >> number & 1 == 1,
            Slot::Place(..) => false,
        })
    }

    fn update(&self, update: &Update, there: u64) -> Update {
        // Constraints are about the next values as they are assigned, before those that are dropped at the target are lost.
        let mut next_read = 0;
        for constraint in &update.constraints {
            constraint.visit(&mut |slot, next| {
                if let (Slot::Local(number), true) = (slot, next) {
                    next_read |= 1 << number;
                }
            });
        }
        let locals = self.assigned(&update.locals, there & !next_read);
        let given = locals.iter().fold(0, |given, (number, _)| given | 1 << number);
        // What others do depends on the thread as it arrives.
        let others = |expression: &Expr| self.without(expression, there);
        let passive = update.passive.iter().filter(|(number, _)| self.nowhere >> number & 1 == 0);
        Update {
            globals: self.assigned(&update.globals, self.reduction.shared),
            locals,
            passive: passive.map(|(number, value)| (*number, value.as_ref().map(others))).collect(),
            constraints: update.constraints.iter().map(|c| self.without(c, self.here & !given)).collect(),
            passive_constraints: update.passive_constraints.iter().map(others).collect(),
            group_constraints: update.group_constraints.iter().map(|(size, c)| (*size, others(c))).collect(),
        }
    }
}
