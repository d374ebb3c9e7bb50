//! Fig. 1 of papers/beacon, line by line: when a configuration covers an ancestor, everything that was found from the
//! ancestor is deleted, and the search goes on from the ancestor, enlarged.
//!
//! Completeness in the paper (Appendix B) assumes that what was dropped because of a deleted configuration is found again,
//! which fails for Finkel's algorithm of 1993 (Geeraerts, Raskin, Van Begin 2007), of which this is one. So the result
//! is a proof only if it is closed under steps, which is tested at the end, and again by the checker.
//!
//! Differs from the paper: where the configuration at hand is deleted itself, its other transitions are not tried.

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

struct Search<'a, S> {
    steps: &'a mut S,
    tree: Tree,
    children: Vec<Vec<u32>>,
    deleted: Vec<bool>,
    reached: DownwardSet,
    order: Order,
    work: BinaryHeap<((u64, u64), u32)>,
}

/// The fate of an image.
enum Image {
    /// The image was dropped, or added as a node.
    Added(Option<u32>),
    /// The image enlarged this ancestor.
    Enlarged(u32),
}

/// Searches until a target is covered or the work list is empty.
pub fn search(
    steps: &mut impl Steps,
    order: Order,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<(Found, Tree), Reason> {
    let mut search = Search {
        steps,
        tree: Tree::default(),
        children: Vec::new(),
        deleted: Vec::new(),
        reached: DownwardSet::default(),
        order,
        work: BinaryHeap::new(),
    };
    for (number, label) in (0..).zip(initial(search.steps)?) {
        let node = search.add(label, Origin::Initial(number));
        if search.is_target(node) {
            return Ok((Found::Target(node), search.tree));
        }
    }
    let mut enabled = Vec::new();
    while let Some((_, c)) = search.work.pop() {
        if search.deleted[c as usize] {
            continue;
        }
        statistics.explored += 1;
        budget.report(statistics.explored, search.work.len());
        enabled.clear();
        search.steps.enabled(&search.tree.nodes[c as usize].label, &mut enabled)?;
        for &rule in &enabled {
            budget.check()?;
            statistics.generated += 1;
            let d = search.tree.fire(c, rule, search.steps)?; // [1]
            let image = search.image(d, Origin::Step(c, rule))?;
            let (Image::Added(Some(new)) | Image::Enlarged(new)) = image else { continue };
            if search.is_target(new) {
                return Ok((Found::Target(new), search.tree));
            }
            if matches!(image, Image::Enlarged(_)) {
                break; // `c` was the ancestor or has been deleted
            }
        }
    }
    let set = search.maximal();
    let found = Found::All(set.numbers());
    match is_closed(&search.tree, &set, search.steps, budget)? {
        true => Ok((found, search.tree)),
        false => Err(Reason::Incomplete),
    }
}

impl<S: Steps> Search<'_, S> {
    fn image(&mut self, d: Configuration, origin: Origin) -> Result<Image, Reason> {
        if self.reached.contains(&d) {
            return Ok(Image::Added(None)); // [2], [3]
        }
        // [4]; the oldest such ancestor, so that as much as possible is deleted.
        let Some(a) = self.tree.covered_ancestors(&d, origin).last() else {
            return Ok(Image::Added(Some(self.add(d, origin)))); // [9] to [11]
        };
        let mut e = d;
        let mut repeated = SmallVec::new();
        self.tree.accelerate(a, &mut e, origin, &mut repeated, self.steps)?; // [5]
        let mut pending = std::mem::take(&mut self.children[a as usize]);
        while let Some(node) = pending.pop() {
            self.deleted[node as usize] = true; // [6]
            self.reached.remove(&self.tree.nodes[node as usize].label, node);
            pending.append(&mut self.children[node as usize]);
        }
        let node = &mut self.tree.nodes[a as usize];
        self.reached.remove(&node.label, a);
        node.label = e; // [7]
        node.repeated.extend(repeated);
        let label = &self.tree.nodes[a as usize].label;
        self.reached.insert(label, a);
        self.work.push((priority(self.order, label, a), a)); // [8]
        Ok(Image::Enlarged(a))
    }

    fn add(&mut self, label: Configuration, origin: Origin) -> u32 {
        let node = self.tree.add(label, origin, SmallVec::new());
        if let Origin::Step(parent, _) = origin {
            self.children[parent as usize].push(node);
        }
        self.children.push(Vec::new());
        self.deleted.push(false);
        let label = &self.tree.nodes[node as usize].label;
        self.reached.insert(label, node);
        self.work.push((priority(self.order, label, node), node));
        node
    }

    fn is_target(&self, node: u32) -> bool {
        self.steps.covered_target(&self.tree.nodes[node as usize].label).is_some()
    }

    fn maximal(&self) -> DownwardSet {
        let mut set = DownwardSet::default();
        for node in self.reached.numbers() {
            let label = &self.tree.nodes[node as usize].label;
            if !set.contains(label) {
                set.remove_smaller(label, |_| ());
                set.insert(label, node);
            }
        }
        set
    }
}

fn is_closed(tree: &Tree, set: &DownwardSet, steps: &mut impl Steps, budget: &Budget) -> Result<bool, Reason> {
    let mut enabled = Vec::new();
    for node in set.numbers() {
        let label = &tree.nodes[node as usize].label;
        enabled.clear();
        steps.enabled(label, &mut enabled)?;
        for &rule in &enabled {
            budget.check()?;
            if !set.contains(&tree.fire(node, rule, steps)?) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
