//! Options of abstraction refinement.

use super::meaning::ABSTRACTION;
use clap::Args;
use umpteen::settings::{AbstractionSettings, DiscoverName, RefineName, Switch};

/// Options that say how C programs are abstracted; none of them changes what is asked.
#[derive(Args, Debug)]
pub struct Abstracting {
    /// How many predicates may decide together what a step does to another one, before the abstraction is searched: 0, 1
    /// or 2 (the default)
    #[arg(long, help_heading = ABSTRACTION, value_name = "LENGTH", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub cubes: Option<u8>,
    /// Whose variables false failures are ruled out with: all (the default), or active-only
    #[arg(long, help_heading = ABSTRACTION, value_name = "WHOSE")]
    pub refine: Option<RefineName>,
    /// Where new predicates come from: both (the default), weakest (preconditions) or strongest (postconditions)
    #[arg(long, help_heading = ABSTRACTION, value_name = "FROM")]
    pub discover: Option<DiscoverName>,
    /// A condition to begin with, as C: over shared variables and those of one thread function, by the names that
    /// `umpteen show` prints (`function::name` if several have it); may be given several times
    #[arg(long, help_heading = ABSTRACTION, value_name = "CONDITION")]
    pub predicate: Vec<String>,
    /// Whether relations between threads are looked for where predicates about one thread at a time do not get anywhere: on
    /// (the default) or off
    #[arg(long, help_heading = ABSTRACTION, value_name = "on|off")]
    pub facts: Option<Switch>,
    /// With --engine abstraction and --threads N: whether states with the same threads in the same places count as one: on
    /// (the default) or off
    #[arg(long, help_heading = ABSTRACTION, value_name = "on|off")]
    pub symmetry: Option<Switch>,
}

impl Abstracting {
    /// The options as a plain value.
    pub fn settings(&self) -> AbstractionSettings {
        let Abstracting { cubes, refine, discover, predicate, facts, symmetry } = self;
        AbstractionSettings {
            cubes: *cubes,
            refine: *refine,
            discover: *discover,
            predicate: predicate.clone(),
            facts: *facts,
            symmetry: *symmetry,
        }
    }
}
