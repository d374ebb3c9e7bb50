//! How wide the output may be.

use std::io::IsTerminal;

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
