//! A C program seen through predicates: the Boolean broadcast program of papers/symmpa, Sect. 2 to 4.
//!
//! A step of the program changes
//! - the shared predicates that mention a shared variable it writes,
//! - the executing thread's predicates that mention any variable it writes,
//! - every other thread's mixed predicates that mention a shared variable it writes (notify-all).
//!
//! Their new value is exact where the weakest precondition is a constant or a combination of tracked predicates
//! ("improved initial abstraction"), else any value. What was learned since, by lemmas and by transition refinement,
//! restricts the choice. This function is what a proof about C relies on: whatever the predicates are, its result
//! over-approximates the program, provided that every lemma and every clause is valid, which the checker proves.
//!
//! Differs from the paper: predicates are tracked only where their variables are live; guards are translated where
//! they are combinations of predicates; several thread templates.

use super::abstraction::{Abstraction, Kept, Literal, StepClause, Tracking};
use super::atoms::atom;
use super::expression::{Binary, Expr, Named, Place, Type};
use super::frames;
use super::program::{Edge, Program, Start};
use crate::boolean::expression::{Expr as Formula, Slot};
use crate::boolean::program as boolean;
use crate::boolean::program::{Instruction, Update};
use crate::boolean::syntax::Operator;

/// Builds the Boolean program; location and edge numbers are those of the program.
pub fn boolean_program(program: &Program, abstraction: &Abstraction, tracking: &Tracking) -> boolean::Program {
    let builder = Builder { program, abstraction, tracking };
    let name = |number: &u32| {
        let text = Named(&abstraction.predicates[*number as usize], program);
        text.to_string()
    };
    let entry = program.templates[0].entry;
    let variable = |number: &u32| boolean::Variable { name: name(number), initial: builder.initial(*number) };
    let local = |number: &u32| match tracking.slots[*number as usize] {
        Kept::Local(slot) if tracking.tracked[entry as usize] >> slot & 1 == 0 => {
            boolean::Variable { name: name(number), initial: Some(false) }
        }
        _ => variable(number),
    };
    let mut learned: Vec<Vec<Vec<&StepClause>>> =
        program.locations.iter().map(|location| vec![Vec::new(); location.edges.len()]).collect();
    for step in &abstraction.steps {
        learned[step.location as usize][step.edge as usize].push(step);
    }
    let (functions, has_frames) = (frames::functions(program), program.has_frames());
    let location = |(at, location): (usize, &super::program::Location)| boolean::Location {
        edges: location
            .edges
            .iter()
            .zip(&learned[at])
            .map(|(edge, learned)| boolean::Edge { instruction: builder.instruction(at, edge, learned), to: edge.to })
            .collect(),
        line: location.edges.iter().flat_map(|edge| &edge.statements).next().map_or(0, |first| first.position.line),
        text: String::new(),
        root: Some(if has_frames { functions[at] } else { 0 }),
        inside: Some(location.inside),
        dead: !tracking.tracked[at],
        places: (0..)
            .zip(&abstraction.places)
            .fold(0, |word, (number, place)| word | u64::from(place.contains(&(at as u32))) << number),
    };
    boolean::Program {
        globals: tracking.shared.iter().map(variable).collect(),
        locals: tracking.local.iter().map(local).collect(),
        locations: program.locations.iter().enumerate().map(location).collect(),
        entry,
        labels: Vec::new(),
    }
}

struct Builder<'a> {
    program: &'a Program,
    abstraction: &'a Abstraction,
    tracking: &'a Tracking,
}

impl Builder<'_> {
    /// A predicate of a thread that starts, in terms of its creator's variables: arguments and first values put in.
    fn at_start(&self, predicate: u32, arguments: &[(u32, Expr)]) -> Expr {
        // Variables that start with any value are inputs of their own: two of them need not be equal.
        let given = arguments.iter().map(|(_, value)| value.inputs()).max().unwrap_or(0);
        self.abstraction.predicates[predicate as usize].replace(&mut |leaf| match leaf {
            Expr::Read(Place::Local(number), ty) => {
                let argument = arguments.iter().find(|(given, _)| given == number).map(|(_, value)| value.clone());
                let first = self.program.locals[*number as usize].initial.map(|bits| Expr::Constant(bits, *ty));
                argument.or(first).unwrap_or(Expr::Input(given + number, *ty))
            }
            other => other.clone(),
        })
    }

    /// The value of a predicate at the very start, where it is known.
    fn initial(&self, predicate: u32) -> Option<bool> {
        let value = self.at_start(predicate, &[]).replace(&mut |leaf| match leaf {
            Expr::Read(Place::Global(number), ty) => {
                let first = self.program.globals[*number as usize].initial;
                first.map_or_else(|| leaf.clone(), |bits| Expr::Constant(bits, *ty))
            }
            other => other.clone(),
        });
        match value {
            Expr::Constant(bits, _) => Some(bits == 1),
            _ => None,
        }
    }

    fn instruction(&self, from: usize, edge: &Edge, learned: &[&StepClause]) -> Instruction {
        if let Some(start) = &edge.start {
            return self.start(start, from);
        }
        let mut update = Update::default();
        for &number in &self.tracking.shared {
            if let Some(value) = self.new_value(number, from, edge) {
                update.globals.push((self.tracking.slots[number as usize].number(), value));
            }
        }
        let (before, after) = (self.tracking.tracked[from], self.tracking.tracked[edge.to as usize]);
        for &number in &self.tracking.local {
            let slot = self.tracking.slots[number as usize].number();
            if after >> slot & 1 == 1 {
                // A predicate that was not tracked before is live only because it has just been written.
                let value = self.new_value(number, from, edge);
                debug_assert!(value.is_some() || before >> slot & 1 == 1, "liveness is a fixed point");
                update.locals.extend(value.map(|value| (slot, value)));
            }
            if let Some(value) = self.new_passive_value(number, edge) {
                update.passive.push((slot, value));
            }
        }
        self.guard(&edge.guard, from, &mut update.constraints);
        self.lemmas(edge, &mut update);
        for clause in learned {
            self.add_clause(clause, &mut update);
        }
        Instruction::Update(update)
    }

    /// A thread starts: nothing else changes, and its predicates have the values that its first values give.
    fn start(&self, start: &Start, from: usize) -> Instruction {
        let entry = self.program.templates[start.template as usize].entry;
        let tracked = self.tracking.tracked[entry as usize];
        let fresh = self.tracking.local.iter().filter_map(|&number| {
            let slot = self.tracking.slots[number as usize].number();
            let value = || self.known(&self.at_start(number, &start.arguments), &|n| self.readable(n, from));
            (tracked >> slot & 1 == 1).then(|| (slot, value()))
        });
        Instruction::Start { at: entry, fresh: Some(fresh.collect()) }
    }

    /// The new value of a predicate for the executing thread, if the step can change it; none inside if it is not known.
    fn new_value(&self, number: u32, from: usize, edge: &Edge) -> Option<Option<Formula>> {
        let predicate = &self.abstraction.predicates[number as usize];
        if !predicate.places().iter().any(|place| edge.update(*place).is_some()) {
            return None;
        }
        let before = predicate.replace(&mut |leaf| match leaf {
            Expr::Read(place, _) => edge.update(*place).cloned().unwrap_or_else(|| leaf.clone()),
            other => other.clone(),
        });
        Some(self.known(&before, &|slot| self.readable(slot, from)))
    }

    /// The same for another thread, whose own variables do not change. What the executing thread writes is known to it
    /// only if that does not depend on the executing thread's variables.
    fn new_passive_value(&self, number: u32, edge: &Edge) -> Option<Option<Formula>> {
        let predicate = &self.abstraction.predicates[number as usize];
        let written = |place: &Place| matches!(place, Place::Global(_)) && edge.update(*place).is_some();
        let changed: Vec<Place> = predicate.places().into_iter().filter(written).collect();
        if changed.is_empty() {
            return None;
        }
        let foreign = |place: &Place| {
            edge.update(*place).is_some_and(|value| {
                value.has_input() || value.places().iter().any(|read| matches!(read, Place::Local(_)))
            })
        };
        if changed.iter().any(foreign) {
            return Some(None);
        }
        let before = predicate.replace(&mut |leaf| match leaf {
            Expr::Read(place @ Place::Global(_), _) => edge.update(*place).cloned().unwrap_or_else(|| leaf.clone()),
            other => other.clone(),
        });
        // A predicate of the same variables is tracked wherever this one is.
        let own = predicate.locals();
        let readable = |number: u32| match self.tracking.slots[number as usize] {
            Kept::Shared(slot) => Some(Slot::Global(slot)),
            Kept::Local(slot) => {
                let needs = self.abstraction.predicates[number as usize].locals();
                needs.iter().all(|local| own.contains(local)).then_some(Slot::Passive(0, slot))
            }
        };
        Some(self.known(&before, &readable))
    }

    fn readable(&self, number: u32, from: usize) -> Option<Slot> {
        match self.tracking.slots[number as usize] {
            Kept::Shared(slot) => Some(Slot::Global(slot)),
            Kept::Local(slot) => (self.tracking.tracked[from] >> slot & 1 == 1).then_some(Slot::Local(slot)),
        }
    }

    /// The condition in terms of predicates that can be read, if it is such a combination.
    fn known(&self, condition: &Expr, readable: &dyn Fn(u32) -> Option<Slot>) -> Option<Formula> {
        match condition {
            Expr::Binary(operator @ (Binary::And | Binary::Or), left, right) if left.ty() == Type::BOOL => {
                let operator = if *operator == Binary::And { Operator::And } else { Operator::Or };
                let (left, right) = (self.known(left, readable)?, self.known(right, readable)?);
                Some(Formula::Binary(operator, Box::new(left), Box::new(right)))
            }
            Expr::Binary(Binary::Xor, left, right) if left.ty() == Type::BOOL => {
                let (left, right) = (self.known(left, readable)?, self.known(right, readable)?);
                Some(Formula::Binary(Operator::Differs, Box::new(left), Box::new(right)))
            }
            Expr::Conditional(test, yes, no) if yes.ty() == Type::BOOL => {
                let [test, yes, no] = [test, yes, no].map(|part| self.known(part, readable));
                Some(Formula::Conditional(Box::new(test?), Box::new(yes?), Box::new(no?)))
            }
            Expr::Constant(bits, _) => Some(Formula::Constant(*bits == 1)),
            _ => {
                let (atom, negated) = atom(condition);
                let known = match self.abstraction.predicates.iter().position(|predicate| *predicate == atom) {
                    Some(number) => Formula::Read(readable(number as u32)?, false),
                    // The standard form may have uncovered a combination.
                    None if is_combined(&atom) => self.known(&atom, readable)?,
                    None => return None,
                };
                Some(if negated { Formula::Not(Box::new(known)) } else { known })
            }
        }
    }

    /// The conjuncts of a guard that are combinations of predicates.
    fn guard(&self, guard: &Expr, from: usize, constraints: &mut Vec<Formula>) {
        if let Expr::Binary(Binary::And, left, right) = guard {
            self.guard(left, from, constraints);
            self.guard(right, from, constraints);
        } else if let Some(known) = self.known(guard, &|number| self.readable(number, from)) {
            known.conjuncts(constraints);
        }
    }

    /// Lemmas restrict what changes to any value.
    fn lemmas(&self, edge: &Edge, update: &mut Update) {
        let any =
            |list: &[(u8, Option<Formula>)], slot: u8| list.iter().any(|(s, value)| *s == slot && value.is_none());
        let tracked = self.tracking.tracked[edge.to as usize];
        for lemma in &self.abstraction.lemmas {
            let slots = || lemma.iter().map(|literal| self.tracking.slots[literal.predicate as usize]);
            let changes = slots().any(|slot| match slot {
                Kept::Shared(slot) => any(&update.globals, slot),
                Kept::Local(slot) => any(&update.locals, slot),
            });
            let meaningful = slots().all(|slot| match slot {
                Kept::Shared(_) => true,
                Kept::Local(slot) => tracked >> slot & 1 == 1,
            });
            let after = |literal: &Literal, thread| self.literal(&Literal { thread, after: true, ..*literal });
            if changes && meaningful {
                update.constraints.push(disjunction(lemma.iter().map(|literal| after(literal, 0))));
            }
            let changes_passive = slots().any(|slot| match slot {
                Kept::Shared(slot) => any(&update.globals, slot),
                Kept::Local(slot) => any(&update.passive, slot),
            });
            if changes_passive && slots().any(|slot| matches!(slot, Kept::Local(_))) {
                update.passive_constraints.push(disjunction(lemma.iter().map(|literal| after(literal, 1))));
            }
        }
    }

    fn add_clause(&self, step: &StepClause, update: &mut Update) {
        let at = |(thread, place): &(u8, u32)| Formula::Read(Slot::Place(thread - 1, *place as u8), false);
        let elsewhere = step.places.iter().map(|place| Formula::Not(Box::new(at(place))));
        let formula = disjunction(elsewhere.chain(step.clause.iter().map(|literal| self.literal(literal))));
        match step.others() {
            0 => update.constraints.push(formula),
            1 => update.passive_constraints.push(formula),
            others => update.group_constraints.push((others.into(), formula)),
        }
    }

    fn literal(&self, literal: &Literal) -> Formula {
        let slot = match (self.tracking.slots[literal.predicate as usize], literal.thread) {
            (Kept::Shared(slot), _) => Slot::Global(slot),
            (Kept::Local(slot), 0) => Slot::Local(slot),
            (Kept::Local(slot), thread) => Slot::Passive(thread - 1, slot),
        };
        let read = Formula::Read(slot, literal.after);
        if literal.holds { read } else { Formula::Not(Box::new(read)) }
    }
}

/// Whether a condition is built of others, or constant.
fn is_combined(condition: &Expr) -> bool {
    use Binary::{And, Or, Xor};
    matches!(condition, Expr::Binary(And | Or | Xor, ..) | Expr::Conditional(..) | Expr::Constant(..))
}

fn disjunction(literals: impl Iterator<Item = Formula>) -> Formula {
    let join = |left, right| Formula::Binary(Operator::Or, Box::new(left), Box::new(right));
    literals.reduce(join).unwrap_or(Formula::Constant(false))
}
