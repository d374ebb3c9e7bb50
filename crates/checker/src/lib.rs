//! The independent judge: a verdict is printed only after its evidence was accepted here.
//!
//! The checker knows the model's forward steps and nothing of the engines. It executes traces, and re-proves
//! certificates by deriving predecessors naively from forward steps. It is written to be read, not to be fast.

mod bounded;
mod c;
mod closure;
mod downward;
mod explore_c;
mod facts;
mod follow;
mod invariant;
mod predecessors;
mod program;
mod pushdown;
mod reduction;
mod refinement;
mod stack_products;
mod stack_sets;
mod trace;
mod upward;

pub use c::{check_c_certificate, check_c_run, check_c_stacks};
pub use explore_c::{Visited, check_c_exploration, visit_c_states};
pub use facts::check_facts;
pub use follow::check_word;
pub use program::{check_program_certificate, check_program_trace};
pub use pushdown::{check_pushdown_proof, check_pushdown_trace};
pub use reduction::check_reduction;
pub use refinement::{check_refinement, check_refines};
use rustc_hash::FxHashMap;
pub use trace::{Replay, check_trace};
use umpteen_model::evidence::Certificate;
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::{Rule, System};

/// Why evidence was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The evidence is wrong, for this reason.
    Wrong(String),
    /// The evidence is about a reduced program, and it is not clear that this one fails whenever the program as lowered does.
    Reduction(String),
    /// There was no time to finish.
    OutOfTime,
    /// A join returns although other threads still run, so the run may not be possible.
    EarlyJoin,
    /// The run gets to a limit of the model, which this assertion states: nothing follows from that.
    Limit(u32),
    /// A counter left the range of 32 bits, so nothing can be said.
    Overflow,
}

impl From<Overflow> for Rejection {
    fn from(_: Overflow) -> Rejection {
        Rejection::Overflow
    }
}

impl Rejection {
    fn wrong<T>(reason: impl Into<String>) -> Result<T, Rejection> {
        Err(Rejection::Wrong(reason.into()))
    }
}

/// Accepts a certificate only if it proves that no target can be covered. `go_on` is asked now and then.
pub fn check_certificate(
    system: &System,
    certificate: &Certificate,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    match certificate {
        Certificate::Upward { basis, invariant } => upward::check(system, basis, invariant, go_on),
        Certificate::Downward { configurations, ignored } => downward::check(system, configurations, ignored, go_on),
        Certificate::Bounded { threads, states } => bounded::check(system, *threads, states, go_on),
    }
}

/// The rules by the shared state that they start from.
fn rules_by_shared(system: &System) -> FxHashMap<u32, Vec<&Rule>> {
    let mut rules: FxHashMap<u32, Vec<&Rule>> = FxHashMap::default();
    for rule in &system.rules {
        rules.entry(rule.from).or_default().push(rule);
    }
    rules
}

fn check_ranges(system: &System, states: &[State]) -> Result<(), Rejection> {
    let in_range = |state: &State| {
        state.shared < system.shared_count && state.locals().iter().all(|&(local, _)| local < system.local_count)
    };
    match states.iter().find(|state| !in_range(state)) {
        Some(state) => Rejection::wrong(format!("{state:?} is not a state of the system")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    mod c;
    mod explored;
    mod programs;
    mod stacks;
    mod systems;
    mod words;

    use super::*;
    use umpteen_model::evidence::{Invariant, Weight};
    use umpteen_model::state::counts;
    use umpteen_model::system::{Initial, InitialCount, Passive, Target};
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    /// A thread that waits may stay because another one is released instead, even where the weights say that nobody
    /// else waits in the same local state.
    #[test]
    fn a_waiter_may_stay_when_another_one_is_released() {
        let one = |local| InitialCount { local, least: 1, unbounded: false };
        let signal = Edge { passive: Passive::One(vec![(1, 3), (2, 3)]), ..Edge::step((0, 0), (1, 0)) };
        let system = ThreadSystem {
            shared_count: 3,
            local_count: 5,
            edges: vec![signal, Edge::step((1, 1), (2, 4))],
            initial: vec![Initial { shared: 0, counts: vec![one(0), one(1), one(2)] }],
            targets: vec![Target { shared: Some(2), counts: counts([(4, 1)]).unwrap() }],
        };
        let system = system.system().unwrap();
        let weight = |local| Weight { shared: vec![], locals: vec![(local, 1)], bound: 1 };
        let pairs = Some(vec![(0, vec![0, 1, 2]), (1, vec![0, 3])]);
        let invariant = Invariant { pairs, weights: vec![weight(1), weight(2)] };
        let forged = Certificate::Upward { basis: vec![], invariant };
        assert!(matches!(check_certificate(&system, &forged, &|| true), Err(Rejection::Wrong(_))));
    }

    /// A count of two billion must not keep the checker busy for ever.
    #[test]
    fn huge_counts_are_refused_at_once() {
        let broadcast = Edge { passive: Passive::All(vec![(1, 2)]), ..Edge::step((0, 0), (1, 3)) };
        let system = ThreadSystem {
            shared_count: 2,
            local_count: 4,
            edges: vec![broadcast],
            initial: vec![ThreadSystem::default_initial()],
            targets: vec![],
        };
        let basis = vec![State::new(1, [(2, 2_000_000_000)]).unwrap()];
        let certificate = Certificate::Upward { basis, invariant: Invariant::default() };
        assert!(check_certificate(&system.system().unwrap(), &certificate, &|| true).is_err());
    }
}
