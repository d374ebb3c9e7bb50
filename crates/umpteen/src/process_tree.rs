//! The processes that a process has started, those that they have started, and so on: what they use, and how to end them.
//!
//! A compiler starts others, and what a program under replay starts nobody knows. Processes whose parent has ended would belong
//! to nobody; so both the supervisor and the worker ask the system to make such processes their own.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::time::Duration;
use umpteen_engines::budget::resident_memory;

/// From now on, a descendant whose parent ends becomes a child of this process.
pub fn adopt_orphans() {
    // Where the system cannot do that, orphans are not found.
    let _ = fork::acquire_subreaper();
}

/// Kills a process with its descendants.
pub fn end(root: u32) {
    // Stop the root first: a stopped process starts no others.
    send(root, Signal::STOP);
    descendants(root).into_iter().for_each(|id| send(id, Signal::KILL));
    send(root, Signal::KILL);
}

fn send(id: u32, signal: Signal) {
    if let Some(process) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process(process, signal);
    }
}

/// Kills every descendant of this process. They may start others meanwhile, so it looks again until there are none.
pub fn end_descendants() {
    for _ in 0..100 {
        // Orphans are children of this process; without any there is nothing to look for, which would cost more.
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if waitid(WaitId::All, look).is_err() {
            return;
        }
        let found = descendants(std::process::id());
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(|id| send(id, Signal::KILL));
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The resources that a process and its descendants use.
#[derive(Default)]
pub struct Usage {
    /// Resident memory in bytes; what processes share counts for each.
    pub memory: u64,
    /// Processor time in seconds; that of descendants that have ended is included where somebody has waited for them.
    pub seconds: f64,
}

impl Usage {
    /// The usage now, 0 where the system does not tell.
    pub fn of(root: u32) -> Usage {
        let mut usage = Usage::default();
        for id in std::iter::once(root).chain(descendants(root)) {
            usage.memory += resident_memory(Some(id));
            // Own time and that of children waited for; Linux counts in hundredths of a second.
            let ticks = |fields: Vec<String>| fields[11..15].iter().filter_map(|field| field.parse::<u64>().ok()).sum();
            usage.seconds += statistics(id).map_or(0, ticks) as f64 / 100.0;
        }
        usage
    }
}

/// The descendants of a process that still run, each after the one that has started it.
fn descendants(root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        found.extend(children(found[at]));
        at += 1;
    }
    found.remove(0);
    found.retain(|id| statistics(*id).is_some_and(|fields| fields[0] != "Z"));
    found
}

/// The children of a process: Linux lists them for each of its threads.
fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// The fields of `/proc/ID/stat` after the name: the first one is the state, the last ones that are used are times.
fn statistics(process: u32) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<String> = text.rsplit(')').next()?.split_whitespace().take(20).map(str::to_string).collect();
    (fields.len() == 20).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn children_and_theirs_are_found() {
        let mut child = Command::new("sh").args(["-c", "sleep 5 & wait"]).spawn().unwrap();
        let found = || descendants(std::process::id()).contains(&child.id()) && !descendants(child.id()).is_empty();
        assert!((0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            found()
        }));
        assert!(Usage::of(std::process::id()).memory > Usage::of(child.id()).memory);
        end(child.id());
        child.wait().unwrap();
        assert!(descendants(child.id()).is_empty());
    }
}
