//! Functions that somebody says something about (`--stub`), whatever the source and the library say of them: their bodies
//! are not looked at, and names mean nothing by themselves.

use super::Options;
use super::line_map::LineMap;
use super::syntax::Source;
use crate::error::{Code, Error};

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stub {
    /// It returns any value and writes any values to the objects that its arguments point to.
    Frame,
    /// It may do anything to what it is given or can name.
    Any,
    /// It returns any value and writes nothing.
    Pure,
    /// It does not return.
    NoReturn,
    /// What the file of this number says, whatever others say.
    Defined(usize),
}

/// Puts what is said about functions into a source.
pub fn apply(source: &mut Source, text: &str, options: &Options) -> Result<(), Error> {
    for (name, stub) in &options.stubs {
        let Some(function) = source.identifiers.linked(name) else { continue };
        let file = |start: usize| options.units.partition_point(|unit| *unit <= start);
        let keeps = |start: usize| *stub == Stub::Defined(file(start));
        for one in source.functions.iter_mut().filter(|one| one.name == function && !keeps(one.span.start)) {
            one.body = None;
        }
        let is_defined = source.functions.iter().any(|one| one.name == function && one.body.is_some());
        match stub {
            Stub::Defined(_) if !is_defined => {
                let message = format!("the file that `--stub` names for `{name}` does not define it");
                return Err(Error::new(Code::UnknownName, message, LineMap::new(text).last_word(text)));
            }
            Stub::Defined(_) => {}
            _ => drop(source.stubs.insert(function, *stub)),
        }
    }
    Ok(())
}
