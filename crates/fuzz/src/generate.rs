//! Small random systems with all step kinds.

use fastrand::Rng;
use umpteen_frontends::Model;
use umpteen_model::petri_net::{Marking, PetriNet, Transition};
use umpteen_model::state::{Counts, counts};
use umpteen_model::system::{Initial, InitialCount, Passive, Target};
use umpteen_model::thread_system::{Edge, ThreadSystem};

/// A random model: mostly thread systems, some nets.
pub fn model(random: &mut Rng) -> Model {
    model_of_size(random, 1)
}

/// A random model that is so many times as large.
pub fn model_of_size(random: &mut Rng, size: u32) -> Model {
    if random.u8(..10) < 7 { Model::Threads(thread_system(random, size)) } else { Model::Net(petri_net(random, size)) }
}

fn thread_system(random: &mut Rng, size: u32) -> ThreadSystem {
    let (shared_count, local_count) = (random.u32(1..=4 * size), random.u32(2..=6 * size));
    let pair = |random: &mut Rng| (random.u32(..shared_count), random.u32(..local_count));
    let edge_count = random.u32(3..=14 * size * size);
    let mut edges: Vec<Edge> = (0..edge_count)
        .map(|_| {
            let mut edge = Edge::step(pair(random), pair(random));
            match random.u8(..20) {
                0..=2 => edge.creates = true,
                3..=5 => edge.passive = Passive::All(moves(random, local_count)),
                6..=7 => edge.passive = Passive::One(moves(random, local_count)),
                8..=9 => edge.witness = Some(random.u32(..local_count)),
                _ => {}
            }
            edge
        })
        .collect();
    edges[0].from = (0, 0); // something can happen
    let initial = match random.u8(..10) {
        0..=5 => vec![ThreadSystem::default_initial()],
        _ => (0..random.usize(1..=2)).map(|_| initial(random, shared_count, local_count)).collect(),
    };
    let targets = (0..random.usize(1..=2)).map(|_| target(random, shared_count, local_count)).collect();
    ThreadSystem { shared_count, local_count, edges, initial, targets }
}

fn moves(random: &mut Rng, local_count: u32) -> Vec<(u32, u32)> {
    let amount = random.usize(1..=2);
    let sources = random.choose_multiple(0..local_count, amount);
    sources.into_iter().map(|source| (source, random.u32(..local_count))).collect()
}

/// A random set of initial states.
pub fn initial(random: &mut Rng, shared_count: u32, local_count: u32) -> Initial {
    let amount = random.usize(1..=2);
    let mut locals = random.choose_multiple(0..local_count, amount);
    locals.sort_unstable();
    let count = |local| InitialCount { local, least: random.u32(..=2), unbounded: random.bool() };
    let counts = locals.into_iter().map(count).collect();
    Initial { shared: random.u32(..shared_count), counts }
}

fn target(random: &mut Rng, shared_count: u32, local_count: u32) -> Target {
    let shared = (random.u8(..5) > 0).then(|| random.u32(..shared_count));
    Target { shared, counts: some_counts(random, local_count, 3) }
}

/// One to `most` tokens in random places.
pub fn some_counts(random: &mut Rng, places: u32, most: usize) -> Counts {
    counts((0..random.usize(1..=most)).map(|_| (random.u32(..places), 1))).expect("small counts")
}

fn petri_net(random: &mut Rng, size: u32) -> PetriNet {
    let places = random.u32(2..=5 * size);
    let transition = |random: &mut Rng| {
        let empty = |random: &mut Rng, chance| random.u8(..10) < chance;
        let none = Counts::new();
        let read_source = random.u8(..10) < 2;
        let transfers = if random.u8(..10) < 2 { moves(random, places) } else { Vec::new() };
        Transition {
            name: None,
            reads: if read_source { some_counts(random, places, 2) } else { none.clone() },
            consumes: if empty(random, 1) { none.clone() } else { some_counts(random, places, 3) },
            produces: if empty(random, 2) { none } else { some_counts(random, places, 3) },
            transfers,
            line: 0,
        }
    };
    let mut marking = |_| Marking { least: random.u32(..=2), unbounded: random.u8(..4) == 0 };
    let initial = (0..places).map(&mut marking).collect();
    PetriNet {
        places: (0..places).map(|place| format!("p{place}")).collect(),
        transitions: (0..random.u32(2..=7 * size)).map(|_| transition(random)).collect(),
        initial,
        targets: (0..random.usize(1..=2)).map(|_| some_counts(random, places, 4)).collect(),
        invariants: (0..random.usize(..=2)).map(|_| some_counts(random, places, 4)).collect(),
    }
}
