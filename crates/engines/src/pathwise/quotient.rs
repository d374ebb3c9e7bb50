//! The acyclic quotient (papers/cutr Sect. 3): strongly connected components, and which of them are simple loops.
//!
//! Differs from the paper: the expanded diagram (Def. 1) is not built. Its expansion edges lead from every thread state
//! that some edge enters to every thread state with the same shared part that some edge leaves. So a path of it is a
//! sequence of edges in which each one starts with the shared part that the one before has ended with, which is a path
//! in the graph of the shared states. That graph is used here; its edges are the rules of the system. An edge that keeps
//! the shared part is a loop of its own there: alone it is a simple loop, and beside others its component is spaghetti,
//! as with an expansion edge parallel to a real one.
//!
//! Only rules count that may fire at all, and only shared states from which a target may be reached.

use crate::invariants::Oracle;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::system::System;

/// How hard a component is to cross, and so a path that crosses it (ranked as in Sect. 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// No loop.
    Trivial,
    /// One simple loop in which every step is made by a thread that the step before has left in place.
    Real,
    /// One simple loop with expansion edges.
    Expanded,
    /// Several loops.
    Spaghetti,
}

/// A strongly connected component.
#[derive(Clone, Debug)]
pub struct Component {
    /// How hard it is to cross.
    pub kind: Kind,
    /// How many rules it has.
    pub rules: u32,
    /// The components with a rule into this one.
    pub before: Vec<u32>,
}

/// The quotient of the graph of shared states.
pub struct Quotient {
    /// The components; each comes after those that lead to it.
    pub components: Vec<Component>,
    component_of: FxHashMap<u32, u32>,
    /// Rules into each shared state from other components.
    entering: FxHashMap<u32, Vec<u32>>,
    /// In simple loops, the rule into each shared state.
    cycle: FxHashMap<u32, u32>,
}

impl Quotient {
    /// The quotient of the part of the system from which a target may be covered.
    pub fn new(system: &System, oracle: &Oracle) -> Quotient {
        let mut into: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (at, rule) in (0..).zip(&system.rules).filter(|(at, _)| oracle.may_fire(*at as usize)) {
            into.entry(rule.to).or_default().push(at);
        }
        let sources = |shared: u32| into.get(&shared).into_iter().flatten().map(|at| system.rules[*at as usize].from);
        let targets = system.minimal_targets().filter(|target| !oracle.excludes(target));
        let members = components(system.shared_count, targets.map(|target| target.shared), sources);
        let mut quotient = Quotient {
            components: Vec::new(),
            component_of: FxHashMap::default(),
            entering: FxHashMap::default(),
            cycle: FxHashMap::default(),
        };
        for (number, shared) in
            (0..).zip(&members).flat_map(|(number, members)| members.iter().map(move |s| (number, *s)))
        {
            quotient.component_of.insert(shared, number);
        }
        for (number, members) in (0..).zip(&members) {
            let all = || members.iter().flat_map(|shared| into.get(shared).into_iter().flatten().copied());
            let (inner, entering): (Vec<u32>, Vec<u32>) =
                all().partition(|at| quotient.component_of[&system.rules[*at as usize].from] == number);
            for &at in &entering {
                quotient.entering.entry(system.rules[at as usize].to).or_default().push(at);
            }
            let before: FxHashSet<u32> =
                entering.iter().map(|at| quotient.component_of[&system.rules[*at as usize].from]).collect();
            let mut before: Vec<u32> = before.into_iter().collect();
            before.sort_unstable();
            // Strongly connected with as many rules as shared states: each has one rule in and one out.
            let kind = match inner.len() {
                0 => Kind::Trivial,
                rules if rules > members.len() => Kind::Spaghetti,
                _ => {
                    quotient.cycle.extend(inner.iter().map(|&at| (system.rules[at as usize].to, at)));
                    let follows = |at: &u32| {
                        let rule = &system.rules[*at as usize];
                        let earlier = &system.rules[quotient.cycle[&rule.from] as usize];
                        rule.take.iter().all(|(local, _)| earlier.give.iter().any(|(given, _)| given == local))
                    };
                    if inner.iter().all(follows) { Kind::Real } else { Kind::Expanded }
                }
            };
            quotient.components.push(Component { kind, rules: inner.len() as u32, before });
        }
        quotient
    }

    /// The component of a shared state, if a target may be reached from it.
    pub fn component_of(&self, shared: u32) -> Option<u32> {
        self.component_of.get(&shared).copied()
    }

    /// How hard the component of a shared state is to cross.
    pub fn kind_of(&self, shared: u32) -> Kind {
        self.components[self.component_of[&shared] as usize].kind
    }

    /// Whether some component is more than a simple loop.
    pub fn has_spaghetti(&self) -> bool {
        self.components.iter().any(|component| component.kind == Kind::Spaghetti)
    }

    /// The rules into a shared state from other components.
    pub fn entering(&self, shared: u32) -> &[u32] {
        self.entering.get(&shared).map_or(&[], Vec::as_slice)
    }

    /// The rule of a simple loop that leads to a shared state.
    pub fn cycle_rule(&self, shared: u32) -> u32 {
        self.cycle[&shared]
    }

    /// The components of these shared states, sorted.
    pub fn components_of(&self, shared: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut components: Vec<u32> = shared.filter_map(|shared| self.component_of(shared)).collect();
        components.sort_unstable();
        components.dedup();
        components
    }
}

/// The strongly connected components of all that leads to the given vertices (Tarjan 1972), each after those that
/// lead to it; vertices are below `count`.
fn components<I: Iterator<Item = u32>>(
    count: u32,
    vertices: impl Iterator<Item = u32>,
    sources: impl Fn(u32) -> I,
) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    const CLOSED: u32 = u32::MAX - 1;
    let mut found: Vec<Vec<u32>> = Vec::new();
    // The least number of an open vertex that each vertex is known to lead from.
    let mut lowest: Vec<u32> = vec![UNSEEN; count as usize];
    let mut numbers: u32 = 0;
    let mut open: Vec<u32> = Vec::new();
    for start in vertices {
        let mut calls: Vec<(u32, u32, I)> = Vec::new();
        let mut next = Some(start).filter(|start| lowest[*start as usize] == UNSEEN);
        loop {
            if let Some(vertex) = next.take() {
                lowest[vertex as usize] = numbers;
                calls.push((vertex, numbers, sources(vertex)));
                open.push(vertex);
                numbers += 1;
            }
            let Some((vertex, number, rest)) = calls.last_mut() else { break };
            let (vertex, number) = (*vertex, *number);
            match rest.next() {
                Some(source) if lowest[source as usize] == UNSEEN => next = Some(source),
                Some(source) if lowest[source as usize] == CLOSED => {}
                Some(source) => lowest[vertex as usize] = lowest[vertex as usize].min(lowest[source as usize]),
                None => {
                    calls.pop();
                    let reached = lowest[vertex as usize];
                    if let Some((caller, ..)) = calls.last() {
                        lowest[*caller as usize] = lowest[*caller as usize].min(reached);
                    }
                    if reached == number {
                        let first = open.iter().rposition(|other| *other == vertex).expect("it is open");
                        let members = open.split_off(first);
                        members.iter().for_each(|member| lowest[*member as usize] = CLOSED);
                        found.push(members);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_those_that_lead_to_them() {
        // 0 -> 1 -> 2 -> 1, 2 -> 3 -> 3, 3 -> 4, and 5 -> 4, 4 -> 6; asked for what leads to 4.
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (3, 4), (5, 4), (4, 6)];
        let sources = |vertex: u32| edges.into_iter().filter(move |(_, to)| *to == vertex).map(|(from, _)| from);
        let mut found = components(7, [4, 4].into_iter(), sources);
        found.iter_mut().for_each(|members| members.sort_unstable());
        assert_eq!(found.iter().map(Vec::len).sum::<usize>(), 6);
        let at = |members: &[u32]| found.iter().position(|other| other == members).expect("a component");
        assert!(at(&[4]) > at(&[3]) && at(&[3]) > at(&[1, 2]) && at(&[1, 2]) > at(&[0]) && at(&[4]) > at(&[5]));
    }
}
