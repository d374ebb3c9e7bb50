//! The command line of `umpteen`: arguments, processes, files and rendering. The library `umpteen` decides.
//!
//! This is a library so that the fuzzer can reach the parsers and renderers; nothing else depends on it.

#[allow(missing_docs, reason = "a doc comment is the help of an option, and flattened groups have none")]
pub mod args;
mod commands;
mod compiled;
pub mod exit;
pub mod files;
mod process;
pub mod render;

use args::{Action, Limits};
use commands::{batch, check, completions, convert, explain, reach, recheck, refine, replay};
use files::defaults;
use process::machine;
use process::supervise::{self, Ended, Reply};
use render::terminal;
use std::io::Write;
use umpteen::Reason;
use umpteen::failure::Failure;
use umpteen::report::Verdict;

/// Executes the command line and returns the exit code; a panic is an internal error.
pub fn run() -> u8 {
    let panicked = |_| show(Failure::Internal("a panic, whose place is told above".into()).into());
    std::panic::catch_unwind(execute).unwrap_or_else(panicked)
}

/// Executes the command line and returns the exit code.
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
            check::run(&options.files, defaults, &options.limits, &options.output, |early, told| {
                check::check(options, early, told)
            })
        }
        Action::Batch(options) => batch::batch(options).unwrap_or_else(|failure| show(failure.into())),
        Action::Refine(options) => {
            let files = [options.program.clone(), options.system.clone()];
            check::run(&files, None, &options.limits, &options.output, |_, _| refine::refine(options))
        }
        Action::Recheck(options) => run_within(&options.limits, || recheck::recheck(options)),
        Action::Replay(options) if options.compiled => run_compiled(options),
        Action::Replay(options) => run_within(&options.limits, || replay::replay(options, None)),
        Action::Reach(options) => {
            let reply = supervise::run(&options.limits, || reach::reach(options));
            show(reply.unwrap_or_else(|ended| reach::unknown(options, &Reason::Stopped(ended.stop))))
        }
        Action::Show(options) => run_within(&options.limits, || commands::show::show(options)),
        Action::Convert(options) => run_within(&options.limits, || convert::convert(options)),
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
fn run_within(limits: &Limits, work: impl FnOnce() -> Result<Reply, Failure> + Send) -> u8 {
    ended(supervise::run(limits, work))
}

/// Shows how a command other than `check` ended.
fn ended(reply: Result<Reply, Ended>) -> u8 {
    match reply {
        Ok(reply) => show(reply),
        Err(ended) => {
            let Verdict::Unknown { reason, .. } = Verdict::unknown(&Reason::Stopped(ended.stop)) else {
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
    let replayed = supervise::run_in(folder.temporary(), &options.limits, || replay::replay(options, Some(&folder)));
    let code = match ended(replayed) {
        exit::OK if options.gdb => compiled::debug(&folder).map_or_else(|failure| show(failure.into()), |()| exit::OK),
        code => code,
    };
    folder.finish();
    code
}

/// Prints a reply and returns the exit code.
fn show(reply: Reply) -> u8 {
    match reply {
        Reply::Printed(text, code) => print(&text, code),
        Reply::Failed(text, code) => {
            terminal::tell(&text);
            code
        }
        Reply::Checked(_) | Reply::Known(_) => exit::INTERNAL,
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
