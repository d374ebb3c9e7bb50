//! Threads and locks.

use super::super::super::error::Code;
use super::super::Options;
use super::{can_fail, code, ends_with, final_values, program, program_with};

const THREADS: &str = "typedef unsigned long pthread_t; typedef union { int i; } pthread_mutex_t;
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *); int pthread_join(pthread_t, void **);
    int pthread_mutex_lock(pthread_mutex_t *); void pthread_exit(void *); int pthread_mutex_trylock(pthread_mutex_t *);
    int pthread_mutex_unlock(pthread_mutex_t *); int pthread_mutex_init(pthread_mutex_t *, const void *);
    void assert(int);";

fn with_threads(text: &str) -> String {
    format!("{THREADS}\n{text}")
}

#[test]
fn a_join_by_name_waits_for_the_thread() {
    let ok = with_threads(
        "int x; void *f(void *arg) { if (x) { x = 5; pthread_exit(0); } x = 1; x = 2; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(x == 2); }",
    );
    let joined = program(&ok);
    assert!(!can_fail(&joined, 3));
    assert!(joined.locations.iter().flat_map(|location| &location.edges).all(|edge| !edge.early));
    assert_eq!(final_values(&joined, 3, "done of t"), [1]);
    let without = program(&ok.replace("pthread_join(t, 0);", ""));
    assert!(can_fail(&without, 3));
}

#[test]
fn elements_of_arrays_of_handles_are_told_apart() {
    let exact = |creations: &str| {
        let text = format!(
            "void *f(void *arg) {{ return 0; }} int main(void) {{ pthread_t t[3]; {creations} pthread_join(t[0], 0); }}"
        );
        let lowered = program(&with_threads(&text));
        lowered.locations.iter().flat_map(|location| &location.edges).all(|edge| !edge.early)
    };
    assert!(exact("pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, f, 0);"));
    assert!(exact("for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);"));
    // Here the handles are numbers.
    assert!(exact("pthread_create(&t[0], 0, f, 0); pthread_create(&t[0], 0, f, 0);"));
    assert!(exact("for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); pthread_create(&t[0], 0, f, 0);"));
    assert!(!exact("int i = 0; while (i < 2) pthread_create(&t[i++], 0, f, 0);"));
}

#[test]
fn threads_that_are_detached_are_not_waited_for() {
    let exact = |helper: &str| {
        let text = format!(
            "int pthread_detach(pthread_t); pthread_t pthread_self(void); void *f(void *arg) {{ return 0; }}
            void *g(void *arg) {{ {helper} return 0; }}
            int main(void) {{ pthread_t t; pthread_create(&t, 0, g, 0); pthread_join(t, 0); }}"
        );
        let lowered = program(&with_threads(&text));
        lowered.locations.iter().flat_map(|location| &location.edges).all(|edge| !edge.early)
    };
    assert!(exact(""));
    assert!(exact("pthread_t u; pthread_create(&u, 0, f, 0); pthread_detach(u);"));
    assert!(exact("pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t);"));
    assert!(!exact("pthread_detach(pthread_self());"));
    assert!(!exact("pthread_t u = pthread_self(); pthread_detach(u);"));
    assert!(!exact("pthread_t t = pthread_self(); pthread_detach(t);"));
}

#[test]
fn a_join_of_one_of_many_may_return_early() {
    for creation in [
        "while (1) pthread_create(&t, 0, f, 0);",
        "again: pthread_create(&t, 0, f, 0); if (x) goto again;",
        "for (int i = 0; i < 200; i++) pthread_create(&t, 0, f, 0);",
    ] {
        let text = format!(
            "int x; void *f(void *arg) {{ x = 1; return 0; }} int main(void) {{ pthread_t t;
            {creation} pthread_join(t, 0); assert(x == 1); }}"
        );
        let lowered = program(&with_threads(&text));
        let early = lowered.locations.iter().flat_map(|location| &location.edges).any(|edge| edge.early);
        assert!(early || creation.starts_with("while (1)"), "{creation}");
        assert!(lowered.globals.iter().all(|global| global.name != "done of t"), "{creation}");
    }
    let array = "int x; void *f(void *arg) { x = 1; return 0; } int main(void) { pthread_t t[2];
        for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
        for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }";
    assert_eq!(program(&with_threads(array)).templates.len(), 3);
    let unknown = array.replace("pthread_join(t[i], 0)", "pthread_join(t[x], 0)");
    let early = |text: &str| {
        let lowered = program(&with_threads(text));
        lowered.locations.iter().flat_map(|location| &location.edges).any(|edge| edge.early)
    };
    assert!(early(&unknown) && !early(array));
}

#[test]
fn each_joined_creation_has_its_own_template() {
    let text = with_threads(
        "int x; pthread_t a, b; void *f(void *arg) { __sync_fetch_and_add(&x, 1); return 0; }
        int main(void) { pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);
        pthread_join(a, 0); pthread_join(b, 0); assert(x == 2); }",
    );
    let lowered = program(&text);
    let names: Vec<&str> = lowered.templates.iter().map(|template| template.name.as_str()).collect();
    assert_eq!(names, ["main", "f", "f"]);
    assert!(!can_fail(&lowered, 3));
    assert!(can_fail(&program(&text.replace("pthread_join(b, 0);", "")), 3));
}

#[test]
fn mutexes_exclude() {
    let text = with_threads(
        "pthread_mutex_t m; int x; void lock(pthread_mutex_t *l) { pthread_mutex_lock(l); }
        void *f(void *arg) { lock(&m); int y = x; x = y + 1; assert(x == y + 1); pthread_mutex_unlock(&m); return 0; }
        int main(void) { pthread_t t; pthread_mutex_init(&m, 0); while (1) pthread_create(&t, 0, f, 0); }",
    );
    assert!(!can_fail(&program(&text), 3));
    assert!(can_fail(&program(&text.replace("{ lock(&m);", "{")), 3));
    let try_once = with_threads(
        "pthread_mutex_t m; int r; int main(void) { r = pthread_mutex_trylock(&m); r += pthread_mutex_trylock(&m); }",
    );
    assert_eq!(ends_with(&try_once, "r"), 16);
    let special = with_threads("pthread_mutex_t m = {7}; int main(void) { pthread_mutex_lock(&m); }");
    assert_eq!(code(&special), Code::Unsupported);
    let attributes = with_threads("int a; pthread_mutex_t m; int main(void) { pthread_mutex_init(&m, &a); }");
    assert_eq!(code(&attributes), Code::Unsupported);
    assert_eq!(code(&with_threads("pthread_mutex_t m; int main(void) { (*&m)++; }")), Code::Unsupported);
}

#[test]
fn integers_are_passed_as_pointers() {
    let text = with_threads(
        "int r; void *f(void *arg) { int n = (int)(long)arg; r = r * 10 + n; return (void *)0; }
        int main(void) { pthread_t a, b; pthread_create(&a, 0, f, (void *)(long)7); pthread_join(a, 0);
        pthread_create(&b, 0, f, (void *)8L); pthread_join(b, 0); }",
    );
    assert_eq!(ends_with(&text, "r"), 78);
    let address = with_threads(
        "int r; void *f(void *arg) { int *p = arg; *p = 4; *(int *)arg += 1; return 0; }
        int main(void) { pthread_t a; pthread_create(&a, 0, f, &r); pthread_join(a, 0); }",
    );
    assert_eq!(ends_with(&address, "r"), 5);
    // A variable of `main` whose address another thread gets is shared.
    let local = address.replace("pthread_t a;", "pthread_t a; int r;");
    let names = |text: &str| program(text).globals.iter().map(|global| global.name.clone()).collect::<Vec<_>>();
    assert!(names(&local).contains(&"main.r".to_string()), "{:?}", names(&local));
    let unused = local.replace("int *p = arg; *p = 4; *(int *)arg += 1;", "(void)arg;");
    assert_eq!(program(&unused).templates.len(), 2);
}

#[test]
fn labels_start_threads() {
    let text = "int r; void f(int a, int b) { r = a * 10 + b; } int main(void) { int x = 4;
        __CPROVER_ASYNC_1: f(x, 2); }";
    assert_eq!(ends_with(text, "r"), 42);
    let block = "int r; int main(void) { __CPROVER_ASYNC_1: { r = 1; r++; } }";
    assert_eq!(final_values(&program(block), 2, "r"), [2]);
}

#[test]
fn spawned_functions_run_in_any_number_of_threads() {
    let options = Options { spawn: vec!["f".to_string()], ..Options::default() };
    let lowered = program_with("int x; void f(void) { x++; }", &options);
    let names: Vec<&str> = lowered.templates.iter().map(|template| template.name.as_str()).collect();
    assert_eq!(names, ["main", "f"]);
    assert_eq!(final_values(&lowered, 4, "x").last(), Some(&3));
    let with_main = program_with("int x; void f(int n) { x = n; } int main(void) { x = 7; }", &options);
    assert!(final_values(&with_main, 3, "x").contains(&7));
    assert_eq!(with_main.locals[0].initial, None);
    assert_eq!(code("void f(void) { }"), Code::Incomplete);
    assert!(super::read("int x;", &options).is_err_and(|error| error.code == Code::UnknownName));
}

/// A thread that one of many starts is one of many, and so is one that it starts: what it allocates may be many objects.
#[test]
fn threads_of_many_are_many() {
    let repeat = |creation: &str| {
        let lowered = program(&with_threads(&format!(
            "void *malloc(unsigned long); int *shared;
            void *c(void *arg) {{ shared = malloc(sizeof(int)); *shared = 1; return 0; }}
            void *b(void *arg) {{ pthread_t t; pthread_create(&t, 0, c, 0); return 0; }}
            void *a(void *arg) {{ pthread_t t; pthread_create(&t, 0, b, 0); return 0; }}
            int main(void) {{ pthread_t t; {creation} }}"
        )));
        lowered.assumes.iter().any(|line| line.ends_with("repeat"))
    };
    assert!(repeat("while (1) pthread_create(&t, 0, a, 0);"));
    assert!(!repeat("pthread_create(&t, 0, a, 0);"));
}
