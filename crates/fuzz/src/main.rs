//! `umpteen-fuzz [--programs|--c] [--cases N] [--seconds N] [--seed N]`: runs random systems, Boolean programs or C
//! programs, and stops at the first disagreement.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use umpteen_fuzz::{ProgramTally, Tally, run_c_case, run_case, run_program_case};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)).and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let cases = option("--cases", u64::MAX);
    let seconds = option("--seconds", 60);
    let seed = option("--seed", 1);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let start = seed.wrapping_mul(1_000_000_007); // keeps the cases of different seeds apart
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    let (programs, c) = (given("--programs"), given("--c"));
    let (mut tally, mut program_tally) = (Tally::default(), ProgramTally::default());
    for case in 0..cases {
        if Instant::now() >= deadline {
            break;
        }
        let case = start.wrapping_add(case);
        let result = match (programs, c) {
            (true, _) => run_program_case(case, &mut program_tally),
            (_, true) => run_c_case(case, &mut program_tally),
            _ => run_case(case, &mut tally),
        };
        if let Err(finding) = result {
            println!("{finding}\nkeep it under tests/corpus/regressions, then mend the bug");
            return ExitCode::FAILURE;
        }
    }
    match programs || c {
        true => println!("seed {seed}: {program_tally}"),
        false => println!("seed {seed}: {tally}"),
    }
    ExitCode::SUCCESS
}
