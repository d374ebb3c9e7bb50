//! One case: every engine that takes it must agree, and the checker must accept all evidence.

use crate::damage;
use std::time::Duration;
use umpteen_checker::{check_certificate, check_trace};
use umpteen_engines::backward::Order;
use umpteen_engines::both;
use umpteen_engines::budget::Budget;
use umpteen_engines::convert::{net_to_threads, threads_to_net};
use umpteen_engines::directed::{Directed, Outcome};
use umpteen_engines::forward::{Construction, steps};
use umpteen_engines::invariants::Oracle;
use umpteen_engines::portfolio::Plan;
use umpteen_engines::predecessors;
use umpteen_engines::{Answer, Engine, OracleKind, Reason, Statistics, run};
use umpteen_frontends::{Format, Model};
use umpteen_model::evidence::{Certificate, Trace};
use umpteen_model::state::State;
use umpteen_model::system::System;

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Safe for any number of threads.
    Safe,
    /// Unsafe, with at least this many threads (tokens at a time).
    Unsafe(u64),
    /// Not decided, for this reason; most often too large for the little time that a case gets.
    Undecided(&'static str),
}

/// Exploration goes up to this many threads.
const MOST_THREADS: u32 = 5;

/// Directed search generates this many states: where there is no run, it may have no end.
const DIRECTED_WORK: u64 = 500;

/// The time that each run of an engine gets; random cases hardly ever need it.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// Compares everything on one model; the error describes a disagreement.
pub fn compare(model: &Model) -> Result<Kind, String> {
    round_trip(model)?;
    let system = model.system().map_err(|_| "overflow in a small system")?;
    let mut kinds = Vec::new();
    for order in [Order::Smallest, Order::Breadth, Order::Depth] {
        for oracle in [OracleKind::ThreadModular, OracleKind::StateInequation, OracleKind::Off] {
            kinds.push(decide(&system, Engine::Backward(order, oracle))?);
        }
    }
    let (order, oracle) = (Order::Smallest, OracleKind::ThreadModular);
    let forward = Engine::Forward(Construction::Minimal, order, oracle);
    let portfolio = |jobs| Engine::Portfolio(order, Plan { jobs, easy: 0 });
    let both = [Engine::Both(order, oracle), Engine::Both(order, OracleKind::StateInequation)];
    let others = [forward, both[0], both[1], Engine::Pathwise(order), Engine::Directed, portfolio(1), portfolio(2)];
    for engine in others {
        // Broadcasts are refused by most, see `compare_forward`; directed search proves nothing.
        kinds.extend(Some(decide(&system, engine)?).filter(|kind| !matches!(kind, Kind::Undecided(_))));
    }
    if let Ok(answer) = short_turns(&system, &mut Statistics::default()) {
        kinds.push(accepted(&system, answer, "Both, short turns")?);
    }
    kinds.extend(directed(&system)?);
    let kind = kinds[0];
    if kinds.iter().any(|kind| matches!(kind, Kind::Undecided(_))) {
        return Ok(Kind::Undecided("time"));
    }
    if kinds.iter().any(|other| (*other == Kind::Safe) != (kind == Kind::Safe)) {
        return Err(format!("the engines disagree: {kinds:?}"));
    }
    let least = compare_with_exploration(&system, kind)?;
    compare_with_translation(model, kind)?;
    damage::compare(&system)?;
    Ok(least.map_or(kind, Kind::Unsafe))
}

/// Both directions in the shortest turns, so that they meet in small systems too.
pub fn short_turns(system: &System, statistics: &mut Statistics) -> Result<Answer, Reason> {
    let budget = Budget::new(Some(PATIENCE), None);
    let oracle = Oracle::thread_modular(system, &budget)?;
    let (mut forward, backward) = (steps::Explicit::new(system)?, predecessors::Explicit::new(system, &oracle));
    let met = both::search(&mut forward, &backward, Order::Smallest, 1, &budget, statistics)?;
    Ok(met.answer(&oracle))
}

/// Directed search proves nothing, but when nothing is left to look at, there is no run.
pub fn directed(system: &System) -> Result<Option<Kind>, String> {
    let Ok(mut search) = Directed::new(system) else { return Ok(None) };
    let budget = Budget::new(Some(PATIENCE), None);
    match search.advance(DIRECTED_WORK, &budget, &mut Statistics::default()) {
        Ok(Some(Outcome::Run(trace))) => accepted(system, Answer::Unsafe(trace), "Directed").map(Some),
        Ok(Some(Outcome::Exhausted)) => Ok(Some(Kind::Safe)),
        Ok(None) | Err(_) => Ok(None),
    }
}

/// Runs an engine and has its evidence checked.
fn decide(system: &System, engine: Engine) -> Result<Kind, String> {
    decide_with(system, engine, PATIENCE).map(|(kind, _)| kind)
}

/// Runs an engine for so long and has its evidence checked; tells how much work it was as well.
pub fn decide_with(system: &System, engine: Engine, patience: Duration) -> Result<(Kind, Statistics), String> {
    let budget = Budget::new(Some(patience), None);
    let (answer, statistics) = run(engine, system, &budget);
    accepted(system, answer, &format!("{engine:?}")).map(|kind| (kind, statistics))
}

/// Has the evidence of an answer checked, after it was written and read.
pub fn accepted(system: &System, answer: Answer, engine: &str) -> Result<Kind, String> {
    match answer {
        Answer::Safe(certificate) => {
            let text = serde_json::to_string(&certificate).map_err(|error| error.to_string())?;
            let again: Certificate = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            if again != certificate {
                return Err(format!("{engine}: the certificate changes in JSON"));
            }
            match check_certificate(system, &again, &|| true) {
                Ok(()) => Ok(Kind::Safe),
                Err(rejection) => Err(format!("{engine}: certificate rejected: {rejection:?}")),
            }
        }
        Answer::Unsafe(trace) => {
            let text = serde_json::to_string(&trace).map_err(|error| error.to_string())?;
            let again: Trace = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            match check_trace(system, &again) {
                Ok(replay) => Ok(Kind::Unsafe(replay.states.iter().map(|state| state.threads()).max().unwrap_or(0))),
                Err(rejection) => Err(format!("{engine}: trace rejected: {rejection:?}")),
            }
        }
        Answer::Unknown(_) => Ok(Kind::Undecided("time")),
    }
}

/// Explores with more and more threads; tells the least number with which it is unsafe, if that is found.
fn compare_with_exploration(system: &System, kind: Kind) -> Result<Option<u64>, String> {
    let mut least = None;
    for threads in 0..=MOST_THREADS {
        match (decide(system, Engine::Explore(threads))?, kind) {
            (Kind::Undecided(_), _) => return Ok(least),
            (Kind::Unsafe(_), Kind::Safe) => return Err(format!("unsafe with {threads} threads, backward says safe")),
            (Kind::Safe, Kind::Unsafe(needed)) if needed <= u64::from(threads) => {
                return Err(format!("safe with {threads} threads, backward says unsafe with {needed}"));
            }
            (Kind::Safe, _) if least.is_some() => {
                return Err(format!("safe with {threads} threads, unsafe with fewer"));
            }
            (Kind::Unsafe(_), _) if least.is_none() => least = Some(u64::from(threads)),
            _ => {}
        }
    }
    Ok(least)
}

/// Decides the other formalism's version and maps its trace back.
fn compare_with_translation(model: &Model, kind: Kind) -> Result<(), String> {
    let backward = Engine::Backward(Order::Smallest, OracleKind::ThreadModular);
    let budget = Budget::new(Some(PATIENCE), None);
    let (system, answer, mapped) = match model {
        Model::Net(net) => {
            let translation = net_to_threads::translate(net).map_err(|refusal| refusal.0)?;
            let system = translation.system.system().map_err(|_| "overflow in a small system")?;
            let answer = run(backward, &system, &budget).0;
            let mapped = trace_of(&answer).map(|trace| translation.map_back(trace));
            (net.system(), answer, mapped)
        }
        Model::Threads(threads) => {
            let Ok(net) = threads_to_net::translate(threads) else { return Ok(()) };
            let answer = run(backward, &net.system(), &budget).0;
            let mapped = trace_of(&answer).map(|trace| threads_to_net::map_back(threads, trace));
            (threads.system().map_err(|_| "overflow in a small system")?, answer, mapped)
        }
    };
    if matches!(answer, Answer::Unknown(_)) {
        return Ok(());
    }
    match (mapped, kind) {
        (Some(trace), Kind::Unsafe(_)) => match check_trace(&system, &trace) {
            Ok(_) => Ok(()),
            Err(rejection) => Err(format!("the trace of the translation does not map back: {rejection:?}")),
        },
        (None, Kind::Safe) => Ok(()),
        (mapped, _) => Err(format!("the translation is {}", if mapped.is_some() { "unsafe" } else { "safe" })),
    }
}

fn trace_of(answer: &Answer) -> Option<&Trace> {
    match answer {
        Answer::Unsafe(trace) => Some(trace),
        _ => None,
    }
}

/// Writing and reading gives a model with the same steps.
fn round_trip(model: &Model) -> Result<(), String> {
    let again = match model {
        Model::Threads(system) => {
            let mut again = Model::parse(Format::Tts, &system.to_string()).map_err(|error| error.message)?;
            again.set_targets(&system.property_text()).map_err(|error| error.message)?;
            let starts: Vec<String> = system.initial.iter().map(start_text).collect();
            again.set_initial(&starts.join(";")).map_err(|error| error.message)?;
            again
        }
        Model::Net(net) => Model::parse(Format::Spec, &net.to_string()).map_err(|error| error.message)?,
    };
    let (Ok(first), Ok(second)) = (model.system(), again.system()) else {
        return Err("overflow in a small system".into());
    };
    let same_frame = first.initial == second.initial && first.targets == second.targets && first.hints == second.hints;
    if !same_frame || first.rules.len() != second.rules.len() {
        return Err(format!("reading back gives another system: {second:?}"));
    }
    // A net's file holds only the net effect of a rule, so the rules are compared by what they do.
    for (one, other) in first.rules.iter().zip(&second.rules) {
        for extra in 0..4 {
            let more = (0..first.local_count).map(|local| (local, (extra + local) % 3));
            let state = State::new(one.from, one.guard.iter().copied().chain(more)).map_err(|_| "overflow")?;
            if first.fire(one, &state) != second.fire(other, &state) {
                return Err(format!("reading back changes a rule to {other:?}"));
            }
        }
    }
    Ok(())
}

fn start_text(initial: &umpteen_model::system::Initial) -> String {
    umpteen_model::thread_system::DisplayInitial(initial).to_string()
}
