//! Files that the command reads and writes beside its input.

pub mod defaults;
pub mod write_file;
