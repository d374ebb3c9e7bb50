//! The variables of a program that matter: liveness of local variables, and the cone of influence of shared ones.
//!
//! A local variable is needed at a location if some step from there on reads it before it is assigned, and something
//! depends on that: a test, a constraint, the property, or the value of a variable that is needed. A shared variable is
//! needed if that is so anywhere, since any thread may be next. Everything else is dropped (`Program::reduced`). The
//! reduced program then has the same runs, up to the values of what is dropped.
//!
//! Variables that steps of other threads read have to be there wherever a thread is.

use super::Subject;
use umpteen_model::boolean::expression::{Expr, Slot};
use umpteen_model::boolean::program::{Edge, Instruction, Program, Property, Update};
use umpteen_model::boolean::reduction::Reduction;

/// The variables that do not matter; none if all do.
pub fn irrelevant(subject: Subject) -> Option<Reduction> {
    let Subject { program, property, .. } = subject;
    let mut needs = Needs { shared: 0, locals: vec![0; program.locations.len()], passive: 0 };
    if let Property::Invariant(invariant) = property {
        invariant.visit(&mut |slot, _| {
            if let Slot::Global(number) = slot {
                needs.shared |= 1 << number;
            }
        });
    }
    needs.close(program);
    let all = |variables: usize| 1u64.checked_shl(variables as u32).map_or(u64::MAX, |bit| bit - 1);
    let locals = all(program.locals.len());
    let reduction = Reduction {
        shared: all(program.globals.len()) & !needs.shared,
        locals: needs.locals.iter().map(|needed| locals & !needed).collect(),
    };
    (!reduction.is_empty()).then_some(reduction)
}

/// The variables that are needed, one bit each.
struct Needs {
    shared: u64,
    /// By location.
    locals: Vec<u64>,
    /// Local variables that steps of other threads read.
    passive: u64,
}

impl Needs {
    /// Adds what is needed for what is needed.
    fn close(&mut self, program: &Program) {
        loop {
            let before = (self.shared, self.passive, self.locals.clone());
            let rooted = program.locations.iter().map(|location| location.root.is_some());
            for (needed, _) in self.locals.iter_mut().zip(rooted).filter(|(_, rooted)| *rooted) {
                *needed |= self.passive;
            }
            self.close_locals(program);
            if (self.shared, self.passive, &self.locals) == (before.0, before.1, &before.2) {
                return;
            }
        }
    }

    /// The same for a fixed set of needed shared variables.
    fn close_locals(&mut self, program: &Program) {
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); program.locations.len()];
        for (at, location) in (0u32..).zip(&program.locations) {
            for edge in &location.edges {
                into[edge.to as usize].push(at);
                if let Instruction::Start { at: new, .. } = edge.instruction {
                    into[new as usize].push(at);
                }
            }
        }
        let mut pending: Vec<u32> = (0..program.locations.len() as u32).collect();
        let mut waits = vec![true; program.locations.len()];
        while let Some(at) = pending.pop() {
            let here = at as usize;
            waits[here] = false;
            for edge in &program.locations[here].edges {
                let to = edge.to as usize;
                let (before, target) = (self.locals[here], self.locals[to]);
                self.edge(here, edge, program);
                let changed = [(here, before), (to, target)].into_iter().filter(|(at, old)| self.locals[*at] != *old);
                for (changed, _) in changed.collect::<Vec<_>>() {
                    // A loop at one location has to be looked at again, too.
                    for &earlier in into[changed].iter() {
                        if !std::mem::replace(&mut waits[earlier as usize], true) {
                            pending.push(earlier);
                        }
                    }
                }
            }
        }
    }

    fn edge(&mut self, here: usize, edge: &Edge, program: &Program) {
        let to = edge.to as usize;
        match &edge.instruction {
            Instruction::Update(update) => return self.update(update, here, to, program),
            Instruction::Assert(test) => self.now(test, here),
            Instruction::Start { at: new, fresh: None } => self.locals[here] |= self.locals[*new as usize],
            Instruction::Start { at: new, fresh: Some(values) } => {
                let needed = self.locals[*new as usize];
                self.assigned(values, needed, here);
            }
            Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Wait(_)
            | Instruction::Signal(_)
            | Instruction::Broadcast(_) => {}
        }
        self.locals[here] |= self.locals[to];
    }

    fn update(&mut self, update: &Update, here: usize, to: usize, program: &Program) {
        let given = update.locals.iter().fold(0, |given, (number, _)| given | 1 << number);
        let mut next_read = 0;
        for constraint in &update.constraints {
            constraint.visit(&mut |slot, next| match slot {
                Slot::Global(number) => self.shared |= 1 << number,
                Slot::Local(number) if next && given >> number & 1 == 1 => next_read |= 1 << number,
                Slot::Local(number) => self.locals[here] |= 1 << number,
                Slot::Passive(..) | Slot::Place(..) => {}
            });
        }
        for constraint in &update.passive_constraints {
            self.others(constraint, here, to);
        }
        for (_, constraint) in &update.group_constraints {
            self.others(constraint, here, to);
        }
        let somewhere = self.somewhere(update, program);
        for (_, value) in update.passive.iter().filter(|(number, _)| somewhere >> number & 1 == 1) {
            value.iter().for_each(|value| self.others(value, here, to));
        }
        let (shared, after) = (self.shared, self.locals[to]);
        self.assigned(&update.globals, shared, here);
        self.assigned(&update.locals, after | next_read, here);
        self.locals[here] |= after & !given;
    }

    /// The local variables that are needed at some location, as far as steps that change other threads have to know.
    fn somewhere(&self, update: &Update, program: &Program) -> u64 {
        if update.passive.is_empty() {
            return 0;
        }
        let rooted = program.locations.iter().zip(&self.locals).filter(|(location, _)| location.root.is_some());
        rooted.fold(0, |all, (_, needed)| all | needed)
    }

    /// The values of needed variables.
    fn assigned(&mut self, assigned: &[(u8, Option<Expr>)], needed: u64, here: usize) {
        for (_, value) in assigned.iter().filter(|(number, _)| needed >> number & 1 == 1) {
            value.iter().for_each(|value| self.now(value, here));
        }
    }

    /// An expression over current values.
    fn now(&mut self, expression: &Expr, here: usize) {
        self.others(expression, here, here);
    }

    /// An expression that may read other threads, and the executing thread as it arrives.
    fn others(&mut self, expression: &Expr, here: usize, to: usize) {
        expression.visit(&mut |slot, next| match slot {
            Slot::Global(number) => self.shared |= 1 << number,
            Slot::Local(number) => self.locals[if next { to } else { here }] |= 1 << number,
            Slot::Passive(_, number) => self.passive |= 1 << number,
            Slot::Place(..) => {}
        });
    }
}
