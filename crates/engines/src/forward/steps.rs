//! The interface of a system for forward search: explicit systems here, Boolean programs in `boolean::forward`.

use crate::Reason;
use rustc_hash::FxHashMap;
use umpteen_model::configuration::Configuration;
use umpteen_model::state::Counts;
use umpteen_model::system::{Initial, Passive, Rule, System};

/// A system without broadcasts, seen forwards.
pub trait Steps {
    /// The initial sets.
    fn starts(&self) -> &[Initial];

    /// Appends the numbers of all rules that can fire in `configuration`; tells how many were looked at.
    fn enabled(&mut self, configuration: &Configuration, found: &mut Vec<u32>) -> Result<u64, Reason>;

    /// The rule with this number.
    fn rule(&self, number: u32) -> &Rule;

    /// The threads of a target that some state of `configuration` covers, if there is one.
    fn covered_target(&self, configuration: &Configuration) -> Option<Counts>;
}

/// An explicit system whose rules are filed by the shared state and that local state they need which the fewest need.
pub struct Explicit<'a> {
    system: &'a System,
    by_pair: FxHashMap<(u32, u32), Vec<u32>>,
    unguarded: FxHashMap<u32, Vec<u32>>,
}

impl<'a> Explicit<'a> {
    /// Files the rules; refuses broadcasts, signals and transfers, under which configurations need not stay finitely
    /// many.
    pub fn new(system: &'a System) -> Result<Explicit<'a>, Reason> {
        if system.rules.iter().any(|rule| rule.passive != Passive::Stay) {
            return Err(Reason::Broadcasts);
        }
        let mut explicit = Explicit { system, by_pair: FxHashMap::default(), unguarded: FxHashMap::default() };
        let mut needed: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for rule in &system.rules {
            rule.guard.iter().for_each(|(local, _)| *needed.entry((rule.from, *local)).or_default() += 1);
        }
        for (number, rule) in (0..).zip(&system.rules) {
            match rule.guard.iter().min_by_key(|(local, _)| needed[&(rule.from, *local)]) {
                Some(&(local, _)) => explicit.by_pair.entry((rule.from, local)).or_default().push(number),
                None => explicit.unguarded.entry(rule.from).or_default().push(number),
            }
        }
        Ok(explicit)
    }
}

impl Steps for Explicit<'_> {
    fn starts(&self) -> &[Initial] {
        &self.system.initial
    }

    fn enabled(&mut self, configuration: &Configuration, found: &mut Vec<u32>) -> Result<u64, Reason> {
        found.extend(self.unguarded.get(&configuration.shared).into_iter().flatten());
        let mut looked_at = found.len();
        for &(local, _) in configuration.locals() {
            let Some(rules) = self.by_pair.get(&(configuration.shared, local)) else { continue };
            let has_guard = |number: &u32| configuration.has(&self.system.rules[*number as usize].guard);
            found.extend(rules.iter().copied().filter(has_guard));
            looked_at += rules.len();
        }
        Ok(looked_at as u64)
    }

    fn rule(&self, number: u32) -> &Rule {
        &self.system.rules[number as usize]
    }

    fn covered_target(&self, configuration: &Configuration) -> Option<Counts> {
        let target = self.system.targets.iter().find(|target| configuration.covers_target(target));
        target.map(|target| target.counts.clone())
    }
}
