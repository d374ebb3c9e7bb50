//! Expressions as circuits, bit for bit what `umpteen_model::c::expression` says they mean.

use crate::circuit::{Bit, Circuit};
use crate::words::{self, Word};
use umpteen_model::c::expression::{Binary, Expr, Unary};

/// Builds the circuit of an expression; `leaf` gives the words of its variables and inputs.
pub fn encode(circuit: &mut Circuit, expr: &Expr, leaf: &mut impl FnMut(&mut Circuit, &Expr) -> Word) -> Word {
    let width = usize::from(expr.ty().width);
    let word = match expr {
        Expr::Constant(bits, _) => words::constant(*bits, width),
        Expr::Read(..) | Expr::Input(..) => leaf(circuit, expr),
        Expr::Unary(operator, operand) => {
            let operand = encode(circuit, operand, leaf);
            match operator {
                Unary::Negate => words::negate(circuit, &operand),
                Unary::Not => words::complement(&operand),
            }
        }
        Expr::Cast(_, operand) => {
            let (mut word, from) = (encode(circuit, operand, leaf), operand.ty());
            let fill = if from.signed { word.last().copied().unwrap_or(Bit::ZERO) } else { Bit::ZERO };
            word.resize(width, fill);
            word
        }
        Expr::Conditional(test, yes, no) => {
            let test = condition(circuit, test, leaf);
            let (yes, no) = (encode(circuit, yes, leaf), encode(circuit, no, leaf));
            words::choose(circuit, test, &yes, &no)
        }
        Expr::Binary(operator, left, right) => {
            let signed = left.ty().signed;
            let (left, right) = (encode(circuit, left, leaf), encode(circuit, right, leaf));
            binary(circuit, *operator, signed, &left, &right)
        }
    };
    debug_assert_eq!(word.len(), width, "{expr:?}");
    word
}

/// Builds the circuit of a condition.
pub fn condition(circuit: &mut Circuit, expr: &Expr, leaf: &mut impl FnMut(&mut Circuit, &Expr) -> Word) -> Bit {
    encode(circuit, expr, leaf)[0]
}

fn binary(circuit: &mut Circuit, operator: Binary, signed: bool, left: &[Bit], right: &[Bit]) -> Word {
    let divide = if signed { words::divide_signed } else { words::divide };
    let less = if signed { words::less_signed } else { words::less };
    let pairs = left.iter().zip(right);
    match operator {
        Binary::Add => words::add(circuit, left, right, Bit::ZERO),
        Binary::Subtract => words::subtract(circuit, left, right),
        Binary::Multiply => words::multiply(circuit, left, right),
        Binary::Divide => divide(circuit, left, right).0,
        Binary::Remainder => divide(circuit, left, right).1,
        Binary::And => pairs.map(|(&l, &r)| circuit.and(l, r)).collect(),
        Binary::Or => pairs.map(|(&l, &r)| circuit.or(l, r)).collect(),
        Binary::Xor => pairs.map(|(&l, &r)| circuit.xor(l, r)).collect(),
        Binary::ShiftLeft => words::shift(circuit, left, right, true, Bit::ZERO),
        Binary::ShiftRight => {
            let fill = if signed { left.last().copied().unwrap_or(Bit::ZERO) } else { Bit::ZERO };
            words::shift(circuit, left, right, false, fill)
        }
        Binary::Equal => vec![words::equal(circuit, left, right)],
        Binary::Less => vec![less(circuit, left, right, false)],
        Binary::LessOrEqual => vec![less(circuit, left, right, true)],
    }
}
