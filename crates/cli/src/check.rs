//! The work of `check`: read, search, have the evidence checked, report.

use crate::abstraction::Abstracting;
use crate::args::{
    Check, ConstructionName, EngineName, EnvelopeName, ExpansionName, Meaning, OracleName, OrderName, Threads,
    WriteKind,
};
use crate::c_input;
use crate::check_c::How;
use crate::check_stacks;
use crate::evidence_file::EvidenceFile;
use crate::failure::Failure;
use crate::input::{self, Calls, ProgramInput, Subject, usage};
use crate::page;
use crate::question;
use crate::report::{AboutC, Outcome, ProgramSize, Report, RoundProgram, Seconds, Unit, Verdict, Work};
use crate::story;
use crate::text::{count, names, paths};
use crate::witness;
use std::time::{Duration, Instant};
use umpteen_checker::{
    Rejection, Replay, check_certificate, check_program_certificate, check_program_trace, check_trace,
};
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::restrict::restrict;
use umpteen_engines::boolean::{self, on_the_fly::Expansion};
use umpteen_engines::budget::{Budget, Stop};
use umpteen_engines::forward::Construction;
use umpteen_engines::portfolio::Plan;
use umpteen_engines::{Answer, Engine, OracleKind, Reason, Statistics};
use umpteen_frontends::{Code, Model};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::view::{Tables, View};
use umpteen_model::evidence::{Certificate, Evidence, Scope, Trace};
use umpteen_model::system::System;

/// Decides the input of `check` within its limits.
pub fn check(options: &Check) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let limits = &options.limits;
    let budget = Budget::new(limits.time.map(Duration::from_secs_f64), limits.memory.map(|mb| mb << 20));
    crate::progress::show(&budget);
    let question = question::read(&options.files, &options.meaning)?;
    let calls = match options.engine {
        EngineName::KInduction | EngineName::ContextBounded => Calls::Kept,
        _ => Calls::Inlined,
    };
    let input = input::read(&question.files, &question.meaning, calls)?;
    let engine_name = match (&input.subject, options.engine) {
        (Subject::Stacks(..), EngineName::ContextBounded) => "context-bounded",
        (Subject::Stacks(..), _) => "k-induction",
        _ => name(engine(options)?),
    };
    let abstracts = options.engine == EngineName::Abstraction || options.abstracting != Abstracting::default();
    if abstracts && !matches!(input.subject, Subject::C(_)) {
        return usage(
            "--engine abstraction, --cubes, --refine, --discover, --predicate and --symmetry are for C programs",
        );
    }
    let decided = match &input.subject {
        Subject::Counters(model, system) => decide_counters(engine(options)?, model, system, &budget)?,
        Subject::Program(program) => decide_program(engine(options)?, options.expansion, program, &budget)?,
        Subject::Stacks(input) => check_stacks::decide(input, options, &budget)?,
        Subject::C(program) => {
            let chosen = !matches!(options.engine, EngineName::Auto | EngineName::Abstraction)
                || options.order != OrderName::Smallest
                || options.oracle != OracleName::ThreadModular
                || options.expansion != ExpansionName::SharedChanging;
            if chosen {
                return usage(
                    "C is decided by abstraction refinement: leave out --order, --oracle, --expansion, and --engine unless it \
                     is `abstraction`",
                );
            }
            let witness = match options.output.writes(WriteKind::Witness) {
                true => Some(Box::new(c_input::read_unmerged(&question.files, &question.meaning, &mut Vec::new())?)),
                false => None,
            };
            let accesses = || {
                let meaning = Meaning { property: None, ..question.meaning.clone() };
                c_input::read(&question.files, &meaning, &mut Vec::new())
            };
            let how = How {
                accesses: &accesses,
                options: options.abstracting.options(options.engine, options.threads, program, &question.meaning)?,
                only: options.engine == EngineName::Abstraction,
                keep: options.output.writes(WriteKind::Bp),
                lines: options.output.verbose || options.output.writes(WriteKind::Html) || witness.is_some(),
                witness,
            };
            crate::check_c::decide(program, &how, &budget)?
        }
    };
    let mut report = Report {
        schema_version: 1,
        file: names(&options.files),
        unit: Unit::of(&input.subject),
        engine: match &input.subject {
            Subject::C(_) => match &decided.c {
                Some(about) if about.rounds.is_empty() && decided.evidence.is_some() => "explore".to_string(),
                _ => "cegar".to_string(),
            },
            _ => engine_name.to_string(),
        },
        verdict: decided.verdict,
        run: None,
        work: Work::of(&decided.statistics, decided.epochs),
        program: match &input.subject {
            Subject::Program(input) => Some(ProgramSize::of(&input.program)),
            Subject::Counters(..) | Subject::Stacks(..) | Subject::C(_) => None,
        },
        c: decided.c,
        inputs: paths(&question.files),
        property: Some(input::asked(&input.subject, &question.meaning)),
        defaults: None,
        asked: (question.meaning != options.meaning).then(|| question.meaning.to_string()),
        expected: question.expected,
        seconds: Seconds { total: started.elapsed().as_secs_f64(), check: decided.check_seconds },
        page: None,
    };
    let file = |evidence| EvidenceFile::new(input.files, &question.meaning, decided.tables, evidence);
    let evidence = decided.evidence.map(file);
    if options.output.writes(WriteKind::Html) {
        let others = match &input.subject {
            Subject::C(program) => program.files.as_slice(),
            _ => &[],
        };
        report.page = page::gather(&question.files, others, &question.meaning.c.include, evidence.as_ref());
    }
    let witness = match options.output.writes(WriteKind::Witness) {
        true => witness::witness(&report, evidence.as_ref()),
        false => None,
    };
    let evidence = evidence.filter(|_| options.output.writes_evidence()).map(|file| file.to_text()).transpose()?;
    Ok(Outcome { report, evidence, witness, programs: decided.programs })
}

/// A verdict whose evidence was accepted, or UNKNOWN.
pub struct Decided {
    /// The answer.
    pub verdict: Verdict,
    /// The evidence that was accepted.
    pub evidence: Option<Evidence>,
    /// What the numbers in it mean, for programs.
    pub tables: Option<Tables>,
    /// What is known about a C program.
    pub c: Option<AboutC>,
    /// The Boolean programs of a C program, if asked for.
    pub programs: Vec<RoundProgram>,
    /// What each epoch of an induction added.
    pub epochs: Vec<String>,
    /// How much work it was.
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

/// Decides a counter system.
pub fn decide_counters(engine: Engine, model: &Model, system: &System, budget: &Budget) -> Result<Decided, Failure> {
    let (answer, statistics) = umpteen_engines::run(engine, system, budget);
    refuse_broadcasts(&answer)?;
    let checking = Instant::now();
    let (verdict, evidence) = match answer {
        Answer::Unknown(reason) => return Ok(Decided::unknown(&reason, statistics)),
        Answer::Unsafe(trace) => {
            let replay = match check_trace(system, &trace) {
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => result.map_err(rejected)?,
            };
            (unsafe_verdict(model, system, &trace, &replay), Evidence::Trace(trace))
        }
        Answer::Safe(certificate) => {
            match check_certificate(system, &certificate, &|| budget.check().is_ok()) {
                Err(Rejection::OutOfTime) => return Ok(Decided::unknown(&stopped(budget), statistics)),
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => result.map_err(rejected)?,
            }
            (safe_verdict(&certificate, system, Unit::of_model(model)), Evidence::Certificate(certificate))
        }
    };
    Ok(Decided::accepted(verdict, evidence, statistics, checking))
}

fn decide_program(
    engine: Engine,
    expansion: ExpansionName,
    input: &ProgramInput,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let expansion = match expansion {
        ExpansionName::All => Expansion::All,
        ExpansionName::SharedChanging => Expansion::SharedChanging,
    };
    let ProgramInput { program, property, mains, .. } = input;
    let subject = boolean::Subject { program, property, mains: *mains };
    let (decision, statistics) = boolean::run(engine, expansion, subject, budget);
    let boolean::Decision { mut answer, tables, system } = decision;
    refuse_broadcasts(&answer)?;
    let mut known = None;
    if answer == Answer::Unknown(Reason::Blocked) {
        (answer, known) = explore_a_few(&system);
    }
    let checking = Instant::now();
    let (verdict, evidence, tables) = match answer {
        Answer::Unknown(reason) => {
            let mut decided = Decided::unknown(&reason, statistics);
            if let Verdict::Unknown { known: place, .. } = &mut decided.verdict {
                *place = known.map(|threads| format!("nothing happens with at most {}", count(threads, "thread")));
            }
            return Ok(decided);
        }
        Answer::Unsafe(trace) => {
            let restricted = restrict(program, property, *mains, &tables, &system, &trace);
            let Ok((tables, trace)) = restricted else {
                return Ok(Decided::unknown(&Reason::CounterOverflow, statistics));
            };
            let (view, replay) = match check_program_trace(program, property, *mains, &tables, &trace, &|| true) {
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => result.map_err(rejected)?,
            };
            (program_unsafe_verdict(input, &tables, &view, &trace, &replay), Evidence::Trace(trace), tables)
        }
        Answer::Safe(certificate) => {
            let go_on = || budget.check().is_ok();
            match check_program_certificate(program, property, *mains, &tables, &certificate, &go_on) {
                Err(Rejection::OutOfTime) => return Ok(Decided::unknown(&stopped(budget), statistics)),
                Err(Rejection::Overflow) => return Ok(Decided::unknown(&Reason::CounterOverflow, statistics)),
                result => drop(result.map_err(rejected)?),
            }
            let mut verdict = safe_verdict(&certificate, &system, Unit::Thread);
            if let (Verdict::Safe { why, .. }, Property::Assertions, false) =
                (&mut verdict, property, program.has_assertion())
            {
                *why = "there is no assertion in the functions that threads run".to_string();
            }
            (verdict, Evidence::Certificate(certificate), tables)
        }
    };
    Ok(Decided { tables: Some(tables), ..Decided::accepted(verdict, evidence, statistics, checking) })
}

/// An engine that cannot take the input is no question of time.
pub fn refuse_broadcasts(answer: &Answer) -> Result<(), Failure> {
    match answer {
        Answer::Unknown(Reason::Broadcasts) => {
            let message = "the engines `karp_miller`, `both`, `directed` and `pathwise` cannot take broadcasts, signals and \
                           transfers; use --engine backward";
            Err(Failure::Plain(Code::Unsupported, message.into()))
        }
        _ => Ok(()),
    }
}

/// Where a constraint is not monotone, backward search can be fooled; a few threads explored one state at a time cannot.
/// Tells a failure, or up to how many threads there is none.
fn explore_a_few(system: &System) -> (Answer, Option<u32>) {
    const MOST_THREADS: u32 = 5;
    let budget = Budget::new(Some(Duration::from_secs(5)), None);
    let mut known = None;
    for threads in 1..=MOST_THREADS {
        match umpteen_engines::run(Engine::Explore(threads), system, &budget).0 {
            Answer::Safe(_) => known = Some(threads),
            found @ Answer::Unsafe(_) => return (found, known),
            Answer::Unknown(_) => break,
        }
    }
    (Answer::Unknown(Reason::Blocked), known)
}

/// The limit that stopped the work.
pub fn stopped(budget: &Budget) -> Reason {
    Reason::Stopped(budget.stopped().unwrap_or(Stop::Time))
}

/// Evidence that the checker does not accept is a bug of an engine.
pub fn rejected(rejection: Rejection) -> Failure {
    Failure::Internal(format!("the checker rejected the evidence: {rejection:?}"))
}

/// The engine that the options ask for.
fn engine(options: &Check) -> Result<Engine, Failure> {
    let order = match options.order {
        OrderName::Smallest => Order::Smallest,
        OrderName::Breadth => Order::Breadth,
        OrderName::Depth => Order::Depth,
    };
    let oracle = match options.oracle {
        OracleName::Off => OracleKind::Off,
        OracleName::SingleThread => OracleKind::SingleThread,
        OracleName::ThreadModular => OracleKind::ThreadModular,
        OracleName::StateInequation => OracleKind::StateInequation,
    };
    let construction = match options.construction {
        ConstructionName::Minimal => Construction::Minimal,
        ConstructionName::Beacon => Construction::Beacon,
    };
    if construction != Construction::default() && options.engine != EngineName::KarpMiller {
        return usage("--construction is for --engine karp_miller");
    }
    if options.envelope != EnvelopeName::Data || options.contexts.is_some() {
        return usage("--envelope and --contexts are for pushdown systems");
    }
    if oracle != OracleKind::default() && options.engine == EngineName::Pathwise {
        return usage("the engine `pathwise` needs its oracle: leave out --oracle");
    }
    if (order, oracle) != Default::default() && options.engine == EngineName::Directed {
        return usage("the engine `directed` has an order of its own and no oracle: leave out --order and --oracle");
    }
    chosen(options.engine, options.threads, construction, order, oracle, options.jobs)
}

/// The engine of a name, with its settings.
pub fn chosen(
    engine: EngineName,
    threads: Threads,
    construction: Construction,
    order: Order,
    oracle: OracleKind,
    jobs: Option<u32>,
) -> Result<Engine, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    match (engine, threads) {
        (EngineName::Auto, Threads::Any) if oracle == OracleKind::ThreadModular => {
            Ok(Engine::Portfolio(order, Plan::new(jobs.unwrap_or_else(cores))))
        }
        (EngineName::Auto | EngineName::Abstraction | EngineName::Backward, Threads::Any) => {
            Ok(Engine::Backward(order, oracle))
        }
        (EngineName::Auto | EngineName::Abstraction | EngineName::Explore, Threads::AtMost(threads)) => {
            Ok(Engine::Explore(threads))
        }
        (EngineName::KarpMiller, Threads::Any) => Ok(Engine::Forward(construction, order, oracle)),
        (EngineName::Both, Threads::Any) => Ok(Engine::Both(order, oracle)),
        (EngineName::Directed, Threads::Any) => Ok(Engine::Directed),
        (EngineName::Pathwise, Threads::Any) => Ok(Engine::Pathwise(order)),
        (EngineName::KInduction | EngineName::ContextBounded, _) => {
            usage("the engines `k-induction` and `context-bounded` are for pushdown systems")
        }
        (EngineName::Explore, Threads::Any) => usage("the engine `explore` needs a bound: add --threads N"),
        (
            EngineName::Backward
            | EngineName::KarpMiller
            | EngineName::Both
            | EngineName::Directed
            | EngineName::Pathwise,
            Threads::AtMost(_),
        ) => usage("this engine decides for any number of threads: leave out --threads or --engine"),
    }
}

/// The name of an engine for people.
pub fn name(engine: Engine) -> &'static str {
    match engine {
        Engine::Backward(..) => "backward",
        Engine::Forward(..) => "karp_miller",
        Engine::Both(..) => "both",
        Engine::Directed => "directed",
        Engine::Portfolio(..) => "auto",
        Engine::Pathwise(_) => "pathwise",
        Engine::Explore(_) => "explore",
    }
}

/// The report on an accepted certificate.
pub fn safe_verdict(certificate: &Certificate, system: &System, unit: Unit) -> Verdict {
    let scope = scope(certificate, system, unit);
    let why = match certificate {
        Certificate::Upward { basis, invariant } => {
            let pairs = invariant.pairs.as_ref().map(|rows| rows.iter().map(|(_, row)| row.len() as u64).sum::<u64>());
            let mut facts = Vec::new();
            facts.extend(pairs.map(|pairs| match unit {
                Unit::Thread => format!("{} of shared and local state", count(pairs, "reachable pair")),
                Unit::Token => format!("{} that can be marked", count(pairs, "place")),
            }));
            if !invariant.weights.is_empty() {
                facts.push(count(invariant.weights.len() as u64, "linear invariant"));
            }
            let facts = facts.join(" and ");
            match (basis.len() as u64, facts.is_empty()) {
                (0, _) => format!("the target contradicts {facts}"),
                (states, true) => format!("{} from which the target may be covered, none initial", minimal(states)),
                (states, false) => {
                    format!("{} from which the target may be covered, none initial, given {facts}", minimal(states))
                }
            }
        }
        Certificate::Downward { configurations, .. } => {
            let configurations = match configurations.len() {
                1 => "1 configuration holds".to_string(),
                number => format!("{number} configurations hold"),
            };
            format!("{configurations} every reachable state and no target")
        }
        Certificate::Bounded { threads, states } if states.is_empty() => {
            format!("nothing happens: no start has as few as {}", unit.count(u64::from(*threads)))
        }
        Certificate::Bounded { states, .. } => {
            format!("{} reachable, none covers the target", count(states.len() as u64, "state"))
        }
    };
    Verdict::Safe { scope, why }
}

/// For which numbers of threads an accepted certificate speaks.
pub fn scope(certificate: &Certificate, system: &System, unit: Unit) -> Scope {
    match (certificate, unit) {
        (Certificate::Bounded { threads, .. }, _) => Scope::AtMost(*threads),
        (_, Unit::Thread) if system.has_fixed_threads() => Scope::AsCreated,
        (_, Unit::Token) if system.has_fixed_start() => Scope::AsCreated,
        _ => Scope::AnyNumber,
    }
}

fn minimal(states: u64) -> String {
    count(states, "minimal state")
}

/// The report on an accepted trace of a system.
pub fn unsafe_verdict(model: &Model, system: &System, trace: &Trace, replay: &Replay) -> Verdict {
    let (start, steps) = story::tell(model, trace, replay);
    let threads = match Unit::of_model(model) {
        Unit::Thread => replay.threads,
        Unit::Token => trace.initial.threads(),
    };
    let what = format!("`{}` can be covered", story::target(model, system, &replay.last));
    Verdict::Unsafe { threads, what, start, steps, names: Vec::new(), place: None, at: None, code: String::new() }
}

/// The report on an accepted trace of a Boolean program.
pub fn program_unsafe_verdict(
    input: &ProgramInput,
    tables: &Tables,
    view: &View,
    trace: &Trace,
    replay: &Replay,
) -> Verdict {
    let (start, steps) = story::tell_program(&input.program, tables, view, trace, replay);
    Verdict::Unsafe {
        threads: replay.threads,
        what: input.violation.clone(),
        start,
        steps,
        names: Vec::new(),
        place: None,
        at: None,
        code: String::new(),
    }
}
