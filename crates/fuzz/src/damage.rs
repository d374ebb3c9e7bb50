//! Damaged evidence must be rejected.
//!
//! Some damage leaves evidence that still proves its claim (removing what was redundant), so each kind here is
//! built such that the result is false by construction, or is compared with the truth.

use umpteen_checker::{check_certificate, check_trace};
use umpteen_engines::backward::Order;
use umpteen_engines::budget::Budget;
use umpteen_engines::{Answer, Engine, OracleKind, run};
use umpteen_model::evidence::{Certificate, Step, Trace, Weight};
use umpteen_model::state::State;
use umpteen_model::system::System;

/// A kind of damage: its name, and what it makes of some evidence (nothing if it does not apply).
type Damage<Evidence> = (&'static str, fn(&System, &Evidence) -> Option<Evidence>);

/// The kinds of damage to certificates.
const CERTIFICATE_DAMAGE: [Damage<Certificate>; 9] = [
    ("every target removed from the basis", without_targets),
    ("an initial state added to the basis", with_initial),
    ("a state outside the system added", with_foreign_state),
    ("a reachable shared state removed from the pairs", without_initial_pair),
    ("pairs of unreachable shared states only", with_no_pairs),
    ("a weight that the initial state exceeds", with_broken_weight),
    ("a weight that a rule increases", with_growing_weight),
    ("an initial state removed from the explored set", without_initial_state),
    ("a target added to the explored set", with_explored_target),
];

/// The kinds of damage to traces.
const TRACE_DAMAGE: [Damage<Trace>; 6] = [
    ("the last step removed", without_last_step),
    ("a rule that does not exist", with_foreign_rule),
    ("a start with a thread too many", with_extra_thread),
    ("a start in another shared state", with_other_start),
    ("a thread released that does not wait", with_wrong_release),
    ("a first step that is not enabled", with_disabled_step),
];

/// Damages the evidence of a system in every way and checks the verdict on its neighbours too.
pub fn compare(system: &System) -> Result<(), String> {
    let backward = Engine::Backward(Order::Smallest, OracleKind::ThreadModular);
    match run(backward, system, &Budget::unlimited()).0 {
        Answer::Safe(certificate) => reject_certificates(system, &certificate)?,
        Answer::Unsafe(trace) => {
            reject_traces(system, &trace)?;
            reject_neighbours(system, backward)?;
        }
        Answer::Unknown(_) => {}
    }
    if let Answer::Safe(certificate) = run(Engine::Explore(3), system, &Budget::unlimited()).0 {
        reject_certificates(system, &certificate)?;
    }
    Ok(())
}

fn reject_certificates(system: &System, certificate: &Certificate) -> Result<(), String> {
    for (name, damage) in CERTIFICATE_DAMAGE {
        let damaged = damage(system, certificate);
        if damaged.is_some_and(|damaged| check_certificate(system, &damaged, &|| true).is_ok()) {
            return Err(format!("accepted: {name}"));
        }
    }
    Ok(())
}

fn reject_traces(system: &System, trace: &Trace) -> Result<(), String> {
    for (name, damage) in TRACE_DAMAGE {
        if damage(system, trace).is_some_and(|damaged| check_trace(system, &damaged).is_ok()) {
            return Err(format!("accepted: {name}"));
        }
    }
    Ok(())
}

/// An unsafe system may become safe without one of its rules; the certificate of that must not pass for the whole.
fn reject_neighbours(system: &System, engine: Engine) -> Result<(), String> {
    for at in 0..system.rules.len() {
        let mut smaller = system.clone();
        smaller.rules.remove(at);
        if let Answer::Safe(certificate) = run(engine, &smaller, &Budget::unlimited()).0
            && check_certificate(system, &certificate, &|| true).is_ok()
        {
            return Err(format!("accepted: the certificate of the system without rule {at}"));
        }
    }
    Ok(())
}

fn change_basis(certificate: &Certificate, change: impl FnOnce(&mut Vec<State>) -> Option<()>) -> Option<Certificate> {
    let Certificate::Upward { basis, invariant } = certificate else { return None };
    let mut basis = basis.clone();
    change(&mut basis)?;
    Some(Certificate::Upward { basis, invariant: invariant.clone() })
}

fn smallest_initial(system: &System) -> State {
    system.initial[0].least()
}

fn without_targets(system: &System, certificate: &Certificate) -> Option<Certificate> {
    change_basis(certificate, |basis| {
        let before = basis.len();
        basis.retain(|state| !system.minimal_targets().any(|target| target.covers(state)));
        (basis.len() < before).then_some(())
    })
}

fn with_initial(system: &System, certificate: &Certificate) -> Option<Certificate> {
    change_basis(certificate, |basis| {
        basis.push(smallest_initial(system));
        Some(())
    })
}

fn with_foreign_state(system: &System, certificate: &Certificate) -> Option<Certificate> {
    let foreign = State::new(0, [(system.local_count, 1)]).ok()?;
    match certificate {
        Certificate::Upward { .. } => change_basis(certificate, |basis| {
            basis.push(foreign);
            Some(())
        }),
        Certificate::Downward { .. } => None,
        Certificate::Bounded { threads, states } => {
            let states = states.iter().cloned().chain([foreign]).collect();
            Some(Certificate::Bounded { threads: *threads, states })
        }
    }
}

fn change_pairs(
    certificate: &Certificate,
    change: impl FnOnce(&mut Vec<(u32, Vec<u32>)>) -> Option<()>,
) -> Option<Certificate> {
    let Certificate::Upward { basis, invariant } = certificate else { return None };
    let mut invariant = invariant.clone();
    change(invariant.pairs.as_mut()?)?;
    Some(Certificate::Upward { basis: basis.clone(), invariant })
}

fn without_initial_pair(system: &System, certificate: &Certificate) -> Option<Certificate> {
    change_pairs(certificate, |pairs| {
        let before = pairs.len();
        pairs.retain(|(shared, _)| *shared != system.initial[0].shared);
        (pairs.len() < before).then_some(())
    })
}

fn with_no_pairs(_: &System, certificate: &Certificate) -> Option<Certificate> {
    change_pairs(certificate, |pairs| {
        pairs.clear();
        Some(())
    })
}

fn with_weight(certificate: &Certificate, weight: Weight) -> Option<Certificate> {
    let Certificate::Upward { basis, invariant } = certificate else { return None };
    let mut invariant = invariant.clone();
    invariant.weights.push(weight);
    Some(Certificate::Upward { basis: basis.clone(), invariant })
}

fn with_broken_weight(system: &System, certificate: &Certificate) -> Option<Certificate> {
    let shared = (0..system.shared_count).map(|shared| (shared, 1)).collect();
    with_weight(certificate, Weight { shared, locals: Vec::new(), bound: 0 })
}

fn with_growing_weight(system: &System, certificate: &Certificate) -> Option<Certificate> {
    // A rule that is enabled initially and gives more than it takes of some local state that is empty initially.
    let start = smallest_initial(system);
    let grows = system.rules.iter().filter(|rule| rule.from == start.shared && start.has(&rule.guard));
    let unused =
        |local: &u32| system.initial.iter().all(|initial| !initial.counts.iter().any(|count| count.local == *local));
    let local = grows.flat_map(|rule| &rule.give).map(|&(local, _)| local).find(unused)?;
    with_weight(certificate, Weight { shared: Vec::new(), locals: vec![(local, 1)], bound: 0 })
}

fn change_explored(
    certificate: &Certificate,
    change: impl FnOnce(&mut Vec<State>) -> Option<()>,
) -> Option<Certificate> {
    let Certificate::Bounded { threads, states } = certificate else { return None };
    let mut states = states.clone();
    change(&mut states)?;
    Some(Certificate::Bounded { threads: *threads, states })
}

fn without_initial_state(system: &System, certificate: &Certificate) -> Option<Certificate> {
    change_explored(certificate, |states| {
        let before = states.len();
        states.retain(|state| *state != smallest_initial(system));
        (states.len() < before).then_some(())
    })
}

fn with_explored_target(system: &System, certificate: &Certificate) -> Option<Certificate> {
    change_explored(certificate, |states| {
        states.push(system.minimal_targets().next()?);
        Some(())
    })
}

fn without_last_step(system: &System, trace: &Trace) -> Option<Trace> {
    let mut shorter = trace.clone();
    shorter.steps.pop()?;
    // With two targets in a row the shorter trace is a trace as well.
    let replay = check_trace(system, trace).ok()?;
    let before_last = &replay.states[replay.states.len() - 2];
    (!system.is_target(before_last)).then_some(shorter)
}

fn with_foreign_rule(system: &System, trace: &Trace) -> Option<Trace> {
    let mut damaged = trace.clone();
    damaged.steps.push(Step { rule: system.rules.len() as u32, moved: Vec::new() });
    Some(damaged)
}

fn with_extra_thread(system: &System, trace: &Trace) -> Option<Trace> {
    let listed = |local: u32| system.initial.iter().any(|initial| initial.counts.iter().any(|c| c.local == local));
    let local = (0..system.local_count).find(|&local| !listed(local))?;
    let mut damaged = trace.clone();
    damaged.initial.add(local, 1).ok()?;
    Some(damaged)
}

fn with_other_start(system: &System, trace: &Trace) -> Option<Trace> {
    let starts = |shared: u32| system.initial.iter().any(|initial| initial.shared == shared);
    let shared = (0..system.shared_count).find(|&shared| !starts(shared))?;
    let mut damaged = trace.clone();
    damaged.initial.shared = shared;
    Some(damaged)
}

fn with_wrong_release(system: &System, trace: &Trace) -> Option<Trace> {
    let mut damaged = trace.clone();
    damaged.steps.first_mut()?.moved = vec![(system.local_count, 0, 1)];
    Some(damaged)
}

fn with_disabled_step(system: &System, trace: &Trace) -> Option<Trace> {
    let disabled = |rule: &&umpteen_model::system::Rule| rule.from != trace.initial.shared;
    let (rule, _) = system.rules.iter().enumerate().find(|(_, rule)| disabled(rule))?;
    let mut damaged = trace.clone();
    damaged.steps.insert(0, Step { rule: rule as u32, moved: Vec::new() });
    Some(damaged)
}
