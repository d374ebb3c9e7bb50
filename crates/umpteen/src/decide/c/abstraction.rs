//! Abstraction refinement: the loop of `umpteen_cegar`, its evidence judged, and what a proof says about the source.

use crate::decide::c::coverage::coverage;
use crate::decide::c::explore::{failing, look_around};
use crate::decide::c::invariant_proof::proved;
use crate::decide::c::invariants::invariants;
use crate::decide::c::lines::lines;
use crate::decide::c::{Wanted, beyond, caveats};
use crate::decide::{Decided, accepted, rejected};
use crate::explain::{c_facts, c_verdict, other_evidence};
use crate::failure::Failure;
use crate::judge::{self, Accepted, Rejection};
use crate::report::{CReport, RoundProgram, Verdict};
use std::time::Instant;
use umpteen_cegar::{About, Answer, Outcome, Proof, Round};
use umpteen_engines::budget::Budget;
use umpteen_engines::{Reason, Statistics};
use umpteen_model::boolean::export::{export, export_with_calls};
use umpteen_model::c::abstraction::Tracking;
use umpteen_model::c::frames;
use umpteen_model::c::program::Program;
use umpteen_model::evidence::Evidence;

/// One part of so many is left for a look at few threads where nothing is known of them yet.
const LOOK_AROUND: u32 = 10;

/// Decides a program by abstraction refinement; nothing fails with at most `known_threads`, if any, as is known already.
pub(super) fn decide(
    program: &Program,
    wanted: &Wanted,
    known_threads: u32,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let asked = wanted.options.threads;
    let mut about = CReport { assumes: program.assumes.clone(), ..CReport::default() };
    let mut programs = Vec::new();
    let mut statistics = umpteen_cegar::Statistics::default();
    let looks_around = known_threads == 0 && !wanted.abstraction_only;
    let part = looks_around.then(|| budget.all_but(LOOK_AROUND));
    let part = part.as_ref().unwrap_or(budget);
    let answer = umpteen_cegar::run(program, &wanted.options, part, &mut statistics, &mut |round| {
        about.rounds.push(c_verdict::round(program, round));
        if wanted.programs {
            programs.push(RoundProgram { round: round.number, text: round_program(program, round, asked) });
        }
    });
    about.statistics = Some(statistics);
    let checking = Instant::now();
    let mut decided = match answer {
        Answer::Unknown(unknown) => {
            undecided(program, c_verdict::unknown(program, &unknown), wanted, known_threads, budget)?
        }
        Answer::Unsafe(run) => match failing(program, run)? {
            Ok((verdict, evidence)) => Decided::accepted(verdict, evidence, Statistics::default(), checking),
            Err(Rejection::Limit(limit)) => return beyond(program, limit, wanted, budget),
            Err(Rejection::EarlyJoin) => {
                undecided(program, c_verdict::needs_early_join(), wanted, known_threads, budget)?
            }
            Err(rejection) => return Err(rejected(rejection)),
        },
        Answer::Safe(proof) => conclude(program, *proof, wanted, &mut about, budget)?,
    };
    decided.check_seconds = checking.elapsed().as_secs_f64();
    decided.c = Some(about);
    decided.programs = programs;
    Ok(decided)
}

/// Where there is no answer, a few threads may still fail.
fn undecided(
    program: &Program,
    verdict: Verdict,
    wanted: &Wanted,
    known_threads: u32,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let (verdict, evidence) = match wanted.abstraction_only {
        true => (verdict, None),
        false => look_around(program, verdict, wanted.options.threads, known_threads, budget)?,
    };
    Ok(Decided { verdict, evidence, ..Decided::unknown(&Reason::Blocked, Statistics::default()) })
}

/// The verdict that a proof stands for, once it is accepted, with what the proof says about the source.
fn conclude(
    program: &Program,
    proof: Proof,
    wanted: &Wanted,
    about: &mut CReport,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let checking = Instant::now();
    let Proof { abstraction, about: proof } = proof;
    let (evidence, tables) = match proof {
        About::Counters(tables, certificate) => (Evidence::Abstraction(abstraction, certificate), Some(tables)),
        About::Stacks(stacks) => (Evidence::AbstractionWithStacks(abstraction, stacks), None),
    };
    let judged = judge::c(program, &evidence, tables.as_ref(), &|| budget.check().is_ok());
    let accepted = match accepted(judged, budget)? {
        Err(reason) => return Ok(Decided::unknown(&reason, Statistics::default())),
        Ok(Accepted::Proof(accepted)) => accepted,
        Ok(Accepted::Run(_)) => return Err(other_evidence()),
    };
    let (abstraction, epochs) = match &evidence {
        Evidence::AbstractionWithStacks(abstraction, proof) => (abstraction, Some(proof.epochs)),
        Evidence::Abstraction(abstraction, _) => (abstraction, None),
        _ => return Err(other_evidence()),
    };
    let refinements = about.rounds.len() as u64 - 1;
    let verdict = Verdict::safe(&accepted, c_verdict::why(program, abstraction, refinements, epochs));
    about.facts = c_facts::in_words(program, &abstraction.facts);
    about.assumes.extend(c_facts::assumption(&abstraction.facts));
    let (covers, never_ends) = coverage(program, abstraction, tables.as_ref(), budget);
    about.covers = Some(covers);
    about.caveats.extend(never_ends.then(|| caveats::never_ends(None)));
    if let (Evidence::Abstraction(_, certificate), Some(tables), true) = (&evidence, &tables, wanted.lines) {
        let known = lines(program, abstraction, tables, certificate, budget);
        if let Some(unmerged) = &wanted.unmerged {
            let holds = |candidates| proved(unmerged, candidates, &abstraction.predicates, budget);
            (about.invariants, about.ghosts) = invariants(unmerged, &known, holds);
        }
        about.lines = known.into_iter().map(|(line, _)| line).collect();
    }
    Ok(Decided { tables, ..Decided::accepted(verdict, evidence, Statistics::default(), checking) })
}

/// The Boolean program of a round as a file that `check` reads, with the verdict that the round had.
fn round_program(program: &Program, round: &Round, threads: Option<u32>) -> Result<String, String> {
    let failures = program.failures();
    let text = match program.has_frames() {
        true => {
            let predicates = &round.abstraction.predicates;
            let tracking = Tracking::new(program, predicates);
            let calls = tracking.and_then(|tracking| frames::calls(program, &tracking, predicates));
            export_with_calls(round.program, &calls.ok_or("the calls of this round are not kept")?, &failures)?
        }
        false => export(round.program, &failures)?,
    };
    let verdict = match (&round.outcome, round.is_run) {
        (Outcome::Proved, _) => "safe",
        (_, true) => "unsafe",
        // The failure that was found is blocked, which says nothing about others.
        (_, false) => "unknown",
    };
    // The thread of `main` only starts the first one.
    let flags = threads.map_or(String::new(), |threads| format!(", flags --threads {}", threads + 1));
    Ok(format!("// expect: {verdict}{flags}\n{text}"))
}
