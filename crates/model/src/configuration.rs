//! Omega-configurations (Sect. 4.1 of papers/beacon): a shared part and counters that may be "any number".
//!
//! A configuration stands for every state with the same shared part and no counter larger than its own. The paper's
//! `*` is `OMEGA` here; since it is also the largest number, comparing counters needs no case distinction, and a finite
//! counter that gets there is an overflow, never silently "any number".

use crate::state::{Counts, Overflow, State, includes};
use crate::system::{Initial, Passive, Rule, Target};
use serde::{Deserialize, Serialize};

/// Any number of threads.
pub const OMEGA: u32 = u32::MAX;

/// A shared state and, for each local state, how many threads there may be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Configuration {
    /// The shared part.
    pub shared: u32,
    locals: Counts,
}

/// A configuration as files have it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    shared: u32,
    /// The counters that are numbers.
    locals: Vec<(u32, u32)>,
    /// The local states with any number of threads.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    any: Vec<u32>,
}

impl From<Configuration> for Written {
    fn from(configuration: Configuration) -> Written {
        let (any, locals): (Vec<_>, Vec<_>) = configuration.locals.iter().partition(|&&(_, count)| count == OMEGA);
        Written { shared: configuration.shared, locals, any: any.into_iter().map(|(local, _)| local).collect() }
    }
}

impl TryFrom<Written> for Configuration {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Configuration, &'static str> {
        if written.locals.iter().any(|&(_, count)| count == 0 || count == OMEGA) {
            return Err("the counters of a configuration must be positive and below 2^32 - 1");
        }
        let mut locals: Counts = written.locals.into_iter().collect();
        locals.extend(written.any.into_iter().map(|local| (local, OMEGA)));
        locals.sort_unstable();
        match locals.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            true => Ok(Configuration { shared: written.shared, locals }),
            false => Err("a configuration names a local state twice"),
        }
    }
}

impl Configuration {
    /// The largest states of an initial set.
    pub fn of_initial(initial: &Initial) -> Result<Configuration, Overflow> {
        let mut locals = Counts::new();
        for count in &initial.counts {
            match (count.unbounded, count.least) {
                (true, _) => locals.push((count.local, OMEGA)),
                (false, OMEGA) => return Err(Overflow),
                (false, 0) => {}
                (false, least) => locals.push((count.local, least)),
            }
        }
        locals.sort_unstable();
        Ok(Configuration { shared: initial.shared, locals })
    }

    /// The configuration with these counters, which are positive and sorted by local state.
    pub fn new(shared: u32, locals: Counts) -> Configuration {
        debug_assert!(
            locals.windows(2).all(|pair| pair[0].0 < pair[1].0) && locals.iter().all(|&(_, count)| count > 0)
        );
        Configuration { shared, locals }
    }

    /// The counters that are not zero, sorted by local state.
    pub fn locals(&self) -> &[(u32, u32)] {
        &self.locals
    }

    /// How many threads may be in `local`.
    pub fn count(&self, local: u32) -> u32 {
        self.position(local).map_or(0, |at| self.locals[at].1)
    }

    /// Whether every state of `other` is a state of this one (`other <= self` in the paper).
    pub fn covers(&self, other: &Configuration) -> bool {
        self.shared == other.shared && includes(&self.locals, &other.locals)
    }

    /// Whether some state here has at least these threads.
    pub fn has(&self, required: &[(u32, u32)]) -> bool {
        includes(&self.locals, required)
    }

    /// Whether `state` is in this configuration.
    pub fn contains(&self, state: &State) -> bool {
        self.shared == state.shared && includes(&self.locals, state.locals())
    }

    /// Whether some state here covers the target.
    pub fn covers_target(&self, target: &Target) -> bool {
        target.shared.is_none_or(|shared| shared == self.shared) && self.has(&target.counts)
    }

    /// Allows any number of threads in `local`.
    pub fn set_any(&mut self, local: u32) {
        match self.position(local) {
            Ok(at) => self.locals[at].1 = OMEGA,
            Err(at) => self.locals.insert(at, (local, OMEGA)),
        }
    }

    /// The states after a step (`Image` in the paper); none if the rule cannot fire. Only for rules that let all other
    /// threads stay.
    pub fn fire(&self, rule: &Rule) -> Result<Option<Configuration>, Overflow> {
        assert!(rule.passive == Passive::Stay, "configurations have no images under broadcasts");
        if self.shared != rule.from || !self.has(&rule.guard) {
            return Ok(None);
        }
        let mut locals = self.locals.clone();
        let position = |locals: &Counts, local: u32| locals.binary_search_by_key(&local, |&(l, _)| l);
        for &(local, count) in &rule.take {
            let at = position(&locals, local).expect("the guard includes what is taken");
            match locals[at].1 {
                OMEGA => {}
                present if present == count => drop(locals.remove(at)),
                _ => locals[at].1 -= count,
            }
        }
        for &(local, count) in &rule.give {
            match position(&locals, local) {
                Ok(at) if locals[at].1 == OMEGA => {}
                Ok(at) => locals[at].1 = finite(locals[at].1.checked_add(count))?,
                Err(at) => locals.insert(at, (local, finite(Some(count))?)),
            }
        }
        Ok(Some(Configuration { shared: rule.to, locals }))
    }

    fn position(&self, local: u32) -> Result<usize, usize> {
        self.locals.binary_search_by_key(&local, |&(l, _)| l)
    }
}

/// A counter that must not become `OMEGA` by counting.
fn finite(count: Option<u32>) -> Result<u32, Overflow> {
    count.filter(|&count| count != OMEGA).ok_or(Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::counts;

    fn rule(take: &[(u32, u32)], give: &[(u32, u32)]) -> Rule {
        let counts = |list: &[(u32, u32)]| counts(list.iter().copied()).unwrap();
        Rule { from: 0, to: 0, guard: counts(take), take: counts(take), give: counts(give), passive: Passive::Stay }
    }

    fn at(locals: &[(u32, u32)]) -> Configuration {
        Configuration::new(0, locals.iter().copied().collect())
    }

    #[test]
    fn any_number_stays_any_number() {
        let after = at(&[(1, OMEGA), (2, 1)]).fire(&rule(&[(1, 3), (2, 1)], &[(1, 1), (3, 2)])).unwrap();
        assert_eq!(after, Some(at(&[(1, OMEGA), (3, 2)])));
        assert_eq!(at(&[(1, 2)]).fire(&rule(&[(1, 3)], &[])), Ok(None));
    }

    #[test]
    fn counting_never_gets_to_any_number() {
        assert_eq!(at(&[(1, OMEGA - 1)]).fire(&rule(&[], &[(1, 1)])), Err(Overflow));
        assert_eq!(at(&[]).fire(&rule(&[], &[(1, OMEGA)])), Err(Overflow));
        assert!(at(&[(1, OMEGA - 2)]).fire(&rule(&[], &[(1, 1)])).is_ok());
    }

    #[test]
    fn files_tell_numbers_and_any_apart() {
        let configuration = at(&[(1, OMEGA), (2, 7)]);
        let text = serde_json::to_string(&configuration).unwrap();
        assert_eq!(text, r#"{"shared":0,"locals":[[2,7]],"any":[1]}"#);
        assert_eq!(serde_json::from_str::<Configuration>(&text).unwrap(), configuration);
        for bad in [r#"{"shared":0,"locals":[[2,7]],"any":[2]}"#, r#"{"shared":0,"locals":[[2,4294967295]]}"#] {
            assert!(serde_json::from_str::<Configuration>(bad).is_err());
        }
    }
}
