//! Conversions between numbers (C11 6.3.1.4, 6.3.1.5) as operations on bits, rounded to the nearest number as x86-64 does it. All
//! are exact, in steps of the thread alone: what an expression needs several times is kept in temporaries.

use super::super::floating::Format;
use super::Lowering;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// The numbers that are computed with.
const WIDE: Type = Type { width: 64, signed: false };

/// What is assumed where a number may be none of the type that it is converted to.
const FITS: &str = "floating-point numbers fit the integers that they are converted to";

fn number(value: u64) -> Expr {
    Expr::Constant(value, WIDE)
}

fn apply(operator: Binary, left: &Expr, right: Expr) -> Expr {
    Expr::binary(operator, left.clone(), right)
}

fn shifted_left(value: &Expr, by: Expr) -> Expr {
    apply(Binary::ShiftLeft, value, by)
}

fn shifted_right(value: &Expr, by: Expr) -> Expr {
    apply(Binary::ShiftRight, value, by)
}

/// The bits of a number that are lost when it is shifted right, rounded: 1 if what is kept becomes larger. Of two numbers that
/// are equally near, the even one counts.
fn carried(whole: &Expr, kept: &Expr, by: Expr) -> Expr {
    let half = shifted_left(&number(1), apply(Binary::Subtract, &by, number(1)));
    let mask = Expr::binary(Binary::Subtract, shifted_left(&number(1), by), number(1));
    let lost = apply(Binary::And, whole, mask);
    let odd = Expr::binary(Binary::Equal, apply(Binary::And, kept, number(1)), number(1));
    let more = apply(Binary::Less, &half, lost.clone());
    let tie = Expr::binary(Binary::Equal, lost, half).and(odd);
    Expr::binary(Binary::Or, more, tie).cast(WIDE)
}

impl Format {
    /// How many bits of the fraction there are.
    fn fraction(self) -> u64 {
        if self == Format::Single { 23 } else { 52 }
    }

    /// What is added to the exponent.
    fn bias(self) -> u64 {
        if self == Format::Single { 127 } else { 1023 }
    }
}

impl<'s> Lowering<'s> {
    /// A number that is not zero, whose highest bit is one of so many, with this bit shifted to the top, and how far that is
    /// above the lowest bit of the number.
    fn normalised(&mut self, value: Expr, width: u8) -> (Expr, Expr) {
        let mut value = self.spill(shifted_left(&value, number(64 - u64::from(width))));
        let mut place = number(u64::from(width) - 1);
        for by in [32, 16, 8, 4, 2, 1].into_iter().filter(|by| *by < width) {
            let is_low = apply(Binary::Less, &value, number(1 << (64 - by)));
            let is_low = self.spill(is_low);
            let moved = shifted_left(&value, number(by.into()));
            value = self.spill(Expr::conditional(is_low.clone(), moved, value));
            let lower = apply(Binary::Subtract, &place, number(by.into()));
            place = self.spill(Expr::conditional(is_low, lower, place));
        }
        (value, place)
    }

    /// An integer that is not known as a floating-point number.
    pub fn float_of_any_integer(&mut self, value: Expr, to: Format) -> Expr {
        let ty = value.ty();
        let value = self.spill(value);
        let is_negative = apply(Binary::Less, &value, Expr::Constant(0, ty));
        let is_negative = self.spill(is_negative);
        let plain = value.cast(Type { signed: ty.signed, ..WIDE }).cast(WIDE);
        let opposite = apply(Binary::Subtract, &number(0), plain.clone());
        let magnitude = self.spill(Expr::conditional(is_negative.clone(), opposite, plain));
        let (top, place) = self.normalised(magnitude.clone(), ty.width);
        let by = number(63 - to.fraction());
        let kept = self.spill(shifted_right(&top, by.clone()));
        let carry = match u64::from(ty.width) <= to.fraction() {
            true => number(0),
            false => carried(&top, &kept, by),
        };
        // The highest bit is not kept, but adds 1 to the exponent.
        let exponent = Expr::binary(Binary::Add, place, number(to.bias() - 1));
        let found = Expr::binary(Binary::Add, shifted_left(&exponent, number(to.fraction())), kept);
        let found = Expr::binary(Binary::Add, found, carry);
        let is_zero = apply(Binary::Equal, &magnitude, number(0));
        let found = Expr::conditional(is_zero, number(0), found).cast(to.bits());
        let sign = Expr::conditional(is_negative, to.constant(to.sign()), to.constant(0));
        self.spill(Expr::binary(Binary::Or, found, sign))
    }

    /// A floating-point number that is not known without its fraction, as an integer.
    pub fn integer_of_any_float(&mut self, value: Expr, from: Format, ty: Type) -> Expr {
        self.assume(FITS);
        let value = self.spill(value);
        let magnitude = self.spill(from.magnitude(value.clone()).cast(WIDE));
        let is_negative = apply(Binary::LessOrEqual, &from.constant(from.sign()), value);
        let is_negative = self.spill(is_negative);
        let (fraction, bias, width) = (from.fraction(), from.bias(), u64::from(ty.width));
        let exponent = self.spill(shifted_right(&magnitude, number(fraction)));
        let digits = apply(Binary::And, &magnitude, number((1 << fraction) - 1));
        let digits = self.spill(Expr::binary(Binary::Or, digits, number(1 << fraction)));
        let down = shifted_right(&digits, apply(Binary::Subtract, &number(bias + fraction), exponent.clone()));
        let up = shifted_left(&digits, apply(Binary::Subtract, &exponent, number(bias + fraction)));
        let has_fraction = apply(Binary::LessOrEqual, &exponent, number(bias + fraction));
        let whole = Expr::conditional(has_fraction, down, up);
        let below_one = apply(Binary::Less, &exponent, number(bias));
        let whole = self.spill(Expr::conditional(below_one.clone(), number(0), whole));
        let top = bias + width - u64::from(ty.signed);
        let fits = apply(Binary::Less, &exponent, number(top));
        let fits = match ty.signed {
            true => {
                let least = apply(Binary::Equal, &whole, number(1 << (width - 1))).and(is_negative.clone());
                let least = least.and(apply(Binary::Equal, &exponent, number(top)));
                Expr::binary(Binary::Or, fits, least)
            }
            false => Expr::binary(Binary::Or, fits.and(is_negative.clone().negated()), below_one),
        };
        let fits = self.spill(fits);
        let opposite = apply(Binary::Subtract, &number(0), whole.clone());
        let found = Expr::conditional(is_negative, opposite, whole).cast(ty);
        self.spill(Expr::conditional(fits, found, Expr::Constant(1 << (width - 1), ty)))
    }

    /// A `float` that is not known as `double`: nothing is lost.
    pub fn widened(&mut self, value: Expr) -> Expr {
        let (from, to) = (Format::Single, Format::Double);
        let value = self.spill(value);
        let magnitude = self.spill(from.magnitude(value.clone()).cast(WIDE));
        let by = to.fraction() - from.fraction();
        let moved = shifted_left(&magnitude, number(by));
        let normal = apply(Binary::Add, &moved, number((to.bias() - from.bias()) << to.fraction()));
        let infinite = apply(Binary::Or, &moved, number(to.infinity()));
        let special = Expr::conditional(
            from.is_nan(value.clone()),
            apply(Binary::Or, &infinite, number(to.not_a_number())),
            infinite,
        );
        // Subnormal numbers are normal ones with so many digits more.
        let (top, place) = self.normalised(magnitude.clone(), 32);
        let least = to.bias() - from.bias() - from.fraction();
        let exponent = Expr::binary(Binary::Add, place, number(least));
        let digits = shifted_right(&top, number(63 - to.fraction()));
        let subnormal = Expr::binary(Binary::Add, shifted_left(&exponent, number(to.fraction())), digits);
        let is_special = apply(Binary::LessOrEqual, &number(from.infinity()), magnitude.clone());
        let is_subnormal = apply(Binary::Less, &magnitude, number(from.smallest()));
        let found = Expr::conditional(is_special, special, normal);
        let found = Expr::conditional(is_subnormal, subnormal, found);
        let found = Expr::conditional(apply(Binary::Equal, &magnitude, number(0)), number(0), found);
        let sign = Expr::binary(Binary::And, value, from.constant(from.sign())).cast(WIDE);
        self.spill(Expr::binary(Binary::Or, found, shifted_left(&sign, number(32))))
    }

    /// A `double` that is not known as `float`.
    pub fn narrowed(&mut self, value: Expr) -> Expr {
        let (from, to) = (Format::Double, Format::Single);
        let value = self.spill(value);
        let magnitude = self.spill(from.magnitude(value.clone()));
        let by = from.fraction() - to.fraction();
        let first = from.bias() - to.bias() + 1;
        let exponent = self.spill(shifted_right(&magnitude, number(from.fraction())));
        let moved = self.spill(apply(Binary::Subtract, &magnitude, number((first - 1) << from.fraction())));
        let kept = self.spill(shifted_right(&moved, number(by)));
        let normal = apply(Binary::Add, &kept, carried(&moved, &kept, number(by)));
        let too_large = apply(Binary::Less, &number(to.infinity()), normal.clone());
        let normal = Expr::conditional(too_large, number(to.infinity()), normal);
        // Of small numbers more digits are lost; after so many nothing is left.
        let further = apply(Binary::Subtract, &number(by + first), exponent.clone());
        let most = apply(Binary::Less, &further, number(60));
        let further = self.spill(Expr::conditional(most, further, number(60)));
        let digits = apply(Binary::And, &magnitude, number((1 << from.fraction()) - 1));
        let digits = self.spill(Expr::binary(Binary::Or, digits, number(1 << from.fraction())));
        let kept = self.spill(shifted_right(&digits, further.clone()));
        let small = apply(Binary::Add, &kept, carried(&digits, &kept, further));
        let payload = apply(Binary::And, &shifted_right(&magnitude, number(by)), number((1 << to.fraction()) - 1));
        let none = Expr::binary(Binary::Or, payload, number(to.not_a_number()));
        let found = Expr::conditional(apply(Binary::Less, &exponent, number(first)), small, normal);
        let is_special = apply(Binary::Equal, &magnitude, number(from.infinity()));
        let found = Expr::conditional(is_special, number(to.infinity()), found);
        let found = Expr::conditional(from.is_nan(value.clone()), none, found);
        let sign = shifted_right(&Expr::binary(Binary::And, value, from.constant(from.sign())), number(32));
        self.spill(Expr::binary(Binary::Or, found, sign).cast(to.bits()))
    }
}
