//! Whether a process ended as its trace does.

use umpteen::external::Ended;
use umpteen_model::c::program::{Assertion, Claim};

/// The error says what happened instead. `reported` is what the runtime says, line by line.
pub fn judge(failed: &Assertion, ended: &Ended, reported: &str) -> Result<(), String> {
    let (signal, says) = (ended.signal(), |word: &str| reported.lines().any(|line| line.starts_with(word)));
    let aborted = signal == Some(6);
    let reproduced = match failed.claim {
        Claim::Holds => aborted && (reported.lines().any(|line| asserts(failed, line)) || says("FAILURE ")),
        Claim::NotCalled => aborted && says("FAILURE "),
        Claim::Valid => matches!(signal, Some(4 | 6 | 7 | 11)) && says("INVALID "),
        Claim::NoRace => aborted && says("RACE"),
        // The process hangs, or goes on; the runtime does not tell yet.
        Claim::NoDeadlock | Claim::LockUse | Claim::Limit => false,
    };
    if reproduced {
        return Ok(());
    }
    Err(match reported.lines().next_back() {
        Some(told) => format!("the compiled program left the trace: {}", told.trim_start_matches("STUCK ")),
        None => format!("the compiled program {}", ended.how()),
    })
}

/// Whether a report is that this assertion fails: by its line, or by its text where a macro takes several lines.
fn asserts(failed: &Assertion, reported: &str) -> bool {
    let Some((line, text)) = reported.strip_prefix("ASSERTION ").and_then(|told| told.split_once(' ')) else {
        return false;
    };
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    line == failed.position.line.to_string() || squeezed(text) == squeezed(&failed.text)
}
