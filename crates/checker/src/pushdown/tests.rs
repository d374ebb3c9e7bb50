//! Every obligation of a proof is missed by a proof of its own.

use super::*;
use umpteen_model::pushdown::{PushdownRule, PushdownTarget, StackAutomaton};

const A: u32 = 0;
const B: u32 = 1;
const C: u32 = 2;
const E: u32 = 3;
const X: u32 = 4;
const Y: u32 = 5;

/// One thread calls and returns; with shared state 1, which nobody sets, it would go on to E. The other one moves from
/// X to Y, if it sees 1.
fn system() -> PushdownSystem {
    let rule = |from, top, to, push: &[u32]| PushdownRule { from, top, to, push: push.into(), line: 0 };
    PushdownSystem {
        shared: vec!["0".to_string(), "1".to_string()],
        rules: vec![rule(0, A, 0, &[B, C]), rule(0, B, 0, &[]), rule(1, C, 1, &[E]), rule(1, X, 1, &[Y])],
        initial: vec![0],
        threads: vec![vec![A], vec![X]],
        targets: vec![PushdownTarget { shared: None, tops: vec![E] }],
        ..PushdownSystem::default()
    }
}

/// All stacks that occur if the shared state is ignored: A, B C, C or E, and X or Y. What leads to E: E, and C with 1.
fn proof() -> PushdownProof {
    let one = StackAutomaton {
        states: 5,
        edges: vec![(0, A, 2), (0, B, 1), (1, C, 2), (0, C, 2), (0, E, 2), (3, E, 2), (4, C, 2)],
        accepting: vec![2],
    };
    let other = StackAutomaton { states: 2, edges: vec![(0, X, 1), (0, Y, 1)], accepting: vec![1] };
    PushdownProof {
        epochs: 1,
        automata: vec![one, other],
        envelope: vec![vec![(0, 0), (1, 0)], vec![(0, 0), (1, 0)]],
        leading: vec![(0, vec![3, 0]), (1, vec![3, 0]), (1, vec![4, 0])],
    }
}

fn check(system: &PushdownSystem, change: impl FnOnce(&mut PushdownProof)) -> String {
    let mut proof = proof();
    change(&mut proof);
    judge(system, &proof)
}

#[test]
fn every_obligation_is_checked() {
    let system = system();
    assert_eq!(check(&system, |_| {}), "accepted");
    let without_edge = |edge| move |proof: &mut PushdownProof| proof.automata[0].edges.retain(|other| *other != edge);
    assert_eq!(check(&system, without_edge((0, A, 2))), "the envelope lacks the start of thread 1");
    assert_eq!(check(&system, without_edge((0, B, 1))), "the envelope is not closed under rule 1");
    assert_eq!(check(&system, without_edge((0, C, 2))), "the envelope is not closed under rule 2");
    let lost = |proof: &mut PushdownProof| drop(proof.leading.remove(0));
    assert_eq!(check(&system, lost), "a target is not among the leading states");
    let lost = |proof: &mut PushdownProof| drop(proof.leading.remove(2));
    assert_eq!(check(&system, lost), "a predecessor of a leading state is not among them");
    let everything = |proof: &mut PushdownProof| proof.leading.push((0, vec![0, 0]));
    assert_eq!(check(&system, everything), "an initial state may lead to a target");
    let narrow = |proof: &mut PushdownProof| {
        proof.automata[1].edges.retain(|edge| edge.1 != Y);
        proof.leading.retain(|(shared, _)| *shared == 0);
    };
    assert_eq!(check(&system, narrow), "the envelope is not closed under rule 4");
    let far = |proof: &mut PushdownProof| proof.leading[0].1[1] = 9;
    assert_eq!(check(&system, far), "the leading states are out of range");
}

#[test]
fn other_threads_see_the_shared_state_change() {
    // Now the second thread sets 1: the first one may see it, and a proof that forgets that is wrong.
    let mut system = system();
    system.rules[3] = PushdownRule { from: 0, top: X, to: 1, push: [Y].as_slice().into(), line: 0 };
    assert_eq!(check(&system, |_| {}), "a predecessor of a leading state is not among them");
    let forgets = |proof: &mut PushdownProof| {
        proof.envelope[0].pop();
        proof.leading.truncate(1);
    };
    assert_eq!(check(&system, forgets), "the envelope is not closed under rule 4");
}

/// With a lock, from X to Y; back from Y to X. Two of these must not be at Y.
fn lock(threads: usize) -> PushdownSystem {
    let rule = |from, top, to, push: &[u32]| PushdownRule { from, top, to, push: push.into(), line: 0 };
    PushdownSystem {
        shared: vec!["free".to_string(), "taken".to_string()],
        rules: vec![rule(0, X, 1, &[Y]), rule(1, Y, 0, &[X])],
        initial: vec![0],
        threads: vec![vec![X]; threads],
        targets: vec![PushdownTarget { shared: None, tops: vec![Y, Y] }],
        ..PushdownSystem::default()
    }
}

/// With three threads: states 1 and 2 read X and Y, 0 either. Two at Y lead to a target, and so does one if it is free.
fn lock_proof() -> PushdownProof {
    let edges = vec![(0, X, 3), (0, Y, 3), (1, X, 3), (2, Y, 3)];
    PushdownProof {
        epochs: 1,
        automata: vec![StackAutomaton { states: 4, edges, accepting: vec![3] }],
        envelope: vec![vec![(0, 0), (1, 0)]],
        leading: vec![(1, vec![2, 2, 0]), (0, vec![0, 0, 2])],
    }
}

fn judge(system: &PushdownSystem, proof: &PushdownProof) -> String {
    match check_pushdown_proof(system, proof, &|| true) {
        Ok(()) => "accepted".to_string(),
        Err(Rejection::Wrong(reason)) => reason,
        Err(other) => format!("{other:?}"),
    }
}

#[test]
fn equal_threads_may_exchange_their_stacks() {
    let (system, proof) = (lock(3), lock_proof());
    assert_eq!(judge(&system, &proof), "accepted", "one order of the stacks stands for all");
    let only = |at: usize| PushdownProof { leading: vec![proof.leading[at].clone()], ..proof.clone() };
    assert_eq!(judge(&system, &only(1)), "a target is not among the leading states");
    assert_eq!(judge(&system, &only(0)), "a target is not among the leading states");
    let mut narrow = proof.clone();
    narrow.leading[0].1[2] = 1;
    assert_eq!(judge(&system, &narrow), "a target is not among the leading states", "all three may be at Y");
    narrow = proof.clone();
    narrow.leading[1].1[1] = 2;
    assert_eq!(judge(&system, &narrow), "a predecessor of a leading state is not among them");
    let mut wide = proof.clone();
    wide.leading.push((0, vec![1, 1, 0]));
    assert_eq!(judge(&system, &wide), "an initial state may lead to a target");
}

#[test]
fn different_threads_do_not_exchange_their_stacks() {
    // The last one starts at X as well, but above something: it is of another kind.
    let mut system = lock(3);
    system.threads[2] = vec![X, C];
    let mut proof = lock_proof();
    assert_eq!(judge(&system, &proof), "there is not one automaton and one envelope for each kind of threads");
    proof.automata.push(StackAutomaton {
        states: 5,
        edges: vec![(0, X, 3), (0, Y, 3), (1, X, 3), (2, Y, 3), (3, C, 4)],
        accepting: vec![4],
    });
    proof.envelope.push(proof.envelope[0].clone());
    assert_eq!(judge(&system, &proof), "a target is not among the leading states");
    proof.leading.extend([(1, vec![2, 0, 2]), (0, vec![2, 0, 0])]);
    assert_eq!(judge(&system, &proof), "accepted");
}

#[test]
fn a_thread_sees_what_an_equal_one_does() {
    // Whoever is at Y when it is free fails. A thread at X can make it so, the one at Y cannot.
    let rule = |from, top, to, push: &[u32]| PushdownRule { from, top, to, push: push.into(), line: 0 };
    let mut system = lock(2);
    system.rules = vec![rule(0, X, 1, &[Y]), rule(1, X, 0, &[X]), rule(0, Y, 0, &[E])];
    system.targets = vec![PushdownTarget { shared: None, tops: vec![E] }];
    let edges = vec![(0, X, 3), (1, X, 3), (1, Y, 3)];
    let forged = PushdownProof {
        epochs: 1,
        automata: vec![StackAutomaton { states: 4, edges, accepting: vec![3] }],
        envelope: vec![vec![(0, 0), (1, 1)]],
        leading: vec![],
    };
    assert_eq!(judge(&system, &forged), "the envelope is not closed under rule 2");
    let mut alone = forged.clone();
    alone.automata[0].edges.retain(|edge| *edge != (1, X, 3));
    assert_eq!(judge(&system, &alone), "the envelope is not closed under rule 1", "the other one is still at X");
    system.threads.pop();
    assert_eq!(judge(&system, &alone), "accepted", "alone it is safe");
}

#[test]
fn two_threads_with_the_same_symbol_are_two() {
    let mut system = system();
    system.threads = vec![vec![E], vec![E]];
    system.targets = vec![PushdownTarget { shared: None, tops: vec![E, E] }];
    let one = StackAutomaton { states: 2, edges: vec![(0, E, 1)], accepting: vec![1] };
    let forged = PushdownProof { epochs: 1, automata: vec![one], envelope: vec![vec![(0, 0)]], leading: vec![] };
    assert!(check_pushdown_proof(&system, &forged, &|| true).is_err());
    system.targets[0].tops.push(E);
    assert!(check_pushdown_proof(&system, &forged, &|| true).is_ok(), "three are more than there are");
}

#[test]
fn proofs_are_within_range() {
    let system = system();
    let automata = "there is not one automaton and one envelope for each kind of threads";
    assert_eq!(check(&system, |proof| drop(proof.automata.pop())), automata);
    assert_eq!(check(&system, |proof| drop(proof.envelope.pop())), automata);
    let envelope = "the envelope has a state out of range";
    assert_eq!(check(&system, |proof| proof.envelope[0].push((2, 0))), envelope);
    assert_eq!(check(&system, |proof| proof.envelope[0].push((9, 0))), envelope);
    assert_eq!(check(&system, |proof| proof.envelope[1].push((0, 2))), envelope);
    let leading = "the leading states are out of range";
    assert_eq!(check(&system, |proof| proof.leading.push((2, vec![0, 0]))), leading);
    assert_eq!(check(&system, |proof| proof.leading.push((9, vec![0, 0]))), leading);
    assert_eq!(check(&system, |proof| proof.leading.push((0, vec![0]))), leading);
    assert_eq!(check(&system, |proof| proof.leading.push((0, vec![0, 2]))), leading);
    let range = "an automaton has a state out of range";
    assert_eq!(check(&system, |proof| proof.automata[0].edges.push((5, A, 0))), range);
    assert_eq!(check(&system, |proof| proof.automata[0].edges.push((0, A, 5))), range);
    assert_eq!(check(&system, |proof| proof.automata[0].accepting.push(5)), range);
    let missing = |proof: &mut PushdownProof| proof.envelope[0].retain(|(shared, _)| *shared != 0);
    assert_eq!(check(&system, missing), "the envelope lacks the start of thread 1");
    // States that nothing names do not exist, however many there are said to be.
    let unnamed = |proof: &mut PushdownProof| {
        proof.automata[1].states = 9;
        proof.envelope[1].push((0, 2));
    };
    assert_eq!(check(&system, unnamed), envelope);
    let empty = |proof: &mut PushdownProof| {
        proof.automata[1] = StackAutomaton { states: 9, edges: Vec::new(), accepting: Vec::new() };
        proof.envelope[1] = vec![(0, 0)];
    };
    assert_eq!(check(&system, empty), envelope);
}

#[test]
fn patience_is_asked_for() {
    assert_eq!(check_pushdown_proof(&system(), &proof(), &|| false), Err(Rejection::OutOfTime));
}

#[test]
fn there_are_not_too_many_threads() {
    let judged = |threads: usize| {
        let system =
            PushdownSystem { rules: Vec::new(), targets: Vec::new(), threads: vec![vec![A]; threads], ..system() };
        let one = StackAutomaton { states: 2, edges: vec![(0, A, 1)], accepting: vec![1] };
        let kinds = threads.min(1);
        judge(
            &system,
            &PushdownProof {
                epochs: 1,
                automata: vec![one; kinds],
                envelope: vec![vec![(0, 0)]; kinds],
                leading: vec![],
            },
        )
    };
    assert_eq!(judged(MOST_THREADS), "accepted");
    assert_eq!(judged(MOST_THREADS + 1), "there are too many threads");
    assert_eq!(judged(0), "accepted");
}
