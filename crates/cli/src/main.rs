//! `umpteen`: verifies concurrent systems with any number of threads.

mod args;
mod check;
mod convert;
mod evidence_file;
mod explain;
mod failure;
mod input;
mod progress;
mod recheck;
mod report;
mod story;
mod supervise;
mod text;

use args::{Action, Check, Command, OutputFormat, WriteKind};
use clap::Parser;
use evidence_file::Evidence;
use failure::{Failure, exit};
use report::{Outcome, Verdict};
use std::io::Write;
use std::process::ExitCode;
use supervise::Reported;

fn main() -> ExitCode {
    let command = Command::parse();
    let result = match &command.action {
        Action::Check(options) => run_check(options),
        Action::Recheck(options) => recheck::recheck(options).map_err(Reported::from),
        Action::Replay(options) => recheck::replay(options).map_err(Reported::from),
        Action::Convert(options) => convert::convert(options).map_err(Reported::from),
        Action::Engines => print(&explain::engines()).map_err(Reported::from),
        Action::Explain { code } => {
            explain::explain(code.as_deref()).and_then(|text| print(&text)).map_err(Reported::from)
        }
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(reported) => {
            let _ = write!(std::io::stderr(), "{}", reported.message);
            ExitCode::from(reported.exit_code)
        }
    }
}

/// Prints to standard output; a closed pipe is no error.
fn print(text: &str) -> Result<u8, Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Plain(umpteen_frontends::Code::CannotWrite, format!("standard output: {error}")))
        }
        _ => Ok(exit::OK),
    }
}

fn run_check(options: &Check) -> Result<u8, Reported> {
    let Outcome { report, evidence } = supervise::run(options)?;
    let json = |value: &report::Report| {
        let text = serde_json::to_string_pretty(value).map_err(|error| Failure::Internal(error.to_string()));
        text.map(|text| text + "\n")
    };
    for write in &options.write {
        let content = match (write.kind, &evidence) {
            (WriteKind::Json, _) => json(&report)?,
            (WriteKind::Certificate, Some(file)) if matches!(file.evidence, Evidence::Certificate(_)) => {
                file.to_json()?
            }
            (WriteKind::Trace, Some(file)) if matches!(file.evidence, Evidence::Trace(_)) => file.to_json()?,
            _ => continue, // there is none with this verdict
        };
        input::write_file(&write.path, &content)?;
    }
    match options.output_format {
        OutputFormat::Json => print(&json(&report)?)?,
        OutputFormat::Text => {
            let detail = match (options.quiet, options.verbose) {
                (true, _) => text::Detail::Quiet,
                (_, true) => text::Detail::Verbose,
                _ => text::Detail::Normal,
            };
            print(&text::render(&report, detail, options))?
        }
    };
    Ok(match report.verdict {
        Verdict::Safe { .. } => exit::OK,
        Verdict::Unsafe { .. } => exit::UNSAFE,
        Verdict::Unknown { .. } => exit::UNKNOWN,
    })
}
