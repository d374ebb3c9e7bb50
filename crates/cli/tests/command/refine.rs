//! `refine`: recursive programs by way of thread systems.

use crate::support::{scratch, stderr, stdout, umpteen};

const PROGRAM: &str = "examples/refine/lock.bp";
const SYSTEM: &str = "examples/refine/lock.tts";

#[test]
fn one_certificate_holds_both_proofs() {
    let folder = scratch("refine");
    let (proof, forged) = (folder.join("proof.json"), folder.join("forged.json"));
    let write = format!("certificate={}", proof.display());
    let output = umpteen(&["refine", PROGRAM, SYSTEM, "--engine", "backward", "--write", &write]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("SAFE  for any number of threads"), "{}", stdout(&output));
    let recheck = |files: &[&str], path: &std::path::Path| {
        umpteen(&[&["recheck"], files, &["--certificate", path.to_str().unwrap()]].concat())
    };
    let both = [PROGRAM, SYSTEM];
    let output = recheck(&both, &proof);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).starts_with("ACCEPTED  examples/refine/lock.bp is SAFE for any number of threads"));
    let text = std::fs::read_to_string(&proof).unwrap();
    let damages: [fn(&mut serde_json::Value) -> &mut serde_json::Value; 3] = [
        |parts| &mut parts[0]["contexts"][1]["exits"],
        |parts| &mut parts[0]["contexts"][0]["tops"],
        |parts| &mut parts[1]["basis"],
    ];
    for (number, damage) in damages.iter().enumerate() {
        let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
        damage(&mut file["evidence"]["refinement"]).as_array_mut().unwrap().pop().unwrap();
        std::fs::write(&forged, file.to_string()).unwrap();
        let output = recheck(&both, &forged);
        assert_eq!(output.status.code(), Some(3), "{number}: {}{}", stdout(&output), stderr(&output));
    }
    let output = recheck(&["examples/refine/lock_bug.bp", SYSTEM], &proof);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("other contents of lock.bp and lock.tts and lock.prop"), "{}", stdout(&output));
    let output = recheck(&[PROGRAM], &proof);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let asked = umpteen(&[
        "recheck",
        PROGRAM,
        SYSTEM,
        "--certificate",
        proof.to_str().unwrap(),
        "--property",
        "invariant:lock",
    ]);
    assert_eq!(asked.status.code(), Some(3), "another question");
}

#[test]
fn the_word_that_the_system_cannot_follow_is_told() {
    let output = umpteen(&["refine", "examples/refine/lock_bug.bp", SYSTEM]);
    assert_eq!(output.status.code(), Some(5));
    let text = stdout(&output);
    assert!(
        text.starts_with("UNKNOWN  no refinement: examples/refine/lock.tts cannot change the shared state"),
        "{text}"
    );
    assert!(text.contains("lock := 0  :24    lock=0 inside=1, system in nowhere"), "{text}");
    let output = umpteen(&["refine", "examples/refine/lock_bug.bp", SYSTEM, "--output-format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["verdict"]["code"], "no-refinement");
    assert_eq!(report["run"]["steps"].as_array().unwrap().last().unwrap()["action"], "lock := 0");
    // Where the program fails and the system has no target for that.
    let output = umpteen(&["refine", PROGRAM, SYSTEM, "--target", "3|2,2"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(stdout(&output).contains("is in no target for one thread where the program fails"), "{}", stdout(&output));
    let output = umpteen(&["refine", PROGRAM, SYSTEM, "--init", "1|0*any"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(stdout(&output).contains("does not start with a shared state"), "{}", stdout(&output));
}

#[test]
fn an_unsafe_abstraction_says_nothing_about_the_program() {
    let output = umpteen(&["refine", PROGRAM, SYSTEM, "--target", "*|4;3|2"]);
    assert_eq!(output.status.code(), Some(5));
    let text = stdout(&output);
    assert!(
        text.starts_with("UNKNOWN  examples/refine/lock.tts is not safe: `3|2` can be covered with 1 thread"),
        "{text}"
    );
    assert!(text.contains("1 1 -> 3 2"), "its run is shown: {text}");
}

#[test]
fn bounds_and_invariants() {
    for (init, scope) in [("0|0*any", "at most 3 threads"), ("0|0*1+", "at most 2 threads")] {
        let output = umpteen(&["refine", PROGRAM, SYSTEM, "--threads", "3", "--init", init]);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
        assert!(stdout(&output).starts_with(&format!("SAFE  for {scope}")), "{}", stdout(&output));
    }
    for engine in ["backward", "karp_miller", "both", "pathwise"] {
        let output = umpteen(&["refine", PROGRAM, SYSTEM, "--engine", engine]);
        assert_eq!(output.status.code(), Some(0), "{engine}: {}", stdout(&output));
    }
    // Nobody is inside without the lock: shared state 2 is a target by itself.
    let property = ["--property", "invariant:lock | !inside"];
    let output = umpteen(&[&["refine", PROGRAM, SYSTEM], &property[..], &["--target", "*|4;2|"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let output = umpteen(&[&["refine", PROGRAM, SYSTEM], &property[..], &["--target", "0|4*9"]].concat());
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
}

#[test]
fn what_refine_does_not_take_is_refused_by_name() {
    for (arguments, word) in [
        (&[SYSTEM, PROGRAM][..], "in this order"),
        (&[PROGRAM, "examples/nets/readers_writers.spec"], "thread system"),
        (&[PROGRAM, SYSTEM, "--property", "label:L"], "no label"),
        (&[PROGRAM, SYSTEM, "--engine", "k-induction"], "pushdown systems"),
        (&[PROGRAM, SYSTEM, "--engine", "abstraction"], "C programs"),
        (&[PROGRAM, SYSTEM, "--engine", "explore"], "--threads"),
        (&["examples/recursive/recursive_lock.bp", SYSTEM], "all threads run the same function"),
        (&["examples/recursive/fig1.bp", SYSTEM], "all threads run the same function"),
    ] {
        let output = umpteen(&[&["refine"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
    let folder = scratch("refine_refused");
    let (program, system) = (folder.join("program.bp"), folder.join("system.tts"));
    let refused = |text: &str, edges: &str, word: &str, place: &str| {
        std::fs::write(&program, text).unwrap();
        std::fs::write(&system, edges).unwrap();
        let files = ["refine", program.to_str().unwrap(), system.to_str().unwrap(), "--target", "0|1"];
        let output = umpteen(&files);
        assert_eq!(output.status.code(), Some(2), "{text}{edges}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{text}{edges}: {}", stderr(&output));
        assert!(stderr(&output).contains(place), "{text}{edges}: {}", stderr(&output));
    };
    let plain = "decl x := 0;\nvoid main() begin\n x := 1;\nend\n";
    refused(&plain.replace("x := 1", "start_thread main()"), "2 2\n", "start_thread", "program.bp:3:2");
    refused(&plain.replace("x := 1", "broadcast"), "2 2\n", "broadcast", "program.bp:3:2");
    refused(&plain.replace("main", "f"), "2 2\n", "no function `main`", "program.bp:1:1");
    refused(plain, "3 2\n", "needs 2 shared states", "system.tts:1:1");
    refused(plain, "2 2\n0 0 -> 1 1\n0 0 +> 1 1\n", "the creation of a thread", "system.tts:3:1");
    refused(plain, "2 2\n0 0 -> 1 1 : 0 ~> 1\n", "a broadcast", "system.tts:2:1");
    std::fs::write(&system, "2 2\n").unwrap();
    let output = umpteen(&["refine", program.to_str().unwrap(), system.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "a target is needed");
    assert!(stderr(&output).starts_with("error[no-target]"), "{}", stderr(&output));
}

#[test]
fn limits_hold() {
    let output = umpteen(&["refine", PROGRAM, SYSTEM, "--time", "0.000001"]);
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(stdout(&output).starts_with("UNKNOWN"), "{}", stdout(&output));
}
