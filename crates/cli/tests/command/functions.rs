//! Functions without a body: what is said about them by options, and what a verdict says of that.

use crate::support::{scratch, stderr, stdout, umpteen};
use std::path::{Path, PathBuf};

/// A folder with some files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(&format!("functions-{name}"));
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn shown(path: &Path) -> String {
    path.to_str().unwrap().to_string()
}

/// The report of a program as text.
fn report(name: &str, text: &str, options: &[&str]) -> String {
    let path = shown(&folder(name, &[("program.c", text)]).join("program.c"));
    let output = umpteen(&[&["check", path.as_str(), "--also", "none"], options].concat());
    stdout(&output) + &stderr(&output)
}

#[test]
fn the_first_line_says_what_is_assumed() {
    let text = "#include <assert.h>\nint ask(void); int look(int *); void die(void) __attribute__((noreturn));\n\
                int main(void) { int x = 0; if (ask()) die(); look(&x); assert(x == 0); }\n";
    let told = report("assumed", text, &["--stub", "look=pure"]);
    let first = "if `ask` writes only what it is given and `look` writes nothing and `die` writes only what it is given and does not return";
    assert!(told.starts_with("SAFE  for all threads that are created, ") && told.contains(first), "{told}");
    assert!(told.contains("functions that `--stub` calls pure return, and write nothing"), "{told}");
    assert!(told.contains("functions without a body that do not return end the program or wait for ever"), "{told}");
    let told = report("assumed", text, &[]);
    assert!(told.starts_with("UNSAFE  ") && told.contains("if `ask` and `look` do what the run shows"), "{told}");
}

#[test]
fn pointers_that_are_returned_are_told() {
    let text =
        "#include <assert.h>\nint *find(int *); int x, y;\nint main(void) { int *p = find(&x); assert(p != &y); }\n";
    let told = report("returned", text, &[]);
    assert!(
        told.starts_with("SAFE") && told.contains("pointers that functions without a body return are null"),
        "{told}"
    );
    let none = "#include <assert.h>\nint *find(void); int x;\nint main(void) { int *p = find(); assert(p != &x); }\n";
    assert!(!report("returned", none, &[]).contains("pointers that functions without a body return"));
}

#[test]
fn locks_that_any_function_could_name_are_told() {
    let text = |storage: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\nvoid foo(void);\n{storage}pthread_mutex_t m;\nstatic int x;\n\
             int main(void) {{ pthread_mutex_lock(&m); foo(); assert(x == 0); }}\n"
        )
    };
    let any = ["--unknown-functions", "any"];
    assert!(report("locks", &text(""), &any).contains(", if `foo` leaves the program's locks alone"));
    let told = report("locks", &text("static "), &any);
    assert!(told.starts_with("SAFE  for all threads that are created  "), "{told}");
}

#[test]
fn a_file_says_what_a_function_does() {
    let main = "#include <assert.h>\nint next(void) { return 1; }\nint main(void) { assert(next() == 1); }\n";
    let files = [("main.c", main), ("two.c", "int next(void) { return 2; }\n"), ("none.c", "int other;\n")];
    let folder = folder("file", &files);
    let path = |name: &str| shown(&folder.join(name));
    let stub = |name: &str| format!("next={}", path(name));
    let check = |options: &[&str]| {
        let output = umpteen(&[&["check", path("main.c").as_str(), "--also", "none"], options].concat());
        stdout(&output) + &stderr(&output)
    };
    assert!(check(&[]).starts_with("SAFE"));
    assert!(check(&["--stub", &stub("two.c")]).starts_with("UNSAFE"));
    let told = check(&["--stub", &stub("none.c")]);
    assert!(told.contains("the file that `--stub` names for `next` does not define it"), "{told}");
    // In `umpteen.toml` it is a path from there.
    std::fs::write(folder.join("umpteen.toml"), "stub = [\"next=two.c\"]\nmay-fail = [\"malloc\"]\n").unwrap();
    std::fs::create_dir_all(folder.join("below")).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_umpteen"));
    let output =
        command.args(["check", "../main.c", "--also", "none"]).current_dir(folder.join("below")).output().unwrap();
    let told = stdout(&output) + &stderr(&output);
    assert!(told.starts_with("UNSAFE") && told.contains("--stub=next=../two.c"), "{told}");
}

#[test]
fn evidence_is_about_what_was_said() {
    let text = "#include <assert.h>\n#include <stdlib.h>\nint foo(int *);\n\
                int main(void) { int *p = malloc(sizeof *p), x = 0; foo(&x); assert(x == 0 && p); }\n";
    let folder = folder("evidence", &[("program.c", text)]);
    let (program, proof) = (shown(&folder.join("program.c")), shown(&folder.join("proof.json")));
    let write = format!("certificate={proof}");
    let safe = umpteen(&["check", &program, "--also", "none", "--stub", "foo=pure", "--write", &write]);
    assert!(stdout(&safe).starts_with("SAFE"), "{}", stdout(&safe));
    let again = umpteen(&["recheck", &program, "--certificate", &proof]);
    assert!(again.status.success(), "{}", stdout(&again) + &stderr(&again));
    let (run, write) = (shown(&folder.join("run.json")), format!("trace={}", shown(&folder.join("run.json"))));
    let failing = umpteen(&[
        "check",
        &program,
        "--also",
        "none",
        "--stub",
        "foo=pure",
        "--may-fail",
        "malloc",
        "--write",
        &write,
    ]);
    assert!(stdout(&failing).starts_with("UNSAFE"), "{}", stdout(&failing));
    let again = umpteen(&["replay", &program, "--trace", &run]);
    assert!(stdout(&again).contains("malloc"), "{}", stdout(&again) + &stderr(&again));
}

#[test]
fn what_is_not_known_is_refused() {
    let text = "int foo(void);\nint main(void) { return foo(); }\n";
    for value in ["foo", "foo=", "=pure", "foo=safe"] {
        let told = report("words", text, &["--stub", value]);
        assert!(told.contains("--stub takes NAME=frame, NAME=any, NAME=pure, NAME=noreturn or NAME=FILE.c"), "{told}");
    }
    let told = report("words", text, &["--may-fail", "malloc,strlen"]);
    assert!(told.contains("--may-fail takes some of calloc, ") && told.contains("pthread_create"), "{told}");
}

#[test]
fn what_may_fail_is_not_assumed_to_succeed() {
    let text = "#include <pthread.h>\n#include <stdlib.h>\nvoid *run(void *unused) { return 0; }\n\
                int main(void) { pthread_t t; int *p = malloc(4); if (pthread_create(&t, 0, run, 0)) return 1; free(p); }\n";
    let told = report("fails", text, &[]);
    assert!(told.contains("memory can be allocated") && told.contains("threads can be created"), "{told}");
    let told = report("fails", text, &["--may-fail", "malloc,pthread_create"]);
    assert!(!told.contains("memory can be allocated") && !told.contains("threads can be created"), "{told}");
}

#[test]
fn few_threads_are_told_where_there_is_no_answer() {
    // The proof needs a square.
    let text = "#include <assert.h>\n#include <pthread.h>\nunsigned n, s;\npthread_mutex_t m;\n\
                void *run(void *unused) { pthread_mutex_lock(&m); n++; s = s + 2 * n - 1; pthread_mutex_unlock(&m); return 0; }\n\
                int main(void) { pthread_t t; for (;;) { pthread_create(&t, 0, run, 0); pthread_mutex_lock(&m); assert(s == n * n); \
                pthread_mutex_unlock(&m); } }\n";
    let told = report("few", text, &["--time", "3"]);
    assert!(
        told.starts_with("UNKNOWN  ") && told.contains("\nknown    nothing fails with at most 3 threads, "),
        "{told}"
    );
}
