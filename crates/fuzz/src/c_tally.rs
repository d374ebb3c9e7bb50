//! Statistics of the random C programs.

use crate::c_text::{kinds, kinds_of};
use crate::compare::Kind;
use std::collections::BTreeMap;
use std::fmt;

/// How many programs there were of each sort.
#[derive(Clone, Debug, Default)]
pub struct CTally {
    /// All programs.
    pub cases: u64,
    /// Safe for any number of threads.
    pub safe: u64,
    /// Unsafe.
    pub unsafe_: u64,
    /// Unsafe, but not with one thread.
    pub two_or_more: u64,
    /// Not decided, by reason.
    pub undecided: BTreeMap<&'static str, u64>,
    /// Refused by the front end, by its message.
    pub refused: BTreeMap<String, u64>,
    /// By the kinds that they have; plain ones have none.
    kinds: BTreeMap<String, u64>,
}

impl CTally {
    /// Counts a program that was decided, or not.
    pub fn count(&mut self, text: &str, kind: Kind) {
        self.count_kinds(text);
        match kind {
            Kind::Safe => self.safe += 1,
            Kind::Undecided(reason) => *self.undecided.entry(reason).or_default() += 1,
            Kind::Unsafe(threads) => {
                self.unsafe_ += 1;
                self.two_or_more += u64::from(threads >= 2);
            }
        }
    }

    /// Counts a program that the front end refused.
    pub fn count_refused(&mut self, text: &str, message: &str) {
        self.count_kinds(text);
        *self.refused.entry(message.to_string()).or_default() += 1;
    }

    /// How many were not decided.
    pub fn all_undecided(&self) -> u64 {
        self.undecided.values().sum()
    }

    /// How many were refused.
    pub fn all_refused(&self) -> u64 {
        self.refused.values().sum()
    }

    /// The kinds that no program had.
    pub fn missing(&self) -> Vec<&'static str> {
        let names = kinds::ALL.iter().map(|kind| kind.name());
        names.filter(|name| !self.kinds.contains_key(*name)).collect()
    }

    fn count_kinds(&mut self, text: &str) {
        self.cases += 1;
        let names = kinds_of(text).unwrap_or_default();
        let names = if names.is_empty() { vec!["plain"] } else { names };
        for name in names {
            *self.kinds.entry(name.to_string()).or_default() += 1;
        }
    }
}

impl fmt::Display for CTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        writeln!(
            out,
            "{} programs: {:.1}% safe, {:.1}% unsafe, {:.1}% undecided, {:.1}% refused, {:.1}% need 2 or more threads",
            self.cases,
            share(self.safe),
            share(self.unsafe_),
            share(self.all_undecided()),
            share(self.all_refused()),
            share(self.two_or_more)
        )?;
        for (what, reasons) in [("undecided", &by_text(&self.undecided)), ("refused", &self.refused)] {
            reasons.iter().try_for_each(|(reason, count)| writeln!(out, "{what}: {count} {reason}"))?;
        }
        let counts = self.kinds.iter().map(|(name, count)| format!("{name} {count}"));
        write!(out, "kinds: {}", counts.collect::<Vec<_>>().join(", "))?;
        match &self.missing()[..] {
            [] => Ok(()),
            missing => write!(out, "\nnever: {}", missing.join(", ")),
        }
    }
}

fn by_text(counts: &BTreeMap<&'static str, u64>) -> BTreeMap<String, u64> {
    counts.iter().map(|(reason, count)| (reason.to_string(), *count)).collect()
}
