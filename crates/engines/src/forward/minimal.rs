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
use super::{Found, priority};
use crate::backward::Order;
use crate::budget::Budget;
use crate::{Reason, Statistics};
use smallvec::SmallVec;
use std::collections::BinaryHeap;
use umpteen_model::configuration::Configuration;

struct Search<'a, S> {
    steps: &'a mut S,
    tree: Tree,
    set: DownwardSet,
    dominated: Vec<bool>,
    order: Order,
    waiting: BinaryHeap<((u64, u64), u32)>,
}

/// Searches until a target is covered or nothing is new.
pub fn search(
    steps: &mut impl Steps,
    order: Order,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<(Found, Tree), Reason> {
    let mut search = Search {
        steps,
        tree: Tree::default(),
        set: DownwardSet::default(),
        dominated: Vec::new(),
        order,
        waiting: BinaryHeap::new(),
    };
    for (number, label) in (0..).zip(search.steps.initial()?) {
        if let Some(target) = search.reach(label, Origin::Initial(number))?.filter(|&node| search.is_target(node)) {
            return Ok((Found::Target(target), search.tree));
        }
    }
    let mut enabled = Vec::new();
    while let Some((_, node)) = search.waiting.pop() {
        if search.dominated[node as usize] {
            continue;
        }
        statistics.explored += 1;
        budget.report(statistics.explored, search.waiting.len());
        enabled.clear();
        search.steps.enabled(&search.tree.nodes[node as usize].label, &mut enabled)?;
        for &rule in &enabled {
            budget.check()?;
            statistics.generated += 1;
            let label = search.tree.nodes[node as usize].label.fire(search.steps.rule(rule))?;
            let label = label.expect("an enabled rule fires");
            if let Some(target) = search.reach(label, Origin::Step(node, rule))?.filter(|&node| search.is_target(node)) {
                return Ok((Found::Target(target), search.tree));
            }
            // Whatever this node can do from here on, the larger one can do as well.
            if search.dominated[node as usize] {
                break;
            }
        }
    }
    Ok((Found::All(search.set.numbers()), search.tree))
}

impl<S: Steps> Search<'_, S> {
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

    fn is_target(&self, node: u32) -> bool {
        self.steps.covers_target(&self.tree.nodes[node as usize].label)
    }
}
