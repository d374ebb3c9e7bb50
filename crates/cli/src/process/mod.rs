//! Processes: the work is done by a child under limits that hold, with progress on a terminal.

pub mod machine;
pub mod progress;
pub mod supervise;
