//! Calls of functions of which nothing is known (`--unknown-functions any`). Such a function may write every object with
//! external linkage and every object that escaped: that a function without a body was given, or that pointers in such objects
//! lead to. It may keep what it is given, and end the objects of the heap among that at once or in a later call. Functions
//! that it is given may run during the call and, in threads of their own, at any time later.
//!
//! What escaped is one place, the *world*, that gets every pointer that such a function is given. No step looks at its value:
//! it stands for what pointers may point to, in whatever order steps run. So an object may be written before it
//! escapes, which is more than the function can do: a step with an object that this call is not given and that has no external
//! linkage is marked (`Program::approximations`).
//!
//! Not modelled, and so assumed: such functions use no locks of the program, nor variables of other functions that an earlier
//! call was given.

use super::super::UnknownFunctions;
use super::super::atomic::{Access, Mark, Step};
use super::super::stub::Stub;
use super::super::syntax::{Function, Source, Span};
use super::super::types::CType;
use super::Lowering;
use super::any_memory::is_opaque;
use super::call::Call;
use super::expand::{Case, Known, Leads};
use super::memory::{Aspect, Kind, Region, Route, Touch, VIRTUAL, Virtual};
use super::points_to::PointsTo;
use super::template::Argument;
use super::unknown::Given;
use super::value::{Binding, Spot, Value, Where};
use crate::error::Error;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Position, Statement, Variable};

/// What functions know of which nothing is known.
#[derive(Clone, Copy)]
pub struct World {
    /// The place that holds all pointers that they were given.
    pub place: Place,
}

/// A write to the world.
#[derive(Clone, Debug)]
pub struct InWorld {
    place: Place,
    ty: Type,
    /// Whether it is a pointer, which gets the value that is written; others get any value.
    is_pointer: bool,
    /// Whether the step is more than the function can do.
    is_marked: bool,
}

impl<'s> Lowering<'s> {
    /// Whether nothing is known of a function without a body.
    pub fn is_any(&self, stub: Option<Stub>) -> bool {
        match stub {
            Some(stub) => stub == Stub::Any,
            None => self.source.options.unknown_functions == UnknownFunctions::Any,
        }
    }

    /// The place that stands for what such functions know.
    fn world(&mut self) -> Place {
        if let Some(world) = self.memory.world {
            return world.place;
        }
        let place = Place::Global(self.program.globals.len() as u32);
        let name = self.unique_shared("what functions without a body know".to_string());
        let (ty, initial) = (self.source.word(), Some(0));
        self.program.globals.push(Variable { name, ty, initial, template: None, hidden: true });
        self.memory.world.insert(World { place }).place
    }

    /// What a call of such a function does before it returns.
    pub fn any_effects(
        &mut self,
        given: &[Given<'s>],
        callbacks: Vec<(Expr, &'s Function<'s>)>,
        call: Call<'s>,
    ) -> Result<(), Error> {
        let (span, world) = (call.span, self.world());
        let is_object =
            |given: &&Given<'s>| matches!(&given.value, Value::Pointer(_, to) if !matches!(to, CType::Function(_)));
        let objects: Vec<&Given<'s>> = given.iter().filter(is_object).collect();
        for object in &objects {
            let address = object.value.clone().number(object.span)?;
            self.graph.update(vec![(world, address)], Vec::new());
        }
        let (head, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.connect(head, Mark::None, Edge::jump(after));
        self.way_from(head, |lowering| lowering.write_world(&objects, span))?;
        for object in objects {
            self.way_from(head, |lowering| {
                lowering.any_object(&object.value, Touch::Writes, object.span, span);
                Ok(())
            })?;
            let address = object.value.clone().number(object.span)?;
            self.way_from(head, |lowering| {
                lowering.may_end(address, false, span);
                Ok(())
            })?;
        }
        self.way_from(head, |lowering| {
            lowering.write_own_variables(span);
            Ok(())
        })?;
        self.way_from(head, |lowering| {
            lowering.may_end(Expr::Read(world, lowering.source.word()), true, span);
            Ok(())
        })?;
        for (guard, function) in callbacks {
            let begins = self.graph.fresh();
            self.graph.connect(head, Mark::None, Edge { guard, ..Edge::jump(begins) });
            self.way_from(begins, |lowering| lowering.run_given(function, given, call))?;
            // The way back to the start of the loop is one of the function's ways on.
            self.graph.at = begins;
            let values = self.values_for(function, given, call)?;
            let arguments = values.into_iter().map(|value| Argument::Value(value, span)).collect();
            let mut start = self.start(function.name, arguments, None, span)?;
            let number = self.next_number(None);
            self.give_number(&mut start, number);
            let statements = self.note(span);
            self.graph.connect(self.graph.at, Mark::None, Edge { start: Some(start), statements, ..Edge::jump(head) });
            self.graph.at = begins;
            self.graph.go(head);
        }
        self.graph.at = after;
        Ok(())
    }

    /// One more way from a node and back to it.
    fn way_from(&mut self, node: u32, way: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let begins = self.graph.fresh();
        self.graph.connect(node, Mark::None, Edge::jump(begins));
        self.graph.at = begins;
        way(self)?;
        self.graph.go(node);
        Ok(())
    }

    /// Any part of the world gets any value, and a pointer any that the function knows.
    fn write_world(&mut self, given: &[&Given<'s>], span: Span) -> Result<(), Error> {
        let values: Vec<Value<'s>> = given.iter().map(|given| given.value.clone()).collect();
        let Value::Pointer(pointer, _) = self.any_pointer(&values, CType::Void, span)? else { return Ok(()) };
        let Some(world) = self.memory.world else { return Ok(()) };
        let word = self.source.word();
        let route = Route::Address(Expr::Read(world.place, word));
        let access = Virtual { route, ty: word, library: None, aspect: Aspect::World, span };
        let object = self.memory.virtual_object(access, Access::Plain);
        let statements = self.note(span);
        self.graph.access(Access::Plain, vec![(object.place, pointer)], statements);
        Ok(())
    }

    /// The thread's own variables with external linkage get any values.
    fn write_own_variables(&mut self, span: Span) {
        let external = self.variables.thread_locals.iter().filter(|one| !one.storage.is_static());
        let names: Vec<_> = external.map(|one| one.name).collect();
        for name in names {
            if let Some(Binding::Variable(Spot { place: Where::Fixed(region, _), .. })) = self.lookup(name) {
                let pointer = Value::Pointer(self.address_of(*region, 0), CType::Void);
                self.any_object(&pointer, Touch::Writes, span, span);
            }
        }
    }

    /// The object of the heap at an address may end, or any of those that the world knows.
    fn may_end(&mut self, address: Expr, in_world: bool, span: Span) {
        let aspect = Aspect::Ends { in_world };
        let access = Virtual { route: Route::Address(address), ty: Type::BOOL, library: None, aspect, span };
        let object = self.memory.virtual_object(access, Access::Library);
        let statements = self.note(span);
        self.graph.update(vec![(object.place, Expr::FALSE)], statements);
    }

    /// Notes the variables with external linkage.
    pub fn note_external(&mut self, source: &Source<'s>) {
        let internal: FxHashSet<_> =
            source.variables.iter().filter(|one| one.storage.is_static()).map(|one| one.name).collect();
        let start = self.source.options.library.unwrap_or(usize::MAX);
        for variable in source.variables.iter().filter(|one| one.span.start < start && !internal.contains(&one.name)) {
            if let Some(Binding::Variable(Spot { place: Where::Fixed(region, _), .. })) =
                self.variables.globals.get(&variable.name)
            {
                self.memory.external_regions.insert(*region);
            }
        }
    }

    /// The objects that the world knows, each with whether a step with it is more than such functions can do.
    pub fn known_objects(&self, points_to: &PointsTo) -> Vec<(u32, bool)> {
        let Some(world) = self.memory.world else { return Vec::new() };
        let regions: BTreeSet<u32> = points_to.of(world.place).map(|(region, _)| region).collect();
        let all = regions.into_iter().filter(|region| {
            let is_kept = !matches!(
                self.memory.regions[*region as usize].kind,
                Kind::Function(_) | Kind::Text(_) | Kind::Local(_) | Kind::Exposed(_)
            );
            is_kept && Some(*region) != self.memory.unknown_objects
        });
        all.map(|region| (region, !self.memory.external_regions.contains(&region))).collect()
    }

    /// A case for each part of each object that the world knows.
    pub fn parts_of_world(&self, known: &Known) -> Vec<Case> {
        let mut cases = Vec::new();
        for (number, is_marked) in self.known_objects(known.points_to) {
            let region = &self.memory.regions[number as usize];
            let guard = exists(region);
            let cells = region.cells.iter();
            for cell in cells.filter(|cell| cell.library().is_none() && !self.memory.constants.contains(&cell.place)) {
                let (place, ty, is_pointer) = (cell.place, cell.ty, is_opaque(cell));
                let leads = match &cell.declared {
                    CType::Pointer { to, .. } if matches!(**to, CType::Function(_)) => {
                        let what = "a function without a body may change the pointer to a function in";
                        Leads::Beyond(format!("{what} `{}`", region.name))
                    }
                    _ => Leads::World(InWorld { place, ty, is_pointer, is_marked }),
                };
                cases.push(Case { guard: guard.clone(), leads });
            }
            if region.opaque.is_some() {
                cases.push(Case { guard, leads: Leads::Opaque(number) });
            }
        }
        cases
    }

    /// A case for each object of the heap that begins at an address, or that the world knows.
    pub fn ends(&self, address: &Expr, in_world: bool, known: &Known) -> Vec<Case> {
        let addressed = || known.points_to.addresses(address).into_iter().map(|(region, _)| (region, false));
        let objects: BTreeSet<(u32, bool)> = match in_world {
            true => self.known_objects(known.points_to).into_iter().collect(),
            false => addressed().collect(),
        };
        let mut cases = Vec::new();
        for (number, is_marked) in objects {
            let region = &self.memory.regions[number as usize];
            let Kind::Heap(_, place) = region.kind else { continue };
            let at = Expr::binary(Binary::Equal, address.clone(), self.address_of(number, 0));
            let guard = if in_world { exists(region) } else { exists(region).and(at) };
            let leads = Leads::World(InWorld { place, ty: Type::BOOL, is_pointer: true, is_marked });
            cases.push(Case { guard, leads });
        }
        cases
    }

    /// A step that writes something of the world.
    pub fn world_step(&mut self, step: &Step, number: u32, to: &InWorld, span: Span) -> Step {
        let mut edge = step.edge.clone();
        let virtual_place = Place::Global(VIRTUAL + number);
        let any = Expr::Input(edge.inputs(), to.ty);
        for (place, value) in edge.updates.iter_mut().filter(|(place, _)| *place == virtual_place) {
            *place = to.place;
            *value = if to.is_pointer { value.clone().cast(to.ty) } else { any.clone() };
        }
        if to.is_marked {
            self.mark_world(&mut edge, span);
        }
        Step { edge, ..step.clone() }
    }

    /// Marks a step that is more than a function can do of which nothing is known.
    pub fn mark_world(&mut self, edge: &mut Edge, span: Span) {
        // A place of its own, so that the other steps of the call are not marked.
        let position = Position { column: 0, ..self.position(span.start) };
        let shown = self.source.source_text(span);
        let text = format!("what `{shown}` does to objects that it is not given");
        self.program.approximations.insert((position, text));
        edge.statements.insert(0, Statement { position, text: shown });
    }

    /// Lists what is assumed of such functions, now that it is known what they know.
    pub fn assume_world(&mut self, points_to: &PointsTo) {
        let Some(world) = self.memory.world else { return };
        let regions: BTreeSet<u32> = points_to.of(world.place).map(|(region, _)| region).collect();
        let any = |is_meant: &dyn Fn(&Region) -> bool| {
            regions.iter().any(|region| is_meant(&self.memory.regions[*region as usize]))
        };
        let has_locks = any(&|region| region.cells.iter().any(|cell| cell.library().is_some()));
        let has_variables = any(&|region| matches!(region.kind, Kind::Local(_) | Kind::Exposed(_)));
        if has_locks {
            self.assume_named(Caveat::OthersLocks);
        }
        if has_variables {
            self.assume("functions without a body keep no pointers to variables of functions");
        }
    }
}

/// The condition that an object exists.
fn exists(region: &Region) -> Expr {
    match region.kind {
        Kind::Heap(_, exists) => Expr::Read(exists, Type::BOOL),
        _ => Expr::TRUE,
    }
}
