//! Numbers with a point: what the model computes from their bits is what Rust, and so IEEE 754, computes.

use super::ends_with;

/// Numbers at the ends of their ranges and others of all magnitudes.
fn numbers() -> Vec<f64> {
    let mut numbers =
        vec![0.0, 0.5, 1.0, 1.5, 2.5, 0.1, 3.9, 255.5, 2147483647.0, 2147483648.0, 4294967295.9, 9e15, 1e300];
    numbers.extend([f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, f64::NAN, 16777217.0, 16777219.0]);
    // Around the ends of `float`.
    let single = f64::from(f32::MIN_POSITIVE);
    numbers.extend([
        f64::from(f32::MAX),
        3.4028235677973366e38,
        3.4028235677973362e38,
        single,
        single * 0.75,
        single * 0.4999999,
    ]);
    numbers.extend([
        f64::from(f32::from_bits(1)),
        f64::from(f32::from_bits(1)) / 2.0,
        f64::from(f32::from_bits(3)) / 2.0,
    ]);
    let mut bits = 88172645463325252u64;
    for _ in 0..24 {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        // Most of them are near those that `float` and integers have.
        numbers.push(f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | (860 + bits % 300) << 52));
    }
    let negative: Vec<f64> = numbers.iter().map(|number| -number).collect();
    numbers.extend(negative);
    numbers
}

/// The last value of `r` where `x` begins with some bits.
fn computed(bits: u64, statements: &str) -> u64 {
    let text = format!(
        "union {{ unsigned long bits; double wide; }} x = {{ {bits}UL }}, y;
        union {{ unsigned bits; float narrow; }} z; unsigned long r; int main(void) {{ {statements} }}"
    );
    ends_with(&text, "r") as u64
}

#[test]
fn numbers_are_converted_to_fewer_digits_and_back() {
    for number in numbers() {
        let narrow = number as f32;
        let found = computed(number.to_bits(), "z.narrow = x.wide; r = z.bits;") as u32;
        match narrow.is_nan() {
            true => assert!(f32::from_bits(found).is_nan()),
            false => assert_eq!(found, narrow.to_bits(), "{number:e}"),
        }
        let statements = format!("z.bits = {}U; y.wide = z.narrow; r = y.bits;", narrow.to_bits());
        let found = computed(0, &statements);
        match narrow.is_nan() {
            true => assert!(f64::from_bits(found).is_nan()),
            false => assert_eq!(found, f64::from(narrow).to_bits(), "{narrow:e}"),
        }
    }
}

#[test]
fn numbers_are_converted_to_integers() {
    for number in numbers() {
        let whole = number.trunc();
        let convert = |ty: &str| computed(number.to_bits(), &format!("r = ({ty})x.wide;"));
        if (-2147483648.0..2147483648.0).contains(&whole) {
            assert_eq!(convert("int") as i32, number as i32, "{number:e}");
        }
        if (0.0..256.0).contains(&whole) {
            assert_eq!(convert("unsigned char") as u8, number as u8, "{number:e}");
        }
        if (0.0..4294967296.0).contains(&whole) {
            assert_eq!(convert("unsigned") as u32, number as u32, "{number:e}");
        }
        if (-9223372036854775808.0..9223372036854775808.0).contains(&whole) {
            assert_eq!(convert("long") as i64, number as i64, "{number:e}");
        }
        assert_eq!(convert("_Bool"), u64::from(number != 0.0), "{number:e}");
    }
}

#[test]
fn integers_are_converted_to_numbers() {
    let mut integers = vec![
        0i64,
        1,
        -1,
        2,
        7,
        16777216,
        16777217,
        16777219,
        1 << 53,
        (1 << 53) + 1,
        (1 << 53) + 3,
        i64::MAX,
        i64::MIN,
    ];
    integers.extend([i64::from(i32::MAX), i64::from(i32::MIN), 0x7fff_ff40, 0x7fff_ffc0, -5, 123_456_789_012_345_678]);
    for integer in integers {
        let bits = integer as u64;
        let wide = |ty: &str| computed(bits, &format!("{ty} n = ({ty})x.bits; y.wide = n; r = y.bits;"));
        let narrow = |ty: &str| computed(bits, &format!("{ty} n = ({ty})x.bits; z.narrow = n; r = z.bits;")) as u32;
        assert_eq!(wide("long"), (integer as f64).to_bits(), "{integer}");
        assert_eq!(wide("unsigned long"), (bits as f64).to_bits(), "{integer}");
        assert_eq!(wide("int"), f64::from(integer as i32).to_bits(), "{integer}");
        assert_eq!(wide("unsigned short"), f64::from(integer as u16).to_bits(), "{integer}");
        assert_eq!(narrow("long"), (integer as f32).to_bits(), "{integer}");
        assert_eq!(narrow("unsigned"), (integer as u32 as f32).to_bits(), "{integer}");
        assert_eq!(narrow("char"), f32::from(integer as i8).to_bits(), "{integer}");
    }
}

/// All comparisons, as bits.
fn compared(left: f64, right: f64) -> u64 {
    let all = [left < right, left <= right, left > right, left >= right, left == right, left != right];
    all.iter().rev().fold(0, |bits, holds| bits << 1 | u64::from(*holds))
}

#[test]
fn numbers_are_compared() {
    let numbers = [0.0, 1.0, 1.5, 5e-324, f64::MAX, f64::INFINITY, 0.1];
    let numbers = numbers.iter().flat_map(|number| [*number, -number]).chain([f64::NAN]);
    let all = |left: &str, right: &str| {
        let operators = ["<", "<=", ">", ">=", "==", "!="];
        let terms = operators.iter().enumerate();
        terms.map(|(bit, operator)| format!("(({left} {operator} {right}) << {bit})")).collect::<Vec<_>>().join(" | ")
    };
    let written = |number: f64| match number {
        number if number.is_nan() => "__builtin_nan(\"\")".to_string(),
        number if number.is_infinite() => format!("({}__builtin_inf())", if number < 0.0 { "-" } else { "" }),
        number => format!("{number:?}"),
    };
    for left in numbers.clone() {
        for right in numbers.clone() {
            let statements = format!("y.bits = {}UL; r = {};", right.to_bits(), all("x.wide", "y.wide"));
            assert_eq!(computed(left.to_bits(), &statements), compared(left, right), "{left:e} {right:e}");
            let constant = format!("r = {};", all("x.wide", &written(right)));
            assert_eq!(computed(left.to_bits(), &constant), compared(left, right), "{left:e} {right:e}");
            let constant = format!("r = {};", all(&written(left), "x.wide"));
            assert_eq!(computed(right.to_bits(), &constant), compared(left, right), "{left:e} {right:e}");
        }
    }
}

#[test]
fn limits_are_those_of_the_type() {
    for (text, number) in [
        ("(double)1.79769313486231570814527423731704357e+308L", f64::MAX),
        ("(double)2.22044604925031308084726333618164062e-16L", f64::EPSILON),
        ("(double)2.22507385850720138309023271733240406e-308L", f64::MIN_POSITIVE),
        ("(double)4.94065645841246544176568792868221372e-324L", f64::from_bits(1)),
        ("-(double)0.5L", -0.5),
    ] {
        assert_eq!(
            computed(0, &format!("static double d = {text}; y.wide = d; r = y.bits;")),
            number.to_bits(),
            "{text}"
        );
        assert_eq!(computed(0, &format!("y.wide = {text}; r = y.bits;")), number.to_bits(), "{text}");
    }
}
