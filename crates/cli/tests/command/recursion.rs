//! Recursive C: options that do not fit, evidence, and what is refused.

use crate::support::{root, scratch, stderr, stdout, umpteen};

#[test]
fn the_number_of_threads_is_the_programs() {
    let output = umpteen(&["check", "examples/recursive/retry.c", "--threads", "3"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("--threads is for programs without recursive functions"), "{}", stderr(&output));
    let mixed = umpteen(&["check", "examples/recursive/retry.c", "--predicate", "acquire.tries == owner"]);
    assert!(stderr(&mixed).contains("about shared variables, or about those of one function"), "{}", stderr(&mixed));
    let spawned = umpteen(&["check", "examples/recursive/retry.c", "--spawn", "worker"]);
    assert!(stderr(&spawned).contains("but --spawn starts any number"), "{}", stderr(&spawned));
    let output = umpteen(&["check", "tests/corpus/c/refused/error_recursion.c"]);
    assert!(stderr(&output).contains("but line 27 may start any number"), "{}", stderr(&output));
}

#[test]
fn a_proof_with_stacks_is_checked_from_its_file() {
    let certificate = scratch("recursion").join("proof.json");
    let path = certificate.to_str().unwrap();
    let file = "examples/recursive/crawler.c";
    let output = umpteen(&["check", file, "-q", "--write", &format!("certificate={path}")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let accepted = umpteen(&["recheck", file, "--certificate", path]);
    assert!(stdout(&accepted).starts_with("ACCEPTED  "), "{}", stdout(&accepted));
    let text = std::fs::read_to_string(&certificate).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let proof = &mut value["evidence"]["abstraction-with-stacks"];
    assert!(proof[1]["leading"].as_array().is_some_and(|sets| !sets.is_empty()), "{text}");
    proof[1]["leading"] = serde_json::json!([]);
    std::fs::write(&certificate, value.to_string()).unwrap();
    let rejected = umpteen(&["recheck", file, "--certificate", path]);
    assert!(stdout(&rejected).starts_with("REJECTED"), "{}", stdout(&rejected));
    // The same text with a clause that would forbid the failure.
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let clause = serde_json::json!({ "location": 0, "edge": 0, "clause": [] });
    value["evidence"]["abstraction-with-stacks"][0]["steps"].as_array_mut().unwrap().push(clause);
    std::fs::write(&certificate, value.to_string()).unwrap();
    let rejected = umpteen(&["recheck", file, "--certificate", path]);
    assert!(stdout(&rejected).starts_with("REJECTED"), "{}", stdout(&rejected));
}

/// The examples whose proofs need no exploration are proved by abstraction alone.
#[test]
fn abstraction_alone_keeps_calls() {
    for name in ["recursive_lock", "retry", "crawler"] {
        let file = format!("examples/recursive/{name}.c");
        assert!(root().join(&file).exists());
        let output = umpteen(&["check", &file, "--engine", "abstraction", "-v"]);
        let text = stdout(&output);
        assert!(text.starts_with("SAFE  for all threads that are created"), "{text}");
        assert!(text.contains("0 mixed") && text.contains(": proved"), "{text}");
    }
    let output = umpteen(&["check", "examples/recursive/crawler_bug.c", "--engine", "abstraction"]);
    assert!(stdout(&output).contains("`!removed` can be false"), "{}", stdout(&output));
}
