//! Threads that start with the same stack are of one *kind*: exchanging their stacks changes nothing.
//!
//! They obey the same rules, have the same envelope, and targets do not tell threads apart. So if a state leads to a
//! target, it does with the stacks of equal threads exchanged, in as many contexts: the exchanged run. A box therefore
//! stands for all boxes that are got from it by exchanging stacks within kinds, and is kept with these sorted (symmetry
//! reduction; Clarke, Enders, Filkorn and Jha 1996). Of threads of one kind with the same set of stacks, one need be
//! run backwards.

use super::languages::Language;
use umpteen_model::pushdown::PushdownSystem;

/// Which threads are equal.
pub struct Kinds {
    /// The kind of each thread.
    pub of: Vec<usize>,
    /// The threads of each kind, in order.
    pub members: Vec<Vec<usize>>,
    /// The thread of the same kind before each thread.
    before: Vec<Option<usize>>,
}

impl Kinds {
    /// The kinds of a system's threads.
    pub fn new(system: &PushdownSystem) -> Kinds {
        let of = system.kinds();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut before = Vec::new();
        for (thread, &kind) in of.iter().enumerate() {
            if kind == members.len() {
                members.push(Vec::new());
            }
            before.push(members[kind].last().copied());
            members[kind].push(thread);
        }
        Kinds { of, members, before }
    }

    /// Sorts the sets of each kind; for each place, the place before that its set comes from.
    pub fn sort(&self, stacks: &mut [Language]) -> Box<[u8]> {
        let mut order: Box<[u8]> = (0..stacks.len() as u8).collect();
        for members in self.members.iter().filter(|members| members.len() > 1) {
            let mut sorted: Vec<(Language, u8)> = members.iter().map(|&at| (stacks[at], at as u8)).collect();
            sorted.sort_unstable();
            for (&to, (set, from)) in members.iter().zip(sorted) {
                (stacks[to], order[to]) = (set, from);
            }
        }
        order
    }

    /// Whether the thread of the same kind before this one is one of these; for choosing equal threads in order.
    pub fn follows(&self, thread: usize, one_of: u64) -> bool {
        self.before[thread].is_none_or(|before| one_of & 1 << before != 0)
    }

    /// Among sorted sets, the first thread of the same kind with the same set.
    pub fn first_like(&self, thread: usize, stacks: &[Language]) -> usize {
        let mut first = thread;
        while let Some(before) = self.before[first].filter(|before| stacks[*before] == stacks[thread]) {
            first = before;
        }
        first
    }
}
