//! Compares a row of a batch with the verdict that its file, or its task definition, expects.

use crate::commands::batch::row::{Answer, Row};

/// How a row compares with what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// No expectation is given.
    Nothing,
    /// The answer is the expected one.
    Right,
    /// The answer is another one, but does not contradict the expected one.
    Other,
    /// SAFE where UNSAFE is expected, or the other way round.
    Wrong,
}

/// Compares a row with what it expects.
pub fn compare(row: &Row) -> Comparison {
    let Some(expected) = &row.expected else { return Comparison::Nothing };
    let answer = match &row.code {
        Some(code) if row.answer == Answer::Error => format!("error {code}"),
        _ => row.answer.word().to_string(),
    };
    match (row.answer, expected.as_str()) {
        _ if answer == *expected => Comparison::Right,
        (Answer::Safe, "unsafe") | (Answer::Unsafe, "safe") => Comparison::Wrong,
        _ => Comparison::Other,
    }
}
