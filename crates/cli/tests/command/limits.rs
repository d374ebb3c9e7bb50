//! Limits on time and memory hold: UNKNOWN, exit code 5, close to the limit.

use crate::support::{scratch, stdout, umpteen};
use std::path::PathBuf;
use std::time::Instant;

/// Twenty-four threads in a row of twenty local states, one too few for the target: billions of minimal states.
fn hard(name: &str) -> PathBuf {
    let file = scratch(name).join("row.tts");
    let edges: String = (0..19).map(|local| format!("0 {local} -> 0 {}\n", local + 1)).collect();
    std::fs::write(&file, format!("1 20\n{edges}")).unwrap();
    file
}

fn unknown_within(name: &str, options: &[&str], seconds: f64, reason: &str) {
    let file = hard(name);
    let mut arguments = vec!["check", file.to_str().unwrap(), "--target", "0|19*25", "--init", "0|0*24"];
    arguments.extend(options);
    let started = Instant::now();
    let output = umpteen(&arguments);
    let elapsed = started.elapsed().as_secs_f64();
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(stdout(&output).starts_with(&format!("UNKNOWN  the {reason} limit was reached")), "{}", stdout(&output));
    assert!(elapsed < seconds, "{options:?} took {elapsed} s");
}

#[test]
fn wall_clock_limit() {
    // A tenth of the limit, and as much again for a machine that runs other tests too.
    unknown_within("time", &["--time", "2"], 2.4, "time");
}

#[test]
fn processor_limit() {
    unknown_within("cpu", &["--cpu-time", "1"], 5.0, "time");
}

#[test]
fn memory_limit() {
    unknown_within("memory", &["--memory", "60"], 60.0, "memory");
}

#[test]
fn limits_hold_while_exploring() {
    let file = hard("explore");
    let arguments = ["check", file.to_str().unwrap(), "--target", "0|19*25", "--threads", "24", "--time", "1"];
    let started = Instant::now();
    let output = umpteen(&arguments);
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(started.elapsed().as_secs_f64() < 1.4);
}
