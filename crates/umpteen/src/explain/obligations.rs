//! The obligations that the checker has discharged for accepted evidence, one sentence each.

use crate::evidence_file::EvidenceFile;
use crate::explain::words::count;
use umpteen_model::evidence::{Certificate, Evidence};

/// The obligations of a piece of evidence, all of which the checker has accepted.
pub fn obligations(file: &EvidenceFile) -> Vec<String> {
    let of_program = file.tables.as_ref().map(|tables| {
        let without = if tables.reduction.is_some() { ", without variables that it does not need," } else { "" };
        format!(
            "every step of the Boolean program{without} from the values that the proof lists leads to values that it lists"
        )
    });
    match &file.evidence {
        Evidence::Certificate(proof) => of_program.into_iter().chain(certificate(proof)).collect(),
        Evidence::Abstraction(abstraction, proof) => {
            let mut all = of_abstraction(abstraction);
            all.extend(of_program.into_iter().chain(certificate(proof)));
            all
        }
        Evidence::AbstractionWithStacks(abstraction, _) => {
            let mut all = of_abstraction(abstraction);
            all.extend(stacks());
            all
        }
        Evidence::Stacks(_) => stacks(),
        Evidence::Refinement(_, proof) => {
            let mut all = sentences(&[
                "the thread system can start with every shared state that the program starts with",
                "whatever the thread, the functions that it calls and other threads do, the thread system can follow",
                "where the program violates its property, the thread system is in a target",
            ]);
            let of_system = certificate(proof).into_iter();
            all.extend(of_system.map(|obligation| format!("about the thread system: {obligation}")));
            all
        }
        Evidence::Explored { threads, states } => vec![
            format!(
                "all {} with at most {} were visited again by the interpreter, by code of its own",
                count(*states, "state"),
                count(*threads, "thread")
            ),
            "no assertion fails in any of them".to_string(),
        ],
        Evidence::Run(run) => vec![
            format!(
                "{} executed by the interpreter, one after the other, with the values shown",
                steps(run.steps.len())
            ),
            "the last one fails".to_string(),
        ],
        Evidence::Trace(trace) => vec![
            "the run begins in an initial state".to_string(),
            format!("{} executed, one after the other", steps(trace.steps.len())),
            "the last state covers the target".to_string(),
        ],
        Evidence::StackRun(trace) => vec![
            "the run begins in an initial state".to_string(),
            format!("{} executed, one after the other", steps(trace.steps.len())),
            "the last state is a target".to_string(),
        ],
    }
}

fn steps(number: usize) -> String {
    if number == 1 { "1 step was".to_string() } else { format!("{number} steps were") }
}

fn sentences(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

fn of_abstraction(abstraction: &umpteen_model::c::abstraction::Abstraction) -> Vec<String> {
    let number = |length: usize, noun: &str| count(length as u64, noun);
    let mut all = Vec::new();
    if !abstraction.facts.is_empty() {
        all.push("the facts about all threads hold at the start and are kept by every step".to_string());
    }
    if !abstraction.lemmas.is_empty() {
        all.push(format!("{} about predicates: true at any moment", number(abstraction.lemmas.len(), "lemma")));
    }
    if !abstraction.steps.is_empty() {
        let clauses = number(abstraction.steps.len(), "clause");
        all.push(format!("{clauses} about steps: true for every execution, whatever the threads and values"));
    }
    let predicates = number(abstraction.predicates.len(), "predicate");
    all.push(format!(
        "the Boolean program over {predicates} was built anew from the C program, and allows all it can do"
    ));
    all
}

fn certificate(proof: &Certificate) -> Vec<String> {
    match proof {
        Certificate::Upward { basis, invariant } => {
            let mut facts = Vec::new();
            let pairs = invariant.pairs.as_ref().map(|rows| rows.iter().map(|(_, row)| row.len() as u64).sum::<u64>());
            facts.extend(pairs.map(|pairs| count(pairs, "pair") + " of states that occur together"));
            if !invariant.weights.is_empty() {
                facts.push(
                    count(invariant.weights.len() as u64, "linear inequality").replace("inequalitys", "inequalities"),
                );
            }
            let unless = if facts.is_empty() { "" } else { ", or contradicts the invariant" };
            let mut all = Vec::new();
            if !facts.is_empty() {
                all.push(format!(
                    "the invariant ({}) holds at the start and is kept by every step",
                    facts.join(" and ")
                ));
            }
            if basis.is_empty() {
                all.push("every failure contradicts the invariant".to_string());
                return all;
            }
            let set = format!("what covers one of {}", count(basis.len() as u64, "minimal state"));
            all.push(format!("every failure is in the set of {set}{unless}"));
            all.push(format!("every predecessor of the set is in the set{unless}"));
            all.push("no initial state is in the set, however many threads there are".to_string());
            all
        }
        Certificate::Downward { configurations, ignored } => {
            let whatever = match ignored.locals.len() as u64 {
                0 => String::new(),
                number => format!(", whatever is in {} that do not matter", count(number, "local state")),
            };
            vec![
                format!(
                    "every initial state is in one of {}{whatever}",
                    count(configurations.len() as u64, "configuration")
                ),
                "every step from these stays within them".to_string(),
                "no failure is in any of them".to_string(),
            ]
        }
        Certificate::Bounded { threads, states } => vec![
            format!("the start is among {}", count(states.len() as u64, "state")),
            format!("every step with at most {} stays among them", count(*threads, "thread")),
            "none of them is a failure".to_string(),
        ],
    }
}

fn stacks() -> Vec<String> {
    sentences(&[
        "the envelope holds the initial stacks",
        "the envelope is closed under the steps of a thread itself and of all others",
        "every target is among the leading states",
        "every predecessor of a leading state is a leading state, or outside the envelope",
        "no initial state is a leading state",
    ])
}
