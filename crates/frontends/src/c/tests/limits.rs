//! Inputs that are too deep or too large give errors, not overflows.

use super::super::super::error::Code;
use super::super::{Options, read};
use super::{code, ends_with};
use std::time::Duration;

/// Test threads have small stacks; the program has a large one.
fn with_large_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 20).spawn(test).unwrap().join().unwrap();
}

/// The processor time of this thread, which does not depend on the load of the machine.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("there is /proc");
    Duration::from_nanos(text.split(' ').next().and_then(|number| number.parse().ok()).expect("the first is a number"))
}

#[test]
fn deep_nesting_is_refused_quickly() {
    with_large_stack(|| {
        for (open, inner, close) in [
            ("(", "1", ")"),
            ("{", ";", "}"),
            ("-", "1", ""),
            ("(int)", "1", ""),
            ("!", "1", ""),
            ("f(", "1", ")"),
            ("1 ? 1 : ", "1", ""),
            ("x = ", "1", ""),
            ("if (x) ", ";", ""),
            ("if (x) ; else ", ";", ""),
            ("({", "1;", "})"),
            ("sizeof ", "x", ""),
            ("x[", "1", "]"),
            ("* ", "x", ""),
        ] {
            let begin = processor_time();
            let text = format!(
                "int x; int f(int y) {{ return y; }} int main(void) {{ {}{inner}{}; }}",
                open.repeat(20_000),
                close.repeat(20_000)
            );
            assert_eq!(code(&text), Code::TooLarge, "{open}");
            assert!(processor_time() - begin < Duration::from_secs(1), "{open}");
        }
        let declarators = [
            format!("int {}x{};", "(".repeat(20_000), ")".repeat(20_000)),
            format!("int {}x;", "*".repeat(20_000)),
            format!("int x{};", "[1]".repeat(20_000)),
            format!("int x = {}1{};", "{".repeat(20_000), "}".repeat(20_000)),
            format!("{}int x;{}", "struct {".repeat(20_000), "} y;".repeat(20_000)),
            format!("int f({}int{});", "int (*)(".repeat(20_000), ")".repeat(20_000)),
            format!("int main(void) {{ x{}; }}", ".a".repeat(20_000)),
            format!("{}int{} x;", "__typeof__(".repeat(20_000), ")".repeat(20_000)),
            format!("{}int{} x;", "_Atomic(".repeat(20_000), ")".repeat(20_000)),
            format!("{}int{} int x;", "_Alignas(".repeat(20_000), ")".repeat(20_000)),
        ];
        for text in declarators {
            assert_eq!(code(&text), Code::TooLarge, "{}", &text[..20]);
        }
    });
}

#[test]
fn nesting_up_to_the_limit_is_accepted() {
    with_large_stack(|| {
        let text = format!("int r; int main(void) {{ int x = 1; r = {}x{}; }}", "-(".repeat(450), ")".repeat(450));
        assert_eq!(ends_with(&text, "r"), 1);
    });
}

#[test]
fn long_chains_are_flat() {
    with_large_stack(|| {
        for operand in ["1", "x", "y", "(x > 0)"] {
            let sum = vec![operand; 100_000].join("+");
            let text = format!("int r, y = 1; int main(void) {{ int x = 1; r = {sum}; }}");
            let program = read(&text, &Options::default()).expect(operand);
            drop(program);
        }
        let constants = format!("int r = {}; int main(void) {{ r = r; }}", vec!["1"; 100_000].join("+"));
        assert_eq!(ends_with(&constants, "r"), 100_000);
        for operator in ["&&", "||", ",", "<<", "=="] {
            let text = format!("int r, y; int main(void) {{ int x = 1; r = ({}); }}", vec!["x"; 50_000].join(operator));
            assert!(read(&text, &Options::default()).is_ok(), "{operator}");
        }
        let typedefs: String = (0..20_000).map(|n| format!("typedef t{n} *t{};", n + 1)).collect();
        assert!(read(&format!("typedef int t0; {typedefs} int main(void) {{ }}"), &Options::default()).is_ok());
    });
}

#[test]
fn inlining_is_bounded() {
    with_large_stack(|| {
        let mut text = "int x; void f0(void) { x++; }".to_string();
        for level in 1..40 {
            text += &format!("void f{level}(void) {{ f{0}(); f{0}(); }}", level - 1);
        }
        text += "int main(void) { f39(); }";
        assert_eq!(code(&text), Code::TooLarge);
        let mut deep = "int x; void f0(void) { x++; }".to_string();
        for level in 1..20_000 {
            deep += &format!("void f{level}(void) {{ f{}(); }}", level - 1);
        }
        assert_eq!(code(&(deep + "int main(void) { f19999(); }")), Code::TooLarge);
    });
}

#[test]
fn any_bytes_give_an_error_or_a_program() {
    with_large_stack(|| {
        let text = "typedef int T; enum { A }; int x = A, *p = &x; int f(int *q) { return *q ? 1 : sizeof(T) << 2; }
            int main(void) { for (int i = 0; i < 3; i++) switch (i) { case 1: x += f(&x); default: ; } l: if (x) goto l; }";
        for cut in 0..text.len() {
            let _ = read(&text[..cut], &Options::default());
            let without = format!("{}{}", &text[..cut], &text[cut + 1..]);
            let _ = read(&without, &Options::default());
        }
    });
}
