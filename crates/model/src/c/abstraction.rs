//! A C program seen through predicates: the Boolean broadcast program of papers/symmpa, Sect. 2 to 4.
//!
//! A predicate over shared variables only is a shared Boolean; any other one, mixed ones included, is a local Boolean of
//! every thread of its template, tracked where all its locals are live and meaningless elsewhere. A step of the program
//! changes
//! - the shared predicates that mention a shared variable it writes,
//! - the executing thread's predicates that mention any variable it writes, and those that were not tracked before,
//! - every other thread's mixed predicates that mention a shared variable it writes (notify-all).
//!
//! Their new value is exact where the weakest precondition is a constant or a combination of tracked predicates
//! ("improved initial abstraction"), else any value. What was learned since, by lemmas and by transition refinement,
//! restricts the choice. This function is what a proof about C relies on: whatever the predicates are, its result
//! over-approximates the program, provided that every lemma and every clause is valid, which the checker proves.
//!
//! Differs from the paper: predicates are tracked only where their variables are live; guards are translated where
//! they are combinations of predicates; several thread templates.

use super::expression::{Binary, Expr, Place, Type, Unary};
use super::liveness;
use super::program::{Edge, Program};
use crate::boolean::expression::{Expr as Formula, Slot};
use crate::boolean::program as boolean;
use crate::boolean::program::{Instruction, Update};
use crate::boolean::syntax::Operator;
use serde::{Deserialize, Serialize};

/// Predicates and what is known about them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abstraction {
    /// Conditions over the shared variables and the variables of one thread, in the form that `atom` gives.
    pub predicates: Vec<Expr>,
    /// Clauses over one moment that hold at every moment.
    pub lemmas: Vec<Clause>,
    /// Clauses over the moments before and after a step that hold whenever it is executed.
    pub steps: Vec<StepClause>,
}

/// At least one of the literals holds.
pub type Clause = Vec<Literal>;

/// A clause about a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepClause {
    /// The location of the executing thread.
    pub location: u32,
    /// The edge there.
    pub edge: u32,
    /// The clause.
    pub clause: Clause,
}

/// A predicate of some thread holds, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Literal {
    /// The number of the predicate.
    pub predicate: u32,
    /// Whose it is: 0 is the executing thread, the others are distinct; 0 for shared predicates.
    pub thread: u8,
    /// Whether it is about the moment after the step.
    pub after: bool,
    /// Whether it holds.
    pub holds: bool,
}

/// Where each predicate is kept.
pub struct Tracking {
    /// For each predicate its Boolean variable.
    pub slots: Vec<Slot>,
    /// For each location the local Booleans that have a meaning there.
    pub tracked: Vec<u64>,
    /// The shared predicates.
    pub shared: Vec<u32>,
    /// The predicates of threads.
    pub local: Vec<u32>,
}

impl Tracking {
    /// Decides where to keep the predicates; none if there are too many.
    pub fn new(program: &Program, predicates: &[Expr]) -> Option<Tracking> {
        let live = liveness::live(program);
        let (mut shared, mut local, mut slots) = (Vec::new(), Vec::new(), Vec::new());
        let mut tracked = vec![0u64; program.locations.len()];
        for (number, predicate) in (0u32..).zip(predicates) {
            let locals = locals(predicate);
            let list = if locals.is_empty() { &mut shared } else { &mut local };
            if list.len() >= boolean::MOST_VARIABLES {
                return None;
            }
            let slot = list.len() as u8;
            list.push(number);
            if locals.is_empty() {
                slots.push(Slot::Global(slot));
                continue;
            }
            slots.push(Slot::Local(slot));
            for (at, live) in live.iter().enumerate() {
                if locals.iter().all(|&local| live[local as usize]) {
                    tracked[at] |= 1 << slot;
                }
            }
        }
        Some(Tracking { slots, tracked, shared, local })
    }
}

/// The locals that a predicate reads.
pub fn locals(predicate: &Expr) -> Vec<u32> {
    let local = |place: &Place| match place {
        Place::Local(number) => Some(*number),
        Place::Global(_) => None,
    };
    predicate.places().iter().filter_map(local).collect()
}

/// The standard form of a condition and whether it stands for its negation: so equal predicates look equal.
pub fn atom(condition: &Expr) -> (Expr, bool) {
    match condition {
        Expr::Unary(Unary::Not, inner) => {
            let (atom, negated) = atom(inner);
            (atom, !negated)
        }
        Expr::Binary(Binary::LessOrEqual, left, right) => {
            (Expr::binary(Binary::Less, (**right).clone(), (**left).clone()), true)
        }
        Expr::Binary(Binary::Equal, left, right) => equality(left, right),
        other => (other.clone(), false),
    }
}

/// `x + 1 == 5` is `x == 4`, also when the sum wraps; comparisons with 0 and 1 of conditions are conditions.
fn equality(left: &Expr, right: &Expr) -> (Expr, bool) {
    let ty = left.ty();
    let ((one, first), (other, second)) = (base(left), base(right));
    let constant = |number: i128| Expr::Constant(ty.wrap(number), ty);
    let equal = |left: Expr, right: Expr| Expr::binary(Binary::Equal, left, right);
    match (one, other) {
        (None, None) => (equal(constant(first), constant(second)), false),
        (Some(one), Some(other)) if one <= other => {
            (equal(one, Expr::binary(Binary::Add, other, constant(second - first))), false)
        }
        (Some(one), Some(other)) => (equal(other, Expr::binary(Binary::Add, one, constant(first - second))), false),
        (Some(one), None) | (None, Some(one)) => {
            let number = if base(left).0.is_some() { second - first } else { first - second };
            match &one {
                condition if ty == Type::BOOL => {
                    let (atom, negated) = atom(condition);
                    (atom, negated != (ty.wrap(number) == 0))
                }
                // A widened condition is 0 or 1.
                Expr::Cast(_, inner) if inner.ty() == Type::BOOL && matches!(ty.wrap(number), 0 | 1) => {
                    let (atom, negated) = atom(inner);
                    (atom, negated != (ty.wrap(number) == 0))
                }
                _ => (equal(one, constant(number)), false),
            }
        }
    }
}

/// An expression as a sum of something that is not constant and a number.
fn base(expr: &Expr) -> (Option<Expr>, i128) {
    match expr {
        Expr::Constant(bits, ty) => (None, ty.number(*bits)),
        Expr::Binary(Binary::Add, inner, number) => match **number {
            Expr::Constant(bits, ty) => (Some((**inner).clone()), ty.number(bits)),
            _ => (Some(expr.clone()), 0),
        },
        other => (Some(other.clone()), 0),
    }
}

/// The parts of a condition that `and`, `or` and `not` are built of, in standard form; constants left out.
pub fn atoms(condition: &Expr, found: &mut Vec<Expr>) {
    match condition {
        Expr::Binary(Binary::And | Binary::Or | Binary::Xor, left, right) if left.ty() == Type::BOOL => {
            atoms(left, found);
            atoms(right, found);
        }
        Expr::Unary(Unary::Not, inner) => atoms(inner, found),
        Expr::Conditional(test, yes, no) if yes.ty() == Type::BOOL => {
            atoms(test, found);
            atoms(yes, found);
            atoms(no, found);
        }
        other => match atom(other).0 {
            Expr::Constant(..) => {}
            same if same == *other => found.push(same),
            // The standard form may have uncovered more structure.
            simpler => atoms(&simpler, found),
        },
    }
}

/// Builds the Boolean program; location and edge numbers are those of the program.
pub fn boolean_program(program: &Program, abstraction: &Abstraction, tracking: &Tracking) -> boolean::Program {
    let builder = Builder { program, abstraction, tracking };
    let start: Vec<Option<u64>> = program.globals.iter().map(|global| global.initial).collect();
    let name = |number: &u32| {
        let text = super::expression::Named(&abstraction.predicates[*number as usize], |place| program.name(place));
        text.to_string()
    };
    let initial = |number: &u32| match builder.initial(*number, 0, &start) {
        Some(Formula::Constant(value)) => Some(value),
        _ => None,
    };
    let entry = program.templates[0].entry;
    let variable = |number: &u32| boolean::Variable { name: name(number), initial: initial(number) };
    let local = |number: &u32| match tracking.slots[*number as usize] {
        Slot::Local(slot) if tracking.tracked[entry as usize] >> slot & 1 == 0 => {
            boolean::Variable { name: name(number), initial: Some(false) }
        }
        _ => variable(number),
    };
    let mut learned: Vec<Vec<Vec<&Clause>>> =
        program.locations.iter().map(|location| vec![Vec::new(); location.edges.len()]).collect();
    for step in &abstraction.steps {
        learned[step.location as usize][step.edge as usize].push(&step.clause);
    }
    let location = |(at, location): (usize, &super::program::Location)| boolean::Location {
        edges: location
            .edges
            .iter()
            .zip(&learned[at])
            .map(|(edge, learned)| boolean::Edge { instruction: builder.instruction(at, edge, learned), to: edge.to })
            .collect(),
        line: location.edges.iter().flat_map(|edge| &edge.statements).next().map_or(0, |first| first.position.line),
        text: String::new(),
        root: Some(0),
        inside: Some(location.inside),
        dead: !tracking.tracked[at],
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
    /// The value of a predicate of a thread that has just started, where it is known.
    fn initial(&self, predicate: u32, template: u32, globals: &[Option<u64>]) -> Option<Formula> {
        let value = self.abstraction.predicates[predicate as usize].replace(&mut |leaf| {
            let known = match leaf {
                Expr::Read(Place::Global(number), _) => globals[*number as usize],
                Expr::Read(Place::Local(number), _) => {
                    let local = &self.program.locals[*number as usize];
                    local.initial.filter(|_| local.template == Some(template))
                }
                _ => None,
            };
            known.map_or_else(|| leaf.clone(), |bits| Expr::Constant(bits, leaf.ty()))
        });
        match value {
            Expr::Constant(bits, _) => Some(Formula::Constant(bits == 1)),
            _ => None,
        }
    }

    fn instruction(&self, from: usize, edge: &Edge, learned: &[&Clause]) -> Instruction {
        if let Some(start) = &edge.start {
            return self.start(start);
        }
        let mut update = Update::default();
        for &number in &self.tracking.shared {
            if let Some(value) = self.new_value(number, from, edge) {
                update.globals.push((slot_number(self.tracking.slots[number as usize]), value));
            }
        }
        let (before, after) = (self.tracking.tracked[from], self.tracking.tracked[edge.to as usize]);
        for &number in &self.tracking.local {
            let slot = slot_number(self.tracking.slots[number as usize]);
            if after >> slot & 1 == 1 {
                match self.new_value(number, from, edge) {
                    Some(value) => update.locals.push((slot, value)),
                    None if before >> slot & 1 == 0 => update.locals.push((slot, None)),
                    None => {}
                }
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
    fn start(&self, start: &super::program::Start) -> Instruction {
        let entry = self.program.templates[start.template as usize].entry;
        let tracked = self.tracking.tracked[entry as usize];
        let unknown: Vec<Option<u64>> = vec![None; self.program.globals.len()];
        let given = |number: u32| {
            locals(&self.abstraction.predicates[number as usize])
                .into_iter()
                .any(|local| start.arguments.iter().any(|(argument, _)| *argument == local))
        };
        let fresh = self.tracking.local.iter().filter_map(|&number| {
            let slot = slot_number(self.tracking.slots[number as usize]);
            let value = || if given(number) { None } else { self.initial(number, start.template, &unknown) };
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
        let own = locals(predicate);
        let readable = |number: u32| match self.tracking.slots[number as usize] {
            Slot::Local(slot) => {
                let needs = locals(&self.abstraction.predicates[number as usize]);
                needs.iter().all(|local| own.contains(local)).then_some(Slot::Passive(0, slot))
            }
            shared => Some(shared),
        };
        Some(self.known(&before, &readable))
    }

    fn readable(&self, number: u32, from: usize) -> Option<Slot> {
        let slot = self.tracking.slots[number as usize];
        match slot {
            Slot::Local(local) if self.tracking.tracked[from] >> local & 1 == 0 => None,
            slot => Some(slot),
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
            Expr::Constant(bits, _) => Some(Formula::Constant(*bits == 1)),
            _ => {
                let (atom, negated) = atom(condition);
                if let Expr::Constant(bits, _) = atom {
                    return Some(Formula::Constant((bits == 1) != negated));
                }
                if let Expr::Binary(Binary::And | Binary::Or, ..) = atom {
                    let known = self.known(&atom, readable)?;
                    return Some(if negated { Formula::Not(Box::new(known)) } else { known });
                }
                let number = self.abstraction.predicates.iter().position(|predicate| *predicate == atom)?;
                let read = Formula::Read(readable(number as u32)?, false);
                Some(if negated { Formula::Not(Box::new(read)) } else { read })
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
                Slot::Global(slot) => any(&update.globals, slot),
                slot => any(&update.locals, slot_number(slot)),
            });
            let meaningful = slots().all(|slot| match slot {
                Slot::Global(_) => true,
                slot => tracked >> slot_number(slot) & 1 == 1,
            });
            let after = |literal: &Literal, thread| self.literal(&Literal { thread, after: true, ..*literal });
            if changes && meaningful {
                update.constraints.push(disjunction(lemma.iter().map(|literal| after(literal, 0))));
            }
            let changes_passive = slots().any(|slot| match slot {
                Slot::Global(slot) => any(&update.globals, slot),
                slot => any(&update.passive, slot_number(slot)),
            });
            if changes_passive && slots().any(|slot| !matches!(slot, Slot::Global(_))) {
                update.passive_constraints.push(disjunction(lemma.iter().map(|literal| after(literal, 1))));
            }
        }
    }

    fn add_clause(&self, clause: &Clause, update: &mut Update) {
        let formula = disjunction(clause.iter().map(|literal| self.literal(literal)));
        match clause.iter().map(|literal| literal.thread).max().unwrap_or(0) {
            0 => update.constraints.push(formula),
            1 => update.passive_constraints.push(formula),
            others => update.group_constraints.push((others.into(), formula)),
        }
    }

    fn literal(&self, literal: &Literal) -> Formula {
        let slot = match (self.tracking.slots[literal.predicate as usize], literal.thread) {
            (Slot::Local(slot), thread @ 1..) => Slot::Passive(thread - 1, slot),
            (slot, _) => slot,
        };
        let read = Formula::Read(slot, literal.after);
        if literal.holds { read } else { Formula::Not(Box::new(read)) }
    }
}

fn disjunction(literals: impl Iterator<Item = Formula>) -> Formula {
    let join = |left, right| Formula::Binary(Operator::Or, Box::new(left), Box::new(right));
    literals.reduce(join).unwrap_or(Formula::Constant(false))
}

fn slot_number(slot: Slot) -> u8 {
    match slot {
        Slot::Global(number) | Slot::Local(number) | Slot::Passive(_, number) => number,
    }
}
