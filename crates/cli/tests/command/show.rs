//! `show`: programs, graphs and drawings.

use crate::support::{root, scratch, stderr, stdout, umpteen};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

fn shown(arguments: &[&str]) -> String {
    let output = umpteen(&[&["show"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn a_program_has_its_variables_and_steps() {
    let text = shown(&["examples/c/counter.c"]);
    assert!(text.contains("\nshared int32 value = 0;\n"), "{text}");
    assert!(text.contains("\nthread worker {\n    int32 before = "), "{text}");
    assert!(text.contains("    if (value == before + 1) { goto L"), "{text}");
    assert!(text.contains(";  // examples/c/counter.c:11 value = before + 1\n"), "{text}");
    assert!(text.contains(":  // fails: `value == before + 1` at examples/c/counter.c:12:5\n"), "{text}");
    let wide = "unsigned char c = 200; _Bool b; long long w = -1; int nondet_int(void);\n\
                int main(void) { int x = nondet_int(); c = x + 1; b = w == x; }\n";
    let path = scratch("show-types").join("types.i");
    std::fs::write(&path, wide).unwrap();
    let text = shown(&[path.to_str().unwrap()]);
    for line in ["shared uint8 c = 200;\n", "shared bool b = 0;\n", "shared int64 w = -1;\n", "    int32 x = "] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn kinds_of_threads_that_run_one_function_have_names_of_their_own() {
    let text = "typedef unsigned long pthread_t;\nint pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n\
                int a, b, x;\nvoid *run(void *p) { x = *(int *)p; return 0; }\nint main(void)\n{\n  pthread_t t;\n  \
                pthread_create(&t, 0, run, &a);\n  pthread_create(&t, 0, run, &b);\n  return 0;\n}\n";
    let path = scratch("show-kinds").join("kinds.i");
    std::fs::write(&path, text).unwrap();
    let name = path.to_str().unwrap();
    let program = shown(&[name]);
    for part in ["\nthread run {", "\nthread run#2 {", "start run();", "start run#2();"] {
        assert_eq!(program.matches(part).count(), 1, "{part}: {program}");
    }
    assert!(shown(&[name, "--as", "cfg"]).contains("\nrun#2, from L"));
    assert!(shown(&[name, "--as", "dot"]).contains("label=\"run#2\";"));
}

#[test]
fn a_resolved_program_shows_scopes_and_conversions() {
    let text = "unsigned char c;\nint main(void)\n{\n  int c = 1;\n  {\n    extern unsigned char c;\n    c = c + 300;\n  }\n  \
                return c + 2L;\n}\n";
    let path = scratch("show-resolved").join("scopes.i");
    std::fs::write(&path, text).unwrap();
    let name = path.to_str().unwrap();
    let printed = shown(&[name, "--as", "resolved"]);
    for line in ["unsigned char c;\n", "    (c = (unsigned char)((int)c + 300));\n"] {
        assert!(printed.contains(line), "{line}: {printed}");
    }
    let local = printed.split("int c__").nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
    assert!(printed.contains(&format!("return (int)((long)c__{local} + ((long)2ll));\n")), "{printed}");
    let output = umpteen(&["show", "examples/c/counter.c", "--as", "resolved"]);
    assert!(stderr(&output).contains("a thread handle is not supported"), "{}", stderr(&output));
    let output = umpteen(&["show", "tests/corpus/bp/operators.bp", "--as", "resolved"]);
    assert!(stderr(&output).contains("--as resolved is for C"), "{}", stderr(&output));
}

#[test]
fn a_drawing_is_well_formed_whatever_the_source_says() {
    let text = "void assert(int);\nint x;\nvoid __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n\
                int main(void)\n{\n  assert(x != '\\\\' && x != '\"');\n  __VERIFIER_atomic_begin();\n  \
                while (x < 3) x++;\n  __VERIFIER_atomic_end();\n}\n";
    let path = scratch("show-dot").join("a \"quoted\" name.c");
    std::fs::write(&path, text).unwrap();
    let text = shown(&[path.to_str().unwrap(), "--as", "dot"]);
    assert!(text.starts_with("digraph program {\n") && text.ends_with("}\n"), "{text}");
    assert!(text.contains("subgraph cluster_0 {") && text.contains("fillcolor=red"), "{text}");
    assert!(text.contains("fillcolor=lightgrey"), "{text}");
    assert!(text.contains("a \\\"quoted\\\" name.c:6 "), "{text}");
    for line in text.lines() {
        // Outside of escapes, quotes come in pairs.
        let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
        assert_eq!(quotes % 2, 0, "{line}");
    }
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

#[test]
fn systems_and_boolean_programs_are_shown_in_their_formats() {
    let folder = scratch("show-formats");
    for (file, target, extension) in [
        ("examples/threads/pool.tts", None, "tts"),
        ("examples/nets/readers_writers.spec", None, "spec"),
        ("examples/nets/producer.pnml", Some("full>=3"), "spec"),
    ] {
        let mut arguments = vec![file];
        arguments.extend(target.iter().flat_map(|target| ["--target", target]));
        let once = shown(&arguments);
        let path = folder.join("again").with_extension(extension);
        std::fs::write(&path, &once).unwrap();
        std::fs::write(path.with_extension("prop"), "0|0\n").unwrap();
        // Names of transitions are comments in a .spec.
        let plain = |text: &str| text.lines().filter(|line| !line.contains('#')).collect::<Vec<_>>().join("\n");
        assert_eq!(plain(&shown(&[path.to_str().unwrap()])), plain(&once), "{file}");
    }
    assert!(shown(&["examples/boolean/tas_lock.bp"]).starts_with("decl g0 := 0; // l\nvoid main() begin\n"));
    for form in ["cfg", "dot"] {
        let output = umpteen(&["show", "examples/threads/lock.tts", "--as", form]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("are shown --as program"), "{}", stderr(&output));
    }
    assert_eq!(umpteen(&["show", "examples/c/counter.c", "--as", "picture"]).status.code(), Some(2));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let statements = "  x = x + 1;\n".repeat(20_000);
    let path = scratch("show-pipe").join("long.i");
    std::fs::write(&path, format!("int x;\nint main(void)\n{{\n{statements}}}\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.args(["show", path.to_str().unwrap(), "--as", "cfg"]).current_dir(root());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "main, from L0\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn recursive_functions_are_shown_with_their_calls() {
    let shown = |form: &str| stdout(&umpteen(&["show", "examples/recursive/retry.c", "--as", form]));
    let program = shown("program");
    for part in ["// calls acquire, which returns to L", "; call L", "// has returned", "// returns\n", "; return;"] {
        assert!(program.contains(part), "{part}: {program}");
    }
    assert!(shown("cfg").contains(" -> back  "), "{}", shown("cfg"));
    assert!(shown("dot").contains("[style=dashed, label=\"back\"]"), "{}", shown("dot"));
}
