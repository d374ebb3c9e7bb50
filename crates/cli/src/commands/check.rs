//! `check`, and what all commands with a verdict do with it: print it, and write the files that are asked for.

use crate::args::{Check, Limits, Output, OutputFormat, Write, WriteKind};
use crate::exit;
use crate::files::write_file::write_file;
use crate::print;
use crate::process::progress;
use crate::process::supervise::{self, Ended, Outcome, Reply};
use crate::render::{github, html, junit, sarif, svcomp, terminal, text, witness};
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Duration;
use umpteen::decide::Checked;
use umpteen::explain::words::{names, paths};
use umpteen::failure::Failure;
use umpteen::report::{Defaults, EngineUsed, Report, RoundProgram, Seconds, Unit, Verdict, Work};
use umpteen::{Budget, Reason};
use umpteen_frontends::Code;

/// Takes an outcome that may get better.
pub type EarlyOutcome<'a> = &'a mut dyn FnMut(Outcome);

/// Decides the input of `check` within its limits, and tells what is known before there is any outcome.
pub fn check(options: &Check, early: EarlyOutcome, told: Sender<String>) -> Result<Outcome, Failure> {
    let budget = budget(&options.limits).with_listener(told);
    let mut early = |checked: &Checked| {
        if let Ok(outcome) = outcome(checked.clone(), &options.output) {
            early(outcome);
        }
    };
    let (meaning, settings) = (options.meaning.plain(), options.settings());
    let checked = umpteen::check_with_early(&options.files, &meaning, &settings, &budget, &mut early)?;
    outcome(checked, &options.output)
}

/// The budget of a worker, whose progress is shown.
pub fn budget(limits: &Limits) -> Budget {
    let budget = Budget::new(limits.time.map(Duration::from_secs_f64), limits.memory.map(|mb| mb << 20));
    progress::show(&budget);
    budget
}

/// A decided question as the supervisor gets it: evidence as text, and only if somebody wants it.
pub fn outcome(checked: Checked, options: &Output) -> Result<Outcome, Failure> {
    let Checked { report, evidence, programs } = checked;
    let witness = match options.writes(WriteKind::Witness) {
        true => witness::witness(&report, evidence.as_ref()),
        false => None,
    };
    let evidence = evidence.filter(|_| options.writes_evidence()).map(|file| file.to_text()).transpose()?;
    Ok(Outcome { report, evidence, witness, programs })
}

/// Runs a command that has a verdict, and shows it; returns the exit code.
pub fn run(
    files: &[PathBuf],
    defaults: Option<Defaults>,
    limits: &Limits,
    options: &Output,
    work: impl FnOnce(EarlyOutcome, Sender<String>) -> Result<Outcome, Failure> + Send,
) -> u8 {
    let reply = |outcome| Reply::Checked(Box::new(outcome));
    let replied =
        supervise::run_with_early(limits, |early, told| work(&mut |outcome| early(&reply(outcome)), told).map(reply));
    let mut outcome = match replied {
        Ok(Reply::Checked(outcome)) => *outcome,
        Ok(other) => return crate::show(other),
        Err(ended) => killed(files, ended),
    };
    outcome.report.defaults = defaults;
    let code = match outcome.report.verdict {
        Verdict::Safe(_) => exit::OK,
        Verdict::Unsafe(_) => exit::UNSAFE,
        Verdict::Unknown { .. } => exit::UNKNOWN,
    };
    let printed = match options.output_format {
        OutputFormat::Json => match json(&outcome.report) {
            Ok(json) => print(&json, code),
            Err(failure) => return crate::show(failure.into()),
        },
        OutputFormat::Text => print(&text::render(&outcome.report, options), code),
        OutputFormat::Svcomp => print(&svcomp::line(&outcome.report), code),
        OutputFormat::Github => print(&github::annotation(&outcome.report, options), code),
        OutputFormat::Sarif => print(&terminal::escaped(&sarif::log(&outcome.report)), code),
    };
    for write in &options.write {
        if let Err(failure) = write_output(write, &outcome, options) {
            return crate::show(failure.into());
        }
    }
    printed
}

/// The report for programs.
fn json(report: &Report) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(report).map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(terminal::escaped(&json) + "\n")
}

/// Writes one file; says so where the verdict has no such thing.
fn write_output(write: &Write, outcome: &Outcome, options: &Output) -> Result<(), Failure> {
    let content = match (write.kind, &outcome.evidence) {
        (WriteKind::Json, _) => json(&outcome.report)?,
        (WriteKind::Html, _) => html::render(&outcome.report)?,
        (WriteKind::Sarif, _) => terminal::escaped(&sarif::log(&outcome.report)),
        (WriteKind::Junit, _) => junit::suite(&outcome.report, options),
        (WriteKind::Certificate, Some(evidence)) if evidence.is_proof => evidence.json.clone(),
        (WriteKind::Trace, Some(evidence)) if !evidence.is_proof => evidence.json.clone(),
        (WriteKind::Bp, _) if !outcome.programs.is_empty() => return write_programs(write, &outcome.programs),
        (WriteKind::Witness, _) => outcome.witness.clone().unwrap_or_default(),
        _ => String::new(),
    };
    if content.is_empty() {
        terminal::tell(&format!("note: {} is not written: this verdict has none\n", write.path.display()));
        return Ok(());
    }
    write_file(&write.path, &content)
}

/// Writes the Boolean program of each round.
fn write_programs(write: &Write, programs: &[RoundProgram]) -> Result<(), Failure> {
    std::fs::create_dir_all(&write.path).map_err(|error| Failure::io(Code::CannotWrite, &write.path, &error))?;
    for RoundProgram { round, text } in programs {
        let path = write.path.join(format!("round-{round:03}.bp"));
        match text {
            Ok(text) => write_file(&path, text)?,
            Err(reason) => {
                terminal::tell(&format!(
                    "note: {} is not written: the format has no room for {reason}\n",
                    path.display()
                ));
            }
        }
    }
    Ok(())
}

/// The outcome of a run that had to be killed.
fn killed(files: &[PathBuf], ended: Ended) -> Outcome {
    let mut verdict = Verdict::unknown(&Reason::Stopped(ended.stop));
    if let Verdict::Unknown { known, .. } = &mut verdict {
        *known = ended.known;
    }
    let report = Report {
        schema_version: 1,
        file: names(files),
        unit: Unit::Thread,
        engine: EngineUsed::Killed,
        verdict,
        run: None,
        work: Work::default(),
        program: None,
        c: None,
        inputs: paths(files),
        property: None,
        properties: Vec::new(),
        defaults: None,
        asked: None,
        expected: None,
        seconds: Seconds { total: ended.seconds, check: 0.0 },
        page: None,
    };
    Outcome { report, evidence: None, witness: None, programs: Vec::new() }
}
