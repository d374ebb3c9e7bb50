//! Where an expression leads to: variables, members, elements, and what pointers point to.

use super::super::floating::Format;
use super::super::layout::BitField;
use super::super::syntax::{Expression, ExpressionKind, Name, Prefix, Span};
use super::super::types::CType;
use super::super::visit::has_effects;
use super::Lowering;
use super::context::Context;
use super::memory::{Aspect, Kind, Memory, Route, Virtual, access_by};
use super::refusals::consequence;
use super::value::{Binding, Handle, Object, Spot, Value, Where};
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Claim;

impl<'s> Lowering<'s> {
    /// What an expression denotes that can be assigned to.
    pub fn spot(&mut self, expression: &'s Expression<'s>) -> Result<Spot<'s>, Error> {
        self.descend(expression.span)?;
        let spot = self.spot_inside(expression)?;
        self.calls.ascend();
        Ok(spot)
    }

    fn spot_inside(&mut self, expression: &'s Expression<'s>) -> Result<Spot<'s>, Error> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Name(name) => match self.lookup(*name) {
                Some(Binding::Variable(spot)) => Ok(spot.clone()),
                Some(Binding::Constant(_)) => Err(span.unsupported(format!("assigning to `{name}`"))),
                Some(Binding::Thread(..)) => Err(span.unsupported(format!("the thread handle `{name}` as a value"))),
                Some(Binding::Unusable(why)) => Err(span.unsupported(format!("`{name}`, {why},"))),
                Some(Binding::Refused) => Err(consequence(span)),
                None if self.source.functions.contains_key(name) => {
                    Err(span.unsupported(format!("the function `{name}` as a variable")))
                }
                None => Err(unknown(*name, span)),
            },
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => {
                let value = self.value(pointer)?;
                self.memory.followed(value, pointer.span, span)
            }
            ExpressionKind::Index(base, index) => self.element_spot(base, index, 0, span),
            ExpressionKind::Member(base, name, arrow) => {
                let base_spot = match arrow {
                    true => {
                        let value = self.value(base)?;
                        self.memory.followed(value, base.span, span)?
                    }
                    false if self.is_spot(base) => self.spot(base)?,
                    false => match self.value(base)? {
                        Value::Record(spot) => spot,
                        _ => return Err(base.span.unsupported("a member of something that is not a structure")),
                    },
                };
                self.source.member(base_spot, name, span)
            }
            ExpressionKind::Compound(ty, initial) => self.compound_literal(ty, initial, span),
            _ => match self.value(expression)? {
                Value::Record(spot) => Ok(spot),
                _ => Err(span.unsupported("this expression as a variable")),
            },
        }
    }

    /// Whether an expression denotes something that can be assigned to, rather than only a value.
    pub fn is_spot(&self, expression: &Expression<'s>) -> bool {
        match &expression.kind {
            ExpressionKind::Name(name) => matches!(self.lookup(*name), Some(Binding::Variable(_))),
            ExpressionKind::Prefix(Prefix::Dereference, _)
            | ExpressionKind::Member(..)
            | ExpressionKind::Compound(..) => true,
            ExpressionKind::Index(base, _) => !self.is_handles(base),
            _ => false,
        }
    }

    /// Whether an expression names a thread handle or an array of them.
    pub fn is_handles(&self, expression: &Expression<'s>) -> bool {
        expression.name().is_some_and(|name| matches!(self.lookup(name), Some(Binding::Thread(..))))
    }

    /// `base[index]`; of an array that a pointer leads to, the index is at most `beyond` after the last element's.
    fn element_spot(
        &mut self,
        base: &'s Expression<'s>,
        index: &'s Expression<'s>,
        beyond: u64,
        span: Span,
    ) -> Result<Spot<'s>, Error> {
        let mut value = match self.is_spot(base) {
            true => {
                let spot = self.spot(base)?;
                if let CType::Array(element, count) = &spot.ty {
                    let (element, count) = ((**element).clone(), *count);
                    let spot = if has_effects(index) { self.frozen(spot) } else { spot };
                    let index = self.integer(index)?;
                    let index = match spot.place {
                        Where::Computed(Route::Address(_)) => self.bounded(index, count, beyond, span),
                        _ => index,
                    };
                    return self.element(spot, element, count, index, span);
                }
                self.value_of(spot, base.span)?
            }
            false => self.value(base)?,
        };
        if has_effects(index) {
            value = self.kept(value);
        }
        let other = self.value(index)?;
        let (pointer, index) = match (value, other) {
            (pointer @ Value::Pointer(..), other) => (pointer, other),
            (index, pointer) => (pointer, index),
        };
        let index = index.integer(span)?;
        let Value::Pointer(address, element) = pointer else {
            return Err(base.span.unsupported("an index into something that is not an array"));
        };
        let element = element.clone();
        let whole = self.memory.spot_at(address.clone(), element.clone());
        if let Where::Fixed(region, 0) = whole.place {
            let count = self.source.stride(&element, span)?;
            let count = self.memory.regions[region as usize].size / count.max(1);
            return self.element(whole, element, Some(count), index, span);
        }
        let moved = self.moved(address, index, &element, span)?;
        Ok(self.memory.spot_at(moved, element))
    }

    /// An index that is below a number of elements, if that is known, or at most `beyond` above the last; another one fails.
    pub fn bounded(&mut self, index: Expr, count: Option<u64>, beyond: u64, span: Span) -> Expr {
        let Some(count) = count else { return index };
        let unsigned = Type { signed: false, ..index.ty() };
        let bound = Expr::Constant(count.saturating_add(beyond).min(unsigned.mask()), unsigned);
        if let (Expr::Constant(bits, _), Expr::Constant(bound, _)) = (&index, &bound)
            && bits < bound
        {
            return index;
        }
        let index = self.spill(index);
        let inside = Expr::binary(Binary::Less, index.clone().cast(unsigned), bound);
        let (there, outside) = (self.graph.fresh(), self.graph.fresh());
        self.guard(inside, span, there, outside);
        self.graph.at = outside;
        let text = format!("the index in `{}` can be out of range", self.source.source_text(span));
        self.fail(span.start, text, Claim::Valid);
        self.graph.at = there;
        index
    }

    /// An element of an array.
    fn element(
        &mut self,
        array: Spot<'s>,
        element: CType<'s>,
        count: Option<u64>,
        index: Expr,
        span: Span,
    ) -> Result<Spot<'s>, Error> {
        let stride = self.source.stride(&element, span)?;
        if let (Where::Computed(Route::Address(address)), None) = (&array.place, count) {
            let place = Where::Computed(Route::Address(self.moved(address.clone(), index, &element, span)?));
            return Ok(Spot { place, ty: element, bits: None });
        }
        let Some(count) = count else { return Err(span.unsupported("an array of unknown size")) };
        let known = match &index {
            Expr::Constant(bits, ty) => u64::try_from(ty.number(*bits)).ok().filter(|index| *index < count),
            _ => None,
        };
        let place = match (array.place, known) {
            (Where::Fixed(region, offset), Some(index)) => Where::Fixed(region, offset + index * stride),
            (Where::Fixed(region, offset), None) => {
                Where::Computed(Route::Elements { region, offset, indices: vec![(index, stride, count)] })
            }
            (Where::Computed(Route::Elements { region, offset, indices }), Some(index)) => {
                Where::Computed(Route::Elements { region, offset: offset + index * stride, indices })
            }
            (Where::Computed(Route::Elements { region, offset, mut indices }), None) => {
                indices.push((index, stride, count));
                Where::Computed(Route::Elements { region, offset, indices })
            }
            (Where::Computed(Route::Address(address)), _) => {
                Where::Computed(Route::Address(self.moved(address, index, &element, span)?))
            }
        };
        Ok(Spot { place, ty: element, bits: None })
    }

    /// An address moved by a number of elements.
    pub fn moved(&mut self, address: Expr, by: Expr, element: &CType<'s>, span: Span) -> Result<Expr, Error> {
        let stride = Expr::Constant(self.source.stride(element, span)?, self.source.word());
        let bytes = match by.cast(self.source.word()) {
            by if stride == Expr::Constant(1, self.source.word()) => by,
            by => Expr::binary(Binary::Multiply, by, stride),
        };
        // Sums keep one constant. An address that is folded with another number would not be known as one any more.
        let (address, bytes) = match (has_constant(&address), has_constant(&bytes)) {
            (true, _) if matches!(bytes, Expr::Constant(..)) => (self.spill(address), bytes),
            (_, true) if matches!(address, Expr::Constant(..)) => (address, self.spill(bytes)),
            _ => (address, bytes),
        };
        Ok(Expr::binary(Binary::Add, address, bytes))
    }

    /// The address of what an expression denotes.
    pub fn spot_address(&self, spot: &Spot<'s>) -> Expr {
        match &spot.place {
            Where::Fixed(region, offset) => self.address_of(*region, *offset),
            Where::Computed(Route::Address(address)) => address.clone(),
            Where::Computed(Route::Elements { region, offset, indices }) => {
                let word = self.source.word();
                indices.iter().fold(self.address_of(*region, *offset), |address, (index, stride, _)| {
                    let stride = Expr::Constant(*stride, word);
                    let bytes = Expr::binary(Binary::Multiply, index.clone().cast(word), stride);
                    Expr::binary(Binary::Add, address, bytes)
                })
            }
        }
    }

    /// The scalar variable at a spot.
    pub fn object_of(&mut self, spot: &Spot<'s>, span: Span) -> Result<Object, Error> {
        let Some(ty) = self.source.scalar_type(&spot.ty) else { return Err(span.unsupported(spot.ty.describe())) };
        let ty = if spot.bits.is_some() { BitField::unit(ty) } else { ty };
        self.part_object(spot, ty, 0, span)
    }

    /// The scalar variable at a spot, or another part of the library object there.
    pub fn part_object(&mut self, spot: &Spot<'s>, ty: Type, part: u8, span: Span) -> Result<Object, Error> {
        let library = match spot.ty {
            CType::Library(library) => Some(library),
            _ => None,
        };
        let route = match &spot.place {
            Where::Fixed(region, offset) => {
                let found = &self.memory.regions[*region as usize];
                match found.cell(*offset, ty, library, part) {
                    // What may be freed, or is looked at with another sign, is found when all pointers are known.
                    Some(cell)
                        if cell.ty == ty
                            && !matches!(found.kind, Kind::Heap(..) | Kind::Given(_))
                            && !found.has_length() =>
                    {
                        // The type of the access decides, not that of the variable (C11 5.1.2.4).
                        let object = Object { place: cell.place, ty, access: access_by(&spot.ty), library };
                        self.memory.note_access(object.place, span);
                        return Ok(object);
                    }
                    Some(_) => {}
                    None if *offset >= found.size || matches!(found.kind, Kind::Text(_)) => {}
                    None if found.opaque.is_some() => {}
                    None => {
                        let what = match found.kind {
                            Kind::Function(name) => format!("the function `{name}` as a variable"),
                            _ => format!("an access to `{}` by another type than its own", found.name),
                        };
                        return Err(span.unsupported(what));
                    }
                }
                Route::Address(self.address_of(*region, *offset))
            }
            Where::Computed(route) => route.clone(),
        };
        let access = Virtual { route, ty, library, aspect: Aspect::Part(part), span };
        Ok(self.memory.virtual_object(access, access_by(&spot.ty)))
    }

    /// The spot with the values that it depends on kept, whatever happens later.
    pub fn frozen(&mut self, spot: Spot<'s>) -> Spot<'s> {
        let place = match spot.place {
            Where::Fixed(..) => spot.place,
            Where::Computed(Route::Address(address)) => Where::Computed(Route::Address(self.spill(address))),
            Where::Computed(Route::Elements { region, offset, indices }) => {
                let kept = indices.into_iter().map(|(index, stride, count)| (self.spill(index), stride, count));
                let indices = kept.collect();
                Where::Computed(Route::Elements { region, offset, indices })
            }
        };
        Spot { place, ..spot }
    }

    /// The value with what it depends on kept, whatever happens later.
    pub fn kept(&mut self, value: Value<'s>) -> Value<'s> {
        match value {
            Value::Integer(value) => Value::Integer(self.spill(value)),
            Value::Float(value, format) => Value::Float(self.spill(value), format),
            Value::Pointer(address, ty) => Value::Pointer(self.spill(address), ty),
            other => other,
        }
    }

    /// What is at a spot.
    pub fn value_of(&mut self, spot: Spot<'s>, span: Span) -> Result<Value<'s>, Error> {
        match &spot.ty {
            CType::Integer { .. } => {
                let value = self.load_spot(&spot, span)?;
                Ok(Value::Integer(value))
            }
            CType::Pointer { to, .. } => {
                let value = self.load_spot(&spot, span)?;
                Ok(Value::Pointer(value, (**to).clone()))
            }
            CType::Float(bytes) => {
                let format = Format::of_bytes(*bytes);
                let value = self.load_spot(&spot, span)?;
                Ok(Value::Float(value, format))
            }
            CType::Array(element, _) => Ok(Value::Pointer(self.spot_address(&spot), (**element).clone())),
            CType::Record(record) => {
                self.source.refuse_layout(*record, span)?;
                Ok(Value::Record(spot))
            }
            CType::Function(_) => Ok(Value::Pointer(self.spot_address(&spot), spot.ty.clone())),
            CType::Thread => {
                self.assume_room(&spot);
                Ok(Value::Thread(None))
            }
            CType::Library(_) => Err(span.unsupported(format!("{} outside its functions", spot.ty.describe()))),
            other => Err(span.unsupported(other.describe())),
        }
    }

    /// `&expression`.
    pub fn address(&mut self, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        match &expression.kind {
            ExpressionKind::Name(name) if self.lookup(*name).is_none() && self.source.functions.contains_key(name) => {
                self.function_value(*name, expression.span)
            }
            // A pointer's target has the pointer as its address, whether it is valid or not.
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => self.value(pointer),
            ExpressionKind::Text(_) => self.value(expression),
            _ => {
                let spot = match &expression.kind {
                    // The address after the last element may be taken.
                    ExpressionKind::Index(base, index) => self.element_spot(base, index, 1, expression.span)?,
                    _ => self.spot(expression)?,
                };
                if spot.bits.is_some() {
                    return Err(expression.span.unsupported("the address of a bit-field"));
                }
                Ok(Value::Pointer(self.spot_address(&spot), spot.ty))
            }
        }
    }

    /// A function as a pointer.
    pub fn function_value(&mut self, name: Name<'s>, span: Span) -> Result<Value<'s>, Error> {
        let Some(function) = self.source.functions.get(&name).copied() else { return Err(unknown(name, span)) };
        // Where it is not defined, a weak function is at address 0.
        self.source.refuse_attribute(function.name, span)?;
        let address = self.function_address(function.name, span)?;
        Ok(Value::Pointer(address, function.ty.clone()))
    }

    /// The value of a name.
    pub fn name_value(&mut self, name: Name<'s>, span: Span) -> Result<Value<'s>, Error> {
        match self.lookup(name) {
            Some(Binding::Variable(spot)) => {
                let spot = spot.clone();
                self.value_of(spot, span)
            }
            Some(Binding::Constant(value)) => Ok(value.clone()),
            Some(Binding::Thread(declaration, _)) => {
                Ok(Value::Thread(Some(Handle { declaration: *declaration, index: 0 })))
            }
            Some(Binding::Unusable(why)) => Err(span.unsupported(format!("`{name}`, {why},"))),
            Some(Binding::Refused) => Err(consequence(span)),
            None if self.source.functions.contains_key(&name) => self.function_value(name, span),
            None => Err(unknown(name, span)),
        }
    }
}

impl<'s> Memory<'s> {
    /// What a pointer points to.
    pub fn followed(&mut self, value: Value<'s>, pointer: Span, span: Span) -> Result<Spot<'s>, Error> {
        match value {
            Value::Pointer(address, ty) => {
                let ty = ty.clone();
                Ok(self.spot_at(address, ty))
            }
            Value::Integer(_) | Value::Float(..) => Err(pointer.unsupported("an integer as a pointer")),
            Value::Record(_) => Err(pointer.unsupported("a structure as a pointer")),
            Value::Thread(_) | Value::Void => Err(span.unsupported("this expression as a pointer")),
        }
    }

    fn spot_at(&self, address: Expr, ty: CType<'s>) -> Spot<'s> {
        let fixed = match address {
            Expr::Constant(bits, _) => self.region_at(bits).map(|region| (region, bits)),
            _ => None,
        };
        // How many parts those objects have is not known.
        let fixed = fixed.filter(|(region, _)| !matches!(self.regions[*region as usize].kind, Kind::Given(_)));
        let place = match fixed {
            Some((region, bits)) => Where::Fixed(region, bits - self.regions[region as usize].base),
            None => Where::Computed(Route::Address(address)),
        };
        Spot { place, ty, bits: None }
    }
}

impl<'s> Context<'s> {
    /// The bytes from one element to the next.
    pub fn stride(&self, element: &CType<'s>, span: Span) -> Result<u64, Error> {
        match element {
            CType::Void | CType::Function(_) => Ok(1),
            element => {
                let size = self.layout.size(element);
                size.ok_or_else(|| span.unsupported(format!("a pointer to {} here", self.obstacle(element))))
            }
        }
    }

    /// A member of a structure or union.
    pub fn member(&mut self, spot: Spot<'s>, name: &str, span: Span) -> Result<Spot<'s>, Error> {
        let CType::Record(record) = spot.ty else {
            return Err(span.unsupported(format!("the member `{name}` of {}", spot.ty.describe())));
        };
        self.refuse_layout(record, span)?;
        let Some((offset, ty, bits)) = self.layout.member(record, name) else {
            return Err(Error::new(Code::UnknownName, format!("there is no member `{name}`"), span.range()));
        };
        Ok(Spot { bits, ..self.part(&spot, offset, &ty) })
    }

    /// The layout of a structure must be the one that C gives it.
    pub fn refuse_layout(&self, record: u32, span: Span) -> Result<(), Error> {
        match self.layout.records[record as usize].attribute {
            Some(name) => Err(span.unsupported(format!("a structure with the attribute `{name}`"))),
            None => Ok(()),
        }
    }
}

/// The error about a name that nobody declares.
pub fn unknown(name: impl std::fmt::Display, span: Span) -> Error {
    Error::new(Code::UnknownName, format!("`{name}` is not declared"), span.range())
}

/// The bits of a number that a bit-field has.
pub fn bit_field(value: Expr, shift: u8, width: u8) -> Expr {
    let ty = value.ty();
    let up = Expr::Constant(u64::from(ty.width - shift - width), ty);
    let down = Expr::Constant(u64::from(ty.width - width), ty);
    // To the top and back, so that the sign is the field's.
    Expr::binary(Binary::ShiftRight, Expr::binary(Binary::ShiftLeft, value, up), down)
}

/// A number with the bits of a bit-field replaced.
pub fn with_bit_field(whole: Expr, value: Expr, shift: u8, width: u8) -> Expr {
    let ty: Type = whole.ty();
    let mask = (u64::MAX >> (64 - u32::from(width))) << shift & ty.mask();
    let placed = Expr::binary(Binary::ShiftLeft, value.cast(ty), Expr::Constant(shift.into(), ty));
    let placed = Expr::binary(Binary::And, placed, Expr::Constant(mask, ty));
    let rest = Expr::binary(Binary::And, whole, Expr::Constant(!mask & ty.mask(), ty));
    Expr::binary(Binary::Or, rest, placed)
}

/// Whether a value is the sum of something and a constant.
fn has_constant(value: &Expr) -> bool {
    matches!(value, Expr::Binary(Binary::Add, _, right) if matches!(**right, Expr::Constant(..)))
}
