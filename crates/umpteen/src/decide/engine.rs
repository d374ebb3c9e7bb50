//! The engine that settings ask for.

use crate::failure::{Failure, usage};
use crate::report::EngineUsed;
use crate::settings::{ConstructionName, EngineName, EnvelopeName, OracleName, OrderName, Settings, Threads};
use umpteen_engines::backward::Order;
use umpteen_engines::forward::Construction;
use umpteen_engines::portfolio::Plan;
use umpteen_engines::{Engine, OracleKind};

/// The engine for systems and Boolean programs; an error if the settings do not fit together.
pub(crate) fn of(settings: &Settings) -> Result<Engine, Failure> {
    let order = match settings.order {
        OrderName::Smallest => Order::Smallest,
        OrderName::Breadth => Order::Breadth,
        OrderName::Depth => Order::Depth,
    };
    let oracle = match settings.oracle {
        OracleName::Off => OracleKind::Off,
        OracleName::SingleThread => OracleKind::SingleThread,
        OracleName::ThreadModular => OracleKind::ThreadModular,
        OracleName::StateInequation => OracleKind::StateInequation,
    };
    let construction = match settings.construction {
        ConstructionName::Minimal => Construction::Minimal,
        ConstructionName::Beacon => Construction::Beacon,
    };
    if construction != Construction::default() && settings.engine != EngineName::KarpMiller {
        return usage("--construction is for --engine karp_miller");
    }
    if settings.envelope != EnvelopeName::Data || settings.contexts.is_some() {
        return usage("--envelope and --contexts are for pushdown systems");
    }
    if oracle != OracleKind::default() && settings.engine == EngineName::Pathwise {
        return usage("the engine `pathwise` needs its oracle: leave out --oracle");
    }
    if (order, oracle) != Default::default() && settings.engine == EngineName::Directed {
        return usage("the engine `directed` has an order of its own and no oracle: leave out --order and --oracle");
    }
    chosen(settings.engine, settings.threads, construction, order, oracle, settings.jobs)
}

/// The engine of a name, with its settings.
pub(crate) fn chosen(
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

/// The engine as a report names it.
pub(crate) fn used(engine: Engine) -> EngineUsed {
    match engine {
        Engine::Backward(..) => EngineUsed::Backward,
        Engine::Forward(..) => EngineUsed::KarpMiller,
        Engine::Both(..) => EngineUsed::Both,
        Engine::Directed => EngineUsed::Directed,
        Engine::Portfolio(..) => EngineUsed::Auto,
        Engine::Pathwise(_) => EngineUsed::Pathwise,
        Engine::Explore(_) => EngineUsed::Explore,
    }
}
