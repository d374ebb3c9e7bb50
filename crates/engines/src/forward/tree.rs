//! The tree of configurations that forward search grows: how each one was reached, for accelerations and for traces.

use super::acceleration::{Accelerations, Item};
use super::downward_set::signature;
use super::steps::Steps;
use smallvec::SmallVec;
use umpteen_model::configuration::{Configuration, OMEGA};
use umpteen_model::state::Overflow;

/// A configuration that was reached.
pub struct Node {
    /// The configuration.
    pub label: Configuration,
    /// From which node and by which rule; the number of an initial set for a root.
    pub origin: Origin,
    /// The accelerations repeated after that, in this order.
    pub repeated: SmallVec<[u32; 2]>,
    /// The nearest ancestor with the same shared state.
    same_shared: Option<u32>,
    signature: u64,
}

/// Where a node comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An initial set.
    Initial(u32),
    /// A parent, and the rule that fired.
    Step(u32, u32),
}

/// Nodes and what was learnt while they were found. A node stays when it is not needed any more, so that runs to its
/// descendants can still be told.
#[derive(Default)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The accelerations.
    pub accelerations: Accelerations,
}

impl Tree {
    /// Adds a node.
    pub fn add(&mut self, label: Configuration, origin: Origin, repeated: SmallVec<[u32; 2]>) -> u32 {
        let same_shared = self.same_shared_above(label.shared, origin);
        let signature = signature(label.locals());
        self.nodes.push(Node { label, origin, repeated, same_shared, signature });
        u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 nodes fit in memory")
    }

    /// The successor of a node under a rule that is enabled in it.
    pub fn fire(&self, node: u32, rule: u32, steps: &impl Steps) -> Result<Configuration, Overflow> {
        let after = self.nodes[node as usize].label.fire(steps.rule(rule))?;
        Ok(after.expect("an enabled rule fires"))
    }

    /// The nearest node on the way to something with this origin that has this shared state.
    fn same_shared_above(&self, shared: u32, origin: Origin) -> Option<u32> {
        let mut at = origin;
        while let Origin::Step(parent, _) = at {
            let node = &self.nodes[parent as usize];
            if node.label.shared == shared {
                return Some(parent);
            }
            at = node.origin;
        }
        None
    }

    /// The ancestors with the same shared state that `label` covers, the nearest first.
    pub fn covered_ancestors<'a>(&'a self, label: &'a Configuration, origin: Origin) -> impl Iterator<Item = u32> + 'a {
        let first = self.same_shared_above(label.shared, origin);
        let chain = std::iter::successors(first, |&at| self.nodes[at as usize].same_shared);
        let signature = signature(label.locals());
        chain.filter(move |&at| {
            let node = &self.nodes[at as usize];
            node.signature & !signature == 0 && label.covers(&node.label)
        })
    }

    /// The run to something with this origin, from an ancestor or, without one, from the start.
    pub fn run_to(&self, from: Option<u32>, origin: Origin, repeated: &[u32]) -> (Vec<Item>, u32) {
        let mut items: Vec<Item> = repeated.iter().rev().map(|&number| Item::Acceleration(number)).collect();
        let mut at = origin;
        let start = loop {
            match at {
                Origin::Initial(number) => break number,
                Origin::Step(parent, rule) => {
                    items.push(Item::Rule(rule));
                    if from == Some(parent) {
                        break parent;
                    }
                    let node = &self.nodes[parent as usize];
                    items.extend(node.repeated.iter().rev().map(|&number| Item::Acceleration(number)));
                    at = node.origin;
                }
            }
        };
        items.reverse();
        (items, start)
    }

    /// Whether `label`, which covers the ancestor, has more threads somewhere without having any number of them.
    pub fn outgrows(&self, label: &Configuration, ancestor: u32) -> bool {
        let before = &self.nodes[ancestor as usize].label;
        label.locals().iter().any(|&(local, count)| count != OMEGA && count > before.count(local))
    }

    /// Learns the loop from an ancestor that `label` covers, and repeats it.
    pub fn accelerate(
        &mut self,
        ancestor: u32,
        label: &mut Configuration,
        origin: Origin,
        repeated: &mut SmallVec<[u32; 2]>,
        steps: &impl Steps,
    ) -> Result<(), Overflow> {
        let body = self.run_to(Some(ancestor), origin, repeated).0;
        let number = self.accelerations.learn(label.shared, body, steps)?;
        self.accelerations.repeat(number, label);
        repeated.push(number);
        Ok(())
    }
}
