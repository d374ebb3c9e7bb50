//! A recursive program is safe for any number of threads if its thread refines a thread system that is (papers/beacon Sect. 1,
//! rules (5) to (7)).

use crate::decide::{Checked, Decided, accepted, counters, engine, rejected};
use crate::evidence_file::EvidenceFile;
use crate::explain::story::changes;
use crate::explain::words::{count, names, paths};
use crate::explain::{other_evidence, page};
use crate::failure::{Failure, usage};
use crate::judge::{self, Accepted};
use crate::problem::{Problem, RefinementProblem};
use crate::question::Meaning;
use crate::read::refinement::read;
use crate::report::{EngineUsed, Report, RunView, Seconds, StepView, StoryView, Unit, Unsafe, Verdict, Work};
use crate::settings::{EngineName, Settings};
use std::path::Path;
use std::time::Instant;
use umpteen_engines::backward::Order;
use umpteen_engines::budget::Budget;
use umpteen_engines::forward::Construction;
use umpteen_engines::refinement::{self, Found};
use umpteen_engines::{Engine, OracleKind, Statistics};
use umpteen_model::evidence::Evidence;
use umpteen_model::refinement::{Control, Mismatch, Refinement, RefinementProof, Word, WordStep};

/// Reads a program and a thread system, and decides whether the program is safe because a thread of it refines the system.
/// Of the settings, `engine`, `threads` and `wants.page` matter.
pub fn refine(
    program: &Path,
    system: &Path,
    meaning: &Meaning,
    settings: &Settings,
    budget: &Budget,
) -> Result<Checked, Failure> {
    let started = Instant::now();
    if settings.engine == EngineName::Abstraction {
        return usage("--engine abstraction is for C programs");
    }
    let input = read(program, system, meaning)?;
    let Problem::Refinement(problem) = &input.problem else {
        return Err(Failure::Internal("a program and its abstraction are a refinement".into()));
    };
    let order = Order::Smallest;
    let (construction, oracle) = (Construction::default(), OracleKind::default());
    let engine = engine::chosen(settings.engine, settings.threads, construction, order, oracle, None)?;
    let Refined { name, run, decided } = decide(problem, engine, &system.display().to_string(), budget)?;
    let files = [program.to_path_buf(), system.to_path_buf()];
    let mut report = Report {
        schema_version: 1,
        file: names(&files),
        unit: Unit::Thread,
        engine: name,
        verdict: decided.verdict,
        run,
        work: Work::of(&decided.statistics, Vec::new()),
        program: None,
        c: None,
        inputs: paths(&files),
        property: Some(meaning.property.clone().unwrap_or_else(|| "assert".to_string())),
        properties: Vec::new(),
        defaults: None,
        asked: None,
        expected: None,
        seconds: Seconds { total: started.elapsed().as_secs_f64(), check: decided.check_seconds },
        page: None,
    };
    let evidence = decided.evidence.map(|evidence| EvidenceFile::new(input.files, meaning, None, evidence));
    if settings.wants.page {
        report.page = page::gather(&files, &[], &[], evidence.as_ref(), &[]);
    }
    Ok(Checked { report, evidence, programs: Vec::new() })
}

/// A verdict on a program by way of its abstraction.
struct Refined {
    /// The engine that ran last.
    name: EngineUsed,
    /// A run that an UNKNOWN is about.
    run: Option<RunView>,
    decided: Decided,
}

/// Decides whether the thread refines the system, then whether the system is safe.
fn decide(problem: &RefinementProblem, engine: Engine, system: &str, budget: &Budget) -> Result<Refined, Failure> {
    let (found, explored) = refinement::run(&problem.refinement, budget);
    let statistics = Statistics { explored, generated: explored, ..Statistics::default() };
    let (mut name, mut run) = (EngineUsed::Refinement, None);
    let decided = match found {
        Err(reason) => Decided::unknown(&reason, statistics),
        Ok(Found::Differs(word)) => {
            let controls = judge::word(&problem.refinement, &word).map_err(rejected)?;
            run = Some(word_view(&problem.refinement, &word, &controls));
            let mut decided = Decided::unknown(&umpteen_engines::Reason::Blocked, statistics);
            decided.verdict = differs(system, word.mismatch);
            decided
        }
        Ok(Found::Refines(proof)) => {
            name = engine::used(engine);
            let of_system = counters::decide(engine, &problem.model, &problem.system, budget)?;
            conclude(&problem.refinement, proof, of_system, system, &mut run, budget)?
        }
    };
    Ok(Refined { name, run, decided })
}

/// The verdict about the program, once it is known to refine the abstraction.
fn conclude(
    refinement: &Refinement,
    proof: RefinementProof,
    of_system: Decided,
    system: &str,
    run: &mut Option<RunView>,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let statistics = of_system.statistics.clone();
    let unknown = |code: &str, reason: String, hint: &str| Verdict::Unknown {
        code: code.into(),
        reason,
        known: Some(format!("the program refines {system}, as far as its targets")),
        hint: hint.into(),
    };
    match (of_system.verdict, of_system.evidence) {
        (Verdict::Safe(of_system), Some(Evidence::Certificate(certificate))) => {
            let checking = Instant::now();
            let tops: u64 = proof.contexts.iter().map(|context| context.tops.len() as u64).sum();
            let contexts = count(proof.contexts.len() as u64, "way");
            let refines =
                format!("a thread refines {system} ({}, {contexts} to enter a function)", count(tops, "state"));
            let evidence = Evidence::Refinement(proof, certificate);
            let judged = judge::refinement(refinement, &evidence, &|| budget.check().is_ok());
            let proof = match accepted(judged, budget)? {
                Err(reason) => return Ok(Decided::unknown(&reason, statistics)),
                Ok(Accepted::Proof(proof)) => proof,
                Ok(Accepted::Run(_)) => return Err(other_evidence()),
            };
            let verdict = Verdict::safe(&proof, format!("{refines}, which is safe: {}", of_system.why));
            Ok(Decided::accepted(verdict, evidence, statistics, checking))
        }
        (Verdict::Unsafe(Unsafe { threads, what, run: of_system, .. }), _) => {
            let what = format!("{system} is not safe: {what} {}", Unit::Thread.cover(threads));
            let hint = "a system that does less; its failure says nothing about the program";
            *run = Some(of_system);
            let verdict = unknown("abstraction-unsafe", what, hint);
            Ok(Decided { verdict, ..Decided::unknown(&umpteen_engines::Reason::Blocked, statistics) })
        }
        (Verdict::Unknown { code, reason, hint, .. }, _) => {
            let verdict = unknown(&code, format!("{reason} before {system} was decided"), &hint);
            Ok(Decided { verdict, ..Decided::unknown(&umpteen_engines::Reason::Blocked, statistics) })
        }
        _ => Err(Failure::Internal("a safe thread system has a certificate".into())),
    }
}

/// The answer where the abstraction cannot follow.
fn differs(system: &str, mismatch: Mismatch) -> Verdict {
    let (reason, hint) = match mismatch {
        Mismatch::Start => ("does not start with a shared state that the program starts with", "another --init"),
        Mismatch::Change => {
            ("cannot change the shared state as the program does in the last step", "a system that can")
        }
        Mismatch::Target => (
            "is in no target for one thread where the program fails",
            "a system that gets to a target then, or a target for it",
        ),
    };
    Verdict::Unknown {
        code: "no-refinement".into(),
        reason: format!("no refinement: {system} {reason}"),
        known: Some("this says nothing about the program: only this way to a proof is closed".into()),
        hint: hint.into(),
    }
}

/// A word in words: what the thread and others do, with the shared state and the states that the abstraction may be in.
fn word_view(refinement: &Refinement, word: &Word, controls: &[Control]) -> RunView {
    let state = |control: &Control| {
        let locals: Vec<String> = control.locals.iter().map(u32::to_string).collect();
        let follows = match locals.is_empty() {
            true => "nowhere".to_string(),
            false => format!("{}|{}", control.visible, locals.join(" or ")),
        };
        format!("{}, system in {follows}", refinement.thread.shared[control.shared as usize])
    };
    let steps = word.steps.iter().enumerate().zip(controls.windows(2)).map(|((number, step), around)| {
        let last = number + 1 == word.steps.len();
        let (threads, action, line) = match *step {
            WordStep::Others(_) => (vec![2], "change the shared state".to_string(), 0),
            WordStep::Own(rule) => {
                let rule = &refinement.thread.rules[rule as usize];
                let statement = refinement.thread.statements.get(rule.top as usize).cloned();
                (vec![1], statement.unwrap_or_default(), rule.line)
            }
        };
        let silent = !last && around[0].visible == around[1].visible;
        let [before, after] = [0, 1].map(|at: usize| refinement.thread.shared[around[at].shared as usize].as_str());
        let (state, changes) = (state(&around[1]), changes(before, after));
        StepView { threads, action, line, state, silent, changes, ..StepView::default() }
    });
    let names = vec!["thread".to_string(), "others".to_string()];
    RunView { start: state(&controls[0]), steps: steps.collect(), names, story: StoryView::default() }
}
