//! The result as a table by file, and the mutants that survived.

use crate::build::{Built, Mutant};
use crate::groups::Test;
use crate::run::Fate;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// How many mutants there are, and what became of them.
#[derive(Clone, Copy, Default)]
struct Row {
    all: usize,
    caught: usize,
    timed_out: usize,
    survived: usize,
}

impl Row {
    fn count(&mut self, fate: &Fate) {
        self.all += 1;
        match fate {
            Fate::Caught(_) => self.caught += 1,
            Fate::TimedOut(_) => self.timed_out += 1,
            Fate::Survived | Fate::NotReached => self.survived += 1,
        }
    }

    fn line(&self, name: &str) -> String {
        let noticed = 100.0 * (self.caught + self.timed_out) as f64 / self.all.max(1) as f64;
        let Row { all, caught, timed_out, survived } = self;
        format!("{name} | {all} | {caught} | {timed_out} | {survived} | {noticed:.1}%\n")
    }
}

/// The key of a mutant, equal in every build.
pub fn key(mutant: &Mutant) -> String {
    format!("{}:{}: {}", mutant.file.display(), mutant.line, mutant.what)
}

/// The table, the mutants that survived, and those that only took too long.
pub fn report(group: &str, tests: &[Test], built: &Built, mutants: &[&Mutant], fates: &[Fate]) -> String {
    let mut rows: BTreeMap<&Path, Row> = BTreeMap::new();
    let (mut total, mut by_test) = (Row::default(), vec![0; tests.len()]);
    for (mutant, fate) in mutants.iter().zip(fates) {
        rows.entry(&mutant.file).or_default().count(fate);
        total.count(fate);
        if let Fate::Caught(test) | Fate::TimedOut(test) = fate {
            by_test[*test] += 1;
        }
    }
    let mut text =
        format!("{group}: {} changes; {} of the build do not compile\n", built.offered[group], built.refused);
    text.push_str("file | mutants | caught | timed out | survived | noticed\n");
    rows.iter().for_each(|(file, row)| text.push_str(&row.line(&file.display().to_string())));
    text.push_str(&total.line("all"));
    for (test, count) in tests.iter().zip(by_test) {
        let _ = writeln!(text, "first noticed by {test}: {count}");
    }
    for (title, wanted) in [("survived", Fate::Survived), ("not reached", Fate::NotReached)] {
        let mut found: Vec<&Mutant> =
            mutants.iter().zip(fates).filter(|(_, fate)| **fate == wanted).map(|(one, _)| *one).collect();
        found.sort_by_key(|mutant| (&mutant.file, mutant.line));
        found.iter().for_each(|mutant| text.push_str(&format!("{title} {}\n", key(mutant))));
    }
    for (mutant, _) in mutants.iter().zip(fates).filter(|(_, fate)| matches!(fate, Fate::TimedOut(_))) {
        let _ = writeln!(text, "timed out {}", key(mutant));
    }
    text
}

/// The mutants that survived according to a report.
pub fn survivors(path: &Path) -> std::io::Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(path)?;
    let keys = text.lines().filter_map(|line| line.strip_prefix("survived ").or(line.strip_prefix("not reached ")));
    Ok(keys.map(str::to_string).collect())
}
