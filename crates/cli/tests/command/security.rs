//! The promises of docs/security.md that are not tested elsewhere: hostile files, names and evidence.

use crate::support::{other_gcc, root, scratch, stderr, stdout};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn umpteen<S: AsRef<std::ffi::OsStr>>(folder: &Path, arguments: &[S]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(arguments).current_dir(folder).env("TMPDIR", folder).env("NO_COLOR", "1").env_remove("COLUMNS");
    command.stdin(Stdio::null()).output().expect("the binary runs")
}

/// Standard output and standard error.
fn said(output: &Output) -> String {
    stdout(output) + &stderr(output)
}

/// A program that fails with two threads.
const FAILING: &str = "#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *run(void *u) { x = 1; return 0; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); assert(x == 0); return 0; }\n";

#[test]
fn checking_compiles_and_runs_nothing() {
    let folder = scratch("security-runs");
    let log = folder.join("log");
    let gcc = other_gcc(&folder, &format!("echo \"$@\" >> {}\nexec \"$REAL\" \"$@\"", log.display()));
    let text = FAILING.replace("int x;", "__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint x;");
    std::fs::write(folder.join("asm.c"), text).unwrap();
    std::fs::write(folder.join("plain.c"), FAILING).unwrap();
    let trace = "trace=plain.json";
    for arguments in [
        &["check", "asm.c"][..],
        &["check", "plain.c", "--write", trace, "--write", "html=plain.html"],
        &["show", "plain.c"],
        &["replay", "plain.c", "--trace", "plain.json"],
        &["batch", ".", "-o", "out", "-q"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
        let output = command.args(arguments).current_dir(&folder).env("PATH", &gcc).output().unwrap();
        assert!(!said(&output).contains("root:") && !said(&output).contains("cannot run gcc"), "{}", said(&output));
    }
    let calls = std::fs::read_to_string(&log).unwrap();
    assert!(calls.lines().count() >= 6 && calls.lines().all(|line| line.starts_with("-E -x c ")), "{calls}");
}

#[test]
fn names_are_no_options_and_no_commands() {
    let folder = scratch("security-names");
    std::fs::write(folder.join("args"), "-o pwned").unwrap();
    for name in
        ["-fplugin=x.c", "--help.c", "@args.c", "a b;touch pwned;.c", "$(touch pwned).c", "`touch pwned`.c", "-.c"]
    {
        std::fs::write(folder.join(name), FAILING).unwrap();
        let output = umpteen(&folder, &["check", "-q", "--write", "trace=t.json", "--", name]);
        assert_eq!(output.status.code(), Some(10), "{name}: {}", said(&output));
        let output = umpteen(&folder, &["replay", "--trace", "t.json", "--compiled", "--", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", said(&output));
        assert!(!folder.join("pwned").exists(), "{name}");
    }
}

#[test]
fn a_compiler_beside_a_file_is_not_run() {
    let folder = scratch("security-path");
    let gcc = other_gcc(&folder, "touch pwned; exec \"$REAL\" \"$@\"");
    std::fs::rename(gcc.join("gcc"), folder.join("gcc")).unwrap();
    std::fs::write(folder.join("a.c"), FAILING).unwrap();
    let path = format!(".::bin:{}", std::env::var("PATH").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    let output = command.args(["check", "-q", "a.c"]).current_dir(&folder).env("PATH", path).output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", said(&output));
    assert!(!folder.join("pwned").exists());
}

/// A trace is data, and says nothing about what is run unless the user says it too.
#[test]
fn a_trace_does_not_choose_what_is_compiled() {
    let folder = scratch("security-macros");
    std::fs::write(folder.join("a.c"), FAILING.replace("x = 1;", "x = VALUE;")).unwrap();
    let check = ["check", "-q", "a.c", "-D", "VALUE=(1 + 0)", "--write", "trace=t.json"];
    assert_eq!(umpteen(&folder, &check).status.code(), Some(10));
    let output = umpteen(&folder, &["replay", "a.c", "--trace", "t.json", "--compiled"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let message = "error[usage]: the trace changes what is compiled and run, asked with -D 'VALUE=(1 + 0)': ";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    let output = umpteen(&folder, &["replay", "a.c", "--trace", "t.json", "--compiled", "-D", "VALUE=(1 + 0)"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let output = umpteen(&folder, &["replay", "a.c", "--trace", "t.json"]);
    assert_eq!(output.status.code(), Some(0), "where nothing is compiled, the trace may tell: {}", said(&output));
}

/// The compiled program is in a folder that nobody else can enter.
#[test]
fn what_is_compiled_is_private() {
    let folder = scratch("security-private");
    std::fs::write(folder.join("a.c"), FAILING).unwrap();
    assert_eq!(umpteen(&folder, &["check", "-q", "a.c", "--write", "trace=t.json"]).status.code(), Some(10));
    let script = "stat -c %a umpteen-replay-* >> modes 2>/dev/null\nexec \"$REAL\" \"$@\"";
    let gcc = other_gcc(&folder, script);
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(["replay", "a.c", "--trace", "t.json", "--compiled"]).current_dir(&folder).env("TMPDIR", &folder);
    let output = command.env("PATH", &gcc).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let modes = std::fs::read_to_string(folder.join("modes")).unwrap();
    assert!(modes.lines().count() > 1 && modes.lines().all(|mode| mode == "700"), "{modes}");
}

/// Characters that move the cursor, change colours or turn the direction of writing.
#[test]
fn what_acts_on_a_terminal_is_never_printed() {
    let folder = scratch("security-terminal");
    let evil = "\u{1b}[2J\u{9b}31m\u{202e}\u{7}";
    let write = |name: &str, text: &str| {
        let name = name.replace("EVIL", evil);
        std::fs::write(folder.join(&name), text.replace("EVIL", evil)).unwrap();
        name
    };
    let failing = write("EVIL.c", &FAILING.replace("assert(x == 0)", "assert(x == 0 && \"EVIL\")"));
    let wrong = write("wrong EVIL.c", "int main(void) { return \"EVIL\" 1; }\n#line 7 \"EVIL\"\n)\n");
    let refused = write("refused EVIL.c", "#error EVIL\n");
    let system = write("EVIL.tts", "1 2\n0 0 -> 0 1 EVIL\n");
    let place =
        "<place id=\"EVIL\"><name><text>EVIL</text></name><initialMarking><text>1</text></initialMarking></place>";
    let net = write("EVIL.pnml", &format!("<pnml><net id=\"n\"><page id=\"p\">{place}</page></net></pnml>"));
    let list = write("list EVIL", "EVIL.c\n'EVIL missing.c'\nEVIL.c --EVIL\n");
    let target = format!("{evil}>=1");
    for arguments in [
        vec!["check", &failing],
        vec!["check", &failing, "-v", "--full"],
        vec!["check", &failing, "--output-format", "json"],
        vec!["check", &failing, "--output-format", "sarif"],
        vec!["check", &failing, "--output-format", "github"],
        vec!["show", &failing],
        vec!["check", &wrong],
        vec!["check", &refused],
        vec!["check", &system],
        vec!["check", &net, "--target", &target],
        vec!["show", &net],
        vec!["convert", &net, "-o", "out.spec"],
        vec!["check", "missing \u{1b}[2J.c"],
        vec!["batch", &list, "-o", "out"],
        vec!["batch", ".", "-o", "out"],
    ] {
        let output = umpteen(&folder, &arguments);
        let said = said(&output);
        let acts = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
        assert!(!said.contains(acts), "{arguments:?}: {said:?}");
        assert_ne!(output.status.code(), Some(70), "{arguments:?}: {said:?}");
    }
}

/// An included file is read like any other part of the program; of what is none, one line is shown where it goes wrong.
#[test]
fn included_files_are_shown_no_more_than_needed() {
    let folder = scratch("security-includes");
    let (inside, outside) = (folder.join("inside"), folder.join("outside"));
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::create_dir_all(&outside).unwrap();
    std::fs::write(outside.join("secrets"), "FIRST secret\nSECOND secret\nTHIRD secret\n").unwrap();
    std::fs::write(outside.join("header.h"), "// HIDDEN\nextern int other;\n").unwrap();
    let write = |name: &str, text: &str| std::fs::write(inside.join(name), text).unwrap();
    write("leak.c", "#include \"../outside/secrets\"\nint main(void) { return 0; }\n");
    let output = umpteen(&inside, &["check", "leak.c", "--write", "html=leak.html"]);
    assert_eq!(output.status.code(), Some(2));
    let lines = said(&output).matches("secret\n").count();
    assert!(lines <= 1 && !said(&output).contains("SECOND") && !inside.join("leak.html").exists(), "{}", said(&output));
    // A page holds files of the program's own folders only, whatever is included or named by a line marker.
    write("header.c", &format!("#include \"../outside/header.h\"\n{FAILING}"));
    let output = umpteen(&inside, &["check", "-q", "header.c", "--write", "html=header.html"]);
    assert_eq!(output.status.code(), Some(10), "{}", said(&output));
    assert!(!std::fs::read_to_string(inside.join("header.html")).unwrap().contains("HIDDEN"));
    let marker = "# 1 \"../outside/secrets\"\nvoid reach_error(void);\nint main(void) { reach_error(); return 0; }\n";
    write("marker.i", marker);
    let output =
        umpteen(&inside, &["check", "-v", "marker.i", "--write", "html=marker.html", "--write", "json=marker.json"]);
    assert_eq!(output.status.code(), Some(10), "{}", said(&output));
    let written = |name: &str| std::fs::read_to_string(inside.join(name)).unwrap();
    assert!(!(said(&output) + &written("marker.html") + &written("marker.json")).contains("secret\n"));
}

/// A preprocessor would wait for a writer, or read zeros for ever.
#[test]
fn inputs_that_are_no_files_are_refused() {
    let folder = scratch("security-special");
    assert!(Command::new("mkfifo").arg(folder.join("pipe.c")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.c")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.json")).unwrap();
    std::fs::create_dir(folder.join("folder.c")).unwrap();
    std::os::unix::fs::symlink("loop.c", folder.join("loop.c")).unwrap();
    std::fs::write(folder.join("latin.c"), b"// \xe9\nint main(void) { return 0; }\n").unwrap();
    std::fs::write(folder.join("latin.tts"), b"1 1\n# \xff\n").unwrap();
    std::fs::write(folder.join("a.c"), FAILING).unwrap();
    std::fs::write(folder.join("large.c"), " ".repeat((16 << 20) + 1)).unwrap();
    for (arguments, code) in [
        (&["check", "pipe.c"][..], "cannot-read"),
        (&["check", "zero.c"], "cannot-read"),
        (&["check", "folder.c"], "cannot-read"),
        (&["check", "loop.c"], "cannot-read"),
        (&["check", "latin.c"], "encoding"),
        (&["check", "latin.tts"], "encoding"),
        (&["check", "large.c"], "too-large"),
        (&["replay", "a.c", "--trace", "zero.json"], "cannot-read"),
        (&["recheck", "a.c", "--certificate", "pipe.c"], "cannot-read"),
    ] {
        let output = umpteen(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
        assert!(stderr(&output).starts_with(&format!("error[{code}]: ")), "{arguments:?}: {}", stderr(&output));
    }
    let secret = folder.join("secret.c");
    std::fs::write(&secret, FAILING).unwrap();
    std::fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o0)).unwrap();
    if std::fs::read(&secret).is_ok() {
        println!("skipped: to root no file is unreadable");
        return;
    }
    let output = umpteen(&folder, &["check", "secret.c"]);
    assert!(stderr(&output).starts_with("error[cannot-read]: "), "{}", stderr(&output));
}

#[test]
fn entities_are_not_expanded() {
    let folder = scratch("security-entities");
    let levels: String =
        (1..12).map(|i| format!("<!ENTITY e{i} \"{}\">", format!("&e{};", i - 1).repeat(10))).collect();
    let external = "<!ENTITY x SYSTEM \"file:///etc/passwd\">";
    for name in ["e11", "x"] {
        let text = format!(
            "<?xml version=\"1.0\"?><!DOCTYPE pnml [<!ENTITY e0 \"ha\">{levels}{external}]><pnml><net id=\"n\"><page id=\"p\">\
             <place id=\"a\"><name><text>&{name};</text></name></place></page></net></pnml>"
        );
        std::fs::write(folder.join("bomb.pnml"), text).unwrap();
        let output = umpteen(&folder, &["check", "bomb.pnml", "--target", "a>=1", "--memory", "60", "--time", "20"]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(!said(&output).contains("root:") && !said(&output).contains("haha"), "{}", said(&output));
    }
}

/// Every number of a piece of evidence, replaced by one that is far too large or nonsense: rejected or refused.
#[test]
fn odd_numbers_and_deep_nesting_in_evidence_are_errors() {
    let folder = scratch("security-evidence");
    let root = root();
    for (file, kind) in [
        ("examples/threads/lock.tts", "certificate"),
        ("examples/threads/broken_lock.tts", "trace"),
        ("examples/boolean/spin.bp", "certificate"),
        ("examples/recursive/lock_unlock_2.bp", "certificate"),
        ("tests/corpus/c/counters/counter_two_threads_lost.c", "trace"),
        ("examples/c/counter_locked.c", "certificate"),
    ] {
        let evidence = folder.join("evidence.json").display().to_string();
        let output = umpteen(&root, &["check", "-q", file, "--write", &format!("{kind}={evidence}")]);
        assert!(matches!(output.status.code(), Some(0 | 10)), "{file}: {}", said(&output));
        let Ok(text) = std::fs::read_to_string(&evidence) else { panic!("{file} has no {kind}") };
        let judge = |text: String| {
            std::fs::write(&evidence, &text).unwrap();
            let command = if kind == "trace" { "replay" } else { "recheck" };
            let arguments = [command, file, &format!("--{kind}"), &evidence, "--time", "20", "--memory", "1000"];
            let output = umpteen(&root, &arguments);
            assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{file}: {}\n{text:.300}", said(&output));
        };
        let numbers = numbers(&text);
        let step = numbers.len() / 8 + 1;
        for (at, (start, end)) in numbers.into_iter().enumerate().step_by(step) {
            let odd = ["4294967295", "18446744073709551615", "-1", "1e999", "1000000000"][at / step % 5];
            judge(format!("{}{odd}{}", &text[..start], &text[end..]));
        }
        let _ = std::fs::remove_file(&evidence);
    }
    for text in [
        "[".repeat(1 << 20),
        format!("{{\"schema_version\":1,\"inputs\":{}", "[".repeat(1 << 20)),
        "{\"a\":".repeat(1 << 20),
    ] {
        std::fs::write(folder.join("deep.json"), text).unwrap();
        let deep = folder.join("deep.json").display().to_string();
        let output = umpteen(&root, &["recheck", "examples/threads/lock.tts", "--certificate", &deep]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(stderr(&output).contains("more than 10000 levels of nesting"), "{}", stderr(&output));
    }
}

/// Where the numbers of a JSON text are.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut found, mut in_string, mut at) = (Vec::new(), false, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => in_string = !in_string,
            b'\\' if in_string => at += 1,
            b'0'..=b'9' if !in_string => {
                let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                found.push((at, end));
                at = end - 1;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// A condition may nest as deeply as a program may, and its proof with it.
#[test]
fn proofs_about_deep_conditions_are_read_again() {
    let folder = scratch("security-deep");
    let certificate = folder.join("c.json").display().to_string();
    let deep = format!("{}value{} == 0", "(".repeat(400), "|value)".repeat(400));
    let file = "examples/c/counter_locked.c";
    let write = format!("certificate={certificate}");
    let output =
        umpteen(&root(), &["check", "-q", file, "--engine", "abstraction", "--predicate", &deep, "--write", &write]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let output = umpteen(&root(), &["recheck", file, "--certificate", &certificate]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}
