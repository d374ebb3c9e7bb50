//! The minimal coverability set, complete: the default of the engine `karp_miller`.
//!
//! Configurations are taken from the waiting ones and fire their rules. A result is first enlarged by all accelerations
//! that are known, then dropped if an element covers it, else compared with its ancestors: each one that it covers and
//! outgrows shows a new acceleration. Elements that the result covers need not be processed any more.
//!
//! Sound: every configuration is reached by a run with accelerations, so all its states can be covered. Complete: no
//! node is ever deleted. When nothing waits, every node was processed, and then its successors are covered, or is
//! covered by a larger one; so the maximal elements are closed under steps, which is what the certificate says.
//! It ends: in an infinite branch a node would cover and outgrow an ancestor infinitely often (Dickson), each time with a
//! new "any number", of which there are finitely many.
//!
//! Differs from papers/beacon Fig. 1: no subtree is deleted, since deleting may lose configurations that were dropped
//! because of what is deleted (Geeraerts, Raskin, Van Begin 2007). Differs from Finkel, Haddad and Khmelnitsky (2020):
//! accelerations are remembered, but dominated subtrees are not cut off either; they are covered soon enough.

use super::downward_set::DownwardSet;
use super::steps::Steps;
use super::tree::{Origin, Tree};
use super::{Found, initial, priority};
use crate::backward::Order;
use crate::budget::Budget;
use crate::{Reason, Statistics};
use smallvec::SmallVec;
use std::collections::BinaryHeap;
use umpteen_model::configuration::Configuration;
use umpteen_model::state::State;

/// The fixed effort for a configuration, in addition to comparisons with others.
const EFFORT: u64 = 200;

/// A search that can be interrupted and resumed.
pub struct Forward<'a, S> {
    /// The system.
    pub steps: &'a mut S,
    /// How everything was reached.
    pub tree: Tree,
    set: DownwardSet,
    dominated: Vec<bool>,
    order: Order,
    waiting: BinaryHeap<((u64, u64), u32)>,
    started: bool,
}

/// Searches until a target is covered or nothing is new.
pub fn search(
    steps: &mut impl Steps,
    order: Order,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<(Found, Tree), Reason> {
    let mut search = Forward::new(steps, order);
    loop {
        if let Some(found) = search.advance(&|_| false, u64::MAX, budget, statistics)? {
            return Ok((found, search.tree));
        }
    }
}

impl<'a, S: Steps> Forward<'a, S> {
    /// Nothing is reached yet.
    pub fn new(steps: &'a mut S, order: Order) -> Forward<'a, S> {
        let (tree, set, waiting) = (Tree::default(), DownwardSet::default(), BinaryHeap::new());
        Forward { steps, tree, set, dominated: Vec::new(), order, waiting, started: false }
    }

    /// Goes on until there is a result or so much effort was made. One that `leads_to_target` counts as a
    /// target.
    pub fn advance(
        &mut self,
        leads_to_target: &impl Fn(&Configuration) -> bool,
        work: u64,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Result<Option<Found>, Reason> {
        let end = statistics.effort.saturating_add(work);
        let is_target =
            |steps: &S, label: &Configuration| steps.covered_target(label).is_some() || leads_to_target(label);
        if !std::mem::replace(&mut self.started, true) {
            for (number, label) in (0..).zip(initial(self.steps)?) {
                let new = self.reach(label, Origin::Initial(number))?;
                if let Some(node) = new.filter(|&node| is_target(self.steps, self.label(node))) {
                    return Ok(Some(Found::Target(node)));
                }
            }
        }
        let mut enabled = Vec::new();
        while let Some((_, node)) = self.waiting.pop() {
            if self.dominated[node as usize] {
                continue;
            }
            statistics.explored += 1;
            budget.report(statistics.explored, self.waiting.len());
            enabled.clear();
            statistics.effort += self.steps.enabled(&self.tree.nodes[node as usize].label, &mut enabled)?;
            for &rule in &enabled {
                budget.check()?;
                statistics.generated += 1;
                let comparisons = self.set.comparisons();
                let new = self.reach(self.tree.fire(node, rule, self.steps)?, Origin::Step(node, rule))?;
                statistics.effort += EFFORT + self.set.comparisons() - comparisons;
                if let Some(new) = new.filter(|&new| is_target(self.steps, self.label(new))) {
                    return Ok(Some(Found::Target(new)));
                }
                // The dominating node can do all that this one can still do.
                if self.dominated[node as usize] {
                    break;
                }
            }
            if statistics.effort >= end {
                return Ok(None);
            }
        }
        Ok(Some(Found::All(self.set.numbers())))
    }

    /// Whether `state` is known to be coverable.
    pub fn covers(&self, state: &State) -> bool {
        self.set.contains_counts(state.shared, state.locals())
    }

    /// The configuration of a node.
    pub fn label(&self, node: u32) -> &Configuration {
        &self.tree.nodes[node as usize].label
    }

    /// Adds what was reached, enlarged as far as possible, unless an element covers it.
    fn reach(&mut self, mut label: Configuration, origin: Origin) -> Result<Option<u32>, Reason> {
        let mut repeated = SmallVec::new();
        if self.set.contains(&label) {
            return Ok(None);
        }
        self.tree.accelerations.apply(&mut label, &mut repeated);
        if !repeated.is_empty() && self.set.contains(&label) {
            return Ok(None);
        }
        let ancestors: Vec<u32> = self.tree.covered_ancestors(&label, origin).collect();
        for ancestor in ancestors {
            if self.tree.outgrows(&label, ancestor) {
                self.tree.accelerate(ancestor, &mut label, origin, &mut repeated, self.steps)?;
            }
        }
        let node = self.tree.add(label, origin, repeated);
        self.dominated.push(false);
        let label = &self.tree.nodes[node as usize].label;
        self.set.remove_smaller(label, |smaller| self.dominated[smaller as usize] = true);
        self.set.insert(label, node);
        self.waiting.push((priority(self.order, label, node), node));
        Ok(Some(node))
    }
}
