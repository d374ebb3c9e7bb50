//! Data races: two threads are about to access the same variable, at least one to write it, and not both atomically.
//!
//! A thread that is about to access a variable plainly, outside atomic sections, may stop there for ever and say in the
//! shared variable `watched` what it is about to do. A thread that is about to access the same variable then, in any way,
//! has found a race if one of them writes. That is exact: the first thread has stopped before its access, so both are
//! about to access at that moment; and of two racing threads one is plain and outside sections, and can stop.
//!
//! Left out are variables that cannot race: those that are never written, never accessed plainly, or accessed by a
//! single thread only. A plain read needs to be watched only where a write is atomic or inside a section, since otherwise
//! the writer is watched.
//!
//! This is complete where locks and sequentially consistent atomic operations order the accesses. Where some have weaker orders,
//! `happens_before` does it instead.
//!
//! Of an object that has parts without variables, the thread that stops also says which bytes it is about to access, and the
//! other one compares them with its own.

use super::super::atomic::{Access, Mark, Node, Role, Step};
use super::Lowering;
use super::memory::{Kind, Memory};
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge, Statement, Variable};

/// What steps do to a shared variable.
#[derive(Clone, Default)]
struct Accesses {
    written: bool,
    plain: bool,
    /// Whether some write may be atomic or inside a section.
    atomic_write: bool,
    /// The templates that access it.
    templates: Vec<u32>,
}

impl Accesses {
    /// Adds an access by a step of a template.
    fn add(&mut self, template: u32, writes: bool, atomic: bool, has_sections: bool) {
        self.written |= writes;
        self.plain |= !atomic;
        // Sections are part of the locations later; any step may be inside one.
        self.atomic_write |= writes && (atomic || has_sections);
        if !self.templates.contains(&template) {
            self.templates.push(template);
        }
    }
}

/// Numbers from here on are those of objects, smaller ones those of variables.
const FIRST_REGION: u32 = 1 << 30;

const WATCHED: Type = Type { width: 32, signed: false };

impl<'s> Lowering<'s> {
    /// Makes races fail.
    pub fn watch_races(&mut self, graphs: &mut [Vec<Node>], many: &[bool]) {
        let locations = self.memory_locations();
        let accesses = self.accesses_of_variables(graphs, &locations);
        let races = |number: u32| {
            let found = &accesses[number as usize];
            let one = matches!(&found.templates[..], [only] if !many[*only as usize]);
            found.written && found.plain && !one
        };
        if self.has_weak_orders() {
            // Bytes without variables are compared as if all orders were strong, which is said.
            let races_in_bytes = self.watch_bytes(graphs, many, None);
            self.watch_orders(graphs, many, &locations, &races);
            if races_in_bytes {
                self.assume_named(Caveat::MemoryOrders);
            }
            return;
        }
        let watched = self.hidden_global("watched", WATCHED);
        let value = Expr::Read(watched, WATCHED);
        let is = |number: u32| Expr::binary(Binary::Equal, value.clone(), Expr::Constant(number.into(), WATCHED));
        for graph in graphs.iter_mut() {
            for node in 0..graph.len() {
                let mut added = Vec::new();
                for step in &graph[node].steps.clone() {
                    for (number, writes) in shared(step, &locations).into_iter().filter(|(number, _)| races(*number)) {
                        let (reading, writing) = (2 * number + 2, 2 * number + 3);
                        let Some(statement) = step.edge.statements.last() else { continue };
                        let statements = vec![statement.clone()];
                        let text = format!("about to: {}", statement.text);
                        let about_to = vec![Statement { text, ..statement.clone() }];
                        if !step.access.is_atomic() && (writes || accesses[number as usize].atomic_write) {
                            let code = if writes { writing } else { reading };
                            let updates = vec![(watched, Expr::Constant(code.into(), WATCHED))];
                            let guard = step.edge.guard.clone().and(is(0));
                            graph.push(Node::new());
                            let to = graph.len() as u32 - 1;
                            let edge = Edge { guard, updates, statements: about_to, ..Edge::jump(to) };
                            added.push(Step::new(Mark::Outside, Access::Library, edge));
                        }
                        // A comparison that fails writes nothing.
                        let reads = is(reading).and(written_if(step, number, writes)).negated();
                        let other = is(writing).negated().and(reads).negated();
                        let name = self.program.globals[number as usize].name.clone();
                        let role = Role::Fails(self.assertion(statement.position, name, Claim::NoRace));
                        graph.push(Node { steps: Vec::new(), role });
                        let to = graph.len() as u32 - 1;
                        let edge = Edge { guard: step.edge.guard.clone().and(other), statements, ..Edge::jump(to) };
                        added.push(Step::new(Mark::None, Access::Library, edge));
                    }
                }
                graph[node].steps.extend(added);
            }
        }
        self.watch_bytes(graphs, many, Some(watched));
    }

    /// A variable that only the model has, and that begins as 0.
    fn hidden_global(&mut self, name: &str, ty: Type) -> Place {
        let (name, initial, template) = (name.to_string(), Some(0), None);
        self.program.globals.push(Variable { name, ty, initial, template, hidden: true });
        Place::Global(self.program.globals.len() as u32 - 1)
    }

    /// Makes races in the parts of objects that have no variables fail; tells whether there may be some.
    fn watch_bytes(&mut self, graphs: &mut [Vec<Node>], many: &[bool], watched: Option<Place>) -> bool {
        let accesses = self.memory.accesses_of_regions(graphs);
        let races = |region: u32| {
            let found = &accesses[region as usize];
            let one = matches!(&found.templates[..], [only] if !many[*only as usize]);
            found.written && found.plain && !one
        };
        if !(0..accesses.len() as u32).any(races) {
            return false;
        }
        let word = self.source.word();
        let watched = watched.unwrap_or_else(|| self.hidden_global("watched", WATCHED));
        let begin = self.hidden_global("watched address", word);
        let count = self.hidden_global("watched bytes", word);
        let value = Expr::Read(watched, WATCHED);
        let is = |number: u32| Expr::binary(Binary::Equal, value.clone(), Expr::Constant(number.into(), WATCHED));
        let end = |address: &Expr, bytes: &Expr| Expr::binary(Binary::Add, address.clone(), bytes.clone());
        let known = (Expr::Read(begin, word), Expr::Read(count, word));
        for graph in graphs {
            for node in 0..graph.len() {
                let mut added = Vec::new();
                for step in &graph[node].steps.clone() {
                    for touched in step.touched.iter().filter(|touched| races(touched.region)) {
                        let Some(statement) = step.edge.statements.last() else { continue };
                        let statements = vec![statement.clone()];
                        let (reading, writing) =
                            (FIRST_REGION + 2 * touched.region, FIRST_REGION + 2 * touched.region + 1);
                        let some =
                            Expr::binary(Binary::Equal, touched.bytes.clone(), Expr::Constant(0, word)).negated();
                        let guard = step.edge.guard.clone().and(some);
                        if !step.access.is_atomic()
                            && (touched.writes || accesses[touched.region as usize].atomic_write)
                        {
                            let text = format!("about to: {}", statement.text);
                            let about_to = vec![Statement { text, ..statement.clone() }];
                            let code = if touched.writes { writing } else { reading };
                            let updates = vec![
                                (watched, Expr::Constant(code.into(), WATCHED)),
                                (begin, touched.address.clone()),
                                (count, touched.bytes.clone()),
                            ];
                            graph.push(Node::new());
                            let to = graph.len() as u32 - 1;
                            let guard = guard.clone().and(is(0));
                            let edge = Edge { guard, updates, statements: about_to, ..Edge::jump(to) };
                            added.push(Step::new(Mark::Outside, Access::Library, edge));
                        }
                        let other = match touched.writes {
                            true => Expr::binary(Binary::Or, is(writing), is(reading)),
                            false => is(writing),
                        };
                        let overlap = Expr::binary(Binary::Less, touched.address.clone(), end(&known.0, &known.1));
                        let overlap = overlap.and(Expr::binary(
                            Binary::Less,
                            known.0.clone(),
                            end(&touched.address, &touched.bytes),
                        ));
                        let name = format!("{}[...]", self.memory.regions[touched.region as usize].name);
                        let role = Role::Fails(self.assertion(statement.position, name, Claim::NoRace));
                        graph.push(Node { steps: Vec::new(), role });
                        let to = graph.len() as u32 - 1;
                        let edge = Edge { guard: guard.and(other).and(overlap), statements, ..Edge::jump(to) };
                        added.push(Step::new(Mark::None, Access::Library, edge));
                    }
                }
                graph[node].steps.extend(added);
            }
        }
        true
    }

    /// For each shared variable the one that stands for its memory location: bit-fields that follow each other are one.
    fn memory_locations(&self) -> Vec<u32> {
        let mut locations: Vec<u32> = (0..self.program.globals.len() as u32).collect();
        for pair in &self.memory.one_location {
            if let (Place::Global(before), Place::Global(number)) = pair {
                locations[*number as usize] = locations[*before as usize];
            }
        }
        locations
    }

    fn accesses_of_variables(&self, graphs: &[Vec<Node>], locations: &[u32]) -> Vec<Accesses> {
        let has_sections = has_sections(graphs);
        let mut all = vec![Accesses::default(); self.program.globals.len()];
        for (template, graph) in (0u32..).zip(graphs) {
            for step in graph.iter().flat_map(|node| &node.steps) {
                for (number, writes) in shared(step, locations) {
                    all[number as usize].add(template, writes, step.access.is_atomic(), has_sections);
                }
            }
        }
        // Locks and the like are made for being accessed at once; so are the variables that people do not see.
        let mut visible = vec![false; all.len()];
        for cell in self.memory.regions.iter().flat_map(|region| &region.cells) {
            if let (Place::Global(number), None) = (cell.place, cell.library()) {
                visible[number as usize] = !self.program.globals[number as usize].hidden;
            }
        }
        for region in &self.memory.regions {
            // Freeing an object writes it.
            if let Kind::Heap(_, Place::Global(exists)) = region.kind {
                visible[exists as usize] = true;
            }
        }
        all.into_iter().zip(visible).map(|(one, visible)| if visible { one } else { Accesses::default() }).collect()
    }
}

impl<'s> Memory<'s> {
    /// What steps do to the parts of each object that have no variables.
    fn accesses_of_regions(&self, graphs: &[Vec<Node>]) -> Vec<Accesses> {
        let has_sections = has_sections(graphs);
        let mut all = vec![Accesses::default(); self.regions.len()];
        for (template, graph) in (0u32..).zip(graphs) {
            for step in graph.iter().flat_map(|node| &node.steps) {
                for touched in &step.touched {
                    let kind = self.regions[touched.region as usize].kind;
                    if !matches!(kind, Kind::Local(_) | Kind::Heap(_, Place::Local(_))) {
                        let accesses = &mut all[touched.region as usize];
                        accesses.add(template, touched.writes, step.access.is_atomic(), has_sections);
                    }
                }
            }
        }
        all
    }
}

/// Whether some step begins an atomic section.
fn has_sections(graphs: &[Vec<Node>]) -> bool {
    let enters = |step: &Step| matches!(step.mark, Mark::Enter(_));
    graphs.iter().flatten().flat_map(|node| &node.steps).any(enters)
}

/// The condition under which a step that writes a variable, or does not, does so: a comparison with an exchange may fail.
pub fn written_if(step: &Step, number: u32, writes: bool) -> Expr {
    let place = Place::Global(number);
    match step.edge.update(place).map(stripped) {
        Some(Expr::Conditional(test, _, no)) if matches!(stripped(no), Expr::Read(of, _) if *of == place) => {
            (**test).clone()
        }
        _ if writes => Expr::TRUE,
        _ => Expr::FALSE,
    }
}

/// An expression without conversions.
pub fn stripped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast(_, inner) => stripped(inner),
        expr => expr,
    }
}

/// The shared variables that a step accesses, and whether it writes them; each is replaced by the one of its location.
pub fn shared(step: &Step, locations: &[u32]) -> Vec<(u32, bool)> {
    let mut found: Vec<(u32, bool)> = Vec::new();
    let mut add = |place: Place, writes: bool| {
        // Variables that were made since are none of the program's.
        if let Place::Global(number) = place
            && let Some(number) = locations.get(number as usize).copied()
        {
            match found.iter_mut().find(|(known, _)| *known == number) {
                Some((_, written)) => *written |= writes,
                None => found.push((number, writes)),
            }
        }
    };
    step.edge.updates.iter().for_each(|(place, _)| add(*place, true));
    step.edge.expressions().flat_map(Expr::places).for_each(|place| add(place, false));
    found
}
