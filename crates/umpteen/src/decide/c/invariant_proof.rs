//! Checks that the invariants of a proof at lines hold of the unmerged program, step by step.
//!
//! A proof is about steps that were merged where nobody can tell, as far as the assertions go. In the middle of a merged step
//! something else may hold, which whoever reads an invariant would see. So invariants are put into the program as
//! assertions before its steps are merged, and proved like any other; those that can be false are left out.

use crate::decide::c::invariants::Candidate;
use crate::decide::c::stages::Stage;
use crate::judge::{self, Accepted, Execution};
use umpteen_cegar::{About, Answer, Options, Proof, Statistics};
use umpteen_engines::budget::Budget;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::{Assertion, Claim, Edge, Location, Position, Program, Statement};
use umpteen_model::evidence::Evidence;
use umpteen_reduce::reduce;

/// The candidates that hold before every statement on their lines, given the program with no steps merged; none without a
/// proof in time.
pub fn proved(program: &Program, candidates: Vec<Candidate>, predicates: &[Expr], budget: &Budget) -> Vec<Candidate> {
    Stage::Invariants.within(budget, |budget| prove(program, candidates, predicates, budget)).unwrap_or_default()
}

fn prove(
    program: &Program,
    mut candidates: Vec<Candidate>,
    predicates: &[Expr],
    budget: &Budget,
) -> Option<Vec<Candidate>> {
    candidates.retain(|candidate| !starts(program, candidate).is_empty());
    let only_shared = |predicate: &&Expr| predicate.locals().is_empty();
    let predicates = predicates.iter().filter(only_shared).cloned().collect();
    let options = Options { predicates, ..Options::default() };
    while !candidates.is_empty() {
        let asserting = reduce(&with_assertions(program, &candidates));
        match umpteen_cegar::run(&asserting, &options, budget, &mut Statistics::default(), &mut |_| {}) {
            Answer::Safe(proof) => {
                let Proof { abstraction, about } = *proof;
                let About::Counters(tables, certificate) = about else { return None };
                let evidence = Evidence::Abstraction(abstraction, certificate);
                let judged = judge::c(&asserting, &evidence, Some(&tables), &|| budget.check().is_ok());
                return judged.is_ok().then_some(candidates);
            }
            Answer::Unsafe(run) => {
                let judged = judge::c(&asserting, &Evidence::Run(run), None, &|| true);
                let Ok(Accepted::Run(accepted)) = judged else { return None };
                let Execution::C { assertion, .. } = accepted.execution() else { return None };
                candidates.remove(*assertion as usize);
            }
            Answer::Unknown(_) => return None,
        }
    }
    Some(candidates)
}

/// The program with the candidates as its only assertions.
fn with_assertions(program: &Program, candidates: &[Candidate]) -> Program {
    let mut asserting = program.clone();
    asserting.locations.iter_mut().for_each(|location| location.fails = None);
    asserting.assertions.clear();
    for (number, candidate) in (0u32..).zip(candidates) {
        let position = Position { file: candidate.file, line: candidate.line, column: 0 };
        asserting.assertions.push(Assertion { position, text: String::new(), claim: Claim::Holds });
        for at in starts(program, candidate) {
            let to = asserting.locations.len() as u32;
            let Location { template, inside, .. } = program.locations[at as usize];
            asserting.locations.push(Location { template, inside, fails: Some(number), ..Location::default() });
            let guard = candidate.fact.clone().negated();
            let statements = vec![Statement { position, text: String::new() }];
            asserting.locations[at as usize].edges.push(Edge { guard, statements, ..Edge::jump(to) });
        }
    }
    asserting
}

/// The locations where a statement on the line of a candidate begins: it goes on from there, and was not there before.
fn starts(program: &Program, candidate: &Candidate) -> Vec<u32> {
    let is_here = |told: &Statement| (told.position.file, told.position.line) == (candidate.file, candidate.line);
    let mut from_elsewhere = vec![false; program.locations.len()];
    for entry in program.templates.iter().map(|template| template.entry) {
        from_elsewhere[entry as usize] = true;
    }
    for edge in program.locations.iter().flat_map(|location| &location.edges) {
        from_elsewhere[edge.to as usize] |= !edge.statements.iter().any(is_here);
    }
    let begins = |at: &u32| {
        let mut edges = program.locations[*at as usize].edges.iter();
        from_elsewhere[*at as usize] && edges.any(|edge| edge.statements.first().is_some_and(is_here))
    };
    (0..program.locations.len() as u32).filter(begins).collect()
}
