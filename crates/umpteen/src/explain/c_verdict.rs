//! Abstraction refinement in words: its rounds, its proofs, and why it ended without an answer.

use crate::explain::c_run::{in_c, place};
use crate::explain::words::count;
use crate::report::Verdict;
use umpteen_cegar::{Outcome, Round, Unknown};
use umpteen_model::c::abstraction::Abstraction;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::Program;

/// The verdict where refinement ended without an answer.
pub fn unknown(program: &Program, unknown: &Unknown) -> Verdict {
    match unknown {
        Unknown::Engine(reason) => Verdict::unknown(reason),
        Unknown::Diverges(last) => Verdict::Unknown {
            code: "diverges".into(),
            reason: format!("predicates like {} come again and again", told(program, std::slice::from_ref(last), 1)),
            known: None,
            hint: "--predicate with a condition that relates these variables once and for all".into(),
        },
        Unknown::TooManyPredicates => Verdict::Unknown {
            code: "too-many-predicates".into(),
            reason: "more than 64 shared or 64 local predicates are needed".into(),
            known: None,
            hint: "a smaller program, or one that leaves less to unbounded data".into(),
        },
        Unknown::NothingToLearn(assertion) => {
            let place = place(program, program.assertions[*assertion as usize].position);
            let relation = match program.has_frames() {
                true => "a shared variable and one of a function",
                false => "the variables of two threads",
            };
            Verdict::Unknown {
                code: "no-new-predicate".into(),
                reason: format!("no predicate rules out a false failure of the assertion at {place}"),
                known: None,
                hint: format!(
                    "--predicate with what the proof needs, or a program whose proof needs no relation between {relation}"
                ),
            }
        }
    }
}

/// The verdict where the failure that was found needs a join to return early.
pub fn needs_early_join() -> Verdict {
    Verdict::Unknown {
        code: "join".into(),
        reason: "the failure that was found needs a join to return before its thread ends".into(),
        known: None,
        hint: "a pthread_t of its own for each thread that is created once and joined".into(),
    }
}

/// A proof in one sentence; with stacks, so many epochs were enough.
pub fn why(program: &Program, abstraction: &Abstraction, refinements: u64, epochs: Option<u32>) -> String {
    let Abstraction { predicates, facts, .. } = abstraction;
    if predicates.is_empty() && facts.is_empty() {
        return "no step can fail, whatever the values are".to_string();
    }
    let shown = told(program, predicates, 6);
    let mut why = format!(
        "an inductive invariant over {}, after {}",
        count(predicates.len() as u64, "predicate"),
        count(refinements, "refinement")
    );
    if !shown.is_empty() {
        why += &format!(": {shown}");
    }
    if !facts.is_empty() {
        why += "; relations between threads were proved first (-v)";
    }
    if let Some(epochs) = epochs {
        why += &format!("; K-induction with {}", count(epochs, "epoch"));
    }
    why
}

/// A round in one sentence.
pub fn round(program: &Program, round: &Round) -> String {
    let predicates = count(round.abstraction.predicates.len() as u64, "predicate");
    let clauses = count(round.abstraction.steps.len() as u64, "clause");
    let result = match &round.outcome {
        Outcome::Proved => "proved".to_string(),
        Outcome::Failed(steps) => format!("a failure after {} that is real", count(*steps as u64, "step")),
        Outcome::Clauses(steps, new) => {
            format!("a false failure after {}: {}", count(*steps as u64, "step"), count(*new as u64, "new clause"))
        }
        Outcome::Predicates(steps, new) => {
            let new = told(program, new, usize::MAX);
            format!("a false failure after {}: tracks {new}", count(*steps as u64, "step"))
        }
        Outcome::Stuck(steps) => {
            format!("a false failure after {} that nothing rules out", count(*steps as u64, "step"))
        }
    };
    format!("{}: {predicates}, {clauses}: {result}", round.number)
}

/// Predicates as C, the first ones of many; those over variables that the source does not have are counted.
fn told(program: &Program, predicates: &[Expr], most: usize) -> String {
    let is_shown = |predicate: &&Expr| predicate.places().iter().all(|place| !program.variable(*place).hidden);
    let (shown, hidden): (Vec<&Expr>, Vec<&Expr>) = predicates.iter().partition(is_shown);
    let mut told: Vec<String> = shown.iter().take(most).map(|predicate| in_c(program, predicate)).collect();
    if shown.len() > most {
        told.push("...".to_string());
    }
    match hidden.len() as u64 {
        0 => {}
        1 => told.push("one value inside a statement".to_string()),
        number => told.push(format!("{number} values inside statements")),
    }
    told.join(", ")
}
