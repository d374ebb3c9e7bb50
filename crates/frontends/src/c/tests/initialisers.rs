//! First values with designators, and the sizes of arrays that they give.

use super::super::DataModel::Lp64;
use super::super::parse::parse;
use super::super::syntax::{Designator, ExpressionKind, Initializer};
use super::super::types::CType;

fn size(text: &str) -> Option<u64> {
    let source = parse(text, Lp64, &[]).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    match source.variables.last().expect(text).ty {
        CType::Array(_, count) => count,
        _ => panic!("{text}"),
    }
}

#[test]
fn arrays_get_sizes_from_their_values() {
    for (text, count) in [
        ("int a[] = { 1, 2, [5] = 3 };", Some(6)),
        ("int a[] = { [5] = 3, 4, [1] = 2, 7 };", Some(7)),
        ("int a[] = { [2 ... 8] = 1 };", Some(9)),
        ("int a[] = { [3] 1, 2 };", Some(5)),
        ("char a[] = \"a\\0\\x41\\n\" \"b\\101\";", Some(7)),
        ("char a[] = { \"abc\" };", Some(4)),
        ("char *a[] = { \"abc\", \"d\", 0 };", Some(3)),
        ("char a[][4] = { \"abc\", \"d\" };", Some(2)),
        ("int a[][2] = { 1, 2, 3 };", Some(2)),
        ("int a[][2] = { { 1 }, { 2 }, 3, 4 };", Some(3)),
        ("struct { int x, y; } a[] = { 1, 2, 3, 4, 5 };", Some(3)),
        ("struct { int x; char s[4]; union { int u; long v; } w; } a[] = { 1, \"abc\", 2, { 3 } };", Some(2)),
        ("struct { int x, y; } a[] = { [1].x = 1, [1].y = 2, [0] = { 3 } };", Some(2)),
        ("struct s { int x; } a[] = { (struct s){ 1 }, (struct s){ 2 } };", Some(2)),
        ("struct { int x, y; } a[] = { [1].x = 1, 2 };", None),
        ("struct {} a[] = { 1, 2 };", None),
        ("int a[] = {};", Some(0)),
        ("extern int a[];", None),
        ("typedef int t[]; t b = { 1 }, a = { 1, 2 };", Some(2)),
        ("int a[] = { 1, 2 }, b[sizeof a / sizeof *a + 1];", Some(3)),
    ] {
        assert_eq!(size(text), count, "{text}");
    }
}

#[test]
fn designators_and_strings_are_kept() {
    let text = "struct { int a; struct { int b[3]; } c; } x = { .c.b[1] = 2, a: 3 }; char *s = \"\\u00e9\" u8\"\\t\";
        int *p = (int[]){ 4, 5, 6 }; int f(void) { return (struct { int q; }){ 1 }.q; }";
    let source = parse(text, Lp64, &[]).expect(text);
    let Some(Initializer::Braces(parts)) = &source.variables[0].initial else { panic!() };
    assert!(matches!(parts[0].0[..], [Designator::Field("c"), Designator::Field("b"), Designator::Index(_)]));
    assert!(matches!(parts[1].0[..], [Designator::Field("a")]));
    let Some(Initializer::Value(value)) = &source.variables[1].initial else { panic!() };
    assert!(matches!(&value.kind, ExpressionKind::Text(bytes) if bytes == "\u{e9}\t".as_bytes()));
    let Some(Initializer::Value(value)) = &source.variables[2].initial else { panic!() };
    assert!(matches!(&value.kind, ExpressionKind::Compound(CType::Array(_, Some(3)), _)));
}
