//! What the names of a program denote, which types and constant values its expressions have, and how values are converted,
//! found once. Each file is named after the clause of C11 that it implements: concepts of identifiers (6.2), conversions
//! (6.3), expressions (6.5), constant expressions (6.6), initialization (6.7.9).
//!
//! The parser asks it, since it needs scopes and types anyway to tell types from variables and to know the sizes of arrays,
//! and writes the answers into the syntax tree. Nothing behind the parser looks up a name, computes a type, folds a constant,
//! or decides that an operand is converted. Two things are known later only, and are converted where they are: what the
//! functions return that the compiler knows without a declaration, and what a function gets and gives that is called with
//! another type than it is defined with.

pub mod constant_expressions;
pub mod conversions;
pub mod expressions;
mod identifiers;
pub mod initialization;

pub use identifiers::{Duration, Entity, Identifiers, Name};
