//! Reads input files with everything that belongs to them: a problem.

pub mod c;
pub mod preprocess;
pub mod property_file;
pub mod refinement;
mod source_text;
pub mod stubs;
pub mod task;
pub mod units;
mod yaml;

use crate::failure::{Failure, usage};
use crate::problem::{Problem, ProgramProblem, StacksProblem};
use crate::question::{Meaning, MeaningOfC};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::{Path, PathBuf};
use umpteen_frontends::{Code, Error, Format, LARGEST_FILE, Model, boolean, decode, pds};
use umpteen_model::boolean::calls::Begins;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::boolean::view::Mains;
use umpteen_model::pushdown::PushdownSystem;

/// A problem as it was read.
pub struct Input {
    /// The system or program with its question.
    pub problem: Problem,
    /// The files read, for the evidence.
    pub files: Vec<FileHash>,
}

/// How a Boolean program is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// Calls are inlined where that is possible.
    Inlined,
    /// Calls are kept, and threads have stacks.
    Kept,
}

/// A file that a verdict depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileHash {
    /// The file's name, without folders.
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

/// Reads an input and the target beside it; options override both. Several files are one C program.
pub fn read(paths: &[PathBuf], meaning: &Meaning, calls: Calls) -> Result<Input, Failure> {
    read_with(paths, meaning, true, calls)
}

/// Reads an input whose target does not matter.
pub fn read_untargeted(path: &Path, init: Option<String>) -> Result<Input, Failure> {
    read_with(&[path.to_path_buf()], &Meaning { init, ..Meaning::default() }, false, Calls::Inlined)
}

fn read_with(paths: &[PathBuf], meaning: &Meaning, needs_target: bool, calls: Calls) -> Result<Input, Failure> {
    let formats = paths.iter().map(|path| format(path)).collect::<Result<Vec<_>, _>>()?;
    let mut files = Vec::new();
    let problem = match (paths, formats.as_slice()) {
        (paths, formats) if formats.iter().all(|format| *format == Format::C) => {
            Problem::C(Box::new(crate::read::c::read(paths, meaning, &mut files)?))
        }
        ([path], [format]) => {
            if meaning.c != MeaningOfC::default() {
                return usage(
                    "--granularity, --data-model, --spawn, --unknown-functions, --stub, --may-fail, -I, -D and -U are for C programs",
                );
            }
            let text = read_text(path, &mut files)?;
            match format {
                Format::Bp => read_program(path, &text, meaning, calls)?,
                Format::Pds => {
                    let system = read_stacks(path, &text, meaning)?;
                    Problem::Stacks(StacksProblem { system, violation: None, asleep: 0 })
                }
                _ => read_counters(path, *format, &text, meaning, needs_target, &mut files)?,
            }
        }
        _ => return usage("several files are linked as one C program: all of them end in .c or .i"),
    };
    Ok(Input { problem, files })
}

/// The format of a file, told by its ending.
pub fn format(path: &Path) -> Result<Format, Failure> {
    let format = path.extension().and_then(|e| e.to_str()).and_then(Format::from_extension);
    format.ok_or_else(|| {
        let message = format!("{}: the ending must be .c, .i, .yml, .bp, .tts, .pds, .spec or .pnml", path.display());
        Failure::Plain(Code::UnknownFormat, message)
    })
}

/// Puts the place to an error.
pub fn located(name: &str, text: &str) -> impl FnOnce(Error) -> Failure {
    let (name, text) = (name.to_string(), text.to_string());
    move |error| Failure::At(error, name, text)
}

/// Reads a thread system or a net with its target.
pub fn read_counters(
    path: &Path,
    format: Format,
    text: &str,
    meaning: &Meaning,
    needs_target: bool,
    files: &mut Vec<FileHash>,
) -> Result<Problem, Failure> {
    let invariant = match (&meaning.property, &meaning.target) {
        (None, _) => None,
        (Some(_), Some(_)) => return usage("give --target or --property, not both"),
        (Some(property), None) => match property.strip_prefix("invariant:") {
            Some(invariant) => Some(invariant),
            None => return usage("the property of a system is invariant:EXPR; or give --target"),
        },
    };
    let name = path.display().to_string();
    let mut model = Model::parse(format, text).map_err(located(&name, text))?;
    if let Some(init) = &meaning.init {
        model.set_initial(init).map_err(located("--init", init))?;
    }
    let property = path.with_extension("prop");
    if let Some(invariant) = invariant {
        model.set_invariant(invariant).map_err(located("--property invariant", invariant))?;
    } else if let Some(target) = &meaning.target {
        model.set_targets(target).map_err(located("--target", target))?;
    } else if format == Format::Tts && needs_target {
        if !property.exists() {
            let message = format!("{name} needs a target: write {} or give --target", property.display());
            return Err(Failure::Plain(Code::NoTarget, message));
        }
        let text = read_text(&property, files)?;
        model.set_targets(&text).map_err(located(&property.display().to_string(), &text))?;
    }
    if needs_target && invariant.is_none() && !model.has_target() {
        let message = format!("{name} says nothing about what must not happen: give --target");
        return Err(Failure::Plain(Code::NoTarget, message));
    }
    let overflow = |_| Failure::Plain(Code::TooLarge, format!("{name}: a count is beyond 32 bits"));
    let system = model.system().map_err(overflow)?;
    Ok(Problem::Counters(model, system))
}

fn read_stacks(path: &Path, text: &str, meaning: &Meaning) -> Result<PushdownSystem, Failure> {
    if *meaning != Meaning::default() {
        return usage("a pushdown system says in its file where it starts and what must not be reached");
    }
    let name = path.display().to_string();
    let system = pds::parse(text).map_err(located(&name, text))?;
    match system.targets.is_empty() {
        true => Err(Failure::Plain(Code::NoTarget, format!("{name} has no `target`"))),
        false => Ok(system),
    }
}

fn read_program(path: &Path, text: &str, meaning: &Meaning, calls: Calls) -> Result<Problem, Failure> {
    if meaning.target.is_some() {
        return usage("--target is for systems; give --property for a Boolean program");
    }
    let name = path.display().to_string();
    let source = boolean::parse(text).map_err(located(&name, text))?;
    let asked = meaning.property.as_deref().unwrap_or("assert");
    let inlined = (source.threads.is_empty() && calls == Calls::Inlined).then(|| boolean::lower(&source, text));
    let program = match inlined {
        Some(Ok(program)) => program,
        Some(Err(error)) if error.code != Code::Recursion => return Err(located(&name, text)(error)),
        recursive => {
            if meaning.init.is_some() {
                return usage("threads with stacks are a fixed set, which the program itself tells: leave out --init");
            }
            let recursion =
                recursive.and_then(Result::err).map_or(String::new(), |error| format!(" ({})", error.message));
            let kept = boolean::keep_calls(&source, text)
                .map_err(|error| Error { message: error.message + &recursion, ..error });
            let (program, calls) = kept.map_err(located(&name, text))?;
            let (property, violation) = read_property(&program, asked)?;
            let too_large = |_| {
                let message = format!("{name}: the variables have too many values to list what threads can do");
                Failure::Plain(Code::TooLarge, message)
            };
            let system = unfold(&program, &calls, &property, &|| true).map_err(too_large)?.system;
            let asleep = calls.threads.iter().filter(|thread| matches!(thread, Begins::Later(_))).count();
            return Ok(Problem::Stacks(StacksProblem { system, violation: Some(violation), asleep }));
        }
    };
    let mains = match meaning.init.as_deref() {
        None | Some("main=1") => Mains::One,
        Some("main=any") => Mains::Any,
        Some(_) => return usage("the start of a Boolean program is `main=1` or `main=any`"),
    };
    let (property, violation) = read_property(&program, asked)?;
    Ok(Problem::Program(ProgramProblem { program, property, violation, mains }))
}

/// The property of a Boolean program, and what it means to violate it.
pub fn read_property(program: &Program, text: &str) -> Result<(Property, String), Failure> {
    let at = |label: &str| {
        let label = label.trim();
        let found: Vec<u32> = program.labels.iter().filter(|(name, _)| name == label).map(|(_, at)| *at).collect();
        match found.is_empty() {
            true => Err(Failure::Plain(
                Code::UnknownName,
                format!("--property: there is no label `{label}` in the functions that threads run"),
            )),
            false => Ok(found),
        }
    };
    if text == "assert" {
        return Ok((Property::Assertions, "an assertion can fail".into()));
    }
    if let Some(label) = text.strip_prefix("label:") {
        return Ok((Property::Location(at(label)?), format!("label `{label}` can be reached")));
    }
    if let Some((one, other)) = text.strip_prefix("exclusive:").and_then(|labels| labels.split_once(',')) {
        let violation = match one == other {
            true => format!("two threads can be at `{one}` at the same time"),
            false => format!("threads can be at `{one}` and `{other}` at the same time"),
        };
        return Ok((Property::Exclusive(at(one)?, at(other)?), violation));
    }
    if let Some(expression) = text.strip_prefix("invariant:") {
        let parsed = boolean::parse_expression(expression).map_err(located("--property invariant", expression))?;
        let invariant =
            boolean::lower_invariant(&parsed, program).map_err(located("--property invariant", expression))?;
        return Ok((Property::Invariant(invariant), format!("`{expression}` can be false")));
    }
    usage("a property is assert, label:L, exclusive:L,M or invariant:EXPR")
}

/// The property that is checked, as `--property` spells it.
pub fn asked(problem: &Problem, meaning: &Meaning) -> String {
    let usual = match problem {
        Problem::Counters(..) | Problem::Stacks(StacksProblem { violation: None, .. }) => "target",
        Problem::Program(_) | Problem::Stacks(_) | Problem::Refinement(_) | Problem::C(_) => "assert",
    };
    meaning.property.clone().unwrap_or_else(|| usual.to_string())
}

/// The text of a file, whose hash is put to `files`.
pub fn read_text(path: &Path, files: &mut Vec<FileHash>) -> Result<String, Failure> {
    let bytes = read_bytes(path, LARGEST_FILE)?;
    let text = decode(&bytes).map_err(|error| {
        Failure::At(error, path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned())
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.push(FileHash { name, sha256: hash(&bytes) });
    Ok(text.to_string())
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of an ordinary file, at most so many.
pub fn read_bytes(path: &Path, largest: u64) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::io(Code::CannotRead, path, &error);
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(Failure::Plain(Code::CannotRead, format!("{}: not an ordinary file", path.display())));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path).map_err(failed)?.take(largest + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > largest {
        let message = format!("{}: more than the {} MB accepted", path.display(), largest >> 20);
        return Err(Failure::Plain(Code::TooLarge, message));
    }
    Ok(bytes)
}
