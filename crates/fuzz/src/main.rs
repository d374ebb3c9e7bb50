//! `umpteen-fuzz [--forward|--pathwise|--stacks|--recursion|--refine|--programs|--c|--explore|--twins] [--cases N] [--seconds N]
//! [--seed N]`: runs random systems (by forward or pathwise search alone), Boolean programs or C programs (by refinement, by
//! exploration alone, or in two versions), threads with stacks, recursive C, and stops at the first disagreement.
//!
//! `umpteen-fuzz --compiled FILE.c... [--runs N] [--seed N]` compares what compiled programs leave behind with exploration.
//! `umpteen-fuzz --reduction FILE.c... [--threads N]` measures how many states partial-order reduction leaves.
//! `umpteen-fuzz --induction FILE... [--any-stacks] [--height N]` computes the least K of several kinds of induction.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use umpteen_frontends::c::Options;
use umpteen_fuzz::{
    ForwardTally, ProgramTally, Tally, c_tally::CTally, compare_explore, compare_pathwise::PathwiseTally,
    compare_refine::RefineTally, compare_stacks::StacksTally, compiled, damaged, induction, run_c_case, run_case,
    run_explore_case, run_forward_case, run_pathwise_case, run_program_case, run_recursive_case, run_refine_case,
    run_stacks_case, run_twins_case, universe::Which,
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)).and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    if arguments.iter().any(|argument| argument == "--compiled") {
        return compare_compiled(&arguments, option("--runs", 1000), option("--seed", 1));
    }
    if arguments.iter().any(|argument| argument == "--reduction") {
        println!("file | threads | result | states | reduced | factor | states/s | states/s reduced");
        for file in arguments.iter().filter(|argument| argument.ends_with(".c")) {
            let measured = compare_explore::reduction(Path::new(file), option("--threads", 3) as usize);
            println!("{}", measured.unwrap_or_else(|reason| format!("{file}: {reason}")));
        }
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "--induction") {
        let any = arguments.iter().any(|argument| argument == "--any-stacks");
        let which = if any { Which::Any } else { Which::Possible };
        println!("file | plain | improved | switches | amplified, stacks | amplified, data");
        let is_input = |argument: &&String| argument.ends_with(".pds") || argument.ends_with(".bp");
        for file in arguments.iter().filter(is_input) {
            let system = induction::read(Path::new(file));
            let height = option("--height", u64::MAX) as usize;
            match system.and_then(|system| induction::least(&system, which, height)) {
                Ok(least) => println!("{file} | {least}"),
                Err(reason) => println!("{file} | {reason}"),
            }
        }
        return ExitCode::SUCCESS;
    }
    let cases = option("--cases", u64::MAX);
    let seconds = option("--seconds", 60);
    let seed = option("--seed", 1);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let start = seed.wrapping_mul(1_000_000_007); // keeps the cases of different seeds apart
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    let modes = [
        "--damage",
        "--forward",
        "--pathwise",
        "--stacks",
        "--recursion",
        "--refine",
        "--programs",
        "--c",
        "--explore",
        "--twins",
    ];
    let mode = modes.into_iter().find(|mode| given(mode)).unwrap_or_default();
    let (mut tally, mut program_tally, mut c_tally) = (Tally::default(), ProgramTally::default(), CTally::default());
    let (mut forward_tally, mut pathwise_tally) = (ForwardTally::default(), PathwiseTally::default());
    let (mut stacks_tally, mut refine_tally) = (StacksTally::default(), RefineTally::default());
    let mut damage_tally = damaged::DamageTally::default();
    for case in 0..cases {
        if Instant::now() >= deadline {
            break;
        }
        let case = start.wrapping_add(case);
        let result = match mode {
            "--damage" => damaged::run_damage_case(case, &mut damage_tally),
            "--forward" => run_forward_case(case, &mut forward_tally),
            "--pathwise" => run_pathwise_case(case, &mut pathwise_tally),
            "--stacks" => run_stacks_case(case, &mut stacks_tally),
            "--recursion" => run_recursive_case(case, &mut stacks_tally),
            "--refine" => run_refine_case(case, &mut refine_tally),
            "--programs" => run_program_case(case, &mut program_tally),
            "--c" => run_c_case(case, &mut c_tally),
            "--explore" => run_explore_case(case, &mut c_tally),
            "--twins" => run_twins_case(case, &mut c_tally),
            _ => run_case(case, &mut tally),
        };
        if let Err(finding) = result {
            println!("{finding}\nkeep it under tests/corpus/regressions, then mend the bug");
            return ExitCode::FAILURE;
        }
    }
    match mode {
        "" => println!("seed {seed}: {tally}"),
        "--damage" => println!("seed {seed}: {damage_tally}"),
        "--forward" => println!("seed {seed}: {forward_tally}"),
        "--pathwise" => println!("seed {seed}: {pathwise_tally}"),
        "--stacks" | "--recursion" => println!("seed {seed}: {stacks_tally}"),
        "--refine" => println!("seed {seed}: {refine_tally}"),
        "--programs" => println!("seed {seed}: {program_tally}"),
        _ => println!("seed {seed}: {c_tally}"),
    }
    ExitCode::SUCCESS
}

/// Compares each file with so many compiled runs.
fn compare_compiled(arguments: &[String], runs: u64, seed: u64) -> ExitCode {
    let (mut compared, mut wrong) = (0, 0);
    for file in arguments.iter().filter(|argument| argument.ends_with(".c")) {
        let runs = u32::try_from(runs).unwrap_or(u32::MAX);
        match compiled::compare(Path::new(file), &Options::default(), runs, seed) {
            Err(reason) => println!("{file}: cannot be compared: {reason}"),
            Ok(summary) => {
                println!("{file}: {summary}");
                compared += 1;
                wrong += u32::from(!summary.problems.is_empty());
            }
        }
    }
    println!("{compared} programs compared, {wrong} of them differ");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
