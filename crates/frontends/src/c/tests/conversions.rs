//! Implicit conversions and constants in the resolved program, by the clauses of C11 that make them.

use super::super::{Options, resolved};
use super::{can_fail, program};

/// What a statement becomes, in a function that returns `char` and has some variables.
fn printed(statement: &str) -> String {
    let text = format!(
        "struct s {{ unsigned b : 3; long l; int a[2]; }}; char g(double d, char c, ...); int old();
        char f(char c, short s, int i, unsigned u, long l, float f, double d, int *p, void *v, _Bool b, struct s r)
        {{ {statement} }}"
    );
    let all = resolved(&text, &Options::default()).unwrap_or_else(|error| panic!("{}: {statement}", error.message));
    let body = all.rsplit_once("\n{\n").and_then(|(_, body)| body.strip_suffix("}\n")).expect("a body");
    // Names carry the numbers of their declarations.
    let mut parts = body.split("__");
    let first = parts.next().unwrap_or_default().to_string();
    let body = parts.fold(first, |all, part| all + part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    body.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check(cases: &[(&str, &str)]) {
    for (statement, expected) in cases {
        assert_eq!(printed(statement), *expected, "{statement}");
    }
}

#[test]
fn operands_get_a_common_type() {
    check(&[
        ("c + s;", "((int)c + (int)s);"),
        ("i + u;", "((unsigned)i + u);"),
        ("u + l;", "((long)u + l);"),
        ("i + f + d;", "((double)((float)i + f) + d);"),
        ("c << l;", "((int)c << l);"),
        ("s < u;", "((unsigned)s < u);"),
        ("i < l < i;", "(((long)i < l) < i);"),
        ("r.b + i;", "(r.b + i);"),
        ("-c; ~b; +i;", "(-(int)c); (~(int)b); (+i);"),
        ("b ? c : u;", "(b ? (unsigned)c : u);"),
        ("p == 0; 0 != v;", "(p == (int *)0); ((void *)0 != v);"),
        ("p + c;", "(p + (int)c);"),
        ("p[c];", "p[(int)c];"),
    ]);
}

#[test]
fn what_is_assigned_gets_the_type_of_the_object() {
    check(&[
        ("c = i;", "(c = (char)i);"),
        ("b = d;", "(b = (_Bool)d);"),
        ("p = v;", "(p = (int *)v);"),
        ("c += l; c <<= l; s++;", "(c += l); (c <<= l); (s++);"),
        ("l += c; d *= i;", "(l += (long)c); (d *= (double)i);"),
        ("return i;", "return (char)i;"),
        ("float x = i; int *q = v;", "float x = (float)i; int *q = (int *)v;"),
        ("long a[] = { c, [1] = i };", "long a[2] = { (long)c, [1] = (long)i };"),
        ("struct s x = { c, c, c };", "struct s x = { (unsigned)c, (long)c, (int)c };"),
        ("struct s x = { .a = { l }, .l = c };", "struct s x = { .a = { (int)l }, .l = (long)c };"),
        ("struct s x = r;", "struct s x = r;"),
        ("(long){ c };", "((long){ (long)c });"),
    ]);
}

#[test]
fn arguments_get_the_types_of_parameters_or_are_promoted() {
    check(&[
        ("g(i, i, c, f, l);", "g((double)i, (char)i, (int)c, (double)f, l);"),
        ("old(c, f, p);", "old((int)c, (double)f, p);"),
    ]);
}

#[test]
fn conditions_are_truth_values() {
    check(&[
        ("if (i) ;", "if ((_Bool)i) { ; }"),
        ("while (p) ;", "while ((_Bool)p) { ; }"),
        ("!d; b && l;", "(!(_Bool)d); (b && (_Bool)l);"),
        ("switch (c) { default: ; }", "switch ((int)c) { { default: ; ; } }"),
    ]);
}

/// Constants are told apart by what `case` labels, sizes and first values accept.
#[test]
fn constants_are_folded_as_they_are_converted() {
    let holds = |condition: &str| {
        let text = format!("void assert(int); enum {{ e = {condition} }}; int main(void) {{ assert(e == 1); }}");
        !can_fail(&program(&text), 1)
    };
    let all = [
        "-1 > 1u",
        "(unsigned char)-1 == 255",
        "sizeof(1 ? (char)1 : 2ll) == 8",
        "(1 ? -1 : 0u) == 4294967295u",
        "(int)1.9f == 1",
        "0 ? 1 / 0 : 1",
        "(_Bool)0.1",
        "1 << 31 < 0",
        "!0 && 3",
        "~0 == -1",
        "(char)300 == 44",
    ];
    for condition in all {
        assert!(holds(condition), "{condition}");
    }
    let refused = |condition: &str| resolved(&format!("int a[{condition}];"), &Options::default()).is_err();
    assert!(refused("1 / 0") && refused("1 << 40") && refused("1 % 0"), "what is undefined is no constant");
    assert!(!refused("0 || 1") && !refused("7 / 2"));
}
