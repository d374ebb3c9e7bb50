//! Limits that hold whatever happens: the work is done by a child process that its parent watches.
//!
//! The child stops itself when its budget is used up. Should it not, because a parser or a library does not ask the
//! budget, the parent kills it a little later. The child's result reaches the parent as one JSON value, so a child
//! that dies half-way never leaves half an answer.

use crate::args::Limits;
use crate::failure::Failure;
use crate::report::Outcome;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::io::{IsTerminal, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use umpteen_engines::budget::{Stop, resident_memory};

/// The stack of the thread that does the work: input may nest deeply. Only what is used takes memory.
const STACK: usize = 512 << 20;

/// What a finished command has to show.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The outcome of `check`.
    Checked(Box<Outcome>),
    /// Text for standard output and the exit code.
    Printed(String, u8),
    /// Text for standard error and the exit code.
    Failed(String, u8),
}

impl From<Failure> for Reply {
    fn from(failure: Failure) -> Reply {
        Reply::Failed(failure.message(), failure.exit_code())
    }
}

/// Runs a command in a child process under its limits; the error tells which one was reached, and when. In that child,
/// does the work and does not return.
pub fn run(limits: &Limits, work: impl FnOnce() -> Result<Reply, Failure> + Send) -> Result<Reply, (Stop, f64)> {
    if limits.worker {
        act(work);
    }
    let result = watch(std::env::args_os().skip(1), limits, Stdio::inherit());
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "\r\x1b[K"); // whatever the child showed of its progress
    }
    result
}

/// Runs the command with these arguments in a child process under its limits; `messages` is its standard error. The child
/// ends when this process does, however that comes about.
pub fn watch(
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    limits: &Limits,
    messages: Stdio,
) -> Result<Reply, (Stop, f64)> {
    let started = Instant::now();
    let mut child = match start(arguments, messages) {
        Ok(child) => child,
        Err(error) => return Ok(Failure::Internal(format!("cannot start the worker: {error}")).into()),
    };
    let (sender, receiver) = mpsc::channel();
    let mut output = child.stdout.take();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.as_mut().map(|output| output.read_to_end(&mut bytes));
        let _ = sender.send(read.is_some_and(|read| read.is_ok()).then_some(bytes));
    });
    let result = loop {
        match receiver.recv_timeout(Duration::from_millis(10)) {
            Ok(bytes) => break finish(&mut child, bytes.unwrap_or_default()),
            Err(RecvTimeoutError::Disconnected) => break finish(&mut child, Vec::new()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(stop) = exceeded(limits, child.id(), started) {
            let _ = child.kill();
            let _ = child.wait();
            break Err(stop);
        }
    };
    result.map_err(|stop| (stop, started.elapsed().as_secs_f64()))
}

fn start(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>, messages: Stdio) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).arg("--worker");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(messages).spawn()
}

/// Which limit the child has overstepped, with a little grace for it to stop by itself.
fn exceeded(limits: &Limits, child: u32, started: Instant) -> Option<Stop> {
    let over = |limit: Option<f64>, used: f64| limit.is_some_and(|limit| used > limit * 1.03 + 0.02);
    if over(limits.time, started.elapsed().as_secs_f64()) {
        return Some(Stop::Time);
    }
    if limits.cpu_time.is_some() && over(limits.cpu_time, processor_seconds(child)) {
        return Some(Stop::Processor);
    }
    let memory = limits.memory.is_some_and(|mb| resident_memory(Some(child)) > (mb << 20) + (mb << 20) / 50);
    memory.then_some(Stop::Memory)
}

/// The processor time of a process so far, 0 where the system does not tell. Linux counts in hundredths of a second.
fn processor_seconds(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

fn finish(child: &mut Child, bytes: Vec<u8>) -> Result<Reply, Stop> {
    let status = child.wait();
    match serde_json::from_slice(&bytes) {
        Ok(reply) => Ok(reply),
        Err(_) if status.as_ref().is_ok_and(killed) => Err(Stop::Memory),
        Err(error) => {
            let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
            Ok(Failure::Internal(format!("the worker ended without an answer ({status}; {error})")).into())
        }
    }
}

/// Whether somebody killed the process, as the system does when memory runs out.
fn killed(status: &ExitStatus) -> bool {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(status) == Some(9);
    #[cfg(not(unix))]
    return false;
}

/// The child's part.
fn act(work: impl FnOnce() -> Result<Reply, Failure> + Send) -> ! {
    // The parent never writes; its end of the pipe closes when it dies, and then nobody waits for an answer.
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(1);
    });
    let reply = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(|worker| worker.join()) {
            Ok(Ok(result)) => result.unwrap_or_else(Reply::from),
            // A panic is a bug; the default hook has printed where.
            Ok(Err(_)) => Failure::Internal("the worker panicked".into()).into(),
            Err(error) => Failure::Internal(format!("cannot start the worker's thread: {error}")).into(),
        }
    });
    let written = serde_json::to_writer(std::io::stdout().lock(), &reply).is_ok() && std::io::stdout().flush().is_ok();
    std::process::exit(if written { 0 } else { 1 })
}
