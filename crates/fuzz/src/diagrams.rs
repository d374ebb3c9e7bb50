//! Random diagrams with the loops that pathwise search is about: chains of shared states with simple loops, now and then
//! two loops at one place or one within the other. Some local states are products: loops tend to bring threads there, and
//! other edges and the targets tend to need them.

use crate::generate::{initial, some_counts};
use fastrand::Rng;
use std::ops::Range;
use umpteen_model::state::counts;
use umpteen_model::system::Target;
use umpteen_model::thread_system::{Edge, ThreadSystem};

/// A random diagram without broadcasts and signals.
pub fn diagram(random: &mut Rng) -> ThreadSystem {
    let local_count = random.u32(2..=5);
    let products = 1 + random.u32(..local_count - 1)..local_count;
    let mut builder = Builder { edges: Vec::new(), shared_count: 1, local_count, products: products.clone() };
    // Where chains may begin and end: shared states on the way from the start.
    let mut trunk = vec![0];
    for _ in 0..random.usize(2..=6) {
        let from = if random.u8(..4) > 0 { trunk[trunk.len() - 1] } else { trunk[random.usize(..trunk.len())] };
        let to = if random.u8(..10) > 0 { builder.fresh() } else { trunk[random.usize(..trunk.len())].max(from) };
        builder.edge(random, from, to, false);
        if random.u8(..5) == 0 {
            builder.edge(random, from, to, false); // a parallel one
        }
        trunk.push(to);
        if random.bool() {
            let inner = builder.cycle(random, to);
            // Paths may enter and leave anywhere in a loop.
            trunk.extend(inner.iter().filter(|_| random.u8(..4) == 0));
            if random.u8(..10) == 0 {
                let at = inner[random.usize(..inner.len())];
                builder.cycle(random, at);
            }
        }
    }
    builder.edges[0].from.1 = 0; // something can happen
    let Builder { edges, shared_count, .. } = builder;
    let initial = match random.u8(..10) {
        0..=5 => vec![ThreadSystem::default_initial()],
        _ => (0..random.usize(1..=2)).map(|_| initial(random, shared_count, local_count)).collect(),
    };
    let target = |random: &mut Rng| {
        let shared = (random.u8(..8) > 0).then(|| random.u32(shared_count / 2..shared_count));
        let mut locals = some_counts(random, local_count, 2).into_vec();
        if random.u8(..4) > 0 {
            // Now and then so many that the run has to mark its repetitions.
            let many = if random.u8(..50) == 0 { 60 } else { 1 };
            locals = vec![(random.u32(products.clone()), many * random.u32(1..=5))];
        }
        Target { shared, counts: counts(locals).expect("small counts") }
    };
    let targets = (0..random.usize(1..=2)).map(|_| target(random)).collect();
    ThreadSystem { shared_count, local_count, edges, initial, targets }
}

struct Builder {
    edges: Vec<Edge>,
    shared_count: u32,
    local_count: u32,
    products: Range<u32>,
}

impl Builder {
    fn fresh(&mut self) -> u32 {
        self.shared_count += 1;
        self.shared_count - 1
    }

    fn edge(&mut self, random: &mut Rng, from: u32, to: u32, in_loop: bool) {
        let mut edge = Edge::step((from, random.u32(..self.local_count)), (to, random.u32(..self.local_count)));
        match random.u8(..6) {
            0..=1 => edge.from.1 = 0,
            2 if !in_loop => edge.from.1 = random.u32(self.products.clone()),
            _ => {
                // The thread that moved last goes on.
                if let Some(last) = self.edges.last().filter(|last| last.to.0 == from) {
                    edge.from.1 = last.to.1;
                }
            }
        }
        if in_loop && random.bool() {
            edge.to.1 = random.u32(self.products.clone());
        }
        match random.u8(..20) {
            0..=3 => edge.creates = true,
            4..=5 => edge.witness = Some(random.u32(..self.local_count)),
            _ => {}
        }
        self.edges.push(edge);
    }

    /// Adds a loop of one to four edges; the shared states on it.
    fn cycle(&mut self, random: &mut Rng, at: u32) -> Vec<u32> {
        let mut members = vec![at];
        for _ in 1..random.usize(1..=4) {
            members.push(self.fresh());
        }
        for (position, from) in members.iter().enumerate() {
            self.edge(random, *from, members[(position + 1) % members.len()], true);
        }
        members
    }
}
