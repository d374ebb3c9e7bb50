//! Converted models keep their verdict.

use crate::support::{root, scratch, stderr, umpteen};
use std::path::Path;

#[test]
fn a_converted_model_keeps_its_verdict() {
    let folder = scratch("convert");
    let models = [
        ("examples/threads/lock.tts", None, 0),
        ("examples/threads/broken_lock.tts", None, 10),
        ("tests/corpus/tts/three_threads.tts", None, 10),
        ("tests/corpus/tts/broadcast_all.tts", None, 10),
        ("tests/corpus/tts/broadcast_nobody_left.tts", None, 0),
        ("tests/corpus/tts/guard_by_added_thread.tts", None, 10),
        ("examples/nets/readers_writers.spec", None, 0),
        ("examples/nets/producer.pnml", Some("full>=3"), 10),
        ("tests/corpus/spec/transfer.spec", None, 10),
        ("tests/corpus/spec/weights.spec", None, 0),
    ];
    for (file, target, exit) in models {
        for extension in ["tts", "spec", "pnml"] {
            let output = folder.join("converted").with_extension(extension);
            let mut arguments = vec!["convert", file, "-o", output.to_str().unwrap()];
            arguments.extend(target.iter().flat_map(|target| ["--target", target]));
            let converted = umpteen(&arguments);
            let note = stderr(&converted);
            if converted.status.code() == Some(2) {
                assert!(note.starts_with("error[unsupported]"), "{file} to {extension}: {note}");
                assert!(extension == "pnml" && note.contains("transfer"), "{file} to {extension}: {note}");
                continue;
            }
            // PNML holds no target: the note says how to give it.
            let pnml_target = note.split('\'').nth(1).map(str::to_string);
            let mut arguments = vec!["check", output.to_str().unwrap()];
            arguments.extend(pnml_target.iter().flat_map(|target| ["--target", target.as_str()]));
            let checked = umpteen(&arguments);
            assert_eq!(checked.status.code(), Some(exit), "{file} to {extension}: {}", stderr(&checked));
        }
    }
}

#[test]
fn signals_and_several_starts_are_refused_by_name() {
    let output = scratch("convert-refused").join("out.spec");
    let output = output.to_str().unwrap();
    let signal = umpteen(&["convert", "tests/corpus/tts/signal_one.tts", "-o", output, "--init", "0|0"]);
    assert!(stderr(&signal).contains("a net has no signals: `0 0 -> 1 3 : one 1 ~> 2`"), "{}", stderr(&signal));
    let starts = umpteen(&["convert", "tests/corpus/tts/two_starts.tts", "-o", output, "--init", "0|1;1|0"]);
    assert!(stderr(&starts).contains("several starts"), "{}", stderr(&starts));
    assert!(!Path::new(output).exists() && root().exists());
}
