//! Decides C programs: exploration of few threads, then abstraction refinement; the evidence is judged, and told in terms of
//! the source.

pub(crate) mod caveats;
mod coverage;
mod explore;
mod invariant_proof;
pub(crate) mod invariants;
mod lines;
mod lines_explored;
pub(crate) mod settings;

use crate::decide::c::coverage::coverage;
use crate::decide::c::invariant_proof::proved;
use crate::decide::c::invariants::{invariants, trivial};
use crate::decide::c::lines::lines;
use crate::decide::{Decided, rejected, stopped};
use crate::explain::c_facts;
use crate::explain::c_run::{in_c, place, unsafe_verdict};
use crate::explain::words::count;
use crate::failure::{Failure, usage};
use crate::report::{AboutC, RoundProgram, Verdict};
use std::time::Instant;
use umpteen_cegar::explore::Bounds;
use umpteen_cegar::{About, Answer, Options, Outcome, Proof, Round, Unknown};
use umpteen_checker::{Rejection, check_c_certificate, check_c_run, check_c_stacks};
use umpteen_engines::budget::Budget;
use umpteen_engines::{Reason, Statistics};
use umpteen_model::boolean::export::{export, export_with_calls};
use umpteen_model::c::abstraction::{Abstraction, Tracking};
use umpteen_model::c::frames;
use umpteen_model::c::machine::Run;
use umpteen_model::c::program::{Assertion, Program};
use umpteen_model::evidence::{Evidence, Scope};

/// The settings of a decision about C, and the other ways to read the program.
pub struct Wanted<'a> {
    /// Reads the program again, with invalid accesses among what must not happen.
    pub accesses: &'a dyn Fn() -> Result<Program, Failure>,
    /// What abstraction refinement is told.
    pub options: Options,
    /// Whether nothing else is tried.
    pub abstraction_only: bool,
    /// Whether the Boolean programs are asked for.
    pub programs: bool,
    /// Whether it is asked for what a proof says about the lines of the source.
    pub lines: bool,
    /// The program with no steps merged, if it is asked for what of that can be said in C.
    pub unmerged: Option<Box<Program>>,
}

/// Decides a C program within the budget. A witness says something, if only what is always true.
pub fn decide(program: &Program, wanted: &Wanted, budget: &Budget) -> Result<Decided, Failure> {
    let mut decided = decide_program(program, wanted, budget)?;
    if let Some(about) = &mut decided.c {
        about.has_threads = program.templates.len() > 1;
        match decided.verdict {
            Verdict::Safe { .. } => about.caveats.extend(caveats::of_program(program, wanted.accesses, budget)?),
            _ => about.caveats.clear(),
        }
        if let (Some(unmerged), Verdict::Safe { .. }, true) =
            (&wanted.unmerged, &decided.verdict, about.invariants.is_empty())
        {
            about.invariants.extend(trivial(unmerged));
        }
    }
    Ok(decided)
}

fn decide_program(program: &Program, wanted: &Wanted, budget: &Budget) -> Result<Decided, Failure> {
    let threads = wanted.options.threads;
    if program.has_frames() && threads.is_some() {
        return usage(
            "--threads is for programs without recursive functions: those with some start a fixed number of threads",
        );
    }
    // Who asks for Boolean programs wants to see abstraction.
    if !wanted.programs && !wanted.abstraction_only {
        if let Some(decided) = explore::quick_look(program, threads, budget)? {
            return Ok(decided);
        }
        if let Some(decided) = explore::decide(program, threads, wanted.lines, budget)? {
            return Ok(decided);
        }
    }
    let mut about = AboutC { assumes: program.assumes.clone(), ..AboutC::default() };
    let mut programs = Vec::new();
    let mut statistics = umpteen_cegar::Statistics::default();
    let answer = umpteen_cegar::run(program, &wanted.options, budget, &mut statistics, &mut |round| {
        about.rounds.push(round_in_words(program, round));
        if wanted.programs {
            programs.push(RoundProgram { round: round.number, text: round_program(program, round, threads) });
        }
    });
    about.statistics = Some(statistics);
    let checking = Instant::now();
    let mut decided = Decided::unknown(&Reason::Blocked, Statistics::default());
    match answer {
        Answer::Unknown(unknown) => {
            let (verdict, run) = look_around(program, unknown_verdict(program, &unknown), wanted, budget)?;
            decided.verdict = verdict;
            decided.evidence = run.map(Evidence::Run);
        }
        Answer::Unsafe(run) => match check_c_run(program, &run) {
            Ok((states, assertion)) => {
                decided.verdict = unsafe_verdict(program, &run, &states, assertion);
                decided.evidence = Some(Evidence::Run(run));
            }
            Err(Rejection::Limit(limit)) => return beyond(program, limit, wanted, budget),
            Err(Rejection::EarlyJoin) => {
                let unknown = Verdict::Unknown {
                    code: "join".into(),
                    reason: "the failure that was found needs a join to return before its thread ends".into(),
                    known: None,
                    hint: "a pthread_t of its own for each thread that is created once and joined".into(),
                };
                let (verdict, run) = look_around(program, unknown, wanted, budget)?;
                decided.verdict = verdict;
                decided.evidence = run.map(Evidence::Run);
            }
            Err(rejection) => return Err(rejected(rejection)),
        },
        Answer::Safe(proof) => {
            let Proof { abstraction, about: proof } = *proof;
            let go_on = || budget.check().is_ok();
            let accepted = match &proof {
                About::Counters(tables, certificate) => {
                    check_c_certificate(program, &abstraction, tables, certificate, &go_on)
                }
                About::Stacks(proof) => check_c_stacks(program, &abstraction, proof, &go_on),
            };
            match accepted {
                Ok(scope) => {
                    let rounds = about.rounds.len() as u64 - 1;
                    decided.verdict = safe_verdict(program, scope, &abstraction, rounds, &proof);
                    about.facts = c_facts::in_words(program, &abstraction.facts);
                    about.assumes.extend(c_facts::assumption(&abstraction.facts));
                    let (covers, never_ends) = coverage(program, &abstraction, &proof, budget);
                    about.covers = Some(covers);
                    about.caveats.extend(never_ends.then(|| caveats::never_ends(None)));
                    match proof {
                        About::Counters(tables, certificate) => {
                            if wanted.lines {
                                let known = lines(program, &abstraction, &tables, &certificate, budget);
                                if let Some(unmerged) = &wanted.unmerged {
                                    let holds =
                                        |candidates| proved(unmerged, candidates, &abstraction.predicates, budget);
                                    (about.invariants, about.ghosts) = invariants(unmerged, &known, holds);
                                }
                                about.lines = known.into_iter().map(|(line, _)| line).collect();
                            }
                            decided.evidence = Some(Evidence::Abstraction(abstraction, certificate));
                            decided.tables = Some(tables);
                        }
                        About::Stacks(proof) => {
                            decided.evidence = Some(Evidence::AbstractionWithStacks(abstraction, proof));
                        }
                    }
                }
                Err(Rejection::OutOfTime) => decided.verdict = Verdict::unknown(&stopped(budget)),
                Err(Rejection::Overflow) => decided.verdict = Verdict::unknown(&Reason::CounterOverflow),
                Err(rejection) => return Err(rejected(rejection)),
            }
        }
    }
    decided.check_seconds = checking.elapsed().as_secs_f64();
    decided.c = Some(about);
    decided.programs = programs;
    Ok(decided)
}

/// The program may need more than the model has: only a failure within the model is a fact.
fn beyond(program: &Program, limit: u32, wanted: &Wanted, budget: &Budget) -> Result<Decided, Failure> {
    let mut decided = decide(&program.without_limits(), wanted, budget)?;
    let known = match &decided.verdict {
        Verdict::Unsafe { .. } => return Ok(decided),
        Verdict::Safe { .. } => Some("nothing fails as long as that does not happen".to_string()),
        _ => None,
    };
    let Assertion { text, position, .. } = &program.assertions[limit as usize];
    decided.verdict = Verdict::Unknown {
        code: "limit".into(),
        reason: format!("the model is too small: {text} ({})", place(program, *position)),
        known,
        hint: "a smaller program, or one that needs fewer objects at once".into(),
    };
    (decided.evidence, decided.tables) = (None, None);
    decided.c.iter_mut().for_each(|about| about.caveats.clear());
    Ok(decided)
}

fn unknown_verdict(program: &Program, unknown: &Unknown) -> Verdict {
    match unknown {
        Unknown::Engine(reason) => Verdict::unknown(reason),
        Unknown::Diverges(last) => Verdict::Unknown {
            code: "diverges".into(),
            reason: format!("predicates like {} come again and again", in_c(program, last)),
            known: None,
            hint: "--predicate with a condition that relates these variables once and for all".into(),
        },
        Unknown::TooManyPredicates => Verdict::Unknown {
            code: "too-many-predicates".into(),
            reason: "more than 64 shared or 64 local predicates are needed".into(),
            known: None,
            hint: "a smaller program, or one that leaves less to unbounded data".into(),
        },
        Unknown::NothingToLearn(assertion) => {
            let place = place(program, program.assertions[*assertion as usize].position);
            let relation = match program.has_frames() {
                true => "a shared variable and one of a function",
                false => "the variables of two threads",
            };
            Verdict::Unknown {
                code: "no-new-predicate".into(),
                reason: format!("no predicate rules out a false failure of the assertion at {place}"),
                known: None,
                hint: format!(
                    "--predicate with what the proof needs, or a program whose proof needs no relation between {relation}"
                ),
            }
        }
    }
}

fn safe_verdict(
    program: &Program,
    scope: Scope,
    abstraction: &Abstraction,
    refinements: u64,
    proof: &About,
) -> Verdict {
    let Abstraction { predicates, facts, .. } = abstraction;
    if predicates.is_empty() && facts.is_empty() {
        return Verdict::Safe { scope, why: "no step can fail, whatever the values are".to_string() };
    }
    let shown: Vec<String> = predicates.iter().take(6).map(|predicate| in_c(program, predicate)).collect();
    let mut why = format!(
        "an inductive invariant over {}, after {}",
        count(predicates.len() as u64, "predicate"),
        count(refinements, "refinement")
    );
    if !shown.is_empty() {
        why += &format!(": {}{}", shown.join(", "), if predicates.len() > 6 { ", ..." } else { "" });
    }
    if !facts.is_empty() {
        why += "; relations between threads were proved first (-v)";
    }
    if let About::Stacks(proof) = proof {
        why += &format!("; K-induction with {}", count(proof.epochs, "epoch"));
    }
    Verdict::Safe { scope, why }
}

/// Where refinement ends without an answer, a few threads with a few values may still fail; if not, that is worth saying.
fn look_around(
    program: &Program,
    verdict: Verdict,
    wanted: &Wanted,
    budget: &Budget,
) -> Result<(Verdict, Option<Run>), Failure> {
    const MOST_THREADS: usize = 4;
    const MOST_STATES: usize = 100_000;
    let Verdict::Unknown { code, reason, hint, .. } = verdict else { return Ok((verdict, None)) };
    let mut known = None;
    let most = if wanted.abstraction_only {
        0
    } else {
        wanted.options.threads.map_or(MOST_THREADS, |asked| MOST_THREADS.min(asked as usize))
    };
    for threads in 2..=most {
        let explored = umpteen_cegar::explore::explore(program, Bounds { threads, states: MOST_STATES }, budget);
        if let Some(run) = explored.failure {
            return match check_c_run(program, &run) {
                Ok((states, assertion)) => Ok((unsafe_verdict(program, &run, &states, assertion), Some(run))),
                Err(Rejection::Limit(_)) => break,
                Err(rejection) => Err(rejected(rejection)),
            };
        }
        if !explored.complete {
            break;
        }
        known = Some(format!("no assertion fails with at most {}", count(threads as u64, "thread")));
    }
    Ok((Verdict::Unknown { code, reason, known, hint }, None))
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

fn round_in_words(program: &Program, round: &Round) -> String {
    let predicates = count(round.abstraction.predicates.len() as u64, "predicate");
    let clauses = count(round.abstraction.steps.len() as u64, "clause");
    let result = match &round.outcome {
        Outcome::Proved => "proved".to_string(),
        Outcome::Failed(steps) => format!("a failure after {} that is real", count(*steps as u64, "step")),
        Outcome::Clauses(steps, new) => {
            format!("a false failure after {}: {}", count(*steps as u64, "step"), count(*new as u64, "new clause"))
        }
        Outcome::Predicates(steps, new) => {
            let new: Vec<String> = new.iter().map(|predicate| in_c(program, predicate)).collect();
            format!("a false failure after {}: tracks {}", count(*steps as u64, "step"), new.join(", "))
        }
        Outcome::Stuck(steps) => {
            format!("a false failure after {} that nothing rules out", count(*steps as u64, "step"))
        }
    };
    format!("{}: {predicates}, {clauses}: {result}", round.number)
}
