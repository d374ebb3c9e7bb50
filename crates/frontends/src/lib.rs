//! Text to model. Every error carries the bytes it concerns.

pub mod boolean;
pub mod c;
pub mod error;
pub mod pds;
pub mod pnml;
pub mod refinement;
pub mod spec;
pub mod tts;

mod cursor;
mod invariant;
mod xml;

pub use error::{Code, Error};
use umpteen_model::petri_net::PetriNet;
use umpteen_model::state::Overflow;
use umpteen_model::system::System;
use umpteen_model::thread_system::ThreadSystem;

/// The largest input file accepted.
pub const LARGEST_FILE: u64 = 16 << 20;

/// The formats, told by the file's ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Thread transition system.
    Tts,
    /// MIST Petri net.
    Spec,
    /// PNML place/transition net.
    Pnml,
    /// Boolean program.
    Bp,
    /// Pushdown system.
    Pds,
    /// C, preprocessed or not.
    C,
}

impl Format {
    /// The format of a file name's ending.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "tts" => Some(Format::Tts),
            "spec" => Some(Format::Spec),
            "pnml" => Some(Format::Pnml),
            "bp" => Some(Format::Bp),
            "pds" => Some(Format::Pds),
            "c" | "i" => Some(Format::C),
            _ => None,
        }
    }
}

/// A parsed input that is a counter system as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// From `.tts`.
    Threads(ThreadSystem),
    /// From `.spec` or `.pnml`.
    Net(PetriNet),
}

impl Model {
    /// Reads a text of the given format; Boolean programs are not counter systems as they stand.
    pub fn parse(format: Format, text: &str) -> Result<Model, Error> {
        match format {
            Format::Bp => Err(Error::new(Code::UnknownFormat, "a Boolean program is read by `boolean::parse`", 0..0)),
            Format::Pds => Err(Error::new(Code::UnknownFormat, "a pushdown system is read by `pds::parse`", 0..0)),
            Format::C => Err(Error::new(Code::UnknownFormat, "a C program is read by `c::read`", 0..0)),
            Format::Tts => tts::parse_system(text).map(Model::Threads),
            Format::Spec => spec::parse(text).map(Model::Net),
            Format::Pnml => pnml::parse(text).map(Model::Net),
        }
    }

    /// Replaces the targets by what violates an invariant.
    pub fn set_invariant(&mut self, text: &str) -> Result<(), Error> {
        match self {
            Model::Threads(system) => system.targets = invariant::of_threads(text, system)?,
            Model::Net(net) => net.targets = invariant::of_net(text, net)?,
        }
        Ok(())
    }

    /// Replaces the targets by those in `text`.
    pub fn set_targets(&mut self, text: &str) -> Result<(), Error> {
        match self {
            Model::Threads(system) => system.targets = tts::parse_targets(text, system)?,
            Model::Net(net) => net.targets = spec::parse_targets(text, net)?,
        }
        Ok(())
    }

    /// Replaces the start by the one in `text`.
    pub fn set_initial(&mut self, text: &str) -> Result<(), Error> {
        match self {
            Model::Threads(system) => system.initial = tts::parse_initial(text, system)?,
            Model::Net(net) => net.initial = spec::parse_initial(text, net)?,
        }
        Ok(())
    }

    /// Whether anything says what must not be covered.
    pub fn has_target(&self) -> bool {
        match self {
            Model::Threads(system) => !system.targets.is_empty(),
            Model::Net(net) => !net.targets.is_empty(),
        }
    }

    /// The counter system that the engines work on.
    pub fn system(&self) -> Result<System, Overflow> {
        match self {
            Model::Threads(system) => system.system(),
            Model::Net(net) => Ok(net.system()),
        }
    }
}

/// The text of a file's bytes.
pub fn decode(bytes: &[u8]) -> Result<&str, Error> {
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Error::new(Code::TooLarge, "the file has more than 16 MB", 0..0));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Error::new(Code::Encoding, format!("byte {at} does not start a UTF-8 character"), at..at)
    })?;
    // Editors may begin a file with a byte-order mark.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
