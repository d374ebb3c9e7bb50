//! Evidence: the certificate of a SAFE or the run of an UNSAFE, which a checker accepts or rejects without any search.

use crate::c::abstraction::Abstraction;
use crate::c::machine::Run;
use crate::configuration::Configuration;
use crate::pushdown::{PushdownProof, PushdownTrace};
use crate::refinement::RefinementProof;
use crate::state::State;
use serde::{Deserialize, Serialize};

/// For which numbers of threads a SAFE holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// For any number of threads.
    AnyNumber,
    /// For at most this many.
    AtMost(u32),
    /// For the threads, or the marking, that the input starts with.
    AsCreated,
}

/// Evidence of every kind, as files hold it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Of a SAFE.
    Certificate(Certificate),
    /// Of an UNSAFE.
    Trace(Trace),
    /// Of a SAFE about a pushdown system.
    Stacks(PushdownProof),
    /// Of an UNSAFE about a pushdown system.
    StackRun(PushdownTrace),
    /// Of a SAFE by refinement: that a thread refines the abstraction, and that the abstraction is safe.
    Refinement(RefinementProof, Certificate),
    /// Of a SAFE about C: the certificate about the Boolean program that the abstraction defines.
    Abstraction(Abstraction, Certificate),
    /// An abstraction of a C program whose threads have stacks, with a proof about its pushdown system.
    AbstractionWithStacks(Abstraction, PushdownProof),
    /// Of a SAFE about C: that a visit of all states meets no failure.
    Explored {
        /// The most threads that are started, main included.
        threads: u32,
        /// How many states there are then.
        states: u64,
    },
    /// Of an UNSAFE about C.
    Run(Run),
}

impl Evidence {
    /// Whether it is evidence of a SAFE.
    pub fn is_proof(&self) -> bool {
        matches!(
            self,
            Evidence::Certificate(_)
                | Evidence::Stacks(_)
                | Evidence::Refinement(..)
                | Evidence::Abstraction(..)
                | Evidence::AbstractionWithStacks(..)
                | Evidence::Explored { .. }
        )
    }
}

/// Evidence that no target can be covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Certificate {
    /// The upward closure of `basis` holds every target and every predecessor of itself, and no initial state;
    /// states that violate the invariant may be left out.
    Upward {
        /// Minimal states from which a target may be covered.
        basis: Vec<State>,
        /// The invariant of every reachable state.
        invariant: Invariant,
    },
    /// Every reachable state is in one of these.
    Downward {
        /// The configurations: they hold the initial states and every successor of theirs, and cover no target.
        configurations: Vec<Configuration>,
        /// The parts of states that configurations leave out.
        #[serde(skip_serializing_if = "Ignored::is_empty", default)]
        ignored: Ignored,
    },
    /// Every state that can be reached with at most `threads` threads.
    Bounded {
        /// The bound.
        threads: u32,
        /// The states, closed under steps within the bound.
        states: Vec<State>,
    },
}

/// Parts of states that configurations leave out, because they do not matter for the targets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignored {
    /// Any number of threads may be in these local states.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub locals: Vec<u32>,
    /// Anything may be the case in these shared states, which are left to each other only.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shared: Vec<u32>,
}

impl Ignored {
    /// Whether nothing is ignored.
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty() && self.shared.is_empty()
    }
}

/// Facts that hold initially and are preserved by every step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invariant {
    /// The shared states that occur, each with the local states that threads may be in then (any when absent).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pairs: Option<Vec<(u32, Vec<u32>)>>,
    /// Linear inequalities over the counters.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub weights: Vec<Weight>,
}

/// `shared[s] + sum of locals[l] * count(l) <= bound` in every reachable state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The weight of each shared state that has one.
    pub shared: Vec<(u32, i64)>,
    /// The weight of each local state that has one.
    pub locals: Vec<(u32, u64)>,
    /// The bound.
    pub bound: i64,
}

/// Evidence that a target can be covered: an initial state and the rules to fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The start.
    pub initial: State,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The parts of the run that are repeated.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub repeats: Vec<Repeat>,
}

/// A part of a trace that happens several times in a row; parts are apart or one lies within the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// The index of its first step.
    pub first: usize,
    /// How many steps it has; those of parts within it count once.
    pub steps: usize,
    /// How often it happens.
    pub times: u32,
}

/// One step of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The index of the rule that fires.
    pub rule: u32,
    /// Where passive threads had a choice: how many moved from where to where.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub moved: Vec<(u32, u32, u32)>,
}
