//! Several files: each is read by itself, then they are one program.

use super::super::DataModel::Lp64;
use super::super::parse::{NewNames, parse_files};
use super::super::syntax::Source;
use super::super::types::CType;
use crate::error::{Code, Error};

/// Reads files and hands the program on.
fn linked<T>(files: &[&str], look: impl FnOnce(Result<Source<'_>, Error>) -> T) -> T {
    let starts: Vec<usize> = (1..files.len()).map(|n| files[..n].iter().map(|file| file.len()).sum()).collect();
    look(parse_files(&files.concat(), Lp64, &starts, &NewNames::new()))
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

/// The names of the functions with bodies and of the variables, in their order.
fn defined(files: &[&str]) -> Vec<String> {
    linked(files, |source| {
        let source = source.unwrap_or_else(|error| panic!("{error:?}\n{files:?}"));
        let functions =
            source.functions.iter().filter(|function| function.body.is_some()).map(|function| function.name);
        functions.chain(source.variables.iter().map(|variable| variable.name)).map(|name| name.to_string()).collect()
    })
}

#[test]
fn static_names_that_mean_two_things_are_told_apart() {
    let function = "static int f(int a) { return a + 1; } ";
    assert_eq!(defined(&[function, function]), ["f"]);
    let counter = "static int n; static int f(void) { return n++; } ";
    let own = "static int f(void) { static int n; return n++; } ";
    let (one, two) =
        ("enum { A }; static int f(void) { return A; } ", "enum { B, A }; static int f(void) { return A; } ");
    for (first, second, expected) in [
        (function, "static int f(int a) { return a + 2; } ", &["f@1", "f@2"][..]),
        (function, "int f(int a) { return 3; } ", &["f@1", "f"]),
        (function, "int f(int a); int g(void) { return f(1); } ", &["f@1", "g"]),
        ("static int x; ", "static int x; ", &["x@1", "x@2"]),
        ("int x = 1; ", "static int x; ", &["x", "x@2"]),
        (counter, counter, &["f@1", "f@2", "n@1", "n@2"]),
        (own, own, &["f@1", "f@2"]),
        (one, two, &["f@1", "f@2"]),
        (
            "typedef int t; static int f(t a) { return a; } ",
            "typedef char t; static int f(t a) { return a; } ",
            &["f@1", "f@2"],
        ),
        ("int x; ", "extern int x; int x; ", &["x", "x", "x"]),
        (function, "static int g(void); ", &["f"]),
        ("static int x; ", "", &["x"]),
    ] {
        assert_eq!(defined(&[first, second]), expected, "{first}");
    }
    // Equal functions that call different ones are different, whichever is seen first.
    let calls = "static int g(void); static int f(void) { return g(); } static int g(void) { return N; } ";
    let files = [calls.replace('N', "1"), calls.replace('N', "2"), calls.replace('N', "1")];
    assert_eq!(defined(&[&files[0], &files[1], &files[2]]), ["f@1", "g@1", "f@2", "g@2", "f@3", "g@3"]);
    assert_eq!(defined(&[&files[0], &files[2]]), ["f", "g"]);
    // Three files that agree and one that has its own.
    let inline = "inline int f(void) { return 1; } ";
    assert_eq!(defined(&[inline, inline, "static int f(void) { return 2; } ", inline]), ["f", "f@3"]);
    // The name of a file is that of its first line marker.
    let named = |path: &str| format!("# 1 \"{path}\"\nstatic int x;\n");
    assert_eq!(defined(&[&named("a/one.c"), &named("two.c")]), ["x@one", "x@two"]);
    assert_eq!(defined(&[&named("a/one.c"), &named("b/one.c"), &named("c.c")]), ["x@1", "x@2", "x@c"]);
}

#[test]
fn names_that_cannot_be_told_apart_are_refused() {
    let refused = |files: &[&str]| linked(files, |source| source.expect_err("a refusal").message);
    let error = "static void reach_error(void) { } ";
    assert!(refused(&[error, "void reach_error(void); void f(void) { reach_error(); } "]).contains("`reach_error`"));
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
        let names = defined(&[&format!("{first}{function}"), &format!("{second}{function}")]);
        assert_eq!(names, if same { &["f"][..] } else { &["f@1", "f@2"] }, "{first}");
    }
    let called = "static int f(int a) { return g(a); } ";
    let files = [format!("int g(int a); {called}"), format!("long g(long a); {called}")];
    assert_eq!(defined(&[&files[0], &files[1]]), ["f@1", "f@2"]);
    let pointed = ["static int f(int a) { return a; } int (*p)(int) = f; ", "static int f(int a) { return a; } "];
    assert_eq!(defined(&pointed), ["f@1", "f@2", "p"]);
}

#[test]
fn variables_of_each_thread_and_undeclared_functions_are_told_apart_as_others_are() {
    for (first, second, expected) in [
        ("static _Thread_local int v; int f(void) { return v; } ", "_Thread_local int v = 1; ", &["f", "v@1", "v"][..]),
        ("_Thread_local static int v = 2; ", "static _Thread_local int v = 1; ", &["v@1", "v@2"]),
        ("int f(void) { return g(); } ", "static int g(void) { return 1; } ", &["f", "g@2"]),
    ] {
        assert_eq!(defined(&[first, second]), expected, "{first}");
    }
}
