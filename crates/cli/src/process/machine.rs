//! The available memory: of the machine, of the control groups of this process, and by `ulimit -v`.

use crate::args::Limits;
use rustix::process::{Resource, getrlimit};
use std::path::Path;

/// Puts a limit on memory where none is given, so that the work ends by itself before the system kills it, or something else:
/// nine tenths of what is free now, shared by so many workers.
pub fn limit_memory(limits: &mut Limits, workers: u64) {
    if let Some(free) = free_memory().filter(|_| limits.memory.is_none()) {
        limits.memory = Some(((free / 10 * 9 / workers.max(1)) >> 20).max(1));
    }
}

/// The memory that can still be used, in bytes, if the system tells.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kilobytes = text.lines().find_map(|line| line.strip_prefix("MemAvailable:")?.trim().strip_suffix(" kB"));
    let machine = kilobytes.and_then(|number| number.trim().parse::<u64>().ok()).map(|number| number << 10);
    [machine, group(), address_space()].into_iter().flatten().min()
}

/// The memory limit of the control groups of this process, including those above.
fn group() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = text.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let root = Path::new("/sys/fs/cgroup");
    let folders = root
        .join(own)
        .ancestors()
        .take_while(|folder| folder.starts_with(root))
        .map(Path::to_path_buf)
        .collect::<Vec<_>>();
    let number =
        |folder: &Path, name: &str| std::fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
    let free = |folder: &Path| Some(number(folder, "memory.max")?.saturating_sub(number(folder, "memory.current")?));
    folders.iter().filter_map(|folder| free(folder)).min()
}

/// The memory limit by `ulimit -v`: a good part of it is reserved without being used.
fn address_space() -> Option<u64> {
    getrlimit(Resource::As).current.map(|bytes| bytes / 2)
}
