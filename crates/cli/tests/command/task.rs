//! Properties of C programs, property files and task definitions.

use crate::support::{scratch, stderr, stdout, umpteen};
use std::path::{Path, PathBuf};

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

const PROGRAM: &str = "\
extern void reach_error(void);
long size = sizeof(long);
int main(void)
{
    if (size == 8)
        reach_error();
}
";

const REACH: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

#[test]
fn the_property_is_part_of_the_question() {
    let folder = scratch("task-property");
    let program = write(&folder, "p.c", PROGRAM);
    let reach = write(&folder, "reach.prp", REACH);
    let trace = folder.join("trace").to_str().unwrap().to_string();
    let keep = format!("--write=trace={trace}");
    let by_name = umpteen(&["check", &program, "--property", "reach-error"]);
    assert!(stdout(&by_name).starts_with("UNSAFE  an error function can be reached "), "{}", stdout(&by_name));
    let by_file = umpteen(&["check", &program, "--property-file", &reach, &keep]);
    assert!(stdout(&by_file).contains("\nasked    --property 'reach-error'\n"), "{}", stdout(&by_file));
    let replay = |more: &[&str]| umpteen(&[&["replay", &program, "--trace", &trace], more].concat());
    let again = replay(&[]);
    let first = "REPRODUCED  an error function can be reached with 1 thread, asked with --property 'reach-error'\n";
    assert!(stdout(&again).starts_with(first), "{}{}", stdout(&again), stderr(&again));
    assert_eq!(replay(&["--property-file", &reach]).status.code(), Some(0));
    assert_eq!(replay(&["--property", "reach-error"]).status.code(), Some(0));
    assert_eq!(replay(&["--property", "assert"]).status.code(), Some(3), "another question");
    for wrong in [
        vec!["--property", "label:L"],
        vec!["--property", "race", "--property-file", &reach],
        vec!["--property-file", "no/such.prp"],
    ] {
        let output = umpteen(&[vec!["check", program.as_str()], wrong.clone()].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    let system = umpteen(&["check", "examples/threads/lock.tts", "--property-file", &reach]);
    assert!(stderr(&system).starts_with("error[usage]: "), "{}", stderr(&system));
}

#[test]
fn other_properties_are_refused_where_they_are() {
    let folder = scratch("task-refused");
    let program = write(&folder, "p.c", PROGRAM);
    let overflow = write(&folder, "overflow.prp", "\nCHECK( init(main()), LTL(G ! overflow) )\n");
    let message = stderr(&umpteen(&["check", &program, "--property-file", &overflow]));
    assert!(message.starts_with("error[unsupported]: the property `G ! overflow` is not checked"), "{message}");
    assert!(message.contains(&format!("--> {overflow}:2:26\n")), "{message}");
    let noise = write(&folder, "noise.prp", "never mind\n");
    let message = stderr(&umpteen(&["check", &program, "--property-file", &noise]));
    assert!(message.starts_with("error[syntax]: ") && message.contains("noise.prp:1:1\n"), "{message}");
}

/// The text of a task about `p.i`.
fn task(properties: &str, data_model: &str) -> String {
    format!(
        "format_version: '2.0' # of task definitions\n\ninput_files: 'p.i'\n\nproperties:\n{properties}\noptions:\n  \
         language: C\n  data_model: {data_model}\n"
    )
}

#[test]
fn tasks_say_what_to_check_and_what_to_expect() {
    let folder = scratch("task-definition");
    write(&folder, "p.i", PROGRAM);
    write(&folder, "reach.prp", REACH);
    write(&folder, "end.prp", "CHECK( init(main()), LTL(F end) )\n");
    let entry = |file: &str, expected: &str| format!("  - property_file: {file}\n    expected_verdict: {expected}\n");
    let properties = entry("end.prp", "true") + &entry("./reach.prp", "true");
    let wide = write(&folder, "wide.yml", &task(&properties, "LP64"));
    let output = umpteen(&["check", &wide]);
    assert_eq!(output.status.code(), Some(10), "the verdict's own code: {}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("\nasked    --property 'reach-error'\n"), "{text}");
    assert!(text.contains(&format!("\nexpected  true (SAFE), by {wide}\n")), "{text}");
    // An expected verdict is not mentioned.
    let narrow = write(&folder, "narrow.yml", &task(&properties, "ILP32"));
    let certificate = folder.join("certificate").to_str().unwrap().to_string();
    let output = umpteen(&["check", &narrow, &format!("--write=certificate={certificate}")]);
    let text = stdout(&output);
    assert!(text.starts_with("SAFE") && !text.contains("expected"), "{text}{}", stderr(&output));
    assert!(text.contains("long has 32 bits"), "{text}");
    let json = stdout(&umpteen(&["check", &narrow, "--output-format", "json"]));
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["expected"]["holds"], true, "{json}");
    // The evidence is about the source, whichever way it is named.
    let source = folder.join("p.i").to_str().unwrap().to_string();
    let recheck = |file: &str, more: &[&str]| {
        let output = umpteen(&[&["recheck", file, "--certificate", &certificate], more].concat());
        (output.status.code(), stdout(&output))
    };
    assert_eq!(recheck(&narrow, &[]).0, Some(0));
    let (code, text) = recheck(&source, &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("asked with --property 'reach-error' --data-model ilp32\n"), "{text}");
    assert_eq!(recheck(&narrow, &["--property", "reach-error"]).0, Some(0));
    assert_eq!(recheck(&wide, &["--property", "reach-error"]).0, Some(3), "other sizes");
    // A property that is asked for takes the place of the task's, and so does what is expected of it.
    let text = stdout(&umpteen(&["check", &wide, "--property", "assert"]));
    assert!(text.starts_with("UNSAFE  ") && !text.contains("expected"), "{text}");
    let text = stdout(&umpteen(&["check", &wide, "--property", "reach-error"]));
    assert!(text.contains("\nexpected  true (SAFE), by "), "{text}");
    let reversed = write(&folder, "reversed.yml", &task(&entry("reach.prp", "false"), "ILP32"));
    let text = stdout(&umpteen(&["check", &reversed]));
    assert!(text.contains("\nexpected  false (UNSAFE), by "), "{text}");
}

#[test]
fn tasks_of_other_years_are_read() {
    let folder = scratch("task-versions");
    write(&folder, "p.i", PROGRAM);
    write(&folder, "reach.prp", REACH);
    let new = task("  - property_file: reach.prp\n", "LP64").replace("'2.0'", "'2.1'");
    // There were no options.
    let old = "format_version: '1.0'\ninput_files: 'p.i'\nproperties:\n  - property_file: reach.prp\n    \
               expected_verdict: false\n";
    for (name, text) in [("new.yml", new.as_str()), ("old.yml", old)] {
        let output = umpteen(&["check", &write(&folder, name, text)]);
        assert!(stdout(&output).starts_with("UNSAFE  an error function"), "{}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn tasks_that_cannot_be_understood_are_refused_where_they_are() {
    let folder = scratch("task-errors");
    write(&folder, "p.i", PROGRAM);
    write(&folder, "reach.prp", REACH);
    write(&folder, "end.prp", "CHECK( init(main()), LTL(F end) )\n");
    let property = "  - property_file: reach.prp\n";
    let good = task(property, "LP64");
    for (text, error) in [
        (String::new(), "error[incomplete]: `format_version` is missing"),
        (good.replace("'2.0'", "'7.0'"), "error[unsupported]: the format of task definitions"),
        (good.replace("input_files", "input"), "error[incomplete]: `input_files` is missing"),
        (good.replace("'p.i'", "[p.i]"), "error[unsupported]: only words"),
        (good.replace("'p.i'", "'p.i"), "error[syntax]: the quote"),
        (good.replace("'p.i'", "'lost.i'"), "error[cannot-read]: "),
        (good.replace("'p.i'", "p.java"), "error[unknown-format]: "),
        (good.replace(": C", ": Java"), "error[unsupported]: the language"),
        (good.replace("LP64", "LP32"), "error[syntax]: the data model"),
        (good.replace("reach.prp", "lost.prp"), "error[cannot-read]: "),
        (good.replace("reach.prp", "end.prp"), "error[unsupported]: no property of the task"),
        (good.replace("property_file", "file"), "error[incomplete]: `property_file` is missing"),
        (task(&format!("{property}    expected_verdict: maybe\n"), "LP64"), "error[syntax]: the verdict"),
        ("\u{0}\u{1}:\t- x\n".repeat(1000), "error["),
    ] {
        let path = write(&folder, "task.yml", &text);
        let output = umpteen(&["check", &path]);
        assert_eq!(output.status.code(), Some(2), "{text}: {}", stdout(&output));
        let message = stderr(&output);
        assert!(message.starts_with(error) && !message.contains("panicked"), "{text}: {message}");
    }
    let path = write(&folder, "task.yml", &good.replace("LP64", "LP32"));
    let message = stderr(&umpteen(&["check", &path]));
    assert!(message.contains(&format!("{path}:10:15\n")) && message.contains("10 |   data_model: LP32\n"), "{message}");
    // Without properties, assertions are checked.
    let path = write(&folder, "task.yml", "format_version: \"2.0\"\ninput_files:\n- p.i\n");
    assert_eq!(umpteen(&["check", &path]).status.code(), Some(10));
}
