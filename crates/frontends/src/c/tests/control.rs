//! Control flow.

use super::super::super::error::Code;
use super::{code, ends_with, final_values, program};

fn main_gives(body: &str) -> i128 {
    ends_with(&format!("int r; int g; int main(void) {{ {body} }}"), "r")
}

#[test]
fn loops() {
    assert_eq!(main_gives("for (int i = 0; i < 5; i++) r += i;"), 10);
    assert_eq!(main_gives("int i = 0; while (i < 5) { i++; if (i == 3) continue; if (i == 5) break; r += i; }"), 7);
    assert_eq!(main_gives("int i = 9; do { r++; if (r == 2) continue; } while (--i > 5 && r < 100);"), 4);
    assert_eq!(main_gives("for (;;) { if (++r == 4) break; }"), 4);
    assert_eq!(main_gives("for (int i = 0, j = 10; i < j; i++, j--) r = r * 2 + 1;"), 31);
}

#[test]
fn switch_falls_through() {
    let switch = |value: i32| {
        main_gives(&format!(
            "int v = {value}; switch (v) {{ case 1: r += 1; case 2: r += 10; break; default: r += 100; case 5 ... 7: \
             r += 1000; break; case 3: case 4: r = 7; }}"
        ))
    };
    let values: Vec<i128> = (0..9).map(switch).collect();
    assert_eq!(values, [1100, 11, 10, 7, 7, 1000, 1000, 1000, 1100]);
    assert_eq!(main_gives("switch (3) { case 1: r = 1; } r += 2;"), 2);
    let duffs_device = "int n = 6; switch (n % 4) { case 0: do { r++; case 3: r++; case 2: r++; case 1: r++; \
                        } while ((n -= 4) > 0); }";
    assert_eq!(main_gives(duffs_device), 6);
    assert_eq!(main_gives("switch (2) { int x; case 2: x = 4; r = x; }"), 4);
}

#[test]
fn goto_goes_anywhere_in_the_function() {
    assert_eq!(main_gives("int i = 0; again: r += ++i; if (i < 4) goto again; goto end; r = 0; end: ;"), 10);
    assert_eq!(main_gives("goto inside; while (r < 3) { r += 10; inside: r++; }"), 12);
    assert_eq!(
        main_gives("if (0) { dead: r = 5; goto end; } goto dead; end: r++; }  int other(void) { end: return 1;"),
        6
    );
    assert_eq!(code("int main(void) { goto nowhere; }"), Code::UnknownName);
    assert_eq!(code("int main(void) { a: ; a: ; }"), Code::Duplicate);
}

#[test]
fn short_circuits_skip_effects() {
    assert_eq!(main_gives("int x = 0; r = (x && g++) + (x || ++g) * 10; r += g * 100;"), 110);
    assert_eq!(main_gives("int x = 3; r = g == 0 && x == 3 || (g = 7); r += g;"), 1);
    assert_eq!(main_gives("r = g ? (g = 1) : (g = 2); r = r * 10 + g;"), 22);
    assert_eq!(main_gives("(void)(g || (r = 4));"), 4);
}

#[test]
fn increments_give_the_old_or_the_new_value() {
    assert_eq!(main_gives("int x = 5; r = x++; r = r * 10 + x; r = r * 10 + --x; r = r * 10 + x--;"), 5655);
    assert_eq!(main_gives("g = 5; r = g++ * 100; r += ++g;"), 507);
}

#[test]
fn blocks_hide_names() {
    assert_eq!(main_gives("int x = 1; { int x = 2; { int x = 3; r += x; } r += 10 * x; } r += 100 * x;"), 123);
    assert_eq!(main_gives("int g = 4; { extern int g; g = 9; } r = g; "), 4);
    assert_eq!(main_gives("typedef int T; { int T = 3; r = T * 2; } { T x = 1; r += x; }"), 7);
    let program =
        program("int x; int f(void) { int x = 1; return x; } int main(void) { int x = f() + f(); return x; }");
    let names: Vec<&str> = program.locals.iter().filter(|l| !l.hidden).map(|local| local.name.as_str()).collect();
    assert_eq!(names, ["main.x", "f.x", "f.x#2"]);
}

#[test]
fn a_declaration_without_a_first_value_gives_any_value_every_time() {
    let text = "int r; int main(void) { for (int i = 0; i < 2; i++) { _Bool b; r = r * 2 + b; } }";
    assert_eq!(final_values(&program(text), 1, "r"), [0, 1, 2, 3]);
    let text = "int r; int main(void) { int x = __VERIFIER_nondet_bool(); r = x + x; }";
    assert_eq!(final_values(&program(text), 1, "r"), [0, 2]);
}

#[test]
fn statement_expressions_have_the_last_value() {
    assert_eq!(main_gives("r = ({ int x = 3; x++; x * 2; }) + 1;"), 9);
    assert_eq!(code("int main(void) { goto l; int x = ({ l: 1; }); }"), Code::Unsupported);
}

#[test]
fn a_program_that_exits_stops_everybody() {
    let text = "int r; int main(void) { r = 1; exit(r); r = 2; }";
    assert_eq!(ends_with(text, "r"), 1);
    let program = program(text);
    let stopped = program.locations.iter().filter(|location| location.inside).count();
    assert_eq!(stopped, 1);
}
