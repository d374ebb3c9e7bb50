//! Calls that are not inlined, and the threads with stacks that execute them: an extension of a flat program.

use rustc_hash::{FxHashMap, FxHashSet};

/// The calls of a flat program that are not inlined. The roots of its locations are functions.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// The functions.
    pub functions: Vec<Function>,
    /// For each location with a call, where it returns to; the edges there lead to the function.
    pub calls: FxHashMap<u32, u32>,
    /// The locations that return; the edges there set the results.
    pub returns: FxHashSet<u32>,
    /// The locations that results are taken at.
    pub landings: FxHashSet<u32>,
    /// The threads.
    pub threads: Vec<Begins>,
    /// The slots of results.
    pub results: u64,
}

/// A function whose calls are kept.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Whether it returns anything.
    pub has_results: bool,
}

/// How a thread begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Begins {
    /// At once, at a location, without values.
    At(u32),
    /// At once, as the program says.
    AsMain,
    /// When a thread is started there.
    Later(u32),
}
