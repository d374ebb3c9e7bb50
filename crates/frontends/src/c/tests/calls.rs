//! Inlined calls and pointers to variables.

use super::super::super::error::Code;
use super::super::{Options, UnknownFunctions, read};
use super::{can_fail, code, ends_with, program, refused};

#[test]
fn pointers_name_their_variable() {
    let text = "int r, g = 5; int cas(int *p, int old, int new) { if (*p == old) { *p = new; return 1; } return 0; }
        int twice(int *q, int a) { return cas(q, a, a + 1) + 10 * cas(q, a, 9); }
        int main(void) { int x = 3; r = twice(&x, 3) + 100 * twice(&g, 5); r = r * 10 + x; r = r * 10 + g; }";
    assert_eq!(ends_with(text, "r"), (101 * 10 + 4) * 10 + 6);
}

#[test]
fn pointers_that_never_change() {
    let ok = "int r, g = 2; int *const p = &g; void add(int *a, int *b) { if (b) *a += *b; else (*a)++; }
        int main(void) { int *q = &r; add(q, p); add(p, 0); add(&*q, &g); *q += p[0] * 10; (void)(p == q); }";
    assert_eq!(ends_with(ok, "r"), 2 + 3 + 30);
    for wrong in [
        "int x; int main(void) { char *p = (char *)&x; *p = 1; }",
        "int main(void) { _Complex double d = 1.5; int x = d; }",
        "extern int e; int main(void) { int x = e; }",
        "int main(void) { __asm__ goto (\"jmp %l0\" : : : : l); l: ; }",
    ] {
        assert_eq!(code(wrong), Code::Unsupported, "{wrong}");
    }
}

#[test]
fn what_nobody_reaches_may_be_anything() {
    let text = "struct s { double d[3]; } v; double f(double x) { return x * v.d[1]; } int r;
        int main(void) { r = 1; if (0) { v.d[0] = f(2.0); } return 0; v.d[0] = 1.0; }";
    assert_eq!(ends_with(text, "r"), 1);
}

#[test]
fn functions_are_found_through_constant_pointers() {
    let text = "int r; int one(void) { return 1; } int call(int (*f)(void)) { return f() + (*f)() + (&one)(); }
        int main(void) { r = call(one) + call(&one); }";
    assert_eq!(ends_with(text, "r"), 6);
}

#[test]
fn recursive_functions_are_called() {
    let sum = "int r; int sum(int n) { if (n == 0) return 0; return n + sum(n - 1); } int main(void) { r = sum(4); }";
    assert_eq!(ends_with(sum, "r"), 10);
    let mutual = "int r; int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); }
        int odd(int n) { return n == 0 ? 0 : even(n - 1); } int main(void) { r = even(3) * 10 + odd(3); }";
    assert_eq!(ends_with(mutual, "r"), 1);
    let twice = "int r; int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { r = fib(7); }";
    assert_eq!(ends_with(twice, "r"), 13);
}

/// A call changes neither the variables of its caller nor those of callers further up, unless it has their addresses.
#[test]
fn each_call_has_its_own_variables() {
    let own = "int r; int f(int n) { int l = n; if (n > 0) f(n - 1); return l; } int main(void) { r = f(3); }";
    assert_eq!(ends_with(own, "r"), 3);
    let addressed = "int r; int f(int n) { int l = n; int *p = &l; ++*p; if (n > 0) f(n - 1); return l; }
        int main(void) { r = f(3); }";
    assert_eq!(ends_with(addressed, "r"), 4);
    let passed = "int r; void f(int *q, int n) { int l = n; if (n > 0) f(&l, n - 1); r = *q; }
        int main(void) { int x = 9; f(&x, 2); }";
    assert_eq!(refused(passed).code, Code::Unsupported, "another frame would follow q to its own l");
    let instant = "int r; int f(int n) { int l = n; __sync_fetch_and_add(&l, 2); if (n > 0) f(n - 1); return l; }
        int main(void) { r = f(3); }";
    assert_eq!(ends_with(instant, "r"), 5);
    let of_caller = "int r; void f(int *p, int n) { if (n > 0) { ++*p; f(p, n - 1); } }
        int main(void) { int x = 1; f(&x, 3); r = x; }";
    assert_eq!(ends_with(of_caller, "r"), 4);
    let of_thread = "_Thread_local int t; int r; void f(int n) { if (n > 0) { t = t + 1; f(n - 1); } }
        int main(void) { f(3); r = t; }";
    assert_eq!(ends_with(of_thread, "r"), 3);
    let heap =
        "void *calloc(unsigned long, unsigned long); int r; void f(int *p, int n) { if (n > 0) { ++*p; f(p, n - 1); } }
        int main(void) { int *p = calloc(1, sizeof(int)); f(p, 3); r = *p; }";
    assert_eq!(ends_with(heap, "r"), 3);
}

/// How often a thread holds a recursive mutex does not depend on the frame.
#[test]
fn what_a_thread_keeps_for_itself_is_not_part_of_a_frame() {
    let text = "#define PTHREAD_MUTEX_RECURSIVE 1
        typedef struct { int held; } pthread_mutex_t; typedef struct { int kind; } pthread_mutexattr_t;
        int pthread_mutexattr_settype(pthread_mutexattr_t *, int); int pthread_mutexattr_init(pthread_mutexattr_t *);
        int pthread_mutex_init(pthread_mutex_t *, pthread_mutexattr_t *); int pthread_mutex_lock(pthread_mutex_t *);
        int pthread_mutex_unlock(pthread_mutex_t *); pthread_mutex_t m; pthread_mutexattr_t a; int r;
        void f(int n) { pthread_mutex_lock(&m); if (n > 0) f(n - 1); r = r + 1; pthread_mutex_unlock(&m); }
        int main(void) { pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, 1); pthread_mutex_init(&m, &a); f(2);
            f(1); }";
    let text = text.replace("#define PTHREAD_MUTEX_RECURSIVE 1\n", "");
    assert_eq!(ends_with(&text, "r"), 5);
    assert!(program(&text).globals.iter().any(|variable| variable.name == "m.mine of main"));
}

#[test]
fn recursion_has_limits() {
    let pointer = "int f(int x); int (*p)(int) = f; int f(int x) { return p(x); } int main(void) { return f(1); }";
    assert_eq!(refused(pointer).code, Code::Recursion);
    assert_eq!(refused(pointer).message, "recursion through a pointer is not supported: `f` calls `f`");
    let threads = "typedef unsigned long pthread_t; int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
        int f(int x) { return f(x); } void *t(void *u) { f(1); return 0; }
        int main(void) { pthread_t p; while (1) pthread_create(&p, 0, t, 0); }";
    assert_eq!(refused(threads).code, Code::Recursion);
    let atomic = "void __VERIFIER_atomic_begin(void); void f(void) { f(); }
        int main(void) { __VERIFIER_atomic_begin(); f(); }";
    assert_eq!(refused(atomic).code, Code::Unsupported);
}

#[test]
fn arguments_are_evaluated_from_left_to_right() {
    let text = "int r; int f(int a, int b) { return a * 10 + b; }
        int g(int *p) { return ++*p; } int main(void) { int x = 1; r = f(x, g(&x)) * 100 + f(g(&x), x); }";
    assert_eq!(ends_with(text, "r"), 1233);
}

#[test]
fn static_locals_are_shared_by_all_copies() {
    let text = "int r; int next(void) { static int n = 5; return n++; }
        int main(void) { r = next() * 100; r += next() * 10; r += next(); }";
    assert_eq!(ends_with(text, "r"), 567);
    assert_eq!(program(text).globals[1].name, "next.n");
}

#[test]
fn results_are_converted() {
    let text =
        "int r; unsigned char low(int x) { return x; } _Bool any(int x) { return x; } void nothing(void) { return; }
        int main(void) { nothing(); r = low(300) + any(300) * 1000; }";
    assert_eq!(ends_with(text, "r"), 1044);
}

#[test]
fn copies_have_names_of_their_own() {
    let program = program("int r; void cas(int old) { r = old; } int main(void) { int n = 1; cas(n); cas(n); }");
    let names: Vec<&str> = program.locals.iter().map(|local| local.name.as_str()).collect();
    assert_eq!(names, ["n", "cas.old", "cas.old#2"]);
}

#[test]
fn arguments_must_match() {
    assert_eq!(code("int f(int x) { return x; } int main(void) { f(1, 2); }"), Code::Arity);
    let strict = Options { unknown_functions: UnknownFunctions::Refuse, ..Options::default() };
    let undeclared = read("int main(void) { undeclared(); }", &strict).expect_err("an undeclared function");
    assert_eq!(undeclared.code, Code::UnknownName);
    assert_eq!(code("int main(void) { x = 1; }"), Code::UnknownName);
}

#[test]
fn output_evaluates_its_arguments() {
    let text = "int r; int printf(const char *, ...); int main(void) { printf(\"%d\", r++); puts(\"x\"); }";
    assert_eq!(ends_with(text, "r"), 1);
}

#[test]
fn output_returns_any_value() {
    let text = "int printf(const char *, ...); void assert(int); int main(void) { int n = printf(\"x\"); assert(!n); }";
    assert!(can_fail(&program(text), 1));
    assert!(can_fail(&program(&text.replace("printf(\"x\")", "putchar(65)")), 1));
    for wrong in
        ["printf(\"%d%n\", 1, &x)", "printf(\"%hhn\", &x)", "printf(\"%\" \"n\", &x)", "printf(f, &x)", "printf(f, p)"]
    {
        let text = format!("const char *f = \"a\"; int main(void) {{ int x = 0; int *p = &x; {wrong}; }}");
        assert_eq!(code(&text), Code::Unsupported, "{wrong}");
    }
    for fine in
        ["printf(\"%p%%n\\n\", &x)", "printf(\"n%5.*ld\\n\", 1, x)", "printf(f, x)", "fprintf(stderr, \"n\", &x)"]
    {
        let text = format!("extern int *stderr; const char *f = \"a\"; int main(void) {{ int x = 0; {fine}; }}");
        program(&text);
    }
}

#[test]
fn functions_without_return_have_any_value() {
    let text = "void assert(int); int f(int x) { if (x) return 0; } int main(void) { assert(f(N) == 0); }";
    assert!(can_fail(&program(&text.replace('N', "0")), 1));
    assert!(!can_fail(&program(&text.replace('N', "1")), 1));
    assert!(can_fail(&program(&text.replace('N', "0").replace("return 0; }", "return 0; else return; }")), 1));
    let endless = program("int x; int f(void) { while (1) if (x) return 2; } int main(void) { x = 1; x = f(); }");
    assert!(endless.locations.iter().flat_map(|location| &location.edges).all(|edge| edge.inputs() == 0));
}

#[test]
fn arguments_of_ignored_functions_are_evaluated() {
    let text = "typedef unsigned long pthread_t; typedef union { int i; } pthread_attr_t; int r; int nondet_int();
        int pthread_detach(pthread_t); int pthread_attr_setstacksize(pthread_attr_t *, unsigned long);
        int main(void) { pthread_t t, ts[2]; pthread_attr_t a; pthread_detach(t); pthread_detach(ts[r++]);
        pthread_attr_setstacksize(&a, r++); nondet_int(r++); r = r * 10 + (__builtin_expect(r == 3, r++) == 1);
        r = r * 10 + sizeof(__builtin_expect(1, 1)); }";
    assert_eq!(code(text), Code::Unsupported);
    let text = text.replace("r = r * 10 + sizeof(__builtin_expect(1, 1));", "");
    assert_eq!(ends_with(&text, "r"), 31);
    let stores =
        "int pthread_attr_getstacksize(void *, int *); int main(void) { int n; pthread_attr_getstacksize(0, &n); }";
    assert_eq!(code(stores), Code::Unsupported);
    let long = "int r, n = -1; int main(void) { r = __builtin_expect(n, 0) < 0xffffffffu; }";
    assert_eq!(ends_with(long, "r"), 1);
}

#[test]
fn variable_length_arrays_are_refused_when_reached() {
    for reached in [
        "static int a[n];",
        "int a[2][n];",
        "int (*p)[n++] = 0;",
        "typedef int t[n++];",
        "(void)(int (*)[n++])0;",
        "int k = (int (*)[n++])0 == 0;",
        "f(1, 0);",
    ] {
        let text = format!("void f(int m, int a[m++]) {{ }} int main(void) {{ int n = 2; {reached} }}");
        assert_eq!(refused(&text).message, "a variable-length array is not supported", "{reached}");
    }
    let fine =
        "struct s { int a[2]; }; enum { N = 2 }; int r; int main(void) { int n = 2; int a[N + 1], b[sizeof(struct s)];
        int c[] = {1, 2}; if (0) { int e[n++]; } r = n; }";
    assert_eq!(ends_with(fine, "r"), 2);
}

#[test]
fn the_number_of_arguments_is_not_negative() {
    let text = "void assert(int); int main(int argc, char **argv) { assert(argc >= 0); }";
    let lowered = program(text);
    let first = &lowered.locations[lowered.templates[0].entry as usize].edges;
    assert!(first.len() == 1 && first[0].guard != umpteen_model::c::expression::Expr::TRUE);
    let unused = program("int main(int argc, char **argv) { }");
    assert!(unused.locals.is_empty());
}

#[test]
fn a_missing_main_is_reported_at_the_end_of_the_file() {
    let text = "# 0 \"./own.c\"\n# 1 \"other.h\" 1\nint x;\n# 2 \"./own.c\" 2\nint y;\nint z = 1;\n\n# 1 \"last.h\" 1\nint w;\n";
    let error = refused(text);
    assert_eq!((error.code, &text[error.span]), (Code::Incomplete, "1;"));
    assert_eq!(refused("").span, 0..0);
}
