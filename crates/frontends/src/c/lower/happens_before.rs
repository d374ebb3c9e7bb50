//! Data races by the happens-before relation of C11 (5.1.2.4), for programs with memory orders weaker than `seq_cst`.
//!
//! Once in a run, an access that may race is *marked*: the shared variable `marked` says of which variable it is and of
//! which kind. From then on one bit of each thread says whether the marked access happens before what the thread does next, and
//! one bit of each atomic variable and library object whether it happens before what reads or takes it with acquire order:
//!
//! - a release store gives the variable the bit of the thread, and a relaxed one the bit that the thread had at its last release
//!   fence; a read-modify-write keeps the bit of the variable as well (release sequences);
//! - an acquire load adds the variable's bit to that of the thread; a relaxed one keeps it for the next acquire fence;
//! - unlocking, posting a semaphore, arriving at a barrier, having run a function once and ending release; locking, waiting, passing,
//!   finding that a function has run and joining acquire; a new thread begins with the bit of its creator.
//!
//! A conflicting access of a thread without the bit, one of both plain, is a race, because which access is marked is open.
//! Bits are only added by steps that the program does anyway, so this is as exact as the runs that are looked at, and they are
//! the sequentially consistent ones. Races of accesses that are about to happen at once are among those found: of the two, one
//! comes first, and the other is still about to happen.
//!
//! In C11 a release sequence goes on with stores of the thread that began it. This is a further bit for each template that does both, if
//! it has one thread; otherwise the sequence is taken as ended, which gives more races, and the store is marked as approximated.
//!
//! A join of an unknown thread acquires from all threads that have ended. A run passes it only when all have; in proofs it may come
//! before any has, so that none is relied on.

use super::super::atomic::{Access, Mark, Node, Order, Role, Step};
use super::super::types::Library;
use super::Lowering;
use super::race::{shared, stripped, written_if};
use super::sync::WRITER;
use super::sync::once::DONE;
use super::sync::parts::{ARRIVED, HELD, PHASE};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge, Statement, Variable};

/// The type of `marked`.
const MARKED: Type = Type { width: 32, signed: false };

/// The bits of the threads of a template.
struct Thread {
    /// Whether the mark happens before what the thread does next.
    after: Place,
    /// Whether an acquire fence would make it so.
    pending: Place,
    /// Whether it happened before the last release fence.
    fenced: Place,
}

/// A part of an object that threads synchronise by.
struct Cell {
    part: Part,
    /// Whether the mark happens before what acquires from the object.
    bit: Place,
    /// The same for what writers acquire from readers, of a read-write lock.
    readers: Place,
}

/// The role of a variable in synchronisation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Atomic,
    Lock,
    ReadersWriterLock,
    Semaphore,
    Arrived,
    Phase,
    Once,
    Ended,
}

/// All bits.
struct Bits {
    marked: Place,
    threads: Vec<Thread>,
    cells: FxHashMap<u32, Cell>,
    /// For a template and an atomic variable, whether the mark happens before the release sequences that the thread began.
    sequences: FxHashMap<(u32, u32), Place>,
    /// The bit of atomic sections, which follow each other.
    section: Place,
    /// The bit of all threads that have ended.
    ended: Place,
}

/// Kinds of accesses, as `marked` says them.
#[derive(Clone, Copy)]
struct Kind {
    writes: bool,
    plain: bool,
}

impl Kind {
    const ALL: [Kind; 4] = [
        Kind { writes: false, plain: false },
        Kind { writes: true, plain: false },
        Kind { writes: false, plain: true },
        Kind { writes: true, plain: true },
    ];

    /// The value of `marked` for an access to a variable.
    fn code(self, number: u32) -> u64 {
        1 + 4 * u64::from(number) + u64::from(self.writes) + 2 * u64::from(self.plain)
    }

    fn conflicts(self, other: Kind) -> bool {
        (self.writes || other.writes) && (self.plain || other.plain)
    }
}

/// What a step does to the bits.
struct Effect {
    /// The condition under which the step acquires the mark.
    acquired: Expr,
    pending: Option<Expr>,
    fenced: Option<Expr>,
    updates: Vec<(Place, Expr)>,
}

impl<'s> Lowering<'s> {
    /// Whether races depend on memory orders.
    pub fn has_weak_orders(&self) -> bool {
        self.program.caveats.contains(&Caveat::MemoryOrders)
    }

    /// Makes races by happens-before fail; `races` are the variables that may race.
    pub fn watch_orders(
        &mut self,
        graphs: &mut [Vec<Node>],
        many: &[bool],
        locations: &[u32],
        races: &dyn Fn(u32) -> bool,
    ) {
        self.program.caveats.remove(&Caveat::MemoryOrders);
        self.program.assumes.retain(|text| text != Caveat::MemoryOrders.text());
        self.assume_named(Caveat::ConsistentRuns);
        let bits = self.new_bits(graphs, many);
        let steps = || graphs.iter().flatten().flat_map(|node| &node.steps);
        let has_sections = steps().any(|step| matches!(step.mark, Mark::Enter(_)));
        let has_early_joins = steps().any(|step| step.edge.early);
        for (template, graph) in (0u32..).zip(graphs) {
            bits.end_sections(template, graph, has_sections, has_early_joins);
            for node in 0..graph.len() {
                let steps = std::mem::take(&mut graph[node].steps);
                for step in steps {
                    let accesses = shared(&step, locations);
                    let accesses = accesses.into_iter().filter(|(number, _)| races(*number)).collect::<Vec<_>>();
                    for (number, writes) in &accesses {
                        self.watch_access(graph, node, template, &bits, &step, (*number, *writes));
                    }
                    let changed = bits.step(template, &step, None);
                    self.start_with_bits(graph, node, template, &bits, changed);
                }
            }
        }
    }

    /// Adds the marking of an access, and its race with the marked one.
    fn watch_access(
        &mut self,
        graph: &mut Vec<Node>,
        node: usize,
        template: u32,
        bits: &Bits,
        step: &Step,
        (number, writes): (u32, bool),
    ) {
        let Some(statement) = step.edge.statements.last().cloned() else { return };
        let marked = Expr::Read(bits.marked, MARKED);
        let is = |code: u64| Expr::binary(Binary::Equal, marked.clone(), Expr::Constant(code, MARKED));
        // Inside a section an access counts as atomic.
        let ways = match (step.access, step.mark) {
            (Access::Plain, Mark::None) => vec![(Mark::Outside, true), (Mark::Inside, false)],
            (access, mark) => vec![(mark, !access.is_atomic())],
        };
        // A comparison that fails writes nothing.
        let kinds = match written_if(step, number, writes) {
            Expr::Constant(..) => vec![(Expr::TRUE, writes)],
            test => vec![(test.clone(), true), (test.negated(), false)],
        };
        for ((mark, plain), (test, writes)) in ways.iter().flat_map(|way| kinds.iter().map(move |kind| (*way, kind))) {
            let kind = Kind { writes: *writes, plain };
            let conflicts = Kind::ALL.into_iter().filter(|other| kind.conflicts(*other));
            let conflict = conflicts.fold(Expr::FALSE, |any, other| or(any, is(other.code(number))));
            let unordered = bits.after(template).negated();
            let name = self.program.globals[number as usize].name.clone();
            let role = Role::Fails(self.assertion(statement.position, name, Claim::NoRace));
            graph.push(Node { steps: Vec::new(), role });
            let to = graph.len() as u32 - 1;
            let guard = step.edge.guard.clone().and(test.clone()).and(unordered).and(conflict);
            let edge = Edge { guard, statements: vec![statement.clone()], ..Edge::jump(to) };
            graph[node].steps.push(Step::new(mark, Access::Library, edge));
            if step.edge.start.is_none() {
                let mut first = bits.step(template, step, Some(Expr::Constant(kind.code(number), MARKED)));
                first.edge.guard = first.edge.guard.and(test.clone()).and(is(0));
                let text = format!("{} (first access)", statement.text.trim_end_matches(';'));
                first.edge.statements.pop();
                first.edge.statements.push(Statement { text, ..statement.clone() });
                graph[node].steps.push(Step { mark, ..first });
            }
        }
    }

    /// Adds a step; a new thread begins with the bit of its creator.
    fn start_with_bits(&self, graph: &mut Vec<Node>, node: usize, template: u32, bits: &Bits, mut step: Step) {
        let Some(start) = &mut step.edge.start else {
            graph[node].steps.push(step);
            return;
        };
        match bits.threads[start.template as usize].after {
            Place::Local(after) => {
                start.arguments.push((after, bits.after(template)));
                graph[node].steps.push(step);
            }
            // The bit of a thread with a stack is shared, since there is only one.
            after => {
                graph.push(Node::new());
                let between = graph.len() as u32 - 1;
                let edge = Edge { updates: vec![(after, bits.after(template))], ..Edge::jump(between) };
                graph[node].steps.push(Step::new(Mark::None, Access::Library, edge));
                graph[between as usize].steps.push(step);
            }
        }
    }

    /// Makes the bits.
    fn new_bits(&mut self, graphs: &[Vec<Node>], many: &[bool]) -> Bits {
        let marked = self.new_bit("marked".to_string(), MARKED, None);
        let section = self.new_bit("order of atomic sections".to_string(), Type::BOOL, None);
        let ended = self.new_bit("order of ended threads".to_string(), Type::BOOL, None);
        let threads = (0..graphs.len() as u32).map(|template| {
            let of = if self.has_stack(template) { None } else { Some(template) };
            let mut bit = |name: &str| self.new_bit(name.to_string(), Type::BOOL, of);
            Thread { after: bit("after the mark"), pending: bit("pending order"), fenced: bit("fenced order") }
        });
        let threads = threads.collect();
        let mut bits =
            Bits { marked, threads, cells: FxHashMap::default(), sequences: FxHashMap::default(), section, ended };
        self.add_object_bits(&mut bits, graphs);
        self.add_sequence_bits(&mut bits, graphs, many);
        bits
    }

    /// Makes the bits of atomic variables, objects of the library and ends of threads.
    fn add_object_bits(&mut self, bits: &mut Bits, graphs: &[Vec<Node>]) {
        let steps = graphs.iter().flatten().flat_map(|node| &node.steps);
        let atomic = steps.filter(|step| matches!(step.access, Access::Atomic(_))).flat_map(touched);
        let atomic: FxHashSet<u32> = atomic.collect();
        let mut objects: FxHashMap<(usize, u64), Place> = FxHashMap::default();
        let mut found = Vec::new();
        for (region, one) in self.regions.iter().enumerate() {
            for cell in &one.cells {
                let Place::Global(number) = cell.place else { continue };
                let part = part(cell.library(), cell.part);
                let part = part.filter(|part| *part != Part::Atomic || atomic.contains(&number));
                found.extend(part.map(|part| ((region, cell.offset), number, part)));
            }
        }
        for (object, number, part) in found {
            let name = format!("order of {}", self.program.name(Place::Global(number)));
            let bit = match objects.get(&object) {
                Some(bit) if part == Part::Phase => *bit,
                _ => self.new_bit(name.clone(), Type::BOOL, None),
            };
            objects.insert(object, bit);
            let readers = match part {
                Part::ReadersWriterLock => self.new_bit(format!("{name} for writers"), Type::BOOL, None),
                _ => bit,
            };
            bits.cells.insert(number, Cell { part, bit, readers });
        }
        let mut flags: Vec<u32> = self.done.values().map(|done| done.flag).collect();
        flags.sort_unstable();
        for flag in flags {
            let bit = self.new_bit(format!("order of {}", self.program.name(Place::Global(flag))), Type::BOOL, None);
            bits.cells.insert(flag, Cell { part: Part::Ended, bit, readers: bit });
        }
    }

    /// Makes the bits of release sequences that go on with stores of the thread that began them.
    fn add_sequence_bits(&mut self, bits: &mut Bits, graphs: &[Vec<Node>], many: &[bool]) {
        for (template, graph) in (0u32..).zip(graphs) {
            let (mut releasing, mut relaxed) = (FxHashSet::default(), Vec::new());
            for step in graph.iter().flat_map(|node| &node.steps) {
                let Access::Atomic(order) = step.access else { continue };
                for number in bits.atomics(step) {
                    let place = Place::Global(number);
                    match step.edge.update(place) {
                        Some(_) if order.releases => drop(releasing.insert(number)),
                        Some(_) if !step.edge.expressions().any(|expr| expr.places().contains(&place)) => {
                            relaxed.push((number, step.edge.statements.last()));
                        }
                        _ => {}
                    }
                }
            }
            for (number, statement) in relaxed.into_iter().filter(|(number, _)| releasing.contains(number)) {
                if many[template as usize] {
                    let what = "a relaxed store that may go on with a release sequence of its thread";
                    let position = statement.map(|statement| statement.position);
                    self.program.approximations.extend(position.map(|position| (position, what.to_string())));
                } else if !bits.sequences.contains_key(&(template, number)) {
                    let name = format!("sequence of {} in {template}", self.program.name(Place::Global(number)));
                    let place = self.new_bit(name, Type::BOOL, None);
                    bits.sequences.insert((template, number), place);
                }
            }
        }
    }

    /// A new hidden variable that is 0 at first.
    fn new_bit(&mut self, name: String, ty: Type, template: Option<u32>) -> Place {
        let (initial, hidden) = (Some(0), true);
        if template.is_some() {
            self.program.locals.push(Variable { name, ty, initial, template, hidden });
            return Place::Local(self.program.locals.len() as u32 - 1);
        }
        let name = self.unique_shared(name);
        self.program.globals.push(Variable { name, ty, initial, template, hidden });
        Place::Global(self.program.globals.len() as u32 - 1)
    }
}

impl Bits {
    /// Whether the mark happens before what a thread of a template does next.
    fn after(&self, template: u32) -> Expr {
        bit(self.threads[template as usize].after)
    }

    /// The atomic variables that a step accesses.
    fn atomics(&self, step: &Step) -> Vec<u32> {
        touched(step).into_iter().filter(|number| self.is_atomic(*number)).collect()
    }

    fn is_atomic(&self, number: u32) -> bool {
        self.cells.get(&number).is_some_and(|cell| cell.part == Part::Atomic)
    }

    /// The step with what it does to the bits; it is the marked access if it sets `marked` to a value.
    fn step(&self, template: u32, step: &Step, mark: Option<Expr>) -> Step {
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
            (Part::Lock | Part::ReadersWriterLock | Part::Semaphore | Part::Arrived | Part::Phase | Part::Once, _) => {}
        }
    }

    /// Puts what atomic sections and threads do to the bits when they end into steps of their own.
    fn end_sections(&self, template: u32, graph: &mut Vec<Node>, has_sections: bool, has_early_joins: bool) {
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

/// The role of a part of an object of the library, or of a variable.
fn part(library: Option<Library>, part: u8) -> Option<Part> {
    match (library, part) {
        (None, _) => Some(Part::Atomic),
        (Some(Library::Mutex | Library::SpinLock), HELD) => Some(Part::Lock),
        (Some(Library::ReadersWriterLock), _) => Some(Part::ReadersWriterLock),
        (Some(Library::Semaphore), _) => Some(Part::Semaphore),
        (Some(Library::Barrier), ARRIVED) => Some(Part::Arrived),
        (Some(Library::Barrier), PHASE) => Some(Part::Phase),
        (Some(Library::Once), _) => Some(Part::Once),
        (Some(_), _) => None,
    }
}

/// The shared variables that a step touches.
fn touched(step: &Step) -> Vec<u32> {
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

fn or(one: Expr, other: Expr) -> Expr {
    if one == other { one } else { Expr::binary(Binary::Or, one, other) }
}

fn constant(holds: bool) -> Expr {
    if holds { Expr::TRUE } else { Expr::FALSE }
}
