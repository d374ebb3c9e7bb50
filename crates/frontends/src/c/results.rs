//! The results of known functions whose effects do not matter, and why semaphores fail: a part of the table of known names
//! (`known`).

use super::known::{Family, Known};

/// The result of a function that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietResult {
    /// 0, or -1 after a failure.
    Zero,
    /// A number that is not negative, or -1 after a failure.
    Number,
    /// Something that follows from the arguments, or that programs do not look at.
    Approximated,
}

const ZERO: [&str; 3] = ["fflush", "usleep", "sched_yield"];
const NUMBER: [&str; 6] = ["printf", "fprintf", "__printf_chk", "__fprintf_chk", "puts", "fputs"];

/// Functions that read a text that they are given rather than a file.
const READ_TEXT: [&str; 2] = ["sscanf", "__isoc99_sscanf"];

/// The result of a function that changes nothing.
pub fn quiet_result(name: &str) -> QuietResult {
    match name {
        _ if ZERO.contains(&name) => QuietResult::Zero,
        _ if NUMBER.contains(&name) => QuietResult::Number,
        _ => QuietResult::Approximated,
    }
}

/// Whether what a function stores follows from a text that it is given.
pub fn reads_text(name: &str) -> bool {
    READ_TEXT.contains(&name)
}

/// What a call does to `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errno {
    /// It may get any number, whatever the result is.
    Any,
    /// It gets a number if the result is -1.
    Number(i64),
}

/// What a call does to `errno`; none if nothing, or if its definition in C says so.
pub fn errno_after(known: Known) -> Option<Errno> {
    match known {
        Known::Quiet | Known::Print(_) | Known::PrintList(_) | Known::Scan(_) | Known::AnyResult => Some(Errno::Any),
        Known::Sync(Family::Semaphore, operation) => match operation {
            "trywait" => Some(Errno::Number(11)),
            "timedwait" | "clockwait" => Some(Errno::Number(110)),
            "post" => Some(Errno::Number(75)),
            "init" => Some(Errno::Number(22)),
            _ => None,
        },
        _ => None,
    }
}
