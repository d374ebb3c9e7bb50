//! Forward search run directly on a Boolean program: rules are made when a configuration first has the pair of shared and
//! local values that they start from, so nothing is looked at that cannot be reached ("what you see is what you pay",
//! papers/ucob, in the other direction).
//!
//! A step that moves other threads ends the search: programs with broadcasts, signals or passive updates are refused as
//! soon as such a step can happen.

use super::numbers::Numbers;
use crate::Reason;
use crate::forward::steps::Steps;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::{LocalValues, Others};
use umpteen_model::boolean::view::Mains;
use umpteen_model::configuration::Configuration;
use umpteen_model::state::{Counts, counts};
use umpteen_model::system::{Initial, InitialCount, Passive, Rule, System};

/// A program seen forwards.
pub struct ProgramSteps<'a> {
    program: &'a Program,
    property: &'a Property,
    numbers: Rc<RefCell<Numbers>>,
    starts: Vec<Initial>,
    rules: Vec<Rule>,
    by_pair: FxHashMap<(u32, u32), std::ops::Range<u32>>,
}

impl<'a> ProgramSteps<'a> {
    /// Prepares the search; values are numbered in `numbers`.
    pub fn new(program: &'a Program, property: &'a Property, mains: Mains, numbers: Rc<RefCell<Numbers>>) -> Self {
        let (shared, locals) = program.starts();
        let mut starts = Vec::new();
        let number = |values: &LocalValues| numbers.borrow_mut().local(*values);
        let mut locals: Vec<u32> = locals.iter().map(number).collect();
        locals.sort_unstable();
        for shared in shared {
            let shared = numbers.borrow_mut().shared(shared);
            match mains {
                Mains::Any => {
                    let any = |&local: &u32| InitialCount { local, least: 0, unbounded: true };
                    starts.push(Initial { shared, counts: locals.iter().map(any).collect() });
                }
                Mains::One => {
                    let one = |&local: &u32| InitialCount { local, least: 1, unbounded: false };
                    starts.extend(locals.iter().map(|local| Initial { shared, counts: vec![one(local)] }));
                }
            }
        }
        ProgramSteps { program, property, numbers, starts, rules: Vec::new(), by_pair: FxHashMap::default() }
    }

    /// The rules made so far, as a system without targets.
    pub fn system(self) -> System {
        System { rules: self.rules, initial: self.starts, ..System::default() }
    }

    /// The rules that start from a pair.
    fn rules_from(&mut self, shared: u32, local: u32) -> Result<std::ops::Range<u32>, Reason> {
        if let Some(range) = self.by_pair.get(&(shared, local)) {
            return Ok(range.clone());
        }
        let mut numbers = self.numbers.borrow_mut();
        let first = self.rules.len() as u32;
        for action in self.program.actions(numbers.shared_values(shared), numbers.local_values(local)) {
            if action.others != Others::Stay {
                return Err(Reason::Broadcasts);
            }
            let given = [Some(action.local), action.created].into_iter().flatten();
            let given: Vec<(u32, u32)> = given.map(|values| (numbers.local(values), 1)).collect();
            let active: Counts = [(local, 1)].into_iter().collect();
            self.rules.push(Rule {
                from: shared,
                to: numbers.shared(action.shared),
                guard: active.clone(),
                take: active,
                give: counts(given)?,
                passive: Passive::Stay,
            });
        }
        let range = first..self.rules.len() as u32;
        self.by_pair.insert((shared, local), range.clone());
        Ok(range)
    }
}

impl Steps for ProgramSteps<'_> {
    fn starts(&self) -> &[Initial] {
        &self.starts
    }

    fn enabled(&mut self, configuration: &Configuration, found: &mut Vec<u32>) -> Result<u64, Reason> {
        for &(local, _) in configuration.locals() {
            found.extend(self.rules_from(configuration.shared, local)?);
        }
        Ok(found.len() as u64)
    }

    fn rule(&self, number: u32) -> &Rule {
        &self.rules[number as usize]
    }

    fn covered_target(&self, configuration: &Configuration) -> Option<Counts> {
        let numbers = self.numbers.borrow();
        let locals =
            || configuration.locals().iter().map(|&(local, count)| (local, numbers.local_values(local), count));
        let found = |local: u32| Some([(local, 1)].into_iter().collect());
        match self.property {
            Property::Assertions => {
                locals().find(|(_, values, _)| *values == LocalValues::FAILURE).and_then(|(local, ..)| found(local))
            }
            Property::Location(there) => {
                locals().find(|(_, values, _)| there.contains(&values.location)).and_then(|(local, ..)| found(local))
            }
            Property::Exclusive(first, second) => {
                for (one, values, count) in locals().filter(|(_, values, _)| first.contains(&values.location)) {
                    let twice = count > 1 && second.contains(&values.location);
                    let mut others = locals().filter(|(other, ..)| *other != one);
                    let other =
                        others.find(|(_, values, _)| second.contains(&values.location)).map(|(other, ..)| other);
                    if let Some(other) = other.or(twice.then_some(one)) {
                        return counts([(one, 1), (other, 1)]).ok();
                    }
                }
                None
            }
            Property::Invariant(invariant) => {
                let violated = numbers.shared_values(configuration.shared).violates(invariant);
                violated.then(Counts::new)
            }
        }
    }
}
