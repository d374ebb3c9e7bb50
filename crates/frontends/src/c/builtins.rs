//! GCC's built-in functions about numbers by their names, which are put together from an operation and a type: a part of
//! the table of known names (`known`).

use super::floating::Format;
use super::known::Known;
use super::syntax::{Name, Operator};
use umpteen_model::c::expression::{Binary, Type};

/// Functions about bits, before `l` for `long` or `ll` for `long long`.
const BITS: [(&str, BitFunction); 5] = [
    ("popcount", BitFunction::Population),
    ("parity", BitFunction::Parity),
    ("ffs", BitFunction::FirstSet),
    ("ctz", BitFunction::TrailingZeros),
    ("clz", BitFunction::LeadingZeros),
];

/// Arithmetic with overflow, behind `s` or `u` and before `l` or `ll` if the type of the operands is certain.
const OVERFLOW: [(&str, Binary); 3] = [("add", Binary::Add), ("sub", Binary::Subtract), ("mul", Binary::Multiply)];

/// The results of gcc's functions about bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BitFunction {
    Population,
    Parity,
    FirstSet,
    TrailingZeros,
    LeadingZeros,
    SwapBytes,
}

/// Functions about floating-point numbers. Comparisons take numbers of any type.
const FLOATING: [(&str, FloatFunction); 23] = [
    ("huge_val", FloatFunction::Infinity(Format::Double)),
    ("huge_valf", FloatFunction::Infinity(Format::Single)),
    ("huge_vall", FloatFunction::Infinity(Format::Long)),
    ("inf", FloatFunction::Infinity(Format::Double)),
    ("inff", FloatFunction::Infinity(Format::Single)),
    ("infl", FloatFunction::Infinity(Format::Long)),
    ("nan", FloatFunction::NotANumber(Format::Double)),
    ("nanf", FloatFunction::NotANumber(Format::Single)),
    ("nanl", FloatFunction::NotANumber(Format::Long)),
    ("fabs", FloatFunction::Absolute(Format::Double)),
    ("fabsf", FloatFunction::Absolute(Format::Single)),
    ("fabsl", FloatFunction::Absolute(Format::Long)),
    ("copysign", FloatFunction::CopySign(Format::Double)),
    ("copysignf", FloatFunction::CopySign(Format::Single)),
    ("copysignl", FloatFunction::CopySign(Format::Long)),
    ("isgreater", FloatFunction::Compared(Operator::Greater)),
    ("isgreaterequal", FloatFunction::Compared(Operator::GreaterOrEqual)),
    ("isless", FloatFunction::Compared(Operator::Less)),
    ("islessequal", FloatFunction::Compared(Operator::LessOrEqual)),
    ("islessgreater", FloatFunction::LessOrGreater),
    ("isunordered", FloatFunction::Unordered),
    ("isinf_sign", FloatFunction::InfiniteSign),
    ("fpclassify", FloatFunction::Classify),
];

/// Tests of one floating-point number, before `f` or `l` or nothing.
const FLOAT_TESTS: [(&str, FloatFunction); 6] = [
    ("isnan", FloatFunction::IsNan),
    ("isinf", FloatFunction::IsInfinite),
    ("isfinite", FloatFunction::IsFinite),
    ("finite", FloatFunction::IsFinite),
    ("isnormal", FloatFunction::IsNormal),
    ("signbit", FloatFunction::SignBit),
];

/// The results of gcc's functions about floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FloatFunction {
    Infinity(Format),
    NotANumber(Format),
    Absolute(Format),
    CopySign(Format),
    Compared(Operator),
    LessOrGreater,
    Unordered,
    InfiniteSign,
    Classify,
    IsNan,
    IsInfinite,
    IsFinite,
    IsNormal,
    SignBit,
}

/// Operations on a list of further arguments (C11 7.16.1); that of `va_arg` takes a type and is an operator.
const LISTS: [(&str, ListOperation); 4] = [
    ("va_start", ListOperation::Start),
    ("c23_va_start", ListOperation::Start),
    ("va_copy", ListOperation::Copy),
    ("va_end", ListOperation::End),
];

/// What is done to a list of further arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ListOperation {
    Start,
    Copy,
    End,
}

/// The meaning of a name.
pub fn builtin(name: &str) -> Option<Known<'_>> {
    let name = name.strip_prefix("__builtin_")?;
    if let Some((_, operation)) = LISTS.iter().find(|(known, _)| *known == name) {
        return Some(Known::Further(*operation));
    }
    if let Some((_, function)) = FLOATING.iter().find(|(known, _)| *known == name) {
        return Some(Known::Floating(*function));
    }
    let is_test = |known: &str| matches!(name.strip_prefix(known), Some("" | "f" | "l"));
    if let Some((_, function)) = FLOAT_TESTS.iter().find(|(known, _)| is_test(known)) {
        return Some(Known::Floating(*function));
    }
    if let Some(width) = name.strip_prefix("bswap") {
        let width = width.parse().ok().filter(|width| [16, 32, 64].contains(width))?;
        return Some(Known::Bits(BitFunction::SwapBytes, width));
    }
    if let Some(operation) = name.strip_suffix("_overflow") {
        let of = |name: &str| OVERFLOW.iter().find(|(known, _)| *known == name).map(|(_, operator)| *operator);
        if let Some(operator) = of(operation) {
            return Some(Known::Overflow(operator, None));
        }
        let (signed, rest) = match operation.strip_prefix('u') {
            Some(rest) => (false, rest),
            None => (true, operation.strip_prefix('s')?),
        };
        let (operator, width) = (of(rest.get(..3)?)?, width(rest.get(3..)?)?);
        return Some(Known::Overflow(operator, Some(Type { width, signed })));
    }
    let (function, rest) = BITS.iter().find_map(|(known, function)| Some((*function, name.strip_prefix(known)?)))?;
    Some(Known::Bits(function, width(rest)?))
}

/// The width that a suffix means; 0 for that of `long`.
fn width(suffix: &str) -> Option<u8> {
    match suffix {
        "" => Some(32),
        "l" => Some(0),
        "ll" => Some(64),
        _ => None,
    }
}

/// The type that the name of a function for any value ends with: `uint` is `unsigned`.
pub fn named_type(suffix: &str, long: u8) -> Option<Type> {
    let (width, signed) = match suffix {
        "bool" | "_Bool" => (1, false),
        "char" => (8, true),
        "uchar" | "unsigned_char" => (8, false),
        "short" => (16, true),
        "ushort" => (16, false),
        "int" => (32, true),
        "uint" | "unsigned" => (32, false),
        "long" => (long, true),
        "ulong" => (long, false),
        "longlong" | "long_long" | "loff_t" | "int64" | "int64_t" => (64, true),
        "ulonglong" | "unsigned_long_long" | "u64" | "uint64" | "uint64_t" => (64, false),
        "u8" | "uint8" | "uint8_t" | "unsigned_byte" => (8, false),
        "int8" | "int8_t" => (8, true),
        "u16" | "uint16" | "uint16_t" | "unsigned_short" => (16, false),
        "int16" | "int16_t" => (16, true),
        "u32" | "uint32" | "uint32_t" | "unsigned_int" => (32, false),
        "int32" | "int32_t" => (32, true),
        "unsigned_long" | "size_t" => (long, false),
        "ssize_t" => (long, true),
        _ => return None,
    };
    Some(Type { width, signed })
}

/// Whether a call is what gcc's `atomic_init` expands to: a store through the macro's own pointer, with an order that
/// stands in the header. The order of `atomic_store_explicit` stands in the program, behind a line marker.
pub fn is_atomic_init(pointer: Option<Name>, text: &str) -> bool {
    pointer.map(Name::text) == Some("__atomic_store_ptr") && text.ends_with("(0))")
}
