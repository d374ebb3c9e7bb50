//! Downward certificates: configurations whose downward closure holds the initial states, is closed under successors
//! and avoids the targets.
//!
//! Local states that are ignored are taken out of everything first: rules then ask for less, so more can happen. Shared
//! states that are ignored hold whatever there is, and rules must not lead out of them.

use crate::Rejection;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use umpteen_model::configuration::Configuration;
use umpteen_model::evidence::Ignored;
use umpteen_model::state::Counts;
use umpteen_model::system::{Passive, System};

pub(crate) fn check(
    system: &System,
    configurations: &[Configuration],
    ignored: &Ignored,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    let free: FxHashSet<u32> = ignored.shared.iter().copied().collect();
    if system.rules.iter().any(|rule| free.contains(&rule.from) && !free.contains(&rule.to)) {
        return Rejection::wrong("a rule leads out of the shared states that are ignored");
    }
    let in_free = |shared: Option<u32>| shared.map_or(!free.is_empty(), |shared| free.contains(&shared));
    if system.targets.iter().any(|target| in_free(target.shared)) {
        return Rejection::wrong("a target's shared state is ignored");
    }
    let system = &without(system, &ignored.locals)?;
    let in_range = |configuration: &Configuration| {
        let mut locals = configuration.locals().iter();
        configuration.shared < system.shared_count && locals.all(|&(local, _)| local < system.local_count)
    };
    if !configurations.iter().all(in_range) {
        return Rejection::wrong("a configuration is not one of the system");
    }
    let closure = DownwardClosure::new(configurations);
    let held = |configuration: &Configuration| free.contains(&configuration.shared) || closure.contains(configuration);
    for initial in &system.initial {
        if !held(&Configuration::of_initial(initial)?) {
            return Rejection::wrong("an initial state is outside the set");
        }
    }
    let rules = crate::rules_by_shared(system);
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

/// The system without some local states: what they hold is not asked for any more.
fn without(system: &System, locals: &[u32]) -> Result<System, Rejection> {
    let mut left_out = vec![false; system.local_count as usize];
    for local in locals {
        match left_out.get_mut(*local as usize) {
            Some(left_out) => *left_out = true,
            None => return Rejection::wrong("a local state that is ignored is not one of the system"),
        }
    }
    let keep = |counts: &mut Counts| counts.retain(|(local, _)| !left_out[*local as usize]);
    let mut system = system.clone();
    for rule in &mut system.rules {
        [&mut rule.guard, &mut rule.take, &mut rule.give].into_iter().for_each(keep);
    }
    system.targets.iter_mut().for_each(|target| keep(&mut target.counts));
    system.initial.iter_mut().for_each(|initial| initial.counts.retain(|count| !left_out[count.local as usize]));
    Ok(system)
}

/// Membership in the downward closure of fixed configurations.
///
/// Each configuration is filed under every local state that it has, together with the magnitude of the counter (its number
/// of binary digits). What covers a configuration is in the files of each of its counters, at that magnitude or above, so
/// only the counter with the fewest such entries is looked at.
struct DownwardClosure<'a> {
    shared: FxHashSet<u32>,
    files: FxHashMap<(u32, u32), BTreeMap<u32, Vec<&'a Configuration>>>,
}

/// How many binary digits a counter has.
fn magnitude(count: u32) -> u32 {
    u32::BITS - count.leading_zeros()
}

impl<'a> DownwardClosure<'a> {
    fn new(configurations: &'a [Configuration]) -> DownwardClosure<'a> {
        let mut closure = DownwardClosure { shared: FxHashSet::default(), files: FxHashMap::default() };
        for configuration in configurations {
            closure.shared.insert(configuration.shared);
            for &(local, count) in configuration.locals() {
                let files = closure.files.entry((configuration.shared, local)).or_default();
                files.entry(magnitude(count)).or_default().push(configuration);
            }
        }
        closure
    }

    fn contains(&self, configuration: &Configuration) -> bool {
        let mut fewest = None;
        for &(local, count) in configuration.locals() {
            let Some(files) = self.files.get(&(configuration.shared, local)) else { return false };
            let files = files.range(magnitude(count)..);
            let entries: usize = files.clone().map(|(_, file)| file.len()).sum();
            if fewest.as_ref().is_none_or(|(least, _)| entries < *least) {
                fewest = Some((entries, files));
            }
        }
        match fewest {
            Some((_, mut files)) => files.any(|(_, file)| file.iter().any(|other| other.covers(configuration))),
            None => self.shared.contains(&configuration.shared),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::configuration::OMEGA;
    use umpteen_model::state::counts;
    use umpteen_model::system::Target;
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    /// Threads go from 0 to 1 or to 2, or into shared state 1, from where there is no way to 2; the target is 2|3.
    fn judge(edges: &[Edge], locals: &[u32], shared: &[u32]) -> Result<(), Rejection> {
        let mut all = vec![Edge::step((0, 0), (0, 1)), Edge::step((0, 0), (0, 2)), Edge::step((0, 1), (1, 1))];
        all.extend_from_slice(edges);
        let system = ThreadSystem {
            shared_count: 3,
            local_count: 4,
            edges: all,
            initial: vec![ThreadSystem::default_initial()],
            targets: vec![Target { shared: Some(2), counts: counts([(3, 1)]).unwrap() }],
        };
        let configurations = [Configuration::new(0, counts([(0, OMEGA), (1, OMEGA)]).unwrap())];
        let ignored = Ignored { locals: locals.to_vec(), shared: shared.to_vec() };
        check(&system.system().unwrap(), &configurations, &ignored, &|| true)
    }

    #[test]
    fn what_does_not_matter_may_be_ignored() {
        assert_eq!(judge(&[], &[2], &[1]), Ok(()));
        assert!(judge(&[], &[], &[1]).is_err(), "threads in 2 are not in the set");
        assert!(judge(&[], &[2], &[]).is_err(), "shared state 1 is not in the set");
    }

    #[test]
    fn what_matters_must_not_be_ignored() {
        assert!(judge(&[Edge::step((1, 1), (2, 1))], &[2], &[1]).is_err(), "a rule leads out of 1");
        assert!(judge(&[Edge::step((0, 2), (2, 2))], &[2], &[1]).is_err(), "a thread in 2 does something");
        assert!(judge(&[], &[2], &[1, 2]).is_err(), "the target's shared state");
        assert!(judge(&[], &[2, 4], &[1]).is_err(), "there is no local state 4");
    }

    #[test]
    fn configurations_are_of_the_system() {
        let system = ThreadSystem {
            shared_count: 1,
            local_count: 2,
            edges: Vec::new(),
            initial: vec![ThreadSystem::default_initial()],
            targets: vec![Target { shared: None, counts: counts([(1, 1)]).unwrap() }],
        };
        let judged = |configurations: &[Configuration], locals: &[u32]| {
            let ignored = Ignored { locals: locals.to_vec(), shared: Vec::new() };
            check(&system.system().unwrap(), configurations, &ignored, &|| true)
        };
        let configuration =
            |shared, locals: &[(u32, u32)]| Configuration::new(shared, counts(locals.iter().copied()).unwrap());
        let all = configuration(0, &[(0, OMEGA)]);
        assert_eq!(judged(std::slice::from_ref(&all), &[]), Ok(()));
        let foreign = Rejection::wrong::<()>("a configuration is not one of the system");
        assert_eq!(judged(&[all.clone(), configuration(1, &[])], &[]), foreign);
        assert_eq!(judged(&[all.clone(), configuration(0, &[(2, 1)])], &[]), foreign);
        // A target that asks for what is ignored asks for nothing, and may be anywhere.
        assert_eq!(judged(&[all], &[1]), Rejection::wrong("a target is in the set"));
    }

    #[test]
    fn closures_hold_what_an_element_covers() {
        let mut random = fastrand::Rng::with_seed(1);
        let any = |random: &mut fastrand::Rng| {
            let count = |random: &mut fastrand::Rng| [0, 1, 2, 3, 9, OMEGA][random.usize(..6)];
            let locals: Vec<(u32, u32)> = (0..3).map(|local| (local, count(random))).filter(|one| one.1 > 0).collect();
            Configuration::new(random.u32(..2), counts(locals).unwrap())
        };
        for _ in 0..300 {
            let elements: Vec<Configuration> = (0..random.usize(..5)).map(|_| any(&mut random)).collect();
            let closure = DownwardClosure::new(&elements);
            for _ in 0..50 {
                let one = any(&mut random);
                assert_eq!(closure.contains(&one), elements.iter().any(|element| element.covers(&one)));
            }
        }
    }
}
