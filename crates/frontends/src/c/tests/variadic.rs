//! Functions with further arguments.

use super::{code, ends_with};
use crate::error::Code;

/// The last value of `r` after a call, with a function `one` that gives the first of its further arguments.
fn after(functions: &str, statements: &str) -> i128 {
    let list = "typedef __builtin_va_list va_list; int r;";
    ends_with(&format!("{list} {functions} int main(void) {{ {statements} }}"), "r")
}

#[test]
fn lists_are_read_wherever_they_are() {
    let here = "int one(int n, ...) { va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }";
    assert_eq!(after(here, "r = one(1, 7);"), 7);
    let structure = "struct s { int n; va_list l; }; int next(struct s *s) { return __builtin_va_arg(s->l, int); }
        int one(int n, ...) { struct s s; __builtin_va_start(s.l, n); return next(&s); }";
    assert_eq!(after(structure, "r = one(1, 7);"), 7);
    let passed = "int next(va_list l) { return __builtin_va_arg(l, int); } int further(va_list l) { return next(l); }
        int one(int n, ...) { va_list l; __builtin_va_start(l, n); return further(l); }";
    assert_eq!(after(passed, "r = one(1, 7);"), 7);
    let untyped = "struct k { void *l; }; int next(void *l) { return __builtin_va_arg(*(va_list *)l, int); }
        void keep(struct k *k, void *l) { k->l = l; }
        int one(int n, ...) { va_list l; struct k k; __builtin_va_start(l, n); keep(&k, l); return next(k.l); }";
    assert_eq!(after(untyped, "r = one(1, 7);"), 7);
    let lasting = "va_list l; void one(int n, ...) { __builtin_va_start(l, n); } int main(void) { one(1, 7); }";
    assert_eq!(code(&format!("typedef __builtin_va_list va_list; {lasting}")), Code::Unsupported);
}
