//! C: what programs become, exploration, abstraction, and facts; random programs, and those of the corpus.

use crate::{budget, compare, path, size};
use fastrand::Rng;
use std::path::Path;
use std::time::Duration;
use umpteen_cegar::explore::{self, Bounds};
use umpteen_cegar::{About, Discover, Outcome, Proof, Refine, Round, facts};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Options, read};
use umpteen_fuzz::c_text::{self, twin};
use umpteen_fuzz::corpus::{self, Corpus};
use umpteen_fuzz::recursive_c;
use umpteen_model::c::blocks::merge;
use umpteen_model::c::program::Program;

/// A program as lowered, and as merged.
fn merged(text: &str, options: &Options) -> Option<[Program; 2]> {
    let lowered = read(text, options).ok()?;
    let mut merged = lowered.clone();
    merge(&mut merged);
    Some([lowered, merged])
}

/// The program itself, what exploration with three threads sees of it, and what it assumes.
fn explored(name: &str, program: &Program) -> String {
    let edges: usize = program.locations.iter().map(|location| location.edges.len()).sum();
    let variables = program.globals.len() + program.locals.len();
    let bounds = Bounds { threads: 3, states: 600 };
    let seen = |explored: explore::Explored| match explored.failure {
        None if explored.complete => format!("{}, all", explored.states),
        None => format!("{}", explored.states),
        Some(run) => {
            let states = program.execute(&run).unwrap();
            let failure = program.failure(states.last().unwrap()).unwrap();
            let text = &program.assertions[failure as usize].text;
            format!("{}, fails after {}: {text}", explored.states, run.steps.len())
        }
    };
    let reduced = seen(explore::explore(program, bounds, &budget()));
    let plain = explore::reference::explore(program, bounds, &budget());
    let plain = format!("{}{}", plain.states, if plain.complete { ", all" } else { "" });
    let ends = match program.has_frames() {
        true => String::new(),
        false => {
            let explore::Finals { values, fails, complete } = explore::finals(program, bounds, &budget());
            format!("{}{}{}", values.len(), if fails { ", fails" } else { "" }, if complete { ", all" } else { "" })
        }
    };
    let all = if program.has_frames() { String::new() } else { seen(explore::explore_all(program, bounds, &budget())) };
    let always = ["sequential consistency", "signed overflow wraps"];
    let assumes: Vec<&str> = program.assumes.iter().map(String::as_str).filter(|line| !always.contains(line)).collect();
    let (locations, assumes) = (program.locations.len(), assumes.join("; "));
    format!("{name} | {variables} | {locations} | {edges} | {reduced} | {all} | {plain} | {ends} | {assumes}\n")
}

const EXPLORED: &str =
    "program | variables | locations | steps | states | states without reduction | states plainly | ends | assumes\n";

/// A random program, as lowered and as merged; one in so many is recursive.
fn random(seed: u64, one_in: u64) -> Option<[Program; 2]> {
    let random = &mut Rng::with_seed(seed);
    let text = match seed % one_in {
        0 => recursive_c::program(random),
        _ => twin::rich(&c_text::program(random)),
    };
    merged(&text, &Options::default())
}

#[test]
fn random_c_explored() {
    let rows = (0..120).filter_map(|seed| {
        let [lowered, merged] = random(seed, 4)?;
        Some(explored(&format!("{seed}"), &lowered) + &explored(&format!("{seed}, merged"), &merged))
    });
    compare("c", &(EXPLORED.to_string() + &rows.collect::<String>()));
}

/// The programs of the corpus, where the tables about them are comparable.
fn corpus() -> Option<Vec<Corpus>> {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR"));
    corpus::is_alike(kept).then(|| corpus::programs(kept))
}

#[test]
fn corpus_explored() {
    let Some(programs) = corpus() else { return };
    let mut table = EXPLORED.to_string();
    for program in programs {
        match read(&program.text, &program.options) {
            Ok(lowered) => {
                table += &explored(&program.name, &lowered);
                let mut merged = lowered;
                merge(&mut merged);
                let seen = explore::explore(&merged, Bounds { threads: 3, states: 600 }, &budget());
                let (states, complete) = (seen.states, if seen.complete { ", all" } else { "" });
                let (locations, fails) = (merged.locations.len(), if seen.failure.is_some() { ", fails" } else { "" });
                table += &format!("{}, merged | {locations} | {states}{complete}{fails}\n", program.name);
            }
            Err(error) => table += &format!("{} | {}: {}\n", program.name, error.code, error.message),
        }
    }
    compare("corpus", &table);
}

/// Predicates alone, without facts and without exploration.
fn predicates_alone() -> umpteen_cegar::Options {
    umpteen_cegar::Options { look_around: false, facts: false, ..Default::default() }
}

/// Abstraction of one program: what comes of it, and how; in each round clauses (c) or predicates (p) are learned, or it is the last.
fn abstracted(name: &str, program: &Program, options: &umpteen_cegar::Options) -> String {
    let mut statistics = umpteen_cegar::Statistics::default();
    let mut rounds = String::new();
    let answer = umpteen_cegar::run(program, options, &budget(), &mut statistics, &mut |round| {
        rounds.push(match round.outcome {
            Outcome::Clauses(..) => 'c',
            Outcome::Predicates(..) => 'p',
            Outcome::Proved => '+',
            Outcome::Failed(_) => '-',
            Outcome::Stuck(_) => '?',
        });
    });
    let found = match &answer {
        umpteen_cegar::Answer::Safe(proof) => {
            let Proof { abstraction, about } = &**proof;
            let about = match about {
                About::Counters(tables, certificate) => size(tables) + size(certificate),
                About::Stacks(proof) => size(proof),
            };
            format!("safe, {} bytes", size(abstraction) + about)
        }
        umpteen_cegar::Answer::Unsafe(run) => format!("fails after {}", run.steps.len()),
        umpteen_cegar::Answer::Unknown(reason) => format!("unknown: {reason:?}"),
    };
    let umpteen_cegar::Statistics { clauses, local, mixed, shared, states, .. } = statistics;
    format!("{name} | {found} | {rounds} | {clauses} | {local} | {mixed} | {shared} | {states}\n")
}

const ABSTRACTED: &str = "program | found | rounds | clauses | local | mixed | shared | states\n";

#[test]
fn random_c_abstracted() {
    let options = predicates_alone();
    let rows = (0..80).filter_map(|seed| Some(abstracted(&format!("{seed}"), &random(seed, 2)?[1], &options)));
    compare("abstraction", &(ABSTRACTED.to_string() + &rows.collect::<String>()));
}

/// The options that users have.
#[test]
fn options_abstracted() {
    let with = predicates_alone;
    let options = [
        ("active only", umpteen_cegar::Options { refine: Refine::ActiveOnly, ..with() }),
        ("weakest", umpteen_cegar::Options { discover: Discover::Weakest, ..with() }),
        ("strongest", umpteen_cegar::Options { discover: Discover::Strongest, ..with() }),
        ("no cubes", umpteen_cegar::Options { cubes: 0, ..with() }),
        ("short cubes", umpteen_cegar::Options { cubes: 1, ..with() }),
        ("three threads", umpteen_cegar::Options { threads: Some(3), ..with() }),
        ("three threads, told apart", umpteen_cegar::Options { threads: Some(3), symmetry: false, ..with() }),
    ];
    let mut table = ABSTRACTED.to_string();
    for (seed, program) in (0..24).filter_map(|seed| Some((seed, random(seed, u64::MAX)?[1].clone()))) {
        for (name, options) in &options {
            table += &abstracted(&format!("{seed}, {name}"), &program, options);
        }
        // What was learned is given.
        let mut learned = Vec::new();
        let mut note = |round: &Round| learned.clone_from(&round.abstraction.predicates);
        umpteen_cegar::run(&program, &with(), &budget(), &mut umpteen_cegar::Statistics::default(), &mut note);
        let options = umpteen_cegar::Options { predicates: learned, ..with() };
        table += &abstracted(&format!("{seed}, predicates"), &program, &options);
    }
    compare("options", &table);
}

/// Those programs of the corpus that a table has rows for: some take too long.
fn listed(name: &str) -> Vec<(String, Program)> {
    let known = std::fs::read_to_string(path(name)).unwrap_or_default();
    let names: Vec<&str> = known.lines().filter_map(|line| line.split(" | ").next()).collect();
    let programs = corpus().unwrap_or_default().into_iter().filter(|program| names.contains(&&*program.name));
    programs.filter_map(|program| Some((program.name, merged(&program.text, &program.options)?[1].clone()))).collect()
}

#[test]
fn corpus_abstracted() {
    let options = predicates_alone();
    let programs = listed("corpus_abstraction");
    let rows: String = programs.iter().map(|(name, program)| abstracted(name, program, &options)).collect();
    if !rows.is_empty() {
        compare("corpus_abstraction", &(ABSTRACTED.to_string() + &rows));
    }
}

/// The whole loop, with facts where predicates do not get anywhere.
#[test]
fn corpus_proved() {
    let mut table = "program | found | bytes\n".to_string();
    let programs = listed("proofs");
    for (name, program) in &programs {
        let (options, budget) = (umpteen_cegar::Options::default(), Budget::new(Some(Duration::from_secs(60)), None));
        let mut statistics = umpteen_cegar::Statistics::default();
        table += &match umpteen_cegar::run(program, &options, &budget, &mut statistics, &mut |_| {}) {
            umpteen_cegar::Answer::Safe(proof) => format!("{name} | safe | {}\n", size(&proof.abstraction)),
            umpteen_cegar::Answer::Unsafe(run) => format!("{name} | unsafe | {}\n", run.steps.len()),
            umpteen_cegar::Answer::Unknown(reason) => format!("{name} | {reason:?}\n"),
        };
    }
    if !programs.is_empty() {
        compare("proofs", &table);
    }
}

#[test]
fn corpus_facts() {
    let mut table = "program | each, pairs, counts | bytes\n".to_string();
    let programs = listed("facts");
    for (name, program) in &programs {
        let counting = facts::may_count(program);
        let found = facts::discover(program, &[], counting, &budget()).unwrap();
        let sizes = [found.each.len(), found.pairs.len(), found.counts.len()];
        table += &format!("{name} | {sizes:?} | {}\n", size(&found));
    }
    if !programs.is_empty() {
        compare("facts", &table);
    }
}
