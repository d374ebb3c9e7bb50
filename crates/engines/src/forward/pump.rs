//! From a run with accelerations to a concrete one: how often must each loop be repeated, and how many threads does the
//! start need?
//!
//! The run is read backwards with a demand: the threads that must be there at least. A rule turns the demand after it
//! into the one before it. A loop is repeated just as often as the demand exceeds what is there without it; enabling
//! the first and the last round enables all, since every round changes the counters alike.

use super::acceleration::{Accelerations, Item};
use super::steps::Steps;
use super::tree::Tree;
use crate::Reason;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use umpteen_model::configuration::{Configuration, OMEGA};
use umpteen_model::evidence::{Repeat, Step, Trace};
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::Rule;

/// Threads that must be there, or the change of their numbers.
type Numbers = BTreeMap<u32, i64>;

/// A part of a concrete run.
enum Part {
    Rule(u32),
    Repeat(u32, Rc<Round>),
}

/// One round of a loop: its parts, what it needs and what it changes.
struct Round {
    parts: Vec<Part>,
    need: Numbers,
    change: Numbers,
    size: Size,
}

/// How long a run is.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Its steps, all repetitions counted.
    steps: u64,
    /// Its steps when repetitions are marked instead.
    listed: u64,
    /// How deep repetitions are nested.
    depth: u64,
}

/// A run with at most so many steps is best told step by step; a longer one with its repetitions marked.
pub const SHORT: u64 = 200;

/// The longest and the deepest run that is written down.
const LONGEST: u64 = 1_000_000;
const DEEPEST: u64 = 100;

/// A run to a state of `node` with at least the demanded threads; repetitions are marked if it has more than `short`
/// steps.
pub fn trace(tree: &Tree, node: u32, demand: &[(u32, u32)], steps: &impl Steps, short: u64) -> Result<Trace, Reason> {
    let node = &tree.nodes[node as usize];
    let (items, start) = tree.run_to(None, node.origin, &node.repeated);
    let initial = &steps.starts()[start as usize];
    let demand = demand.iter().map(|&(local, count)| (local, i64::from(count))).collect();
    let mut pump = Pump { accelerations: &tree.accelerations, steps, rounds: FxHashMap::default() };
    pump.prepare(&items)?;
    let (parts, demand) = pump.concrete(&Configuration::of_initial(initial)?, &items, demand)?;
    let mut state = initial.least();
    for (&local, &count) in &demand {
        let count = u32::try_from(count).map_err(|_| Overflow)?;
        if count > state.count(local) {
            state.set(local, count);
        }
    }
    assert!(initial.contains(&state), "the demand at the start is met by a start");
    written(state, &parts, short)
}

struct Pump<'a, S> {
    accelerations: &'a Accelerations,
    steps: &'a S,
    rounds: FxHashMap<u32, Rc<Round>>,
}

impl<S: Steps> Pump<'_, S> {
    /// Makes a round of every acceleration that a run uses, the oldest first: it uses none that is younger.
    fn prepare(&mut self, items: &[Item]) -> Result<(), Reason> {
        let mut pending: Vec<Item> = items.to_vec();
        let mut used = std::collections::BTreeSet::new();
        while let Some(item) = pending.pop() {
            if let Item::Acceleration(number) = item
                && used.insert(number)
            {
                pending.extend(&self.accelerations.get(number).body);
            }
        }
        for number in used {
            let round = self.round(number)?;
            self.rounds.insert(number, Rc::new(round));
        }
        Ok(())
    }

    /// A concrete run along `items` from a state of `start` to one that meets the demand, and what it needs.
    fn concrete(
        &self,
        start: &Configuration,
        items: &[Item],
        mut demand: Numbers,
    ) -> Result<(Vec<Part>, Numbers), Reason> {
        // The configuration before each item, without further repetition.
        let mut labels = vec![start.clone()];
        for item in items {
            let label = labels.last().expect("starts with one");
            let after = match *item {
                Item::Rule(number) => label.fire(self.steps.rule(number))?.expect("the run is possible"),
                Item::Acceleration(number) => {
                    let mut after = label.clone();
                    self.accelerations.repeat(number, &mut after);
                    after
                }
            };
            labels.push(after);
        }
        let mut parts = Vec::new();
        for (item, label) in items.iter().zip(&labels).rev() {
            match *item {
                Item::Rule(number) => {
                    before_rule(self.steps.rule(number), &mut demand);
                    parts.push(Part::Rule(number));
                }
                Item::Acceleration(number) => {
                    let missing = |local: u32| match (demand.get(&local), label.count(local)) {
                        (None, _) | (_, OMEGA) => 0,
                        (Some(demanded), present) => demanded - i64::from(present),
                    };
                    let gain = &self.accelerations.get(number).gain;
                    if gain.iter().all(|&local| missing(local) <= 0) {
                        continue;
                    }
                    let round = &self.rounds[&number];
                    // Rounded up: each round gains at least one.
                    let rounds = |local: &u32| (missing(*local).max(0) + round.change[local] - 1) / round.change[local];
                    let times = gain.iter().map(rounds).max().expect("something is missing");
                    before_repeat(round, times, &mut demand)?;
                    parts.push(Part::Repeat(u32::try_from(times).map_err(|_| Overflow)?, Rc::clone(round)));
                }
            }
        }
        parts.reverse();
        Ok((parts, demand))
    }

    /// One round of an acceleration that gains at least one thread in each of its local states.
    fn round(&self, number: u32) -> Result<Round, Reason> {
        let acceleration = self.accelerations.get(number);
        let start = Configuration::new(acceleration.shared, acceleration.need.clone());
        let finite = acceleration.need.iter().filter(|&&(_, count)| count != OMEGA);
        let mut demand: Numbers = finite.map(|&(local, count)| (local, i64::from(count))).collect();
        for &local in &acceleration.gain {
            *demand.entry(local).or_default() += 1;
        }
        let (parts, need) = self.concrete(&start, &acceleration.body, demand)?;
        let mut change = Numbers::new();
        let mut add = |local: u32, count: Option<i64>| {
            let entry = change.entry(local).or_default();
            *entry = count.and_then(|count| entry.checked_add(count)).ok_or(Overflow)?;
            Ok::<(), Overflow>(())
        };
        for part in &parts {
            match part {
                Part::Rule(number) => {
                    let rule = self.steps.rule(*number);
                    rule.give.iter().try_for_each(|&(local, count)| add(local, Some(i64::from(count))))?;
                    rule.take.iter().try_for_each(|&(local, count)| add(local, Some(-i64::from(count))))?;
                }
                Part::Repeat(times, round) => {
                    let mut changes = round.change.iter();
                    changes.try_for_each(|(&local, count)| add(local, count.checked_mul(i64::from(*times))))?;
                }
            }
        }
        let size = size(&parts);
        Ok(Round { parts, need, change, size })
    }
}

/// The demand before a rule: `max(guard, take + (demand - give))`.
fn before_rule(rule: &Rule, demand: &mut Numbers) {
    for &(local, count) in &rule.give {
        if let Some(demanded) = demand.get_mut(&local) {
            *demanded = (*demanded - i64::from(count)).max(0);
        }
    }
    for &(local, count) in &rule.take {
        *demand.entry(local).or_default() += i64::from(count);
    }
    for &(local, count) in &rule.guard {
        let demanded = demand.entry(local).or_default();
        *demanded = (*demanded).max(i64::from(count));
    }
}

/// The demand before so many rounds: enough for the first, for the last, and for what comes after.
fn before_repeat(round: &Round, times: i64, demand: &mut Numbers) -> Result<(), Overflow> {
    let mut locals: Vec<u32> = demand.keys().chain(round.need.keys()).chain(round.change.keys()).copied().collect();
    locals.sort_unstable();
    locals.dedup();
    for local in locals {
        let of = |numbers: &Numbers| numbers.get(&local).copied().unwrap_or(0);
        let (need, change) = (of(&round.need), of(&round.change));
        let all = change.checked_mul(times).ok_or(Overflow)?;
        let last = need.checked_sub(all - change).ok_or(Overflow)?;
        let after = of(demand).checked_sub(all).ok_or(Overflow)?;
        let before = need.max(last).max(after).max(0);
        // So the sums over the rules of a run stay far below the limit of 64 bits.
        u32::try_from(before).map_err(|_| Overflow)?;
        demand.insert(local, before);
    }
    Ok(())
}

/// The parts as a trace.
fn written(initial: State, parts: &[Part], short: u64) -> Result<Trace, Reason> {
    let mut trace = Trace { initial, steps: Vec::new(), repeats: Vec::new() };
    let size = size(parts);
    let flat = size.steps <= short;
    if !flat && (size.listed > LONGEST || size.depth > DEEPEST) {
        return Err(Reason::RunTooLong);
    }
    write(parts, flat, &mut trace);
    Ok(trace)
}

fn size(parts: &[Part]) -> Size {
    parts.iter().fold(Size::default(), |sum, part| {
        let one = Size { steps: 1, listed: 1, depth: 0 };
        let part = match part {
            Part::Rule(_) => one,
            Part::Repeat(times, round) => Size {
                steps: round.size.steps.saturating_mul(u64::from(*times)),
                listed: round.size.listed,
                depth: round.size.depth + 1,
            },
        };
        Size {
            steps: sum.steps.saturating_add(part.steps),
            listed: sum.listed.saturating_add(part.listed),
            depth: sum.depth.max(part.depth),
        }
    })
}

fn write(parts: &[Part], flat: bool, trace: &mut Trace) {
    for part in parts {
        match part {
            Part::Rule(rule) => trace.steps.push(Step { rule: *rule, moved: Vec::new() }),
            Part::Repeat(times, round) if flat || *times == 1 => {
                (0..*times).for_each(|_| write(&round.parts, flat, trace));
            }
            Part::Repeat(times, round) => {
                let (first, place) = (trace.steps.len(), trace.repeats.len());
                trace.repeats.push(Repeat { first, steps: 0, times: *times });
                write(&round.parts, flat, trace);
                trace.repeats[place].steps = trace.steps.len() - first;
            }
        }
    }
}
