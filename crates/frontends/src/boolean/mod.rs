//! Boolean programs (`.bp`): text to syntax, syntax to a flat program.

mod lexer;
mod lower;
mod parser;
mod unfold;

pub use lower::{Kept, keep_calls, lower, lower_invariant};
pub use parser::{parse, parse_expression};
pub use unfold::{unfold, unfold_values};
