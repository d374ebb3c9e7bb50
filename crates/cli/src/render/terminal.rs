//! Terminal output: its width, and escaping of control characters in untrusted text.

use std::io::{IsTerminal, Write};

/// The width where nobody looks: what is written to a file does not depend on who writes it.
const ELSEWHERE: usize = 120;

/// The narrowest width that is taken seriously.
const NARROWEST: usize = 40;

/// The width of the terminal on standard output, if there is one; `COLUMNS` overrides it.
pub fn shown_width() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse::<usize>().ok());
    let shown = || match std::io::stdout().is_terminal() {
        true => terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0)),
        false => None,
    };
    asked.or_else(shown).map(|width| width.max(NARROWEST))
}

/// The width that tables have to fit into.
pub fn width() -> usize {
    shown_width().unwrap_or(ELSEWHERE)
}

/// Whether a character moves the cursor, changes colours, or turns the direction of writing, which could make a message say
/// something else than it does.
fn acts(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    turns || c.is_control() && c != '\n' && c != '\t'
}

/// A text that can be shown: names, strings and identifiers in it come from files that may hold anything.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if acts(c) { '\u{fffd}' } else { c }).collect()
}

/// JSON that can be shown. What acts occurs in its strings only, and is written by numbers there.
pub fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match acts(c) {
            true => out += &format!("\\u{:04x}", c as u32),
            false => out.push(c),
        }
    }
    out
}

/// Writes a message to standard error, if anybody listens.
pub fn tell(text: &str) {
    let _ = std::io::stderr().write_all(printable(text).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_not_shown() {
        let text = "a\u{1b}[2J\u{9b}31m\r\u{202e}b\tc\nd\u{e9}\u{7f}";
        assert_eq!(printable(text), "a\u{fffd}[2J\u{fffd}31m\u{fffd}\u{fffd}b\tc\nd\u{e9}\u{fffd}");
        let json = escaped(&serde_json::to_string(text).unwrap());
        assert!(!json.contains(acts), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
