//! `umpteen`: verifies concurrent systems with any number of threads.

mod abstraction;
mod args;
mod batch;
mod c_input;
mod caveats;
mod check;
mod check_c;
mod check_stacks;
mod columns;
mod compiled;
mod completions;
mod convert;
mod coverage;
mod defaults;
mod details_c;
mod evidence_file;
mod explain;
mod explore_c;
mod external;
mod facts_c;
mod failure;
mod github;
mod html;
mod input;
mod invariant_proof;
mod invariants_c;
mod junit;
mod lines_c;
mod lines_explored;
mod machine;
mod markup;
mod obligations;
mod page;
mod paths;
mod preprocess;
mod process_tree;
mod progress;
mod property_file;
mod question;
mod reach;
mod recheck;
mod refine;
mod report;
mod run_text;
mod sarif;
mod show;
mod show_c;
mod story;
mod supervise;
mod svcomp;
mod task;
mod terminal;
mod text;
mod trace_c;
mod units;
mod why_c;
mod witness;
mod write_file;
mod yaml;
mod yaml_print;

use args::{Action, Limits, Output, OutputFormat, WriteKind};
use defaults::Defaults;
use failure::{Failure, exit};
use report::{Outcome, Report, RoundProgram, Seconds, Unit, Verdict, Work};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use supervise::Reply;
use umpteen_engines::Reason;
use umpteen_engines::budget::Stop;
use umpteen_frontends::Code;

fn main() -> ExitCode {
    let panicked = |_| show(Failure::Internal("a panic, whose place is told above".into()).into());
    ExitCode::from(std::panic::catch_unwind(execute).unwrap_or_else(panicked))
}

/// Does what the command line says; tells the exit code.
fn execute() -> u8 {
    let (mut command, defaults) = match defaults::command_line() {
        Ok(command) => command,
        Err(failure) => return show(failure.into()),
    };
    if let Some(limits) = command.action.limits() {
        machine::limit_memory(limits, 1);
    }
    match &command.action {
        Action::Check(options) => {
            run_check(&options.files, defaults, &options.limits, &options.output, || check::check(options))
        }
        Action::Batch(options) => batch::batch(options).unwrap_or_else(|failure| show(failure.into())),
        Action::Refine(options) => {
            let files = [options.program.clone(), options.system.clone()];
            run_check(&files, None, &options.limits, &options.output, || refine::refine(options))
        }
        Action::Recheck(options) => run(&options.limits, || recheck::recheck(options)),
        Action::Replay(options) if options.compiled => run_compiled(options),
        Action::Replay(options) => run(&options.limits, || recheck::replay(options, None)),
        Action::Reach(options) => {
            let reply = supervise::run(&options.limits, || reach::reach(options));
            show(reply.unwrap_or_else(|(stop, _)| reach::unknown(options, &Reason::Stopped(stop))))
        }
        Action::Show(options) => run(&options.limits, || show::show(options)),
        Action::Convert(options) => run(&options.limits, || convert::convert(options)),
        Action::Engines => show(Reply::Printed(explain::engines(), exit::OK)),
        Action::Explain { code } => {
            let text = explain::explain(code.as_deref());
            show(text.map_or_else(Reply::from, |text| Reply::Printed(text, exit::OK)))
        }
        Action::Completions { shell } => show(Reply::Printed(completions::completions(*shell), exit::OK)),
        Action::Man { command } => {
            let page = completions::man(command.as_deref());
            show(page.map_or_else(Reply::from, |page| Reply::Printed(page, exit::OK)))
        }
    }
}

/// Runs a command other than `check` within its limits.
fn run(limits: &Limits, work: impl FnOnce() -> Result<Reply, Failure> + Send) -> u8 {
    ended(supervise::run(limits, work))
}

/// Shows how a command other than `check` ended.
fn ended(reply: Result<Reply, (Stop, f64)>) -> u8 {
    match reply {
        Ok(reply) => show(reply),
        Err((stop, _)) => {
            let Verdict::Unknown { reason, .. } = Verdict::unknown(&Reason::Stopped(stop)) else {
                return exit::INTERNAL;
            };
            show(Reply::Printed(format!("UNKNOWN  {reason} before it was done\n"), exit::UNKNOWN))
        }
    }
}

/// Replays a trace on the compiled program; what was built is removed afterwards.
fn run_compiled(options: &args::Replay) -> u8 {
    let folder = match compiled::Folder::of(options) {
        Ok(folder) => folder,
        Err(failure) => return show(failure.into()),
    };
    let replayed = supervise::run_in(folder.temporary(), &options.limits, || recheck::replay(options, Some(&folder)));
    let code = match ended(replayed) {
        exit::OK if options.gdb => compiled::debug(&folder).map_or_else(|failure| show(failure.into()), |()| exit::OK),
        code => code,
    };
    folder.finish();
    code
}

/// Prints a reply and tells the exit code.
fn show(reply: Reply) -> u8 {
    match reply {
        Reply::Printed(text, code) => print(&text, code),
        Reply::Failed(text, code) => {
            terminal::tell(&text);
            code
        }
        Reply::Checked(_) => exit::INTERNAL,
    }
}

/// Prints to standard output; a closed pipe is no error.
fn print(text: &str, code: u8) -> u8 {
    let mut out = std::io::stdout().lock();
    match out.write_all(terminal::printable(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            terminal::tell(&format!("error[cannot-write]: standard output: {error}\n"));
            exit::INPUT
        }
        _ => code,
    }
}

/// Runs a command that has a verdict.
fn run_check(
    files: &[PathBuf],
    defaults: Option<Defaults>,
    limits: &Limits,
    options: &Output,
    work: impl FnOnce() -> Result<Outcome, Failure> + Send,
) -> u8 {
    let replied = supervise::run(limits, || work().map(|outcome| Reply::Checked(Box::new(outcome))));
    let mut outcome = match replied {
        Ok(Reply::Checked(outcome)) => *outcome,
        Ok(other) => return show(other),
        Err((stop, seconds)) => killed(files, stop, seconds),
    };
    outcome.report.defaults = defaults;
    let code = match outcome.report.verdict {
        Verdict::Safe { .. } => exit::OK,
        Verdict::Unsafe { .. } => exit::UNSAFE,
        Verdict::Unknown { .. } => exit::UNKNOWN,
    };
    let printed = match options.output_format {
        OutputFormat::Json => match json(&outcome.report) {
            Ok(json) => print(&json, code),
            Err(failure) => return show(failure.into()),
        },
        OutputFormat::Text => print(&text::render(&outcome.report, options), code),
        OutputFormat::Svcomp => print(&svcomp::line(&outcome.report), code),
        OutputFormat::Github => print(&github::annotation(&outcome.report, options), code),
        OutputFormat::Sarif => print(&terminal::escaped(&sarif::log(&outcome.report)), code),
    };
    for write in &options.write {
        if let Err(failure) = write_output(write, &outcome, options) {
            return show(failure.into());
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
fn write_output(write: &args::Write, outcome: &Outcome, options: &Output) -> Result<(), Failure> {
    let content = match (write.kind, &outcome.evidence) {
        (WriteKind::Json, _) => json(&outcome.report)?,
        (WriteKind::Html, _) => html::render(&outcome.report)?,
        (WriteKind::Sarif, _) => terminal::escaped(&sarif::log(&outcome.report)),
        (WriteKind::Junit, _) => junit::suite(&outcome.report, options),
        (WriteKind::Certificate, Some(evidence)) if evidence.is_proof => evidence.json.clone(),
        (WriteKind::Trace, Some(evidence)) if !evidence.is_proof => evidence.json.clone(),
        (WriteKind::Bp, _) if !outcome.programs.is_empty() => {
            std::fs::create_dir_all(&write.path)
                .map_err(|error| Failure::io(Code::CannotWrite, &write.path, &error))?;
            for RoundProgram { round, text } in &outcome.programs {
                let path = write.path.join(format!("round-{round:03}.bp"));
                match text {
                    Ok(text) => write_file::write_file(&path, text)?,
                    Err(reason) => {
                        terminal::tell(&format!(
                            "note: {} is not written: the format has no room for {reason}\n",
                            path.display()
                        ));
                    }
                }
            }
            return Ok(());
        }
        (WriteKind::Witness, _) => outcome.witness.clone().unwrap_or_default(),
        _ => String::new(),
    };
    if content.is_empty() {
        terminal::tell(&format!("note: {} is not written: this verdict has none\n", write.path.display()));
        return Ok(());
    }
    write_file::write_file(&write.path, &content)
}

/// The outcome of a run that had to be killed.
fn killed(files: &[PathBuf], stop: Stop, seconds: f64) -> Outcome {
    let report = Report {
        schema_version: 1,
        file: text::names(files),
        unit: Unit::Thread,
        engine: "killed".to_string(),
        verdict: Verdict::unknown(&Reason::Stopped(stop)),
        run: None,
        work: Work::default(),
        program: None,
        c: None,
        inputs: text::paths(files),
        property: None,
        defaults: None,
        asked: None,
        expected: None,
        seconds: Seconds { total: seconds, check: 0.0 },
        page: None,
    };
    Outcome { report, evidence: None, witness: None, programs: Vec::new() }
}
