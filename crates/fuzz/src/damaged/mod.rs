//! Damaged evidence: certificates and traces of every kind, from real runs, are damaged at random and put before the checker,
//! for the system that they are about and for its neighbours. They may be rejected, or accepted and true.
//!
//! What is true is known without the checker where something fails (exploration with few threads finds it), and where
//! nothing does, from a proof that was not damaged: a checker that accepts both a proof and a run is wrong once.

mod gather;
mod neighbour;
pub mod reduction;
pub mod tree;

use crate::compare_facts::walks_agree;
use crate::reduced::reduced;
use crate::{Finding, c_text, compare_refine, compare_stacks, diagrams, generate, program_text, recursive_c};
use fastrand::Rng;
pub use gather::{Given, Member, gather};
use gather::{claim, scope};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use umpteen::problem::Problem;
use umpteen_frontends::Model;
use umpteen_frontends::boolean::{keep_calls, lower, parse};
use umpteen_frontends::c::read;
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::evidence::Evidence;

/// How many neighbours a subject gets at least.
const NEIGHBOURS: usize = 2;

/// How many neighbours are tried.
const TRIES: usize = 8;

/// How often evidence is damaged in a case.
const DAMAGES: usize = 200;

/// Where judging is slow, evidence is damaged less often: for so long.
const LONGEST: Duration = Duration::from_secs(2);

/// A judge that was asked to stop after a while must have done so after this.
const HANGS: Duration = Duration::from_secs(10);

/// Damages the evidence of one subject and of its neighbours; the same seed gives the same subject.
pub fn run_damage_case(seed: u64, tally: &mut DamageTally) -> Result<(), Box<Finding>> {
    let mut random = Rng::with_seed(seed);
    let found = |input: String| move |problem| Box::new(Finding { seed, input, problem });
    let Some(family) = family(&mut random).map_err(found(String::new()))? else { return Ok(()) };
    let pool: Vec<&Value> = family.iter().flat_map(|member| &member.evidence).collect();
    tally.cases += 1;
    if pool.is_empty() {
        return Ok(());
    }
    // Proofs about C are judged a hundred times slower than others.
    let damages = if matches!(family[0].problem, Problem::C(_)) { DAMAGES / 5 } else { DAMAGES };
    let pairs = || family.iter().flat_map(|member| pool.iter().map(move |evidence| (member, *evidence)));
    let opposed: Vec<(&Member, &Value)> = pairs().filter(|(member, evidence)| is_opposed(member, evidence)).collect();
    let all: Vec<(&Member, &Value)> = pairs().collect();
    let started = Instant::now();
    for _ in 0..damages {
        if started.elapsed() > LONGEST {
            break;
        }
        // Mostly where there is something to be wrong about.
        let from = if opposed.is_empty() || random.u8(..4) == 0 { &all } else { &opposed };
        let (member, original) = from[random.usize(..from.len())];
        let donor = pool[random.usize(..pool.len())];
        let mut damaged = original.clone();
        for _ in 0..random.u8(..=3) {
            tree::damage(&mut random, &mut damaged, donor);
        }
        let mut text = damaged.to_string();
        if random.u8(..20) == 0 {
            tree::damage_text(&mut random, &mut text);
        }
        let what = judge(member, &text).map_err(found(format!("{}\n{text}", member.text)))?;
        tally.count(label(original), what);
    }
    Ok(())
}

/// Whether the evidence says what is known to be false of a member of the family.
fn is_opposed(member: &Member, evidence: &Value) -> bool {
    let is_run = ["trace", "stack-run", "run"].iter().any(|kind| evidence["evidence"].get(kind).is_some());
    if is_run { member.proved } else { member.fails_with.is_some() }
}

/// The fate of damaged evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The damaged text is not evidence any more.
    Unreadable,
    /// The checker rejected it.
    Rejected,
    /// The checker accepted it, and nothing contradicts it.
    Accepted,
}

/// Puts a text before the checker; an error if that panics, takes too long, or accepts what is false.
pub fn judge(member: &Member, text: &str) -> Result<Fate, String> {
    let Ok(given) = serde_json::from_str::<Given>(text) else { return Ok(Fate::Unreadable) };
    let started = Instant::now();
    let go_on = || started.elapsed() < HANGS / 5;
    let judged = catch_unwind(AssertUnwindSafe(|| member.judge(&given, &go_on).map(|accepted| scope(&accepted))));
    if started.elapsed() > HANGS {
        return Err(format!("the checker takes {:.0} s", started.elapsed().as_secs_f64()));
    }
    match judged {
        Err(_) => Err("the checker panics".to_string()),
        Ok(Err(_)) => Ok(Fate::Rejected),
        Ok(Ok(scope)) if member.contradicts(scope) => Err(format!("accepted and false: {}", claim(scope))),
        Ok(Ok(_)) => facts_are_true(member, &given).map(|()| Fate::Accepted),
    }
}

/// Facts that a proof does not need must hold all the same.
fn facts_are_true(member: &Member, given: &Given) -> Result<(), String> {
    match (&member.problem, &given.evidence) {
        (Problem::C(program), Evidence::Abstraction(abstraction, _)) if !abstraction.facts.is_empty() => {
            walks_agree(program, &abstraction.facts, 1).map_err(|problem| format!("accepted and false: {problem}"))
        }
        _ => Ok(()),
    }
}

/// A random subject with some neighbours; none if what was generated is refused.
fn family(random: &mut Rng) -> Result<Option<Vec<Member>>, String> {
    let members = match random.u8(..16) {
        0..=5 => {
            // Runs through diagrams have loops that repeat.
            let model = match random.u8(..3) {
                0 => Model::Threads(diagrams::diagram(random)),
                _ => generate::model(random),
            };
            let system = model.system().map_err(|_| "overflow in a small system")?;
            let others: Vec<_> = (0..TRIES).map(|_| neighbour::counters(random, &system)).collect();
            different(std::iter::once(system).chain(others), |system| {
                let text = format!("{system:#?}");
                // The model is for words only.
                (Problem::Counters(model.clone(), system), text)
            })?
        }
        6..=8 => {
            let program = |text: &str| lower(&parse(text).ok()?, text).ok();
            let problem = |text: &str| Some(Problem::assertions(program(text)?));
            of_texts(random, program_text::program, problem)?
        }
        9 | 10 => {
            let system = compare_stacks::system(random);
            let others: Vec<_> = (0..TRIES).map(|_| neighbour::stacks(random, &system)).collect();
            different(std::iter::once(system).chain(others), |system| {
                let text = system.to_string();
                (Problem::stacks(system), text)
            })?
        }
        11 => {
            let problem = |text: &str| {
                let (program, calls) = keep_calls(&parse(text).ok()?, text).ok()?;
                let unfolded = unfold(&program, &calls, &Property::Assertions, &|| true).ok()?;
                Some(Problem::stacks(unfolded.system))
            };
            of_texts(random, |random| program_text::with_threads(random)[0].clone(), problem)?
        }
        12 | 13 => {
            let Some(case) = compare_refine::case(random)? else { return Ok(None) };
            // Their references visit many states.
            let others: Vec<_> = (0..NEIGHBOURS).map(|_| neighbour::refinement(random, &case.refinement)).collect();
            let questions = std::iter::once(case.refinement).chain(others).map(|question| {
                let text = format!("{}\n{}\n{question:#?}", case.text, question.abstraction);
                Some((Problem::refinement(question).ok()?, text))
            });
            different(questions.flatten(), |both| both)?
        }
        14 => of_texts(random, |random| c_text::twin::plain(&c_text::program(random)), c_problem)?,
        _ => of_texts(random, recursive_c::program, c_problem)?,
    };
    Ok((!members.is_empty()).then_some(members))
}

fn c_problem(text: &str) -> Option<Problem> {
    let program = reduced(&read(text, &Default::default()).ok()?);
    Some(Problem::C(Box::new(program)))
}

/// A program given as text, and texts that differ a little.
fn of_texts(
    random: &mut Rng,
    generate: impl Fn(&mut Rng) -> String,
    problem: impl Fn(&str) -> Option<Problem>,
) -> Result<Vec<Member>, String> {
    let text = generate(random);
    let others = (0..TRIES).map(|_| neighbour::text(random, &text));
    let texts = std::iter::once(text.clone()).chain(others.filter(|other| *other != text));
    different(texts.filter_map(|text| Some((problem(&text)?, text))), |both| both)
}

/// The first ones, until there are enough, and of both sorts: safe ones and ones that fail.
fn different<T>(
    candidates: impl Iterator<Item = T>,
    problem: impl Fn(T) -> (Problem, String),
) -> Result<Vec<Member>, String> {
    let mut members: Vec<Member> = Vec::new();
    for candidate in candidates {
        let (problem, text) = problem(candidate);
        let member = gather(problem, text.clone()).map_err(|problem| format!("{problem}, of\n{text}"))?;
        members.push(member);
        let some_fail = members.iter().any(|member| member.fails_with.is_some());
        if members.len() > NEIGHBOURS && some_fail && members.iter().any(|member| member.proved) {
            break;
        }
    }
    Ok(members)
}

/// The kind of some evidence, for the tally.
fn label(value: &Value) -> String {
    let Some((name, inner)) = value["evidence"].as_object().and_then(|entries| entries.iter().next()) else {
        return "other".to_string();
    };
    let certificate = inner.get("kind").or_else(|| inner.get(1)?.get("kind")).and_then(Value::as_str);
    let about = match (name.as_str(), value["tables"].is_null()) {
        ("certificate" | "trace", false) => "program ",
        _ => "",
    };
    let extra = match name.as_str() {
        "abstraction" if inner[0].get("facts").is_some() => " with facts",
        "trace" if inner.get("repeats").is_some() => " with repeats",
        _ => "",
    };
    let certificate = certificate.map_or(String::new(), |kind| format!(" {kind}"));
    format!("{about}{name}{certificate}{extra}")
}

/// Counts of the fates of damaged evidence, by its kind.
#[derive(Clone, Debug, Default)]
pub struct DamageTally {
    /// All cases.
    pub cases: u64,
    /// For each kind: accepted and true, rejected, unreadable.
    pub kinds: BTreeMap<String, [u64; 3]>,
}

impl DamageTally {
    fn count(&mut self, label: String, fate: Fate) {
        let row = self.kinds.entry(label).or_default();
        row[match fate {
            Fate::Accepted => 0,
            Fate::Rejected => 1,
            Fate::Unreadable => 2,
        }] += 1;
    }
}

impl fmt::Display for DamageTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let sum = |at: usize| self.kinds.values().map(|row| row[at]).sum::<u64>();
        let (accepted, rejected, unreadable) = (sum(0), sum(1), sum(2));
        write!(
            out,
            "{} cases, {} pieces of damaged evidence: {accepted} accepted and true, {rejected} rejected, {unreadable} unreadable",
            self.cases,
            accepted + rejected + unreadable
        )?;
        for (kind, [accepted, rejected, unreadable]) in &self.kinds {
            write!(out, "\n{kind}: {accepted} accepted and true, {rejected} rejected, {unreadable} unreadable")?;
        }
        Ok(())
    }
}
