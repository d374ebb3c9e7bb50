//! Values of expressions, from left to right.
//!
//! What an operand's value depends on is kept in temporaries whenever an operand to its right has effects.

use super::super::arithmetic::{binary, common, complement, convert, negated, promoted};
use super::super::constant::{constant, size, size_of};
use super::super::syntax::{Expression, ExpressionKind, Operator, Part, Prefix, Span, StatementKind};
use super::super::types::{CType, VARIABLE_ARRAY};
use super::Lowering;
use super::object::truth_value;
use super::value::{Binding, Target, Value, equal};
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

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
            ExpressionKind::Text(_) => Ok(Value::Pointer(Target::Text)),
            ExpressionKind::Name(name) => self.name_value(name, expression),
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
            ExpressionKind::Index(..) => {
                let object = self.object(expression)?;
                Ok(Value::Integer(self.load(&object, span)))
            }
            ExpressionKind::Member(..) => Err(span.unsupported("a member of a structure")),
            ExpressionKind::Compound(..) => Err(span.unsupported("a compound literal")),
            ExpressionKind::Offsetof(..) => Ok(Value::Integer(constant(expression, self.layout)?)),
            ExpressionKind::SizeofType(ty) => {
                let ty = self.resolved(ty)?;
                Ok(Value::Integer(size_of(&ty, self.layout, span)?))
            }
            ExpressionKind::SizeofExpression(inner) => match self.type_of(inner)? {
                CType::Integer { ty, .. } => Ok(Value::Integer(size(ty, self.options.data_model)?)),
                other => Ok(Value::Integer(size_of(&other, self.layout, span)?)),
            },
            ExpressionKind::Statements(statements) => self.statement_expression(statements),
            ExpressionKind::Refused(what) => Err(span.unsupported(what)),
        }
    }

    /// Evaluates an expression whose value nobody wants.
    pub fn effect(&mut self, expression: &'s Expression<'s>) -> Result<(), Error> {
        let span = expression.span;
        match &expression.kind {
            // Naming something, as in `(void)argument`, does nothing; reading a shared integer is a step.
            ExpressionKind::Name(name) if !matches!(self.lookup(name), Some(Binding::Object(_))) => Ok(()),
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
            Prefix::Address => Ok(Value::Pointer(self.address(inner)?)),
            Prefix::Dereference => {
                let target = self.value(inner)?.target(inner.span)?;
                // A function and its dereferenced pointer are the same.
                if let Target::Function(_) = target {
                    return Ok(Value::Pointer(target));
                }
                let object = super::object::pointee(target, span)?;
                if object.mutex {
                    return Err(span.unsupported("a mutex outside the lock functions"));
                }
                Ok(Value::Integer(self.load(&object, span)))
            }
            Prefix::Increment => self.step_by_one(Operator::Add, inner, span, Some(false)),
            Prefix::Decrement => self.step_by_one(Operator::Subtract, inner, span, Some(false)),
        }
    }

    fn chain(&mut self, first: &'s Expression<'s>, rest: &'s [(Operator, Expression<'s>)]) -> Result<Value<'s>, Error> {
        let mut left = self.value(first)?;
        let mut left_span = first.span;
        for (number, (operator, operand)) in rest.iter().enumerate() {
            if let Value::Integer(value) = left {
                let keep = number % LONGEST_CHAIN == LONGEST_CHAIN - 1 || has_effects(operand);
                left = Value::Integer(if keep { self.spill(value) } else { value });
            }
            let right = self.value(operand)?;
            left = match (operator, left, right) {
                (operator, Value::Integer(left), Value::Integer(right)) => {
                    Value::Integer(self.arithmetic(*operator, left, right))
                }
                (Operator::Equal, left, right) => {
                    truth_value(equal(left.target(left_span)?, right.target(operand.span)?, operand.span)?)
                }
                (Operator::Unequal, left, right) => {
                    truth_value(equal(left.target(left_span)?, right.target(operand.span)?, operand.span)?.negated())
                }
                // Elements of arrays of handles are all alike.
                (Operator::Add, Value::Pointer(Target::Thread(None)), Value::Integer(_)) => {
                    Value::Pointer(Target::Thread(None))
                }
                (_, Value::Integer(_), _) => return Err(operand.span.unsupported("arithmetic with pointers")),
                _ => return Err(left_span.unsupported("arithmetic with pointers")),
            };
            left_span = left_span.to(operand.span);
        }
        Ok(left)
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
            let value = self.integer(test)?;
            let value = self.spill(value);
            self.guard(value.clone().truth(), test.span, yes_node, no_node);
            self.at = no_node;
            let other = self.integer(no)?;
            return Ok(Value::Integer(self.merged((yes_node, value), (self.at, other), after)));
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
                    let (yes, no) = (yes_value.target(yes.span)?, no_value.target(no.span)?);
                    if yes == no || test == Expr::TRUE {
                        return Ok(Value::Pointer(yes));
                    }
                    if test == Expr::TRUE.negated() {
                        return Ok(Value::Pointer(no));
                    }
                    Err(expression.span.unsupported("a choice between pointers"))
                }
            };
        }
        self.branch(test, yes_node, no_node)?;
        self.at = yes_node;
        let yes = self.value(yes)?;
        let yes_end = self.at;
        self.at = no_node;
        let no = self.value(no)?;
        match (yes, no) {
            (Value::Integer(yes), Value::Integer(no)) => {
                Ok(Value::Integer(self.merged((yes_end, yes), (self.at, no), after)))
            }
            (Value::Pointer(_), _) | (_, Value::Pointer(_)) => {
                Err(expression.span.unsupported("a choice between pointers"))
            }
            _ => {
                self.go(after);
                self.at = yes_end;
                self.go(after);
                self.at = after;
                Ok(Value::Void)
            }
        }
    }

    /// Two ways meet, each with its value.
    fn merged(&mut self, yes: (u32, Expr), no: (u32, Expr), after: u32) -> Expr {
        let ty = common(yes.1.ty(), no.1.ty());
        let kept = self.temporary(ty);
        for (node, value) in [yes, no] {
            self.at = node;
            self.update(vec![(kept.place, value.cast(ty))], Vec::new());
            self.go(after);
        }
        self.at = after;
        kept.read()
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

    /// The size of an array may have effects of its own.
    pub fn refuse_variable(&self, ty: &CType<'s>, span: Span) -> Result<(), Error> {
        if ty.is_variable() { Err(span.unsupported(VARIABLE_ARRAY)) } else { Ok(()) }
    }

    /// A value as another type.
    pub fn converted(&mut self, value: Value<'s>, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        match (ty, value) {
            (CType::Integer { ty, .. }, Value::Pointer(Target::Null)) => Ok(Value::Integer(Expr::Constant(0, *ty))),
            (CType::Integer { ty, .. }, Value::Pointer(Target::Integer(value))) => {
                Ok(Value::Integer(convert(value, *ty)))
            }
            (CType::Integer { ty, .. }, value) => {
                if *ty == Type::BOOL {
                    return Ok(Value::Integer(value.truth(span)?));
                }
                Ok(Value::Integer(convert(value.integer(span)?, *ty)))
            }
            (CType::Pointer { .. }, Value::Integer(Expr::Constant(0, _))) => Ok(Value::Pointer(Target::Null)),
            (CType::Pointer { .. }, Value::Integer(value)) => {
                let word = self.options.data_model.size();
                Ok(Value::Pointer(Target::Integer(value.cast(word))))
            }
            (CType::Pointer { .. }, Value::Pointer(target)) => Ok(Value::Pointer(self.as_pointer(target, ty, span)?)),
            (CType::Void, _) => Ok(Value::Void),
            (CType::Pointer { .. }, Value::Void) => Ok(Value::Void),
            (other, _) => Err(span.unsupported(format!("a conversion to {}", other.describe()))),
        }
    }

    /// Whether an expression only looks at locals, so that the order of its parts does not matter.
    pub fn is_simple(&self, expression: &Expression<'s>) -> bool {
        match &expression.kind {
            ExpressionKind::Constant(..) | ExpressionKind::Text(_) => true,
            ExpressionKind::SizeofType(_) | ExpressionKind::SizeofExpression(_) => true,
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object(object)) => !object.is_shared(),
                Some(Binding::Pointer(_)) => true,
                _ => false,
            },
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => {
                match pointer.name().and_then(|name| self.lookup(name)) {
                    Some(Binding::Pointer(Target::Object(object))) => !object.is_shared(),
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
