//! The heap: each call of `malloc` has a few objects of its own, with a variable that tells whether the object exists.
//!
//! A call that runs at most once has one object. One that may run again has `SLOTS`; if all of them exist already, the
//! program needs more than the model has, and the answer is UNKNOWN. A freed object may be given out again.

use super::super::atomic::{Access, Mark};
use super::super::syntax::{Expression, ExpressionKind, Part, Span};
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::memory::{Aspect, Kind, MOST_CELLS, Route, Virtual};
use super::value::{Spot, Value, Where};
use crate::error::{Code, Error};
use std::rc::Rc;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge, Variable};

/// How many objects of one call can exist at once.
const SLOTS: usize = 2;

/// A call that allocates.
pub struct Site {
    /// The template whose threads run it.
    pub template: u32,
    /// The node where it is; a step for each slot, then one for when none is left.
    pub node: u32,
    /// The regions of its slots.
    pub slots: Vec<u32>,
}

impl<'s> Lowering<'s> {
    /// The value of a call of `malloc` or `calloc`.
    pub fn allocate(&mut self, cleared: bool, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        let mut bytes: Option<u64> = Some(1);
        for number in 0..if cleared { 2 } else { 1 } {
            let size = call.argument(number)?;
            bytes = match self.integer(size)? {
                Expr::Constant(bits, _) => bytes.and_then(|bytes| bytes.checked_mul(bits)),
                _ => {
                    let advice = "(give the largest size that is needed)";
                    let what = format!("an object of the heap whose size is not a constant {advice}");
                    return Err(size.span.unsupported(what));
                }
            };
        }
        let Some(bytes) = bytes.filter(|bytes| *bytes <= 1 << 20) else {
            return Err(Error::new(Code::TooLarge, "an object of the heap of more than 1 MB", span.range()));
        };
        let element = arguments.iter().find_map(|size| self.sized_type(size));
        self.assume("memory can be allocated");
        let from = self.at;
        let after = self.fresh();
        let kept = self.temporary(self.word());
        let number = self.sites.len() + 1;
        let mut slots = Vec::new();
        let mut all_exist = Expr::TRUE;
        for slot in 0..SLOTS {
            let shown = self.unique_shared(format!("{name}{number}{}", "'".repeat(slot)));
            let exists = Place::Global(self.program.globals.len() as u32);
            self.program.globals.push(Variable {
                name: format!("{shown} exists"),
                ty: Type::BOOL,
                initial: Some(0),
                template: None,
                hidden: true,
            });
            let region = self.region(shown, bytes, Kind::Heap(self.template, exists), span)?;
            slots.push(region);
            let read = Expr::Read(exists, Type::BOOL);
            all_exist = all_exist.and(read.clone());
            let updates = vec![(exists, Expr::TRUE), (kept.place, self.address_of(region, 0))];
            let statements = self.note(span);
            let edge = Edge { guard: read.negated(), updates, statements, ..Edge::jump(after) };
            self.connect(from, Mark::None, edge);
        }
        let (limit, statements) = (self.fresh(), self.note(span));
        self.connect(from, Mark::None, Edge { guard: all_exist, statements, ..Edge::jump(limit) });
        let text = format!("more than {SLOTS} objects of this `{name}` may exist at once");
        self.nodes[limit as usize].role = self.failing(span.start, text, Claim::Limit);
        self.sites.push(Site { template: self.template, node: from, slots: slots.clone() });
        self.at = after;
        let to = element.unwrap_or(CType::Void);
        for region in slots {
            self.uncleared.extend((!cleared).then_some(region));
            self.give_region_type(region, &to, span)?;
        }
        Ok(Value::Pointer(kept.read(), CType::Void))
    }

    /// The type that a size is of: `sizeof(T)` somewhere in it.
    pub fn sized_type(&self, size: &Expression<'s>) -> Option<CType<'s>> {
        let mut found = None;
        size.visit(&mut |part| {
            let Part::Expression(part) = part else { return };
            let ty = match &part.kind {
                ExpressionKind::SizeofType(ty) => Some(ty.clone()),
                ExpressionKind::SizeofExpression(inner) => inner.known_type().ok(),
                _ => None,
            };
            found = found.take().or(ty);
        });
        found
    }

    /// An object of the heap without a type gets the one that a pointer to it has.
    pub fn give_type(&mut self, address: &Expr, ty: &CType<'s>, span: Span) -> Result<(), Error> {
        let ty = ty.clone();
        let Expr::Read(place, _) = address else { return Ok(()) };
        let mut given = Vec::new();
        for site in self.sites.iter().filter(|site| site.template == self.template) {
            let steps = &self.nodes[site.node as usize].steps;
            if steps.iter().any(|step| step.edge.update(*place).is_some()) {
                given.extend(site.slots.iter().copied());
            }
        }
        given.into_iter().try_for_each(|region| self.give_region_type(region, &ty, span))
    }

    /// Makes an object of the heap an array of a type, if it has none yet.
    fn give_region_type(&mut self, region: u32, ty: &CType<'s>, span: Span) -> Result<(), Error> {
        let found = &self.regions[region as usize];
        let size = self.layout.size(ty).filter(|size| *size > 0 && *size <= found.size);
        let (true, Some(size)) = (found.cells.is_empty(), size) else { return Ok(()) };
        let array = CType::Array(Rc::new(ty.clone()), Some(found.size / size));
        let Some(scalars) = self.layout.scalars(&array, MOST_CELLS) else {
            let message = format!("an object of the heap with more than {MOST_CELLS} parts");
            return Err(Error::new(Code::TooLarge, message, span.range()));
        };
        self.add_cells(region, scalars, &|_| Some(0));
        // What was there before is not known.
        let cleared = !self.uncleared.contains(&region);
        let cells = self.regions[region as usize].cells.clone();
        let Kind::Heap(_, exists) = self.regions[region as usize].kind else { return Ok(()) };
        for node in &mut self.nodes {
            for step in node.steps.iter_mut().filter(|step| step.edge.update(exists) == Some(&Expr::TRUE)) {
                for (number, cell) in (0u32..).zip(&cells) {
                    let library = cell.library().is_some();
                    let value = match cleared || library {
                        true => Expr::Constant(0, cell.ty),
                        false => Expr::Input(number, cell.ty),
                    };
                    step.edge.updates.push((cell.place, value));
                }
            }
        }
        Ok(())
    }

    /// `free(pointer)`: what exists ends; nothing else may be freed but the null pointer.
    pub fn free(&mut self, pointer: &'s Expression<'s>, span: Span) -> Result<Value<'s>, Error> {
        let value = self.value(pointer)?;
        let value = self.converted(value, &CType::Void.pointer(), pointer.span)?;
        let Value::Pointer(address, _) = value else {
            return Err(pointer.span.unsupported("freeing something that is not a pointer"));
        };
        let address = self.spill(address);
        let null = Expr::binary(Binary::Equal, address.clone(), Expr::Constant(0, self.word()));
        let (something, after) = (self.fresh(), self.fresh());
        self.guard(null, span, after, something);
        self.at = something;
        let (route, ty) = (Route::Address(address), Type::BOOL);
        let access = Virtual { route, ty, library: None, aspect: Aspect::Existence, span };
        let object = self.virtual_object(access, Access::Library);
        let (place, exists) = (object.place, object.read());
        let statements = self.note(span);
        let (again, updates) = (self.fresh(), vec![(place, Expr::TRUE.negated())]);
        let first = Edge { guard: exists.clone(), updates, statements: statements.clone(), ..Edge::jump(after) };
        self.connect(something, Mark::None, first);
        self.connect(something, Mark::None, Edge { guard: exists.negated(), statements, ..Edge::jump(again) });
        self.at = again;
        let text = format!("`{}` can be freed twice", self.source_text(pointer.span));
        self.fail(span.start, text, Claim::Valid);
        self.at = after;
        Ok(Value::Void)
    }

    /// Does not let people see the cells of a variable.
    pub fn hide(&mut self, spot: &Spot<'s>) {
        let Where::Fixed(region, _) = spot.place else { return };
        for cell in &self.regions[region as usize].cells {
            match cell.place {
                Place::Global(number) => self.program.globals[number as usize].hidden = true,
                Place::Local(number) => self.program.locals[number as usize].hidden = true,
            }
        }
    }
}
