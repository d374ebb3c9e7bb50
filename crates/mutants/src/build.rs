//! Builds the copy with all mutants in it. Those that do not compile are found in the compiler's messages and left out.

use crate::find;
use crate::groups::{Group, Test};
use crate::site::{Placed, Site, rewrite};
use crate::tree::Tree;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A mutant that compiles.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its number in the build.
    pub number: u32,
    /// The name of its group.
    pub group: &'static str,
    /// The mutated file.
    pub file: PathBuf,
    /// The line there, from 1.
    pub line: usize,
    /// A description of the change.
    pub what: String,
}

/// A build with mutants: these, and the executables by the names of their targets.
pub struct Built {
    /// In the order of the sample.
    pub mutants: Vec<Mutant>,
    /// Test executables and programs.
    pub executables: BTreeMap<(String, bool), PathBuf>,
    /// How many mutants did not compile.
    pub refused: usize,
    /// How many changes the files of each group offer.
    pub offered: BTreeMap<&'static str, usize>,
}

struct Source {
    group: &'static str,
    file: PathBuf,
    text: String,
    sites: Vec<Site>,
    placed: Vec<Placed>,
}

/// The factor by which more mutants are drawn than asked for, since some do not compile.
const SPARE: f64 = 1.3;

/// Builds the groups with all their mutants, or with a sample of those of each group.
pub fn build(
    tree: &Tree,
    groups: &[&Group],
    units: bool,
    sample: Option<(usize, u64)>,
) -> Result<Built, Box<dyn Error>> {
    let mut sources = Vec::new();
    let mut all: Vec<(usize, usize, usize)> = Vec::new();
    let mut offered = BTreeMap::new();
    for group in groups {
        let first = sources.len();
        read(tree, group, &mut sources)?;
        let mut of_group = Vec::new();
        for (at, source) in sources.iter().enumerate().skip(first) {
            for (site, known) in source.sites.iter().enumerate() {
                of_group.extend((0..known.changes.len()).map(|change| (at, site, change)));
            }
        }
        offered.insert(group.name, of_group.len());
        if let Some((size, seed)) = sample {
            fastrand::Rng::with_seed(seed).shuffle(&mut of_group);
            of_group.truncate((size as f64 * SPARE) as usize);
        }
        all.append(&mut of_group);
    }
    for (number, &(source, site, change)) in (1..).zip(&all) {
        sources[source].sites[site].changes[change].number = number;
    }
    let crates: BTreeSet<PathBuf> =
        sources.iter().map(|source| source.file.iter().take(2).collect::<PathBuf>()).collect();
    let tests: Vec<Test> = groups.iter().flat_map(|group| group.tests(units)).collect();
    let mut refused = 0;
    let messages = loop {
        write(tree, &mut sources, &crates, all.len())?;
        let (success, messages) = cargo(tree, &tests)?;
        if success {
            break messages;
        }
        let wrong = culprits(tree, &sources, &messages);
        if wrong.is_empty() {
            let rendered = errors(&messages).filter_map(|message| message["rendered"].as_str().map(str::to_string));
            return Err(
                format!("the build fails, and no mutant seems to be why:\n{}", rendered.collect::<String>()).into()
            );
        }
        refused += wrong.len();
        eprintln!("{} mutants do not compile", wrong.len());
        let changes = sources.iter_mut().flat_map(|source| &mut source.sites).flat_map(|site| &mut site.changes);
        changes.filter(|change| wrong.contains(&change.number)).for_each(|change| change.number = 0);
    };
    let mut mutants = Vec::new();
    for &(source, site, change) in &all {
        let source = &sources[source];
        let (site, change) = (&source.sites[site], &source.sites[site].changes[change]);
        if change.number > 0 {
            let line = 1 + source.text[..site.range.start].matches('\n').count();
            let (group, file, what) = (source.group, source.file.clone(), change.what.clone());
            mutants.push(Mutant { number: change.number, group, file, line, what });
        }
    }
    if let Some((size, _)) = sample {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        mutants.retain(|mutant: &Mutant| {
            let count = counts.entry(mutant.group).or_default();
            *count += 1;
            *count <= size
        });
    }
    Ok(Built { mutants, executables: executables(&messages), refused, offered })
}

/// The sources of a group, and where they can be changed.
fn read(tree: &Tree, group: &Group, sources: &mut Vec<Source>) -> Result<(), Box<dyn Error>> {
    for path in group.files {
        let mut files = tree.sources(path);
        files.retain(|file| !group.except.iter().any(|except| file.starts_with(except)));
        if files.is_empty() {
            return Err(format!("there is no source file at {path}").into());
        }
        for file in files {
            let text = tree.original(file)?;
            let sites = find::sites(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            sources.push(Source { group: group.name, file: file.to_path_buf(), text, sites, placed: Vec::new() });
        }
    }
    Ok(())
}

/// Writes the sources with the mutants that are left.
fn write(
    tree: &Tree,
    sources: &mut [Source],
    crates: &BTreeSet<PathBuf>,
    mutants: usize,
) -> Result<(), Box<dyn Error>> {
    let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
    for source in sources.iter_mut() {
        let (text, placed) = rewrite(&source.text, &source.sites);
        texts.insert(source.file.clone(), text);
        source.placed = placed;
    }
    let runtime = include_str!("runtime.txt").replace("MUTANTS]", &format!("{}]", mutants + 1));
    let runtime = runtime.replace("; MUTANTS]", &format!("; {}]", mutants + 1));
    for folder in crates {
        let root = folder.join("src/lib.rs");
        let text = match texts.remove(&root) {
            Some(text) => text,
            None => tree.original(&root)?,
        };
        // Warnings are about mutants. The attribute stays on the first line, so that no byte moves within a line's range.
        texts.insert(root, format!("{ALLOW}{text}{runtime}"));
    }
    for (file, text) in texts {
        tree.write(&file, text.as_bytes())?;
    }
    Ok(())
}

const ALLOW: &str = "#![allow(warnings, clippy::all)]\n";

/// Builds the tests.
fn cargo(tree: &Tree, tests: &[Test]) -> Result<(bool, Vec<Value>), Box<dyn Error>> {
    let mut command = Command::new("cargo");
    command.args(["test", "--no-run", "--message-format=json", "--offline"]);
    command.args(["--config", "profile.dev.opt-level=1", "--config", "profile.dev.package.\"*\".opt-level=2"]);
    let packages: BTreeSet<&str> = tests.iter().map(|test| test.package).collect();
    for package in packages {
        command.args(["-p", &format!("umpteen-{package}")]);
    }
    let targets: BTreeSet<Vec<&str>> = tests.iter().map(Test::of_cargo).collect();
    command.args(targets.into_iter().flatten());
    command.current_dir(&tree.folder).env("CARGO_TARGET_DIR", tree.folder.join("target"));
    let output = command.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok((output.status.success(), text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()))
}

fn errors(messages: &[Value]) -> impl Iterator<Item = &Value> {
    messages.iter().map(|message| &message["message"]).filter(|message| message["level"] == "error")
}

/// The mutants that the errors are about: those whose changed text is meant; otherwise those of the place; otherwise those
/// within what is meant.
fn culprits(tree: &Tree, sources: &[Source], messages: &[Value]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for error in errors(messages) {
        let spans = error["spans"].as_array().map_or(&[][..], |spans| &spans[..]);
        let of_children = error["children"].as_array().into_iter().flatten();
        let of_children = of_children.flat_map(|child| child["spans"].as_array().into_iter().flatten());
        let primary = spans.iter().filter(|span| span["is_primary"] == true);
        let secondary = spans.iter().filter(|span| span["is_primary"] == false);
        let mut guilty = BTreeSet::new();
        for span in primary.chain(secondary).chain(of_children) {
            if guilty.is_empty() {
                guilty = meant(tree, sources, span);
            }
        }
        found.append(&mut guilty);
    }
    found
}

fn meant(tree: &Tree, sources: &[Source], span: &Value) -> BTreeSet<u32> {
    let (Some(file), Some(start), Some(end)) =
        (span["file_name"].as_str(), span["byte_start"].as_u64(), span["byte_end"].as_u64())
    else {
        return BTreeSet::new();
    };
    let file = Path::new(file);
    let file = file.strip_prefix(&tree.folder).unwrap_or(file);
    let Some(source) = sources.iter().find(|source| source.file == file) else { return BTreeSet::new() };
    let shift = if file.ends_with("src/lib.rs") { ALLOW.len() } else { 0 };
    let (start, end) = ((start as usize).saturating_sub(shift), (end as usize).saturating_sub(shift));
    let numbers = |holds: &dyn Fn(&Placed) -> bool| -> BTreeSet<u32> {
        source.placed.iter().filter(|placed| holds(placed)).map(|placed| placed.number).collect()
    };
    let changed = numbers(&|placed| placed.changed.start <= start && end <= placed.changed.end);
    if !changed.is_empty() {
        return changed;
    }
    let around = source.placed.iter().filter(|placed| placed.whole.start <= start && end <= placed.whole.end);
    if let Some(innermost) = around.map(|placed| &placed.whole).min_by_key(|whole| whole.len()) {
        return numbers(&|placed| placed.whole == *innermost);
    }
    numbers(&|placed| start <= placed.whole.start && placed.whole.end <= end)
}

fn executables(messages: &[Value]) -> BTreeMap<(String, bool), PathBuf> {
    let mut found = BTreeMap::new();
    for message in messages.iter().filter(|message| message["reason"] == "compiler-artifact") {
        if let (Some(name), Some(path)) = (message["target"]["name"].as_str(), message["executable"].as_str()) {
            found.insert((name.to_string(), message["profile"]["test"] == true), PathBuf::from(path));
        }
    }
    found
}
