//! The order in which threads take locks: which locks may be part of a cycle at all.
//!
//! A way to want a lock leads to what its holders want then. Only where this comes back can threads wait in a cycle;
//! a program whose locks have an order needs no chain (`deadlock.rs`).

use super::deadlock::{Holding, Wait, blocks};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use umpteen_model::c::expression::Place;

/// The locks that are taken in the order of a cycle somewhere.
pub struct Order {
    /// For each way to want a lock, the ways to want locks of those that hold it and so block it, directly or over others.
    reached: BTreeMap<Way, BTreeSet<Way>>,
    /// The locks that are wanted, numbered.
    pub numbers: FxHashMap<Place, u64>,
    /// The ways in which locks are held, and in which they are wanted.
    held: BTreeSet<Way>,
    wanted: BTreeSet<Way>,
}

/// A lock and a way to hold it, or to want it.
type Way = (Place, u64);

impl Order {
    pub fn of(waits: &[Wait], held: &[Vec<Holding>]) -> Order {
        let wanted: BTreeSet<Way> = waits.iter().map(|wait| (wait.lock, wait.wants)).collect();
        let mut next: BTreeMap<Way, BTreeSet<Way>> = BTreeMap::new();
        for (wait, own) in waits.iter().zip(held).flat_map(|(wait, held)| held.iter().map(move |own| (wait, own))) {
            for way in wanted.iter().filter(|(lock, way)| *lock == own.lock && blocks(own.way, *way)) {
                next.entry(*way).or_default().insert((wait.lock, wait.wants));
            }
        }
        let mut reached: BTreeMap<Way, BTreeSet<Way>> = BTreeMap::new();
        for way in next.keys() {
            let found = reached.entry(*way).or_default();
            let mut pending: Vec<Way> = next[way].iter().copied().collect();
            while let Some(at) = pending.pop() {
                if found.insert(at) {
                    pending.extend(next.get(&at).into_iter().flatten());
                }
            }
        }
        let numbers = wanted.iter().map(|(lock, _)| *lock).collect::<BTreeSet<_>>().into_iter().zip(0..).collect();
        let held = held.iter().flatten().map(|own| (own.lock, own.way)).collect();
        Order { reached, numbers, held, wanted }
    }

    /// Whether one lock may be awaited by a thread that holds another one in a cycle.
    fn leads(&self, from: Place, to: Place) -> bool {
        let of = self.reached.iter().filter(|((lock, _), _)| *lock == from);
        of.flat_map(|(_, found)| found).any(|(lock, _)| *lock == to)
    }

    /// Whether a cycle may have a thread that holds one lock and wants another.
    pub fn is_cyclic(&self, own: Place, wanted: Place) -> bool {
        // A thread's own variable is another lock in each thread.
        let shared = matches!((own, wanted), (Place::Global(_), Place::Global(_)));
        shared && own != wanted && self.leads(own, wanted) && self.leads(wanted, own)
    }

    pub fn has_cycles(&self) -> bool {
        let locks: Vec<Place> = self.numbers.keys().copied().collect();
        locks.iter().any(|lock| locks.iter().any(|other| self.is_cyclic(*lock, *other)))
    }

    /// Whether a cycle of these two locks may have a third one.
    pub fn has_third(&self, own: Place, wanted: Place) -> bool {
        self.numbers.keys().any(|third| *third != wanted && self.is_cyclic(own, *third))
    }

    /// A lock and a way to hold or to want it as a number that is not 0.
    pub fn code(&self, lock: Place, way: u64) -> u64 {
        2 * self.numbers.get(&lock).copied().unwrap_or(0) + way + 1
    }

    pub fn held_ways(&self, lock: Place) -> impl Iterator<Item = u64> + '_ {
        self.held.iter().filter(move |(held, _)| *held == lock).map(|(_, way)| *way)
    }

    pub fn wanted_ways(&self, lock: Place) -> impl Iterator<Item = u64> + '_ {
        self.wanted.iter().filter(move |(wanted, _)| *wanted == lock).map(|(_, way)| *way)
    }
}
