//! Options of abstraction refinement, its statistics, and what it says about lines.

use crate::support::{scratch, stderr, stdout, umpteen};
use serde_json::Value;

const LOCK: &str = "examples/c/symmpa/inc_lock.c";
const TEST_AND_SET: &str = "examples/c/symmpa/tas_lock.c";

fn report(file: &str, options: &[&str]) -> Value {
    let output = umpteen(&[&["check", file, "--engine", "abstraction", "--output-format", "json"], options].concat());
    serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)))
}

/// The message of options that are refused.
fn refused(arguments: &[&str]) -> String {
    let output = umpteen(&[&["check"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stdout(&output));
    stderr(&output)
}

#[test]
fn abstraction_alone_decides_and_tells_how_much_work_it_was() {
    assert!(stdout(&umpteen(&["engines"])).contains("\nabstraction "));
    let report = report(LOCK, &[]);
    assert_eq!(report["verdict"]["scope"], "any-number");
    let statistics = &report["c"]["statistics"];
    let number = |key: &str| statistics[key].as_u64().unwrap();
    assert_eq!(number("rounds") as usize, report["c"]["rounds"].as_array().unwrap().len());
    assert!(number("local") + number("mixed") + number("shared") > 0 && number("states") >= number("last_states"));
    assert_eq!([number("largest_group"), number("largest_clause")], [2, 2]);
    assert!(statistics["seconds"]["abstraction"].as_f64().unwrap() > 0.0);
    let text = stdout(&umpteen(&["check", LOCK, "--engine", "abstraction", "-v"]));
    assert!(text.contains("\ntracked ") && text.contains("\nlearned ") && text.contains("\ntime "), "{text}");
    let bug = umpteen(&["check", "examples/c/symmpa/inc_lock_bug.c", "--engine", "abstraction"]);
    assert_eq!(bug.status.code(), Some(10), "{}", stdout(&bug));
}

#[test]
fn refinement_can_be_restricted() {
    for options in [["--cubes", "0"], ["--cubes", "1"], ["--discover", "weakest"]] {
        assert_eq!(report(LOCK, &options)["verdict"]["verdict"], "safe", "{options:?}");
    }
    let without = report(LOCK, &["--cubes", "0", "--threads", "3"]);
    assert_eq!(without["verdict"]["scope"]["at-most"], 3);
    // Nothing keeps the other threads from changing what a mixed predicate says.
    assert_eq!(report(LOCK, &["--refine", "active-only", "--facts", "off"])["verdict"]["code"], "no-new-predicate");
    assert_eq!(report(TEST_AND_SET, &["--refine", "active-only"])["verdict"]["verdict"], "safe");
    assert_eq!(
        report(TEST_AND_SET, &["--discover", "strongest", "--facts", "off"])["verdict"]["code"],
        "no-new-predicate"
    );
    // Facts about all threads make up for it.
    assert_eq!(report(LOCK, &["--refine", "active-only"])["verdict"]["verdict"], "safe");
}

#[test]
fn without_symmetry_there_are_more_states_and_the_same_certificate() {
    let folder = scratch("symmetry");
    let run = |symmetry: &str| {
        let path = folder.join(symmetry);
        let write = format!("--write=certificate={}", path.display());
        let report = report(TEST_AND_SET, &["--threads", "4", "--symmetry", symmetry, &write]);
        assert_eq!(report["verdict"]["verdict"], "safe");
        let recheck = umpteen(&["recheck", TEST_AND_SET, "--certificate", path.to_str().unwrap()]);
        assert_eq!(recheck.status.code(), Some(0), "{}", stderr(&recheck));
        report["c"]["statistics"]["last_states"].as_u64().unwrap()
    };
    assert!(run("off") > 2 * run("on"));
}

#[test]
fn predicates_can_be_given() {
    let conditions = ["inside == 1 && locked", "inside == 0", "temporary#2 == 0 || worker::temporary#4 == 1"];
    let options: Vec<&str> = conditions.iter().flat_map(|condition| ["--predicate", *condition]).collect();
    let report = report(TEST_AND_SET, &options);
    assert_eq!(report["verdict"]["verdict"], "safe");
    assert_eq!(report["c"]["statistics"]["rounds"], 1, "nothing is left to be found");
    let message = |condition: &str| refused(&[TEST_AND_SET, "--predicate", condition]);
    let unknown = message("insid == 1");
    assert!(unknown.contains("there is no variable `insid`") && unknown.contains("inside, locked"), "{unknown}");
    assert!(unknown.contains("--> --predicate:1:1\n"), "{unknown}");
    assert!(message("inside ==").contains("error[syntax]"));
    assert!(message("worker() == 1").contains("a call in a predicate is not supported"));
    assert!(message("2 > 1").contains("depends on no variable"));
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let system = "examples/threads/lock.tts";
    for options in [["--engine", "abstraction"], ["--cubes", "1"], ["--predicate", "x == 1"], ["--refine", "all"]] {
        assert!(refused(&[&[system], &options[..]].concat()).contains("are for C programs"), "{options:?}");
    }
    assert!(refused(&[LOCK, "--symmetry", "off", "--threads", "3"]).contains("add --engine abstraction"));
    assert!(refused(&[LOCK, "--symmetry", "off", "--engine", "abstraction"]).contains("and --threads N"));
    assert!(refused(&[LOCK, "--engine", "backward"]).contains("unless it is `abstraction`"));
    refused(&[LOCK, "--cubes", "3"]);
    refused(&[LOCK, "--discover", "none"]);
}

#[test]
fn a_proof_tells_what_is_known_at_each_line() {
    let text = stdout(&umpteen(&["check", TEST_AND_SET, "--engine", "abstraction", "-v"]));
    assert!(text.contains("\nwhere    line 27: at most one thread; inside == 1, locked != 0\n"), "{text}");
    assert!(!text.contains("line 25:"), "any number of threads wait: {text}");
    let lines = report(TEST_AND_SET, &["-v"])["c"]["lines"].clone();
    let at = |line: u64| lines.as_array().unwrap().iter().find(|known| known["line"] == line).cloned();
    assert_eq!(at(27).unwrap()["known"][0], "inside == 1");
    assert_eq!(at(27).unwrap()["threads"], "at most one thread");
    let waiting = at(25).expect("threads stop there");
    assert!(waiting["known"] == Value::Array(Vec::new()) && waiting.get("threads").is_none(), "any number: {waiting}");
    let with_two = report(TEST_AND_SET, &["-v", "--threads", "2"])["c"]["lines"].clone();
    let entering = with_two.as_array().unwrap().iter().find(|known| known["line"] == 25).cloned();
    assert_eq!(entering.unwrap()["threads"], "at most one thread", "there is one worker");
    assert_eq!(report(TEST_AND_SET, &[])["c"]["lines"], Value::Null);
}

#[test]
fn lines_that_no_thread_gets_to_are_named() {
    let path = scratch("dead-line").join("dead.c");
    let text =
        "int x;\nvoid f(void) {\n  if (x == 1) {\n    x = 2;\n    x = 3;\n  }\n  __CPROVER_assert(x == 0, \"\");\n}\n";
    std::fs::write(&path, text).unwrap();
    let text = stdout(&umpteen(&["check", path.to_str().unwrap(), "--spawn", "f", "-v"]));
    assert!(text.contains("\nwhere    line 5: no thread\n"), "{text}");
    assert!(text.contains("\nwhere    everywhere: x == 0\n"), "{text}");
}

#[test]
fn facts_are_proved_anew() {
    const TICKET: &str = "examples/c/symmpa/ticket_lock.c";
    let path = scratch("facts").join("certificate");
    let write = format!("--write=certificate={}", path.display());
    let text = stdout(&umpteen(&["check", TICKET, "--also", "none", "-v", &write]));
    assert!(text.contains("\nfact     never two threads at the same lines"), "{text}");
    let recheck = || umpteen(&["recheck", TICKET, "--certificate", path.to_str().unwrap()]);
    assert_eq!(recheck().status.code(), Some(0), "{}", stderr(&recheck()));
    let original: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let damaged = |damage: &dyn Fn(&mut Value)| {
        let mut certificate = original.clone();
        damage(&mut certificate["evidence"]["abstraction"][0]["facts"]);
        std::fs::write(&path, certificate.to_string()).unwrap();
        stdout(&recheck())
    };
    // A fact that does not hold somewhere, a fact that others need, a place that does not exist, a count of the dead.
    let wrong = damaged(&|facts| facts["each"][0]["at"] = serde_json::json!([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    assert!(wrong.starts_with("REJECTED") && wrong.contains("a fact may not hold"), "{wrong}");
    // One for each kind of obligation: broken by a step of its own thread only, of another one only, for a thread that is
    // started, for two threads, and by a counter that does not count.
    let inside = original["evidence"]["abstraction"][0]["predicates"][0].clone();
    let claims = |holds: &Value, at: &[u32]| {
        let fact = serde_json::json!({ "holds": holds, "at": at });
        damaged(&|facts| facts["each"].as_array_mut().unwrap().push(fact.clone()))
    };
    let (main, entry, waiting, entered) = ([1, 2], [3], [4], [6]);
    assert!(claims(&inside, &entered).contains("a fact may not hold"));
    assert!(claims(&inside, &main).contains("a fact may not hold for another thread after a step"));
    assert!(claims(&inside, &entry).contains("a fact may not hold"));
    let never = serde_json::json!({ "Constant": [0, { "width": 1, "signed": false }] });
    // That nobody is at the entry is contradicted by the thread that is started alone.
    let nobody = claims(&never, &entry);
    assert!(nobody.contains("a fact may not hold after a step"), "{nobody}");
    let together = serde_json::json!({ "holds": never, "at": [[waiting[0], waiting[0]]] });
    let two = damaged(&|facts| facts["pairs"].as_array_mut().unwrap().push(together.clone()));
    assert!(two.contains("a fact may not hold for another thread after a step"), "{two}");
    let missing = damaged(&|facts| facts["pairs"] = serde_json::json!([]));
    assert!(missing.starts_with("REJECTED"), "{missing}");
    let nowhere = damaged(&|facts| facts["pairs"][0]["at"] = serde_json::json!([[0, 999]]));
    assert!(nowhere.contains("a fact is not about this program"), "{nowhere}");
    let number = original["evidence"]["abstraction"][0]["predicates"][0]["Binary"][1].clone();
    let ended: Vec<u32> = (0..30).collect();
    let tickets = damaged(&|facts| facts["counts"] = serde_json::json!([{ "number": number, "at": waiting }]));
    assert!(tickets.contains("a fact may not hold after a step"), "{tickets}");
    let dead = damaged(&|facts| facts["counts"] = serde_json::json!([{ "number": number, "at": ended }]));
    assert!(dead.contains("a fact is not about this program"), "{dead}");
}
