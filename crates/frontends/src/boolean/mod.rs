//! Boolean programs (`.bp`): text to syntax, syntax to a flat program.

mod lexer;
mod lower;
mod parser;

pub use lower::{keep_calls, lower, lower_invariant};
pub use parser::{parse, parse_expression};
