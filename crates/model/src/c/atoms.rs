//! The conditions that predicates are made of, in a standard form: so equal predicates look equal.

use super::expression::{Binary, Expr, Type, Unary};

/// The standard form of a condition and whether it stands for its negation: so equal predicates look equal.
pub fn atom(condition: &Expr) -> (Expr, bool) {
    match condition {
        Expr::Unary(Unary::Not, inner) => {
            let (atom, negated) = atom(inner);
            (atom, !negated)
        }
        Expr::Binary(Binary::LessOrEqual, left, right) => {
            (Expr::binary(Binary::Less, (**right).clone(), (**left).clone()), true)
        }
        Expr::Binary(Binary::Equal, left, right) => equality(left, right),
        other => (other.clone(), false),
    }
}

/// `x + 1 == 5` is `x == 4`, also when the sum wraps; comparisons with 0 and 1 of conditions are conditions.
fn equality(left: &Expr, right: &Expr) -> (Expr, bool) {
    let ty = left.ty();
    let ((one, first), (other, second)) = (base(left), base(right));
    let constant = |number: i128| Expr::Constant(ty.wrap(number), ty);
    let equal = |left: Expr, right: Expr| Expr::binary(Binary::Equal, left, right);
    match (one, other) {
        (one, other) if one == other => (equal(constant(first), constant(second)), false),
        (Some(one), Some(other)) if one <= other => {
            (equal(one, Expr::binary(Binary::Add, other, constant(second - first))), false)
        }
        (Some(one), Some(other)) => (equal(other, Expr::binary(Binary::Add, one, constant(first - second))), false),
        (None, None) => unreachable!("equal, so handled above"),
        (Some(one), None) | (None, Some(one)) => {
            let number = if base(left).0.is_some() { second - first } else { first - second };
            match &one {
                condition if ty == Type::BOOL => {
                    let (atom, negated) = atom(condition);
                    (atom, negated != (ty.wrap(number) == 0))
                }
                // A widened condition is 0 or 1.
                Expr::Cast(_, inner) if inner.ty() == Type::BOOL && matches!(ty.wrap(number), 0 | 1) => {
                    let (atom, negated) = atom(inner);
                    (atom, negated != (ty.wrap(number) == 0))
                }
                _ => (equal(one, constant(number)), false),
            }
        }
    }
}

/// An expression as a sum of something that is not constant and a number.
fn base(expr: &Expr) -> (Option<Expr>, i128) {
    match expr {
        Expr::Constant(bits, ty) => (None, ty.number(*bits)),
        Expr::Binary(Binary::Add, inner, number) => match **number {
            Expr::Constant(bits, ty) => (Some((**inner).clone()), ty.number(bits)),
            _ => (Some(expr.clone()), 0),
        },
        other => (Some(other.clone()), 0),
    }
}

/// The parts of a condition that `and`, `or` and `not` are built of, in standard form; constants left out.
pub fn atoms(condition: &Expr, found: &mut Vec<Expr>) {
    match condition {
        Expr::Binary(Binary::And | Binary::Or | Binary::Xor, left, right) if left.ty() == Type::BOOL => {
            atoms(left, found);
            atoms(right, found);
        }
        Expr::Unary(Unary::Not, inner) => atoms(inner, found),
        Expr::Conditional(test, yes, no) if yes.ty() == Type::BOOL => {
            atoms(test, found);
            atoms(yes, found);
            atoms(no, found);
        }
        other => match atom(other).0 {
            Expr::Constant(..) => {}
            same if same == *other => found.push(same),
            // The standard form may have uncovered more structure.
            simpler => atoms(&simpler, found),
        },
    }
}
