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
pub mod options;
pub mod path;
pub mod population;
pub mod simulate;
pub mod statistics;
pub mod transitions;
pub mod tuples;

use check::Checked;
use cubes::Cubes;
pub use options::{Discover, Options, Refine};
use simulate::Simulation;
use statistics::timed;
pub use statistics::{Seconds, Statistics};
use std::ops::RangeInclusive;
use std::time::Instant;
use transitions::Transitions;
use umpteen_engines::Reason;
use umpteen_engines::budget::Budget;
use umpteen_model::boolean::expression::MOST_INDICES;
use umpteen_model::boolean::program as boolean;
use umpteen_model::boolean::view::Tables;
use umpteen_model::c::abstraction::{Abstraction, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::machine::Run;
use umpteen_model::c::program::Program;
use umpteen_model::evidence::Certificate;

/// Clauses over the executing thread and so many others are looked for in every round.
const FEW_OTHERS: RangeInclusive<usize> = 0..=2;

/// Those over more threads make Boolean programs much dearer; they are looked for where nothing else helps.
const MANY_OTHERS: RangeInclusive<usize> = 3..=MOST_INDICES;

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
    Predicates(usize, &'a [Expr]),
    /// Nothing could be learned from so many steps.
    Stuck(usize),
}

/// Decides a program; `rounds` is told about each round.
pub fn run(
    program: &Program,
    options: &Options,
    budget: &Budget,
    statistics: &mut Statistics,
    rounds: &mut dyn FnMut(&Round),
) -> Answer {
    let mut abstraction = Abstraction::default();
    let mut transitions = Transitions::new(options.refine);
    let mut cubes = Cubes::new(options);
    extend(&mut abstraction, options.predicates.clone(), statistics);
    for number in 1.. {
        if let Err(stop) = budget.check() {
            return Answer::Unknown(Unknown::Engine(stop.into()));
        }
        statistics.rounds = number as u64;
        let Some(tracking) = Tracking::new(program, &abstraction.predicates) else {
            return Answer::Unknown(Unknown::TooManyPredicates);
        };
        let boolean = timed(&mut statistics.seconds.abstraction, || {
            let boolean = boolean_program(program, &abstraction, &tracking);
            let clauses = cubes.learn(program, &boolean, &tracking, &abstraction.predicates);
            if clauses.is_empty() {
                return boolean;
            }
            abstraction.steps.extend(clauses);
            boolean_program(program, &abstraction, &tracking)
        });
        let mut report = |abstraction: &Abstraction, outcome| {
            rounds(&Round { number, abstraction, program: &boolean, outcome });
        };
        let mut work = umpteen_engines::Statistics::default();
        let checked =
            timed(&mut statistics.seconds.checking, || check::check(&boolean, program, options, budget, &mut work));
        statistics.last_states = work.explored;
        statistics.states += work.explored;
        let path = match checked {
            Err(reason) => return Answer::Unknown(Unknown::Engine(reason)),
            Ok(Checked::Safe(tables, certificate)) => {
                report(&abstraction, Outcome::Proved);
                return Answer::Safe(Box::new(Proof { abstraction, tables, certificate }));
            }
            Ok(Checked::Path(path)) => path,
        };
        let length = path.steps.len();
        let simulated = timed(&mut statistics.seconds.simulation, || simulate::simulate(program, &path));
        let conflict = match simulated {
            Simulation::Feasible(run) => {
                report(&abstraction, Outcome::Failed(length));
                return Answer::Unsafe(run);
            }
            Simulation::Infeasible(conflict) => conflict,
        };
        let refining = Instant::now();
        let predicates = &abstraction.predicates;
        let mut new = Vec::new();
        let mut learned = transitions.refine(program, predicates, &tracking, &path, FEW_OTHERS);
        if learned.is_none() {
            new = discover::discover(program, predicates, &path, &conflict, options.discover);
            if new.is_empty() {
                learned = transitions.refine(program, predicates, &tracking, &path, MANY_OTHERS);
            }
        }
        statistics.seconds.refinement += refining.elapsed().as_secs_f64();
        if let Some((clauses, group)) = learned {
            report(&abstraction, Outcome::Clauses(length, clauses.len()));
            statistics.count_clauses(&clauses, group, &abstraction.predicates);
            abstraction.steps.extend(clauses);
        } else if new.is_empty() {
            report(&abstraction, Outcome::Stuck(length));
            return Answer::Unknown(Unknown::NothingToLearn(path.failure(program)));
        } else {
            report(&abstraction, Outcome::Predicates(length, &new));
            extend(&mut abstraction, new, statistics);
        }
    }
    unreachable!("the rounds end only by an answer")
}

/// Adds predicates with the lemmas about them.
fn extend(abstraction: &mut Abstraction, new: Vec<Expr>, statistics: &mut Statistics) {
    let lemmas = timed(&mut statistics.seconds.abstraction, || lemmas::about(&abstraction.predicates, &new));
    abstraction.lemmas.extend(lemmas);
    abstraction.predicates.extend(new);
    statistics.count_predicates(&abstraction.predicates);
}
