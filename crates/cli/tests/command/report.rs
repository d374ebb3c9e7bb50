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
    assert_eq!(broken["verdict"]["target"], "1|2*2");
    assert_eq!(broken["verdict"]["steps"][0]["line"], 5);
    assert_eq!(broken["verdict"]["steps"].as_array().unwrap().len(), 4);
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
