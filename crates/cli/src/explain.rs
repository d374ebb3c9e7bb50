//! `engines` and `explain`.

use crate::args::EngineName;
use crate::failure::Failure;
use clap::ValueEnum;
use umpteen_frontends::Code;

/// The engines, a line each.
pub fn engines() -> String {
    let line = |engine: &EngineName| {
        let value = engine.to_possible_value()?;
        Some(format!("{:<11} {}\n", value.get_name(), value.get_help()?))
    };
    EngineName::value_variants().iter().filter_map(line).collect()
}

/// The kinds of failure of C programs, which are no errors of the input.
const FAILURES: [(&str, &str); 3] = [
    ("assert", "An assertion can be false, or an error function can be called. The run below shows how."),
    (
        "access",
        "A pointer or index can lead nowhere: a null pointer is followed, an index is out of range, an object of the heap \
         is used after it was freed, or freed twice. The run below shows how. With --property reach-error or race this is \
         assumed not to happen.",
    ),
    (
        "race",
        "Two threads can be about to access the same variable, one of them to write it, and not both atomically. The run \
         below ends there: one thread is about to access it, the other one does.",
    ),
];

/// What an error code means; without one, all codes.
pub fn explain(code: Option<&str>) -> Result<String, Failure> {
    let Some(word) = code else {
        let failures = FAILURES.iter().map(|(word, _)| format!("{word}\n"));
        return Ok(Code::ALL.iter().map(|code| format!("{code}\n")).chain(failures).collect());
    };
    if let Some((word, explanation)) = FAILURES.iter().find(|(failure, _)| *failure == word) {
        return Ok(format!("error[{word}]: {explanation}\n"));
    }
    match Code::ALL.iter().find(|code| code.word() == word) {
        Some(code) => Ok(format!("error[{code}]: {}\n", code.explanation())),
        None => {
            let message = format!("there is no error code `{word}`; `umpteen explain` lists them");
            Err(Failure::Plain(Code::Usage, message))
        }
    }
}
