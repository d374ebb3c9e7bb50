//! `umpteen.toml`: defaults for the options of `check`, from the working directory or the nearest folder above it.
//!
//! Every key is an option by its long name, and its value is tried as the command line would be. What is given on the command
//! line wins. A file that is found, and not named, makes nobody write files: `write` is no key.

use crate::args::Command;
use crate::exit::quoted;
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use umpteen::failure::Failure;
use umpteen::read::read_text;
use umpteen::read::stubs::stub_file;
use umpteen::report::Defaults;
use umpteen_frontends::{Code, Error};

/// The file's name.
const NAME: &str = "umpteen.toml";

/// Options that are no defaults: what is checked, what is written, and those that are about this one run.
const EXCLUDED: [&str; 5] = ["files", "write", "no_defaults", "worker", "help"];

/// Options whose values are paths, which are taken from the folder of the file.
const PATHS: [&str; 2] = ["property_file", "include"];

/// The option whose values may end in one.
const STUB: &str = "stub";

/// The command line, with the defaults that were put to it.
pub fn command_line() -> Result<(Command, Option<Defaults>), Failure> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let matches = Command::command().get_matches_from(&words);
    let Some(("check", given)) = matches.subcommand() else { return Ok((command(&matches)?, None)) };
    let Some(folder) = folder().filter(|_| !given.get_flag("no_defaults")) else {
        return Ok((command(&matches)?, None));
    };
    let path = folder.join(NAME);
    let file = path.display().to_string();
    let text = read_text(&path, &mut Vec::new())?;
    let options = options(&text, &folder, given).map_err(|error| Failure::At(error, file.clone(), text))?;
    if options.is_empty() {
        return Ok((command(&matches)?, None));
    }
    // After `umpteen check`, and before a `--` that would make files of them.
    words.splice(2..2, options.iter().map(OsString::from));
    let merged = Command::command().try_get_matches_from(&words);
    let merged = merged
        .map_err(|error| Failure::Plain(Code::Usage, format!("{file}, with the command line: {}", told(&error))))?;
    let options = options.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    Ok((command(&merged)?, Some(Defaults { file, options })))
}

fn command(matches: &ArgMatches) -> Result<Command, Failure> {
    Command::from_arg_matches(matches).map_err(|error| Failure::Plain(Code::Usage, told(&error)))
}

/// The nearest folder that holds the file, seen from the working directory.
fn folder() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut seen = PathBuf::new();
    for folder in here.ancestors() {
        if folder.join(NAME).is_file() {
            return Some(seen);
        }
        seen.push("..");
    }
    None
}

/// The options of a file that the command line does not give, nor excludes by another one.
pub fn options(text: &str, folder: &Path, given: &ArgMatches) -> Result<Vec<String>, Error> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        Error::new(Code::Syntax, error.message().replace('\n', "; "), span)
    })?;
    let command = Command::command();
    let Some(check) = command.find_subcommand("check") else { return Ok(Vec::new()) };
    let is_given = |option: &Arg| given.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut found: Vec<(usize, Vec<String>)> = Vec::new();
    for (key, value) in table.get_ref() {
        let id = key.get_ref().replace('-', "_");
        let named = |option: &&Arg| option.get_id() == id.as_str() && !EXCLUDED.contains(&id.as_str());
        let Some(option) = check.get_arguments().find(named).filter(|_| !key.get_ref().contains('_')) else {
            let message = format!("`{}` is not an option of `umpteen check` that has a default", key.get_ref());
            return Err(Error::new(Code::UnknownName, message, key.span()));
        };
        let words = words(option, value, folder)?;
        for word in &words {
            let alone = Command::command().try_get_matches_from(["umpteen", "check", "FILE", word]);
            alone.map_err(|error| Error::new(Code::Usage, told(&error), value.span()))?;
        }
        let excluded = check.get_arg_conflicts_with(option).into_iter().any(is_given)
            || check
                .get_arguments()
                .any(|other| is_given(other) && check.get_arg_conflicts_with(other).contains(&option));
        if !is_given(option) && !excluded {
            found.push((key.span().start, words));
        }
    }
    // As they are written, not by the alphabet.
    found.sort();
    Ok(found.into_iter().flat_map(|(_, words)| words).collect())
}

/// An option and its value as words of the command line.
fn words(option: &Arg, value: &Spanned<DeValue>, folder: &Path) -> Result<Vec<String>, Error> {
    let error = |message: &str| Error::new(Code::Usage, message, value.span());
    let id = option.get_id().as_str();
    let word = |text: String| {
        let below = |path: &str| match folder.as_os_str().is_empty() {
            true => path.to_string(),
            false => folder.join(path).display().to_string(),
        };
        let text = match text.split_once('=') {
            _ if PATHS.contains(&id) => below(&text),
            Some((name, file)) if id == STUB && stub_file(&text).is_some() => format!("{name}={}", below(file)),
            _ => text,
        };
        match (option.get_long(), option.get_short()) {
            (Some(long), _) => format!("--{long}={text}"),
            (None, Some(short)) => format!("-{short}{text}"),
            (None, None) => text,
        }
    };
    let scalar = |value: &DeValue| match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_string()),
        DeValue::Float(number) => Some(number.as_str().to_string()),
        _ => None,
    };
    match (option.get_action(), value.get_ref()) {
        (ArgAction::SetTrue, DeValue::Boolean(false)) => Ok(Vec::new()),
        (ArgAction::SetTrue, DeValue::Boolean(true)) => Ok(vec![format!("--{}", option.get_long().unwrap_or(id))]),
        (ArgAction::SetTrue, _) => Err(error("expected `true` or `false`")),
        (ArgAction::Append, DeValue::Array(items)) => {
            let item = |item: &Spanned<DeValue>| scalar(item.get_ref()).map(word);
            items.iter().map(item).collect::<Option<_>>().ok_or_else(|| error("expected texts in the list"))
        }
        (ArgAction::Append, _) => Err(error("expected a list of texts: `[\"one\", \"two\"]`")),
        (_, value) => Ok(vec![word(scalar(value).ok_or_else(|| error("expected a text or a number"))?)]),
    }
}

/// A complaint of the command line in one sentence.
fn told(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) if !values.is_empty() => format!("{first}; expected {}", values.join(", ")),
        _ => first,
    }
}
