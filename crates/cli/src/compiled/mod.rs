//! Replay on the compiled program: gcc compiles the user's files as they are, and a small runtime forces the interleaving of
//! the trace, so that what must not happen does happen in a real process.
//!
//! The files are compiled with gcc's instrumentation of memory accesses (`-fsanitize=thread`, without its library): before
//! each access there is a call, which the C in `runtime` answers. That is the granularity of the model, and needs no change of the
//! source. Calls of the thread library end up there as well.

mod build;
mod judge;
mod schedule;

use crate::args::Replay;
use crate::exit;
use crate::process::supervise::Reply;
use std::fmt::Write;
use std::io::IsTerminal;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use umpteen::explain::c_run;
use umpteen::external::{self, Ended};
use umpteen::failure::Failure;
use umpteen::question::{self, DataModelName, MeaningOfC};
use umpteen_frontends::Code;
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::Program;

pub use build::Folder;

/// A run that was executed in the interpreter, and where it failed.
pub struct Failing<'a> {
    /// The program.
    pub program: &'a Program,
    /// The run.
    pub run: &'a Run,
    /// Its states.
    pub states: &'a [State],
    /// The assertion that fails in the end.
    pub assertion: u32,
}

/// Builds the program and lets it fail as in the run; `headline` says what that is.
pub fn replay(
    options: &Replay,
    folder: &Folder,
    meaning: &MeaningOfC,
    failing: &Failing,
    headline: &str,
) -> Result<Reply, Failure> {
    let Failing { program, run, states, assertion } = *failing;
    let failed = &program.assertions[assertion as usize];
    let names = c_run::names(program, run, states);
    let schedule = schedule::Schedule::new(program, run, states, assertion, &meaning.spawn);
    let files = question::files(&options.files)?;
    let text = schedule.to_c(program, &names, failed.claim);
    let needs_frames = schedule.needs_frames(program);
    let built = build::build(folder, &files, meaning, program, &text, failed.claim, needs_frames)?;
    let mut told = String::new();
    for command in &built.commands {
        let _ = writeln!(told, "compiled {command}");
    }
    if options.gdb {
        return Ok(Reply::Printed(told, exit::OK));
    }
    let report = folder.report();
    let ended = execute(&built.binary, &report, options.limits.time)?;
    let reported = String::from_utf8_lossy(&std::fs::read(&report).unwrap_or_default()).into_owned();
    let _ = writeln!(told, "ran      {}", built.binary.display());
    // Replace control characters, which could confuse a terminal.
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    for line in ended.errors.lines().take(20) {
        let _ = writeln!(told, "said     {}", line.chars().take(300).map(printable).collect::<String>());
    }
    let _ = writeln!(told, "process  {}", ended.how());
    Ok(match judge::judge(failed, &ended, &reported) {
        Ok(()) => Reply::Printed(format!("REPRODUCED  {headline}\n{told}"), exit::OK),
        Err(reason) => {
            let mut notes = String::new();
            if meaning.data_model == Some(DataModelName::Ilp32) {
                notes += "note     it was compiled for 64 bits: gcc instruments accesses only there\n";
            }
            if schedule.has_fills() {
                notes += "note     variables without a first value got those of the trace when their functions began\n";
            }
            Reply::Printed(format!("NOT REPRODUCED  {reason}\n{told}{notes}"), exit::REJECTED)
        }
    })
}

/// Runs what was built in gdb, until it fails; commands come from the terminal if there is one.
pub fn debug(folder: &Folder) -> Result<(), Failure> {
    let failed = |reason: String| Failure::Plain(Code::Compiler, format!("cannot run gdb: {reason}"));
    let absent = |error: std::io::Error| failed(format!("{error}; install it, or leave out --gdb"));
    let mut command = external::command("gdb").map_err(absent)?;
    command.args(["-q", "-ex", "run", "-ex", "thread apply all backtrace"]);
    if !std::io::stdin().is_terminal() {
        command.arg("--batch");
    }
    command.arg(folder.binary()).status().map(|_| ()).map_err(absent)
}

/// The environment variable that tells the runtime where to report what happens.
const REPORT: &str = "UMPTEEN_REPORT";

/// A program that is led through a trace is done in a moment; the runtime itself gives up earlier.
const LONGEST: Duration = Duration::from_secs(30);

/// Runs the compiled program; its runtime reports to a file, so that what the program prints cannot be mistaken for it.
fn execute(binary: &Path, report: &Path, time: Option<f64>) -> Result<Ended, Failure> {
    // Before the supervisor loses patience.
    let longest = time.map_or(LONGEST, |seconds| Duration::from_secs_f64((0.7 * seconds).min(LONGEST.as_secs_f64())));
    // Signals that it sends to its group are for itself.
    let ended = external::run(Command::new(binary).env(REPORT, report).process_group(0), longest, None);
    ended.map_err(|error| Failure::Plain(Code::Compiler, format!("cannot run {}: {error}", binary.display())))
}
