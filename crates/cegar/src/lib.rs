//! From C to a proof for any number of threads: abstract, check, simulate, refine (papers/symmpa, Sect. 4).
//!
//! The program is abstracted by predicates to a Boolean broadcast program, which backward search decides for any
//! number of threads. A run of the Boolean program that the C program does not have is ruled out by what it shows:
//! first by clauses about the steps that no predicate value allows, then by new predicates.

pub mod check;
pub mod cubes;
pub mod discover;
mod divergence;
pub mod explore;
pub mod facts;
pub mod lemmas;
pub mod path;
pub mod population;
pub mod simulate;
pub mod transitions;

use check::Checked;
use cubes::Cubes;
use divergence::Divergence;
use explore::Bounds;
use simulate::Simulation;
use std::rc::Rc;
use std::time::Duration;
use transitions::Transitions;
use umpteen_engines::Reason;
use umpteen_engines::budget::Budget;
use umpteen_model::boolean::program as boolean;
use umpteen_model::boolean::view::Tables;
use umpteen_model::c::abstraction::{Abstraction, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::{Facts, Known};
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
    /// Predicates of the same shape come again and again.
    Diverges,
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

/// Refinement without facts gets so much time: what it can do it mostly does in less.
const PATIENCE: Duration = Duration::from_secs(2);

/// Decides a program for any number of threads, or for at most so many; `rounds` is told about each round.
///
/// First as in the paper, as long as that gets somewhere. Then a few threads are looked at: they may fail. Then facts
/// about all threads are looked for, and refinement starts again with them.
pub fn run(program: &Program, threads: Option<u32>, budget: &Budget, rounds: &mut dyn FnMut(&Round)) -> Answer {
    let mut number = 0;
    let mut report = |abstraction: &Abstraction, boolean: &boolean::Program, outcome: Outcome| {
        number += 1;
        rounds(&Round { number, abstraction, program: boolean, outcome });
    };
    let mut refinement = Refinement::new(program, threads, Facts::default());
    let first = refinement.run(&budget.within(PATIENCE), true, &mut report);
    if !matches!(first, Answer::Unknown(_)) {
        return first;
    }
    if let Some(run) = few_threads(program, threads, budget) {
        return Answer::Unsafe(run);
    }
    if let Ok(facts) = facts::discover(program, &refinement.abstraction.predicates, &budget.fraction(2))
        && !facts.is_empty()
    {
        refinement = Refinement::new(program, threads, facts);
    }
    refinement.run(budget, false, &mut report)
}

/// A failure with a few threads and a few values.
fn few_threads(program: &Program, threads: Option<u32>, budget: &Budget) -> Option<Run> {
    const MOST_THREADS: usize = 5;
    const MOST_STATES: usize = 100_000;
    let most = threads.map_or(MOST_THREADS, |asked| MOST_THREADS.min(asked as usize));
    for threads in 2..=most {
        let explored = explore::explore(program, Bounds { threads, states: MOST_STATES }, &budget.fraction(8));
        if explored.failure.is_some() || !explored.complete {
            return explored.failure;
        }
    }
    None
}

/// What is known so far.
struct Refinement<'a> {
    program: &'a Program,
    threads: Option<u32>,
    abstraction: Abstraction,
    facts: Rc<Known>,
    transitions: Transitions<'a>,
    cubes: Cubes,
    divergence: Divergence,
    /// The assertion at the end of the last path.
    last_failure: u32,
}

/// How a round ends.
enum Ended {
    /// With an answer.
    Answer(Answer),
    /// With new clauses.
    Clauses,
    /// With new predicates, or none.
    Predicates(Vec<Expr>),
}

impl<'a> Refinement<'a> {
    fn new(program: &'a Program, threads: Option<u32>, facts: Facts) -> Refinement<'a> {
        let known = Rc::new(Known::new(program, facts.clone()));
        let abstraction = facts::consequences(program, facts, &known);
        Refinement {
            program,
            threads,
            abstraction,
            transitions: Transitions::new(program, &known),
            facts: known,
            cubes: Cubes::default(),
            divergence: Divergence::default(),
            last_failure: 0,
        }
    }

    /// Round after round until there is an answer; with `impatient`, also until predicates only repeat each other.
    fn run(
        &mut self,
        budget: &Budget,
        impatient: bool,
        report: &mut dyn FnMut(&Abstraction, &boolean::Program, Outcome),
    ) -> Answer {
        loop {
            let new = match self.round(budget, report) {
                Ended::Answer(answer) => return answer,
                Ended::Clauses => continue,
                Ended::Predicates(new) => new,
            };
            if new.is_empty() {
                return Answer::Unknown(Unknown::NothingToLearn(self.last_failure));
            }
            let repeats = self.divergence.repeats(&new);
            self.abstraction.lemmas.extend(lemmas::about(&self.abstraction.predicates, &new));
            self.abstraction.predicates.extend(new);
            if repeats && impatient {
                return Answer::Unknown(Unknown::Diverges);
            }
        }
    }

    /// Abstract, check, simulate, refine.
    fn round(&mut self, budget: &Budget, report: &mut dyn FnMut(&Abstraction, &boolean::Program, Outcome)) -> Ended {
        let Refinement { program, abstraction, .. } = self;
        if let Err(stop) = budget.check() {
            return Ended::Answer(Answer::Unknown(Unknown::Engine(stop.into())));
        }
        let Some(tracking) = Tracking::new(program, &abstraction.predicates) else {
            return Ended::Answer(Answer::Unknown(Unknown::TooManyPredicates));
        };
        let mut boolean = boolean_program(program, abstraction, &tracking);
        let clauses = self.cubes.learn(program, &boolean, &tracking, &abstraction.predicates, &self.facts);
        if !clauses.is_empty() {
            abstraction.steps.extend(clauses);
            boolean = boolean_program(program, abstraction, &tracking);
        }
        let path = match check::check(&boolean, program, self.threads, budget) {
            Err(reason) => return Ended::Answer(Answer::Unknown(Unknown::Engine(reason))),
            Ok(Checked::Safe(tables, certificate)) => {
                report(abstraction, &boolean, Outcome::Proved);
                let abstraction = std::mem::take(abstraction);
                return Ended::Answer(Answer::Safe(Box::new(Proof { abstraction, tables, certificate })));
            }
            Ok(Checked::Path(path)) => path,
        };
        self.last_failure = path.failure(program);
        let length = path.steps.len();
        let conflict = match simulate::simulate(program, &path) {
            Simulation::Feasible(run) => {
                report(abstraction, &boolean, Outcome::Failed(length));
                return Ended::Answer(Answer::Unsafe(run));
            }
            Simulation::Infeasible(conflict) => conflict,
        };
        let clauses = self.transitions.refine(abstraction, &tracking, &path);
        if clauses > 0 {
            report(abstraction, &boolean, Outcome::Clauses(length, clauses));
            return Ended::Clauses;
        }
        let predicates = discover::discover(program, &abstraction.predicates, &path, &conflict);
        let outcome = match &predicates[..] {
            [] => Outcome::Stuck(length),
            new => Outcome::Predicates(length, new),
        };
        report(abstraction, &boolean, outcome);
        Ended::Predicates(predicates)
    }
}
