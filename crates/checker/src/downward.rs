//! Downward certificates (DESIGN section 3): configurations that hold the initial states and the successors of all their
//! states, and no target.

use crate::Rejection;
use rustc_hash::FxHashMap;
use umpteen_model::configuration::Configuration;
use umpteen_model::system::{Passive, Rule, System};

pub(crate) fn check(
    system: &System,
    configurations: &[Configuration],
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    let in_range = |configuration: &Configuration| {
        let mut locals = configuration.locals().iter();
        configuration.shared < system.shared_count && locals.all(|&(local, _)| local < system.local_count)
    };
    if !configurations.iter().all(in_range) {
        return Rejection::wrong("a configuration is not one of the system");
    }
    let mut by_shared: FxHashMap<u32, Vec<&Configuration>> = FxHashMap::default();
    for configuration in configurations {
        by_shared.entry(configuration.shared).or_default().push(configuration);
    }
    let held = |configuration: &Configuration| {
        by_shared.get(&configuration.shared).is_some_and(|rows| rows.iter().any(|row| row.covers(configuration)))
    };
    for initial in &system.initial {
        if !held(&Configuration::of_initial(initial)?) {
            return Rejection::wrong("an initial state is outside the set");
        }
    }
    let mut rules: FxHashMap<u32, Vec<&Rule>> = FxHashMap::default();
    for rule in &system.rules {
        rules.entry(rule.from).or_default().push(rule);
    }
    for configuration in configurations {
        if system.targets.iter().any(|target| configuration.covers_target(target)) {
            return Rejection::wrong("a target is in the set");
        }
        for rule in rules.get(&configuration.shared).into_iter().flatten() {
            if !go_on() {
                return Err(Rejection::OutOfTime);
            }
            if !configuration.has(&rule.guard) {
                continue;
            }
            if rule.passive != Passive::Stay {
                return Rejection::wrong("a broadcast, signal or transfer can happen: the set says nothing about it");
            }
            // By monotonicity the image of the largest states covers the images of all.
            if configuration.fire(rule)?.is_some_and(|after| !held(&after)) {
                return Rejection::wrong("the set is not closed under steps");
            }
        }
    }
    Ok(())
}
