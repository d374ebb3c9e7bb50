//! A flat program as text in the format of Boolean programs, which reads back to a program with the same failures.
//!
//! What a flat program says by location is spelled out. A failure is an assertion that fails; sections that are atomic by location
//! begin and end explicitly; variables without a meaning are 0, and where constraints depend on where other threads are,
//! threads keep a number for it (`classes`). All threads run one function, since only such threads see each other's
//! variables, and `main` does nothing but start the first one. Threads with stacks have functions (`stacks`).

mod classes;
mod stacks;
mod words;

use super::expression::Expr;
use super::program::{Instruction, MOST_VARIABLES, Program, Update, Variable};
use classes::{Classes, Member};
pub use stacks::export_with_calls;
use std::fmt::Write;
use words::{Words, all_locals, few_choices};

/// The text of a program in which a thread that gets to one of these locations has failed; or what the format has no room for.
pub fn export(program: &Program, failures: &[u32]) -> Result<String, String> {
    let mut entries = vec![program.entry];
    for edge in program.locations.iter().flat_map(|location| &location.edges) {
        if let Instruction::Start { at, .. } = edge.instruction
            && !entries.contains(&at)
        {
            entries.push(at);
        }
    }
    let classes = Classes::new(program, &entries);
    if program.locals.len() + classes.bits as usize > MOST_VARIABLES {
        return Err(format!("more than {MOST_VARIABLES} local variables"));
    }
    let words = Words { program, classes: &classes, arguments: 0, declared: all_locals(program) };
    let mut out = shared(program);
    for (number, variable) in program.locals.iter().enumerate() {
        let _ = writeln!(out, "// l{number}: {}", comment(&variable.name));
    }
    let first: Vec<(u8, Option<Expr>)> = (0u8..)
        .zip(&program.locals)
        .filter(|(number, _)| words.live(program.entry) >> number & 1 == 1)
        .map(|(number, variable)| (number, variable.initial.map(Expr::Constant)))
        .collect();
    let _ = writeln!(out, "void main() begin\n  {};\nend", start(&words, program.entry, &first)?);
    let bits = (0..classes.bits).map(|bit| format!("c{bit}"));
    let parameters: Vec<String> = (0..program.locals.len()).map(|number| format!("l{number}")).chain(bits).collect();
    let _ = writeln!(out, "void thread({}) begin", parameters.join(", "));
    dispatch(&classes, &entries, &mut out);
    for at in 0..program.locations.len() as u32 {
        location(&words, at, failures.contains(&at), &mut out)?;
    }
    let _ = writeln!(out, "end");
    Ok(out)
}

/// The declarations of the shared variables.
fn shared(program: &Program) -> String {
    let mut out = String::new();
    for (number, variable) in program.globals.iter().enumerate() {
        let _ = writeln!(out, "decl g{number} := {}; // {}", initial(variable), comment(&variable.name));
    }
    out
}

fn initial(variable: &Variable) -> &'static str {
    match variable.initial {
        None => "*",
        Some(false) => "0",
        Some(true) => "1",
    }
}

/// Text that may stand in a comment.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Leads a new thread to where it begins, which it knows by its class.
fn dispatch(classes: &Classes, entries: &[u32], out: &mut String) {
    let labels: Vec<String> = entries.iter().map(|at| format!("E{at}")).collect();
    let _ = writeln!(out, "  goto {};", labels.join(", "));
    for (at, label) in entries.iter().zip(&labels) {
        let _ = match classes.begins(*at, &|bit| format!("c{bit}")) {
            Member::If(here) if entries.len() > 1 => writeln!(out, "  {label}: assume({here}); goto L{at};"),
            _ => writeln!(out, "  {label}: goto L{at};"),
        };
    }
}

/// The statements of a location.
fn location(words: &Words, at: u32, fails: bool, out: &mut String) -> Result<(), String> {
    let location = &words.program.locations[at as usize];
    let _ = writeln!(out, "  // line {}", location.line);
    if fails {
        let _ = writeln!(out, "  L{at}: assert(0);");
        return Ok(());
    }
    if location.edges.is_empty() {
        // It stays there: others may still look at its variables.
        let _ = writeln!(out, "  L{at}: assume(0);");
        return Ok(());
    }
    let labels: Vec<String> = (0..location.edges.len()).map(|edge| format!("L{at}_{edge}")).collect();
    let _ = writeln!(out, "  L{at}: goto {};", labels.join(", "));
    for (edge, label) in location.edges.iter().zip(&labels) {
        let statements = match &edge.instruction {
            Instruction::Update(update) => words.update(update, at, edge.to)?,
            Instruction::Start { at: entry, fresh: Some(fresh) } => {
                [start(words, *entry, fresh)?].into_iter().chain(words.settle(at, edge.to)).collect()
            }
            other => return Err(format!("a step that abstractions do not have: {other:?}")),
        };
        let inside = |at: u32| words.program.locations[at as usize].inside == Some(true);
        let begins = !inside(at) && (inside(edge.to) || statements.len() > 1);
        let ends = (inside(at) || begins) && !inside(edge.to);
        let begin = begins.then(|| "atomic_begin".to_string());
        let end = ends.then(|| "atomic_end".to_string());
        let last = format!("goto L{}", edge.to);
        let all: Vec<String> = begin.into_iter().chain(statements).chain(end).chain([last]).collect();
        let _ = writeln!(out, "  {label}: {};", all.join("; "));
    }
    Ok(())
}

/// Starts a thread that begins at a location with these values, the others being 0.
fn start(words: &Words, entry: u32, values: &[(u8, Option<Expr>)]) -> Result<String, String> {
    if words.program.locations[entry as usize].inside == Some(true) {
        return Err("a thread that begins inside an atomic section".to_string());
    }
    few_choices(&Update { locals: values.to_vec(), ..Update::default() })?;
    let given = |number: usize| values.iter().find(|(other, _)| usize::from(*other) == number);
    let locals = (0..words.program.locals.len()).map(|number| match given(number) {
        Some((_, value)) => words.value(value.as_ref()),
        None => "0".to_string(),
    });
    let code = words.classes.code(entry).map(|bit| u8::from(bit).to_string());
    let arguments: Vec<String> = locals.chain(code).collect();
    Ok(format!("start_thread thread({})", arguments.join(", ")))
}
