//! Membership in the upward closure of a fixed set, by comparing with every element that could fit.
//!
//! Each element is filed under two of its local states, those that fewest elements have. A state covers an element
//! only if it has both, so only the files of its own pairs of local states need to be looked through.

use rustc_hash::FxHashMap;
use umpteen_model::state::State;

/// A shared state and two local states; the same one twice where an element has only one, or none (then the key's
/// local states are `NONE`).
type Key = (u32, u32, u32);

const NONE: u32 = u32::MAX;

pub(crate) struct UpwardClosure<'a> {
    files: FxHashMap<Key, Vec<&'a State>>,
}

impl<'a> UpwardClosure<'a> {
    pub(crate) fn new(elements: &'a [State]) -> UpwardClosure<'a> {
        let mut users: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for element in elements {
            for &(local, _) in element.locals() {
                *users.entry((element.shared, local)).or_default() += 1;
            }
        }
        let mut files: FxHashMap<Key, Vec<&State>> = FxHashMap::default();
        for element in elements {
            let mut locals: Vec<u32> = element.locals().iter().map(|&(local, _)| local).collect();
            locals.sort_by_key(|&local| users[&(element.shared, local)]);
            let first = locals.first().copied().unwrap_or(NONE);
            let second = locals.get(1).copied().unwrap_or(first);
            files.entry((element.shared, first.min(second), first.max(second))).or_default().push(element);
        }
        UpwardClosure { files }
    }

    pub(crate) fn contains(&self, state: &State) -> bool {
        let locals = state.locals();
        let pairs = (0..locals.len()).flat_map(|i| (i..locals.len()).map(move |j| (locals[i].0, locals[j].0)));
        std::iter::once((NONE, NONE)).chain(pairs).any(|(first, second)| {
            let file = self.files.get(&(state.shared, first, second));
            file.is_some_and(|file| file.iter().any(|element| state.covers(element)))
        })
    }
}
