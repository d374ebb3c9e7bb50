//! Limits that hold whatever happens: the work is done by a child process that its parent watches.
//!
//! A command that does one piece of work forks: the child goes on where the parent is, which costs a tenth of starting
//! anew. A batch has threads, which do not survive that, and starts its children anew.
//!
//! The child stops itself when its budget is used up. Should it not, because a parser or a library does not ask the
//! budget, the parent kills it a little later, with whatever it has started. The child's result reaches the parent as one
//! line of JSON, so a child that dies half-way never leaves half an answer. A line before that is an answer that may get better,
//! or says what is known: it counts if the child is killed. A parent that dies takes its child with it:
//! the child notices, ends what it has started, and ends.

use crate::args::Limits;
use crate::exit;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Signal, WaitOptions, getrlimit, setpgid, waitpid};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use umpteen::Stop;
use umpteen::evidence_file::EvidenceText;
use umpteen::failure::Failure;
use umpteen::process_tree::{Usage, adopt_orphans, end, end_descendants};
use umpteen::report::{Report, RoundProgram};

/// The stack of the thread that does the work: input may nest deeply. Only what is used takes memory.
const STACK: usize = 512 << 20;

/// The stack size, smaller where `ulimit -v` leaves less room.
fn stack() -> usize {
    getrlimit(Resource::As).current.map_or(STACK, |bytes| STACK.min(usize::try_from(bytes / 4).unwrap_or(STACK)))
}

/// The result of a finished command.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The outcome of `check`.
    Checked(Box<Outcome>),
    /// Text for standard output and the exit code.
    Printed(String, u8),
    /// Text for standard error and the exit code.
    Failed(String, u8),
    /// A bounded result that holds before there is any answer.
    Known(String),
}

/// A command that was ended before it had an answer.
#[derive(Debug)]
pub struct Ended {
    /// The limit that was reached.
    pub stop: Stop,
    /// When, in seconds.
    pub seconds: f64,
    /// The last bounded result before the limit.
    pub known: Option<String>,
}

impl From<Failure> for Reply {
    fn from(failure: Failure) -> Reply {
        Reply::Failed(exit::message(&failure), exit::code(&failure))
    }
}

/// The outcome of a command that has a verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The report.
    pub report: Report,
    /// The evidence, if there is any and somebody wants it.
    pub evidence: Option<EvidenceText>,
    /// The witness as SV-COMP has it, likewise.
    pub witness: Option<String>,
    /// The Boolean programs of all rounds, if they are asked for.
    pub programs: Vec<RoundProgram>,
}

/// A child process that works.
struct Worker {
    process: Pid,
    /// Its answer comes from here.
    answer: File,
    /// Nothing is ever written here; the child ends when it is closed, as it is when this process dies.
    _alive: Box<dyn Send>,
}

/// Takes an answer that may get better.
pub type Early<'a> = &'a mut dyn FnMut(&Reply);

/// Runs a command in a child process under its limits; the error tells which one was reached, and when. In that child,
/// does the work and does not return.
pub fn run(limits: &Limits, work: impl FnOnce() -> Result<Reply, Failure> + Send) -> Result<Reply, Ended> {
    supervised(None, limits, |_: Early, _| work())
}

/// The same for work that has an early answer, which counts if the rest takes too long, or tells what is known before that.
pub fn run_with_early(
    limits: &Limits,
    work: impl FnOnce(Early, Sender<String>) -> Result<Reply, Failure> + Send,
) -> Result<Reply, Ended> {
    supervised(None, limits, work)
}

/// The same for work that uses a temporary folder. Should this process die, the child removes it; for that, signals from the
/// keyboard reach this process only.
pub fn run_in(
    folder: Option<&Path>,
    limits: &Limits,
    work: impl FnOnce() -> Result<Reply, Failure> + Send,
) -> Result<Reply, Ended> {
    supervised(folder, limits, |_: Early, _| work())
}

fn supervised(
    folder: Option<&Path>,
    limits: &Limits,
    work: impl FnOnce(Early, Sender<String>) -> Result<Reply, Failure> + Send,
) -> Result<Reply, Ended> {
    if limits.worker {
        act(work, None, std::io::stdin(), std::io::stdout());
    }
    adopt_orphans();
    let result = watched(forked(work, folder), limits);
    end_descendants();
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
) -> Result<Reply, Ended> {
    watched(started(arguments, messages), limits)
}

/// A copy of this process that does the work.
fn forked(
    work: impl FnOnce(Early, Sender<String>) -> Result<Reply, Failure> + Send,
    folder: Option<&Path>,
) -> io::Result<Worker> {
    let (answer, to_parent) = io::pipe()?;
    let (from_parent, alive) = io::pipe()?;
    match fork::fork()? {
        fork::Fork::Child => {
            drop((answer, alive));
            if folder.is_some() {
                let _ = setpgid(None, None);
            }
            act(work, folder.map(Path::to_path_buf), from_parent, to_parent)
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
fn watched(worker: io::Result<Worker>, limits: &Limits) -> Result<Reply, Ended> {
    let started = Instant::now();
    let Worker { process, mut answer, _alive } = match worker {
        Ok(worker) => worker,
        Err(error) => return Ok(Failure::Internal(format!("cannot start the worker: {error}")).into()),
    };
    let (mut bytes, mut part) = (Vec::new(), vec![0; 1 << 16]);
    let child = process.as_raw_nonzero().get().unsigned_abs();
    let mut watch = Watch { limits, child, started, next: 0.0, better: None };
    // Most children are done before the first look. That is not only cheaper: the system takes milliseconds to clear away a
    // process whose files under /proc were looked at.
    let _ = watch.judge(0.0, Usage::default());
    let result = loop {
        let pause = (watch.next - started.elapsed().as_secs_f64()).clamp(0.001, 0.1);
        let pause = Timespec { tv_sec: 0, tv_nsec: (pause * 1e9) as _ };
        match poll(&mut [PollFd::new(&answer, PollFlags::IN)], Some(&pause)) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => match answer.read(&mut part) {
                Ok(0) => break finish(process, &bytes),
                Ok(count) => {
                    bytes.extend_from_slice(&part[..count]);
                    if part[..count].contains(&b'\n') && last_answer(&bytes).is_some() {
                        watch.note_answer();
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break finish(process, &[]),
            },
            Err(_) => break finish(process, &[]),
        }
        if let Some(stop) = watch.exceeded(bytes.len()) {
            end(watch.child);
            let _ = waitpid(Some(process), WaitOptions::empty());
            break last_answer(&bytes).ok_or(stop);
        }
    };
    result.map_err(|stop| Ended { stop, seconds: started.elapsed().as_secs_f64(), known: known(&bytes) })
}

/// A child under watch.
struct Watch<'a> {
    limits: &'a Limits,
    child: u32,
    started: Instant,
    /// When to look again, in seconds from the start: before then, no limit can be reached.
    next: f64,
    /// When a better answer is no longer waited for, in seconds from the start, if there is one already.
    better: Option<f64>,
}

/// A better answer is waited for twice as long as the first one took, and this many seconds longer.
const PATIENCE: f64 = 5.0;

/// No process takes more memory than this in a second, in bytes.
const FASTEST: f64 = 4e9;

impl Watch<'_> {
    /// Notes that there is an answer.
    fn note_answer(&mut self) {
        if self.better.is_none() {
            let elapsed = self.started.elapsed().as_secs_f64();
            (self.better, self.next) = (Some(3.0 * elapsed + PATIENCE), 0.0);
        }
    }

    /// Which limit the child has overstepped, with a little grace for it to stop by itself; `held` bytes of its answer are here.
    fn exceeded(&mut self, held: usize) -> Option<Stop> {
        let elapsed = self.started.elapsed().as_secs_f64();
        if elapsed < self.next {
            return None;
        }
        let watches_usage = self.limits.cpu_time.is_some() || self.limits.memory.is_some();
        let mut usage = if watches_usage { Usage::of(self.child) } else { Usage::default() };
        usage.memory += held as u64;
        self.judge(elapsed, usage)
    }

    /// Which limit that is too much for; if none, when to look again is known afterwards.
    fn judge(&mut self, elapsed: f64, usage: Usage) -> Option<Stop> {
        let Limits { time, cpu_time, memory, .. } = *self.limits;
        let memory_left = |limit: u64| ((limit << 20) as f64 * 1.02 - usage.memory as f64) / FASTEST;
        // The child stops by itself for time and memory, if it can; several threads use up processor time faster.
        let left = [
            (Stop::Time, time.map(|limit| limit * 1.02 + 0.01 - elapsed)),
            (Stop::Processor, cpu_time.map(|limit| (limit - usage.seconds) / 4.0)),
            (Stop::Memory, memory.map(memory_left)),
            (Stop::Time, self.better.map(|end| end - elapsed)),
        ];
        if let Some((stop, _)) = left.iter().find(|(_, left)| left.is_some_and(|left| left < 0.0)) {
            return Some(*stop);
        }
        let soonest = left.iter().filter_map(|(_, left)| *left).fold(1.0, f64::min);
        self.next = elapsed + soonest.clamp(0.002, 0.1);
        None
    }
}

/// Signals that no mistake of a process sends to it.
const FROM_OUTSIDE: [Signal; 5] = [Signal::KILL, Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT];

fn finish(process: Pid, bytes: &[u8]) -> Result<Reply, Stop> {
    let status = waitpid(Some(process), WaitOptions::empty()).ok().flatten().map(|(_, status)| status);
    let signal = status.and_then(|status| status.terminating_signal());
    match last_answer(bytes) {
        Some(reply) => Ok(reply),
        // Somebody ended it, as the system does when memory runs out.
        None if signal.is_some_and(|signal| FROM_OUTSIDE.iter().any(|other| other.as_raw() == signal)) => {
            Err(Stop::Killed)
        }
        None => {
            let end = match (signal, status.and_then(|status| status.exit_status())) {
                (Some(signal), _) => format!("signal {signal}"),
                (None, Some(code)) => format!("exit code {code}"),
                (None, None) => "end unknown".to_string(),
            };
            Ok(Failure::Internal(format!("the worker ended without an answer ({end})")).into())
        }
    }
}

/// The replies of a child in whole lines, the last one first.
fn replies(bytes: &[u8]) -> impl Iterator<Item = Reply> + '_ {
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').rev().filter(|line| line.ends_with(b"\n"));
    lines.filter_map(|line| serde_json::from_slice(line).ok())
}

/// The last answer of a child.
fn last_answer(bytes: &[u8]) -> Option<Reply> {
    replies(bytes).find(|reply| !matches!(reply, Reply::Known(_)))
}

/// The last bounded result that a child has sent.
fn known(bytes: &[u8]) -> Option<String> {
    replies(bytes).find_map(|reply| match reply {
        Reply::Known(known) => Some(known),
        _ => None,
    })
}

/// Writes an answer as a line; tells whether that was possible.
fn send(reply: &Reply, to_parent: &Mutex<impl Write>) -> bool {
    let mut to_parent = to_parent.lock().unwrap_or_else(PoisonError::into_inner);
    let json = serde_json::to_vec(reply);
    json.is_ok_and(|mut json| {
        json.push(b'\n');
        to_parent.write_all(&json).and_then(|()| to_parent.flush()).is_ok()
    })
}

/// The child's part.
fn act(
    work: impl FnOnce(Early, Sender<String>) -> Result<Reply, Failure> + Send,
    folder: Option<PathBuf>,
    mut from_parent: impl Read + Send + 'static,
    to_parent: impl Write + Send,
) -> ! {
    // The parent never writes; its end of the pipe closes when it dies, and then nobody waits for an answer.
    adopt_orphans();
    let left_behind = folder.clone();
    std::thread::spawn(move || {
        let _ = from_parent.read_to_end(&mut Vec::new());
        leave(left_behind.as_deref());
    });
    let to_parent = Mutex::new(to_parent);
    let (sender, told) = channel();
    let reply = std::thread::scope(|scope| {
        // Ends when the work does, which has the other end.
        scope.spawn(|| {
            for known in told {
                send(&Reply::Known(known), &to_parent);
            }
        });
        let work = || {
            work(
                &mut |reply| {
                    send(reply, &to_parent);
                },
                sender,
            )
        };
        let worker = std::thread::Builder::new().stack_size(stack()).spawn_scoped(scope, work);
        match worker.map(|worker| worker.join()) {
            Ok(Ok(result)) => result.unwrap_or_else(Reply::from),
            // A panic is a bug; the default hook has printed where.
            Ok(Err(_)) => Failure::Internal("the worker panicked".into()).into(),
            Err(error) => Failure::Internal(format!("cannot start the worker's thread: {error}")).into(),
        }
    });
    if send(&reply, &to_parent) {
        std::process::exit(0)
    }
    leave(folder.as_deref())
}

/// Ends a child whose parent is gone, with everything that it has started and made.
fn leave(folder: Option<&Path>) -> ! {
    end_descendants();
    if let Some(folder) = folder {
        let _ = std::fs::remove_dir_all(folder);
    }
    std::process::exit(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    fn endless(depth: u64) -> u64 {
        if depth == u64::MAX { 0 } else { black_box(endless(black_box(depth + 1)) + 1) }
    }

    /// For the next test, in a process of its own: a worker that crashes in one of several ways.
    #[test]
    #[ignore = "it is run by another test"]
    fn crashing() {
        let Ok(how) = std::env::var("UMPTEEN_TEST_CRASH") else { return };
        let limits = Limits { time: (how == "late").then_some(0.2), ..Limits::default() };
        let reply = run_with_early(&limits, |early, _| match how.as_str() {
            "late" | "never better" => {
                early(&Reply::Printed("the first answer\n".into(), 0));
                loop {
                    std::thread::park();
                }
            }
            "panic" => panic!("on purpose"),
            "overflow" => Ok(Reply::Printed(endless(0).to_string(), 0)),
            "abort" => std::process::abort(),
            "exit" => std::process::exit(0),
            _ => Ok(Reply::Printed("SAFE\n".into(), 0)),
        });
        println!("{reply:?}");
    }

    #[test]
    fn a_crash_is_an_internal_error() {
        for (how, message) in [
            ("panic", "the worker panicked"),
            ("overflow", "the worker ended without an answer (signal 6"),
            ("abort", "the worker ended without an answer (signal 6"),
            ("exit", "the worker ended without an answer (exit code 0"),
            ("no", "Ok(Printed(\"SAFE\\n\", 0))"),
            ("late", "Ok(Printed(\"the first answer\\n\", 0))"),
            ("never better", "Ok(Printed(\"the first answer\\n\", 0))"),
        ] {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args([
                "--exact",
                "process::supervise::tests::crashing",
                "--ignored",
                "--nocapture",
                "--test-threads=1",
            ]);
            let output = command.env("UMPTEEN_TEST_CRASH", how).output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains(message), "{how}: {text}");
            assert!(
                message.starts_with("Ok(") || text.contains("Failed(\"internal error: ") && text.contains(", 70)"),
                "{how}: {text}"
            );
        }
    }
}
