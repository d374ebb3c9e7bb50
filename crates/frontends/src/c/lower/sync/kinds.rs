//! The kinds of mutexes, and where they are given: by static initialisers and by attributes.

use super::super::super::atomic::Node;
use super::super::super::syntax::Span;
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::memory::Region;
use super::super::value::{Spot, Where};
use super::parts::{KIND, SMALL};
use crate::error::Error;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::{Expr, Place};

/// An ordinary mutex; its owner waits for itself.
pub const NORMAL: u64 = 0;

/// Its owner may take it again.
pub const RECURSIVE: u64 = 1;

/// Its owner is told so.
pub const CHECKING: u64 = 2;

/// The kind that glibc has a number for; adaptive mutexes differ in speed only.
pub fn kind_number(kind: u64) -> Option<u64> {
    match kind {
        0 | 3 => Some(NORMAL),
        1 | 2 => Some(kind),
        _ => None,
    }
}

impl<'s> Lowering<'s> {
    /// Gives a library object the first value that its static initialiser says.
    pub fn initialise_library(&mut self, spot: &Spot<'s>, kind: u64, span: Span) -> Result<(), Error> {
        let kind = first_kind(&spot.ty, kind, span)?;
        let object = self.object_of(spot, span)?;
        let mut updates = vec![(object.place, Expr::Constant(0, object.ty))];
        if self.source.has_kinds(spot) {
            updates.extend(self.first_of_kind(spot, Expr::Constant(kind, SMALL), span)?);
        }
        let statements = self.note(span);
        self.graph.update(updates, statements);
        Ok(())
    }

    /// Gives a shared library object the first value that its static initialiser says.
    pub fn set_first_kind(&mut self, spot: &Spot<'s>, kind: u64, span: Span) -> Result<(), Error> {
        let kind = first_kind(&spot.ty, kind, span)?;
        let Where::Fixed(region, offset) = spot.place else { return Ok(()) };
        let cell = self.memory.regions[region as usize].cell(offset, SMALL, Some(Library::Mutex), KIND);
        if let Some(Place::Global(number)) = cell.map(|cell| cell.place) {
            self.program.globals[number as usize].initial = Some(kind);
        }
        Ok(())
    }

    /// The kind of a mutex that no step changes is known, which leaves out the steps of the other kinds.
    pub fn fix_kinds(&mut self, graphs: &mut [Vec<Node>]) {
        let kinds = |region: &Region<'s>| {
            let cells = region.cells.iter().filter(|cell| cell.library() == Some(Library::Mutex) && cell.part == KIND);
            cells.map(|cell| cell.place).collect::<Vec<_>>()
        };
        let changed: FxHashSet<Place> = {
            let steps = graphs.iter().flatten().flat_map(|node| &node.steps);
            steps.flat_map(|step| step.edge.updates.iter().map(|(place, _)| *place)).collect()
        };
        let fixed: FxHashMap<Place, u64> = (self.memory.regions.iter().flat_map(kinds))
            .filter(|place| !changed.contains(place))
            .filter_map(|place| Some((place, self.program.variable(place).initial?)))
            .collect();
        for place in fixed.keys() {
            if let Place::Global(number) = place {
                self.program.globals[*number as usize].hidden = true;
            }
        }
        for node in graphs.iter_mut().flatten() {
            for step in &mut node.steps {
                step.edge.guard = step.edge.guard.replace(&mut |leaf| match leaf {
                    Expr::Read(place, ty) if fixed.contains_key(place) => Expr::Constant(fixed[place], *ty),
                    leaf => leaf.clone(),
                });
            }
            node.steps.retain(|step| step.edge.guard != Expr::TRUE.negated());
        }
    }
}

/// The kind that a static initialiser gives an object: the largest number in it.
fn first_kind(ty: &CType, kind: u64, span: Span) -> Result<u64, Error> {
    let known = match ty {
        CType::Library(Library::Mutex) => kind_number(kind),
        _ => (kind == 0).then_some(0),
    };
    known.ok_or_else(|| span.unsupported(format!("{} of a special kind", ty.describe())))
}
