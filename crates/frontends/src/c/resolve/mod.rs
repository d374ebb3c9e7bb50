//! What the names of a program denote and which types its expressions have, found once: each file implements the clause of
//! C11 that it names.
//!
//! The parser asks it, since it needs scopes and types anyway to tell types from variables and to know the sizes of arrays,
//! and writes the answers into the syntax tree. Nothing behind the parser looks up a name or computes a type.

pub mod conversions;
mod identifiers;
pub mod types;

pub use identifiers::{Duration, Entity, Identifiers, Name};
