//! Invariants of locks in Boolean programs: as many threads are in certain local states as a shared variable says, that
//! is at most one while the variable has one value, and none while it has the other.
//!
//! For every shared variable and value the largest set of local states with this invariant is found by elimination: start
//! with all but the initial ones, and drop what a step can enter without taking the lock (setting the variable). If a step
//! can release the lock from outside the set, there is no such invariant. The result is a weight like any other: the
//! oracle prunes with it, the certificate carries it, and the checker proves it again.

use rustc_hash::FxHashMap;
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::Weight;
use umpteen_model::state::Counts;
use umpteen_model::system::{NOWHERE, Rule, System};

/// The invariants of all variables that behave like locks.
pub fn weights(tables: &Tables, system: &System) -> Vec<Weight> {
    let first = tables.shared.first().map_or(0, |shared| shared.values);
    let changing = tables.shared.iter().fold(0, |bits, shared| bits | (shared.values ^ first));
    let mut by_source: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (number, rule) in (0..).zip(&system.rules) {
        let sources = rule.take.iter().map(|&(local, _)| local).chain(rule.passive.sources());
        sources.for_each(|local| by_source.entry(local).or_default().push(number));
    }
    let bits = (0..u64::BITS).filter(|bit| changing >> bit & 1 == 1);
    let values = bits.flat_map(|bit| [(bit, true), (bit, false)]);
    let held = |(bit, value): (u32, bool)| {
        let held = tables.shared.iter().map(move |shared| (shared.values >> bit & 1 == 1) == value);
        Candidate { held: held.collect(), holders: holders(system) }
    };
    values.map(held).filter_map(|candidate| candidate.eliminate(system, &by_source)).collect()
}

/// All local states but the initial ones.
fn holders(system: &System) -> Vec<bool> {
    let mut holders = vec![true; system.local_count as usize];
    let counts = system.initial.iter().flat_map(|initial| &initial.counts);
    counts.for_each(|count| holders[count.local as usize] = false);
    holders
}

struct Candidate {
    /// By shared state: whether the lock is held.
    held: Vec<bool>,
    /// By local state: whether a thread there may still be the holder.
    holders: Vec<bool>,
}

impl Candidate {
    fn eliminate(mut self, system: &System, by_source: &FxHashMap<u32, Vec<u32>>) -> Option<Weight> {
        let mut pending: Vec<u32> = (0..system.rules.len() as u32).collect();
        while let Some(number) = pending.pop() {
            for dropped in self.violations(&system.rules[number as usize])? {
                self.holders[dropped as usize] = false;
                // The rule itself may still do what it must not: give the lock back for somebody who does not hold it.
                pending.push(number);
                pending.extend(by_source.get(&dropped).into_iter().flatten());
            }
        }
        let shared = (0..).zip(&self.held).filter(|&(_, &held)| held).map(|(shared, _)| (shared, -1));
        let locals: Vec<(u32, u64)> =
            (0..).zip(&self.holders).filter(|&(_, &holder)| holder).map(|(local, _)| (local, 1)).collect();
        (!locals.is_empty()).then(|| Weight { shared: shared.collect(), locals, bound: 0 })
    }

    /// The local states that a rule enters although it must not; none at all if nothing can mend it.
    fn violations(&self, rule: &Rule) -> Option<Vec<u32>> {
        let threads = |counts: &Counts| {
            let there = counts.iter().filter(|(local, _)| self.holders[*local as usize]);
            there.map(|&(_, count)| i64::from(count)).sum::<i64>()
        };
        let allowed = i64::from(self.held[rule.to as usize]) - i64::from(self.held[rule.from as usize]);
        let mut dropped: Vec<u32> = Vec::new();
        if threads(&rule.give) - threads(&rule.take) > allowed {
            dropped.extend(rule.give.iter().map(|&(local, _)| local).filter(|&local| self.holders[local as usize]));
            if dropped.is_empty() {
                return None;
            }
        }
        for (source, destination) in rule.passive.moves() {
            if destination != NOWHERE && self.holders[destination as usize] && !self.holders[source as usize] {
                dropped.push(destination);
            }
        }
        Some(dropped)
    }
}
