//! The functions of the library that are written in C agree with the C library of this machine.

use crate::support::{root, scratch};
use std::process::Command;
use umpteen_frontends::c::library::needed;

/// Mentions a function of each header.
const USES_ALL: &str = "void f(void) { strlen(0); isdigit(0); atoi(0); htonl(0); }";

#[test]
fn it_agrees_with_the_library_of_the_machine() {
    let folder = scratch("library");
    let mut text = String::new();
    let headers = needed(USES_ALL);
    assert_eq!(headers.len(), 4);
    let names = headers.iter().flat_map(|header| &header.functions);
    names.clone().for_each(|name| text += &format!("#define {name} umpteen_{name}\n"));
    headers.iter().for_each(|header| text += &header.text);
    names.clone().for_each(|name| text += &format!("#undef {name}\n"));
    let compared = std::fs::read_to_string(root().join("crates/cli/tests/support/library.c")).unwrap();
    let unused = names.clone().find(|name| !compared.contains(**name));
    assert_eq!(unused, None, "is not compared");
    let (source, binary) = (folder.join("library.c"), folder.join("library"));
    std::fs::write(&source, text + &compared).unwrap();
    let built = Command::new("gcc")
        .args(["-w", "-fno-builtin", "-D__NO_CTYPE", "-o"])
        .args([&binary, &source])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new("timeout").arg("60").arg(&binary).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}
