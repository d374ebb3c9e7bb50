//! An upward-closed set by its elements, with a fast test for membership.
//!
//! For each shared state a trie over the sorted counters: a path spells the (local, count) entries of an element, so
//! elements with a common beginning share it. A state is in the closure when some path to an element uses only
//! entries that the state has at least as often. The walk visits children and entries in step, by binary search
//! when one side is much longer, so both narrow states in wide systems and wide markings are cheap.
//!
//! Elements that a later one makes redundant stay inside; `has_smaller` tells when a state is such an element.

use rustc_hash::FxHashMap;
use std::cell::Cell;
use umpteen_model::state::State;

#[derive(Default)]
struct Node {
    is_element: bool,
    /// Sorted by local state, then count.
    children: Vec<((u32, u32), u32)>,
}

/// A growing upward-closed set.
#[derive(Default)]
pub struct Basis {
    roots: FxHashMap<u32, u32>,
    nodes: Vec<Node>,
    visits: Cell<u64>,
}

impl Basis {
    /// How many nodes were visited so far.
    pub fn visits(&self) -> u64 {
        self.visits.get()
    }

    /// Adds an element.
    pub fn insert(&mut self, state: &State) {
        let mut at = match self.roots.get(&state.shared) {
            Some(&root) => root,
            None => {
                let root = self.fresh();
                self.roots.insert(state.shared, root);
                root
            }
        };
        for entry in state.locals() {
            let children = &self.nodes[at as usize].children;
            at = match children.binary_search_by_key(entry, |&(key, _)| key) {
                Ok(position) => children[position].1,
                Err(position) => {
                    let fresh = self.fresh();
                    self.nodes[at as usize].children.insert(position, (*entry, fresh));
                    fresh
                }
            };
        }
        self.nodes[at as usize].is_element = true;
    }

    fn fresh(&mut self) -> u32 {
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes fit in memory");
        self.nodes.push(Node::default());
        number
    }

    /// Whether some element is covered by `state`.
    pub fn contains(&self, state: &State) -> bool {
        self.contains_counts(state.shared, state.locals())
    }

    /// Whether some element has this shared state and no counter above these.
    pub fn contains_counts(&self, shared: u32, locals: &[(u32, u32)]) -> bool {
        self.roots.get(&shared).is_some_and(|&root| self.walk(root, locals, false, true))
    }

    /// Whether some element other than `state` itself is covered by `state`.
    pub fn has_smaller(&self, state: &State) -> bool {
        self.roots.get(&state.shared).is_some_and(|&root| self.walk(root, state.locals(), true, true))
    }

    /// `exact` tells whether the path so far spells the state's own entries, all of them and unchanged.
    fn walk(&self, at: u32, entries: &[(u32, u32)], strict: bool, exact: bool) -> bool {
        self.visits.set(self.visits.get() + 1);
        let node = &self.nodes[at as usize];
        if node.is_element && !(strict && exact && entries.is_empty()) {
            return true;
        }
        let mut children = node.children.as_slice();
        for (position, &(local, count)) in entries.iter().enumerate() {
            let skip = match children.first() {
                None => return false,
                Some(&((l, _), _)) if l >= local => 0,
                _ if children.len() > 8 => children.partition_point(|&((l, _), _)| l < local),
                _ => children.iter().take_while(|&&((l, _), _)| l < local).count(),
            };
            children = &children[skip..];
            for &((l, c), child) in children {
                if l != local || c > count {
                    break;
                }
                let exact = exact && position == 0 && c == count;
                if self.walk(child, &entries[position + 1..], strict, exact) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_comparing_one_by_one() {
        let mut random = 1u64;
        let mut next = |below: u32| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as u32 % below
        };
        let mut basis = Basis::default();
        let mut elements: Vec<State> = Vec::new();
        for _ in 0..3000 {
            let size = next(5);
            let locals: Vec<_> = (0..size).map(|_| (next(6), 1 + next(2))).collect();
            let state = State::new(next(3), locals).unwrap();
            assert_eq!(basis.contains(&state), elements.iter().any(|e| state.covers(e)));
            assert_eq!(basis.has_smaller(&state), elements.iter().any(|e| *e != state && state.covers(e)));
            if next(4) == 0 {
                basis.insert(&state);
                elements.push(state);
            }
        }
    }
}
