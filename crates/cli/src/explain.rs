//! `engines` and `explain`.

use crate::args::EngineName;
use crate::failure::Failure;
use clap::ValueEnum;
use umpteen_frontends::Code;

/// The engines, a line each.
pub fn engines() -> String {
    let line = |engine: &EngineName| {
        let value = engine.to_possible_value()?;
        Some(format!("{:<10} {}\n", value.get_name(), value.get_help()?))
    };
    EngineName::value_variants().iter().filter_map(line).collect()
}

/// What an error code means; without one, all codes.
pub fn explain(code: Option<&str>) -> Result<String, Failure> {
    let Some(word) = code else {
        return Ok(Code::ALL.iter().map(|code| format!("{code}\n")).collect());
    };
    match Code::ALL.iter().find(|code| code.word() == word) {
        Some(code) => Ok(format!("error[{code}]: {}\n", code.explanation())),
        None => {
            let message = format!("there is no error code `{word}`; `umpteen explain` lists them");
            Err(Failure::Plain(Code::Usage, message))
        }
    }
}
