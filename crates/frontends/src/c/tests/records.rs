//! Structures and unions: where gcc puts their members.

use super::super::DataModel::{self, Ilp32, Lp64};
use super::super::layout::Layout;
use super::super::parse::parse;
use super::super::syntax::Source;
use super::super::types::CType;
use super::{code, refused};
use crate::error::Code;

fn parsed(text: &str, model: DataModel) -> Source<'_> {
    parse(text, model).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// The type of the last variable.
fn last<'a>(source: &Source<'a>) -> CType<'a> {
    source.variables.last().expect("a variable").ty.clone()
}

fn numbers(text: &str, model: DataModel) -> (u64, u64, Vec<u64>) {
    let source = parsed(text, model);
    let layout = Layout { records: &source.records, model, library: source.library };
    let ty = last(&source);
    let CType::Record(record) = ty else { panic!("{text}") };
    let fields = layout.fields(record).expect(text);
    let offsets =
        fields.iter().filter(|(_, field, bits)| bits.is_none() && !field.name.is_empty()).map(|field| field.0);
    (layout.size(&ty).expect(text), layout.alignment(&ty).expect(text), offsets.collect())
}

/// Size, alignment and offsets.
type Numbers = (u64, u64, &'static [u64]);

/// What gcc 12 says with `-m64` and `-m32`: size, alignment and the offsets of what is no bit-field.
#[rustfmt::skip]
const GCC: [(&str, Numbers, Numbers); 59] = [
    ("struct s { char a; int b; char c; } x;", (12, 4, &[0, 4, 8]), (12, 4, &[0, 4, 8])),
    ("struct s { char a; long b; short c; } x;", (24, 8, &[0, 8, 16]), (12, 4, &[0, 4, 8])),
    ("struct s { long long a; char b; } x;", (16, 8, &[0, 8]), (12, 4, &[0, 8])),
    ("struct s { char a; long long b; char c; } x;", (24, 8, &[0, 8, 16]), (16, 4, &[0, 4, 12])),
    ("struct s { char a; double b; float c; } x;", (24, 8, &[0, 8, 16]), (16, 4, &[0, 4, 12])),
    ("struct s { char a; long double b; char c; } x;", (48, 16, &[0, 16, 32]), (20, 4, &[0, 4, 16])),
    ("struct s { char a; void *b; char c[3]; } x;", (24, 8, &[0, 8, 16]), (12, 4, &[0, 4, 8])),
    ("struct s { short a; struct { char x; int y; } b; char c; } x;", (16, 4, &[0, 4, 12]), (16, 4, &[0, 4, 12])),
    ("struct s { char a; union { int x; char y[5]; long long z; } b; char c; } x;", (24, 8, &[0, 8, 16]), (16, 4, &[0, 4, 12])),
    ("struct s { int a[3]; char b[2][3]; short c; } x;", (20, 4, &[0, 12, 18]), (20, 4, &[0, 12, 18])),
    ("struct s { char a; int b : 3; int c; } x;", (8, 4, &[0, 4]), (8, 4, &[0, 4])),
    ("struct s { int x : 5; int y : 28; char c; } x;", (12, 4, &[8]), (12, 4, &[8])),
    ("struct s { char a; short x : 9; char y : 7; char z : 2; char d; } x;", (6, 2, &[0, 5]), (6, 2, &[0, 5])),
    ("struct s { long long x : 40; int y : 20; char e; } x;", (16, 8, &[8]), (12, 4, &[8])),
    ("struct s { char a; int : 0; char b; } x;", (5, 1, &[0, 4]), (5, 1, &[0, 4])),
    ("struct s { char a; int : 5; char b; } x;", (3, 1, &[0, 2]), (3, 1, &[0, 2])),
    ("struct s { _Bool x : 1; _Bool y : 1; unsigned z : 30; char a; } x;", (8, 4, &[4]), (8, 4, &[4])),
    ("struct s { char a; long long x : 3; char b; } x;", (8, 8, &[0, 2]), (4, 4, &[0, 2])),
    ("struct s { int a; char b[]; } x;", (4, 4, &[0, 4]), (4, 4, &[0, 4])),
    ("struct s { char a; long long b[]; } x;", (8, 8, &[0, 8]), (4, 4, &[0, 4])),
    ("struct s {  } x;", (0, 1, &[]), (0, 1, &[])),
    ("struct s { char a; struct {} b; int c; } x;", (8, 4, &[0, 1, 4]), (8, 4, &[0, 1, 4])),
    ("struct s { char a; struct { struct { char x; short y; }; int z; } b; _Bool c; } x;", (16, 4, &[0, 4, 12]), (16, 4, &[0, 4, 12])),
    ("struct s { char a; int b __attribute__((aligned(16))); char c; } x;", (32, 16, &[0, 16, 20]), (32, 16, &[0, 16, 20])),
    ("struct s { char a; _Alignas(8) char b; char c; } x;", (16, 8, &[0, 8, 9]), (16, 8, &[0, 8, 9])),
    ("struct s { char a; _Atomic long long b; _Atomic char c; } x;", (24, 8, &[0, 8, 16]), (24, 8, &[0, 8, 16])),
    ("struct s { char a; int (*b)(int, char *); enum { X, Y } c; } x;", (24, 8, &[0, 8, 16]), (12, 4, &[0, 4, 8])),
    ("struct s { char a; long long : 0; char b; } x;", (9, 1, &[0, 8]), (5, 1, &[0, 4])),
    ("struct s { unsigned x : 31; long long y : 33; char b; } x;", (16, 8, &[8]), (12, 4, &[8])),
    ("struct s { char a; unsigned long long x : 60; char b; } x;", (24, 8, &[0, 16]), (16, 4, &[0, 12])),
    ("struct s { short x : 1; int y : 31; short z : 1; char b; } x;", (8, 4, &[5]), (8, 4, &[5])),
    ("union s { char a; int b; char c; } x;", (4, 4, &[0, 0, 0]), (4, 4, &[0, 0, 0])),
    ("union s { char a; long b; short c; } x;", (8, 8, &[0, 0, 0]), (4, 4, &[0, 0, 0])),
    ("union s { long long a; char b; } x;", (8, 8, &[0, 0]), (8, 4, &[0, 0])),
    ("union s { char a; long long b; char c; } x;", (8, 8, &[0, 0, 0]), (8, 4, &[0, 0, 0])),
    ("union s { char a; double b; float c; } x;", (8, 8, &[0, 0, 0]), (8, 4, &[0, 0, 0])),
    ("union s { char a; long double b; char c; } x;", (16, 16, &[0, 0, 0]), (12, 4, &[0, 0, 0])),
    ("union s { char a; void *b; char c[3]; } x;", (8, 8, &[0, 0, 0]), (4, 4, &[0, 0, 0])),
    ("union s { short a; struct { char x; int y; } b; char c; } x;", (8, 4, &[0, 0, 0]), (8, 4, &[0, 0, 0])),
    ("union s { char a; union { int x; char y[5]; long long z; } b; char c; } x;", (8, 8, &[0, 0, 0]), (8, 4, &[0, 0, 0])),
    ("union s { int a[3]; char b[2][3]; short c; } x;", (12, 4, &[0, 0, 0]), (12, 4, &[0, 0, 0])),
    ("union s { char a; int b : 3; int c; } x;", (4, 4, &[0, 0]), (4, 4, &[0, 0])),
    ("union s { int x : 5; int y : 28; char c; } x;", (4, 4, &[0]), (4, 4, &[0])),
    ("union s { char a; short x : 9; char y : 7; char z : 2; char d; } x;", (2, 2, &[0, 0]), (2, 2, &[0, 0])),
    ("union s { long long x : 40; int y : 20; char e; } x;", (8, 8, &[0]), (8, 4, &[0])),
    ("union s { char a; int : 0; char b; } x;", (1, 1, &[0, 0]), (1, 1, &[0, 0])),
    ("union s { char a; int : 5; char b; } x;", (1, 1, &[0, 0]), (1, 1, &[0, 0])),
    ("union s { _Bool x : 1; _Bool y : 1; unsigned z : 30; char a; } x;", (4, 4, &[0]), (4, 4, &[0])),
    ("union s { char a; long long x : 3; char b; } x;", (8, 8, &[0, 0]), (4, 4, &[0, 0])),
    ("union s { char a; struct {} b; int c; } x;", (4, 4, &[0, 0, 0]), (4, 4, &[0, 0, 0])),
    ("union s { char a; struct { struct { char x; short y; }; int z; } b; _Bool c; } x;", (8, 4, &[0, 0, 0]), (8, 4, &[0, 0, 0])),
    ("union s { char a; int b __attribute__((aligned(16))); char c; } x;", (16, 16, &[0, 0, 0]), (16, 16, &[0, 0, 0])),
    ("union s { char a; _Alignas(8) char b; char c; } x;", (8, 8, &[0, 0, 0]), (8, 8, &[0, 0, 0])),
    ("union s { char a; _Atomic long long b; _Atomic char c; } x;", (8, 8, &[0, 0, 0]), (8, 4, &[0, 0, 0])),
    ("union s { char a; int (*b)(int, char *); enum { X, Y } c; } x;", (8, 8, &[0, 0, 0]), (4, 4, &[0, 0, 0])),
    ("union s { char a; long long : 0; char b; } x;", (1, 1, &[0, 0]), (1, 1, &[0, 0])),
    ("union s { unsigned x : 31; long long y : 33; char b; } x;", (8, 8, &[0]), (8, 4, &[0])),
    ("union s { char a; unsigned long long x : 60; char b; } x;", (8, 8, &[0, 0]), (8, 4, &[0, 0])),
    ("union s { short x : 1; int y : 31; short z : 1; char b; } x;", (4, 4, &[0]), (4, 4, &[0])),
];

#[test]
fn members_are_where_gcc_puts_them() {
    for (text, wide, narrow) in GCC {
        for (model, (size, alignment, offsets)) in [(Lp64, wide), (Ilp32, narrow)] {
            assert_eq!(numbers(text, model), (size, alignment, offsets.to_vec()), "{text} {model:?}");
        }
    }
}

#[test]
fn packed_structures_have_no_gaps() {
    for (text, size, alignment, offsets) in [
        ("struct s { char a; int b; short c; } __attribute__((packed)) x;", 7, 1, &[0, 1, 5][..]),
        ("struct __attribute__((__packed__, aligned(4))) s { char a; long b; } x;", 12, 4, &[0, 1]),
        ("struct s { char a; int b; } __attribute__((aligned(16))) x;", 16, 16, &[0, 4]),
    ] {
        assert_eq!(numbers(text, Lp64), (size, alignment, offsets.to_vec()), "{text}");
    }
    let source = parsed("struct s { char a : 3; int b : 30; } __attribute__((packed)) x;", Lp64);
    assert_eq!(Layout { records: &source.records, model: Lp64, library: source.library }.size(&last(&source)), None);
    assert_eq!(source.records[0].attribute, Some("packed"));
}

#[test]
fn scalar_parts_have_offsets_and_paths() {
    let text =
        "struct s { int a; struct { char b; union { short c; int d[2]; }; } e[2]; unsigned f : 3, : 2, g : 4; } x;";
    let source = parsed(text, Lp64);
    let layout = Layout { records: &source.records, model: Lp64, library: source.library };
    let parts = layout.scalars(&last(&source), 100).expect("a known size");
    let shown: Vec<(u64, &str)> = parts.iter().map(|part| (part.offset, part.path.as_str())).collect();
    let expected = [
        (0, ".a"),
        (4, ".e[0].b"),
        (8, ".e[0].c"),
        (8, ".e[0].d[0]"),
        (12, ".e[0].d[1]"),
        (16, ".e[1].b"),
        (20, ".e[1].c"),
        (20, ".e[1].d[0]"),
        (24, ".e[1].d[1]"),
        (28, ".f"),
        (28, ".g"),
    ];
    assert_eq!(shown, expected);
    assert_eq!(parts[10].bits.map(|bits| (bits.shift, bits.width)), Some((5, 4)));
    assert!(layout.scalars(&last(&source), 10).is_none());
    let CType::Record(record) = last(&source) else { panic!() };
    assert_eq!(layout.member(record, "g").map(|member| member.0), Some(28));
    assert!(layout.member(record, "c").is_none() && layout.member(record, "").is_none());
}

#[test]
fn huge_and_empty_types_take_no_time() {
    let nested = |inner: &str| {
        let more: String = (1..50).map(|n| format!("struct s{n} {{ struct s{} a, b; }};", n - 1)).collect();
        format!("struct s0 {{ {inner} }}; {more} struct s49 x;")
    };
    for inner in ["", "int : 3;", "int a;"] {
        let text = nested(inner);
        let source = parsed(&text, Lp64);
        let layout = Layout { records: &source.records, model: Lp64, library: source.library };
        assert!(layout.size(&last(&source)).is_some());
        assert!(layout.scalars(&last(&source), 1000).is_none(), "{inner}");
    }
    let source = parsed("struct s { int a[1ul << 62]; } x; int y[1ul << 60][1ul << 60];", Lp64);
    let layout = Layout { records: &source.records, model: Lp64, library: source.library };
    assert_eq!((layout.size(&source.variables[0].ty), layout.size(&last(&source))), (None, None));
    let chain: String = (1..100).map(|n| format!("struct s{n} {{ struct s{} a; }};", n - 1)).collect();
    assert_eq!(code(&format!("struct s0 {{ int a; }}; {chain} int main(void) {{ }}")), Code::TooLarge);
}

#[test]
fn mistakes_are_errors() {
    for text in [
        "struct s { struct s x; };",
        "struct s { struct s x[2]; };",
        "struct s { struct t x; };",
        "struct s { int a; }; struct s { int a; };",
        "struct s { struct s { int a; } b; };",
        "struct s { int a; }; union s x;",
        "struct s { int a[]; int b; };",
        "struct s { int a : 33; };",
        "struct s { int a : -1; };",
        "int x[-1];",
    ] {
        assert_eq!(refused(text).code, Code::Syntax, "{text}");
    }
}

#[test]
fn tags_belong_to_blocks() {
    let text =
        "struct s { int a; }; struct t; int main(void) { struct s { long a, b; } x; { struct t; struct t { char c; }; }
        _Static_assert(sizeof(struct s) == 16, \"\"); { struct s y; _Static_assert(sizeof y == 16, \"\"); } }
        struct t { int d[3]; }; _Static_assert(sizeof(struct s) == 4 && sizeof(struct t) == 12, \"\");";
    assert!(parsed(text, Lp64).records.len() >= 4);
}

#[test]
fn constants_know_sizes_and_offsets() {
    for condition in [
        "sizeof(struct s) == 32",
        "sizeof(struct s[3]) == 96",
        "_Alignof(struct s) == 8",
        "__alignof__(int) == 4",
        "__builtin_offsetof(struct s, b.d[1]) == 24",
        "(unsigned long)&((struct s *)0)->b.d[1] == 24",
        "sizeof \"abc\" == 4",
        "sizeof array == 12",
        "sizeof(array) / sizeof(array[0]) == 3",
        "sizeof(value.b) == 12",
        "sizeof(pointer->b.d) == 8",
        "_Generic(1, int: 1, default: 0)",
        "_Generic(1u, int: 0, unsigned: 1)",
        "_Generic(value, struct s: 1, default: 0)",
        "_Generic((short)1 + 1, short: 0, int: 1)",
        "sizeof(pthread_mutex_t) == 40",
        "sizeof(long double) == 16 && sizeof(float) == 4",
    ] {
        for (condition, holds) in [(condition.to_string(), true), (format!("!({condition})"), false)] {
            let text = format!(
                "typedef union {{ int i; long all[5]; }} pthread_mutex_t; struct s {{ char a; long b1; struct {{ char c; int d[2]; }} b; }} value, *pointer;
                int array[] = {{ 1, 2, 3 }}; _Static_assert({condition}, \"\"); int x[({condition}) ? 1 : -1];"
            );
            assert_eq!(super::super::parse::parse(&text, Lp64).is_ok(), holds, "{condition}");
        }
    }
}
