//! `TARGET=NAME umpteen-guided [OPTIONS OF LIBFUZZER] FOLDER...`: feeds one parser, or the checker, with inputs that libFuzzer
//! makes up, keeping those that get to new places in the code. `TARGET=list` names the targets.
//!
//! One program for all targets, so that it is built once. What the command line keeps to itself (task definitions, defaults,
//! evidence files, how errors are shown) is taken in by path: the command needs no library for it.

#![no_main]
#![allow(dead_code, reason = "the command's modules are here for a few of their functions")]

#[path = "../../crates/cli/src/abstraction.rs"]
mod abstraction;
#[path = "../../crates/cli/src/args.rs"]
mod args;
#[path = "../../crates/cli/src/batch/mod.rs"]
mod batch;
#[path = "../../crates/cli/src/c_input.rs"]
mod c_input;
#[path = "../../crates/cli/src/check.rs"]
mod check;
#[path = "../../crates/cli/src/check_c.rs"]
mod check_c;
#[path = "../../crates/cli/src/check_stacks.rs"]
mod check_stacks;
#[path = "../../crates/cli/src/columns.rs"]
mod columns;
#[path = "../../crates/cli/src/compiled/mod.rs"]
mod compiled;
#[path = "../../crates/cli/src/completions.rs"]
mod completions;
#[path = "../../crates/cli/src/convert.rs"]
mod convert;
#[path = "../../crates/cli/src/defaults.rs"]
mod defaults;
#[path = "../../crates/cli/src/details_c.rs"]
mod details_c;
#[path = "../../crates/cli/src/evidence_file.rs"]
mod evidence_file;
#[path = "../../crates/cli/src/explain.rs"]
mod explain;
#[path = "../../crates/cli/src/explore_c.rs"]
mod explore_c;
#[path = "../../crates/cli/src/facts_c.rs"]
mod facts_c;
#[path = "../../crates/cli/src/failure.rs"]
mod failure;
#[path = "../../crates/cli/src/github.rs"]
mod github;
#[path = "../../crates/cli/src/html.rs"]
mod html;
#[path = "../../crates/cli/src/input.rs"]
mod input;
#[path = "../../crates/cli/src/invariant_proof.rs"]
mod invariant_proof;
#[path = "../../crates/cli/src/invariants_c.rs"]
mod invariants_c;
#[path = "../../crates/cli/src/junit.rs"]
mod junit;
#[path = "../../crates/cli/src/lines_c.rs"]
mod lines_c;
#[path = "../../crates/cli/src/lines_explored.rs"]
mod lines_explored;
#[path = "../../crates/cli/src/markup.rs"]
mod markup;
#[path = "../../crates/cli/src/obligations.rs"]
mod obligations;
#[path = "../../crates/cli/src/page.rs"]
mod page;
#[path = "../../crates/cli/src/paths.rs"]
mod paths;
#[path = "../../crates/cli/src/preprocess.rs"]
mod preprocess;
#[path = "../../crates/cli/src/progress.rs"]
mod progress;
#[path = "../../crates/cli/src/property_file.rs"]
mod property_file;
#[path = "../../crates/cli/src/question.rs"]
mod question;
#[path = "../../crates/cli/src/reach.rs"]
mod reach;
#[path = "../../crates/cli/src/recheck.rs"]
mod recheck;
#[path = "../../crates/cli/src/refine.rs"]
mod refine;
#[path = "../../crates/cli/src/report.rs"]
mod report;
#[path = "../../crates/cli/src/run_text.rs"]
mod run_text;
#[path = "../../crates/cli/src/sarif.rs"]
mod sarif;
#[path = "../../crates/cli/src/show.rs"]
mod show;
#[path = "../../crates/cli/src/show_c.rs"]
mod show_c;
#[path = "../../crates/cli/src/story.rs"]
mod story;
#[path = "../../crates/cli/src/supervise.rs"]
mod supervise;
#[path = "../../crates/cli/src/svcomp.rs"]
mod svcomp;
#[path = "../../crates/cli/src/task.rs"]
mod task;
#[path = "../../crates/cli/src/terminal.rs"]
mod terminal;
#[path = "../../crates/cli/src/text.rs"]
mod text;
#[path = "../../crates/cli/src/trace_c.rs"]
mod trace_c;
#[path = "../../crates/cli/src/units.rs"]
mod units;
#[path = "../../crates/cli/src/why_c.rs"]
mod why_c;
#[path = "../../crates/cli/src/witness.rs"]
mod witness;
#[path = "../../crates/cli/src/yaml.rs"]
mod yaml;
#[path = "../../crates/cli/src/yaml_print.rs"]
mod yaml_print;

mod decide;
mod judge;
mod parsers;
mod structure;

/// What the command's batches print with, which are not run here.
fn print(_: &str, code: u8) -> u8 {
    code
}

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use std::sync::LazyLock;

/// What is done with an input.
type Target = fn(&[u8]);

/// The targets by name; those whose inputs are JSON are last.
const TARGETS: [(&str, Target); 21] = [
    ("tts", parsers::tts),
    ("spec", parsers::spec),
    ("pnml", parsers::pnml),
    ("bp", parsers::bp),
    ("pds", parsers::pds),
    ("c", parsers::c),
    ("predicate", parsers::predicate),
    ("task", parsers::task),
    ("prp", parsers::property_file),
    ("toml", parsers::defaults),
    ("decide-tts", decide::tts),
    ("decide-spec", decide::spec),
    ("decide-bp", decide::bp),
    ("decide-pds", decide::pds),
    ("decide-c", decide::c),
    ("judge-counters", judge::counters),
    ("judge-program", judge::program),
    ("judge-stacks", judge::stacks),
    ("judge-refinement", judge::refinement),
    ("judge-c", judge::c),
    ("judge-recursive-c", judge::recursive_c),
];

/// The target that the environment names.
static TARGET: LazyLock<(&str, Target)> = LazyLock::new(|| {
    let name = std::env::var("TARGET").unwrap_or_default();
    if name == "list" {
        TARGETS.iter().for_each(|(name, _)| println!("{name}"));
        std::process::exit(0);
    }
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    *found.unwrap_or_else(|| panic!("TARGET={name}: there is no such target; TARGET=list names them"))
});

// What a judge needs is gathered once, before time is measured.
fuzz_target!(init: TARGET.1(b""), |data: &[u8]| TARGET.1(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match TARGET.0.starts_with("judge-") {
        true => structure::mutated(data, size, max_size, seed),
        false => libfuzzer_sys::fuzzer_mutate(data, size, max_size),
    }
});
