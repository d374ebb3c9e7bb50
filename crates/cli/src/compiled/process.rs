//! Runs a process with a limit on its time and on what it may print.

use crate::failure::Failure;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use umpteen_frontends::Code;

/// A program that is led through a trace is done in a moment; the runtime itself gives up earlier.
const LONGEST: Duration = Duration::from_secs(30);

/// Not more is kept of what a process prints.
const MOST_OUTPUT: u64 = 1 << 20;

/// How a process ended.
pub struct Ended {
    /// What it printed to standard error.
    pub errors: String,
    /// None if it was killed because it took too long.
    status: Option<ExitStatus>,
}

impl Ended {
    /// Whether it ended with exit code 0.
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// The signal that ended it.
    pub fn signal(&self) -> Option<i32> {
        self.status.and_then(|status| status.signal())
    }

    /// In words.
    pub fn how(&self) -> String {
        let Some(status) = self.status else { return "did not end in time and was killed".to_string() };
        match (status.code(), status.signal()) {
            (Some(code), _) => format!("ended with exit code {code}"),
            (None, Some(signal)) => {
                let name = match signal {
                    4 => " (SIGILL)",
                    6 => " (SIGABRT)",
                    8 => " (SIGFPE)",
                    9 => " (SIGKILL)",
                    11 => " (SIGSEGV)",
                    _ => "",
                };
                format!("ended by signal {signal}{name}")
            }
            (None, None) => "ended in an unknown way".to_string(),
        }
    }
}

/// Runs the compiled program.
pub fn run(binary: &Path, time: Option<f64>) -> Result<Ended, Failure> {
    // Before the supervisor loses patience.
    let longest = time.map_or(LONGEST, |seconds| Duration::from_secs_f64((0.7 * seconds).min(LONGEST.as_secs_f64())));
    let ended = limited(&mut Command::new(binary), longest);
    ended.map_err(|error| Failure::Plain(Code::Compiler, format!("cannot run {}: {error}", binary.display())))
}

/// Runs a command in a process group of its own, which is killed when the time is over.
pub fn limited(command: &mut Command, longest: Duration) -> std::io::Result<Ended> {
    let started = Instant::now();
    command.process_group(0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut errors) = errors {
            let _ = errors.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes);
            // Whoever prints more must not wait for a reader.
            let _ = std::io::copy(&mut errors, &mut std::io::sink());
        }
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if started.elapsed() > longest {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Ok(Ended { errors: reader.join().unwrap_or_default(), status })
}
