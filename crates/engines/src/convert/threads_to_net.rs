//! A thread system as a Petri net: a place for each shared state, holding one token, and a place for each local
//! state, holding a token for each thread there. Edge `i` becomes transition `i`, so traces map back one to one.

use super::Refusal;
use umpteen_model::evidence::Trace;
use umpteen_model::petri_net::{Marking, PetriNet, Transition};
use umpteen_model::state::{Counts, State, counts};
use umpteen_model::system::Passive;
use umpteen_model::thread_system::{Edge, ThreadSystem};

/// Translates the system; signals and several starts have no counterpart.
pub fn translate(system: &ThreadSystem) -> Result<PetriNet, Refusal> {
    let [initial] = system.initial.as_slice() else {
        return Err(Refusal("a net has one initial marking, this system has several starts".into()));
    };
    let shared = |state: u32| (state, 1);
    let local = |state: u32| system.shared_count + state;
    let mut marking = vec![Marking::default(); (system.shared_count + system.local_count) as usize];
    marking[initial.shared as usize].least = 1;
    for count in &initial.counts {
        marking[local(count.local) as usize] = Marking { least: count.least, unbounded: count.unbounded };
    }
    let transition = |edge: &Edge| {
        let transfers = match &edge.passive {
            Passive::Stay => Vec::new(),
            Passive::All(moves) => moves.iter().map(|&(source, to)| (local(source), local(to))).collect(),
            Passive::Each { .. } => return Err(Refusal(format!("a net has no constrained broadcasts: `{edge}`"))),
            Passive::One(_) => return Err(Refusal(format!("a net has no signals: `{edge}`"))),
        };
        let active = (local(edge.from.1), 1);
        let read = edge.witness.map(|witness| (local(witness), 1 + u32::from(witness == edge.from.1)));
        let mut produced = vec![shared(edge.to.0), (local(edge.to.1), 1)];
        produced.extend(edge.creates.then_some(active));
        Ok(Transition {
            name: None,
            reads: sorted(read),
            consumes: sorted([shared(edge.from.0), active]),
            produces: sorted(produced),
            transfers,
            line: edge.line,
        })
    };
    let target = |target: &umpteen_model::system::Target| {
        let locals = target.counts.iter().map(|&(state, count)| (local(state), count));
        sorted(target.shared.map(shared).into_iter().chain(locals))
    };
    Ok(PetriNet {
        places: place_names(system),
        transitions: system.edges.iter().map(transition).collect::<Result<_, _>>()?,
        initial: marking,
        targets: system.targets.iter().map(target).collect(),
        invariants: Vec::new(),
    })
}

fn place_names(system: &ThreadSystem) -> Vec<String> {
    let shared = (0..system.shared_count).map(|state| format!("s{state}"));
    shared.chain((0..system.local_count).map(|state| format!("l{state}"))).collect()
}

fn sorted(parts: impl IntoIterator<Item = (u32, u32)>) -> Counts {
    counts(parts).expect("a place occurs at most twice, with small counts")
}

/// The trace of the system that a trace of its net stands for.
pub fn map_back(system: &ThreadSystem, trace: &Trace) -> Trace {
    let (shared, locals): (Vec<_>, Vec<_>) =
        trace.initial.locals().iter().partition(|&&(place, _)| place < system.shared_count);
    let locals = locals.into_iter().map(|(place, count)| (place - system.shared_count, count));
    let initial = State::new(shared.first().map_or(0, |&(place, _)| place), locals);
    Trace { initial: initial.expect("counters only move to other numbers"), ..trace.clone() }
}
