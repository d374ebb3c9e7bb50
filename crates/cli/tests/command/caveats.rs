//! Caveats of a SAFE: invalid accesses that cut runs short, memory orders, runs that never end.

use crate::support::{scratch, stderr, stdout, umpteen};
use serde_json::Value;

fn file(name: &str, text: &str) -> String {
    let path = scratch(&format!("caveats-{name}")).join("program.c");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

/// The report of a program as text.
fn report(name: &str, text: &str, options: &[&str]) -> String {
    let path = file(name, text);
    let output = umpteen(&[&["check", path.as_str()], options].concat());
    stdout(&output) + &stderr(&output)
}

/// The report as data.
fn data(path: &str, options: &[&str]) -> Value {
    let output = umpteen(&[&["check", path, "--output-format", "json"], options].concat());
    serde_json::from_str(&stdout(&output)).unwrap()
}

const WILD: &str = "#include <pthread.h>
void reach_error(void);
int x, *p;
void *worker(void *unused) { x = 1; return 0; }
int main(void)
{
  pthread_t t;
  *p = 1;
  pthread_create(&t, 0, worker, 0);
  x = 2;
  if (x == 2) reach_error();
}
";

#[test]
fn an_invalid_access_is_reported_whatever_is_asked() {
    for property in ["assert", "race"] {
        let text = report("wild", WILD, &["--property", property]);
        assert!(text.starts_with("UNSAFE  an invalid access can happen with 1 thread"), "{text}");
    }
    for property in ["reach-error", "no-data-race"] {
        let text = report("wild", WILD, &["--property", property]);
        assert!(text.starts_with("SAFE  for all threads that are created, up to an invalid access "), "{text}");
        assert!(text.contains("\nwarning  `*p = 1` can access invalid memory at "), "{text}");
        assert!(text.contains("program.c:8:3; nothing is said about what happens after that"), "{text}");
    }
    let text = report("wild", WILD, &["--property", "no-data-race"]);
    assert!(text.contains("\ncovers   none of 3 accesses that could race; no execution gets past "), "{text}");
    // Where pointers lead somewhere there is nothing to say.
    let valid = WILD.replace("*p;", "y, *p = &y;").replace("x == 2", "x == 3");
    for property in ["reach-error", "no-data-race"] {
        let text = report("tame", &valid.replace("x = 2;", "pthread_join(t, 0);"), &["--property", property]);
        assert!(text.starts_with("SAFE  for all threads that are created   "), "{text}");
        assert!(!text.contains("warning"), "{text}");
    }
}

#[test]
fn restrictions_are_in_every_view() {
    let path = file("views", WILD);
    let options = ["--property", "no-data-race"];
    let json = data(&path, &options);
    assert_eq!(json["c"]["caveats"][0]["kind"], "invalid-access");
    assert_eq!(json["c"]["caveats"][0]["first_line"], "up to an invalid access");
    let sarif = stdout(&umpteen(&["check", &path, "--output-format", "sarif", options[0], options[1]]));
    assert!(sarif.contains("SAFE for all threads that are created, up to an invalid access: "), "{sarif}");
    let certificate = scratch("caveats-certificate").join("proof.json");
    let write = format!("certificate={}", certificate.display());
    umpteen(&["check", &path, "--write", &write, options[0], options[1]]);
    let again = stdout(&umpteen(&["recheck", &path, "--certificate", certificate.to_str().unwrap()]));
    assert!(
        again.contains(" is SAFE for all threads that are created, up to an invalid access, asked with"),
        "{again}"
    );
}

const PUBLISHED: &str = "#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *writer(void *unused)
{
  data = 1;
  atomic_store_explicit(&ready, 1, STORE);
  return 0;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!atomic_load_explicit(&ready, LOAD)) ;
  FENCE
  return data;
}
";

#[test]
fn memory_orders_are_told_where_races_are_denied() {
    let with = |store: &str, load: &str, fence: &str| {
        let [store, load] = [store, load].map(|order| format!("memory_order_{order}"));
        PUBLISHED.replace("STORE", &store).replace("LOAD", &load).replace("FENCE", fence)
    };
    let fence = "atomic_thread_fence(memory_order_acquire);";
    for text in [with("relaxed", "relaxed", ""), with("seq_cst", "relaxed", "")] {
        let told = report("orders", &text, &["--property", "race"]);
        assert!(told.starts_with("UNSAFE  two threads can race "), "{told}");
    }
    for text in [with("release", "acquire", ""), with("release", "relaxed", fence), with("seq_cst", "seq_cst", fence)] {
        let told = report("orders", &text, &["--property", "race"]);
        let first = "SAFE  for all threads that are created, no race in sequentially consistent executions ";
        assert!(told.starts_with(first), "{told}");
        let line = report("orders", &text, &["--property", "race", "--output-format", "svcomp"]);
        assert_eq!(line, "unknown\n");
    }
    let told = report("ordered", &with("seq_cst", "seq_cst", ""), &["--property", "race"]);
    assert!(told.starts_with("SAFE  for all threads that are created   "), "{told}");
    // For other properties it is a line of its own.
    let text = with("relaxed", "relaxed", "if (data != 1) reach_error();")
        .replace("int data", "void reach_error(void); int data");
    let told = report("asserted", &text, &["--also", "none"]);
    assert!(told.starts_with("SAFE  for all threads that are created   "), "{told}");
    assert!(told.contains("\nwarning  the memory orders of atomic operations and fences are taken as"), "{told}");
}

#[test]
fn runs_that_never_end_are_told() {
    let lock = "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n\
                pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; sem_t s; int x;\n\
                void *worker(void *unused) { sem_wait(&s); x = 1; return 0; }\n";
    let never = |name: &str, body: &str| {
        let text = report(name, &format!("{lock}int main(void) {{\npthread_t t;\n{body}\n}}\n"), &["--also", "none"]);
        assert!(text.starts_with("SAFE  for all threads that are created   "), "{text}");
        text.lines().find(|line| line.starts_with("warning  no run ends")).map(str::to_string)
    };
    assert!(never("relock", "pthread_mutex_lock(&m);\npthread_mutex_lock(&m);\nassert(0);").is_some());
    let waits = "sem_init(&s, 0, 0);\npthread_create(&t, 0, worker, 0);\npthread_join(t, 0);\nassert(x == 1);";
    let told = never("semaphore", waits).unwrap();
    assert!(told.contains(": threads wait for ever at ") && told.ends_with("program.c:11"), "{told}");
    assert!(never("signal", "pthread_mutex_lock(&m);\nwhile (!x) pthread_cond_wait(&c, &m);\nassert(x);").is_some());
    assert!(never("left", "sem_init(&s, 0, 0);\npthread_create(&t, 0, worker, 0);\npthread_exit(0);").is_some());
    // Some run ends: by the end of `main` although others wait, by `exit`, or because only some get stuck.
    assert_eq!(never("ended", "sem_init(&s, 0, 0);\npthread_create(&t, 0, worker, 0);\nassert(!x);"), None);
    assert_eq!(
        never("exited", "x = 1;\nassert(x);\nif (x) exit(0);\npthread_mutex_lock(&m);\npthread_mutex_lock(&m);"),
        None
    );
    assert_eq!(never("posted", &format!("sem_init(&s, 0, 1);\n{}", waits.split_once('\n').unwrap().1)), None);
}

#[test]
fn only_what_is_reached_is_covered() {
    let covers = |name: &str, body: &str, options: &[&str]| {
        let text = report(
            name,
            &format!("#include <assert.h>\n#include <stdlib.h>\nint x;\nint main(void) {{ {body} }}\n"),
            options,
        );
        text.lines().find_map(|line| line.strip_prefix("covers   ").map(str::to_string)).unwrap_or(text)
    };
    // The program ends right after the assertion: it is reached all the same.
    assert_eq!(covers("exit", "x = 1; assert(x == 1); exit(0);", &[]), "1 assertion, reachable (not vacuous)");
    let blocked = covers("blocked", "x = 1; assert(x); while (x) ; assert(!x);", &[]);
    assert!(blocked.starts_with("1 of 2 assertions, reachable (not vacuous); no execution gets past "), "{blocked}");
    let none = covers("none", "while (!x) ; assert(0);", &[]);
    assert!(none.starts_with("none of 1 assertion; no execution gets past "), "{none}");
}
