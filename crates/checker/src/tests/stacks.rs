//! Proofs about small random pushdown systems, made by brute force: what is exactly right is accepted, what lacks a stack or a
//! state is not.

use crate::{Rejection, check_pushdown_proof};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use umpteen_model::pushdown::{PushdownProof, PushdownRule, PushdownSystem, PushdownTarget, StackAutomaton, Stacks};

const SHARED: u32 = 2;
const SYMBOLS: u32 = 5;

/// A stack, top first.
type Stack = Vec<u32>;

/// Every rule pushes larger symbols only, so stacks stay small.
fn system(random: &mut Rng) -> PushdownSystem {
    let rule = |random: &mut Rng| {
        let top = random.u32(..SYMBOLS - 1);
        let push = (0..random.usize(..3)).map(|_| random.u32(top + 1..SYMBOLS)).collect();
        PushdownRule { from: random.u32(..SHARED), top, to: random.u32(..SHARED), push, line: 0 }
    };
    let stacks = [vec![0], vec![1], vec![0, 2]];
    PushdownSystem {
        shared: (0..SHARED).map(|shared| shared.to_string()).collect(),
        rules: (0..random.usize(1..5)).map(|_| rule(random)).collect(),
        initial: vec![0],
        threads: (0..random.usize(1..4)).map(|_| stacks[random.usize(..stacks.len())].clone()).collect(),
        ..PushdownSystem::default()
    }
}

/// For each kind and shared state, the stacks that a thread may have if others do whatever threads do.
type Envelope = BTreeMap<(usize, u32), BTreeSet<Stack>>;

fn envelope(system: &PushdownSystem, kinds: &[usize]) -> Envelope {
    let mut envelope = Envelope::new();
    for (stack, kind) in system.threads.iter().zip(kinds) {
        envelope.entry((*kind, 0)).or_default().insert(stack.clone());
    }
    loop {
        let mut next = envelope.clone();
        for ((kind, shared), stacks) in &envelope {
            for rule in system.rules.iter().filter(|rule| rule.from == *shared) {
                for stack in stacks.iter().filter(|stack| stack.first() == Some(&rule.top)) {
                    let after: Stack = rule.push.iter().chain(&stack[1..]).copied().collect();
                    next.entry((*kind, rule.to)).or_default().insert(after);
                    let is_alone = kinds.iter().filter(|other| *other == kind).count() == 1;
                    for ((other, _), stacks) in envelope.iter().filter(|((_, seen), _)| seen == shared) {
                        if other != kind || !is_alone {
                            next.entry((*other, rule.to)).or_default().extend(stacks.iter().cloned());
                        }
                    }
                }
            }
        }
        if next == envelope {
            return envelope;
        }
        envelope = next;
    }
}

/// Symbols that the envelope has on top of some threads, with some shared state.
fn target(random: &mut Rng, kinds: &[usize], envelope: &Envelope) -> PushdownTarget {
    let shared = random.u32(..SHARED);
    let mut tops = Vec::new();
    for kind in kinds {
        if random.u32(..4) == 0 {
            continue;
        }
        let stacks: Vec<&Stack> = envelope.get(&(*kind, shared)).into_iter().flatten().collect();
        let top = stacks.get(random.usize(..stacks.len().max(1))).and_then(|stack| stack.first());
        tops.push(top.copied().unwrap_or(0));
    }
    random.shuffle(&mut tops);
    PushdownTarget { shared: random.bool().then_some(shared), tops }
}

/// A shared state, and the stacks of all threads.
type Whole = (u32, Vec<Stack>);

/// All states within the envelope from which a target is reached within it, those of equal threads in one order only.
fn leading(system: &PushdownSystem, kinds: &[usize], envelope: &Envelope) -> BTreeSet<Whole> {
    let mut all: Vec<Whole> = Vec::new();
    for shared in 0..SHARED {
        let mut states = vec![Vec::new()];
        for kind in kinds {
            let stacks = envelope.get(&(*kind, shared)).into_iter().flatten();
            let with = |state: &Vec<Stack>, stack: &Stack| state.iter().cloned().chain([stack.clone()]).collect();
            states = stacks.flat_map(|stack| states.iter().map(move |state| with(state, stack))).collect();
        }
        all.extend(states.into_iter().map(|stacks| (shared, stacks)));
    }
    let in_model = |(shared, stacks): &Whole| {
        let reversed = |stack: &Stack| stack.iter().rev().copied().collect();
        Stacks { shared: *shared, stacks: stacks.iter().map(reversed).collect() }
    };
    let from_model = |state: Stacks| -> Whole {
        let reversed = |stack: &Vec<u32>| stack.iter().rev().copied().collect();
        (state.shared, state.stacks.iter().map(reversed).collect())
    };
    let mut leading: BTreeSet<Whole> = all.iter().filter(|state| system.is_target(&in_model(state))).cloned().collect();
    loop {
        let leads = |state: &&Whole| {
            let threads = 0..kinds.len();
            let steps = threads.flat_map(|thread| system.rules.iter().map(move |rule| (thread, rule)));
            let mut after = steps.filter_map(|(thread, rule)| system.fire(rule, thread, &in_model(state)));
            after.any(|after| leading.contains(&from_model(after)))
        };
        let more: Vec<Whole> = all.iter().filter(|state| !leading.contains(*state)).filter(leads).cloned().collect();
        if more.is_empty() {
            break;
        }
        leading.extend(more);
    }
    // Equal threads in ascending order of their stacks.
    let is_sorted = |(_, stacks): &Whole| {
        let ordered = |one: usize, other: usize| kinds[one] != kinds[other] || stacks[one] <= stacks[other];
        (0..kinds.len()).all(|other| (0..other).all(|one| ordered(one, other)))
    };
    leading.into_iter().filter(is_sorted).collect()
}

/// Automata with a state for each set of stacks.
#[derive(Default)]
struct Automata {
    automata: Vec<StackAutomaton>,
}

impl Automata {
    fn state(&mut self, kind: usize) -> u32 {
        self.automata[kind].states += 1;
        self.automata[kind].states - 1
    }

    /// The state from which exactly these stacks are read.
    fn set(&mut self, kind: usize, stacks: &BTreeSet<Stack>) -> u32 {
        let start = self.state(kind);
        for stack in stacks {
            let mut at = start;
            for symbol in stack {
                let next = self.state(kind);
                self.automata[kind].edges.push((at, *symbol, next));
                at = next;
            }
            self.automata[kind].accepting.push(at);
        }
        start
    }
}

fn proof(kinds: &[usize], envelope: &Envelope, leading: &BTreeSet<Whole>) -> PushdownProof {
    let count = kinds.iter().max().map_or(0, |largest| largest + 1);
    let mut automata = Automata { automata: vec![StackAutomaton::default(); count] };
    let mut rows = vec![Vec::new(); count];
    for ((kind, shared), stacks) in envelope {
        let start = automata.set(*kind, stacks);
        rows[*kind].push((*shared, start));
    }
    let mut states = Vec::new();
    for (shared, stacks) in leading {
        let each = stacks.iter().zip(kinds).map(|(stack, kind)| automata.set(*kind, &BTreeSet::from([stack.clone()])));
        states.push((*shared, each.collect()));
    }
    PushdownProof { epochs: 1, automata: automata.automata, envelope: rows, leading: states }
}

fn judged(system: &PushdownSystem, proof: &PushdownProof) -> String {
    match check_pushdown_proof(system, proof, &|| true) {
        Ok(()) => "accepted".to_string(),
        Err(Rejection::Wrong(reason)) => reason,
        Err(other) => format!("{other:?}"),
    }
}

#[test]
fn pushdown_proofs_need_every_stack_and_every_state() {
    let mut random = Rng::with_seed(1);
    let mut tally = [0; 3];
    for _ in 0..400 {
        let mut system = system(&mut random);
        let kinds = system.kinds();
        let envelope = envelope(&system, &kinds);
        system.targets.push(target(&mut random, &kinds, &envelope));
        let leading = leading(&system, &kinds, &envelope);
        let start = (0, system.threads.clone());
        // Equal threads start with equal stacks, so there is only one order.
        let leads = leading.contains(&start);
        let expected = if leads { "an initial state may lead to a target" } else { "accepted" };
        assert_eq!(judged(&system, &proof(&kinds, &envelope, &leading)), expected, "{system:?} {leading:?}");
        tally[usize::from(leads)] += 1;
        tally[2] += usize::from(leading.len() > 1);
        if leading.len() > 30 {
            continue;
        }
        // Whether the set is closed does not depend on where threads start.
        let system = PushdownSystem { initial: Vec::new(), ..system };
        for lost in &leading {
            let mut fewer = leading.clone();
            fewer.remove(lost);
            let found = judged(&system, &proof(&kinds, &envelope, &fewer));
            assert!(
                found.ends_with(" among the leading states") || found.ends_with(" among them"),
                "{system:?} {lost:?}"
            );
        }
        if kinds == [0, 0] {
            // One order of the stacks of equal threads is as good as another.
            let exchanged = leading.iter().map(|(shared, stacks)| (*shared, stacks.iter().rev().cloned().collect()));
            assert_eq!(judged(&system, &proof(&kinds, &envelope, &exchanged.collect())), "accepted");
        }
        let system = PushdownSystem { initial: vec![0], ..system };
        for (at, stacks) in &envelope {
            for lost in stacks {
                let mut fewer = envelope.clone();
                fewer.get_mut(at).unwrap().remove(lost);
                let found = judged(&system, &proof(&kinds, &fewer, &leading));
                assert!(found.starts_with("the envelope "), "{system:?} {lost:?}: {found}");
            }
        }
    }
    assert!(tally.iter().all(|count| *count > 50), "{tally:?}");
}
