//! Boolean programs (`.bp`): text to syntax, syntax to a flat program.

mod lexer;
mod lower;
mod parser;

pub use lower::{lower, lower_invariant};
pub use parser::{parse, parse_expression};
