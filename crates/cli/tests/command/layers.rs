//! The crates depend on each other as ARCHITECTURE.md says, and on nothing else.

/// Each crate and the ones it may depend on.
const ALLOWED: [(&str, &[&str]); 10] = [
    ("model", &[]),
    ("frontends", &["model"]),
    ("engines", &["model", "logic"]),
    ("logic", &["model"]),
    ("checker", &["model", "logic"]),
    ("cegar", &["model", "logic", "engines"]),
    ("fuzz", &["model", "frontends", "engines", "checker", "cegar"]),
    ("mutants", &[]),
    ("umpteen", &["model", "frontends", "engines", "checker", "cegar"]),
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
