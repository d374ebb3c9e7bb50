//! Which variable a name means: blocks, unreachable declarations, tags.

use super::super::super::error::Code;
use super::{can_fail, code, ends_with, final_values, program, refused};

#[test]
fn a_declaration_that_is_jumped_past_still_declares() {
    for text in [
        "int r; int main(void) { int y = 5; { goto l; int y; l: y = 7; } r = y; }",
        "int r; int main(void) { int y = 5; { goto l; int y = 6, z = y; l: y = 7; z = 8; } r = y; }",
        "int r; int main(void) { int y = 5; switch (1) { case 0: break; int y; case 1: y = 7; } r = y; }",
        "int r; int y = 5; int main(void) { { goto l; static int y; l: y = 7; } r = y; }",
        "int r; int main(void) { int y = 5; { while (1) goto l; int y; l: y = 7; } r = y; }",
        "int r; int y = 5; int main(void) { int y = 3; { goto l; extern int y; l: r = y; } }",
        "int r; int f(void) { int y = 5; { goto l; return 0; int y; l: y = 7; } return y; } int main(void) { r = f(); }",
    ] {
        assert_eq!(ends_with(text, "r"), 5, "{text}");
    }
    let pointer = "int x; int main(void) { int *p = &x; { goto l; int *p = &x; l: *p = 7; } }";
    assert!(can_fail(&program(pointer), 1), "the inner pointer has no value");
    let text = "void assert(int); int main(void) { { goto l; int y = 0; l: assert(y == 0); } }";
    assert!(can_fail(&program(&text.replace("y == 0", "y != 0")), 1) && !program(text).assertions.is_empty());
}

#[test]
fn a_block_declares_a_name_once() {
    for text in [
        "int main(void) { int x; int x; }",
        "int f(int x) { int x = 1; return x; } int main(void) { return f(1); }",
        "int main(void) { int x; static int x; }",
        "int main(void) { return 0; int x; long x; }",
    ] {
        assert_eq!(code(text), Code::Duplicate, "{text}");
    }
    let text = "int r = 1; int main(void) { extern int r; extern int r; int x = 2; { int x = 3; r += x; }
        for (int x = 0; x < 1; x++) { int x = 4; r += x; } r += x; }";
    assert_eq!(ends_with(text, "r"), 10);
}

#[test]
fn tags_belong_to_blocks() {
    let text = "int r; enum e { A }; int main(void) { { enum e { B = -1 }; enum e x = B; r = x < 0; }
        enum e y = -1; r = r * 10 + (y > 0); for (enum e { C = -1 } z = C; z < 0; z++) ; enum e w = -1; r = r * 10 + (w > 0);
        return 0; } int f(void) { enum e { D = -1 }; return D; }";
    assert_eq!(ends_with(text, "r"), 111);
}

#[test]
fn statements_of_new_threads_do_not_see_locals() {
    let own = refused("int r; int main(void) { int x = 1; __CPROVER_ASYNC_1: { r = x; } }");
    assert_eq!(own.code, Code::Unsupported);
    assert!(own.message.contains("`x`, a local variable of the thread that starts this one"), "{}", own.message);
    for text in [
        "int r, x = 9; int main(void) { int x = 1; __CPROVER_ASYNC_1: { r = x; } }",
        "int r, x = 9; void f(int x) { __CPROVER_ASYNC_1: r = x; } int main(void) { f(1); }",
        "int r, x = 9; void f(int n) { r = n; } int main(void) { int y = 1; __CPROVER_ASYNC_1: f(x + y); }",
        "int r; void f(int n) { r = n; } int main(void) { int y = 1; __CPROVER_ASYNC_1: f(y++); }",
        "int r, x; void f(int n) { r = n; } int main(void) { __CPROVER_ASYNC_1: f(x = 1); }",
        "int r; int main(void) { int y = 1; int *p = &y; __CPROVER_ASYNC_1: *p = 2; }",
    ] {
        assert_eq!(code(text), Code::Unsupported, "{text}");
    }
    let inner = "int r, x = 9; int main(void) { int x = 1; int *p = &r; __CPROVER_ASYNC_1: { int x = 2; *p = x; } }";
    assert_eq!(ends_with(inner, "r"), 2);
    let passed =
        "int r; void f(int n, int *p) { *p = n; } int main(void) { int x = 1; __CPROVER_ASYNC_1: f(x + 1, &r); }";
    assert_eq!(ends_with(passed, "r"), 2);
    // The new thread reads `x` itself, so it may see the later value.
    let shared = "int r, x = 1; void f(int n) { r = n; } int main(void) { __CPROVER_ASYNC_1: f(x); x = 2; }";
    assert_eq!(final_values(&program(shared), 2, "r"), [1, 2]);
    let copies = "int a, b; void f(int *p) { __CPROVER_ASYNC_1: { *p = 3; } } int main(void) { f(&a); f(&b); }";
    assert_eq!(ends_with(copies, "a") + ends_with(copies, "b"), 6);
}
