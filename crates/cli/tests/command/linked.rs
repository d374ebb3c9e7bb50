//! Several C files that are linked as one program.

use crate::support::{scratch, stderr, stdout, umpteen};
use std::path::Path;

const WORKER: &str = "\
extern int value;
void __CPROVER_assert(int, const char *);
void worker(void)
{
    int before = value;
    value = before + 1;
    __CPROVER_assert(value == before + 1, \"kept\");
}
";

const MAIN: &str = "\
void worker(void);
int value;
int main(void)
{
    while (1) {
    __CPROVER_ASYNC_1:
        worker();
    }
}
";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn files_of_different_folders_are_one_program() {
    let folder = scratch("linked-folders");
    let (main, worker) = (write(&folder, "one/main.c", MAIN), write(&folder, "two/worker.i", WORKER));
    for files in [[&main, &worker], [&worker, &main]] {
        let output = umpteen(&["check", files[0], files[1]]);
        assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains(&format!("\n  --> {worker}:7:5\n")), "{text}");
        assert!(text.contains("main.c:7") && text.contains("value = before + 1  worker.i:6"), "{text}");
    }
    let alone = umpteen(&["check", &main, "--unknown-functions", "refuse"]);
    assert_eq!(alone.status.code(), Some(2), "the worker is missing: {}", stdout(&alone));
    let text = stdout(&umpteen(&["check", &main]));
    assert!(text.starts_with("SAFE  for any number of threads, if `worker` writes only what it is given"), "{text}");
    // Files of one name in two folders are told apart.
    let same = write(&folder, "two/main.c", WORKER);
    let text = stdout(&umpteen(&["check", &main, &same]));
    assert!(text.contains("value = before + 1  two/main.c:6"), "{text}");
}

#[test]
fn errors_name_the_file_they_are_in() {
    let folder = scratch("linked-errors");
    let main = write(&folder, "one/main.c", MAIN);
    write(&folder, "two/part.h", "\nextern float size;\n");
    let worker =
        write(&folder, "two/worker.c", &format!("#include \"part.h\"\n{WORKER}int twice(void) {{ return (; }}\n"));
    let message = stderr(&umpteen(&["check", &main, &worker]));
    assert!(message.contains(&format!("--> {worker}:10:27\n")), "{message}");
    assert!(message.contains("10 | int twice(void) { return (; }\n"), "{message}");
    // The source that a marker names is not there: the place is in the text that was given.
    let text = "int x;\n# 70 \"lost.c\"\nint y = (;\n";
    let preprocessed = write(&folder, "three/lost.i", text);
    for files in [vec![&preprocessed], vec![&main, &preprocessed]] {
        let arguments: Vec<&str> = ["check"].into_iter().chain(files.iter().map(|file| file.as_str())).collect();
        let message = stderr(&umpteen(&arguments));
        assert!(message.contains(&format!("--> {preprocessed}:3:10\n")), "{message}");
        assert!(message.contains("3 | int y = (;\n"), "{message}");
    }
    let missing = folder.join("missing.c");
    let message = stderr(&umpteen(&["check", &main, missing.to_str().unwrap()]));
    assert!(message.starts_with("error[cannot-read]: ") && message.contains("missing.c"), "{message}");
}

#[test]
fn the_evidence_is_about_all_files() {
    let folder = scratch("linked-evidence");
    let safe = WORKER.replace("value == before + 1", "value != before + 2 || before != before");
    let (main, worker) = (write(&folder, "main.c", MAIN), write(&folder, "worker.c", WORKER));
    let trace = folder.join("trace").to_str().unwrap().to_string();
    let checked = umpteen(&["check", &main, &worker, &format!("--write=trace={trace}")]);
    let command = format!("replay   umpteen replay {main} {worker} --trace {trace}\n");
    assert!(stdout(&checked).contains(&command), "{}", stdout(&checked));
    let replay = |files: [&str; 2]| umpteen(&["replay", files[0], files[1], "--trace", &trace]);
    let again = replay([&main, &worker]);
    assert_eq!(again.status.code(), Some(0), "{}{}", stdout(&again), stderr(&again));
    assert_eq!(replay([&worker, &main]).status.code(), Some(3), "another order");
    write(&folder, "worker.c", &safe);
    let other = replay([&main, &worker]);
    assert_eq!(other.status.code(), Some(3), "another file");
    assert!(stdout(&other).contains("worker.c"), "{}", stdout(&other));
}

#[test]
fn static_names_of_two_files_are_told_apart() {
    let folder = scratch("linked-statics");
    let counter = "static int counter;\nstatic int bump(void) { return ++counter; }\n";
    let worker = format!("{counter}void worker(void) {{ bump(); }}\nint total(void) {{ return counter; }}\n");
    let main = format!(
        "{counter}void __CPROVER_assert(int, const char *);\nvoid worker(void);\nint total(void);\nint main(void)\n{{\n    bump();\n    \
         worker();\n    worker();\n    __CPROVER_assert(counter == 1, \"own\");\n    __CPROVER_assert(total() == 3, \"other\");\n}}\n"
    );
    let (main, worker) = (write(&folder, "main.c", &main), write(&folder, "worker.c", &worker));
    let trace = folder.join("trace").to_str().unwrap().to_string();
    let checked = umpteen(&["check", &main, &worker, &format!("--write=trace={trace}")]);
    let text = stdout(&checked);
    assert!(text.contains("counter@main: 0 -> 1") && text.contains("counter@worker: 0 -> 2"), "{text}");
    let replayed = umpteen(&["replay", &main, &worker, "--trace", &trace, "--compiled"]);
    assert!(stdout(&replayed).starts_with("REPRODUCED"), "{}{}", stdout(&replayed), stderr(&replayed));
    let given = umpteen(&["check", &main, &worker, "--predicate", "counter@worker == 2"]);
    assert_eq!(given.status.code(), Some(10), "{}", stderr(&given));
}

#[test]
fn only_c_is_linked() {
    let folder = scratch("linked-usage");
    let main = write(&folder, "main.c", MAIN);
    for other in ["examples/threads/lock.tts", "examples/boolean/tas_lock.bp", "examples/c/linked/counter.yml"] {
        for command in ["check", "show"] {
            let output = umpteen(&[command, &main, other]);
            assert_eq!(output.status.code(), Some(2), "{other}");
            assert!(stderr(&output).starts_with("error[usage]: "), "{}", stderr(&output));
        }
    }
    let output = umpteen(&["check", "examples/threads/lock.tts", "examples/threads/pool.tts"]);
    assert_eq!(output.status.code(), Some(2));
}
