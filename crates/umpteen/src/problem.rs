//! A problem: the system or program that was read, with its question.

use umpteen_frontends::Model;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::view::Mains;
use umpteen_model::pushdown::PushdownSystem;
use umpteen_model::refinement::Refinement;
use umpteen_model::state::Overflow;
use umpteen_model::system::System;

/// A system or program with its question.
#[derive(Clone, Debug)]
pub enum Problem {
    /// A counter system: as parsed, for words about it, and as engines and checker see it.
    Counters(Model, System),
    /// A Boolean program.
    Program(ProgramProblem),
    /// Threads with stacks.
    Stacks(StacksProblem),
    /// A thread with calls and a thread system that over-approximates it.
    Refinement(Box<RefinementProblem>),
    /// A C program.
    C(Box<umpteen_model::c::program::Program>),
}

impl Problem {
    /// A Boolean program whose assertions must hold, with one main thread.
    pub fn assertions(program: Program) -> Problem {
        let violation = "an assertion can fail".to_string();
        Problem::Program(ProgramProblem { program, property: Property::Assertions, violation, mains: Mains::One })
    }

    /// Threads with stacks, all of which are there from the start.
    pub fn stacks(system: PushdownSystem) -> Problem {
        Problem::Stacks(StacksProblem { system, violation: None, asleep: 0 })
    }

    /// The program as lowered, if this is a reduced one.
    pub(crate) fn as_lowered(&self) -> Option<Problem> {
        let Problem::C(program) = self else { return None };
        program.lowered.as_ref().map(|lowered| Problem::C(Box::new(lowered.as_ref().clone())))
    }

    /// A thread and its abstraction.
    pub fn refinement(refinement: Refinement) -> Result<Problem, Overflow> {
        let model = Model::Threads(refinement.abstraction.clone());
        let system = model.system()?;
        Ok(Problem::Refinement(Box::new(RefinementProblem { refinement, model, system })))
    }
}

/// A Boolean program with its question.
#[derive(Clone, Debug)]
pub struct ProgramProblem {
    /// The flat program.
    pub program: Program,
    /// The property that must hold.
    pub property: Property,
    /// A violation of the property, in words.
    pub violation: String,
    /// How many threads start in `main`.
    pub mains: Mains,
}

/// A pushdown system with its question.
#[derive(Clone, Debug)]
pub struct StacksProblem {
    /// The system.
    pub system: PushdownSystem,
    /// A reached target in words, if the file has words for that.
    pub violation: Option<String>,
    /// How many threads, the last ones, are not there before another one starts them.
    pub asleep: usize,
}

/// A program and its abstraction.
#[derive(Clone, Debug)]
pub struct RefinementProblem {
    /// The question: one thread of the program, and the thread system.
    pub refinement: Refinement,
    /// The thread system, as parsed.
    pub model: Model,
    /// The counter system of the thread system, which engines and checker work on.
    pub system: System,
}
