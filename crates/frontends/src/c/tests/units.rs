//! Several files: each is read by itself, then they are one program.

use super::super::DataModel::Lp64;
use super::super::parse::parse;
use super::super::syntax::Source;
use super::super::types::CType;
use crate::error::{Code, Error};

/// Reads files and hands the program on.
fn linked<T>(files: &[&str], look: impl FnOnce(Result<Source<'_>, Error>) -> T) -> T {
    let starts: Vec<usize> = (1..files.len()).map(|n| files[..n].iter().map(|file| file.len()).sum()).collect();
    look(parse(&files.concat(), Lp64, &starts))
}

#[test]
fn names_of_types_end_with_their_file() {
    let files = ["typedef int t; enum { A = 1 }; struct s { int a; }; t x; ", "int t; long A; union s { char c; } y; "];
    linked(&files, |source| assert_eq!(source.expect("a program").variables.len(), 4));
    linked(&["typedef int t; ", "t x;"], |source| assert_eq!(source.expect_err("an error").code, Code::Syntax));
    linked(&["int x", "; int y;"], |source| assert_eq!(source.expect_err("an error").code, Code::Syntax));
}

#[test]
fn the_same_structure_in_two_files_is_one() {
    let header = "typedef struct { int k; } key; struct node; struct list { struct node *head; key k; };
        struct node { struct list *in; struct node *next; union { int i; char c[4]; }; int b : 3; }; ";
    let (first, second) =
        (format!("{header} struct node a;"), format!("struct x {{ int q; }}; {header} struct node b;"));
    linked(&[&first, &second], |source| {
        let source = source.expect("a program");
        let record = |n: usize| if let CType::Record(record) = source.variables[n].ty { record } else { panic!() };
        assert_eq!(record(0), record(1));
    });
    let other = "struct node { long in; }; struct node b;";
    linked(&[&first, other], |source| {
        let source = source.expect("a program");
        let record = |n: usize| if let CType::Record(record) = source.variables[n].ty { record } else { panic!() };
        assert_ne!(record(0), record(1));
    });
}

#[test]
fn static_names_must_not_mean_two_things() {
    let function = "static int f(int a) { return a + 1; } ";
    linked(&[function, function], |source| {
        let source = source.expect("a program");
        assert_eq!(source.functions.iter().filter(|function| function.body.is_some()).count(), 1);
    });
    for (first, second) in [
        (function, "static int f(int a) { return a + 2; } "),
        (function, "int f(int a) { return 3; } "),
        (function, "int f(int a); int g(void) { return f(1); } "),
        ("static int x; ", "static int x; "),
        ("int x = 1; ", "static int x; "),
        ("static int f(void) { static int n; return n++; } ", "static int f(void) { static int n; return n++; } "),
        ("enum { A }; static int f(void) { return A; } ", "enum { B, A }; static int f(void) { return A; } "),
        ("typedef int t; static int f(t a) { return a; } ", "typedef char t; static int f(t a) { return a; } "),
    ] {
        linked(&[first, second], |source| {
            let error = source.expect_err(first);
            assert_eq!(error.code, Code::Unsupported, "{first}");
            assert!(error.message.contains("which is `static` in one file"), "{}", error.message);
        });
    }
    for (first, second) in
        [("int x; ", "extern int x; int x; "), (function, "static int g(void); "), ("static int x; ", "")]
    {
        linked(&[first, second], |source| assert!(source.is_ok(), "{first}"));
    }
}

#[test]
fn structures_that_lead_to_different_ones_are_different() {
    let first = "struct inner { int a; }; struct outer { struct inner *p; struct outer *next; } x; ";
    let second = first.replace("int a", "long a").replace("} x", "} y");
    let records = |files: [&str; 2]| {
        linked(&files, |source| {
            let source = source.expect("a program");
            let record = |n: usize| if let CType::Record(record) = source.variables[n].ty { record } else { panic!() };
            (record(0), record(1))
        })
    };
    let (one, other) = records([first, &second]);
    assert_ne!(one, other, "what the pointers lead to differs");
    let (one, other) = records([first, &first.replace("} x", "} y")]);
    assert_eq!(one, other, "structures that lead to themselves");
    let (one, other) = records([first, "struct inner; struct outer { struct inner *p; struct outer *next; } y;"]);
    assert_eq!(one, other, "one file does not define what the pointer leads to");
}

#[test]
fn everything_that_a_function_mentions_must_mean_the_same() {
    for (first, second, same) in [
        ("struct t { int a; }; typedef int t; ", "struct t { long a; }; typedef int t; ", false),
        ("typedef const int t; struct t { int a; }; ", "typedef int t; struct t { int a; }; ", false),
        ("typedef int t; struct t { int a; }; ", "typedef int t; struct t { int a; }; ", true),
    ] {
        let function = "static int f(void) { t x = 1; return x + (int)sizeof(struct t); } ";
        linked(&[&format!("{first}{function}"), &format!("{second}{function}")], |source| {
            assert_eq!(source.is_ok(), same, "{first}");
        });
    }
    let called = "static int f(int a) { return g(a); } ";
    let files = [format!("int g(int a); {called}"), format!("long g(long a); {called}")];
    linked(&[&files[0], &files[1]], |source| assert_eq!(source.expect_err("an error").code, Code::Unsupported));
    let pointed = ["static int f(int a) { return a; } int (*p)(int) = f; ", "static int f(int a) { return a; } "];
    linked(&pointed, |source| assert_eq!(source.expect_err("an error").code, Code::Unsupported));
}

#[test]
fn variables_of_each_thread_and_undeclared_functions_clash_as_others_do() {
    for (first, second) in [
        ("static _Thread_local int v; int f(void) { return v; } ", "_Thread_local int v = 1; "),
        ("_Thread_local static int v = 2; ", "static _Thread_local int v = 1; "),
        ("int f(void) { return g(); } ", "static int g(void) { return 1; } "),
    ] {
        linked(&[first, second], |source| assert_eq!(source.expect_err("an error").code, Code::Unsupported, "{first}"));
    }
}
