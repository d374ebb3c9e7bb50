//! A share of the random cases; `.ci/nightly` runs many more.

use std::fmt::Display;
use umpteen::expectation::Expectation;
use umpteen_frontends::boolean::{lower, parse};
use umpteen_frontends::c::{Granularity, Options};
use umpteen_frontends::{Format, Model};
use umpteen_fuzz::c_tally::CTally;
use umpteen_fuzz::compare::Kind;
use umpteen_fuzz::compare_pathwise::PathwiseTally;
use umpteen_fuzz::compare_program::compare_lowered;
use umpteen_fuzz::compare_refine::RefineTally;
use umpteen_fuzz::compare_stacks::StacksTally;
use umpteen_fuzz::orders::{OrdersTally, run_orders_case};
use umpteen_fuzz::patience::Patience;
use umpteen_fuzz::sequential::SequentialTally;
use umpteen_fuzz::{
    ForwardTally, ProgramTally, Tally, compare_explore, compiled, run_c_case, run_case, run_explore_case,
    run_forward_case, run_pathwise_case, run_program_case, run_recursive_case, run_refine_case, run_sequential_case,
    run_stacks_case, run_twins_case,
};
use umpteen_model::boolean::program::Property;

/// Tries random cases, at most 20 seconds of them if these are enough; panics at a finding.
fn tried<T: Default + Display, F: Display>(
    most: u64,
    case: impl Fn(u64, &mut T) -> Result<(), F>,
    enough: impl Fn(&T) -> bool,
) -> T {
    let patience = Patience::seconds(20);
    let mut tally = T::default();
    for seed in 0..most {
        if let Err(finding) = case(seed, &mut tally) {
            panic!("{finding}");
        }
        if patience.is_over(enough(&tally)) {
            break;
        }
    }
    println!("{tally}");
    tally
}

#[test]
fn engines_exploration_and_checker_agree() {
    let tally = tried(20_000, run_case, |tally: &Tally| tally.cases >= 2_000);
    assert!(tally.cases >= 2_000, "only {} cases", tally.cases);
    assert!(tally.undecided * 100 <= tally.cases);
    // The generator keeps making interesting cases.
    assert!(tally.safe * 5 > tally.cases && tally.three_or_more * 10 > tally.cases);
}

#[test]
fn races_by_memory_orders_agree_with_vector_clocks() {
    let tally = tried(20_000, run_orders_case, |tally: &OrdersTally| tally.cases >= 300);
    assert!(tally.cases >= 300, "only {} cases", tally.cases);
    assert!(tally.undecided * 10 <= tally.cases);
    // The generator keeps making programs of both kinds.
    assert!(tally.races * 5 > tally.cases && tally.races * 5 < tally.cases * 4);
}

#[test]
fn forward_search_finds_exactly_what_can_be_covered() {
    let tally = tried(5_000, run_forward_case, |tally: &ForwardTally| tally.cases >= 100);
    assert!(tally.cases >= 100, "only {} cases", tally.cases);
    assert!(tally.undecided * 50 <= tally.cases && tally.growing * 3 > tally.cases);
}

#[test]
fn refinement_agrees_with_the_reference_and_with_few_threads() {
    let tally = tried(3_000, run_refine_case, |tally: &RefineTally| tally.cases >= 100);
    assert!(tally.cases >= 100, "only {} cases", tally.cases);
    // Proofs, recursive ones too, and differences keep being among the cases.
    assert!(tally.proved * 20 > tally.cases && tally.recursive * 100 > tally.cases && tally.differ * 5 > tally.cases);
}

#[test]
fn pathwise_search_agrees_with_backward_search() {
    let tally = tried(20_000, run_pathwise_case, |tally: &PathwiseTally| tally.cases > 1_000);
    assert!(tally.cases > 1_000 && tally.undecided * 50 < tally.cases && tally.handed_over * 50 < tally.cases);
    assert!(tally.simple * 10 > tally.cases && tally.spaghetti * 10 > tally.cases && tally.repeated * 20 > tally.cases);
}

#[test]
fn induction_over_epochs_agrees_with_exploration_of_small_stacks() {
    let tally = tried(1_000, run_stacks_case, |tally: &StacksTally| tally.cases >= 100);
    assert!(tally.cases >= 100, "only {} cases", tally.cases);
    assert!(tally.proved * 4 > tally.cases && tally.refuted * 4 > tally.cases);
}

#[test]
fn recursive_c_agrees_with_exploration_of_small_stacks() {
    let tally = tried(500, run_recursive_case, |tally: &StacksTally| tally.cases >= 30);
    assert!(tally.cases >= 30, "only {} cases", tally.cases);
    assert!(tally.proved * 5 > tally.cases && tally.refuted * 5 > tally.cases);
}

#[test]
fn boolean_programs_agree_with_threads_one_by_one() {
    let tally = tried(2_000, run_program_case, |tally: &ProgramTally| tally.cases >= 200);
    assert!(tally.cases >= 200, "only {} programs", tally.cases);
    assert!(tally.undecided * 10 <= tally.cases);
}

#[test]
fn c_programs_agree_with_exhaustive_exploration() {
    let tally = tried(300, run_c_case, |tally: &CTally| tally.cases >= 20);
    assert!(tally.cases >= 20, "only {} programs", tally.cases);
    assert!(tally.all_undecided() * 5 <= tally.cases && tally.all_refused() * 20 <= tally.cases);
}

#[test]
fn explorations_agree_with_each_other_and_the_checker() {
    let tally = tried(1_000, run_explore_case, |tally: &CTally| tally.cases >= 20);
    assert!(tally.cases >= 20, "only {} programs", tally.cases);
}

#[test]
fn c_programs_say_the_same_in_two_ways() {
    let tally = tried(1_000, run_twins_case, |tally: &CTally| tally.cases >= 20);
    assert!(tally.cases >= 20 && tally.all_refused() * 20 <= tally.cases);
    assert!(tally.cases < 200 || tally.missing().is_empty(), "never: {:?}", tally.missing());
}

#[test]
fn sequential_programs_compute_what_gcc_has() {
    if std::process::Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: there is no gcc");
        return;
    }
    let tally = tried(200, run_sequential_case, |tally: &SequentialTally| tally.cases >= 20);
    assert!(tally.cases >= 20, "only {} programs", tally.cases);
}

/// Where there is room for one more thread only, it matters who starts it.
#[test]
fn reduction_leaves_room_for_threads() {
    let text = "\
        typedef unsigned long pthread_t;\n\
        int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);\n\
        void assert(int condition);\n\
        void *idle(void *argument) { return 0; }\n\
        void *failing(void *argument) { assert(0); return 0; }\n\
        void *starting(void *argument) { pthread_t t; pthread_create(&t, 0, failing, 0); return 0; }\n\
        int main(void)\n\
        {\n\
          pthread_t a, b;\n\
          pthread_create(&a, 0, starting, 0);\n\
          pthread_create(&b, 0, idle, 0);\n\
          return 0;\n\
        }\n";
    assert_eq!(compare_explore::compare(text), Ok(Kind::Unsafe(3)));
}

/// A few compiled programs; `.ci/compiled` runs all of them, more often.
#[test]
fn compiled_programs_end_as_computed() {
    if std::process::Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: there is no gcc");
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/c/compiled");
    let path = |name: &str| folder.join(name).with_extension("c");
    for (name, computed) in [
        ("lost_update_three", 4),
        ("store_buffering", 3),
        ("trylock", 3),
        ("narrow_types", 5),
        ("message_too_early", 1),
    ] {
        let summary = compiled::compare(&path(name), &Options::default(), 200, 1).unwrap();
        println!("{name}: {summary}");
        assert!(summary.problems.is_empty(), "{name}: {summary}");
        assert_eq!(summary.computed, computed, "{name}");
        assert!(summary.observed > 0, "{name}");
    }
    // With whole statements as steps no update is lost, but the compiled program loses some: that is noticed.
    let coarse = Options { granularity: Granularity::Statement, ..Options::default() };
    let summary = compiled::compare(&path("lost_update"), &coarse, 200, 1).unwrap();
    assert_eq!(summary.problems, ["seen but not computed: value=1"]);
}

/// Programs with dozens of variables: brute force takes all memory for them.
const BEYOND_BRUTE_FORCE: [&str; 9] = [
    "many_any_values.bp",
    "many_arguments.bp",
    "many_choices.bp",
    "many_copied.bp",
    "many_copied_fails.bp",
    "many_first_values.bp",
    "many_irrelevant.bp",
    "many_irrelevant_fails.bp",
    "many_main_parameters.bp",
];

/// The hand-written programs, those with wait, signal and broadcast among them, are decided by brute force too.
#[test]
fn the_corpus_agrees_with_threads_one_by_one() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut waiting = 0;
    for folder in ["tests/corpus/bp", "examples/boolean"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            // Recursive programs are in a folder of their own.
            if path.is_dir() {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let Some(expected) = Expectation::of(text.as_bytes()) else { continue };
            let decided = ["safe", "unsafe"].contains(&&*expected.verdict);
            if !decided || !expected.options().is_empty() || expected.refines.is_some() {
                continue;
            }
            if BEYOND_BRUTE_FORCE.iter().any(|name| path.ends_with(name)) {
                continue;
            }
            let source = parse(&text).unwrap_or_else(|error| panic!("{path:?}: {}", error.message));
            // Threads with stacks are compared elsewhere.
            if !source.threads.is_empty() {
                continue;
            }
            let program = lower(&source, &text).unwrap_or_else(|error| panic!("{path:?}: {}", error.message));
            let kind = compare_lowered(&program, &Property::Assertions);
            let kind = kind.unwrap_or_else(|problem| panic!("{path:?}: {problem}"));
            assert_eq!(expected.verdict == "safe", kind == Kind::Safe, "{path:?}: {kind:?}");
            waiting += u32::from(["wait", "signal", "broadcast"].iter().any(|word| text.contains(word)));
        }
    }
    assert!(waiting >= 25, "{waiting} programs with waiting");
}

#[test]
fn parsers_survive_damaged_files() {
    let mut random = fastrand::Rng::with_seed(7);
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (folder, extension, format) in [
        ("tests/corpus/tts", "tts", Format::Tts),
        ("tests/corpus/spec", "spec", Format::Spec),
        ("tests/corpus/pnml", "pnml", Format::Pnml),
    ] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|found| found != extension) {
                continue;
            }
            let original = std::fs::read(&path).unwrap();
            for _ in 0..300 {
                let mut bytes = original.clone();
                for _ in 0..random.usize(1..4) {
                    let at = random.usize(..bytes.len());
                    match random.u8(..4) {
                        0 => bytes[at] = random.u8(..),
                        1 => bytes.truncate(at.max(1)),
                        2 => drop(bytes.remove(at)),
                        _ => bytes.insert(at, b"0123456789->~:|,;*'<>\"\n "[random.usize(..24)]),
                    }
                    if bytes.is_empty() {
                        break;
                    }
                }
                if let Ok(text) = umpteen_frontends::decode(&bytes)
                    && let Ok(mut model) = Model::parse(format, text)
                {
                    let _ = model.set_targets("0|0");
                    let _ = model.set_initial("0|0*any");
                    let _ = model.system();
                }
            }
        }
    }
}
