//! How long and how large a run may get. Every unbounded loop asks.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// Why a run stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The wall-clock limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The limit on processor time was reached.
    Processor,
    /// Somebody else had the answer.
    Cancelled,
    /// The process that did the work was ended from outside.
    Killed,
}

/// How long memory is not looked at again, which takes a hundredth of that.
const PAUSE: Duration = Duration::from_millis(3);

/// Counters that a progress display may read at any time.
#[derive(Debug, Default)]
pub struct Progress {
    /// States processed.
    pub explored: AtomicU64,
    /// States waiting.
    pub waiting: AtomicU64,
}

/// Limits of one run; cheap to ask.
#[derive(Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<u64>,
    progress: Arc<Progress>,
    cancelled: Arc<AtomicBool>,
    asked: Cell<u64>,
    /// When to look at memory again.
    look: Cell<Option<Instant>>,
    stopped: Cell<Option<Stop>>,
    /// The receiver of bounded results that come before an answer.
    listener: Option<Sender<String>>,
}

impl Budget {
    /// A budget of wall-clock time and of resident memory in bytes.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Budget {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Budget {
            deadline,
            memory,
            progress: Arc::default(),
            cancelled: Arc::default(),
            asked: Cell::new(0),
            look: Cell::new(None),
            stopped: Cell::new(None),
            listener: None,
        }
    }

    /// The same budget, with somebody who is told what is known before there is an answer.
    pub fn with_listener(self, listener: Sender<String>) -> Budget {
        Budget { listener: Some(listener), ..self }
    }

    /// Tells what is known, for the case that this work is ended before it has an answer.
    pub fn tell(&self, known: &str) {
        // Nobody needs to listen any more.
        let _ = self.listener.as_ref().map(|listener| listener.send(known.to_string()));
    }

    /// No limits at all.
    pub fn unlimited() -> Budget {
        Budget::new(None, None)
    }

    /// A budget with a fraction of what is left of the time, and of the memory, for work that may be given up.
    pub fn fraction(&self, divisor: u32) -> Budget {
        let now = Instant::now();
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(now) / divisor.max(1));
        let deadline = left.and_then(|left| now.checked_add(left));
        let memory = self.memory.map(|memory| memory / u64::from(divisor.max(1)));
        Budget { deadline, memory, ..self.again() }
    }

    /// A budget that leaves a fraction of what is left of the time and of the memory for later work.
    pub fn all_but(&self, divisor: u32) -> Budget {
        let now = Instant::now();
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        let used = left.map(|left| left - left / divisor.max(1));
        let deadline = used.and_then(|used| now.checked_add(used));
        let memory = self.memory.map(|memory| memory - memory / u64::from(divisor.max(1)));
        Budget { deadline, memory, ..self.again() }
    }

    /// The time that is left; none if there is no limit.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// A budget for work that is worth so much time at most.
    pub fn at_most(&self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        let deadline = [self.deadline, end].into_iter().flatten().min();
        Budget { deadline, ..self.again() }
    }

    /// A budget with the same limits for another thread, and a flag to cancel its work with.
    pub fn cancellable(&self) -> (Budget, Arc<AtomicBool>) {
        let cancelled = Arc::default();
        (Budget { cancelled: Arc::clone(&cancelled), ..self.again() }, cancelled)
    }

    /// A budget with these limits that starts now.
    fn again(&self) -> Budget {
        let (progress, cancelled) = (self.progress(), Arc::clone(&self.cancelled));
        let Budget { deadline, memory, .. } = *self;
        let (look, stopped) = (Cell::new(None), Cell::new(None));
        let listener = self.listener.clone();
        Budget { deadline, memory, progress, cancelled, asked: Cell::new(0), look, stopped, listener }
    }

    /// The counters for a progress display.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Records how far a search is.
    pub fn report(&self, explored: u64, waiting: usize) {
        self.progress.explored.store(explored, Ordering::Relaxed);
        self.progress.waiting.store(waiting as u64, Ordering::Relaxed);
    }

    /// Which limit stopped the run, once one has.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped.get()
    }

    /// How often it was asked: the work of a run that does not depend on the machine.
    pub fn asked(&self) -> u64 {
        self.asked.get()
    }

    /// Whether to go on; looks at the clock and at memory only now and then. Once it says stop, it always does.
    pub fn check(&self) -> Result<(), Stop> {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if self.stopped.get().is_none() && asked.is_multiple_of(64) {
            self.stopped.set(self.exceeded());
        }
        self.stopped.get().map_or(Ok(()), Err)
    }

    /// The same, but always looks: for work that takes long between two questions.
    pub fn check_now(&self) -> Result<(), Stop> {
        if self.stopped.get().is_none() {
            self.stopped.set(self.exceeded());
        }
        self.check()
    }

    fn exceeded(&self) -> Option<Stop> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Some(Stop::Cancelled);
        }
        if self.deadline.is_none() && self.memory.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stop::Time);
        }
        let limit = self.memory.filter(|_| self.look.get().is_none_or(|look| now >= look))?;
        self.look.set(now.checked_add(PAUSE));
        (resident_memory(None) > limit).then_some(Stop::Memory)
    }
}

/// The resident memory in bytes of a process (this one if none is named), 0 where the system does not tell.
pub fn resident_memory(process: Option<u32>) -> u64 {
    let path = match process {
        Some(id) => format!("/proc/{id}/status"),
        None => "/proc/self/status".to_string(),
    };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}
