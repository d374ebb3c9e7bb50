//! Runs the tests for one mutant after another.

use crate::build::{Built, Mutant};
use crate::groups::Test;
use rustix::process::{Pid, Signal, kill_process_group};
use std::collections::BTreeSet;
use std::error::Error;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The fate of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The test with this number failed.
    Caught(usize),
    /// The test with this number took too long.
    TimedOut(usize),
    /// No test failed.
    Survived,
    /// No test got there.
    NotReached,
}

/// A test of the group, ready to run.
struct Ready {
    executable: PathBuf,
    test: Test,
    took: Duration,
    reached: BTreeSet<u32>,
}

/// The processor time that all tests of a mutant may take together.
pub const LIMIT: Duration = Duration::from_secs(30);

/// So many times as long may pass meanwhile, on a machine that has other things to do.
const PATIENCE: u32 = 20;

/// Runs the tests for each mutant; the fates are in the order of the mutants.
pub fn run(
    built: &Built,
    given: &[Test],
    folder: &Path,
    mutants: &[&Mutant],
    jobs: usize,
) -> Result<Vec<Fate>, Box<dyn Error>> {
    let mut tests = Vec::new();
    for test in given {
        let executable = built.executables.get(&(test.target.to_string(), test.is_test()));
        let executable = executable.ok_or_else(|| format!("{} is not built", test.target))?.clone();
        let mut ready = Ready { executable, test: *test, took: LIMIT, reached: BTreeSet::new() };
        let record = folder.join("reached");
        let _ = std::fs::remove_file(&record);
        // Once to see what is reached, once to see how long it takes.
        for (variable, value) in [("UMPTEEN_MUTANTS_REACHED", &*record), ("UMPTEEN_MUTANT", Path::new("0"))] {
            let before = processor_time();
            let mut child = ready.start(folder, variable, value, LIMIT)?;
            if wait(&mut child, PATIENCE * LIMIT)? != Some(true) {
                return Err(format!("{test} fails without any mutant").into());
            }
            ready.took = processor_time().saturating_sub(before);
        }
        let listed = std::fs::read_to_string(&record).unwrap_or_default();
        ready.reached = listed.lines().filter_map(|line| line.parse().ok()).collect();
        eprintln!("{test}: {:.1} s, reaches {} mutants", ready.took.as_secs_f64(), ready.reached.len());
        tests.push(ready);
    }
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(vec![Fate::Survived; mutants.len()]);
    let problem = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some((at, mutant)) =
                    { Some(next.fetch_add(1, Ordering::Relaxed)) }.and_then(|at| Some((at, mutants.get(at)?)))
                {
                    match fate(&tests, folder, mutant.number) {
                        Ok(fate) => {
                            if matches!(fate, Fate::Survived | Fate::NotReached) {
                                eprintln!("{fate:?} {}:{} {}", mutant.file.display(), mutant.line, mutant.what);
                            }
                            fates.lock().expect("no thread panics")[at] = fate;
                        }
                        Err(error) => *problem.lock().expect("no thread panics") = Some(error),
                    }
                }
            });
        }
    });
    match problem.into_inner()? {
        Some(error) => Err(error.into()),
        None => Ok(fates.into_inner()?),
    }
}

fn fate(tests: &[Ready], folder: &Path, number: u32) -> Result<Fate, String> {
    let mut left = LIMIT;
    let mut is_reached = false;
    for (at, ready) in tests.iter().enumerate().filter(|(_, ready)| ready.reached.contains(&number)) {
        is_reached = true;
        // A test that takes ten times as long as it should has been caught in a loop.
        let limit = (10 * ready.took + Duration::from_secs(2)).min(left);
        let mut child = ready.start(folder, "UMPTEEN_MUTANT", number.to_string().as_ref(), limit)?;
        left = left.saturating_sub(ready.took);
        match wait(&mut child, PATIENCE * limit)? {
            None => return Ok(Fate::TimedOut(at)),
            Some(false) => return Ok(Fate::Caught(at)),
            Some(true) => {}
        }
    }
    Ok(if is_reached { Fate::Survived } else { Fate::NotReached })
}

impl Ready {
    /// Starts the test in a group of processes of its own, with 3 GB of memory: a mutant may want all there is.
    fn start(&self, folder: &Path, variable: &str, value: &Path, limit: Duration) -> Result<Child, String> {
        let mut command = Command::new("sh");
        let limits = format!("ulimit -v 3000000; ulimit -t {}; exec \"$@\"", limit.as_secs().max(1));
        command.args(["-c", &limits, "sh"]).arg(&self.executable).args(self.test.arguments);
        command.current_dir(folder.join("tree").join("crates").join(self.test.package)).process_group(0);
        command.env(variable, value).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|error| format!("{}: {error}", self.test))
    }
}

/// The processor time of all processes that have been waited for.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time of children, in hundredths of a second; the first field here is the third of the file.
    let hundredths: u64 = fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * hundredths)
}

/// Whether the process ends well; none if it does not end in time, and then it and its children are killed.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<bool>, String> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            // The processor time that it may use has been used up.
            let is_out_of_time = status.signal().is_some_and(|signal| signal == Signal::XCPU.as_raw());
            return Ok((!is_out_of_time).then_some(status.success()));
        }
        if started.elapsed() > limit {
            let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
            if let Some(group) = group {
                let _ = kill_process_group(group, Signal::KILL);
            }
            child.wait().map_err(|error| error.to_string())?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
