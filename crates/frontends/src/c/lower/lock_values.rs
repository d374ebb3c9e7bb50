//! The locks that a thread holds at each place, as far as the place tells: constants propagated through a graph.
//!
//! Where a thread always holds a lock, or never does, the variable that counts this is replaced by its value, and is
//! not written any more if nobody reads it.

use super::super::atomic::{Node, Role, Step};
use super::Lowering;
use rustc_hash::FxHashSet;
use umpteen_model::c::expression::{Expr, Place};

/// The values of some variables at a node, as far as they are known; none if no thread gets there.
pub type Values = Option<Vec<Option<u64>>>;

impl<'s> Lowering<'s> {
    /// The variables of a template whose values are followed.
    pub fn tracked(&self, template: u32) -> Vec<Place> {
        if self.threads.has_stack(template) {
            return Vec::new();
        }
        self.locks.owners.iter().filter(|owner| owner.template == template).map(|owner| owner.mine).collect()
    }

    /// The values of the variables for the locks that a thread of a template holds, at every node.
    pub fn known_values(&self, template: u32, graph: &[Node]) -> Vec<Values> {
        let tracked = self.tracked(template);
        let mut known: Vec<Values> = vec![None; graph.len()];
        let entries = self.threads.roots[template as usize].procedures.iter().map(|(_, entry)| *entry as usize);
        let mut pending: Vec<usize> = std::iter::once(0).chain(entries).collect();
        pending.iter().for_each(|entry| known[*entry] = Some(vec![Some(0); tracked.len()]));
        while let Some(at) = pending.pop() {
            let Some(here) = known[at].clone() else { continue };
            let back = match graph[at].role {
                Role::Call(back, _) => Some((back, here.clone())),
                _ => None,
            };
            let stepped = graph[at].steps.iter().filter_map(|step| Some((step.edge.to, after(step, &tracked, &here)?)));
            for (to, next) in stepped.chain(back) {
                let old = &mut known[to as usize];
                let met: Vec<Option<u64>> = match &old {
                    Some(old) => old.iter().zip(&next).map(|(one, other)| one.filter(|_| one == other)).collect(),
                    None => next,
                };
                if old.as_ref() != Some(&met) {
                    *old = Some(met);
                    pending.push(to as usize);
                }
            }
        }
        known
    }
}

/// An expression with the known values put in.
pub fn folded(expr: &Expr, tracked: &[Place], values: &[Option<u64>]) -> Expr {
    expr.replace(&mut |leaf| match leaf {
        Expr::Read(place, ty) => match tracked.iter().position(|one| one == place).and_then(|number| values[number]) {
            Some(value) => Expr::Constant(value, *ty),
            None => leaf.clone(),
        },
        leaf => leaf.clone(),
    })
}

/// The values after a step; none if it is not possible.
fn after(step: &Step, tracked: &[Place], before: &[Option<u64>]) -> Option<Vec<Option<u64>>> {
    if folded(&step.edge.guard, tracked, before) == Expr::TRUE.negated() {
        return None;
    }
    let mut values = before.to_vec();
    for (place, value) in &step.edge.updates {
        if let Some(number) = tracked.iter().position(|one| one == place) {
            values[number] = match folded(value, tracked, before) {
                Expr::Constant(bits, _) => Some(bits),
                _ => None,
            };
        }
    }
    Some(values)
}

/// Puts known values into the steps of a graph, and drops what is never possible or never looked at.
pub fn fold(graph: &mut [Node], tracked: &[Place], known: &[Values]) {
    for (node, values) in graph.iter_mut().zip(known) {
        let Some(values) = values else { continue };
        for step in &mut node.steps {
            step.edge.guard = folded(&step.edge.guard, tracked, values);
            for (_, value) in &mut step.edge.updates {
                *value = folded(value, tracked, values);
            }
        }
        node.steps.retain(|step| step.edge.guard != Expr::TRUE.negated());
    }
    let steps = graph.iter().zip(known).filter(|(_, values)| values.is_some()).flat_map(|(node, _)| &node.steps);
    let read: FxHashSet<Place> = steps.flat_map(|step| step.edge.expressions()).flat_map(Expr::places).collect();
    for step in graph.iter_mut().flat_map(|node| &mut node.steps) {
        step.edge.updates.retain(|(place, _)| !tracked.contains(place) || read.contains(place));
    }
}
