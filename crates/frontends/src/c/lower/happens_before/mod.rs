//! Data races by the happens-before relation of C11 (5.1.2.4), for programs with memory orders weaker than `seq_cst`.
//!
//! Once in a run, an access that may race is *marked*: the shared variable `marked` says of which variable it is and of
//! which kind. From then on one bit of each thread says whether the marked access happens before what the thread does next, and
//! one bit of each atomic variable and library object whether it happens before what reads or takes it with acquire order:
//!
//! - a release store gives the variable the bit of the thread, and a relaxed one the bit that the thread had at its last release
//!   fence; a read-modify-write keeps the bit of the variable as well (release sequences);
//! - an acquire load adds the variable's bit to that of the thread; a relaxed one keeps it for the next acquire fence;
//! - freeing an object releases, and allocating it again acquires;
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

mod bits;

use super::super::atomic::{Access, Mark, Node, Role, Step};
use super::super::types::Library;
use super::Lowering;
use super::memory;
use super::race::{shared, written_if};
use super::sync::parts::{ARRIVED, HELD, PHASE};
use bits::{Bits, Cell, Part, Thread, or, touched};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge, Statement, Variable};

/// The type of `marked`.
const MARKED: Type = Type { width: 32, signed: false };

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
            let unordered = bits.after_access(template, step).negated();
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
            let of = if self.threads.has_stack(template) { None } else { Some(template) };
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
        for (region, one) in self.memory.regions.iter().enumerate() {
            if let memory::Kind::Heap(_, Place::Global(exists)) = one.kind {
                found.push(((region, one.size), exists, Part::Existence));
            }
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
        let mut flags: Vec<u32> = self.threads.done.values().map(|done| done.flag).collect();
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
                } else if let Entry::Vacant(entry) = bits.sequences.entry((template, number)) {
                    let name = format!("sequence of {} in {template}", self.program.name(Place::Global(number)));
                    entry.insert(self.new_bit(name, Type::BOOL, None));
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
