//! The heap: each call of `malloc` has a few objects of its own, with a variable that tells whether the object exists.
//!
//! A call that runs at most once has one object. One that may run again has `SLOTS`; if all of them exist already, the
//! program needs more than the model has, and the answer is UNKNOWN. A freed object may be given out again.

use super::super::atomic::{Access, Mark};
use super::super::layout::Scalar;
use super::super::syntax::{Expression, ExpressionKind, Part, Span};
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::context::Context;
use super::memory::{Aspect, Kind, Route, Touch, Virtual};
use super::value::{Object, Spot, Value, Where};
use crate::error::Error;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::rc::Rc;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge, Variable};

/// How many objects of one call can exist at once.
const SLOTS: usize = 2;

/// An object of the heap has at most 2 to this number of bytes where addresses have 64 bits.
const WIDE_BITS: u8 = 40;

/// The same where they have 32 bits.
const NARROW_BITS: u8 = 20;

/// The product of a smaller number and of an object's size does not wrap.
const FEW: u64 = 1 << 8;

/// The parts of an object that are cells, and the bytes that are not.
type Parts<'s> = (Vec<Scalar<'s>>, Vec<Range<u64>>);

/// A new object of the heap.
pub struct Allocation<'s> {
    /// The function that makes it.
    pub name: &'s str,
    /// Whether it begins with zeros.
    pub cleared: bool,
    /// Its elements, if that is known.
    pub element: Option<CType<'s>>,
    /// The call.
    pub span: Span,
}

/// A call that allocates.
pub struct Site {
    /// The template whose threads run it.
    pub template: u32,
    /// The node where it is; a step for each slot, then one for when none is left.
    pub node: u32,
    /// The regions of its slots.
    pub slots: Vec<u32>,
}

/// What is known about the objects that the program allocates.
#[derive(Default)]
pub struct Heap {
    /// The calls that allocate.
    pub sites: Vec<Site>,
    /// The objects of the heap that begin with any values.
    pub uncleared: FxHashSet<u32>,
}

impl<'s> Lowering<'s> {
    /// The value of a call of `malloc` or `calloc`.
    pub fn allocate(&mut self, cleared: bool, call: Call<'s>) -> Result<Value<'s>, Error> {
        let mut sizes = vec![self.integer(call.argument(0)?)?];
        if cleared {
            sizes.push(self.integer(call.argument(1)?)?);
        }
        let element = call.arguments.iter().find_map(|size| sized_type(size));
        let allocation = Allocation { name: call.name.text(), cleared, element, span: call.span };
        let (kept, after) = (self.temporary(self.source.word()), self.graph.fresh());
        self.new_object(sizes, &kept, after, allocation)?;
        self.graph.go(after);
        self.graph.at = after;
        Ok(Value::Pointer(kept.read(), CType::Void))
    }

    /// `realloc(pointer, bytes)`: a new object with what the old one holds, which ends; of no bytes, as with glibc, only that.
    pub fn reallocate(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let (pointer, bytes, span) = (call.argument(0)?, call.argument(1)?, call.span);
        let old = self.unconverted(pointer)?;
        let old = self.converted(old, &CType::Void.pointer(), pointer.span)?.number(pointer.span)?;
        let old = self.spill(old);
        let size = self.integer(bytes)?.cast(self.source.word());
        let size = self.spill(size);
        let (kept, after) = (self.temporary(self.source.word()), self.graph.fresh());
        let zero = Expr::Constant(0, self.source.word());
        let is_null = Expr::binary(Binary::Equal, old.clone(), zero.clone());
        let ends = Expr::binary(Binary::Equal, size.clone(), zero.clone()).and(is_null.clone().negated());
        let (no_bytes, some_bytes) = (self.graph.fresh(), self.graph.fresh());
        self.guard(ends, span, no_bytes, some_bytes);
        self.graph.at = no_bytes;
        self.free_address(old.clone(), pointer.span, span);
        let statements = self.note(span);
        self.graph.update(vec![(kept.place, zero)], statements);
        self.graph.go(after);
        self.graph.at = some_bytes;
        let element = sized_type(bytes);
        self.new_object(vec![size], &kept, after, Allocation { name: "realloc", cleared: false, element, span })?;
        let moves = self.graph.fresh();
        self.guard(is_null, span, after, moves);
        self.graph.at = moves;
        let word = self.source.word();
        let mut object = |address: Expr, aspect| {
            let access = Virtual { route: Route::Address(address), ty: word, library: None, aspect, span };
            self.memory.virtual_object(access, Access::Plain)
        };
        let to = object(kept.read(), Aspect::Contents(old.clone()));
        let from = object(old.clone(), Aspect::Pointers(Touch::Reads));
        let statements = self.note(span);
        self.graph.access(Access::Plain, vec![(to.place, from.read())], statements);
        self.free_address(old, pointer.span, span);
        self.graph.go(after);
        self.graph.at = after;
        Ok(Value::Pointer(kept.read(), CType::Void))
    }

    /// A new object of the heap with as many bytes as a product says; its address is kept. If it is too large for any, there is
    /// a null pointer, and control goes on at a node.
    fn new_object(
        &mut self,
        sizes: Vec<Expr>,
        kept: &Object,
        null: u32,
        allocation: Allocation<'s>,
    ) -> Result<(), Error> {
        let Allocation { name, cleared, element, span } = allocation;
        self.allocation_fails(name, kept, null, span)?;
        let size = self.object_size(sizes, kept.place, null, span);
        let after = self.graph.fresh();
        let bytes = match &size {
            Expr::Constant(bits, _) => (*bits).min(self.source.largest_object()),
            _ => self.source.largest_object(),
        };
        let from = self.graph.at;
        let number = self.heap.sites.len() + 1;
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
            let region = self.region(shown.clone(), bytes, Kind::Heap(self.threads.template, exists), span)?;
            slots.push(region);
            let read = Expr::Read(exists, Type::BOOL);
            all_exist = all_exist.and(read.clone());
            let mut updates = vec![(exists, Expr::TRUE), (kept.place, self.address_of(region, 0))];
            if !matches!(size, Expr::Constant(..)) {
                let length = self.length_variable(&shown);
                self.leave_all_opaque(region, bytes, Some(length));
                updates.push((length, size.clone()));
            }
            let statements = self.note(span);
            let edge = Edge { guard: read.negated(), updates, statements, ..Edge::jump(after) };
            self.graph.connect(from, Mark::None, edge);
        }
        let (limit, statements) = (self.graph.fresh(), self.note(span));
        self.graph.connect(from, Mark::None, Edge { guard: all_exist, statements, ..Edge::jump(limit) });
        let text = format!("more than {SLOTS} objects of this `{name}` may exist at once");
        self.graph.nodes[limit as usize].role = self.failing(span.start, text, Claim::Limit);
        self.heap.sites.push(Site { template: self.threads.template, node: from, slots: slots.clone() });
        self.graph.at = after;
        let to = element.unwrap_or(CType::Void);
        for region in slots {
            self.heap.uncleared.extend((!cleared).then_some(region));
            self.give_region_type(region, &to, span)?;
        }
        Ok(())
    }

    /// The product of some numbers as the size of an object. Where it is too large for any, the place gets the null pointer
    /// and control goes on at a node.
    fn object_size(&mut self, sizes: Vec<Expr>, place: Place, after: u32, span: Span) -> Expr {
        let (word, most) = (self.source.word(), self.source.largest_object());
        let fits = |number: &Expr| {
            let most = Expr::Constant(most, number.ty());
            Expr::binary(Binary::LessOrEqual, number.clone(), most)
        };
        let mut all = Expr::Constant(1, word);
        for size in sizes {
            let size = self.spill(size.cast(word));
            self.unless(fits(&size), place, after, span);
            all = match (all, size) {
                (Expr::Constant(1, _), size) | (size, Expr::Constant(1, _)) => size,
                (all, size) => {
                    let small = |number: &Expr| matches!(number, Expr::Constant(bits, _) if *bits < FEW);
                    if !small(&all) && !small(&size) {
                        let zero = Expr::binary(Binary::Equal, all.clone(), Expr::Constant(0, word));
                        let quotient = Expr::binary(Binary::Divide, Expr::Constant(most, word), all.clone());
                        let fits = Expr::binary(Binary::LessOrEqual, size.clone(), quotient);
                        self.unless(Expr::binary(Binary::Or, zero, fits), place, after, span);
                    }
                    let product = self.spill(Expr::binary(Binary::Multiply, all, size));
                    self.unless(fits(&product), place, after, span);
                    product
                }
            };
        }
        all
    }

    /// Goes on only if a condition holds; else the place gets the null pointer and control goes on at a node.
    fn unless(&mut self, condition: Expr, place: Place, after: u32, span: Span) {
        if condition == Expr::TRUE {
            return;
        }
        let most = self.source.largest_object();
        self.assume(&format!("memory of more than {most} bytes at once cannot be allocated"));
        let (there, too_large) = (self.graph.fresh(), self.graph.fresh());
        self.guard(condition, span, there, too_large);
        self.graph.at = too_large;
        let statements = self.note(span);
        self.graph.update(vec![(place, Expr::Constant(0, self.source.word()))], statements);
        self.graph.go(after);
        self.graph.at = there;
    }

    /// An object of the heap without a type gets the one that a pointer to it has.
    pub fn give_type(&mut self, address: &Expr, ty: &CType<'s>, span: Span) -> Result<(), Error> {
        let ty = ty.clone();
        let Expr::Read(place, _) = address else { return Ok(()) };
        let mut given = Vec::new();
        for site in self.heap.sites.iter().filter(|site| site.template == self.threads.template) {
            let steps = &self.graph.nodes[site.node as usize].steps;
            if steps.iter().any(|step| step.edge.update(*place).is_some()) {
                given.extend(site.slots.iter().copied());
            }
        }
        given.into_iter().try_for_each(|region| self.give_region_type(region, &ty, span))
    }

    /// Makes an object of the heap an array of a type, if it has none yet.
    fn give_region_type(&mut self, region: u32, ty: &CType<'s>, span: Span) -> Result<(), Error> {
        let found = &self.memory.regions[region as usize];
        let size = self.source.layout.size(ty).filter(|size| *size > 0 && *size <= found.size);
        let (true, Some(size)) = (found.cells.is_empty(), size) else { return Ok(()) };
        let (bytes, length) = (found.size, found.opaque.as_ref().and_then(|opaque| opaque.length));
        let (scalars, others) = self.source.parts_of_object(ty, size, bytes, length.is_some(), span)?;
        self.add_cells(region, scalars, &|_| Some(0));
        self.leave_opaque(region, others, length);
        // What was there before is not known.
        let cleared = !self.heap.uncleared.contains(&region);
        let cells = self.memory.regions[region as usize].cells.clone();
        let Kind::Heap(_, exists) = self.memory.regions[region as usize].kind else { return Ok(()) };
        for node in &mut self.graph.nodes {
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
        let value = self.unconverted(pointer)?;
        let value = self.converted(value, &CType::Void.pointer(), pointer.span)?;
        let Value::Pointer(address, _) = value else {
            return Err(pointer.span.unsupported("freeing something that is not a pointer"));
        };
        let address = self.spill(address);
        self.free_address(address, pointer.span, span);
        Ok(Value::Void)
    }

    fn free_address(&mut self, address: Expr, pointer: Span, span: Span) {
        let null = Expr::binary(Binary::Equal, address.clone(), Expr::Constant(0, self.source.word()));
        let (something, after) = (self.graph.fresh(), self.graph.fresh());
        self.guard(null, span, after, something);
        self.graph.at = something;
        let (route, ty) = (Route::Address(address), Type::BOOL);
        let access = Virtual { route, ty, library: None, aspect: Aspect::Existence, span };
        let object = self.memory.virtual_object(access, Access::Library);
        let (place, exists) = (object.place, object.read());
        let statements = self.note(span);
        let (again, updates) = (self.graph.fresh(), vec![(place, Expr::TRUE.negated())]);
        let first = Edge { guard: exists.clone(), updates, statements: statements.clone(), ..Edge::jump(after) };
        self.graph.connect(something, Mark::None, first);
        self.graph.connect(something, Mark::None, Edge { guard: exists.negated(), statements, ..Edge::jump(again) });
        self.graph.at = again;
        let text = format!("`{}` can be freed twice", self.source.source_text(pointer));
        self.fail(span.start, text, Claim::Valid);
        self.graph.at = after;
    }

    /// Objects of the heap without a type have no cells.
    pub fn leave_untyped_opaque(&mut self) {
        for region in self.heap.sites.iter().flat_map(|site| site.slots.clone()).collect::<Vec<_>>() {
            let found = &self.memory.regions[region as usize];
            if found.cells.is_empty() && found.opaque.is_none() && found.size > 0 {
                self.leave_all_opaque(region, found.size, None);
            }
        }
    }

    /// Does not let people see the cells of a variable.
    pub fn hide(&mut self, spot: &Spot<'s>) {
        let Where::Fixed(region, _) = spot.place else { return };
        for cell in &self.memory.regions[region as usize].cells {
            match cell.place {
                Place::Global(number) => self.program.globals[number as usize].hidden = true,
                Place::Local(number) => self.program.locals[number as usize].hidden = true,
            }
        }
    }
}

impl<'s> Context<'s> {
    /// No object of the heap has more bytes.
    pub fn largest_object(&self) -> u64 {
        1 << if self.word().width == 64 { WIDE_BITS } else { NARROW_BITS }
    }

    /// The parts of an object of so many bytes that is an array of a type, or a structure with a flexible array.
    pub fn parts_of_object(
        &self,
        ty: &CType<'s>,
        size: u64,
        bytes: u64,
        is_outline: bool,
        span: Span,
    ) -> Result<Parts<'s>, Error> {
        let array = |element: &CType<'s>, count: u64| CType::Array(Rc::new(element.clone()), Some(count));
        let flexible = match ty {
            CType::Record(record) => self.layout.flexible(*record),
            _ => None,
        };
        let Some((offset, name, element, stride)) = flexible.filter(|(offset, ..)| *offset < bytes) else {
            let (scalars, others) = self.outlined(&array(ty, bytes / size), span)?;
            return Ok((scalars, behind(others, bytes / size * size, bytes, is_outline)));
        };
        let (mut scalars, mut others) = self.outlined(ty, span)?;
        let count = (bytes - offset) / stride;
        let (more, rest) = self.outlined(&array(&element, count), span)?;
        scalars.extend(more.into_iter().map(|scalar| {
            let path = format!(".{name}{}", scalar.path);
            Scalar { offset: offset + scalar.offset, path, ..scalar }
        }));
        others.extend(rest.into_iter().map(|range| offset + range.start..offset + range.end));
        Ok((scalars, behind(others, offset + count * stride, bytes, is_outline)))
    }
}

/// What has no cells of an object, with what is behind its last whole element if its size is no constant.
fn behind(mut others: Vec<Range<u64>>, end: u64, bytes: u64, is_outline: bool) -> Vec<Range<u64>> {
    match others.last_mut() {
        Some(last) if is_outline && last.end == end => last.end = bytes,
        _ if is_outline && end < bytes => others.push(end..bytes),
        _ => {}
    }
    others
}

/// The type that a size is of: `sizeof(T)` somewhere in it.
pub fn sized_type<'s>(size: &Expression<'s>) -> Option<CType<'s>> {
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
