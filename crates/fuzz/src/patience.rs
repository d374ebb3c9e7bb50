//! How long tests try random cases.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// A limit on the time for random cases. Enough cases end when so much time has passed; too few go on until the thread has
/// had so much processor time, so that a busy machine does not make a test fail that would pass alone.
pub struct Patience {
    started: Instant,
    processor: Duration,
    most: Duration,
}

impl Patience {
    /// Begins now.
    pub fn seconds(most: u64) -> Patience {
        Patience { started: Instant::now(), processor: processor_time(), most: Duration::from_secs(most) }
    }

    /// Whether to stop, with enough cases or with too few.
    pub fn is_over(&self, enough: bool) -> bool {
        self.started.elapsed() > self.most && (enough || processor_time().saturating_sub(self.processor) > self.most)
    }
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}
