//! Explains pathwise search: how many paths of which kind, and their formulas.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use umpteen_engines::pathwise::Term;
use umpteen_engines::pathwise::formula::{Formula, Paths, Stop};

/// The paths that were looked at.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PathsView {
    /// Complete paths without loops.
    pub loop_free: u64,
    /// Complete paths with simple loops.
    pub simple: u64,
    /// Ends of paths that cannot be reached, whatever comes before them.
    pub pruned: u64,
    /// Paths through several loops at once, searched state by state.
    pub spaghetti: u64,
    /// Whether backward search had to do it all.
    pub handed_over: bool,
    /// The first formulas, a text each.
    pub formulas: Vec<String>,
}

impl PathsView {
    /// The view for people.
    pub fn of(paths: &Paths) -> PathsView {
        let &Paths { loop_free, simple, pruned, spaghetti, handed_over, ref formulas } = paths;
        let formulas = formulas.iter().map(formula).collect();
        PathsView { loop_free, simple, pruned, spaghetti, handed_over, formulas }
    }

    /// How many there were.
    pub fn summary(&self) -> String {
        let taken_over = if self.handed_over { "; given up for backward search" } else { "" };
        let PathsView { loop_free, simple, pruned, spaghetti, .. } = self;
        if loop_free + simple + pruned + spaghetti == 0 && !self.handed_over {
            return "none leads from a start to a target".to_string();
        }
        let pruned = if *pruned > 0 { format!(", {pruned} cut off early") } else { String::new() };
        format!("{loop_free} loop-free, {simple} simple, {spaghetti} spaghetti{pruned}{taken_over}")
    }
}

/// A path and its inequalities, `k1` being the rounds of the loop nearest to the target.
fn formula(formula: &Formula) -> String {
    let mut out = String::new();
    // Loops are numbered from the target on.
    let mut loops = formula.path.iter().filter(|stop| matches!(stop, Stop::Loop(_))).count();
    for (at, stop) in formula.path.iter().enumerate() {
        let _ = match stop {
            Stop::Shared(shared) if at == 0 => write!(out, "{shared}"),
            Stop::Shared(shared) => write!(out, " -> {shared}"),
            Stop::Loop(shared) => {
                let inner: Vec<String> = shared.iter().map(u32::to_string).collect();
                loops -= 1;
                write!(out, " (-> {})^k{}", inner.join(" -> "), loops + 1)
            }
        };
    }
    let mut groups: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
    for inequality in &formula.inequalities {
        let terms = groups.entry((inequality.local, inequality.most)).or_default();
        let text = term(&inequality.term);
        if !terms.contains(&text) {
            terms.push(text);
        }
    }
    let inequalities = groups.into_iter().map(|((local, most), terms)| {
        let needed = match terms.as_slice() {
            [only] if !only.contains('k') => only.clone(),
            _ => format!("max(0, {})", terms.join(", ")),
        };
        // No counter is negative.
        let relation = if most == 0 { "=" } else { "<=" };
        format!("local {local}: {needed} {relation} {most}")
    });
    let inequalities: Vec<String> = inequalities.collect();
    if !inequalities.is_empty() {
        let _ = write!(out, "; {}", inequalities.join("; "));
    }
    let verdict = match (&formula.rounds, formula.undecided) {
        (Some(rounds), _) if rounds.is_empty() => "possible".to_string(),
        (Some(rounds), _) => {
            let rounds: Vec<String> = rounds.iter().enumerate().map(|(at, k)| format!("k{} = {k}", at + 1)).collect();
            format!("possible with {}", rounds.join(", "))
        }
        (None, true) => "undecided".to_string(),
        (None, false) => "impossible".to_string(),
    };
    let _ = write!(out, "; {verdict}");
    out
}

/// A term, with `k - 1` for the rounds of a loop after the first.
fn term(term: &Term) -> String {
    let mut out = term.constant.to_string();
    for &(variable, factor) in &term.factors {
        let sign = if factor < 0 { '-' } else { '+' };
        let size = factor.unsigned_abs();
        let _ = match size {
            1 => write!(out, " {sign} (k{} - 1)", variable + 1),
            _ => write!(out, " {sign} {size}*(k{} - 1)", variable + 1),
        };
    }
    out
}
