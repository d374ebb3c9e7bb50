//! Sets of global states: a shared state and a set of stacks for each thread, a *box*; and whether boxes cover a box.

use super::languages::{Language, Languages, NOTHING};
use crate::budget::{Budget, Stop};
use rustc_hash::FxHashMap;

/// A shared state and a set of stacks for each thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StackBox {
    /// The shared state.
    pub shared: u32,
    /// The stacks.
    pub stacks: Vec<Language>,
}

/// A growing union of boxes.
#[derive(Default)]
pub struct Boxes {
    /// The boxes, in the order in which they came.
    pub all: Vec<StackBox>,
    by_shared: FxHashMap<u32, Vec<usize>>,
}

impl Boxes {
    /// Adds a box unless the others cover it; tells a part that was not covered.
    pub fn add(&mut self, new: StackBox, languages: &mut Languages, budget: &Budget) -> Result<Option<StackBox>, Stop> {
        let rows: Vec<&[Language]> =
            self.by_shared.get(&new.shared).into_iter().flatten().map(|at| self.all[*at].stacks.as_slice()).collect();
        let mut within =
            |row: &[Language]| row.iter().zip(&new.stacks).all(|(large, small)| languages.is_within(*small, *large));
        // Most often one box alone covers it, or none does.
        if rows.iter().any(|row| within(row)) {
            return Ok(None);
        }
        let Some(stacks) = uncovered(&new.stacks, &rows, languages, budget)? else { return Ok(None) };
        let part = StackBox { shared: new.shared, stacks };
        self.by_shared.entry(new.shared).or_default().push(self.all.len());
        self.all.push(new);
        Ok(Some(part))
    }
}

/// A part of a product of sets that the rows do not cover together. What a row does not cover is a product for each
/// component, of what differs there; the rows after it must cover that.
fn uncovered(
    stacks: &[Language],
    rows: &[&[Language]],
    languages: &mut Languages,
    budget: &Budget,
) -> Result<Option<Vec<Language>>, Stop> {
    let mut pending: Vec<(Vec<Language>, usize)> = vec![(stacks.to_vec(), 0)];
    while let Some((stacks, first)) = pending.pop() {
        budget.check()?;
        if stacks.contains(&NOTHING) {
            continue;
        }
        let mut overlapping = None;
        for (at, row) in rows.iter().enumerate().skip(first) {
            let meets: Vec<Language> = stacks.iter().zip(*row).map(|(a, b)| languages.meet(*a, *b)).collect();
            if !meets.contains(&NOTHING) {
                overlapping = Some((at, meets));
                break;
            }
        }
        let Some((row, meets)) = overlapping else { return Ok(Some(stacks)) };
        for at in (0..stacks.len()).rev() {
            let mut rest = [&meets[..at], &stacks[at..]].concat();
            rest[at] = languages.minus(stacks[at], rows[row][at]);
            pending.push((rest, row + 1));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pushdown::languages::Nondeterministic;

    /// Stacks of one symbol.
    struct OneOf(Vec<u32>);

    impl Nondeterministic for OneOf {
        fn edges(&self, state: u32) -> Vec<(u32, u32)> {
            if state == 0 { self.0.iter().map(|symbol| (*symbol, 1)).collect() } else { Vec::new() }
        }
        fn accepts(&self, state: u32) -> bool {
            state == 1
        }
    }

    #[test]
    fn several_boxes_cover_one_together() {
        let (mut languages, mut boxes) = (Languages::default(), Boxes::default());
        let mut set = |symbols: &[u32]| languages.of(&OneOf(symbols.to_vec()), 0, &Budget::unlimited()).unwrap();
        let (a, b, ab) = (set(&[1]), set(&[2]), set(&[1, 2]));
        let at = |shared, one, other| StackBox { shared, stacks: vec![one, other] };
        let mut add = |new| boxes.add(new, &mut languages, &Budget::unlimited()).unwrap();
        assert!(add(at(0, a, ab)).is_some());
        assert!(add(at(1, ab, ab)).is_some(), "another shared state");
        assert_eq!(add(at(0, ab, b)), Some(at(0, b, b)), "what is new of it");
        assert!(add(at(0, NOTHING, b)).is_none());
        assert_eq!(add(at(0, ab, ab)), Some(at(0, b, a)));
        assert!(add(at(0, b, ab)).is_none(), "covered by two together");
        assert_eq!(boxes.all.len(), 4);
    }
}
