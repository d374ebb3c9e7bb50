//! Bad input: a message that points at the place and exit code 2, never a panic.

use crate::support::{scratch, stderr, umpteen};

/// Pseudo-random bytes, the same in every run.
fn noise(length: usize, printable: bool) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u8
    };
    (0..length).map(|_| if printable { b' ' + next() % 95 } else { next() }).collect()
}

fn refused(name: &str, content: &[u8], extension: &str) {
    let file = scratch(&format!("hostile-{name}-{extension}")).join(format!("input.{extension}"));
    std::fs::write(&file, content).unwrap();
    let target = if extension == "tts" { "0|0" } else { "a>=1" };
    let output = umpteen(&["check", file.to_str().unwrap(), "--target", target]);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{name}.{extension}: {message}");
    assert!(message.starts_with("error[") && message.contains("input."), "{name}.{extension}: {message}");
    assert!(!message.contains("panicked") && message.len() < 2000, "{name}.{extension}: {message}");
}

#[test]
fn useless_files_are_refused_at_their_place() {
    for extension in ["tts", "spec", "pnml"] {
        refused("empty", b"", extension);
        refused("binary", &noise(1000, false), extension);
        refused("noise", &noise(10 << 20, true), extension);
        refused("zeros", &[0; 1000], extension);
        refused("digits", &b"9".repeat(100_000), extension);
        refused("too-large", &b"# \n".repeat(6 << 20), extension);
        refused("nested", &b"(".repeat(1 << 20), extension);
        refused("elements", &b"<pnml>".repeat(1 << 16), extension);
    }
}

#[test]
fn what_is_not_a_file_is_refused() {
    let folder = scratch("hostile-folder.tts");
    for path in [folder.to_str().unwrap(), "no/such/file.tts", "examples/threads/lock.prop", ""] {
        let output = umpteen(&["check", path]);
        assert_eq!(output.status.code(), Some(2), "{path}: {}", stderr(&output));
    }
}

#[test]
fn bad_usage_is_refused() {
    let lock = "examples/threads/lock.tts";
    for arguments in [
        vec!["check"],
        vec!["check", lock, "--threads", "many"],
        vec!["check", lock, "--time", "-1"],
        vec!["check", lock, "--time", "nan"],
        vec!["check", lock, "--write", "certificate"],
        vec!["check", lock, "--engine", "magic"],
        vec!["check", lock, "--engine", "backward", "--threads", "3"],
        vec!["check", lock, "--write", "json=/no/such/folder/report.json"],
        vec!["recheck", lock, "--certificate", lock],
        vec!["convert", lock, "-o", "x.doc"],
        vec!["explain", "everything"],
        vec!["fly"],
    ] {
        let output = umpteen(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).starts_with("error"), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn evidence_of_something_else_is_rejected() {
    let folder = scratch("hostile-evidence");
    let (model, certificate) = (folder.join("lock.tts"), folder.join("lock.cert.json"));
    let text = std::fs::read_to_string(crate::support::root().join("examples/threads/lock.tts")).unwrap();
    std::fs::write(&model, &text).unwrap();
    std::fs::write(folder.join("lock.prop"), "1|1*2\n").unwrap();
    let (model, certificate) = (model.to_str().unwrap(), certificate.to_str().unwrap());
    umpteen(&["check", model, "--write", &format!("certificate={certificate}")]);
    let recheck = || umpteen(&["recheck", model, "--certificate", certificate]).status.code();
    assert_eq!(recheck(), Some(0));
    std::fs::write(model, text.replace("1 1 -> 0 0", "1 1 -> 0 1")).unwrap();
    assert_eq!(recheck(), Some(3), "another system");
    std::fs::write(model, &text).unwrap();
    assert_eq!(recheck(), Some(0));
    let json = std::fs::read_to_string(certificate).unwrap();
    let outcome = |damaged: String| {
        std::fs::write(certificate, damaged).unwrap();
        recheck()
    };
    assert_eq!(outcome(json.replace("\"shared\":1", "\"shared\":0")), Some(3));
    assert_eq!(outcome(json.replace("\"target\":null", "\"target\":\"0|0\"")), Some(3), "another question");
    assert_eq!(outcome(json[..json.len() / 2].to_string()), Some(2), "half a file");
    assert_eq!(outcome(json.replace("\"schema_version\":1", "\"schema_version\":2")), Some(2));
    assert_eq!(outcome(json.replace("\"inputs\"", "\"extra\":1,\"inputs\"")), Some(2));
}
