//! Thread transition systems: `.tts` text, targets `s|l1,l2*k` (`.prop`) and starts `s|l*k,m*k+` (`--init`).
//!
//! ```text
//! 3 4                      # numbers of shared and local states
//! 0 0 -> 1 2               # a thread in local 0 moves to 2 while the shared state goes from 0 to 1
//! 1 0 +> 1 3               # a thread in local 0 stays and starts a new one in local 3
//! 1 2 -> 0 0 : 1 ~> 2      # broadcast: all threads in local 1 move to 2 in the same step
//! 1 2 -> 0 0 : one 1 ~> 2  # signal: exactly one of them, if there is one
//! 1 2 -> 0 0 ? 3           # possible only while another thread is in local 3
//! ```

use crate::cursor::{Cursor, LARGEST_COUNT};
use crate::error::{Code, Error};
use rustc_hash::FxHashSet;
use umpteen_model::state::{Counts, counts};
use umpteen_model::system::{Initial, InitialCount, Passive, Target};
use umpteen_model::thread_system::{Edge, ThreadState, ThreadSystem};

/// The largest number of shared or local states accepted.
pub const LARGEST_STATE_COUNT: u32 = 10_000_000;

/// Reads `.tts` text; the target comes from elsewhere.
pub fn parse_system(text: &str) -> Result<ThreadSystem, Error> {
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let shared_count = cursor.number("the number of shared states", LARGEST_STATE_COUNT)?;
    let local_count = cursor.number("the number of local states", LARGEST_STATE_COUNT)?;
    if shared_count == 0 || local_count == 0 {
        let message = "a thread system has at least one shared and one local state";
        return Err(Error::new(Code::OutOfRange, message, 0..cursor.offset()));
    }
    let initial = vec![ThreadSystem::default_initial()];
    let mut system = ThreadSystem { shared_count, local_count, edges: Vec::new(), initial, targets: Vec::new() };
    loop {
        if !cursor.at_line_end() {
            return Err(cursor.expected("the end of the line"));
        }
        cursor.skip_space();
        if cursor.at_end() {
            return Ok(system);
        }
        let edge = parse_edge(&mut cursor, &system)?;
        system.edges.push(edge);
    }
}

fn parse_edge(cursor: &mut Cursor, system: &ThreadSystem) -> Result<Edge, Error> {
    let line = cursor.line();
    let from = thread_state(cursor, system)?;
    let creates = cursor.eat("+>");
    if !creates && !cursor.eat("->") {
        return Err(cursor.expected("`->` or `+>`"));
    }
    let to = thread_state(cursor, system)?;
    let witness = if cursor.eat("?") { Some(local_state(cursor, system)?) } else { None };
    let mut edge = Edge { from, to, creates, witness, passive: Passive::Stay, line };
    if cursor.eat(":") {
        let one = cursor.eat("one");
        let mut moves = Vec::new();
        let mut sources = FxHashSet::default();
        loop {
            cursor.skip_blanks();
            let start = cursor.offset();
            let source = local_state(cursor, system)?;
            if !sources.insert(source) {
                let message = format!("local state {source} is moved twice by the same edge");
                return Err(Error::new(Code::Duplicate, message, start..cursor.offset()));
            }
            cursor.expect("~>")?;
            moves.push((source, local_state(cursor, system)?));
            if !cursor.eat(",") {
                break;
            }
        }
        edge.passive = if one { Passive::One(moves) } else { Passive::All(moves) };
    }
    Ok(edge)
}

fn thread_state(cursor: &mut Cursor, system: &ThreadSystem) -> Result<ThreadState, Error> {
    Ok((shared_state(cursor, system)?, local_state(cursor, system)?))
}

fn shared_state(cursor: &mut Cursor, system: &ThreadSystem) -> Result<u32, Error> {
    state_below(cursor, "a shared state", system.shared_count)
}

fn local_state(cursor: &mut Cursor, system: &ThreadSystem) -> Result<u32, Error> {
    state_below(cursor, "a local state", system.local_count)
}

fn state_below(cursor: &mut Cursor, what: &str, count: u32) -> Result<u32, Error> {
    cursor.skip_blanks();
    let start = cursor.offset();
    let state = cursor.number(what, u32::MAX)?;
    if state >= count {
        let what = what.trim_start_matches("a ");
        let message = format!("{what} {state} does not exist: there are {count}, numbered from 0");
        return Err(Error::new(Code::OutOfRange, message, start..cursor.offset()));
    }
    Ok(state)
}

/// Reads targets, one to a line or separated by `;`: `s|l1,l2*k`, with `*` for any shared state.
pub fn parse_targets(text: &str, system: &ThreadSystem) -> Result<Vec<Target>, Error> {
    let mut cursor = Cursor::new(text);
    let mut targets = Vec::new();
    loop {
        cursor.skip_space();
        if cursor.at_end() {
            return Ok(targets);
        }
        let shared = if cursor.eat("*") { None } else { Some(shared_state(&mut cursor, system)?) };
        cursor.expect("|")?;
        let mut parts = Vec::new();
        // No local state at all: the shared state alone must not be reached.
        let mut more = !cursor.at_line_end() && !cursor.next_is(";");
        while more {
            let local = local_state(&mut cursor, system)?;
            let count = if cursor.eat("*") { cursor.number("a number of threads", LARGEST_COUNT)? } else { 1 };
            parts.push((local, count));
            more = cursor.eat(",");
        }
        targets.push(Target { shared, counts: summed(parts, &cursor)? });
        if !cursor.eat(";") && !cursor.at_line_end() {
            return Err(cursor.expected("`,`, `;` or the end of the line"));
        }
    }
}

/// Reads starts separated by `;`: `s|l*k` for exactly, `l*k+` for at least `k` threads, `l*any` for any number.
pub fn parse_initial(text: &str, system: &ThreadSystem) -> Result<Vec<Initial>, Error> {
    let mut cursor = Cursor::new(text);
    let mut starts = Vec::new();
    loop {
        cursor.skip_space();
        let shared = shared_state(&mut cursor, system)?;
        cursor.expect("|")?;
        let mut parts: Vec<InitialCount> = Vec::new();
        let mut more = !cursor.at_line_end() && !cursor.next_is(";");
        while more {
            let start = cursor.offset();
            let local = local_state(&mut cursor, system)?;
            if parts.iter().any(|part| part.local == local) {
                let message = format!("local state {local} is given twice");
                return Err(Error::new(Code::Duplicate, message, start..cursor.offset()));
            }
            let (least, unbounded) = match cursor.eat("*") {
                true if cursor.eat("any") => (0, true),
                true => (cursor.number("a number of threads or `any`", LARGEST_COUNT)?, cursor.eat("+")),
                false => (1, false),
            };
            parts.push(InitialCount { local, least, unbounded });
            more = cursor.eat(",");
        }
        parts.sort_by_key(|part| part.local);
        starts.push(Initial { shared, counts: parts });
        if !cursor.eat(";") {
            cursor.skip_space();
            return if cursor.at_end() { Ok(starts) } else { Err(cursor.expected("`,` or `;`")) };
        }
    }
}

/// Sums the parts of a conjunction.
pub(crate) fn summed(parts: Vec<(u32, u32)>, cursor: &Cursor) -> Result<Counts, Error> {
    let too_large = |_| Error::new(Code::TooLarge, "the counts add up to more than 32 bits hold", 0..cursor.offset());
    counts(parts).map_err(too_large)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_KINDS: &str = "3 4\n0 0 -> 1 2\n1 0 +> 1 3\n1 2 -> 0 0 : 1 ~> 2, 3 ~> 1\n1 2 -> 0 0 ? 3 : one 1 ~> 2\n";

    fn error(text: &str) -> (Code, String, std::ops::Range<usize>) {
        let error = parse_system(text).unwrap_err();
        (error.code, error.message, error.span)
    }

    #[test]
    fn printing_and_reading_agree() {
        let system = parse_system(ALL_KINDS).unwrap();
        assert_eq!(system.to_string(), ALL_KINDS);
        let mut other = system.clone();
        other.targets = parse_targets("1|2,3*2\n*|0", &system).unwrap();
        assert_eq!(parse_targets(&other.property_text(), &system).unwrap(), other.targets);
        let starts = parse_initial("1|2*any,0*3;0|1*2+", &system).unwrap();
        other.initial = starts.clone();
        assert!(other.to_string().contains("# start with --init '1|0*3,2*0+;0|1*2+'"));
        assert_eq!(parse_initial("1|0*3,2*0+;0|1*2+", &system).unwrap(), starts);
    }

    #[test]
    fn mistakes_are_located() {
        assert_eq!(error("").0, Code::Syntax);
        assert_eq!(error("2 2\n0 0 -> 0").2, 12..12);
        assert_eq!(error("2 2\n0 0 -> 0 7").0, Code::OutOfRange);
        assert_eq!(error("2 2\n0 0 => 0 1").1, "expected `->` or `+>`, found `=`");
        assert_eq!(error("2 99999999999999999999").0, Code::TooLarge);
        assert_eq!(error("0 2\n").0, Code::OutOfRange);
        assert_eq!(error("2 2\n0 0 -> 0 1 : 1 ~> 0, 1 ~> 1").0, Code::Duplicate);
        let system = parse_system("2 2\n").unwrap();
        for half in ["0|1,", "0|1,\n1|0", "0|1,;1|0"] {
            assert_eq!(parse_targets(half, &system).unwrap_err().code, Code::Syntax, "{half}");
            assert_eq!(parse_initial(half, &system).unwrap_err().code, Code::Syntax, "{half}");
        }
        assert_eq!(error("2 2\n0 0 -> 0 1 1").1, "expected the end of the line, found `1`");
    }
}
