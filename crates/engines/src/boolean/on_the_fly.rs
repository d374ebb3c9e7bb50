//! Backward search run directly on a Boolean program (papers/ucob): no state is built that the search does not ask for.
//!
//! Alg. 2 of the paper executes statements backwards. Here a statement is never inverted: for an edge into the state at
//! hand, the values before it are those after it except for the few variables that the statement assigns; each such
//! candidate is executed forwards and kept if it arrives (generate and test, over the trusted forward semantics). The
//! step becomes a rule, and the rule's cover predecessors are computed as for explicit systems: direct and expanded
//! predecessors, creations, broadcasts and signals are the cases of `crate::predecessors`.
//!
//! Threads that have to be added (expansion, creators, waiters, failed assertions) can have any local values. They are
//! drawn from a domain: all values (`Off`), or those that one thread reaches when shared variables are taken for
//! arbitrary (`SingleThread`, Sect. V of the paper).
//!
//! Differs from the paper: the statement is tested forwards instead of solved by SAT; a certificate or trace is made of
//! the result, over the values that may occur. With both improvements of Sect. V the search is that of the paper;
//! by default umpteen decides the counter system over the thread-modular pairs instead, which is faster.

use super::domain::changing_globals;
use super::numbers::Numbers;
use crate::counter_system::{CounterSystem, Predecessor};
use crate::predecessors::predecessors;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use umpteen_model::boolean::program::{Instruction, Program, Property};
use umpteen_model::boolean::step::{Action, FAILED, LocalValues, Others, SharedValues};
use umpteen_model::boolean::view::{Mains, each_multiset};
use umpteen_model::state::{Overflow, State, counts};
use umpteen_model::system::{Passive, Rule, System};

/// Which edges are tried with an added thread (Sect. V of the paper: those that change the shared state suffice).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expansion {
    /// All.
    All,
    /// The edges that change the shared state.
    #[default]
    SharedChanging,
}

/// A program seen backwards.
pub struct OnTheFly<'a> {
    program: &'a Program,
    property: &'a Property,
    mains: Mains,
    expansion: Expansion,
    /// The local values that an added thread may have, by location.
    domain: FxHashMap<u32, Vec<LocalValues>>,
    /// Every edge by the location that it leads to; failing assertions lead to `FAILED`.
    into: FxHashMap<u32, Vec<(u32, usize)>>,
    numbers: Rc<RefCell<Numbers>>,
}

impl<'a> OnTheFly<'a> {
    /// Prepares the search; `domain` holds the local values that an added thread may have, and values are numbered in
    /// `numbers`.
    pub fn new(
        program: &'a Program,
        property: &'a Property,
        mains: Mains,
        expansion: Expansion,
        domain: Vec<LocalValues>,
        numbers: Rc<RefCell<Numbers>>,
    ) -> OnTheFly<'a> {
        let mut by_location: FxHashMap<u32, Vec<LocalValues>> = FxHashMap::default();
        for values in domain {
            by_location.entry(values.location).or_default().push(values);
        }
        let mut into: FxHashMap<u32, Vec<(u32, usize)>> = FxHashMap::default();
        for (at, location) in (0u32..).zip(&program.locations) {
            for (number, edge) in location.edges.iter().enumerate() {
                into.entry(edge.to).or_default().push((at, number));
                if matches!(edge.instruction, Instruction::Assert(_)) {
                    into.entry(FAILED).or_default().push((at, number));
                }
            }
        }
        OnTheFly { program, property, mains, expansion, domain: by_location, into, numbers }
    }

    /// The values that the numbers of a state found by the search stand for.
    pub fn values(&self, state: &State) -> (SharedValues, Vec<(LocalValues, u32)>) {
        let numbers = self.numbers.borrow();
        let locals = state.locals().iter().map(|&(local, count)| (numbers.local_values(local), count));
        (numbers.shared_values(state.shared), locals.collect())
    }

    fn domain_at(&self, location: u32) -> &[LocalValues] {
        self.domain.get(&location).map_or(&[], Vec::as_slice)
    }

    fn numbered(&self, shared: SharedValues, locals: &[LocalValues]) -> State {
        let mut numbers = self.numbers.borrow_mut();
        let locals: Vec<(u32, u32)> = locals.iter().map(|values| (numbers.local(*values), 1)).collect();
        State::new(numbers.shared(shared), locals).expect("a few threads")
    }

    /// The shared values before an edge that leads to `after`: those of assigned variables are free.
    fn shared_before(&self, instruction: &Instruction, after: SharedValues) -> Vec<SharedValues> {
        let with = |atomic, values| SharedValues { atomic, values };
        match instruction {
            Instruction::Update(update) => {
                let free = update.globals.iter().map(|(number, _)| *number);
                every_value(after.values, free).into_iter().map(|values| with(after.atomic, values)).collect()
            }
            Instruction::AtomicBegin | Instruction::AtomicEnd | Instruction::Assert(_) => {
                vec![with(false, after.values), with(true, after.values)]
            }
            _ => vec![after],
        }
    }

    /// The values of a thread before an edge that it arrives by.
    fn local_before(&self, location: u32, instruction: &Instruction, after: LocalValues) -> Vec<LocalValues> {
        if after.location == FAILED {
            return self.domain_at(location).to_vec();
        }
        let assigned = match instruction {
            Instruction::Update(update) => update.locals.as_slice(),
            _ => &[],
        };
        // What means nothing after the step may have had any value before it.
        let lost = self.dead(after.location) & !self.dead(location);
        let lost = (0..64).filter(|number| lost >> number & 1 == 1);
        let free = assigned.iter().map(|(number, _)| *number).chain(lost);
        let before = LocalValues { location, values: after.values & !self.dead(location), ..after };
        let candidates = every_value(before.values, free).into_iter().map(|values| LocalValues { values, ..before });
        match instruction {
            Instruction::AtomicBegin | Instruction::AtomicEnd => {
                candidates.flat_map(|before| [false, true].map(|inside| LocalValues { inside, ..before })).collect()
            }
            _ => candidates.collect(),
        }
    }

    /// The local variables without a meaning at a location.
    fn dead(&self, location: u32) -> u64 {
        self.program.locations.get(location as usize).map_or(0, |location| location.dead)
    }

    /// Appends the predecessors of `state` by one edge, taken by a thread with one of the given values before.
    fn by_edge(
        &self,
        state: &State,
        location: u32,
        number: usize,
        before: &[LocalValues],
        found: &mut Vec<Predecessor>,
    ) -> Result<(), Overflow> {
        let after = self.values(state).0;
        let instruction = &self.program.locations[location as usize].edges[number].instruction;
        for shared in self.shared_before(instruction, after) {
            for &local in before.iter().filter(|local| shared.atomic || !local.inside) {
                for action in self.program.actions(shared, local) {
                    if action.edge != number || action.shared != after {
                        continue;
                    }
                    let rule = self.rule(state, shared, local, &action);
                    predecessors(&rule, state, |before| {
                        let together = || self.may_move_together(&before, state, &rule, shared, local, &action);
                        if !before.covers(state) && self.is_possible(&before) && together() {
                            found.push(Predecessor { rule: 0, state: before });
                        }
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The action as a rule that treats the threads of `state`, and those that could become them, as it should.
    fn rule(&self, state: &State, shared: SharedValues, local: LocalValues, action: &Action) -> Rule {
        let named: Vec<LocalValues> = self.values(state).1.into_iter().map(|(values, _)| values).collect();
        let images: Vec<(LocalValues, Vec<LocalValues>)> = match action.others {
            Others::Stay => Vec::new(),
            Others::ReleaseAll(condition) | Others::ReleaseOne(condition) => {
                let waiting = self.program.locations.iter().zip(0u32..).filter(|(location, _)| {
                    location.edges.iter().any(|edge| matches!(edge.instruction, Instruction::Wait(c) if c == condition))
                });
                let candidates = waiting.flat_map(|(_, at)| self.domain_at(at)).filter(|values| !values.inside);
                candidates.filter_map(|&q| Some((q, vec![self.program.released(q, condition)?]))).collect()
            }
            Others::Change => {
                let edge = &self.program.locations[local.location as usize].edges[action.edge];
                let Instruction::Update(update) = &edge.instruction else {
                    return self.plain_rule(shared, local, action);
                };
                let mut sources: Vec<LocalValues> = Vec::new();
                for q in named.iter().filter(|q| !q.inside) {
                    let free = update.passive.iter().map(|(number, _)| *number);
                    sources.extend(every_value(q.values, free).into_iter().map(|values| LocalValues { values, ..*q }));
                }
                sources.sort_unstable();
                sources.dedup();
                sources.into_iter().map(|q| (q, self.program.images(shared, local, action, q))).collect()
            }
        };
        let mut rule = self.plain_rule(shared, local, action);
        let mut numbers = self.numbers.borrow_mut();
        let mut numbered: Vec<(u32, Vec<u32>)> = images
            .into_iter()
            .map(|(q, images)| (numbers.local(q), images.into_iter().map(|image| numbers.local(image)).collect()))
            .collect();
        numbered.sort_unstable();
        numbered.dedup();
        let single = || numbered.iter().map(|(source, images)| (*source, images[0])).collect();
        rule.passive = match action.others {
            Others::Stay => Passive::Stay,
            Others::ReleaseAll(_) => Passive::All(single()),
            Others::ReleaseOne(_) => Passive::One(single()),
            Others::Change => Passive::Each { images: numbered, forbidden: Vec::new() },
        };
        rule
    }

    /// Whether the threads of `before` can make the step to `after` as far as constraints over several of them go.
    fn may_move_together(
        &self,
        before: &State,
        after: &State,
        rule: &Rule,
        shared: SharedValues,
        local: LocalValues,
        action: &Action,
    ) -> bool {
        let sizes = self.program.group_sizes(local, action);
        if sizes.is_empty() {
            return true;
        }
        let values = |number: u32| self.numbers.borrow().local_values(number);
        let moves = rule.passive.moves();
        let mut forbidden = Vec::new();
        for size in sizes {
            each_multiset(&moves, size, &mut Vec::new(), &mut |group| {
                let together: Vec<_> = group.iter().map(|&(source, image)| (values(source), values(image))).collect();
                if !self.program.may_move_together(shared, local, action, &together) {
                    forbidden.push(group.to_vec());
                }
                Some(())
            });
        }
        let Passive::Each { images, .. } = &rule.passive else { return true };
        let rule = Rule { passive: Passive::Each { images: images.clone(), forbidden }, ..rule.clone() };
        let outcomes = System::default().fire(&rule, before);
        outcomes.is_ok_and(|outcomes| outcomes.iter().any(|outcome| outcome.state.covers(after)))
    }

    fn plain_rule(&self, shared: SharedValues, local: LocalValues, action: &Action) -> Rule {
        let mut numbers = self.numbers.borrow_mut();
        let active = (numbers.local(local), 1);
        let given: Vec<(u32, u32)> = [Some(action.local), action.created]
            .into_iter()
            .flatten()
            .map(|values| (numbers.local(values), 1))
            .collect();
        Rule {
            from: numbers.shared(shared),
            to: numbers.shared(action.shared),
            guard: [active].into_iter().collect(),
            take: [active].into_iter().collect(),
            give: counts(given).expect("two threads at most"),
            passive: Passive::Stay,
        }
    }

    /// At most one thread is inside an atomic section, and only while the shared bit says so; and every thread has
    /// values of the domain.
    fn is_possible(&self, state: &State) -> bool {
        let (shared, locals) = self.values(state);
        let inside: u32 = locals.iter().filter(|(values, _)| values.inside).map(|(_, count)| count).sum();
        let known = |values: &LocalValues| {
            values.location == FAILED || self.domain_at(values.location).binary_search(values).is_ok()
        };
        inside <= u32::from(shared.atomic) && locals.iter().all(|(values, _)| known(values))
    }

    /// Whether an edge may change the shared state.
    fn changes_shared(instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Update(update) => !update.globals.is_empty() || update.concerns_others(),
            Instruction::AtomicBegin | Instruction::AtomicEnd | Instruction::Assert(_) => true,
            // These concern other threads, so the shortcut for steps of one thread does not apply.
            Instruction::Start { .. } | Instruction::Signal(_) | Instruction::Broadcast(_) => true,
            Instruction::Wait(_) => false,
        }
    }
}

impl CounterSystem for OnTheFly<'_> {
    fn targets(&self) -> impl Iterator<Item = State> {
        let (first, changing) = changing_globals(self.program);
        let shared = every_value(first, changing.into_iter()).into_iter();
        let shared = shared.flat_map(|values| [false, true].map(|atomic| SharedValues { atomic, values }));
        shared.flat_map(|shared| match self.property {
            Property::Assertions => vec![self.numbered(shared, &[LocalValues::FAILURE])],
            Property::Location(locations) => {
                let there = locations.iter().flat_map(|&at| self.domain_at(at));
                there.map(|&local| self.numbered(shared, &[local])).collect()
            }
            Property::Exclusive(first, second) => {
                let second: Vec<LocalValues> = second.iter().flat_map(|&at| self.domain_at(at)).copied().collect();
                let both = |one: LocalValues| second.iter().map(move |&other| [one, other]).collect::<Vec<_>>();
                let pairs = first.iter().flat_map(|&at| self.domain_at(at)).flat_map(|&one| both(one));
                pairs.map(|pair| self.numbered(shared, &pair)).collect()
            }
            Property::Invariant(invariant) if shared.violates(invariant) => vec![self.numbered(shared, &[])],
            Property::Invariant(_) => Vec::new(),
        })
    }

    fn initial_covering(&self, state: &State) -> Option<State> {
        let (shared, locals) = self.values(state);
        let threads: u32 = locals.iter().map(|(_, count)| count).sum();
        let mains = || locals.iter().all(|(values, _)| self.program.may_start_local(*values));
        let possible = self.program.may_start_shared(shared) && mains();
        match self.mains {
            _ if !possible => None,
            Mains::Any => Some(state.clone()),
            Mains::One if threads > 1 => None,
            Mains::One if threads == 1 => Some(state.clone()),
            Mains::One => Some(self.numbered(shared, &self.program.starts().1[..1])),
        }
    }

    fn cover_predecessors(&self, state: &State, found: &mut Vec<Predecessor>) -> Result<(), Overflow> {
        let (_, locals) = self.values(state);
        // Direct: a thread of the state arrived by an edge.
        for (after, _) in &locals {
            for &(location, number) in self.into.get(&after.location).into_iter().flatten() {
                let instruction = &self.program.locations[location as usize].edges[number].instruction;
                self.by_edge(state, location, number, &self.local_before(location, instruction, *after), found)?;
            }
        }
        // Expanded: a thread outside the state took an edge; its values are drawn from the domain.
        for (location, at) in self.program.locations.iter().zip(0u32..) {
            for (number, edge) in location.edges.iter().enumerate() {
                if self.expansion == Expansion::All || Self::changes_shared(&edge.instruction) {
                    self.by_edge(state, at, number, self.domain_at(at), found)?;
                }
            }
        }
        Ok(())
    }

    fn is_excluded(&self, state: &State) -> bool {
        !self.is_possible(state)
    }

    fn distance(&self, _: &State) -> u64 {
        0
    }

    fn reduce(&self, _: &mut State) {}
}

/// Every word that equals `word` except in the free bits.
pub(crate) fn every_value(word: u64, free: impl Iterator<Item = u8>) -> Vec<u64> {
    let mut words = vec![word];
    let mut seen = 0u64;
    for number in free {
        if seen >> number & 1 == 1 {
            continue;
        }
        seen |= 1 << number;
        words = words.iter().flat_map(|word| [word & !(1 << number), word | 1 << number]).collect();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::boolean::program::{Location, Variable};

    #[test]
    fn a_run_starts_with_the_first_thread_of_the_state_or_with_one_that_it_does_without() {
        let any = Variable { name: "any".to_string(), initial: None };
        let locations = vec![Location::default()];
        let program = Program { locals: vec![any], locations, ..Program::default() };
        let (_, mains) = program.starts();
        let property = Property::Assertions;
        let covering = |kind, threads: &[LocalValues]| {
            let numbers = Rc::default();
            let search = OnTheFly::new(&program, &property, kind, Expansion::All, Vec::new(), numbers);
            let state = search.numbered(program.starts().0[0], threads);
            Some(search.values(&search.initial_covering(&state)?).1)
        };
        assert_eq!(covering(Mains::One, &[]), Some(vec![(mains[0], 1)]), "the first thread is always there");
        assert_eq!(covering(Mains::Any, &[]), Some(vec![]));
        for main in &mains {
            assert_eq!(covering(Mains::One, &[*main]), Some(vec![(*main, 1)]));
        }
        assert_eq!(covering(Mains::One, &[mains[0], mains[1]]), None);
        assert_eq!(covering(Mains::Any, &[mains[0], mains[1]]), Some(vec![(mains[0], 1), (mains[1], 1)]));
        assert_eq!(covering(Mains::Any, &[LocalValues { location: 7, ..mains[0] }]), None);
    }

    #[test]
    fn a_variable_that_is_free_twice_is_free_once() {
        assert_eq!(every_value(0b100, [0, 1, 0].into_iter()), [0b100, 0b110, 0b101, 0b111]);
    }
}
