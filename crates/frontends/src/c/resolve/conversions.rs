//! Conversions of operands (C11 6.3).

use super::super::layout::{BitField, Layout};
use super::super::syntax::{Expression, ExpressionKind, Prefix};
use super::super::types::CType;

/// The type of an operand as a value (6.3.2.1): arrays and functions are pointers; a bit-field that is narrower than `int`
/// is one (6.3.1.1).
pub fn promoted<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<CType<'a>> {
    let ty = expression.ty.clone()?.decayed();
    match (&ty, bit_field(expression, layout)) {
        (CType::Integer { ty, .. }, Some(bits)) => Some(CType::Integer { ty: bits.promoted(*ty), atomic: false }),
        _ => Some(ty),
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
