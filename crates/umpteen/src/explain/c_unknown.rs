//! UNKNOWN in words: what was tried and how far it got, and what to change.

use crate::explain::words::count;
use crate::report::{EngineUsed, Report, Verdict};

/// What was tried, and how far it got; for an UNKNOWN that no run is told of.
pub fn tried(report: &Report) -> Option<String> {
    let Verdict::Unknown { code, .. } = &report.verdict else { return None };
    Some(match report.engine {
        EngineUsed::Killed if code == "killed" => "nothing is known of how far it was".to_string(),
        EngineUsed::Killed => "the search went on beyond its limit and was ended".to_string(),
        EngineUsed::Cegar => {
            let about = report.c.as_ref();
            let rounds = about.map_or(0, |about| about.rounds.len());
            match about.and_then(|about| about.statistics.as_ref()).filter(|_| rounds > 0) {
                Some(statistics) => {
                    let predicates = statistics.local + statistics.mixed + statistics.shared;
                    format!(
                        "abstraction refinement: {}, {}, {}",
                        count(rounds as u64, "round"),
                        count(predicates, "predicate"),
                        count(statistics.states, "state")
                    )
                }
                None => "no round of abstraction refinement was finished".to_string(),
            }
        }
        engine => format!("{}, {} explored so far", engine.name(), count(report.work.explored, "state")),
    })
}

/// What to change where a limit of the model is reached, by the words in which the limit is told.
pub fn beyond_limit(text: &str) -> &'static str {
    let advice = [
        (
            "objects of this",
            "a program that frees an object before it allocates the next one there, or --threads N with fewer threads",
        ),
        ("may be called through a pointer", "a function of the program in its place, which calls it by name"),
        ("function without a body", "a definition of the function, in C, as far as the property needs it"),
        ("a key is made more than once", "one call that makes the key, before threads are started"),
        ("by another type than its own", "accesses by the type that the object is declared with, or `memcpy`"),
        ("may wait inside an atomic section", "a shorter atomic section, with the wait outside of it"),
    ];
    let found = advice.iter().find(|(words, _)| text.contains(words));
    found.map_or("a smaller program around this place, or one that does it in another way", |(_, advice)| advice)
}
