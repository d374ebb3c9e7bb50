//! The algorithms: one file or folder each, plain functions chosen by the enum [`Engine`].

pub mod backward;
pub mod basis;
pub mod boolean;
pub mod both;
pub mod budget;
pub mod convert;
pub mod counter_system;
pub mod directed;
pub mod explore;
pub mod forward;
pub mod invariants;
pub mod linear_invariants;
pub mod locks;
pub mod pairs;
pub mod pathwise;
pub mod portfolio;
pub mod predecessors;
pub mod pushdown;
pub mod refinement;
pub mod refutation;
pub mod relevance;
pub mod shorten;
pub mod state_inequation;
pub mod weights;

use budget::{Budget, Stop};
use forward::steps::Explicit as Forwards;
use invariants::Oracle;
use predecessors::Explicit;
use relevance::Slice;
use umpteen_model::evidence::{Certificate, Trace};
use umpteen_model::state::Overflow;
use umpteen_model::system::{Passive, System};

/// The answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No target can be covered.
    Safe(Certificate),
    /// A target can be covered.
    Unsafe(Trace),
    /// Neither is known.
    Unknown(Reason),
}

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A limit was reached.
    Stopped(Stop),
    /// A counter left the range of 32 bits.
    CounterOverflow,
    /// There are too many values to search a program without the thread-modular oracle.
    TooManyValues,
    /// More than `MOST_CHOICES` variables of a program that matter get either value at once.
    TooManyChoices,
    /// The run that was found is blocked by a thread that cannot follow a constrained broadcast.
    Blocked,
    /// The engine cannot handle broadcasts, signals and transfers.
    Broadcasts,
    /// Deleting subtrees has lost some configurations.
    Incomplete,
    /// The run that was found is too long to be written down.
    RunTooLong,
    /// There was no run to be found, and the engine proves nothing.
    NoRun,
    /// The proof is about a reduced program of which the checker does not see that it fails whenever the one as lowered does.
    NotReduced,
}

impl From<Stop> for Reason {
    fn from(stop: Stop) -> Reason {
        Reason::Stopped(stop)
    }
}

impl From<Overflow> for Reason {
    fn from(_: Overflow) -> Reason {
        Reason::CounterOverflow
    }
}

/// Statistics of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States whose predecessors or successors were computed.
    pub explored: u64,
    /// States looked at, repeated ones included.
    pub generated: u64,
    /// Operations, roughly: what searches that take turns are balanced by.
    pub effort: u64,
    /// The paths that pathwise search looked at.
    pub paths: Option<pathwise::formula::Paths>,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Backward search for any number of threads.
    Backward(backward::Order, OracleKind),
    /// Forward search with omega-configurations.
    Forward(forward::Construction, backward::Order, OracleKind),
    /// Forward and backward search in turns.
    Both(backward::Order, OracleKind),
    /// Forward search directed to the target, for runs only.
    Directed,
    /// Several of them, until one has an answer.
    Portfolio(backward::Order, portfolio::Plan),
    /// Path by path through an acyclic quotient, with loop summaries.
    Pathwise(backward::Order),
    /// Exploration of all states with at most this many threads.
    Explore(u32),
}

/// Which facts backward search prunes with; without `ThreadModular`, Boolean programs are searched on the fly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OracleKind {
    /// None.
    Off,
    /// Local values that one thread reaches by itself, for Boolean programs; none for other systems.
    SingleThread,
    /// Reachable (shared, local) pairs, and weights from the state inequation where the search is long.
    #[default]
    ThreadModular,
    /// The same, with the state inequation asked about every state.
    StateInequation,
}

/// Runs one engine.
pub fn run(engine: Engine, system: &System, budget: &Budget) -> (Answer, Statistics) {
    let mut statistics = Statistics::default();
    let oracle = || Oracle::thread_modular(system, budget);
    let answer = decide(engine, system, true, oracle, budget, &mut statistics);
    (answer, statistics)
}

/// Runs one engine with the oracle of reachable pairs, made if it is asked for. Forward searches look at a slice, if proofs may
/// ignore the rest.
fn decide(
    engine: Engine,
    system: &System,
    may_slice: bool,
    thread_modular: impl FnOnce() -> Result<Oracle, Stop>,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Answer {
    let oracle = |kind| match kind {
        OracleKind::Off | OracleKind::SingleThread => Ok(Oracle::none()),
        OracleKind::ThreadModular => thread_modular(),
        OracleKind::StateInequation => thread_modular().map(Oracle::eager),
    };
    let slice = match engine {
        Engine::Forward(forward::Construction::Minimal, ..) | Engine::Both(..) | Engine::Directed if may_slice => {
            Slice::new(system)
        }
        _ => None,
    };
    let forwards = slice.as_ref().map_or(system, |slice| &slice.system);
    let answer = match engine {
        Engine::Backward(order, kind) => oracle(kind).map_err(Reason::from).map(|oracle| {
            let explicit = Explicit::new(system, &oracle);
            backward::run(system, &explicit, || oracle.invariant(), order, budget, statistics)
        }),
        Engine::Forward(construction, order, _) => Forwards::new(forwards)
            .and_then(|mut steps| forward::run(&mut steps, construction, order, budget, statistics)),
        Engine::Both(order, kind) => Forwards::new(forwards).and_then(|mut steps| {
            let oracle = oracle(kind)?;
            let explicit = Explicit::new(system, &oracle);
            Ok(both::search(&mut steps, &explicit, order, both::TURN, budget, statistics)?.answer(&oracle))
        }),
        Engine::Directed => directed::run(forwards, budget, statistics),
        Engine::Portfolio(order, plan) => oracle(OracleKind::ThreadModular).map_err(Reason::from).and_then(|oracle| {
            if system.rules.iter().any(|rule| rule.passive != Passive::Stay) {
                let explicit = Explicit::new(system, &oracle);
                return Ok(backward::run(system, &explicit, || oracle.invariant(), order, budget, statistics));
            }
            portfolio::run(system, may_slice, &oracle, order, plan, budget, statistics)
        }),
        Engine::Pathwise(order) => oracle(OracleKind::ThreadModular)
            .map_err(Reason::from)
            .and_then(|oracle| pathwise::run(system, &oracle, order, pathwise::MOST_PATHS, budget, statistics)),
        Engine::Explore(threads) => Ok(explore::run(system, threads, budget, statistics)),
    };
    match answer.map(|answer| relevance::restored(slice.as_ref(), answer)) {
        Ok(Answer::Unsafe(trace)) => Answer::Unsafe(shorten::shortened(system, trace)),
        Ok(answer) => answer,
        Err(reason) => Answer::Unknown(reason),
    }
}
