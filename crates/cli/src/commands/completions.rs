//! `completions` and `man`: what shells and `man` are told about the command line, from its one definition.

use crate::args::Command;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use umpteen::failure::Failure;
use umpteen_frontends::Code;

/// The completions for a shell.
pub fn completions(shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Command::command(), "umpteen", &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The manual page of the program, or of one of its commands.
pub fn man(name: Option<&str>) -> Result<String, Failure> {
    let mut command = Command::command();
    // Commands learn that they belong to `umpteen`.
    command.build();
    let command = match name {
        None => command,
        Some(name) => command.find_subcommand(name).cloned().ok_or_else(|| {
            let message = format!("there is no command `{name}`: `umpteen --help` lists them");
            Failure::Plain(Code::Usage, message)
        })?,
    };
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
