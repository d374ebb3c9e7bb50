//! The operators of C on model expressions.
//!
//! The rank of a type is its width: where two C types of one width differ (`long` and `long long`), their conversions
//! give the same bits, and for equal widths the unsigned type wins as the standard says.

use super::syntax::Operator;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// The value in the type that an operator works on: at least `int`.
pub fn promoted(value: Expr) -> Expr {
    if value.ty().width < Type::INT.width { value.cast(Type::INT) } else { value }
}

/// The type that two promoted operands are brought to.
pub fn common(left: Type, right: Type) -> Type {
    let promote = |ty: Type| if ty.width < Type::INT.width { Type::INT } else { ty };
    let (left, right) = (promote(left), promote(right));
    match left.width.cmp(&right.width) {
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Equal => Type { width: left.width, signed: left.signed && right.signed },
    }
}

/// The value in another type; to `_Bool`, whether it is not zero.
pub fn convert(value: Expr, ty: Type) -> Expr {
    if ty == Type::BOOL { value.truth() } else { value.cast(ty) }
}

/// A condition as a value.
pub fn from_truth(condition: Expr) -> Expr {
    condition.cast(Type::INT)
}

/// `-value` of a promoted value.
pub fn negated(value: Expr) -> Expr {
    Expr::binary(Binary::Subtract, Expr::Constant(0, value.ty()), value)
}

/// A count of bits in the type of what is shifted. Cutting off bits must not make a large count small.
fn shift_count(count: Expr, ty: Type) -> Expr {
    if count.ty().width <= ty.width {
        return count.cast(ty);
    }
    let unsigned = Type { signed: false, ..count.ty() };
    let width = Expr::Constant(ty.width.into(), unsigned);
    let small = Expr::binary(Binary::Less, count.clone().cast(unsigned), width);
    Expr::conditional(small, count.cast(ty), Expr::Constant(ty.width.into(), ty))
}

/// The operator after the usual arithmetic conversions, for operands whose types only their values tell.
pub fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    if matches!(operator, Operator::ShiftLeft | Operator::ShiftRight) {
        return apply(operator, promoted(left), promoted(right));
    }
    let ty = common(left.ty(), right.ty());
    apply(operator, left.cast(ty), right.cast(ty))
}

/// An operator on operands that are converted already.
pub fn apply(operator: Operator, left: Expr, right: Expr) -> Expr {
    if matches!(operator, Operator::ShiftLeft | Operator::ShiftRight) {
        let right = shift_count(right, left.ty());
        let shift = if operator == Operator::ShiftLeft { Binary::ShiftLeft } else { Binary::ShiftRight };
        return Expr::binary(shift, left, right);
    }
    let plain = |operator| move |left, right| Expr::binary(operator, left, right);
    match operator {
        Operator::Multiply => plain(Binary::Multiply)(left, right),
        Operator::Divide => plain(Binary::Divide)(left, right),
        Operator::Remainder => plain(Binary::Remainder)(left, right),
        Operator::Add => plain(Binary::Add)(left, right),
        Operator::Subtract => plain(Binary::Subtract)(left, right),
        Operator::And => plain(Binary::And)(left, right),
        Operator::Xor => plain(Binary::Xor)(left, right),
        Operator::Or => plain(Binary::Or)(left, right),
        Operator::Less => from_truth(plain(Binary::Less)(left, right)),
        Operator::LessOrEqual => from_truth(plain(Binary::LessOrEqual)(left, right)),
        Operator::Greater => from_truth(plain(Binary::Less)(right, left)),
        Operator::GreaterOrEqual => from_truth(plain(Binary::LessOrEqual)(right, left)),
        Operator::Equal => from_truth(plain(Binary::Equal)(left, right)),
        Operator::Unequal => from_truth(plain(Binary::Equal)(left, right).negated()),
        // Handled above.
        Operator::ShiftLeft | Operator::ShiftRight => left,
    }
}
