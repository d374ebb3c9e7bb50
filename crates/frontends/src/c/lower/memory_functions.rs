//! `memset`, `memcpy` and `memmove` (C11 7.24) on the parts of typed objects, each of which is written in a step of its own,
//! as by a loop of stores. Which parts there are follows from the types of the arguments before they became `void *`.

use super::super::arithmetic::convert;
use super::super::atomic::{Access, Mark};
use super::super::layout::BitField;
use super::super::syntax::{Expression, ExpressionKind, Span};
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::context::Context;
use super::heap::sized_type;
use super::memory::{Aspect, Route, Touch, Virtual};
use super::value::{Spot, Value};
use crate::error::Error;
use std::ops::Range;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::{Claim, Edge};

/// Up to so many parts are written one after the other; more are written by a loop over elements.
const LISTED: u64 = 64;

/// A part of an object that is written on its own.
struct Written<'s> {
    offset: u64,
    ty: CType<'s>,
    scalar: Type,
}

/// What is written to the parts.
enum Source<'s> {
    /// A byte, to all bytes.
    Byte(Expr),
    /// What is at an address, read before anything is written if the objects may overlap.
    Object { address: Expr, span: Span, may_overlap: bool },
    /// The parts of one element.
    Element(Spot<'s>),
}

impl<'s> Lowering<'s> {
    /// `memset(to, byte, bytes)`, or `bzero(to, bytes)`.
    pub fn fill_memory(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let (to, bytes) = (call.argument(0)?, &call.arguments[call.arguments.len() - 1]);
        let (address, pointed) = self.untyped_pointer(to)?;
        let byte = match call.arguments.len() {
            3 => self.integer(call.argument(1)?)?.cast(Type { width: 8, signed: false }),
            _ => Expr::Constant(0, Type { width: 8, signed: false }),
        };
        let byte = self.spill(byte);
        let element = self.source.element_type(&[pointed], bytes)?;
        self.write_memory(&address, to.span, &element, bytes, Source::Byte(byte), call.span)?;
        Ok(Value::Pointer(address, CType::Void))
    }

    /// `memcpy(to, from, bytes)` and `memmove`.
    pub fn copy_memory(&mut self, may_overlap: bool, call: Call<'s>) -> Result<Value<'s>, Error> {
        let (to, from, bytes) = (call.argument(0)?, call.argument(1)?, call.argument(2)?);
        let (address, target) = self.untyped_pointer(to)?;
        let (source, read) = self.untyped_pointer(from)?;
        let element = self.source.element_type(&[target, read], bytes)?;
        let source = Source::Object { address: source, span: from.span, may_overlap };
        self.write_memory(&address, to.span, &element, bytes, source, call.span)?;
        Ok(Value::Pointer(address, CType::Void))
    }

    /// The address that an argument of type `void *` is, and what it points to before it is converted.
    fn untyped_pointer(&mut self, argument: &'s Expression<'s>) -> Result<(Expr, CType<'s>), Error> {
        let mut inner = argument;
        while let ExpressionKind::Cast(CType::Pointer { to, .. }, pointer) = &inner.kind {
            if !matches!(**to, CType::Void) || !matches!(pointer.known_type()?.decayed(), CType::Pointer { .. }) {
                break;
            }
            inner = pointer;
        }
        let known = self.calls.pointed_type(inner);
        let value = self.unconverted(inner)?;
        match self.kept(value) {
            Value::Pointer(address, to) => Ok((self.spill(address), known.unwrap_or(to))),
            other => Err(argument.span.unsupported(format!("{} as a pointer", other.describe()))),
        }
    }

    /// Writes some bytes at an address.
    fn write_memory(
        &mut self,
        address: &Expr,
        at: Span,
        element: &CType<'s>,
        bytes: &'s Expression<'s>,
        source: Source<'s>,
        span: Span,
    ) -> Result<(), Error> {
        let size = self.source.stride(element, span)?;
        let (parts, others) = self.written(element, span)?;
        let bytes = self.integer(bytes)?.cast(self.source.word());
        if let Expr::Constant(count, _) = bytes
            && others.is_empty()
            && count.div_ceil(size) * parts.len().max(1) as u64 <= LISTED
        {
            let all = (0..count.div_ceil(size)).flat_map(|number| {
                parts.iter().map(move |part| Written {
                    offset: part.offset + number * size,
                    ty: part.ty.clone(),
                    ..*part
                })
            });
            let all: Vec<Written> = all.filter(|part| part.offset < count).collect();
            if all.iter().any(|part| part.offset + u64::from(part.scalar.width).div_ceil(8) > count) {
                return Err(span.unsupported("a size that ends in the middle of a number"));
            }
            return match all.is_empty() {
                true => Ok(()),
                false => self.write_parts(address, at, &all, source, span),
            };
        }
        if let Source::Object { may_overlap: true, .. } = source {
            return Err(span
                .unsupported(format!("`memmove` of more than {LISTED} parts, or of a number that is not a constant")));
        }
        self.write_elements(address, at, element, bytes, source, span)
    }

    /// Writes parts of a listed number at an address.
    fn write_parts(
        &mut self,
        address: &Expr,
        at: Span,
        parts: &[Written<'s>],
        source: Source<'s>,
        span: Span,
    ) -> Result<(), Error> {
        let whole = |lowering: &mut Self, address: &Expr, at: Span| {
            let spot = lowering.memory.followed(Value::Pointer(address.clone(), parts[0].ty.clone()), at, span)?;
            Ok(lowering.frozen(spot))
        };
        let (source, early) = match source {
            Source::Object { address, span: at, may_overlap } => {
                (Source::Element(whole(self, &address, at)?), may_overlap)
            }
            other => (other, false),
        };
        let target = whole(self, address, at)?;
        let mut values = Vec::new();
        for part in parts.iter().filter(|_| early) {
            let value = self.new_value(part, &source, span)?;
            values.push(self.spill(value));
        }
        for (number, part) in parts.iter().enumerate() {
            let value = match values.get(number) {
                Some(value) => value.clone(),
                None => self.new_value(part, &source, span)?,
            };
            let spot = self.source.part(&target, part.offset, &part.ty);
            self.store_spot(&spot, value, span, false)?;
        }
        Ok(())
    }

    /// Writes element after element, as many as there are in a number of bytes.
    fn write_elements(
        &mut self,
        address: &Expr,
        at: Span,
        element: &CType<'s>,
        bytes: Expr,
        source: Source<'s>,
        span: Span,
    ) -> Result<(), Error> {
        let word = self.source.word();
        let size = Expr::Constant(self.source.stride(element, span)?, word);
        let bytes = self.spill(bytes);
        self.only_whole(&bytes, &size, span);
        let index = self.temporary(word);
        let statements = self.note(span);
        self.graph.update(vec![(index.place, Expr::Constant(0, word))], statements);
        let (head, writes, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.at = head;
        let count = Expr::binary(Binary::Divide, bytes.clone(), size.clone());
        self.guard(Expr::binary(Binary::Less, index.read(), count), span, writes, after);
        self.graph.at = writes;
        let moved = self.moved(address.clone(), index.read(), element, span)?;
        let done = Expr::binary(Binary::Multiply, index.read(), size);
        self.pass_opaque(&moved, (done, bytes), &source, (at, span), after)?;
        let source = match source {
            Source::Object { address, span: at, may_overlap } => {
                let address = self.moved(address, index.read(), element, span)?;
                Source::Object { address, span: at, may_overlap }
            }
            other => other,
        };
        self.write_element(&moved, at, element, source, span)?;
        let next = Expr::binary(Binary::Add, index.read(), Expr::Constant(1, word));
        let statements = self.note(span);
        self.graph.update(vec![(index.place, next)], statements);
        self.graph.go(head);
        self.graph.at = after;
        Ok(())
    }

    /// That bytes end in the middle of an element of a size is a limit of the model.
    pub fn only_whole(&mut self, bytes: &Expr, size: &Expr, span: Span) {
        let (whole, torn) = (self.graph.fresh(), self.graph.fresh());
        let rest = Expr::binary(Binary::Remainder, bytes.clone(), size.clone());
        self.guard(Expr::binary(Binary::Equal, rest, Expr::Constant(0, size.ty())), span, whole, torn);
        let text = "a size may end in the middle of an element".to_string();
        self.graph.nodes[torn as usize].role = self.failing(span.start, text, Claim::Limit);
        self.graph.at = whole;
    }

    /// Goes on at a node if all the bytes that are left to be written, of some that are done and all, have no cells.
    fn pass_opaque(
        &mut self,
        moved: &Expr,
        (done, all): (Expr, Expr),
        source: &Source<'s>,
        (at, span): (Span, Span),
        after: u32,
    ) -> Result<(), Error> {
        let left = Expr::binary(Binary::Subtract, all, done.clone());
        let (route, aspect) = (Route::Address(moved.clone()), Aspect::IsOpaque(left.clone()));
        let access = Virtual { route, ty: Type::BOOL, library: None, aspect, span: at };
        let is_opaque = self.memory.virtual_object(access, Access::Library).read();
        let (passes, goes_on) = (self.graph.fresh(), self.graph.fresh());
        let statements = self.note(span);
        let edge = Edge { guard: is_opaque.clone(), statements, ..Edge::jump(passes) };
        self.graph.connect(self.graph.at, Mark::None, edge);
        let edge = Edge { guard: is_opaque.negated(), ..Edge::jump(goes_on) };
        self.graph.connect(self.graph.at, Mark::None, edge);
        self.graph.at = passes;
        let source = match source {
            Source::Object { address, span, .. } => {
                let from = Expr::binary(Binary::Add, address.clone(), done);
                Some((self.spill(from), *span))
            }
            _ => None,
        };
        self.write_opaque(moved.clone(), left, source, (at, span));
        self.graph.go(after);
        self.graph.at = goes_on;
        Ok(())
    }

    /// Writes bytes without cells: those at another address, or zeros and the like.
    pub fn write_opaque(&mut self, address: Expr, count: Expr, source: Option<(Expr, Span)>, (at, span): (Span, Span)) {
        let (address, count) = (self.spill(address), self.spill(count));
        if let Some((from, source)) = source {
            self.any_bytes(from.clone(), count.clone(), Touch::Reads, source, span);
            self.move_pointers(&address, &from, span);
        }
        if self.source.options.property.is_about_races() {
            self.any_bytes(address, count, Touch::Writes, at, span);
        }
    }

    /// The pointers in an object may be in the opaque part of another one from now on.
    fn move_pointers(&mut self, to: &Expr, from: &Expr, span: Span) {
        let mut object = |address: &Expr, touch| {
            let (route, aspect) = (Route::Address(address.clone()), Aspect::Pointers(touch));
            self.memory
                .virtual_object(Virtual { route, ty: self.source.word(), library: None, aspect, span }, Access::Library)
        };
        let (to, from) = (object(to, Touch::Writes), object(from, Touch::Reads));
        self.graph.access(Access::Library, vec![(to.place, from.read())], Vec::new());
    }

    /// Writes an element at an address, first the parts that are cells.
    fn write_element(
        &mut self,
        address: &Expr,
        at: Span,
        element: &CType<'s>,
        source: Source<'s>,
        span: Span,
    ) -> Result<(), Error> {
        let (parts, others) = self.written(element, span)?;
        let from = match &source {
            Source::Object { address, span, .. } => Some((address.clone(), *span)),
            _ => None,
        };
        if !parts.is_empty() {
            self.write_parts(address, at, &parts, source, span)?;
        }
        for range in others {
            let offset = Expr::Constant(range.start, self.source.word());
            let count = Expr::Constant(range.end - range.start, self.source.word());
            let from = from.clone().map(|(from, at)| (Expr::binary(Binary::Add, from, offset.clone()), at));
            let from = from.map(|(from, at)| (self.spill(from), at));
            self.write_opaque(Expr::binary(Binary::Add, address.clone(), offset), count, from, (at, span));
        }
        Ok(())
    }

    /// The parts of a type that are written. Thread handles are not modelled.
    fn written(&mut self, ty: &CType<'s>, span: Span) -> Result<(Vec<Written<'s>>, Vec<Range<u64>>), Error> {
        let mut parts: Vec<Written> = Vec::new();
        let (scalars, others) = self.source.outlined(ty, span)?;
        for scalar in scalars {
            if let CType::Library(_) = scalar.ty {
                self.assume("a lock is not in use where `memset` clears it or `memcpy` writes it");
                continue;
            }
            let ty = match (scalar.bits, self.source.scalar_type(&scalar.ty)) {
                (Some(_), Some(ty)) => CType::Integer { ty: BitField::unit(ty), atomic: false },
                _ => scalar.ty.plain(),
            };
            let Some(found) = self.source.scalar_type(&ty) else { continue };
            // Bit-fields of one unit are written at once.
            if !parts.last().is_some_and(|last| last.offset == scalar.offset && last.scalar == found) {
                parts.push(Written { offset: scalar.offset, ty, scalar: found });
            }
        }
        Ok((parts, others))
    }

    /// The new value of a part.
    fn new_value(&mut self, part: &Written<'s>, source: &Source<'s>, span: Span) -> Result<Expr, Error> {
        match source {
            Source::Byte(Expr::Constant(0, _)) => Ok(Expr::Constant(0, part.scalar)),
            Source::Byte(_) if matches!(part.ty, CType::Pointer { .. }) => {
                Err(span.unsupported("a pointer that `memset` does not make null"))
            }
            // Nothing is known of the bits of `long double`.
            Source::Byte(_) if matches!(part.ty, CType::Float(12 | 16)) => Ok(Expr::Constant(0, part.scalar)),
            Source::Byte(_) if !part.scalar.width.is_multiple_of(8) => {
                Err(span.unsupported("a truth value that `memset` does not make false"))
            }
            Source::Byte(byte) => {
                let unsigned = Type { signed: false, ..part.scalar };
                let ones = Expr::Constant(0x0101_0101_0101_0101 & unsigned.mask(), unsigned);
                Ok(convert(Expr::binary(Binary::Multiply, byte.clone().cast(unsigned), ones), part.scalar))
            }
            Source::Element(spot) => {
                let spot = self.source.part(spot, part.offset, &part.ty);
                self.load_spot(&spot, span)
            }
            Source::Object { .. } => Err(span.unsupported("a copy of nothing")),
        }
    }
}

impl<'s> Context<'s> {
    /// The type of the elements that are written: what one of the pointers leads to, else what the size is of.
    fn element_type(&self, pointed: &[CType<'s>], bytes: &Expression<'s>) -> Result<CType<'s>, Error> {
        let is_character = |ty: &&CType| self.layout.size(ty) == Some(1);
        let typed = || pointed.iter().filter(|ty| self.layout.size(ty).is_some_and(|size| size > 0));
        let found = typed().find(|ty| !is_character(ty)).or_else(|| typed().next());
        let character = CType::integer(8, false);
        Ok(found.cloned().or_else(|| sized_type(bytes)).unwrap_or(character))
    }
}
