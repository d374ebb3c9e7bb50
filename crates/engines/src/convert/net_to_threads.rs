//! A Petri net as a thread system with the default start: shared state 0, any number of threads in local state 0.
//!
//! Local state 0 is a pool of idle threads and local state `p + 1` means "a token in place p". The shared state
//! first counts up while the initial tokens are set out, then adds further tokens where the marking says `>=`, then
//! is `ready`. From `ready`, a transition runs as a chain of steps through shared states of its own: the tokens of
//! its guard go to the pool one by one, a broadcast does the transfers, and what it leaves comes out of the pool one by
//! one. A chain that lacks a token gets stuck outside `ready`, and targets are only looked at in `ready`, so exactly
//! the markings of the net can be covered there.

use super::Refusal;
use umpteen_model::evidence::{Step, Trace};
use umpteen_model::petri_net::{PetriNet, Transition};
use umpteen_model::state::{Counts, Overflow, State, counts};
use umpteen_model::system::{NOWHERE, Passive, Target};
use umpteen_model::thread_system::{Edge, ThreadSystem};

/// The largest number of edges that a translation may have.
const MOST_EDGES: usize = 5_000_000;

/// A translated net.
pub struct Translation {
    /// The thread system.
    pub system: ThreadSystem,
    /// The part of the net that each edge stands for.
    meaning: Vec<Meaning>,
}

#[derive(Clone, Copy)]
enum Meaning {
    /// Sets out one initial token in this place.
    Token(u32),
    /// The last step of this transition.
    Completes(u32),
    /// Part of something that another edge completes.
    Part,
}

/// The pool of idle threads.
const POOL: u32 = 0;

fn local(place: u32) -> u32 {
    place + 1
}

/// Translates the net; only its size can be an obstacle.
pub fn translate(net: &PetriNet) -> Result<Translation, Refusal> {
    let mut builder = Builder { edges: Vec::new(), meaning: Vec::new(), shared_count: 1 };
    let mut shared = 0;
    for (place, marking) in net.initial.iter().enumerate() {
        for _ in 0..marking.least {
            let next = builder.fresh();
            builder.edge(Edge::step((shared, POOL), (next, local(place as u32))), Meaning::Token(place as u32))?;
            shared = next;
        }
    }
    for (place, _) in net.initial.iter().enumerate().filter(|(_, marking)| marking.unbounded) {
        builder.edge(Edge::step((shared, POOL), (shared, local(place as u32))), Meaning::Token(place as u32))?;
    }
    let ready = builder.fresh();
    builder.edge(Edge::step((shared, POOL), (ready, POOL)), Meaning::Part)?;
    for (at, transition) in net.transitions.iter().enumerate() {
        builder.chain(ready, at as u32, transition)?;
    }
    let target = |target: &Counts| Target {
        shared: Some(ready),
        counts: target.iter().map(|&(place, count)| (local(place), count)).collect(),
    };
    let system = ThreadSystem {
        shared_count: builder.shared_count,
        local_count: net.places.len() as u32 + 1,
        edges: builder.edges,
        initial: vec![ThreadSystem::default_initial()],
        targets: net.targets.iter().map(target).collect(),
    };
    Ok(Translation { system, meaning: builder.meaning })
}

struct Builder {
    edges: Vec<Edge>,
    meaning: Vec<Meaning>,
    shared_count: u32,
}

impl Builder {
    fn fresh(&mut self) -> u32 {
        self.shared_count += 1;
        self.shared_count - 1
    }

    fn edge(&mut self, edge: Edge, meaning: Meaning) -> Result<(), Refusal> {
        if self.edges.len() >= MOST_EDGES {
            return Err(too_many());
        }
        self.edges.push(edge);
        self.meaning.push(meaning);
        Ok(())
    }

    fn chain(&mut self, ready: u32, number: u32, transition: &Transition) -> Result<(), Refusal> {
        let guard = transition.guard();
        let put_back = leftovers(&guard, transition).map_err(|_| too_many())?;
        let destination = |to: u32| if to == NOWHERE { POOL } else { local(to) };
        let moves: Vec<_> = transition.transfers.iter().map(|&(source, to)| (local(source), destination(to))).collect();
        let tokens = guard.iter().chain(&put_back).chain(&transition.produces).map(|&(_, count)| u64::from(count));
        if tokens.sum::<u64>() > MOST_EDGES as u64 {
            return Err(too_many());
        }
        let mut steps: Vec<(u32, u32, Passive)> = Vec::new();
        for &(place, count) in &guard {
            steps.extend(std::iter::repeat_n((local(place), POOL, Passive::Stay), count as usize));
        }
        if !moves.is_empty() {
            steps.push((POOL, POOL, Passive::All(moves)));
        }
        for &(place, count) in put_back.iter().chain(&transition.produces) {
            steps.extend(std::iter::repeat_n((POOL, local(place), Passive::Stay), count as usize));
        }
        if steps.is_empty() {
            steps.push((POOL, POOL, Passive::Stay)); // a transition that does nothing is still a step
        }
        let mut shared = ready;
        let last = steps.len() - 1;
        for (at, (from, to, passive)) in steps.into_iter().enumerate() {
            let next = if at == last { ready } else { self.fresh() };
            let meaning = if at == last { Meaning::Completes(number) } else { Meaning::Part };
            let step = Edge::step((shared, from), (next, to));
            self.edge(Edge { passive, line: transition.line, ..step }, meaning)?;
            shared = next;
        }
        Ok(())
    }
}

/// The tokens that are only read, at the places where they are after the transfers.
fn leftovers(guard: &Counts, transition: &Transition) -> Result<Counts, Overflow> {
    let mut left = Vec::new();
    for &(place, needed) in guard {
        let consumed = transition.consumes.iter().find(|&&(p, _)| p == place).map_or(0, |&(_, count)| count);
        let image = transition.transfers.iter().find(|&&(source, _)| source == place).map_or(place, |&(_, to)| to);
        if image != NOWHERE {
            left.push((image, needed - consumed));
        }
    }
    counts(left)
}

fn too_many() -> Refusal {
    Refusal(format!("the thread system would have more than {MOST_EDGES} edges"))
}

impl Translation {
    /// The trace of the net that a trace of the thread system stands for, which must not repeat parts.
    pub fn map_back(&self, trace: &Trace) -> Trace {
        assert!(trace.repeats.is_empty(), "steps are counted one by one");
        let mut initial = State::empty(0);
        let mut steps = Vec::new();
        for step in &trace.steps {
            match self.meaning[step.rule as usize] {
                Meaning::Token(place) => initial.add(place, 1).expect("fewer tokens than steps"),
                Meaning::Completes(transition) => steps.push(Step { rule: transition, moved: Vec::new() }),
                Meaning::Part => {}
            }
        }
        Trace { initial, steps, repeats: Vec::new() }
    }
}
