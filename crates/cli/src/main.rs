//! `umpteen`: verifies concurrent systems with any number of threads.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(umpteen_cli::run())
}
