//! Values of expressions, from left to right.
//!
//! What an operand's value depends on is kept in temporaries whenever an operand to its right has effects.

use super::super::arithmetic::{apply, negated};
use super::super::resolve::constant_expressions::Folded;
use super::super::syntax::{Expression, ExpressionKind, Operator, Part, Prefix, Span, StatementKind};
use super::super::types::CType;
use super::super::visit::has_effects;
use super::Lowering;
use super::floating::constant_number;
use super::thread::VALID_HANDLES;
use super::value::{Binding, Handle, Value, Where, truth_value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// Long sums are kept in temporaries piece by piece, because model expressions are trees.
const LONGEST_CHAIN: usize = 64;

/// What C does not have either.
pub const POINTER_ARITHMETIC: &str = "arithmetic with a pointer other than `+` and `-`";

impl<'s> Lowering<'s> {
    /// The value of an expression, over the thread's locals, as it is converted.
    pub fn value(&mut self, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        let value = self.unconverted(expression)?;
        self.brought(expression, value)
    }

    /// The value of an expression without the conversion that its context makes. Functions with a meaning by their name take
    /// addresses so: what they are declared with is mostly `void *`, and they look at the type of what is there.
    pub fn unconverted(&mut self, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        self.descend(expression.span)?;
        let value = self.value_inside(expression)?;
        self.calls.ascend();
        Ok(value)
    }

    /// The value of an integer expression.
    pub fn integer(&mut self, expression: &'s Expression<'s>) -> Result<Expr, Error> {
        self.value(expression)?.integer(expression.span)
    }

    fn value_inside(&mut self, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        let span = expression.span;
        // What chooses between integers is lowered as such, whatever it chooses: its steps stay those of the source.
        let chooses = matches!(
            expression.kind,
            ExpressionKind::All(_) | ExpressionKind::Any(_) | ExpressionKind::Conditional(..)
        );
        if let Some(constant) = &expression.constant
            && (!chooses || matches!(constant, Folded::Float(..)))
        {
            return Ok(constant_number(constant));
        }
        match &expression.kind {
            ExpressionKind::Constant(bits, ty) => Ok(Value::Integer(Expr::Constant(*bits, *ty))),
            ExpressionKind::Float(bits, format) => Ok(Value::Float(format.constant(*bits), *format)),
            ExpressionKind::Text(bytes) => {
                let address = self.text_address(bytes, span)?;
                Ok(Value::Pointer(address, CType::integer(8, true)))
            }
            ExpressionKind::Name(name) => self.name_value(*name, span),
            ExpressionKind::Prefix(prefix, inner) => self.prefix(*prefix, inner, span),
            ExpressionKind::Postfix(operator, inner) => self.step_by_one(*operator, inner, span, Some(true)),
            ExpressionKind::Chain(first, rest) => self.chain(first, rest),
            ExpressionKind::All(parts) if self.is_simple(expression) => self.connective(parts, true),
            ExpressionKind::Any(parts) if self.is_simple(expression) => self.connective(parts, false),
            ExpressionKind::All(_) | ExpressionKind::Any(_) => self.truth_by_branching(expression),
            ExpressionKind::Comma(parts) => {
                let (last, before) = parts.split_last().ok_or_else(|| span.unsupported("an empty list"))?;
                for part in before {
                    self.effect(part)?;
                }
                self.value(last)
            }
            ExpressionKind::Conditional(test, yes, no) => self.conditional(expression, test, yes.as_deref(), no),
            ExpressionKind::Assign(operator, left, right) => self.assign(*operator, left, right, span, true),
            ExpressionKind::Cast(ty, inner) => self.cast(ty, inner, span),
            ExpressionKind::NextArgument(list, ty) => self.next_argument(list, ty, span),
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments, span, true),
            ExpressionKind::Index(base, index) if self.is_handles(base) => {
                Ok(Value::Thread(self.indexed_handle(base, index, span)?))
            }
            ExpressionKind::Index(..) | ExpressionKind::Member(..) | ExpressionKind::Compound(..) => {
                let spot = self.spot(expression)?;
                self.value_of(spot, span)
            }
            ExpressionKind::SizeofType(ty) => {
                let ty = ty.clone();
                self.source.size_value(&ty, span)
            }
            ExpressionKind::SizeofExpression(inner) => {
                if let Some(size) = self.variable_size(inner, span) {
                    return Ok(size);
                }
                let ty = inner.known_type()?;
                self.source.size_value(&ty, span)
            }
            ExpressionKind::Offsetof(ty, path) => self.source.offset_value(ty, path, span),
            ExpressionKind::Statements(statements) => self.statement_expression(statements),
            ExpressionKind::Refused(what) => Err(span.unsupported(what)),
        }
    }

    /// Evaluates an expression whose value nobody wants.
    pub fn effect(&mut self, expression: &'s Expression<'s>) -> Result<(), Error> {
        let span = expression.span;
        match &expression.kind {
            // Naming something, as in `(void)argument`, does nothing; reading a shared integer is a step.
            ExpressionKind::Name(name) if !self.is_scalar(*name) => Ok(()),
            ExpressionKind::Constant(..) | ExpressionKind::Float(..) | ExpressionKind::Text(_) => Ok(()),
            // What floating-point arithmetic gives would be any value.
            ExpressionKind::Chain(first, rest) if matches!(expression.ty, Some(CType::Float(_))) => {
                self.descend(span)?;
                let mut operands = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
                operands.try_for_each(|operand| self.effect(operand))?;
                self.calls.ascend();
                Ok(())
            }
            // The size of a variable-length array is computed, with all effects.
            ExpressionKind::SizeofExpression(inner) => {
                inner.known_type().map_or(Ok(()), |ty| self.refuse_variable(&ty, span))
            }
            ExpressionKind::SizeofType(ty) => self.refuse_variable(ty, span),
            ExpressionKind::Cast(ty, inner) => {
                self.descend(span)?;
                self.refuse_variable(ty, span)?;
                self.effect(inner)?;
                self.calls.ascend();
                Ok(())
            }
            ExpressionKind::Comma(parts) => parts.iter().try_for_each(|part| self.effect(part)),
            ExpressionKind::Postfix(operator, inner) => self.step_by_one(*operator, inner, span, None).map(drop),
            ExpressionKind::Prefix(Prefix::Increment, inner) => {
                self.step_by_one(Operator::Add, inner, span, None).map(drop)
            }
            ExpressionKind::Prefix(Prefix::Decrement, inner) => {
                self.step_by_one(Operator::Subtract, inner, span, None).map(drop)
            }
            ExpressionKind::Assign(operator, left, right) => self.assign(*operator, left, right, span, false).map(drop),
            ExpressionKind::Call(callee, arguments) => {
                self.descend(span)?;
                self.call(callee, arguments, span, false)?;
                self.calls.ascend();
                Ok(())
            }
            ExpressionKind::All(_) | ExpressionKind::Any(_) => {
                let after = self.graph.fresh();
                self.branch(expression, after, after)?;
                self.graph.at = after;
                Ok(())
            }
            _ => self.value(expression).map(drop),
        }
    }

    fn prefix(&mut self, prefix: Prefix, inner: &'s Expression<'s>, span: Span) -> Result<Value<'s>, Error> {
        match prefix {
            Prefix::Plus | Prefix::Minus => match (self.value(inner)?, prefix) {
                (Value::Float(value, format), _) => {
                    Ok(self.signed_float(value, format, prefix == Prefix::Minus, inner.span))
                }
                (value, Prefix::Minus) => Ok(Value::Integer(negated(value.integer(inner.span)?))),
                (value, _) => Ok(Value::Integer(value.integer(inner.span)?)),
            },
            Prefix::Complement => Ok(Value::Integer(self.integer(inner)?.negated())),
            Prefix::Not => {
                let value = self.value(inner)?;
                Ok(truth_value(self.truth(value, inner.span)?.negated()))
            }
            Prefix::Address => match &inner.kind {
                ExpressionKind::Name(name) if self.is_handles(inner) => self.name_value(*name, span),
                ExpressionKind::Index(base, index) if self.is_handles(base) => {
                    Ok(Value::Thread(self.indexed_handle(base, index, inner.span)?))
                }
                _ => self.address(inner),
            },
            Prefix::Dereference => {
                let value = self.value(inner)?;
                // A function and its dereferenced pointer are the same; an array of handles is its first one.
                if let Value::Pointer(_, CType::Function(_)) | Value::Thread(_) = value {
                    return Ok(value);
                }
                let spot = self.memory.followed(value, inner.span, span)?;
                self.value_of(spot, span)
            }
            Prefix::Increment => self.step_by_one(Operator::Add, inner, span, Some(false)),
            Prefix::Decrement => self.step_by_one(Operator::Subtract, inner, span, Some(false)),
        }
    }

    fn chain(&mut self, first: &'s Expression<'s>, rest: &'s [(Operator, Expression<'s>)]) -> Result<Value<'s>, Error> {
        let mut left = self.unconverted(first)?;
        let mut span = first.span;
        for (number, (operator, operand)) in rest.iter().enumerate() {
            if number % LONGEST_CHAIN == LONGEST_CHAIN - 1 || has_effects(operand) {
                left = self.kept(left);
            }
            if number == 0 {
                left = self.brought(first, left)?;
            }
            let right = self.value(operand)?;
            left = self.operation(*operator, left, right, span, operand.span)?;
            span = span.to(operand.span);
        }
        Ok(left)
    }

    /// An operator on two values that are converted.
    pub fn operation(
        &mut self,
        operator: Operator,
        left: Value<'s>,
        right: Value<'s>,
        span: Span,
        right_span: Span,
    ) -> Result<Value<'s>, Error> {
        let word = self.source.word();
        let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
        let (left, right) = if shifts { (left, right) } else { self.alike(left, right, span)? };
        match (operator, left, right) {
            (operator, Value::Integer(left), Value::Integer(right)) => {
                Ok(Value::Integer(self.arithmetic(operator, left, right)))
            }
            (operator, left @ Value::Float(..), right) | (operator, left, right @ Value::Float(..)) => {
                self.float_operation(operator, left, right, span)
            }
            (Operator::Add | Operator::Subtract, Value::Thread(Some(handle)), Value::Integer(by)) => {
                self.assume(VALID_HANDLES);
                let by = if operator == Operator::Add { by } else { self.source.backwards(by) };
                Ok(Value::Thread(moved_handle(handle, &by)))
            }
            (Operator::Add | Operator::Subtract, Value::Thread(None), Value::Integer(_)) => Ok(Value::Thread(None)),
            (Operator::Add, Value::Pointer(address, ty), Value::Integer(by))
            | (Operator::Add, Value::Integer(by), Value::Pointer(address, ty)) => {
                let to = ty.clone();
                Ok(Value::Pointer(self.moved(address, by, &to, span)?, ty))
            }
            (Operator::Subtract, Value::Pointer(address, ty), Value::Integer(by)) => {
                let to = ty.clone();
                Ok(Value::Pointer(self.moved(address, self.source.backwards(by), &to, span)?, ty))
            }
            (Operator::Subtract, Value::Pointer(left, ty), Value::Pointer(right, _)) => {
                let stride = self.source.stride(&ty.clone(), span)?.max(1);
                self.addresses.pointer_numbers.push(left.clone());
                let signed = Type { signed: true, ..word };
                let bytes = Expr::binary(Binary::Subtract, left, right).cast(signed);
                Ok(Value::Integer(Expr::binary(Binary::Divide, bytes, Expr::Constant(stride, signed))))
            }
            (
                operator,
                left @ (Value::Integer(_) | Value::Pointer(..)),
                right @ (Value::Integer(_) | Value::Pointer(..)),
            ) if operator.compares() => {
                let (left, right) = (left.number(span)?.cast(word), right.number(right_span)?.cast(word));
                match operator {
                    Operator::Equal | Operator::Unequal => {
                        self.addresses.pointer_pairs.push((left.clone(), right.clone()))
                    }
                    _ => self.addresses.pointer_numbers.push(left.clone()),
                }
                Ok(Value::Integer(apply(operator, left, right)))
            }
            (_, Value::Integer(_) | Value::Pointer(..), Value::Integer(_) | Value::Pointer(..)) => {
                Err(span.unsupported(POINTER_ARITHMETIC))
            }
            (_, Value::Integer(_) | Value::Pointer(..), other) => {
                Err(other.integer(right_span).err().unwrap_or_else(|| right_span.unsupported("this operand")))
            }
            (_, other, _) => Err(other.integer(span).err().unwrap_or_else(|| span.unsupported("this operand"))),
        }
    }

    /// An operator on integers that are converted; notes what its result relies on.
    pub fn arithmetic(&mut self, operator: Operator, left: Expr, right: Expr) -> Expr {
        let divides = matches!(operator, Operator::Divide | Operator::Remainder);
        if divides && !matches!(right, Expr::Constant(bits, _) if bits != 0) {
            self.assume("division by zero does not trap");
        }
        let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
        let width = u64::from(left.ty().width);
        if shifts && !matches!(right, Expr::Constant(bits, _) if bits < width) {
            self.assume("a shift by the width or more shifts everything out");
        }
        apply(operator, left, right)
    }

    /// `&&` or `||` of operands without effects.
    fn connective(&mut self, parts: &'s [Expression<'s>], all: bool) -> Result<Value<'s>, Error> {
        let mut result = if all { Expr::TRUE } else { Expr::TRUE.negated() };
        for (number, part) in parts.iter().enumerate() {
            let value = self.value(part)?;
            let truth = self.truth(value, part.span)?;
            let both = if all { result.and(truth) } else { result.negated().and(truth.negated()).negated() };
            result = if number % LONGEST_CHAIN == LONGEST_CHAIN - 1 { self.spill(both) } else { both };
        }
        Ok(truth_value(result))
    }

    /// Whether an expression only looks at locals, so that the order of its parts does not matter.
    pub fn is_simple(&self, expression: &Expression<'s>) -> bool {
        match &expression.kind {
            ExpressionKind::Constant(..) | ExpressionKind::Float(..) | ExpressionKind::Text(_) => true,
            // Arithmetic and conversions may be steps that approximate.
            ExpressionKind::Chain(..) | ExpressionKind::Cast(..) if self.may_approximate(expression) => false,
            ExpressionKind::SizeofType(_) | ExpressionKind::SizeofExpression(_) | ExpressionKind::Offsetof(..) => true,
            ExpressionKind::Name(name) => match self.lookup(*name) {
                Some(Binding::Variable(spot)) => {
                    matches!(spot.place, Where::Fixed(region, _) if self.memory.is_own(region)) && self.is_scalar(*name)
                }
                Some(Binding::Constant(_)) => true,
                None => self.source.functions.contains_key(name),
                _ => false,
            },
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => {
                match pointer.name().and_then(|name| self.lookup(name)) {
                    Some(Binding::Constant(Value::Pointer(Expr::Constant(bits, _), _))) => {
                        self.memory.region_at(*bits).is_some_and(|region| self.memory.is_own(region))
                    }
                    _ => false,
                }
            }
            ExpressionKind::Prefix(Prefix::Plus | Prefix::Minus | Prefix::Complement | Prefix::Not, inner) => {
                self.is_simple(inner)
            }
            ExpressionKind::Cast(_, inner) => self.is_simple(inner),
            ExpressionKind::Chain(first, rest) => {
                self.is_simple(first) && rest.iter().all(|(_, operand)| self.is_simple(operand))
            }
            ExpressionKind::All(parts) | ExpressionKind::Any(parts) => parts.iter().all(|part| self.is_simple(part)),
            ExpressionKind::Conditional(test, yes, no) => {
                self.is_simple(test) && yes.iter().all(|yes| self.is_simple(yes)) && self.is_simple(no)
            }
            _ => false,
        }
    }

    /// Whether an expression may be one step: it neither waits, nor starts threads, nor runs a function of the program.
    pub fn is_wrappable(&self, expression: &Expression<'s>) -> bool {
        !expression.any(|part| match part {
            Part::Expression(Expression { kind: ExpressionKind::Call(callee, _), .. }) => match callee.name() {
                Some(name) => !self.is_instant(name),
                None => true,
            },
            Part::Statement(statement) => matches!(
                statement.kind,
                StatementKind::While(..)
                    | StatementKind::DoWhile(..)
                    | StatementKind::For(_)
                    | StatementKind::Goto(_)
                    | StatementKind::Return(_)
                    | StatementKind::Break
                    | StatementKind::Continue
                    | StatementKind::Labeled(..)
            ),
            _ => false,
        })
    }
}

/// A handle some elements further on, if it is known which.
fn moved_handle(handle: Handle, by: &Expr) -> Option<Handle> {
    let Expr::Constant(bits, ty) = by else { return None };
    let index = u64::try_from(i128::from(handle.index) + ty.number(*bits)).ok()?;
    Some(Handle { index, ..handle })
}
