//! The report for people.

use crate::args::{Check, WriteKind};
use crate::report::{Report, StepView, Verdict};
use std::fmt::Write;
use umpteen_model::evidence::Scope;

/// More steps than this are shown only with `--full`.
const MOST_STEPS: usize = 40;

/// How much to print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The verdict line.
    Quiet,
    /// What a user needs.
    Normal,
    /// Statistics too.
    Verbose,
}

/// The text of a report.
pub fn render(report: &Report, detail: Detail, options: &Check) -> String {
    let mut out = String::new();
    let verdict = match &report.verdict {
        Verdict::Safe { scope: Scope::AnyNumber, .. } => "SAFE  for any number of threads".to_string(),
        Verdict::Safe { scope: Scope::AtMost(threads), .. } => format!("SAFE  for at most {}", count(*threads, "thread")),
        Verdict::Unsafe { threads, target, .. } => {
            format!("UNSAFE  `{target}` can be covered with {}", count(*threads, "thread"))
        }
        Verdict::Unknown { reason, .. } => format!("UNKNOWN  {reason}"),
    };
    let _ = writeln!(out, "{verdict:<68}  {:.1} s", report.seconds.total);
    if detail == Detail::Quiet {
        return out;
    }
    match &report.verdict {
        Verdict::Safe { why, .. } => line(&mut out, "why", why),
        Verdict::Unsafe { start, steps, .. } => trace(&mut out, start, steps, options.full),
        Verdict::Unknown { hint, .. } => {
            let so_far = format!("{}, {} explored so far", report.engine, count(report.work.explored, "state"));
            line(&mut out, "stuck", &so_far);
            line(&mut out, "try", hint);
        }
    }
    if !matches!(report.verdict, Verdict::Unknown { .. }) {
        line(&mut out, "checked", &format!("independently in {:.1} s", report.seconds.check));
    }
    evidence(&mut out, &report.verdict, options);
    if detail == Detail::Verbose {
        let work = &report.work;
        let states = format!("{}, {} generated", count(work.explored, "state"), work.generated);
        line(&mut out, "engine", &report.engine);
        line(&mut out, "explored", &states);
    }
    out
}

/// How to check the verdict again.
fn evidence(out: &mut String, verdict: &Verdict, options: &Check) {
    let file = options.file.display();
    let path = |kind| options.write.iter().find(|write| write.kind == kind).map(|write| write.path.display());
    match (verdict, path(WriteKind::Certificate), path(WriteKind::Trace)) {
        (Verdict::Safe { .. }, Some(path), _) => {
            line(out, "recheck", &format!("umpteen recheck {file} --certificate {path}"));
        }
        (Verdict::Safe { .. }, None, _) => line(out, "keep", "--write certificate=PATH writes the proof, for `umpteen recheck`"),
        (Verdict::Unsafe { .. }, _, Some(path)) => line(out, "replay", &format!("umpteen replay {file} --trace {path}")),
        (Verdict::Unsafe { .. }, _, None) => line(out, "keep", "--write trace=PATH writes the run, for `umpteen replay`"),
        (Verdict::Unknown { .. }, ..) => {}
    }
}

fn line(out: &mut String, word: &str, text: &str) {
    let _ = writeln!(out, "{word:<8} {text}");
}

/// `1 thread`, `2 threads`.
pub fn count(number: impl Into<u64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}

/// The run as a table.
pub fn trace(out: &mut String, start: &str, steps: &[StepView], full: bool) {
    let hidden = if full { 0 } else { steps.len().saturating_sub(MOST_STEPS) };
    let widest = |of: fn(&StepView) -> String, title: &str| {
        steps.iter().map(|step| of(step).chars().count()).chain([title.len()]).max().unwrap_or(0)
    };
    let threads = |step: &StepView| step.threads.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let place = |step: &StepView| if step.line > 0 { format!("{} :{}", step.action, step.line) } else { step.action.clone() };
    let (thread_width, place_width) = (widest(threads, "thread"), widest(place, "step"));
    let with_threads = steps.iter().any(|step| !step.threads.is_empty());
    let mut row = |number: &str, thread: &str, action: &str, state: &str| {
        let text = match with_threads {
            true => format!("{number:>5}  {thread:<thread_width$}  {action:<place_width$}  {state}"),
            false => format!("{number:>5}  {action:<place_width$}  {state}"),
        };
        let _ = writeln!(out, "{}", text.trim_end());
    };
    row("step", "thread", "", "state");
    row("0", "", "start", start);
    for (at, step) in steps.iter().enumerate() {
        if hidden > 0 && at == MOST_STEPS / 2 {
            row("...", "", &format!("{hidden} more, see --full"), "");
        }
        if hidden > 0 && (MOST_STEPS / 2..MOST_STEPS / 2 + hidden).contains(&at) {
            continue;
        }
        row(&(at + 1).to_string(), &threads(step), &place(step), &step.state);
    }
}
