//! The settings of abstraction refinement, as the loop takes them.

use crate::failure::{Failure, usage};
use crate::question::Meaning;
use crate::read::c::data_model;
use crate::settings::{AbstractionSettings, DiscoverName, EngineName, RefineName, Settings, Switch, Threads};
use umpteen_cegar::{Discover, Options, Refine};
use umpteen_frontends::c::{DataModel, read_predicate};
use umpteen_model::c::atoms::atoms;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::Program;

/// The options of the loop for a program that was read from `meaning`.
pub(crate) fn options(settings: &Settings, program: &Program, meaning: &Meaning) -> Result<Options, Failure> {
    let Settings { engine, threads, abstraction, .. } = settings;
    let AbstractionSettings { cubes, refine, discover, predicate, facts, symmetry } = abstraction;
    let bounded = *engine == EngineName::Abstraction && *threads != Threads::Any;
    if symmetry.is_some() && !bounded {
        return usage("--symmetry is about explored abstractions: add --engine abstraction and --threads N");
    }
    let usual = Options::default();
    Ok(Options {
        threads: match threads {
            Threads::Any => None,
            Threads::AtMost(threads) => Some(*threads),
        },
        cubes: cubes.unwrap_or(usual.cubes),
        refine: match refine {
            Some(RefineName::ActiveOnly) => Refine::ActiveOnly,
            Some(RefineName::All) | None => Refine::All,
        },
        discover: match discover {
            Some(DiscoverName::Weakest) => Discover::Weakest,
            Some(DiscoverName::Strongest) => Discover::Strongest,
            Some(DiscoverName::Both) | None => Discover::Both,
        },
        predicates: predicates(predicate, program, data_model(meaning))?,
        facts: *facts != Some(Switch::Off),
        look_around: *engine != EngineName::Abstraction,
        symmetry: *symmetry != Some(Switch::Off),
    })
}

/// The parts of the given conditions, each once.
fn predicates(texts: &[String], program: &Program, model: DataModel) -> Result<Vec<Expr>, Failure> {
    let mut found = Vec::new();
    for text in texts {
        let conditions = read_predicate(text, program, model)
            .map_err(|error| Failure::At(error, "--predicate".to_string(), text.clone()))?;
        conditions.iter().for_each(|condition| atoms(condition, &mut found));
        let results = program.results();
        if found.iter().any(|predicate| !program.can_track(predicate, &results)) {
            return usage(
                "--predicate: in a program with recursive functions it is about shared variables, or about those of one \
                 function",
            );
        }
    }
    let mut predicates: Vec<Expr> = Vec::new();
    for atom in found {
        if !predicates.contains(&atom) {
            predicates.push(atom);
        }
    }
    Ok(predicates)
}
