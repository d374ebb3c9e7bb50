//! `?:`, as one expression where nothing shared is looked at, otherwise as two ways that meet.

use super::super::arithmetic::common;
use super::super::syntax::{Expression, Span};
use super::super::types::CType;
use super::Lowering;
use super::graph::Graph;
use super::value::Value;
use crate::error::Error;
use umpteen_model::c::expression::Expr;

impl<'s> Lowering<'s> {
    /// `test ? yes : no`, or without the second part `test ?: no`.
    pub fn conditional(
        &mut self,
        expression: &'s Expression<'s>,
        test: &'s Expression<'s>,
        yes: Option<&'s Expression<'s>>,
        no: &'s Expression<'s>,
    ) -> Result<Value<'s>, Error> {
        let (yes_node, no_node, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let Some(yes) = yes else {
            let value = self.value(test)?;
            let value = self.kept(value);
            let truth = self.truth(value.clone(), test.span)?;
            self.guard(truth, test.span, yes_node, no_node);
            self.graph.at = no_node;
            let other = self.value(no)?;
            return self.merged((yes_node, value), (self.graph.at, other), after, expression.span);
        };
        if self.is_simple(expression) {
            let decides = self.value(test)?;
            let test = self.truth(decides, test.span)?;
            let (yes_value, no_value) = (self.value(yes)?, self.value(no)?);
            return match self.alike(yes_value, no_value, expression.span)? {
                (Value::Float(yes, format), Value::Float(no, _)) => {
                    Ok(Value::Float(Expr::conditional(test, yes, no), format))
                }
                (Value::Integer(yes), Value::Integer(no)) => Ok(Value::Integer(Expr::conditional(test, yes, no))),
                (Value::Void, _) | (_, Value::Void) => Ok(Value::Void),
                (yes_value, no_value) => {
                    let to = pointee_of(&yes_value, &no_value);
                    let word = self.source.word();
                    let (yes, no) = (yes_value.number(yes.span)?.cast(word), no_value.number(no.span)?.cast(word));
                    Ok(Value::Pointer(Expr::conditional(test, yes, no), to))
                }
            };
        }
        self.branch(test, yes_node, no_node)?;
        self.graph.at = yes_node;
        let yes = self.value(yes)?;
        let yes_end = self.graph.at;
        self.graph.at = no_node;
        let no = self.value(no)?;
        self.merged((yes_end, yes), (self.graph.at, no), after, expression.span)
    }

    /// Two ways meet, each with its value.
    fn merged(
        &mut self,
        yes: (u32, Value<'s>),
        no: (u32, Value<'s>),
        after: u32,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        if let (_, Value::Void) | (_, Value::Thread(_)) = yes {
            return Ok(self.graph.met(yes.0, no.0, after));
        }
        if let (_, Value::Void) | (_, Value::Thread(_)) = no {
            return Ok(self.graph.met(yes.0, no.0, after));
        }
        if let Some(format) = yes.1.format().max(no.1.format()) {
            let kept = self.temporary(format.bits());
            for (node, value) in [yes, no] {
                self.graph.at = node;
                let value = self.as_float(value, format, span)?;
                self.graph.update(vec![(kept.place, value)], Vec::new());
                self.graph.go(after);
            }
            self.graph.at = after;
            return Ok(Value::Float(kept.read(), format));
        }
        let to = match (&yes.1, &no.1) {
            (Value::Integer(_), Value::Integer(_)) => None,
            (yes, no) => Some(pointee_of(yes, no)),
        };
        let (yes_value, no_value) = (yes.1.number(span)?, no.1.number(span)?);
        let ty = if to.is_some() { self.source.word() } else { common(yes_value.ty(), no_value.ty()) };
        let kept = self.temporary(ty);
        for (node, value) in [(yes.0, yes_value), (no.0, no_value)] {
            self.graph.at = node;
            self.graph.update(vec![(kept.place, value.cast(ty))], Vec::new());
            self.graph.go(after);
        }
        self.graph.at = after;
        Ok(match to {
            Some(to) => Value::Pointer(kept.read(), to),
            None => Value::Integer(kept.read()),
        })
    }
}

impl Graph {
    /// Two ways meet without a value.
    fn met<'s>(&mut self, yes: u32, no: u32, after: u32) -> Value<'s> {
        for node in [yes, no] {
            self.at = node;
            self.go(after);
        }
        self.at = after;
        Value::Void
    }
}

/// What the result of a choice between two values points to: nothing in particular if one of them does so, unless it is null
/// (C11 6.5.15).
fn pointee_of<'s>(yes: &Value<'s>, no: &Value<'s>) -> CType<'s> {
    let is_null = |value: &Value| matches!(value, Value::Pointer(Expr::Constant(0, _), CType::Void));
    match (yes, no) {
        (Value::Pointer(..), Value::Pointer(_, to)) if is_null(yes) => to.clone(),
        (Value::Pointer(_, to), Value::Pointer(..)) if is_null(no) => to.clone(),
        (Value::Pointer(..), Value::Pointer(_, CType::Void)) => CType::Void,
        (Value::Pointer(_, to), _) | (_, Value::Pointer(_, to)) => to.clone(),
        _ => CType::Void,
    }
}
