//! A run of a C program told in terms of the source: who does what where, and what changes.

use crate::decide::c::invariants::name_in_c;
use crate::explain::c_details::Waits;
use crate::explain::c_details::{Details, read};
use crate::explain::c_flow::Flow;
use crate::explain::c_names::{EXISTS, with_lines};
use crate::explain::c_story::{Teller, tell};
use crate::explain::c_why::needed;
use crate::explain::other_evidence;
use crate::failure::Failure;
use crate::judge::{AcceptedRun, Execution};
use crate::report::{FailureKind, FailureView, PlaceView, RunView, StepView, Verdict};
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::machine::{Move, Run, State};
use umpteen_model::c::program::{Assertion, Claim, Edge, Position, Program, Statement};

/// The code of an UNKNOWN because of a run that may be none of the source's.
pub const APPROXIMATED: &str = "approximated";

/// The verdict on an accepted run: UNSAFE, unless a step of it does more than the source.
pub fn verdict_of_run(program: &Program, run: &Run, accepted: &AcceptedRun) -> Result<Verdict, Failure> {
    let Execution::C { states, assertion } = accepted.execution() else { return Err(other_evidence()) };
    let renamed = with_lines(program);
    let program = renamed.as_ref().unwrap_or(program);
    let last = &states[states.len() - 1];
    let failed = &program.assertions[*assertion as usize];
    if let Some(unknown) = approximated(program, run, states, failed) {
        return Ok(unknown);
    }
    let mut steps = Vec::new();
    let mut files = Vec::new();
    let mut details = Details::default();
    let mut waits = Waits::default();
    let flow = Flow::of(program, run, states);
    let mut needed = needed(&flow);
    for (at, step) in run.steps.iter().enumerate() {
        let around = Around { program, step, before: &states[at], after: &states[at + 1], failed };
        let told = around.told();
        files.push(told.map(|statement| statement.position).filter(|at| at.line > 0).map(|at| at.file));
        let mut view = around.view(told);
        details.add(program, step, around.before, around.after, &mut view);
        let written = flow.written(at).into_iter().filter_map(|place| flow.shown_global(place));
        let allocates = flow.written(at).into_iter().any(|place| program.name(place).ends_with(EXISTS));
        let written =
            written.filter(|number| !allocates || flow.after(at, *number) != flow.value(at, Place::Global(*number)));
        view.written = written.map(|number| program.globals[number as usize].name.clone()).collect();
        view.action = outcome(&flow, at, &view.action).unwrap_or(view.action);
        view.action = waits.told(step.thread, &view.action).unwrap_or(view.action);
        steps.push(view);
    }
    name_files(program, &mut steps, &files);
    let shown = program.globals.iter().zip(&states[0].globals).filter(|(variable, _)| !variable.hidden);
    let start = shown.map(|(variable, bits)| format!("{} = {}", variable.name, program.shown(*bits, variable.ty)));
    let start = start.collect::<Vec<_>>().join(", ");
    let names = names(program, run, states);
    let story = tell(&Teller { flow: &flow, needed: &needed, steps: &steps, names: &names, failed });
    story.steps.iter().for_each(|step| needed[step - 1] = true);
    steps.iter_mut().zip(needed).for_each(|(step, needed)| step.needed = needed);
    let told = RunView { start, steps, names, story };
    let (kind, what) = match failed.claim {
        Claim::Holds | Claim::Limit => (FailureKind::Assert, "an assertion can fail"),
        Claim::NotCalled => (FailureKind::Assert, "an error function can be reached"),
        Claim::Valid => (FailureKind::Access, "an invalid access can happen"),
        Claim::NoRace => (FailureKind::Race, "two threads can race"),
        Claim::NoDeadlock => (FailureKind::Deadlock, "threads can wait for ever"),
        Claim::LockUse => (FailureKind::Lock, "a lock can be used against its rules"),
    };
    let failure = FailureView {
        kind,
        words: failed.in_words(),
        place: place(program, failed.position),
        at: (failed.position.line > 0).then(|| PlaceView {
            file: program.files.get(failed.position.file as usize).cloned().unwrap_or_default(),
            line: failed.position.line,
            column: failed.position.column,
        }),
    };
    Ok(Verdict::of_run(accepted, last.threads.len() as u64, what.to_string(), told, Some(failure)))
}

/// UNKNOWN, if a step of a run does more than the source.
fn approximated(program: &Program, run: &Run, states: &[State], failed: &Assertion) -> Option<Verdict> {
    let (position, what) = program.edges_of(run, states).flat_map(|edge| program.approximated(edge)).next()?;
    let (words, failed_at, at) = (failed.in_words(), place(program, failed.position), place(program, *position));
    Some(Verdict::Unknown {
        code: APPROXIMATED.into(),
        reason: format!("{words} ({failed_at}) if {what} gives any value ({at}), which may be more than it can"),
        known: None,
        hint: "a simpler expression there, or an own function in C in its place".into(),
    })
}

/// A step of a run with the states around it.
struct Around<'a> {
    program: &'a Program,
    step: &'a Move,
    before: &'a State,
    after: &'a State,
    /// The assertion that fails in the end.
    failed: &'a Assertion,
}

impl<'a> Around<'a> {
    fn edge(&self) -> &'a Edge {
        let thread = &self.before.threads[self.step.thread as usize];
        &self.program.locations[thread.location as usize].edges[self.step.edge as usize]
    }

    fn fails(&self) -> bool {
        self.program.locations[self.edge().to as usize].fails.is_some()
    }

    /// The statement whose place is shown.
    fn told(&self) -> Option<&'a Statement> {
        let fails = self.fails();
        self.edge().statements.iter().rfind(|statement| fails || !statement.text.is_empty())
    }

    /// The step as a report has it, without details; `told` is the statement whose place is shown.
    fn view(&self, told: Option<&Statement>) -> StepView {
        let edge = self.edge();
        let (line, column) = told.map_or((0, 0), |statement| (statement.position.line, statement.position.column));
        let action = self.action();
        let silent = action.is_empty();
        let threads = vec![self.step.thread as usize + 1];
        let state = self.changes().join(", ");
        let mut view = StepView { threads, action, line, column, state, silent, ..StepView::default() };
        let file = told.map(|statement| statement.position.file);
        let begin = edge.statements.first().map(|first| first.position);
        if let Some(begin) = begin.filter(|begin| Some(begin.file) == file) {
            view.begins = begin.line;
            view.before = known_before(self.program, edge, self.before);
        }
        let fails = self.fails();
        let statements = edge.statements.iter().filter(|statement| fails || !statement.text.is_empty());
        let positions = statements.map(|statement| statement.position);
        let lines: BTreeSet<u32> =
            positions.filter(|at| Some(at.file) == file && at.line > 0).map(|at| at.line).collect();
        view.lines = if lines.len() > 1 { lines.into_iter().collect() } else { Vec::new() };
        view
    }

    /// The statements, and how they fail.
    fn action(&self) -> String {
        let text = |statement: &'a Statement| statement.text.trim_end_matches(';');
        let statements: Vec<&Statement> =
            self.edge().statements.iter().filter(|statement| !text(statement).is_empty()).collect();
        let mut texts: Vec<&str> = telling(&statements).into_iter().map(text).collect();
        texts.dedup();
        // A call that the next statement uses is told by that statement.
        let used =
            |at: usize| texts.get(at + 1).is_some_and(|next| texts[at].ends_with(')') && next.ends_with(texts[at]));
        let texts: Vec<&str> = (0..texts.len()).filter(|at| !used(*at)).map(|at| texts[at]).collect();
        let action = texts.join("; ");
        let Assertion { text, claim, .. } = self.failed;
        match claim {
            _ if !self.fails() => action,
            Claim::Holds => {
                // Parts of the condition are evaluated by statements of their own.
                let before: Vec<&str> =
                    texts.into_iter().filter(|part| !text.contains(part) && !part.starts_with("read ")).collect();
                let before: String = before.into_iter().map(|part| format!("{part}; ")).collect();
                format!("{before}assert({text})  FAILS")
            }
            Claim::NotCalled => format!("{text}  FAILS"),
            Claim::Valid | Claim::Limit | Claim::LockUse => format!("{action}  FAILS"),
            Claim::NoDeadlock => format!("{action}  WAITS FOR EVER"),
            Claim::NoRace => format!("{action}  RACES"),
        }
    }

    /// The shared variables that change, and the thread's own that are assigned.
    fn changes(&self) -> Vec<String> {
        let Around { program, step, before, after, .. } = *self;
        let mut changes = Vec::new();
        for (number, variable) in (0u32..).zip(&program.globals).filter(|(_, variable)| !variable.hidden) {
            let (old, new) = (before.globals[number as usize], after.globals[number as usize]);
            if old != new {
                let show = |bits: u64| program.shown(bits, variable.ty);
                changes.push(format!("{}: {} -> {}", variable.name, show(old), show(new)));
            }
        }
        for (place, _) in &self.edge().updates {
            if let Place::Local(number) = place
                && !program.locals[*number as usize].hidden
            {
                let variable = &program.locals[*number as usize];
                let new = after.threads[step.thread as usize].locals[*number as usize];
                changes.push(format!("{} = {}", variable.name, program.shown(new, variable.ty)));
            }
        }
        changes
    }
}

/// Whether a statement is nothing but the read of a shared variable, which the front end words like this.
pub fn is_read(statement: &Statement) -> bool {
    statement.text.starts_with("read ")
}

/// The statements without reads, unless there is nothing else: the statement that uses the value says more.
pub fn telling<'a>(statements: &[&'a Statement]) -> Vec<&'a Statement> {
    match statements.iter().any(|statement| !is_read(statement)) {
        true => statements.iter().copied().filter(|statement| !is_read(statement)).collect(),
        false => statements.to_vec(),
    }
}

/// The names of functions that replace a value if it is the expected one.
const REPLACES: [&str; 2] = ["compare_exchange", "compare_and_swap"];

/// A step that replaces a value if it is the expected one, with whether it did; none if that cannot be told by its text.
fn outcome(flow: &Flow, at: usize, action: &str) -> Option<String> {
    let calls = |text: &str| REPLACES.iter().map(|name| text.matches(name).count()).sum::<usize>();
    let last = action.rsplit("; ").next().filter(|last| calls(last) == 1 && calls(action) == 1)?;
    let call = &last[REPLACES.iter().find_map(|name| last.find(name))?..];
    let object = call.split_once("(&")?.1.split([',', ')']).next()?.trim();
    let place = (0u32..).zip(&flow.program.globals).find(|(_, variable)| variable.name == object);
    let (number, _) = place?;
    let reads = flow.edge(at).expressions().any(|expr| expr.places().contains(&Place::Global(number)));
    let outcome = if flow.written(at).contains(&Place::Global(number)) { "succeeded" } else { "failed" };
    reads.then(|| format!("{action}: {outcome}"))
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
