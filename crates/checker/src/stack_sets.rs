//! Whether a product of sets of stacks is within a union of such products, by antichains (De Wulf, Doyen, Henzinger and
//! Raskin 2006): no automaton is made deterministic.
//!
//! The stacks of all threads are read one after the other, as one word. Beside it runs the set of all rows that may
//! still accept it. A place that was visited with fewer rows need not be visited with more.

use crate::Rejection;
use rustc_hash::FxHashMap;
use umpteen_model::pushdown::StackAutomaton;

/// An automaton, ready to be read.
pub(crate) struct Reader {
    edges: Vec<Vec<(u32, u32)>>,
    accepting: Vec<bool>,
}

impl Reader {
    /// Nothing if a state is out of range.
    pub(crate) fn new(automaton: &StackAutomaton) -> Option<Reader> {
        // Every state is named by something, so a large number of states is not believed.
        let named = automaton.edges.iter().flat_map(|(from, _, to)| [from, to]).chain(&automaton.accepting);
        let states = named.max().map_or(0, |largest| largest.saturating_add(1)).min(automaton.states) as usize;
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
#[derive(Clone)]
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

/// Where the reading of a word is: the thread, how much of the prefix is read, the state, and that of `within`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    thread: usize,
    prefix: usize,
    state: u32,
    within: Option<u32>,
}

/// A row that may still accept, and the state that it is in.
type Rest = Vec<(u32, u32)>;

/// Whether every word of the parts is accepted by one of the rows.
pub(crate) fn are_within(
    readers: &[&Reader],
    parts: &[Part],
    rows: &[&[u32]],
    go_on: &dyn Fn() -> bool,
) -> Result<bool, Rejection> {
    let begin = |thread: usize| {
        let part = &parts[thread];
        part.starts.iter().map(move |&state| Place { thread, prefix: 0, state, within: part.within })
    };
    let all: Rest = (0u32..).zip(rows).map(|(row, states)| (row, states[0])).collect();
    let mut pending: Vec<(Place, Rest)> = begin(0).map(|place| (place, all.clone())).collect();
    let mut visited: FxHashMap<Place, Vec<Rest>> = FxHashMap::default();
    while let Some((place, rest)) = pending.pop() {
        if !go_on() {
            return Err(Rejection::OutOfTime);
        }
        let seen = visited.entry(place).or_default();
        if seen.iter().any(|fewer| fewer.iter().all(|row| rest.binary_search(row).is_ok())) {
            continue;
        }
        seen.push(rest.clone());
        let reader = readers[place.thread];
        let part = &parts[place.thread];
        let in_prefix = place.prefix < part.prefix.len();
        let accepts = |state: u32| reader.accepting[state as usize];
        if !in_prefix && accepts(place.state) && place.within.is_none_or(accepts) {
            // This stack may end here: on to the next thread, with the rows that agree.
            let agreeing = rest.iter().filter(|(_, state)| accepts(*state));
            if place.thread + 1 < parts.len() {
                let next = |&(row, _): &(u32, u32)| (row, rows[row as usize][place.thread + 1]);
                let mut next: Rest = agreeing.map(next).collect();
                next.sort_unstable();
                next.dedup();
                pending.extend(begin(place.thread + 1).map(|place| (place, next.clone())));
            } else if agreeing.count() == 0 {
                return Ok(false);
            }
        }
        let edges: Vec<(u32, u32)> = match in_prefix {
            true => vec![(part.prefix[place.prefix], place.state)],
            false => reader.edges[place.state as usize].clone(),
        };
        for (symbol, state) in edges {
            let within = match place.within {
                None => vec![None],
                Some(within) => reader.after(within, symbol).into_iter().map(Some).collect(),
            };
            let mut next: Rest = Vec::new();
            for &(row, at) in &rest {
                next.extend(reader.after(at, symbol).into_iter().map(|to| (row, to)));
            }
            next.sort_unstable();
            next.dedup();
            let prefix = if in_prefix { place.prefix + 1 } else { place.prefix };
            for within in within {
                pending.push((Place { thread: place.thread, prefix, state, within }, next.clone()));
            }
        }
    }
    Ok(true)
}
