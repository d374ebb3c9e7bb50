//! Threads with stacks: K-induction with amplification (Prabhu, Reps, Lal and Kidd 2011, papers/kinduction).
//!
//! An epoch is one round in which every thread runs once, in order, for as long as it likes; where it is the turn of
//! one of several equal threads, any one of them may run (see `kinds`). Backwards from the targets, epoch after epoch,
//! the states within the envelope that can reach a target are collected. If an initial state is among them after K
//! epochs, that is a bug (the base case, which is context-bounded analysis). If an epoch adds nothing, no further one
//! ever will: the inductive case, `B(K+1) - B(K) = ∅` within the envelope (Eqn. 9). Nothing has to be computed twice
//! for a larger K.
//!
//! Differs from the paper: there, K epochs become one sequential program over K copies of the shared state (Lal and
//! Reps 2009), and a model checker for pushdown systems does the rest. Here the sets of global states are kept as
//! unions of boxes (Qadeer and Rehof 2005), a shared state and a regular set of stacks for each thread, and one thread
//! at a time is run backwards by saturation. The copies of the shared state, the guesses and their check disappear.
//! Recursion is allowed. The envelope may know about data. Equal threads are interchangeable: the sets of states are
//! closed under exchanging their stacks. They still grow from epoch to epoch, hold what the paper's epochs lead to, and
//! hold only states that lead to a target, so both cases of the induction remain right, with a K that is at most the
//! paper's.

pub mod boxes;
pub mod cover;
pub mod envelope;
pub mod kinds;
pub mod languages;
mod proof;
pub mod saturation;

use crate::Reason;
use crate::budget::Budget;
use boxes::{Boxes, StackBox};
use envelope::{Envelope, EnvelopeKind};
use kinds::Kinds;
use languages::{Language, Languages, NOTHING};
use rustc_hash::FxHashMap;
use saturation::RulesByResult;
use std::rc::Rc;
use umpteen_model::pushdown::{PushdownProof, PushdownSystem, PushdownTrace, Stacks};

/// The result of the induction.
pub enum Found {
    /// No target can be reached.
    Proof(PushdownProof),
    /// A target can be reached.
    Run(PushdownTrace),
    /// No target can be reached within as many epochs as were allowed.
    NotWithin(u32),
}

/// How the search went, epoch by epoch.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// How many boxes each epoch added, with a state that none of the epochs before has: a counterexample to induction.
    pub epochs: Vec<(usize, Option<Stacks>)>,
}

/// Decides a system, with at most so many epochs if a bound is given.
pub fn run(
    system: &PushdownSystem,
    kind: EnvelopeKind,
    most_epochs: Option<u32>,
    budget: &Budget,
    history: &mut History,
) -> Result<Found, Reason> {
    let mut languages = Languages::default();
    let kinds = Kinds::new(system);
    let envelope = envelope::envelope(system, &kinds, kind, &mut languages, budget)?;
    let mut search = Search {
        system,
        kinds,
        rules: RulesByResult::new(system),
        languages,
        envelope,
        boxes: Boxes::default(),
        next: Vec::new(),
        done: Vec::new(),
        before: FxHashMap::default(),
        fresh: None,
    };
    search.targets(budget)?;
    if let Some(trace) = search.bug(0, budget)? {
        return Ok(Found::Run(trace));
    }
    for epoch in 1u32.. {
        let known = search.boxes.all.len();
        search.fresh = None;
        // A run goes through the threads in order, so the last one comes first.
        for thread in (0..system.threads.len()).rev() {
            let first = search.boxes.all.len();
            search.context(search.kinds.of[thread], budget)?;
            if let Some(trace) = search.bug(first, budget)? {
                return Ok(Found::Run(trace));
            }
        }
        let added = search.boxes.all.len() - known;
        history.epochs.push((added, search.fresh.take().map(|new| search.example(&new))));
        budget.report(search.boxes.all.len() as u64, added);
        if added == 0 {
            return Ok(Found::Proof(search.proof((epoch - 1).max(1))));
        }
        if most_epochs.is_some_and(|most| epoch >= most) {
            return Ok(Found::NotWithin(epoch));
        }
    }
    unreachable!("epochs are counted until something is found out")
}

/// Sets of stacks by shared state.
type Rows = Rc<[(u32, Language)]>;

/// How a box gets closer to the targets.
struct Step {
    /// For each thread of the box, the thread of the box before its stacks were sorted.
    order: Box<[u8]>,
    /// The one that runs, as it was before sorting.
    thread: usize,
    /// The box that it gets to.
    to: usize,
}

struct Search<'a> {
    system: &'a PushdownSystem,
    kinds: Kinds,
    rules: RulesByResult<'a>,
    languages: Languages,
    envelope: Envelope,
    boxes: Boxes,
    /// For each box, where it leads; none for targets.
    next: Vec<Option<Step>>,
    /// For each box, the threads that were run backwards from it. Of equal threads with equal stacks, only the first
    /// is.
    done: Vec<u64>,
    /// Where a thread of a kind can come from: sets of stacks by shared state.
    before: FxHashMap<(usize, u32, Language), Rows>,
    /// The part of the first new box of an epoch that was not covered before.
    fresh: Option<StackBox>,
}

impl Search<'_> {
    /// Begins with the targets within the envelope.
    fn targets(&mut self, budget: &Budget) -> Result<(), Reason> {
        let system = self.system;
        for target in &system.targets {
            let shared = match target.shared {
                Some(shared) => shared..shared + 1,
                None => 0..system.shared.len() as u32,
            };
            for shared in shared {
                let everything = self.kinds.of.iter().map(|kind| self.envelope.of(*kind, shared)).collect();
                let mut tops = target.tops.clone();
                tops.sort_unstable();
                self.place(&tops, StackBox { shared, stacks: everything }, 0, 0, budget)?;
            }
        }
        Ok(())
    }

    /// Gives each symbol to a thread of its own, the first one from `first` on, in every way that makes a difference:
    /// equal symbols follow each other, and go to threads in order; and equal threads are taken in order.
    fn place(
        &mut self,
        tops: &[u32],
        placed: StackBox,
        taken: u64,
        first: usize,
        budget: &Budget,
    ) -> Result<(), Reason> {
        budget.check()?;
        let Some((&top, others)) = tops.split_first() else { return self.add(placed, None, budget) };
        for thread in first..placed.stacks.len() {
            if taken & 1 << thread != 0 || !self.kinds.follows(thread, taken) {
                continue;
            }
            let mut placed = placed.clone();
            placed.stacks[thread] = self.languages.with_top(placed.stacks[thread], top);
            if placed.stacks[thread] == NOTHING {
                continue;
            }
            let first = if others.first() == Some(&top) { thread + 1 } else { 0 };
            self.place(others, placed, taken | 1 << thread, first, budget)?;
        }
        Ok(())
    }

    fn add(&mut self, mut new: StackBox, next: Option<(usize, usize)>, budget: &Budget) -> Result<(), Reason> {
        let order = self.kinds.sort(&mut new.stacks);
        // Running the same thread further back gives nothing new.
        let moved = next.and_then(|(thread, _)| order.iter().position(|from| usize::from(*from) == thread));
        let done = moved.map_or(0, |thread| 1 << self.kinds.first_like(thread, &new.stacks));
        if let Some(part) = self.boxes.add(new, &self.kinds, &mut self.languages, budget)? {
            self.fresh.get_or_insert(part);
            self.next.push(next.map(|(thread, to)| Step { order, thread, to }));
            self.done.push(done);
        }
        Ok(())
    }

    /// Runs one thread of a kind backwards from all boxes.
    fn context(&mut self, kind: usize, budget: &Budget) -> Result<(), Reason> {
        let known = self.boxes.all.len();
        for at in 0..known {
            // A box that covers it is run as well, in this context.
            if self.boxes.covered_by[at].is_some_and(|larger| larger < known) {
                continue;
            }
            for member in 0..self.kinds.members[kind].len() {
                let thread = self.kinds.members[kind][member];
                let is_first = self.kinds.first_like(thread, &self.boxes.all[at].stacks) == thread;
                if is_first && self.done[at] & 1 << thread == 0 {
                    self.done[at] |= 1 << thread;
                    self.run_backwards(at, thread, budget)?;
                }
            }
        }
        Ok(())
    }

    fn run_backwards(&mut self, at: usize, thread: usize, budget: &Budget) -> Result<(), Reason> {
        let StackBox { shared, stacks } = self.boxes.all[at].clone();
        for &(before, language) in self.before(self.kinds.of[thread], shared, stacks[thread], budget)?.iter() {
            let mut stacks = stacks.clone();
            stacks[thread] = language;
            for (other, stack) in stacks.iter_mut().enumerate().filter(|(other, _)| *other != thread) {
                *stack = self.languages.meet(*stack, self.envelope.of(self.kinds.of[other], before));
            }
            self.add(StackBox { shared: before, stacks }, Some((thread, at)), budget)?;
        }
        Ok(())
    }

    /// From where a thread of a kind, alone, gets to a shared state with one of these stacks.
    fn before(&mut self, kind: usize, shared: u32, stacks: Language, budget: &Budget) -> Result<Rows, Reason> {
        if let Some(known) = self.before.get(&(kind, shared, stacks)) {
            return Ok(Rc::clone(known));
        }
        let goal = self.languages.automaton(stacks);
        let saturated = saturation::predecessors(&self.rules, shared, &goal, budget)?;
        let mut found = Vec::new();
        for before in 0..self.system.shared.len() as u32 {
            let language = self.languages.within(self.envelope.of(kind, before), &saturated, before, budget)?;
            if language != NOTHING {
                found.push((before, language));
            }
        }
        let found: Rows = found.into();
        self.before.insert((kind, shared, stacks), Rc::clone(&found));
        Ok(found)
    }

    /// A run, if an initial state is in one of the boxes from `first` on.
    fn bug(&self, first: usize, budget: &Budget) -> Result<Option<PushdownTrace>, Reason> {
        for at in first..self.boxes.all.len() {
            let found = &self.boxes.all[at];
            let mut threads = self.system.threads.iter().zip(&found.stacks);
            let holds = threads.all(|(stack, set)| self.languages.contains(*set, stack.iter().copied()));
            if self.system.initial.contains(&found.shared) && holds {
                return self.trace(at, budget).map(Some);
            }
        }
        Ok(None)
    }

    /// The run from the initial state in a box: one thread after the other gets to the next box.
    fn trace(&self, mut at: usize, budget: &Budget) -> Result<PushdownTrace, Reason> {
        let mut state = self.system.start(self.boxes.all[at].shared);
        let mut trace = PushdownTrace { shared: state.shared, steps: Vec::new() };
        // Which thread each thread of the box is: equal ones start with the same stack, so it does not matter at first.
        let mut who: Vec<usize> = (0..state.stacks.len()).collect();
        while let Some(Step { order, thread, to }) = &self.next[at] {
            let unsorted = who.clone();
            order.iter().zip(unsorted).for_each(|(from, thread)| who[usize::from(*from)] = thread);
            let goal = &self.boxes.all[*to];
            let automaton = self.languages.automaton(goal.stacks[*thread]);
            let saturated = saturation::predecessors(&self.rules, goal.shared, &automaton, budget)?;
            let runs = who[*thread];
            let stack: Vec<u32> = state.stacks[runs].iter().rev().copied().collect();
            let rules = saturated.run(state.shared, &stack).expect("the box holds states from which it gets there");
            for rule in rules {
                let fired = self.system.fire(&self.system.rules[rule as usize], runs, &state);
                state = fired.expect("saturation adds edges for rules that can fire");
                trace.steps.push((runs as u32, rule));
            }
            at = *to;
        }
        Ok(trace)
    }

    fn example(&self, of: &StackBox) -> Stacks {
        let bottom_first = |set: &Language| self.languages.example(*set).into_iter().rev().collect();
        Stacks { shared: of.shared, stacks: of.stacks.iter().map(bottom_first).collect() }
    }
}
