//! One thread of a program, possibly recursive, beside a finite-state abstraction of it; what "refines" means, and the
//! evidence (Ball, Chaki and Rajamani 2000, papers/beacon Sect. 1).
//!
//! Rules (5) to (7) of the paper: if a thread B refines F, and any number of threads F keeps a property, then any number of
//! threads B keeps it. Rules (1) to (4) say the same of a fixed number of threads.
//!
//! **Letters.** B and F have the same shared states, in which they start alike. A step of B that changes what other threads
//! see of the shared state, from `v` to `v'`, is the letter `(v, v')`; F matches it by an edge that does the same. All other
//! steps are silent, on both sides. Inside an atomic section, and while results of a call are on their way, no other thread
//! moves or sees anything, so the letter of an atomic section is its whole effect, and it happens at the end. Between any two
//! steps of B, where others can move, they may do any letter that some thread B can do.
//!
//! **The set.** While B runs, let `S` be the local states that a thread F may be in after the same letters, its own and those
//! of others, with silent steps wherever they are possible. B refines F if `S` never becomes empty, and if B violates its
//! property only where F is in a target that asks for at most one thread: then B, and the state, are *excused*, and nothing
//! is asked of what comes after it.
//!
//! **Why that suffices.** Take a run of any number of threads B. By induction on its length, every thread B is in a state
//! that was found for one thread: its own steps are among those of one thread, and what others do are letters of one thread.
//! Up to the first excused state no letter is without an answer, so each thread B has its own word, of its own letters and
//! those of others, that some thread F can follow, from a local state that any number of threads may start in. Put together,
//! these are a run of as many threads F, with the same shared state all along: the threads F move in the same order, one at
//! a time. Threads that F has besides stay where they are. Now if the run of B gets to an excused state, F gets to a target;
//! F is safe, so the run does not. Therefore it violates nothing.
//!
//! The letters of others are those that were found for one thread, so that the argument is one induction for all threads:
//! nothing is assumed of others that is not shown of each of them. A step into an excused state is never taken, as F is safe,
//! and so its letter is not among them.

use crate::pushdown::PushdownSystem;
use crate::thread_system::ThreadSystem;
use serde::{Deserialize, Serialize};

/// The question whether a thread refines an abstraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    /// B: one thread, which starts with one symbol. Its targets ask for at most one symbol.
    pub thread: PushdownSystem,
    /// For each shared state of B, the shared state of F that it is, if other threads can move then.
    pub visible: Vec<Option<u32>>,
    /// F: on its edges only the active thread moves, and it has at most one start with a shared state.
    pub abstraction: ThreadSystem,
}

impl Refinement {
    /// The symbol that the thread starts with.
    pub fn start(&self) -> Option<u32> {
        match self.thread.threads.as_slice() {
            [stack] if stack.len() == 1 => stack.first().copied(),
            _ => None,
        }
    }
}

/// Evidence that a thread refines an abstraction: a context for each way that a function is entered, as in the summaries of
/// Reps, Horwitz and Sagiv (1995).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefinementProof {
    /// The rest of the proof names these by number.
    pub controls: Vec<Control>,
    /// The steps of a thread between entering a function and returning from it; calls have contexts of their own.
    pub contexts: Vec<Context>,
}

/// The control of a thread without its stack, and the local states that its abstraction may be in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// The shared state of B.
    pub shared: u32,
    /// The shared state of F: what other threads see.
    pub visible: u32,
    /// The local states that F may be in, in ascending order.
    pub locals: Vec<u32>,
}

/// Everything that can be on top of a function's part of the stack, once it was entered in one of certain ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// The entries: a control and the symbol on top.
    pub entries: Vec<(u32, u32)>,
    /// Every control and symbol on top, the entries among them.
    pub tops: Vec<(u32, u32)>,
    /// The controls that it returns with.
    pub exits: Vec<u32>,
}

/// A counterexample to refinement: a word of B that F cannot follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The shared state that B starts with.
    pub start: u32,
    /// The steps, in order.
    pub steps: Vec<WordStep>,
    /// The reason why F cannot follow.
    pub mismatch: Mismatch,
}

/// A step of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordStep {
    /// The thread fires this rule.
    Own(u32),
    /// Other threads change the shared state of B to this one.
    Others(u32),
}

/// Where F cannot follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// F cannot start with the same shared state.
    Start,
    /// F cannot change the shared state as the last step does.
    Change,
    /// The last step violates the property, or the start does, and F is in no target.
    Target,
}
