//! Options of abstraction refinement: from the command line to the loop.

use crate::args::{EngineName, FOR_C, Meaning, Threads};
use crate::c_input::data_model;
use crate::failure::Failure;
use crate::input::usage;
use clap::{Args, ValueEnum};
use umpteen_cegar::{Discover, Options, Refine};
use umpteen_frontends::c::{DataModel, read_predicate};
use umpteen_model::c::atoms::atoms;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::Program;

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
    /// A condition to begin with, as C: over shared variables and those of one thread function, by the names that
    /// `umpteen show` prints (`function::name` if several have it); may be given several times
    #[arg(long, help_heading = FOR_C, value_name = "CONDITION")]
    pub predicate: Vec<String>,
    /// Whether relations between threads are looked for where predicates about one thread at a time do not get anywhere: on
    /// (the default) or off
    #[arg(long, help_heading = FOR_C, value_name = "on|off")]
    pub facts: Option<Switch>,
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
    /// What the loop is told about a program that was read from `meaning`.
    pub fn options(
        &self,
        engine: EngineName,
        threads: Threads,
        program: &Program,
        meaning: &Meaning,
    ) -> Result<Options, Failure> {
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
            predicates: self.predicates(program, data_model(meaning))?,
            facts: self.facts != Some(Switch::Off),
            look_around: engine != EngineName::Abstraction,
            symmetry: self.symmetry != Some(Switch::Off),
        })
    }

    /// The parts of the given conditions, each once.
    fn predicates(&self, program: &Program, model: DataModel) -> Result<Vec<Expr>, Failure> {
        let mut found = Vec::new();
        for text in &self.predicate {
            let conditions = read_predicate(text, program, model)
                .map_err(|error| Failure::At(error, "--predicate".to_string(), text.clone()))?;
            conditions.iter().for_each(|condition| atoms(condition, &mut found));
            let results = program.results();
            if found.iter().any(|predicate| !program.can_track(predicate, &results)) {
                return usage(
                    "--predicate: in a program with recursive functions it is about shared variables, or about those of one \
                     function",
                );
            }
        }
        let mut predicates: Vec<Expr> = Vec::new();
        for atom in found {
            if !predicates.contains(&atom) {
                predicates.push(atom);
            }
        }
        Ok(predicates)
    }
}
