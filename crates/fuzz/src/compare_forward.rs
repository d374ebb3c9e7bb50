//! Forward search on random systems: what it finds is exactly what can be covered, and its evidence holds.

use crate::compare::{Kind, directed};
use std::time::Duration;
use umpteen_checker::{Rejection, check_certificate, check_trace};
use umpteen_engines::backward::Order;
use umpteen_engines::both::{self, Met};
use umpteen_engines::budget::Budget;
use umpteen_engines::forward::{Construction, Coverable, steps};
use umpteen_engines::invariants::Oracle;
use umpteen_engines::{Answer, Engine, OracleKind, Reason, Statistics, predecessors, run};
use umpteen_model::configuration::{Configuration, OMEGA};
use umpteen_model::evidence::{Certificate, Ignored, Repeat, Step, Trace};
use umpteen_model::state::State;
use umpteen_model::system::{Passive, System, Target};

/// Exploration goes up to this many threads.
const MOST_THREADS: u32 = 5;

/// The result of forward search.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// How many configurations.
    pub configurations: usize,
    /// Whether one has any number of threads where no start has.
    pub grows: bool,
}

/// Compares forward search with exploration and backward search on a system without its broadcasts, and asks that those
/// are refused. Tells nothing if there was no time.
pub fn compare(system: &System) -> Result<Option<Set>, String> {
    let budget = Budget::new(Some(Duration::from_secs(2)), None);
    if system.rules.iter().any(|rule| rule.passive != Passive::Stay) {
        let answer = run(Engine::Forward(Construction::Minimal, Order::Smallest, OracleKind::Off), system, &budget).0;
        if answer != Answer::Unknown(Reason::Broadcasts) {
            return Err(format!("broadcasts were not refused: {answer:?}"));
        }
    }
    let mut system = System { targets: Vec::new(), hints: Vec::new(), ..system.clone() };
    system.rules.iter_mut().for_each(|rule| rule.passive = Passive::Stay);
    let mut sets = Vec::new();
    for order in [Order::Smallest, Order::Breadth, Order::Depth] {
        match Coverable::of(&system, order, &budget, &mut Statistics::default()) {
            Ok(found) => sets.push(found),
            Err(Reason::Stopped(_) | Reason::CounterOverflow) => return Ok(None),
            Err(reason) => return Err(format!("forward search gives up: {reason:?}")),
        }
    }
    let sorted = |found: &Coverable| {
        let mut configurations: Vec<Configuration> = found.configurations().cloned().collect();
        configurations.sort_unstable();
        configurations
    };
    if sets.iter().any(|set| sorted(set) != sorted(&sets[0])) {
        return Err("the order of the search changes what is found".into());
    }
    let found = &sets[0];
    judge(&system, &found.certificate())?;
    with_beacon(&system, &sorted(found), &budget)?;
    with_exploration(&system, found, &budget)?;
    with_backward(&system, found, &budget)?;
    let unbounded = |local: u32| {
        let mut counts = system.initial.iter().flat_map(|initial| &initial.counts);
        counts.any(|count| count.local == local && count.unbounded)
    };
    let mut locals = found.configurations().flat_map(|configuration| configuration.locals());
    let grows = locals.any(|&(local, count)| count == OMEGA && !unbounded(local));
    Ok(Some(Set { configurations: found.configurations().count(), grows }))
}

/// The set must be accepted, and smaller ones rejected: all of them, or a sample of very many.
fn judge(system: &System, certificate: &Certificate) -> Result<(), String> {
    let Certificate::Downward { configurations, .. } = certificate else { return Err("not downward".into()) };
    let check = |configurations: &[Configuration]| {
        let text = serde_json::to_string(&Certificate::Downward {
            configurations: configurations.to_vec(),
            ignored: Ignored::default(),
        });
        let again: Certificate = serde_json::from_str(&text.unwrap_or_default()).map_err(|error| error.to_string())?;
        Ok::<_, String>(check_certificate(system, &again, &|| true))
    };
    if let Err(rejection) = check(configurations)? {
        return Err(format!("the set was rejected: {rejection:?}"));
    }
    for at in (0..configurations.len()).step_by(configurations.len() / 20 + 1) {
        let mut fewer = configurations.clone();
        let removed = fewer.remove(at);
        if check(&fewer)?.is_ok() {
            return Err(format!("accepted without {removed:?}"));
        }
        for (place, &(_, count)) in removed.locals().iter().enumerate() {
            let mut locals: Vec<(u32, u32)> = removed.locals().to_vec();
            locals[place].1 = if count == OMEGA { 3 } else { count - 1 };
            let locals = locals.into_iter().filter(|&(_, count)| count > 0).collect();
            fewer.push(Configuration::new(removed.shared, locals));
            if check(&fewer)?.is_ok() {
                return Err(format!("accepted with less than {removed:?}"));
            }
            fewer.pop();
        }
        let target = Target { shared: Some(removed.shared), counts: Default::default() };
        let targeted = System { targets: vec![target], ..system.clone() };
        if check_certificate(&targeted, certificate, &|| true).is_ok() {
            return Err("accepted with a target inside".into());
        }
    }
    let foreign = Configuration::new(0, [(system.local_count, OMEGA)].into_iter().collect());
    match check(&configurations.iter().cloned().chain([foreign]).collect::<Vec<_>>())? {
        Err(Rejection::Wrong(_)) => Ok(()),
        _ => Err("accepted with a local state that does not exist".into()),
    }
}

/// Fig. 1 of the paper finds the same, or says that it has lost something.
fn with_beacon(system: &System, configurations: &[Configuration], budget: &Budget) -> Result<(), String> {
    for order in [Order::Depth, Order::Breadth] {
        match run(Engine::Forward(Construction::Beacon, order, OracleKind::Off), system, budget).0 {
            Answer::Safe(Certificate::Downward { configurations: mut other, .. }) => {
                other.sort_unstable();
                if other != configurations {
                    return Err(format!("Fig. 1 finds {other:?} instead of {configurations:?}"));
                }
            }
            Answer::Unknown(Reason::Incomplete | Reason::Stopped(_)) => {}
            answer => return Err(format!("Fig. 1 answers {answer:?}")),
        }
    }
    Ok(())
}

/// Every state that few threads reach is in the set.
fn with_exploration(system: &System, found: &Coverable, budget: &Budget) -> Result<(), String> {
    let answer = run(Engine::Explore(MOST_THREADS), system, budget).0;
    let Answer::Safe(Certificate::Bounded { states, .. }) = answer else { return Ok(()) };
    let inside = |state: &State| found.configurations().any(|configuration| configuration.contains(state));
    match states.iter().find(|state| !inside(state)) {
        Some(state) => Err(format!("{state:?} is reachable but not in the set")),
        None => Ok(()),
    }
}

/// A shared state with at most two threads is in the set exactly if backward search says that it can be covered, and then
/// there is a run.
fn with_backward(system: &System, found: &Coverable, budget: &Budget) -> Result<(), String> {
    let locals = 0..system.local_count;
    let one = locals.clone().map(|local| vec![(local, 1)]);
    let two = locals.clone().flat_map(|one| (one..system.local_count).map(move |other| vec![(one, 1), (other, 1)]));
    let steps = steps::Explicit::new(system).map_err(|reason| format!("{reason:?}"))?;
    let groups: Vec<Vec<(u32, u32)>> = std::iter::once(Vec::new()).chain(one).chain(two).collect();
    for shared in 0..system.shared_count {
        for group in &groups {
            let state = State::new(shared, group.iter().copied()).map_err(|_| "two threads")?;
            let target = Target { shared: Some(shared), counts: state.locals().iter().copied().collect() };
            let targeted = System { targets: vec![target], ..system.clone() };
            let inside = found.configurations().any(|configuration| configuration.contains(&state));
            match run(Engine::Backward(Order::Smallest, OracleKind::ThreadModular), &targeted, budget).0 {
                Answer::Safe(_) if inside => return Err(format!("backward search excludes {state:?}")),
                Answer::Unsafe(_) if !inside => return Err(format!("backward search reaches {state:?}")),
                _ => {}
            }
            in_turns(&targeted, inside, budget)?;
            if directed(&targeted)?.is_some_and(|kind| (kind == Kind::Safe) == inside) {
                return Err(format!("directed search is wrong about {state:?}"));
            }
            for short in [u64::MAX, 0] {
                match found.run_to(&steps, &state, short) {
                    Ok(None) if !inside => {}
                    Ok(Some(trace)) if inside => replay(&targeted, &trace)?,
                    Err(Reason::CounterOverflow) => {}
                    other => return Err(format!("the run to {state:?} is {other:?}")),
                }
            }
        }
    }
    Ok(())
}

/// Both searches together, a few states at a time, find a run exactly if there is one.
fn in_turns(system: &System, reachable: bool, budget: &Budget) -> Result<(), String> {
    for turn in [1, 4] {
        let oracle = Oracle::none();
        let mut steps = steps::Explicit::new(system).map_err(|reason| format!("{reason:?}"))?;
        let backward = predecessors::Explicit::new(system, &oracle);
        match both::search(&mut steps, &backward, Order::Smallest, turn, budget, &mut Statistics::default()) {
            Ok(Met::Run(trace)) if reachable => replay(system, &trace)?,
            Ok(Met::Forward(certificate)) if !reachable => {
                check_certificate(system, &certificate, &|| true).map_err(|rejection| format!("{rejection:?}"))?;
            }
            Ok(Met::Backward(basis)) if !reachable => {
                let certificate = Certificate::Upward { basis, invariant: oracle.invariant() };
                check_certificate(system, &certificate, &|| true).map_err(|rejection| format!("{rejection:?}"))?;
            }
            Err(Reason::Stopped(_) | Reason::CounterOverflow) => {}
            Ok(_) => return Err(format!("in turns of {turn}, the answer is wrong: reachable is {reachable}")),
            Err(reason) => return Err(format!("in turns of {turn}: {reason:?}")),
        }
    }
    Ok(())
}

/// A description of a damage, and the function that inflicts it on a repeated part of a trace with so many steps.
type Damage = (&'static str, fn(&mut Repeat, usize));

/// A run is accepted, as well as the same run with all repetitions spelled out, and both lead to the same state.
fn replay(system: &System, trace: &Trace) -> Result<(), String> {
    let accepted = check_trace(system, trace).map_err(|rejection| format!("run rejected: {rejection:?} {trace:?}"))?;
    if trace.repeats.is_empty() {
        return Ok(());
    }
    let Some(steps) = spelled_out(trace, 0, trace.steps.len(), 0) else { return Ok(()) };
    let flat = Trace { initial: trace.initial.clone(), steps, repeats: Vec::new() };
    match check_trace(system, &flat) {
        Ok(replay) if (&replay.last, replay.threads) == (&accepted.last, accepted.threads) => {}
        other => return Err(format!("spelled out, the run is {other:?} instead of {accepted:?}")),
    }
    let last = trace.repeats.len() - 1;
    let damages: [Damage; 3] = [
        ("no round", |repeat, _| repeat.times = 0),
        ("no step", |repeat, _| repeat.steps = 0),
        ("more steps than there are", |repeat, steps| repeat.steps = steps + 1),
    ];
    for (name, damage) in damages {
        let mut damaged = trace.clone();
        damage(&mut damaged.repeats[last], trace.steps.len());
        if check_trace(system, &damaged).is_ok() {
            return Err(format!("accepted: a repeated part with {name}"));
        }
    }
    Ok(())
}

/// The steps of a part with all repetitions within it, the first of which has this number; nothing if they are too many.
fn spelled_out(trace: &Trace, first: usize, end: usize, mut number: usize) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut at = first;
    while at < end {
        while trace.repeats.get(number).is_some_and(|repeat| repeat.first < at) {
            number += 1;
        }
        match trace.repeats.get(number).filter(|repeat| repeat.first == at && repeat.first + repeat.steps <= end) {
            Some(repeat) => {
                let round = spelled_out(trace, at, at + repeat.steps, number + 1)?;
                if round.len() * repeat.times as usize > 10_000 {
                    return None;
                }
                (0..repeat.times).for_each(|_| steps.extend(round.iter().cloned()));
                at += repeat.steps;
            }
            None => {
                steps.push(trace.steps[at].clone());
                at += 1;
            }
        }
    }
    Some(steps)
}
