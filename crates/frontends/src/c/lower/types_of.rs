//! The types of expressions that are not evaluated: for `sizeof` and `typeof`.

use super::super::arithmetic::common;
use super::super::known::is_reserved;
use super::super::syntax::{Expression, ExpressionKind, Operator, Prefix, Span};
use super::super::types::CType;
use super::Lowering;
use super::joins::is_null;
use super::value::{Binding, Value};
use crate::error::Error;
use std::rc::Rc;
use umpteen_model::c::expression::Type;

impl<'s> Lowering<'s> {
    /// The type with `typeof` looked up.
    pub fn resolved(&self, ty: &CType<'s>) -> Result<CType<'s>, Error> {
        match ty {
            // The type of a variable keeps its `_Atomic`; values have none.
            CType::Typeof(expression) => self.type_of(expression),
            other => Ok(other.clone()),
        }
    }

    /// The type of an expression that is not evaluated.
    pub fn type_of(&self, expression: &Expression<'s>) -> Result<CType<'s>, Error> {
        let integer = |ty: Type| CType::Integer { ty, atomic: false };
        let unknown = || expression.span.unsupported("the type of this expression");
        match &expression.kind {
            ExpressionKind::Constant(_, ty) => Ok(integer(*ty)),
            ExpressionKind::Text(bytes) => {
                let character = Rc::new(CType::integer(8, true));
                Ok(CType::Array(character, Some(bytes.len() as u64 + 1)))
            }
            ExpressionKind::Name(name) => match self.lookup(*name) {
                Some(Binding::Variable(spot)) => Ok(spot.ty.clone()),
                Some(Binding::Constant(Value::Integer(value))) => Ok(integer(value.ty())),
                Some(Binding::Constant(Value::Pointer(_, to))) => Ok(to.clone().pointer()),
                Some(Binding::Thread(_, None)) => Ok(CType::Thread),
                Some(Binding::Thread(_, count)) => Ok(CType::Array(Rc::new(CType::Thread), *count)),
                None if self.functions.contains_key(name) => Ok(self.functions[name].ty.clone()),
                _ => Err(expression.span.unsupported(format!("the type of `{name}`"))),
            },
            ExpressionKind::Prefix(Prefix::Dereference, inner) | ExpressionKind::Index(inner, _) => {
                match self.type_of(inner)? {
                    CType::Pointer { to, .. } | CType::Array(to, _) => self.resolved(&to),
                    function @ CType::Function(_) => Ok(function),
                    _ => Err(unknown()),
                }
            }
            ExpressionKind::Prefix(Prefix::Address, inner) => Ok(self.type_of(inner)?.pointer()),
            ExpressionKind::Member(base, name, arrow) => {
                let base = match (self.type_of(base)?, arrow) {
                    (CType::Pointer { to, .. } | CType::Array(to, _), true) => self.resolved(&to)?,
                    (ty, _) => ty,
                };
                let CType::Record(record) = base else { return Err(unknown()) };
                let member = self.layout.member(record, name).ok_or_else(unknown)?;
                self.resolved(&member.1)
            }
            ExpressionKind::Cast(ty, _) => Ok(self.resolved(ty)?.plain()),
            ExpressionKind::Compound(ty, _) => self.resolved(ty),
            ExpressionKind::Comma(parts) if !parts.is_empty() => {
                Ok(self.type_of(&parts[parts.len() - 1])?.decayed().plain())
            }
            ExpressionKind::Prefix(Prefix::Not, _) | ExpressionKind::All(_) | ExpressionKind::Any(_) => Ok(CType::INT),
            ExpressionKind::Prefix(Prefix::Plus | Prefix::Minus | Prefix::Complement, inner) => {
                Ok(integer(common(self.integer_type_of(inner)?, Type::INT)))
            }
            ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, inner)
            | ExpressionKind::Postfix(_, inner)
            | ExpressionKind::Assign(_, inner, _) => Ok(self.type_of(inner)?.plain()),
            ExpressionKind::Chain(first, rest) => self.type_of_chain(first, rest),
            ExpressionKind::Conditional(test, yes, no) => {
                let yes = yes.as_ref().unwrap_or(test);
                Ok(match (self.promoted_type_of(yes)?, self.promoted_type_of(no)?) {
                    (CType::Integer { ty: yes, .. }, CType::Integer { ty: no, .. }) => integer(common(yes, no)),
                    (CType::Integer { .. }, other) | (other, CType::Integer { .. }) => other,
                    // A pointer to anything decides, unless it is the null pointer (C11 6.5.15).
                    (_, CType::Pointer { to, .. }) if matches!(*to, CType::Void) && !is_null(no) => {
                        CType::Void.pointer()
                    }
                    (_, other) if is_null(yes) => other,
                    (other, _) => other,
                }
                .plain())
            }
            // A function that is not declared returns `int`, as in C89.
            ExpressionKind::Call(callee, _) if self.is_undeclared(callee) => Ok(CType::INT),
            ExpressionKind::Call(callee, _) => match self.type_of(callee)? {
                CType::Function(ty) => Ok(ty.result.clone().plain()),
                CType::Pointer { to, .. } => match &*to {
                    CType::Function(ty) => Ok(ty.result.clone().plain()),
                    _ => Err(unknown()),
                },
                _ => Err(unknown()),
            },
            ExpressionKind::SizeofType(_) | ExpressionKind::SizeofExpression(_) | ExpressionKind::Offsetof(..) => {
                Ok(integer(self.word()))
            }
            _ => Err(unknown()),
        }
    }

    /// Whether a name is neither declared nor known by itself.
    fn is_undeclared(&self, callee: &Expression<'s>) -> bool {
        callee.name().is_some_and(|name| {
            self.lookup(name).is_none() && !self.functions.contains_key(&name) && !is_reserved(name.text())
        })
    }

    fn type_of_chain(&self, first: &Expression<'s>, rest: &[(Operator, Expression<'s>)]) -> Result<CType<'s>, Error> {
        let integer = |ty: Type| CType::Integer { ty, atomic: false };
        let mut ty = self.promoted_type_of(first)?;
        for (operator, operand) in rest {
            let right = self.promoted_type_of(operand)?;
            ty = match (operator, ty, right) {
                (operator, ..) if operator.compares() => CType::INT,
                (Operator::ShiftLeft | Operator::ShiftRight, CType::Integer { ty, .. }, _) => {
                    integer(common(ty, Type::INT))
                }
                (_, CType::Integer { ty: left, .. }, CType::Integer { ty: right, .. }) => integer(common(left, right)),
                (Operator::Subtract, CType::Pointer { .. }, CType::Pointer { .. }) => {
                    integer(Type { width: self.word().width, signed: true })
                }
                (_, pointer @ CType::Pointer { .. }, CType::Integer { .. })
                | (_, CType::Integer { .. }, pointer @ CType::Pointer { .. }) => pointer.plain(),
                (_, left, right) => {
                    let is_integer = matches!(left, CType::Integer { .. });
                    return Err(untyped(operand.span, if is_integer { &right } else { &left }));
                }
            };
        }
        Ok(ty)
    }

    /// The type of an operand: arrays are pointers, and narrow bit-fields are `int`.
    fn promoted_type_of(&self, expression: &Expression<'s>) -> Result<CType<'s>, Error> {
        let ty = self.type_of(expression)?.decayed();
        match (&expression.kind, &ty) {
            (ExpressionKind::Member(base, name, _), CType::Integer { ty: declared, .. }) => {
                let record = match self.type_of(base)?.decayed() {
                    CType::Pointer { to, .. } => self.resolved(&to)?,
                    record => record,
                };
                let CType::Record(record) = record else { return Ok(ty) };
                let bits = self.layout.member(record, name).and_then(|(_, _, bits)| bits);
                Ok(bits.map_or(ty.clone(), |bits| CType::Integer { ty: bits.promoted(*declared), atomic: false }))
            }
            _ => Ok(ty),
        }
    }

    fn integer_type_of(&self, expression: &Expression<'s>) -> Result<Type, Error> {
        match self.promoted_type_of(expression)? {
            CType::Integer { ty, .. } => Ok(ty),
            other => Err(untyped(expression.span, &other)),
        }
    }
}

/// The error about an expression whose type is not known because of an operand.
fn untyped(span: Span, operand: &CType) -> Error {
    span.unsupported(format!("the type of this expression, which has {} as an operand,", operand.describe()))
}
