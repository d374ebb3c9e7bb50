//! Ways to enter a function that others lead to one another: they are one context.
//!
//! Whatever can be reached from one of them can be reached from the other one, by what others do first; so both have the
//! same tops and the same exits, and nothing is lost or gained. Without this there would be a context for each shared state that
//! others may leave behind, with all the others inside, hence their square.

use super::{End, Search};
use crate::budget::Budget;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

impl Search<'_> {
    /// The context that a function is entered in, if there is one.
    pub(super) fn entered(&mut self, control: u32, symbol: u32, budget: &Budget) -> Result<Option<u32>, End> {
        if let Some(number) = self.context_numbers.get(&(control, symbol)) {
            return Ok(Some(*number));
        }
        let reached = self.by_others(control, budget)?;
        for number in 0..self.contexts.len() as u32 {
            let top = &self.contexts[number as usize].tops[0];
            let first = top.control;
            if top.symbol != symbol || !reached.contains_key(&first) {
                continue;
            }
            if self.by_others(first, budget)?.contains_key(&control) {
                let mut way = Vec::new();
                let mut at = first;
                while at != control {
                    way.push(self.product.controls[at as usize].shared);
                    at = reached[&at];
                }
                way.reverse();
                self.contexts[number as usize].entries.push((control, way));
                self.context_numbers.insert((control, symbol), number);
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The controls that others lead to by letters known so far, each with the one before it.
    fn by_others(&mut self, control: u32, budget: &Budget) -> Result<FxHashMap<u32, u32>, End> {
        let mut reached = FxHashMap::from_iter([(control, control)]);
        let mut pending = VecDeque::from([control]);
        while let Some(at) = pending.pop_front() {
            budget.check().map_err(|stop| End::Stopped(stop.into()))?;
            let Some(seen) = self.product.seen(at) else { continue };
            for visible in self.letters.get(&seen).cloned().unwrap_or_default() {
                let after = self.product.after_others(at, visible);
                let Some(after) = after.filter(|after| !self.product.is_excused(*after)) else { continue };
                if let Entry::Vacant(vacant) = reached.entry(after) {
                    vacant.insert(at);
                    pending.push_back(after);
                }
            }
        }
        Ok(reached)
    }
}
