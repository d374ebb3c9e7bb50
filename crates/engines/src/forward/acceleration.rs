//! Accelerations: loops that can be repeated until some counters are as large as one likes.
//!
//! When a run leads from `a` to a larger `d` with the same shared state, it can be repeated, and what it gains can be had
//! any number of times (`Closure` in papers/beacon). Finkel, Haddad and Khmelnitsky (2020) note that this is a fact
//! about the run, not about `a`: it can be remembered and used wherever its needs are met, as if it were a rule. A local
//! state that the run uses up is needed any number of times, one that keeps its count as often as the run needs it, and
//! one that gains gets any number.

use super::steps::Steps;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use umpteen_model::configuration::{Configuration, OMEGA};
use umpteen_model::state::{Counts, Overflow};

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A rule fires.
    Rule(u32),
    /// An acceleration is repeated as often as one likes.
    Acceleration(u32),
}

/// A loop that gains something.
#[derive(Clone, Debug)]
pub struct Acceleration {
    /// The shared state before and after.
    pub shared: u32,
    /// The counters needed, possibly any number of threads.
    pub need: Counts,
    /// The local states that gain, none of which is needed any number of times.
    pub gain: SmallVec<[u32; 4]>,
    /// The loop.
    pub body: Vec<Item>,
}

impl Acceleration {
    /// Whether it can be repeated in `configuration` and has an effect there.
    fn is_useful(&self, configuration: &Configuration) -> bool {
        configuration.has(&self.need) && self.gain.iter().any(|&local| configuration.count(local) != OMEGA)
    }
}

/// The need and the change of a run, by local state; `OMEGA` and `i64::MAX` stand for arbitrarily many.
type Effect = (BTreeMap<u32, u32>, BTreeMap<u32, i64>);

/// The accelerations found so far.
#[derive(Default)]
pub struct Accelerations {
    all: Vec<Acceleration>,
    by_shared: rustc_hash::FxHashMap<u32, Vec<u32>>,
}

impl Accelerations {
    /// The one with this number.
    pub fn get(&self, number: u32) -> &Acceleration {
        &self.all[number as usize]
    }

    /// Repeats all that can be repeated until nothing is gained any more, and notes which in `used`.
    pub fn apply(&self, configuration: &mut Configuration, used: &mut SmallVec<[u32; 2]>) {
        let Some(here) = self.by_shared.get(&configuration.shared) else { return };
        while let Some(&number) = here.iter().find(|&&number| self.get(number).is_useful(configuration)) {
            self.repeat(number, configuration);
            used.push(number);
        }
    }

    /// Repeats one.
    pub fn repeat(&self, number: u32, configuration: &mut Configuration) {
        self.get(number).gain.iter().for_each(|&local| configuration.set_any(local));
    }

    /// Remembers the loop `body` at a shared state.
    pub fn learn(&mut self, shared: u32, body: Vec<Item>, steps: &impl Steps) -> Result<u32, Overflow> {
        let (need, change) = self.effect(&body, steps)?;
        let used_up = |local: &u32| change.get(local).is_some_and(|&change| change < 0);
        let need = need.into_iter().filter(|&(_, count)| count > 0);
        let need: Counts = need.map(|(local, count)| (local, if used_up(&local) { OMEGA } else { count })).collect();
        let gains = |local: &u32| !need.iter().any(|&(needed, count)| needed == *local && count == OMEGA);
        let gain = change.iter().filter(|&(local, &change)| change > 0 && gains(local)).map(|(&local, _)| local);
        let acceleration = Acceleration { shared, gain: gain.collect(), need, body };
        let number = self.all.len() as u32;
        self.all.push(acceleration);
        self.by_shared.entry(shared).or_default().push(number);
        Ok(number)
    }

    /// The effect of a run, read backwards.
    fn effect(&self, body: &[Item], steps: &impl Steps) -> Result<Effect, Overflow> {
        let mut need: BTreeMap<u32, u32> = BTreeMap::new();
        let mut change: BTreeMap<u32, i64> = BTreeMap::new();
        for item in body.iter().rev() {
            match *item {
                Item::Rule(number) => {
                    let rule = steps.rule(number);
                    for &(local, count) in &rule.give {
                        let needed = need.entry(local).or_default();
                        *needed = if *needed == OMEGA { OMEGA } else { needed.saturating_sub(count) };
                        let change = change.entry(local).or_default();
                        *change = if *change == i64::MAX { i64::MAX } else { *change + i64::from(count) };
                    }
                    for &(local, count) in &rule.take {
                        let needed = need.entry(local).or_default();
                        if *needed != OMEGA {
                            *needed = needed.checked_add(count).filter(|&sum| sum != OMEGA).ok_or(Overflow)?;
                        }
                        let change = change.entry(local).or_default();
                        *change = if *change == i64::MAX { i64::MAX } else { *change - i64::from(count) };
                    }
                    for &(local, count) in &rule.guard {
                        let needed = need.entry(local).or_default();
                        *needed = (*needed).max(count);
                    }
                }
                Item::Acceleration(number) => {
                    let inner = self.get(number);
                    for &local in &inner.gain {
                        need.insert(local, 0);
                        change.insert(local, i64::MAX);
                    }
                    for &(local, count) in &inner.need {
                        let needed = need.entry(local).or_default();
                        *needed = (*needed).max(count);
                    }
                }
            }
        }
        Ok((need, change))
    }
}
