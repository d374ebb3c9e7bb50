//! Reading and writing. An access to a shared variable is one step; compound assignments to `_Atomic` ones are one step
//! too. A structure is read and written part by part.

use super::super::arithmetic::{common, convert};
use super::super::floating::Format;
use super::super::layout::BitField;
use super::super::syntax::{Expression, ExpressionKind, Operator, Span};
use super::super::types::CType;
use super::super::visit::has_effects;
use super::Lowering;
use super::context::Context;
use super::expression::POINTER_ARITHMETIC;
use super::memory::Route;
use super::spot::{bit_field, with_bit_field};
use super::value::{Object, Spot, Value, Where};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

impl<'s> Lowering<'s> {
    /// `left = right` or `left op= right`; the value is only made if it is wanted.
    pub fn assign(
        &mut self,
        operator: Option<Operator>,
        left: &'s Expression<'s>,
        right: &'s Expression<'s>,
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        match operator {
            Some(operator) => self.assign_computed(operator, left, right, span, wanted),
            None => {
                let mut spot = self.spot(left)?;
                if has_effects(right) {
                    spot = self.frozen(spot);
                }
                if let (CType::Library(_), ExpressionKind::Compound(_, initial)) = (&spot.ty, &right.kind) {
                    self.initialise(&spot, initial, span)?;
                    return Ok(Value::Void);
                }
                let value = self.value(right)?;
                self.store_as_is(&spot, value, right.span, span, wanted)
            }
        }
    }

    /// `left op= right`. A right side with effects comes first, as gcc and clang have it: `x += f()` adds to what `f` leaves.
    fn assign_computed(
        &mut self,
        operator: Operator,
        left: &'s Expression<'s>,
        right: &'s Expression<'s>,
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        let mut early = None;
        if has_effects(right) {
            let value = self.unconverted(right)?;
            early = Some(self.kept(value));
            if self.notes.order_is_noted {
                self.assume("of `x += f()`, `f()` is evaluated first");
            }
        }
        let spot = self.spot(left)?;
        if self.is_floating(&spot.ty, right) {
            let before = self.value_of(spot.clone(), left.span)?;
            let by = match early {
                Some(value) => self.brought(right, value)?,
                None => self.value(right)?,
            };
            return self.assign_float(operator, (&spot, left, before), by, span, wanted.then_some(false));
        }
        let mut by = |lowering: &mut Self| match early.take() {
            Some(value) => lowering.brought(right, value)?.integer(right.span),
            None => lowering.integer(right),
        };
        if let CType::Pointer { to, .. } = &spot.ty {
            let to = (**to).clone();
            let by = by(self)?;
            return self.move_pointer(&spot, to, operator, by, span, wanted.then_some(false));
        }
        let Some(ty) = self.source.scalar_type(&spot.ty) else {
            return Err(left.span.unsupported(format!("arithmetic with {}", spot.ty.describe())));
        };
        if super::memory::is_atomic(&spot.ty) {
            let object = self.object_of(&spot, left.span)?;
            let by = by(self)?;
            return self.modify(&object, (operator, left), by, span, wanted.then_some(false));
        }
        let old = self.load_spot(&spot, left.span)?;
        let by = by(self)?;
        let value = convert(self.computed(operator, left, old, by)?, ty);
        Ok(Value::Integer(self.store_spot(&spot, value, span, wanted)?))
    }

    /// What an operator makes of the value of an object that it changes, and of another one that is converted.
    fn computed(&mut self, operator: Operator, object: &Expression<'s>, old: Expr, by: Expr) -> Result<Expr, Error> {
        let old = self.brought(object, Value::Integer(old))?;
        let value = self.operation(operator, old, Value::Integer(by), object.span, object.span)?;
        value.integer(object.span)
    }

    /// Writes a value that the library or the model makes, after converting it to the variable's type; returns the value if
    /// it is wanted.
    pub fn store_value(
        &mut self,
        spot: &Spot<'s>,
        value: Value<'s>,
        from: Span,
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        let value = match &spot.ty {
            CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. } => self.converted(value, &spot.ty, from)?,
            _ => value,
        };
        self.store_as_is(spot, value, from, span, wanted)
    }

    /// Writes a value that is converted to the variable's type; returns the value if it is wanted.
    pub fn store_as_is(
        &mut self,
        spot: &Spot<'s>,
        value: Value<'s>,
        from: Span,
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        let not_known = || from.unsupported("assigning something whose type is not known");
        match &spot.ty {
            CType::Record(_) => {
                let Value::Record(source) = value else {
                    return Err(from.unsupported(format!("{} as a structure", value.describe())));
                };
                self.copy(spot, &source, span)?;
                Ok(Value::Record(spot.clone()))
            }
            CType::Pointer { to, .. } => {
                let address = value.number(from)?;
                if address.ty() != self.source.word() {
                    return Err(not_known());
                }
                Ok(Value::Pointer(self.store_spot(spot, address, span, wanted)?, (**to).clone()))
            }
            CType::Float(bytes) => {
                let format = Format::of_bytes(*bytes);
                let value = match value {
                    Value::Float(value, same) if same == format => value,
                    Value::Float(..) | Value::Integer(_) => return Err(not_known()),
                    other => other.integer(from)?,
                };
                Ok(Value::Float(self.store_spot(spot, value, span, wanted)?, format))
            }
            CType::Integer { ty, .. } => {
                let value = value.integer(from)?;
                if value.ty() != *ty {
                    return Err(not_known());
                }
                Ok(Value::Integer(self.store_spot(spot, value, span, wanted)?))
            }
            other => Err(span.unsupported(format!("assigning to {}", other.describe()))),
        }
    }

    /// Copies a structure part by part.
    fn copy(&mut self, to: &Spot<'s>, from: &Spot<'s>, span: Span) -> Result<(), Error> {
        let same = matches!((&to.ty, &from.ty), (CType::Record(left), CType::Record(right)) if left == right);
        if !same {
            return Err(span.unsupported("a structure as another one"));
        }
        let (to, from) = (self.frozen(to.clone()), self.frozen(from.clone()));
        let mut last = None;
        let (scalars, others) = self.source.outlined(&to.ty, span)?;
        for range in others {
            let [to, from] = [&to, &from].map(|spot| {
                let address = self.spot_address(&self.source.part(spot, range.start, &CType::Void));
                self.spill(address)
            });
            let count = Expr::Constant(range.end - range.start, self.source.word());
            self.write_opaque(to, count, Some((from, span)), (span, span));
        }
        for scalar in scalars {
            let ty = match (scalar.bits, self.source.scalar_type(&scalar.ty)) {
                (Some(_), Some(ty)) => CType::Integer { ty: BitField::unit(ty), atomic: false },
                // A structure is copied plainly, its `_Atomic` members too.
                _ => scalar.ty.clone().plain(),
            };
            let unit = (scalar.offset, self.source.scalar_type(&ty));
            // Bit-fields of one unit are copied at once; thread handles have no value.
            if unit.1.is_none() || scalar.bits.is_some() && last == Some(unit) {
                continue;
            }
            if let CType::Library(_) = scalar.ty {
                return Err(span.unsupported(format!("copying {}", scalar.ty.describe())));
            }
            last = Some(unit);
            let source = self.source.part(&from, scalar.offset, &ty);
            let target = self.source.part(&to, scalar.offset, &ty);
            let value = self.load_spot(&source, span)?;
            self.store_spot(&target, value, span, false)?;
        }
        Ok(())
    }

    /// Reads a scalar.
    pub fn load_spot(&mut self, spot: &Spot<'s>, span: Span) -> Result<Expr, Error> {
        let object = self.object_of(spot, span)?;
        let value = self.load(&object, span);
        Ok(match spot.bits {
            Some(bits) => field_value(value, bits),
            None => value,
        })
    }

    /// Writes a scalar of the variable's type; returns the value if it is wanted.
    pub fn store_spot(&mut self, spot: &Spot<'s>, value: Expr, span: Span, wanted: bool) -> Result<Expr, Error> {
        let object = self.object_of(spot, span)?;
        let Some(bits) = spot.bits else { return Ok(self.store(&object, value, span, wanted)) };
        // The unit is read and written as a whole.
        let value = self.spill(value);
        let old = self.load(&object, span);
        let new = with_bit_field(old, value, bits.shift, bits.width);
        let new = self.store(&object, new, span, wanted);
        Ok(field_value(new, bits))
    }

    /// Writes a value of the variable's type; returns the value if it is wanted.
    pub fn store(&mut self, object: &Object, value: Expr, span: Span, wanted: bool) -> Expr {
        let value = if wanted && object.is_shared() { self.spill(value) } else { value };
        let result = if object.is_shared() { value.clone() } else { object.read() };
        self.refuse_constant(object.place, span);
        let statements = self.note(span);
        self.graph.access(object.access, vec![(object.place, value)], statements);
        result
    }

    /// `++` and `--`; `wanted` tells whether the value before is.
    pub fn step_by_one(
        &mut self,
        operator: Operator,
        operand: &'s Expression<'s>,
        span: Span,
        wanted: Option<bool>,
    ) -> Result<Value<'s>, Error> {
        let spot = self.spot(operand)?;
        if let CType::Pointer { to, .. } = &spot.ty {
            let to = (**to).clone();
            return self.move_pointer(&spot, to, operator, Expr::int(1), span, wanted);
        }
        if let CType::Float(bytes) = spot.ty {
            let format = Format::of_bytes(bytes);
            let before = self.value_of(spot.clone(), operand.span)?;
            let one = Value::Float(format.constant(format.of_integer(1)), format);
            return self.assign_float(operator, (&spot, operand, before), one, span, wanted);
        }
        let Some(ty) = self.source.scalar_type(&spot.ty) else {
            return Err(operand.span.unsupported(format!("arithmetic with {}", spot.ty.describe())));
        };
        if let CType::Library(_) = spot.ty {
            return Err(operand.span.unsupported(format!("{} outside its functions", spot.ty.describe())));
        }
        let one = Expr::int(1).cast(common(ty, Type::INT));
        if super::memory::is_atomic(&spot.ty) {
            let object = self.object_of(&spot, operand.span)?;
            return self.modify(&object, (operator, operand), one, span, wanted);
        }
        let mut old = self.load_spot(&spot, operand.span)?;
        if wanted == Some(true) {
            old = self.spill(old);
        }
        let new = convert(self.computed(operator, operand, old.clone(), one)?, ty);
        let new = self.store_spot(&spot, new, span, wanted == Some(false))?;
        Ok(Value::Integer(if wanted == Some(true) { old } else { new }))
    }

    /// `p += n`, `p--` and the like; `wanted` tells whether the value before is.
    fn move_pointer(
        &mut self,
        spot: &Spot<'s>,
        to: CType<'s>,
        operator: Operator,
        by: Expr,
        span: Span,
        wanted: Option<bool>,
    ) -> Result<Value<'s>, Error> {
        let by = match operator {
            Operator::Add => by,
            Operator::Subtract => self.source.backwards(by),
            _ => return Err(span.unsupported(POINTER_ARITHMETIC)),
        };
        if super::memory::is_atomic(&spot.ty) {
            let object = self.object_of(spot, span)?;
            let new = self.moved(object.read(), by, &to, span)?;
            return Ok(match self.exchange(&object, new, span, wanted) {
                Value::Integer(address) => Value::Pointer(address, to),
                other => other,
            });
        }
        let by = self.spill(by);
        let mut old = self.load_spot(spot, span)?;
        if wanted == Some(true) {
            old = self.spill(old);
        }
        let new = self.moved(old.clone(), by, &to, span)?;
        let new = self.store_spot(spot, new, span, wanted == Some(false))?;
        Ok(Value::Pointer(if wanted == Some(true) { old } else { new }, to))
    }

    /// One step that reads, computes and writes; `wanted` tells whether the value before is.
    pub fn modify(
        &mut self,
        object: &Object,
        (operator, left): (Operator, &Expression<'s>),
        right: Expr,
        span: Span,
        wanted: Option<bool>,
    ) -> Result<Value<'s>, Error> {
        let new = convert(self.computed(operator, left, object.read(), right)?, object.ty);
        Ok(self.exchange(object, new, span, wanted))
    }

    /// One step that writes a value, which may depend on the one before; `wanted` tells whether that one is.
    pub fn exchange(&mut self, object: &Object, new: Expr, span: Span, wanted: Option<bool>) -> Value<'s> {
        let mut updates = vec![(object.place, new.clone())];
        let mut result = Value::Void;
        if let Some(old_wanted) = wanted {
            let kept = self.temporary(object.ty);
            updates.push((kept.place, if old_wanted { object.read() } else { new }));
            result = Value::Integer(kept.read());
        }
        self.refuse_constant(object.place, span);
        let statements = self.note(span);
        self.graph.access(object.access.atomic(), updates, statements);
        result
    }
}

impl<'s> Context<'s> {
    /// What is at an offset from a spot.
    pub fn part(&self, spot: &Spot<'s>, offset: u64, ty: &CType<'s>) -> Spot<'s> {
        let place = match spot.place.clone() {
            Where::Fixed(region, start) => Where::Fixed(region, start + offset),
            Where::Computed(Route::Elements { region, offset: start, indices }) => {
                Where::Computed(Route::Elements { region, offset: start + offset, indices })
            }
            Where::Computed(Route::Address(address)) => {
                let offset = Expr::Constant(offset, self.word());
                Where::Computed(Route::Address(Expr::binary(Binary::Add, address, offset)))
            }
        };
        Spot { place, ty: ty.clone(), bits: None }
    }
}

/// The value of a bit-field of a unit, as an operand.
fn field_value(unit: Expr, bits: BitField) -> Expr {
    let ty = bits.promoted(unit.ty());
    bit_field(unit, bits.shift, bits.width).cast(ty)
}
