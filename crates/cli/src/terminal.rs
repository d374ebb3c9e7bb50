//! How wide the output may be.

use std::io::IsTerminal;

/// The width where nobody looks: what is written to a file does not depend on who writes it.
const ELSEWHERE: usize = 120;

/// The narrowest width that is taken seriously.
const NARROWEST: usize = 40;

/// The width of the terminal on standard output or standard error; `COLUMNS` overrides it, and 120 stands in for it.
pub fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse::<usize>().ok());
    let shown = || match std::io::stdout().is_terminal() {
        true => terminal_size::terminal_size_of(std::io::stdout()),
        false => None,
    };
    asked.or_else(|| shown().map(|(width, _)| usize::from(width.0))).unwrap_or(ELSEWHERE).max(NARROWEST)
}
