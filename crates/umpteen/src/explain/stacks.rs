//! Verdicts on threads with stacks.

use crate::explain::other_evidence;
use crate::explain::story::changes;
use crate::failure::Failure;
use crate::judge::{AcceptedRun, Execution};
use crate::problem::StacksProblem;
use crate::report::{RunView, StepView, StoryView, Verdict};
use umpteen_model::pushdown::{PushdownSystem, PushdownTarget, PushdownTrace, Stacks};

/// The verdict on an accepted run.
pub fn unsafe_verdict(problem: &StacksProblem, trace: &PushdownTrace, run: &AcceptedRun) -> Result<Verdict, Failure> {
    let Execution::Stacks(states) = run.execution() else { return Err(other_evidence()) };
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
    let what = problem.violation.clone().unwrap_or_else(what);
    let told = RunView {
        start: state_text(system, &states[0]),
        steps: steps.collect(),
        names: Vec::new(),
        story: StoryView::default(),
    };
    Ok(Verdict::of_run(run, threads as u64, what, told, None))
}

/// `shared | stack, stack`, each stack top first, `-` for an empty one.
pub fn state_text(system: &PushdownSystem, state: &Stacks) -> String {
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
