//! The engines `karp_miller` and `both`, `reach`, and invariants of systems.

use crate::support::{scratch, stderr, stdout, umpteen};
use serde_json::Value;

#[test]
fn broadcasts_are_refused_with_a_way_out() {
    for engine in ["karp_miller", "both", "directed", "pathwise"] {
        let output = umpteen(&["check", "examples/threads/pool.tts", "--engine", engine]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("use --engine backward"), "{}", stderr(&output));
    }
    let pathwise = ["--engine", "pathwise"];
    for options in [
        &["--engine", "karp_miller", "--threads", "3"][..],
        &["--construction", "beacon"],
        &[pathwise, ["--threads", "3"]].concat(),
        &[pathwise, ["--oracle", "off"]].concat(),
        &["--engine", "directed", "--threads", "3"],
        &["--engine", "directed", "--order", "depth"],
    ] {
        let output = umpteen(&[&["check", "examples/threads/lock.tts"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
    }
}

#[test]
fn long_runs_have_repeated_parts_that_replay() {
    let folder = scratch("repeats");
    let trace = folder.join("trace.json");
    let net = "examples/nets/producer.pnml";
    let write = format!("trace={}", trace.display());
    let output = umpteen(&["check", net, "--target", "full>=2000000000", "--engine", "karp_miller", "--write", &write]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert!(stdout(&output).contains("step 2: 999999999 times in all"), "{}", stdout(&output));
    let replay = |path: &std::path::Path| umpteen(&["replay", net, "--trace", path.to_str().unwrap()]);
    assert_eq!(replay(&trace).status.code(), Some(0));
    // One round less does not cover the target, and parts must be nested.
    let text = std::fs::read_to_string(&trace).unwrap();
    let forged = folder.join("forged.json");
    let part = r#"{"first":1,"steps":1,"times":999999999}"#;
    for other in [
        r#"{"first":1,"steps":1,"times":999999998}"#.to_string(),
        r#"{"first":1,"steps":2,"times":999999999}"#.to_string(),
        r#"{"first":2,"steps":1,"times":999999999}"#.to_string(),
        r#"{"first":1,"steps":1,"times":0}"#.to_string(),
        format!("{part},{part},{part},{part},{part}"),
    ] {
        assert!(text.contains(part), "{text}");
        std::fs::write(&forged, text.replace(part, &other)).unwrap();
        let output = replay(&forged);
        assert_eq!(output.status.code(), Some(3), "{other}: {}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn a_counter_at_its_limit_is_no_verdict() {
    let folder = scratch("limit");
    let net = folder.join("net.spec");
    // Each round gives two billion tokens that nobody asked for.
    let text = "vars a b c rules a>=1 -> b'=b+2000000000, c'=c+1; init a=1, b=0, c=0 target c>=5";
    std::fs::write(&net, text).unwrap();
    for engine in ["karp_miller", "both", "backward", "directed", "pathwise"] {
        let output = umpteen(&["check", net.to_str().unwrap(), "--engine", engine]);
        assert_eq!(output.status.code(), Some(5), "{engine}: {}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).starts_with("UNKNOWN  a counter left the range of 32 bits"));
    }
}

#[test]
fn reach_lists_shared_states_with_thread_counts() {
    let folder = scratch("reach");
    let system = folder.join("three.tts");
    // Shared state 2 needs two threads in local state 1; 3 is never reached. No target is needed.
    std::fs::write(&system, "4 3\n0 0 -> 0 1\n0 1 -> 1 2\n1 1 -> 2 2\n").unwrap();
    let system = system.to_str().unwrap();
    let text = stdout(&umpteen(&["reach", system]));
    assert!(text.starts_with("REACHED  3 of 4 shared states"), "{text}");
    let json: Value = serde_json::from_str(&stdout(&umpteen(&["reach", system, "--output-format", "json"]))).unwrap();
    let list: Vec<(&str, u64, bool)> = json["reachable"].as_array().unwrap().iter().map(item).collect();
    assert_eq!(list, [("0", 0, true), ("1", 1, true), ("2", 2, true)]);
    assert_eq!(json["unreachable"], 1);
    // With a signal, backward search is asked for each one.
    std::fs::write(system, "4 3\n0 0 -> 0 1\n0 1 -> 1 2 : one 1 ~> 1\n1 1 -> 2 2\n").unwrap();
    let json: Value = serde_json::from_str(&stdout(&umpteen(&["reach", system, "--output-format", "json"]))).unwrap();
    assert_eq!(json["configurations"], Value::Null);
    let list: Vec<(&str, u64, bool)> = json["reachable"].as_array().unwrap().iter().map(item).collect();
    assert_eq!(list, [("0", 0, true), ("1", 1, true), ("2", 2, true)]);
    let refused = umpteen(&["reach", "examples/c/counter.c"]);
    assert_eq!(refused.status.code(), Some(2));
}

fn item(item: &Value) -> (&str, u64, bool) {
    (item["name"].as_str().unwrap(), item["threads"].as_u64().unwrap(), item["least"].as_bool().unwrap())
}

#[test]
fn invariants_of_systems_are_checked() {
    let code = |arguments: &[&str]| umpteen(&[&["check"], arguments].concat()).status.code();
    let lock = "examples/threads/lock.tts";
    assert_eq!(code(&[lock, "--property", "invariant:shared < 1"]), Some(10));
    assert_eq!(code(&[lock, "--property", "invariant:shared < 2"]), Some(0), "nothing violates it");
    assert_eq!(code(&[lock, "--property", "invariant:shared <"]), Some(2));
    assert_eq!(code(&[lock, "--property", "invariant:shared < 2", "--target", "1|"]), Some(2));
    assert_eq!(code(&[lock, "--property", "assert"]), Some(2));
    let net = "examples/nets/readers_writers.spec";
    assert_eq!(code(&[net, "--property", "invariant:reading + writing <= 3 && writing <= 1"]), Some(0));
    assert_eq!(code(&[net, "--property", "invariant:reading + writing <= 2"]), Some(10));
}

#[test]
fn the_thread_bound_is_worked_out() {
    let text = stdout(&umpteen(&["explain", "thread-bound"]));
    assert!(text.contains("2    3  128\n") && text.contains("2048  256  about 10^(10^507)"), "{text}");
}
