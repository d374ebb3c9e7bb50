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
    let closure = DownwardClosure::new(configurations);
    let held = |configuration: &Configuration| closure.contains(configuration);
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

/// Membership in the downward closure of fixed configurations.
///
/// For each shared state, local state and magnitude (the number of binary digits of a counter) there is a set of the
/// configurations with a counter of at least that magnitude, as bits. What may cover a configuration is in the sets of
/// all its counters; it is then compared.
struct DownwardClosure<'a> {
    by_shared: FxHashMap<u32, Vec<&'a Configuration>>,
    sets: FxHashMap<(u32, u32, u32), Vec<u64>>,
}

/// How many binary digits a counter has.
fn magnitude(count: u32) -> u32 {
    u32::BITS - count.leading_zeros()
}

impl<'a> DownwardClosure<'a> {
    fn new(configurations: &'a [Configuration]) -> DownwardClosure<'a> {
        let mut closure = DownwardClosure { by_shared: FxHashMap::default(), sets: FxHashMap::default() };
        for configuration in configurations {
            let row = closure.by_shared.entry(configuration.shared).or_default();
            let (word, bit) = (row.len() / 64, row.len() % 64);
            row.push(configuration);
            for &(local, count) in configuration.locals() {
                for magnitude in 1..=magnitude(count) {
                    let set = closure.sets.entry((configuration.shared, local, magnitude)).or_default();
                    set.resize(set.len().max(word + 1), 0);
                    set[word] |= 1 << bit;
                }
            }
        }
        closure
    }

    fn contains(&self, configuration: &Configuration) -> bool {
        let Some(row) = self.by_shared.get(&configuration.shared) else { return false };
        let mut candidates = vec![u64::MAX; row.len().div_ceil(64)];
        for &(local, count) in configuration.locals() {
            let Some(set) = self.sets.get(&(configuration.shared, local, magnitude(count))) else { return false };
            candidates.truncate(set.len());
            candidates.iter_mut().zip(set).for_each(|(word, other)| *word &= other);
        }
        let numbers = candidates.iter().zip(0..).flat_map(|(&word, at)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        });
        numbers.filter_map(|number| row.get(number)).any(|other| other.covers(configuration))
    }
}
