//! The envelope: an over-approximation of the stacks that each thread can have (papers/kinduction Sect. 4, Principle
//! 2).
//!
//! `post*` by saturation (Schwoon 2002), for all kinds of threads at once. With data, a thread may see the shared state
//! change as the others can change it, as far as their own envelopes tell (thread-modular). Without, the shared state
//! is ignored altogether, as in the paper: all branches are taken.
//!
//! An edge of the automaton of a thread is added once and then processed. Where a rule pops, the shared state after it
//! reads whatever comes below: it *follows* the state there. The same is done for changes by other threads.

use super::kinds::Kinds;
use super::languages::{Language, Languages, Nondeterministic};
use crate::budget::{Budget, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::pushdown::PushdownSystem;

/// The precision of the envelope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnvelopeKind {
    /// Stacks only.
    Stacks,
    /// Stacks together with shared states.
    #[default]
    Data,
}

/// The stacks of each kind of threads for each shared state.
pub struct Envelope {
    kind: EnvelopeKind,
    stacks: Vec<Vec<Language>>,
}

impl Envelope {
    /// The stacks that a thread of a kind may have with a shared state.
    pub fn of(&self, kind: usize, shared: u32) -> Language {
        match self.kind {
            EnvelopeKind::Stacks => self.stacks[kind][0],
            EnvelopeKind::Data => self.stacks[kind][shared as usize],
        }
    }
}

/// Computes the envelope.
pub fn envelope(
    system: &PushdownSystem,
    kinds: &Kinds,
    kind: EnvelopeKind,
    languages: &mut Languages,
    budget: &Budget,
) -> Result<Envelope, Stop> {
    let class = |shared: u32| if kind == EnvelopeKind::Data { shared } else { 0 };
    let classes = if kind == EnvelopeKind::Data { system.shared.len() as u32 } else { 1 };
    let mut rules: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
    for (number, rule) in (0..).zip(&system.rules) {
        rules.entry((class(rule.from), rule.top)).or_default().push(number);
    }
    // One thread of each kind.
    let mut threads: Vec<Thread> = kinds.members.iter().map(|_| Thread::new(classes)).collect();
    for (thread, members) in threads.iter_mut().zip(&kinds.members) {
        let stack = &system.threads[members[0]];
        for &shared in &system.initial {
            let mut from = class(shared);
            for &symbol in stack {
                let to = thread.fresh();
                thread.add(from, symbol, to);
                from = to;
            }
            thread.accept(from);
        }
    }
    // Changes of the shared state that some thread can make.
    let mut changes: FxHashSet<(usize, u32, u32)> = FxHashSet::default();
    while let Some(at) = threads.iter().position(|thread| !thread.pending.is_empty()) {
        budget.check()?;
        let (from, top, below) = threads[at].pending.pop().expect("this one has something pending");
        if from >= classes {
            continue;
        }
        for &number in rules.get(&(from, top)).into_iter().flatten() {
            let rule = &system.rules[number as usize];
            let to = class(rule.to);
            let thread = &mut threads[at];
            match rule.push.as_slice() {
                [] => thread.follow(to, below),
                [one] => thread.add(to, *one, below),
                [one, other, ..] => {
                    let called = thread.called(to, *one);
                    thread.add(to, *one, called);
                    thread.add(called, *other, below);
                }
            }
            if from != to && changes.insert((at, from, to)) {
                // It sees its own changes as those of another thread, if there is an equal one.
                let sees = |other: usize| other != at || kinds.members[at].len() > 1;
                for (_, other) in threads.iter_mut().enumerate().filter(|(other, _)| sees(*other)) {
                    other.follow(to, from);
                }
            }
        }
    }
    let mut stacks = Vec::new();
    for thread in &threads {
        let row = (0..classes).map(|class| languages.of(thread, class, budget)).collect::<Result<_, _>>()?;
        stacks.push(row);
    }
    Ok(Envelope { kind, stacks })
}

/// The automaton of one thread.
struct Thread {
    edges: Vec<Vec<(u32, u32)>>,
    known: FxHashSet<(u32, u32, u32)>,
    accepting: Vec<bool>,
    /// The states that read all that a state reads.
    followers: Vec<Vec<u32>>,
    called: FxHashMap<(u32, u32), u32>,
    pending: Vec<(u32, u32, u32)>,
}

impl Thread {
    fn new(classes: u32) -> Thread {
        let classes = classes as usize;
        Thread {
            edges: vec![Vec::new(); classes],
            known: FxHashSet::default(),
            accepting: vec![false; classes],
            followers: vec![Vec::new(); classes],
            called: FxHashMap::default(),
            pending: Vec::new(),
        }
    }

    fn fresh(&mut self) -> u32 {
        self.edges.push(Vec::new());
        self.accepting.push(false);
        self.followers.push(Vec::new());
        self.edges.len() as u32 - 1
    }

    /// The state between the two symbols of a call.
    fn called(&mut self, shared: u32, symbol: u32) -> u32 {
        if let Some(state) = self.called.get(&(shared, symbol)) {
            return *state;
        }
        let state = self.fresh();
        self.called.insert((shared, symbol), state);
        state
    }

    fn add(&mut self, from: u32, symbol: u32, to: u32) {
        let mut new = vec![from];
        while let Some(from) = new.pop() {
            if self.known.insert((from, symbol, to)) {
                self.edges[from as usize].push((symbol, to));
                self.pending.push((from, symbol, to));
                new.extend(&self.followers[from as usize]);
            }
        }
    }

    fn accept(&mut self, state: u32) {
        let mut new = vec![state];
        while let Some(state) = new.pop() {
            if !std::mem::replace(&mut self.accepting[state as usize], true) {
                new.extend(&self.followers[state as usize]);
            }
        }
    }

    /// From now on `state` reads all that `other` reads.
    fn follow(&mut self, state: u32, other: u32) {
        if state == other || self.followers[other as usize].contains(&state) {
            return;
        }
        self.followers[other as usize].push(state);
        for (symbol, to) in self.edges[other as usize].clone() {
            self.add(state, symbol, to);
        }
        if self.accepting[other as usize] {
            self.accept(state);
        }
    }
}

impl Nondeterministic for Thread {
    fn edges(&self, state: u32) -> Vec<(u32, u32)> {
        self.edges[state as usize].clone()
    }

    fn accepts(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }
}
