//! The crates depend on each other as ARCHITECTURE.md says, and on nothing else.

use std::path::PathBuf;

/// Each crate and the ones it may depend on.
const ALLOWED: [(&str, &[&str]); 11] = [
    ("model", &[]),
    ("frontends", &["model"]),
    ("engines", &["model", "logic"]),
    ("logic", &["model"]),
    ("checker", &["model", "logic"]),
    ("cegar", &["model", "logic", "engines"]),
    ("fuzz", &["umpteen", "model", "frontends", "engines", "checker", "cegar", "reduce"]),
    ("mutants", &[]),
    ("reduce", &["model"]),
    ("umpteen", &["model", "frontends", "engines", "checker", "cegar", "reduce"]),
    ("cli", &["umpteen", "model", "frontends"]),
];

#[test]
fn dependencies_follow_the_layers() {
    let crates = crate::support::root().join("crates");
    let mut found: Vec<String> =
        std::fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    let mut named: Vec<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    named.sort_unstable();
    assert_eq!(found, named, "every crate has its place in the table");
    for (name, allowed) in ALLOWED {
        let manifest = std::fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        for line in manifest.lines().filter(|line| line.starts_with("umpteen")) {
            let dependency = line.trim_start_matches("umpteen-").split(['.', ' ', '=']).next().unwrap();
            assert!(allowed.contains(&dependency), "{name} must not depend on {dependency}");
        }
    }
}

/// All Rust files below a folder.
fn sources(folder: PathBuf) -> Vec<PathBuf> {
    let (mut pending, mut found) = (vec![folder], Vec::new());
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn only_the_judge_asks_the_checker() {
    let source = crate::support::root().join("crates/umpteen/src");
    let calls = |path: &PathBuf| std::fs::read_to_string(path).unwrap().contains("umpteen_checker");
    let callers: Vec<PathBuf> = sources(source.clone()).into_iter().filter(calls).collect();
    assert_eq!(callers, [source.join("judge.rs")]);
}

/// Functions are kept short by a lint, whose threshold is in clippy.toml.
#[test]
fn files_have_at_most_500_lines() {
    for path in sources(crate::support::root().join("crates")) {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 500, "{}: {lines} lines: is it still one idea?", path.display());
    }
}
