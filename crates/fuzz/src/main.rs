//! `umpteen-fuzz [--cases N] [--seconds N] [--seed N]`: runs random cases, stops at the first disagreement.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use umpteen_fuzz::{Tally, run_case};

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
    let mut tally = Tally::default();
    for case in 0..cases {
        if Instant::now() >= deadline {
            break;
        }
        // Keep the cases of different seeds apart.
        if let Err(finding) = run_case(seed.wrapping_mul(1_000_000_007).wrapping_add(case), &mut tally) {
            println!("{finding}\nkeep it under tests/corpus/regressions, then mend the bug");
            return ExitCode::FAILURE;
        }
    }
    println!("seed {seed}: {tally}");
    ExitCode::SUCCESS
}
