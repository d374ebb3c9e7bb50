//! Forward search with omega-configurations (papers/beacon; Karp and Miller 1969): the engine `karp_miller`.
//!
//! It computes every state that can be covered, for all targets at once, as finitely many configurations whose counters
//! may be "any number". SAFE comes with these configurations, UNSAFE with a concrete run, in which the loops behind
//! "any number" are repeated as often as the target needs.
//!
//! Broadcasts, signals and transfers are refused: with them the set need not be computable (Dufourd, Finkel,
//! Schnoebelen 1998).

pub mod acceleration;
pub mod beacon;
pub mod downward_set;
pub mod minimal;
pub mod pump;
pub mod steps;
pub mod tree;

use crate::backward::Order;
use crate::budget::Budget;
use crate::{Answer, Reason, Statistics};
use rustc_hash::FxHashMap;
use steps::{Explicit, Steps};
use tree::Tree;
use umpteen_model::configuration::{Configuration, OMEGA};
use umpteen_model::evidence::{Certificate, Ignored, Trace};
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::System;

/// How the set is constructed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Construction {
    /// Without deleting anything, and with accelerations remembered: complete.
    #[default]
    Minimal,
    /// As in Fig. 1 of papers/beacon, which may miss something; that is noticed.
    Beacon,
}

/// How a search ended.
pub enum Found {
    /// This node covers a target.
    Target(u32),
    /// The labels of these nodes are all maximal configurations.
    All(Vec<u32>),
}

/// Decides a system.
pub fn run(
    steps: &mut impl Steps,
    construction: Construction,
    order: Order,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Answer, Reason> {
    let (found, tree) = search(construction, steps, order, budget, statistics)?;
    Ok(match found {
        Found::All(nodes) => Answer::Safe(certificate(&tree, &nodes)),
        Found::Target(node) => {
            let demand = steps.covered_target(&tree.nodes[node as usize].label).expect("the node covers a target");
            Answer::Unsafe(pump::trace(&tree, node, &demand, steps, pump::SHORT)?)
        }
    })
}

/// The largest initial configurations.
fn initial(steps: &impl Steps) -> Result<Vec<Configuration>, Overflow> {
    steps.starts().iter().map(Configuration::of_initial).collect()
}

/// The labels as evidence.
pub fn certificate(tree: &Tree, nodes: &[u32]) -> Certificate {
    let configurations = nodes.iter().map(|&node| tree.nodes[node as usize].label.clone());
    Certificate::Downward { configurations: configurations.collect(), ignored: Ignored::default() }
}

/// Searches in the given way.
pub fn search(
    construction: Construction,
    steps: &mut impl Steps,
    order: Order,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<(Found, Tree), Reason> {
    match construction {
        Construction::Minimal => minimal::search(steps, order, budget, statistics),
        Construction::Beacon => beacon::search(steps, order, budget, statistics),
    }
}

/// The coverable states of a system, whatever its targets.
pub struct Coverable {
    tree: Tree,
    nodes: Vec<u32>,
    /// All nodes, the oldest first.
    by_shared: FxHashMap<u32, Vec<u32>>,
}

impl Coverable {
    /// Finds it.
    pub fn of(
        system: &System,
        order: Order,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Result<Coverable, Reason> {
        let untargeted = System { targets: Vec::new(), ..system.clone() };
        let mut steps = Explicit::new(&untargeted)?;
        let (found, tree) = search(Construction::Minimal, &mut steps, order, budget, statistics)?;
        let Found::All(nodes) = found else { unreachable!("there is no target") };
        let mut by_shared: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (number, node) in (0..).zip(&tree.nodes) {
            by_shared.entry(node.label.shared).or_default().push(number);
        }
        Ok(Coverable { tree, nodes, by_shared })
    }

    /// The shared states that can be reached, sorted.
    pub fn shared(&self) -> Vec<u32> {
        let mut shared: Vec<u32> = self.by_shared.keys().copied().collect();
        shared.sort_unstable();
        shared
    }

    /// The maximal configurations.
    pub fn configurations(&self) -> impl Iterator<Item = &Configuration> {
        self.nodes.iter().map(|&node| &self.tree.nodes[node as usize].label)
    }

    /// The evidence that there is nothing else.
    pub fn certificate(&self) -> Certificate {
        certificate(&self.tree, &self.nodes)
    }

    /// A run that covers `state`, if there is one; its repetitions are marked if it has more than `short` steps.
    pub fn run_to(&self, steps: &Explicit, state: &State, short: u64) -> Result<Option<Trace>, Reason> {
        let nodes = self.by_shared.get(&state.shared).into_iter().flatten();
        // The oldest node, so that the run is short.
        let node = nodes.copied().find(|&node| self.tree.nodes[node as usize].label.contains(state));
        node.map(|node| pump::trace(&self.tree, node, state.locals(), steps, short)).transpose()
    }
}

/// The waiting configuration with the largest priority is next.
fn priority(order: Order, label: &Configuration, sequence: u32) -> (u64, u64) {
    let sequence = u64::from(sequence);
    match order {
        Order::Smallest => {
            let finite = label.locals().iter().filter(|&&(_, count)| count != OMEGA);
            let threads: u64 = finite.map(|&(_, count)| u64::from(count)).sum();
            (u64::MAX - threads, u64::MAX - sequence)
        }
        Order::Breadth => (0, u64::MAX - sequence),
        Order::Depth => (0, sequence),
    }
}
