//! Preprocessed C (`gcc -E`) to a program of guarded steps: text to syntax, syntax to micro-steps, atomic sections to
//! locations.
//!
//! Nothing is approximated silently: what has no exact meaning here is refused by name as soon as a thread can reach it.

mod arithmetic;
mod atomic;
mod beyond_frame;
mod builtins;
mod cancellation_points;
mod floating;
mod handles;
mod ignored;
mod known;
mod known_kinds;
mod known_types;
mod layout;
mod lexer;
pub mod library;
mod line_map;
mod lower;
mod may_fail;
mod parse;
mod predicate;
mod print;
mod resolve;
mod results;
mod signatures;
mod stub;
mod syntax;
mod types;
mod visit;

#[cfg(test)]
mod tests;

use crate::error::Error;
use handles::Handles;
use known_types::HandleType;
pub use line_map::LineMap;
pub use may_fail::names as functions_that_may_fail;
pub use predicate::read_predicate;
pub use stub::Stub;
use umpteen_model::c::program::Program;

/// How a C text is to be understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What happens in one step.
    pub granularity: Granularity,
    /// How wide the integer types are.
    pub data_model: DataModel,
    /// Functions that any number of threads run from the start.
    pub spawn: Vec<String>,
    /// Where the second and further source files begin in the text; they are linked as one program.
    pub units: Vec<usize>,
    /// Where files of the library begin in the text, if any do; they are the last ones.
    pub library: Option<usize>,
    /// What must not happen.
    pub property: Property,
    /// What is assumed about functions without a body.
    pub unknown_functions: UnknownFunctions,
    /// What is said about functions by name, whatever the source says of them.
    pub stubs: Vec<(String, Stub)>,
    /// Functions that may fail where they need something of the machine; the others succeed.
    pub may_fail: Vec<String>,
}

/// What is assumed about functions without a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownFunctions {
    /// They return any value and write any values to the objects that their arguments point to, and do nothing else.
    #[default]
    Frame,
    /// They may write every object with external linkage and every object that such functions were given, free and keep what they
    /// are given, and let functions that they are given run at any time later.
    Any,
    /// They are refused.
    Refuse,
}

/// What must not happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Property {
    /// An assertion fails, an error function is reached, or a pointer or index is followed that leads nowhere.
    #[default]
    Assertions,
    /// An error function is reached (`reach_error`); what else C forbids is assumed not to happen.
    ErrorCalls,
    /// Two threads are about to access the same object, at least one writes, and not both are atomic; or a pointer or index
    /// is followed that leads nowhere.
    Races,
    /// The former of these; what else C forbids is assumed not to happen.
    RacesAlone,
    /// Threads wait for each other for ever, or a lock is unlocked by a thread that does not hold it, and the like.
    Deadlocks,
}

impl Property {
    /// Whether races must not happen.
    pub fn is_about_races(self) -> bool {
        matches!(self, Property::Races | Property::RacesAlone)
    }
}

/// What happens in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Granularity {
    /// One read or write of a shared variable.
    #[default]
    Access,
    /// One statement or condition.
    Statement,
}

/// How wide the integer types are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataModel {
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
    /// `long` and pointers have 32 bits.
    Ilp32,
}

/// A preprocessed C text with its names, types and conversions resolved, as C that gcc compiles.
pub fn resolved(text: &str, options: &Options) -> Result<String, Error> {
    let new_names = parse::NewNames::new();
    let source = parse::parse_files(text, options.data_model, &options.units, &new_names)?;
    print::print(&source, text, options.data_model)
}

/// A program in which handles are numbers may have so many templates of threads more than one in which they are names.
const MOST_MORE_TEMPLATES: usize = 8;

/// Reads a preprocessed C text; the span of an error counts bytes of that text.
pub fn read(text: &str, options: &Options) -> Result<Program, Error> {
    // Two accesses of one statement race with others one by one, and each access may be the one that waits.
    let single = Options { granularity: Granularity::Access, ..options.clone() };
    let is_single = options.property.is_about_races() || options.property == Property::Deadlocks;
    let options = if is_single { &single } else { options };
    let new_names = parse::NewNames::new();
    let mut source = parse::parse_files(text, options.data_model, &options.units, &new_names)?;
    if let Some(start) = options.library {
        library::fit(&mut source, start);
    }
    stub::apply(&mut source, text, options)?;
    let found = lower::lower(&source, text, options, None);
    let is_enough = found.as_ref().is_ok_and(|program| !program.has_early_joins());
    let Some(handles) = (!is_enough).then(|| Handles::find(&source, options)).flatten() else { return found };
    let numbered = with_numbers(text, options, &handles);
    match (found, numbered) {
        // Names say enough unless numbers make all joins exact, at a cost that does not matter.
        (Ok(found), Ok(numbered)) => {
            let few = numbered.templates.len() <= found.templates.len() + MOST_MORE_TEMPLATES;
            Ok(if few && !numbered.has_early_joins() { numbered } else { found })
        }
        (Ok(found), Err(_)) => Ok(found),
        (Err(_), numbered) => numbered,
    }
}

/// Reads a text in which thread handles are numbers.
fn with_numbers(text: &str, options: &Options, handles: &Handles) -> Result<Program, Error> {
    let new_names = parse::NewNames::new();
    let (model, units) = (options.data_model, &options.units);
    let mut source = parse::parse_files_with(text, model, units, &new_names, HandleType::Number)?;
    if let Some(start) = options.library {
        library::fit(&mut source, start);
    }
    stub::apply(&mut source, text, options)?;
    lower::lower(&source, text, options, Some(handles))
}
