//! Attributes: those that change nothing are skipped, any other one is refused when it matters.

use super::super::super::error::Code;
use super::{code, ends_with, refused};

#[test]
fn harmless_attributes_are_skipped() {
    let text =
        "int r __attribute__((aligned(8), unused)); static inline __attribute__((__always_inline__)) int f(int x)
        { return x + 1; } int g(void) __attribute__((__nothrow__ , __leaf__)) __attribute__((const));
        extern void quit(int) __attribute__ ((__noreturn__)); enum e { A = 2 } __attribute__((unused));
        int main(void) { int x __attribute__((unused)) = A; switch (x) { case 2: x++; __attribute__((fallthrough));
        default: ; } l: __attribute__((unused)); r = f(x); }";
    assert_eq!(ends_with(text, "r"), 4);
}

#[test]
fn attributes_with_a_meaning_are_refused_by_name() {
    for (text, name) in [
        ("void f(int *p); int main(void) { int x __attribute__((cleanup(f))) = 1; }", "cleanup"),
        ("__attribute__((init_priority(200))) int x; int main(void) { }", "init_priority"),
        ("typedef int t __attribute__((mode(QI))); int main(void) { t x = 300; if (x) ; }", "mode"),
        ("int x __attribute__((__mode__(__QI__))); int main(void) { x = 300; }", "mode"),
        ("int main(void) { int __attribute__((mode(QI))) x = 300; }", "mode"),
        ("int main(void) { if ((int __attribute__((mode(QI))))300) ; }", "mode"),
        ("int f(int x __attribute__((mode(QI)))) { return x; } int main(void) { if (f(300)) ; }", "mode"),
        ("enum __attribute__((packed)) e { A }; int main(void) { enum e x = 300; if (x) ; }", "packed"),
        ("enum e { A } __attribute__((packed)); int main(void) { enum e x = 300; if (x) ; }", "packed"),
        ("typedef int v __attribute__((vector_size(8))); v x; int main(void) { x += x; }", "vector_size"),
        ("int f(void) __attribute__((weak)); int main(void) { return f(); }", "weak"),
        ("int y; extern int x __attribute__((alias(\"y\"))); int main(void) { x = 1; }", "alias"),
        ("void *f(void) __attribute__((ifunc(\"g\"))); int main(void) { f(); }", "ifunc"),
        ("int y; extern int x __asm__(\"y\"); int main(void) { x = 1; }", "asm"),
        ("int x __attribute__((unused, something_new(1, (2)))); int main(void) { x = 1; }", "something_new"),
    ] {
        let error = refused(text);
        assert_eq!(error.code, Code::Unsupported, "{text}");
        assert!(error.message.contains(&format!("`{name}`")), "{}: {text}", error.message);
    }
}

#[test]
fn functions_run_without_being_called() {
    let text = "int r; void f(void) { r = r * 2; } void f(void) __attribute__((constructor(202)));
        __attribute__((__constructor__(201))) static void g(void) { r = 3; }
        [[gnu::constructor]] void h(void) { r += 1; } int main(void) { }";
    assert_eq!(ends_with(text, "r"), 7);
    let text = "int r; void f(void) __attribute__((__destructor__)); void f(void) { r = 1; } int main(void) { }";
    assert_eq!(ends_with(text, "r"), 1);
    assert_eq!(code("__attribute__((constructor)) void f(int n) { } int main(void) { }"), Code::Unsupported);
}

#[test]
fn weak_definitions_and_aliases() {
    let text = "int r; int f(void) __attribute__((weak)); int f(void) { return 1; } int w __attribute__((weak)) = 2;
        int g(void) __attribute__((alias(\"f\"))); int main(void) { r = f() + g() * 10 + w * 100; }";
    assert_eq!(ends_with(text, "r"), 211);
    let text =
        "int r; __attribute__((weak)) int f(void) { return 1; } int f(void) { return 2; } int main(void) { r = f(); }";
    assert_eq!(ends_with(text, "r"), 2);
    let text = "int r; struct s { char c; int i __attribute__((packed)); long l; }; struct t { int *p; char *q
        __attribute__((packed)); }; int main(void) { struct s s = { 1, 2, 3 }; r = sizeof(struct s) * 1000
        + __builtin_offsetof(struct s, i) * 100 + sizeof(struct t) + s.i; }";
    assert_eq!(ends_with(text, "r"), 16_000 + 100 + 16 + 2);
}

#[test]
fn what_is_not_used_may_have_any_attribute() {
    let text =
        "typedef int register_t __attribute__ ((__mode__ (__word__))); int y; int x __attribute__((weak)); int r;
        void f(void) __attribute__((weak)); int g(void) __attribute__((weak));
        struct s { char c; int i; } __attribute__((packed)); extern int other(void) __asm__(\"another\");
        int main(void) { r = 1; if (0) { x = 2; int z __attribute__((cleanup(f))); } }";
    assert_eq!(ends_with(text, "r"), 1);
}

/// Functions from some sections run before `main`, whether somebody uses them or not; other sections are places.
#[test]
fn sections_are_looked_at() {
    let with = |attribute: &str| {
        format!("int r; void f(void) {{ }} {attribute} void (*p)(void) = f; int main(void) {{ r = 1; }}")
    };
    for section in [".init_array", ".fini_array.1", ".preinit_array", ".ctors", ".tdata", ".dataset", "a\\x"] {
        for attribute in ["__attribute__((weak, section(S)))", "__attribute__((__section__(S)))", "[[gnu::section(S)]]"]
        {
            let attribute = attribute.replace('S', &format!("\"{section}\""));
            assert_eq!(code(&with(&attribute)), Code::Unsupported, "{attribute}");
        }
    }
    assert_eq!(code(&with("__attribute__((weak, init_priority(200)))")), Code::Unsupported);
    for section in ["mine", ".data", ".data.mine", ".bss.x"] {
        assert_eq!(ends_with(&with(&format!("__attribute__((section(\"{section}\")))")), "r"), 1, "{section}");
    }
}

#[test]
fn pragmas_with_a_meaning_are_refused() {
    for pragma in [
        "#pragma pack(1)",
        " # pragma  pack (push, 2)",
        "#pragma weak f",
        "#pragma redefine_extname f g",
        "#pragma omp parallel for",
        "#pragma packed",
        "#pragma GCC something new",
        "#pragma oncemore",
        "#define N 3",
        "#if 0",
        "# include \"a.h\"",
    ] {
        assert_eq!(code(&format!("int x;\n{pragma}\nint main(void) {{ }}")), Code::Unsupported, "{pragma}");
    }
    for pragma in [
        "#pragma pack(pop)",
        "#pragma pack ( )",
        "#pragma GCC diagnostic push",
        "#pragma GCC  poison f",
        "#pragma",
        "#pragma once",
        "#pragma STDC FP_CONTRACT ON",
        "#ident \"1\"",
        "#line 3",
        "# 3 \"a.c\" 2",
        "#",
    ] {
        assert_eq!(ends_with(&format!("int r;\n{pragma}\nint main(void) {{ r = 1; }}"), "r"), 1, "{pragma}");
    }
}

#[test]
fn false_static_assertions_are_errors() {
    assert_eq!(code("_Static_assert(sizeof(int) == 8, \"size\"); int main(void) { }"), Code::Syntax);
    assert_eq!(code("enum { A = 3 }; int main(void) { _Static_assert(A < 3); }"), Code::Syntax);
    let text =
        "struct s { int a, b; }; int r; _Static_assert(sizeof(struct s) == 8, \"size\"); _Static_assert(1, \"\");
        _Static_assert(_Generic(1, int: 1), \"\"); int main(void) { r = 1; }";
    assert_eq!(ends_with(text, "r"), 1);
}
