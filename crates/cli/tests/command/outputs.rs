//! Outputs that cannot be written: a full disk, a folder that is read-only or missing, a reader that is gone. A message, exit code 2, and
//! no file that looks complete.

use crate::support::{root, scratch, stderr, stdout, umpteen};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// An input for every kind of `--write`.
const KINDS: [(&str, &str); 8] = [
    ("json", "examples/threads/lock.tts"),
    ("html", "examples/threads/lock.tts"),
    ("certificate", "examples/threads/lock.tts"),
    ("trace", "examples/threads/broken_lock.tts"),
    ("sarif", "examples/threads/lock.tts"),
    ("junit", "examples/threads/lock.tts"),
    ("witness", "tests/corpus/c/counters/counter_two_threads_lost.c"),
    ("bp", "examples/c/counter.c"),
];

/// Runs a script in the project's root with a file system of its own on `$DISK`; none where users may not mount one.
fn with_disk(name: &str, options: &str, script: &str) -> Option<Output> {
    let disk = scratch(name);
    let mounted = format!("mount -t tmpfs -o {options} tmpfs \"$DISK\" || exit 99\n{script}");
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &mounted]).current_dir(root()).env("DISK", &disk).env("NO_COLOR", "1");
    let output = command.env("UMPTEEN", env!("CARGO_BIN_EXE_umpteen")).output();
    let output =
        output.ok().filter(|output| output.status.code() != Some(99) && !stderr(output).starts_with("unshare"));
    if output.is_none() {
        println!("skipped: mounting a file system is not permitted");
    }
    output
}

/// Every command that writes, as lines of a script that print the exit code and what is in the folder then.
fn writers() -> String {
    let mut script = String::new();
    for (kind, file) in KINDS {
        script +=
            &format!("$UMPTEEN check {file} -q --write {kind}=$DISK/out >/dev/null; echo {kind} $? $(ls $DISK)\n");
    }
    script += "$UMPTEEN convert examples/threads/lock.tts -o $DISK/out.spec; echo convert $? $(ls $DISK)\n";
    script += "$UMPTEEN batch examples/threads -o $DISK/out -q >/dev/null; echo batch $? $(ls $DISK)\n";
    script += "$UMPTEEN check examples/c/counter.c -q --write trace=$TRACE >/dev/null\n";
    script += "$UMPTEEN replay examples/c/counter.c --trace $TRACE --compiled --keep $DISK/kept; echo replay $? $(ls $DISK)\n";
    script
}

fn all_failed(output: &Output, left: &str, message: &str) {
    let printed = stdout(output);
    let names = KINDS.iter().map(|(kind, _)| *kind).chain(["convert", "batch", "replay"]);
    let mut lines = printed.lines();
    for name in names {
        assert_eq!(
            lines.next().unwrap_or("").trim_end(),
            format!("{name} 2 {left}").trim_end(),
            "{printed}{}",
            stderr(output)
        );
    }
    let messages = stderr(output);
    assert!(messages.matches(message).count() >= 10 && !messages.contains("panicked"), "{messages}");
}

#[test]
fn a_full_disk_leaves_no_file() {
    let trace = scratch("outputs-full-trace").join("t.json");
    // Nothing but a name fits any more, and folders take no space.
    let fill = "cat /dev/zero > $DISK/zeros 2>/dev/null\n";
    let script = format!(
        "TRACE={}\n{fill}{}",
        trace.display(),
        writers().replace("$(ls $DISK)", "$(find $DISK -size +0 -type f -printf '%f ')")
    );
    let Some(output) = with_disk("outputs-full", "size=4k", &script) else { return };
    all_failed(&output, "zeros", "No space left on device");
}

#[test]
fn a_read_only_folder_is_told() {
    let trace = scratch("outputs-read-only-trace").join("t.json");
    let script = format!("TRACE={}\n{}", trace.display(), writers());
    let Some(output) = with_disk("outputs-read-only", "ro", &script) else { return };
    all_failed(&output, "", "Read-only file system");
}

#[test]
fn what_was_there_stays_when_the_disk_is_full() {
    let script = "$UMPTEEN check examples/threads/lock.tts -q --write json=$DISK/out; cp $DISK/out $DISK/copy\n\
                  cat /dev/zero > $DISK/zeros 2>/dev/null\n\
                  $UMPTEEN check examples/threads/pool.tts -q --write json=$DISK/out; echo $? $(ls $DISK)\n\
                  cmp $DISK/out $DISK/copy && echo same";
    let Some(output) = with_disk("outputs-stays", "size=16k", script) else { return };
    let printed = stdout(&output);
    assert!(printed.ends_with("2 copy out zeros\nsame\n"), "{printed}{}", stderr(&output));
}

/// The batch stops, and goes on where it was when there is space again.
#[test]
fn a_batch_goes_on_after_the_disk_was_full() {
    let script = "cat /dev/zero > $DISK/zeros 2>/dev/null; truncate -s 188k $DISK/zeros\n\
                  $UMPTEEN batch examples/nets -o $DISK/out --evidence --time 60 -q; echo first $?\n\
                  rm $DISK/zeros; $UMPTEEN batch examples/nets -o $DISK/out --evidence --time 60; echo second $?\n\
                  wc -l < $DISK/out/results.jsonl; find $DISK -name '*.tmp'";
    let Some(output) = with_disk("outputs-batch", "size=200k", script) else { return };
    let printed = stdout(&output);
    assert!(printed.starts_with("first 2\n") && printed.contains("second 0\n"), "{printed}{}", stderr(&output));
    let rows = printed.lines().last().unwrap_or("");
    assert!(printed.contains(&format!("{rows} tasks\n")), "{printed}");
}

#[test]
fn places_where_no_file_can_be() {
    let folder = scratch("outputs-places");
    for (kind, file) in KINDS {
        let is_folder = kind == "bp";
        for place in ["/dev/full", "missing/out", ""] {
            // A folder that is missing is made for the Boolean programs.
            if is_folder && place != "/dev/full" {
                continue;
            }
            let path = folder.join(place);
            let output = umpteen(&["check", file, "-q", "--write", &format!("{kind}={}", path.display())]);
            assert_eq!(output.status.code(), Some(2), "{kind} {place}: {}", stderr(&output));
            assert!(stderr(&output).starts_with("error[cannot-write]: "), "{kind} {place}: {}", stderr(&output));
        }
    }
    let output =
        umpteen(&["convert", "examples/threads/lock.tts", "-o", folder.join("missing/x.spec").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let output = umpteen(&["batch", "examples/threads", "-q", "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing was made");
}

/// Runs a line of a shell in which `$UMPTEEN` is the command; tells what it printed.
fn shell(script: &str) -> String {
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(root()).env("UMPTEEN", env!("CARGO_BIN_EXE_umpteen"));
    stdout(&command.stderr(Stdio::inherit()).output().expect("there is bash"))
}

#[test]
fn a_verdict_that_nobody_can_read_is_no_success() {
    for format in ["text", "json", "sarif", "svcomp", "github"] {
        let check = format!("$UMPTEEN check examples/threads/lock.tts --output-format {format}");
        assert_eq!(shell(&format!("{check} > /dev/full 2>/dev/null; echo $?")), "2\n", "{format}");
    }
    for command in [
        "engines",
        "explain",
        "man",
        "completions bash",
        "show examples/threads/lock.tts",
        "reach examples/threads/lock.tts",
    ] {
        assert_eq!(shell(&format!("$UMPTEEN {command} > /dev/full 2>/dev/null; echo $?")), "2\n", "{command}");
    }
}

/// When the reader of standard output is gone, the exit code still tells the verdict.
#[test]
fn a_reader_that_is_gone_gets_the_exit_code() {
    let folder = scratch("outputs-gone");
    for (file, code) in [("lock", "0"), ("broken_lock", "10")] {
        let check = format!("$UMPTEEN check examples/threads/{file}.tts --write json={}/{file}.json", folder.display());
        assert_eq!(shell(&format!("{check} | head -c 0; echo ${{PIPESTATUS[0]}}")), format!("{code}\n"));
        assert_eq!(shell(&format!("({check} >&-) ; echo $?")), format!("{code}\n"));
        assert_eq!(shell(&format!("({check} >&- <&- 2>&-) ; echo $?")), format!("{code}\n"));
        let text = std::fs::read(folder.join(format!("{file}.json"))).unwrap();
        serde_json::from_slice::<serde_json::Value>(&text).expect("the file is the report and nothing else");
    }
}

#[test]
fn links_are_followed_to_what_they_name_and_nothing_else_is_made() {
    let folder = scratch("outputs-links");
    std::fs::create_dir(folder.join("elsewhere")).unwrap();
    let (real, link) = (folder.join("elsewhere/report.json"), folder.join("report.json"));
    std::fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let write = format!("json={}", link.display());
    assert_eq!(umpteen(&["check", "examples/threads/lock.tts", "-q", "--write", &write]).status.code(), Some(0));
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert!(std::fs::read_to_string(&real).unwrap().starts_with('{'));
    let count = |path: &Path| std::fs::read_dir(path).unwrap().count();
    assert_eq!((count(&folder), count(&folder.join("elsewhere"))), (2, 1));
}
