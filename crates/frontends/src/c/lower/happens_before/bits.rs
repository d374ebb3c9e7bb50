//! The bits that say what the marked access happens before, and what each step does to them.

use super::super::super::atomic::{Access, Mark, Node, Order, Role, Step};
use super::super::race::{stripped, written_if};
use super::super::sync::WRITER;
use super::super::sync::once::DONE;
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::Edge;

/// The bits of the threads of a template.
pub struct Thread {
    /// Whether the mark happens before what the thread does next.
    pub after: Place,
    /// Whether an acquire fence would make it so.
    pub pending: Place,
    /// Whether it happened before the last release fence.
    pub fenced: Place,
}

/// A part of an object that threads synchronise by.
pub struct Cell {
    pub part: Part,
    /// Whether the mark happens before what acquires from the object.
    pub bit: Place,
    /// The same for what writers acquire from readers, of a read-write lock.
    pub readers: Place,
}

/// The role of a variable in synchronisation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Atomic,
    Lock,
    ReadersWriterLock,
    Semaphore,
    Arrived,
    Phase,
    Once,
    Ended,
    /// Whether an object of the heap exists: freeing it synchronizes with the next allocation (C11 7.22.3p2).
    Existence,
}

/// All bits.
pub struct Bits {
    pub marked: Place,
    pub threads: Vec<Thread>,
    pub cells: FxHashMap<u32, Cell>,
    /// For a template and an atomic variable, whether the mark happens before the release sequences that the thread began.
    pub sequences: FxHashMap<(u32, u32), Place>,
    /// The bit of atomic sections, which follow each other.
    pub section: Place,
    /// The bit of all threads that have ended.
    pub ended: Place,
}

/// What a step does to the bits.
struct Effect {
    /// The condition under which the step acquires the mark.
    acquired: Expr,
    pending: Option<Expr>,
    fenced: Option<Expr>,
    updates: Vec<(Place, Expr)>,
}

impl Bits {
    /// Whether the mark happens before what a thread of a template does next.
    pub fn after(&self, template: u32) -> Expr {
        bit(self.threads[template as usize].after)
    }

    /// Whether the mark happens before an access: also by what an atomic operation itself acquires.
    pub fn after_access(&self, template: u32, step: &Step) -> Expr {
        let after = self.after(template);
        match step.access {
            Access::Atomic(_) => {
                let place = self.threads[template as usize].after;
                self.step(template, step, None).edge.update(place).cloned().unwrap_or(after)
            }
            _ => after,
        }
    }

    /// The atomic variables that a step accesses.
    pub fn atomics(&self, step: &Step) -> Vec<u32> {
        touched(step).into_iter().filter(|number| self.is_atomic(*number)).collect()
    }

    fn is_atomic(&self, number: u32) -> bool {
        self.cells.get(&number).is_some_and(|cell| cell.part == Part::Atomic)
    }

    /// The step with what it does to the bits; it is the marked access if it sets `marked` to a value.
    pub fn step(&self, template: u32, step: &Step, mark: Option<Expr>) -> Step {
        let thread = &self.threads[template as usize];
        let mut changed = step.clone();
        if step.edge.start.is_some() {
            return changed;
        }
        let before = if mark.is_some() { Expr::TRUE } else { self.after(template) };
        let mut effect = Effect { acquired: Expr::FALSE, pending: None, fenced: None, updates: Vec::new() };
        for number in touched(step) {
            if let Some(cell) = self.cells.get(&number) {
                self.synchronise(&mut effect, (template, number), cell, step, &before);
            }
        }
        if let Access::Fence(order) = step.access {
            if order.acquires {
                effect.acquired = bit(thread.pending);
            }
            if order.releases {
                effect.fenced = Some(or(before.clone(), effect.acquired.clone()));
            }
        }
        if let Mark::Enter(_) = step.mark {
            effect.acquired = or(effect.acquired, bit(self.section));
        }
        if step.edge.early {
            effect.acquired = or(effect.acquired, bit(self.ended));
        }
        let updates = &mut changed.edge.updates;
        let after = or(before, effect.acquired);
        if after != bit(thread.after) {
            updates.push((thread.after, after));
        }
        updates.extend(effect.pending.map(|pending| (thread.pending, pending)));
        updates.extend(effect.fenced.map(|fenced| (thread.fenced, fenced)));
        updates.extend(effect.updates);
        updates.extend(mark.map(|mark| (self.marked, mark)));
        changed
    }

    /// What a step does to the bits by one variable; `before` says whether the mark happens before it, or is it.
    fn synchronise(
        &self,
        effect: &mut Effect,
        (template, number): (u32, u32),
        cell: &Cell,
        step: &Step,
        before: &Expr,
    ) {
        let place = Place::Global(number);
        let written = step.edge.update(place).map(stripped);
        let released = || (cell.bit, or(bit(cell.bit), before.clone()));
        let by_one = written.and_then(|value| by_one(value, place));
        if cell.part != Part::Existence && self.allocates(step) {
            // A new object has no history.
            if cell.part != Part::Phase {
                effect.updates.push((cell.bit, Expr::FALSE));
            }
            if cell.readers != cell.bit {
                effect.updates.push((cell.readers, Expr::FALSE));
            }
            self.end_sequences(effect, number, None);
            return;
        }
        let acquire = |effect: &mut Effect, what: Expr| effect.acquired = or(effect.acquired.clone(), what);
        match (cell.part, written) {
            (Part::Atomic, written) => match step.access {
                Access::Atomic(order) => self.operate(effect, (template, number), order, step, before),
                _ if written.is_some() => {
                    // A plain write heads no release sequence, and ends all.
                    effect.updates.push((cell.bit, Expr::FALSE));
                    self.end_sequences(effect, number, None);
                }
                _ => {}
            },
            (Part::Lock, Some(Expr::Constant(0, _))) => effect.updates.push(released()),
            (Part::Lock, Some(value)) => {
                let free = Expr::binary(Binary::Equal, Expr::Read(place, value.ty()), Expr::Constant(0, value.ty()));
                acquire(effect, free.and(bit(cell.bit)));
            }
            (Part::ReadersWriterLock, Some(Expr::Constant(0, _))) => effect.updates.push(released()),
            (Part::ReadersWriterLock, Some(Expr::Constant(WRITER, _))) => {
                acquire(effect, or(bit(cell.bit), bit(cell.readers)));
            }
            (Part::ReadersWriterLock, Some(_)) => match by_one {
                Some(true) => acquire(effect, bit(cell.bit)),
                _ => effect.updates.push((cell.readers, or(bit(cell.readers), before.clone()))),
            },
            (Part::Semaphore, Some(_)) => match by_one {
                Some(true) => effect.updates.push(released()),
                Some(false) => acquire(effect, bit(cell.bit)),
                None => {}
            },
            (Part::Arrived, Some(_)) if by_one == Some(true) => effect.updates.push(released()),
            (Part::Phase, Some(_)) => {
                // The last thread to arrive.
                acquire(effect, bit(cell.bit));
                effect.updates.push(released());
            }
            (Part::Phase, None) if !self.arrives(step) => acquire(effect, bit(cell.bit)),
            (Part::Once, Some(Expr::Constant(DONE, _))) => effect.updates.push(released()),
            (Part::Once, None) => acquire(effect, bit(cell.bit)),
            (Part::Ended, Some(_)) => effect.updates.push(released()),
            (Part::Ended, None) => acquire(effect, bit(cell.bit)),
            (Part::Existence, Some(Expr::Constant(0, _))) => effect.updates.push(released()),
            (Part::Existence, Some(_)) => acquire(effect, bit(cell.bit)),
            (Part::Existence, None) => {}
            (Part::Lock | Part::ReadersWriterLock | Part::Semaphore | Part::Arrived | Part::Phase | Part::Once, _) => {}
        }
    }

    /// Puts what atomic sections and threads do to the bits when they end into steps of their own.
    pub fn end_sections(&self, template: u32, graph: &mut Vec<Node>, has_sections: bool, has_early_joins: bool) {
        let after = self.after(template);
        let released = |place: Place| (place, or(bit(place), after.clone()));
        for node in 0..graph.len() {
            for step in std::mem::take(&mut graph[node].steps) {
                if step.mark != Mark::Leave {
                    graph[node].steps.push(step);
                    continue;
                }
                // Where no section is open nothing ends.
                graph[node].steps.push(Step { mark: Mark::Outside, ..step.clone() });
                graph.push(Node { steps: vec![step], role: Role::Usual });
                let between = Edge { updates: vec![released(self.section)], ..Edge::jump(graph.len() as u32 - 1) };
                graph[node].steps.push(Step::new(Mark::Inside, Access::Library, between));
            }
            if graph[node].role == Role::End && (has_sections || has_early_joins) {
                graph.push(Node { steps: Vec::new(), role: Role::End });
                let end = graph.len() as u32 - 1;
                graph[node].role = Role::Usual;
                let ended = released(self.ended);
                for (mark, updates) in
                    [(Mark::Outside, vec![ended.clone()]), (Mark::Inside, vec![ended, released(self.section)])]
                {
                    let edge = Edge { updates, ..Edge::jump(end) };
                    graph[node].steps.push(Step::new(mark, Access::Library, edge));
                }
            }
        }
    }

    /// Whether a step allocates an object.
    fn allocates(&self, step: &Step) -> bool {
        let exists = |place: Place| match place {
            Place::Global(number) => self.cells.get(&number).is_some_and(|cell| cell.part == Part::Existence),
            Place::Local(_) => false,
        };
        step.edge.updates.iter().any(|(place, value)| *value == Expr::TRUE && exists(*place))
    }

    /// Whether a step is the arrival of a thread at a barrier.
    fn arrives(&self, step: &Step) -> bool {
        let arrived = |number: &u32| self.cells.get(number).is_some_and(|cell| cell.part == Part::Arrived);
        touched(step).iter().any(arrived)
    }

    /// What an atomic operation does to the bits.
    fn operate(&self, effect: &mut Effect, (template, number): (u32, u32), order: Order, step: &Step, before: &Expr) {
        let (thread, place) = (&self.threads[template as usize], Place::Global(number));
        let old = bit(self.cells[&number].bit);
        // The operation writes if this holds, and otherwise only reads.
        let writes = written_if(step, number, step.edge.update(place).is_some());
        let observes = step.edge.expressions().any(|expr| expr.places().contains(&place));
        if observes {
            let acquires = match (order.acquires, order.acquires_failing) {
                (both, failing) if both == failing => constant(both),
                (true, _) => writes.clone(),
                (false, _) => writes.clone().negated(),
            };
            effect.acquired = or(effect.acquired.clone(), acquires.clone().and(old.clone()));
            if acquires != Expr::TRUE {
                effect.pending = Some(or(bit(thread.pending), old.clone()));
            }
        }
        if writes == Expr::FALSE {
            return;
        }
        let own = self.sequences.get(&(template, number)).copied();
        let released = if order.releases { before.clone() } else { bit(thread.fenced) };
        let mut new = released.clone();
        match (observes, own) {
            (true, _) => new = or(old.clone(), new),
            (false, Some(own)) => new = or(bit(own), new),
            (false, None) => {}
        }
        let cell = self.cells[&number].bit;
        effect.updates.push((cell, Expr::conditional(writes.clone(), new, old)));
        if let Some(own) = own.filter(|_| order.releases) {
            let begun = or(bit(own), released);
            effect.updates.push((own, Expr::conditional(writes, begun, bit(own))));
        }
        if !observes {
            self.end_sequences(effect, number, Some(template));
        }
    }

    /// A store ends the release sequences of all other threads.
    fn end_sequences(&self, effect: &mut Effect, number: u32, template: Option<u32>) {
        let mut ended: Vec<(u32, Place)> = self
            .sequences
            .iter()
            .filter(|((other, cell), _)| *cell == number && Some(*other) != template)
            .map(|((other, _), place)| (*other, *place))
            .collect();
        ended.sort_unstable();
        effect.updates.extend(ended.into_iter().map(|(_, place)| (place, Expr::FALSE)));
    }
}

/// The shared variables that a step touches.
pub fn touched(step: &Step) -> Vec<u32> {
    let written = step.edge.updates.iter().map(|(place, _)| *place);
    let mut found: Vec<u32> = written
        .chain(step.edge.expressions().flat_map(Expr::places))
        .filter_map(|place| match place {
            Place::Global(number) => Some(number),
            Place::Local(_) => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a value is that of a variable plus one, or minus one.
fn by_one(value: &Expr, place: Place) -> Option<bool> {
    match value {
        Expr::Binary(Binary::Add, old, by) => match (stripped(old), stripped(by)) {
            (Expr::Read(of, ty), Expr::Constant(by, _)) if *of == place && (*by == 1 || *by == ty.mask()) => {
                Some(*by == 1)
            }
            _ => None,
        },
        _ => None,
    }
}

fn bit(place: Place) -> Expr {
    Expr::Read(place, Type::BOOL)
}

pub fn or(one: Expr, other: Expr) -> Expr {
    if one == other { one } else { Expr::binary(Binary::Or, one, other) }
}

fn constant(holds: bool) -> Expr {
    if holds { Expr::TRUE } else { Expr::FALSE }
}
