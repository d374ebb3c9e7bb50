//! `convert`: between formats, and between thread systems and nets.

use crate::args::Convert;
use crate::failure::{Failure, exit};
use crate::input::{self, Calls, ProgramInput, Subject};
use crate::question;
use crate::supervise::Reply;
use crate::terminal::tell;
use crate::write_file::write_file;
use umpteen_engines::boolean::reach::reachable;
use umpteen_engines::boolean::{self, whole_view};
use umpteen_engines::budget::Budget;
use umpteen_engines::convert::{counters_to_threads, net_to_threads, threads_to_net};
use umpteen_frontends::{Code, Format, Model, pnml};
use umpteen_model::petri_net::PetriNet;
use umpteen_model::thread_system::ThreadSystem;

/// Translates a file.
pub fn convert(options: &Convert) -> Result<Reply, Failure> {
    let extension = options.output.extension().and_then(|extension| extension.to_str());
    let Some(format) = extension.and_then(Format::from_extension) else {
        let message = format!("{}: the ending must be .tts, .spec or .pnml", options.output.display());
        return Err(Failure::Plain(Code::UnknownFormat, message));
    };
    let question = question::read(std::slice::from_ref(&options.file), &options.meaning)?;
    let model = match input::read(&question.files, &question.meaning, Calls::Inlined)?.subject {
        Subject::Counters(model, _) => model,
        Subject::Program(program) => Model::Threads(program_to_threads(&program)?),
        Subject::Stacks(..) => {
            let message = "a pushdown system has stacks, which the other formats have not";
            return Err(Failure::Plain(Code::Unsupported, message.into()));
        }
        Subject::C(_) => {
            let message = "C is not translated; `umpteen check --write bp=FOLDER` keeps its Boolean programs";
            return Err(Failure::Plain(Code::Unsupported, message.into()));
        }
    };
    let refused = |refusal: umpteen_engines::convert::Refusal| Failure::Plain(Code::Unsupported, refusal.0);
    match (format, model) {
        (Format::Bp | Format::Pds | Format::C, _) => {
            return Err(Failure::Plain(Code::Unsupported, "nothing is translated to programs".into()));
        }
        (Format::Tts, Model::Threads(system)) => write_threads(options, &system)?,
        (Format::Tts, Model::Net(net)) => {
            write_threads(options, &net_to_threads::translate(&net).map_err(refused)?.system)?;
        }
        (Format::Spec | Format::Pnml, model) => {
            let net = match model {
                Model::Net(net) => net,
                Model::Threads(system) => threads_to_net::translate(&system).map_err(refused)?,
            };
            write_net(options, format, &net)?;
        }
    }
    Ok(Reply::Printed(String::new(), exit::OK))
}

/// The thread system of a Boolean program, over the values that may occur.
fn program_to_threads(input: &ProgramInput) -> Result<ThreadSystem, Failure> {
    let stopped = |reason| Failure::Internal(format!("an unlimited run stopped: {reason:?}"));
    let ProgramInput { program, property, mains, .. } = input;
    let (subject, budget) = (boolean::Subject { program, property, mains: *mains }, Budget::unlimited());
    let tables = reachable(program, &budget).map_err(|stop| stopped(stop.into()))?;
    let system = whole_view(subject, &tables, &budget).map_err(stopped)?.system;
    counters_to_threads::translate(&system).map_err(|refusal| Failure::Plain(Code::Unsupported, refusal.0))
}

fn write_threads(options: &Convert, system: &ThreadSystem) -> Result<(), Failure> {
    write_file(&options.output, &system.to_string())?;
    if !system.starts_by_default() {
        tell("note: a .tts holds no start; the comment in its second line says which --init to give\n");
    }
    write_file(&options.output.with_extension("prop"), &system.property_text())
}

fn write_net(options: &Convert, format: Format, net: &PetriNet) -> Result<(), Failure> {
    if format == Format::Spec {
        return write_file(&options.output, &net.with_plain_names().to_string());
    }
    let text = pnml::write(net).map_err(|error| Failure::Plain(error.code, error.message))?;
    write_file(&options.output, &text)?;
    let targets: Vec<String> = net.targets.iter().map(|target| net.target_text(target)).collect();
    tell(&format!("note: PNML holds no target; check it with --target '{}'\n", targets.join("; ")));
    Ok(())
}
