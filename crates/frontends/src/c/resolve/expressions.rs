//! The types of expressions (C11 6.5), found where an expression is read and kept with it: there is no other computation.
//!
//! A type that is not known is none. Operands are values: arrays and functions are pointers (6.3.2.1), narrow integers and
//! bit-fields are `int` (6.3.1.1).

use super::super::arithmetic::common;
use super::super::layout::Layout;
use super::super::syntax::{Expression, ExpressionKind, Operator, Prefix, StatementKind};
use super::super::types::CType;
use super::conversions::{is_null, pointee, promoted};
use umpteen_model::c::expression::Type;

/// The type of an expression that is made of others, arrays as such; none if it is not known. That of a name is known to
/// its scope.
pub fn type_of<'a>(kind: &ExpressionKind<'a>, layout: Layout<'_, 'a>) -> Option<CType<'a>> {
    let size = || CType::Integer { ty: layout.model.size(), atomic: false };
    match kind {
        // What the parser knows from elsewhere.
        ExpressionKind::Name(_) | ExpressionKind::Refused(_) => None,
        ExpressionKind::Float(_, format) => Some(CType::float(*format, layout.model)),
        ExpressionKind::Constant(_, ty) => Some(CType::Integer { ty: *ty, atomic: false }),
        ExpressionKind::Text(bytes) => Some(CType::integer(8, true).array(Some(bytes.len() as u64 + 1))),
        ExpressionKind::Prefix(prefix, inner) => type_of_prefix(*prefix, inner, layout),
        ExpressionKind::Postfix(_, inner) | ExpressionKind::Assign(_, inner, _) => Some(inner.ty.clone()?.plain()),
        ExpressionKind::Chain(first, rest) => {
            rest.iter().fold(promoted(first, layout), |left, (operator, right)| binary(*operator, left, right, layout))
        }
        ExpressionKind::All(_) | ExpressionKind::Any(_) => Some(CType::INT),
        ExpressionKind::Comma(parts) => Some(parts.last()?.ty.clone()?.decayed().plain()),
        ExpressionKind::Conditional(test, yes, no) => conditional(yes.as_ref().unwrap_or(test), no, layout),
        ExpressionKind::Cast(ty, _) | ExpressionKind::NextArgument(_, ty) => Some(ty.clone().plain()),
        ExpressionKind::Compound(ty, _) => Some(ty.clone()),
        ExpressionKind::Call(callee, _) => match pointee(callee.ty.as_ref()?)? {
            CType::Function(function) => Some(function.result.clone().plain()),
            _ => None,
        },
        ExpressionKind::Index(base, index) => match pointee(base.ty.as_ref()?) {
            Some(CType::Function(_)) => None,
            Some(element) => Some(element.clone()),
            // `1[a]` is `a[1]`.
            None => pointee(index.ty.as_ref()?).cloned(),
        },
        ExpressionKind::Member(base, name, arrow) => {
            let base = base.ty.as_ref()?;
            let CType::Record(record) = (if *arrow { pointee(base)? } else { base }) else { return None };
            layout.member(*record, name).map(|(_, ty, _)| ty)
        }
        ExpressionKind::Offsetof(..) | ExpressionKind::SizeofType(_) | ExpressionKind::SizeofExpression(_) => {
            Some(size())
        }
        ExpressionKind::Statements(statements) => match &statements.last()?.kind {
            StatementKind::Expression(value) => Some(value.ty.clone()?.decayed().plain()),
            _ => None,
        },
    }
}

/// Unary operators (6.5.3).
fn type_of_prefix<'a>(prefix: Prefix, inner: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<CType<'a>> {
    match prefix {
        Prefix::Plus | Prefix::Minus | Prefix::Complement => match promoted(inner, layout)? {
            CType::Integer { ty, .. } => Some(CType::Integer { ty: common(ty, Type::INT), atomic: false }),
            float @ CType::Float(_) => Some(float),
            _ => None,
        },
        Prefix::Not => Some(CType::INT),
        Prefix::Address => Some(inner.ty.clone()?.pointer()),
        Prefix::Dereference => pointee(inner.ty.as_ref()?).cloned(),
        Prefix::Increment | Prefix::Decrement => Some(inner.ty.clone()?.plain()),
    }
}

/// Binary operators (6.5.5 to 6.5.12) of an operand whose type is promoted and another one.
pub fn binary<'a>(
    operator: Operator,
    left: Option<CType<'a>>,
    right: &Expression<'a>,
    layout: Layout<'_, 'a>,
) -> Option<CType<'a>> {
    let integer = |ty: Type| CType::Integer { ty, atomic: false };
    if operator.compares() {
        return Some(CType::INT);
    }
    Some(match (operator, left?, promoted(right, layout)?) {
        (Operator::ShiftLeft | Operator::ShiftRight, CType::Integer { ty, .. }, _) => integer(common(ty, Type::INT)),
        (_, CType::Integer { ty: left, .. }, CType::Integer { ty: right, .. }) => integer(common(left, right)),
        (_, CType::Float(left), CType::Float(right)) => CType::Float(left.max(right)),
        (_, float @ CType::Float(_), CType::Integer { .. }) | (_, CType::Integer { .. }, float @ CType::Float(_)) => {
            float
        }
        (Operator::Subtract, CType::Pointer { .. }, CType::Pointer { .. }) => {
            integer(Type { signed: true, ..layout.model.size() })
        }
        (_, pointer @ CType::Pointer { .. }, CType::Integer { .. })
        | (_, CType::Integer { .. }, pointer @ CType::Pointer { .. }) => pointer.plain(),
        _ => return None,
    })
}

/// The conditional operator (6.5.15).
pub fn conditional<'a>(yes: &Expression<'a>, no: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<CType<'a>> {
    let ty = match (promoted(yes, layout)?, promoted(no, layout)?) {
        (CType::Integer { ty: yes, .. }, CType::Integer { ty: no, .. }) => {
            CType::Integer { ty: common(yes, no), atomic: false }
        }
        (CType::Float(yes), CType::Float(no)) => CType::Float(yes.max(no)),
        (CType::Integer { .. }, other) | (other, CType::Integer { .. }) => other,
        // A pointer to anything decides, unless it is the null pointer.
        (_, CType::Pointer { to, .. }) if matches!(*to, CType::Void) && !is_null(no) => CType::Void.pointer(),
        (_, other) if is_null(yes) => other,
        (other, _) => other,
    };
    Some(ty.plain())
}
