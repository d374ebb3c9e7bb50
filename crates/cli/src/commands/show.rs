//! `show`: what is checked, as text.

use crate::args::{Form, Show};
use crate::exit;
use crate::process::supervise::Reply;
use crate::render::c_program;
use umpteen::failure::Failure;
use umpteen::failure::usage;
use umpteen::problem::Problem;
use umpteen::question;
use umpteen::read::{self, Calls};
use umpteen_frontends::{Format, Model};

/// Prints an input in one of the forms.
pub fn show(options: &Show) -> Result<Reply, Failure> {
    let question = question::read(&options.files, &options.meaning.plain())?;
    if options.form == Form::Resolved {
        if question.files.iter().any(|file| !matches!(read::format(file), Ok(Format::C))) {
            return usage("--as resolved is for C");
        }
        return Ok(Reply::Printed(read::c::resolved(&question.files, &question.meaning)?, exit::OK));
    }
    let problem = read::read(&question.files, &question.meaning, Calls::Inlined)?.problem;
    let text = match (&problem, options.form) {
        (Problem::C(program), Form::Program) => c_program::program(program),
        (Problem::C(program), Form::Cfg) => c_program::graph(program),
        (Problem::C(program), Form::Dot) => c_program::drawing(program),
        (Problem::Program(problem), Form::Program) => umpteen_model::boolean::print::print(&problem.program),
        (Problem::Counters(Model::Threads(system), _), Form::Program) => system.to_string(),
        (Problem::Counters(Model::Net(net), _), Form::Program) => net.with_plain_names().to_string(),
        (Problem::Stacks(problem), Form::Program) => problem.system.to_string(),
        (Problem::Refinement(problem), Form::Program) => problem.refinement.abstraction.to_string(),
        (_, Form::Cfg | Form::Dot | Form::Resolved) => {
            return usage("--as cfg and --as dot are for C; Boolean programs and systems are shown --as program");
        }
    };
    Ok(Reply::Printed(text, exit::OK))
}
