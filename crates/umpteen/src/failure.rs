//! Failures besides a verdict: input that is refused, and broken promises of umpteen itself.

use std::fmt::Write;
use std::path::Path;
use umpteen_frontends::{Code, Error};

/// The reason why there is no verdict, not even UNKNOWN.
#[derive(Debug)]
pub enum Failure {
    /// A mistake at a place in a text: the error, the text's name, the text.
    At(Error, String, String),
    /// Several of them, each with the number of its text; the texts with their names.
    Several(Vec<(Error, usize)>, Vec<(String, String)>),
    /// A mistake without a place.
    Plain(Code, String),
    /// A broken promise of the program itself.
    Internal(String),
}

impl Failure {
    /// The message without its place and the line that it concerns; of several, the first.
    pub fn in_short(&self) -> &str {
        match self {
            Failure::At(error, ..) => &error.message,
            Failure::Several(all, _) => all.first().map_or("", |(error, _)| &error.message),
            Failure::Plain(_, message) | Failure::Internal(message) => message,
        }
    }

    /// An error of the operating system about a file.
    pub fn io(code: Code, path: &Path, error: &std::io::Error) -> Failure {
        Failure::Plain(code, format!("{}: {error}", path.display()))
    }

    /// The message for people, with the line of the text that it concerns.
    pub fn message(&self) -> String {
        match self {
            Failure::At(error, name, text) => framed(error, name, text),
            Failure::Several(all, texts) => grouped(all, texts),
            Failure::Plain(code, message) => format!("error[{code}]: {message}\n"),
            Failure::Internal(message) => format!("internal error: {message}\n"),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str(self.message().trim_end())
    }
}

impl std::error::Error for Failure {}

/// Options that do not fit.
pub fn usage<T>(message: &str) -> Result<T, Failure> {
    Err(Failure::Plain(Code::Usage, message.into()))
}

/// The widest part of a line that is shown.
const WIDEST: usize = 100;

/// So many further places of one kind of mistake are listed.
const MOST_PLACES: usize = 8;

/// A mistake with the name of the text that it is in, and the text.
type Placed<'a> = (&'a Error, &'a str, &'a str);

/// Mistakes by what is wrong: of each kind the first in full, and where the others are.
fn grouped(all: &[(Error, usize)], texts: &[(String, String)]) -> String {
    let mut groups: Vec<(String, Vec<Placed>)> = Vec::new();
    for (error, text) in all {
        let Some((name, text)) = texts.get(*text) else { continue };
        let kind = kind(&error.message);
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, group)) => group.push((error, name, text)),
            None => groups.push((kind, vec![(error, name, text)])),
        }
    }
    let mut out = String::new();
    for (_, group) in &groups {
        let (error, name, text) = group[0];
        out += &framed(error, name, text);
        let others: Vec<String> = group[1..].iter().take(MOST_PLACES).map(other_place).collect();
        if !others.is_empty() {
            let _ = write!(out, "also {}", others.join(", "));
            let left = group.len() - 1 - others.len();
            let _ = if left > 0 { writeln!(out, ", and at {left} more places") } else { writeln!(out) };
        }
    }
    let _ = writeln!(out, "{} places are refused, for {} reasons", all.len(), groups.len());
    out
}

/// A message without what it quotes.
fn kind(message: &str) -> String {
    message.split('`').step_by(2).collect()
}

/// Where else a mistake is, and the name that the message quotes.
fn other_place((error, name, text): &Placed) -> String {
    let line = text[..floor_boundary(text, error.span.start)].matches('\n').count() + 1;
    match error.message.split('`').nth(1) {
        Some(quoted) => format!("`{quoted}` at {name}:{line}"),
        None => format!("at {name}:{line}"),
    }
}

/// The error with the line that it concerns.
fn framed(error: &Error, name: &str, text: &str) -> String {
    let offset = floor_boundary(text, error.span.start);
    let line_start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line_number = text[..offset].matches('\n').count() + 1;
    let line = text[line_start..].split('\n').next().unwrap_or("").trim_end_matches('\r');
    let column = text[line_start..offset].chars().count();
    let marked = text[offset..floor_boundary(text, error.span.end.max(offset))].split('\n').next().unwrap_or("");

    let skipped = column.saturating_sub(WIDEST / 2);
    let shown: String = line.chars().skip(skipped).take(WIDEST).map(printable).collect();
    let length = marked.chars().count().clamp(1, WIDEST - (column - skipped).min(WIDEST - 1));
    let margin = " ".repeat(line_number.to_string().len());
    let mut out = String::new();
    let _ = writeln!(out, "error[{}]: {}", error.code, error.message);
    let _ = writeln!(out, "{margin}--> {name}:{line_number}:{}", column + 1);
    let _ = writeln!(out, "{margin} |");
    let _ = writeln!(out, "{line_number} | {shown}");
    let _ = writeln!(out, "{margin} | {}{}", " ".repeat(column - skipped), "^".repeat(length));
    out
}

fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_marks_the_place() {
        let error = Error::new(Code::OutOfRange, "local state 7 does not exist", 13..14);
        let expected =
            "error[out-of-range]: local state 7 does not exist\n --> a.tts:2:10\n  |\n2 | 0 0 -> 0 7\n  |          ^\n";
        assert_eq!(framed(&error, "a.tts", "2 2\n0 0 -> 0 7\n"), expected);
    }

    #[test]
    fn frames_of_odd_texts_stay_small() {
        let noise = "\u{1}é".repeat(100_000);
        for offset in [0, 1, 2, 150_001, noise.len(), noise.len() + 9] {
            let frame = framed(&Error::new(Code::Syntax, "noise", offset..offset + 99_999), "n", &noise);
            assert!(frame.len() < 1000 && !frame.contains('\u{1}'));
        }
    }
}
