//! Decides the Boolean program of a round.

use crate::path::{self, Path};
use crate::population;
use umpteen_engines::backward::{self, Order, Search};
use umpteen_engines::boolean::reach::reachable;
use umpteen_engines::budget::Budget;
use umpteen_engines::invariants::Oracle;
use umpteen_engines::predecessors::Explicit;
use umpteen_engines::{Reason, Statistics};
use umpteen_model::boolean::program::{Program as BooleanProgram, Property};
use umpteen_model::boolean::view::{Mains, Tables, view};
use umpteen_model::c::program::Program;
use umpteen_model::evidence::Certificate;

/// What is true of a Boolean program.
pub enum Checked {
    /// It does not fail: the values that occur, and the proof.
    Safe(Tables, Certificate),
    /// It may fail in this way.
    Path(Path),
}

/// Searches backwards from the failures.
pub fn check(boolean: &BooleanProgram, program: &Program, budget: &Budget) -> Result<Checked, Reason> {
    let tables = reachable(boolean, budget)?;
    let mut view = view(boolean, &Property::Location(program.failures()), Mains::One, &tables);
    view.system.hints.extend(population::weights(program, &tables));
    let oracle = Oracle::of_program(&tables, &view.system);
    let explicit = Explicit::new(&view.system, &oracle);
    let mut statistics = Statistics::default();
    match backward::search(&explicit, Order::Breadth, budget, &mut statistics)? {
        Search::Closed(basis) => {
            let certificate = Certificate::Upward { basis, invariant: oracle.invariant() };
            Ok(Checked::Safe(tables, certificate))
        }
        Search::Reached(found) => Ok(Checked::Path(path::named(&found, &tables, &view)?)),
    }
}
