//! Limits on time and memory hold: UNKNOWN, exit code 5, close to the limit.

use crate::support::{scratch, stdout, umpteen};
use std::path::PathBuf;
use std::time::Instant;

/// Twenty-four threads in a row of twenty local states, one too few for the target: billions of minimal states, for a
/// search that does not know that the sum of all threads stays the same.
fn hard(name: &str) -> PathBuf {
    let file = scratch(name).join("row.tts");
    let edges: String = (0..19).map(|local| format!("0 {local} -> 0 {}\n", local + 1)).collect();
    std::fs::write(&file, format!("1 20\n{edges}")).unwrap();
    file
}

fn unknown_within(name: &str, options: &[&str], seconds: f64, reason: &str) {
    let file = hard(name);
    let mut arguments = vec!["check", file.to_str().unwrap(), "--target", "0|19*25", "--init", "0|0*24"];
    arguments.extend(["--engine", "backward", "--oracle", "off"]);
    arguments.extend(options);
    let started = Instant::now();
    let output = umpteen(&arguments);
    let elapsed = started.elapsed().as_secs_f64();
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(stdout(&output).starts_with(&format!("UNKNOWN  the {reason} was reached")), "{}", stdout(&output));
    assert!(elapsed < seconds, "{options:?} took {elapsed} s");
}

#[test]
fn wall_clock_limit() {
    // A tenth of the limit, and as much again for a machine that runs other tests too.
    unknown_within("time", &["--time", "2"], 2.4, "time limit");
}

#[test]
fn processor_limit() {
    unknown_within("cpu", &["--cpu-time", "1"], 5.0, "limit on processor time");
}

#[test]
fn memory_limit() {
    unknown_within("memory", &["--memory", "60"], 60.0, "memory limit");
}

/// x is doubled at most thirty times, by loops within a loop: too many states for every search, and no linear invariant.
const DOUBLING: &str = "\
vars first second x y rounds
rules
first >= 1, x >= 1 -> x' = x - 1, y' = y + 2;
first >= 1, rounds >= 1 -> first' = first - 1, rounds' = rounds - 1, second' = second + 1;
second >= 1, y >= 1 -> y' = y - 1, x' = x + 1;
second >= 1 -> second' = second - 1, first' = first + 1;
init first = 1, second = 0, x = 1, y = 0, rounds = 30
target x >= 1073741825
";

#[test]
fn limits_hold_for_all_searches_together() {
    let file = scratch("together").join("doubling.spec");
    std::fs::write(&file, DOUBLING).unwrap();
    for jobs in ["1", "2"] {
        let started = Instant::now();
        let output = umpteen(&["check", file.to_str().unwrap(), "--jobs", jobs, "--time", "1"]);
        assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
        assert!(started.elapsed().as_secs_f64() < 1.4, "with {jobs}");
    }
}

#[test]
fn recheck_has_limits_too() {
    // A certificate whose check would take for ever: far too many pairs of local states.
    let folder = scratch("recheck-limit");
    let model = folder.join("wide.tts");
    std::fs::write(&model, "2 200000\n0 0 -> 1 1\n").unwrap();
    let model = model.to_str().unwrap();
    let certificate = folder.join("c.json");
    let arguments = [
        "check",
        model,
        "--engine",
        "backward",
        "--target",
        "0|7",
        "--write",
        &format!("certificate={}", certificate.display()),
    ];
    assert_eq!(umpteen(&arguments).status.code(), Some(0));
    let text = std::fs::read_to_string(&certificate).unwrap();
    let locals: Vec<String> = (2..150_000).map(|local| format!("[{local},1]")).collect();
    let state = format!("{{\"shared\":1,\"locals\":[{}]}}", locals.join(","));
    std::fs::write(
        &certificate,
        text.replace("\"basis\":[]", &format!("\"basis\":[{state},{{\"shared\":0,\"locals\":[[9,9]]}}]")),
    )
    .unwrap();
    let started = Instant::now();
    let output = umpteen(&["recheck", model, "--certificate", certificate.to_str().unwrap(), "--time", "1"]);
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(started.elapsed().as_secs_f64() < 1.4);
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
