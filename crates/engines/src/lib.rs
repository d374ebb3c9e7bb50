//! The algorithms: one file or folder each, plain functions chosen by the enum [`Engine`].

pub mod backward;
pub mod basis;
pub mod boolean;
pub mod budget;
pub mod convert;
pub mod counter_system;
pub mod explore;
pub mod forward;
pub mod invariants;
pub mod pairs;
pub mod predecessors;
pub mod weights;

use budget::{Budget, Stop};
use invariants::Oracle;
use predecessors::Explicit;
use umpteen_model::evidence::{Certificate, Trace};
use umpteen_model::state::Overflow;
use umpteen_model::system::System;

/// What an engine found out.
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
    /// The run that was found is blocked by a thread that cannot follow a constrained broadcast.
    Blocked,
    /// The engine cannot handle broadcasts, signals and transfers.
    Broadcasts,
    /// Deleting subtrees has lost some configurations.
    Incomplete,
    /// The run that was found is too long to be written down.
    RunTooLong,
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

/// How much work a run was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States whose predecessors or successors were computed.
    pub explored: u64,
    /// States looked at, repeated ones included.
    pub generated: u64,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Backward search for any number of threads.
    Backward(backward::Order, OracleKind),
    /// Forward search with omega-configurations.
    Forward(forward::Construction, backward::Order),
    /// Exploration of all states with at most this many threads.
    Explore(u32),
}

/// Which facts backward search prunes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OracleKind {
    /// None.
    Off,
    /// Local values that one thread reaches by itself, for Boolean programs; none for other systems.
    SingleThread,
    /// Reachable (shared, local) pairs.
    #[default]
    ThreadModular,
}

/// Runs one engine.
pub fn run(engine: Engine, system: &System, budget: &Budget) -> (Answer, Statistics) {
    let mut statistics = Statistics::default();
    let answer = match engine {
        Engine::Backward(order, kind) => {
            let oracle = match kind {
                OracleKind::Off | OracleKind::SingleThread => Oracle::none(),
                OracleKind::ThreadModular => match Oracle::thread_modular(system, budget) {
                    Ok(oracle) => oracle,
                    Err(stop) => return (Answer::Unknown(stop.into()), statistics),
                },
            };
            let explicit = Explicit::new(system, &oracle);
            backward::run(system, &explicit, || oracle.invariant(), order, budget, &mut statistics)
        }
        Engine::Forward(construction, order) => {
            forward::run(system, construction, order, budget, &mut statistics).unwrap_or_else(Answer::Unknown)
        }
        Engine::Explore(threads) => explore::run(system, threads, budget, &mut statistics),
    };
    (answer, statistics)
}
