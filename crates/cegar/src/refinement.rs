//! The loop of papers/symmpa: abstract, check, simulate, refine, until there is an answer.

use crate::check::{self, Checked};
use crate::cubes::Cubes;
use crate::divergence::Divergence;
use crate::options::Options;
use crate::path::Path;
use crate::simulate::{self, Simulation};
use crate::statistics::{Statistics, timed};
use crate::transitions::Transitions;
use crate::{About, Answer, Outcome, Proof, Round, Unknown, discover, facts, lemmas, stacks};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Instant;
use umpteen_engines::budget::Budget;
use umpteen_model::boolean::expression::MOST_INDICES;
use umpteen_model::c::abstraction::{Abstraction, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::{Facts, Known};
use umpteen_model::c::program::Program;

/// Clauses over the executing thread and so many others are looked for in every round.
const FEW_OTHERS: RangeInclusive<usize> = 0..=2;

/// Clauses over more threads make Boolean programs much larger; they are learned only where nothing else helps.
const MANY_OTHERS: RangeInclusive<usize> = 3..=MOST_INDICES;

/// The abstraction so far.
pub struct Refinement<'a> {
    program: &'a Program,
    options: &'a Options,
    /// The predicates and what is known about them.
    pub abstraction: Abstraction,
    facts: Rc<Known>,
    transitions: Transitions<'a>,
    cubes: Cubes,
    divergence: Divergence,
}

impl<'a> Refinement<'a> {
    /// Begins with facts and with the predicates that the user gives.
    pub fn new(
        program: &'a Program,
        options: &'a Options,
        facts: Facts,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Refinement<'a> {
        let known = Rc::new(Known::new(program, facts.clone()));
        let abstraction = timed(&mut statistics.seconds.facts, || facts::consequences(program, facts, &known, budget));
        let mut refinement = Refinement {
            program,
            options,
            abstraction,
            transitions: Transitions::new(program, options.refine, &known),
            facts: known,
            cubes: Cubes::new(options),
            divergence: Divergence::default(),
        };
        refinement.add(options.predicates.clone(), budget, statistics);
        refinement
    }

    /// Round after round until there is an answer; if `impatient`, also until predicates only repeat each other.
    pub fn run(
        &mut self,
        budget: &Budget,
        impatient: bool,
        statistics: &mut Statistics,
        rounds: &mut dyn FnMut(&Round),
    ) -> Answer {
        loop {
            let answer = self.round(budget, statistics, rounds);
            let out_of_time = matches!(answer, Some(Answer::Unknown(Unknown::Engine(_))));
            match self.divergence.repeated() {
                Some(last) if out_of_time || (impatient && answer.is_none()) => {
                    return Answer::Unknown(Unknown::Diverges(last.clone()));
                }
                _ => {}
            }
            if let Some(answer) = answer {
                return answer;
            }
        }
    }

    /// Abstract, check, simulate, refine.
    fn round(
        &mut self,
        budget: &Budget,
        statistics: &mut Statistics,
        rounds: &mut dyn FnMut(&Round),
    ) -> Option<Answer> {
        let Refinement { program, options, abstraction, .. } = self;
        if let Err(stop) = budget.check() {
            return Some(Answer::Unknown(Unknown::Engine(stop.into())));
        }
        statistics.rounds += 1;
        let number = statistics.rounds as usize;
        let Some(tracking) = Tracking::new(program, &abstraction.predicates) else {
            return Some(Answer::Unknown(Unknown::TooManyPredicates));
        };
        let boolean = timed(&mut statistics.seconds.abstraction, || {
            let boolean = boolean_program(program, abstraction, &tracking);
            let clauses = self.cubes.learn(program, &boolean, &tracking, &abstraction.predicates, &self.facts, budget);
            if clauses.is_empty() {
                return boolean;
            }
            abstraction.steps.extend(clauses);
            boolean_program(program, abstraction, &tracking)
        });
        let mut report = |abstraction: &Abstraction, outcome: Outcome<'_>, is_run: bool| {
            rounds(&Round { number, abstraction, program: &boolean, outcome, is_run });
        };
        let mut work = umpteen_engines::Statistics::default();
        let checked = timed(&mut statistics.seconds.checking, || match program.has_frames() {
            true => stacks::check(&boolean, program, &tracking, &abstraction.predicates, budget, &mut work),
            false => check::check(&boolean, program, options, budget, &mut work),
        });
        statistics.last_states = work.explored;
        statistics.states += work.explored;
        let about = match checked {
            Err(reason) => return Some(Answer::Unknown(Unknown::Engine(reason))),
            Ok(Checked::Path(path)) => return self.follow(&path, &tracking, budget, statistics, &mut report),
            Ok(Checked::Safe(tables, certificate)) => About::Counters(tables, certificate),
            Ok(Checked::Stacks(proof)) => About::Stacks(proof),
        };
        report(abstraction, Outcome::Proved, false);
        Some(Answer::Safe(Box::new(Proof { abstraction: std::mem::take(abstraction), about })))
    }

    /// Follows a path of the Boolean program to a failure: it is a run of the program, or something is learned from it.
    fn follow(
        &mut self,
        path: &Path,
        tracking: &Tracking,
        budget: &Budget,
        statistics: &mut Statistics,
        report: &mut dyn FnMut(&Abstraction, Outcome, bool),
    ) -> Option<Answer> {
        let Refinement { program, options, abstraction, .. } = self;
        let length = path.steps.len();
        let simulated = timed(&mut statistics.seconds.simulation, || simulate::simulate(program, path));
        let conflict = match simulated {
            Simulation::Feasible(run) => {
                report(abstraction, Outcome::Failed(length), path.is_run);
                return Some(Answer::Unsafe(run));
            }
            Simulation::Infeasible(conflict) => conflict,
        };
        let refining = Instant::now();
        let mut new = Vec::new();
        let mut learned = self.transitions.refine(abstraction, tracking, path, FEW_OTHERS);
        if learned.is_none() {
            new = discover::discover(program, &abstraction.predicates, path, &conflict, options.discover);
            if new.is_empty() {
                learned = self.transitions.refine(abstraction, tracking, path, MANY_OTHERS);
            }
        }
        statistics.seconds.refinement += refining.elapsed().as_secs_f64();
        if let Some((clauses, group)) = learned {
            report(abstraction, Outcome::Clauses(length, clauses.len()), path.is_run);
            statistics.count_clauses(&clauses, group, &abstraction.predicates);
            abstraction.steps.extend(clauses);
        } else if new.is_empty() {
            report(abstraction, Outcome::Stuck(length), path.is_run);
            return Some(Answer::Unknown(Unknown::NothingToLearn(path.failure(program))));
        } else {
            report(abstraction, Outcome::Predicates(length, &new), path.is_run);
            self.divergence.saw(&new);
            self.add(new, budget, statistics);
        }
        None
    }

    /// Adds predicates that are not known yet, with the lemmas about them.
    pub fn add(&mut self, mut new: Vec<Expr>, budget: &Budget, statistics: &mut Statistics) {
        new.retain(|predicate| !self.abstraction.predicates.contains(predicate));
        let Abstraction { predicates, lemmas, .. } = &mut self.abstraction;
        lemmas.extend(timed(&mut statistics.seconds.abstraction, || lemmas::about(predicates, &new, budget)));
        predicates.extend(new);
        statistics.count_predicates(predicates);
    }
}
