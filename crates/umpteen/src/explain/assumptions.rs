//! The assumptions of a verdict, sorted by weight: those that may well be false of the program at hand stand before those that
//! nearly every verdict shares.

use crate::report::AssumptionsView;
use umpteen_model::c::caveat::Caveat;

/// Beginnings of assumptions that matter, beside those that have a name.
const MATTER: [&str; 7] = [
    "memory can be allocated",
    "threads can be created",
    "memory that was freed",
    "the addresses of the",
    "inline assembly",
    "variables are not used after",
    "a lock is not in use",
];

/// Ends of assumptions that matter: about functions that are not known.
const ABOUT_FUNCTIONS: [&str; 2] = ["which is not declared, returns `int`", "does not return"];

/// Sorts assumptions.
pub fn sorted(all: &[String]) -> AssumptionsView {
    let named = [
        Caveat::MemoryOrders,
        Caveat::ValidAccesses,
        Caveat::UnknownFunctions,
        Caveat::ReturnedPointers,
        Caveat::NoReturn,
        Caveat::AnyFunctions,
        Caveat::OthersLocks,
        Caveat::Pure,
    ]
    .map(Caveat::text);
    let matters = |text: &&String| {
        named.contains(&text.as_str())
            || MATTER.iter().any(|begin| text.starts_with(begin))
            || ABOUT_FUNCTIONS.iter().any(|end| text.ends_with(end))
    };
    let (matter, usual): (Vec<&String>, Vec<&String>) = all.iter().partition(matters);
    let texts = |texts: Vec<&String>| texts.into_iter().cloned().collect();
    AssumptionsView { matter: texts(matter), usual: texts(usual) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_false_comes_first() {
        let all = ["sequential consistency", "memory can be allocated", Caveat::MemoryOrders.text()];
        let sorted = sorted(&all.map(str::to_string));
        assert_eq!(sorted.matter, all[1..]);
        assert_eq!(sorted.usual, all[..1]);
    }
}
