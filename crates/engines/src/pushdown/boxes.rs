//! Sets of global states: a shared state and a set of stacks for each thread, a *box*. Each box stands for all boxes
//! with the sets of equal threads exchanged.

use super::cover::Cover;
use super::kinds::Kinds;
use super::languages::{Language, Languages};
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
    /// For each box, a later one that covers it alone.
    pub covered_by: Vec<Option<usize>>,
    /// The boxes with a shared state that no later one covers alone.
    by_shared: FxHashMap<u32, Vec<usize>>,
}

impl Boxes {
    /// Adds a box, with the sets of each kind sorted, unless the others cover it; tells a part that was not covered.
    pub fn add(
        &mut self,
        new: StackBox,
        kinds: &Kinds,
        languages: &mut Languages,
        budget: &Budget,
    ) -> Result<Option<StackBox>, Stop> {
        let known = self.by_shared.entry(new.shared).or_default();
        let rows = known.iter().map(|at| self.all[*at].stacks.as_slice()).collect();
        let uncovered = Cover { stacks: &new.stacks, rows, kinds, languages }.uncovered(budget)?;
        let Some(stacks) = uncovered else { return Ok(None) };
        let part = StackBox { shared: new.shared, stacks };
        let number = self.all.len();
        known.retain(|&at| {
            let (stacks, rows) = (self.all[at].stacks.as_slice(), vec![new.stacks.as_slice()]);
            let is_covered = Cover { stacks, rows, kinds, languages }.one_covers();
            self.covered_by[at] = is_covered.then_some(number);
            !is_covered
        });
        known.push(number);
        self.all.push(new);
        self.covered_by.push(None);
        Ok(Some(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::pushdown::PushdownSystem;

    #[test]
    fn larger_boxes_take_the_place_of_smaller_ones() {
        let (mut languages, mut boxes) = (Languages::default(), Boxes::default());
        let (a, b, ab) = languages.symbols();
        let threads = vec![vec![0], vec![0], vec![1]];
        let kinds = Kinds::new(&PushdownSystem { threads, ..PushdownSystem::default() });
        let at = |shared, mut stacks: [Language; 3]| {
            kinds.sort(&mut stacks);
            StackBox { shared, stacks: stacks.to_vec() }
        };
        let mut add = |new| boxes.add(new, &kinds, &mut languages, &Budget::unlimited()).unwrap();
        assert!(add(at(0, [a, b, a])).is_some());
        assert!(add(at(1, [a, b, a])).is_some(), "another shared state");
        assert!(add(at(0, [b, a, a])).is_none(), "the first two are equal");
        assert_eq!(add(at(0, [a, a, b])), Some(at(0, [a, a, b])), "the last one is not");
        assert!(add(at(0, [b, ab, ab])).is_some());
        assert_eq!(add(at(0, [ab, ab, ab])), Some(at(0, [a, a, a])), "what is new of it");
        assert_eq!(boxes.covered_by, [Some(3), None, Some(4), Some(4), None]);
    }
}
