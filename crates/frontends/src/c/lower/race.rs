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
//! `happens_before.rs` does it instead.

use super::super::atomic::{Access, Mark, Node, Role, Step};
use super::Lowering;
use super::memory::Kind;
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
            self.watch_orders(graphs, many, &locations, &races);
            return;
        }
        let watched = Place::Global(self.program.globals.len() as u32);
        let (initial, template) = (Some(0), None);
        let name = "watched".to_string();
        self.program.globals.push(Variable { name, ty: WATCHED, initial, template, hidden: true });
        let value = Expr::Read(watched, WATCHED);
        let is = |number: u32| Expr::binary(Binary::Equal, value.clone(), Expr::Constant(number.into(), WATCHED));
        for graph in graphs {
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
                            added.push(Step { mark: Mark::Outside, access: Access::Library, edge });
                        }
                        // A comparison that fails writes nothing.
                        let reads = is(reading).and(written_if(step, number, writes)).negated();
                        let other = is(writing).negated().and(reads).negated();
                        let name = self.program.globals[number as usize].name.clone();
                        let role = Role::Fails(self.assertion(statement.position, name, Claim::NoRace));
                        graph.push(Node { steps: Vec::new(), role });
                        let to = graph.len() as u32 - 1;
                        let edge = Edge { guard: step.edge.guard.clone().and(other), statements, ..Edge::jump(to) };
                        added.push(Step { mark: Mark::None, access: Access::Library, edge });
                    }
                }
                graph[node].steps.extend(added);
            }
        }
    }

    /// For each shared variable the one that stands for its memory location: bit-fields that follow each other are one.
    fn memory_locations(&self) -> Vec<u32> {
        let mut locations: Vec<u32> = (0..self.program.globals.len() as u32).collect();
        for pair in &self.one_location {
            if let (Place::Global(before), Place::Global(number)) = pair {
                locations[*number as usize] = locations[*before as usize];
            }
        }
        locations
    }

    fn accesses_of_variables(&self, graphs: &[Vec<Node>], locations: &[u32]) -> Vec<Accesses> {
        let enters = |step: &Step| matches!(step.mark, Mark::Enter(_));
        let has_sections = graphs.iter().flatten().flat_map(|node| &node.steps).any(enters);
        let mut all = vec![Accesses::default(); self.program.globals.len()];
        for (template, graph) in (0u32..).zip(graphs) {
            for step in graph.iter().flat_map(|node| &node.steps) {
                for (number, writes) in shared(step, locations) {
                    let accesses = &mut all[number as usize];
                    accesses.written |= writes;
                    accesses.plain |= !step.access.is_atomic();
                    // Sections are part of the locations later; any step may be inside one.
                    accesses.atomic_write |= writes && (step.access.is_atomic() || has_sections);
                    if !accesses.templates.contains(&template) {
                        accesses.templates.push(template);
                    }
                }
            }
        }
        // Locks and the like are made for being accessed at once; so are the variables that people do not see.
        let mut visible = vec![false; all.len()];
        for cell in self.regions.iter().flat_map(|region| &region.cells) {
            if let (Place::Global(number), None) = (cell.place, cell.library()) {
                visible[number as usize] = !self.program.globals[number as usize].hidden;
            }
        }
        for region in &self.regions {
            // Freeing an object writes it.
            if let Kind::Heap(_, Place::Global(exists)) = region.kind {
                visible[exists as usize] = true;
            }
        }
        all.into_iter().zip(visible).map(|(one, visible)| if visible { one } else { Accesses::default() }).collect()
    }
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
