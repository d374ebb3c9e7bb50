//! Words that an abstraction cannot follow, and runs of threads with stacks, are executed to their ends.

use crate::{Rejection, check_pushdown_trace, check_word};
use umpteen_model::pushdown::{PushdownRule, PushdownSystem, PushdownTarget, PushdownTrace};
use umpteen_model::refinement::{Mismatch, Refinement, Word, WordStep};
use umpteen_model::state::counts;
use umpteen_model::system::{Initial, InitialCount, Target};
use umpteen_model::thread_system::{Edge, ThreadSystem};

const A: u32 = 0;
const B: u32 = 1;
const C: u32 = 2;

/// With shared states free, taken, and taken inside an atomic section: a thread takes the lock (A to B) and releases it (B to C),
/// and then takes it again, which the abstraction does not. The abstraction may go from 0 to 3 silently.
fn question() -> Refinement {
    let rule = |from, top, to, push: &[u32]| PushdownRule { from, top, to, push: push.into(), line: 0 };
    let thread = PushdownSystem {
        shared: ["free", "taken", "inside"].map(str::to_string).to_vec(),
        rules: vec![
            rule(0, A, 1, &[B]),
            rule(1, B, 0, &[C]),
            rule(0, C, 1, &[C]),
            rule(0, A, 2, &[B]),
            rule(2, B, 1, &[B]),
            rule(1, B, 1, &[]),
            rule(0, C, 1, &[B]),
            rule(0, A, 1, &[B, A]),
            rule(0, A, 1, &[A, B]),
        ],
        initial: vec![0],
        threads: vec![vec![A]],
        targets: vec![PushdownTarget { shared: Some(1), tops: vec![B] }],
        ..PushdownSystem::default()
    };
    let abstraction = ThreadSystem {
        shared_count: 2,
        local_count: 4,
        edges: vec![Edge::step((0, 0), (1, 1)), Edge::step((1, 1), (0, 2)), Edge::step((0, 0), (0, 3))],
        initial: vec![ThreadSystem::default_initial()],
        targets: Vec::new(),
    };
    Refinement { thread, visible: vec![Some(0), Some(1), None], abstraction }
}

fn judged(question: &Refinement, steps: &[WordStep], mismatch: Mismatch) -> Result<Vec<Vec<u32>>, String> {
    let word = Word { start: 0, steps: steps.to_vec(), mismatch };
    match check_word(question, &word) {
        Ok(controls) => Ok(controls.into_iter().map(|control| control.locals).collect()),
        Err(Rejection::Wrong(reason)) => Err(reason),
        Err(other) => Err(format!("{other:?}")),
    }
}

fn impossible(step: u32) -> Result<Vec<Vec<u32>>, String> {
    Err(format!("step {step} of the word is not possible"))
}

fn can_follow() -> Result<Vec<Vec<u32>>, String> {
    Err("the abstraction can follow the word to its end".to_string())
}

#[test]
fn a_word_ends_where_the_abstraction_cannot_follow() {
    use WordStep::{Others, Own};
    let question = question();
    let locals = |expected: &[&[u32]]| Ok(expected.iter().map(|locals| locals.to_vec()).collect());
    let whole = [Own(0), Own(1), Own(2)];
    assert_eq!(judged(&question, &whole, Mismatch::Change), locals(&[&[0, 3], &[1], &[2], &[]]));
    assert_eq!(judged(&question, &whole[..2], Mismatch::Change), can_follow());
    assert_eq!(judged(&question, &whole, Mismatch::Start), can_follow());
    assert_eq!(judged(&question, &whole, Mismatch::Target), can_follow());
    assert_eq!(judged(&question, &whole[..1], Mismatch::Target), locals(&[&[0, 3], &[1]]));
    assert_eq!(judged(&question, &[], Mismatch::Target), can_follow(), "nothing is violated at the start");
    assert_eq!(judged(&question, &[], Mismatch::Start), can_follow());
    assert_eq!(judged(&question, &[Own(1)], Mismatch::Change), impossible(1));
    assert_eq!(judged(&question, &[Own(9)], Mismatch::Change), impossible(1));
    // Where the abstraction cannot even change the shared state, the property is not what it misses.
    assert_eq!(judged(&question, &[Own(0), Own(1), Own(6)], Mismatch::Target), can_follow());
    // Symbols below the top of the stack do not matter.
    assert_eq!(judged(&question, &[Own(7)], Mismatch::Target), locals(&[&[0, 3], &[1]]));
    assert_eq!(judged(&question, &[Own(8)], Mismatch::Target), can_follow());
    let after_the_end = [Own(0), Own(1), Own(2), Others(0)];
    assert_eq!(judged(&question, &after_the_end, Mismatch::Change), impossible(4));
    // Others move only outside atomic sections, and to shared states that they see.
    assert_eq!(judged(&question, &[Others(1), Others(0), Own(0)], Mismatch::Target).map(|all| all.len()), Ok(4));
    assert_eq!(judged(&question, &[Others(2)], Mismatch::Change), impossible(1));
    assert_eq!(judged(&question, &[Own(3), Others(0)], Mismatch::Change), impossible(2));
    assert_eq!(judged(&question, &[Others(3)], Mismatch::Change), impossible(1));
    // The shared state that others see changes when the section ends.
    assert_eq!(judged(&question, &[Own(3), Own(4)], Mismatch::Target), locals(&[&[0, 3], &[0, 3], &[1]]));
    // With an empty stack there is no symbol on top.
    assert_eq!(judged(&question, &[Own(0), Own(5)], Mismatch::Target), can_follow());
}

#[test]
fn a_word_starts_with_the_program() {
    let at = |local, unbounded| InitialCount { local, least: 0, unbounded };
    let mut question = question();
    question.abstraction.initial = vec![Initial { shared: 1, counts: vec![at(0, true)] }];
    assert_eq!(judged(&question, &[], Mismatch::Start), Ok(vec![vec![]]));
    assert_eq!(judged(&question, &[], Mismatch::Change), can_follow());
    assert_eq!(judged(&question, &[WordStep::Own(0)], Mismatch::Change), impossible(1));
    question.abstraction.initial.push(Initial { shared: 0, counts: vec![at(0, false), at(3, true)] });
    assert_eq!(judged(&question, &[WordStep::Own(0)], Mismatch::Change), Ok(vec![vec![3], vec![]]));
    question.thread.initial = vec![1];
    let reason = "the word does not start with an initial shared state";
    assert_eq!(judged(&question, &[], Mismatch::Start), Err(reason.to_string()));
    question.thread.initial = vec![0];
    question.visible[0] = None;
    assert_eq!(judged(&question, &[], Mismatch::Start), Err("a start is inside an atomic section".to_string()));
}

#[test]
fn targets_of_the_abstraction_excuse() {
    let target = |shared, locals: &[(u32, u32)]| Target { shared, counts: counts(locals.iter().copied()).unwrap() };
    let with = |targets: &[Target]| {
        let mut question = question();
        question.abstraction.targets = targets.to_vec();
        judged(&question, &[WordStep::Own(0)], Mismatch::Target).map(|_| ())
    };
    let excused = can_follow().map(|_| ());
    assert_eq!(with(&[]), Ok(()));
    assert_eq!(with(&[target(None, &[(1, 1)])]), excused);
    assert_eq!(with(&[target(Some(1), &[(1, 1)])]), excused);
    assert_eq!(with(&[target(Some(1), &[])]), excused);
    assert_eq!(with(&[target(Some(0), &[(1, 1)])]), Ok(()), "another shared state");
    assert_eq!(with(&[target(None, &[(2, 1)])]), Ok(()), "another local state");
    assert_eq!(with(&[target(None, &[(1, 2)])]), Ok(()), "two threads");
    assert_eq!(with(&[target(None, &[(1, 1), (2, 1)])]), Ok(()), "another thread too");
    assert_eq!(with(&[target(None, &[(3, 1)])]), impossible(1).map(|_| ()), "excused before the step");
}

#[test]
fn edges_that_concern_others_are_refused() {
    let refused = Err("the abstraction has an edge that concerns other threads".to_string());
    let with = |change: &dyn Fn(&mut Edge)| {
        let mut question = question();
        change(&mut question.abstraction.edges[0]);
        judged(&question, &[WordStep::Own(0)], Mismatch::Target)
    };
    assert_eq!(with(&|edge| edge.creates = true), refused);
    assert_eq!(with(&|edge| edge.witness = Some(2)), refused);
}

#[test]
fn runs_with_stacks_are_executed() {
    let system = question().thread;
    let judged = |shared, steps: &[(u32, u32)]| match check_pushdown_trace(
        &system,
        &PushdownTrace { shared, steps: steps.to_vec() },
    ) {
        Ok(states) => states.len().to_string(),
        Err(Rejection::Wrong(reason)) => reason,
        Err(other) => format!("{other:?}"),
    };
    assert_eq!(judged(0, &[(0, 0)]), "2");
    assert_eq!(judged(0, &[(0, 3), (0, 4)]), "3");
    assert_eq!(judged(0, &[]), "it does not end in a target");
    assert_eq!(judged(0, &[(0, 0), (0, 1)]), "it does not end in a target");
    assert_eq!(judged(1, &[(0, 0)]), "it does not start with an initial shared state");
    assert_eq!(judged(0, &[(0, 0), (0, 0)]), "step 2 is not possible");
    assert_eq!(judged(0, &[(1, 0)]), "step 1 is not possible");
    assert_eq!(judged(0, &[(0, 9)]), "step 1 is not possible");
}
