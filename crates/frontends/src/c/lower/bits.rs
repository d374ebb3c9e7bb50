//! GCC's built-in functions about numbers: bits that are counted or turned round, and arithmetic that says whether it
//! overflows. Each is an expression, so that it is no more steps than an operator.

use super::super::arithmetic::convert;
use super::super::builtins::BitFunction;
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::value::{Value, truth_value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// The widest numbers of the model.
const WIDEST: u8 = 64;

impl<'s> Lowering<'s> {
    /// The value of a function about bits; a width of 0 is that of `long`.
    pub fn bit_function(&mut self, function: BitFunction, width: u8, call: Call<'s>) -> Result<Value<'s>, Error> {
        let width = if width == 0 { self.source.options.data_model.long() } else { width };
        let ty = Type { width, signed: false };
        let argument = call.argument(0)?;
        let value = self.integer(argument)?;
        let value = self.spill(convert(value, ty));
        let zero = Expr::binary(Binary::Equal, value.clone(), Expr::Constant(0, ty));
        let result = match function {
            BitFunction::Population => self.population(value),
            BitFunction::Parity => bit_and(self.population(value), 1),
            BitFunction::FirstSet => {
                let one = Expr::Constant(1, ty);
                let first = Expr::binary(Binary::Add, self.trailing_zeros(value), one);
                Expr::conditional(zero, Expr::Constant(0, ty), first)
            }
            // Of zero, what these two return is not defined.
            BitFunction::TrailingZeros => {
                let count = self.trailing_zeros(value);
                self.any_if(zero, count, call)
            }
            BitFunction::LeadingZeros => {
                let count = self.leading_zeros(value);
                self.any_if(zero, count, call)
            }
            BitFunction::SwapBytes => return Ok(Value::Integer(swapped(value))),
        };
        Ok(Value::Integer(result.cast(Type::INT)))
    }

    /// Any value if a condition holds, else a certain one.
    fn any_if(&mut self, condition: Expr, value: Expr, call: Call<'s>) -> Expr {
        let kept = self.temporary(value.ty());
        let any = Expr::conditional(condition, Expr::Input(0, value.ty()), value);
        let statements = self.note(call.span);
        self.graph.update(vec![(kept.place, any)], statements);
        kept.read()
    }

    /// `__builtin_add_overflow(left, right, &result)` and its like: the result as if numbers had any size, cut off, and
    /// whether something was.
    pub fn overflow_function(
        &mut self,
        operator: Binary,
        of: Option<Type>,
        call: Call<'s>,
    ) -> Result<Value<'s>, Error> {
        let (left, right) = (self.integer(call.argument(0)?)?, self.integer(call.argument(1)?)?);
        let of =
            of.map(|ty| if ty.width == 0 { Type { width: self.source.options.data_model.long(), ..ty } } else { ty });
        let typed = |value: Expr| of.map_or(value.clone(), |ty| value.cast(ty));
        let (left, right) = (typed(left), typed(right));
        let (left, right) = (self.spill(left), self.spill(right));
        let target = call.argument(2)?;
        let pointer = self.unconverted(target)?;
        let spot = self.memory.followed(pointer, target.span, call.span)?;
        let spot = self.frozen(spot);
        let CType::Integer { ty, .. } = spot.ty else {
            return Err(target.span.unsupported("a result of arithmetic that is no integer"));
        };
        let result = Expr::binary(operator, left.clone().cast(ty), right.clone().cast(ty));
        let overflows = match exact(operator, &left, &right) {
            Some(exact) => {
                // Both sides in the type that has room for all.
                let back = result.clone().cast(exact.ty());
                Expr::binary(Binary::Equal, back, exact).negated()
            }
            None if left.ty() == ty && right.ty() == ty => overflows(operator, &left, &right, &result),
            None => return Err(call.span.unsupported("arithmetic with overflow on wide numbers of several types")),
        };
        let overflows = self.spill(overflows);
        self.store_spot(&spot, result, call.span, false)?;
        Ok(truth_value(overflows))
    }

    /// How many bits are set: sums of neighbours, of pairs of them, and so on. Each is kept, or the expression would double
    /// with each.
    fn population(&mut self, value: Expr) -> Expr {
        let ty = value.ty();
        let mut sum = self.spill(value);
        let mut bits = 1;
        while bits < ty.width {
            let mask = stripes(bits, ty);
            let low = Expr::binary(Binary::And, sum.clone(), mask.clone());
            let high = Expr::binary(Binary::And, shifted(sum, Binary::ShiftRight, bits), mask);
            sum = self.spill(Expr::binary(Binary::Add, low, high));
            bits *= 2;
        }
        sum
    }

    /// How many bits below the lowest one that is set are not.
    fn trailing_zeros(&mut self, value: Expr) -> Expr {
        let ty = value.ty();
        let below = Expr::binary(Binary::Subtract, value.clone(), Expr::Constant(1, ty));
        self.population(Expr::binary(Binary::And, below, value.negated()))
    }

    /// How many bits above the highest one that is set are not.
    fn leading_zeros(&mut self, value: Expr) -> Expr {
        let ty = value.ty();
        let mut smeared = value;
        let mut bits = 1;
        while bits < ty.width {
            let more = shifted(smeared.clone(), Binary::ShiftRight, bits);
            smeared = self.spill(Expr::binary(Binary::Or, smeared, more));
            bits *= 2;
        }
        self.population(smeared.negated())
    }
}

/// The exact result of an operator in a type that has room for it, if the model has one.
fn exact(operator: Binary, left: &Expr, right: &Expr) -> Option<Expr> {
    let bits = |expr: &Expr| u32::from(expr.ty().width) + u32::from(!expr.ty().signed);
    let needed = match operator {
        Binary::Multiply => bits(left) + bits(right),
        _ => bits(left).max(bits(right)) + 1,
    };
    let wide = Type { width: WIDEST, signed: true };
    (needed <= u32::from(WIDEST)).then(|| Expr::binary(operator, left.clone().cast(wide), right.clone().cast(wide)))
}

/// Whether an operator overflows on two numbers of one type, whose result cut off is `result`.
fn overflows(operator: Binary, left: &Expr, right: &Expr, result: &Expr) -> Expr {
    let ty = left.ty();
    let zero = Expr::Constant(0, ty);
    let less = |one: &Expr, two: &Expr| Expr::binary(Binary::Less, one.clone(), two.clone());
    let xor = |one: &Expr, two: &Expr| Expr::binary(Binary::Xor, one.clone(), two.clone());
    let and = |one: Expr, two: Expr| Expr::binary(Binary::And, one, two);
    match (operator, ty.signed) {
        (Binary::Add, false) => less(result, left),
        (Binary::Subtract, false) => less(left, right),
        (Binary::Add, true) => less(&and(xor(left, result), xor(right, result)), &zero),
        (Binary::Subtract, true) => less(&and(xor(left, right), xor(left, result)), &zero),
        _ => {
            let is_zero = Expr::binary(Binary::Equal, left.clone(), zero.clone());
            let quotient = Expr::binary(Binary::Divide, result.clone(), left.clone());
            let differs = Expr::binary(Binary::Equal, quotient, right.clone()).negated();
            // The smallest number divided by -1 is itself here.
            let minus = Expr::Constant(ty.mask(), ty);
            let smallest = Expr::Constant(1 << (ty.width - 1), ty);
            let turned = Expr::binary(Binary::Equal, left.clone(), minus);
            let turned = turned.and(Expr::binary(Binary::Equal, right.clone(), smallest));
            let turned = if ty.signed { turned } else { Expr::TRUE.negated() };
            is_zero.negated().and(differs.negated().and(turned.negated()).negated())
        }
    }
}

/// A mask of so many bits, repeated with a distance of twice as many.
fn stripes(bits: u8, ty: Type) -> Expr {
    let stripe = (1u64 << bits) - 1;
    let mask = (0..u32::from(ty.width)).step_by(2 * usize::from(bits)).fold(0, |mask, at| mask | stripe << at);
    Expr::Constant(mask & ty.mask(), ty)
}

fn shifted(value: Expr, operator: Binary, by: u8) -> Expr {
    let ty = value.ty();
    Expr::binary(operator, value, Expr::Constant(by.into(), ty))
}

fn bit_and(value: Expr, mask: u64) -> Expr {
    let ty = value.ty();
    Expr::binary(Binary::And, value, Expr::Constant(mask, ty))
}

/// The bytes in the other order.
fn swapped(value: Expr) -> Expr {
    let ty = value.ty();
    let bytes = ty.width / 8;
    let byte = |at: u8| {
        let lowest = bit_and(shifted(value.clone(), Binary::ShiftRight, 8 * at), 0xff);
        shifted(lowest, Binary::ShiftLeft, 8 * (bytes - 1 - at))
    };
    (1..bytes).fold(byte(0), |whole, at| Expr::binary(Binary::Or, whole, byte(at)))
}
