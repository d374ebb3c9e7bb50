//! How much work the engines have with inputs that never change: what they answer, how many states they look at, how large the
//! evidence is. A rule that prunes, an order or a heuristic that gets lost changes no verdict, so no other test would notice.
//!
//! The tables are under `work/`. With UMPTEEN_BLESS=1 they are written anew: look at the difference, and explain what got more.

mod c;
mod counters;
mod limits;
mod programs;

use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use umpteen_engines::budget::Budget;
use umpteen_engines::{Answer, Statistics};

/// Nothing here takes long; what does is a change, too.
fn budget() -> Budget {
    Budget::new(Some(Duration::from_secs(20)), None)
}

/// The work of one engine, summed over its runs.
#[derive(Default)]
struct Row {
    safe: u64,
    failing: u64,
    unknown: u64,
    explored: u64,
    generated: u64,
    effort: u64,
    evidence: u64,
}

const HEAD: &str = "engine | safe | unsafe | unknown | explored | generated | effort | bytes of evidence\n";

impl Row {
    fn safe(&mut self, evidence: &impl Serialize) {
        self.safe += 1;
        self.evidence += size(evidence);
    }

    fn failing(&mut self, evidence: &impl Serialize) {
        self.failing += 1;
        self.evidence += size(evidence);
    }

    fn count(&mut self, answer: &Answer, statistics: &Statistics) {
        match answer {
            Answer::Safe(certificate) => self.safe(certificate),
            Answer::Unsafe(trace) => self.failing(trace),
            Answer::Unknown(_) => self.unknown += 1,
        }
        self.work(statistics);
    }

    fn work(&mut self, statistics: &Statistics) {
        self.explored += statistics.explored;
        self.generated += statistics.generated;
        self.effort += statistics.effort;
        if let Some(paths) = &statistics.paths {
            self.evidence += format!("{paths:?}").len() as u64;
        }
    }

    fn line(&self, name: &str) -> String {
        let Row { safe, failing, unknown, explored, generated, effort, evidence } = self;
        format!("{name} | {safe} | {failing} | {unknown} | {explored} | {generated} | {effort} | {evidence}\n")
    }
}

fn size(evidence: &impl Serialize) -> u64 {
    serde_json::to_string(evidence).unwrap().len() as u64
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/work/tables").join(name).with_extension("txt")
}

/// The table is what it was.
fn compare(name: &str, table: &str) {
    let path = path(name);
    if std::env::var_os("UMPTEEN_BLESS").is_some() {
        std::fs::write(&path, table).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let different = known.lines().zip(table.lines()).find(|(known, now)| known != now);
    assert!(known == table, "{} is different (UMPTEEN_BLESS=1 writes it anew): {different:#?}", path.display());
}
