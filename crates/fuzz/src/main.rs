//! `umpteen-fuzz [--systems|--forward|--pathwise|--stacks|--recursion|--refine|--programs|--c|--explore|--twins|--orders|--sequential|--damage|--all]
//! [--cases N] [--seconds N] [--seed N] [--case N] [--log FILE]`: runs random systems by all engines (or by forward or pathwise search
//! alone), threads with stacks, recursive C, programs with abstractions, Boolean programs, and C programs (by refinement, by
//! exploration alone, in two versions, with memory orders, or without threads against gcc), or damages evidence of every kind, and stops at the first disagreement. `--all` gives every
//! sort an equal part of the time and goes on after a disagreement; `--case` runs the one case that a finding names; `--log` adds a
//! line for each sort to a table.
//!
//! `umpteen-fuzz --compiled FILE.c... [--runs N] [--seed N]` compares what compiled programs leave behind with exploration.
//! `umpteen-fuzz --reduction FILE.c... [--threads N]` measures how many states partial-order reduction leaves.
//! `umpteen-fuzz --induction FILE... [--any-stacks] [--height N]` computes the least K of several kinds of induction.

use rustix::time::{ClockId, clock_gettime};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use umpteen_frontends::c::Options;
use umpteen_fuzz::{compare_explore, compiled, induction, sorts::Sort, universe::Which};

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
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    let names: Vec<&str> =
        Sort::NAMES.into_iter().filter(|name| given("--all") || given(&format!("--{name}"))).collect();
    let names = if names.is_empty() { vec!["systems"] } else { names };
    let seed = option("--seed", 1);
    // Keeps the cases of different seeds apart.
    let first = option("--case", seed.wrapping_mul(1_000_000_007));
    let plan = Plan {
        first,
        cases: option("--cases", if given("--case") { 1 } else { u64::MAX }),
        time: Duration::from_secs(option("--seconds", 60)) / names.len() as u32,
        findings: if given("--all") { 10 } else { 1 },
    };
    let log = arguments.iter().position(|argument| argument == "--log").and_then(|at| arguments.get(at + 1));
    let mut found = 0;
    for name in names {
        let run = plan.run(name);
        found += run.findings;
        println!("{name}, seed {seed}, {:.0} CPU seconds: {}", run.processor.as_secs_f64(), run.sort);
        let line = format!("{name},{seed},{},{:.1},{}", run.sort.cases(), run.processor.as_secs_f64(), run.findings);
        if let Some(Err(error)) = log.map(|log| append(Path::new(log), &line)) {
            eprintln!("the log cannot be written: {error}");
            return ExitCode::FAILURE;
        }
    }
    if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Which cases to run, and when to stop.
struct Plan {
    first: u64,
    cases: u64,
    time: Duration,
    findings: u32,
}

/// The result of running a plan.
struct Run {
    sort: Sort,
    processor: Duration,
    findings: u32,
}

impl Plan {
    fn run(&self, name: &str) -> Run {
        let deadline = Instant::now() + self.time;
        let before = processor_time();
        let mut sort = Sort::named(name).expect("one of the names");
        let mut findings = 0;
        for case in 0..self.cases {
            if Instant::now() >= deadline || findings >= self.findings {
                break;
            }
            if let Err(finding) = sort.run_case(self.first.wrapping_add(case)) {
                println!("{name}: {finding}\nkeep it under tests/corpus, then mend the bug");
                findings += 1;
            }
        }
        Run { sort, processor: processor_time().saturating_sub(before), findings }
    }
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// Adds a line to a table, which gets a head if it is new.
fn append(path: &Path, line: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    if file.metadata()?.len() == 0 {
        writeln!(file, "sort,seed,cases,cpu_seconds,findings")?;
    }
    writeln!(file, "{line}")
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
