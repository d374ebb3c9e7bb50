//! `convert`: writes a system in another format.

use crate::args::Convert;
use crate::exit;
use crate::files::write_file::write_file;
use crate::process::supervise::Reply;
use crate::render::terminal::tell;
use umpteen::failure::Failure;
use umpteen::question;
use umpteen::read::{self, Calls};
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
    let question = question::read(std::slice::from_ref(&options.file), &options.meaning.plain())?;
    let problem = read::read(&question.files, &question.meaning, Calls::Inlined)?.problem;
    match umpteen::convert::convert(problem, format)? {
        Model::Threads(system) => write_threads(options, &system)?,
        Model::Net(net) => write_net(options, format, &net)?,
    }
    Ok(Reply::Printed(String::new(), exit::OK))
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
