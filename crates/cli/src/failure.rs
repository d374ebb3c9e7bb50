//! What can go wrong besides the verdict, how it is shown, and the exit codes.

use std::fmt::Write;
use std::path::Path;
use umpteen_frontends::{Code, Error};

/// The exit codes, in one place.
pub mod exit {
    /// SAFE, accepted, reproduced, done.
    pub const OK: u8 = 0;
    /// The evidence was not accepted.
    pub const REJECTED: u8 = 3;
    /// UNKNOWN.
    pub const UNKNOWN: u8 = 5;
    /// UNSAFE.
    pub const UNSAFE: u8 = 10;
    /// Bad usage or input.
    pub const INPUT: u8 = 2;
    /// A bug in umpteen.
    pub const INTERNAL: u8 = 70;
}

/// Why a command did not finish.
#[derive(Debug)]
pub enum Failure {
    /// A mistake at a place in a text: the error, the text's name, the text.
    At(Error, String, String),
    /// A mistake without a place.
    Plain(Code, String),
    /// A broken promise of the program itself.
    Internal(String),
}

impl Failure {
    /// An error of the operating system about a file.
    pub fn io(code: Code, path: &Path, error: &std::io::Error) -> Failure {
        Failure::Plain(code, format!("{}: {error}", path.display()))
    }

    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Internal(_) => exit::INTERNAL,
            _ => exit::INPUT,
        }
    }

    /// The message for standard error.
    pub fn message(&self) -> String {
        match self {
            Failure::At(error, name, text) => framed(error, name, text),
            Failure::Plain(code, message) => format!("error[{code}]: {message}\n"),
            Failure::Internal(message) => {
                let version = env!("CARGO_PKG_VERSION");
                let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
                let command = words.collect::<Vec<_>>().join(" ");
                format!(
                    "internal error: {message}\nThis is a bug in umpteen {version}, not in your input, and there is no verdict. \
                     Please report it with this message, the files, and the command:\n  umpteen {command}\n"
                )
            }
        }
    }
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    let plain = !word.is_empty() && word.chars().all(is_plain);
    if plain { word.to_string() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// The widest part of a line that is shown.
const WIDEST: usize = 100;

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
