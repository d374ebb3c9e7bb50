//! Structures and unions: where gcc puts their members.

use super::super::DataModel::{self, Ilp32, Lp64};
use super::super::layout::Layout;
use super::super::parse::parse;
use super::super::syntax::Source;
use super::super::types::CType;
use super::{code, refused};
use crate::error::Code;

fn parsed(text: &str, model: DataModel) -> Source<'_> {
    parse(text, model, &[]).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// The type of the last variable.
fn last<'a>(source: &Source<'a>) -> CType<'a> {
    source.variables.last().expect("a variable").ty.clone()
}

fn numbers(text: &str, model: DataModel) -> (u64, u64, Vec<u64>) {
    let source = parsed(text, model);
    let layout = Layout { records: &source.records, model };
    let ty = last(&source);
    let CType::Record(record) = ty else { panic!("{text}") };
    let fields = layout.fields(record).expect(text);
    let offsets =
        fields.iter().filter(|(_, field, bits)| bits.is_none() && !field.name.is_empty()).map(|field| field.0);
    (layout.size(&ty).expect(text), layout.alignment(&ty).expect(text), offsets.collect())
}

/// What gcc 12 says with `-m64` and `-m32`: size, alignment and the offsets of what is no bit-field.
#[rustfmt::skip]
const GCC: [(&str, (u64, u64, &[u64]), (u64, u64, &[u64])); 59] = [
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
