//! Does a recursive thread refine a finite-state abstraction? Rule (5) of papers/beacon Sect. 1: `B => F`.
//!
//! What that means, and why it carries over to any number of threads, is said in `umpteen_model::refinement`. It is decided
//! as inclusion of the words of a pushdown system in those of a finite automaton: the thread runs together with the set of
//! local states that the abstraction may be in (`product.rs`), and the set must not become empty. The sets are made as they
//! are met. Calls are summarised (Reps, Horwitz and Sagiv 1995): a *context* is a way to enter a function, it is run once, and
//! what it returns with is told to all its callers. What others may do is found along the way: whenever the thread has a
//! letter, it is done to every state in which others can move. Two ways to enter a function that others lead to one another
//! have the same continuations, so they are one context; calls wait until nothing else is left to do, for letters to be known.
//!
//! Differs from the paper: there, refinement is assumed; the tool decides rule (6) only. Sets are not compared by inclusion,
//! although a smaller one fails whenever a larger one does: a call with the larger set would then return with sets of the
//! smaller one, and could fail only because of that.

mod entries;
mod product;
mod word;

use crate::Reason;
use crate::budget::Budget;
use product::Product;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use umpteen_model::refinement::{Context, Control, Mismatch, Refinement, RefinementProof, Word, WordStep};

/// The result of the refinement check.
#[derive(Debug)]
pub enum Found {
    /// The thread refines the abstraction.
    Refines(RefinementProof),
    /// The thread does not refine the abstraction: a counterexample.
    Differs(Word),
}

/// Decides whether the thread refines the abstraction; tells how many states were looked at, too.
pub fn run(refinement: &Refinement, budget: &Budget) -> (Result<Found, Reason>, u64) {
    let mut search = Search {
        refinement,
        product: Product::new(refinement),
        contexts: Vec::new(),
        context_numbers: FxHashMap::default(),
        pending: VecDeque::new(),
        calls: VecDeque::new(),
        letters: FxHashMap::default(),
        seeing: FxHashMap::default(),
        explored: 0,
    };
    let found = search.run(budget);
    (found, search.explored)
}

/// A function that was entered in a certain way, and the states that it gets to before it returns.
struct Run {
    tops: Vec<Top>,
    numbers: FxHashMap<(u32, u32), u32>,
    /// The exits: the control, from where and by which rule.
    exits: Vec<(u32, u32, u32)>,
    callers: Vec<Call>,
    /// The controls that it is entered with, and the shared states of the thread by which others lead from there to the first.
    entries: Vec<(u32, Vec<u32>)>,
    /// The thread starts with it.
    starts: bool,
}

/// A call: from a top of a context by a rule, with which the callee is entered with a control.
#[derive(Clone, Copy)]
struct Call {
    context: u32,
    top: u32,
    rule: u32,
    control: u32,
}

/// A control and what is on top of the stack.
struct Top {
    control: u32,
    symbol: u32,
    origin: Origin,
}

/// How a top came about, from an earlier one of the same context.
#[derive(Clone, Copy)]
enum Origin {
    /// The context was entered with it.
    Entered,
    /// The thread fired a rule.
    Own(u32, u32),
    /// Others changed the shared state.
    Others(u32),
    /// The thread called, and this context returned by this exit.
    Returned { call: Call, context: u32, exit: u32 },
}

/// Why the search ends early.
enum End {
    Differs(Word),
    Stopped(Reason),
}

struct Search<'a> {
    refinement: &'a Refinement,
    product: Product<'a>,
    contexts: Vec<Run>,
    context_numbers: FxHashMap<(u32, u32), u32>,
    /// Contexts and tops.
    pending: VecDeque<(u32, u32)>,
    /// Calls that wait.
    calls: VecDeque<Call>,
    /// How the thread changes what is visible.
    letters: FxHashMap<u32, FxHashSet<u32>>,
    /// The contexts and tops in which others can move, by what they see.
    seeing: FxHashMap<u32, Vec<(u32, u32)>>,
    explored: u64,
}

impl Search<'_> {
    fn run(&mut self, budget: &Budget) -> Result<Found, Reason> {
        match self.search(budget) {
            Ok(()) => Ok(Found::Refines(self.proof())),
            Err(End::Differs(word)) => Ok(Found::Differs(word)),
            Err(End::Stopped(reason)) => Err(reason),
        }
    }

    fn search(&mut self, budget: &Budget) -> Result<(), End> {
        let refinement = self.refinement;
        for (&shared, symbol) in refinement.thread.initial.iter().zip(refinement.start().into_iter().cycle()) {
            let Some(control) = self.product.start(shared).filter(|control| !self.product.is_lost(*control)) else {
                return Err(End::Differs(Word { start: shared, steps: Vec::new(), mismatch: Mismatch::Start }));
            };
            if !self.product.is_excused(control) {
                self.enter(control, symbol, true)?;
            }
        }
        loop {
            budget.check().map_err(|stop| End::Stopped(stop.into()))?;
            if let Some((context, top)) = self.pending.pop_front() {
                self.explored += 1;
                budget.report(self.explored, self.pending.len());
                self.process(context, top)?;
            } else if let Some(call) = self.calls.pop_front() {
                self.call(call, budget)?;
            } else {
                return Ok(());
            }
        }
    }

    fn process(&mut self, context: u32, top: u32) -> Result<(), End> {
        let Top { control, symbol, .. } = self.contexts[context as usize].tops[top as usize];
        let seen = self.product.seen(control);
        if let Some(seen) = seen {
            self.seeing.entry(seen).or_default().push((context, top));
            for visible in self.letters.get(&seen).cloned().unwrap_or_default() {
                self.others(context, top, visible)?;
            }
        }
        for rule in self.product.rules(control, symbol) {
            let after = self.product.after(control, rule);
            if self.product.is_lost(after) {
                return Err(self.differs((context, top), Some(WordStep::Own(rule)), Mismatch::Change));
            }
            if self.product.is_excused(after) {
                continue;
            }
            let push = &self.refinement.thread.rules[rule as usize].push;
            if self.product.is_violation(after, push.first().copied()) {
                return Err(self.differs((context, top), Some(WordStep::Own(rule)), Mismatch::Target));
            }
            match push.as_slice() {
                [] => self.leave(context, after, top, rule)?,
                [next] => self.add(context, after, *next, Origin::Own(top, rule))?,
                [_, _, ..] => self.calls.push_back(Call { context, top, rule, control: after }),
            }
            self.letter(control, after)?;
        }
        Ok(())
    }

    /// A step of one thread is a step that another thread may make at any time.
    fn letter(&mut self, before: u32, after: u32) -> Result<(), End> {
        let visible = |control: u32| self.product.controls[control as usize].visible;
        let (from, to) = (visible(before), visible(after));
        if from == to || !self.letters.entry(from).or_default().insert(to) {
            return Ok(());
        }
        for (context, top) in self.seeing.get(&from).cloned().unwrap_or_default() {
            self.others(context, top, to)?;
        }
        Ok(())
    }

    fn others(&mut self, context: u32, top: u32, visible: u32) -> Result<(), End> {
        let Top { control, symbol, .. } = self.contexts[context as usize].tops[top as usize];
        match self.product.after_others(control, visible) {
            Some(after) if !self.product.is_excused(after) => self.add(context, after, symbol, Origin::Others(top)),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, control: u32, symbol: u32, starts: bool) -> Result<u32, End> {
        let number = self.contexts.len() as u32;
        let (tops, numbers, entries) = (Vec::new(), FxHashMap::default(), vec![(control, Vec::new())]);
        self.contexts.push(Run { tops, numbers, exits: Vec::new(), callers: Vec::new(), entries, starts });
        self.context_numbers.insert((control, symbol), number);
        self.add(number, control, symbol, Origin::Entered)?;
        Ok(number)
    }

    fn call(&mut self, call: Call, budget: &Budget) -> Result<(), End> {
        let callee = self.refinement.thread.rules[call.rule as usize].push[0];
        let called = match self.entered(call.control, callee, budget)? {
            Some(called) => called,
            None => self.enter(call.control, callee, false)?,
        };
        self.contexts[called as usize].callers.push(call);
        for exit in 0..self.contexts[called as usize].exits.len() as u32 {
            self.give_back(called, exit, call)?;
        }
        Ok(())
    }

    fn leave(&mut self, context: u32, control: u32, top: u32, rule: u32) -> Result<(), End> {
        let run = &mut self.contexts[context as usize];
        if run.exits.iter().any(|exit| exit.0 == control) {
            return Ok(());
        }
        let exit = run.exits.len() as u32;
        run.exits.push((control, top, rule));
        for caller in run.callers.clone() {
            self.give_back(context, exit, caller)?;
        }
        Ok(())
    }

    fn give_back(&mut self, called: u32, exit: u32, call: Call) -> Result<(), End> {
        let control = self.contexts[called as usize].exits[exit as usize].0;
        let below = self.refinement.thread.rules[call.rule as usize].push[1];
        self.add(call.context, control, below, Origin::Returned { call, context: called, exit })
    }

    /// Adds a state that is not excused.
    fn add(&mut self, context: u32, control: u32, symbol: u32, origin: Origin) -> Result<(), End> {
        let run = &mut self.contexts[context as usize];
        let number = run.tops.len() as u32;
        if run.numbers.contains_key(&(control, symbol)) {
            return Ok(());
        }
        run.numbers.insert((control, symbol), number);
        run.tops.push(Top { control, symbol, origin });
        self.pending.push_back((context, number));
        if self.product.is_violation(control, Some(symbol)) {
            return Err(self.differs((context, number), None, Mismatch::Target));
        }
        Ok(())
    }

    fn proof(&self) -> RefinementProof {
        let mut controls: Vec<Control> = Vec::new();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut renumber = |control: u32| {
            *numbers.entry(control).or_insert_with(|| {
                controls.push(self.product.controls[control as usize].clone());
                controls.len() as u32 - 1
            })
        };
        let context = |run: &Run| Context {
            entries: run.entries.iter().map(|entry| (renumber(entry.0), run.tops[0].symbol)).collect(),
            tops: run.tops.iter().map(|top| (renumber(top.control), top.symbol)).collect(),
            exits: run.exits.iter().map(|exit| renumber(exit.0)).collect(),
        };
        let contexts = self.contexts.iter().map(context).collect();
        RefinementProof { controls, contexts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::pushdown::{PushdownRule, PushdownSystem, PushdownTarget, Stacks};
    use umpteen_model::state::counts;
    use umpteen_model::system::Target;
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    const START: u32 = 0;
    const DOWN: u32 = 1;
    const UP: u32 = 2;
    const END: u32 = 3;

    fn rule(from: u32, top: u32, to: u32, push: &[u32]) -> PushdownRule {
        PushdownRule { from, top, to, push: push.into(), line: 0 }
    }

    /// The thread calls itself as often as it likes; on the way back it flips the shared state at every level.
    fn flipping(edges: &[(u32, u32, u32, u32)]) -> Refinement {
        let mut rules = vec![rule(0, START, 0, &[DOWN, END])];
        for shared in 0..2 {
            rules.extend([rule(shared, DOWN, shared, &[DOWN, UP]), rule(shared, UP, 1 - shared, &[])]);
            rules.push(rule(shared, DOWN, shared, &[UP]));
        }
        let thread = PushdownSystem {
            shared: vec!["0".to_string(), "1".to_string()],
            rules,
            initial: vec![0],
            threads: vec![vec![START]],
            ..PushdownSystem::default()
        };
        let edges = edges.iter().map(|&(from, local, to, next)| Edge::step((from, local), (to, next))).collect();
        let initial = vec![ThreadSystem::default_initial()];
        let abstraction = ThreadSystem { shared_count: 2, local_count: 2, edges, initial, targets: Vec::new() };
        Refinement { thread, visible: vec![Some(0), Some(1)], abstraction }
    }

    fn word(refinement: &Refinement) -> Option<Word> {
        match run(refinement, &Budget::unlimited()).0.unwrap() {
            Found::Refines(_) => None,
            Found::Differs(word) => Some(word),
        }
    }

    /// The state that a word leads to; every step of it can be done.
    fn after(refinement: &Refinement, word: &Word) -> Stacks {
        let mut state = refinement.thread.start(word.start);
        for step in &word.steps {
            match *step {
                WordStep::Own(rule) => {
                    state = refinement.thread.fire(&refinement.thread.rules[rule as usize], 0, &state).unwrap();
                }
                WordStep::Others(shared) => state.shared = shared,
            }
        }
        state
    }

    /// A thread that starts with the first symbol and shared state 0, and an abstraction with a single local state.
    fn thread(shared: u32, rules: Vec<PushdownRule>, edges: &[(u32, u32)]) -> Refinement {
        let mut refinement = flipping(&[]);
        refinement.thread.shared = (0..shared).map(|number| number.to_string()).collect();
        refinement.thread.rules = rules;
        refinement.visible = (0..shared).map(Some).collect();
        refinement.abstraction.shared_count = shared;
        refinement.abstraction.edges = edges.iter().map(|&(from, to)| Edge::step((from, 0), (to, 0))).collect();
        refinement
    }

    #[test]
    fn words_go_through_a_function_that_is_entered_in_two_ways() {
        const CALLED: u32 = 10;
        // Around in a circle, then a call with 0 and one with 1; it returns with 0 only, where others lead from 1 by 2.
        let rules = vec![
            rule(0, START, 1, &[4]),
            rule(1, 4, 2, &[5]),
            rule(2, 5, 0, &[6]),
            rule(0, 6, 0, &[CALLED, 7]),
            rule(0, 7, 1, &[8]),
            rule(1, 8, 1, &[CALLED, 9]),
            rule(0, CALLED, 0, &[]),
            rule(0, 9, 2, &[END]),
        ];
        let refinement = thread(3, rules, &[(0, 1), (1, 2), (2, 0)]);
        let found = word(&refinement).unwrap();
        assert_eq!(after(&refinement, &found).stacks, [[END]]);
        let others = found.steps.iter().filter(|step| matches!(step, WordStep::Others(_)));
        assert_eq!(others.collect::<Vec<_>>(), [&WordStep::Others(2), &WordStep::Others(0)]);
    }

    #[test]
    fn words_begin_where_the_thread_starts_even_if_that_is_called_as_well() {
        let rules = vec![rule(0, START, 0, &[START, UP]), rule(0, START, 0, &[]), rule(0, UP, 1, &[])];
        let refinement = thread(2, rules, &[]);
        let found = word(&refinement).unwrap();
        assert_eq!(found.steps, [0, 1, 2].map(WordStep::Own));
    }

    #[test]
    fn what_is_below_the_top_violates_nothing() {
        let mut refinement = thread(1, vec![rule(0, START, 0, &[DOWN, END])], &[]);
        refinement.thread.targets = vec![PushdownTarget { shared: None, tops: vec![END] }];
        assert_eq!(word(&refinement), None);
        refinement.thread.rules.push(rule(0, DOWN, 0, &[]));
        assert_eq!(word(&refinement).unwrap().mismatch, Mismatch::Target);
    }

    #[test]
    fn others_flip_the_shared_state_too() {
        // Alone, the thread flips in turns; between two flips of its own, others may flip as well.
        let turns = [(0, 0, 1, 1), (1, 1, 0, 0)];
        let found = word(&flipping(&turns)).unwrap();
        assert_eq!(found.mismatch, Mismatch::Change);
        assert!(found.steps.iter().any(|step| matches!(step, WordStep::Others(_))), "{found:?}");
        assert_eq!(word(&flipping(&[(0, 0, 1, 1), (1, 1, 0, 0), (0, 1, 1, 1), (1, 0, 0, 0)])), None);
        // A single local state with both flips does as well.
        assert_eq!(word(&flipping(&[(0, 0, 1, 0), (1, 0, 0, 0)])), None);
    }

    #[test]
    fn silent_steps_of_the_abstraction_are_taken_where_they_help() {
        assert_eq!(word(&flipping(&[(0, 0, 1, 1), (1, 1, 1, 0), (1, 0, 0, 0)])), None);
    }

    #[test]
    fn words_go_through_calls() {
        // Only flips from 0 to 1 are matched, and others do not help before there is one.
        let refinement = flipping(&[(0, 0, 1, 0)]);
        let found = word(&refinement).unwrap();
        let state = after(&refinement, &found);
        assert_eq!(state.shared, 0, "the last step flips back");
    }

    #[test]
    fn a_shared_target_excuses_nobody_who_cannot_get_there() {
        let mut refinement = flipping(&[]);
        refinement.abstraction.targets = vec![Target { shared: Some(1), counts: counts([]).unwrap() }];
        assert_eq!(word(&refinement).unwrap().mismatch, Mismatch::Change);
        refinement.abstraction.edges = vec![Edge::step((0, 0), (1, 1))];
        assert_eq!(word(&refinement), None, "what comes after the target is not asked");
    }

    #[test]
    fn a_violation_needs_a_target_for_one_thread() {
        let mut refinement = flipping(&[(0, 0, 1, 1), (1, 1, 0, 0), (0, 1, 1, 1), (1, 0, 0, 0)]);
        refinement.thread.targets = vec![PushdownTarget { shared: Some(1), tops: vec![END] }];
        assert_eq!(word(&refinement).unwrap().mismatch, Mismatch::Target);
        let target = |local, threads| Target { shared: Some(1), counts: counts([(local, threads)]).unwrap() };
        refinement.abstraction.targets = vec![target(1, 2)];
        assert_eq!(word(&refinement).unwrap().mismatch, Mismatch::Target, "two threads are not this one");
        // Whoever flips to 1 first is in a target, so that flip never happens, and others cannot do it either.
        refinement.abstraction.targets = vec![target(1, 1)];
        assert_eq!(word(&refinement), None);
    }

    #[test]
    fn nobody_moves_inside_an_atomic_section() {
        // 0 -> 1 -> 0 while others cannot see it: nothing has happened.
        let mut refinement = flipping(&[]);
        refinement.visible[1] = None;
        assert_eq!(word(&refinement), None);
    }

    #[test]
    fn starts_are_compared() {
        let mut refinement = flipping(&[(0, 0, 1, 0), (1, 0, 0, 0)]);
        refinement.thread.initial.push(1);
        assert_eq!(word(&refinement), Some(Word { start: 1, steps: vec![], mismatch: Mismatch::Start }));
        refinement.abstraction.initial.push(ThreadSystem::default_initial());
        refinement.abstraction.initial[1].shared = 1;
        assert_eq!(word(&refinement), None);
        refinement.abstraction.initial[1].counts[0].unbounded = false;
        assert_eq!(word(&refinement).unwrap().mismatch, Mismatch::Start, "any number of threads must start there");
    }
}
