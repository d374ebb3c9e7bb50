//! The report for people.

use crate::args::{Output, WriteKind};
use crate::render::columns::wrap;
use crate::render::run_text::run;
use crate::render::terminal;
use std::collections::BTreeSet;
use std::fmt::Write;
use umpteen::explain::assumptions::sorted;
use umpteen::explain::c_unknown::tried;
use umpteen::explain::words::count;
use umpteen::report::{
    FailureView, LineView, PropertyView, RefinementSeconds, RefinementStatistics, Report, Unsafe, Verdict, VerdictName,
};

/// The text of a report.
pub fn render(report: &Report, options: &Output) -> String {
    let mut out = String::new();
    let verdict = match &report.verdict {
        Verdict::Safe(safe) => format!("SAFE  {}", report.scope(safe.scope)) + &named(report),
        Verdict::Unsafe(Unsafe { threads, what, run, .. }) => {
            let words = format!("{what} {}{}", report.unit.cover(*threads), workers(&run.names));
            format!("UNSAFE  {}", report.restricted(words))
        }
        Verdict::Unknown { reason, .. } => format!("UNKNOWN  {reason}"),
    };
    let width = terminal::shown_width().map_or(68, |width| width.saturating_sub(12).min(68));
    let _ = writeln!(out, "{verdict:<width$}  {:.1} s", report.seconds.total);
    if options.quiet {
        return out;
    }
    reasons(&mut out, report, options);
    others(&mut out, report);
    question(&mut out, report);
    if !matches!(report.verdict, Verdict::Unknown { .. }) {
        line(&mut out, "checked", &format!("independently in {:.1} s", report.seconds.check));
    }
    evidence(&mut out, report, options);
    if options.verbose {
        statistics(&mut out, report);
    }
    out
}

/// The proof, the run, or why there is neither.
fn reasons(out: &mut String, report: &Report, options: &Output) {
    match &report.verdict {
        Verdict::Safe(safe) => {
            for caveat in report.c.iter().flat_map(|about| &about.caveats) {
                line(out, "warning", &caveat.text);
            }
            line(out, "why", &safe.why);
        }
        Verdict::Unsafe(Unsafe { run: told, failure, .. }) => {
            if let Some(FailureView { kind, words, place, .. }) = failure {
                let _ = writeln!(out, "error[{}]: {words}\n  --> {place}", kind.word());
            }
            for (at, sentence) in told.story.sentences.iter().enumerate() {
                line(out, if at == 0 { "story" } else { "" }, sentence);
            }
            run(out, told, options.full);
        }
        Verdict::Unknown { known, hint, .. } => {
            if let Some(tried) = tried(report).filter(|_| report.run.is_none()) {
                line(out, "tried", &tried);
            }
            if let Some(known) = known {
                line(out, "known", known);
            }
            if let Some(told) = &report.run {
                run(out, told, options.full);
            }
            line(out, "try", hint);
        }
    }
}

/// The properties that a SAFE is about, where several were asked.
fn named(report: &Report) -> String {
    let proved = report.properties.iter().filter(|property| property.verdict == VerdictName::Safe);
    let subjects: Vec<&str> = proved.map(PropertyView::subject).collect();
    let open = report.properties.iter().filter(|property| property.verdict == VerdictName::Unknown);
    let open: Vec<&str> = open.map(PropertyView::subject).collect();
    match (subjects.is_empty(), open.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!(": {}", subjects.join(", ")),
        (false, false) => format!(": {} ({} not decided)", subjects.join(", "), open.join(", ")),
    }
}

/// The properties that the first line does not tell all about, each with its answer.
fn others(out: &mut String, report: &Report) {
    let of_verdict = report.properties.iter().find(|property| Some(&property.property) == report.property.as_ref());
    let told = |other: &&PropertyView| {
        of_verdict.is_some_and(|told| {
            told.property == other.property
                || told.verdict == VerdictName::Safe && other.verdict == VerdictName::Safe && told.words == other.words
        })
    };
    for (at, other) in report.properties.iter().filter(|other| !told(other)).enumerate() {
        let place = other.at.as_ref().map(|at| format!(" ({}:{})", at.file, at.line)).unwrap_or_default();
        let shown = match other.verdict {
            VerdictName::Unsafe => format!(", shown by --property {}", other.property),
            VerdictName::Safe | VerdictName::Unknown => String::new(),
        };
        let text = format!("{}: {} {}{place}{shown}", other.subject(), other.verdict.name(), other.words);
        line(out, if at == 0 { "also" } else { "" }, &text);
    }
}

/// The question, where the command line does not say it all, and the scope and assumptions of the answer.
fn question(out: &mut String, report: &Report) {
    if let Some(asked) = &report.asked {
        line(out, "asked", asked);
    }
    if let Some(defaults) = &report.defaults {
        line(out, "defaults", &format!("{}, by {}", defaults.options, defaults.file));
    }
    if let Some(expected) = report.expected.as_ref().filter(|expected| expected.contradicts(&report.verdict)) {
        let verdict = if expected.holds { "true (SAFE)" } else { "false (UNSAFE)" };
        let _ = writeln!(out, "expected  {verdict}, by {}", expected.by);
    }
    if let Some(about) = &report.c {
        if let Some(covers) = &about.covers {
            line(out, "covers", covers);
        }
        let assumptions = sorted(&about.assumes);
        for (word, told) in [("assumes", assumptions.matter), ("as usual", assumptions.usual)] {
            if !told.is_empty() {
                line(out, word, &told.join("; "));
            }
        }
    }
}

/// The statistics that `--verbose` adds.
fn statistics(out: &mut String, report: &Report) {
    known_lines(out, report.c.as_ref().map_or(&[], |about| &about.lines));
    for fact in report.c.iter().flat_map(|about| &about.facts) {
        line(out, "fact", fact);
    }
    for round in report.c.iter().flat_map(|about| &about.rounds) {
        line(out, "round", round);
    }
    if let Some(statistics) = report.c.as_ref().and_then(|about| about.statistics.as_ref()) {
        refinement(out, statistics);
    }
    let work = &report.work;
    if let Some(size) = &report.program {
        let variables = format!("{} shared and {} local variables", size.shared_variables, size.local_variables);
        let statements = format!("{} statements, {} may change shared ones", size.statements, size.change_shared);
        line(out, "program", &format!("{variables}, {statements}"));
    }
    line(out, "engine", report.engine.name());
    work.epochs.iter().for_each(|epoch| line(out, "epoch", epoch));
    if let Some(paths) = &work.paths {
        line(out, "paths", &paths.summary());
        paths.formulas.iter().for_each(|formula| line(out, "path", formula));
    }
    if report.c.is_none() {
        line(out, "explored", &format!("{}, {} generated", count(work.explored, "state"), work.generated));
    }
}

/// The facts known at each line; the file is named only if there are several.
fn known_lines(out: &mut String, lines: &[LineView]) {
    let told = || lines.iter().filter(|line| !line.known.is_empty() || line.threads.is_some());
    let files: BTreeSet<&str> = told().filter(|known| known.line > 0).map(|known| known.file.as_str()).collect();
    for LineView { file, line: number, known, threads } in told() {
        let place = match number {
            0 => "everywhere".to_string(),
            _ if files.len() > 1 => format!("{file}:{number}"),
            _ => format!("line {number}"),
        };
        let facts: Vec<String> =
            threads.iter().cloned().chain(Some(known.join(", "))).filter(|fact| !fact.is_empty()).collect();
        line(out, "where", &format!("{place}: {}", facts.join("; ")));
    }
}

/// The statistics of abstraction refinement.
fn refinement(out: &mut String, statistics: &RefinementStatistics) {
    let RefinementStatistics {
        local, mixed, shared, largest_group, largest_clause, states, last_states, seconds, ..
    } = statistics;
    line(out, "tracked", &format!("{local} local, {mixed} mixed and {shared} shared predicates"));
    let mut learned = format!("{} from false failures", count(statistics.clauses, "clause"));
    if statistics.clauses > 0 {
        let threads = count(*largest_group, "thread");
        learned += &format!(", found with at most {threads}, about the variables of at most {largest_clause}");
    }
    line(out, "learned", &learned);
    let rounds = count(statistics.rounds, "round");
    line(out, "explored", &format!("{} in {rounds}, {last_states} in the last", count(*states, "state")));
    let RefinementSeconds { abstraction, checking, simulation, refinement, facts } = seconds;
    let first = format!("{abstraction:.2} s abstraction, {checking:.2} s checking");
    line(
        out,
        "time",
        &format!("{first}, {simulation:.2} s simulation, {refinement:.2} s refinement, {facts:.2} s facts"),
    );
}

/// How to check the verdict again.
fn evidence(out: &mut String, report: &Report, options: &Output) {
    let file = &report.file;
    let path = |kind| options.write.iter().find(|write| write.kind == kind).map(|write| write.path.display());
    match (&report.verdict, path(WriteKind::Certificate), path(WriteKind::Trace)) {
        (Verdict::Safe(_), Some(path), _) => {
            line(out, "recheck", &format!("umpteen recheck {file} --certificate {path}"));
        }
        (Verdict::Safe(_), None, _) => {
            line(out, "keep", "--write certificate=PATH writes the proof, for `umpteen recheck`")
        }
        (Verdict::Unsafe(_), _, Some(path)) => line(out, "replay", &format!("umpteen replay {file} --trace {path}")),
        (Verdict::Unsafe(_), _, None) => line(out, "keep", "--write trace=PATH writes the run, for `umpteen replay`"),
        (Verdict::Unknown { .. }, ..) => {}
    }
    if let Some(path) = path(WriteKind::Html) {
        line(out, "look", &format!("open {path} in a browser"));
    }
}

/// ` (main and 2 workers)`.
fn workers(names: &[String]) -> String {
    match names.len() {
        0 | 1 => String::new(),
        all => format!(" (main and {})", count(all as u64 - 1, "worker")),
    }
}

/// A line of the report; on a terminal it is broken between words, and lines are never broken elsewhere.
fn line(out: &mut String, word: &str, text: &str) {
    let width = terminal::shown_width().map_or(usize::MAX, |width| width.saturating_sub(9));
    for (at, part) in wrap(text, " ", width, usize::MAX).iter().enumerate() {
        let _ = writeln!(out, "{:<8} {part}", if at == 0 { word } else { "" });
    }
}

/// Aligned columns, the first to the right; one that says nothing below its title is left out.
pub fn table<R: AsRef<[String]>>(out: &mut String, rows: &[R]) {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let used: Vec<bool> =
        (0..columns).map(|column| rows[1..].iter().any(|row| !row.as_ref()[column].is_empty())).collect();
    let width = |column: usize| rows.iter().map(|row| row.as_ref()[column].chars().count()).max().unwrap_or(0).max(5);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let row = row.as_ref();
        let mut text = String::new();
        for column in (0..columns).filter(|&column| used[column]) {
            let cell: String = row[column].chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
            let width = widths[column];
            let _ = if column == 0 { write!(text, "{cell:>width$}") } else { write!(text, "  {cell:<width$}") };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
}
