//! A C program after reading, as text for people: calls inlined unless recursive, steps merged, every line one step.

use std::fmt::Write;
use umpteen::explain::c_run::{self, in_c, place};
use umpteen_model::c::expression::{Expr, Place, Type};
use umpteen_model::c::program::{Edge, Frames, Location, Program, Statement, Template, Variable};

/// The whole program: variables, then for each location what a thread can do there.
pub fn program(program: &Program) -> String {
    let mut out =
        "// Each line is one step; its assignments happen at once. Where several can be taken, any of them is.\n"
            .to_string();
    for variable in &program.globals {
        let _ = writeln!(out, "shared {}", declaration(variable));
    }
    for (number, template) in (0u32..).zip(&program.templates) {
        let _ = writeln!(out, "\nthread {} {{", kind(program, number));
        for local in program.locals_of(number) {
            let _ = writeln!(out, "    {}", declaration(&program.locals[local as usize]));
        }
        let _ = writeln!(out, "    goto L{};", template.entry);
        for (at, location) in reachable(program, template) {
            let _ = writeln!(
                out,
                "L{at}:{}",
                remark(program, location).map_or(String::new(), |text| format!("  // {text}"))
            );
            for edge in &location.edges {
                let mut parts = effects(program, edge);
                parts.push(match location.frames {
                    Some(Frames::Call(back)) => format!("call L{}; goto L{back}", edge.to),
                    Some(Frames::Return) => "return".to_string(),
                    Some(Frames::Landing) | None => format!("goto L{}", edge.to),
                });
                let body = parts.join("; ");
                let step = match condition(program, edge) {
                    Some(guard) => format!("if ({guard}) {{ {body}; }}"),
                    None => format!("{body};"),
                };
                let _ = writeln!(out, "    {step}{}", comment(program, edge));
            }
        }
        out += "}\n";
    }
    out
}

/// The control-flow graph of each thread, a line for each step.
pub fn graph(program: &Program) -> String {
    let mut out = String::new();
    for (number, template) in (0u32..).zip(&program.templates) {
        let _ = writeln!(out, "{}, from L{}", kind(program, number), template.entry);
        for (at, location) in reachable(program, template) {
            if let Some(remark) = remark(program, location) {
                let _ = writeln!(out, "  L{at}  {remark}");
            }
            for edge in &location.edges {
                let step = step(program, edge);
                let to = if location.frames == Some(Frames::Return) { "back".into() } else { format!("L{}", edge.to) };
                let _ = writeln!(
                    out,
                    "  L{at} -> {to}{}{}",
                    if step.is_empty() { "" } else { "  " },
                    step + &comment(program, edge)
                );
            }
        }
    }
    out
}

/// The program as a graph for Graphviz.
pub fn drawing(program: &Program) -> String {
    let mut out =
        "digraph program {\n  node [shape=circle, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n"
            .to_string();
    for (number, template) in (0u32..).zip(&program.templates) {
        let _ = writeln!(out, "  subgraph cluster_{number} {{");
        let _ = writeln!(out, "    label={};", quoted(&kind(program, number)));
        let _ = writeln!(out, "    T{number} [shape=point];\n    T{number} -> T{number}_L{};", template.entry);
        for (at, location) in reachable(program, template) {
            let colour = match (location.fails, location.inside) {
                (Some(_), _) => ", style=filled, fillcolor=red",
                (None, true) => ", style=filled, fillcolor=lightgrey",
                (None, false) if location.ends => ", shape=doublecircle",
                (None, false) => "",
            };
            let tip = remark(program, location).map_or(String::new(), |text| format!(", tooltip={}", quoted(&text)));
            let _ = writeln!(out, "    T{number}_L{at} [label=\"L{at}\"{colour}{tip}];");
            if let Some(Frames::Call(back)) = location.frames {
                let _ = writeln!(out, "    T{number}_L{at} -> T{number}_L{back} [style=dashed, label=\"back\"];");
            }
            for edge in location.edges.iter().filter(|_| location.frames != Some(Frames::Return)) {
                let label = [step(program, edge), comment(program, edge).trim_start().to_string()];
                let label: Vec<&str> = label.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
                let label = quoted(&label.join("\n"));
                let _ = writeln!(out, "    T{number}_L{at} -> T{number}_L{} [label={label}];", edge.to);
            }
        }
        out += "  }\n";
    }
    out += "}\n";
    out
}

/// The name of a kind of threads; `run#2` is the second kind that runs the function `run`, started with another argument.
fn kind(program: &Program, number: u32) -> String {
    let name = &program.templates[number as usize].name;
    let earlier = program.templates[..number as usize].iter().filter(|template| template.name == *name).count();
    if earlier == 0 { plain(name) } else { format!("{}#{}", plain(name), earlier + 1) }
}

/// The locations that a thread can get to by its edges, whatever the guards say, with their numbers.
fn reachable<'a>(program: &'a Program, template: &Template) -> Vec<(u32, &'a Location)> {
    let mut seen = vec![false; program.locations.len()];
    let mut pending = vec![template.entry];
    while let Some(at) = pending.pop() {
        if !std::mem::replace(&mut seen[at as usize], true) {
            let location = &program.locations[at as usize];
            match location.frames {
                Some(Frames::Return) => continue,
                Some(Frames::Call(back)) => pending.push(back),
                Some(Frames::Landing) | None => {}
            }
            pending.extend(location.edges.iter().map(|edge| edge.to));
        }
    }
    let numbered = (0u32..).zip(&program.locations);
    numbered.filter(|(at, _)| seen[*at as usize]).collect()
}

/// A remark about a location: failure, end, atomic section.
fn remark(program: &Program, location: &Location) -> Option<String> {
    if let Some(assertion) = location.fails {
        let assertion = &program.assertions[assertion as usize];
        let place = place(program, assertion.position);
        return Some(format!("fails: `{}` at {place}", plain(&assertion.text)));
    }
    match location.frames {
        Some(Frames::Call(back)) => {
            let entry = location.edges.first().map_or(0, |edge| edge.to);
            let called = program.procedures.iter().find(|procedure| procedure.entry == entry);
            let name = called.map_or("a function", |procedure| &procedure.name);
            return Some(format!("calls {}, which returns to L{back}", plain(name)));
        }
        Some(Frames::Return) => return Some("returns".to_string()),
        Some(Frames::Landing) => return Some("has returned".to_string()),
        None => {}
    }
    match (location.ends, location.inside) {
        (true, _) => Some("ends".to_string()),
        (false, true) => Some("inside an atomic section".to_string()),
        (false, false) if location.edges.is_empty() => Some("stuck".to_string()),
        (false, false) => None,
    }
}

/// `[guard] x = y + 1; start worker`.
fn step(program: &Program, edge: &Edge) -> String {
    let mut parts: Vec<String> = condition(program, edge).map(|guard| format!("[{guard}]")).into_iter().collect();
    let effects = effects(program, edge).join("; ");
    parts.extend(Some(effects).filter(|effects| !effects.is_empty()));
    parts.join(" ")
}

/// The guard, if there is any; a join of an unknown thread waits for all of them.
fn condition(program: &Program, edge: &Edge) -> Option<String> {
    let guard = (edge.guard != Expr::TRUE).then(|| in_c(program, &edge.guard));
    match (guard, edge.early) {
        (None, true) => Some("joined".to_string()),
        (Some(guard), true) => Some(format!("joined && ({guard})")),
        (guard, false) => guard,
    }
}

/// The effects of a step: assignments, and the thread that it starts.
fn effects(program: &Program, edge: &Edge) -> Vec<String> {
    let assignment = |(place, value): &(Place, Expr)| format!("{} = {}", program.name(*place), in_c(program, value));
    let mut parts: Vec<String> = edge.updates.iter().map(assignment).collect();
    if let Some(start) = &edge.start {
        let argument = |(local, value): &(u32, Expr)| {
            format!("{} = {}", program.locals[*local as usize].name, in_c(program, value))
        };
        let arguments: Vec<String> = start.arguments.iter().map(argument).collect();
        parts.push(format!("start {}({})", kind(program, start.template), arguments.join(", ")));
    }
    parts
}

/// `  // file.c:12 x = y + 1; :13 z++`: the statements of a step with their lines; a file is named where it changes.
fn comment(program: &Program, edge: &Edge) -> String {
    let is_read = |statement: &&Statement| statement.text.is_empty() || c_run::is_read(statement);
    let telling = edge.statements.iter().filter(|statement| !is_read(statement));
    let mut shown: Vec<&Statement> = match telling.clone().next() {
        Some(_) => telling.collect(),
        None => edge.statements.iter().collect(),
    };
    shown.dedup();
    let mut out = String::new();
    let (mut file, mut line) = (None, 0);
    for statement in shown {
        let position = statement.position;
        let mut words = Vec::new();
        if position.line > 0 && (file != Some(position.file) || line != position.line) {
            let name = program.files.get(position.file as usize).filter(|_| file != Some(position.file));
            words.push(format!("{}:{}", name.map_or(String::new(), |name| plain(name)), position.line));
            (file, line) = (Some(position.file), position.line);
        }
        words.push(plain(statement.text.trim_end_matches(';')));
        out += if out.is_empty() { "  // " } else { "; " };
        out += words.join(" ").trim_end();
    }
    out
}

/// `int32 x = 0;`.
fn declaration(variable: &Variable) -> String {
    let Type { width, signed } = variable.ty;
    let ty = match (width, signed) {
        (1, _) => "bool".to_string(),
        (width, true) => format!("int{width}"),
        (width, false) => format!("uint{width}"),
    };
    let initial = variable.initial.map_or("any".to_string(), |bits| variable.ty.number(bits).to_string());
    format!("{ty} {} = {initial};", plain(&variable.name))
}

/// Text from the source on one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A text as Graphviz has it: lines end with `\l`, which puts them to the left.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    match escaped.contains('\n') {
        true => format!("\"{}\\l\"", escaped.replace('\n', "\\l")),
        false => format!("\"{escaped}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn labels_are_escaped() {
        assert_eq!(quoted("a \"b\" \\n"), "\"a \\\"b\\\" \\\\n\"");
        assert_eq!(quoted("a\nb"), "\"a\\lb\\l\"");
    }
}
