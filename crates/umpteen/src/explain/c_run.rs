//! A run of a C program told in terms of the source: who does what where, and what changes.

use crate::decide::c::invariants::name_in_c;
use crate::explain::c_details::{Details, read};
use crate::explain::c_why::needed;
use crate::report::{PlaceView, StepView, Verdict};
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::{Assertion, Claim, Edge, Position, Program};

/// The report on an accepted run.
pub fn unsafe_verdict(program: &Program, run: &Run, states: &[State], assertion: u32) -> Verdict {
    let last = &states[states.len() - 1];
    let names: Vec<String> = names(program, run, states);
    let mut steps = Vec::new();
    let mut files = Vec::new();
    let mut details = Details::default();
    let needed = needed(program, run, states);
    for (at, step) in run.steps.iter().enumerate() {
        let (before, after) = (&states[at], &states[at + 1]);
        let thread = &before.threads[step.thread as usize];
        let edge = &program.locations[thread.location as usize].edges[step.edge as usize];
        let fails = program.locations[edge.to as usize].fails.is_some();
        let mut texts: Vec<&str> =
            edge.statements.iter().map(|statement| statement.text.trim_end_matches(';')).collect();
        texts.retain(|text| !text.is_empty());
        // A read is of interest by itself only; the statement that uses the value says more.
        if texts.iter().any(|text| !text.starts_with("read ")) {
            texts.retain(|text| !text.starts_with("read "));
        }
        texts.dedup();
        // A call that the next statement uses is told by that statement.
        let used =
            |at: usize| texts.get(at + 1).is_some_and(|next| texts[at].ends_with(')') && next.ends_with(texts[at]));
        let texts: Vec<&str> = (0..texts.len()).filter(|at| !used(*at)).map(|at| texts[at]).collect();
        let mut action = texts.join("; ");
        if fails {
            let Assertion { text, claim, .. } = &program.assertions[assertion as usize];
            action = match claim {
                Claim::Holds => format!("assert({text})  FAILS"),
                Claim::NotCalled => format!("{text}  FAILS"),
                Claim::Valid | Claim::Limit => format!("{action}  FAILS"),
                Claim::NoRace => format!("{action}  RACES"),
            };
        }
        let mut changes = Vec::new();
        for (number, variable) in (0u32..).zip(&program.globals).filter(|(_, variable)| !variable.hidden) {
            let (old, new) = (before.globals[number as usize], after.globals[number as usize]);
            if old != new {
                let show = |bits: u64| program.shown(bits, variable.ty);
                changes.push(format!("{}: {} -> {}", variable.name, show(old), show(new)));
            }
        }
        for (place, _) in &edge.updates {
            if let Place::Local(number) = place
                && !program.locals[*number as usize].hidden
            {
                let variable = &program.locals[*number as usize];
                let new = after.threads[step.thread as usize].locals[*number as usize];
                changes.push(format!("{} = {}", variable.name, program.shown(new, variable.ty)));
            }
        }
        let told = edge.statements.iter().rfind(|statement| fails || !statement.text.is_empty());
        let (line, column) = told.map_or((0, 0), |statement| (statement.position.line, statement.position.column));
        files.push(told.map(|statement| statement.position.file).filter(|_| line > 0));
        let silent = action.is_empty();
        let threads = vec![step.thread as usize + 1];
        let state = changes.join(", ");
        let mut view = StepView { threads, action, line, column, state, silent, ..StepView::default() };
        details.add(program, step, before, after, &mut view);
        view.needed = needed[at];
        let begin = edge.statements.first().map(|first| first.position);
        if let Some(begin) = begin.filter(|begin| Some(begin.file) == told.map(|told| told.position.file)) {
            view.begins = begin.line;
            view.before = known_before(program, edge, before);
        }
        let file = told.map(|statement| statement.position.file);
        let positions = edge.statements.iter().map(|statement| statement.position);
        let lines: BTreeSet<u32> =
            positions.filter(|at| Some(at.file) == file && at.line > 0).map(|at| at.line).collect();
        view.lines = if lines.len() > 1 { lines.into_iter().collect() } else { Vec::new() };
        steps.push(view);
    }
    name_files(program, &mut steps, &files);
    let shown = program.globals.iter().zip(&states[0].globals).filter(|(variable, _)| !variable.hidden);
    let start = shown.map(|(variable, bits)| format!("{} = {}", variable.name, program.shown(*bits, variable.ty)));
    let failed = &program.assertions[assertion as usize];
    let code = match failed.claim {
        Claim::Holds | Claim::NotCalled | Claim::Limit => "assert",
        Claim::Valid => "access",
        Claim::NoRace => "race",
    };
    Verdict::Unsafe {
        threads: last.threads.len() as u64,
        what: match failed.claim {
            Claim::Holds | Claim::Limit => "an assertion can fail",
            Claim::NotCalled => "an error function can be reached",
            Claim::Valid => "an invalid access can happen",
            Claim::NoRace => "two threads can race",
        }
        .to_string(),
        start: start.collect::<Vec<_>>().join(", "),
        steps,
        names,
        place: Some(format!("{}\n  --> {}", failed.in_words(), place(program, failed.position))),
        at: (failed.position.line > 0).then(|| PlaceView {
            file: program.files.get(failed.position.file as usize).cloned().unwrap_or_default(),
            line: failed.position.line,
            column: failed.position.column,
        }),
        code: code.to_string(),
    }
}

/// The values of the variables at file scope that a step looks at, as C.
fn known_before(program: &Program, edge: &Edge, before: &State) -> String {
    let known = read(edge).into_iter().filter_map(|number| {
        let (name, variable) = (name_in_c(program, number)?, &program.globals[number as usize]);
        let (bits, ty) = (before.globals[number as usize], variable.ty);
        let value = program.address(bits, ty).map_or_else(|| ty.number(bits).to_string(), str::to_string);
        i32::try_from(ty.number(bits)).is_ok().then(|| format!("{name} == {value}"))
    });
    known.collect::<Vec<_>>().join(" && ")
}

/// Tells the files of the steps apart, if there are several: by their names, with as many folders as that takes.
fn name_files(program: &Program, steps: &mut [StepView], files: &[Option<u32>]) {
    let full = |file: u32| program.files.get(file as usize).map_or("", String::as_str);
    let short = |file: u32, parts: usize| {
        let from = full(file).rmatch_indices('/').nth(parts - 1).map_or(0, |(at, _)| at + 1);
        &full(file)[from..]
    };
    let visited: BTreeSet<u32> = files.iter().flatten().copied().collect();
    for (step, file) in steps.iter_mut().zip(files) {
        step.path = file.map_or("", full).to_string();
    }
    let distinct =
        |parts: &usize| visited.iter().map(|file| short(*file, *parts)).collect::<BTreeSet<_>>().len() == visited.len();
    let longest = visited.iter().map(|file| full(*file).matches('/').count() + 1).max().unwrap_or(1);
    let parts = (1..longest).find(distinct).unwrap_or(longest);
    for (step, file) in steps.iter_mut().zip(files).filter(|_| visited.len() > 1) {
        step.file = file.map_or(String::new(), |file| short(file, parts).to_string());
    }
}

/// `main`, `worker 1`, `worker 2`: the function that each thread runs, numbered where several run it.
pub fn names(program: &Program, run: &Run, states: &[State]) -> Vec<String> {
    let mut templates = vec![0u32];
    for (step, state) in run.steps.iter().zip(states) {
        let thread = &state.threads[step.thread as usize];
        let edge = &program.locations[thread.location as usize].edges[step.edge as usize];
        templates.extend(edge.start.as_ref().map(|start| start.template));
    }
    let name = |template: u32| program.templates[template as usize].name.as_str();
    let numbered = |(at, &template): (usize, &u32)| {
        let same = templates.iter().filter(|&&other| name(other) == name(template)).count();
        let before = templates[..at].iter().filter(|&&other| name(other) == name(template)).count();
        if same > 1 { format!("{} {}", name(template), before + 1) } else { name(template).to_string() }
    };
    templates.iter().enumerate().map(numbered).collect()
}

/// `file.c:12:3`.
pub fn place(program: &Program, position: Position) -> String {
    let file = program.files.get(position.file as usize).map_or("", String::as_str);
    match (position.line, position.column) {
        (0, _) => file.to_string(),
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}

/// An expression in the notation of C.
pub fn in_c(program: &Program, expr: &Expr) -> String {
    program.in_c(expr)
}
