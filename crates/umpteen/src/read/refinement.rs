//! Reads a Boolean program and a thread system that over-approximates a thread of it.

use crate::failure::{Failure, usage};
use crate::problem::{Problem, RefinementProblem};
use crate::question::{Meaning, MeaningOfC};
use crate::read::{self, Input, located};
use std::path::Path;
use umpteen_frontends::refinement::{check_abstraction, name_thread};
use umpteen_frontends::{Format, Model, boolean};
use umpteen_model::boolean::program::Property;

/// Reads a program and its abstraction; target and start are those of the abstraction, the property is the program's.
pub fn read(program: &Path, system: &Path, meaning: &Meaning) -> Result<Input, Failure> {
    if !matches!(read::format(program), Ok(Format::Bp)) || !matches!(read::format(system), Ok(Format::Tts)) {
        return usage("refine takes a Boolean program (.bp) and a thread system (.tts), in this order");
    }
    if meaning.c != MeaningOfC::default() {
        return usage(
            "--granularity, --data-model, --spawn, --unknown-functions, --stub, --may-fail, -I, -D and -U are for C programs",
        );
    }
    let mut files = Vec::new();
    let program_text = read::read_text(program, &mut files)?;
    let name = program.display().to_string();
    let at_program = || located(&name, &program_text);
    let mut source = boolean::parse(&program_text).map_err(at_program())?;
    name_thread(&mut source).map_err(at_program())?;
    let (flat, calls) = boolean::keep_calls(&source, &program_text).map_err(at_program())?;
    let asked = meaning.property.as_deref().unwrap_or("assert");
    let (property, _) = read::read_property(&flat, asked)?;
    if !matches!(property, Property::Assertions | Property::Invariant(_)) {
        return usage("the property that refinement carries over is assert or invariant:EXPR");
    }
    let system_text = read::read_text(system, &mut files)?;
    let of_system = Meaning { property: None, ..meaning.clone() };
    let abstraction = read::read_counters(system, Format::Tts, &system_text, &of_system, true, &mut files)?;
    let Problem::Counters(model, counters) = abstraction else {
        return Err(Failure::Internal("a .tts file is a thread system".into()));
    };
    let Model::Threads(threads) = &model else {
        return Err(Failure::Internal("a .tts file is a thread system".into()));
    };
    check_abstraction(&flat, threads, &system_text).map_err(located(&system.display().to_string(), &system_text))?;
    let question = umpteen_frontends::refinement::refinement(&flat, &calls, &property, threads);
    let refinement = question.map_err(at_program())?;
    let problem = Problem::Refinement(Box::new(RefinementProblem { refinement, model, system: counters }));
    Ok(Input { problem, files })
}
