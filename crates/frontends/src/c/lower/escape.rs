//! Which variables of threads other threads can get to see, and which threads there can be only one of.
//!
//! While a thread is lowered, a variable whose address is taken counts as shared. If in the end no other thread can have
//! that address, it becomes a variable of its thread. If one can, and there is only one thread that has the variable,
//! it stays shared. Otherwise the program is refused: there is no name for another thread's variable.

use super::super::atomic::Node;
use super::super::syntax::Span;
use super::Lowering;
use super::memory::{Kind, Memory, Region};
use super::points_to::PointsTo;
use super::procedure;
use crate::error::Error;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::Variable;

/// What the program does with addresses other than to access what is there: it compares them, hands them to threads, or takes them
/// for numbers.
#[derive(Default)]
pub struct Addresses {
    /// Pairs of pointers that are asked to be equal.
    pub pointer_pairs: Vec<(Expr, Expr)>,
    /// The addresses that are arguments of new threads, and where they are passed.
    pub passed: Vec<(Expr, Span)>,
    /// Addresses that the program uses as numbers.
    pub pointer_numbers: Vec<Expr>,
    /// Whether a first value makes a number of an address.
    pub numbers_at_file_scope: bool,
}

impl<'s> Lowering<'s> {
    /// The regions whose address another thread may have.
    pub fn escaped(&self, graphs: &[Vec<Node>], points_to: &PointsTo) -> FxHashSet<u32> {
        let mut escaped: FxHashSet<u32> = FxHashSet::default();
        let mut pending: Vec<u32> = (0..self.memory.regions.len() as u32)
            .filter(|region| matches!(self.memory.regions[*region as usize].kind, Kind::Shared))
            .collect();
        // What is passed to a new thread it has.
        for step in graphs.iter().flatten().flat_map(|node| &node.steps) {
            for (_, value) in step.edge.start.iter().flat_map(|start| &start.arguments) {
                pending.extend(points_to.addresses(value).into_iter().map(|(region, _)| region));
            }
        }
        // An argument that is the same for all threads of a template is part of the template.
        let passed = self.addresses.passed.iter().flat_map(|(address, _)| points_to.addresses(address));
        pending.extend(passed.map(|(region, _)| region));
        // A function without a body may keep objects of the heap, and what other threads do to them is to the same objects.
        let kept = self.memory.world.into_iter().flat_map(|world| points_to.of(world.place));
        let is_heap = |region: &u32| matches!(self.memory.regions[*region as usize].kind, Kind::Heap(..));
        pending.extend(kept.map(|(region, _)| region).filter(is_heap));
        while let Some(region) = pending.pop() {
            if escaped.insert(region) {
                let places = self.memory.regions[region as usize].places();
                pending.extend(places.flat_map(|place| points_to.of(place)).map(|(region, _)| region));
            }
        }
        escaped
    }

    /// For each template, whether several threads may run it.
    pub fn many(&self, graphs: &[Vec<Node>]) -> Vec<bool> {
        let mut starts: FxHashMap<u32, usize> = FxHashMap::default();
        let mut many = vec![false; graphs.len()];
        for graph in graphs {
            let looping = on_cycles(graph);
            for (node, at) in graph.iter().zip(&looping) {
                for start in node.steps.iter().filter_map(|step| step.edge.start.as_ref()) {
                    *starts.entry(start.template).or_default() += 1;
                    many[start.template as usize] |= at;
                }
            }
        }
        for (template, count) in starts {
            // A start of `main` would be a second one.
            many[template as usize] |= count > 1 || template == 0;
        }
        loop {
            let mut changed = false;
            for (number, graph) in graphs.iter().enumerate().filter(|(number, _)| many[*number]).collect::<Vec<_>>() {
                debug_assert!(many[number]);
                for start in graph.iter().flat_map(|node| &node.steps).filter_map(|step| step.edge.start.as_ref()) {
                    changed |= !std::mem::replace(&mut many[start.template as usize], true);
                }
            }
            if !changed {
                return many;
            }
        }
    }

    /// Whether a variable of `main` may end while other threads use it: it calls `pthread_exit`, and they know the address.
    pub fn may_outlive(&self, escaped: &FxHashSet<u32>) -> bool {
        let of_main = |region: &u32| self.memory.regions[*region as usize].kind == Kind::Exposed(0);
        self.threads.main_leaves && escaped.iter().any(of_main)
    }

    /// Where the address of a variable is passed to a thread; where it is declared, if it gets there in another way.
    fn passed_at(&self, region: u32, points_to: &PointsTo) -> Span {
        let leads = |address: &Expr| points_to.addresses(address).iter().any(|(target, _)| *target == region);
        let passed = self.addresses.passed.iter().find(|(address, _)| leads(address));
        passed.map_or(self.memory.regions[region as usize].span, |(_, span)| *span)
    }

    /// Makes variables that nobody else sees variables of their threads; refuses those that others see although several
    /// threads have one. Returns the new places.
    pub fn settle(
        &mut self,
        escaped: &FxHashSet<u32>,
        given_away: &FxHashSet<u32>,
        many: &[bool],
        points_to: &PointsTo,
    ) -> Result<FxHashMap<Place, Place>, Error> {
        let mut moved = FxHashMap::default();
        let stays = |number: usize, region: &Region| {
            let is_heap = matches!(region.kind, Kind::Heap(..));
            is_heap || region.depth == 0 || given_away.contains(&(number as u32))
        };
        for number in 0..self.memory.regions.len() {
            let region = &self.memory.regions[number];
            let seen = escaped.contains(&(number as u32));
            let owner = match region.kind {
                Kind::Local(_) if seen => {
                    let what = format!("passing the address of the local variable `{}` to a thread", region.name);
                    return Err(self.passed_at(number as u32, points_to).unsupported(what));
                }
                Kind::Exposed(owner) if seen && many[owner as usize] => {
                    let what = format!(
                        "passing the address of `{}`, which each of several threads has for itself, to other threads",
                        region.name
                    );
                    return Err(self.passed_at(number as u32, points_to).unsupported(what));
                }
                // What `main` declares outside inner blocks lives as long as the program, or `may_outlive`.
                Kind::Exposed(owner) if seen && (owner != 0 || region.depth > 1) => {
                    let what = format!(
                        "passing the address of `{}`, which may end while other threads still use it, to them",
                        region.name
                    );
                    return Err(self.passed_at(number as u32, points_to).unsupported(what));
                }
                Kind::Exposed(_) if region.framed && given_away.contains(&(number as u32)) => {
                    let what = format!("keeping the address of `{}`, a variable of a recursive function,", region.name);
                    return Err(region.span.unsupported(what));
                }
                // With stacks, every frame would have its own; what is declared at file scope is used in all of them.
                Kind::Exposed(owner) | Kind::Heap(owner, _)
                    if self.threads.has_stack(owner) && stays(number, region) =>
                {
                    continue;
                }
                Kind::Exposed(owner) | Kind::Heap(owner, _) if !seen => owner,
                _ => continue,
            };
            let mut places: Vec<Place> = region.cells.iter().map(|cell| cell.place).collect();
            if let Kind::Heap(_, exists) = region.kind {
                places.push(exists);
            }
            let length = region.opaque.as_ref().and_then(|opaque| opaque.length);
            places.extend(length);
            for place in places {
                let variable = self.program.variable(place).clone();
                let local = Place::Local(self.program.locals.len() as u32);
                self.program.locals.push(Variable { template: Some(owner), ..variable });
                moved.insert(place, local);
            }
            let region = &mut self.memory.regions[number];
            region.cells.iter_mut().for_each(|cell| cell.place = *moved.get(&cell.place).unwrap_or(&cell.place));
            if let (Some(opaque), Some(length)) = (&mut region.opaque, length) {
                opaque.length = moved.get(&length).copied();
            }
            region.kind = match region.kind {
                Kind::Heap(owner, exists) => Kind::Heap(owner, moved[&exists]),
                _ => Kind::Local(owner),
            };
        }
        Ok(moved)
    }

    /// A call of `malloc` that runs at most once, or once for each thread that keeps the object to itself, has one object.
    pub fn settle_sites(&mut self, graphs: &mut [Vec<Node>], escaped: &FxHashSet<u32>, many: &[bool]) {
        let looping: Vec<Vec<bool>> = graphs.iter().map(|graph| on_cycles(graph)).collect();
        for site in &self.heap.sites {
            let again = looping[site.template as usize][site.node as usize];
            let seen = self.threads.has_stack(site.template) || site.slots.iter().any(|slot| escaped.contains(slot));
            if again || seen && many[site.template as usize] {
                let line = self.notes.map.position(self.memory.regions[site.slots[0] as usize].span.start).1;
                let count = site.slots.len();
                let note = format!("the addresses of the {count} objects of the malloc in line {line} repeat");
                if !self.program.assumes.contains(&note) {
                    self.program.assumes.push(note);
                }
                continue;
            }
            let steps = &mut graphs[site.template as usize][site.node as usize].steps;
            steps.truncate(1);
            steps.iter_mut().for_each(|step| step.edge.guard = Expr::TRUE);
        }
    }
}

impl<'s> Memory<'s> {
    /// Whether a pointer may outlive what it points to: it is declared further outside.
    pub fn may_dangle(&self, points_to: &PointsTo) -> bool {
        let inner = |region: u32, depth: usize| {
            let target = &self.regions[region as usize];
            matches!(target.kind, Kind::Exposed(_) | Kind::Local(_)) && target.depth > depth
        };
        self.regions.iter().any(|region| {
            let targets = region.places().flat_map(|place| points_to.of(place));
            targets.into_iter().any(|(target, _)| inner(target, region.depth))
        })
    }
}

/// For each node, whether a thread can come back to it.
fn on_cycles(graph: &[Node]) -> Vec<bool> {
    // Nodes from which nothing leads further, or to which nothing leads, are peeled off; what is left may be on a cycle.
    let mut alive = vec![true; graph.len()];
    let next = procedure::next(graph);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
    next.iter().enumerate().for_each(|(from, all)| all.iter().for_each(|&to| before[to].push(from)));
    for (there, back) in [(&next, &before), (&before, &next)] {
        let mut count: Vec<usize> = there.iter().map(|all| all.iter().filter(|to| alive[**to]).count()).collect();
        let mut pending: Vec<usize> = (0..graph.len()).filter(|node| alive[*node] && count[*node] == 0).collect();
        while let Some(node) = pending.pop() {
            alive[node] = false;
            for &from in &back[node] {
                count[from] = count[from].saturating_sub(1);
                if alive[from] && count[from] == 0 {
                    pending.push(from);
                }
            }
        }
    }
    alive
}
