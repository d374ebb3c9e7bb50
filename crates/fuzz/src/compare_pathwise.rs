//! One diagram: pathwise search must agree with backward search, and the checker must accept its evidence.

use crate::compare::{Kind, PATIENCE, accepted, decide_with};
use std::fmt;
use umpteen_engines::backward::Order;
use umpteen_engines::budget::Budget;
use umpteen_engines::invariants::Oracle;
use umpteen_engines::pathwise::formula::{Formula, Paths};
use umpteen_engines::{Answer, Engine, OracleKind, Statistics, pathwise};
use umpteen_model::system::System;

/// Compares on one system; which kind of answer it was, and how it was found.
pub fn compare(system: &System) -> Result<(Kind, Paths), String> {
    let pathwise = Engine::Pathwise(Order::Smallest);
    let (mut kind, mut statistics) = decide_with(system, pathwise, PATIENCE)?;
    let (expected, _) = decide_with(system, Engine::Backward(Order::Smallest, OracleKind::ThreadModular), PATIENCE)?;
    if matches!(kind, Kind::Undecided(_)) && !matches!(expected, Kind::Undecided(_)) {
        // The machine may have been busy.
        (kind, statistics) = decide_with(system, pathwise, 30 * PATIENCE)?;
    }
    let paths = statistics.paths.unwrap_or_default();
    match (kind, expected) {
        (Kind::Undecided(_), Kind::Safe | Kind::Unsafe(_)) => Err("only pathwise search is undecided".to_string()),
        (Kind::Undecided(_), _) | (_, Kind::Undecided(_)) => Ok((Kind::Undecided("time"), paths)),
        _ if (kind == Kind::Safe) != (expected == Kind::Safe) => Err(format!("{kind:?}, but backward {expected:?}")),
        _ => {
            give_up_early(system, kind)?;
            Ok((kind, paths))
        }
    }
}

/// With very few paths allowed, backward search has to take over, and says the same.
fn give_up_early(system: &System, expected: Kind) -> Result<(), String> {
    let budget = Budget::new(Some(PATIENCE), None);
    let Ok(oracle) = Oracle::thread_modular(system, &budget) else { return Ok(()) };
    let mut statistics = Statistics::default();
    let answer = pathwise::run(system, &oracle, Order::Smallest, 2, &budget, &mut statistics);
    match accepted(system, answer.unwrap_or_else(Answer::Unknown), "pathwise with two paths")? {
        Kind::Undecided(_) => Ok(()),
        kind if (kind == Kind::Safe) == (expected == Kind::Safe) => Ok(()),
        kind => Err(format!("{kind:?} with at most two paths, but {expected:?}")),
    }
}

/// Statistics of the diagrams.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathwiseTally {
    /// All cases.
    pub cases: u64,
    /// Unsafe ones.
    pub violated: u64,
    /// With paths through simple loops.
    pub simple: u64,
    /// With paths through spaghetti.
    pub spaghetti: u64,
    /// Decided by a loop that is gone through more than once.
    pub repeated: u64,
    /// Given up for backward search.
    pub handed_over: u64,
    /// Not decided in time.
    pub undecided: u64,
}

impl PathwiseTally {
    /// Counts a case.
    pub fn count(&mut self, kind: Kind, paths: &Paths) {
        let rounds = |formula: &Formula| formula.rounds.clone().unwrap_or_default();
        self.cases += 1;
        self.violated += u64::from(matches!(kind, Kind::Unsafe(_)));
        self.simple += u64::from(paths.simple > 0);
        self.spaghetti += u64::from(paths.spaghetti > 0);
        self.repeated += u64::from(paths.formulas.iter().flat_map(rounds).any(|rounds| rounds > 1));
        self.handed_over += u64::from(paths.handed_over);
        self.undecided += u64::from(matches!(kind, Kind::Undecided(_)));
    }
}

impl fmt::Display for PathwiseTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        write!(
            out,
            "{} diagrams: {:.1}% unsafe, {:.1}% with simple loops on paths, {:.1}% with spaghetti, {:.1}% decided by repeating a \
             loop, {} given up for backward search, {} undecided in time",
            self.cases,
            share(self.violated),
            share(self.simple),
            share(self.spaghetti),
            share(self.repeated),
            self.handed_over,
            self.undecided
        )
    }
}
