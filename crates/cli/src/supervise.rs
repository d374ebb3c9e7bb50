//! Limits that hold whatever happens: the work is done by a child process that its parent watches.
//!
//! The child stops itself when its budget is used up. Should it not, because a parser or a library does not ask the
//! budget, the parent kills it a little later. The child's result reaches the parent as one JSON value, so a child
//! that dies half-way never leaves half an answer.

use crate::args::Check;
use crate::failure::Failure;
use crate::report::{Outcome, Report, Seconds, Unit, Verdict, Work};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use umpteen_engines::Reason;
use umpteen_engines::budget::{Stop, resident_memory};

/// Set in the child's environment.
const WORKER: &str = "UMPTEEN_WORKER";

/// What the child writes to its standard output.
#[derive(Serialize, Deserialize)]
enum Message {
    Done(Box<Outcome>),
    Failed { message: String, exit_code: u8 },
}

/// A failure that the child has already put into words.
pub struct Reported {
    /// For standard error.
    pub message: String,
    /// The exit code.
    pub exit_code: u8,
}

impl From<Failure> for Reported {
    fn from(failure: Failure) -> Reported {
        Reported { message: failure.message(), exit_code: failure.exit_code() }
    }
}

/// Runs the work in a child process under its limits; in that child, does the work and does not return.
pub fn run(options: &Check) -> Result<Outcome, Reported> {
    if std::env::var_os(WORKER).is_some() {
        work(options);
    }
    let started = Instant::now();
    let mut child = start().map_err(|error| Failure::Internal(format!("cannot start the worker: {error}")))?;
    let (sender, receiver) = mpsc::channel();
    let mut output = child.stdout.take();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.as_mut().map(|output| output.read_to_end(&mut bytes));
        let _ = sender.send(read.is_some_and(|read| read.is_ok()).then_some(bytes));
    });
    let stop = loop {
        match receiver.recv_timeout(Duration::from_millis(10)) {
            Ok(bytes) => return finish(child, bytes.unwrap_or_default(), options, started),
            Err(RecvTimeoutError::Disconnected) => return finish(child, Vec::new(), options, started),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(stop) = exceeded(options, child.id(), started) {
            break stop;
        }
    };
    let _ = child.kill();
    let _ = child.wait();
    Ok(unknown(options, stop, started))
}

fn start() -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1)).env(WORKER, "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()
}

/// Which limit the child has overstepped, with a little grace for it to stop by itself.
fn exceeded(options: &Check, child: u32, started: Instant) -> Option<Stop> {
    let over = |limit: Option<f64>, used: f64| limit.is_some_and(|limit| used > limit * 1.03 + 0.02);
    if over(options.time, started.elapsed().as_secs_f64()) || over(options.cpu_time, processor_seconds(child)) {
        return Some(Stop::Time);
    }
    let memory = options.memory.is_some_and(|mb| resident_memory(Some(child)) > (mb << 20) + (mb << 20) / 50);
    memory.then_some(Stop::Memory)
}

/// The processor time of a process so far, 0 where the system does not tell.
fn processor_seconds(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

fn finish(mut child: Child, bytes: Vec<u8>, options: &Check, started: Instant) -> Result<Outcome, Reported> {
    let status = child.wait();
    match serde_json::from_slice(&bytes) {
        Ok(Message::Done(outcome)) => Ok(*outcome),
        Ok(Message::Failed { message, exit_code }) => Err(Reported { message, exit_code }),
        Err(_) if status.as_ref().is_ok_and(killed) => Ok(unknown(options, Stop::Memory, started)),
        Err(error) => {
            let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
            Err(Failure::Internal(format!("the worker ended without an answer ({status}; {error})")).into())
        }
    }
}

/// Whether the system killed the process, as it does when memory runs out.
fn killed(status: &ExitStatus) -> bool {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(status) == Some(9);
    #[cfg(not(unix))]
    return false;
}

fn unknown(options: &Check, stop: Stop, started: Instant) -> Outcome {
    let report = Report {
        schema_version: 1,
        file: options.file.display().to_string(),
        unit: Unit::Thread,
        engine: "supervisor".to_string(),
        verdict: Verdict::unknown(&Reason::Stopped(stop)),
        work: Work::default(),
        seconds: Seconds { total: started.elapsed().as_secs_f64(), check: 0.0 },
    };
    Outcome { report, evidence: None }
}

/// The child's part.
fn work(options: &Check) -> ! {
    // A panic is a bug, and becomes an internal error with its message; the default hook has printed the place.
    let result = std::panic::catch_unwind(|| crate::check::check(options))
        .unwrap_or_else(|_| Err(Failure::Internal("the worker panicked".into())));
    let message = match result {
        Ok(outcome) => Message::Done(Box::new(outcome)),
        Err(failure) => Message::Failed { message: failure.message(), exit_code: failure.exit_code() },
    };
    let written =
        serde_json::to_writer(std::io::stdout().lock(), &message).is_ok() && std::io::stdout().flush().is_ok();
    std::process::exit(if written { 0 } else { 1 })
}
