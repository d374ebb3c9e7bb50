//! One program and one abstraction: refinement against the reference, the checker, and the program with a few threads.

use crate::reference_refine::{Visited, can_fail, visit};
use crate::{abstractions, program_text, threads};
use fastrand::Rng;
use std::fmt;
use std::time::Duration;
use umpteen_checker::{check_refinement, check_refines, check_word};
use umpteen_engines::backward::Order;
use umpteen_engines::budget::Budget;
use umpteen_engines::refinement::{Found, run};
use umpteen_engines::{Answer, Engine, OracleKind};
use umpteen_frontends::boolean;
use umpteen_frontends::refinement::{check_abstraction, name_thread, refinement};
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::evidence::{Certificate, Scope};
use umpteen_model::refinement::{Refinement, RefinementProof, Word, WordStep};

/// A random program and what it is compared with.
pub struct Case {
    /// The text of the program.
    pub text: String,
    /// The property of the program.
    pub property: Property,
    /// The question.
    pub refinement: Refinement,
    /// The program with calls inlined, if they can be, with a `main` that starts any number of threads.
    pub inlined: Option<Program>,
}

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Proved, without or with recursion.
    Safe(bool),
    /// The thread refines an abstraction that is not proved.
    Refines,
    /// The thread does not refine the abstraction.
    Differs,
    /// Too large.
    Open,
}

/// A random case; none if the abstraction would be too large.
pub fn case(random: &mut Rng) -> Result<Option<Case>, String> {
    let [recursive, flat] = program_text::with_recursion(random);
    let text = if random.bool() { recursive } else { flat.clone() };
    let message = |error: umpteen_frontends::Error| error.message;
    let read = |text: &str| boolean::parse(text).map_err(message);
    let flat_program = boolean::lower(&read(&flat)?, &flat).map_err(message)?;
    let mut source = read(&text)?;
    name_thread(&mut source).map_err(message)?;
    let (program, calls) = boolean::keep_calls(&source, &text).map_err(message)?;
    let mut property = Property::Assertions;
    if random.u8(..4) == 0 {
        let invariants = ["!g0", "g0", "g0 | g1", "!(g0 & g1)", "g0 = g1"];
        let known = if program.globals.len() > 1 { 5 } else { 2 };
        let expression = boolean::parse_expression(invariants[random.usize(..known)]).map_err(message)?;
        property = Property::Invariant(boolean::lower_invariant(&expression, &program).map_err(message)?);
    }
    let Some(system) = abstractions::abstraction(random, &flat_program, &property) else { return Ok(None) };
    check_abstraction(&program, &system, "").map_err(message)?;
    let refinement = refinement(&program, &calls, &property, &system).map_err(message)?;
    let mut inlined = None;
    if text == flat {
        let text =
            text.replace("void main()", "void work()") + "void main() begin while 1 do start_thread work(); od; end";
        inlined = Some(boolean::lower(&read(&text)?, &text).map_err(message)?);
    }
    Ok(Some(Case { text, property, refinement, inlined }))
}

/// Compares everything on one case.
pub fn compare(case: &Case) -> Result<Kind, String> {
    let Case { refinement, .. } = case;
    let visited = visit(refinement);
    let found = run(refinement, &Budget::new(Some(Duration::from_secs(2)), None)).0;
    match found {
        Err(_) => Ok(Kind::Open),
        Ok(Found::Differs(word)) => compare_word(refinement, &word, &visited),
        Ok(Found::Refines(proof)) => {
            if visited.differs {
                return Err("it is said to refine, but the reference finds a difference".to_string());
            }
            let text = serde_json::to_string(&proof).map_err(|error| error.to_string())?;
            let proof: RefinementProof = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            check_refines(refinement, &proof, &|| true).map_err(|rejection| format!("{rejection:?}"))?;
            reject_damaged(refinement, &proof)?;
            let system = refinement.abstraction.system().map_err(|_| "overflow in a small system")?;
            let engine = Engine::Backward(Order::Smallest, OracleKind::ThreadModular);
            let budget = Budget::new(Some(Duration::from_secs(2)), None);
            match umpteen_engines::run(engine, &system, &budget).0 {
                Answer::Safe(certificate) => compare_safe(case, &proof, &certificate),
                _ => Ok(Kind::Refines),
            }
        }
    }
}

/// A word must be real, what others do in it included.
fn compare_word(refinement: &Refinement, word: &Word, visited: &Visited) -> Result<Kind, String> {
    if !visited.differs && !visited.partly {
        return Err("it is said to differ, but the reference finds no difference".to_string());
    }
    let controls = check_word(refinement, word).map_err(|rejection| format!("{rejection:?}"))?;
    for (step, around) in word.steps.iter().zip(controls.windows(2)) {
        let letter = (around[0].visible, around[1].visible);
        if matches!(step, WordStep::Others(_)) && !visited.partly && !visited.letters.contains(&letter) {
            return Err(format!("others do {letter:?}, which no thread can"));
        }
    }
    let mut longer = word.clone();
    longer.steps.extend(word.steps.last().copied());
    if !word.steps.is_empty() && check_word(refinement, &longer).is_ok() {
        return Err("a word that goes on after its end is accepted".to_string());
    }
    Ok(Kind::Differs)
}

/// A proved program must not fail with one, two or three threads.
fn compare_safe(case: &Case, proof: &RefinementProof, certificate: &Certificate) -> Result<Kind, String> {
    let scope = check_refinement(&case.refinement, proof, certificate, &|| true);
    if scope != Ok(Scope::AnyNumber) {
        return Err(format!("the whole proof: {scope:?}"));
    }
    for threads in 1..=3 {
        if can_fail(&case.refinement.thread, threads) {
            return Err(format!("proved, but {threads} threads fail"));
        }
    }
    if let Some(program) = &case.inlined
        && threads::can_fail(program, &case.property, 4, 20_000) == Some(true)
    {
        return Err("proved, but inlined it fails".to_string());
    }
    Ok(Kind::Safe(case.inlined.is_none()))
}

/// Nothing can be left out of a proof, and it does not carry over to an abstraction that cannot follow.
fn reject_damaged(refinement: &Refinement, proof: &RefinementProof) -> Result<(), String> {
    let rejected = |what: &str, damaged: &RefinementProof| match check_refines(refinement, damaged, &|| true) {
        Err(_) => Ok(()),
        Ok(()) => Err(format!("accepted: {what}")),
    };
    for context in some(proof.contexts.len()) {
        for top in some(proof.contexts[context].tops.len()) {
            let mut damaged = proof.clone();
            damaged.contexts[context].tops.remove(top);
            rejected(&format!("top {top} of context {context} left out"), &damaged)?;
        }
        for entry in some(proof.contexts[context].entries.len()) {
            let mut damaged = proof.clone();
            damaged.contexts[context].entries.remove(entry);
            rejected(&format!("entry {entry} of context {context} left out"), &damaged)?;
        }
        for exit in some(proof.contexts[context].exits.len()) {
            let mut damaged = proof.clone();
            damaged.contexts[context].exits.remove(exit);
            rejected(&format!("exit {exit} of context {context} left out"), &damaged)?;
        }
    }
    for control in some(proof.controls.len()) {
        let mut damaged = proof.clone();
        damaged.controls[control].locals.push(refinement.abstraction.local_count);
        rejected(&format!("another local state in control {control}"), &damaged)?;
    }
    for edge in some(refinement.abstraction.edges.len()) {
        let mut other = refinement.clone();
        other.abstraction.edges.remove(edge);
        if check_refines(&other, proof, &|| true).is_ok() && visit(&other).differs {
            return Err(format!("accepted for the abstraction without edge {edge}"));
        }
    }
    Ok(())
}

/// A few of so many numbers.
fn some(number: usize) -> impl Iterator<Item = usize> {
    const MOST: usize = 3;
    (0..number).step_by(number.div_ceil(MOST).max(1))
}

/// Statistics of the cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct RefineTally {
    /// All cases.
    pub cases: u64,
    /// Proved.
    pub proved: u64,
    /// Of these, recursive.
    pub recursive: u64,
    /// Refine an abstraction that is not safe.
    pub refine: u64,
    /// Do not refine.
    pub differ: u64,
}

impl RefineTally {
    /// Counts a case.
    pub fn count(&mut self, kind: Kind) {
        self.cases += 1;
        self.proved += u64::from(matches!(kind, Kind::Safe(_)));
        self.recursive += u64::from(kind == Kind::Safe(true));
        self.refine += u64::from(kind == Kind::Refines);
        self.differ += u64::from(kind == Kind::Differs);
    }
}

impl fmt::Display for RefineTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        let RefineTally { cases, proved, recursive, refine, differ } = *self;
        let open = cases - proved - refine - differ;
        let proved = format!("{:.1}% proved ({:.1}% recursive)", share(proved), share(recursive));
        let others = format!("{:.1}% refine an unsafe system, {:.1}% differ", share(refine), share(differ));
        write!(out, "{cases} programs with abstractions: {proved}, {others}, {open} open")
    }
}
