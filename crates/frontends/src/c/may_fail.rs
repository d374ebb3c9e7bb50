//! Functions that fail only if the machine runs out of something, and what they return then: a part of the table of known
//! names, which are in `known`. Unless `--may-fail` names them, they succeed, which is listed.

use super::known::MAY_FAIL;

/// How a function fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// It returns a null pointer, and sets `errno` to `ENOMEM`.
    Null,
    /// It returns one of these numbers.
    Returns(&'static [i64]),
    /// It returns -1, and sets `errno` to one of these numbers.
    Sets(&'static [i64]),
}

/// Something runs out for now (`<errno.h>`, as Linux has it).
pub const EAGAIN: i64 = 11;
/// Memory runs out.
pub const ENOMEM: i64 = 12;
/// Room runs out.
pub const ENOSPC: i64 = 28;

/// Any failure (`<threads.h>`, as glibc has it).
pub const THRD_ERROR: i64 = 2;
/// Memory runs out.
pub const THRD_NOMEM: i64 = 3;

/// How a function may fail, if it is one of these.
pub fn failing(name: &str) -> Option<Failing> {
    MAY_FAIL.iter().find(|(function, _)| *function == name).map(|(_, failing)| *failing)
}

/// The names of these functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    MAY_FAIL.iter().map(|(name, _)| *name)
}
