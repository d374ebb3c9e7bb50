//! Memory that gets any values: `__VERIFIER_nondet_memory`, and what functions without a body may write that only
//! promise any result. Each part is written in a step of its own, as by a loop of stores.

use super::super::atomic::{Access, Mark};
use super::super::syntax::Span;
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::heap::sized_type;
use super::memory::{Aspect, Cell, Route, Touch, Virtual};
use super::value::{Object, Spot, Value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// Up to so many elements are written one after the other; more are written by a loop.
const LISTED: u64 = 16;

impl<'s> Lowering<'s> {
    /// `__VERIFIER_nondet_memory(pointer, bytes)`.
    pub fn any_memory(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { span, .. } = call;
        let (pointer, bytes) = (call.argument(0)?, call.argument(1)?);
        let value = self.unconverted(pointer)?;
        let Value::Pointer(address, pointed) = self.kept(value) else {
            return Err(pointer.span.unsupported("this expression as a pointer"));
        };
        // A pointer to `void` says nothing of the parts; the size may.
        let element = match pointed.clone() {
            CType::Void => match sized_type(bytes) {
                Some(element) => element,
                None => {
                    let count = self.integer(bytes)?;
                    self.any_bytes(address, count, Touch::Writes, pointer.span, span);
                    return Ok(Value::Void);
                }
            },
            known => known,
        };
        let size = self.source.stride(&element, span)?;
        let count = match self.integer(bytes)? {
            Expr::Constant(bits, _) if bits % size == 0 && bits / size <= LISTED => {
                let whole = self.memory.followed(Value::Pointer(address, element.clone()), pointer.span, span)?;
                for number in 0..bits / size {
                    let part = self.source.part(&whole, number * size, &element);
                    self.fill_any(&part, span)?;
                }
                return Ok(Value::Void);
            }
            Expr::Constant(bits, _) if bits % size != 0 => {
                return Err(bytes.span.unsupported("any values for a part of an element"));
            }
            bytes => {
                let word = self.source.word();
                let (bytes, size) = (self.spill(bytes.cast(word)), Expr::Constant(size, word));
                self.only_whole(&bytes, &size, span);
                self.spill(Expr::binary(Binary::Divide, bytes, size))
            }
        };
        // Any elements get any values, as often as they like; the old value is any value, too.
        let (head, writes, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let index = self.temporary(self.source.word());
        self.graph.go(head);
        self.graph.at = head;
        let statements = self.note(span);
        self.graph.update(vec![(index.place, Expr::Input(0, index.ty))], statements);
        let inside = Expr::binary(Binary::Less, index.read(), count);
        self.guard(inside, span, writes, after);
        self.graph.at = writes;
        let moved = self.moved(address, index.read(), &element, span)?;
        let spot = self.memory.followed(Value::Pointer(moved, element), pointer.span, span)?;
        let spot = self.frozen(spot);
        self.fill_any(&spot, span)?;
        self.graph.go(head);
        self.graph.at = after;
        Ok(Value::Void)
    }

    /// The object that an argument points to is read or gets any values, since nobody knows what a function without a body does.
    pub fn any_object(&mut self, pointer: &Value<'s>, touch: Touch, at: Span, span: Span) {
        let Value::Pointer(address, _) = pointer else { return };
        let region = match address {
            Expr::Constant(0, _) => return,
            Expr::Constant(bits, _) => self.memory.region_at(*bits),
            _ => None,
        };
        let cells = region.map(|region| self.memory.regions[region as usize].cells.clone());
        let Some(cells) = cells.filter(|cells| !cells.iter().any(is_opaque)) else {
            self.any_parts(address.clone(), touch, at, span);
            return;
        };
        // That numbers are read matters to races only.
        if touch == Touch::Reads && !self.source.options.property.is_about_races() {
            return;
        }
        for cell in cells {
            self.memory.note_access(cell.place, span);
            if touch == Touch::Writes {
                self.refuse_constant(cell.place, span);
            }
            let object = Object { place: cell.place, ty: cell.ty, access: Access::Plain, library: None };
            self.touch_any(&object, touch, span);
        }
    }

    /// Reads an object, or writes any value to it.
    pub fn touch_any(&mut self, object: &Object, touch: Touch, span: Span) {
        let update = match touch {
            Touch::Reads => (self.temporary(object.ty).place, object.read()),
            Touch::Writes => (object.place, Expr::Input(0, object.ty)),
        };
        let statements = self.note(span);
        self.graph.access(Access::Plain, vec![update], statements);
    }

    /// Any parts of the object at an address are touched, as often as they like. Which object that is, is known when all
    /// pointers are.
    fn any_parts(&mut self, address: Expr, touch: Touch, at: Span, span: Span) {
        let address = self.spill(address);
        // As wide as any part, whose type the value is converted to.
        let ty = Type { width: 64, signed: false };
        let (head, touches, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.connect(head, Mark::None, Edge::jump(after));
        self.graph.connect(head, Mark::None, Edge::jump(touches));
        self.graph.at = touches;
        let (route, aspect) = (Route::Address(address), Aspect::AnyPart(touch));
        let object =
            self.memory.virtual_object(Virtual { route, ty, library: None, aspect, span: at }, Access::Library);
        self.touch_any(&object, touch, span);
        self.graph.go(head);
        self.graph.at = after;
    }

    /// Writes any value to each part of a variable.
    fn fill_any(&mut self, spot: &Spot<'s>, span: Span) -> Result<(), Error> {
        for scalar in self.source.scalars(&spot.ty, span)? {
            let Some(ty) = self.source.scalar_type(&scalar.ty).filter(|_| !matches!(scalar.ty, CType::Library(_)))
            else {
                return Err(span.unsupported(format!("any value of {}", scalar.ty.describe())));
            };
            let part = Spot { bits: scalar.bits, ..self.source.part(spot, scalar.offset, &scalar.ty.plain()) };
            self.store_spot(&part, Expr::Input(0, ty), span, false)?;
        }
        Ok(())
    }
}

/// Whether a part has no values that can be any: a pointer must lead somewhere, and a lock is a matter of its functions.
pub fn is_opaque(cell: &Cell) -> bool {
    cell.library().is_some() || matches!(cell.declared, CType::Pointer { .. })
}
