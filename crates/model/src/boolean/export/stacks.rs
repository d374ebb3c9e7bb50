//! Programs whose calls are kept, as text: a function for each template and each recursive function.
//!
//! A function has the variables that have a meaning somewhere in it. A call begins with a copy of all variables in the flat
//! program; in the text, what has a meaning in the function that is called becomes an argument, and the caller keeps the
//! rest. Where a step does more than set arguments or results, it is a statement before the call, or before the `return` and
//! then atomic with it. Between arguments and call others may move, but they cannot tell, and neither can the thread.

use super::classes::{Classes, visit};
use super::words::{Assignment, Words, all_locals};
use super::{comment, initial, shared};
use crate::boolean::calls::{Begins, Calls};
use crate::boolean::expression::Slot;
use crate::boolean::program::{Edge, Instruction, MOST_CHOICES, MOST_VARIABLES, Program, Update};
use std::fmt::Write;

/// The text of a program with calls in which a thread that gets to one of these locations has failed; or what the format has no
/// room for.
pub fn export_with_calls(program: &Program, calls: &Calls, failures: &[u32]) -> Result<String, String> {
    let classes = Classes::new(program, &[]);
    let mut writer = Writer {
        words: Words { program, classes: &classes, arguments: 0, declared: all_locals(program) },
        calls,
        failures,
        entries: Vec::new(),
    };
    writer.entries = writer.entries();
    let of = |function| (writer.variables(function).count_ones()) + writer.prepared(function).count_ones();
    let variables: u32 = (0..calls.functions.len()).map(of).sum();
    if variables + calls.results.count_ones() > MOST_VARIABLES as u32 {
        return Err(format!("more than {MOST_VARIABLES} local variables of all functions together"));
    }
    if calls.results.count_ones() > MOST_CHOICES as u32 {
        return Err(format!("more than {MOST_CHOICES} results"));
    }
    if program.locations.iter().any(|location| location.inside == Some(true)) {
        return Err("atomic sections of threads with stacks".to_string());
    }
    let mut out = shared(program);
    for (number, variable) in program.locals.iter().enumerate() {
        let _ = writeln!(out, "// l{number}: {}", comment(&variable.name));
    }
    let _ = writeln!(out, "threads f0;");
    for function in 0..calls.functions.len() {
        writer.function(function, &mut out)?;
    }
    Ok(out)
}

struct Writer<'a> {
    words: Words<'a>,
    calls: &'a Calls,
    failures: &'a [u32],
    /// Where each function begins, if anything leads to it.
    entries: Vec<Option<u32>>,
}

impl Writer<'_> {
    fn function_of(&self, location: u32) -> Option<usize> {
        self.words.program.locations[location as usize].root.map(|root| root as usize)
    }

    /// Whether predicates about a result are given back; there may be none, though there is a result.
    fn has_results(&self, function: usize) -> bool {
        self.calls.functions[function].has_results && self.calls.results != 0
    }

    /// For a location: only the variables of its function are there.
    fn words_at(&self, location: u32) -> Words<'_> {
        let declared = self.function_of(location).map_or(0, |function| self.variables(function));
        Words { declared, ..self.words }
    }

    fn entries(&self) -> Vec<Option<u32>> {
        let mut entries = vec![None; self.calls.functions.len()];
        let program = self.words.program;
        let called = self.calls.calls.keys().flat_map(|at| &program.locations[*at as usize].edges).map(|edge| edge.to);
        let later = self.calls.threads.iter().filter_map(|begins| match begins {
            Begins::Later(at) => Some(*at),
            Begins::At(_) | Begins::AsMain => None,
        });
        for at in called.chain(later).chain([program.entry]) {
            if let Some(function) = self.function_of(at) {
                entries[function] = Some(at);
            }
        }
        entries
    }

    fn locations(&self, function: usize) -> impl Iterator<Item = u32> {
        (0..self.words.program.locations.len() as u32).filter(move |at| self.function_of(*at) == Some(function))
    }

    /// The variables of a function. Of those for results, what it gives back itself, and what it takes from others.
    fn variables(&self, function: usize) -> u64 {
        let (mut own, mut results) = (0, 0);
        for at in self.locations(function) {
            let landing = self.calls.landings.contains(&at);
            own |= self.words.live(at) & !self.calls.results;
            results |= if landing { 0 } else { self.words.live(at) };
            for edge in &self.words.program.locations[at as usize].edges {
                let Instruction::Update(update) = &edge.instruction else { continue };
                if landing {
                    results |= locals_read(update);
                } else if self.calls.returns.contains(&at) {
                    results |= update.locals.iter().fold(0, |mask, (number, _)| mask | 1 << number);
                }
            }
        }
        own | results & self.calls.results
    }

    /// The variables for results: those that a function has, with something else for the others.
    fn results(&self, function: usize, without: &str) -> String {
        let variables = self.variables(function);
        let name = |number: &u8| match variables >> number & 1 == 1 {
            true => format!("l{number}"),
            false => without.to_string(),
        };
        numbers(self.calls.results).iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// The parameters of a function: the variables that are live at its entry.
    fn parameters(&self, entry: u32) -> Vec<u8> {
        numbers(self.words.live(entry) & !self.calls.results)
    }

    fn function(&self, function: usize, out: &mut String) -> Result<(), String> {
        let Some(entry) = self.entries[function] else { return Ok(()) };
        let program = self.words.program;
        let results = match self.has_results(function) {
            true => format!("bool<{}>", self.calls.results.count_ones()),
            false => "void".to_string(),
        };
        let is_main = entry == program.entry;
        let parameters = if is_main { Vec::new() } else { self.parameters(entry) };
        let list: Vec<String> = parameters.iter().map(|number| format!("l{number}")).collect();
        let name = comment(&self.calls.functions[function].name);
        let _ = writeln!(out, "// {name}\n{results} f{function}({}) begin", list.join(", "));
        for number in numbers(self.variables(function)).into_iter().filter(|number| !parameters.contains(number)) {
            let first = is_main && self.words.live(entry) >> number & 1 == 1;
            let value = if first { initial(&program.locals[usize::from(number)]) } else { "0" };
            let _ = writeln!(out, "  decl l{number} := {value};");
        }
        for number in numbers(self.prepared(function)) {
            let _ = writeln!(out, "  decl t{number} := 0;");
        }
        let _ = writeln!(out, "  goto L{entry};");
        self.locations(function).try_for_each(|at| self.location(at, out))?;
        let _ = writeln!(out, "end");
        Ok(())
    }

    /// The arguments that a statement before a call sets.
    fn prepared(&self, function: usize) -> u64 {
        let calls = self.locations(function).filter(|at| self.calls.calls.contains_key(at));
        let edges = calls.flat_map(|at| &self.words.program.locations[at as usize].edges);
        let prepared = edges.filter(|edge| !only_locals(edge));
        prepared.fold(0, |mask, edge| mask | self.words.live(edge.to) & !self.calls.results)
    }

    fn location(&self, at: u32, out: &mut String) -> Result<(), String> {
        let location = &self.words.program.locations[at as usize];
        let _ = writeln!(out, "  // line {}", location.line);
        let stays = match (self.failures.contains(&at), location.edges.is_empty()) {
            (true, _) => "assert(0)",
            (false, true) => "assume(0)",
            (false, false) => "",
        };
        if !stays.is_empty() {
            let _ = writeln!(out, "  L{at}: {stays};");
            return Ok(());
        }
        let labels: Vec<String> = (0..location.edges.len()).map(|edge| format!("L{at}_{edge}")).collect();
        let _ = writeln!(out, "  L{at}: goto {};", labels.join(", "));
        for (edge, label) in location.edges.iter().zip(&labels) {
            let text = self.edge(at, edge)?;
            let _ = writeln!(out, "  {label}: {text};");
        }
        Ok(())
    }

    fn edge(&self, at: u32, edge: &Edge) -> Result<String, String> {
        match &edge.instruction {
            Instruction::Update(update) if self.calls.calls.contains_key(&at) => self.call(at, edge, update),
            Instruction::Update(update) if self.calls.returns.contains(&at) => self.give_back(at, edge, update),
            Instruction::Update(update) => {
                let words = self.words_at(at);
                let statements = words.update(update, at, edge.to)?;
                let text = match statements.as_slice() {
                    [_, _, ..] => format!("atomic {{ {}; }}", statements.join("; ")),
                    _ => statements.join("; "),
                };
                let mut landed = Assignment::default();
                if self.calls.landings.contains(&at) {
                    numbers(words.declared & self.calls.results)
                        .iter()
                        .for_each(|n| landed.push(format!("l{n}"), "0".to_string()));
                }
                let parts = [Some(text).filter(|text| !text.is_empty()), landed.statement("")];
                let parts = parts.into_iter().flatten().chain([format!("goto L{}", edge.to)]);
                Ok(parts.collect::<Vec<_>>().join("; "))
            }
            Instruction::Start { at: entry, fresh: Some(fresh) } => {
                let function = self.function_of(*entry).ok_or("a thread without a function")?;
                let value = |number: &u8| {
                    let given = fresh.iter().find(|(other, _)| other == number);
                    given.map_or("0".to_string(), |(_, value)| self.words.value(value.as_ref()))
                };
                let arguments: Vec<String> = self.parameters(*entry).iter().map(value).collect();
                Ok(format!("start_thread f{function}({}); goto L{}", arguments.join(", "), edge.to))
            }
            other => Err(format!("a step that abstractions do not have: {other:?}")),
        }
    }

    fn call(&self, at: u32, edge: &Edge, update: &Update) -> Result<String, String> {
        let function = self.function_of(edge.to).ok_or("a call without a function")?;
        let back = self.calls.calls[&at];
        let given = |number: &u8| match update.locals.iter().find(|(other, _)| other == number) {
            Some((_, value)) => self.words.value(value.as_ref()),
            None if self.words.live(at) >> number & 1 == 1 => format!("l{number}"),
            None => "0".to_string(),
        };
        let parameters = self.parameters(edge.to);
        let values: Vec<String> = parameters.iter().map(given).collect();
        let landing = self.calls.landings.contains(&back) && self.has_results(function);
        let caller = self.function_of(at).ok_or("a call without a caller")?;
        let assigned = if landing { format!("{} := ", self.results(caller, "_")) } else { String::new() };
        if only_locals(edge) {
            return Ok(format!("{assigned}f{function}({}); goto L{back}", values.join(", ")));
        }
        let mut before = Assignment::default();
        for (number, value) in &update.globals {
            before.push(format!("g{number}"), self.words.value(value.as_ref()));
        }
        parameters.iter().zip(values).for_each(|(number, value)| before.push(format!("t{number}"), value));
        let arguments = parameters.iter().fold(0, |mask, number| mask | 1 << number);
        let constraint = Words { arguments, ..self.words }.constraint(update);
        let before = before.statement(&constraint).unwrap_or("skip".to_string());
        let arguments: Vec<String> = parameters.iter().map(|number| format!("t{number}")).collect();
        Ok(format!("{before}; {assigned}f{function}({}); goto L{back}", arguments.join(", ")))
    }

    fn give_back(&self, at: u32, edge: &Edge, update: &Update) -> Result<String, String> {
        let function = self.function_of(at).ok_or("a return without a function")?;
        let list = match self.has_results(function) {
            true => self.results(function, "0"),
            false => String::new(),
        };
        let statements = self.words_at(at).update(update, at, edge.to)?;
        let back = if list.is_empty() { "return".to_string() } else { format!("return {list}") };
        match statements.is_empty() {
            true => Ok(back),
            false => Ok(format!("atomic {{ {}; {back}; }}", statements.join("; "))),
        }
    }
}

/// Whether a step only sets local variables, each by itself.
fn only_locals(edge: &Edge) -> bool {
    match &edge.instruction {
        Instruction::Update(Update { globals, constraints, .. }) => globals.is_empty() && constraints.is_empty(),
        _ => false,
    }
}

fn numbers(mask: u64) -> Vec<u8> {
    (0..64).filter(|number| mask >> number & 1 == 1).collect()
}

/// The executing thread's variables that an update reads before the step.
fn locals_read(update: &Update) -> u64 {
    let values = update.globals.iter().chain(&update.locals).filter_map(|(_, value)| value.as_ref());
    let mut read = 0;
    for expr in values.chain(&update.constraints) {
        visit(expr, &mut |slot, _| {
            if let Slot::Local(number) = slot {
                read |= 1 << number;
            }
        });
    }
    read
}
