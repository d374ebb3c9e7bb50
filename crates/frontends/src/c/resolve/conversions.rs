//! Conversions (C11 6.3): which ones the context of an expression makes, by the clauses about operators, calls and statements.
//!
//! They are noted with the expression that is converted (`Expression::converted`), and are all there are besides casts. That
//! arrays and functions are pointers as values (6.3.2.1) is not noted. Who converts a value of a type that is not known finds
//! out what it is.

use super::super::arithmetic::common;
use super::super::known::{is_reserved, takes};
use super::super::layout::{BitField, Layout};
use super::super::parse::same::same_type;
use super::super::syntax::{Expression, ExpressionKind, Name, Operator, Prefix};
use super::super::types::CType;
use super::expressions::conditional;
use umpteen_model::c::expression::Type;

/// The type of an operand as a value (6.3.2.1): arrays and functions are pointers; a bit-field that is narrower than `int`
/// is one (6.3.1.1).
pub fn promoted<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<CType<'a>> {
    let ty = expression.ty.clone()?.decayed();
    match (&ty, bit_field(expression, layout)) {
        (CType::Integer { ty, .. }, Some(bits)) => Some(CType::Integer { ty: bits.promoted(*ty), atomic: false }),
        _ => Some(ty),
    }
}

/// Converts an expression to a type, unless its value has it.
pub fn convert<'a>(expression: &mut Expression<'a>, to: &CType<'a>, layout: Layout<'_, 'a>) {
    let to = to.clone().plain();
    let is_same = match (promoted(expression, layout), &to) {
        (Some(CType::Integer { ty: from, .. }), CType::Integer { ty: to, .. }) => from == *to,
        (Some(CType::Float(from)), CType::Float(to)) => from == *to,
        (Some(from @ CType::Pointer { .. }), CType::Pointer { .. }) => same_type(&from.plain(), &to),
        (_, CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. }) => false,
        _ => true,
    };
    expression.converted = (!is_same).then_some(to);
}

/// Converts the operands of an expression as its operator has it. Those of binary operators are converted by `operands`,
/// one operator at a time.
pub fn convert_operands<'a>(kind: &mut ExpressionKind<'a>, layout: Layout<'_, 'a>) {
    match kind {
        // 6.5.3.3; 6.5.2.4 and 6.5.3.1: as `x + 1`.
        ExpressionKind::Prefix(
            Prefix::Plus | Prefix::Minus | Prefix::Complement | Prefix::Increment | Prefix::Decrement,
            operand,
        )
        | ExpressionKind::Postfix(_, operand) => promote(operand, layout),
        ExpressionKind::Prefix(Prefix::Not, operand) => decide(operand, layout),
        // 6.5.13, 6.5.14.
        ExpressionKind::All(parts) | ExpressionKind::Any(parts) => {
            parts.iter_mut().for_each(|part| decide(part, layout))
        }
        // 6.5.15. Without a second operand the first one is its value, too.
        ExpressionKind::Conditional(test, yes, no) => {
            let ty = conditional(yes.as_ref().unwrap_or(test), no, layout);
            if yes.is_some() {
                decide(test, layout);
            }
            if let Some(ty) = ty {
                convert(yes.as_mut().unwrap_or(test), &ty, layout);
                convert(no, &ty, layout);
            }
        }
        // 6.5.16.1, 6.5.16.2.
        ExpressionKind::Assign(None, left, right) => {
            if let Some(ty) = &left.ty {
                convert(right, ty, layout);
            }
        }
        ExpressionKind::Assign(Some(operator), left, right) => operands(*operator, left, right, layout),
        ExpressionKind::Call(callee, arguments) => convert_arguments(callee, arguments, layout),
        // 6.5.2.1: as `base + index`.
        ExpressionKind::Index(base, index) => [base, index].into_iter().for_each(|part| promote(part, layout)),
        _ => {}
    }
}

/// Converts the operands of a binary operator (6.5.5 to 6.5.12).
pub fn operands<'a>(operator: Operator, left: &mut Expression<'a>, right: &mut Expression<'a>, layout: Layout<'_, 'a>) {
    let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
    match (promoted(left, layout), promoted(right, layout)) {
        (Some(CType::Integer { .. }), Some(CType::Integer { .. })) if shifts => {
            promote(left, layout);
            promote(right, layout);
        }
        (Some(one), Some(other)) => match usual(&one, &other) {
            Some(ty) => {
                convert(left, &ty, layout);
                convert(right, &ty, layout);
            }
            // A null pointer constant that is compared (6.5.9), and what gcc takes for one.
            None if operator.compares() => match (&one, &other) {
                (CType::Pointer { .. }, CType::Integer { .. }) => convert(right, &one, layout),
                (CType::Integer { .. }, CType::Pointer { .. }) => convert(left, &other, layout),
                _ => {}
            },
            // A number of elements.
            None => {
                promote(left, layout);
                promote(right, layout);
            }
        },
        _ => {}
    }
}

/// The type of the usual arithmetic conversions (6.3.1.8); none unless both are arithmetic types.
fn usual<'a>(left: &CType<'a>, right: &CType<'a>) -> Option<CType<'a>> {
    match (left, right) {
        (CType::Integer { ty: left, .. }, CType::Integer { ty: right, .. }) => {
            Some(CType::Integer { ty: common(*left, *right), atomic: false })
        }
        (CType::Float(left), CType::Float(right)) => Some(CType::Float(*left.max(right))),
        (CType::Float(float), CType::Integer { .. }) | (CType::Integer { .. }, CType::Float(float)) => {
            Some(CType::Float(*float))
        }
        _ => None,
    }
}

/// The integer promotions (6.3.1.1).
pub fn promote<'a>(expression: &mut Expression<'a>, layout: Layout<'_, 'a>) {
    if let Some(CType::Integer { ty, .. }) = promoted(expression, layout) {
        convert(expression, &CType::Integer { ty: common(ty, Type::INT), atomic: false }, layout);
    }
}

/// Converts what decides to whether it is not zero (6.5.3.3, 6.8.4.1, 6.8.5): that is the conversion to `_Bool` (6.3.1.2).
pub fn decide<'a>(expression: &mut Expression<'a>, layout: Layout<'_, 'a>) {
    let ty = promoted(expression, layout);
    if matches!(ty, None | Some(CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. })) {
        convert(expression, &CType::Integer { ty: Type::BOOL, atomic: false }, layout);
    }
}

/// Converts arguments to the types of the parameters, and promotes further ones (6.5.2.2). What is not declared takes the
/// numbers that are known of it, and what the compiler knows without a declaration takes the rest as it is.
fn convert_arguments<'a>(callee: &Expression<'a>, arguments: &mut [Expression<'a>], layout: Layout<'_, 'a>) {
    let function = match callee.ty.as_ref().and_then(pointee) {
        Some(CType::Function(function)) => Some(function.clone()),
        _ => None,
    };
    let undeclared = callee.name().filter(|_| function.is_none()).map(Name::text);
    let numbers = undeclared.and_then(takes).unwrap_or_default().as_bytes();
    for (number, argument) in arguments.iter_mut().enumerate() {
        match function.as_ref().and_then(|function| function.parameters.get(number)) {
            Some(parameter) => convert(argument, &parameter.ty, layout),
            None if numbers.get(number) == Some(&b'i') => convert(argument, &CType::INT, layout),
            None if undeclared.is_some_and(is_reserved) => {}
            None => match promoted(argument, layout) {
                Some(CType::Float(4)) => convert(argument, &CType::Float(8), layout),
                _ => promote(argument, layout),
            },
        }
    }
}

/// The bit-field whose value an expression has; gcc gives its width to assignments and commas, too.
fn bit_field<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<BitField> {
    match &expression.kind {
        ExpressionKind::Member(base, name, arrow) => {
            let base = base.ty.as_ref()?;
            let CType::Record(record) = (if *arrow { pointee(base)? } else { base }) else { return None };
            layout.member(*record, name)?.2
        }
        ExpressionKind::Assign(_, place, _)
        | ExpressionKind::Postfix(_, place)
        | ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, place) => bit_field(place, layout),
        ExpressionKind::Comma(parts) => bit_field(parts.last()?, layout),
        _ => None,
    }
}

/// What a pointer, or an array as one, leads to; a function leads to itself.
pub fn pointee<'t, 'a>(ty: &'t CType<'a>) -> Option<&'t CType<'a>> {
    match ty {
        CType::Pointer { to, .. } | CType::Array(to, _) => Some(to),
        CType::Function(_) => Some(ty),
        _ => None,
    }
}

/// Whether an expression is a null pointer constant (6.3.2.3), whatever it is cast to.
pub fn is_null(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Constant(0, _) => true,
        ExpressionKind::Cast(_, inner) => is_null(inner),
        _ => false,
    }
}
