//! Which of several sets of stacks accept the stacks of another one, by antichains (De Wulf, Doyen, Henzinger and
//! Raskin 2006): no automaton is made deterministic.
//!
//! Beside a stack run all sets that may still accept it. A place that was visited with fewer of them need not be
//! visited with more: what is asked afterwards is only harder the fewer sets accept.

use crate::Rejection;
use rustc_hash::FxHashMap;
use umpteen_model::pushdown::StackAutomaton;

/// So many states may have numbers that nothing names.
const MOST_UNNAMED: usize = 1 << 16;

/// An automaton, ready to be read.
pub(crate) struct Reader {
    edges: Vec<Vec<(u32, u32)>>,
    accepting: Vec<bool>,
}

impl Reader {
    /// Nothing if a state is out of range.
    pub(crate) fn new(automaton: &StackAutomaton) -> Option<Reader> {
        // Every state is named by something, so a large number of states is not believed, nor a state with a large number.
        let named = automaton.edges.iter().flat_map(|(from, _, to)| [from, to]).chain(&automaton.accepting);
        let states = named.max().map_or(0, |largest| largest.saturating_add(1)).min(automaton.states) as usize;
        if states > 2 * automaton.edges.len() + automaton.accepting.len() + MOST_UNNAMED {
            return None;
        }
        let mut reader = Reader { edges: vec![Vec::new(); states], accepting: vec![false; states] };
        for &(from, symbol, to) in &automaton.edges {
            reader.edges.get_mut(from as usize)?.push((symbol, to));
            reader.accepting.get(to as usize)?;
        }
        for &state in &automaton.accepting {
            *reader.accepting.get_mut(state as usize)? = true;
        }
        Some(reader)
    }

    /// Whether the state exists.
    pub(crate) fn has(&self, state: u32) -> bool {
        (state as usize) < self.edges.len()
    }

    /// The states after reading a symbol.
    pub(crate) fn after(&self, state: u32, symbol: u32) -> Vec<u32> {
        self.edges[state as usize].iter().filter(|(s, _)| *s == symbol).map(|(_, to)| *to).collect()
    }

    /// Whether a stack, top first, is accepted.
    pub(crate) fn accepts(&self, start: u32, stack: &[u32]) -> bool {
        let mut states = vec![start];
        for symbol in stack {
            states = states.iter().flat_map(|state| self.after(*state, *symbol)).collect();
            states.sort_unstable();
            states.dedup();
        }
        states.iter().any(|state| self.accepting[*state as usize])
    }
}

/// Stacks of one thread: some symbols, then what is read from one of the states; the whole also within a set.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    /// The first symbols.
    pub prefix: Vec<u32>,
    /// Where the rest is read from.
    pub starts: Vec<u32>,
    /// Where the whole must be readable from as well.
    pub within: Option<u32>,
}

impl Part {
    /// All stacks that are read from a state.
    pub(crate) fn all(start: u32) -> Part {
        Part { prefix: Vec::new(), starts: vec![start], within: None }
    }
}

/// Where the reading of a stack is: how much of the prefix is read, the state, and that of `within`.
type Place = (usize, u32, Option<u32>);

/// For each stack of a part, a list of the sets that accept it, or of fewer: the smallest such lists. Sets are given by
/// the state that they are read from, lists hold indices of them. There is no list if the part has no stack.
pub(crate) fn accepting(
    reader: &Reader,
    part: &Part,
    sets: &[u32],
    go_on: &dyn Fn() -> bool,
) -> Result<Vec<Vec<u32>>, Rejection> {
    let all: Vec<(u32, u32)> = (0u32..).zip(sets.iter().copied()).collect();
    let mut pending: Vec<(Place, Vec<(u32, u32)>)> =
        part.starts.iter().map(|&state| ((0, state, part.within), all.clone())).collect();
    let mut visited: FxHashMap<Place, Vec<Vec<(u32, u32)>>> = FxHashMap::default();
    let mut found: Vec<Vec<u32>> = Vec::new();
    while let Some((place, rest)) = pending.pop() {
        if !go_on() {
            return Err(Rejection::OutOfTime);
        }
        if !add_smallest(visited.entry(place).or_default(), &rest) {
            continue;
        }
        let (read, state, within) = place;
        let in_prefix = read < part.prefix.len();
        let accepts = |state: u32| reader.accepting[state as usize];
        if !in_prefix && accepts(state) && within.is_none_or(accepts) {
            let mut agreeing: Vec<u32> =
                rest.iter().filter(|(_, state)| accepts(*state)).map(|(set, _)| *set).collect();
            agreeing.dedup();
            add_smallest(&mut found, &agreeing);
        }
        let edges: Vec<(u32, u32)> = match in_prefix {
            true => vec![(part.prefix[read], state)],
            false => reader.edges[state as usize].clone(),
        };
        for (symbol, state) in edges {
            let within = match within {
                None => vec![None],
                Some(within) => reader.after(within, symbol).into_iter().map(Some).collect(),
            };
            let mut next: Vec<(u32, u32)> = Vec::new();
            for &(set, at) in &rest {
                next.extend(reader.after(at, symbol).into_iter().map(|to| (set, to)));
            }
            next.sort_unstable();
            next.dedup();
            let read = if in_prefix { read + 1 } else { read };
            pending.extend(within.into_iter().map(|within| ((read, state, within), next.clone())));
        }
    }
    Ok(found)
}

/// Adds a sorted list, unless one with fewer elements is there already; drops those with more.
pub(crate) fn add_smallest<T: Ord + Clone>(lists: &mut Vec<Vec<T>>, new: &[T]) -> bool {
    let is_within = |few: &[T], many: &[T]| few.iter().all(|one| many.binary_search(one).is_ok());
    if lists.iter().any(|list| is_within(list, new)) {
        return false;
    }
    lists.retain(|list| !is_within(new, list));
    lists.push(new.to_vec());
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two numbers of a small file must not take gigabytes.
    #[test]
    fn a_large_number_makes_no_automaton_large() {
        let automaton = |to: u32| StackAutomaton { states: u32::MAX, edges: vec![(0, 0, to)], accepting: vec![to] };
        assert!(Reader::new(&automaton(2_147_483_647)).is_none());
        assert!(Reader::new(&automaton(1)).is_some());
    }
}
