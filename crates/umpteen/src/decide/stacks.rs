//! Decides pushdown systems: induction over epochs.

use crate::decide::{Decided, rejected, stopped};
use crate::explain::story::changes;
use crate::explain::words::count;
use crate::failure::{Failure, usage};
use crate::problem::StacksProblem;
use crate::report::{StepView, Verdict};
use crate::settings::{
    ConstructionName, EngineName, EnvelopeName, ExpansionName, OracleName, OrderName, Settings, Threads,
};
use std::time::Instant;
use umpteen_checker::{Rejection, check_pushdown_proof, check_pushdown_trace};
use umpteen_engines::budget::Budget;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{self, Found, History};
use umpteen_engines::{Reason, Statistics};
use umpteen_model::evidence::{Evidence, Scope};
use umpteen_model::pushdown::{PushdownSystem, PushdownTarget, PushdownTrace, Stacks};

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
    let checking = Instant::now();
    let mut decided = match found {
        Err(reason) => Decided::unknown(&reason, statistics),
        Ok(Found::NotWithin(epochs)) => {
            let mut decided = Decided::unknown(&Reason::Blocked, statistics);
            decided.verdict = not_within(epochs, settings.engine);
            decided
        }
        Ok(Found::Run(trace)) => {
            let states = check_pushdown_trace(system, &trace).map_err(rejected)?;
            Decided::accepted(unsafe_verdict(problem, &trace, &states), Evidence::StackRun(trace), statistics, checking)
        }
        Ok(Found::Proof(proof)) => match check_pushdown_proof(system, &proof, &|| budget.check().is_ok()) {
            Err(Rejection::OutOfTime) => Decided::unknown(&stopped(budget), statistics),
            result => {
                result.map_err(rejected)?;
                let why = match proof.leading.len() as u64 {
                    0 => "no thread can have a stack that the target asks for, with the shared state of the target"
                        .to_string(),
                    sets => format!(
                        "{} of stacks from which the target could be reached, none of it possible at the start; K-induction with {}",
                        count(sets, "set"),
                        count(proof.epochs, "epoch")
                    ),
                };
                let verdict = Verdict::Safe { scope: Scope::AsCreated, why };
                Decided::accepted(verdict, Evidence::Stacks(proof), statistics, checking)
            }
        },
    };
    decided.epochs = epochs.collect();
    Ok(decided)
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

/// The report on an accepted run.
pub fn unsafe_verdict(problem: &StacksProblem, trace: &PushdownTrace, states: &[Stacks]) -> Verdict {
    let system = &problem.system;
    let last = &states[states.len() - 1];
    let is_reached = |target: &&PushdownTarget| {
        let alone = PushdownSystem { targets: vec![(*target).clone()], ..PushdownSystem::default() };
        alone.is_target(last)
    };
    let what = || {
        let reached = system.targets.iter().find(is_reached).map(|target| target_text(system, target));
        format!("`{}` can be reached", reached.unwrap_or_default())
    };
    let steps = trace.steps.iter().zip(states.windows(2)).map(|(&(thread, rule), around)| {
        let after = &around[1];
        let rule = &system.rules[rule as usize];
        let symbol = |symbol: &u32| system.symbols[*symbol as usize].as_str();
        let shared = |shared: u32| system.shared[shared as usize].as_str();
        let action = match system.statements.get(rule.top as usize) {
            Some(statement) => statement.clone(),
            None => {
                let pushed: String = rule.push.iter().map(|pushed| format!(" {}", symbol(pushed))).collect();
                format!("{} {} -> {}{pushed}", shared(rule.from), symbol(&rule.top), shared(rule.to))
            }
        };
        // Beginning and ending a function is of no interest by itself: such a frame is named after what it does.
        let silent = rule.from == rule.to && symbol(&rule.top).starts_with(&format!("{action}:"));
        StepView {
            threads: vec![thread as usize + 1],
            action,
            line: rule.line,
            state: state_text(system, after),
            silent,
            changes: changes(shared(around[0].shared), shared(after.shared)),
            atomic: shared(after.shared).ends_with(" (atomic)"),
            ..StepView::default()
        }
    });
    let there = system.threads.len() - problem.asleep;
    // Of the others, those count that did something.
    let woken =
        (there..system.threads.len()).filter(|thread| trace.steps.iter().any(|step| step.0 as usize == *thread));
    let threads = there + woken.count();
    Verdict::Unsafe {
        threads: threads as u64,
        what: problem.violation.clone().unwrap_or_else(what),
        start: state_text(system, &states[0]),
        steps: steps.collect(),
        names: Vec::new(),
        place: None,
        at: None,
        code: String::new(),
    }
}

/// `shared | stack, stack`, each stack top first, `-` for an empty one.
fn state_text(system: &PushdownSystem, state: &Stacks) -> String {
    let stacks = state.stacks.iter().map(|stack| match stack.is_empty() {
        true => "-".to_string(),
        false => {
            stack.iter().rev().map(|symbol| system.symbols[*symbol as usize].as_str()).collect::<Vec<_>>().join(" ")
        }
    });
    format!("{} | {}", system.shared[state.shared as usize], stacks.collect::<Vec<_>>().join(", "))
}

fn target_text(system: &PushdownSystem, target: &PushdownTarget) -> String {
    let shared = target.shared.map_or("*", |shared| system.shared[shared as usize].as_str());
    let tops: Vec<&str> = target.tops.iter().map(|symbol| system.symbols[*symbol as usize].as_str()).collect();
    if tops.is_empty() { shared.to_string() } else { format!("{shared} | {}", tops.join(", ")) }
}
