//! Membership in the upward closure of a fixed set, by comparing with every element that could fit.
//!
//! Each element is filed under one of its local states, the one that fewest elements have. A state covers an
//! element only if it has that local state, so only a few files need to be looked through.

use rustc_hash::FxHashMap;
use umpteen_model::state::State;

pub(crate) struct UpwardClosure<'a> {
    files: FxHashMap<(u32, u32), Vec<&'a State>>,
    /// Elements without threads, which every state with the same shared part covers.
    without_threads: Vec<u32>,
}

impl<'a> UpwardClosure<'a> {
    pub(crate) fn new(elements: &'a [State]) -> UpwardClosure<'a> {
        let mut users: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for element in elements {
            for &(local, _) in element.locals() {
                *users.entry((element.shared, local)).or_default() += 1;
            }
        }
        let mut closure = UpwardClosure { files: FxHashMap::default(), without_threads: Vec::new() };
        for element in elements {
            let keys = element.locals().iter().map(|&(local, _)| (element.shared, local));
            match keys.min_by_key(|key| users[key]) {
                Some(key) => closure.files.entry(key).or_default().push(element),
                None => closure.without_threads.push(element.shared),
            }
        }
        closure
    }

    pub(crate) fn contains(&self, state: &State) -> bool {
        self.without_threads.contains(&state.shared)
            || state.locals().iter().any(|&(local, _)| {
                let file = self.files.get(&(state.shared, local));
                file.is_some_and(|file| file.iter().any(|element| state.covers(element)))
            })
    }
}
