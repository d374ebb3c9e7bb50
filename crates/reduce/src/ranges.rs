//! Interval analysis of single expressions (Cousot and Cousot 1976): conditions that hold, or fail, whatever the variables and
//! inputs are, such as `(x & 7) < 8` or that a byte is below 256. Nothing is known about variables but their types.

use umpteen_model::c::expression::{Binary, Expr, Type, Unary};

/// The least and the greatest number that an expression can be.
type Range = (i128, i128);

/// Whether a condition holds whatever the values are, or never; none if the ranges of its operands do not tell.
pub fn truth(condition: &Expr) -> Option<bool> {
    match range(condition) {
        (1, 1) if condition.ty() == Type::BOOL => Some(true),
        (0, 0) if condition.ty() == Type::BOOL => Some(false),
        _ => None,
    }
}

/// All numbers of a type.
fn all(ty: Type) -> Range {
    match ty.signed {
        true => (-(1 << (ty.width - 1)), (1 << (ty.width - 1)) - 1),
        false => (0, (1 << ty.width) - 1),
    }
}

fn range(expr: &Expr) -> Range {
    let ty = expr.ty();
    let whole = all(ty);
    let (least, greatest) = match expr {
        Expr::Constant(bits, ty) => (ty.number(*bits), ty.number(*bits)),
        Expr::Read(..) | Expr::Input(..) => whole,
        Expr::Unary(Unary::Not, inner) if ty == Type::BOOL => {
            let (least, greatest) = range(inner);
            (1 - greatest, 1 - least)
        }
        Expr::Unary(Unary::Not, inner) if ty.signed => {
            let (least, greatest) = range(inner);
            (-1 - greatest, -1 - least)
        }
        Expr::Unary(..) => whole,
        // What does not fit is cut off, which may be anything.
        Expr::Cast(_, inner) => range(inner),
        Expr::Conditional(_, yes, no) => {
            let (yes, no) = (range(yes), range(no));
            (yes.0.min(no.0), yes.1.max(no.1))
        }
        Expr::Binary(operator, left, right) => binary(*operator, range(left), range(right)).unwrap_or(whole),
    };
    // A result beyond the type wraps.
    if least < whole.0 || greatest > whole.1 { whole } else { (least, greatest) }
}

/// The range of a result before it wraps; none where nothing is known.
fn binary(operator: Binary, left: Range, right: Range) -> Option<Range> {
    let both_positive = left.0 >= 0 && right.0 >= 0;
    let certain = |holds: bool, fails: bool| (i128::from(holds), i128::from(!fails));
    Some(match operator {
        Binary::Add => (left.0 + right.0, left.1 + right.1),
        Binary::Subtract => (left.0 - right.1, left.1 - right.0),
        Binary::And => match (left.0 >= 0, right.0 >= 0) {
            (true, true) => (0, left.1.min(right.1)),
            (true, false) => (0, left.1),
            (false, true) => (0, right.1),
            (false, false) => return None,
        },
        Binary::Or | Binary::Xor if both_positive => {
            let most = left.1.max(right.1);
            (0, ((most + 1) as u128).next_power_of_two() as i128 - 1)
        }
        Binary::Remainder if both_positive && right.0 > 0 => (0, left.1.min(right.1 - 1)),
        Binary::Divide if both_positive && right.0 > 0 => (left.0 / right.1, left.1 / right.0),
        Binary::ShiftRight if left.0 >= 0 => (0, left.1),
        Binary::Equal => certain(left == right && left.0 == left.1, left.1 < right.0 || right.1 < left.0),
        Binary::Less => certain(left.1 < right.0, left.0 >= right.1),
        Binary::LessOrEqual => certain(left.1 <= right.0, left.0 > right.1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::c::expression::Place;

    const NARROW: Type = Type { width: 4, signed: false };
    const SIGNED: Type = Type { width: 4, signed: true };
    const OPERATORS: [Binary; 13] = [
        Binary::Add,
        Binary::Subtract,
        Binary::Multiply,
        Binary::Divide,
        Binary::Remainder,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::ShiftLeft,
        Binary::ShiftRight,
        Binary::Equal,
        Binary::Less,
        Binary::LessOrEqual,
    ];

    /// The range of an expression contains all its values.
    fn covers(expr: &Expr) {
        let (least, greatest) = range(expr);
        for one in 0..16 {
            for other in 0..16 {
                let read = |place: Place| if place == Place::Local(0) { one } else { other };
                let value = expr.ty().number(expr.value(&read, &|_| 0));
                assert!((least..=greatest).contains(&value), "{expr:?} is {value}, not in {least}..={greatest}");
            }
        }
    }

    #[test]
    fn ranges_contain_all_values() {
        for ty in [NARROW, SIGNED] {
            let [one, other] = [0, 1].map(|number| Expr::Read(Place::Local(number), ty));
            let operands = |variable: &Expr| {
                let with =
                    |operator, bits| Expr::Binary(operator, variable.clone().into(), Expr::Constant(bits, ty).into());
                let not = Expr::Unary(Unary::Not, variable.clone().into());
                let mut all = vec![variable.clone(), not, with(Binary::And, 3), with(Binary::And, 12)];
                all.extend([with(Binary::ShiftRight, 2), with(Binary::Remainder, 5), with(Binary::Divide, 3)]);
                all.extend([2, 13].map(|bits| Expr::Constant(bits, ty)));
                all
            };
            for operator in OPERATORS {
                for left in operands(&one) {
                    for right in operands(&other) {
                        let expr = Expr::Binary(operator, left.clone().into(), right.into());
                        covers(&expr);
                        if operator.compares() {
                            covers(&Expr::Unary(Unary::Not, expr.into()));
                        } else {
                            covers(&Expr::Cast(Type { width: 3, signed: false }, expr.clone().into()));
                            covers(&Expr::Cast(Type { width: 8, signed: true }, expr.into()));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn masks_and_bytes_decide_conditions() {
        let read = Expr::Read(Place::Local(0), Type::INT);
        let masked = Expr::binary(Binary::And, read.clone(), Expr::int(7));
        assert_eq!(truth(&Expr::binary(Binary::Less, masked.clone(), Expr::int(8))), Some(true));
        assert_eq!(truth(&Expr::binary(Binary::Less, masked.clone(), Expr::int(7))), None);
        assert_eq!(truth(&Expr::binary(Binary::Equal, masked, Expr::int(9))), Some(false));
        let byte = Expr::Read(Place::Local(0), Type { width: 8, signed: false }).cast(Type::INT);
        assert_eq!(truth(&Expr::binary(Binary::Less, byte, Expr::int(256))), Some(true));
        assert_eq!(truth(&Expr::binary(Binary::Less, read, Expr::int(256))), None);
    }
}
