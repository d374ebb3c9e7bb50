//! Whether boxes cover a box together, when each of them stands for all boxes with the sets of equal threads exchanged.
//!
//! The threads of the new box are gone through one after the other. Beside them runs what may still cover: each old
//! box, and which of its sets were given to a thread already. The thread's stacks are split by the sets that it may be
//! given. As with the antichains of De Wulf, Doyen, Henzinger and Raskin (2006), what was looked at with fewer old
//! boxes left need not be looked at with more; and where one of them alone covers what is left, nothing more needs to
//! be asked.

use super::kinds::Kinds;
use super::languages::{Language, Languages, NOTHING};
use crate::budget::{Budget, Stop};

/// The question whether rows, with equal threads exchanged in any way, cover a product of sets together.
pub struct Cover<'a> {
    /// The product.
    pub stacks: &'a [Language],
    /// The rows, each sorted.
    pub rows: Vec<&'a [Language]>,
    /// Which threads are equal.
    pub kinds: &'a Kinds,
    /// The sets.
    pub languages: &'a mut Languages,
}

/// A row, and its sets that were given to a thread.
type Left = (u32, u64);

impl Cover<'_> {
    /// A part of the product that is not covered.
    pub fn uncovered(&mut self, budget: &Budget) -> Result<Option<Vec<Language>>, Stop> {
        if self.stacks.contains(&NOTHING) {
            return Ok(None);
        }
        let mut visited: Vec<Vec<Vec<Left>>> = vec![Vec::new(); self.stacks.len()];
        let overlapping = (0..self.rows.len() as u32).filter(|row| self.overlaps(*row));
        let all: Vec<Left> = overlapping.map(|row| (row, 0)).collect();
        let mut pending: Vec<(Vec<Language>, Vec<Left>)> = vec![(Vec::new(), all)];
        while let Some((chosen, left)) = pending.pop() {
            budget.check()?;
            let thread = chosen.len();
            if left.is_empty() {
                return Ok(Some([&chosen, &self.stacks[thread..]].concat()));
            }
            if thread == self.stacks.len()
                || visited[thread].iter().any(|fewer| fewer.iter().all(|one| left.binary_search(one).is_ok()))
                || left.iter().any(|&left| self.covers_from(thread, left))
            {
                continue;
            }
            let options = self.options(thread, &left);
            visited[thread].push(left);
            let mut next = Vec::new();
            for part in self.parts(thread, &options) {
                let fitting = options.iter().filter(|(set, _)| self.languages.is_within(part, *set));
                let mut left: Vec<Left> = fitting.map(|(_, left)| *left).collect();
                left.sort_unstable();
                left.dedup();
                next.push(([chosen.as_slice(), &[part]].concat(), left));
            }
            // Where few rows are left it is found out soonest that something is not covered.
            next.sort_by_key(|(_, left)| std::cmp::Reverse(left.len()));
            pending.extend(next);
        }
        Ok(None)
    }

    /// Whether one of the rows covers the product alone.
    pub fn one_covers(&mut self) -> bool {
        (0..self.rows.len() as u32).any(|row| self.covers_from(0, (row, 0)))
    }

    /// Whether there is a set for each thread that has some of its stacks; if not, the row is of no use.
    fn overlaps(&mut self, row: u32) -> bool {
        let row = self.rows[row as usize];
        let (kinds, languages) = (self.kinds, &mut *self.languages);
        let mut of_kind = self.stacks.iter().zip(&kinds.of);
        of_kind.all(|(set, kind)| kinds.members[*kind].iter().any(|at| languages.meet(*set, row[*at]) != NOTHING))
    }

    /// The sets that a thread may be given, and what is left then.
    fn options(&self, thread: usize, left: &[Left]) -> Vec<(Language, Left)> {
        let mut options = Vec::new();
        for &(row, given) in left {
            let sets = self.rows[row as usize];
            let mut last = None;
            for &at in self.kinds.members[self.kinds.of[thread]].iter().filter(|at| given & 1 << **at == 0) {
                // Equal sets follow each other, and are given away in order.
                if last.replace(sets[at]) != Some(sets[at]) {
                    options.push((sets[at], (row, given | 1 << at)));
                }
            }
        }
        options.sort_unstable();
        options
    }

    /// Splits the stacks of a thread: each part is within a set that it may be given, or has nothing of it.
    fn parts(&mut self, thread: usize, options: &[(Language, Left)]) -> Vec<Language> {
        let mut parts = vec![self.stacks[thread]];
        for group in options.chunk_by(|a, b| a.0 == b.0) {
            for at in 0..parts.len() {
                let inside = self.languages.meet(parts[at], group[0].0);
                if inside != NOTHING && inside != parts[at] {
                    parts.push(self.languages.minus(parts[at], group[0].0));
                    parts[at] = inside;
                }
            }
        }
        parts
    }

    /// Whether a row alone covers what is left: each thread from the first on can be given a set of its own.
    fn covers_from(&mut self, first: usize, (row, given): Left) -> bool {
        let mut given_to = vec![None; self.stacks.len()];
        (first..self.stacks.len())
            .all(|thread| self.give(thread, self.rows[row as usize], &mut { given }, &mut given_to))
    }

    /// Finds a set for a thread, if need be one that another thread can do without (augmenting paths, Berge 1957).
    fn give(&mut self, thread: usize, row: &[Language], tried: &mut u64, given_to: &mut [Option<usize>]) -> bool {
        for &at in &self.kinds.members[self.kinds.of[thread]] {
            if *tried & 1 << at != 0 || !self.languages.is_within(self.stacks[thread], row[at]) {
                continue;
            }
            *tried |= 1 << at;
            if given_to[at].is_none_or(|other| self.give(other, row, tried, given_to)) {
                given_to[at] = Some(thread);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pushdown::languages::Nondeterministic;
    use umpteen_model::pushdown::PushdownSystem;

    /// Stacks of one symbol.
    struct OneOf(u32);

    impl Nondeterministic for OneOf {
        fn edges(&self, state: u32) -> Vec<(u32, u32)> {
            if state == 0 { (0..4).filter(|s| self.0 >> s & 1 == 1).map(|s| (s, 1)).collect() } else { Vec::new() }
        }
        fn accepts(&self, state: u32) -> bool {
            state == 1
        }
    }

    /// Whether a state, a symbol for each thread, is in a row with the sets of equal threads exchanged.
    fn is_in(state: &[u32], row: &[u32], kinds: &[usize], given: u32) -> bool {
        let Some((&symbol, rest)) = state.split_first() else { return true };
        let thread = row.len() - state.len();
        (0..row.len()).any(|at| {
            let fits = given >> at & 1 == 0 && kinds[at] == kinds[thread] && row[at] >> symbol & 1 == 1;
            fits && is_in(rest, row, kinds, given | 1 << at)
        })
    }

    #[test]
    fn what_is_covered_is_what_is_covered_state_by_state() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut languages = Languages::default();
        let sets: Vec<Language> =
            (0..16).map(|set| languages.of(&OneOf(set), 0, &Budget::unlimited()).unwrap()).collect();
        let (mut covered, mut together) = (0, 0);
        for _ in 0..4000 {
            let threads: Vec<Vec<u32>> = (0..random.usize(1..=4)).map(|_| vec![random.u32(..2)]).collect();
            let system = PushdownSystem { threads, ..PushdownSystem::default() };
            let kinds = Kinds::new(&system);
            let any = |random: &mut fastrand::Rng| -> Vec<u32> {
                kinds.of.iter().map(|_| random.u32(..16) | random.u32(..16)).collect()
            };
            let new = any(&mut random);
            let rows: Vec<Vec<u32>> = (0..random.usize(..5)).map(|_| any(&mut random)).collect();
            let as_sets = |row: &Vec<u32>| row.iter().map(|set| sets[*set as usize]).collect::<Vec<_>>();
            let mut sorted: Vec<Vec<Language>> = rows.iter().map(as_sets).collect();
            sorted.iter_mut().for_each(|row| drop(kinds.sort(row)));
            let stacks = as_sets(&new);
            let states = (0..1u32 << (2 * new.len())).map(|n| (0..new.len()).map(|t| n >> (2 * t) & 3).collect());
            let is_new = |state: &Vec<u32>| state.iter().zip(&new).all(|(symbol, set)| set >> symbol & 1 == 1);
            let states: Vec<Vec<u32>> = states.filter(is_new).collect();
            let outside = |state: &Vec<u32>| !rows.iter().any(|row| is_in(state, row, &kinds.of, 0));
            let expected = states.iter().any(outside);
            let mut cover = Cover {
                stacks: &stacks,
                rows: sorted.iter().map(Vec::as_slice).collect(),
                kinds: &kinds,
                languages: &mut languages,
            };
            let found = cover.uncovered(&Budget::unlimited()).unwrap();
            assert_eq!(found.is_some(), expected, "{new:?} by {rows:?}, kinds {:?}", kinds.of);
            if let Some(part) = found {
                let example: Vec<u32> = part.iter().map(|set| languages.example(*set)[0]).collect();
                assert!(is_new(&example) && outside(&example), "{example:?} is not a part of {new:?} beside {rows:?}");
            } else if !states.is_empty() {
                covered += 1;
                let alone = |row: &Vec<u32>| states.iter().all(|state| is_in(state, row, &kinds.of, 0));
                together += u32::from(!rows.iter().any(alone));
            }
        }
        assert!(covered > 500 && together > 50, "{covered} covered, {together} by several only");
    }
}
