//! Floating point in expressions: constants and comparisons are exact (`super::floating`), and so are copies, signs, and the
//! conversions that lose nothing. What is computed from values that are not known here is any value of its type, which is
//! marked (`Program::approximations`): the model has more behaviour than the source, never less.
//!
//! A mark belongs to the place behind the left operand, where no other step is shown, so that steps that are exact have none.

use super::super::DataModel;
use super::super::arithmetic::convert;
use super::super::floating::{Format, Outcome};
use super::super::resolve::constant_expressions::Folded;
use super::super::syntax::{Expression, ExpressionKind, Name, Operator, Span};
use super::super::types::CType;
use super::Lowering;
use super::context::Context;
use super::value::{Spot, Value, truth_value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Statement;

/// The name of arithmetic where its result is approximated.
const ARITHMETIC: &str = "floating-point arithmetic";

/// The name of a comparison of values that are not known.
pub const COMPARISON: &str = "a comparison of floating-point numbers";

/// The name of a conversion that may round.
const CONVERSION: &str = "a conversion of floating-point numbers";

impl<'s> Lowering<'s> {
    /// Any value of a type, where the source has a certain one.
    pub fn approximated(&mut self, ty: Type, any: Expr, span: Span, what: &str) -> Expr {
        let kept = self.temporary(ty);
        let statements = self.marked(span, what);
        self.graph.update(vec![(kept.place, any)], statements);
        kept.read()
    }

    /// The statement of a step that is an approximation.
    fn marked(&mut self, span: Span, what: &str) -> Vec<Statement> {
        let position = self.position(span.end);
        self.program.approximations.insert((position, what.to_string()));
        let text = self.source.source_text(span);
        self.note_text(span.end, text)
    }

    /// Any floating-point number.
    pub fn any_float(&mut self, format: Format, span: Span, what: &str) -> Value<'s> {
        let ty = format.bits();
        Value::Float(self.approximated(ty, Expr::Input(0, ty), span, what), format)
    }

    /// Any value of the type that a function of the library returns, instead of the one that it computes.
    pub fn any_result(&mut self, name: Name<'s>, what: &str, span: Span) -> Result<Value<'s>, Error> {
        let result = match self.source.functions.get(&name).map(|function| &function.ty) {
            Some(CType::Function(ty)) => ty.result.clone(),
            _ => CType::Void,
        };
        match result {
            CType::Float(bytes) => Ok(self.any_float(Format::of_bytes(bytes), span, what)),
            CType::Integer { ty, .. } => Ok(Value::Integer(self.approximated(ty, Expr::Input(0, ty), span, what))),
            other => Err(span.unsupported(format!("any value of {}", other.describe()))),
        }
    }

    /// An operator of which at least one operand is a floating-point number.
    pub fn float_operation(
        &mut self,
        operator: Operator,
        left: Value<'s>,
        right: Value<'s>,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        let (left, right) = self.alike(left, right, span)?;
        let format = left.format().unwrap_or(Format::Double);
        let (left, right) = (left.bits(span)?, right.bits(span)?);
        if operator.compares() {
            if format == Format::Long || !self.source.is_exact() {
                let any = self.approximated(Type::BOOL, Expr::Input(0, Type::BOOL), span, COMPARISON);
                return Ok(truth_value(any));
            }
            let (left, right) = (self.spill(left), self.spill(right));
            return Ok(truth_value(format.compared(operator, left, right)));
        }
        if !matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide) {
            return Err(span.unsupported("an operator that floating-point numbers do not have"));
        }
        let outcome = match (&left, &right) {
            (Expr::Constant(left, _), Expr::Constant(right, _)) if self.source.is_exact() => {
                format.operation(operator, *left, *right)
            }
            _ => Outcome::Any,
        };
        let ty = format.bits();
        Ok(match outcome {
            Outcome::Known(bits) => Value::Float(format.constant(bits), format),
            Outcome::NotANumber => {
                let any = Expr::binary(Binary::Or, Expr::Input(0, ty), format.constant(format.not_a_number()));
                Value::Float(self.approximated(ty, any, span, "an operation without a numerical result"), format)
            }
            Outcome::Any => self.any_float(format, span, ARITHMETIC),
        })
    }

    /// `-value` or `+value`.
    pub fn signed_float(&mut self, value: Expr, format: Format, negative: bool, span: Span) -> Value<'s> {
        match (negative, format) {
            (false, _) => Value::Float(value, format),
            (true, Format::Long) => self.any_float(format, span, ARITHMETIC),
            (true, _) => Value::Float(format.opposite(value), format),
        }
    }

    /// Whether a value is not zero.
    pub fn truth(&mut self, value: Value<'s>, span: Span) -> Result<Expr, Error> {
        match value {
            Value::Float(_, Format::Long) => {
                Ok(self.approximated(Type::BOOL, Expr::Input(0, Type::BOOL), span, COMPARISON))
            }
            Value::Float(value, format) => Ok(format.truth(value)),
            other => other.truth(span),
        }
    }

    /// A number in a floating-point format.
    pub fn as_float(&mut self, value: Value<'s>, to: Format, span: Span) -> Result<Expr, Error> {
        match value {
            Value::Float(value, from) if from == to => Ok(value),
            Value::Float(Expr::Constant(bits, _), from) if from != Format::Long => {
                Ok(to.constant(from.converted(bits, to)))
            }
            Value::Float(value, from) => Ok(self.converted_float(value, from, to, span)),
            Value::Pointer(..) => Err(span.unsupported("a pointer as a floating-point number")),
            value => {
                let value = value.integer(span)?;
                Ok(self.float_of_integer(value, to, span))
            }
        }
    }

    /// A value that is not known in another format.
    fn converted_float(&mut self, value: Expr, from: Format, to: Format, span: Span) -> Expr {
        match (from, to) {
            // Nothing is known of the bits of `long double`, so that any stand for it.
            (_, Format::Long) => to.constant(0),
            (Format::Single, Format::Double) => self.widened(value),
            (Format::Double, Format::Single) if self.source.is_exact() => self.narrowed(value),
            _ => self.any_conversion(to.bits(), span),
        }
    }

    /// Any value of a type, where the source converts a number to it.
    pub fn any_conversion(&mut self, ty: Type, span: Span) -> Expr {
        self.approximated(ty, Expr::Input(0, ty), span, CONVERSION)
    }

    /// An integer as a floating-point number.
    fn float_of_integer(&mut self, value: Expr, to: Format, span: Span) -> Expr {
        match value {
            _ if to == Format::Long => to.constant(0),
            Expr::Constant(bits, ty) if self.source.is_exact() || ty.width <= 32 && to == Format::Double => {
                to.constant(to.of_integer(ty.number(bits)))
            }
            // A truth value is one of two numbers.
            Expr::Cast(_, inner) if inner.ty() == Type::BOOL => {
                Expr::conditional(*inner, to.constant(to.of_integer(1)), to.constant(0))
            }
            value if self.source.is_exact() => self.float_of_any_integer(value, to),
            _ => self.any_conversion(to.bits(), span),
        }
    }

    /// A floating-point number as an integer, or whether it is not zero.
    pub fn integer_of_float(&mut self, value: Expr, from: Format, ty: Type, span: Span) -> Result<Expr, Error> {
        if ty == Type::BOOL {
            return self.truth(Value::Float(value, from), span);
        }
        Ok(match value {
            _ if from == Format::Long || !self.source.is_exact() => self.any_conversion(ty, span),
            Expr::Constant(bits, _) => match from.to_integer(bits, ty) {
                Some(bits) => Expr::Constant(bits, ty),
                None => self.any_conversion(ty, span),
            },
            value => self.integer_of_any_float(value, from, ty),
        })
    }

    /// Whether arithmetic or a cast has to do with floating-point numbers; comparisons are exact.
    pub fn may_approximate(&self, expression: &Expression<'s>) -> bool {
        let is_float = |part: &Expression<'s>| matches!(part.ty, Some(CType::Float(_)));
        match &expression.kind {
            ExpressionKind::Cast(_, inner) => is_float(expression) || is_float(inner),
            _ => is_float(expression),
        }
    }

    /// Whether one of two operands is a floating-point number by its type.
    pub fn is_floating(&self, left: &CType<'s>, right: &Expression<'s>) -> bool {
        matches!(left, CType::Float(_)) || matches!(right.ty, Some(CType::Float(_)))
    }

    /// `left op= right`, `++` or `--` with a floating-point number on one side, where the left one has a value; `old` tells
    /// whether that value is wanted.
    pub fn assign_float(
        &mut self,
        operator: Operator,
        (spot, left, before): (&Spot<'s>, &Expression<'s>, Value<'s>),
        right: Value<'s>,
        span: Span,
        old: Option<bool>,
    ) -> Result<Value<'s>, Error> {
        if super::memory::is_atomic(&spot.ty) {
            return Err(span.unsupported("arithmetic of an atomic variable with floating-point numbers"));
        }
        let before = self.kept(before);
        let converted = self.brought(left, before.clone())?;
        let value = self.float_operation(operator, converted, right, span)?;
        let stored = self.store_value(spot, value, span, span, old == Some(false))?;
        Ok(if old == Some(true) { before } else { stored })
    }

    /// The bits of a value of an integer type, from a number in the source.
    pub fn as_integer(&mut self, value: Value<'s>, ty: Type, span: Span) -> Result<Expr, Error> {
        match value {
            Value::Float(value, format) => self.integer_of_float(value, format, ty, span),
            value => Ok(convert(value.integer(span)?, ty)),
        }
    }
}

impl<'s> Context<'s> {
    /// Whether results are those of IEEE 754. On i386 they have more digits until they are stored.
    pub fn is_exact(&self) -> bool {
        self.options.data_model == DataModel::Lp64
    }
}

/// The value of a constant expression.
pub fn constant_number<'s>(constant: &Folded) -> Value<'s> {
    match constant {
        Folded::Integer(value) => Value::Integer(value.clone()),
        Folded::Float(bits, format) => Value::Float(format.constant(*bits), *format),
    }
}
