//! Which steps of a failing run of a C program the failure depends on: a dynamic slice.
//!
//! From the end backwards, a step is kept
//! - if it is the failing one,
//! - if it assigns what a later kept step reads, where only what decides the value counts,
//! - if it starts a thread that has a kept step,
//! - if it decides that its thread gets to a later kept step: the branch that this one depends on (by postdominators), or
//!   the end of a loop or of a wait for a shared variable.
//!
//! What a lock's value was is not asked: that a lock was free is no reason for a failure. With recursive functions every
//! condition of a thread that goes on is kept, because the branches of different calls are not told apart.

use crate::explain::c_flow::{Flow, Part};
use std::collections::{BTreeMap, BTreeSet};
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::Program;

/// For each step of a failing run whether the failure depends on it.
pub fn needed(flow: &Flow) -> Vec<bool> {
    let mut needed = vec![false; flow.len()];
    let Some(last) = flow.len().checked_sub(1) else { return needed };
    let parents = parents(flow);
    let mut wanted: Vec<BTreeSet<Part>> = vec![BTreeSet::new(); flow.len()];
    let mut going: BTreeSet<usize> = BTreeSet::new(); // the threads with a kept step
    let has_frames = flow.program.has_frames();
    wanted[last].insert(Part::Guard);
    for at in (0..flow.len()).rev() {
        let thread = flow.thread(at);
        let guard = &flow.edge(at).guard;
        if going.contains(&thread) && *guard != Expr::TRUE && (has_frames || is_awaited(flow, at)) {
            wanted[at].insert(Part::Guard);
        }
        let starts = flow.started(at).is_some_and(|thread| going.contains(&thread));
        if wanted[at].is_empty() && !starts {
            continue;
        }
        needed[at] = true;
        going.insert(thread);
        if let Some(parent) = parents[at] {
            wanted[parent].insert(Part::Guard);
        }
        for part in std::mem::take(&mut wanted[at]) {
            for place in flow.reads(at, part).into_iter().filter(|place| !flow.is_lock(*place)) {
                if let Some(source) = flow.source(at, place) {
                    wanted[source].insert(Part::Assigns(place));
                }
            }
        }
    }
    needed
}

/// Whether a step ends a wait for a shared variable: it leaves a loop, or its thread could not go on otherwise.
fn is_awaited(flow: &Flow, at: usize) -> bool {
    let shared = |place: &Place| matches!(place, Place::Global(_)) && !flow.is_lock(*place);
    if !flow.seen(at, Part::Guard).iter().any(|seen| shared(&seen.place)) {
        return false;
    }
    let (from, to) = (flow.location(at), flow.edge(at).to);
    let ways = flow.program.locations[from as usize].edges.len();
    ways == 1 || (reaches(flow.program, from, from) && !reaches(flow.program, to, from))
}

/// Whether a thread can get from a location to another one by one step or more.
fn reaches(program: &Program, from: u32, target: u32) -> bool {
    let mut seen = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(at) = pending.pop() {
        for to in program.locations[at as usize].edges.iter().map(|edge| edge.to) {
            if to == target {
                return true;
            }
            if seen.insert(to) {
                pending.push(to);
            }
        }
    }
    false
}

/// For each step the branch that decided that its thread gets to it.
fn parents(flow: &Flow) -> Vec<Option<usize>> {
    let joins = joins(flow.program);
    let mut open: BTreeMap<usize, Vec<(usize, Option<u32>)>> = BTreeMap::new();
    let mut parents = Vec::new();
    for at in 0..flow.len() {
        let (location, branches) = (flow.location(at), open.entry(flow.thread(at)).or_default());
        while branches.last().is_some_and(|(_, join)| *join == Some(location)) {
            branches.pop();
        }
        parents.push(branches.last().map(|(branch, _)| *branch));
        if successors(flow.program, location).len() > 1 {
            branches.push((at, joins.get(&location).copied()));
        }
    }
    parents
}

/// The locations that a thread can go on to, without failures.
fn successors(program: &Program, location: u32) -> BTreeSet<u32> {
    let targets = program.locations[location as usize].edges.iter().map(|edge| edge.to);
    targets.filter(|to| program.locations[*to as usize].fails.is_none()).collect()
}

/// For each location the first one that all ways from it to the end have in common: its immediate postdominator.
///
/// The algorithm of Cooper, Harvey and Kennedy (A simple, fast dominance algorithm, 2001) on the reversed graph. Locations
/// from which no end is reached have one added at the first of them.
fn joins(program: &Program) -> BTreeMap<u32, u32> {
    let count = program.locations.len();
    let mut forward: Vec<Vec<usize>> =
        (0..count as u32).map(|at| successors(program, at).into_iter().map(|to| to as usize).collect()).collect();
    for targets in &mut forward {
        if targets.is_empty() {
            targets.push(count);
        }
    }
    forward.push(Vec::new());
    let order = loop {
        let mut backward: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
        for (from, targets) in forward.iter().enumerate() {
            targets.iter().for_each(|to| backward[*to].push(from));
        }
        let (mut order, mut visited) = (Vec::new(), vec![false; count + 1]);
        postorder(&backward, count, &mut visited, &mut order);
        match visited.iter().position(|visited| !visited) {
            Some(endless) => forward[endless].push(count),
            None => break order,
        }
    };
    let mut rank = vec![0; count + 1];
    order.iter().enumerate().for_each(|(at, node)| rank[*node] = at);
    let mut join: Vec<Option<usize>> = vec![None; count + 1];
    join[count] = Some(count);
    let mut changed = true;
    while changed {
        changed = false;
        for node in order.iter().rev().copied().filter(|node| *node != count) {
            let mut known = forward[node].iter().copied().filter(|to| join[*to].is_some());
            let Some(first) = known.next() else { continue };
            let common = known.fold(first, |one, other| meet(&join, &rank, one, other));
            changed |= join[node] != Some(common);
            join[node] = Some(common);
        }
    }
    (0..count).filter_map(|at| Some((at as u32, join[at].filter(|to| *to < count)? as u32))).collect()
}

fn meet(join: &[Option<usize>], rank: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        let later = if rank[one] < rank[other] { &mut one } else { &mut other };
        match join[*later] {
            Some(next) => *later = next,
            None => return join.len() - 1,
        }
    }
    one
}

fn postorder(graph: &[Vec<usize>], root: usize, visited: &mut [bool], order: &mut Vec<usize>) {
    let mut pending = vec![(root, 0)];
    visited[root] = true;
    while let Some((node, next)) = pending.pop() {
        match graph[node].get(next) {
            Some(to) => {
                pending.push((node, next + 1));
                if !std::mem::replace(&mut visited[*to], true) {
                    pending.push((*to, 0));
                }
            }
            None => order.push(node),
        }
    }
}
