//! Translates between thread systems and Petri nets, and Boolean programs to either.

use crate::failure::Failure;
use crate::problem::{Problem, ProgramProblem};
use umpteen_engines::Reason;
use umpteen_engines::boolean::reach::{few_choices, reachable};
use umpteen_engines::boolean::{self, whole_view};
use umpteen_engines::budget::Budget;
use umpteen_engines::convert::{Refusal, counters_to_threads, net_to_threads, threads_to_net};
use umpteen_frontends::{Code, Format, Model};
use umpteen_model::boolean::program::MOST_CHOICES;
use umpteen_model::thread_system::ThreadSystem;

/// The problem as a system that a format can hold: threads for .tts, nets for .spec and .pnml.
pub fn convert(problem: Problem, format: Format) -> Result<Model, Failure> {
    let model = match problem {
        Problem::Counters(model, _) => model,
        Problem::Program(program) => Model::Threads(program_to_threads(&program)?),
        Problem::Stacks(_) | Problem::Refinement(_) => {
            return unsupported("a pushdown system has stacks, which the other formats have not");
        }
        Problem::C(_) => {
            return unsupported("C is not translated; `umpteen check --write bp=FOLDER` keeps its Boolean programs");
        }
    };
    match (format, model) {
        (Format::Bp | Format::Pds | Format::C, _) => unsupported("nothing is translated to programs"),
        (Format::Tts, Model::Net(net)) => Ok(Model::Threads(net_to_threads::translate(&net).map_err(refused)?.system)),
        (Format::Spec | Format::Pnml, Model::Threads(system)) => {
            Ok(Model::Net(threads_to_net::translate(&system).map_err(refused)?))
        }
        (Format::Tts | Format::Spec | Format::Pnml, model) => Ok(model),
    }
}

/// The thread system of a Boolean program, over the values that may occur.
fn program_to_threads(problem: &ProgramProblem) -> Result<ThreadSystem, Failure> {
    let stopped = |reason| Failure::Internal(format!("an unlimited run stopped: {reason:?}"));
    let ProgramProblem { program, property, mains, .. } = problem;
    let (subject, budget) = (boolean::Subject { program, property, mains: *mains }, Budget::unlimited());
    let tables = few_choices(program).and_then(|()| reachable(program, &budget)).map_err(|reason| match reason {
        Reason::TooManyChoices => {
            let message = format!("more than {MOST_CHOICES} variables get either value at once");
            Failure::Plain(Code::TooLarge, message)
        }
        reason => stopped(reason),
    })?;
    let system = whole_view(subject, &tables, &budget).map_err(stopped)?.system;
    counters_to_threads::translate(&system).map_err(refused)
}

fn refused(refusal: Refusal) -> Failure {
    Failure::Plain(Code::Unsupported, refusal.0)
}

fn unsupported<T>(message: &str) -> Result<T, Failure> {
    Err(Failure::Plain(Code::Unsupported, message.into()))
}
