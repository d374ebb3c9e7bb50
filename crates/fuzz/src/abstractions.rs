//! Random abstractions of a thread: what the thread itself does, with more or less than that.

use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::{LocalValues, SharedValues};
use umpteen_model::state::counts;
use umpteen_model::system::{Initial, InitialCount, Target};
use umpteen_model::thread_system::{Edge, ThreadSystem};

/// More pairs of a shared and a local state than these are too many.
const MOST_PAIRS: usize = 600;

/// A random abstraction of a program without recursion, in which all threads run `main`; none if it would be large.
pub fn abstraction(random: &mut Rng, program: &Program, property: &Property) -> Option<ThreadSystem> {
    let mut system = exact(program, property)?;
    if random.u8(..8) == 0 {
        system.local_count = random.u32(1..=3);
        system.edges.clear();
        (0..random.u32(..12)).for_each(|_| add_edge(random, &mut system));
        system.targets.iter_mut().for_each(|target| target.counts = counts([(0, 1)]).unwrap_or_default());
        system.initial.iter_mut().for_each(|initial| initial.counts = vec![any(0)]);
        return Some(system);
    }
    for _ in 0..random.u32(..4) {
        change(random, &mut system);
    }
    Some(system)
}

fn any(local: u32) -> InitialCount {
    InitialCount { local, least: 0, unbounded: true }
}

fn add_edge(random: &mut Rng, system: &mut ThreadSystem) {
    let from = (random.u32(..system.shared_count), random.u32(..system.local_count));
    // Silent edges matter as much as letters.
    let shared = if random.bool() { from.0 } else { random.u32(..system.shared_count) };
    system.edges.push(Edge::step(from, (shared, random.u32(..system.local_count))));
}

fn change(random: &mut Rng, system: &mut ThreadSystem) {
    match random.u8(..8) {
        0..=1 if !system.edges.is_empty() => {
            let at = random.usize(..system.edges.len());
            system.edges.swap_remove(at);
        }
        2 => add_edge(random, system),
        3 if !system.edges.is_empty() => {
            let at = random.usize(..system.edges.len());
            system.edges[at].to.1 = random.u32(..system.local_count);
        }
        4 if !system.targets.is_empty() => {
            let at = random.usize(..system.targets.len());
            system.targets.swap_remove(at);
        }
        5 => {
            let shared = random.bool().then(|| random.u32(..system.shared_count));
            let local = random.u32(..system.local_count);
            system.targets.push(Target { shared, counts: counts([(local, random.u32(1..=2))]).unwrap_or_default() });
        }
        6 => {
            let at = random.usize(..system.initial.len());
            system.initial[at].counts = vec![any(random.u32(..system.local_count))];
        }
        _ => {
            // Two local states become one; the failing one stays apart, else there is a failure everywhere.
            let fails = |local: u32| system.targets.iter().any(|target| target.counts.iter().any(|c| c.0 == local));
            let (one, other) = (random.u32(..system.local_count), random.u32(..system.local_count));
            if fails(one) || fails(other) {
                return;
            }
            for edge in &mut system.edges {
                edge.from.1 = if edge.from.1 == one { other } else { edge.from.1 };
                edge.to.1 = if edge.to.1 == one { other } else { edge.to.1 };
            }
            for initial in &mut system.initial {
                let moved = initial.counts.iter().map(|count| if count.local == one { other } else { count.local });
                let moved: BTreeSet<u32> = moved.collect();
                initial.counts = moved.into_iter().map(any).collect();
            }
        }
    }
}

/// A local state of the abstraction: the thread, and the values that it sees inside an atomic section.
type Local = (Option<u64>, LocalValues);

/// The exact abstraction of one thread, as others see it.
fn exact(program: &Program, property: &Property) -> Option<ThreadSystem> {
    let (starts, mains) = program.starts();
    let mut numbers: BTreeMap<Local, u32> = BTreeMap::default();
    let mut locals: Vec<Local> = Vec::new();
    let mut number = |local: Local, locals: &mut Vec<Local>| {
        *numbers.entry(local).or_insert_with(|| {
            locals.push(local);
            locals.len() as u32 - 1
        })
    };
    let mut pairs: BTreeSet<(u64, u32)> = BTreeSet::default();
    let mut letters: BTreeSet<(u64, u64)> = BTreeSet::default();
    let mut edges: Vec<Edge> = Vec::new();
    let mains: Vec<u32> = mains.iter().map(|main| number((None, *main), &mut locals)).collect();
    let mut pending: Vec<(u64, u32)> =
        starts.iter().flat_map(|shared| mains.iter().map(|main| (shared.values, *main))).collect();
    while let Some((visible, local)) = pending.pop() {
        if !pairs.insert((visible, local)) {
            continue;
        }
        if pairs.len() > MOST_PAIRS {
            return None;
        }
        let (hidden, values) = locals[local as usize];
        if hidden.is_none() {
            pending.extend(letters.iter().filter(|letter| letter.0 == visible).map(|letter| (letter.1, local)));
        }
        let shared = SharedValues { atomic: hidden.is_some(), values: hidden.unwrap_or(visible) };
        for action in program.actions(shared, values) {
            let inside = action.shared.atomic.then_some(action.shared.values);
            let seen = if inside.is_some() { visible } else { action.shared.values };
            let next = number((inside, action.local), &mut locals);
            edges.push(Edge::step((visible as u32, local), (seen as u32, next)));
            pending.push((seen, next));
            if seen != visible && letters.insert((visible, seen)) {
                let open = |pair: &&(u64, u32)| pair.0 == visible && locals[pair.1 as usize].0.is_none();
                pending.extend(pairs.iter().filter(open).map(|pair| (seen, pair.1)));
            }
        }
    }
    let shared_count = 1 << program.globals.len();
    let targets = match property {
        Property::Invariant(invariant) => (0..shared_count)
            .filter(|shared| SharedValues { atomic: false, values: u64::from(*shared) }.violates(invariant))
            .map(|shared| Target { shared: Some(shared), counts: counts([]).unwrap_or_default() })
            .collect(),
        _ => (0u32..)
            .zip(&locals)
            .filter(|(_, local)| local.1 == LocalValues::FAILURE)
            .map(|(local, _)| Target { shared: None, counts: counts([(local, 1)]).unwrap_or_default() })
            .collect(),
    };
    let start = |shared: &SharedValues| Initial {
        shared: shared.values as u32,
        counts: mains.iter().map(|main| any(*main)).collect(),
    };
    let initial = starts.iter().map(start).collect();
    Some(ThreadSystem { shared_count, local_count: locals.len() as u32, edges, initial, targets })
}
