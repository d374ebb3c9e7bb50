//! Problems with all evidence that real runs find for them, and with what is known to be true.

use crate::compare_stacks::least_switches;
use crate::reference_refine::can_fail;
use crate::threads;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use umpteen::judge::{Accepted, Rejection};
use umpteen::problem::{Problem, ProgramProblem, StacksProblem};
use umpteen_cegar::explore::{Bounds, explore_all, reference};
use umpteen_cegar::{About, Statistics, facts};
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::on_the_fly::Expansion;
use umpteen_engines::boolean::restrict::restrict;
use umpteen_engines::budget::Budget;
use umpteen_engines::forward::Construction;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{Found, History};
use umpteen_engines::{Answer, Engine, OracleKind, boolean, pushdown, refinement};
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::view::{Mains, Tables};
use umpteen_model::c::program::Program as CProgram;
use umpteen_model::evidence::{Evidence, Scope};
use umpteen_model::pushdown::PushdownSystem;
use umpteen_model::refinement::Refinement;
use umpteen_model::system::System;

/// The time that a run gets.
const PATIENCE: Duration = Duration::from_millis(500);

/// The references go up to so many threads.
const MOST_THREADS: u32 = 4;

/// Evidence with what its numbers mean: the part of an evidence file that is not about files and options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Of Boolean programs, and of proofs about C.
    pub tables: Option<Tables>,
    /// The evidence.
    pub evidence: Evidence,
}

/// A problem, its evidence, and the truth.
pub struct Member {
    /// The problem.
    pub problem: Problem,
    /// The input as text.
    pub text: String,
    /// Evidence about it that was accepted.
    pub evidence: Vec<Value>,
    /// The number of threads with which the input fails, known without the checker.
    pub fails_with: Option<u64>,
    /// A proof for any number of threads, or for all that there are, was accepted.
    pub proved: bool,
}

/// Runs everything that takes the problem; an error if evidence is rejected, or contradicts what is known.
pub fn gather(problem: Problem, text: String) -> Result<Member, String> {
    let (found, fails_with) = match &problem {
        Problem::Counters(_, system) => (counters(system), fails_counters(system)),
        Problem::Program(ProgramProblem { program, property, .. }) => {
            (boolean_program(program, property)?, fails_program(program, property))
        }
        Problem::Stacks(StacksProblem { system, .. }) => {
            (stacks(system), least_switches(system).map(|_| system.threads.len() as u64))
        }
        Problem::Refinement(problem) => {
            let fails = (1..=2).find(|&threads| can_fail(&problem.refinement.thread, threads));
            (refines(&problem.refinement), fails.map(|threads| threads as u64))
        }
        Problem::C(program) => (c(program), fails_c(program)),
    };
    let mut member = Member { problem, text, evidence: Vec::new(), fails_with, proved: false };
    for given in found {
        let value = serde_json::to_value(&given).map_err(|error| error.to_string())?;
        let budget = Budget::new(Some(4 * PATIENCE), None);
        match member.judge(&given, &|| budget.check().is_ok()) {
            Err(Rejection::OutOfTime | Rejection::EarlyJoin | Rejection::Limit(_)) => continue,
            Err(rejection) => return Err(format!("undamaged evidence is rejected: {rejection:?}: {value}")),
            Ok(judged) => {
                let scope = scope(&judged);
                member.proved |= matches!(scope, Some(Scope::AnyNumber | Scope::AsCreated));
                member.evidence.push(value);
                if member.contradicts(scope) {
                    return Err(format!("undamaged evidence is accepted and false: {}", claim(scope)));
                }
            }
        }
    }
    Ok(member)
}

impl Member {
    /// Judges evidence as `recheck` and `replay` do.
    pub fn judge(&self, given: &Given, go_on: &dyn Fn() -> bool) -> Result<Accepted, Rejection> {
        self.problem.judge(&given.evidence, given.tables.as_ref(), go_on)
    }

    /// Whether the claim of accepted evidence is known to be false: that it is safe for these threads, or that it is not.
    pub fn contradicts(&self, claim: Option<Scope>) -> bool {
        match claim {
            None => self.proved,
            Some(Scope::AnyNumber | Scope::AsCreated) => self.fails_with.is_some(),
            Some(Scope::AtMost(most)) => self.fails_with.is_some_and(|threads| threads <= u64::from(most)),
        }
    }
}

/// The threads for which accepted evidence says that a problem is safe; none if it says that it is not.
pub fn scope(accepted: &Accepted) -> Option<Scope> {
    match accepted {
        Accepted::Proof(proof) => Some(proof.scope()),
        Accepted::Run(_) => None,
    }
}

/// A claim in words.
pub fn claim(scope: Option<Scope>) -> String {
    scope.map_or("unsafe".to_string(), |scope| format!("safe, {scope:?}"))
}

fn budget() -> Budget {
    Budget::new(Some(PATIENCE), None)
}

fn of(evidence: Evidence) -> Given {
    Given { tables: None, evidence }
}

fn counters(system: &System) -> Vec<Given> {
    let order = Order::Smallest;
    let engines = [
        Engine::Backward(order, OracleKind::ThreadModular),
        Engine::Backward(order, OracleKind::StateInequation),
        Engine::Backward(order, OracleKind::Off),
        Engine::Forward(Construction::Minimal, order, OracleKind::ThreadModular),
        Engine::Pathwise(order),
        Engine::Explore(3),
    ];
    let answers = engines.into_iter().map(|engine| umpteen_engines::run(engine, system, &budget()).0);
    answers.filter_map(counter_evidence).map(of).collect()
}

fn counter_evidence(answer: Answer) -> Option<Evidence> {
    match answer {
        Answer::Safe(certificate) => Some(Evidence::Certificate(certificate)),
        Answer::Unsafe(trace) => Some(Evidence::Trace(trace)),
        Answer::Unknown(_) => None,
    }
}

fn fails_counters(system: &System) -> Option<u64> {
    let explored = |threads: &u32| umpteen_engines::run(Engine::Explore(*threads), system, &budget()).0;
    let fails = |threads: &u32| matches!(explored(threads), Answer::Unsafe(_));
    (0..=MOST_THREADS).find(fails).map(u64::from)
}

fn boolean_program(program: &Program, property: &Property) -> Result<Vec<Given>, String> {
    let (order, mains) = (Order::Smallest, Mains::One);
    let oracle = OracleKind::ThreadModular;
    let forward = |oracle| Engine::Forward(Construction::Minimal, order, oracle);
    let engines = [
        Engine::Backward(order, oracle),
        Engine::Backward(order, OracleKind::SingleThread),
        forward(oracle),
        forward(OracleKind::SingleThread),
        Engine::Pathwise(order),
        Engine::Explore(3),
    ];
    let mut found = Vec::new();
    for engine in engines {
        let subject = boolean::Subject { program, property, mains };
        let decision = boolean::run(engine, Expansion::default(), subject, &budget()).0;
        let (tables, evidence) = match decision.answer {
            Answer::Unknown(_) => continue,
            Answer::Safe(certificate) => (decision.tables, Evidence::Certificate(certificate)),
            Answer::Unsafe(trace) => {
                let restricted = restrict(program, property, mains, &decision.tables, &decision.system, &trace);
                let (tables, trace) = restricted.map_err(|_| "overflow in a small program")?;
                (tables, Evidence::Trace(trace))
            }
        };
        found.push(Given { tables: Some(tables), evidence });
    }
    Ok(found)
}

fn fails_program(program: &Program, property: &Property) -> Option<u64> {
    let fails = |threads: &u32| threads::can_fail(program, property, *threads as usize, 5_000) == Some(true);
    (1..=MOST_THREADS).find(fails).map(u64::from)
}

fn stacks(system: &PushdownSystem) -> Vec<Given> {
    let envelopes = [EnvelopeKind::Data, EnvelopeKind::Stacks].into_iter();
    let found =
        envelopes.filter_map(|kind| match pushdown::run(system, kind, Some(6), &budget(), &mut History::default()) {
            Ok(Found::Proof(proof)) => Some(Evidence::Stacks(proof)),
            Ok(Found::Run(trace)) => Some(Evidence::StackRun(trace)),
            Ok(Found::NotWithin(_)) | Err(_) => None,
        });
    found.map(of).collect()
}

fn refines(question: &Refinement) -> Vec<Given> {
    let Ok(refinement::Found::Refines(proof)) = refinement::run(question, &budget()).0 else { return Vec::new() };
    let Ok(system) = question.abstraction.system() else { return Vec::new() };
    let certificates = counters(&system).into_iter().filter_map(|given| match given.evidence {
        Evidence::Certificate(certificate) => Some(certificate),
        _ => None,
    });
    certificates.map(|certificate| of(Evidence::Refinement(proof.clone(), certificate))).collect()
}

fn c(program: &CProgram) -> Vec<Given> {
    let mut found = Vec::new();
    for threads in [None, Some(3)] {
        let options = umpteen_cegar::Options { threads, ..Default::default() };
        let patience = Budget::new(Some(2 * PATIENCE), None);
        match umpteen_cegar::run(program, &options, &patience, &mut Statistics::default(), &mut |_| {}) {
            umpteen_cegar::Answer::Unknown(_) => {}
            umpteen_cegar::Answer::Unsafe(run) => found.push(of(Evidence::Run(run))),
            umpteen_cegar::Answer::Safe(proof) => match proof.about {
                About::Stacks(stacks) => found.push(of(Evidence::AbstractionWithStacks(proof.abstraction, stacks))),
                About::Counters(tables, certificate) => {
                    let mut with_facts = proof.abstraction.clone();
                    // Besides its own: the clauses may need those. What is inductive apart is inductive together.
                    let more = facts::discover(program, &[], true, &budget()).unwrap_or_default();
                    with_facts.facts.each.extend(more.each);
                    with_facts.facts.pairs.extend(more.pairs);
                    with_facts.facts.counts.extend(more.counts);
                    for abstraction in [proof.abstraction, with_facts] {
                        let evidence = Evidence::Abstraction(abstraction, certificate.clone());
                        found.push(Given { tables: Some(tables.clone()), evidence });
                    }
                }
            },
        }
    }
    let bounds = Bounds { threads: 3, states: 5_000 };
    if !program.has_frames() {
        let explored = explore_all(program, bounds, &budget());
        match explored.failure {
            Some(run) => found.push(of(Evidence::Run(run))),
            None if explored.complete => {
                found.push(of(Evidence::Explored { threads: 3, states: explored.states as u64 }));
            }
            None => {}
        }
    }
    found
}

/// The interpreter's exploration finds a failure, or a limit of the model, with so many threads.
fn fails_c(program: &CProgram) -> Option<u64> {
    let fails = |threads: &usize| {
        let explored = reference::explore(program, Bounds { threads: *threads, states: 5_000 }, &budget());
        let checked = explored.failure.map(|run| umpteen_checker::check_c_run(program, &run));
        matches!(checked, Some(Ok(_) | Err(umpteen_checker::Rejection::Limit(_))))
    };
    (1..=3).find(fails).map(|threads| threads as u64)
}
