//! A downward-closed set by its maximal configurations, with a fast test for membership.
//!
//! The elements are filed by shared state. Each has a signature: which local states it has (hashed to 32 bits) and which
//! of them with any number of threads (32 more); most comparisons end there. Where many elements share a shared state,
//! as in nets, they are filed by local states too. An element that covers a configuration has all its local states, so
//! only those with the rarest one are compared. An element that a configuration covers has no other local states than
//! it, so each element is filed for this purpose under its own rarest one only.

use rustc_hash::FxHashMap;
use std::cell::Cell;
use umpteen_model::configuration::{Configuration, OMEGA};

struct Element {
    signature: u64,
    number: u32,
    configuration: Configuration,
}

/// The elements with one shared state; places of removed ones stay empty until they are filed anew.
#[derive(Default)]
struct Group {
    places: Vec<Option<Element>>,
    removed: usize,
    /// By local state, the places of the elements that have it; empty while there are few.
    having: FxHashMap<u32, Vec<u32>>,
    /// By local state, the places of the elements whose rarest one it was.
    rarest: FxHashMap<u32, Vec<u32>>,
}

/// A growing downward-closed set.
#[derive(Default)]
pub struct DownwardSet {
    by_shared: FxHashMap<u32, Group>,
    comparisons: Cell<u64>,
}

/// Fewer elements than this are compared one by one.
const FEW: usize = 32;

/// Which local states there are and which of them with any number of threads, hashed; smaller configurations have no bit
/// that larger ones do not have.
pub fn signature(locals: &[(u32, u32)]) -> u64 {
    locals.iter().fold(0, |bits, &(local, count)| {
        let bit = 1u64 << (local % 32);
        bits | bit | if count == OMEGA { bit << 32 } else { 0 }
    })
}

impl DownwardSet {
    /// How many elements were compared so far.
    pub fn comparisons(&self) -> u64 {
        self.comparisons.get()
    }

    /// Whether some element covers `configuration`.
    pub fn contains(&self, configuration: &Configuration) -> bool {
        self.contains_counts(configuration.shared, configuration.locals())
    }

    /// Whether some element has this shared state and no counter below these.
    pub fn contains_counts(&self, shared: u32, locals: &[(u32, u32)]) -> bool {
        self.by_shared.get(&shared).is_some_and(|group| group.contains(locals, &self.comparisons))
    }

    /// Adds an element under a number of its own.
    pub fn insert(&mut self, configuration: &Configuration, number: u32) {
        let element =
            Element { signature: signature(configuration.locals()), number, configuration: configuration.clone() };
        self.by_shared.entry(configuration.shared).or_default().insert(element);
    }

    /// Takes out all elements that `configuration` covers, and tells their numbers.
    pub fn remove_smaller(&mut self, configuration: &Configuration, mut removed: impl FnMut(u32)) {
        if let Some(group) = self.by_shared.get_mut(&configuration.shared) {
            group.remove_smaller(configuration, &self.comparisons, &mut removed);
        }
    }

    /// Takes one element out.
    pub fn remove(&mut self, configuration: &Configuration, number: u32) {
        if let Some(group) = self.by_shared.get_mut(&configuration.shared) {
            let place = group.places.iter().position(|place| place.as_ref().is_some_and(|e| e.number == number));
            place.into_iter().for_each(|place| group.clear(place as u32));
        }
    }

    /// The numbers of the elements, sorted.
    pub fn numbers(&self) -> Vec<u32> {
        let elements = self.by_shared.values().flat_map(|group| group.places.iter().flatten());
        let mut numbers: Vec<u32> = elements.map(|element| element.number).collect();
        numbers.sort_unstable();
        numbers
    }
}

impl Group {
    fn contains(&self, locals: &[(u32, u32)], comparisons: &Cell<u64>) -> bool {
        let signature = signature(locals);
        let covers = |place: &Option<Element>| {
            comparisons.set(comparisons.get() + 1);
            place.as_ref().is_some_and(|e| signature & !e.signature == 0 && e.configuration.has(locals))
        };
        if self.having.is_empty() || locals.is_empty() {
            return self.places.iter().any(covers);
        }
        let mut shortest: Option<&Vec<u32>> = None;
        for (local, _) in locals {
            let Some(places) = self.having.get(local) else { return false };
            shortest = shortest.filter(|shortest| shortest.len() <= places.len()).or(Some(places));
        }
        shortest.into_iter().flatten().any(|place| covers(&self.places[*place as usize]))
    }

    fn insert(&mut self, element: Element) {
        if self.removed > FEW && self.removed > self.places.len() / 2 {
            self.places.retain(Option::is_some);
            self.removed = 0;
            self.having.clear();
            self.rarest.clear();
        }
        self.places.push(Some(element));
        if !self.having.is_empty() {
            self.file(self.places.len() - 1);
        } else if self.places.len() > FEW {
            (0..self.places.len()).for_each(|place| self.file(place));
        }
    }

    fn file(&mut self, place: usize) {
        let Some(element) = &self.places[place] else { return };
        let locals = element.configuration.locals();
        let frequency = |local: &u32| self.having.get(local).map_or(0, Vec::len);
        let rarest = locals.iter().map(|(local, _)| *local).min_by_key(frequency);
        self.rarest.entry(rarest.unwrap_or(NONE)).or_default().push(place as u32);
        for (local, _) in locals {
            self.having.entry(*local).or_default().push(place as u32);
        }
    }

    fn remove_smaller(
        &mut self,
        configuration: &Configuration,
        comparisons: &Cell<u64>,
        removed: &mut impl FnMut(u32),
    ) {
        let signature = signature(configuration.locals());
        let smaller = |e: &Element| {
            comparisons.set(comparisons.get() + 1);
            e.signature & !signature == 0 && configuration.covers(&e.configuration)
        };
        let mut found: Vec<u32> = Vec::new();
        if self.having.is_empty() {
            let places = (0..).zip(&self.places);
            found.extend(places.filter(|(_, e)| e.as_ref().is_some_and(smaller)).map(|(place, _)| place));
        } else {
            for local in configuration.locals().iter().map(|(local, _)| *local).chain([NONE]) {
                let Some(places) = self.rarest.get_mut(&local) else { continue };
                places.retain(|place| {
                    let Some(element) = &self.places[*place as usize] else { return false };
                    let smaller = smaller(element);
                    found.extend(smaller.then_some(*place));
                    !smaller
                });
            }
        }
        for place in found {
            removed(self.places[place as usize].as_ref().map_or(0, |element| element.number));
            self.clear(place);
        }
    }

    fn clear(&mut self, place: u32) {
        self.places[place as usize] = None;
        self.removed += 1;
    }
}

/// Where elements without local states are filed.
const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::state::counts;

    #[test]
    fn agrees_with_comparing_one_by_one() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut set, mut elements): (DownwardSet, Vec<(u32, Configuration)>) = Default::default();
        for number in 0..4000 {
            let locals: Vec<_> = (0..random.u32(0..6)).map(|_| (random.u32(0..9), random.u32(1..3))).collect();
            let mut configuration = Configuration::new(random.u32(0..2), counts(locals).unwrap());
            if random.u32(0..3) == 0 {
                configuration.set_any(random.u32(0..9));
            }
            let covered = elements.iter().any(|(_, element)| element.covers(&configuration));
            assert_eq!(set.contains(&configuration), covered);
            if covered && random.u32(0..50) == 0 {
                let (number, element) = elements.swap_remove(random.usize(0..elements.len()));
                set.remove(&element, number);
            } else if !covered {
                let mut removed = Vec::new();
                set.remove_smaller(&configuration, |number| removed.push(number));
                let smaller = |(_, element): &(u32, Configuration)| configuration.covers(element);
                let mut expected: Vec<u32> =
                    elements.iter().filter(|e| smaller(e)).map(|(number, _)| *number).collect();
                elements.retain(|element| !smaller(element));
                removed.sort_unstable();
                expected.sort_unstable();
                assert_eq!(removed, expected);
                set.insert(&configuration, number);
                elements.push((number, configuration));
            }
        }
        let mut numbers: Vec<u32> = elements.iter().map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        assert_eq!(set.numbers(), numbers);
    }
}
