//! `umpteen.toml`, completions and manual pages: what comes from the one definition of the command line.

use crate::support::{root, scratch, stderr, stdout, umpteen};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn in_folder(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(arguments).current_dir(folder).output().expect("the binary runs")
}

/// A folder with a program, a folder in it, and what `umpteen.toml` says.
fn project(name: &str, defaults: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    std::fs::create_dir_all(folder.join("sub/include")).unwrap();
    std::fs::copy(root().join("examples/c/counter.c"), folder.join("counter.c")).unwrap();
    std::fs::write(folder.join("umpteen.toml"), defaults).unwrap();
    folder
}

#[test]
fn defaults_are_used_and_told() {
    let folder = project("defaults", "# what we ask\nproperty = \"race\"\ntime = 60\nquiet = false\nverbose = true\n");
    let told = stdout(&in_folder(&folder, &["check", "counter.c"]));
    assert!(told.starts_with("UNSAFE  two threads can race"), "{told}");
    assert!(told.contains("\ndefaults --property=race --time=60 --verbose, by umpteen.toml\n"), "{told}");
    let trace = format!("trace={}", folder.join("trace.json").display());
    let below = stdout(&in_folder(&folder.join("sub"), &["check", "../counter.c", "--write", &trace]));
    assert!(below.contains("by ../umpteen.toml"), "{below}");
    let evidence: Value = serde_json::from_str(&std::fs::read_to_string(folder.join("trace.json")).unwrap()).unwrap();
    assert_eq!(evidence["property"], "race", "what changes the question goes into evidence");
    let report = stdout(&in_folder(&folder, &["check", "counter.c", "--output-format", "json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["defaults"]["file"], "umpteen.toml");
    assert_eq!(report["property"], "race");
}

#[test]
fn the_command_line_wins() {
    let folder = project("defaults-overridden", "property = \"race\"\nquiet = true\nthreads = 1\n");
    let given = ["check", "counter.c", "--property", "assert", "--verbose", "--threads", "any"];
    let told = stdout(&in_folder(&folder, &given));
    assert!(told.starts_with("UNSAFE  an assertion can fail") && !told.contains("defaults"), "{told}");
    std::fs::write(folder.join("p.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
    let file = stdout(&in_folder(&folder, &["check", "counter.c", "--property-file", "p.prp", "-v"]));
    assert!(file.contains("defaults --threads=1, by umpteen.toml"), "what excludes a default, overrides it: {file}");
    let without = stdout(&in_folder(&folder, &["check", "counter.c", "--no-defaults"]));
    assert!(without.starts_with("UNSAFE  an assertion can fail") && without.lines().count() > 5, "{without}");
    let other = stdout(&in_folder(&folder, &["show", "counter.c"]));
    assert!(!other.contains("defaults"), "only `check` has defaults");
}

#[test]
fn paths_are_those_of_the_file() {
    let folder = project("defaults-paths", "include = [\"sub/include\"]\n");
    std::fs::write(folder.join("sub/include/size.h"), "#define SIZE 3\n").unwrap();
    let text = "#include <assert.h>\n#include <size.h>\nint main(void) { assert(SIZE == 3); }\n";
    std::fs::write(folder.join("sub/size.c"), text).unwrap();
    let told = in_folder(&folder.join("sub"), &["check", "size.c"]);
    assert!(stdout(&told).starts_with("SAFE"), "{}", stderr(&told));
    assert!(stdout(&told).contains("-I../sub/include"), "{}", stdout(&told));
}

#[test]
fn mistakes_are_marked() {
    for (text, message) in [
        ("time = -1\n", "error[usage]: invalid value '-1' for '--time <SECONDS>'"),
        ("\ntimes = 1\n", "error[unknown-name]: `times` is not an option of `umpteen check`"),
        ("write = [\"json=x\"]\n", "error[unknown-name]: `write` is not"),
        ("files = [\"a.c\"]\n", "error[unknown-name]: `files` is not"),
        ("worker = true\n", "error[unknown-name]: `worker` is not"),
        ("property_file = \"x\"\n", "error[unknown-name]: `property_file` is not"),
        ("quiet = 1\n", "error[usage]: expected `true` or `false`"),
        ("spawn = \"f\"\n", "error[usage]: expected a list of texts"),
        ("engine = \"magic\"\n", "error[usage]: invalid value 'magic' for '--engine <NAME>'; expected auto"),
        ("[check]\ntime = 1\n", "error[unknown-name]: `check` is not"),
        ("time = \n", "error[syntax]: "),
        ("time = 1\ntime = 2\n", "error[syntax]: "),
        ("time = [1]\n", "error[usage]: expected a text or a number"),
    ] {
        let folder = project("defaults-mistakes", text);
        let output = in_folder(&folder, &["check", "counter.c"]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}: {told}");
        assert!(told.starts_with(message) && told.contains("--> umpteen.toml:"), "{text}: {told}");
    }
    let folder = project("defaults-mistakes", "quiet = true\nverbose = true\n");
    let told = stderr(&in_folder(&folder, &["check", "counter.c"]));
    assert!(told.starts_with("error[usage]: umpteen.toml, with the command line: "), "{told}");
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = stdout(&umpteen(&["completions", shell]));
        assert!(text.contains("umpteen") && text.contains("output-format") && text.contains("completions"), "{shell}");
    }
    let path = scratch("completions").join("umpteen.bash");
    std::fs::write(&path, stdout(&umpteen(&["completions", "bash"]))).unwrap();
    if let Ok(output) = Command::new("bash").arg("-n").arg(&path).output() {
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let page = stdout(&umpteen(&["man"]));
    assert!(page.contains(".TH umpteen 1") && page.contains("umpteen\\-check(1)"), "{page}");
    let page = stdout(&umpteen(&["man", "check"]));
    assert!(page.contains(".TH umpteen-check 1") && page.contains("\\-\\-output\\-format"), "{page}");
    assert_eq!(umpteen(&["man", "fly"]).status.code(), Some(2));
    assert_eq!(umpteen(&["completions", "csh"]).status.code(), Some(2));
}
