//! Decides pushdown systems: induction over epochs.

use crate::decide::{Decided, accepted};
use crate::explain::other_evidence;
use crate::explain::stacks::{state_text, unsafe_verdict};
use crate::explain::words::count;
use crate::failure::{Failure, usage};
use crate::judge::{self, Accepted};
use crate::problem::StacksProblem;
use crate::report::Verdict;
use crate::settings::{
    ConstructionName, EngineName, EnvelopeName, ExpansionName, OracleName, OrderName, Settings, Threads,
};
use std::time::Instant;
use umpteen_engines::budget::Budget;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{self, Found, History};
use umpteen_engines::{Reason, Statistics};
use umpteen_model::evidence::Evidence;
use umpteen_model::pushdown::PushdownProof;

/// Decides a pushdown system.
pub fn decide(problem: &StacksProblem, settings: &Settings, budget: &Budget) -> Result<Decided, Failure> {
    let system = &problem.system;
    let bound = match (settings.engine, settings.contexts) {
        (EngineName::Auto | EngineName::KInduction, bound) => bound,
        (EngineName::ContextBounded, Some(bound)) => Some(bound),
        (EngineName::ContextBounded, None) => {
            return usage("the engine `context-bounded` needs a bound: add --contexts K");
        }
        _ => return usage("a pushdown system is decided by --engine k-induction or context-bounded"),
    };
    let elsewhere = settings.order != OrderName::default()
        || settings.oracle != OracleName::default()
        || settings.construction != ConstructionName::default()
        || settings.expansion != ExpansionName::default();
    if settings.threads != Threads::Any || elsewhere {
        return usage("--threads, --order, --oracle, --construction and --expansion do not concern pushdown systems");
    }
    let kind = match settings.envelope {
        EnvelopeName::Stacks => EnvelopeKind::Stacks,
        EnvelopeName::Data => EnvelopeKind::Data,
    };
    let mut history = History::default();
    let found = pushdown::run(system, kind, bound, budget, &mut history);
    let sets: u64 = history.epochs.iter().map(|(added, _)| *added as u64).sum();
    let epochs = history.epochs.iter().enumerate().map(|(at, (added, example))| {
        let example = example.as_ref().map_or(String::new(), |state| format!(", first {}", state_text(system, state)));
        format!("{}: {} from which a target can be reached{example}", at + 1, count(*added as u64, "more set"))
    });
    let statistics = Statistics { explored: sets, generated: sets, ..Statistics::default() };
    let mut decided = match found {
        Err(reason) => Decided::unknown(&reason, statistics),
        Ok(Found::NotWithin(epochs)) => {
            let mut decided = Decided::unknown(&Reason::Blocked, statistics);
            decided.verdict = not_within(epochs, settings.engine);
            decided
        }
        Ok(Found::Run(trace)) => conclude(problem, Evidence::StackRun(trace), statistics, budget)?,
        Ok(Found::Proof(proof)) => conclude(problem, Evidence::Stacks(proof), statistics, budget)?,
    };
    decided.epochs = epochs.collect();
    Ok(decided)
}

/// The verdict that evidence stands for, once it is accepted.
fn conclude(
    problem: &StacksProblem,
    evidence: Evidence,
    statistics: Statistics,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let checking = Instant::now();
    let judged = judge::stacks(&problem.system, &evidence, &|| budget.check().is_ok());
    let verdict = match (accepted(judged, budget)?, &evidence) {
        (Err(reason), _) => return Ok(Decided::unknown(&reason, statistics)),
        (Ok(Accepted::Run(run)), Evidence::StackRun(trace)) => unsafe_verdict(problem, trace, &run)?,
        (Ok(Accepted::Proof(accepted)), Evidence::Stacks(proof)) => Verdict::safe(&accepted, why(proof)),
        _ => return Err(other_evidence()),
    };
    Ok(Decided::accepted(verdict, evidence, statistics, checking))
}

/// A proof in one sentence.
fn why(proof: &PushdownProof) -> String {
    match proof.leading.len() as u64 {
        0 => "no thread can have a stack that the target asks for, with the shared state of the target".to_string(),
        sets => format!(
            "{} of stacks from which the target could be reached, none of it possible at the start; K-induction with {}",
            count(sets, "set"),
            count(proof.epochs, "epoch")
        ),
    }
}

fn not_within(epochs: u32, engine: EngineName) -> Verdict {
    let reason = match engine {
        EngineName::ContextBounded => "there is no failure within the bound, beyond it nothing is known",
        _ => "there is no proof within the bound",
    };
    Verdict::Unknown {
        code: "context-bound".into(),
        reason: reason.into(),
        known: Some(format!("no target can be reached in {}", count(epochs, "epoch"))),
        hint: "a larger --contexts, or --engine k-induction without a bound".into(),
    }
}
