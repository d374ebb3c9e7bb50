//! The effects of the steps of a C program, as data in the report.

use crate::support::{scratch, stdout, umpteen};
use serde_json::{Value, json};

/// The steps of a run of a program that fails.
fn steps(name: &str, program: &str) -> Vec<Value> {
    let file = scratch(&format!("steps-{name}")).join("program.c");
    std::fs::write(&file, program).unwrap();
    let output = umpteen(&["check", file.to_str().unwrap(), "--output-format", "json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("the report is JSON");
    assert_eq!(report["verdict"]["verdict"], "unsafe", "{name}: {report}");
    report["verdict"]["steps"].as_array().expect("it has steps").clone()
}

/// The events of all steps with the thread that each is of.
fn events(steps: &[Value]) -> Vec<Value> {
    let of = |step: &Value| {
        let thread = step["threads"][0].clone();
        let events = step["events"].as_array().cloned().unwrap_or_default();
        events.into_iter().map(move |event| json!([thread, event])).collect::<Vec<_>>()
    };
    steps.iter().flat_map(of).collect()
}

#[test]
fn reads_writes_and_changes_are_told() {
    let output = umpteen(&["check", "examples/c/counter.c", "--output-format", "json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let steps = report["verdict"]["steps"].as_array().unwrap();
    let reading = steps.iter().find(|step| step["line"] == 10).expect("a worker reads");
    assert_eq!(reading["read"], json!(["value"]));
    assert_eq!(reading["column"], 9);
    let thread = &reading["threads"][0];
    assert_eq!(reading["changes"], json!([{ "name": "before", "thread": thread, "old": "0", "new": "0" }]));
    let writing = steps.iter().find(|step| step["line"] == 11).expect("a worker writes");
    assert_eq!(writing["written"], json!(["value"]));
    assert_eq!(writing["changes"], json!([{ "name": "value", "old": "0", "new": "1" }]));
    assert_eq!(events(steps)[0], json!([1, { "event": "starts", "thread": 2 }]));
    let last = steps.last().unwrap();
    assert_eq!(last["events"], json!([{ "event": "fails" }]));
    assert!(last.get("atomic").is_none() && last.get("held").is_none(), "{last}");
}

#[test]
fn locks_and_joins_are_told() {
    let program = "#include <assert.h>\n#include <pthread.h>\npthread_mutex_t m; int x, y;\n\
        void *worker(void *unused) { pthread_mutex_lock(&m); x = 1; y = x; pthread_mutex_unlock(&m); return 0; }\n\
        int main(void) { pthread_t a; pthread_create(&a, 0, worker, 0);\n\
        int early = x; pthread_mutex_lock(&m); int late = x; assert(early == late || late == 0);\n\
        pthread_mutex_unlock(&m); pthread_join(a, 0); assert(y == 0 || late == 0); }";
    let steps = steps("locks", program);
    let told = events(&steps);
    let at = |event: Value| told.iter().position(|told| *told == event).unwrap_or_else(|| panic!("{event}: {told:?}"));
    let starts = at(json!([1, { "event": "starts", "thread": 2 }]));
    let locks = at(json!([2, { "event": "locks", "object": "m" }]));
    let unlocks = at(json!([2, { "event": "unlocks", "object": "m" }]));
    assert!(starts < locks && locks < unlocks, "{told:?}");
    let holding = steps.iter().filter(|step| step["held"] == json!(["m"]));
    assert!(holding.count() >= 1, "{steps:?}");
}

#[test]
fn a_join_names_the_thread_that_ended() {
    let program = "#include <assert.h>\n#include <pthread.h>\nint x;\n\
        void *one(void *unused) { x = x + 1; return 0; }\n\
        void *two(void *unused) { x = x + 1; return 0; }\n\
        int main(void) { pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);\n\
        pthread_join(b, 0); pthread_join(a, 0); assert(x == 2); }";
    let told = events(&steps("joins", program));
    let joins: Vec<&Value> = told.iter().filter(|event| event[1]["event"] == "joins").collect();
    assert_eq!(joins.len(), 2, "{told:?}");
    assert_eq!(joins[0], &json!([1, { "event": "joins", "threads": [3] }]));
    assert_eq!(joins[1], &json!([1, { "event": "joins", "threads": [2] }]));
}

#[test]
fn atomic_sections_and_readers_are_told() {
    let program = "#include <assert.h>\n#include <pthread.h>\npthread_rwlock_t l; int x, y;\n\
        void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n\
        void *worker(void *unused) { pthread_rwlock_rdlock(&l); int a = x; int b = y; assert(a == b);\n\
        pthread_rwlock_unlock(&l); return 0; }\n\
        int main(void) { pthread_t a; pthread_create(&a, 0, worker, 0);\n\
        __VERIFIER_atomic_begin(); x = 1; while (x < 3) x++; __VERIFIER_atomic_end(); y = 1; }";
    let steps = steps("readers", program);
    let told = events(&steps);
    let has = |event: Value| told.contains(&event);
    assert!(has(json!([2, { "event": "locks", "object": "l" }])), "{told:?}");
    assert!(has(json!([1, { "event": "enters" }])) && has(json!([1, { "event": "leaves" }])), "{told:?}");
    assert!(steps.iter().any(|step| step["atomic"] == true));
    assert_eq!(steps.last().unwrap()["held"], json!(["l"]));
}
