//! The judge: which checker decides about which evidence of which problem, in one table.
//!
//! A SAFE or UNSAFE is made of an [`AcceptedProof`] or [`AcceptedRun`], and only this file makes those, after the checker has
//! accepted the evidence. Engines, `recheck`, `replay` and the fuzzers all come here.

use crate::problem::{Problem, ProgramProblem};
use crate::report::Unit;
pub use umpteen_checker::Replay;
use umpteen_checker::{
    Visited, check_c_certificate, check_c_run, check_c_stacks, check_certificate, check_program_certificate,
    check_program_trace, check_pushdown_proof, check_pushdown_trace, check_refinement, check_trace, check_word,
    visit_c_states,
};
use umpteen_model::boolean::program::{self as boolean, Property};
use umpteen_model::boolean::view::{Mains, Tables, View};
use umpteen_model::c::machine::State;
use umpteen_model::c::program::Program;
use umpteen_model::evidence::{Certificate, Evidence, Scope};
use umpteen_model::pushdown::{PushdownSystem, Stacks};
use umpteen_model::refinement::{Control, Refinement, Word};
use umpteen_model::system::System;

/// Evidence that the checker has accepted.
pub enum Accepted {
    /// A proof that no target is reachable.
    Proof(AcceptedProof),
    /// A run to a failure or target.
    Run(AcceptedRun),
}

/// A proof that the checker has accepted.
#[derive(Clone, Copy, Debug)]
pub struct AcceptedProof {
    scope: Scope,
}

impl AcceptedProof {
    /// The numbers of threads that the proof is about.
    pub fn scope(&self) -> Scope {
        self.scope
    }
}

/// A run that the checker has executed.
pub struct AcceptedRun {
    execution: Execution,
}

impl AcceptedRun {
    /// The states that the checker went through.
    pub fn execution(&self) -> &Execution {
        &self.execution
    }
}

/// The states of a run, as the checker computed them.
pub enum Execution {
    /// Of a counter system.
    Counters(Replay),
    /// Of a Boolean program, with the system that its tables describe.
    Program(Box<View>, Replay),
    /// Of threads with stacks.
    Stacks(Vec<Stacks>),
    /// Of a C program.
    C {
        /// The states.
        states: Vec<State>,
        /// The assertion that fails in the last one.
        assertion: u32,
    },
}

/// Why evidence was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The evidence is about another kind of input.
    OtherKind,
    /// The evidence is wrong, for this reason.
    Wrong(String),
    /// The evidence is about a reduced program, and it is not clear that this one fails whenever the program as lowered does.
    Reduction(String),
    /// There was no time to finish.
    OutOfTime,
    /// A join returns although other threads still run, so the run may not be possible.
    EarlyJoin,
    /// The run gets to a limit of the model, which this assertion states: nothing follows from that.
    Limit(u32),
    /// A counter left the range of 32 bits, so nothing can be said.
    Overflow,
}

impl From<umpteen_checker::Rejection> for Rejection {
    fn from(rejection: umpteen_checker::Rejection) -> Rejection {
        match rejection {
            umpteen_checker::Rejection::Wrong(reason) => Rejection::Wrong(reason),
            umpteen_checker::Rejection::Reduction(reason) => Rejection::Reduction(reason),
            umpteen_checker::Rejection::OutOfTime => Rejection::OutOfTime,
            umpteen_checker::Rejection::EarlyJoin => Rejection::EarlyJoin,
            umpteen_checker::Rejection::Limit(assertion) => Rejection::Limit(assertion),
            umpteen_checker::Rejection::Overflow => Rejection::Overflow,
        }
    }
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str(match self {
            Rejection::OtherKind => "it is evidence of another kind of input",
            Rejection::Wrong(reason) | Rejection::Reduction(reason) => reason,
            Rejection::Limit(_) => "the run gets to a limit of the model, where nothing is known",
            Rejection::EarlyJoin => "a join returns although other threads still run",
            Rejection::OutOfTime => "there was no time to finish",
            Rejection::Overflow => "a counter leaves the range of 32 bits",
        })
    }
}

impl Problem {
    /// Puts evidence before the checker; `tables` say what the numbers in it mean, for programs. `go_on` is asked now and
    /// then, and its `false` is the rejection [`Rejection::OutOfTime`].
    pub fn judge(
        &self,
        evidence: &Evidence,
        tables: Option<&Tables>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Accepted, Rejection> {
        match (self, tables, evidence) {
            (Problem::Counters(model, system), None, evidence) => {
                counters(Unit::of_model(model), system, evidence, go_on)
            }
            (Problem::Program(ProgramProblem { program, property, mains, .. }), Some(tables), evidence) => {
                self::program(program, property, *mains, tables, evidence, go_on)
            }
            (Problem::Stacks(problem), None, evidence) => stacks(&problem.system, evidence, go_on),
            (Problem::Refinement(problem), None, evidence) => refinement(&problem.refinement, evidence, go_on),
            (Problem::C(program), tables, evidence) => c(program, evidence, tables, go_on),
            _ => Err(Rejection::OtherKind),
        }
    }
}

/// Judges evidence about a counter system.
pub(crate) fn counters(
    unit: Unit,
    system: &System,
    evidence: &Evidence,
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Rejection> {
    match evidence {
        Evidence::Certificate(certificate) => {
            check_certificate(system, certificate, go_on)?;
            Ok(proof(scope(certificate, system, unit)))
        }
        Evidence::Trace(trace) => Ok(run(Execution::Counters(check_trace(system, trace)?))),
        _ => Err(Rejection::OtherKind),
    }
}

/// Judges evidence about a Boolean program.
pub(crate) fn program(
    program: &boolean::Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    evidence: &Evidence,
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Rejection> {
    match evidence {
        Evidence::Certificate(certificate) => {
            let view = check_program_certificate(program, property, mains, tables, certificate, go_on)?;
            Ok(proof(scope(certificate, &view.system, Unit::Thread)))
        }
        Evidence::Trace(trace) => {
            let (view, replay) = check_program_trace(program, property, mains, tables, trace, go_on)?;
            Ok(run(Execution::Program(Box::new(view), replay)))
        }
        _ => Err(Rejection::OtherKind),
    }
}

/// Judges evidence about threads with stacks.
pub(crate) fn stacks(
    system: &PushdownSystem,
    evidence: &Evidence,
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Rejection> {
    match evidence {
        Evidence::Stacks(certificate) => {
            check_pushdown_proof(system, certificate, go_on)?;
            Ok(proof(Scope::AsCreated))
        }
        Evidence::StackRun(trace) => Ok(run(Execution::Stacks(check_pushdown_trace(system, trace)?))),
        _ => Err(Rejection::OtherKind),
    }
}

/// Judges evidence about a thread and its abstraction.
pub(crate) fn refinement(
    question: &Refinement,
    evidence: &Evidence,
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Rejection> {
    match evidence {
        Evidence::Refinement(refines, certificate) => {
            Ok(proof(check_refinement(question, refines, certificate, go_on)?))
        }
        _ => Err(Rejection::OtherKind),
    }
}

/// Judges evidence about a C program.
pub(crate) fn c(
    program: &Program,
    evidence: &Evidence,
    tables: Option<&Tables>,
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Rejection> {
    match (tables, evidence) {
        (Some(tables), Evidence::Abstraction(abstraction, certificate)) => {
            Ok(proof(check_c_certificate(program, abstraction, tables, certificate, go_on)?))
        }
        (None, Evidence::AbstractionWithStacks(abstraction, stacks)) => {
            Ok(proof(check_c_stacks(program, abstraction, stacks, go_on)?))
        }
        (None, Evidence::Explored { threads, states }) => {
            let (accepted, _) = exploration(program, *threads, Some(*states), go_on, &mut |_, _| {})?;
            Ok(Accepted::Proof(accepted))
        }
        (None, Evidence::Run(trace)) => {
            let (states, assertion) = check_c_run(program, trace)?;
            Ok(run(Execution::C { states, assertion }))
        }
        _ => Err(Rejection::OtherKind),
    }
}

/// Judges the claim that nothing fails in any state of a C program with at most so many threads, of which there are `claimed`
/// if that is known. `look` sees every state, with whether some thread can move there.
pub(crate) fn exploration(
    program: &Program,
    threads: u32,
    claimed: Option<u64>,
    go_on: &dyn Fn() -> bool,
    look: &mut dyn FnMut(&State, bool),
) -> Result<(AcceptedProof, Visited), Rejection> {
    let visited = visit_c_states(program, threads, claimed, go_on, look)?;
    // Where the bound is never reached, all threads that the program starts were there.
    let scope = if visited.bound_reached { Scope::AtMost(threads) } else { Scope::AsCreated };
    Ok((AcceptedProof { scope }, visited))
}

/// Judges a word that the abstraction of a thread cannot follow; the states on the way are for people, and no verdict.
pub(crate) fn word(question: &Refinement, word: &Word) -> Result<Vec<Control>, Rejection> {
    Ok(check_word(question, word)?)
}

fn proof(scope: Scope) -> Accepted {
    Accepted::Proof(AcceptedProof { scope })
}

fn run(execution: Execution) -> Accepted {
    Accepted::Run(AcceptedRun { execution })
}

/// The numbers of threads, or of tokens, that an accepted certificate is about.
fn scope(certificate: &Certificate, system: &System, unit: Unit) -> Scope {
    match (certificate, unit) {
        (Certificate::Bounded { threads, .. }, _) => Scope::AtMost(*threads),
        (_, Unit::Thread) if system.has_fixed_threads() => Scope::AsCreated,
        (_, Unit::Token) if system.has_fixed_start() => Scope::AsCreated,
        _ => Scope::AnyNumber,
    }
}
