//! Everything that must hold, and what people see of it.

use super::{can_fail, program};

#[test]
fn both_spellings_of_glibc() {
    let fails = "extern void __assert_fail(const char *, const char *, unsigned, const char *);";
    let gnu = "((void) sizeof ((\n# 7 \"a.c\"\n x == 0 && \"why\"\n# 7 \"a.c\" 3 4\n) ? 1 : 0), __extension__ ({ if (x == 0 \
               && \"why\") ; else __assert_fail (\"x == 0 && \\\"why\\\"\", \"a.c\", 7, __extension__ __PRETTY_FUNCTION__); }))";
    let plain = "((x == 0 && \"why\") ? (void) (0) : __assert_fail (\"x == 0 && \\\"why\\\"\", \"a.c\", 7, __func__))";
    for spelling in [gnu, plain] {
        for (value, wrong) in [(0, false), (1, true)] {
            let text = format!("{fails}\nint x = {value}; int main(void) {{\n# 7 \"a.c\" 3 4\n  {spelling}; }}");
            let lowered = program(&text);
            assert_eq!(can_fail(&lowered, 1), wrong);
            assert_eq!(lowered.assertions.len(), 1);
            let assertion = &lowered.assertions[0];
            assert_eq!(assertion.text, "x == 0 && \"why\"");
            assert_eq!((assertion.position.line, assertion.position.column), (7, 3));
            assert_eq!(lowered.files[assertion.position.file as usize], "a.c");
        }
    }
}

#[test]
fn other_assertions() {
    for (statement, expected) in [
        ("assert(x  ==\n 1)", "x == 1"),
        ("__CPROVER_assert(x == 1, \"message\")", "x == 1"),
        ("__VERIFIER_assert(x == 1)", "x == 1"),
        ("if (x != 1) reach_error()", "reach_error()"),
        ("if (x != 1) __VERIFIER_error()", "__VERIFIER_error()"),
    ] {
        let text = format!("int x; void reach_error(void) {{ x = 5; }} int main(void) {{ {statement}; }}");
        let lowered = program(&text);
        assert_eq!(lowered.assertions.iter().map(|assertion| assertion.text.as_str()).collect::<Vec<_>>(), [expected]);
        assert!(can_fail(&lowered, 1), "{statement}");
        assert!(!can_fail(&program(&text.replace("int x;", "int x = 1;")), 1), "{statement}");
    }
}

#[test]
fn one_assertion_in_many_copies_is_one() {
    let text = "int x; void __VERIFIER_assert(int c) { if (!c) { reach_error(); } }
        int main(void) { assert(1); __VERIFIER_assert(x == 0); __VERIFIER_assert(x == 1); }";
    let lowered = program(text);
    let texts: Vec<&str> = lowered.assertions.iter().map(|assertion| assertion.text.as_str()).collect();
    assert_eq!(texts, ["reach_error()", "1"]);
    assert!(can_fail(&lowered, 1));
}

#[test]
fn assumptions_block() {
    for name in ["__VERIFIER_assume", "__CPROVER_assume", "assume_abort_if_not"] {
        let text = format!(
            "int x; void assume_abort_if_not(int c) {{ if (!c) abort(); }} int main(void) {{ int y =
            __VERIFIER_nondet_int(); {name}(y == 0 && x == 0); assert(y == 0); }}"
        );
        assert!(!can_fail(&program(&text), 1), "{name}");
        assert!(can_fail(&program(&text.replace("assert(y == 0)", "assert(y == 1)")), 1), "{name}");
    }
}

#[test]
fn steps_tell_the_source() {
    let lowered = program("# 1 \"a.c\"\nint x;\nint main(void) {\n  x   =  x + 1;\n  if (x == 2) x = 0;\n}");
    let notes: Vec<String> = lowered
        .locations
        .iter()
        .flat_map(|location| &location.edges)
        .flat_map(|edge| &edge.statements)
        .map(|note| format!("{}:{} {}", note.position.line, note.position.column, note.text))
        .collect();
    assert_eq!(notes, ["3:10 read x", "3:3 x = x + 1", "4:7 read x", "4:7 x == 2", "4:7 x == 2", "4:15 x = 0"]);
    assert_eq!(lowered.files, ["a.c"]);
}
