//! What is listed as assumed: the order of operands, shifts, creation of threads, steps of statements.

use super::{program, program_with, statements};

const ORDER: &str = "operands are evaluated from left to right";
const SHIFT: &str = "a shift by the width or more shifts everything out";
const STEPS: &str = "a statement that calls a function is several steps";

const DECLARATIONS: &str = "int x, y; _Atomic int a; int nondet_int(void); int printf(const char *, ...);
    int pure(int n) { return n + 1; } int get(void) { return x; } int put(int *p) { return ++*p; }
    int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void abort(void); void assert(int); int sched_yield(void);
    void reach_error(void); void __VERIFIER_error(void); int noisy(void) { return printf(0); }
    int thrice(int *p) { return __sync_fetch_and_add(p, 2); }
    int next(void) { static int n; return n++; } int indirect(void) { return get(); } int two(int m, int n) { return m; }
    int (*called)(int) = pure;";

fn assumes(statement: &str) -> Vec<String> {
    program(&format!("{DECLARATIONS} int main(void) {{ int i = 0, j = 0; int *p = &i; {statement} }}")).assumes
}

#[test]
fn the_order_is_listed_where_it_matters() {
    for statement in [
        "i = x + y;",
        "i = x + x;",
        "if (x == y) i = 1;",
        "while (x < y) ;",
        "switch (x + y) { }",
        "int k = x - y;",
        "return x * y;",
        "x += y;",
        "x = y++;",
        "x = y = 0;",
        "i = get() + x;",
        "i = get() + indirect();",
        "i = next() + next();",
        "two(x, y);",
        "printf(\"%d %d\", x, y);",
        "__sync_bool_compare_and_swap(&x, y, x);",
        "i = __sync_fetch_and_add(&x, 1) + y;",
        "i = two(i, put(&i));",
        "i = i++ + j;",
        "j = i + (i = 2);",
        "j = *p + i++;",
        "int *q = nondet_int() ? &i : &j; x = (*q)++ + i;",
        "int *q = nondet_int() ? &i : &j; x = i + (*q)++;",
        "i = thrice(&x) + y;",
        "j = (x && i) + y;",
        "j = i ? x + y : 0;",
        "i = ({ int k = x; k; }) + y;",
        "i = ({ x + y; });",
        "for (i = 0; i < 2; i = x + y) ;",
        "int k[2] = { x, y };",
        "struct { int a, b; } k = { .b = i++, .a = i };",
        "int k[2][2] = { { x, 0 }, { y } };",
        "i = ((int[2]) { x, y })[0];",
        "int (*f)(int) = x ? pure : pure; f(i = 1); called(x);",
        "(*called)(x);",
    ] {
        assert!(assumes(statement).iter().any(|line| line == ORDER), "{statement}");
    }
}

#[test]
fn one_order_is_not_listed() {
    for statement in [
        "x = x + 1;",
        "int k[2] = { x, 1 };",
        "int m = 1, k[2] = { m, m };",
        "int m = 1; (*called)(m);",
        "int (*f)(int) = pure; (*f)(x);",
        "x++;",
        "x = y;",
        "x += j;",
        "a += y;",
        "i = x && y;",
        "i = x || y;",
        "i = (x, y);",
        "i = x ? y : a;",
        "x = get();",
        "x = pure(y);",
        "j = pure(j) + pure(j);",
        "i = pure(x) + j;",
        "i = pure(get());",
        "i = nondet_int() + x;",
        "i = i + j++;",
        "put(&x);",
        "i = sizeof(x + y) + x;",
        "if (x) i = y;",
        "__sync_bool_compare_and_swap(&x, i, j);",
        "printf(\"%d\", x);",
        "i = sched_yield() + x;",
        "i = (__VERIFIER_assume(j), j) + x;",
        "i = (abort(), j) + x;",
        "i = __VERIFIER_nondet_int() + x;",
        "i = __builtin_expect(j, 1) + x;",
        "i = (assert(j), j) + x;",
        "i = (reach_error(), j) + x;",
        "i = (__VERIFIER_error(), j) + x;",
        "i = noisy() + x;",
        "int *q = nondet_int() ? &i : &j; x = *q + 1;",
    ] {
        assert!(assumes(statement).iter().all(|line| line != ORDER), "{statement}");
    }
}

#[test]
fn whole_statements_have_no_order_but_of_effects() {
    let text = |statement: &str| format!("{DECLARATIONS} int main(void) {{ int i = 0; {statement} }}");
    let assumes = |statement: &str| program_with(&text(statement), &statements()).assumes;
    assert!(assumes("i = x + y;").iter().all(|line| line != ORDER && line != STEPS));
    assert!(assumes("i = x + x++;").iter().any(|line| line == ORDER));
    assert!(assumes("i = get() + y;").iter().any(|line| line == ORDER));
    for several in
        ["i = get() + y;", "two(x, 1);", "x = get();", "return get() + 1;", "int k = -get();", "switch (get() + 1) { }"]
    {
        assert!(assumes(several).iter().any(|line| line == STEPS), "{several}");
    }
    for one in ["get();", "if (get()) ;", "(void)two(i, 1);", "x = y + 1;", "if (x == y) ;"] {
        assert!(assumes(one).iter().all(|line| line != STEPS), "{one}");
    }
    // What ends the program is part of the statement, even if it has a body that nobody runs.
    let ends = "int x; void reach_error(void) { } int main(void) { x = (reach_error(), 1); }";
    assert!(program_with(ends, &statements()).assumes.iter().all(|line| line != STEPS));
}

#[test]
fn shifts_by_unknown_counts_are_listed() {
    for (statement, listed) in [("i <<= j;", true), ("i = 1 >> x;", true), ("i = i << 31;", false), ("i <<= 32;", true)]
    {
        assert_eq!(assumes(statement).iter().any(|line| line == SHIFT), listed, "{statement}");
    }
}

#[test]
fn created_threads_are_listed_where_the_result_is_used() {
    let text = |statement: &str| {
        format!(
            "typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
            void *f(void *arg) {{ return 0; }} int main(void) {{ pthread_t t; {statement} }}"
        )
    };
    let listed =
        |statement: &str| program(&text(statement)).assumes.iter().any(|line| line == "threads can be created");
    assert!(listed("if (pthread_create(&t, 0, f, 0)) return 1;"));
    assert!(listed("int r = pthread_create(&t, 0, f, 0);"));
    assert!(!listed("pthread_create(&t, 0, f, 0);"));
    assert!(!listed("(void)pthread_create(&t, 0, f, 0);"));
}
