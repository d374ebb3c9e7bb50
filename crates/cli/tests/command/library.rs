//! The functions of the library that are written in C agree with the C library of this machine where they compute something,
//! and docs/c.md lists all of them.

use crate::support::{root, scratch};
use std::process::Command;
use umpteen_frontends::c::library::{contents, needed};

/// The definitions that a program which mentions a function is linked with.
fn text_of(name: &str) -> String {
    needed(&format!("void f(void) {{ {name}; }}")).iter().map(|header| header.text.as_str()).collect()
}

/// Whether a text has a result that is known from its arguments.
fn computes(text: &str) -> bool {
    let is_inside = |line: &str| line.starts_with(' ') || line.ends_with('}');
    let calls = |name: &str| text.lines().any(|line| is_inside(line) && line.contains(name));
    !["__VERIFIER_", "umpteen_assumes", "umpteen_any"].iter().any(|name| calls(name))
}

#[test]
fn it_agrees_with_the_library_of_the_machine() {
    let folder = scratch("library");
    let all: Vec<&str> = contents().into_iter().flat_map(|(_, names)| names).collect();
    // Places, names of old headers, and threads, whose handles are numbers of the model.
    let others = ["std", "opt", "__errno", "__h_errno", "__ctype", "__strto", "pthread_", "thrd_", "sched_"];
    let has_result = |name: &&str| !others.iter().any(|start| name.starts_with(start));
    let computed: Vec<&str> = all.iter().copied().filter(has_result).filter(|name| computes(&text_of(name))).collect();
    let compared = std::fs::read_to_string(root().join("crates/cli/tests/support/library.c")).unwrap();
    // As the argument of a macro or by its name here.
    let is_compared = |name: &&str| ["umpteen_", "("].iter().any(|start| compared.contains(&format!("{start}{name}")));
    let has_no_result = |name: &str| text_of(name).contains(&format!("void {name}("));
    let unused = computed.iter().find(|name| !is_compared(name) && !has_no_result(name));
    assert_eq!(unused, None, "is not compared");
    // Others leave something open, which the comparison does not look at.
    let mentioned: Vec<&str> = all.into_iter().filter(is_compared).collect();
    let mut text: String = mentioned.iter().map(|name| format!("#define {name} umpteen_{name}\n")).collect();
    let headers = needed(&format!("void f(void) {{ {}; }}", mentioned.join("; ")));
    headers.iter().for_each(|header| text += &header.text);
    mentioned.iter().for_each(|name| text += &format!("#undef {name}\n"));
    let (source, binary) = (folder.join("library.c"), folder.join("library"));
    std::fs::write(&source, text + &compared).unwrap();
    let built = Command::new("gcc")
        .args(["-w", "-fno-builtin", "-D__NO_CTYPE", "-o"])
        .args([&binary, &source])
        .arg("-lm")
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new("timeout").arg("60").arg(&binary).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}

#[test]
fn every_function_is_listed() {
    let documented = std::fs::read_to_string(root().join("docs/c.md")).unwrap();
    for (header, names) in contents() {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let row = format!("| `{header}` | {} |\n", names.join(", "));
        assert!(documented.contains(&row), "docs/c.md lacks:\n{row}");
    }
}
