//! Floating point (C11 6.2.5): `float` and `double` are the bits that IEEE 754 gives them, as x86-64 has them.
//!
//! Constants are computed here with the rounding that gcc uses, to the nearest number. Comparisons are exact for all values:
//! the bits of numbers of one sign are ordered like the numbers, so that what a constant is compared with is an interval of bits.
//! Of `long double` only copies are known: its bits mean nothing.

use super::syntax::Operator;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// How a number is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// `float`.
    Single,
    /// `double`.
    Double,
    /// `long double`, and others of 16 bytes.
    Long,
}

/// The result of an operation on constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A number.
    Known(u64),
    /// Not a number, with any sign and payload.
    NotANumber,
    /// Any value.
    Any,
}

impl Format {
    /// The format of a type of so many bytes.
    pub fn of_bytes(bytes: u8) -> Format {
        match bytes {
            4 => Format::Single,
            8 => Format::Double,
            _ => Format::Long,
        }
    }

    /// The integer that stands for a value. That of `long double` is like no other type, so that no integer is read there.
    pub fn bits(self) -> Type {
        let width = match self {
            Format::Single => 32,
            Format::Double => 64,
            Format::Long => 63,
        };
        Type { width, signed: false }
    }

    /// A constant.
    pub fn constant(self, bits: u64) -> Expr {
        Expr::Constant(bits & self.bits().mask(), self.bits())
    }

    /// The bit of the sign.
    pub fn sign(self) -> u64 {
        1 << (self.bits().width - 1)
    }

    /// The bits of infinity: those of the exponent.
    pub fn infinity(self) -> u64 {
        match self {
            Format::Single => f32::INFINITY.to_bits().into(),
            _ => f64::INFINITY.to_bits(),
        }
    }

    /// The bits of what gcc calls NaN.
    pub fn not_a_number(self) -> u64 {
        match self {
            Format::Single => 0x7fc0_0000,
            _ => 0x7ff8_0000_0000_0000,
        }
    }

    /// The smallest number that is not subnormal.
    pub fn smallest(self) -> u64 {
        match self {
            Format::Single => f32::MIN_POSITIVE.to_bits().into(),
            _ => f64::MIN_POSITIVE.to_bits(),
        }
    }

    /// The value without its sign.
    pub fn magnitude(self, value: Expr) -> Expr {
        Expr::binary(Binary::And, value, self.constant(self.sign() - 1))
    }

    /// The value with the other sign.
    pub fn opposite(self, value: Expr) -> Expr {
        Expr::binary(Binary::Xor, value, self.constant(self.sign()))
    }

    /// Whether a value is none.
    pub fn is_nan(self, value: Expr) -> Expr {
        Expr::binary(Binary::Less, self.constant(self.infinity()), self.magnitude(value))
    }

    /// Whether a value is not zero, of either sign; what is not a number is not zero.
    pub fn truth(self, value: Expr) -> Expr {
        Expr::binary(Binary::Equal, self.magnitude(value), self.constant(0)).negated()
    }

    /// Whether a constant is not a number.
    fn is_constant_nan(self, bits: u64) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }

    /// A constant in another format, as conversions round it (C11 6.3.1.5).
    pub fn converted(self, bits: u64, to: Format) -> u64 {
        let (sign, fraction) = (bits & self.sign() != 0, bits & !(self.sign() | self.infinity()));
        match (self, to) {
            (Format::Single, Format::Double) if self.is_constant_nan(bits) => {
                to.not_a_number() | u64::from(sign) << 63 | fraction << 29
            }
            (Format::Double, Format::Single) if self.is_constant_nan(bits) => {
                to.not_a_number() | u64::from(sign) << 31 | fraction >> 29
            }
            (Format::Single, Format::Double) => f64::from(f32::from_bits(bits as u32)).to_bits(),
            (Format::Double, Format::Single) => (f64::from_bits(bits) as f32).to_bits().into(),
            // Nothing is known of the bits of `long double`.
            (_, Format::Long) => 0,
            _ => bits,
        }
    }

    /// An integer as a number, rounded to the nearest one.
    pub fn of_integer(self, number: i128) -> u64 {
        match self {
            Format::Single => (number as f32).to_bits().into(),
            Format::Double => (number as f64).to_bits(),
            Format::Long => 0,
        }
    }

    /// A constant without its fraction as an integer of a type; none if the type does not have it (C11 6.3.1.4).
    pub fn to_integer(self, bits: u64, ty: Type) -> Option<u64> {
        let number = match self {
            Format::Single => f64::from(f32::from_bits(bits as u32)),
            Format::Double => f64::from_bits(bits),
            Format::Long => return None,
        };
        let whole = number.trunc();
        let most = 2f64.powi(i32::from(ty.width) - i32::from(ty.signed));
        let least = if ty.signed { -most } else { 0.0 };
        (whole >= least && whole < most).then(|| ty.wrap(whole as i128))
    }

    /// An operator on constants.
    pub fn operation(self, operator: Operator, left: u64, right: u64) -> Outcome {
        let number = match self {
            Format::Single => {
                let (left, right) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
                let result = match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Divide => left / right,
                    _ => return Outcome::Any,
                };
                (!result.is_nan()).then(|| u64::from(result.to_bits()))
            }
            Format::Double => {
                let (left, right) = (f64::from_bits(left), f64::from_bits(right));
                let result = match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Divide => left / right,
                    _ => return Outcome::Any,
                };
                (!result.is_nan()).then(|| result.to_bits())
            }
            Format::Long => return Outcome::Any,
        };
        number.map_or(Outcome::NotANumber, Outcome::Known)
    }

    /// The result of an operator on constants if it needs no rounding, so that it is the same with more digits.
    pub fn exact_operation(self, operator: Operator, left: u64, right: u64) -> Option<u64> {
        let wide = |bits: u64| f64::from_bits(self.converted(bits, Format::Double));
        let (Outcome::Known(bits), true) = (self.operation(operator, left, right), self != Format::Long) else {
            return None;
        };
        let (left, right, result) = (wide(left), wide(right), wide(bits));
        let exact = match operator {
            Operator::Add => result - left == right && result - right == left,
            Operator::Subtract => left - result == right && result + right == left,
            Operator::Multiply => left.mul_add(right, -result) == 0.0,
            _ => result.mul_add(right, -left) == 0.0,
        };
        // What would be lost must not vanish itself.
        (exact && result.is_finite() && result.abs() > 1e-200).then_some(bits)
    }

    /// A comparison, as a condition; not for `long double`.
    pub fn compared(self, operator: Operator, left: Expr, right: Expr) -> Expr {
        match operator {
            Operator::Equal => self.equal(left, right),
            Operator::Unequal => self.equal(left, right).negated(),
            Operator::Less => self.ordered(false, left, right),
            Operator::LessOrEqual => self.ordered(true, left, right),
            Operator::Greater => self.ordered(false, right, left),
            _ => self.ordered(true, right, left),
        }
    }

    fn equal(self, left: Expr, right: Expr) -> Expr {
        let same = Expr::binary(Binary::Equal, left.clone(), right.clone());
        for constant in [&left, &right] {
            let Expr::Constant(bits, _) = constant else { continue };
            let other = if constant == &left { &right } else { &left };
            return match bits & (self.sign() - 1) {
                0 => self.truth(other.clone()).negated(),
                _ if self.is_constant_nan(*bits) => Expr::FALSE,
                _ => same,
            };
        }
        // Zeros of both signs are equal, and what is not a number is not even equal to itself.
        let both = self.magnitude(Expr::binary(Binary::Or, left.clone(), right));
        let zeros = Expr::binary(Binary::Equal, both, self.constant(0));
        Expr::binary(Binary::Or, same.and(self.is_nan(left).negated()), zeros)
    }

    /// Whether the left value is less than the right one, or with `or_equal` at most as large.
    fn ordered(self, or_equal: bool, left: Expr, right: Expr) -> Expr {
        let (sign, infinity) = (self.sign(), self.infinity());
        let edge = u64::from(!or_equal);
        let outside = Expr::FALSE;
        match (&left, &right) {
            (Expr::Constant(bits, _), _) | (_, Expr::Constant(bits, _)) if self.is_constant_nan(*bits) => outside,
            (_, Expr::Constant(bits, _)) => {
                let magnitude = bits & (sign - 1);
                let negative = self.inside(&left, sign, sign | infinity);
                match bits & sign {
                    _ if magnitude == 0 && or_equal => Expr::binary(Binary::Or, self.inside(&left, 0, 0), negative),
                    _ if magnitude == 0 => self.inside(&left, sign + 1, sign | infinity),
                    0 => Expr::binary(Binary::Or, self.inside(&left, 0, bits - edge), negative),
                    _ => self.inside(&left, bits + edge, sign | infinity),
                }
            }
            (Expr::Constant(bits, _), _) => {
                let magnitude = bits & (sign - 1);
                let positive = self.inside(&right, 0, infinity);
                match bits & sign {
                    _ if magnitude == 0 && or_equal => {
                        Expr::binary(Binary::Or, positive, self.inside(&right, sign, sign))
                    }
                    _ if magnitude == 0 => self.inside(&right, 1, infinity),
                    0 => self.inside(&right, bits + edge, infinity),
                    _ => Expr::binary(Binary::Or, positive, self.inside(&right, sign, bits - edge)),
                }
            }
            _ => {
                let numbers = self.is_nan(left.clone()).negated().and(self.is_nan(right.clone()).negated());
                let operator = if or_equal { Binary::LessOrEqual } else { Binary::Less };
                numbers.and(Expr::binary(operator, self.rank(left), self.rank(right)))
            }
        }
    }

    /// Whether the bits of a value are between two, these included.
    fn inside(self, value: &Expr, least: u64, most: u64) -> Expr {
        if least > most {
            return Expr::FALSE;
        }
        if least == most {
            return Expr::binary(Binary::Equal, value.clone(), self.constant(least));
        }
        let not_above = Expr::binary(Binary::LessOrEqual, value.clone(), self.constant(most));
        match least {
            0 => not_above,
            _ => Expr::binary(Binary::LessOrEqual, self.constant(least), value.clone()).and(not_above),
        }
    }

    /// An integer that is ordered like the numbers.
    fn rank(self, value: Expr) -> Expr {
        let signed = Type { signed: true, ..self.bits() };
        let magnitude = self.magnitude(value.clone()).cast(signed);
        let negative = Expr::binary(Binary::LessOrEqual, self.constant(self.sign()), value);
        let below = Expr::binary(Binary::Subtract, Expr::Constant(0, signed), magnitude.clone());
        Expr::conditional(negative, below, magnitude)
    }
}

/// A `long double` constant in the source has the bits of the nearest `double`, or these if that is not certain.
const UNKNOWN: u64 = u64::MAX;

/// A `long double` constant in the source as `double`, as the macros of `<float.h>` have it.
pub fn constant_as_double(bits: u64) -> Option<u64> {
    (bits != UNKNOWN).then_some(bits)
}

/// The `double` that a `long double` becomes. A number is rounded twice, which may give another one than rounding once, unless
/// all numbers as near as the first rounding leads become the same one.
fn long_as_double(number: &str) -> Option<u64> {
    /// Digits that are looked at, more than 64 bits have.
    const KEPT: usize = 25;
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = format!("{whole}{fraction}").trim_start_matches('0').to_string();
    let exponent = exponent.parse::<i64>().ok()? - fraction.len() as i64 + digits.len() as i64 - KEPT as i64;
    let near: u128 = format!("{digits:0<KEPT$}")[..KEPT].parse().ok()?;
    // Half of the last of 64 bits, and what was cut off.
    let distance = (near >> 62) + 2;
    let double = |number: u128| format!("{number}e{exponent}").parse::<f64>().ok();
    let found = number.parse::<f64>().ok()?;
    let same = double(near.saturating_sub(distance))? == found && double(near + distance)? == found;
    (found == 0.0 && near == 0 || same && found.is_finite()).then(|| found.to_bits())
}

/// The bits and the format of a floating constant (C11 6.4.4.2); none if its suffix or its number of digits is not known here.
pub fn literal(text: &str) -> Option<(u64, Format)> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.strip_prefix("0x");
    let is_digit = |c: char| c.is_ascii_digit() || hexadecimal.is_some() && c.is_ascii_hexdigit() || c == '.';
    let digits = hexadecimal.unwrap_or(&lower);
    let mantissa = digits.find(|c| !is_digit(c)).unwrap_or(digits.len());
    let exponent = match digits[mantissa..].strip_prefix(if hexadecimal.is_some() { 'p' } else { 'e' }) {
        Some(rest) => {
            let sign = usize::from(rest.starts_with(['+', '-']));
            1 + sign + rest[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - sign)
        }
        None => 0,
    };
    let (number, suffix) = digits.split_at(mantissa + exponent);
    let format = match suffix {
        "f" | "f32" => Format::Single,
        "" | "f64" | "f32x" => Format::Double,
        "l" | "f128" | "f64x" | "q" | "w" => Format::Long,
        _ => return None,
    };
    let bits = match (hexadecimal, format) {
        (None, Format::Long) => long_as_double(number).unwrap_or(UNKNOWN),
        (Some(_), Format::Long) => UNKNOWN,
        (None, Format::Single) => number.parse::<f32>().ok()?.to_bits().into(),
        (None, Format::Double) => number.parse::<f64>().ok()?.to_bits(),
        (Some(_), format) => Format::Double.converted(hexadecimal_number(number)?.to_bits(), format),
    };
    Some((bits, format))
}

/// A hexadecimal number that a `double` has room for.
fn hexadecimal_number(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    let dropped = digits.len() - digits.trim_end_matches('0').len();
    let number = if significant.is_empty() { 0 } else { u64::from_str_radix(significant, 16).ok()? };
    let zeros = if number == 0 { 0 } else { number.trailing_zeros() };
    let number = number >> zeros;
    let places = i32::try_from(fraction.len()).ok()?.checked_sub(i32::try_from(dropped).ok()?)?;
    let exponent = exponent.parse::<i32>().ok()?.clamp(-100_000, 100_000) - 4 * places + zeros as i32;
    if number >= 1 << 53 {
        return None;
    }
    // Each factor is exact but the last one, which rounds.
    let mut result = number as f64;
    let mut left = exponent.clamp(-3000, 3000);
    while left > 0 {
        let step = left.min(1000);
        result *= 2f64.powi(step);
        left -= step;
    }
    if left < -1022 {
        // The number itself is at least 1 here, so that this much is exact.
        result *= f64::MIN_POSITIVE;
        left += 1022;
        while left < -1022 {
            result *= f64::MIN_POSITIVE;
            left += 1022;
        }
    }
    result *= f64::from_bits(((1023 + left) as u64) << 52);
    Some(result)
}
