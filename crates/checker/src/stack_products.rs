//! Whether a product of sets of stacks, one for each thread, is within a union of such products, when threads of one
//! kind may exchange their sets.
//!
//! The threads are gone through one after the other. Beside them runs every row that may still hold the stacks chosen
//! so far, and which of its sets are used for them: the set for the next thread is any one of its kind that is not.
//! Where one row alone holds all that is left, no more is asked; and what was looked at with fewer rows is not looked
//! at with more.

use crate::Rejection;
use crate::stack_sets::{Part, Reader, accepting, add_smallest};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Sets of stacks for threads of several kinds, and what is known about them.
pub(crate) struct Products<'a> {
    /// The kind of each thread; at most 64 threads.
    pub kinds: Vec<usize>,
    /// The readers of the stack sets, by kind.
    pub readers: Vec<Reader>,
    /// Whether there is time left.
    pub go_on: &'a dyn Fn() -> bool,
    known: RefCell<FxHashMap<Question, Rc<Vec<Vec<u32>>>>>,
}

/// Which of these sets, of a kind, accept the stacks of a part?
type Question = (usize, Part, Vec<u32>);

/// A row that may still hold the stacks, and its sets that are used.
type Left = (u32, u64);

impl<'a> Products<'a> {
    /// Sets of stacks for threads of these kinds.
    pub(crate) fn new(kinds: Vec<usize>, readers: Vec<Reader>, go_on: &'a dyn Fn() -> bool) -> Products<'a> {
        Products { kinds, readers, go_on, known: RefCell::default() }
    }

    /// Whether there are no stacks in a part.
    pub(crate) fn is_empty(&self, kind: usize, part: &Part) -> Result<bool, Rejection> {
        Ok(self.accepting(kind, part, Vec::new())?.is_empty())
    }

    /// Whether a set of a kind holds these stacks.
    pub(crate) fn is_within(&self, kind: usize, part: &Part, set: u32) -> Result<bool, Rejection> {
        let is_itself = part.prefix.is_empty() && part.starts.iter().all(|start| *start == set);
        Ok(is_itself || self.accepting(kind, part, vec![set])?.iter().all(|list| !list.is_empty()))
    }

    fn accepting(&self, kind: usize, part: &Part, sets: Vec<u32>) -> Result<Rc<Vec<Vec<u32>>>, Rejection> {
        let question = (kind, part.clone(), sets);
        if let Some(known) = self.known.borrow().get(&question) {
            return Ok(Rc::clone(known));
        }
        let answer = Rc::new(accepting(&self.readers[kind], part, &question.2, self.go_on)?);
        self.known.borrow_mut().insert(question, Rc::clone(&answer));
        Ok(answer)
    }

    /// Whether the rows together hold the product of the parts.
    pub(crate) fn are_within(&self, parts: &[Part], rows: &[&[u32]]) -> Result<bool, Rejection> {
        for (part, kind) in parts.iter().zip(&self.kinds) {
            if self.is_empty(*kind, part)? {
                return Ok(true);
            }
        }
        let mut visited: Vec<Vec<Vec<Left>>> = vec![Vec::new(); parts.len()];
        let all: Vec<Left> = (0..rows.len() as u32).map(|row| (row, 0)).collect();
        let mut pending = vec![(0, all)];
        while let Some((thread, left)) = pending.pop() {
            if left.is_empty() {
                return Ok(false);
            }
            if thread == parts.len()
                || !add_smallest(&mut visited[thread], &left)
                || self.one_holds(&left, thread, parts, rows)?
            {
                continue;
            }
            let options: Vec<(u32, Left)> = left.iter().flat_map(|left| self.options(*left, thread, rows)).collect();
            let sets: BTreeSet<u32> = options.iter().map(|(set, _)| *set).collect();
            let sets: Vec<u32> = sets.into_iter().collect();
            for list in self.accepting(self.kinds[thread], &parts[thread], sets.clone())?.iter() {
                let holds = |set: u32| list.iter().any(|accepting| sets[*accepting as usize] == set);
                let left = options.iter().filter(|(set, _)| holds(*set)).map(|(_, left)| *left);
                pending.push((thread + 1, left.collect::<BTreeSet<Left>>().into_iter().collect()));
            }
        }
        Ok(true)
    }

    /// The sets of a row that a thread may have, of equal ones only the first, and what is left then.
    fn options(&self, (row, used): Left, thread: usize, rows: &[&'a [u32]]) -> Vec<(u32, Left)> {
        let sets = rows[row as usize];
        let free = |at: &usize| self.kinds[*at] == self.kinds[thread] && used & 1 << at == 0;
        let is_first = |at: &usize| !(0..*at).any(|before| sets[before] == sets[*at] && free(&before));
        let places = (0..sets.len()).filter(free).filter(is_first);
        places.map(|at| (sets[at], (row, used | 1 << at))).collect()
    }

    /// Whether one of the rows alone holds the parts of all threads from this one on.
    fn one_holds(&self, left: &[Left], thread: usize, parts: &[Part], rows: &[&[u32]]) -> Result<bool, Rejection> {
        for &(row, used) in left {
            let mut holders = vec![None; parts.len()];
            let mut all = true;
            for thread in thread..parts.len() {
                all = all && self.find_holder(thread, parts, rows[row as usize], &mut { used }, &mut holders)?;
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds a set that holds the part of a thread; if others have it, they look for another one.
    fn find_holder(
        &self,
        thread: usize,
        parts: &[Part],
        sets: &[u32],
        tried: &mut u64,
        holders: &mut [Option<usize>],
    ) -> Result<bool, Rejection> {
        let kind = self.kinds[thread];
        for at in (0..sets.len()).filter(|at| self.kinds[*at] == kind) {
            if *tried & 1 << at != 0 || !self.is_within(kind, &parts[thread], sets[at])? {
                continue;
            }
            *tried |= 1 << at;
            let is_free = match holders[at] {
                None => true,
                Some(other) => self.find_holder(other, parts, sets, tried, holders)?,
            };
            if is_free {
                holders[at] = Some(thread);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::pushdown::StackAutomaton;

    /// From state `set` one of the symbols in the set is read, once.
    fn reader() -> Reader {
        let edges = (0..16).flat_map(|set| (0..4).filter(move |s| set >> s & 1 == 1).map(move |s| (set, s, 16)));
        Reader::new(&StackAutomaton { states: 17, edges: edges.collect(), accepting: vec![16] }).unwrap()
    }

    /// Whether a row holds a state, a symbol for each thread, with the sets of equal threads exchanged in some way.
    fn holds(row: &[u32], state: &[u32], kinds: &[usize], used: u32) -> bool {
        let Some((&symbol, rest)) = state.split_first() else { return true };
        let thread = row.len() - state.len();
        (0..row.len()).any(|at| {
            let fits = used >> at & 1 == 0 && kinds[at] == kinds[thread] && row[at] >> symbol & 1 == 1;
            fits && holds(row, rest, kinds, used | 1 << at)
        })
    }

    #[test]
    fn products_are_within_rows_if_their_states_are() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut tally = [0; 2];
        for _ in 0..4000 {
            let mut kinds = vec![0];
            for _ in 0..random.usize(..4) {
                let most = kinds.iter().max().map_or(0, |kind| kind + 1);
                kinds.push(random.usize(..=most));
            }
            let any = |random: &mut fastrand::Rng| -> Vec<u32> {
                kinds.iter().map(|_| random.u32(..16) | random.u32(..16)).collect()
            };
            let (parts, limits) = (any(&mut random), any(&mut random));
            let rows: Vec<Vec<u32>> = (0..random.usize(..5)).map(|_| any(&mut random)).collect();
            let states = (0..1u32 << (2 * parts.len())).map(|n| (0..parts.len()).map(|t| n >> (2 * t) & 3).collect());
            let is_in_parts = |state: &Vec<u32>| {
                state
                    .iter()
                    .zip(parts.iter().zip(&limits))
                    .all(|(symbol, (one, other))| (one & other) >> symbol & 1 == 1)
            };
            let states: Vec<Vec<u32>> = states.filter(is_in_parts).collect();
            let expected = states.iter().all(|state| rows.iter().any(|row| holds(row, state, &kinds, 0)));
            let readers = kinds.iter().map(|_| reader()).collect();
            let products = Products::new(kinds.clone(), readers, &|| true);
            let part = |(&one, &limit)| Part { prefix: Vec::new(), starts: vec![one], within: Some(limit) };
            let parts: Vec<Part> = parts.iter().zip(&limits).map(part).collect();
            let as_slices: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
            let found = products.are_within(&parts, &as_slices).unwrap();
            assert_eq!(found, expected, "{:?} within {limits:?}, rows {rows:?}, kinds {kinds:?}", parts[0].starts);
            tally[usize::from(found && !states.is_empty())] += 1;
        }
        assert!(tally[0] > 500 && tally[1] > 500, "{tally:?}");
    }
}
