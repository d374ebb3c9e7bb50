//! Options of abstraction refinement: from the command line to the loop.

use crate::args::{EngineName, FOR_C, Threads};
use crate::failure::Failure;
use crate::input::usage;
use clap::{Args, ValueEnum};
use umpteen_cegar::{Discover, Options, Refine};

/// Options that say how C programs are abstracted; none of them changes what is asked.
#[derive(Args, Debug, Clone, Default, PartialEq, Eq)]
pub struct Abstracting {
    /// How many predicates may decide together what a step does to another one, before the abstraction is searched: 0, 1
    /// or 2 (the default)
    #[arg(long, help_heading = FOR_C, value_name = "LENGTH", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub cubes: Option<u8>,
    /// Whose variables false failures are ruled out with: all (the default), or active-only
    #[arg(long, help_heading = FOR_C, value_name = "WHOSE")]
    pub refine: Option<RefineName>,
    /// Where new predicates come from: both (the default), weakest (preconditions) or strongest (postconditions)
    #[arg(long, help_heading = FOR_C, value_name = "FROM")]
    pub discover: Option<DiscoverName>,
    /// With --engine abstraction and --threads N: whether states with the same threads in the same places count as one: on
    /// (the default) or off
    #[arg(long, help_heading = FOR_C, value_name = "on|off")]
    pub symmetry: Option<Switch>,
}

/// Whose variables refinement may speak of, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RefineName {
    /// Those of all threads
    All,
    /// Those of the executing thread
    ActiveOnly,
}

/// Where new predicates come from, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiscoverName {
    /// Weakest preconditions; where they bring nothing new, strongest postconditions
    Both,
    /// Weakest preconditions
    Weakest,
    /// Strongest postconditions
    Strongest,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On
    On,
    /// Off
    Off,
}

impl Abstracting {
    /// What the loop is told.
    pub fn options(&self, engine: EngineName, threads: Threads) -> Result<Options, Failure> {
        let bounded = engine == EngineName::Abstraction && threads != Threads::Any;
        if self.symmetry.is_some() && !bounded {
            return usage("--symmetry is about explored abstractions: add --engine abstraction and --threads N");
        }
        let usual = Options::default();
        Ok(Options {
            threads: match threads {
                Threads::Any => None,
                Threads::AtMost(threads) => Some(threads),
            },
            cubes: self.cubes.unwrap_or(usual.cubes),
            refine: match self.refine {
                Some(RefineName::ActiveOnly) => Refine::ActiveOnly,
                Some(RefineName::All) | None => Refine::All,
            },
            discover: match self.discover {
                Some(DiscoverName::Weakest) => Discover::Weakest,
                Some(DiscoverName::Strongest) => Discover::Strongest,
                Some(DiscoverName::Both) | None => Discover::Both,
            },
            predicates: Vec::new(),
            symmetry: self.symmetry != Some(Switch::Off),
        })
    }
}
