//! A Boolean program and a thread system become the question whether a thread of the one refines the other.
//!
//! Shared states correspond by numbers: bit `i` of a shared state of the thread system is the value of the program's shared
//! variable `i`, counted from 0 in the order of the declarations. So a program with `n` shared variables needs a system with
//! `2^n` shared states; whatever else is a mismatch and refused.

use crate::error::{Code, Error};
use std::ops::Range;
use umpteen_model::boolean::calls::Calls;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::syntax::{Name, Source};
use umpteen_model::boolean::unfold::{Unfolded, unfold};
use umpteen_model::refinement::Refinement;
use umpteen_model::system::Passive;
use umpteen_model::thread_system::ThreadSystem;

/// Makes the function that every thread runs explicit: the only one of `threads f;`, else `main`.
pub fn name_thread(source: &mut Source) -> Result<(), Error> {
    if let [_, second, ..] = source.threads.as_slice() {
        let message = "all threads run the same function here: `threads` names one, and any number of threads run it";
        return Err(Error::new(Code::Unsupported, message, second.span.clone()));
    }
    if source.threads.is_empty() {
        let main = source.functions.iter().find(|function| function.name.text == "main");
        let Some(main) = main else {
            return Err(Error::new(Code::Incomplete, "there is no function `main`, and no `threads f;`", 0..0));
        };
        source.threads.push(Name { text: "main".to_string(), span: main.name.span.clone() });
    }
    Ok(())
}

/// Accepts a thread system as an abstraction of a program's thread; `text` is what it was read from.
pub fn check_abstraction(program: &Program, system: &ThreadSystem, text: &str) -> Result<(), Error> {
    let variables = program.globals.len() as u32;
    if 1u64.checked_shl(variables) != Some(u64::from(system.shared_count)) {
        let states = 1u128 << variables.min(127);
        let message = format!(
            "the program has {variables} shared variables, so this system needs {states} shared states, one for each bit \
             pattern, not {}",
            system.shared_count
        );
        return Err(Error::new(Code::OutOfRange, message, first_line(text)));
    }
    for edge in &system.edges {
        let what = match (&edge.passive, edge.creates, edge.witness) {
            (Passive::Stay, false, None) => continue,
            (Passive::Stay, false, Some(_)) => "a condition on another thread",
            (Passive::Stay, true, _) => "the creation of a thread",
            (Passive::One(_), ..) => "a signal",
            (Passive::All(_) | Passive::Each { .. }, ..) => "a broadcast",
        };
        let message = format!("an abstraction of one thread has no edge with {what}: only the active thread moves");
        return Err(Error::new(Code::Unsupported, message, line(text, edge.line)));
    }
    for (at, initial) in system.initial.iter().enumerate() {
        let problem = if system.initial[..at].iter().any(|other| other.shared == initial.shared) {
            "has two starts: give one, with all local states that threads may start in"
        } else if !initial.counts.iter().any(|count| count.unbounded) {
            "starts with a fixed number of threads: give `l*any` or `l*k+` for the local state that the threads start in"
        } else {
            continue;
        };
        let message = format!("with shared state {}, the abstraction {problem}", initial.shared);
        return Err(Error::new(Code::Unsupported, message, first_line(text)));
    }
    Ok(())
}

/// The question itself, about a program with one thread whose calls are kept and an abstraction that was accepted.
pub fn refinement(
    program: &Program,
    calls: &Calls,
    property: &Property,
    abstraction: &ThreadSystem,
) -> Result<Refinement, Error> {
    let refused = |code, message: &str| Error::new(code, message, 0..0);
    if calls.threads.len() != 1 {
        return Err(refused(Code::Unsupported, "a thread that refines an abstraction does not start threads"));
    }
    let unfolded = unfold(program, calls, property, &|| true);
    let too_large = |_| refused(Code::TooLarge, "the variables have too many values to list what a thread can do");
    let Unfolded { system: thread, values, .. } = unfolded.map_err(too_large)?;
    // There are at most ten million shared states, so the values fit.
    let visible = values.into_iter().map(|values| values.and_then(|values| u32::try_from(values).ok())).collect();
    Ok(Refinement { thread, visible, abstraction: abstraction.clone() })
}

/// The first line with something on it.
fn first_line(text: &str) -> Range<usize> {
    let written = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    line(text, text.lines().position(written).map_or(1, |at| at as u32 + 1))
}

/// A line, counted from one.
fn line(text: &str, number: u32) -> Range<usize> {
    let before = (number as usize).saturating_sub(1);
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    start..start + text[start..].lines().next().map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boolean::{keep_calls, parse};
    use crate::tts::{parse_initial, parse_system};

    const PROGRAM: &str = "decl x := 0, y := 1;\nvoid main() begin\n x := get(y);\n atomic { y := 0; x := 0; }\nend\n\
                           bool get(a) begin return a; end\n";

    fn program(text: &str) -> (Program, Calls) {
        let mut source = parse(text).unwrap();
        name_thread(&mut source).unwrap();
        keep_calls(&source, text).unwrap()
    }

    #[test]
    fn shared_states_are_bit_patterns() {
        let (program, calls) = program(PROGRAM);
        let system = parse_system("4 2\n0 0 -> 1 1\n").unwrap();
        let refinement = refinement(&program, &calls, &Property::Assertions, &system).unwrap();
        assert_eq!(refinement.visible[refinement.thread.initial[0] as usize], Some(2));
        let closed = refinement.thread.shared.iter().zip(&refinement.visible).filter(|(_, visible)| visible.is_none());
        let names: Vec<&str> = closed.map(|(name, _)| name.as_str()).collect();
        assert!(names.iter().any(|name| name.contains("(atomic)")), "{names:?}");
        assert!(names.iter().any(|name| name.contains("(returning 1)")), "{names:?}");
        assert!(refinement.start().is_some());
    }

    #[test]
    fn mismatches_are_located() {
        let (program, _) = program(PROGRAM);
        let refused = |text: &str, init: &str| {
            let mut system = parse_system(text).unwrap();
            if !init.is_empty() {
                system.initial = parse_initial(init, &system).unwrap();
            }
            let error = check_abstraction(&program, &system, text).unwrap_err();
            (error.message, text[error.span].to_string())
        };
        let (message, place) = refused("# lock\n2 2\n", "");
        assert!(message.contains("needs 4 shared states"), "{message}");
        assert_eq!(place, "2 2");
        for (edge, word) in [
            ("1 0 +> 1 1", "creation"),
            ("1 0 -> 1 1 ? 1", "another thread"),
            ("1 0 -> 1 1 : 1 ~> 0", "broadcast"),
            ("1 0 -> 1 1 : one 1 ~> 0", "signal"),
        ] {
            let (message, place) = refused(&format!("4 2\n0 0 -> 0 1\n{edge}\n"), "");
            assert!(message.contains(word), "{message}");
            assert_eq!(place, edge);
        }
        assert!(refused("4 2\n", "2|0*any;2|1*any").0.contains("two starts"));
        assert!(refused("4 2\n", "2|0*3").0.contains("fixed number"));
        let plain = parse_system("4 2\n0 0 -> 1 1\n").unwrap();
        assert_eq!(check_abstraction(&program, &plain, "4 2\n0 0 -> 1 1\n"), Ok(()));
    }

    #[test]
    fn one_function_is_run_by_all_threads() {
        let named = |text: &str| {
            let mut source = parse(text).unwrap();
            name_thread(&mut source).map(|()| source.threads[0].text.clone())
        };
        assert_eq!(named("threads f;\nvoid f() begin skip; end\n").as_deref(), Ok("f"));
        assert_eq!(named("void main() begin main(); end\n").as_deref(), Ok("main"));
        let error = named("threads f, f;\nvoid f() begin skip; end\n").unwrap_err();
        assert_eq!(error.span, 11..12);
        assert_eq!(named("void f() begin skip; end\n").unwrap_err().code, Code::Incomplete);
    }
}
