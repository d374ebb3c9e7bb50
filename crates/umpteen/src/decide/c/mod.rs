//! Decides C programs: exploration of few threads, then abstraction refinement. `stages.rs` lists the stages and their bounds.

mod abstraction;
pub(crate) mod caveats;
mod coverage;
mod explore;
mod hangs;
mod invariant_proof;
pub(crate) mod invariants;
mod lines;
mod lines_explored;
pub(crate) mod settings;
mod stages;

use crate::decide::Decided;
use crate::decide::c::explore::QuickLook;
use crate::decide::c::invariants::trivial;
use crate::decide::c::stages::{DECIDING, Stage};
use crate::explain::c_run::{APPROXIMATED, place};
use crate::explain::c_unknown::beyond_limit;
use crate::failure::{Failure, usage};
use crate::report::Verdict;
use umpteen_cegar::Options;
use umpteen_engines::budget::Budget;
use umpteen_model::c::program::{Assertion, Program};
use umpteen_model::evidence::Evidence;

/// The settings of a decision about C, and the other ways to read the program.
pub struct Wanted<'a> {
    /// Reads the program again, with invalid accesses among what must not happen.
    pub accesses: &'a dyn Fn() -> Result<Program, Failure>,
    /// The options of abstraction refinement.
    pub options: Options,
    /// Whether only abstraction is tried.
    pub abstraction_only: bool,
    /// Whether the Boolean programs are wanted.
    pub programs: bool,
    /// Whether facts about the lines of the source are wanted.
    pub lines: bool,
    /// The program with no steps merged, if the facts that can be said in C are wanted.
    pub unmerged: Option<Box<Program>>,
}

/// Decides a C program within the budget. A witness says something, if only what is always true.
pub fn decide(program: &Program, wanted: &Wanted, budget: &Budget) -> Result<Decided, Failure> {
    let mut decided = first_answer(program, wanted, budget)?;
    if matches!(&decided.verdict, Verdict::Unknown { code, .. } if code == APPROXIMATED) {
        decided = without_approximations(program, decided, wanted, budget)?;
    }
    if let Some(about) = &mut decided.c {
        about.has_threads = program.templates.len() > 1;
        match decided.verdict {
            Verdict::Safe(_) => about.caveats.extend(caveats::of_program(program, wanted.accesses, budget)?),
            _ => about.caveats.clear(),
        }
        if let (Verdict::Unsafe(_), Some(Evidence::Run(run))) = (&decided.verdict, &decided.evidence) {
            about.caveats.extend(caveats::of_run(program, run));
        }
        if let (Some(unmerged), Verdict::Safe(_), true) =
            (&wanted.unmerged, &decided.verdict, about.invariants.is_empty())
        {
            about.invariants.extend(trivial(unmerged));
        }
    }
    Ok(decided)
}

/// The answer of the first stage that has one; refinement always has, if only UNKNOWN.
fn first_answer(program: &Program, wanted: &Wanted, budget: &Budget) -> Result<Decided, Failure> {
    let asked = wanted.options.threads;
    if program.has_frames() && asked.is_some() {
        return usage(
            "--threads is for programs without recursive functions: those with some start a fixed number of threads",
        );
    }
    // Boolean programs are wanted by those who want to see abstraction.
    let explores = !wanted.programs && !wanted.abstraction_only;
    let mut known = None;
    for stage in DECIDING {
        let decided = match stage {
            Stage::QuickLook if explores => match explore::quick_look(program, asked, budget)? {
                QuickLook::Decided(decided) => Some(*decided),
                QuickLook::Known(found) => {
                    found.iter().for_each(|found| budget.tell(&found.text));
                    known = found;
                    None
                }
            },
            Stage::Exploration if explores => explore::decide(program, asked, wanted.lines, budget)?,
            // An abstraction adds moves, and hides that nobody can move.
            Stage::Refinement if program.has_hangs() => Some(hangs::undecided(program, asked, budget)?),
            Stage::Refinement => {
                let threads = known.as_ref().map_or(0, |known| known.threads);
                Some(abstraction::decide(program, wanted, threads, budget)?)
            }
            _ => None,
        };
        if let Some(mut decided) = decided {
            if let Verdict::Unknown { known: told, .. } = &mut decided.verdict {
                *told = told.take().or(known.map(|known| known.text));
            }
            return Ok(decided);
        }
    }
    Err(Failure::Internal("refinement always has an answer".into()))
}

/// Decides a program with a failing run that may be none of the source's: only a failure without approximations is a fact.
fn without_approximations(
    program: &Program,
    mut failing: Decided,
    wanted: &Wanted,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let decided = first_answer(&program.without_approximations(), wanted, budget)?;
    match (&decided.verdict, &mut failing.verdict) {
        (Verdict::Unsafe(_), _) => return Ok(decided),
        (Verdict::Safe(_), Verdict::Unknown { known, .. }) => {
            *known = Some("nothing fails in runs without such steps".to_string());
        }
        _ => {}
    }
    (failing.evidence, failing.tables) = (None, None);
    Ok(failing)
}

/// Decides a program that may need more than the model has: only a failure within the model is a fact.
fn beyond(program: &Program, limit: u32, wanted: &Wanted, budget: &Budget) -> Result<Decided, Failure> {
    let mut decided = decide(&program.without_limits(), wanted, budget)?;
    let known = match &decided.verdict {
        Verdict::Unsafe(_) => return Ok(decided),
        Verdict::Safe(_) => Some("nothing fails as long as that does not happen".to_string()),
        Verdict::Unknown { .. } => None,
    };
    let Assertion { text, position, .. } = &program.assertions[limit as usize];
    decided.verdict = Verdict::Unknown {
        code: "limit".into(),
        reason: format!("a limit of the model is reached: {text} ({})", place(program, *position)),
        known,
        hint: beyond_limit(text).into(),
    };
    (decided.evidence, decided.tables) = (None, None);
    decided.c.iter_mut().for_each(|about| about.caveats.clear());
    Ok(decided)
}
