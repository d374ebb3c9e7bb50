//! Expressions and steps of flat programs as text.

use super::classes::{Classes, Member, visit};
use crate::boolean::expression::{Expr, Slot};
use crate::boolean::program::{MOST_CHOICES, Program, Update};
use crate::boolean::syntax::Operator;

/// How the variables of other threads are written, by index: `x$` in values, `p0.x` in constraints.
type OtherThread<'a> = &'a dyn Fn(u8, &str) -> String;

pub(super) fn of_each(_: u8, variable: &str) -> String {
    format!("{variable}$")
}

fn of_index(index: u8, variable: &str) -> String {
    format!("p{index}.{variable}")
}

/// A parallel assignment: what is assigned, and to what.
#[derive(Default)]
pub(super) struct Assignment {
    pub(super) places: Vec<String>,
    pub(super) values: Vec<String>,
}

impl Assignment {
    pub(super) fn push(&mut self, place: String, value: String) {
        self.places.push(place);
        self.values.push(value);
    }

    pub(super) fn statement(&self, constraint: &str) -> Option<String> {
        let values = format!("{} := {}", self.places.join(", "), self.values.join(", "));
        match (self.places.is_empty(), constraint.is_empty()) {
            (true, true) => None,
            (true, false) => Some(format!("havoc {{}} constrain {constraint}")),
            (false, true) => Some(values),
            (false, false) => Some(format!("{values} constrain {constraint}")),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) program: &'a Program,
    pub(super) classes: &'a Classes,
    /// The local variables whose values after the step are arguments `t0`, `t1`, ... of a call.
    pub(super) arguments: u64,
    /// The local variables that there are.
    pub(super) declared: u64,
}

impl Words<'_> {
    /// A value that a variable gets; any value if there is none.
    pub(super) fn value(&self, value: Option<&Expr>) -> String {
        value.map_or("*".to_string(), |value| self.expression(value, &of_each))
    }

    /// The statements of an update from one location to another. The second one clears what constraints of the first one
    /// still need; nobody may move between them.
    pub(super) fn update(&self, update: &Update, from: u32, to: u32) -> Result<Vec<String>, String> {
        few_choices(update)?;
        let mut now = Assignment::default();
        let mut later = Assignment::default();
        let needed = next_locals(update);
        let ends = self.live(from) & !self.live(to);
        for (number, value) in &update.globals {
            now.push(format!("g{number}"), self.value(value.as_ref()));
        }
        for (number, value) in &update.locals {
            if self.live(to) >> number & 1 == 1 || needed >> number & 1 == 1 {
                now.push(format!("l{number}"), self.value(value.as_ref()));
            }
        }
        let written = update.locals.iter().fold(0, |mask, (number, _)| mask | 1 << number);
        let cleared = ends | (written & needed & !self.live(to));
        for number in (0..self.program.locals.len()).filter(|number| cleared >> number & 1 == 1) {
            let list = if needed >> number & 1 == 1 { &mut later } else { &mut now };
            list.push(format!("l{number}"), "0".to_string());
        }
        self.move_class(from, to, &mut now);
        for (number, value) in &update.passive {
            let place = format!("l{number}$");
            let value = self.value(value.as_ref());
            match self.classes.live(1 << number, &|bit| format!("c{bit}$")) {
                Member::Always => now.push(place, value),
                Member::Never => {}
                Member::If(live) => now.push(place.clone(), format!("({live} ? {value} : {place})")),
            }
        }
        let statements = [now.statement(&self.constraint(update)), later.statement("")];
        Ok(statements.into_iter().flatten().collect())
    }

    /// The assignments of a step that only moves a thread from one location to another.
    pub(super) fn settle(&self, from: u32, to: u32) -> Option<String> {
        let mut now = Assignment::default();
        let ends = self.live(from) & !self.live(to);
        for number in (0..self.program.locals.len()).filter(|number| ends >> number & 1 == 1) {
            now.push(format!("l{number}"), "0".to_string());
        }
        self.move_class(from, to, &mut now);
        now.statement("")
    }

    fn move_class(&self, from: u32, to: u32, assignment: &mut Assignment) {
        for (bit, (before, after)) in self.classes.code(from).zip(self.classes.code(to)).enumerate() {
            if before != after {
                assignment.push(format!("c{bit}"), u8::from(after).to_string());
            }
        }
    }

    /// The variables that have a meaning at a location.
    pub(super) fn live(&self, location: u32) -> u64 {
        !self.program.locations[location as usize].dead & self.declared
    }

    /// The conjunction of all constraints of an update; empty if there are none.
    pub(super) fn constraint(&self, update: &Update) -> String {
        let own = update.constraints.iter().map(|constraint| self.expression(constraint, &of_index));
        let one = update.passive_constraints.iter().map(|constraint| (1, constraint));
        let groups = update.group_constraints.iter().map(|(size, constraint)| (*size, constraint));
        let others = one.chain(groups).filter_map(|(size, constraint)| Some((size, self.others(size, constraint)?)));
        let others: Vec<(usize, String)> = others.collect();
        let most = others.iter().map(|(size, _)| *size).max().unwrap_or(0);
        let all: Vec<String> = own.chain(others.into_iter().map(|(_, text)| text)).filter(|text| text != "1").collect();
        let indices: Vec<String> = (0..most).map(|index| format!("p{index}")).collect();
        let forall = if most > 0 { format!("forall {}: ", indices.join(", ")) } else { String::new() };
        if all.is_empty() { String::new() } else { format!("{forall}{}", all.join(" & ")) }
    }

    /// A constraint over so many other threads, for those whose variables have a meaning. A conjunct is quantified over the
    /// threads that it mentions, so it has to be one, and to mention them all.
    fn others(&self, size: usize, constraint: &Expr) -> Option<String> {
        let mut parts = Vec::new();
        for index in 0..size as u8 {
            let bit = |bit| of_index(index, &format!("c{bit}"));
            match self.classes.live(constraint.passive_variables(index), &bit) {
                Member::Always => {}
                Member::Never => return None,
                Member::If(live) => parts.push(format!("!{live}")),
            }
        }
        let is_conjunction = matches!(constraint, Expr::Binary(Operator::And, ..) | Expr::Constant(true));
        parts.push(self.expression(constraint, &of_index));
        for index in 0..size as u8 {
            let name = of_index(index, "");
            if is_conjunction && index == 0 || !parts.iter().any(|part| part.contains(&name)) {
                parts.push(format!("({name}c0 & !{name}c0)"));
            }
        }
        Some(if parts.len() == 1 { parts.remove(0) } else { format!("({})", parts.join(" | ")) })
    }

    fn expression(&self, expr: &Expr, other: OtherThread) -> String {
        let text = |expr: &Expr| self.expression(expr, other);
        match expr {
            Expr::Constant(value) => u8::from(*value).to_string(),
            Expr::Choice => "*".to_string(),
            Expr::Read(slot, next) => {
                let name = match *slot {
                    Slot::Global(number) => format!("g{number}"),
                    Slot::Local(number) if *next && self.arguments >> number & 1 == 1 => format!("t{number}"),
                    Slot::Local(number) => format!("l{number}"),
                    Slot::Passive(index, number) => other(index, &format!("l{number}")),
                    Slot::Place(index, place) => {
                        return match self.classes.at(place, &|bit| other(index, &format!("c{bit}"))) {
                            Member::Always => "1".to_string(),
                            Member::Never => "0".to_string(),
                            Member::If(at) => at,
                        };
                    }
                };
                if *next { name + "'" } else { name }
            }
            Expr::Not(inner) => format!("!{}", text(inner)),
            Expr::Binary(operator, ..) => {
                let mut operands = Vec::new();
                operands_of(expr, *operator, &mut operands);
                let operands: Vec<String> = operands.into_iter().map(text).collect();
                format!("({})", operands.join(&format!(" {} ", operator.symbol())))
            }
            Expr::Conditional(test, yes, no) => format!("({} ? {} : {})", text(test), text(yes), text(no)),
            Expr::Schoose(yes, no) => format!("schoose[{}, {}]", text(yes), text(no)),
        }
    }
}

/// The local variables of a program.
pub(super) fn all_locals(program: &Program) -> u64 {
    ((1u128 << program.locals.len()) - 1) as u64
}

/// The operands of a chain; long ones nest deeply in the tree, but not in the text.
fn operands_of<'a>(expr: &'a Expr, operator: Operator, into: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(other, left, right) if *other == operator && operator != Operator::Implies => {
            operands_of(left, operator, into);
            operands_of(right, operator, into);
        }
        Expr::Binary(Operator::Implies, left, right) if operator == Operator::Implies && into.is_empty() => {
            into.extend([&**left, &**right]);
        }
        other => into.push(other),
    }
}

/// The executing thread's variables whose values after the step are constrained.
fn next_locals(update: &Update) -> u64 {
    let groups = update.group_constraints.iter().map(|(_, constraint)| constraint);
    let mut needed = 0;
    for constraint in update.constraints.iter().chain(&update.passive_constraints).chain(groups) {
        visit(constraint, &mut |slot, next| {
            if let (Slot::Local(number), true) = (slot, next) {
                needed |= 1 << number;
            }
        });
    }
    needed
}

/// Refuses what readers refuse.
pub(super) fn few_choices(update: &Update) -> Result<(), String> {
    match update.choices() > MOST_CHOICES {
        true => Err(format!("a step gives more than {MOST_CHOICES} variables either value")),
        false => Ok(()),
    }
}
