//! Shows how far a long run is, on a terminal only.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use umpteen::Budget;

/// Starts a thread that rewrites one line of standard error until the process ends.
pub fn show(budget: &Budget) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let progress = Arc::downgrade(&budget.progress());
    std::thread::spawn(move || {
        let started = Instant::now();
        std::thread::sleep(Duration::from_secs(1));
        while let Some(progress) = progress.upgrade() {
            let explored = progress.explored.load(Ordering::Relaxed);
            let waiting = progress.waiting.load(Ordering::Relaxed);
            let seconds = started.elapsed().as_secs();
            let _ = write!(std::io::stderr(), "\r{seconds} s: {explored} states explored, {waiting} waiting\x1b[K");
            drop(progress);
            std::thread::sleep(Duration::from_millis(200));
        }
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    });
}
