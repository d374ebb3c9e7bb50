//! `show`: what is checked, as text.

use crate::args::{Form, Show};
use crate::failure::{Failure, exit};
use crate::input::{self, Calls, Subject, usage};
use crate::supervise::Reply;
use crate::{question, show_c};
use umpteen_frontends::Model;

/// Prints an input in one of the forms.
pub fn show(options: &Show) -> Result<Reply, Failure> {
    let question = question::read(&options.files, &options.meaning)?;
    let subject = input::read(&question.files, &question.meaning, Calls::Inlined)?.subject;
    let text = match (&subject, options.form) {
        (Subject::C(program), Form::Program) => show_c::program(program),
        (Subject::C(program), Form::Cfg) => show_c::graph(program),
        (Subject::C(program), Form::Dot) => show_c::drawing(program),
        (Subject::Program(input), Form::Program) => umpteen_model::boolean::print::print(&input.program),
        (Subject::Counters(Model::Threads(system), _), Form::Program) => system.to_string(),
        (Subject::Counters(Model::Net(net), _), Form::Program) => net.with_plain_names().to_string(),
        (Subject::Stacks(input), Form::Program) => input.system.to_string(),
        (_, Form::Cfg | Form::Dot) => {
            return usage("--as cfg and --as dot are for C; Boolean programs and systems are shown --as program");
        }
    };
    Ok(Reply::Printed(text, exit::OK))
}
