//! How the loop goes about its work: what papers/symmpa Sect. 5 compares.

use umpteen_model::c::expression::Expr;

/// The options of the refinement loop; the default proves most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many threads there may be at most; any number if none.
    pub threads: Option<u32>,
    /// The longest cubes that are asked about before the model checker runs: 0, 1 or 2 literals.
    pub cubes: u8,
    /// Whose variables refinement may speak of.
    pub refine: Refine,
    /// Where new predicates come from.
    pub discover: Discover,
    /// Predicates to begin with, in standard form, each once.
    pub predicates: Vec<Expr>,
    /// Whether facts about all threads are looked for where predicates do not get anywhere.
    pub facts: bool,
    /// Whether a few threads are explored before that.
    pub look_around: bool,
    /// Whether states with a bounded number of threads are counted rather than told apart by thread.
    pub symmetry: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: None,
            cubes: 2,
            refine: Refine::All,
            discover: Discover::Both,
            predicates: Vec::new(),
            facts: true,
            look_around: true,
            symmetry: true,
        }
    }
}

/// Whose variables refinement may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refine {
    /// The variables of all threads.
    All,
    /// The variables of the executing thread.
    ActiveOnly,
}

/// Where new predicates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discover {
    /// Weakest preconditions; where they bring nothing new, strongest postconditions.
    Both,
    /// Weakest preconditions.
    Weakest,
    /// Strongest postconditions.
    Strongest,
}
