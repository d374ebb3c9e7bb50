//! Concurrent programs as C means them: typed, bit-precise, with any number of threads.

pub mod abstraction;
pub mod atoms;
pub mod boolean_program;
pub mod caveat;
pub mod compiled;
pub mod expression;
pub mod facts;
pub mod frames;
pub mod liveness;
pub mod machine;
pub mod program;
