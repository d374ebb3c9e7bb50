//! First values with designators, and the sizes of arrays that they give.

use super::super::DataModel::Lp64;
use super::super::parse::parse;
use super::super::syntax::{Designator, ExpressionKind, Initializer};
use super::super::types::CType;
use super::{can_fail, program};

fn size(text: &str) -> Option<u64> {
    let source = parse(text, Lp64).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
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
    let source = parse(text, Lp64).expect(text);
    let Some(Initializer::Braces(parts)) = &source.variables[0].initial else { panic!() };
    assert!(matches!(parts[0].0[..], [Designator::Field("c"), Designator::Field("b"), Designator::Index(_)]));
    assert!(matches!(parts[1].0[..], [Designator::Field("a")]));
    let Some(Initializer::Value(value)) = &source.variables[1].initial else { panic!() };
    assert!(matches!(&value.kind, ExpressionKind::Text(bytes) if bytes == "\u{e9}\t".as_bytes()));
    let Some(Initializer::Value(value)) = &source.variables[2].initial else { panic!() };
    assert!(matches!(&value.kind, ExpressionKind::Compound(CType::Array(_, Some(3)), _)));
}

/// Characters of strings up to the zero at their end can be read, and none can be written.
#[test]
fn strings_have_characters() {
    let fails = |statements: &str| {
        let text = format!("void assert(int); int main(void) {{ char *p = \"ab\"; int i = 2; {statements} }}");
        can_fail(&program(&text), 1)
    };
    assert!(!fails("assert(p[0] == 'a' && p[1] == 'b' && p[i] == 0);"));
    assert!(fails("assert(p[i] != 0);"));
    assert!(fails("return p[i + 1];"));
    assert!(fails("return p[i - 3];"));
    assert!(fails("p[i] = 0;"));
}

/// What is `const` can be written by nobody once it has its first value; what a pointer to `const` leads to, by others.
#[test]
fn constants_are_not_written() {
    let fails = |statements: &str| {
        let text = format!(
            "typedef const int fixed; fixed g = 1; int x; const struct {{ int a[2]; }} s = {{ {{ 1, 2 }} }};
            int main(void) {{ const int l = 2; int *const q = &x; const int *r = &x; {statements} }}"
        );
        can_fail(&program(&text), 1)
    };
    for writes in ["*(int *)&g = 2;", "*(int *)&l = 1;", "((int *)s.a)[1] = 3;", "__sync_fetch_and_add((int *)&g, 1);"]
    {
        assert!(fails(writes), "{writes}");
    }
    for allowed in
        ["*q = 1;", "*(int *)r = 2;", "x = g + l + s.a[1];", "for (int i = 0; i < 2; i++) { const int k = i; }"]
    {
        assert!(!fails(allowed), "{allowed}");
    }
}
