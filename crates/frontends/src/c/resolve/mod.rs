//! What the names of a program mean, found once: each file implements the clause of C11 that it names.
//!
//! The parser asks it, since it needs the scopes anyway to tell types from variables, and writes the answer into the
//! syntax tree. Nothing behind the parser looks up a name.

mod identifiers;

pub use identifiers::{Duration, Entity, Identifiers, Name};
