//! Thread-modular reachability: which local states can occur together with which shared state?
//!
//! The least set of (shared, local) pairs that holds the initial ones and is closed under own steps (what a rule
//! gives) and foreign steps (a passive thread sees the shared part change, or is moved by a broadcast or signal).
//! A rule may fire when every local state of its guard occurs with its shared state. Numbers of threads are
//! forgotten, so the set over-approximates: a pair outside it is unreachable for any number of threads.
//! This is the first oracle; papers/ucob Sect. V uses a coarser one that ignores the shared state altogether.

use crate::budget::{Budget, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use umpteen_model::system::{NOWHERE, Passive, System};

/// The closed set of pairs, and which rules may fire.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    members: FxHashMap<(u32, u32), u32>,
    shared: FxHashSet<u32>,
    may_fire: Vec<bool>,
}

impl Pairs {
    /// Computes the closure.
    pub fn closure(system: &System, budget: &Budget) -> Result<Pairs, Stop> {
        let mut search = Search::new(system);
        for initial in &system.initial {
            search.reach(initial.shared);
            for count in initial.counts.iter().filter(|count| count.least > 0 || count.unbounded) {
                search.add(initial.shared, count.local);
            }
        }
        while let Some((shared, local)) = search.pending.pop_front() {
            search.level = search.pairs.members[&(shared, local)] + 1;
            budget.check()?;
            search.process(shared, local);
        }
        Ok(search.pairs)
    }

    /// Pairs that were found elsewhere; every rule may fire.
    pub fn known(rows: &[(u32, Vec<u32>)], rules: usize) -> Pairs {
        let members = rows.iter().flat_map(|(shared, row)| row.iter().map(|local| ((*shared, *local), 0))).collect();
        Pairs { members, shared: rows.iter().map(|(shared, _)| *shared).collect(), may_fire: vec![true; rules] }
    }

    /// Whether `local` may occur with `shared`.
    pub fn contains(&self, shared: u32, local: u32) -> bool {
        self.members.contains_key(&(shared, local))
    }

    /// How many steps lead to the pair, at least.
    pub fn level(&self, shared: u32, local: u32) -> u32 {
        self.members.get(&(shared, local)).copied().unwrap_or(0)
    }

    /// Whether the shared state may occur.
    pub fn contains_shared(&self, shared: u32) -> bool {
        self.shared.contains(&shared)
    }

    /// Whether the rule with this index may ever fire.
    pub fn may_fire(&self, rule: usize) -> bool {
        self.may_fire[rule]
    }

    /// The shared states that occur, each with its local states, all sorted.
    pub fn by_shared(&self) -> Vec<(u32, Vec<u32>)> {
        let mut rows: FxHashMap<u32, Vec<u32>> = self.shared.iter().map(|&shared| (shared, Vec::new())).collect();
        for &(shared, local) in self.members.keys() {
            rows.entry(shared).or_default().push(local);
        }
        let mut rows: Vec<_> = rows.into_iter().collect();
        rows.iter_mut().for_each(|(_, locals)| locals.sort_unstable());
        rows.sort_unstable();
        rows
    }
}

struct Search<'a> {
    system: &'a System,
    pairs: Pairs,
    pending: VecDeque<(u32, u32)>,
    level: u32,
    locals: FxHashMap<u32, Vec<u32>>,
    /// Distinct effects on passive threads of rules that may fire, by shared state before.
    effects: FxHashMap<u32, Vec<(u32, &'a Passive)>>,
    seen_effects: FxHashSet<(u32, u32, &'a Passive)>,
    /// Rules by the pairs in their guards, with the number of pairs still missing.
    waiting: FxHashMap<(u32, u32), Vec<u32>>,
    missing: Vec<u32>,
    /// Rules without a guard, by shared state.
    unguarded: FxHashMap<u32, Vec<u32>>,
}

impl<'a> Search<'a> {
    fn new(system: &'a System) -> Search<'a> {
        let mut waiting: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        let mut unguarded: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (at, rule) in system.rules.iter().enumerate() {
            for &(local, _) in &rule.guard {
                waiting.entry((rule.from, local)).or_default().push(at as u32);
            }
            if rule.guard.is_empty() {
                unguarded.entry(rule.from).or_default().push(at as u32);
            }
        }
        Search {
            system,
            pairs: Pairs { may_fire: vec![false; system.rules.len()], ..Pairs::default() },
            pending: VecDeque::new(),
            level: 0,
            locals: FxHashMap::default(),
            effects: FxHashMap::default(),
            seen_effects: FxHashSet::default(),
            waiting,
            missing: system.rules.iter().map(|rule| rule.guard.len() as u32).collect(),
            unguarded,
        }
    }

    fn reach(&mut self, shared: u32) {
        if self.pairs.shared.insert(shared) {
            for at in self.unguarded.remove(&shared).unwrap_or_default() {
                self.fire(at);
            }
        }
    }

    fn add(&mut self, shared: u32, local: u32) {
        if let Entry::Vacant(entry) = self.pairs.members.entry((shared, local)) {
            entry.insert(self.level);
            self.pending.push_back((shared, local));
        }
    }

    fn process(&mut self, shared: u32, local: u32) {
        self.locals.entry(shared).or_default().push(local);
        for (to, passive) in self.effects.get(&shared).cloned().unwrap_or_default() {
            self.witness_effect(to, passive, local);
        }
        for at in self.waiting.remove(&(shared, local)).unwrap_or_default() {
            self.missing[at as usize] -= 1;
            if self.missing[at as usize] == 0 {
                self.fire(at);
            }
        }
    }

    fn fire(&mut self, at: u32) {
        let rule = &self.system.rules[at as usize];
        self.pairs.may_fire[at as usize] = true;
        self.reach(rule.to);
        for &(local, _) in &rule.give {
            self.add(rule.to, local);
        }
        let unseen = rule.from == rule.to && rule.passive == Passive::Stay;
        if unseen || !self.seen_effects.insert((rule.from, rule.to, &rule.passive)) {
            return;
        }
        self.effects.entry(rule.from).or_default().push((rule.to, &rule.passive));
        for local in self.locals.get(&rule.from).cloned().unwrap_or_default() {
            self.witness_effect(rule.to, &rule.passive, local);
        }
    }

    /// A passive thread in `local` sees a step to shared state `to`.
    fn witness_effect(&mut self, to: u32, passive: &Passive, local: u32) {
        if *passive == Passive::Stay {
            return self.add(to, local);
        }
        for (_, destination) in passive.moves().into_iter().filter(|&(source, to)| source == local && to != NOWHERE) {
            self.add(to, destination);
        }
        if matches!(passive, Passive::One(_)) || !passive.sources().contains(&local) {
            self.add(to, local);
        }
    }
}
