//! Several properties of a C program in one run: the property that is asked for by default, and others beside it.
//!
//! Each property is a question of its own about a program of its own: accesses that race and threads that wait for ever are built
//! into the steps when the program is read. The questions share the limits. The first one gets most of the time, since its answer
//! is what the verdict is about; the others get less than it took. If one of them is violated, the verdict is about that one.

use crate::decide::{Checked, check_question};
use crate::failure::Failure;
use crate::question::{Meaning, Question};
use crate::report::{CaveatKind, CaveatView, PropertyView, Report, Unsafe, Verdict, VerdictName};
use crate::settings::{AlsoName, EngineName, Settings};
use std::time::{Duration, Instant};
use umpteen_engines::budget::Budget;

/// The part of a time limit that the first question may use, in tenths.
const TENTHS: u32 = 7;

/// Another question may take this long, and three quarters of the time that the first one took.
const AT_LEAST: Duration = Duration::from_secs(2);

/// Decides what is asked, and the properties that are asked beside it.
pub fn check_with_others(
    question: &Question,
    settings: &Settings,
    budget: &Budget,
    early: &mut dyn FnMut(Checked),
) -> Result<Checked, Failure> {
    if settings.also.is_empty() || question.meaning.property.is_some() || !is_usual(settings) {
        return check_question(question, settings, budget);
    }
    let started = Instant::now();
    let share = budget.left().map_or(Duration::MAX, |left| left / 10 * TENTHS);
    let mut first = check_question(question, settings, &budget.at_most(share))?;
    if !may_wait_or_race(&first.report) {
        return Ok(first);
    }
    early(with_open_others(&first, settings));
    let most = AT_LEAST + started.elapsed() / 4 * 3;
    let mut told = vec![view(&first.report)];
    let mut violated = None;
    for also in &settings.also {
        let started = Instant::now();
        let other = check_question(&asking(question, *also), settings, &budget.at_most(most));
        match other {
            Ok(other) => {
                told.push(view(&other.report));
                violated = violated.or(Some(other).filter(|other| is_violated(&other.report)));
            }
            Err(Failure::Internal(message)) => return Err(Failure::Internal(message)),
            Err(failure) => told.push(refused(*also, &failure, started)),
        }
    }
    if let Some(violated) = violated.filter(|_| !is_violated(&first.report)) {
        first = Checked { programs: first.programs, ..violated };
    }
    first.report.properties = told;
    first.report.seconds.total = started.elapsed().as_secs_f64();
    Ok(first)
}

/// The answer about the first property, with nothing known about the others.
fn with_open_others(first: &Checked, settings: &Settings) -> Checked {
    let open = |also: &AlsoName| PropertyView {
        property: also.property().to_string(),
        verdict: VerdictName::Unknown,
        words: "a limit was reached before it was decided".to_string(),
        at: None,
        seconds: 0.0,
    };
    let mut checked = first.clone();
    checked.report.properties = std::iter::once(view(&first.report)).chain(settings.also.iter().map(open)).collect();
    checked
}

/// Whether a C program starts threads, or waits for ever by itself.
fn may_wait_or_race(report: &Report) -> bool {
    let never_ends = |caveat: &CaveatView| caveat.kind == CaveatKind::NeverEnds;
    report.c.as_ref().is_some_and(|about| about.has_threads || about.caveats.iter().any(never_ends))
}

/// Whether C is decided in the usual way: who chooses an engine or wants its details asks one question.
fn is_usual(settings: &Settings) -> bool {
    settings.engine == EngineName::Auto && !settings.wants.programs && !settings.wants.invariants
}

fn is_violated(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Unsafe(_))
}

/// The same question about another property.
fn asking(question: &Question, also: AlsoName) -> Question {
    let meaning = Meaning { property: Some(also.property().to_string()), ..question.meaning.clone() };
    Question { files: question.files.clone(), meaning, expected: None }
}

/// The answer about one property.
fn view(report: &Report) -> PropertyView {
    let (verdict, words) = match &report.verdict {
        Verdict::Safe(safe) => (VerdictName::Safe, report.scope(safe.scope)),
        Verdict::Unsafe(Unsafe { threads, what, .. }) => {
            (VerdictName::Unsafe, report.restricted(format!("{what} {}", report.unit.cover(*threads))))
        }
        Verdict::Unknown { reason, .. } => (VerdictName::Unknown, reason.clone()),
    };
    PropertyView {
        property: report.property.clone().unwrap_or_default(),
        verdict,
        words,
        at: report.verdict.place().cloned(),
        seconds: report.seconds.total,
    }
}

/// A property about which the program cannot be read.
fn refused(also: AlsoName, failure: &Failure, started: Instant) -> PropertyView {
    PropertyView {
        property: also.property().to_string(),
        verdict: VerdictName::Unknown,
        words: format!("refused: {}", failure.in_short()),
        at: None,
        seconds: started.elapsed().as_secs_f64(),
    }
}
