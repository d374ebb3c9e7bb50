//! What happens in one step.

use super::super::super::error::Code;
use super::super::Options;
use super::{can_fail, code, ends_with, final_values, program, program_with, refused, statements};

fn spawned(text: &str) -> Options {
    let spawn = if text.contains("void g(") { vec!["f".to_string(), "g".to_string()] } else { vec!["f".to_string()] };
    Options { spawn, ..Options::default() }
}

fn spawned_can_fail(text: &str) -> bool {
    can_fail(&program_with(text, &spawned(text)), 3)
}

#[test]
fn every_access_is_a_step() {
    let text = "int x; void f(void) { x = x + 1; }";
    let lowered = program_with(text, &spawned(text));
    assert_eq!(final_values(&lowered, 3, "x"), [0, 1, 2]);
    for edge in lowered.locations.iter().flat_map(|location| &location.edges) {
        assert!(!(edge.writes_shared() && edge.updates.iter().any(|(_, value)| value.reads_shared())));
    }
    let two_reads = "int x; void f(void) { assert(x == x); } void g(void) { x = 1; }";
    assert!(spawned_can_fail(two_reads));
}

#[test]
fn sections_may_begin_and_end_in_branches() {
    let text = "int x; void f(void) { int big = __VERIFIER_nondet_int(); if (big) __VERIFIER_atomic_begin();
        x = 1; assert(!big || x == 1); if (big) __VERIFIER_atomic_end(); } void g(void) { x = 2; }";
    assert!(!spawned_can_fail(text));
    assert!(spawned_can_fail(&text.replace("!big ||", "")));
    let in_loop = "int x; void f(void) { __CPROVER_atomic_begin(); __CPROVER_atomic_begin();
        for (int i = 0; i < 2; i++) { x = 1; assert(x == 1); __CPROVER_atomic_end(); } } void g(void) { x = 2; }";
    assert!(!spawned_can_fail(in_loop));
    let unended = "int x; void f(void) { __CPROVER_atomic_begin(); x = 1; } void g(void) { assert(x == 0); }";
    assert!(spawned_can_fail(unended));
    let endless = "int main(void) { int x = 1; while (1) __CPROVER_atomic_begin(); }";
    let error = refused(endless);
    assert_eq!((error.code, &endless[error.span]), (Code::TooLarge, "__CPROVER_atomic_begin()"));
    assert_eq!(ends_with("int r; int main(void) { __VERIFIER_atomic_end(); r = 1; }", "r"), 1);
}

#[test]
fn functions_named_atomic_are() {
    let text = "int x; void __VERIFIER_atomic_inc(void) { x = x + 1; } void f(void) { __VERIFIER_atomic_inc(); }";
    assert_eq!(final_values(&program_with(text, &spawned(text)), 3, "x"), [0, 1, 2]);
    let text = "int x; int __VERIFIER_atomic_step(int by) { if (by) { int y = x; x = y + by; return x == y + by; }
        return 1; } void f(void) { assert(__VERIFIER_atomic_step(1)); }";
    assert!(!spawned_can_fail(text));
}

#[test]
fn built_in_functions_are_single_steps() {
    let gives = |body: &str| ends_with(&format!("int r, x = 5; int main(void) {{ {body} }}"), "r");
    assert_eq!(gives("r = __sync_fetch_and_add(&x, 2) * 100 + x;"), 507);
    assert_eq!(gives("r = __sync_sub_and_fetch(&x, 2) * 100 + x;"), 303);
    assert_eq!(gives("r = __sync_bool_compare_and_swap(&x, 5, 8) * 100 + x;"), 108);
    assert_eq!(gives("r = __sync_bool_compare_and_swap(&x, 4, 8) * 100 + x;"), 5);
    assert_eq!(gives("r = __sync_val_compare_and_swap(&x, 5, 8) * 100 + x;"), 508);
    assert_eq!(gives("r = __sync_lock_test_and_set(&x, 1) * 100 + x; __sync_lock_release(&x); r += x;"), 501);
    assert_eq!(gives("r = __atomic_fetch_or(&x, 2, 5) * 100 + __atomic_load_n(&x, 5);"), 507);
    assert_eq!(gives("r = __atomic_nand_fetch(&x, 4, 5);"), -5);
    assert_eq!(gives("r = __atomic_exchange_n(&x, 9, 5) * 100; __atomic_store_n(&x, 3, 5); r += x;"), 503);
    let exchange = "int e = 4; r = __atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5); r = r * 10 + e;
        r = r * 10 + __atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5); r = r * 10 + x;";
    assert_eq!(gives(exchange), 519);
    assert_eq!(gives("_Bool f = 0; r = __atomic_test_and_set(&f, 5) * 10 + f; __atomic_clear(&f, 5); r += f;"), 1);
    let weak = program("int x; int main(void) { __atomic_store_n(&x, 1, 0); }").assumes;
    assert!(weak.contains(&"weaker memory orders are treated as sequentially consistent".to_string()));
    let strong = program("int x; int main(void) { __atomic_store_n(&x, 1, 5); __sync_synchronize(); }").assumes;
    assert_eq!(strong, ["sequential consistency", "signed overflow wraps"]);
}

#[test]
fn atomic_objects_change_in_one_step() {
    let text = "_Atomic int x; _Atomic(int) y; void f(void) { x++; y += 2; }";
    let lowered = program_with(text, &spawned(text));
    assert_eq!(final_values(&lowered, 3, "x"), [0, 1, 2]);
    let all = lowered.locations.iter().flat_map(|location| &location.edges);
    assert_eq!(all.filter(|edge| edge.is_visible() && edge.start.is_none()).count(), 2);
    assert_eq!(ends_with("int r; _Atomic int x = 4; int main(void) { r = x++ * 10; r += x -= 2; }", "r"), 43);
}

#[test]
fn statements_can_be_single_steps() {
    let text =
        "int x, y; void f(void) { x = x + 1; } void g(void) { if (x == x && x >= 0) y = x - x; assert(y == 0); }";
    let lowered = program_with(text, &Options { spawn: spawned(text).spawn, ..statements() });
    assert!(!can_fail(&lowered, 3));
    assert!(can_fail(&program_with(text, &spawned(text)), 3));
    // A single access needs no section.
    let single = program_with("int x; int main(void) { int y = x; x = y; while (x) ; }", &statements());
    assert!(single.locations.iter().all(|location| !location.inside));
    // A function of the program is not swallowed by the statement that calls it.
    let called = "int x, y; int h(int a) { x = 1; x = 0; return a; } void f(void) { y = h(x + x); }
        void g(void) { assert(x == 0); }";
    assert!(can_fail(&program_with(called, &Options { spawn: spawned(called).spawn, ..statements() }), 3));
}

#[test]
fn a_thread_whose_function_is_atomic_is_one_step() {
    let name = "__VERIFIER_atomic_add";
    let options = Options { spawn: vec![name.to_string()], ..Options::default() };
    let text = format!("int x; void {name}(void) {{ int y = x; x = y + 1; assert(x == y + 1); }} void assert(int);");
    assert!(!can_fail(&program_with(&text, &options), 3));
    assert_eq!(final_values(&program_with(&text, &options), 3, "x"), [0, 1, 2]);
    let created = "typedef unsigned long pthread_t; int x; void assert(int); void *__VERIFIER_atomic_f(void *arg) {
        int y = x; x = y + 1; if (y) return 0; assert(x == y + 1); return 0; } int pthread_join(pthread_t, void **);
        int pthread_create(pthread_t *, void *, void *(*)(void *), void *); int main(void) { pthread_t a, b;
        pthread_create(&a, 0, __VERIFIER_atomic_f, 0); pthread_create(&b, 0, __VERIFIER_atomic_f, 0);
        pthread_join(a, 0); pthread_join(b, 0); assert(x == 2); }";
    assert!(!can_fail(&program(created), 3));
}

#[test]
fn a_weak_exchange_may_fail_for_no_reason() {
    let text = "int x; void assert(int); int main(void) { int e = 0;
        assert(__atomic_compare_exchange_n(&x, &e, 1, W, 5, 5)); assert(x == 1 && e == 0); }";
    assert!(!can_fail(&program(&text.replace('W', "0")), 1));
    assert!(can_fail(&program(&text.replace('W', "1")), 1));
    let ignored = text.replace('W', "1").replace("assert(__atomic", "if (__atomic").replace("5));", "5))");
    assert!(!can_fail(&program(&ignored), 1));
    let effect = text.replace('W', "0").replace("5, 5)", "5, e++)");
    assert_eq!(code(&effect), Code::Unsupported);
}
