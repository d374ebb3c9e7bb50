//! Runs another command (gcc, readelf, a program under replay): without a shell, with a limit on its time and on what it may print,
//! and with nothing of it left behind, whatever it does.

use crate::process_tree::end_descendants;
use rustix::io::Errno;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Not more is kept of what a command complains.
const MOST_COMPLAINTS: u64 = 1 << 20;

/// How a command ended.
pub struct Ended {
    /// Standard output, at most one byte more than allowed.
    pub output: Vec<u8>,
    /// Standard error.
    pub errors: String,
    /// None if it was killed because it took too long or printed too much.
    status: Option<ExitStatus>,
}

impl Ended {
    /// Whether it ended with exit code 0.
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Whether it had to be killed.
    pub fn was_killed(&self) -> bool {
        self.status.is_none()
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

/// A command by its name. Folders of `PATH` that are relative do not count: nothing may be run only because it lies beside
/// a file that is checked.
pub fn command(name: &str) -> io::Result<Command> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let runs =
        |file: &PathBuf| file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0);
    let mut files = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).map(|folder| folder.join(name));
    Ok(Command::new(files.find(runs).ok_or(Errno::NOENT)?))
}

/// Runs a command for so long at most, and ends whatever it has started; it may print so many bytes, or as many as it likes,
/// which are not looked at. Nothing else may be started meanwhile.
pub fn run(command: &mut Command, longest: Duration, most_output: Option<u64>) -> io::Result<Ended> {
    let deadline = Instant::now() + longest;
    let output = if most_output.is_some() { Stdio::piped() } else { Stdio::null() };
    let mut child = command.stdin(Stdio::null()).stdout(output).stderr(Stdio::piped()).spawn()?;
    let output = read(child.stdout.take(), most_output.map_or(0, |most| most + 1));
    let errors = read(child.stderr.take(), MOST_COMPLAINTS);
    let left = || deadline.saturating_duration_since(Instant::now());
    let output = output.recv_timeout(left());
    let too_much = matches!((&output, most_output), (Ok(output), Some(most)) if output.len() as u64 > most);
    let status = match output.is_err() || too_much {
        true => None,
        false => wait(&mut child, deadline)?,
    };
    // Also what it has left running, which may hold the pipes open.
    end_descendants();
    child.wait()?;
    let errors = errors.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
    Ok(Ended { output: output.unwrap_or_default(), errors: String::from_utf8_lossy(&errors).into_owned(), status })
}

/// Reads what somebody prints; it is sent when he ends, or when there is more of it than asked for.
fn read(pipe: Option<impl Read + Send + 'static>, most: u64) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let Some(mut pipe) = pipe else { return drop(sender.send(bytes)) };
        let _ = pipe.by_ref().take(most).read_to_end(&mut bytes);
        let _ = sender.send(bytes);
        // Drain the pipe: a process that prints more must not block.
        let _ = io::copy(&mut pipe, &mut io::sink());
    });
    receiver
}

/// How a process ended, if it does in time.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_micros(100);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() > deadline {
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}
