//! What is listed as assumed about threads, the library and addresses.

use super::super::{DataModel, Options};
use super::{program, program_with};

const DECLARATIONS: &str = "typedef unsigned long pthread_t; typedef union { int i; } pthread_mutex_t;
    typedef unsigned pthread_key_t; typedef union { long l; } pthread_attr_t; struct timespec { long tv_sec, tv_nsec; };
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *); int pthread_join(pthread_t, void **);
    int pthread_detach(pthread_t); void pthread_exit(void *);
    typedef union { char __size[32]; long __align; } sem_t; int sem_init(sem_t *, int, unsigned); int sem_wait(sem_t *); int pthread_attr_destroy(pthread_attr_t *); int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_destroy(pthread_mutex_t *);
    int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
    void *pthread_getspecific(pthread_key_t); void *malloc(unsigned long); int puts(const char *);
    int printf(const char *, ...); int nondet_int(void); void assert(int);
    pthread_mutex_t lock; sem_t sem; pthread_key_t key; struct timespec until; char text[4]; int a[4], b[4], x, n;
    pthread_t t, u[2]; void *run(void *argument) { return 0; } void *use(void *argument) { *(int *)argument = 1; return 0; }
    int change(void) { return ++x; }";

fn assumes(line: &str, statements: &str) -> bool {
    let text = format!("{DECLARATIONS} int main(void) {{ {statements} }}");
    program(&text).assumes.iter().any(|assumed| assumed == line)
}

#[track_caller]
fn listed(line: &str, with: &[&str], without: &[&str]) {
    for statements in with {
        assert!(assumes(line, statements), "{statements}");
    }
    for statements in without {
        assert!(!assumes(line, statements), "{statements}");
    }
}

#[test]
fn threads_are_joined_once() {
    listed(
        "no thread is joined or detached twice",
        &[
            "pthread_create(&t, 0, run, 0); pthread_join(t, 0); pthread_join(t, 0);",
            "pthread_create(&t, 0, run, 0); while (nondet_int()) pthread_join(t, 0);",
            "pthread_create(u, 0, run, 0); x = pthread_join(u[nondet_int()], 0);",
            "pthread_create(&t, 0, run, 0); x = pthread_detach(t);",
        ],
        &[
            "pthread_create(&t, 0, run, 0); x = pthread_join(t, 0);",
            "for (int i = 0; i < 2; i++) pthread_create(&u[i], 0, run, 0); for (int i = 0; i < 2; i++) pthread_join(u[i], 0);",
            "pthread_create(&t, 0, run, 0); pthread_detach(t);",
        ],
    );
}

#[test]
fn threads_are_joined_after_they_were_created() {
    listed(
        "threads are joined after they were created",
        &[
            "if (nondet_int()) pthread_create(&t, 0, run, 0); pthread_join(t, 0);",
            "if (x) x = 1; else pthread_create(&t, 0, run, 0); pthread_join(t, 0);",
            "x && pthread_create(&t, 0, run, 0); pthread_join(t, 0);",
            "x || pthread_create(&t, 0, run, 0); pthread_join(t, 0);",
            "x ? pthread_create(&t, 0, run, 0) : 0; pthread_join(t, 0);",
            "x ? 0 : pthread_create(&t, 0, run, 0); pthread_join(t, 0);",
            "switch (x) { case 1: pthread_create(&t, 0, run, 0); } pthread_join(t, 0);",
            "if (x) goto later; pthread_create(&t, 0, run, 0); later: pthread_join(t, 0);",
            "if (x) pthread_join(t, 0); pthread_create(&t, 0, run, 0);",
            "for (int i = 0; i < 2; i++) { if (x) continue; pthread_create(&u[i], 0, run, 0); }
             for (int i = 0; i < 2; i++) pthread_join(u[i], 0);",
        ],
        &[
            "pthread_create(&t, 0, run, 0); if (nondet_int()) pthread_join(t, 0);",
            "if (pthread_create(&t, 0, run, 0)) return 1; pthread_join(t, 0);",
            "pthread_create(&t, 0, run, 0) || x; pthread_join(t, 0);",
            "for (int i = 0; i < 2; i++) pthread_create(&u[i], 0, run, 0); while (x) { if (n) break; }
             for (int i = 0; i < 2; i++) pthread_join(u[i], 0);",
        ],
    );
}

#[test]
fn objects_of_the_library_are_used_while_they_exist() {
    listed(
        "locks, semaphores and their like are initialised before they are used",
        &[
            "pthread_mutex_t m; pthread_mutex_lock(&m);",
            "pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_lock(m);",
            "sem_init(&sem, 0, 1); sem_wait(&sem);",
        ],
        &["static pthread_mutex_t m; pthread_mutex_lock(&m);", "pthread_mutex_lock(&lock);", "pthread_attr_t a;"],
    );
    listed(
        "what is destroyed is not used any more",
        &["pthread_mutex_destroy(&lock);"],
        &["pthread_mutex_lock(&lock);"],
    );
    listed("keys are made before they are used", &["pthread_getspecific(key);"], &["pthread_mutex_lock(&lock);"]);
    let times = "times that threads wait for are valid, and nobody writes them meanwhile";
    listed(times, &["pthread_mutex_timedlock(&lock, &until);"], &["pthread_mutex_lock(&lock);"]);
}

#[test]
fn variables_of_main_end_when_it_leaves() {
    listed(
        "variables are not used after their block has ended",
        &["int local; pthread_create(&t, 0, use, &local); pthread_exit(0);"],
        &[
            "int local; pthread_create(&t, 0, use, &local);",
            "static int local; pthread_create(&t, 0, use, &local); pthread_exit(0);",
            "pthread_create(&t, 0, use, &x); pthread_exit(0);",
            "int local; int *p = &local; *p = 1; pthread_create(&t, 0, run, 0); pthread_exit(0);",
        ],
    );
}

#[test]
fn what_is_printed_is_there() {
    listed(
        "texts that are printed are there, and nobody writes them meanwhile",
        &["puts(text);", "printf(\"%s\", text);", "char *p = text; printf(\"%s\", p);"],
        &["puts(\"text\");", "printf(\"%d\", x);", "printf(\"%s\", \"text\");"],
    );
}

#[test]
fn ends_may_be_where_others_begin() {
    listed(
        "no object begins where another one ends",
        &["int *p = a + 4; x = p == b;", "int *p = a; p += nondet_int() & 7; x = b != p;"],
        &["int *p = a + 3; x = p == b;", "int *p = a + 4; x = p == b + 1;", "int *p = a, *q = a + 4; x = p != q;"],
    );
}

#[test]
fn narrow_addresses_are_near_each_other() {
    let options = Options { data_model: DataModel::Ilp32, ..Options::default() };
    let narrow = |statements: &str| {
        let text = format!("{DECLARATIONS} int main(void) {{ {statements} }}");
        program_with(&text, &options)
            .assumes
            .iter()
            .any(|line| line == "indices lead less than 64 KiB out of their objects")
    };
    assert!(narrow("int *p = nondet_int() ? a : b; p += nondet_int(); *p = 1;"));
    assert!(narrow("int *p = a; p += nondet_int(); if (x) p = b; *p = 1;"));
    assert!(!narrow("int *p = nondet_int() ? a : b; *p = 1;"));
    assert!(!narrow("int *p = a; p += nondet_int(); *p = 1;"));
}

#[test]
fn the_right_side_comes_first_where_it_matters() {
    listed("of `x += f()`, `f()` is evaluated first", &["x += change();"], &["x += n;", "x = change();"]);
}
