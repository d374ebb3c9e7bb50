//! The work of `check`: read, search, have the evidence checked, report.

use crate::args::{Check, EngineName, OracleName, OrderName, Threads};
use crate::evidence_file::{Evidence, EvidenceFile};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::report::{Outcome, Report, Seconds, Unit, Verdict, Work};
use crate::story;
use crate::text::count;
use std::time::{Duration, Instant};
use umpteen_checker::{Rejection, check_certificate, check_trace};
use umpteen_engines::backward::Order;
use umpteen_engines::budget::{Budget, Stop};
use umpteen_engines::{Answer, Engine, OracleKind, Reason};
use umpteen_frontends::Code;
use umpteen_model::evidence::{Certificate, Scope, Trace};

/// Decides the input of `check` within its limits.
pub fn check(options: &Check) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let budget = Budget::new(options.time.map(Duration::from_secs_f64), options.memory.map(|mb| mb << 20));
    crate::progress::show(&budget);
    let engine = engine(options)?;
    let input = input::read(&options.file, &options.meaning)?;
    let (answer, statistics) = umpteen_engines::run(engine, &input.system, &budget);
    let checking = Instant::now();
    let (verdict, evidence) = judge(&input, answer, &budget)?;
    let seconds = Seconds { total: started.elapsed().as_secs_f64(), check: checking.elapsed().as_secs_f64() };
    let report = Report {
        schema_version: 1,
        file: options.file.display().to_string(),
        unit: Unit::of(&input.model),
        engine: name(engine).to_string(),
        verdict,
        work: Work::from(statistics),
        seconds,
    };
    let evidence = evidence.map(|evidence| EvidenceFile::new(input.files, &options.meaning, evidence));
    Ok(Outcome { report, evidence })
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
        OracleName::ThreadModular => OracleKind::ThreadModular,
    };
    let usage = |message: &str| Err(Failure::Plain(Code::Usage, message.into()));
    match (options.engine, options.threads) {
        (EngineName::Auto | EngineName::Backward, Threads::Any) => Ok(Engine::Backward(order, oracle)),
        (EngineName::Auto | EngineName::Explore, Threads::AtMost(threads)) => Ok(Engine::Explore(threads)),
        (EngineName::Explore, Threads::Any) => usage("the engine `explore` needs a bound: add --threads N"),
        (EngineName::Backward, Threads::AtMost(_)) => {
            usage("the engine `backward` decides for any number of threads: leave out --threads or --engine")
        }
    }
}

/// The name of an engine for people.
pub fn name(engine: Engine) -> &'static str {
    match engine {
        Engine::Backward(..) => "backward",
        Engine::Explore(_) => "explore",
    }
}

/// Has the evidence checked; nothing becomes SAFE or UNSAFE without.
fn judge(input: &Input, answer: Answer, budget: &Budget) -> Result<(Verdict, Option<Evidence>), Failure> {
    match answer {
        Answer::Unknown(reason) => Ok((Verdict::unknown(&reason), None)),
        Answer::Unsafe(trace) => match check_trace(&input.system, &trace) {
            Ok(replay) => Ok((unsafe_verdict(input, &trace, &replay), Some(Evidence::Trace(trace)))),
            Err(rejection) => Err(Failure::Internal(format!("the checker rejected the trace: {rejection:?}"))),
        },
        Answer::Safe(certificate) => match check_certificate(&input.system, &certificate, &|| budget.check().is_ok()) {
            Ok(()) => {
                Ok((safe_verdict(&certificate, Unit::of(&input.model)), Some(Evidence::Certificate(certificate))))
            }
            Err(Rejection::OutOfTime) => {
                let stop = budget.stopped().unwrap_or(Stop::Time);
                Ok((Verdict::unknown(&Reason::Stopped(stop)), None))
            }
            Err(Rejection::Wrong(reason)) => {
                Err(Failure::Internal(format!("the checker rejected the certificate: {reason}")))
            }
        },
    }
}

/// The report on an accepted certificate.
pub fn safe_verdict(certificate: &Certificate, unit: Unit) -> Verdict {
    let (scope, why) = match certificate {
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
            let why = match (basis.len() as u64, facts.is_empty()) {
                (0, _) => format!("the target contradicts {facts}"),
                (states, true) => format!("{} from which the target may be covered, none initial", minimal(states)),
                (states, false) => {
                    format!("{} from which the target may be covered, none initial, given {facts}", minimal(states))
                }
            };
            (Scope::AnyNumber, why)
        }
        Certificate::Bounded { threads, states } => (
            Scope::AtMost(*threads),
            format!("{} reachable, none covers the target", count(states.len() as u64, "state")),
        ),
    };
    Verdict::Safe { scope, why }
}

fn minimal(states: u64) -> String {
    count(states, "minimal state")
}

/// The report on an accepted trace.
pub fn unsafe_verdict(input: &Input, trace: &Trace, replay: &umpteen_checker::Replay) -> Verdict {
    let (start, steps) = story::tell(&input.model, trace, replay);
    let last = &replay.states[replay.states.len() - 1];
    let threads = match Unit::of(&input.model) {
        Unit::Thread => replay.threads,
        Unit::Token => trace.initial.threads(),
    };
    Verdict::Unsafe { threads, target: story::target(&input.model, &input.system, last), start, steps }
}
