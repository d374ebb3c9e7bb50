//! What each thread keeps for itself about a library object: how often it holds a mutex, what it stored under a key.
//!
//! Such a variable belongs to an object and a template; threads of one template each have their own, because it is a
//! variable of the thread. Which objects need one is known when all pointers are.

use super::super::super::atomic::Access;
use super::super::super::syntax::Span;
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::context::Context;
use super::super::deadlock::Owner;
use super::super::memory::{Aspect, Route, VIRTUAL, Virtual};
use super::super::points_to::Companion;
use super::super::value::{Object, Spot, Where};
use super::parts::COUNT;
use crate::error::Error;
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Place, Type};
use umpteen_model::c::program::Variable;

impl<'s> Lowering<'s> {
    /// What the current thread keeps about the library object at a spot; always virtual until pointers are known.
    pub fn companion(&mut self, spot: &Spot<'s>, span: Span) -> Result<Object, Error> {
        let CType::Library(library) = spot.ty else { return Err(span.unsupported(spot.ty.describe())) };
        let route = match &spot.place {
            Where::Fixed(region, offset) => Route::Address(self.address_of(*region, *offset)),
            Where::Computed(route) => route.clone(),
        };
        let aspect = Aspect::Companion(self.threads.template);
        let ty = self.source.companion_type(library);
        Ok(self.memory.virtual_object(Virtual { route, ty, library: Some(library), aspect, span }, Access::Library))
    }

    /// Makes variables for the companions and says where they are.
    pub fn add_companions(&mut self, companions: &[Companion], moved: &mut FxHashMap<Place, Place>) {
        for (number, (region, offset, template)) in (0u32..).zip(companions) {
            let cells = &self.memory.regions[*region as usize].cells;
            let Some(cell) = cells.iter().find(|cell| cell.offset == *offset && cell.library().is_some()) else {
                continue;
            };
            let (Some(library), lock) = (cell.library(), cell.place) else { continue };
            let suffix = if library == Library::Key { ".value" } else { ".mine" };
            let name = format!("{}{suffix}", self.program.name(cell.place));
            let ty = self.source.companion_type(library);
            let (initial, hidden) = (Some(0), self.source.is_about_deadlocks() && !self.source.survey.kinds);
            let place = if self.threads.has_stack(*template) {
                let name = self.unique_shared(format!("{name} of {}", self.threads.roots[*template as usize].name));
                self.program.globals.push(Variable { name, ty, initial, template: None, hidden });
                Place::Global(self.program.globals.len() as u32 - 1)
            } else {
                self.program.locals.push(Variable { name, ty, initial, template: Some(*template), hidden });
                Place::Local(self.program.locals.len() as u32 - 1)
            };
            moved.insert(Place::Local(VIRTUAL + number), place);
            if library != Library::Key {
                self.locks.owners.push(Owner { template: *template, lock, library, mine: place });
            }
        }
    }
}

impl<'s> Context<'s> {
    fn companion_type(&self, library: Library) -> Type {
        if library == Library::Key { self.word() } else { COUNT }
    }
}
