//! The C programs of the corpus do with few threads what their first lines say, by exploration alone: what is unsafe fails, what
//! is safe does not, what is refused is refused by name. Nothing but the front end and the interpreter takes part, so this is a
//! fast test of how C is lowered.

use std::path::Path;
use umpteen_cegar::explore::{Bounds, explore};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::read;
use umpteen_fuzz::corpus::{Corpus, programs};
use umpteen_model::c::program::Claim;
use umpteen_reduce::reduce;

/// More threads are not tried.
const MOST_THREADS: usize = 3;

/// More states are not visited.
const STATES: usize = 1_500;

/// At most one in so many needs more threads or states than that, or a bound that is given with the command.
const UNDECIDED: usize = 15;

/// Whether a failure was found; none if that is not known with few threads and states.
fn fails(Corpus { name, options, text, .. }: &Corpus) -> Result<Option<bool>, String> {
    let program = reduce(&read(text, options).map_err(|error| format!("error {}", error.code))?);
    for threads in 2..=MOST_THREADS {
        let explored = explore(&program, Bounds { threads, states: STATES }, &Budget::unlimited());
        if let Some(run) = &explored.failure {
            let states = program.execute(run).unwrap_or_else(|step| panic!("{name}: step {step} is not possible"));
            let failure = program.failure(states.last().unwrap()).unwrap();
            let is_limit = program.assertions[failure as usize].claim == Claim::Limit;
            // A step that does more than the source shows nothing about it.
            let mut edges = program.edges_of(run, &states);
            let is_approximated = edges.any(|edge| program.approximated(edge).next().is_some());
            return Ok((!is_limit && !is_approximated).then_some(true));
        }
        if explored.states > STATES {
            return Ok(if threads == 2 { None } else { Some(false) });
        }
    }
    Ok(Some(false))
}

#[test]
fn few_threads_show_what_is_expected() {
    let (mut undecided, mut decided) = (Vec::new(), 0);
    let programs = programs(Path::new(env!("CARGO_TARGET_TMPDIR")));
    if programs.is_empty() {
        return;
    }
    for program in programs {
        let found = fails(&program);
        decided += 1;
        match (&*program.expected, found) {
            ("safe", Ok(Some(false))) | ("unsafe", Ok(Some(true))) | ("unknown", Ok(None | Some(false))) => {}
            (code, Err(found)) if code == found => {}
            ("safe" | "unsafe", Ok(None)) | ("unsafe", Ok(Some(false))) => undecided.push(program.name),
            (expected, found) => panic!("{} is expected to be {expected}: {found:?}", program.name),
        }
    }
    println!("{decided} files, not decided: {undecided:#?}");
    assert!(decided > 400 && undecided.len() * UNDECIDED <= decided, "{decided} files, not decided: {undecided:#?}");
}
