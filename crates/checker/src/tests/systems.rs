//! Certificates of small random systems are compared with what exploring them by brute force shows: what is accepted is true,
//! a set that is exactly right is accepted, and one that lacks a member is not.

use crate::closure::UpwardClosure;
use crate::invariant::Proved;
use crate::predecessors::predecessors;
use crate::{Rejection, check_certificate};
use fastrand::Rng;
use std::collections::BTreeSet;
use umpteen_model::configuration::Configuration;
use umpteen_model::evidence::{Certificate, Ignored, Invariant, Weight};
use umpteen_model::state::{Counts, State, counts};
use umpteen_model::system::{Initial, InitialCount, NOWHERE, Passive, Rule, System, Target};

const SHARED: u32 = 2;
const LOCALS: u32 = 3;

fn some(random: &mut Rng, most: u32) -> Counts {
    counts((0..random.u32(..=most)).map(|_| (random.u32(..LOCALS), 1))).unwrap()
}

fn passive(random: &mut Rng) -> Passive {
    let mut sources: Vec<u32> = (0..LOCALS).filter(|_| random.bool()).collect();
    sources.truncate(2);
    let moves = |random: &mut Rng| sources.iter().map(|source| (*source, random.u32(..LOCALS))).collect::<Vec<_>>();
    match random.u32(..8) {
        0 => Passive::All(moves(random)),
        1 => Passive::All(sources.iter().map(|source| (*source, NOWHERE)).collect()),
        2 => Passive::One(moves(random)),
        3 => {
            let images = |random: &mut Rng| (0..LOCALS).filter(|_| random.u32(..3) > 0).collect::<Vec<_>>();
            let images: Vec<(u32, Vec<u32>)> = sources.iter().map(|source| (*source, images(random))).collect();
            let moves: Vec<(u32, u32)> =
                images.iter().flat_map(|(source, to)| to.iter().map(|to| (*source, *to))).collect();
            let forbidden = match moves[..] {
                [] => Vec::new(),
                _ => vec![(0..2).map(|_| moves[random.usize(..moves.len())]).collect()],
            };
            Passive::Each { images, forbidden }
        }
        _ => Passive::Stay,
    }
}

fn rule(random: &mut Rng) -> Rule {
    let take = some(random, 2);
    let mut guard = State::new(0, take.iter().copied()).unwrap();
    for (local, count) in some(random, 1) {
        guard.set(local, guard.count(local).max(count));
    }
    let guard = counts(guard.locals().iter().copied()).unwrap();
    let (from, to) = (random.u32(..SHARED), random.u32(..SHARED));
    Rule { from, to, guard, take, give: some(random, 2), passive: passive(random) }
}

fn system(random: &mut Rng) -> System {
    let rules = (0..random.usize(1..5)).map(|_| rule(random)).collect();
    let count = |random: &mut Rng, local| InitialCount { local, least: random.u32(..2), unbounded: random.bool() };
    let initial = |random: &mut Rng| Initial {
        shared: random.u32(..SHARED),
        counts: (0..LOCALS - 1).map(|local| count(random, local)).collect(),
    };
    let initial = (0..random.usize(1..3)).map(|_| initial(random)).collect();
    let shared = random.bool().then_some(random.u32(..SHARED));
    let targets = vec![Target { shared, counts: some(random, 3) }];
    System { shared_count: SHARED, local_count: LOCALS, rules, initial, targets, hints: Vec::new() }
}

/// All states with so many threads at most in each local state.
fn states(most: u32) -> Vec<State> {
    let size = most + 1;
    let state = |number: u32| {
        let at = |place: u32| number / size.pow(place) % size;
        State::new(number / size.pow(LOCALS), (0..LOCALS).map(|local| (local, at(local)))).unwrap()
    };
    (0..SHARED * size.pow(LOCALS)).map(state).collect()
}

/// The states that are reachable with at most so many threads.
pub fn reachable(system: &System, threads: u64) -> BTreeSet<State> {
    let is_initial = |state: &State| system.initial.iter().any(|initial| initial.contains(state));
    let mut pending: Vec<State> = states(threads as u32).into_iter().filter(is_initial).collect();
    let mut seen = BTreeSet::new();
    while let Some(state) = pending.pop() {
        if state.threads() <= threads && seen.insert(state.clone()) {
            for rule in &system.rules {
                pending.extend(system.fire(rule, &state).unwrap().into_iter().map(|outcome| outcome.state));
            }
        }
    }
    seen
}

fn accepts(system: &System, certificate: &Certificate) -> bool {
    match check_certificate(system, certificate, &|| true) {
        Ok(()) => true,
        Err(Rejection::Wrong(_)) => false,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn predecessors_are_what_leads_to_a_state() {
    let mut random = Rng::with_seed(1);
    let (befores, afters) = (states(4), states(2));
    for _ in 0..800 {
        let rule = rule(&mut random);
        let after = &afters[random.usize(..afters.len())];
        let system = System { shared_count: SHARED, local_count: LOCALS, ..System::default() };
        let leads =
            |before: &State| system.fire(&rule, before).unwrap().iter().any(|outcome| outcome.state.covers(after));
        let found = predecessors(&system, &rule, after).unwrap();
        assert!(found.iter().all(leads), "{rule:?} {after:?} {found:?}");
        for before in befores.iter().filter(|before| leads(before)) {
            assert!(found.iter().any(|least| before.covers(least)), "{rule:?} {after:?} {before:?}");
        }
    }
}

#[test]
fn closures_hold_what_covers_an_element() {
    let mut random = Rng::with_seed(2);
    let states = states(2);
    for _ in 0..300 {
        let elements: Vec<State> =
            (0..random.usize(..5)).map(|_| states[random.usize(..states.len())].clone()).collect();
        let closure = UpwardClosure::new(&elements);
        for state in &states {
            assert_eq!(closure.contains(state), elements.iter().any(|element| state.covers(element)));
        }
    }
}

/// Pairs that occur, often with one that is missing or one too many.
fn pairs(random: &mut Rng, reached: &BTreeSet<State>) -> Vec<(u32, Vec<u32>)> {
    let mut pairs: BTreeSet<(u32, u32)> =
        reached.iter().flat_map(|state| state.locals().iter().map(|(local, _)| (state.shared, *local))).collect();
    for _ in 0..random.u32(..3) {
        let pair = (random.u32(..SHARED), random.u32(..LOCALS));
        if random.bool() {
            pairs.insert(pair);
        } else {
            pairs.remove(&pair);
        }
    }
    let row = |shared| (shared, pairs.iter().filter(|pair| pair.0 == shared).map(|pair| pair.1).collect());
    (0..SHARED).filter(|_| random.u32(..8) > 0).map(row).collect()
}

fn weight(random: &mut Rng, reached: &BTreeSet<State>) -> Weight {
    let shared: Vec<(u32, i64)> = (0..SHARED).map(|shared| (shared, random.i64(-1..2))).collect();
    let locals: Vec<(u32, u32)> = (0..LOCALS).map(|local| (local, random.u32(..2))).collect();
    let sum = |state: &State| {
        let of_locals = locals.iter().map(|(local, weight)| i64::from(*weight) * i64::from(state.count(*local)));
        shared[state.shared as usize].1 + of_locals.sum::<i64>()
    };
    let bound = reached.iter().map(sum).max().unwrap_or(0) - random.i64(0..2);
    Weight { shared, locals: locals.into_iter().map(|(local, weight)| (local, weight.into())).collect(), bound }
}

#[test]
fn invariants_hold_in_what_can_be_reached() {
    let mut random = Rng::with_seed(3);
    let mut tally = [0; 4];
    for _ in 0..2000 {
        let system = system(&mut random);
        let reached = reachable(&system, 3);
        let few = reachable(&system, 2);
        let known = if random.bool() { &reached } else { &few };
        let invariant = Invariant {
            pairs: (random.u32(..3) > 0).then(|| pairs(&mut random, known)),
            weights: (0..random.usize(..3)).map(|_| weight(&mut random, known)).collect(),
        };
        let Ok(proved) = Proved::new(&system, &invariant, &|| true) else {
            tally[0] += 1;
            continue;
        };
        tally[1] += 1;
        tally[2] += u32::from(invariant.pairs.is_some());
        tally[3] += u32::from(!invariant.weights.is_empty());
        for state in &reached {
            assert!(!proved.excludes(state), "{system:?} {invariant:?} {state:?}");
        }
    }
    assert!(tally.iter().all(|count| *count > 50), "{tally:?}");
}

/// The least states from which a target can be covered, by the checker's own predecessors; none if there are many.
fn leading(system: &System) -> Option<Vec<State>> {
    let mut basis: Vec<State> = Vec::new();
    let mut pending: Vec<State> = system.minimal_targets().collect();
    while let Some(state) = pending.pop() {
        if basis.iter().any(|known| state.covers(known)) {
            continue;
        }
        basis.retain(|known| !known.covers(&state));
        basis.push(state.clone());
        if basis.len() > 12 {
            return None;
        }
        for rule in &system.rules {
            pending.extend(predecessors(system, rule, &state).unwrap());
        }
    }
    Some(basis)
}

#[test]
fn upward_certificates_need_every_element() {
    let mut random = Rng::with_seed(4);
    let mut tally = [0; 2];
    for _ in 0..1200 {
        let system = system(&mut random);
        let Some(basis) = leading(&system) else { continue };
        let certificate = |basis: Vec<State>| Certificate::Upward { basis, invariant: Invariant::default() };
        let leads = system.initial.iter().any(|initial| basis.iter().any(|state| initial.covering(state).is_some()));
        assert_eq!(accepts(&system, &certificate(basis.clone())), !leads, "{system:?} {basis:?}");
        tally[usize::from(leads)] += 1;
        // A step that some thread can block does not lead from every larger state to where it leads.
        if system.rules.iter().any(|rule| matches!(rule.passive, Passive::Each { .. })) {
            continue;
        }
        for at in 0..basis.len() {
            let mut fewer = basis.clone();
            let mut removed = fewer.remove(at);
            assert!(!accepts(&system, &certificate(fewer.clone())), "{system:?} {basis:?} without {at}");
            removed.add(random.u32(..LOCALS), 1).unwrap();
            fewer.push(removed);
            assert!(!accepts(&system, &certificate(fewer)), "{system:?} {basis:?} with more in {at}");
        }
    }
    assert!(tally.iter().all(|count| *count > 100), "{tally:?}");
}

#[test]
fn bounded_certificates_need_every_state() {
    let mut random = Rng::with_seed(5);
    let mut tally = [0; 2];
    for _ in 0..700 {
        let system = system(&mut random);
        let threads = random.u32(1..4);
        let states: Vec<State> = reachable(&system, threads.into()).into_iter().collect();
        let certificate = |states: Vec<State>| Certificate::Bounded { threads, states };
        let fails = states.iter().any(|state| system.is_target(state));
        assert_eq!(accepts(&system, &certificate(states.clone())), !fails, "{system:?} {states:?}");
        tally[usize::from(fails)] += 1;
        for at in 0..states.len() {
            let mut fewer = states.clone();
            fewer.remove(at);
            assert!(!accepts(&system, &certificate(fewer)), "{system:?} {states:?} without {at}");
        }
    }
    assert!(tally.iter().all(|count| *count > 100), "{tally:?}");
}

/// Threads that can have come from one local state only are not too many, those that may have come from two are soon.
#[test]
fn many_threads_have_few_origins() {
    let one = |local| counts([(local, 1)]).unwrap();
    let judged = |count: u32, passive: Passive| {
        let step = Rule { from: 0, to: 1, guard: one(0), take: one(0), give: one(0), passive };
        let system = System { shared_count: 2, local_count: 3, rules: vec![step], ..System::default() };
        let many = |shared, local, more| State::new(shared, [(local, count), (0, more)]).unwrap();
        let moved = (0..=count).map(|moved| State::new(0, [(1, moved), (2, count - moved), (0, 1)]).unwrap());
        let basis = [many(1, 2, 0)].into_iter().chain(moved).collect();
        accepts(&system, &Certificate::Upward { basis, invariant: Invariant::default() })
    };
    assert!(judged(3000, Passive::Stay));
    let both = || Passive::Each { images: vec![(1, vec![2]), (2, vec![2])], forbidden: Vec::new() };
    assert!(judged(1000, both()));
    assert!(!judged(1001, both()));
}

/// Weights and pairs rely on each other: a rule whose guard weighs too much needs no pairs.
#[test]
fn what_weighs_too_much_needs_no_pairs() {
    let rule = |guard: &[(u32, u32)], to| {
        let counts = counts(guard.iter().copied()).unwrap();
        Rule { from: 0, to, guard: counts.clone(), take: counts.clone(), give: counts, passive: Passive::Stay }
    };
    let at = |local, least| InitialCount { local, least, unbounded: false };
    let mut system = System {
        shared_count: 2,
        local_count: 2,
        rules: vec![rule(&[(0, 2)], 1)],
        initial: vec![Initial { shared: 0, counts: vec![at(0, 1)] }],
        targets: vec![Target { shared: Some(1), counts: Counts::default() }],
        hints: Vec::new(),
    };
    let pairs = Some(vec![(0, vec![0])]);
    let judged = |system: &System, bound| {
        let weights = vec![Weight { shared: Vec::new(), locals: vec![(0, 1)], bound }];
        let invariant = Invariant { pairs: pairs.clone(), weights };
        accepts(system, &Certificate::Upward { basis: Vec::new(), invariant })
    };
    assert!(judged(&system, 1));
    assert!(!judged(&system, 2), "two threads would not weigh too much");
    system.initial[0].counts = vec![at(0, 2)];
    assert!(!judged(&system, 1), "there are two");
}

#[test]
fn states_are_of_the_system() {
    let system = System { shared_count: 1, local_count: 1, ..System::default() };
    let judged = |state: State| accepts(&system, &Certificate::Bounded { threads: 9, states: vec![state] });
    assert!(judged(State::new(0, [(0, 1)]).unwrap()));
    assert!(!judged(State::new(1, [(0, 1)]).unwrap()));
    assert!(!judged(State::new(0, [(1, 1)]).unwrap()));
}

/// The largest states that can be reached with the threads that there are, if these are few.
fn largest(system: &System) -> Option<Vec<State>> {
    const MANY: u64 = 6;
    let reached = reachable(system, MANY);
    if system.initial.iter().any(|initial| initial.least().threads() > MANY)
        || reached.iter().any(|state| state.threads() >= MANY - 1)
    {
        return None;
    }
    let is_covered = |state: &State| reached.iter().any(|other| other != state && other.covers(state));
    Some(reached.iter().filter(|state| !is_covered(state)).cloned().collect())
}

#[test]
fn downward_certificates_need_every_configuration() {
    let mut random = Rng::with_seed(7);
    let mut tally = [0; 4];
    for _ in 0..1500 {
        let mut system = system(&mut random);
        system.initial.iter_mut().flat_map(|initial| &mut initial.counts).for_each(|count| count.unbounded = false);
        let Some(states) = largest(&system) else { continue };
        let configuration = |state: &State| Configuration::new(state.shared, counts(state.locals().to_vec()).unwrap());
        let certificate = |states: &[State]| Certificate::Downward {
            configurations: states.iter().map(configuration).collect(),
            ignored: Ignored::default(),
        };
        let fails = states.iter().any(|state| system.is_target(state));
        let others_move = |rule: &Rule| {
            let enabled = |state: &State| state.shared == rule.from && state.has(&rule.guard);
            rule.passive != Passive::Stay && states.iter().any(enabled)
        };
        let refused = system.rules.iter().any(others_move);
        assert_eq!(accepts(&system, &certificate(&states)), !fails && !refused, "{system:?} {states:?}");
        tally[usize::from(fails) + 2 * usize::from(refused)] += 1;
        for at in 0..states.len() {
            let mut fewer = states.clone();
            fewer.remove(at);
            assert!(!accepts(&system, &certificate(&fewer)), "{system:?} {states:?} without {at}");
        }
    }
    assert!(tally.iter().all(|count| *count > 20), "{tally:?}");
}

/// The check asks for time left before each state, rule and weight.
#[test]
fn certificates_take_no_longer_than_allowed() {
    let mut random = Rng::with_seed(6);
    let one = counts([(0, 1)]).unwrap();
    let step = Rule { from: 0, to: 1, guard: one.clone(), take: one.clone(), give: one, passive: Passive::Stay };
    let initial = Initial { shared: 0, counts: vec![InitialCount { local: 0, least: 1, unbounded: false }] };
    let mut system = System { rules: vec![step], initial: vec![initial], ..system(&mut random) };
    system.targets.clear();
    let asked = |certificate: Certificate| check_certificate(&system, &certificate, &|| false);
    let upward =
        |basis: Vec<State>, pairs, weights| Certificate::Upward { basis, invariant: Invariant { pairs, weights } };
    let state = |shared, count| State::new(shared, [(0, count)]).unwrap();
    let weight = Weight { shared: Vec::new(), locals: Vec::new(), bound: 0 };
    for certificate in [
        upward(vec![state(1, 1)], None, Vec::new()),
        upward(Vec::new(), Some(vec![(0, vec![0]), (1, vec![0])]), Vec::new()),
        upward(Vec::new(), None, vec![weight]),
        Certificate::Bounded { threads: 1, states: vec![state(0, 1), state(1, 1)] },
        Certificate::Downward {
            configurations: [0, 1].map(|shared| Configuration::new(shared, counts([(0, 1)]).unwrap())).to_vec(),
            ignored: Ignored::default(),
        },
    ] {
        assert_eq!(asked(certificate), Err(Rejection::OutOfTime));
    }
}
