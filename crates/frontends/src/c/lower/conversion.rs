//! Values as other types, and sizes of types.

use super::super::arithmetic::{common, convert, negated, promoted};
use super::super::floating::Format;
use super::super::resolve::constant_expressions::size_of;
use super::super::syntax::{Designator, Expression, Span};
use super::super::types::{CType, VARIABLE_ARRAY};
use super::Lowering;
use super::context::Context;
use super::value::Value;
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

impl<'s> Lowering<'s> {
    /// A cast.
    pub fn cast(&mut self, ty: &'s CType<'s>, inner: &'s Expression<'s>, span: Span) -> Result<Value<'s>, Error> {
        let ty = ty.clone();
        self.refuse_variable(&ty, span)?;
        if let CType::Void = ty {
            self.effect(inner)?;
            return Ok(Value::Void);
        }
        let value = self.value(inner)?;
        self.converted(value, &ty, span)
    }

    /// The size of an array may have effects of its own.
    pub fn refuse_variable(&self, ty: &CType<'s>, span: Span) -> Result<(), Error> {
        if ty.is_variable() { Err(span.unsupported(VARIABLE_ARRAY)) } else { Ok(()) }
    }

    /// The value of an expression as its context converts it.
    pub fn brought(&mut self, expression: &Expression<'s>, value: Value<'s>) -> Result<Value<'s>, Error> {
        match (&expression.converted, value) {
            (Some(ty), value) => self.converted(value, ty, expression.span),
            // Where the type is not known to the resolver, nobody could promote the number.
            (None, Value::Integer(value)) if expression.ty.is_none() => Ok(Value::Integer(promoted(value))),
            (None, value) => Ok(value),
        }
    }

    /// Two numbers as operands or as values of one choice. They are of one type already, unless the type of one is not known
    /// to the resolver, as that of what gcc's built-in functions return: the usual arithmetic conversions (C11 6.3.1.8)
    /// bring such a number and another one to a type here.
    pub fn alike(&mut self, left: Value<'s>, right: Value<'s>, span: Span) -> Result<(Value<'s>, Value<'s>), Error> {
        match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => {
                let ty = common(left.ty(), right.ty());
                Ok((Value::Integer(left.cast(ty)), Value::Integer(right.cast(ty))))
            }
            (left, right) => match left.format().max(right.format()) {
                Some(format) => {
                    let left = Value::Float(self.as_float(left, format, span)?, format);
                    Ok((left, Value::Float(self.as_float(right, format, span)?, format)))
                }
                None => Ok((left, right)),
            },
        }
    }

    /// A value as another type.
    pub fn converted(&mut self, value: Value<'s>, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        match (ty, value) {
            (CType::Integer { ty, .. }, Value::Pointer(address, _)) => {
                if *ty == Type::BOOL {
                    return Ok(Value::Integer(convert(address, *ty)));
                }
                self.addresses.pointer_numbers.push(address.clone());
                // An address that is folded with other numbers would not be known as one any more.
                let mut names_object = false;
                address.visit(&mut |part| {
                    names_object |= matches!(part, Expr::Constant(bits, _) if self.memory.region_at(*bits).is_some());
                });
                let address = match names_object {
                    false => address,
                    true if self.calls.frames.is_empty() => {
                        self.addresses.numbers_at_file_scope = true;
                        address
                    }
                    true => {
                        let kept = self.temporary(address.ty());
                        self.graph.update(vec![(kept.place, address)], Vec::new());
                        kept.read()
                    }
                };
                Ok(Value::Integer(convert(address, *ty)))
            }
            (CType::Integer { ty, .. }, value) => Ok(Value::Integer(self.as_integer(value, *ty, span)?)),
            (CType::Float(bytes), value) => {
                let format = Format::of_bytes(*bytes);
                Ok(Value::Float(self.as_float(value, format, span)?, format))
            }
            // The model has its own addresses, which no number in the source can mean.
            (CType::Pointer { .. }, Value::Integer(Expr::Constant(bits, _))) if self.is_address(bits) => {
                Err(span.unsupported("an address that is written as a number"))
            }
            (CType::Pointer { to, .. }, Value::Integer(value)) => {
                Ok(Value::Pointer(value.cast(self.source.word()), (**to).clone()))
            }
            (CType::Pointer { to, .. }, Value::Pointer(address, _)) => {
                self.give_type(&address, to, span)?;
                Ok(Value::Pointer(address, (**to).clone()))
            }
            (CType::Record(_), value @ Value::Record(_)) => Ok(value),
            (CType::Void, _) => Ok(Value::Void),
            (CType::Pointer { .. }, other @ (Value::Void | Value::Thread(_))) => Ok(other),
            (CType::Thread, value @ Value::Thread(_)) => Ok(value),
            (other, _) => Err(span.unsupported(format!("a conversion to {}", other.describe()))),
        }
    }
}

impl<'s> Context<'s> {
    /// A distance in the other direction; an unsigned one must not wrap before it is widened.
    pub fn backwards(&self, by: Expr) -> Expr {
        negated(by.cast(Type { signed: true, ..self.word() }))
    }

    /// `sizeof`.
    pub fn size_value(&self, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        let ty = ty.clone();
        let size =
            size_of(&ty, self.layout).ok_or_else(|| span.unsupported(format!("the size of {}", ty.describe())))?;
        Ok(Value::Integer(size))
    }

    /// `offsetof`, with a path of members and constant indices.
    pub fn offset_value(&self, ty: &CType<'s>, path: &[Designator<'s>], span: Span) -> Result<Value<'s>, Error> {
        let (mut ty, mut offset) = (ty.clone(), 0);
        for designator in path {
            let (more, inner) = match (designator, &ty) {
                (Designator::Field(name), CType::Record(record)) => {
                    let found = self.layout.member(*record, name);
                    found.map(|(more, inner, _)| (more, inner)).ok_or_else(|| super::spot::unknown(name, span))?
                }
                _ => return Err(span.unsupported("this offset")),
            };
            (ty, offset) = (inner.clone(), offset + more);
        }
        Ok(Value::Integer(Expr::Constant(offset, self.word())))
    }
}
