//! Concurrent programs as C means them: typed, bit-precise, with any number of threads.

pub mod abstraction;
pub mod atoms;
pub mod blocks;
pub mod boolean_program;
pub mod caveat;
pub mod compiled;
mod copies;
pub mod expression;
pub mod facts;
pub mod frames;
mod guards;
pub mod liveness;
pub mod machine;
pub mod movers;
pub mod program;
mod split;
