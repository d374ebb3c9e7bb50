//! Messages about C that is refused: they name the reason, the place, and what to do.

use super::refused;

/// The message of a refusal and the text that it marks.
fn marked(text: &str) -> (String, &str) {
    let error = refused(text);
    (error.message, &text[error.span])
}

#[track_caller]
fn says(text: &str, message: &str) {
    assert_eq!(refused(text).message, format!("{message} is not supported"), "{text}");
}

#[test]
fn unusable_structures_name_what_is_in_the_way() {
    let used = |declaration: &str| format!("{declaration} x; int main(void) {{ x.n = 1; }}");
    for (declaration, obstacle) in [
        (
            "struct { char c; int __attribute__((packed)) n; }",
            "a structure with the attribute `packed` before a member",
        ),
        (
            "struct __attribute__((packed)) { char c; int b : 3; int n; }",
            "a structure with bit-fields and the attribute `packed`",
        ),
        (
            "struct p { int m; }; struct { _Atomic struct p p; int n; }",
            "a structure whose member `p` is an atomic structure (protect it by a lock instead)",
        ),
        (
            "struct { struct { __int128 i; } s; int n; }",
            "a structure whose member `s` is a structure whose member `i` is `__int128`",
        ),
        ("struct { int b : 3 __attribute__((aligned(8))); int n; }", "a structure with the aligned bit-field `b`"),
        (
            "struct __attribute__((scalar_storage_order(\"big-endian\"))) { int n; }",
            "a structure with the attribute `scalar_storage_order`",
        ),
    ] {
        says(&used(declaration), &format!("`x`, {obstacle},"));
    }
    let members: String = (0..5000).map(|number| format!("int m{number};")).collect();
    says(
        &used(&format!("struct {{ {members} int n; }}")),
        "`x`, a structure with more than 4096 parts (make its arrays smaller),",
    );
    says(
        "struct s { __int128 i; } x[2]; int main(void) { x[1].i = 1; }",
        "`x`, an array of a structure whose member `i` is `__int128`,",
    );
    says("int main(void) { struct { __int128 i; int n; } x; x.n = 1; }", "a structure whose member `i` is `__int128`");
    says("struct s; struct s *p; int main(void) { *p = *p; }", "a structure that is declared but not defined");
}

#[test]
fn loop_variables_that_others_see_are_marked_where_they_are_given_away() {
    let text = "typedef unsigned long pthread_t; int pthread_create(); int pthread_join();
        void *w(void *p) { return 0; }
        int main(void) { pthread_t t[2]; int i;
            for (i = 0; i < 2; i++) pthread_create(&t[i], 0, w, &i);
            for (i = 0; i < 2; i++) pthread_join(t[i], 0); }";
    let message =
        "the address of `i`, the variable of a loop over threads (give them the address of a copy), is not supported";
    assert_eq!(marked(text), (message.to_string(), "&i"));

    let text = "typedef unsigned long pthread_t; int pthread_join(); int i;
        int main(void) { pthread_t t[2]; for (i = 0; i < 2; i++) pthread_join(t[i], 0); }";
    let message = "a loop over threads with the shared variable `i` (use a local one) is not supported";
    assert_eq!(marked(text), (message.to_string(), "i = 0"));

    let text = "typedef unsigned long pthread_t; int pthread_join();
        int main(void) { pthread_t t[1]; for (_Bool i = 0; i < 1; i++) pthread_join(t[i], 0); }";
    assert_eq!(refused(text).message, "a loop over threads with a variable of type `_Bool` is not supported");
}

#[test]
fn first_values_that_are_refused_say_why() {
    let text = "int f(void); int x = f(); int main(void) { x = 1; }";
    says(text, "`x`, with a first value that is not a constant,");
    let text = "struct { int n; char a[]; } x = {2, {7, 8}}; int main(void) { x.n = 1; }";
    says(text, "`x`, with a first value of a flexible array member,");
    let text = "int a[4]; unsigned long x = (unsigned long)&a - 4; int main(void) { x = 1; }";
    says(text, "`x`, with a number that is computed from an address,");
    says("int main(void) { int a[2] = 7; }", "a first value of an array that is no list in braces and no string");
    says("int main(void) { int a = {1, 2}; }", "a list of several first values for one number or pointer");
}

#[test]
fn recursive_functions_say_what_is_in_the_way() {
    let text = "struct s { int n; }; struct s f(int n) { struct s r; if (n) r = f(n - 1); return r; } int main(void) { f(2); }";
    says(text, "a structure as the result of the recursive function `f`");
    let text = "void __VERIFIER_atomic_f(int n) { if (n) __VERIFIER_atomic_f(n - 1); } int main(void) { __VERIFIER_atomic_f(2); }";
    says(text, "the recursive function `__VERIFIER_atomic_f`, atomic by its name,");
}

#[test]
fn overlapping_parts_are_named() {
    let text = "union { int a; short b[2]; } u; int main(void) { u.a = 1; u.b[0] = 2; }";
    says(text, "accessing bytes of `u` both as `u.a` and as `u.b[0]`");
}

#[test]
fn what_is_no_handle_is_told() {
    let text = "void pthread_create(); int main(void) { pthread_create(0, 0, 0, 0); }";
    assert!(refused(text).message.contains("not a variable of type `pthread_t`"), "{}", refused(text).message);
}

#[test]
fn operands_without_a_number_are_described() {
    says("struct { int n; } s; int main(void) { s += 1; }", "arithmetic with a structure");
    says("int *p; int main(void) { return p * 2; }", "arithmetic with a pointer other than `+` and `-`");
    says("int *p; int main(void) { p *= 2; }", "arithmetic with a pointer other than `+` and `-`");
    says("double d; int main(void) { d %= 2; }", "an operator that floating-point numbers do not have");
    says("double d; int main(void) { return &d == 1.5; }", "a pointer as a floating-point number");
    says("double d; int a[2]; int main(void) { return a[d]; }", "a floating-point number as an integer");
    says("struct s { int n; } s; int main(void) { s = 1; }", "a number as a structure");
}

#[test]
fn compare_and_exchange_says_which_pair_it_refuses() {
    let text = "int x; int main(void) { return __atomic_compare_exchange_n(&x, &x, 4, 0, 5, 5); }";
    says(text, "a compare and exchange whose expected value is in the variable itself");
    let text = "int x; unsigned y; int main(void) { return __atomic_compare_exchange_n(&x, &y, 4, 0, 5, 5); }";
    says(text, "a compare and exchange of variables of different types");
}

#[test]
fn destructors_of_keys_say_what_is_in_the_way() {
    let declared = "typedef unsigned int pthread_key_t; int pthread_key_create(pthread_key_t *, void (*)(void *));
        int pthread_key_delete(pthread_key_t); pthread_key_t k; void d(void *p) { } void e(void *p);";
    for (body, obstacle) in [
        (
            "pthread_key_t k; pthread_key_create(&k, d);",
            "the key `k`, which is not a variable at file scope, with a destructor",
        ),
        (
            "pthread_key_create(&k, d); pthread_key_create(&k, d);",
            "the key `k`, which several calls make with a destructor,",
        ),
        ("pthread_key_create(&k, e);", "the destructor `e`, which has no body,"),
        ("void (*f)(void *) = d; pthread_key_create(&k, f);", "the destructor `f`, a variable,"),
        ("pthread_key_create(&k, d); pthread_key_delete(k);", "a destructor in a program that deletes keys"),
        ("pthread_key_create(&k, 1 ? d : d);", "a destructor or a key that is not named in the call"),
    ] {
        says(&format!("{declared} int main(void) {{ {body} }}"), obstacle);
    }
}

#[test]
fn an_address_that_must_not_be_passed_is_shown_where_it_is() {
    let text =
        "typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
        void *w(void *a) { ++*(int *)a; return 0; }
        void start(void) { for (int i = 0; i < 3; i++) { pthread_t t; pthread_create(&t, 0, w, &i); } }
        int main(void) { start(); }";
    assert_eq!(marked(text).1, "&i");
}
