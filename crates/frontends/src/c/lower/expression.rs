//! Values of expressions, from left to right.
//!
//! What an operand's value depends on is kept in temporaries whenever an operand to its right has effects.

use super::super::arithmetic::{binary, common, complement, convert, negated, promoted};
use super::super::constant::size_of;
use super::super::syntax::{Designator, Expression, ExpressionKind, Operator, Part, Prefix, Span, StatementKind};
use super::super::types::{CType, VARIABLE_ARRAY};
use super::Lowering;
use super::value::{Binding, Handle, Value, Where, truth_value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// Long sums are kept in temporaries piece by piece, because model expressions are trees.
const LONGEST_CHAIN: usize = 64;

impl<'s> Lowering<'s> {
    /// The value of an expression, over the thread's locals.
    pub fn value(&mut self, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        self.descend(expression.span)?;
        let value = self.value_inside(expression)?;
        self.ascend();
        Ok(value)
    }

    /// The value of an integer expression.
    pub fn integer(&mut self, expression: &'s Expression<'s>) -> Result<Expr, Error> {
        self.value(expression)?.integer(expression.span)
    }

    fn value_inside(&mut self, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Constant(bits, ty) => Ok(Value::Integer(Expr::Constant(*bits, *ty))),
            ExpressionKind::Float => Err(span.unsupported("floating point")),
            ExpressionKind::Text(bytes) => {
                let address = self.text_address(bytes.len() as u64, span)?;
                Ok(Value::Pointer(address, CType::integer(8, true)))
            }
            ExpressionKind::Name(name) => self.name_value(name, span),
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
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments, span, true),
            ExpressionKind::Index(base, index) if self.is_handles(base) => {
                Ok(Value::Thread(self.indexed_handle(base, index)?))
            }
            ExpressionKind::Index(..) | ExpressionKind::Member(..) | ExpressionKind::Compound(..) => {
                let spot = self.spot(expression)?;
                self.value_of(spot, span)
            }
            ExpressionKind::SizeofType(ty) => {
                let ty = self.resolved(ty)?;
                self.size_value(&ty, span)
            }
            ExpressionKind::SizeofExpression(inner) => {
                let ty = self.type_of(inner)?;
                self.size_value(&ty, span)
            }
            ExpressionKind::Offsetof(ty, path) => self.offset_value(ty, path, span),
            ExpressionKind::Statements(statements) => self.statement_expression(statements),
            ExpressionKind::Refused(what) => Err(span.unsupported(what)),
        }
    }

    /// Evaluates an expression whose value nobody wants.
    pub fn effect(&mut self, expression: &'s Expression<'s>) -> Result<(), Error> {
        let span = expression.span;
        match &expression.kind {
            // Naming something, as in `(void)argument`, does nothing; reading a shared integer is a step.
            ExpressionKind::Name(name) if !self.is_scalar(name) => Ok(()),
            ExpressionKind::Constant(..)
            | ExpressionKind::Text(_)
            | ExpressionKind::SizeofExpression(_)
            | ExpressionKind::SizeofType(_) => Ok(()),
            ExpressionKind::Cast(ty, inner) => {
                self.descend(span)?;
                self.refuse_variable(ty, span)?;
                self.effect(inner)?;
                self.ascend();
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
                self.ascend();
                Ok(())
            }
            ExpressionKind::All(_) | ExpressionKind::Any(_) => {
                let after = self.fresh();
                self.branch(expression, after, after)?;
                self.at = after;
                Ok(())
            }
            _ => self.value(expression).map(drop),
        }
    }

    fn prefix(&mut self, prefix: Prefix, inner: &'s Expression<'s>, span: Span) -> Result<Value<'s>, Error> {
        match prefix {
            Prefix::Plus => Ok(Value::Integer(promoted(self.integer(inner)?))),
            Prefix::Minus => Ok(Value::Integer(negated(self.integer(inner)?))),
            Prefix::Complement => Ok(Value::Integer(complement(self.integer(inner)?))),
            Prefix::Not => Ok(truth_value(self.value(inner)?.truth(inner.span)?.negated())),
            Prefix::Address => match &inner.kind {
                ExpressionKind::Name(name) if self.is_handles(inner) => self.name_value(name, span),
                ExpressionKind::Index(base, index) if self.is_handles(base) => {
                    Ok(Value::Thread(self.indexed_handle(base, index)?))
                }
                _ => self.address(inner),
            },
            Prefix::Dereference => {
                let value = self.value(inner)?;
                // A function and its dereferenced pointer are the same; an array of handles is its first one.
                if let Value::Pointer(_, CType::Function(_)) | Value::Thread(_) = value {
                    return Ok(value);
                }
                let spot = self.followed(value, inner.span, span)?;
                self.value_of(spot, span)
            }
            Prefix::Increment => self.step_by_one(Operator::Add, inner, span, Some(false)),
            Prefix::Decrement => self.step_by_one(Operator::Subtract, inner, span, Some(false)),
        }
    }

    fn chain(&mut self, first: &'s Expression<'s>, rest: &'s [(Operator, Expression<'s>)]) -> Result<Value<'s>, Error> {
        let mut left = self.value(first)?;
        let mut span = first.span;
        for (number, (operator, operand)) in rest.iter().enumerate() {
            if number % LONGEST_CHAIN == LONGEST_CHAIN - 1 || has_effects(operand) {
                left = self.kept(left);
            }
            let right = self.value(operand)?;
            left = self.operation(*operator, left, right, span, operand.span)?;
            span = span.to(operand.span);
        }
        Ok(left)
    }

    /// An operator on two values.
    fn operation(
        &mut self,
        operator: Operator,
        left: Value<'s>,
        right: Value<'s>,
        span: Span,
        right_span: Span,
    ) -> Result<Value<'s>, Error> {
        let word = self.word();
        match (operator, left, right) {
            (operator, Value::Integer(left), Value::Integer(right)) => {
                Ok(Value::Integer(self.arithmetic(operator, left, right)))
            }
            (Operator::Add | Operator::Subtract, Value::Thread(Some(handle)), Value::Integer(by)) => {
                let by = if operator == Operator::Add { by } else { self.backwards(by) };
                Ok(Value::Thread(moved_handle(handle, &by)))
            }
            (Operator::Add | Operator::Subtract, Value::Thread(None), Value::Integer(_)) => Ok(Value::Thread(None)),
            (Operator::Add, Value::Pointer(address, ty), Value::Integer(by))
            | (Operator::Add, Value::Integer(by), Value::Pointer(address, ty)) => {
                let to = self.resolved(&ty)?;
                Ok(Value::Pointer(self.moved(address, by, &to, span)?, ty))
            }
            (Operator::Subtract, Value::Pointer(address, ty), Value::Integer(by)) => {
                let to = self.resolved(&ty)?;
                Ok(Value::Pointer(self.moved(address, self.backwards(by), &to, span)?, ty))
            }
            (Operator::Subtract, Value::Pointer(left, ty), Value::Pointer(right, _)) => {
                let stride = self.stride(&self.resolved(&ty)?, span)?.max(1);
                self.pointer_numbers.push(left.clone());
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
                if !matches!(operator, Operator::Equal | Operator::Unequal) {
                    self.pointer_numbers.push(left.clone());
                }
                Ok(Value::Integer(binary(operator, left, right)))
            }
            (_, Value::Integer(_) | Value::Pointer(..), Value::Integer(_) | Value::Pointer(..)) => {
                Err(span.unsupported("this arithmetic with pointers"))
            }
            (_, Value::Integer(_) | Value::Pointer(..), other) => {
                Err(other.integer(right_span).err().unwrap_or_else(|| right_span.unsupported("this operand")))
            }
            (_, other, _) => Err(other.integer(span).err().unwrap_or_else(|| span.unsupported("this operand"))),
        }
    }

    /// An operator on integers; notes what its result relies on.
    pub fn arithmetic(&mut self, operator: Operator, left: Expr, right: Expr) -> Expr {
        let divides = matches!(operator, Operator::Divide | Operator::Remainder);
        if divides && !matches!(right, Expr::Constant(bits, _) if bits != 0) {
            self.assume("division by zero does not trap");
        }
        let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
        let width = u64::from(promoted(left.clone()).ty().width);
        if shifts && !matches!(right, Expr::Constant(bits, _) if bits < width) {
            self.assume("a shift by the width or more shifts everything out");
        }
        binary(operator, left, right)
    }

    /// `&&` or `||` of operands without effects.
    fn connective(&mut self, parts: &'s [Expression<'s>], all: bool) -> Result<Value<'s>, Error> {
        let mut result = if all { Expr::TRUE } else { Expr::TRUE.negated() };
        for (number, part) in parts.iter().enumerate() {
            let truth = self.value(part)?.truth(part.span)?;
            let both = if all { result.and(truth) } else { result.negated().and(truth.negated()).negated() };
            result = if number % LONGEST_CHAIN == LONGEST_CHAIN - 1 { self.spill(both) } else { both };
        }
        Ok(truth_value(result))
    }

    fn conditional(
        &mut self,
        expression: &'s Expression<'s>,
        test: &'s Expression<'s>,
        yes: Option<&'s Expression<'s>>,
        no: &'s Expression<'s>,
    ) -> Result<Value<'s>, Error> {
        let (yes_node, no_node, after) = (self.fresh(), self.fresh(), self.fresh());
        let Some(yes) = yes else {
            let value = self.value(test)?;
            let value = self.kept(value);
            let truth = value.clone().truth(test.span)?;
            self.guard(truth, test.span, yes_node, no_node);
            self.at = no_node;
            let other = self.value(no)?;
            return self.merged((yes_node, value), (self.at, other), after, expression.span);
        };
        if self.is_simple(expression) {
            let test = self.value(test)?.truth(test.span)?;
            return match (self.value(yes)?, self.value(no)?) {
                (Value::Integer(yes), Value::Integer(no)) => {
                    let ty = common(yes.ty(), no.ty());
                    Ok(Value::Integer(Expr::conditional(test, yes.cast(ty), no.cast(ty))))
                }
                (Value::Void, _) | (_, Value::Void) => Ok(Value::Void),
                (yes_value, no_value) => {
                    let to = pointee_of(&yes_value, &no_value);
                    let word = self.word();
                    let (yes, no) = (yes_value.number(yes.span)?.cast(word), no_value.number(no.span)?.cast(word));
                    Ok(Value::Pointer(Expr::conditional(test, yes, no), to))
                }
            };
        }
        self.branch(test, yes_node, no_node)?;
        self.at = yes_node;
        let yes = self.value(yes)?;
        let yes_end = self.at;
        self.at = no_node;
        let no = self.value(no)?;
        self.merged((yes_end, yes), (self.at, no), after, expression.span)
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
            return Ok(self.met(yes.0, no.0, after));
        }
        if let (_, Value::Void) | (_, Value::Thread(_)) = no {
            return Ok(self.met(yes.0, no.0, after));
        }
        let to = match (&yes.1, &no.1) {
            (Value::Integer(_), Value::Integer(_)) => None,
            (yes, no) => Some(pointee_of(yes, no)),
        };
        let (yes_value, no_value) = (yes.1.number(span)?, no.1.number(span)?);
        let ty = if to.is_some() { self.word() } else { common(yes_value.ty(), no_value.ty()) };
        let kept = self.temporary(ty);
        for (node, value) in [(yes.0, yes_value), (no.0, no_value)] {
            self.at = node;
            self.update(vec![(kept.place, value.cast(ty))], Vec::new());
            self.go(after);
        }
        self.at = after;
        Ok(match to {
            Some(to) => Value::Pointer(kept.read(), to),
            None => Value::Integer(kept.read()),
        })
    }

    /// Two ways meet without a value.
    fn met(&mut self, yes: u32, no: u32, after: u32) -> Value<'s> {
        for node in [yes, no] {
            self.at = node;
            self.go(after);
        }
        self.at = after;
        Value::Void
    }

    fn cast(&mut self, ty: &'s CType<'s>, inner: &'s Expression<'s>, span: Span) -> Result<Value<'s>, Error> {
        let ty = self.resolved(ty)?;
        self.refuse_variable(&ty, span)?;
        if let CType::Void = ty {
            self.effect(inner)?;
            return Ok(Value::Void);
        }
        let value = self.value(inner)?;
        self.converted(value, &ty, span)
    }

    /// A distance in the other direction; an unsigned one must not wrap before it is widened.
    pub fn backwards(&self, by: Expr) -> Expr {
        negated(by.cast(Type { signed: true, ..self.word() }))
    }

    /// `sizeof`.
    fn size_value(&self, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        let ty = self.resolved(ty)?;
        Ok(Value::Integer(size_of(&ty, self.layout, span)?))
    }

    /// `offsetof`, with a path of members and constant indices.
    fn offset_value(&self, ty: &CType<'s>, path: &[Designator<'s>], span: Span) -> Result<Value<'s>, Error> {
        let (mut ty, mut offset) = (self.resolved(ty)?, 0);
        for designator in path {
            let (more, inner) = match (designator, &ty) {
                (Designator::Field(name), CType::Record(record)) => {
                    let found = self.layout.member(*record, name);
                    found.map(|(more, inner, _)| (more, inner)).ok_or_else(|| super::spot::unknown(name, span))?
                }
                _ => return Err(span.unsupported("this offset")),
            };
            (ty, offset) = (self.resolved(&inner)?, offset + more);
        }
        Ok(Value::Integer(Expr::Constant(offset, self.word())))
    }

    /// The size of an array may have effects of its own.
    pub fn refuse_variable(&self, ty: &CType<'s>, span: Span) -> Result<(), Error> {
        if ty.is_variable() { Err(span.unsupported(VARIABLE_ARRAY)) } else { Ok(()) }
    }

    /// A value as another type.
    pub fn converted(&mut self, value: Value<'s>, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        match (ty, value) {
            (CType::Integer { ty, .. }, Value::Pointer(address, _)) => {
                if *ty == Type::BOOL {
                    return Ok(Value::Integer(convert(address, *ty)));
                }
                self.pointer_numbers.push(address.clone());
                // An address that is folded with other numbers would not be known as one any more.
                let address = match address {
                    Expr::Constant(bits, word) if self.region_at(bits).is_some() && !self.frames.is_empty() => {
                        let kept = self.temporary(word);
                        self.update(vec![(kept.place, address)], Vec::new());
                        kept.read()
                    }
                    address => address,
                };
                Ok(Value::Integer(convert(address, *ty)))
            }
            (CType::Integer { ty, .. }, value) => Ok(Value::Integer(convert(value.integer(span)?, *ty))),
            (CType::Pointer { to, .. }, Value::Integer(value)) => {
                Ok(Value::Pointer(value.cast(self.word()), (**to).clone()))
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

    /// Whether an expression only looks at locals, so that the order of its parts does not matter.
    pub fn is_simple(&self, expression: &Expression<'s>) -> bool {
        match &expression.kind {
            ExpressionKind::Constant(..) | ExpressionKind::Text(_) => true,
            ExpressionKind::SizeofType(_) | ExpressionKind::SizeofExpression(_) | ExpressionKind::Offsetof(..) => true,
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Variable(spot)) => {
                    matches!(spot.place, Where::Fixed(region, _) if self.is_own(region)) && self.is_scalar(name)
                }
                Some(Binding::Constant(_)) => true,
                None => self.functions.contains_key(name),
                _ => false,
            },
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => {
                match pointer.name().and_then(|name| self.lookup(name)) {
                    Some(Binding::Constant(Value::Pointer(Expr::Constant(bits, _), _))) => {
                        self.region_at(*bits).is_some_and(|region| self.is_own(region))
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
                StatementKind::Goto(_)
                    | StatementKind::Return(_)
                    | StatementKind::Break
                    | StatementKind::Continue
                    | StatementKind::Labeled(..)
            ),
            _ => false,
        })
    }
}

/// Whether evaluating the expression may change something.
pub fn has_effects(expression: &Expression) -> bool {
    expression.any(|part| match part {
        Part::Statement(_) => true,
        Part::Expression(part) => matches!(
            part.kind,
            ExpressionKind::Assign(..)
                | ExpressionKind::Postfix(..)
                | ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, _)
                | ExpressionKind::Call(..)
                | ExpressionKind::Statements(_)
        ),
    })
}

/// What the result of a choice between two values points to.
fn pointee_of<'s>(yes: &Value<'s>, no: &Value<'s>) -> CType<'s> {
    match (yes, no) {
        (Value::Pointer(_, CType::Void), Value::Pointer(_, to))
        | (Value::Pointer(_, to), _)
        | (_, Value::Pointer(_, to)) => to.clone(),
        _ => CType::Void,
    }
}

/// A handle some elements further on, if it is known which.
fn moved_handle(handle: Handle, by: &Expr) -> Option<Handle> {
    let Expr::Constant(bits, ty) = by else { return None };
    let index = u64::try_from(i128::from(handle.index) + ty.number(*bits)).ok()?;
    Some(Handle { index, ..handle })
}
