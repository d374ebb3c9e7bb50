//! Several properties in one run: assertions, deadlocks and races, unless one is named.

use crate::support::{scratch, stdout, umpteen};
use serde_json::Value;

const DEADLOCK: &str = "tests/corpus/c/deadlock/ab_ba.c";
const RACE: &str = "examples/c/counter.c";
const SAFE: &str = "examples/c/counter_locked.c";

fn data(file: &str, options: &[&str]) -> Value {
    let output = umpteen(&[&["check", file, "--output-format", "json"], options].concat());
    serde_json::from_str(&stdout(&output)).unwrap()
}

/// `property verdict` of each property that was asked.
fn answers(report: &Value) -> Vec<String> {
    let all = report["properties"].as_array().map_or(&[][..], Vec::as_slice);
    let word = |value: &Value| value.as_str().unwrap().to_string();
    all.iter().map(|one| word(&one["property"]) + " " + &word(&one["verdict"])).collect()
}

#[test]
fn a_deadlock_is_found_without_being_asked_for() {
    let report = data(DEADLOCK, &[]);
    assert_eq!(answers(&report), ["assert safe", "deadlock unsafe", "no-data-race safe"]);
    assert_eq!(report["property"], "deadlock");
    let folder = scratch("properties-deadlock");
    let trace = folder.join("trace");
    let output = umpteen(&["check", DEADLOCK, "--write", &format!("trace={}", trace.display())]);
    assert_eq!(output.status.code(), Some(10));
    let text = stdout(&output);
    assert!(text.contains("\nalso     assertions: SAFE for any number of threads\n         races: SAFE "), "{text}");
    let replayed = umpteen(&["replay", DEADLOCK, "--trace", trace.to_str().unwrap()]);
    assert!(stdout(&replayed).starts_with("REPRODUCED  threads can wait for ever"), "{}", stdout(&replayed));
}

#[test]
fn a_failing_assertion_is_told_first() {
    let report = data(RACE, &[]);
    assert_eq!(answers(&report), ["assert unsafe", "deadlock safe", "no-data-race unsafe"]);
    assert_eq!(report["property"], "assert");
    let log: Value = serde_json::from_str(&stdout(&umpteen(&["check", RACE, "--output-format", "sarif"]))).unwrap();
    let rules: Vec<&str> =
        log["runs"][0]["results"].as_array().unwrap().iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    assert_eq!(rules, ["assert", "race"]);
}

#[test]
fn a_safe_names_what_it_is_about() {
    let text = stdout(&umpteen(&["check", SAFE]));
    assert!(text.starts_with("SAFE  for any number of threads: assertions, deadlocks, races  "), "{text}");
    assert!(!text.contains("\nalso "), "{text}");
    let text = stdout(&umpteen(&["check", SAFE, "--also", "race"]));
    assert!(text.starts_with("SAFE  for any number of threads: assertions, races  "), "{text}");
    // Whether somebody waits on a condition for ever is decided for few threads only.
    let text = stdout(&umpteen(&["check", "tests/corpus/c/deadlock/any_number_waits.c"]));
    assert!(text.starts_with("SAFE  for any number of threads: assertions, races (deadlocks not decided)  "), "{text}");
    assert!(text.contains("\nalso     deadlocks: UNKNOWN whether threads wait for ever "), "{text}");
}

#[test]
fn one_thread_that_waits_for_itself_is_a_deadlock() {
    let path = scratch("properties-alone").join("twice.c");
    let text = "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
                int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }\n";
    std::fs::write(&path, text).unwrap();
    let output = umpteen(&["check", path.to_str().unwrap()]);
    assert!(stdout(&output).starts_with("UNSAFE  threads can wait for ever with 1 thread"), "{}", stdout(&output));
}

#[test]
fn one_property_is_asked_where_it_is_named() {
    for options in [&["--also", "none"][..], &["--property", "assert"], &["--engine", "abstraction"]] {
        assert_eq!(answers(&data(SAFE, options)), [""; 0], "{options:?}");
    }
    assert_eq!(stdout(&umpteen(&["check", SAFE, "--output-format", "svcomp"])), "true\n");
    assert_eq!(answers(&data("examples/c/linked/counter.yml", &[])), [""; 0]);
    assert_eq!(answers(&data("examples/boolean/tas_lock.bp", &["--property", "exclusive:CS,CS"])), [""; 0]);
    let output = umpteen(&["check", SAFE, "--also", "termination"]);
    assert_eq!(output.status.code(), Some(2));
}
