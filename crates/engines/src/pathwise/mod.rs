//! Pathwise reachability with loop summaries (Liu and Wahl 2016, papers/cutr).
//!
//! The shared part of a run moves through the strongly connected components of the graph of shared states, so a run lies
//! along one of finitely many paths of an acyclic quotient (`quotient`). Along a path with simple loops only, backward
//! search is summarised exactly by linear inequalities over the numbers of rounds (`summary`, `search`); a solution is a
//! run (`run`). Paths with more complicated components are searched state by state, restricted to the path (`slice`).
//!
//! SAFE needs a certificate that the checker understands. In this order: if there is no path, the thread-modular pairs;
//! the states that were met, if all paths were searched without summaries; a linear invariant (`linear_invariants`), whose
//! size does not depend on the numbers in the question, in addition to what the oracle knows; and otherwise the basis of an ordinary backward search, which
//! costs what that costs.
//!
//! Differs from the paper: no box construction for several initial states (App. A). A path may begin in any initial set,
//! and each is a constraint of its own; what lies behind its first step is shared by all. When there are too many paths,
//! or the inequalities of one are not decided, backward search takes over.

pub mod formula;
mod quotient;
mod run;
mod search;
mod slice;
mod summary;

pub use summary::Term;

use crate::backward::{self, Order};
use crate::budget::Budget;
use crate::invariants::Oracle;
use crate::linear_invariants;
use crate::predecessors::Explicit;
use crate::{Answer, Reason, Statistics};
use quotient::Quotient;
use search::{Found, Search};
use umpteen_model::evidence::Certificate;
use umpteen_model::system::{Passive, System};

/// More ends of paths than this are not looked at one by one: the paper's one loss had over 5,000 paths.
pub const MOST_PATHS: usize = 50_000;

/// Decides a system without broadcasts, signals and transfers, with at most so many ends of paths; the oracle knows the
/// reachable pairs.
pub fn run(
    system: &System,
    oracle: &Oracle,
    order: Order,
    most: usize,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Answer, Reason> {
    if system.rules.iter().any(|rule| rule.passive != Passive::Stay) {
        return Err(Reason::Broadcasts);
    }
    let explicit = Explicit::new(system, oracle);
    let quotient = Quotient::new(system, oracle);
    // Whether all paths were found to be impossible, and the states on them if no loop was summarised.
    let (mut refuted, mut met) = match Search::new(system, oracle, &quotient, most).run(budget, statistics)? {
        Found::Run(trace) => return Ok(Answer::Unsafe(trace)),
        Found::Nothing(met) => (true, met),
        Found::Undecided => (false, None),
    };
    if refuted && quotient.has_spaghetti() {
        match slice::search(system, &quotient, &explicit, (order, most), budget, statistics)? {
            slice::Found::Run(path) => return Ok(Answer::Unsafe(backward::forward_trace(system, &explicit, &path)?)),
            slice::Found::Nothing(states) => met = met.map(|met| slice::minimal([met, states].concat())),
            slice::Found::TooMany => (refuted, met) = (false, None),
        }
    }
    statistics.paths.get_or_insert_default().handed_over = !refuted;
    let mut invariant = oracle.invariant();
    if let Some(basis) = met {
        return Ok(Answer::Safe(Certificate::Upward { basis, invariant }));
    }
    if let Some(weights) = linear_invariants::excluding(system, oracle, budget)? {
        invariant.weights.extend(weights);
        return Ok(Answer::Safe(Certificate::Upward { basis: Vec::new(), invariant }));
    }
    let answer = backward::run(system, &explicit, || oracle.invariant(), order, budget, statistics);
    debug_assert!(!refuted || !matches!(answer, Answer::Unsafe(_)), "all paths were found to be impossible");
    Ok(answer)
}
