//! Engines on Boolean programs: the reachable pairs are found first, then the counter system over them is decided.

pub mod reach;
pub mod restrict;
