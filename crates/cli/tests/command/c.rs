//! C programs as a user checks them: options, messages, evidence and its damage, hostile files.

use crate::support::{root, scratch, stderr, stdout, umpteen, umpteen_with_processor_time};
use serde_json::Value;
use std::path::PathBuf;

fn file(folder: &str, name: &str, text: impl AsRef<[u8]>) -> String {
    let path: PathBuf = scratch(folder).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

const LOST_UPDATE: &str = "\
int shared;
void worker(void)
{
  int before = shared;
  shared = before + STEP;
  __CPROVER_assert(shared == before + STEP, \"kept\");
}
";

#[test]
fn any_number_of_threads_run_a_function() {
    let path = file("c-spawn", "library.c", LOST_UPDATE);
    let output = umpteen(&["check", &path, "--spawn", "worker", "-D", "STEP=1"]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("`shared == before + STEP` can be false\n"), "{text}");
    assert!(text.contains("library.c:6:"), "{text}");
    // Nothing is added: nothing can be lost.
    let output = umpteen(&["check", &path, "--also", "none", "--spawn", "worker", "-DSTEP=0"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    // The options are part of the question.
    let output = umpteen(&["check", &path, "--spawn", "worker"]);
    assert_eq!(output.status.code(), Some(2), "STEP is not defined: {}", stdout(&output));
    let output = umpteen(&["check", &path, "-DSTEP=1"]);
    assert!(stderr(&output).contains("--spawn"), "{}", stderr(&output));
    let output = umpteen(&["check", "examples/threads/lock.tts", "--spawn", "f"]);
    assert_eq!(output.status.code(), Some(2), "not C");
}

#[test]
fn the_granularity_is_told_and_kept_in_the_evidence() {
    let bakery = "tests/corpus/c/mutual_exclusion/bakery_two.c";
    let by_access = stdout(&umpteen(&["check", bakery]));
    assert!(by_access.starts_with("UNSAFE") && by_access.contains("each access to shared memory is one step"));
    let certificate = scratch("c-granularity").join("proof");
    let write = format!("--write=certificate={}", certificate.display());
    let by_statement = stdout(&umpteen(&["check", bakery, "--also", "none", "--granularity", "statement", &write]));
    assert!(by_statement.starts_with("SAFE") && by_statement.contains("each statement is one step"), "{by_statement}");
    let recheck = |more: &[&str]| {
        let mut arguments = vec!["recheck", bakery, "--certificate", certificate.to_str().unwrap()];
        arguments.extend(more);
        umpteen(&arguments).status.code()
    };
    assert_eq!(recheck(&[]), Some(0));
    assert_eq!(recheck(&["--granularity", "access"]), Some(3), "it answers another question");
}

#[test]
fn errors_point_at_the_line_that_people_wrote() {
    let folder = scratch("c-places");
    std::fs::write(
        folder.join("part.h"),
        "\n#define BAD _Complex float\nstatic inline int half(int x) { BAD y = x; return y; }\n",
    )
    .unwrap();
    let main = folder.join("main.c");
    std::fs::write(&main, "#include \"part.h\"\nint main(void)\n{\n  return half(3);\n}\n").unwrap();
    let message = stderr(&umpteen(&["check", main.to_str().unwrap()]));
    assert!(message.starts_with("error[unsupported]: ") && message.contains("part.h:3:"), "{message}");
    assert!(message.contains("3 | static inline int half(int x) { BAD y = x; return y; }"), "{message}");
}

#[test]
fn assertions_that_nothing_reaches_are_told() {
    let path =
        file("c-vacuous", "v.c", "void assert(int);\nint x;\nint main(void) { if (x) assert(0); assert(!x); }\n");
    let text = stdout(&umpteen(&["check", &path]));
    assert!(text.starts_with("SAFE"), "{text}");
    assert!(text.contains("covers   1 of 2 assertions, reachable (not vacuous); no execution gets past"), "{text}");
    // Reached, although only one of the two comparisons may be executed.
    let text = "#include <assert.h>\nint x, y;\nint main(void)\n{\n  assert(!(x == 1 && y == 1));\n}\n";
    let text = stdout(&umpteen(&["check", &file("c-reached", "r.c", text)]));
    assert!(text.contains("covers   1 assertion, reachable (not vacuous)"), "{text}");
    let text = "void reach_error(void);\nint x;\nint main(void) { if (x) reach_error(); }\n";
    let text = stdout(&umpteen(&["check", &file("c-call", "r.c", text)]));
    assert!(text.contains("covers   1 error call excluded"), "{text}");
    let path = file("c-nothing", "n.c", "int main(void) { return 0; }\n");
    assert!(stdout(&umpteen(&["check", &path])).contains("covers   no assertion: there is nothing that could fail"));
}

#[test]
fn rounds_and_their_boolean_programs_can_be_seen() {
    let folder = scratch("c-rounds");
    let write = format!("--write=bp={}", folder.display());
    let text = stdout(&umpteen(&["check", "tests/corpus/c/predicates/mixed_equal_constant.c", "-v", &write]));
    assert!(text.contains("round    1: 0 predicates, 0 clauses: a false failure after "), "{text}");
    assert!(text.contains(": tracks s == l\n") && text.contains(": proved\n"), "{text}");
    let last = std::fs::read_to_string(folder.join("round-003.bp")).unwrap();
    assert!(last.starts_with("// expect: safe\n") && last.contains("// l0: s == l\n"), "{last}");
}

/// A proof with a necessary part removed, or with a false part added, is rejected.
#[test]
fn damaged_proofs_are_rejected() {
    let folder = scratch("c-damage");
    let (whole, damaged) = (folder.join("whole"), folder.join("damaged"));
    let mut rejected = 0;
    let names = [
        "predicates/mixed_equal_constant",
        "locks/lock_cas",
        "publication/gate_start",
        "maximum/max_cas",
        "locks/lock_owner_cas",
        "counters/counter_cas",
    ];
    for name in names {
        let program = format!("tests/corpus/c/{name}.c");
        let output =
            umpteen(&["check", &program, "--also", "none", &format!("--write=certificate={}", whole.display())]);
        assert_eq!(output.status.code(), Some(0), "{name}");
        let proof: Value = serde_json::from_slice(&std::fs::read(&whole).unwrap()).unwrap();
        let mut reject = |what: &str, value: &Value| {
            std::fs::write(&damaged, value.to_string()).unwrap();
            let output = umpteen(&["recheck", &program, "--certificate", damaged.to_str().unwrap()]);
            assert_eq!(output.status.code(), Some(3), "{name}, {what}: {}{}", stdout(&output), stderr(&output));
            rejected += 1;
        };
        for list in ["/evidence/abstraction/0/predicates", "/evidence/abstraction/1/basis", "/tables/locals"] {
            for at in 0..proof.pointer(list).unwrap().as_array().unwrap().len().min(12) {
                let mut less = proof.clone();
                less.pointer_mut(list).unwrap().as_array_mut().unwrap().remove(at);
                reject(&format!("{list} without {at}"), &less);
            }
        }
        let literal = |predicate: u64, thread: u64, after: bool, holds: bool| serde_json::json!({"predicate": predicate, "thread": thread, "after": after, "holds": holds});
        let mut add = |list: &str, what: &str, item: Value| {
            let mut more = proof.clone();
            more.pointer_mut(list).unwrap().as_array_mut().unwrap().push(item);
            reject(what, &more);
        };
        let (lemmas, steps) = ("/evidence/abstraction/0/lemmas", "/evidence/abstraction/0/steps");
        add(lemmas, "a lemma that does not hold", serde_json::json!([literal(0, 0, false, true)]));
        add(lemmas, "an empty lemma", serde_json::json!([]));
        add(lemmas, "a lemma about no predicate", serde_json::json!([literal(99, 0, false, true)]));
        add(
            lemmas,
            "a lemma about two moments",
            serde_json::json!([literal(0, 0, true, true), literal(0, 0, false, false)]),
        );
        let step = |location: u64, edge: u64, clause: Value| serde_json::json!({"location": location, "edge": edge, "clause": clause});
        add(steps, "a step that never happens", step(0, 0, serde_json::json!([])));
        add(steps, "a location that does not exist", step(9999, 0, serde_json::json!([])));
        add(steps, "an edge that does not exist", step(0, 99, serde_json::json!([])));
        add(steps, "too many threads", step(0, 0, serde_json::json!([literal(0, 255, true, true)])));
    }
    assert!(rejected > 100, "{rejected}");
}

/// A clause may speak of the executing thread only where its predicates are tracked: elsewhere their Booleans mean
/// nothing, even if the clause holds.
#[test]
fn clauses_about_untracked_predicates_are_rejected() {
    let folder = scratch("c-untracked");
    let (whole, damaged) = (folder.join("whole"), folder.join("damaged"));
    let program = "tests/corpus/c/predicates/mixed_equal_constant.c";
    umpteen(&["check", program, "--also", "none", &format!("--write=certificate={}", whole.display())]);
    let proof: Value = serde_json::from_slice(&std::fs::read(&whole).unwrap()).unwrap();
    let mut answers = Vec::new();
    for (location, edge) in (0..12).flat_map(|location| [(location, 0), (location, 1)]) {
        let literal = |holds: bool| serde_json::json!({"predicate": 0, "thread": 0, "after": false, "holds": holds});
        let clause = serde_json::json!({"location": location, "edge": edge, "clause": [literal(true), literal(false)]});
        let mut more = proof.clone();
        more.pointer_mut("/evidence/abstraction/0/steps").unwrap().as_array_mut().unwrap().push(clause);
        std::fs::write(&damaged, more.to_string()).unwrap();
        answers.push(stdout(&umpteen(&["recheck", program, "--certificate", damaged.to_str().unwrap()])));
    }
    assert!(answers.iter().any(|answer| answer.starts_with("ACCEPTED")), "where it is tracked: {answers:?}");
    assert!(answers.iter().any(|answer| answer.contains("does not always hold")), "where it is not: {answers:?}");
}

#[test]
fn damaged_runs_are_rejected() {
    let trace = scratch("c-run").join("run");
    let program = "tests/corpus/c/counters/counter_lost_update.c";
    umpteen(&["check", program, &format!("--write=trace={}", trace.display())]);
    let run: Value = serde_json::from_slice(&std::fs::read(&trace).unwrap()).unwrap();
    let steps = run.pointer("/evidence/run/steps").unwrap().as_array().unwrap().len();
    let replay = |run: &Value| {
        std::fs::write(&trace, run.to_string()).unwrap();
        umpteen(&["replay", program, "--trace", trace.to_str().unwrap()]).status.code()
    };
    assert_eq!(replay(&run), Some(0));
    // Mere control flow may be left out where the same numbers mean the same steps; everything else is needed.
    let silent = |at: usize| run.pointer("/evidence/run/steps").unwrap()[at]["thread"] == 0;
    for at in 0..steps {
        let mut less = run.clone();
        less.pointer_mut("/evidence/run/steps").unwrap().as_array_mut().unwrap().remove(at);
        assert!(silent(at) || replay(&less) == Some(3), "without step {at}");
        let mut other = run.clone();
        other.pointer_mut("/evidence/run/steps").unwrap()[at]["thread"] = 77.into();
        assert_eq!(replay(&other), Some(3), "step {at} by nobody");
    }
}

#[test]
fn hostile_files_are_refused_within_seconds() {
    let laughs: String = (0..40).map(|n| format!("#define M{n} M{} M{}\n", n + 1, n + 1)).collect();
    let calls: String = (1..40).map(|n| format!("void f{n}(void) {{ f{}(); f{}(); }}\n", n - 1, n - 1)).collect();
    let around = |start: &str, open: &str, times: usize, end: &str| format!("{start}{}{end}", open.repeat(times));
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("parentheses", format!("int main(void) {{ return {}1{}; }}", "(".repeat(20_000), ")".repeat(20_000)).into()),
        ("braces", around("int main(void) ", "{", 20_000, "").into()),
        ("signs", around("int x; int main(void) { x = ", "!", 50_000, "x; }").into()),
        ("pointers", around("int ", "*", 50_000, "x; int main(void) { }").into()),
        ("conditions", around("int x; int main(void) { ", "if (x) ", 20_000, "; }").into()),
        ("large", "int x;\n".repeat((50 << 20) / 7).into()),
        ("encoding", b"int main(void) { } // \xff\xfe\n".to_vec()),
        ("header", "#include \"no_such_header.h\"\nint main(void) { }\n".into()),
        ("macros", "#define A B A\n#define B A B\nint main(void) { A; }\n".into()),
        ("laughs", format!("{laughs}int main(void) {{ M0; }}\n").into()),
        ("calls", format!("void f0(void) {{ int x = 0; }}\n{calls}int main(void) {{ f39(); }}\n").into()),
        ("includes", "#include \"includes.c\"\nint main(void) { }\n".into()),
        ("empty", Vec::new()),
        ("binary", (0..=255).cycle().take(100_000).collect()),
    ];
    for (name, content) in cases {
        let path = file(&format!("c-hostile-{name}"), &format!("{name}.c"), content);
        let (output, taken) = umpteen_with_processor_time(&["check", &path]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert!(message.starts_with("error[") && !message.contains("panicked"), "{name}: {message}");
        assert!(taken < 15.0, "{name}: {taken} s");
    }
}

#[test]
fn a_bound_on_the_threads_is_part_of_the_verdict() {
    let certificate = scratch("c-bounded").join("proof");
    let write = format!("--write=certificate={}", certificate.display());
    let program = "examples/c/counter.c";
    let few = stdout(&umpteen(&["check", program, "--threads", "2", &write]));
    assert!(few.starts_with("SAFE  for at most 2 threads"), "{few}");
    let accepted = stdout(&umpteen(&["recheck", program, "--certificate", certificate.to_str().unwrap()]));
    assert!(accepted.starts_with("ACCEPTED  examples/c/counter.c is SAFE for at most 2 threads\n"), "{accepted}");
    assert_eq!(umpteen(&["check", program, "--threads", "3"]).status.code(), Some(10));
}

/// Few threads are explored state by state; the proof is their number, and a wrong one is rejected.
#[test]
fn few_threads_are_explored() {
    let certificate = scratch("c-explored").join("proof");
    let path = certificate.to_str().unwrap();
    let write = format!("--write=certificate={path}");
    let program = "tests/corpus/c/locks/lock_cas.c";
    let safe = stdout(&umpteen(&["check", program, "--also", "none", "--threads", "3", "-v", &write]));
    assert!(safe.contains("all 46 states with at most 3 threads were visited\n"), "{safe}");
    assert!(safe.contains("engine   explore\n"), "{safe}");
    let text = std::fs::read_to_string(&certificate).unwrap();
    for wrong in [text.replace("\"states\":46", "\"states\":45"), text.replace("\"threads\":3", "\"threads\":4")] {
        assert_ne!(wrong, text);
        std::fs::write(&certificate, wrong).unwrap();
        assert_eq!(umpteen(&["recheck", program, "--certificate", path]).status.code(), Some(3));
    }
    let all =
        stdout(&umpteen(&["check", "tests/corpus/c/mutual_exclusion/peterson.c", "--also", "none", "--threads", "3"]));
    assert!(all.starts_with("SAFE  for all threads that are created"), "{all}");
    let fails = umpteen(&["check", "tests/corpus/c/counters/counter_two_threads_lost.c", "--threads", "3", "-v"]);
    assert_eq!(fails.status.code(), Some(10));
    assert!(stdout(&fails).contains("engine   explore\n"));
    // A failure that needs a join to return early is none.
    let early = umpteen(&[
        "check",
        "tests/corpus/c/constructs/threads/join_of_unknown_thread.c",
        "--also",
        "none",
        "--threads",
        "3",
    ]);
    assert_eq!(early.status.code(), Some(5), "{}", stdout(&early));
}

/// `recheck` repeats the question, so that a proof about something else cannot pass for this one.
#[test]
fn rechecking_tells_the_options_and_the_scope() {
    let certificate = scratch("c-question").join("proof");
    let write = format!("--write=certificate={}", certificate.display());
    umpteen(&["check", "examples/c/counter.c", "--also", "none", "-D", "NDEBUG", &write]);
    let accepted =
        stdout(&umpteen(&["recheck", "examples/c/counter.c", "--certificate", certificate.to_str().unwrap()]));
    assert!(accepted.contains("asked with -D 'NDEBUG'\nas usual "), "{accepted}");
    // Two workers only: the proof does not speak about more.
    let text = "#include <pthread.h>\n#include <assert.h>\nint n;\nvoid *w(void *a) { __sync_fetch_and_add(&n, 1); \
                assert(n <= 2); return 0; }\nint main(void) { pthread_t t; int i = 0; while (i < 2) { \
                pthread_create(&t, 0, w, 0); i++; } }\n";
    let bounded = stdout(&umpteen(&["check", &file("c-scope", "two.c", text), "--also", "none"]));
    assert!(bounded.starts_with("SAFE  for all threads that are created "), "{bounded}");
}

#[test]
fn preprocessed_text_needs_no_preprocessor() {
    let text = std::fs::read_to_string(root().join("tests/corpus/c/locks/lock_no_includes.c")).unwrap();
    let path = file("c-preprocessed", "lock.i", format!("# 7 \"elsewhere.c\"\n{text}"));
    let output = umpteen(&["check", &path, "--also", "none"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}
