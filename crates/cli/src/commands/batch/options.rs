//! The options of `batch`: its own, and those of `check`, which are passed on to every task.

use crate::args::{Check, Output};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, parser::ValueSource};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Options of `batch`.
#[derive(Debug)]
pub struct Batch {
    /// Its own.
    pub own: Own,
    /// The options of `check`, as words.
    pub passed_on: Vec<String>,
}

/// The options that `check` does not have.
#[derive(Args, Debug)]
pub struct Own {
    /// What to check: a folder, with everything in it that `check` takes, or a list, a text file with a line for each task:
    /// what would follow `umpteen check`
    #[arg(value_name = "FOLDER|LIST", required_unless_present = "merge", conflicts_with = "merge")]
    pub source: Option<PathBuf>,
    /// The folder for the results; the same command continues there after it was stopped or killed
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
    /// How many tasks run at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub jobs: u16,
    /// Only every n-th task, starting with the i-th: for several machines
    #[arg(long, value_name = "i/n", value_parser = parse_shard)]
    pub shard: Option<Shard>,
    /// Put the results of these folders together instead
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    pub merge: Vec<PathBuf>,
    /// Keep the certificate or the trace of each task, for `recheck` and `replay`
    #[arg(long)]
    pub evidence: bool,
    /// Print the summary only
    #[arg(short, long)]
    pub quiet: bool,
}

/// One part of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, counted from one.
    pub part: usize,
    /// How many there are.
    pub of: usize,
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { part, of }),
        _ => Err("expected i/n with i from 1 to n, as in 2/4".into()),
    }
}

/// Options of `check` that a batch does not pass on: it has files and `jobs` of its own, and no defaults.
const NOT_PASSED_ON: [&str; 4] = ["files", "worker", "jobs", "no_defaults"];

/// The options of `check` that make sense for many tasks: all but these and what is shown.
fn options_of_check() -> impl Iterator<Item = Arg> {
    let ids = |command: &Command| command.get_arguments().map(|arg| arg.get_id().clone()).collect::<Vec<_>>();
    let shown = ids(&Output::augment_args(Command::new("output")));
    let all: Vec<Arg> = Check::augment_args(Command::new("check")).get_arguments().cloned().collect();
    all.into_iter().filter(move |arg| {
        let id = arg.get_id();
        !NOT_PASSED_ON.contains(&id.as_str()) && !shown.contains(id)
    })
}

impl Args for Batch {
    fn augment_args(command: Command) -> Command {
        let passed_on = |arg: Arg| match arg.get_help_heading() {
            None => arg.help_heading("Options of check, for every task"),
            Some(_) => arg,
        };
        Own::augment_args(command).args(options_of_check().map(passed_on))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Batch::augment_args(command)
    }
}

impl FromArgMatches for Batch {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Batch, clap::Error> {
        let mut passed_on = Vec::new();
        for arg in options_of_check() {
            let id = arg.get_id().as_str();
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let name = match (arg.get_long(), arg.get_short()) {
                (Some(long), _) => format!("--{long}"),
                (None, Some(short)) => format!("-{short}"),
                (None, None) => continue,
            };
            if !arg.get_action().takes_values() {
                passed_on.push(name);
                continue;
            }
            for value in matches.get_raw(id).into_iter().flatten() {
                let value = value.to_str().ok_or_else(|| {
                    clap::Error::raw(clap::error::ErrorKind::InvalidUtf8, format!("{name}: the value is not UTF-8\n"))
                })?;
                passed_on.extend([name.clone(), value.to_string()]);
            }
        }
        Ok(Batch { own: Own::from_arg_matches(matches)?, passed_on })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Batch::from_arg_matches(matches)?;
        Ok(())
    }
}
