//! Which of several sets of stacks accept the stacks of another one, by antichains (De Wulf, Doyen, Henzinger and
//! Raskin 2006): no automaton is made deterministic.
//!
//! Beside a stack run all sets that may still accept it. A place that was visited with fewer of them need not be
//! visited with more: what is asked afterwards is only harder the fewer sets accept.

use crate::Rejection;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use umpteen_model::pushdown::StackAutomaton;

/// So many states may have numbers that nothing names.
const MOST_UNNAMED: usize = 1 << 16;

/// An automaton, ready to be read.
pub(crate) struct Reader {
    edges: Vec<Vec<(u32, u32)>>,
    accepting: Vec<bool>,
}

impl Reader {
    /// `None` if a state is out of range.
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
        let mut states = BTreeSet::from([start]);
        for symbol in stack {
            states = states.iter().flat_map(|state| self.after(*state, *symbol)).collect();
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
            let after = |&(set, at): &(u32, u32)| reader.after(at, symbol).into_iter().map(move |to| (set, to));
            let next: BTreeSet<(u32, u32)> = rest.iter().flat_map(after).collect();
            let next: Vec<(u32, u32)> = next.into_iter().collect();
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
    use crate::stack_products::Products;

    const SYMBOLS: u32 = 2;

    /// Edges lead to larger states only, so that stacks are short.
    fn automaton(random: &mut fastrand::Rng) -> StackAutomaton {
        let states = 6;
        let mut edges: Vec<(u32, u32, u32)> = Vec::new();
        for from in 0..states - 1 {
            for _ in 0..random.usize(..4) {
                edges.push((from, random.u32(..SYMBOLS), random.u32(from + 1..states)));
            }
        }
        StackAutomaton { states, edges, accepting: vec![states - 1, random.u32(..states)] }
    }

    /// All stacks that are read from a state.
    fn stacks(automaton: &StackAutomaton, state: u32) -> BTreeSet<Vec<u32>> {
        let mut found = BTreeSet::new();
        if automaton.accepting.contains(&state) {
            found.insert(Vec::new());
        }
        for (_, symbol, to) in automaton.edges.iter().filter(|(from, ..)| *from == state) {
            found.extend(stacks(automaton, *to).into_iter().map(|stack| [vec![*symbol], stack].concat()));
        }
        found
    }

    fn in_part(automaton: &StackAutomaton, part: &Part) -> BTreeSet<Vec<u32>> {
        let rest = part.starts.iter().flat_map(|start| stacks(automaton, *start));
        let all = rest.map(|rest| [part.prefix.clone(), rest].concat());
        all.filter(|stack| part.within.is_none_or(|within| stacks(automaton, within).contains(stack))).collect()
    }

    #[test]
    fn states_that_nothing_names_are_few() {
        let edges = vec![(0, 0, 1), (1, 0, 2), (2, 1, 0)];
        let most = 2 * edges.len() + 1 + MOST_UNNAMED;
        let automaton =
            |largest: usize| StackAutomaton { states: u32::MAX, edges: edges.clone(), accepting: vec![largest as u32] };
        assert!(Reader::new(&automaton(most - 1)).is_some());
        assert!(Reader::new(&automaton(most)).is_none());
    }

    #[test]
    fn sets_that_accept_are_found() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut tally = [0; 2];
        for _ in 0..3000 {
            let automaton = automaton(&mut random);
            let reader = Reader::new(&automaton).unwrap();
            let state = |random: &mut fastrand::Rng| random.u32(..reader.edges.len() as u32);
            let part = Part {
                prefix: (0..random.usize(..3)).map(|_| random.u32(..SYMBOLS)).collect(),
                starts: (0..random.usize(..3)).map(|_| state(&mut random)).collect(),
                within: (random.u32(..3) == 0).then(|| state(&mut random)),
            };
            let sets: Vec<u32> = (0..random.usize(..4)).map(|_| state(&mut random)).collect();
            let members = in_part(&automaton, &part);
            let mut expected: Vec<Vec<u32>> = Vec::new();
            for stack in &members {
                let accepts = |set: &u32| stacks(&automaton, sets[*set as usize]).contains(stack);
                add_smallest(&mut expected, &(0..sets.len() as u32).filter(accepts).collect::<Vec<_>>());
                for start in 0..reader.edges.len() as u32 {
                    assert_eq!(reader.accepts(start, stack), stacks(&automaton, start).contains(stack));
                }
            }
            let mut found = accepting(&reader, &part, &sets, &|| true).unwrap();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{automaton:?}");
            let products = Products::new(vec![0], vec![reader], &|| true);
            assert_eq!(products.is_empty(0, &part), Ok(members.is_empty()));
            for set in sets {
                let is_within = members.is_subset(&stacks(&automaton, set));
                assert_eq!(products.is_within(0, &part, set), Ok(is_within), "{automaton:?}");
                tally[usize::from(is_within && !members.is_empty())] += 1;
            }
        }
        assert!(tally.iter().all(|count| *count > 200), "{tally:?}");
    }

    /// Two numbers of a small file must not take gigabytes.
    #[test]
    fn a_large_number_makes_no_automaton_large() {
        let automaton = |to: u32| StackAutomaton { states: u32::MAX, edges: vec![(0, 0, to)], accepting: vec![to] };
        assert!(Reader::new(&automaton(2_147_483_647)).is_none());
        assert!(Reader::new(&automaton(1)).is_some());
    }
}
