//! Assignments. A write to a shared variable is one step; compound assignments to `_Atomic` ones are one step too.

use super::super::arithmetic::convert;
use super::super::syntax::{Expression, Operator, Span};
use super::Lowering;
use super::expression::has_effects;
use super::value::{Object, Value};
use crate::error::Error;
use umpteen_model::c::expression::Expr;

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
        let object = self.object(left)?;
        let value = match operator {
            None => {
                let value = self.value(right)?;
                let ty = super::super::types::CType::Integer { ty: object.ty, atomic: false };
                match value {
                    Value::Pointer(_) => return Err(right.span.unsupported("storing a pointer in an integer")),
                    value => self.converted(value, &ty, right.span)?.integer(right.span)?,
                }
            }
            Some(operator) if object.atomic => {
                let right = self.integer(right)?;
                return Ok(self.modify(&object, operator, right, span, wanted.then_some(false)));
            }
            Some(operator) => {
                let mut old = self.load(&object, left.span);
                if has_effects(right) {
                    old = self.spill(old);
                }
                let right = self.integer(right)?;
                convert(self.arithmetic(operator, old, right), object.ty)
            }
        };
        Ok(Value::Integer(self.store(&object, value, span, wanted)))
    }

    /// Writes a value of the variable's type; returns the value if it is wanted.
    pub fn store(&mut self, object: &Object, value: Expr, span: Span, wanted: bool) -> Expr {
        let value = if wanted && object.is_shared() { self.spill(value) } else { value };
        let result = if object.is_shared() { value.clone() } else { object.read() };
        let statements = self.note(span);
        self.update(vec![(object.place, value)], statements);
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
        let object = self.object(operand)?;
        if object.atomic {
            return Ok(self.modify(&object, operator, Expr::int(1), span, wanted));
        }
        let mut old = self.load(&object, operand.span);
        if wanted == Some(true) {
            old = self.spill(old);
        }
        let new = convert(self.arithmetic(operator, old.clone(), Expr::int(1)), object.ty);
        let new = self.store(&object, new, span, wanted == Some(false));
        Ok(Value::Integer(if wanted == Some(true) { old } else { new }))
    }

    /// One step that reads, computes and writes; `wanted` tells whether the value before is.
    pub fn modify(
        &mut self,
        object: &Object,
        operator: Operator,
        right: Expr,
        span: Span,
        wanted: Option<bool>,
    ) -> Value<'s> {
        let new = convert(self.arithmetic(operator, object.read(), right), object.ty);
        self.exchange(object, new, span, wanted)
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
        let statements = self.note(span);
        self.update(updates, statements);
        result
    }
}
