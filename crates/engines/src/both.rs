//! Forward and backward search in turns, each using what the other has found.
//!
//! Forward search knows states that can be covered, backward search knows states from which a target can be covered. A
//! state of both kinds is a run, usually long before either search would meet the other end. If there is none, either
//! may be the one that ends first, and its set is the proof (Kaiser, Kroening, Wahl 2012 run them together as well).
//!
//! Both number shared and local states alike; where the system is a program, values are numbered as either meets them.

use crate::backward::{Backward, Order, Search};
use crate::budget::Budget;
use crate::counter_system::CounterSystem;
use crate::forward::minimal::Forward;
use crate::forward::steps::Steps;
use crate::forward::tree::Origin;
use crate::forward::{Found, certificate, pump};
use crate::invariants::Oracle;
use crate::{Answer, Reason, Statistics};
use smallvec::SmallVec;
use umpteen_model::configuration::Configuration;
use umpteen_model::evidence::{Certificate, Trace};
use umpteen_model::state::State;

/// The effort of a search before it is the other one's turn, by default.
pub const TURN: u64 = 20_000;

/// The result of searching in both directions.
pub enum Met {
    /// A run to a target.
    Run(Trace),
    /// A certificate of all coverable states.
    Forward(Certificate),
    /// Minimal states from which a target can be covered, none of them initial.
    Backward(Vec<State>),
}

impl Met {
    /// The answer about an explicit system, whose oracle pruned the backward search.
    pub fn answer(self, oracle: &Oracle) -> Answer {
        match self {
            Met::Run(trace) => Answer::Unsafe(trace),
            Met::Forward(certificate) => Answer::Safe(certificate),
            Met::Backward(basis) => Answer::Safe(Certificate::Upward { basis, invariant: oracle.invariant() }),
        }
    }
}

/// Searches in both directions, so much effort at a time.
pub fn search<S: Steps>(
    steps: &mut S,
    system: &impl CounterSystem,
    order: Order,
    turn: u64,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Met, Reason> {
    let mut search = Both::new(steps, Backward::new(system, order), order);
    loop {
        if let Some(met) = search.advance(system, turn, budget, statistics)? {
            return Ok(met);
        }
    }
}

/// A search that can be interrupted and resumed.
pub struct Both<'a, S> {
    forward: Forward<'a, S>,
    backward: Backward,
    /// The effort of each direction so far.
    forward_effort: u64,
    backward_effort: u64,
}

impl<'a, S: Steps> Both<'a, S> {
    /// Starts at the initial states, and goes on with a backward search.
    pub fn new(steps: &'a mut S, backward: Backward, order: Order) -> Both<'a, S> {
        Both { forward: Forward::new(steps, order), backward, forward_effort: 0, backward_effort: 0 }
    }

    /// One turn for the direction that has cost less so far.
    pub fn advance(
        &mut self,
        system: &impl CounterSystem,
        turn: u64,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Result<Option<Met>, Reason> {
        let Both { forward, backward, forward_effort, backward_effort } = self;
        let before = statistics.effort;
        if backward_effort < forward_effort {
            let found = backward.advance(system, &|state| forward.covers(state), turn, budget, statistics)?;
            *backward_effort += statistics.effort - before;
            return match found {
                Some(Search::Closed(basis)) => Ok(Some(Met::Backward(basis))),
                Some(Search::Reached(path)) => {
                    let nodes = 0..forward.tree.nodes.len() as u32;
                    let meets = |node: &u32| forward.label(*node).contains(&path[0].0);
                    let node = nodes.into_iter().find(meets).expect("initial states are reached in the first turn");
                    joined(forward, node, &path).map(|trace| Some(Met::Run(trace)))
                }
                None => Ok(None),
            };
        }
        let visits = backward.visits();
        let leads_to_target = |label: &Configuration| backward.leads_to_target(label.shared, label.locals());
        let found = forward.advance(&leads_to_target, turn, budget, statistics)?;
        statistics.effort += backward.visits() - visits;
        *forward_effort += statistics.effort - before;
        match found {
            Some(Found::All(nodes)) => Ok(Some(Met::Forward(certificate(&forward.tree, &nodes)))),
            Some(Found::Target(node)) => {
                let label = forward.label(node);
                let path = backward.path_from(label.shared, label.locals()).unwrap_or_default();
                joined(forward, node, &path).map(|trace| Some(Met::Run(trace)))
            }
            None => Ok(None),
        }
    }
}

/// The run to a node, and on along a path that begins with a state of the node, if that is no target yet.
fn joined<S: Steps>(forward: &mut Forward<S>, mut node: u32, path: &[(State, Option<u32>)]) -> Result<Trace, Reason> {
    let mut goals = path.iter().skip(1);
    let demand = loop {
        let label = forward.label(node).clone();
        if let Some(demand) = forward.steps.covered_target(&label) {
            break demand;
        }
        let (goal, _) = goals.next().expect("a path ends in a target");
        let mut enabled = Vec::new();
        forward.steps.enabled(&label, &mut enabled)?;
        let mut next = None;
        for rule in enabled {
            let after = label.fire(forward.steps.rule(rule))?.filter(|after| after.contains(goal));
            next = next.or(after.map(|after| (after, rule)));
        }
        let (after, rule) = next.expect("each state of a path leads to the next");
        node = forward.tree.add(after, Origin::Step(node, rule), SmallVec::new());
    };
    pump::trace(&forward.tree, node, &demand, forward.steps, pump::SHORT)
}
