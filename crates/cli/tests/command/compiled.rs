//! Replay on the compiled program: it really fails, and nothing is compiled unless asked. `.ci/replay` does this for the
//! whole corpus, ten times each.

use crate::support::{other_gcc, root, scratch, stderr, stdout};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// One for each thing that a trace may have: program and options of `check`.
const PROGRAMS: [(&str, &[&str]); 27] = [
    ("examples/c/counter.c", &[]),
    ("examples/c/counter.c", &["--property", "race"]),
    ("examples/c/counter.c", &["--granularity", "statement", "--property", "race"]),
    ("examples/c/library.c", &["--spawn", "acquire_and_release"]),
    ("examples/recursive/tree_bug.c", &[]),
    ("examples/c/ucob/stack_cas_bug.c", &[]),
    ("examples/c/symmpa/inc_cas_bug.c", &["--granularity", "statement"]),
    ("tests/corpus/c/constructs/threads/async_shared_argument.c", &[]),
    ("tests/corpus/c/constructs/atomics/cas_weak_may_fail.c", &[]),
    ("tests/corpus/c/constructs/scopes/goto_past_two_declarations.c", &[]),
    ("tests/corpus/c/constructs/calls/no_return_any_value.c", &[]),
    ("tests/corpus/c/state_machines/state_machine_fallthrough.c", &[]),
    ("tests/corpus/c/constructs/threads/thread_argument_any.c", &[]),
    ("tests/corpus/c/memory/heap_double_free.c", &[]),
    ("tests/corpus/c/memory/heap_use_after_free.c", &[]),
    ("tests/corpus/c/memory/pointer_null_after_check.c", &[]),
    ("tests/corpus/c/memory/array_index_after_check.c", &[]),
    ("tests/corpus/c/memory/bitfield_wraps.c", &[]),
    ("tests/corpus/c/constructs/atomics/cas_gran.c", &[]),
    ("tests/corpus/c/constructs/pointers/tag.c", &["--property", "reach-error"]),
    // With `race`, a use after free; without invalid accesses, a race.
    ("tests/corpus/c/constructs/races/race_free.c", &["--property", "race"]),
    ("tests/corpus/c/constructs/races/race_free.c", &["--property", "no-data-race"]),
    ("tests/corpus/c/sync/barrier_phases_late.c", &[]),
    ("tests/corpus/c/sync/condvar_if_spurious.c", &[]),
    ("tests/corpus/c/sync/once_skipped.c", &[]),
    ("tests/corpus/c/sync/sem_bound_three.c", &[]),
    ("tests/corpus/c/sync/thread_number_address.c", &[]),
];

/// The command, in the project's root, with temporary files in a folder of their own.
fn umpteen(folder: &Path, path: Option<&Path>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(arguments).current_dir(root()).env("TMPDIR", folder).env("NO_COLOR", "1").stdin(Stdio::null());
    if let Some(path) = path {
        command.env("PATH", path);
    }
    command.output().expect("the binary runs")
}

/// Writes a trace for a program and tells where.
fn trace(folder: &Path, file: &str, options: &[&str]) -> String {
    let path = folder.join("trace.json").display().to_string();
    let write = format!("trace={path}");
    let output = umpteen(folder, None, &[&["check", file, "-q", "--write", &write], options].concat());
    assert_eq!(output.status.code(), Some(10), "{file}: {}{}", stdout(&output), stderr(&output));
    path
}

/// Whether the folder holds nothing but the trace and the files that the test put there.
fn is_clean(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    !entries.into_iter().any(|name| name.to_string_lossy().starts_with("umpteen-replay-"))
}

#[test]
fn compiled_programs_fail_like_their_traces() {
    let folder = scratch("compiled");
    let about_replay = std::fs::read_dir(root().join("tests/corpus/c/replay")).unwrap();
    let about_replay: Vec<String> = about_replay.map(|entry| entry.unwrap().path().display().to_string()).collect();
    assert!(about_replay.len() >= 10);
    let programs = PROGRAMS.into_iter().chain(about_replay.iter().map(|file| (file.as_str(), &[][..])));
    for (file, options) in programs {
        let trace = trace(&folder, file, options);
        for _ in 0..2 {
            let output = umpteen(&folder, None, &["replay", file, "--trace", &trace, "--compiled"]);
            let printed = stdout(&output);
            assert_eq!(output.status.code(), Some(0), "{file} {options:?}: {printed}{}", stderr(&output));
            assert!(printed.starts_with("REPRODUCED  ") && printed.contains("\ncompiled gcc -O0 "), "{printed}");
            let race = printed.starts_with("REPRODUCED  two threads can race");
            assert!(!options.contains(&"no-data-race") || race, "{printed}");
            assert!(!race || printed.contains("is stopped before it"), "{printed}");
        }
    }
    assert!(is_clean(&folder), "what was compiled is removed");
}

/// Programs of several files, and what the corpus has nothing of.
#[test]
fn files_are_linked_and_waits_end_too_late() {
    let folder = scratch("compiled_files");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name).display().to_string()
    };
    let main = write(
        "main.c",
        "#include <assert.h>\n#include <pthread.h>\nextern int x; void *run(void *);\nstatic _Thread_local int own;\n\
         int main(void) { pthread_t t; own = 1; pthread_create(&t, 0, run, 0); assert(x == 0 || own != 1); return 0; }\n",
    );
    let other = write(
        "other.c",
        "int x;\nstatic _Thread_local int mine;\nvoid *run(void *u) { mine = 2; x = mine; return 0; }\n",
    );
    let path = folder.join("linked.json").display().to_string();
    let checked = umpteen(&folder, None, &["check", &main, &other, "-q", "--write", &format!("trace={path}")]);
    assert_eq!(checked.status.code(), Some(10), "{}{}", stdout(&checked), stderr(&checked));
    let output = umpteen(&folder, None, &["replay", &main, &other, "--trace", &path, "--compiled"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let timed = write(
        "timed.c",
        "#include <assert.h>\n#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         pthread_cond_t c = PTHREAD_COND_INITIALIZER;\nint x;\n\
         void *run(void *u) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }\n\
         int main(void) { pthread_t t; struct timespec s = {0, 0}; pthread_create(&t, 0, run, 0);\n\
         pthread_mutex_lock(&m); int late = pthread_cond_timedwait(&c, &m, &s);\nassert(!late || x == 0); return 0; }\n",
    );
    // The race is about the second part of what is copied.
    let copied = write(
        "copied.c",
        "#include <pthread.h>\nstruct pair { int first, second; } pair;\nvoid *run(void *u) { pair.second = 1; return 0; }\n\
         int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); struct pair mine = pair; return mine.first; }\n",
    );
    for (file, options) in [(timed, &[][..]), (copied, &["--property", "race"])] {
        let path = trace(&folder, &file, options);
        let output = umpteen(&folder, None, &["replay", &file, "--trace", &path, "--compiled"]);
        assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    }
}

/// A structure that gcc copies with one instruction cannot be torn apart.
#[test]
fn what_gcc_cannot_do_is_refused_with_the_reason() {
    let folder = scratch("compiled_torn");
    let file = "tests/corpus/c/memory/struct_assignment_torn.c";
    let trace = trace(&folder, file, &[]);
    let output = umpteen(&folder, None, &["replay", file, "--trace", &trace, "--compiled"]);
    assert_eq!(output.status.code(), Some(3));
    let reason =
        "NOT REPRODUCED  the compiled program left the trace: gcc copies `shared` as a whole where writer writes it";
    assert!(stdout(&output).starts_with(reason), "{}", stdout(&output));
    // gcc evaluates the last argument first.
    let path = folder.join("order.c");
    let text = "#include <assert.h>\n#include <pthread.h>\nint x, y;\nint at_least(int a, int b) { return a >= b; }\n\
                void *run(void *u) { x = 1; y = 1; return 0; }\n\
                int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); assert(at_least(x, y)); return 0; }\n";
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let trace = self::trace(&folder, file, &[]);
    let output = umpteen(&folder, None, &["replay", file, "--trace", &trace, "--compiled"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("gcc may evaluate operands in another one"), "{}", stdout(&output));
    assert!(is_clean(&folder));
}

#[test]
fn nothing_is_compiled_or_run_unless_asked() {
    let folder = scratch("compiled_unasked");
    let log = folder.join("log");
    let gcc = other_gcc(&folder, &format!("echo \"$@\" >> {}\nexec \"$REAL\" \"$@\"", log.display()));
    let file = "examples/c/counter.c";
    let trace = trace(&folder, file, &[]);
    let output = umpteen(&folder, Some(&gcc), &["replay", file, "--trace", &trace]);
    assert_eq!(output.status.code(), Some(0));
    let calls = std::fs::read_to_string(&log).unwrap();
    assert!(calls.lines().all(|line| line.starts_with("-E ")) && calls.lines().count() == 1, "{calls}");
}

#[test]
fn a_trace_of_another_file_is_rejected_before_anything_is_compiled() {
    let folder = scratch("compiled_other");
    let log = folder.join("log");
    let gcc = other_gcc(&folder, &format!("echo \"$@\" >> {}\nexec \"$REAL\" \"$@\"", log.display()));
    let trace = trace(&folder, "examples/c/counter.c", &[]);
    let other = ["replay", "examples/c/maximum_bug.c", "--trace", &trace, "--compiled"];
    let output = umpteen(&folder, Some(&gcc), &other);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        stdout(&output).starts_with("REJECTED  the evidence was made for other contents of"),
        "{}",
        stdout(&output)
    );
    assert!(!std::fs::read_to_string(&log).unwrap().contains(" -c "));
}

#[test]
fn gcc_may_be_missing_or_refuse() {
    let folder = scratch("compiled_gcc");
    let preprocessed = folder.join("counter.i").display().to_string();
    let gcc = ["-E", "examples/c/counter.c", "-o", &preprocessed];
    assert!(Command::new("gcc").args(gcc).current_dir(root()).status().unwrap().success());
    let trace = trace(&folder, &preprocessed, &[]);
    let arguments = ["replay", &preprocessed, "--trace", &trace, "--compiled"];
    let output = umpteen(&folder, None, &arguments);
    assert_eq!(output.status.code(), Some(0), "preprocessed: {}{}", stdout(&output), stderr(&output));
    let empty = folder.join("empty");
    std::fs::create_dir_all(&empty).unwrap();
    let output = umpteen(&folder, Some(&empty), &arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error[compiler]: cannot run gcc to compile: "), "{}", stderr(&output));
    let refusing = other_gcc(&folder, "echo 'counter.c:1: error: no' >&2; exit 1");
    let output = umpteen(&folder, Some(&refusing), &arguments);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.starts_with("error[compiler]: gcc ended with exit code 1\ncounter.c:1: error: no\n"), "{message}");
    assert!(message.contains("the command was: gcc -O0 "), "{message}");
    assert!(is_clean(&folder));
}

/// The program that gcc makes sleeps for ever instead.
#[test]
fn a_program_that_does_not_end_is_killed() {
    let folder = scratch("compiled_hang");
    let script = "case \"$*\" in *schedule.c*) while [ \"$1\" != -o ]; do shift; done\n\
                  printf '#!/bin/sh\\nsleep 600 & wait' > \"$2\"; chmod +x \"$2\";;\n*) exec \"$REAL\" \"$@\";; esac";
    let hanging = other_gcc(&folder, script);
    let file = "examples/c/counter.c";
    let trace = trace(&folder, file, &[]);
    // The commands besides gcc are found as usual.
    let path = format!("{}:{}", hanging.display(), std::env::var("PATH").unwrap());
    let started = std::time::Instant::now();
    let arguments = ["replay", file, "--trace", &trace, "--compiled", "--time", "4"];
    let output = umpteen(&folder, Some(Path::new(&path)), &arguments);
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    let said = "NOT REPRODUCED  the compiled program did not end in time and was killed\n";
    assert!(stdout(&output).starts_with(said), "{}", stdout(&output));
    // Long before the program ends, also on a busy machine.
    assert!(started.elapsed().as_secs() < 120);
    assert!(is_clean(&folder));
}

#[test]
fn what_was_compiled_can_be_kept_and_run_again() {
    let folder = scratch("compiled_keep");
    let file = "examples/c/counter.c";
    let trace = trace(&folder, file, &[]);
    let kept = folder.join("kept");
    let arguments = ["replay", file, "--trace", &trace, "--compiled", "--keep", kept.to_str().unwrap()];
    assert_eq!(umpteen(&folder, None, &arguments).status.code(), Some(0));
    assert!(std::fs::read_to_string(kept.join("schedule.c")).unwrap().contains("worker 2 value"));
    let again = Command::new(kept.join("program")).output().unwrap();
    assert!(stderr(&again).contains("counter.c:12: worker: Assertion `value == before + 1' failed."));
}

#[test]
fn gdb_stops_at_the_failure() {
    if Command::new("gdb").arg("--version").output().is_err() {
        println!("skipped: gdb is not installed");
        return;
    }
    let folder = scratch("compiled_gdb");
    let file = "examples/c/counter.c";
    let trace = trace(&folder, file, &[]);
    let output = umpteen(&folder, None, &["replay", file, "--trace", &trace, "--compiled", "--gdb"]);
    let printed = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{printed}{}", stderr(&output));
    assert!(
        printed.contains("SIGABRT") && printed.contains("in worker ") && printed.contains("counter.c:12"),
        "{printed}"
    );
    assert!(is_clean(&folder));
}

#[test]
fn gdb_may_be_missing() {
    let folder = scratch("compiled_no_gdb");
    let file = "examples/c/counter.c";
    let trace = trace(&folder, file, &[]);
    let gcc = other_gcc(&folder, "exec \"$REAL\" \"$@\"");
    let output = umpteen(&folder, Some(&gcc), &["replay", file, "--trace", &trace, "--compiled", "--gdb"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error[compiler]: cannot run gdb: "), "{}", stderr(&output));
    assert!(is_clean(&folder));
}

#[test]
fn only_c_is_compiled() {
    let folder = scratch("compiled_only_c");
    let file = "examples/threads/broken_lock.tts";
    let trace = trace(&folder, file, &[]);
    let output = umpteen(&folder, None, &["replay", file, "--trace", &trace, "--compiled"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--compiled is for C programs"), "{}", stderr(&output));
    let output = umpteen(&folder, None, &["replay", file, "--trace", &trace, "--gdb"]);
    assert_eq!(output.status.code(), Some(2), "--gdb is about the compiled program");
    assert!(stderr(&output).contains("--compiled"), "{}", stderr(&output));
    assert!(is_clean(&folder));
}
