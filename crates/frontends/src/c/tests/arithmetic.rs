//! Integer arithmetic as gcc computes it (with `-fwrapv`, on x86-64).

use super::super::{DataModel, Options};
use super::{code, ends_with, program, program_with, run, shared};
use crate::error::Code;

const DECLARATIONS: &str = "enum E { E0, E1 = 5 }; long long r;
    int main(void) { char c = -3; unsigned char uc = 200; short s = -1000; unsigned short us = 60000; int i = -7;
    unsigned u = 3000000000u; long l = -5; unsigned long ul = 18446744073709551610ul; _Bool b = 1; enum E e = E1;";

/// Expressions and what gcc 12 gives for them.
const RESULTS: &[(&str, i64)] = &[
    ("c + uc", 197),
    ("uc * uc * uc", 8000000),
    ("s * us", -60000000),
    ("-us", -60000),
    ("~uc", -201),
    ("us << 16", -362807296),
    ("i / 2", -3),
    ("i % 3", -1),
    ("i >> 1", -4),
    ("u >> 1", 1500000000),
    ("u + i", 2999999993),
    ("i < u", 0),
    ("(long)i < (long)u", 1),
    ("l < u", 1),
    ("l < ul", 0),
    ("ul + 10", 4),
    ("ul * 3", -18),
    ("u * u", 3800301568),
    ("(u + 1ul) * u", 9000000003000000000),
    ("(char)200", -56),
    ("(unsigned char)-1", 255),
    ("(short)70000", 4464),
    ("(_Bool)256", 1),
    ("b + b", 2),
    ("!i", 0),
    ("!!i", 1),
    ("-b", -1),
    ("i && u || l", 1),
    ("i ? u : -1", 3000000000),
    ("(i ? 1 : 2u) - 3", 4294967294),
    ("c ? c : uc", -3),
    ("2147483647 + 1u", 2147483648),
    ("0x80000000 >> 31", 1),
    ("0xffffffff + 1", 0),
    ("1 << 31", -2147483648),
    ("'a' + '\\n'", 107),
    ("'\\xff'", -1),
    ("sizeof(c + c) + sizeof(long) * 100", 804),
    ("sizeof(char) - 2", -1),
    ("-7 / 2 * 2 - 7 % 2", -7),
    ("(u ^ i) & 0xff | 1", 249),
    ("i++ + 10", 3),
    ("--i - i", 0),
    ("(c = 300) + c", 88),
    ("(uc += 100)", 44),
    ("(uc -= 201)", 255),
    ("(b = 7) + b", 2),
    ("(us *= us)", 41984),
    ("(s <<= 5)", -32000),
    ("(i = 5, i + 1)", 6),
    ("u == 3000000000", 1),
    ("us > -1", 1),
    ("ul > -1", 0),
    ("E0 - E1", -5),
    ("e < -1", 1),
    ("~0u >> 28", 15),
    ("1 ? 2 : 3 ? 4 : 5", 2),
    ("5 - 3 - 1", 1),
    ("2 + 3 * 4 << 1 & 0x1c", 28),
    ("(int)3000000000u", -1294967296),
    ("(unsigned)l", 4294967291),
    ("(long long)(int)ul", -6),
    ("010 + 0b11 + 0xF", 26),
    ("i ?: 3", -7),
];

#[test]
fn expressions_have_the_values_that_gcc_computes() {
    for (expression, value) in RESULTS {
        let text = format!("{DECLARATIONS} r = {expression}; }}");
        assert_eq!(ends_with(&text, "r"), i128::from(*value), "{expression}");
    }
}

#[test]
fn shared_operands_give_the_same_values() {
    let outside = DECLARATIONS.replace("int main(void) {", "").replace("long long r;", "long long r; ");
    for (expression, value) in RESULTS {
        let text = format!("{outside} int main(void) {{ r = {expression}; }}");
        assert_eq!(ends_with(&text, "r"), i128::from(*value), "{expression}");
    }
}

#[test]
fn the_data_model_decides_how_wide_long_is() {
    let text = "long long r; int main(void) { unsigned u = 1; long l = -1; r = (l < u) + 10 * sizeof(long); }";
    let narrow = Options { data_model: DataModel::Ilp32, ..Options::default() };
    for (options, value) in [(Options::default(), 81), (narrow, 40)] {
        let program = program_with(text, &options);
        assert_eq!(shared(&program, &run(&program), "r"), value);
    }
}

#[test]
fn a_conversion_to_bool_asks_for_any_bit() {
    assert_eq!(ends_with("_Bool b; int main(void) { int x = 2; b = x; }", "b"), 1);
    assert_eq!(ends_with("_Bool b = 1; int main(void) { int x = 2; b &= x; }", "b"), 0);
    assert_eq!(ends_with("_Bool b; int main(void) { b++; b++; b += 4; }", "b"), 1);
    assert_eq!(ends_with("int r; int f(_Bool b) { return b; } int main(void) { r = f(6) + (_Bool)4; }", "r"), 2);
}

#[test]
fn first_values_are_constant_expressions() {
    let text = "enum { N = 3 }; int a = N * (2 + sizeof(int)) - 1, r; unsigned char c = 260; const int d = {7};
        int main(void) { r = a + c + d; }";
    assert_eq!(ends_with(text, "r"), 17 + 4 + 7);
}

#[test]
fn a_division_by_a_variable_is_noted() {
    let assumes = |text: &str| super::program(text).assumes;
    assert_eq!(assumes("int x; int main(void) { x = 6 / 2; }").len(), 2);
    let all = assumes("int x, y; int main(void) { x = 6 % y; }");
    assert!(all.contains(&"division by zero does not trap".to_string()), "{all:?}");
}

#[test]
fn large_counts_shift_everything_out() {
    // Undefined in C; what matters is that no bits of the count are lost.
    for (expression, expected) in [
        ("1 << n", 0),
        ("-8 >> n", -1),
        ("8u >> n", 0),
        ("1 << (n + 3)", 0),
        ("1 << m", 0),
        ("1 << k", 8),
        ("1 << 4294967296ll", 0),
        ("1 << 3ll", 8),
    ] {
        let text =
            format!("int r; int main(void) {{ long long n = 4294967296, m = -4294967293, k = 3; r = {expression}; }}");
        assert_eq!(ends_with(&text, "r"), expected, "{expression}");
    }
}

/// Numbers are no addresses of the model, wherever its objects are or may come to be.
#[test]
fn numbers_of_the_source_are_no_addresses() {
    let text = |number: &str| format!("int x; int main(void) {{ return (int *){number} == &x; }}");
    for address in ["0x40000000", "0x10040000000", "0x7fffff007fffffff"] {
        assert_eq!(code(&text(address)), Code::Unsupported, "{address}");
    }
    for other in ["0", "0x3fffffff", "0x80000000", "0xffffff0040000000"] {
        program(&text(other));
    }
}
