//! From C to a proof for any number of threads: abstract, check, simulate, refine (papers/symmpa, Sect. 4).
//!
//! The program is abstracted by predicates to a Boolean broadcast program, which backward search decides for any
//! number of threads. A run of the Boolean program that the C program does not have is ruled out by what it shows:
//! first by clauses about the steps that no predicate value allows, then by new predicates.

pub mod check;
pub mod cubes;
pub mod discover;
pub mod explore;
pub mod lemmas;
pub mod path;
pub mod population;
pub mod simulate;
pub mod transitions;

use check::Checked;
use cubes::Cubes;
use simulate::Simulation;
use transitions::Transitions;
use umpteen_engines::Reason;
use umpteen_engines::budget::Budget;
use umpteen_model::boolean::program as boolean;
use umpteen_model::boolean::view::Tables;
use umpteen_model::c::abstraction::{Abstraction, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::machine::Run;
use umpteen_model::c::program::Program;
use umpteen_model::evidence::Certificate;

/// What the loop found out.
pub enum Answer {
    /// No assertion can fail: the abstraction, the values of its Boolean program, and the proof about that.
    Safe(Box<Proof>),
    /// An assertion fails in this run.
    Unsafe(Run),
    /// Neither is known.
    Unknown(Unknown),
}

/// A proof about a C program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The predicates and what is known about them.
    pub abstraction: Abstraction,
    /// The values that occur in the Boolean program.
    pub tables: Tables,
    /// The proof that the Boolean program does not fail.
    pub certificate: Certificate,
}

/// Why the loop has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The model checker of a round has none.
    Engine(Reason),
    /// The Boolean program's run is not one of the C program, and nothing rules it out: it ends in this assertion.
    NothingToLearn(u32),
    /// More predicates are needed than there is room for.
    TooManyPredicates,
}

/// One round of the loop, for people.
pub struct Round<'a> {
    /// Counted from one.
    pub number: usize,
    /// The abstraction that was checked.
    pub abstraction: &'a Abstraction,
    /// Its Boolean program.
    pub program: &'a boolean::Program,
    /// What came of it.
    pub outcome: Outcome<'a>,
}

/// What a round brought.
pub enum Outcome<'a> {
    /// The Boolean program does not fail.
    Proved,
    /// It fails, and so does the C program.
    Failed(usize),
    /// It fails after so many steps, the C program does not; so many clauses were learned.
    Clauses(usize, usize),
    /// It fails after so many steps, the C program does not; these predicates are new.
    Predicates(usize, &'a [umpteen_model::c::expression::Expr]),
    /// Nothing could be learned from so many steps.
    Stuck(usize),
}

/// Decides a program for any number of threads, or for at most so many; `rounds` is told about each round.
pub fn run(program: &Program, threads: Option<u32>, budget: &Budget, rounds: &mut dyn FnMut(&Round)) -> Answer {
    let mut abstraction = Abstraction::default();
    let mut transitions = Transitions::default();
    let mut cubes = Cubes::default();
    for number in 1.. {
        if let Err(stop) = budget.check() {
            return Answer::Unknown(Unknown::Engine(stop.into()));
        }
        let Some(tracking) = Tracking::new(program, &abstraction.predicates) else {
            return Answer::Unknown(Unknown::TooManyPredicates);
        };
        let mut boolean = boolean_program(program, &abstraction, &tracking);
        let clauses = cubes.learn(program, &boolean, &tracking, &abstraction.predicates);
        if !clauses.is_empty() {
            abstraction.steps.extend(clauses);
            boolean = boolean_program(program, &abstraction, &tracking);
        }
        let mut report = |abstraction: &Abstraction, outcome| {
            rounds(&Round { number, abstraction, program: &boolean, outcome });
        };
        let path = match check::check(&boolean, program, threads, budget) {
            Err(reason) => return Answer::Unknown(Unknown::Engine(reason)),
            Ok(Checked::Safe(tables, certificate)) => {
                report(&abstraction, Outcome::Proved);
                return Answer::Safe(Box::new(Proof { abstraction, tables, certificate }));
            }
            Ok(Checked::Path(path)) => path,
        };
        let length = path.steps.len();
        let conflict = match simulate::simulate(program, &path) {
            Simulation::Feasible(run) => {
                report(&abstraction, Outcome::Failed(length));
                return Answer::Unsafe(run);
            }
            Simulation::Infeasible(conflict) => conflict,
        };
        let clauses = transitions.refine(program, &abstraction.predicates, &tracking, &path);
        if !clauses.is_empty() {
            report(&abstraction, Outcome::Clauses(length, clauses.len()));
            abstraction.steps.extend(clauses);
            continue;
        }
        let predicates = discover::discover(program, &abstraction.predicates, &path, &conflict);
        if predicates.is_empty() {
            report(&abstraction, Outcome::Stuck(length));
            return Answer::Unknown(Unknown::NothingToLearn(path.failure(program)));
        }
        report(&abstraction, Outcome::Predicates(length, &predicates));
        abstraction.lemmas.extend(lemmas::about(&abstraction.predicates, &predicates));
        abstraction.predicates.extend(predicates);
    }
    unreachable!("the rounds end only by an answer")
}
