//! What a file expects of its verdict, and whether that is what came out.
//!
//! The first line of a file may say `expect: safe|unsafe|unknown|error CODE [, threads N] [, property P] [, flags ...]`, as
//! all examples do; property and flags are the options with which that is expected.

use crate::commands::batch::row::{Answer, Row};

/// What the first line of a file tells.
pub struct Told {
    /// `safe`, `unsafe`, `unknown` or `error CODE`.
    pub verdict: String,
    /// The options with which it is expected.
    pub flags: Vec<String>,
}

/// What the first line tells, if it follows the rule; other lines may begin with anything.
pub fn told(bytes: &[u8]) -> Option<Told> {
    let first = bytes.split(|byte| *byte == b'\n').next()?;
    let rule = std::str::from_utf8(first).ok()?.split_once("expect: ")?.1.trim();
    let rule = rule.strip_suffix("-->").or(rule.strip_suffix("*/")).unwrap_or(rule);
    let (rule, flags) = rule.split_once(", flags ").unwrap_or((rule, ""));
    let mut parts = rule.split(", ").map(str::trim);
    let verdict = parts.next()?.to_string();
    if !matches!(verdict.as_str(), "safe" | "unsafe" | "unknown") && !verdict.starts_with("error ") {
        return None;
    }
    let mut flags: Vec<String> = flags.split_whitespace().map(str::to_string).collect();
    for part in parts {
        match part.split_once(' ')? {
            ("threads", _) => {}
            ("property", property) => flags.extend(["--property".to_string(), property.to_string()]),
            // `refines` is about another command.
            _ => return None,
        }
    }
    Some(Told { verdict, flags })
}

/// How a row compares with what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Nothing is expected.
    Nothing,
    /// It is what is expected.
    Right,
    /// It is something else, but nothing contradictory.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_are_understood() {
        let read = |line: &str| told(line.as_bytes()).map(|told| format!("{}: {}", told.verdict, told.flags.join(" ")));
        assert_eq!(read("// expect: unsafe, threads 3\nint x;"), Some("unsafe: ".into()));
        assert_eq!(read("# expect: safe, property invariant:a | b"), Some("safe: --property invariant:a | b".into()));
        let markup = "<!-- expect: error syntax, flags --target a>=1,b>=2 -->";
        assert_eq!(read(markup), Some("error syntax: --target a>=1,b>=2".into()));
        assert_eq!(read("// expect: wonders"), None);
        assert_eq!(read("int x; // nothing is told"), None);
    }
}
