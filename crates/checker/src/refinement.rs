//! Judges the claim that a program is safe because its thread refines an abstraction that is safe.
//!
//! What refinement means, and why it suffices, is said in `umpteen_model::refinement`. A proof lists, for each way that a function
//! is entered, every control and top of the stack from there until it returns. Here the lists are checked to be closed, step
//! by step: under the rules of the thread, under calls and returns, and under what others do, which is what the lists
//! themselves say that a thread does. Along the way the abstraction must be able to follow, and where the thread violates its
//! property the abstraction must be in a target. What it may be in is computed in `follow.rs`.

use crate::follow::Follower;
use crate::{Rejection, check_certificate};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::evidence::{Certificate, Scope};
use umpteen_model::pushdown::PushdownRule;
use umpteen_model::refinement::{Context, Control, Refinement, RefinementProof};

/// Accepts the proof that the thread refines the abstraction together with the proof that the abstraction is safe; tells for how
/// many threads the program is safe then.
pub fn check_refinement(
    refinement: &Refinement,
    proof: &RefinementProof,
    certificate: &Certificate,
    go_on: &dyn Fn() -> bool,
) -> Result<Scope, Rejection> {
    check_refines(refinement, proof, go_on)?;
    check_certificate(&refinement.abstraction.system()?, certificate, go_on)?;
    let Certificate::Bounded { threads, .. } = certificate else { return Ok(Scope::AnyNumber) };
    // Threads that the abstraction starts with in any case may be others than those that follow the program's.
    let starts = refinement.abstraction.initial.iter();
    let idle = starts.map(|initial| initial.counts.iter().map(|count| u64::from(count.least)).sum::<u64>()).max();
    let idle = u32::try_from(idle.unwrap_or(0)).unwrap_or(u32::MAX);
    Ok(Scope::AtMost(threads.saturating_sub(idle)))
}

/// Accepts the proof that the thread refines the abstraction.
pub fn check_refines(
    refinement: &Refinement,
    proof: &RefinementProof,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    let judge = Judge::new(refinement, proof)?;
    judge.starts_are_there()?;
    let letters = judge.letters(go_on)?;
    for (number, context) in proof.contexts.iter().enumerate() {
        for &(control, top) in &context.tops {
            if !go_on() {
                return Err(Rejection::OutOfTime);
            }
            let control = &proof.controls[control as usize];
            judge.own_steps_are_there(number, control, top)?;
            judge.steps_of_others_are_there(number, control, top, &letters)?;
        }
    }
    Ok(())
}

struct Judge<'a> {
    refinement: &'a Refinement,
    proof: &'a RefinementProof,
    follower: Follower<'a>,
    rules: FxHashMap<(u32, u32), Vec<&'a PushdownRule>>,
    /// The numbers of the controls.
    controls: FxHashMap<&'a Control, u32>,
    /// The pairs of control and top listed in each context.
    tops: Vec<FxHashSet<(u32, u32)>>,
    exits: Vec<FxHashSet<u32>>,
    /// The context that is entered with a control and a symbol.
    entered: FxHashMap<(u32, u32), usize>,
    /// The shared states of the thread in which others can move, by what others see.
    open: FxHashMap<u32, u32>,
}

impl<'a> Judge<'a> {
    fn new(refinement: &'a Refinement, proof: &'a RefinementProof) -> Result<Judge<'a>, Rejection> {
        let follower = Follower::new(refinement)?;
        let mut rules: FxHashMap<(u32, u32), Vec<&PushdownRule>> = FxHashMap::default();
        for rule in &refinement.thread.rules {
            rules.entry((rule.from, rule.top)).or_default().push(rule);
        }
        let mut controls = FxHashMap::default();
        for (number, control) in (0u32..).zip(&proof.controls) {
            let sorted = control.locals.windows(2).all(|pair| pair[0] < pair[1]);
            let Some(visible) = refinement.visible.get(control.shared as usize) else {
                return Rejection::wrong("a control has a shared state out of range");
            };
            if !sorted || visible.is_some_and(|visible| visible != control.visible) {
                return Rejection::wrong("a control is not well-formed");
            }
            controls.insert(control, number);
        }
        let known = |control: &u32| (*control as usize) < proof.controls.len();
        let listed = |context: &Context| context.tops.iter().all(|(control, _)| known(control));
        if !proof.contexts.iter().all(|context| listed(context) && context.exits.iter().all(known)) {
            return Rejection::wrong("a context names a control that there is not");
        }
        let listed = |context: &Context| context.tops.iter().copied().collect();
        let tops: Vec<FxHashSet<(u32, u32)>> = proof.contexts.iter().map(listed).collect();
        let mut entered = FxHashMap::default();
        for (number, context) in proof.contexts.iter().enumerate() {
            if !context.entries.iter().all(|entry| tops[number].contains(entry)) {
                return Rejection::wrong("a context has an entry that it does not list");
            }
            entered.extend(context.entries.iter().map(|entry| (*entry, number)));
        }
        let exits = proof.contexts.iter().map(|context| context.exits.iter().copied().collect()).collect();
        let visible = (0u32..).zip(&refinement.visible);
        let open = visible.filter_map(|(shared, visible)| Some(((*visible)?, shared))).collect();
        Ok(Judge { refinement, proof, follower, rules, controls, tops, exits, entered, open })
    }

    /// Every start is excused or the entry of a context.
    fn starts_are_there(&self) -> Result<(), Rejection> {
        let Some(symbol) = self.refinement.start() else {
            return Rejection::wrong("there is not one thread with one symbol");
        };
        for &shared in &self.refinement.thread.initial {
            let control = self.follower.start(shared)?;
            if self.must_be_listed(&control, Some(symbol))? {
                let number = self.controls.get(&control);
                if !number.is_some_and(|number| self.entered.contains_key(&(*number, symbol))) {
                    return Rejection::wrong("a start of the thread is missing");
                }
            }
        }
        Ok(())
    }

    /// How the thread changes what others see, by what they see before.
    fn letters(&self, go_on: &dyn Fn() -> bool) -> Result<FxHashMap<u32, FxHashSet<u32>>, Rejection> {
        let mut letters: FxHashMap<u32, FxHashSet<u32>> = FxHashMap::default();
        for &(control, top) in self.proof.contexts.iter().flat_map(|context| &context.tops) {
            if !go_on() {
                return Err(Rejection::OutOfTime);
            }
            let control = &self.proof.controls[control as usize];
            for rule in self.rules.get(&(control.shared, top)).into_iter().flatten() {
                let after = self.follower.after(control, rule);
                if after.visible != control.visible && !self.follower.is_excused(&after) {
                    letters.entry(control.visible).or_default().insert(after.visible);
                }
            }
        }
        Ok(letters)
    }

    fn own_steps_are_there(&self, context: usize, control: &Control, top: u32) -> Result<(), Rejection> {
        for rule in self.rules.get(&(control.shared, top)).into_iter().flatten() {
            let after = self.follower.after(control, rule);
            if !self.must_be_listed(&after, rule.push.first().copied())? {
                continue;
            }
            let missing = |what: &str| Rejection::wrong(format!("{what} of the thread is missing, line {}", rule.line));
            let Some(&number) = self.controls.get(&after) else { return missing("a control") };
            match rule.push.as_slice() {
                [] if self.exits[context].contains(&number) => {}
                [] => return missing("a return"),
                [next] if self.tops[context].contains(&(number, *next)) => {}
                [callee, below] => {
                    let Some(&called) = self.entered.get(&(number, *callee)) else { return missing("a call") };
                    for &exit in &self.proof.contexts[called].exits {
                        let back = &self.proof.controls[exit as usize];
                        let listed = self.tops[context].contains(&(exit, *below));
                        if self.must_be_listed(back, Some(*below))? && !listed {
                            return missing("what comes after a call");
                        }
                    }
                }
                _ => return missing("a step"),
            }
        }
        Ok(())
    }

    fn steps_of_others_are_there(
        &self,
        context: usize,
        control: &Control,
        top: u32,
        letters: &FxHashMap<u32, FxHashSet<u32>>,
    ) -> Result<(), Rejection> {
        if self.refinement.visible[control.shared as usize].is_none() {
            return Ok(());
        }
        for visible in letters.get(&control.visible).into_iter().flatten() {
            let after = self.open.get(visible).and_then(|shared| self.follower.after_others(control, *shared));
            let Some(after) = after else {
                return Rejection::wrong("others change to a shared state that there is not");
            };
            if self.must_be_listed(&after, Some(top))? {
                let number = self.controls.get(&after);
                if !number.is_some_and(|number| self.tops[context].contains(&(*number, top))) {
                    return Rejection::wrong("a step of other threads is missing");
                }
            }
        }
        Ok(())
    }

    /// Whether nothing excuses a state; an error if the abstraction cannot follow, or if the property is violated there.
    fn must_be_listed(&self, control: &Control, top: Option<u32>) -> Result<bool, Rejection> {
        if control.locals.is_empty() {
            return Rejection::wrong("the abstraction cannot follow the thread");
        }
        if self.follower.is_excused(control) {
            return Ok(false);
        }
        if self.follower.is_violation(control.shared, top) {
            return Rejection::wrong("the thread violates its property where the abstraction is in no target");
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::evidence::Invariant;
    use umpteen_model::pushdown::{PushdownSystem, PushdownTarget};
    use umpteen_model::state::counts;
    use umpteen_model::system::{Passive, Target};
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    const START: u32 = 0;
    const LOCK: u32 = 1;
    const HELD: u32 = 2;
    const DONE: u32 = 3;

    /// A thread calls a function that takes a lock, and releases it when it has returned.
    fn question() -> Refinement {
        let rule = |from, top, to, push: &[u32]| PushdownRule { from, top, to, push: push.into(), line: top };
        let thread = PushdownSystem {
            shared: vec!["free".to_string(), "taken".to_string()],
            rules: vec![
                rule(0, START, 0, &[LOCK, HELD]),
                rule(0, LOCK, 1, &[]),
                rule(1, HELD, 0, &[DONE]),
                rule(0, DONE, 0, &[DONE]),
            ],
            initial: vec![0],
            threads: vec![vec![START]],
            ..PushdownSystem::default()
        };
        let abstraction = ThreadSystem {
            shared_count: 2,
            local_count: 3,
            edges: vec![Edge::step((0, 0), (1, 1)), Edge::step((1, 1), (0, 0))],
            initial: vec![ThreadSystem::default_initial()],
            targets: Vec::new(),
        };
        Refinement { thread, visible: vec![Some(0), Some(1)], abstraction }
    }

    /// Free or taken, seen from a thread that has the lock or does not.
    fn proof() -> RefinementProof {
        let control = |shared, local| Control { shared, visible: shared, locals: vec![local] };
        RefinementProof {
            controls: vec![control(0, 0), control(1, 0), control(1, 1), control(0, 1)],
            contexts: vec![
                Context {
                    entries: vec![(0, START)],
                    tops: vec![(0, START), (1, START), (2, HELD), (3, HELD), (0, DONE), (1, DONE)],
                    exits: vec![],
                },
                Context { entries: vec![(0, LOCK)], tops: vec![(0, LOCK), (1, LOCK)], exits: vec![2] },
            ],
        }
    }

    fn judged(refinement: &Refinement, proof: &RefinementProof) -> String {
        match check_refines(refinement, proof, &|| true) {
            Ok(()) => "accepted".to_string(),
            Err(Rejection::Wrong(reason)) => reason,
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn every_obligation_is_checked() {
        let damaged = |damage: &dyn Fn(&mut RefinementProof)| {
            let mut proof = proof();
            damage(&mut proof);
            judged(&question(), &proof)
        };
        assert_eq!(damaged(&|_| {}), "accepted");
        let without = |context: usize, top: (u32, u32)| {
            damaged(&|proof| proof.contexts[context].tops.retain(|listed| *listed != top))
        };
        let no_entry = "a context has an entry that it does not list";
        assert_eq!(without(0, (0, START)), no_entry);
        assert_eq!(damaged(&|proof| proof.contexts[0].entries.clear()), "a start of the thread is missing");
        assert_eq!(without(0, (1, START)), "a step of other threads is missing");
        assert_eq!(without(0, (2, HELD)), "what comes after a call of the thread is missing, line 0");
        assert_eq!(without(0, (3, HELD)), "a step of other threads is missing");
        assert_eq!(without(0, (0, DONE)), "a step of the thread is missing, line 2");
        assert_eq!(without(1, (0, LOCK)), no_entry);
        assert_eq!(damaged(&|proof| proof.contexts[1].entries.clear()), "a call of the thread is missing, line 0");
        assert_eq!(without(1, (1, LOCK)), "a step of other threads is missing");
        assert_eq!(damaged(&|proof| proof.contexts[1].exits.clear()), "a return of the thread is missing, line 1");
        assert_eq!(damaged(&|proof| proof.contexts[1].exits.push(9)), "a context names a control that there is not");
        assert_eq!(damaged(&|proof| proof.controls[0].shared = 9), "a control has a shared state out of range");
        assert_eq!(damaged(&|proof| proof.controls[0].visible = 1), "a control is not well-formed");
        assert_eq!(damaged(&|proof| proof.controls[0].locals = vec![1, 0]), "a control is not well-formed");
        assert_eq!(damaged(&|proof| proof.controls[0].locals = vec![0, 0]), "a control is not well-formed");
        for unknown in [4, 9] {
            let none = "a context names a control that there is not";
            assert_eq!(damaged(&|proof| proof.contexts[0].tops.push((unknown, DONE))), none);
            assert_eq!(damaged(&|proof| proof.contexts[1].exits.push(unknown)), none);
        }
        assert_eq!(damaged(&|proof| proof.controls[0].locals = vec![0, 1]), "a start of the thread is missing");
        assert_eq!(damaged(&|proof| proof.contexts.clear()), "a start of the thread is missing");
    }

    #[test]
    fn the_abstraction_must_follow() {
        let asked = |change: &dyn Fn(&mut Refinement)| {
            let mut question = question();
            change(&mut question);
            judged(&question, &proof())
        };
        let cannot = "the abstraction cannot follow the thread";
        assert_eq!(asked(&|question| drop(question.abstraction.edges.remove(0))), cannot);
        assert_eq!(asked(&|question| drop(question.abstraction.edges.remove(1))), cannot);
        assert_eq!(asked(&|question| question.abstraction.initial.clear()), cannot);
        assert_eq!(asked(&|question| question.abstraction.initial[0].counts[0].unbounded = false), cannot);
        let shared_alone = Target { shared: Some(1), counts: counts([]).unwrap() };
        let lost = |question: &mut Refinement| {
            question.abstraction.edges.remove(0);
            question.abstraction.targets = vec![shared_alone.clone()];
        };
        assert_eq!(asked(&lost), cannot, "a target that is not reached excuses nobody");
        let twice = |question: &mut Refinement| question.abstraction.initial.push(ThreadSystem::default_initial());
        assert_eq!(asked(&twice), "the abstraction has two starts with the same shared state");
        let waking = |question: &mut Refinement| question.abstraction.edges[0].passive = Passive::All(vec![(1, 0)]);
        assert_eq!(asked(&waking), "the abstraction has an edge that concerns other threads");
    }

    #[test]
    fn violations_are_matched_by_targets() {
        let mut question = question();
        question.thread.targets = vec![PushdownTarget { shared: Some(1), tops: vec![HELD] }];
        let violated = "the thread violates its property where the abstraction is in no target";
        assert_eq!(judged(&question, &proof()), violated);
        let target = |local, threads| Target { shared: None, counts: counts([(local, threads)]).unwrap() };
        question.abstraction.targets = vec![target(1, 2)];
        assert_eq!(judged(&question, &proof()), violated, "two threads are not this one");
        question.abstraction.targets = vec![target(1, 1)];
        assert_eq!(judged(&question, &proof()), "accepted", "what is listed beyond a target does no harm");
        question.thread.targets[0].tops.push(HELD);
        assert_eq!(judged(&question, &proof()), "the property is about several threads");
    }

    #[test]
    fn the_abstraction_must_be_safe() {
        let mut question = question();
        let basis = |basis| Certificate::Upward { basis, invariant: Invariant::default() };
        let judged = |question: &Refinement, certificate: Certificate| {
            check_refinement(question, &proof(), &certificate, &|| true)
        };
        question.abstraction.targets = vec![Target { shared: None, counts: counts([(2, 1)]).unwrap() }];
        assert!(
            matches!(judged(&question, basis(Vec::new())), Err(Rejection::Wrong(_))),
            "the target is not in the basis"
        );
        let state = |shared| umpteen_model::state::State::new(shared, [(2, 1)]).unwrap();
        assert_eq!(judged(&question, basis(vec![state(0), state(1)])), Ok(Scope::AnyNumber));
        // Two threads of the abstraction are there in any case, so one is left to follow.
        let states = [0, 1].map(|taken| umpteen_model::state::State::new(taken, [(0, 3 - taken), (1, taken)]).unwrap());
        let more = [2].map(|idle| umpteen_model::state::State::new(1, [(0, idle - 1), (1, 1)]).unwrap());
        let start = umpteen_model::state::State::new(0, [(0, 2)]).unwrap();
        let states = states.into_iter().chain(more).chain([start]).collect();
        question.abstraction.initial[0].counts[0].least = 2;
        assert_eq!(judged(&question, Certificate::Bounded { threads: 3, states }), Ok(Scope::AtMost(1)));
    }

    /// Both parts of the argument are checked: that the thread refines the abstraction, and that the abstraction is safe.
    #[test]
    fn a_safe_abstraction_that_is_not_refined_proves_nothing() {
        let certificate = Certificate::Upward { basis: Vec::new(), invariant: Invariant::default() };
        let judged = |proof: &RefinementProof| check_refinement(&question(), proof, &certificate, &|| true);
        assert_eq!(judged(&proof()), Ok(Scope::AnyNumber));
        assert!(matches!(judged(&RefinementProof::default()), Err(Rejection::Wrong(_))));
    }

    #[test]
    fn without_starts_nothing_is_idle() {
        let mut question = question();
        question.thread.initial.clear();
        question.abstraction.initial.clear();
        let certificate = Certificate::Bounded { threads: 3, states: Vec::new() };
        let scope = check_refinement(&question, &RefinementProof::default(), &certificate, &|| true);
        assert_eq!(scope, Ok(Scope::AtMost(3)));
    }

    /// A step into a target of the abstraction is never taken, so others do not see it.
    #[test]
    fn excused_steps_are_not_seen_by_others() {
        let mut question = question();
        question.abstraction.targets = vec![Target { shared: Some(1), counts: counts([(1, 1)]).unwrap() }];
        let mut proof = proof();
        proof.contexts[0].tops = vec![(0, START)];
        proof.contexts[1] = Context { entries: vec![(0, LOCK)], tops: vec![(0, LOCK)], exits: Vec::new() };
        assert_eq!(judged(&question, &proof), "accepted");
        question.abstraction.targets.clear();
        assert_eq!(judged(&question, &proof), "a step of other threads is missing");
    }

    #[test]
    fn the_top_of_the_stack_after_a_call_is_that_of_the_function() {
        let violated = "the thread violates its property where the abstraction is in no target";
        let mut question = question();
        question.thread.targets = vec![PushdownTarget { shared: Some(0), tops: vec![LOCK] }];
        assert_eq!(judged(&question, &proof()), violated);
        // It is seen when the function has returned, not when it is called.
        question.thread.targets = vec![PushdownTarget { shared: None, tops: vec![HELD] }];
        let mut alone = proof();
        alone.contexts[1].exits.clear();
        alone.contexts[1].tops = vec![(0, LOCK)];
        question.thread.rules.remove(1);
        alone.contexts[0].tops = vec![(0, START)];
        assert_eq!(judged(&question, &alone), "accepted");
    }

    /// The check asks for time left at every top of a context, twice.
    #[test]
    fn patience_is_asked_for_every_top() {
        let asked = std::cell::Cell::new(0);
        let go_on = |most: usize| {
            let asked = &asked;
            move || {
                asked.set(asked.get() + 1);
                asked.get() <= most
            }
        };
        assert_eq!(check_refines(&question(), &proof(), &go_on(100)), Ok(()));
        assert_eq!(asked.replace(0), 16);
        assert_eq!(check_refines(&question(), &proof(), &go_on(0)), Err(Rejection::OutOfTime));
        asked.set(0);
        assert_eq!(check_refines(&question(), &proof(), &go_on(8)), Err(Rejection::OutOfTime));
    }

    /// Violations are looked for wherever a step may lead: after a return, after a step of others, whatever the stack is.
    #[test]
    fn violations_are_found_wherever_they_are() {
        let violated = "the thread violates its property where the abstraction is in no target";
        let with = |question: &mut Refinement, shared, tops: &[u32]| {
            question.thread.targets = vec![PushdownTarget { shared, tops: tops.to_vec() }];
            judged(question, &proof())
        };
        assert_eq!(with(&mut question(), Some(1), &[START]), violated, "others take the lock");
        assert_eq!(with(&mut question(), Some(1), &[]), violated, "any stack");
        assert_eq!(with(&mut question(), Some(0), &[START]), violated, "the start");
        // Without releasing it, only the return leads there.
        let mut question = question();
        question.thread.rules.remove(2);
        let mut proof = proof();
        proof.contexts[0].tops = vec![(0, START), (1, START), (2, HELD)];
        assert_eq!(judged(&question, &proof), "accepted");
        question.thread.targets = vec![PushdownTarget { shared: Some(1), tops: vec![HELD] }];
        assert_eq!(judged(&question, &proof), violated);
        // A control that the proof does not know at all.
        let mut unknown = self::proof();
        unknown.controls[1].locals = vec![0, 1];
        assert_eq!(judged(&self::question(), &unknown), "a step of other threads is missing");
    }
}
