//! Tells a run in the terms of the input: thread identities for thread systems, markings for nets.

use crate::report::StepView;
use umpteen_checker::Replay;
use umpteen_frontends::Model;
use umpteen_model::evidence::Trace;
use umpteen_model::petri_net::PetriNet;
use umpteen_model::state::State;
use umpteen_model::system::{Passive, System};
use umpteen_model::thread_system::{DisplayTarget, Edge, ThreadSystem};

/// The start and the steps of an accepted trace.
pub fn tell(model: &Model, trace: &Trace, replay: &Replay) -> (String, Vec<StepView>) {
    match model {
        Model::Threads(system) => tell_threads(system, trace, replay),
        Model::Net(net) => tell_net(net, trace, replay),
    }
}

/// The target that the final state covers.
pub fn target(model: &Model, system: &System, state: &State) -> String {
    let at = system.targets.iter().position(|target| target.covered_by(state)).unwrap_or(0);
    match model {
        Model::Threads(system) => DisplayTarget(&system.targets[at]).to_string(),
        Model::Net(net) => net.target_text(&net.targets[at]),
    }
}

/// More threads than this are shown as counts.
const MOST_COLUMNS: usize = 12;

fn tell_threads(system: &ThreadSystem, trace: &Trace, replay: &Replay) -> (String, Vec<StepView>) {
    let few = replay.threads <= MOST_COLUMNS as u64;
    let initial = trace.initial.locals().iter();
    let mut threads: Vec<u32> = match few {
        true => initial.flat_map(|&(local, count)| std::iter::repeat_n(local, count as usize)).collect(),
        false => Vec::new(),
    };
    let show = |state: &State, threads: &[u32]| match few {
        true => format!("{}|{}", state.shared, threads.iter().map(u32::to_string).collect::<Vec<_>>().join(",")),
        false => counted(state),
    };
    let start = show(&trace.initial, &threads);
    let mut last = usize::MAX;
    let mut steps = Vec::with_capacity(trace.steps.len());
    for (step, after) in trace.steps.iter().zip(&replay.states[1..]) {
        let edge = &system.edges[step.rule as usize];
        let moved = if few { move_threads(edge, step.released, &mut threads, &mut last) } else { Vec::new() };
        let state = show(after, &threads);
        steps.push(StepView { threads: moved, action: edge.to_string(), line: edge.line, state });
    }
    (start, steps)
}

/// Moves the threads of one step and tells which moved; the one that moved last goes on where it can.
fn move_threads(edge: &Edge, released: Option<u32>, threads: &mut Vec<u32>, last: &mut usize) -> Vec<usize> {
    let here = |at: &usize| threads.get(*at) == Some(&edge.from.1);
    let active = Some(*last).filter(here).or_else(|| threads.iter().position(|&local| local == edge.from.1));
    let Some(active) = active else { return Vec::new() };
    let mut moved = vec![active + 1];
    let mut one_left = released.is_some();
    for at in (0..threads.len()).filter(|&at| at != active) {
        let destination = edge.passive.moves().iter().find(|&&(source, _)| source == threads[at]).map(|&(_, to)| to);
        let goes = match edge.passive {
            Passive::One(_) => released == Some(threads[at]) && std::mem::take(&mut one_left),
            _ => true,
        };
        if let (Some(destination), true) = (destination, goes) {
            threads[at] = destination;
            moved.push(at + 1);
        }
    }
    if edge.creates {
        threads.push(edge.to.1);
        moved.push(threads.len());
    } else {
        threads[active] = edge.to.1;
    }
    *last = active;
    moved
}

/// `s|l,m*3`.
fn counted(state: &State) -> String {
    let entry = |&(local, count): &(u32, u32)| if count == 1 { local.to_string() } else { format!("{local}*{count}") };
    format!("{}|{}", state.shared, state.locals().iter().map(entry).collect::<Vec<_>>().join(","))
}

fn tell_net(net: &PetriNet, trace: &Trace, replay: &Replay) -> (String, Vec<StepView>) {
    let marking = |state: &State| {
        let entry = |&(place, count): &(u32, u32)| format!("{}={count}", net.places[place as usize]);
        state.locals().iter().map(entry).collect::<Vec<_>>().join(" ")
    };
    let step = |(step, after): (&umpteen_model::evidence::Step, &State)| StepView {
        threads: Vec::new(),
        action: net.transition_name(step.rule as usize),
        line: net.transitions[step.rule as usize].line,
        state: marking(after),
    };
    (marking(&trace.initial), trace.steps.iter().zip(&replay.states[1..]).map(step).collect())
}
