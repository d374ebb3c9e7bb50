//! Limits that hold whatever happens: the work is done by a child process that its parent watches.
//!
//! A command that does one piece of work forks: the child goes on where the parent is, which costs a tenth of starting
//! anew. A batch has threads, which do not survive that, and starts its children anew.
//!
//! The child stops itself when its budget is used up. Should it not, because a parser or a library does not ask the
//! budget, the parent kills it a little later. The child's result reaches the parent as one JSON value, so a child
//! that dies half-way never leaves half an answer.

use crate::args::Limits;
use crate::failure::Failure;
use crate::report::Outcome;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::time::Instant;
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

/// A child process that works.
struct Worker {
    process: Pid,
    /// Its answer comes from here.
    answer: File,
    /// Nothing is ever written here; the child ends when it is closed, as it is when this process dies.
    _alive: Box<dyn Send>,
}

/// Runs a command in a child process under its limits; the error tells which one was reached, and when. In that child,
/// does the work and does not return.
pub fn run(limits: &Limits, work: impl FnOnce() -> Result<Reply, Failure> + Send) -> Result<Reply, (Stop, f64)> {
    if limits.worker {
        act(work, std::io::stdin(), std::io::stdout());
    }
    let result = watched(forked(work), limits);
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
    watched(started(arguments, messages), limits)
}

/// A copy of this process that does the work.
fn forked(work: impl FnOnce() -> Result<Reply, Failure> + Send) -> io::Result<Worker> {
    let (answer, to_parent) = io::pipe()?;
    let (from_parent, alive) = io::pipe()?;
    match fork::fork()? {
        fork::Fork::Child => {
            drop((answer, alive));
            act(work, from_parent, to_parent)
        }
        fork::Fork::Parent(process) => Ok(Worker {
            process: Pid::from_raw(process).ok_or(io::ErrorKind::InvalidData)?,
            answer: File::from(OwnedFd::from(answer)),
            _alive: Box::new(alive),
        }),
    }
}

/// This program started anew with these arguments.
fn started(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>, messages: Stdio) -> io::Result<Worker> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).arg("--worker");
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(messages).spawn()?;
    Ok(Worker {
        process: Pid::from_child(&child),
        answer: File::from(OwnedFd::from(child.stdout.ok_or(io::ErrorKind::BrokenPipe)?)),
        _alive: Box::new(child.stdin),
    })
}

/// Waits for a worker's answer under its limits.
fn watched(worker: io::Result<Worker>, limits: &Limits) -> Result<Reply, (Stop, f64)> {
    let started = Instant::now();
    let Worker { process, mut answer, _alive } = match worker {
        Ok(worker) => worker,
        Err(error) => return Ok(Failure::Internal(format!("cannot start the worker: {error}")).into()),
    };
    let (mut bytes, mut part) = (Vec::new(), vec![0; 1 << 16]);
    let a_moment = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
    let result = loop {
        match poll(&mut [PollFd::new(&answer, PollFlags::IN)], Some(&a_moment)) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => match answer.read(&mut part) {
                Ok(0) => break finish(process, &bytes),
                Ok(count) => bytes.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break finish(process, &[]),
            },
            Err(_) => break finish(process, &[]),
        }
        if let Some(stop) = exceeded(limits, process.as_raw_nonzero().get().unsigned_abs(), started) {
            let _ = kill_process(process, Signal::KILL);
            let _ = waitpid(Some(process), WaitOptions::empty());
            break Err(stop);
        }
    };
    result.map_err(|stop| (stop, started.elapsed().as_secs_f64()))
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

fn finish(process: Pid, bytes: &[u8]) -> Result<Reply, Stop> {
    let status = waitpid(Some(process), WaitOptions::empty()).ok().flatten().map(|(_, status)| status);
    let signal = status.and_then(|status| status.terminating_signal());
    match serde_json::from_slice(bytes) {
        Ok(reply) => Ok(reply),
        // Somebody killed it, as the system does when memory runs out.
        Err(_) if signal == Some(Signal::KILL.as_raw()) => Err(Stop::Memory),
        Err(error) => {
            let end = match (signal, status.and_then(|status| status.exit_status())) {
                (Some(signal), _) => format!("signal {signal}"),
                (None, Some(code)) => format!("exit code {code}"),
                (None, None) => "end unknown".to_string(),
            };
            Ok(Failure::Internal(format!("the worker ended without an answer ({end}; {error})")).into())
        }
    }
}

/// The child's part.
fn act(
    work: impl FnOnce() -> Result<Reply, Failure> + Send,
    mut from_parent: impl Read + Send + 'static,
    mut to_parent: impl Write,
) -> ! {
    // The parent never writes; its end of the pipe closes when it dies, and then nobody waits for an answer.
    std::thread::spawn(move || {
        let _ = from_parent.read_to_end(&mut Vec::new());
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
    let json = serde_json::to_vec(&reply);
    let written = json.is_ok_and(|json| to_parent.write_all(&json).and_then(|()| to_parent.flush()).is_ok());
    std::process::exit(if written { 0 } else { 1 })
}
