//! Decides a problem: an engine searches, the checker judges the evidence, and the verdict is told in terms of the input.

use crate::decide::c::Wanted;
use crate::evidence_file::EvidenceFile;
use crate::explain::c_unknown::tried;
use crate::explain::page;
use crate::explain::words::{names, paths};
use crate::failure::{Failure, usage};
use crate::judge::{Accepted, Rejection};
use crate::problem::Problem;
use crate::question::{self, Meaning, Question};
use crate::read::{self, Calls, Input};
use crate::report::{CReport, EngineUsed, ProgramSize, Report, RoundProgram, Seconds, Unit, Verdict, Work};
use crate::settings::{AbstractionSettings, EngineName, ExpansionName, OracleName, OrderName, Settings};
use std::path::PathBuf;
use std::time::Instant;
use umpteen_engines::budget::{Budget, Stop};
use umpteen_engines::{Answer, Reason, Statistics};
use umpteen_frontends::Code;
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::Evidence;

pub mod c;
pub mod counters;
pub mod engine;
pub mod program;
mod properties;
pub mod reach;
pub mod refinement;
pub mod stacks;

/// A decided question: the report, and the evidence of its verdict.
#[derive(Clone)]
pub struct Checked {
    /// The report.
    pub report: Report,
    /// The evidence that was accepted; none if the verdict is UNKNOWN.
    pub evidence: Option<EvidenceFile>,
    /// The Boolean programs of all rounds of abstraction refinement, if they are wanted.
    pub programs: Vec<RoundProgram>,
}

/// Reads files and decides what is asked about them, within a budget.
pub fn check(files: &[PathBuf], meaning: &Meaning, settings: &Settings, budget: &Budget) -> Result<Checked, Failure> {
    check_with_early(files, meaning, settings, budget, &mut |_| {})
}

/// The same; `early` gets the answer about the first property before the others are asked, which may take too long.
pub fn check_with_early(
    files: &[PathBuf],
    meaning: &Meaning,
    settings: &Settings,
    budget: &Budget,
    early: &mut dyn FnMut(&Checked),
) -> Result<Checked, Failure> {
    let question = question::read(files, meaning)?;
    let named = |mut checked: Checked| {
        checked.report.file = names(files);
        checked.report.asked = (question.meaning != *meaning).then(|| question.meaning.to_string());
        checked
    };
    let mut early = |checked: Checked| early(&named(checked));
    properties::check_with_others(&question, settings, budget, &mut early).map(named)
}

/// Decides a question about one property.
fn check_question(question: &Question, settings: &Settings, budget: &Budget) -> Result<Checked, Failure> {
    let started = Instant::now();
    let calls = match settings.engine {
        EngineName::KInduction | EngineName::ContextBounded => Calls::Kept,
        _ => Calls::Inlined,
    };
    let mut input = read::read(&question.files, &question.meaning, calls)?;
    let engine = engine_used(&input.problem, settings)?;
    let mut decided = decide(&input.problem, question, settings, budget)?;
    if let Some(lowered) = input.problem.as_lowered().filter(|_| decided.verdict.is_not_reduced()) {
        input.problem = lowered;
        decided = decide(&input.problem, question, settings, budget)?;
    }
    let mut report = Report {
        schema_version: 1,
        file: names(&question.files),
        unit: Unit::of(&input.problem),
        engine: match (&input.problem, &decided.c) {
            (Problem::C(_), Some(about)) if about.rounds.is_empty() && decided.evidence.is_some() => {
                EngineUsed::Explore
            }
            (Problem::C(_), _) => EngineUsed::Cegar,
            _ => engine,
        },
        verdict: decided.verdict,
        run: None,
        work: Work::of(&decided.statistics, decided.epochs),
        program: match &input.problem {
            Problem::Program(problem) => Some(ProgramSize::of(&problem.program)),
            _ => None,
        },
        c: decided.c,
        inputs: paths(&question.files),
        property: Some(read::asked(&input.problem, &question.meaning)),
        defaults: None,
        asked: None,
        expected: question.expected.clone(),
        properties: Vec::new(),
        seconds: Seconds { total: started.elapsed().as_secs_f64(), check: decided.check_seconds },
        page: None,
    };
    let Input { problem, files } = input;
    let file = |evidence| EvidenceFile::new(files, &question.meaning, decided.tables, evidence);
    let evidence = decided.evidence.map(file);
    if settings.wants.page {
        let others = match &problem {
            Problem::C(program) => program.files.as_slice(),
            _ => &[],
        };
        let assumes = report.c.as_ref().map_or(&[][..], |about| &about.assumes);
        let include = &question.meaning.c.include;
        report.page = page::gather(&question.files, others, include, evidence.as_ref(), assumes);
        let tried = tried(&report);
        report.page.iter_mut().for_each(|page| page.tried = tried.clone());
    }
    Ok(Checked { report, evidence, programs: decided.programs })
}

/// The engine that decides a problem; an error if the settings do not fit.
fn engine_used(problem: &Problem, settings: &Settings) -> Result<EngineUsed, Failure> {
    let engine = match (problem, settings.engine) {
        (Problem::Stacks(..), EngineName::ContextBounded) => EngineUsed::ContextBounded,
        (Problem::Stacks(..), _) => EngineUsed::KInduction,
        _ => engine::used(engine::of(settings)?),
    };
    let abstracts =
        settings.engine == EngineName::Abstraction || settings.abstraction != AbstractionSettings::default();
    if abstracts && !matches!(problem, Problem::C(_)) {
        return usage(
            "--engine abstraction, --cubes, --refine, --discover, --predicate and --symmetry are for C programs",
        );
    }
    Ok(engine)
}

/// Decides a problem.
fn decide(problem: &Problem, question: &Question, settings: &Settings, budget: &Budget) -> Result<Decided, Failure> {
    match problem {
        Problem::Counters(model, system) => counters::decide(engine::of(settings)?, model, system, budget),
        Problem::Program(problem) => program::decide(engine::of(settings)?, settings.expansion, problem, budget),
        Problem::Stacks(problem) => stacks::decide(problem, settings, budget),
        Problem::Refinement(_) => Err(Failure::Internal("a refinement has a question of its own".into())),
        Problem::C(program) => decide_c(program, question, settings, budget),
    }
}

/// Decides a C program; the other ways to read it are for caveats and witnesses.
fn decide_c(
    program: &umpteen_model::c::program::Program,
    question: &Question,
    settings: &Settings,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let chosen = !matches!(settings.engine, EngineName::Auto | EngineName::Abstraction)
        || settings.order != OrderName::default()
        || settings.oracle != OracleName::default()
        || settings.expansion != ExpansionName::default();
    if chosen {
        return usage(
            "C is decided by abstraction refinement: leave out --order, --oracle, --expansion, and --engine unless it \
             is `abstraction`",
        );
    }
    let unmerged = match settings.wants.invariants {
        true => Some(Box::new(read::c::read_unmerged(&question.files, &question.meaning, &mut Vec::new())?)),
        false => None,
    };
    let accesses = || {
        let meaning = Meaning { property: None, ..question.meaning.clone() };
        read::c::read(&question.files, &meaning, &mut Vec::new())
    };
    let wanted = Wanted {
        accesses: &accesses,
        options: c::settings::options(settings, program, &question.meaning)?,
        abstraction_only: settings.engine == EngineName::Abstraction,
        programs: settings.wants.programs,
        lines: settings.wants.lines,
        unmerged,
    };
    c::decide(program, &wanted, budget)
}

/// A verdict whose evidence was accepted, or UNKNOWN.
pub struct Decided {
    /// The answer.
    pub verdict: Verdict,
    /// The evidence that was accepted.
    pub evidence: Option<Evidence>,
    /// The tables that give the numbers in the evidence their meaning, for programs.
    pub tables: Option<Tables>,
    /// Results about a C program beyond the verdict.
    pub c: Option<CReport>,
    /// The Boolean programs of a C program, if asked for.
    pub programs: Vec<RoundProgram>,
    /// The number of boxes that each epoch of an induction added, in words.
    pub epochs: Vec<String>,
    /// Statistics of the search.
    pub statistics: Statistics,
    /// How long the checker took.
    pub check_seconds: f64,
}

impl Decided {
    /// An answer without evidence.
    pub fn unknown(reason: &Reason, statistics: Statistics) -> Decided {
        Decided {
            verdict: Verdict::unknown(reason),
            evidence: None,
            tables: None,
            c: None,
            programs: Vec::new(),
            epochs: Vec::new(),
            statistics,
            check_seconds: 0.0,
        }
    }

    /// An answer whose evidence was accepted.
    pub fn accepted(verdict: Verdict, evidence: Evidence, statistics: Statistics, checking: Instant) -> Decided {
        let check_seconds = checking.elapsed().as_secs_f64();
        let nothing = Decided::unknown(&Reason::Blocked, statistics);
        Decided { verdict, evidence: Some(evidence), check_seconds, ..nothing }
    }
}

/// Reports an input that the engine cannot take as a usage error, not as UNKNOWN.
pub(crate) fn refuse_broadcasts(answer: &Answer) -> Result<(), Failure> {
    match answer {
        Answer::Unknown(Reason::Broadcasts) => {
            let message = "the engines `karp_miller`, `both`, `directed` and `pathwise` cannot take broadcasts, signals and \
                           transfers; use --engine backward";
            Err(Failure::Plain(Code::Unsupported, message.into()))
        }
        _ => Ok(()),
    }
}

/// The limit that stopped the work.
pub(crate) fn stopped(budget: &Budget) -> Reason {
    Reason::Stopped(budget.stopped().unwrap_or(Stop::Time))
}

/// The judgement about evidence that an engine found. The inner error is a limit, because of which there is no verdict; any
/// other rejection is a bug of the engine.
pub(crate) fn accepted(
    judged: Result<Accepted, Rejection>,
    budget: &Budget,
) -> Result<Result<Accepted, Reason>, Failure> {
    match judged {
        Ok(accepted) => Ok(Ok(accepted)),
        Err(Rejection::OutOfTime) => Ok(Err(stopped(budget))),
        Err(Rejection::Overflow) => Ok(Err(Reason::CounterOverflow)),
        Err(Rejection::Reduction(_)) => Ok(Err(Reason::NotReduced)),
        Err(rejection) => Err(rejected(rejection)),
    }
}

/// Evidence that the checker does not accept is a bug of an engine.
pub(crate) fn rejected(rejection: Rejection) -> Failure {
    Failure::Internal(format!("the checker rejected the evidence: {rejection:?}"))
}
