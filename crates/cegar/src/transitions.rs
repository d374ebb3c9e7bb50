//! Transition refinement: steps of the Boolean program that no concrete values allow (papers/symmpa Sect. 4.4).
//!
//! For a step of the path and a set J of threads, the values of their predicates before and after are asked for
//! together with the step's formula (Definition 5). If they contradict each other, those of an unsatisfiable core are
//! never seen together, whoever the threads are: a clause over symbolic threads (Definition 6). J is the executing
//! thread first, then it grows by others; the core may leave out the executing thread.
//!
//! Differs from the paper: the clause holds the literals of a minimal core, not all of them, so it rules out many steps
//! at once; every spurious step of the path is refined in one round; and J without the executing thread, which its
//! footnote leaves out, finds tuples of threads that never go together.

use crate::options::Refine;
use crate::path::{Path, PathStep};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use std::rc::Rc;
use umpteen_logic::sat::Cadical;
use umpteen_logic::step::StepSolver;
use umpteen_model::boolean::step::{LocalValues, SharedValues};
use umpteen_model::c::abstraction::{Abstraction, Kept, Literal, MOST_PLACES, StepClause, Tracking};
use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::Known;
use umpteen_model::c::program::Program;

/// The solvers of all steps, kept from round to round: predicates are encoded once for each.
pub struct Transitions<'a> {
    program: &'a Program,
    of: Refine,
    facts: Rc<Known>,
    solvers: FxHashMap<(u32, u32), StepSolver<Cadical>>,
    known: FxHashSet<StepClause>,
}

impl<'a> Transitions<'a> {
    /// Steps are asked about under the assumption of these facts; `of` says whose variables clauses may speak of.
    pub fn new(program: &'a Program, of: Refine, facts: &Rc<Known>) -> Transitions<'a> {
        let (solvers, known) = (FxHashMap::default(), FxHashSet::default());
        Transitions { program, of, facts: Rc::clone(facts), solvers, known }
    }

    /// New clauses that rule out steps of the path, over as few threads besides the executing one as bring any; and from
    /// how many threads they come.
    pub fn refine(
        &mut self,
        abstraction: &mut Abstraction,
        tracking: &Tracking,
        path: &Path,
        others: RangeInclusive<usize>,
    ) -> Option<(Vec<StepClause>, usize)> {
        let mut found = Vec::new();
        let all = self.of == Refine::All;
        for others in others.filter(|others| *others == 0 || all) {
            for step in &path.steps {
                self.refine_step(abstraction, tracking, step, others, &mut found);
            }
            if !found.is_empty() {
                return Some((found, others + 1));
            }
        }
        None
    }

    fn refine_step(
        &mut self,
        abstraction: &mut Abstraction,
        tracking: &Tracking,
        step: &PathStep,
        others: usize,
        found: &mut Vec<StepClause>,
    ) {
        let edge = &self.program.locations[step.location as usize].edges[step.edge as usize];
        if edge.start.is_some() {
            return;
        }
        let solver = self.solvers.entry((step.location, step.edge)).or_insert_with(|| {
            let mut solver = StepSolver::new(Some(edge));
            solver.assume(self.program, &self.facts, step.location, Some(edge.to));
            solver
        });
        let thread = |number: u32| Some((step.before.thread(number)?, step.after.thread(number)?));
        let Some(active) = thread(step.owner) else { return };
        let passive: Vec<_> = step
            .before
            .threads
            .iter()
            .filter(|(number, _)| *number != step.owner)
            .filter_map(|(n, _)| thread(*n))
            .collect();
        let shared = [step.before.shared, step.after.shared];
        for group in choices(&passive, others) {
            let literals = literals(tracking, shared, active, &group);
            let locations: Vec<(u8, u32)> =
                (1u8..).zip(&group).map(|(thread, values)| (thread, values.0.location)).collect();
            let Some(conflict) = solver.conflict(&abstraction.predicates, &literals, &locations) else { continue };
            let negated = |literal: Literal| Literal { holds: !literal.holds, ..literal };
            let clause: Vec<Literal> = conflict.literals.into_iter().map(negated).collect();
            let places = widened(self.program, solver, &abstraction.predicates, &clause, &conflict.locations);
            let Some(places) = numbered(&mut abstraction.places, places) else { continue };
            let clause = renumbered(StepClause { location: step.location, edge: step.edge, clause, places });
            if self.known.insert(clause.clone()) {
                found.push(clause);
            }
        }
    }
}

/// A thread before and after the step.
type Values = (LocalValues, LocalValues);

/// Every choice of so many of the threads.
fn choices(threads: &[Values], size: usize) -> Vec<Vec<Values>> {
    let Some(fewer) = size.checked_sub(1) else { return vec![Vec::new()] };
    let with = |at: usize| {
        choices(&threads[at + 1..], fewer).into_iter().map(move |mut group| {
            group.insert(0, threads[at]);
            group
        })
    };
    (0..threads.len()).flat_map(with).collect()
}

/// The literals that hold for the executing thread and the others in the given order.
fn literals(tracking: &Tracking, shared: [SharedValues; 2], active: Values, passive: &[Values]) -> Vec<Literal> {
    let mut literals = Vec::new();
    for (predicate, slot) in (0u32..).zip(&tracking.slots) {
        match slot {
            Kept::Shared(number) => {
                for (after, shared) in [false, true].into_iter().zip(shared) {
                    literals.push(Literal { predicate, thread: 0, after, holds: shared.values >> number & 1 == 1 });
                }
            }
            Kept::Local(number) => {
                for (thread, values) in (0u8..).zip(std::iter::once(&active).chain(passive)) {
                    for (after, values) in [(false, values.0), (true, values.1)] {
                        if tracking.tracked[values.location as usize] >> number & 1 == 1 {
                            let holds = values.values >> number & 1 == 1;
                            literals.push(Literal { predicate, thread, after, holds });
                        }
                    }
                }
            }
        }
    }
    literals
}

/// The locations for which the clause holds as well, for each thread whose location matters.
fn widened(
    program: &Program,
    solver: &mut StepSolver<Cadical>,
    predicates: &[Expr],
    clause: &[Literal],
    needed: &[(u8, u32)],
) -> Vec<(u8, Vec<u32>)> {
    let mut places: Vec<(u8, Vec<u32>)> = needed.iter().map(|(thread, at)| (*thread, vec![*at])).collect();
    for thread in 0..places.len() {
        for location in 0..program.locations.len() as u32 {
            let mut here: Vec<(u8, &[u32])> = places.iter().map(|(thread, at)| (*thread, &at[..])).collect();
            let only = [location];
            here[thread].1 = &only;
            if solver.is_clearly_valid(predicates, clause, &here) == Some(true) {
                places[thread].1.push(location);
            }
        }
        places[thread].1.sort_unstable();
        places[thread].1.dedup();
    }
    places
}

/// The numbers of the places, new ones included; none if there are too many.
pub fn numbered(known: &mut Vec<Vec<u32>>, places: Vec<(u8, Vec<u32>)>) -> Option<Vec<(u8, u32)>> {
    let mut number = |place: Vec<u32>| {
        let at = known.iter().position(|other| *other == place).unwrap_or_else(|| {
            known.push(place);
            known.len() - 1
        });
        (at < MOST_PLACES).then_some(at as u32)
    };
    let numbers = places.into_iter().map(|(thread, place)| Some((thread, number(place)?))).collect();
    known.truncate(MOST_PLACES);
    numbers
}

/// The other threads that occur, counted from one without gaps.
fn renumbered(mut step: StepClause) -> StepClause {
    let mut threads: Vec<u8> = step.clause.iter().map(|literal| literal.thread).filter(|&thread| thread > 0).collect();
    threads.extend(step.places.iter().map(|(thread, _)| *thread));
    threads.sort_unstable();
    threads.dedup();
    let number = |thread: u8| threads.binary_search(&thread).map_or(0, |at| at as u8 + 1);
    step.clause.iter_mut().for_each(|literal| literal.thread = number(literal.thread));
    step.places.iter_mut().for_each(|(thread, _)| *thread = number(*thread));
    step.clause.sort_unstable();
    step.clause.dedup();
    step.places.sort_unstable();
    step
}
