//! The JSON report, the same answer twice, and closed pipes.

use crate::support::{scratch, stdout, umpteen};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let output = umpteen(&[arguments, &["--output-format", "json"]].concat());
    serde_json::from_str(&stdout(&output)).expect("the report is JSON")
}

#[test]
fn json_says_what_the_text_says() {
    let safe = json(&["check", "examples/threads/lock.tts"]);
    assert_eq!(safe["schema_version"], 1);
    assert_eq!(safe["verdict"]["verdict"], "safe");
    assert_eq!(safe["verdict"]["scope"], "any-number");
    let bounded = json(&["check", "examples/threads/lock.tts", "--threads", "4"]);
    assert_eq!(bounded["verdict"]["scope"]["at-most"], 4);
    let broken = json(&["check", "examples/threads/broken_lock.tts"]);
    assert_eq!(broken["verdict"]["verdict"], "unsafe");
    assert_eq!(broken["verdict"]["threads"], 2);
    assert_eq!(broken["verdict"]["what"], "`1|2*2` can be covered");
    assert_eq!(broken["verdict"]["steps"][0]["line"], 5);
    assert_eq!(broken["verdict"]["steps"].as_array().unwrap().len(), 4);
}

#[test]
fn the_scope_is_not_overstated() {
    let first_line = |arguments: &[&str]| stdout(&umpteen(arguments)).lines().next().unwrap_or("").to_string();
    let lock = "examples/threads/broken_lock.tts";
    assert!(first_line(&["check", lock, "--init", "0|0"]).starts_with("SAFE  for all threads that are created"));
    let folder = scratch("scope");
    let net = folder.join("net.spec");
    // Tokens that are thrown away do not count any more: two at a time suffice.
    let text = "vars p0 p1 p2 q r rules p0>=1 -> p0'=p0-1, p1'=p1+1, q'=q+1; p1>=1 -> p1'=p1-1, p2'=p2+1, q'=0; \
                p2>=1 -> p2'=p2-1, q'=q+1, r'=r+1; init p0=1, p1=0, p2=0, q=0, r=0 target q>=1, r>=1";
    std::fs::write(&net, text).unwrap();
    let net = net.to_str().unwrap();
    assert!(first_line(&["check", net, "--threads", "2"]).starts_with("UNSAFE"));
    assert!(first_line(&["check", net, "--target", "q>=2"]).starts_with("SAFE  from its initial marking"));
    let nothing = stdout(&umpteen(&["check", net, "--threads", "0"]));
    assert!(nothing.contains("nothing happens: no start has as few as 0 tokens"), "{nothing}");
}

#[test]
fn evidence_says_what_was_asked() {
    let path = scratch("asked").join("c.json");
    let (lock, path) = ("examples/threads/broken_lock.tts", path.to_str().unwrap());
    umpteen(&["check", lock, "--init", "0|0", "--write", &format!("certificate={path}")]);
    let accepted = stdout(&umpteen(&["recheck", lock, "--certificate", path]));
    assert!(accepted.contains("asked with --init '0|0'"), "{accepted}");
    let other = umpteen(&["recheck", lock, "--certificate", path, "--init", "0|0*any"]);
    assert_eq!(other.status.code(), Some(3));
}

#[test]
fn a_verdict_is_printed_even_if_a_file_cannot_be_written() {
    let output = umpteen(&["check", "examples/threads/lock.tts", "--write", "json=/no/such/folder/report.json"]);
    assert!(stdout(&output).starts_with("SAFE"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_written_report_is_the_printed_one() {
    let path = scratch("report").join("report.json");
    let printed = json(&["check", "examples/threads/lock.tts", "--write", &format!("json={}", path.display())]);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(printed, written);
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn the_same_input_gives_the_same_evidence() {
    let folder = scratch("same");
    let evidence = |name: &str, file: &str, kind: &str| {
        let path = folder.join(name);
        umpteen(&["check", file, "--write", &format!("{kind}={}", path.display())]);
        std::fs::read_to_string(path).unwrap()
    };
    for (file, kind) in [("examples/threads/lock.tts", "certificate"), ("examples/threads/broken_lock.tts", "trace")] {
        assert_eq!(evidence("one", file, kind), evidence("two", file, kind));
    }
}
