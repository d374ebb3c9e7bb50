//! The crates depend on each other as ARCHITECTURE.md says, and on nothing else.

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

#[test]
fn only_the_judge_asks_the_checker() {
    let source = crate::support::root().join("crates/umpteen/src");
    let mut pending = vec![source.clone()];
    let mut callers = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else if std::fs::read_to_string(&path).unwrap().contains("umpteen_checker") {
                callers.push(path.strip_prefix(&source).unwrap().display().to_string());
            }
        }
    }
    assert_eq!(callers, ["judge.rs"]);
}
