//! `refine`: a recursive program is safe for any number of threads if its thread refines a thread system that is (papers/beacon
//! Sect. 1, rules (5) to (7)).

use crate::args::{EngineName, Meaning, MeaningOfC, Refine, WriteKind};
use crate::check::{self, Decided, chosen, decide_counters, rejected, stopped};
use crate::evidence_file::EvidenceFile;
use crate::failure::Failure;
use crate::input::{self, FileHash, Subject, located, usage};
use crate::page;
use crate::report::{Outcome, Report, RunView, Seconds, StepView, Unit, Verdict, Work};
use crate::story::changes;
use crate::text::{count, names, paths};
use std::path::Path;
use std::time::{Duration, Instant};
use umpteen_checker::{Rejection, check_refinement, check_word};
use umpteen_engines::backward::Order;
use umpteen_engines::budget::Budget;
use umpteen_engines::forward::Construction;
use umpteen_engines::refinement::{self, Found};
use umpteen_engines::{OracleKind, Statistics};
use umpteen_frontends::refinement::{check_abstraction, name_thread};
use umpteen_frontends::{Format, Model, boolean};
use umpteen_model::boolean::program::Property;
use umpteen_model::evidence::Evidence;
use umpteen_model::refinement::{Control, Mismatch, Refinement, RefinementProof, Word, WordStep};

/// A program and its abstraction.
pub struct RefinementInput {
    /// The question.
    pub refinement: Refinement,
    /// The abstraction, as the engines see it.
    pub abstraction: Subject,
    /// The files read, for the evidence.
    pub files: Vec<FileHash>,
}

/// Reads a program and its abstraction; target and start are those of the abstraction, the property is the program's.
pub fn read(program: &Path, system: &Path, meaning: &Meaning) -> Result<RefinementInput, Failure> {
    if !matches!(input::format(program), Ok(Format::Bp)) || !matches!(input::format(system), Ok(Format::Tts)) {
        return usage("refine takes a Boolean program (.bp) and a thread system (.tts), in this order");
    }
    if meaning.c != MeaningOfC::default() {
        return usage("--granularity, --data-model, --spawn, -I, -D and -U are for C programs");
    }
    let mut files = Vec::new();
    let program_text = input::read_text(program, &mut files)?;
    let name = program.display().to_string();
    let at_program = || located(&name, &program_text);
    let mut source = boolean::parse(&program_text).map_err(at_program())?;
    name_thread(&mut source).map_err(at_program())?;
    let (flat, calls) = boolean::keep_calls(&source, &program_text).map_err(at_program())?;
    let asked = meaning.property.as_deref().unwrap_or("assert");
    let (property, _) = input::read_property(&flat, asked)?;
    if !matches!(property, Property::Assertions | Property::Invariant(_)) {
        return usage("the property that refinement carries over is assert or invariant:EXPR");
    }
    let system_text = input::read_text(system, &mut files)?;
    let of_system = Meaning { property: None, ..meaning.clone() };
    let abstraction = input::read_counters(system, Format::Tts, &system_text, &of_system, true, &mut files)?;
    let Subject::Counters(Model::Threads(threads), _) = &abstraction else {
        return Err(Failure::Internal("a .tts file is a thread system".into()));
    };
    check_abstraction(&flat, threads, &system_text).map_err(located(&system.display().to_string(), &system_text))?;
    let question = umpteen_frontends::refinement::refinement(&flat, &calls, &property, threads);
    Ok(RefinementInput { refinement: question.map_err(at_program())?, abstraction, files })
}

/// Decides the input of `refine` within its limits.
pub fn refine(options: &Refine) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let limits = &options.limits;
    let budget = Budget::new(limits.time.map(Duration::from_secs_f64), limits.memory.map(|mb| mb << 20));
    crate::progress::show(&budget);
    if options.engine == EngineName::Abstraction {
        return usage("--engine abstraction is for C programs");
    }
    let meaning = options.meaning();
    let input = read(&options.program, &options.system, &meaning)?;
    let engine =
        chosen(options.engine, options.threads, Construction::default(), Order::Smallest, OracleKind::default(), None)?;
    let (found, explored) = refinement::run(&input.refinement, &budget);
    let statistics = Statistics { explored, generated: explored, ..Statistics::default() };
    let system = options.system.display().to_string();
    let (mut name, mut run) = ("refinement", None);
    let decided = match found {
        Err(reason) => Decided::unknown(&reason, statistics),
        Ok(Found::Differs(word)) => {
            let controls = check_word(&input.refinement, &word).map_err(rejected)?;
            run = Some(word_view(&input.refinement, &word, &controls));
            let mut decided = Decided::unknown(&umpteen_engines::Reason::Blocked, statistics);
            decided.verdict = differs(&system, word.mismatch);
            decided
        }
        Ok(Found::Refines(proof)) => {
            name = check::name(engine);
            let Subject::Counters(model, counters) = &input.abstraction else {
                return Err(Failure::Internal("a .tts file is a thread system".into()));
            };
            let of_system = decide_counters(engine, model, counters, &budget)?;
            conclude(&input.refinement, proof, of_system, &system, &mut run, &budget)?
        }
    };
    let mut report = Report {
        schema_version: 1,
        file: names(&[options.program.clone(), options.system.clone()]),
        unit: Unit::Thread,
        engine: name.to_string(),
        verdict: decided.verdict,
        run,
        work: Work::of(&decided.statistics, Vec::new()),
        program: None,
        c: None,
        inputs: paths(&[options.program.clone(), options.system.clone()]),
        property: Some(meaning.property.clone().unwrap_or_else(|| "assert".to_string())),
        defaults: None,
        asked: None,
        expected: None,
        seconds: Seconds { total: started.elapsed().as_secs_f64(), check: decided.check_seconds },
        page: None,
    };
    let file = |evidence| EvidenceFile::new(input.files, &meaning, None, evidence);
    let evidence = decided.evidence.map(file);
    if options.output.writes(WriteKind::Html) {
        report.page = page::gather(&[options.program.clone(), options.system.clone()], &[], &[], evidence.as_ref());
    }
    let evidence = evidence.filter(|_| options.output.writes_evidence()).map(|file| file.to_text()).transpose()?;
    Ok(Outcome { report, evidence, witness: None, programs: Vec::new() })
}

/// What follows for the program, once it is known to refine the abstraction.
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
        (Verdict::Safe { why, .. }, Some(Evidence::Certificate(certificate))) => {
            let checking = Instant::now();
            let scope = match check_refinement(refinement, &proof, &certificate, &|| budget.check().is_ok()) {
                Err(Rejection::OutOfTime) => return Ok(Decided::unknown(&stopped(budget), statistics)),
                result => result.map_err(rejected)?,
            };
            let tops: u64 = proof.contexts.iter().map(|context| context.tops.len() as u64).sum();
            let contexts = count(proof.contexts.len() as u64, "way");
            let refines =
                format!("a thread refines {system} ({}, {contexts} to enter a function)", count(tops, "state"));
            let verdict = Verdict::Safe { scope, why: format!("{refines}, which is safe: {why}") };
            Ok(Decided::accepted(verdict, Evidence::Refinement(proof, certificate), statistics, checking))
        }
        (Verdict::Unsafe { threads, what, start, steps, names, .. }, _) => {
            let what = format!("{system} is not safe: {what} {}", Unit::Thread.cover(threads));
            let hint = "a system that does less; its failure says nothing about the program";
            *run = Some(RunView { start, steps, names });
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
    RunView { start: state(&controls[0]), steps: steps.collect(), names }
}
