//! A downward-closed set by its maximal configurations, with a fast test for membership.
//!
//! The elements are filed by shared state. Each has a signature: which local states it has (hashed to 32 bits) and which
//! of them with any number of threads (32 more); most comparisons end there.

use rustc_hash::FxHashMap;
use umpteen_model::configuration::{Configuration, OMEGA};

struct Element {
    signature: u64,
    number: u32,
    configuration: Configuration,
}

/// A growing downward-closed set.
#[derive(Default)]
pub struct DownwardSet {
    by_shared: FxHashMap<u32, Vec<Element>>,
}

fn signature(locals: &[(u32, u32)]) -> u64 {
    locals.iter().fold(0, |bits, &(local, count)| {
        let bit = 1u64 << (local % 32);
        bits | bit | if count == OMEGA { bit << 32 } else { 0 }
    })
}

impl DownwardSet {
    /// Whether some element covers `configuration`.
    pub fn contains(&self, configuration: &Configuration) -> bool {
        self.contains_counts(configuration.shared, configuration.locals())
    }

    /// Whether some element has this shared state and no counter below these.
    pub fn contains_counts(&self, shared: u32, locals: &[(u32, u32)]) -> bool {
        let signature = signature(locals);
        let elements = self.by_shared.get(&shared).into_iter().flatten();
        elements.filter(|element| signature & !element.signature == 0).any(|element| element.configuration.has(locals))
    }

    /// Adds an element under a number of its own.
    pub fn insert(&mut self, configuration: &Configuration, number: u32) {
        let signature = signature(configuration.locals());
        let elements = self.by_shared.entry(configuration.shared).or_default();
        elements.push(Element { signature, number, configuration: configuration.clone() });
    }

    /// Takes out all elements that `configuration` covers, and tells their numbers.
    pub fn remove_smaller(&mut self, configuration: &Configuration, mut removed: impl FnMut(u32)) {
        let Some(elements) = self.by_shared.get_mut(&configuration.shared) else { return };
        let signature = signature(configuration.locals());
        elements.retain(|element| {
            let smaller = element.signature & !signature == 0 && configuration.covers(&element.configuration);
            if smaller {
                removed(element.number);
            }
            !smaller
        });
    }

    /// Takes one element out.
    pub fn remove(&mut self, configuration: &Configuration, number: u32) {
        if let Some(elements) = self.by_shared.get_mut(&configuration.shared) {
            elements.retain(|element| element.number != number);
        }
    }

    /// The numbers of the elements, sorted.
    pub fn numbers(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.by_shared.values().flatten().map(|element| element.number).collect();
        numbers.sort_unstable();
        numbers
    }
}
