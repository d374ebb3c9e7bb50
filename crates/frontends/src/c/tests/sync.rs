//! The synchronisation library: what each primitive excludes and allows.

use super::super::super::error::Code;
use super::{can_fail, code, ends_with, final_values, program};
use umpteen_model::c::program::Claim;

/// What the headers declare, in small.
const LIBRARY: &str = "typedef unsigned long pthread_t; typedef union { int i; long all[5]; } pthread_mutex_t;
    typedef union { int i; } pthread_mutexattr_t; typedef union { int i; long all[6]; } pthread_cond_t;
    typedef union { int i; } pthread_rwlock_t; typedef union { int i; } pthread_barrier_t; typedef int pthread_once_t;
    typedef unsigned pthread_key_t; typedef union { char __size[32]; long __align; } sem_t;
    typedef union { char __c[40]; long __a; } mtx_t; typedef union { char __c[48]; long __a; } cnd_t;
    struct timespec { long tv_sec; long tv_nsec; } soon;
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *); int pthread_join(pthread_t, void **);
    void pthread_exit(void *); void *malloc(unsigned long); void assert(int); int __VERIFIER_nondet_int(void);";

fn with_library(text: &str) -> String {
    format!("{LIBRARY}\n{text}")
}

fn fails(text: &str, threads: usize) -> bool {
    can_fail(&program(&with_library(text)), threads)
}

fn ends(text: &str, name: &str) -> i128 {
    ends_with(&with_library(text), name)
}

/// Two threads that run `f` and `g`, and `main`, which may call `init` before.
fn two(shared: &str, f: &str, g: &str) -> String {
    format!(
        "{shared} void *f(void *a) {{ {f} return 0; }} void *g(void *a) {{ {g} return 0; }}
        int main(void) {{ pthread_t one, two; INIT pthread_create(&one, 0, f, 0); pthread_create(&two, 0, g, 0); }}"
    )
}

const MUTEXES: &str = "pthread_mutex_t m = {KIND}; int x, r;";

#[test]
fn recursive_mutexes_count() {
    let f = "pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 1; assert(x == 1);
        pthread_mutex_unlock(&m);";
    let g = "pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);";
    let text = two(MUTEXES, f, g).replace("INIT", "");
    assert!(!fails(&text.replace("KIND", "1"), 3));
    assert_eq!(final_values(&program(&with_library(&text.replace("KIND", "1"))), 3, "x"), [1, 2]);
    // One more unlock lets the other one in.
    let early = text.replace("x = 1;", "pthread_mutex_unlock(&m); x = 1;").replace("KIND", "1");
    assert!(fails(&early, 3));
    // A normal one blocks its owner for ever.
    let inside = text.replace("x == 1", "0");
    assert!(fails(&inside.replace("KIND", "1"), 3) && !fails(&inside.replace("KIND", "0"), 3));
    let kinds = |kind: &str| program(&with_library(&text.replace("KIND", kind))).globals.len();
    assert_eq!(kinds("1"), kinds("0"));
}

#[test]
fn checking_mutexes_know_their_owner() {
    let main = |calls: &str| {
        let text = format!("pthread_mutex_t m = {{2}}; int r; int main(void) {{ {calls} }}");
        ends(&text, "r")
    };
    assert_eq!(main("pthread_mutex_lock(&m); r = pthread_mutex_lock(&m);"), 35);
    assert_eq!(main("pthread_mutex_lock(&m); r = pthread_mutex_trylock(&m);"), 16);
    assert_eq!(main("pthread_mutex_lock(&m); r = pthread_mutex_timedlock(&m, &soon);"), 35);
    assert_eq!(main("r = pthread_mutex_unlock(&m);"), 1);
    assert_eq!(main("r = 7; r = pthread_mutex_lock(&m) + pthread_mutex_unlock(&m);"), 0);
    let literal =
        "pthread_mutex_t m; int r; int main(void) { m = (pthread_mutex_t){2}; r = pthread_mutex_unlock(&m); }";
    assert_eq!(ends(literal, "r"), 1);
    let stranger = two(
        MUTEXES,
        "pthread_mutex_lock(&m); x = 1; assert(x == 1); pthread_mutex_unlock(&m);",
        "pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 2;",
    )
    .replace("INIT", "");
    assert!(!fails(&stranger.replace("KIND", "2"), 3));
    assert!(!fails(&stranger.replace("KIND", "1"), 3));
    assert!(fails(&stranger.replace("KIND", "0"), 3));
}

#[test]
fn attributes_give_the_kind() {
    let text = "pthread_mutex_t m, *p = &m; int r; void init(pthread_mutexattr_t *a) { pthread_mutex_init(p, a); }
        int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, KIND);
        init(&a); pthread_mutexattr_destroy(&a); pthread_mutex_lock(p); r = 100 + pthread_mutex_trylock(&m); }";
    assert_eq!(ends(&text.replace("KIND", "1"), "r"), 100);
    assert_eq!(ends(&text.replace("KIND", "2"), "r"), 116);
    assert_eq!(ends(&text.replace("KIND", "3"), "r"), 116);
    assert_eq!(ends(&text.replace("KIND", "1").replace("(p, a)", "(p, r ? a : 0)"), "r"), 116);
    let names = |text: &str| program(&with_library(text)).globals.iter().map(|g| g.name.clone()).collect::<Vec<_>>();
    assert!(names(&text.replace("KIND", "2")).contains(&"m.kind".to_string()));
    assert!(!names(&text.replace("KIND", "3")).contains(&"m.kind".to_string()));
    assert_eq!(
        code(&with_library("int main(void) { pthread_mutexattr_t a; pthread_mutexattr_setprotocol(&a, 1); }")),
        Code::Unsupported
    );
}

#[test]
fn timed_locks_may_give_up() {
    let text = two(
        MUTEXES,
        "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
        "r = pthread_mutex_timedlock(&m, &soon);",
    )
    .replace("INIT", "")
    .replace("KIND", "0");
    assert_eq!(final_values(&program(&with_library(&text)), 3, "r"), [0, 110]);
    // Nobody else has it: it can be locked at once.
    let alone = "pthread_mutex_t m; int r; int main(void) { r = 1; r = pthread_mutex_timedlock(&m, &soon); }";
    assert_eq!(final_values(&program(&with_library(alone)), 1, "r"), [0]);
}

#[test]
fn many_mutexes_behind_a_pointer() {
    let text = "pthread_mutex_t m[2] = {{1}, {2}}; int r; int main(void) { int i = __VERIFIER_nondet_int();
        if (i < 0 || i > 1) return 0; pthread_mutex_t *p = &m[i]; pthread_mutex_lock(p);
        r = 1 + pthread_mutex_lock(&m[i]); }";
    assert_eq!(final_values(&program(&with_library(text)), 1, "r"), [1, 36]);
}

const LOCK: &str = "pthread_rwlock_t l; int x, r;";

#[test]
fn writers_are_alone_and_readers_are_not() {
    let writer = "pthread_rwlock_wrlock(&l); x = 1; x = 0; pthread_rwlock_unlock(&l);";
    let reader = "pthread_rwlock_rdlock(&l); assert(x == 0); pthread_rwlock_unlock(&l);";
    let init = "pthread_rwlock_init(&l, 0);";
    let text = two(LOCK, writer, reader).replace("INIT", init);
    assert!(!fails(&text, 3));
    assert!(fails(&text.replace("wrlock", "rdlock"), 3));
    assert!(fails(&text.replace("rdlock(&l);", "rdlock(&l); pthread_rwlock_unlock(&l);"), 3));
    let together = "pthread_rwlock_rdlock(&l); x++; r = x; x--; pthread_rwlock_unlock(&l);";
    let met = final_values(&program(&with_library(&two(LOCK, together, together).replace("INIT", ""))), 3, "r");
    assert!(met.contains(&2), "{met:?}");
    let alone = together.replace("rdlock", "wrlock");
    assert_eq!(final_values(&program(&with_library(&two(LOCK, &alone, &alone).replace("INIT", ""))), 3, "r"), [1]);
}

#[test]
fn read_write_locks_that_do_not_wait() {
    let main = |calls: &str| {
        let text = format!("pthread_rwlock_t l; int r; int main(void) {{ {calls} }}");
        ends(&text, "r")
    };
    assert_eq!(main("pthread_rwlock_rdlock(&l); r = 1; r = pthread_rwlock_tryrdlock(&l);"), 0);
    assert_eq!(main("pthread_rwlock_rdlock(&l); r = pthread_rwlock_trywrlock(&l);"), 16);
    assert_eq!(main("pthread_rwlock_wrlock(&l); r = pthread_rwlock_tryrdlock(&l);"), 16);
    assert_eq!(main("pthread_rwlock_wrlock(&l); r = pthread_rwlock_timedrdlock(&l, &soon);"), 110);
    let twice = "pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l);";
    assert_eq!(main(&format!("{twice} r = pthread_rwlock_trywrlock(&l);")), 16);
    assert_eq!(main(&format!("{twice} pthread_rwlock_unlock(&l); r = 1; r = pthread_rwlock_trywrlock(&l);")), 0);
    assert_eq!(
        code(&with_library("pthread_rwlock_t l = {2}; int main(void) { pthread_rwlock_rdlock(&l); }")),
        Code::Unsupported
    );
}

#[test]
fn waiting_releases_the_mutex_and_takes_it_again() {
    let shared = "pthread_mutex_t m; pthread_cond_t c; int x, y;";
    let wait = "pthread_mutex_lock(&m); LOOP (!x) pthread_cond_wait(&c, &m); assert(x); y = 1; assert(y == 1);
        pthread_mutex_unlock(&m);";
    let signal = "pthread_mutex_lock(&m); y = 2; x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
    let text = two(shared, wait, signal).replace("INIT", "pthread_cond_init(&c, 0);");
    let waits = text.replace("LOOP", "while");
    assert!(!fails(&waits, 3));
    // It gets through, so the mutex was free in between.
    assert!(final_values(&program(&with_library(&waits)), 3, "y").contains(&1));
    // A wait may end by itself.
    assert!(fails(&text.replace("LOOP", "if"), 3));
    let timed = "pthread_mutex_t m; pthread_cond_t c; int r; int main(void) { pthread_mutex_lock(&m);
        r = pthread_cond_timedwait(&c, &m, &soon); pthread_mutex_unlock(&m); }";
    assert_eq!(final_values(&program(&with_library(timed)), 1, "r"), [0, 110]);
    let stranger = "pthread_mutex_t m = {2}; pthread_cond_t c; int r;
        int main(void) { r = pthread_cond_wait(&c, &m); r = r * 10 + pthread_mutex_lock(&m); }";
    assert_eq!(ends(stranger, "r"), 10);
}

#[test]
fn semaphores_count() {
    let section = "sem_wait(&s); x++; assert(x <= 1); x--; sem_post(&s);";
    let text = two("sem_t s; int x;", section, section);
    assert!(!fails(&text.replace("INIT", "sem_init(&s, 0, 1);"), 3));
    assert!(fails(&text.replace("INIT", "sem_init(&s, 0, 2);"), 3));
    let main = |calls: &str| ends(&format!("sem_t s; int r, v; int main(void) {{ {calls} }}"), "r");
    assert_eq!(main("sem_init(&s, 0, 2); sem_wait(&s); sem_getvalue(&s, &r);"), 1);
    assert_eq!(main("sem_init(&s, 0, 1); r = 5; r = sem_trywait(&s);"), 0);
    assert_eq!(main("sem_init(&s, 0, 0); r = sem_trywait(&s);"), -1);
    assert_eq!(main("sem_init(&s, 0, 0); r = sem_timedwait(&s, &soon);"), -1);
    assert_eq!(main("r = sem_init(&s, 0, 1u << 31);"), -1);
    assert_eq!(main("sem_init(&s, 0, 2147483647); r = sem_post(&s); sem_getvalue(&s, &v); assert(v > 0);"), -1);
    // A wait on 0 is for ever.
    assert_eq!(main("sem_init(&s, 0, 0); r = 1; sem_wait(&s); r = 2;"), 1);
    assert_eq!(code(&with_library("int main(void) { sem_open(\"x\", 0); }")), Code::Unsupported);
}

#[test]
fn barriers_wait_for_all_and_can_be_used_again() {
    let shared = "pthread_barrier_t b; int x, y, z;";
    let round = "x = 1; pthread_barrier_wait(&b); assert(y); pthread_barrier_wait(&b); z = 1;";
    let other = "y = 1; pthread_barrier_wait(&b); assert(x && !z); pthread_barrier_wait(&b);";
    let init = |count: &str| format!("pthread_barrier_init(&b, 0, {count});");
    let text = two(shared, round, other);
    assert!(!fails(&text.replace("INIT", &init("2")), 3));
    assert!(fails(&text.replace("INIT", &init("1")), 3));
    // A count that is not known before.
    assert!(!fails(&text.replace("INIT", &format!("int n = x + 2; {}", init("n"))), 3));
    let serial = "int e = pthread_barrier_wait(&b); if (e == -1) __sync_fetch_and_add(&x, 1); else assert(e == 0);
        e = pthread_barrier_wait(&b); if (e == -1) __sync_fetch_and_add(&x, 10);";
    let text = two(shared, serial, serial).replace("INIT", &init("2"));
    assert_eq!(final_values(&program(&with_library(&text)), 3, "x"), [11]);
    assert_eq!(ends("pthread_barrier_t b; int r; int main(void) { r = pthread_barrier_init(&b, 0, 0); }", "r"), 22);
}

#[test]
fn a_function_runs_once() {
    let shared = "pthread_once_t once = 0; int x; void init(void) { int y = x; x = y + 1; }";
    let call = "pthread_once(&once, init); assert(x == 1);";
    let text = two(shared, call, call).replace("INIT", "");
    assert!(!fails(&text, 3));
    assert!(fails(
        &text.replace("pthread_once(&once, init);", "if (once == 0) init();").replace("pthread_once_t", "int"),
        3
    ));
    let chosen = "pthread_once_t once; void i(void) { } void j(void) { } void (*p)(void);
        int main(void) { p = i; pthread_once(&once, p); }";
    assert_eq!(
        code(&with_library(
            &chosen.replace("void (*p)(void);", "void b(void); void (*p)(void);").replace("(&once, p)", "(&once, b)")
        )),
        Code::Unsupported
    );
    program(&with_library(chosen));
}

#[test]
fn keys_have_a_value_for_each_thread() {
    let shared = "pthread_key_t k; int x, r;";
    let f = "assert(pthread_getspecific(k) == 0); int mine = 1; pthread_setspecific(k, &mine);
        *(int *)pthread_getspecific(k) += 4; assert(mine == 5);";
    let g = "assert((long)pthread_getspecific(k) != 7); pthread_setspecific(k, &x);";
    let init = "pthread_key_create(&k, 0); r = pthread_setspecific(k, (void *)7);";
    let text = two(shared, f, g).replace("INIT", init);
    assert!(!fails(&text, 3));
    assert!(fails(&text.replace("mine == 5", "mine != 5"), 3));
    let own = "pthread_key_t k; long r; int main(void) { pthread_key_create(&k, 0); pthread_setspecific(k, (void *)7);
        r = (long)pthread_getspecific(k); }";
    assert_eq!(ends(own, "r"), 7);
    let behind = own.replace("pthread_key_t k;", "struct s { int n; pthread_key_t k; } a[2], *p = &a[1];");
    assert_eq!(ends(&behind.replace("(&k", "(&p->k").replace("(k", "(p->k"), "r"), 7);
    let again = program(&with_library(
        "pthread_key_t k; int main(void) { pthread_key_create(&k, 0); pthread_key_create(&k, 0); }",
    ));
    assert!(again.assertions[0].claim == Claim::Limit && can_fail(&again, 1));
}

#[test]
fn destructors_run_when_a_thread_ends() {
    let text = "pthread_key_t k; int x; void d(void *p) { assert(pthread_getspecific(k) == 0); x = (long)p; MORE }
        void *f(void *a) { if (a) pthread_setspecific(k, a); END; } int main(void) { pthread_t t;
        pthread_key_create(&k, d); pthread_create(&t, 0, f, (void *)VALUE); pthread_join(t, 0); assert(x == 5); }";
    let with =
        |end: &str, value: &str, more: &str| text.replace("END", end).replace("VALUE", value).replace("MORE", more);
    assert!(!fails(&with("return 0", "5", ""), 2));
    assert!(!fails(&with("pthread_exit(0)", "5", ""), 2));
    assert!(fails(&with("return 0", "0", ""), 2));
    // Only the exit of `main` calls it.
    let main = "pthread_key_t k; int x = 1; void d(void *p) { x = 2; } int main(void) { pthread_key_create(&k, d);
        pthread_setspecific(k, &x); END; }";
    assert_eq!(ends(&main.replace("END", "return 0"), "x"), 1);
    assert_eq!(ends(&main.replace("END", "pthread_exit(0)"), "x"), 2);
    let again = program(&with_library(&with("return 0", "5", "pthread_setspecific(k, p);")));
    let limits = again.assertions.iter().filter(|assertion| assertion.claim == Claim::Limit);
    assert!(limits.count() == 2 && can_fail(&again, 2));
    let deleted = main.replace("END", "pthread_key_delete(k)");
    assert_eq!(code(&with_library(&deleted)), Code::Unsupported);
    assert_eq!(code(&with_library(&main.replace("END", "pthread_key_create(&k, d)"))), Code::Unsupported);
}

/// What `pthread_cleanup_push` and `pthread_cleanup_pop` of glibc expand to.
fn guarded(handler: &str, argument: &str, body: &str, execute: &str) -> String {
    format!(
        "do {{ __pthread_unwind_buf_t __cancel_buf; void (*__cancel_routine) (void *) = ({handler});
        void *__cancel_arg = ({argument});
        int __not_first_call = __sigsetjmp_cancel (__cancel_buf.__cancel_jmp_buf, 0);
        if (__builtin_expect ((__not_first_call), 0)) {{ __cancel_routine (__cancel_arg);
        __pthread_unwind_next (&__cancel_buf); }} __pthread_register_cancel (&__cancel_buf); do {{ {body}
        do {{ }} while (0); }} while (0); __pthread_unregister_cancel (&__cancel_buf);
        if ({execute}) __cancel_routine (__cancel_arg); }} while (0);"
    )
}

const BUFFER: &str = "typedef struct { long __cancel_jmp_buf[8]; void *__pad[4]; } __pthread_unwind_buf_t
    __attribute__ ((__aligned__)); extern int __sigsetjmp_cancel (long *, int) __attribute__ ((__returns_twice__));
    int r; void add(void *n) { r = r * 10 + (long)n; } void leave(void) { pthread_exit(0); } void stay(void) { }";

#[test]
fn handlers_run_when_a_thread_exits() {
    let main = |body: &str| ends(&format!("{BUFFER} int main(void) {{ {body} r = r * 10 + 9; }}"), "r");
    for exit in ["pthread_exit(0);", "leave();"] {
        let inner = guarded("add", "(void *)2", exit, "0");
        assert_eq!(main(&guarded("add", "(void *)1", &inner, "0")), 21);
        // What is popped does not run any more.
        let popped = format!("{} {exit}", guarded("add", "(void *)3", "", "0"));
        assert_eq!(main(&guarded("add", "(void *)1", &popped, "0")), 1);
    }
    assert_eq!(main(&guarded("add", "(void *)1", "stay();", "1")), 19);
    assert_eq!(main(&guarded("add", "(void *)1", "stay();", "0")), 9);
    assert_eq!(
        main(
            "pthread_cleanup_push(add, (void *)4); pthread_cleanup_push(add, (void *)5);
        pthread_cleanup_pop(1); leave(); pthread_cleanup_pop(1);"
        ),
        54
    );
    // What is never run may be anything.
    let strange = "void strange(void *n) { _Complex float f; f = 1; }";
    let with = |run: u32| {
        let body = format!("pthread_cleanup_push(strange, 0); stay(); pthread_cleanup_pop({run});");
        with_library(&format!("{BUFFER} {strange} int main(void) {{ {body} }}"))
    };
    assert_eq!(code(&with(1)), Code::Unsupported);
    program(&with(0));
    let returns = format!("{BUFFER} int main(void) {{ {} }}", guarded("add", "0", "return 0;", "0"));
    assert_eq!(code(&with_library(&returns)), Code::Unsupported);
    let jump = format!("{BUFFER} long b[8]; int main(void) {{ return __sigsetjmp_cancel(b, 0); }}");
    assert_eq!(code(&with_library(&jump)), Code::Unsupported);
}

#[test]
fn the_exit_of_main_ends_only_main() {
    let text = "int x; void *f(void *a) { x = 1; return 0; } int main(void) { pthread_t t;
        pthread_create(&t, 0, f, 0); pthread_exit(0); x = 2; }";
    assert_eq!(final_values(&program(&with_library(text)), 2, "x"), [1]);
}

#[test]
fn threads_of_c11() {
    let text = "typedef unsigned long __thrd_t; typedef __thrd_t thrd_t; typedef struct { int __d; } __once_flag;
        typedef __once_flag once_flag; mtx_t m; cnd_t c; int x, y, r; once_flag o; void init(void) { y += 1; }
        int f(void *a) { call_once(&o, init); mtx_lock(&m); while (!x) cnd_wait(&c, &m); x = 2; mtx_unlock(&m); return 5; }
        int main(void) { thrd_t t; int e; mtx_init(&m, 0); cnd_init(&c); thrd_create(&t, f, 0); mtx_lock(&m);
        x = 1; r += 100 * mtx_trylock(&m); cnd_signal(&c); mtx_unlock(&m); thrd_join(t, &e); r += 10 * e + y; assert(x == 2); }";
    let lowered = program(&with_library(text));
    assert!(!can_fail(&lowered, 2));
    assert_eq!(final_values(&lowered, 2, "r"), [151]);
    let recursive = text
        .replace("mtx_init(&m, 0)", "mtx_init(&m, 1)")
        .replace("mtx_unlock(&m); thrd", "mtx_unlock(&m); mtx_unlock(&m); thrd");
    assert_eq!(final_values(&program(&with_library(&recursive)), 2, "r"), [51]);
}

#[test]
fn what_has_no_meaning_here_is_refused() {
    for call in [
        "pthread_kill(t, 9)",
        "pthread_equal(t, t)",
        "pthread_mutex_consistent(&m)",
        "pthread_mutex_setprioceiling(&m, 1, 0)",
        "sem_lock(&s)",
        "pthread_lock(&m)",
    ] {
        let text = format!("pthread_t t; pthread_mutex_t m; sem_t s; int main(void) {{ {call}; }}");
        assert_eq!(code(&with_library(&text)), Code::Unsupported, "{call}");
    }
    assert_eq!(code(&with_library("sem_t s; pthread_mutex_t m; int main(void) { sem_wait(&m); }")), Code::Unsupported);
    assert_eq!(code(&with_library("sem_t s, t; int main(void) { s = t; }")), Code::Unsupported);
    assert_eq!(code(&with_library("sem_t s; int main(void) { sem_t t = s; }")), Code::Unsupported);
}
