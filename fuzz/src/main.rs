//! `TARGET=NAME umpteen-guided [OPTIONS OF LIBFUZZER] FOLDER...`: feeds one parser, or the checker, with inputs that libFuzzer
//! makes up, keeping those that get to new places in the code. `TARGET=list` names the targets.
//!
//! One program for all targets, so that it is built once.

#![no_main]

mod decide;
mod judge;
mod parsers;
mod structure;

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
