//! Whether a process ended as its trace does.

use crate::external::Ended;
use umpteen_model::c::program::{Assertion, Claim};

/// The error says what happened instead.
pub fn judge(failed: &Assertion, ended: &Ended) -> Result<(), String> {
    let (signal, words) = (ended.signal(), |word: &str| ended.errors.lines().any(|line| line.starts_with(word)));
    let aborted = signal == Some(6);
    let reproduced = match failed.claim {
        Claim::Holds => aborted && (asserts(failed, &ended.errors) || words("umpteen: FAILURE")),
        Claim::NotCalled => aborted && words("umpteen: FAILURE"),
        Claim::Valid => matches!(signal, Some(4 | 6 | 7 | 11)) && words("umpteen: INVALID"),
        Claim::NoRace => aborted && words("umpteen: RACE"),
        Claim::Limit => false,
    };
    if reproduced {
        return Ok(());
    }
    let told = ended.errors.lines().filter_map(|line| line.strip_prefix("umpteen: ")).next_back();
    Err(match told {
        Some(told) => format!("the compiled program left the trace: {}", told.trim_start_matches("STUCK ")),
        None => format!("the compiled program {}", ended.how()),
    })
}

/// Whether the message of `assert` is about this assertion: by its line, or by its text where a macro takes several lines.
fn asserts(failed: &Assertion, errors: &str) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let line = format!(":{}: ", failed.position.line);
    let about = |message: &&str| message.contains(&line) || squeezed(message).contains(&squeezed(&failed.text));
    errors.lines().filter(|message| message.contains("Assertion `")).any(|message| about(&message))
}
