//! Links C++'s library, which the SAT solver needs, into the executable where it is at hand: loading it when the command
//! starts takes longer than to decide most thread systems.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let library = archive().filter(|path| path.is_absolute());
    let folder = std::env::var_os("OUT_DIR").map(PathBuf::from);
    if let (Some(library), Some(folder)) = (library, folder) {
        // The linker takes what it finds first; a folder with nothing else in it leaves all other libraries as they are.
        if std::fs::copy(library, folder.join("libstdc++.a")).is_ok() {
            println!("cargo::rustc-link-search=native={}", folder.display());
        }
    }
}

/// Where g++ has the library for linking, if it compiles for the machine that it is meant for; just a name if it has none.
fn archive() -> Option<PathBuf> {
    if std::env::var_os("HOST") != std::env::var_os("TARGET") {
        return None;
    }
    let output = Command::new("g++").arg("-print-file-name=libstdc++.a").output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    Some(PathBuf::from(path.trim()))
}
