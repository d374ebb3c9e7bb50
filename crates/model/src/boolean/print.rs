//! A flat program as text in the format of Boolean programs, for people who want to see what is checked.
//!
//! What the format cannot say stands in comments: where a variable has no meaning, which sections are atomic by
//! location, and which locations are a place that constraints speak of.

use super::expression::{Expr, Slot};
use super::program::{Instruction, Program, Update};
use std::fmt::Write;

/// The text of a program.
pub fn print(program: &Program) -> String {
    let mut out = String::new();
    for (number, variable) in program.globals.iter().enumerate() {
        let _ = writeln!(out, "decl g{number} := {}; // {}", initial(variable.initial), variable.name);
    }
    let _ = writeln!(out, "void main() begin");
    for (number, variable) in program.locals.iter().enumerate() {
        let _ = writeln!(out, "  decl l{number} := {}; // {}", initial(variable.initial), variable.name);
    }
    let _ = writeln!(out, "  goto L{};", program.entry);
    for (at, location) in program.locations.iter().enumerate() {
        let tracked = (0..program.locals.len()).filter(|number| location.dead >> number & 1 == 0);
        let tracked: Vec<String> = tracked.map(|number| format!("l{number}")).collect();
        let inside = if location.inside == Some(true) { ", inside an atomic section" } else { "" };
        let places = (0..u64::BITS).filter(|number| location.places >> number & 1 == 1);
        let places: String = places.map(|number| format!(" at{number}")).collect();
        let places = if places.is_empty() { places } else { format!(", place:{places}") };
        let _ = writeln!(out, "  // line {}, tracked: {}{inside}{places}", location.line, tracked.join(" "));
        let edges: Vec<String> = (0..location.edges.len()).map(|edge| format!("L{at}_{edge}")).collect();
        match edges.is_empty() {
            true => drop(writeln!(out, "  L{at}: end_thread;")),
            false => drop(writeln!(out, "  L{at}: goto {};", edges.join(", "))),
        }
        for (edge, name) in location.edges.iter().zip(&edges) {
            let _ = writeln!(out, "  {name}: {}; goto L{};", instruction(&edge.instruction), edge.to);
        }
    }
    let _ = writeln!(out, "end");
    out
}

fn initial(value: Option<bool>) -> &'static str {
    match value {
        None => "*",
        Some(false) => "0",
        Some(true) => "1",
    }
}

fn instruction(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Update(changed) if changed.is_empty() => "skip".to_string(),
        Instruction::Update(changed) => update(changed),
        Instruction::Assert(test) => format!("assert({})", expression(test)),
        Instruction::Start { at, fresh } => {
            let value = |(number, value): &(u8, Option<Expr>)| {
                format!("l{number} = {}", value.as_ref().map_or("*".to_string(), expression))
            };
            let fresh: Vec<String> = fresh.iter().flatten().map(value).collect();
            format!("start_thread goto L{at} /* with {} */", fresh.join(", "))
        }
        Instruction::AtomicBegin => "atomic_begin".to_string(),
        Instruction::AtomicEnd => "atomic_end".to_string(),
        Instruction::Wait(condition) => format!("wait c{condition}"),
        Instruction::Signal(condition) => format!("signal c{condition}"),
        Instruction::Broadcast(condition) => format!("broadcast c{condition}"),
    }
}

/// Prints the changed variables under `havoc` and their new values under `constrain`.
fn update(update: &Update) -> String {
    let mut changed = Vec::new();
    let mut constraints = Vec::new();
    let mut change = |list: &[(u8, Option<Expr>)], before: &str, after: &str, next: &dyn Fn(u8) -> String| {
        for (number, value) in list {
            changed.push(format!("{before}{number}{after}"));
            constraints.extend(value.as_ref().map(|value| format!("({} <=> {})", next(*number), expression(value))));
        }
    };
    change(&update.globals, "g", "", &|number| format!("g{number}'"));
    change(&update.locals, "a.l", "", &|number| format!("a.l{number}'"));
    change(&update.passive, "all(l", ")", &|number| format!("p0.l{number}'"));
    let groups = update.group_constraints.iter().map(|(_, constraint)| constraint);
    let all = update.constraints.iter().chain(&update.passive_constraints).chain(groups);
    constraints.extend(all.map(|constraint| format!("({})", expression(constraint))));
    let indices = update.group_constraints.iter().map(|(size, _)| *size).max().unwrap_or(1);
    let indices: Vec<String> = (0..indices).map(|index| format!("p{index}")).collect();
    let constraints = if constraints.is_empty() { "1".to_string() } else { constraints.join(" & ") };
    format!("havoc {{{}}} constrain forall {}: {constraints}", changed.join(", "), indices.join(", "))
}

fn expression(expr: &Expr) -> String {
    match expr {
        Expr::Constant(value) => u8::from(*value).to_string(),
        Expr::Choice => "*".to_string(),
        Expr::Read(slot, next) => {
            let name = match slot {
                Slot::Global(number) => format!("g{number}"),
                Slot::Local(number) => format!("a.l{number}"),
                Slot::Passive(index, number) => format!("p{index}.l{number}"),
                Slot::Place(index, number) => return format!("p{index}.at{number}"),
            };
            if *next { name + "'" } else { name }
        }
        Expr::Not(inner) => format!("!{}", expression(inner)),
        Expr::Binary(operator, left, right) => {
            format!("({} {} {})", expression(left), operator.symbol(), expression(right))
        }
        Expr::Conditional(test, yes, no) => {
            format!("({} ? {} : {})", expression(test), expression(yes), expression(no))
        }
        Expr::Schoose(yes, no) => format!("schoose[{}, {}]", expression(yes), expression(no)),
    }
}
