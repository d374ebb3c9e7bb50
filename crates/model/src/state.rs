//! A state of a counter system: a shared part and a multiset of thread-local states.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Sparse counters, sorted by local state, every count at least one.
pub type Counts = SmallVec<[(u32, u32); 6]>;

/// A counter left the range of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

/// A shared state and, for each local state, how many threads are in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "UncheckedState")]
pub struct State {
    /// The shared part.
    pub shared: u32,
    locals: Counts,
}

/// A state as read from a file, before its counters are known to be sorted and positive.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedState {
    shared: u32,
    locals: Counts,
}

impl TryFrom<UncheckedState> for State {
    type Error = &'static str;

    fn try_from(state: UncheckedState) -> Result<State, &'static str> {
        let sorted = state.locals.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let positive = state.locals.iter().all(|&(_, count)| count > 0);
        if sorted && positive {
            Ok(State { shared: state.shared, locals: state.locals })
        } else {
            Err("the counters of a state must be sorted by local state and positive")
        }
    }
}

impl State {
    /// The state without threads.
    pub fn empty(shared: u32) -> State {
        State { shared, locals: Counts::new() }
    }

    /// The state with the given counters, which may be unsorted, repeated or zero.
    pub fn new(shared: u32, counts: impl IntoIterator<Item = (u32, u32)>) -> Result<State, Overflow> {
        let mut counts: Vec<(u32, u32)> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
        counts.sort_unstable();
        let mut state = State::empty(shared);
        for (local, count) in counts {
            match state.locals.last_mut() {
                Some(last) if last.0 == local => last.1 = last.1.checked_add(count).ok_or(Overflow)?,
                _ => state.locals.push((local, count)),
            }
        }
        Ok(state)
    }

    /// The counters that are not zero, sorted by local state.
    pub fn locals(&self) -> &[(u32, u32)] {
        &self.locals
    }

    /// How many threads are in `local`.
    pub fn count(&self, local: u32) -> u32 {
        match self.position(local) {
            Ok(at) => self.locals[at].1,
            Err(_) => 0,
        }
    }

    /// How many threads there are in all.
    pub fn threads(&self) -> u64 {
        self.locals.iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// Puts `count` more threads into `local`.
    pub fn add(&mut self, local: u32, count: u32) -> Result<(), Overflow> {
        if count == 0 {
            return Ok(());
        }
        match self.position(local) {
            Ok(at) => {
                let sum = self.locals[at].1.checked_add(count).ok_or(Overflow)?;
                self.locals[at].1 = sum;
            }
            Err(at) => self.locals.insert(at, (local, count)),
        }
        Ok(())
    }

    /// Takes `count` threads out of `local`; false, and no change, if there are fewer.
    #[must_use]
    pub fn remove(&mut self, local: u32, count: u32) -> bool {
        match self.position(local) {
            Ok(at) if self.locals[at].1 > count => self.locals[at].1 -= count,
            Ok(at) if self.locals[at].1 == count => drop(self.locals.remove(at)),
            _ => return count == 0,
        }
        true
    }

    /// Sets the counter of `local`.
    pub fn set(&mut self, local: u32, count: u32) {
        match (self.position(local), count) {
            (Ok(at), 0) => drop(self.locals.remove(at)),
            (Ok(at), _) => self.locals[at].1 = count,
            (Err(_), 0) => {}
            (Err(at), _) => self.locals.insert(at, (local, count)),
        }
    }

    /// The covers relation: equal shared parts and no counter smaller than `other`'s.
    pub fn covers(&self, other: &State) -> bool {
        self.shared == other.shared && includes(&self.locals, &other.locals)
    }

    /// Whether each counter is at least the one required.
    pub fn has(&self, required: &[(u32, u32)]) -> bool {
        includes(&self.locals, required)
    }

    fn position(&self, local: u32) -> Result<usize, usize> {
        self.locals.binary_search_by_key(&local, |&(l, _)| l)
    }
}

/// Multiset inclusion of sorted counters.
pub fn includes(large: &[(u32, u32)], small: &[(u32, u32)]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|&(local, count)| rest.find(|&&(l, _)| l >= local).is_some_and(|&(l, c)| l == local && c >= count))
}

/// The counters given in any order, sorted and summed.
pub fn counts(items: impl IntoIterator<Item = (u32, u32)>) -> Result<Counts, Overflow> {
    State::new(0, items).map(|state| state.locals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covering_compares_shared_part_and_every_counter() {
        let small = State::new(1, [(3, 1), (5, 2)]).unwrap();
        assert!(State::new(1, [(5, 2), (3, 1), (9, 1)]).unwrap().covers(&small));
        assert!(!State::new(1, [(3, 1), (5, 1), (9, 7)]).unwrap().covers(&small));
        assert!(!State::new(0, [(3, 1), (5, 2)]).unwrap().covers(&small));
        assert!(!small.covers(&State::new(1, [(4, 1)]).unwrap()));
    }

    #[test]
    fn counters_never_wrap_and_never_go_below_zero() {
        let mut state = State::new(0, [(1, u32::MAX)]).unwrap();
        assert_eq!(state.add(1, 1), Err(Overflow));
        assert!(!state.remove(2, 1));
        assert!(state.remove(1, u32::MAX));
        assert_eq!(state, State::empty(0));
    }
}
