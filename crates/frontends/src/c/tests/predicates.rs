//! Conditions about programs, with the names that they print.

use super::program;
use crate::c::{DataModel, read_predicate};
use crate::error::Code;

const TEXT: &str = "int x; unsigned char c; struct { int next; } first; int *p; \
    void f(void) { int l = x; int only = x; if (l + only) p = &x; } \
    void g(void) { int l = x; x = l + c + first.next; } \
    int main(void) { unsigned long t; while (1) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); } }";

fn text() -> String {
    format!("typedef unsigned long pthread_t; int pthread_create(pthread_t *, void *, void *, void *); {TEXT}")
        .replace("unsigned long t;", "pthread_t t;")
}

fn read(predicate: &str) -> Result<Vec<String>, Code> {
    let program = program(&text());
    let read = read_predicate(predicate, &program, DataModel::Lp64);
    read.map(|all| all.iter().map(|one| program.in_c(one)).collect()).map_err(|error| error.code)
}

#[test]
fn names_are_those_that_are_printed() {
    assert_eq!(read("x").unwrap(), ["x != 0"]);
    assert_eq!(read("c<3&&!(first.next>=x)").unwrap(), ["(c < 3) && !(x <= first.next)"]);
    assert_eq!(read("p == &x").unwrap(), ["p == &x"]);
    assert_eq!(read("f::l == x + 1").unwrap(), ["l == x + 1"]);
    // The other variable says which thread is meant.
    assert_eq!(read("l == only").unwrap(), ["l == only"]);
    assert_eq!(read("(int8)x == -1").unwrap(), ["(int8)x == -1"]);
}

#[test]
fn what_is_no_condition_of_one_thread_is_refused() {
    for (predicate, code) in [
        ("y == 1", Code::UnknownName),
        ("first.last == 1", Code::UnknownName),
        ("l == 1", Code::Usage),
        ("f::only == g::l", Code::Usage),
        ("1 < 2", Code::Usage),
        ("x == x", Code::Usage),
        ("f(x) == 1", Code::Unsupported),
        ("x = 1", Code::Unsupported),
        ("*p == 1", Code::Unsupported),
        ("x + 1.5", Code::Unsupported),
        ("x ==", Code::Syntax),
        ("x 1", Code::Syntax),
        ("", Code::Syntax),
        ("x @ 1", Code::Syntax),
    ] {
        assert_eq!(read(predicate), Err(code), "{predicate}");
    }
}
