//! What names of functions and types mean: the program's own definitions, other signatures, names for the linker.

use super::super::Options;
use super::super::Property::ErrorCalls;
use super::{can_fail, code, program, program_with};
use crate::error::Code;
use std::path::{Path, PathBuf};

/// Whether an error function can be reached by some threads.
fn errs(text: &str) -> bool {
    can_fail(&program_with(text, &Options { property: ErrorCalls, ..Options::default() }), 3)
}

#[test]
fn calling_an_error_function_is_the_failure_whatever_its_body_does() {
    for calls in [
        "reach_error();",
        "(*reach_error)();",
        "(&reach_error)();",
        "void (*f)(void) = reach_error; f();",
        "void (*f[2])(void) = { go_on, reach_error }; f[k]();",
        "struct { void (*f)(void); } s = { reach_error }; s.f();",
        "(k ? reach_error : go_on)();",
        "g(reach_error);",
        "p = reach_error; p();",
        "__CPROVER_ASYNC_1: reach_error();",
        "__CPROVER_ASYNC_1: g(reach_error);",
    ] {
        let text = format!(
            "void reach_error(void) {{ }} void go_on(void) {{ }} void (*p)(void) = go_on; void g(void (*f)(void)) {{ f(); }}
            int main(void) {{ int k = 1; {calls} }}"
        );
        assert!(errs(&text), "{calls}");
        let other = text.replace("reach_error", "other_error");
        assert!(!errs(&other), "{calls}");
    }
}

#[test]
fn a_body_of_the_program_counts() {
    let fails = |text: &str| can_fail(&program(&format!("void assert(int); {text}")), 2);
    let assumes = "(int c) { } int main(int a, char **v) { F(a == 3); assert(a == 3); }";
    for name in ["__VERIFIER_assume", "__CPROVER_assume", "assume_abort_if_not"] {
        assert!(fails(&format!("void {name}{assumes}").replace("F(", &format!("{name}("))), "{name}");
        let declared = format!("void {name}(int); int main(int a, char **v) {{ {name}(a == 3); assert(a == 3); }}");
        assert!(!fails(&declared), "{name}");
    }
    assert!(fails("int x; int malloc(int n) { x = n; return 0; } int main(void) { malloc(3); assert(x == 0); }"));
    assert!(fails("int x; void exit(int n) { x = n; } int main(void) { exit(3); assert(x == 0); }"));
    assert!(fails("int x; int nondet_int(void) { return 4; } int main(void) { assert(nondet_int() != 4); }"));
    assert!(!fails("int x; int nondet_int(void) { return 4; } int main(void) { assert(nondet_int() == 4); }"));
}

#[test]
fn another_signature_is_another_function() {
    for declares in ["void puts(int *)", "int sleep(int *)", "void exit(int, int)", "void *malloc(int, char)"] {
        let name = &declares[declares.find(['p', 's', 'e', 'm']).unwrap_or(0)..declares.find('(').unwrap_or(0)];
        let call = format!("{declares}; int x; int main(void) {{ {name}(&x); }}");
        let call = if declares.contains(',') { call.replace("(&x)", "(1, 2)") } else { call };
        assert_eq!(code(&call.replace("void *malloc", "void * malloc")), Code::Unsupported, "{declares}");
    }
    let own = "typedef int sem_t; typedef struct { int f; } atomic_flag; typedef long mtx_t; void assert(int);
        int main(void) { sem_t s = 5; atomic_flag f = { 7 }; mtx_t m = 9; f.f++; assert(s + f.f + m == 22); }";
    assert!(!can_fail(&program(own), 1));
    assert!(can_fail(&program(&own.replace("22", "21")), 1));
}

#[test]
fn functions_without_a_body_write_what_they_get() {
    let fails = |statements: &str| {
        let text = format!(
            "void assert(int); int nondet_fill(int *); void __VERIFIER_nondet_memory(void *, unsigned long);
            struct s {{ char c; int i; }}; int nondet_int(void); int x = 1;
            int main(void) {{ int a[4] = {{ 1, 2, 3, 4 }}; int l = 1; struct s s = {{ 1, 2 }}; int *p = a; {statements} }}"
        );
        can_fail(&program(&text), 1)
    };
    assert!(fails("nondet_fill(&l); assert(l == 1);"));
    assert!(fails("nondet_fill(&x); assert(x == 1);"));
    assert!(fails("nondet_fill(a); assert(a[3] == 4);"));
    assert!(!fails("nondet_fill(a); assert(l == 1 && x == 1);"));
    assert!(!fails("nondet_fill(0); assert(l == 1 && x == 1);"));
    assert!(fails("__VERIFIER_nondet_memory(&x, sizeof x); assert(x == 1);"));
    assert!(fails("__VERIFIER_nondet_memory(&s, sizeof s); assert(s.i == 2);"));
    assert!(fails("__VERIFIER_nondet_memory(&s, sizeof s); assert(s.c == 1);"));
    assert!(fails("__VERIFIER_nondet_memory(p + 1, 2 * sizeof(int)); assert(a[2] == 3);"));
    assert!(!fails("__VERIFIER_nondet_memory(p + 1, 2 * sizeof(int)); assert(a[0] == 1 && a[3] == 4);"));
    assert!(fails("__VERIFIER_nondet_memory(p + 1, 4 * sizeof(int));"));
    assert!(!fails("__VERIFIER_nondet_memory(p, 0); assert(a[0] == 1);"));
    assert!(fails("void *v = a; __VERIFIER_nondet_memory(v, 2 * sizeof(int)); assert(a[1] == 2);"));
}

#[test]
fn the_linker_is_told_another_name() {
    let fails = |files: &[&str]| {
        let units = (1..files.len()).map(|n| files[..n].iter().map(|file| file.len()).sum()).collect();
        can_fail(&program_with(&files.concat(), &Options { units, ..Options::default() }), 1)
    };
    let main = "int f(void) __asm__(\"real_f\"); void assert(int); int main(void) { assert(f() == 2); } ";
    assert!(!fails(&[main, "int real_f(void) { return 2; } "]));
    assert!(fails(&[main, "int real_f(void) { return 3; } "]));
    assert!(fails(&[main, "int g(void) __asm__(\"real_f\"); int g(void) { return 3; } "]));
    assert!(!fails(&[&main.replace("\"real_f\"", "\"\" \"real_f\""), "int real_f(void) { return 2; } "]));
    let plain = "int f(void); void assert(int); int main(void) { assert(f() == 2); } ";
    assert!(fails(&[plain, "int g(void) __asm__(\"f\"); int g(void) { return 3; } "]));
    assert!(!fails(&[plain, "int g(void) __asm__(\"f\"); int g(void) { return 2; } "]));
    // A name may mean something else in each file.
    assert!(!fails(&[main, "int f(void) { return 3; } int real_f(void) { return 2; } "]));
    assert!(fails(&[main, "int f(void) { return 2; } int real_f(void) { return 3; } "]));
    assert!(!fails(&[
        main,
        "int f(void) { return 3; } ",
        "int g(void) __asm__(\"real_f\"); int g(void) { return 2; } "
    ]));
    let other = "int f(void) __asm__(\"other_f\"); int g(void) { return f(); } ";
    let bodies = "int real_f(void) { return 2; } int other_f(void) { return 3; } ";
    assert!(!fails(&[main, other, bodies]));
    assert!(fails(&[other, &main.replace("f() == 2", "g() == 2").replace("int f", "int g(void); int f"), bodies]));
    let pointer = "int f(void) __asm__(\"real_f\"); void assert(int); int (*p)(void) = f;
        int real_f(void) { return 3; } int main(void) { assert(p == real_f); assert(p() == 2); } ";
    assert!(fails(&[pointer]));
    assert!(!fails(&[&pointer.replace("return 3", "return 2")]));
    assert_eq!(code("int f(void) __asm__(\"g\"); int main(void) { return f(); }"), Code::Unsupported);
    assert_eq!(code("int f(void) __asm__(\"a\" \"b\"); int main(void) { return f(); }"), Code::Unsupported);
    let twice = "int f(void) __asm__(\"g\"); int f(void) { return 1; } int g(void) { return 2; } int main(void) { }";
    assert_eq!(code(twice), Code::Duplicate);
}

#[test]
fn static_names_of_two_files_are_two() {
    let fails = |files: &[&str]| {
        let units = (1..files.len()).map(|n| files[..n].iter().map(|file| file.len()).sum()).collect();
        can_fail(&program_with(&files.concat(), &Options { units, ..Options::default() }), 1)
    };
    let library = "static int n = 5; static int step(void) { return n += 1; } int next(void) { return step(); } ";
    let main = "void assert(int); int next(void); static int n = 1; static int step(void) { return n += 2; }
        int main(void) { int (*p)(void) = step; assert(next() == 6); assert(step() == 3); assert(p() == EXPECTED);
        { int n = 9; assert(n == 9); } assert(sizeof(struct { char n[3]; }) == 3); assert(_Generic(n, int: 1, default: 2) == 1); } ";
    assert!(!fails(&[library, &main.replace("EXPECTED", "5")]));
    assert!(fails(&[library, &main.replace("EXPECTED", "6")]));
    assert!(!fails(&[&main.replace("EXPECTED", "5"), library]));
    // A function of the library stays it in the other file.
    let own = "static int abs(int n) { return 7; } int seven(void) { return abs(1); } ";
    let other = "void assert(int); int seven(void); int abs(int); int main(void) { assert(seven() == 7); } ";
    assert!(!fails(&[own, other]));
    // `extern` in a block means the file's own variable.
    let own =
        "static int x = 1; int set(void) { int x = 7; { extern int x; x = 2; } return x; } int get(void) { return x; }";
    let other = "int x = 5; void assert(int); int set(void); int get(void);
        int main(void) { assert(set() == 7); assert(get() == 2); assert(x == EXPECTED); }";
    assert!(!fails(&[own, &other.replace("EXPECTED", "5")]));
    assert!(fails(&[own, &other.replace("EXPECTED", "2")]));
}

/// The files of a folder of the sources with their texts, without tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.extend((!entry.ends_with("tests")).then_some(entry));
            } else {
                let text = std::fs::read_to_string(&entry).expect("a file");
                files.push((entry, text.split("#[cfg(test)]").next().unwrap_or_default().to_string()));
            }
        }
    }
    files
}

/// Names have a meaning in one file; nowhere else is a name compared with one of the library's.
#[test]
fn names_of_libraries_stand_in_one_file() {
    let names = ["\"pthread_", "\"__VERIFIER_", "\"__CPROVER_A", "\"reach_error", "\"atomic_flag", "\"nondet_"];
    let named = |(_, code): &(PathBuf, String)| names.iter().any(|name| code.contains(name));
    let found: Vec<PathBuf> = sources("").into_iter().filter(named).map(|(path, _)| path).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("c/known.rs"), "{found:?}");
}

/// Analyses ask for what names denote, which the parser has found, so that equal names of two scopes are two variables.
#[test]
fn no_analysis_compares_names_as_text() {
    let files = sources("c/lower");
    assert!(files.len() > 50, "{}", files.len());
    // What the linker calls a function is a text.
    for (path, code) in files.iter().filter(|(path, _)| !path.ends_with("linkage.rs")) {
        for word in [".text() =", ".text() !", "= name.text()", "Map<&'s str", "Map<&str", "Set<&'s str", "Set<&str"] {
            assert!(!code.contains(word), "`{word}` in {}", path.display());
        }
    }
}
