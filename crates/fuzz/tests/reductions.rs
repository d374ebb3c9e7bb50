//! The checker confirms the reductions of the whole corpus, so that proofs are about few steps, and no reduction that loses a
//! failure: neither a damaged one nor, where this file is run on mutants of `reduce` (`umpteen-mutants accepted`), a wrong one.

use fastrand::Rng;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;
use umpteen_cegar::explore::{Bounds, explore};
use umpteen_checker::check_reduction;
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::read;
use umpteen_fuzz::corpus::{Corpus, programs};
use umpteen_fuzz::damaged::reduction::damage;
use umpteen_model::c::program::Program;
use umpteen_reduce::reduce;

/// So few reductions of the whole corpus may be too hard to confirm; the programs as lowered are used then.
const UNCONFIRMED: usize = 17;

/// Every test looks at one program in so many; those for the night look at all.
const SAMPLE: usize = 7;

/// More threads and states are not needed to see the failures that must not be lost.
const THREADS: usize = 3;
const STATES: usize = 600;

/// Larger programs are left out where many are tried.
const LOCATIONS: usize = 120;

/// How often each program is damaged.
const DAMAGES: u64 = 6;

fn corpus(one_in: usize) -> Vec<Corpus> {
    programs(Path::new(env!("CARGO_TARGET_TMPDIR"))).into_iter().step_by(one_in).collect()
}

/// The number of threads with which a program fails soon.
fn fails(program: &Program) -> Option<usize> {
    (2..=THREADS).find(|threads| fails_with(program, *threads, STATES) == Some(true))
}

/// Whether a program fails with so many threads; none if that takes more states.
fn fails_with(program: &Program, threads: usize, states: usize) -> Option<bool> {
    let explored = explore(&program.with_early_joins(), Bounds { threads, states }, &Budget::unlimited());
    match explored.failure {
        Some(_) => Some(true),
        None => explored.complete.then_some(false),
    }
}

#[test]
fn reductions_are_confirmed() {
    confirm(SAMPLE);
}

#[test]
#[ignore = "takes a minute"]
fn all_reductions_are_confirmed() {
    confirm(1);
}

fn confirm(one_in: usize) {
    let mut unconfirmed = Vec::new();
    let (mut reducing, mut checking) = (0.0, 0.0);
    let programs = corpus(one_in);
    for program in &programs {
        let Ok(lowered) = read(&program.text, &program.options) else { continue };
        let started = Instant::now();
        let reduced = reduce(&lowered);
        reducing += started.elapsed().as_secs_f64();
        let started = Instant::now();
        if let Err(rejection) = check_reduction(&reduced, &|| true) {
            unconfirmed.push(format!("{}: {rejection:?}", program.name));
        }
        let took = started.elapsed().as_secs_f64();
        checking += took;
        if took > 0.2 {
            println!("{}: {took:.2} s", program.name);
        }
    }
    println!("{} programs, reduced in {reducing:.1} s, confirmed in {checking:.1} s", programs.len());
    assert!(unconfirmed.len() <= UNCONFIRMED, "{} not confirmed: {unconfirmed:#?}", unconfirmed.len());
}

/// The programs that are expected to fail, and small enough.
fn failing(one_in: usize) -> impl Iterator<Item = (String, Program)> {
    corpus(one_in).into_iter().filter(|program| program.expected == "unsafe").filter_map(|program| {
        let lowered = read(&program.text, &program.options).ok()?;
        (lowered.locations.len() <= LOCATIONS).then_some((program.name, lowered))
    })
}

/// A reduced program that the checker accepts fails if the program as lowered does. A mutant of `reduce` that panics, or whose
/// programs are rejected, does no harm.
#[test]
fn an_accepted_reduction_loses_no_failure() {
    let (mut accepted, mut rejected) = (0, 0);
    for (name, lowered) in failing(2) {
        let Ok(reduced) = catch_unwind(AssertUnwindSafe(|| reduce(&lowered))) else { continue };
        if check_reduction(&reduced, &|| true).is_err() {
            rejected += 1;
        } else if (2..=THREADS).all(|threads| fails_with(&reduced, threads, STATES) == Some(false)) {
            let lost = fails(&lowered);
            assert!(lost.is_none(), "{name}: the failure with {lost:?} threads is lost");
        } else {
            accepted += 1;
        }
    }
    println!("{accepted} accepted and failing, {rejected} rejected");
}

/// At least 60 wrong reductions of every sort are rejected, and none that is accepted loses a failure.
#[test]
fn damaged_reductions_lose_no_failure() {
    damage_some(SAMPLE, DAMAGES);
}

#[test]
#[ignore = "takes minutes"]
fn all_damaged_reductions_lose_no_failure() {
    damage_some(1, 4 * DAMAGES);
}

fn damage_some(one_in: usize, damages: u64) {
    let mut fates: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    for (name, lowered) in failing(one_in) {
        let reduced = reduce(&lowered);
        let Some(threads) = fails(&reduced) else { continue };
        for seed in 0..damages {
            let mut damaged = reduced.clone();
            let Some(what) = damage(&mut Rng::with_seed(seed), &mut damaged) else { continue };
            let judged = catch_unwind(AssertUnwindSafe(|| check_reduction(&damaged, &|| true)));
            let judged = judged.unwrap_or_else(|_| panic!("{name}, damage {seed}: the checker panics, {what}"));
            fates.entry(what).or_default()[usize::from(judged.is_ok())] += 1;
            if judged.is_ok() {
                let still = fails_with(&damaged, threads, 20 * STATES);
                assert!(still == Some(true), "{name}, damage {seed}: {what}, and the failure is lost");
            }
        }
    }
    println!("rejected, accepted and still failing: {fates:#?}");
    assert!(fates.is_empty() || fates.values().all(|[rejected, _]| *rejected > 0), "{fates:#?}");
    assert!(fates.is_empty() || fates.values().map(|[rejected, _]| rejected).sum::<u32>() >= 60, "{fates:#?}");
}
