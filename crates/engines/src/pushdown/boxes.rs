//! Sets of global states: a shared state and a set of stacks for each thread, a *box*; and whether boxes cover a box.

use super::languages::{Language, Languages, NOTHING};
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
    pub fn add(&mut self, new: StackBox, languages: &mut Languages) -> Option<StackBox> {
        let rows: Vec<&[Language]> =
            self.by_shared.get(&new.shared).into_iter().flatten().map(|at| self.all[*at].stacks.as_slice()).collect();
        let mut within =
            |row: &[Language]| row.iter().zip(&new.stacks).all(|(large, small)| languages.is_within(*small, *large));
        // Most often one box alone covers it, or none does.
        if rows.iter().any(|row| within(row)) {
            return None;
        }
        let stacks = uncovered(&new.stacks, &rows, languages)?;
        let part = StackBox { shared: new.shared, stacks };
        self.by_shared.entry(new.shared).or_default().push(self.all.len());
        self.all.push(new);
        Some(part)
    }
}

/// A part of a product of sets that the rows do not cover together. What the first row does not cover is a product for
/// each component, of what differs there; the others must cover that.
fn uncovered(stacks: &[Language], rows: &[&[Language]], languages: &mut Languages) -> Option<Vec<Language>> {
    if stacks.contains(&NOTHING) {
        return None;
    }
    let Some((row, others)) = rows.split_first() else { return Some(stacks.to_vec()) };
    let meets: Vec<Language> = stacks.iter().zip(*row).map(|(a, b)| languages.meet(*a, *b)).collect();
    if meets.contains(&NOTHING) {
        return uncovered(stacks, others, languages);
    }
    (0..stacks.len()).find_map(|at| {
        let mut rest = [&meets[..at], &stacks[at..]].concat();
        rest[at] = languages.minus(stacks[at], row[at]);
        uncovered(&rest, others, languages)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
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
        assert!(boxes.add(at(0, a, ab), &mut languages).is_some());
        assert!(boxes.add(at(1, ab, ab), &mut languages).is_some(), "another shared state");
        assert_eq!(boxes.add(at(0, ab, b), &mut languages), Some(at(0, b, b)), "what is new of it");
        assert!(boxes.add(at(0, NOTHING, b), &mut languages).is_none());
        assert_eq!(boxes.add(at(0, ab, ab), &mut languages), Some(at(0, b, a)));
        assert!(boxes.add(at(0, b, ab), &mut languages).is_none(), "covered by two together");
        assert_eq!(boxes.all.len(), 4);
    }
}
