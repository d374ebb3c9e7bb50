//! Refused constructs, and how a statement is shown in one line.

use crate::error::{Code, Error};
use std::ops::Range;
use umpteen_model::boolean::program::{MOST_CHOICES, MOST_VARIABLES, Update};
use umpteen_model::boolean::syntax::{Declaration, Expression, Function, Name, Place};

pub(super) fn initial_value(declaration: &Declaration) -> Result<Option<bool>, Error> {
    match &declaration.initial {
        None | Some(Expression::Choice) => Ok(None),
        Some(Expression::Constant(value)) => Ok(Some(*value)),
        Some(_) => {
            let message = format!("the initial value of `{}` must be 0, 1 or *", declaration.name.text);
            Err(Error::new(Code::Unsupported, message, declaration.name.span.clone()))
        }
    }
}

/// A statement in one short line: of a block its head, and not more than fits a column.
pub(super) fn one_line(text: &str) -> String {
    const LONGEST: usize = 60;
    let head = match text.split_whitespace().next() {
        Some(word) if word.starts_with("if") => until_word(text, "then"),
        Some(word) if word.starts_with("while") => until_word(text, "do"),
        Some(word) if word.starts_with("atomic") && text.contains('{') => "atomic",
        _ => text,
    };
    let words = head.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &words[..at]),
        None => words,
    }
}

/// The text before the word `end`, which no longer word contains.
pub(super) fn until_word<'a>(text: &'a str, end: &str) -> &'a str {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let alone = |at: &usize| !inside(text[..*at].chars().last()) && !inside(text[at + end.len()..].chars().next());
    let found = text.match_indices(end).map(|(at, _)| at).find(alone);
    found.map_or(text, |at| &text[..at])
}

pub(super) fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

pub(super) fn duplicate(what: &str, name: &Name) -> Error {
    Error::new(Code::Duplicate, format!("the {what} `{}` is given twice", name.text), name.span.clone())
}

/// Refuses a statement that gives too many variables either value.
pub(super) fn few_choices(update: &Update, span: &Range<usize>) -> Result<(), Error> {
    if update.choices() > MOST_CHOICES {
        let message = format!("more than {MOST_CHOICES} variables are given either value at once");
        return Err(Error::new(Code::TooLarge, message, span.clone()));
    }
    Ok(())
}

/// Refuses declarations that leave too many variables open.
pub(super) fn few_open(declarations: &[Declaration]) -> Result<(), Error> {
    let open = |declaration: &&Declaration| matches!(initial_value(declaration), Ok(None));
    match declarations.iter().filter(open).nth(MOST_CHOICES) {
        Some(declaration) => {
            let message = format!("more than {MOST_CHOICES} variables start with either value");
            Err(Error::new(Code::TooLarge, message, declaration.name.span.clone()))
        }
        None => Ok(()),
    }
}

/// Refuses functions with too many results, which have either value where nothing is returned, and too many variables of
/// `main` that have either value at the start: its parameters, and what its declarations leave open. Other functions are
/// given arguments, which are counted where they are given.
pub(super) fn few_values(function: &Function) -> Result<(), Error> {
    let open = |declaration: &&Declaration| matches!(initial_value(declaration), Ok(None));
    let first = match function.name.text == "main" {
        true => function.parameters.len() + function.locals.iter().filter(open).count(),
        false => 0,
    };
    let what = match (first > MOST_CHOICES, function.results > MOST_CHOICES) {
        (true, _) => "variables start with either value",
        (false, true) => "results",
        (false, false) => return Ok(()),
    };
    Err(Error::new(Code::TooLarge, format!("more than {MOST_CHOICES} {what}"), function.name.span.clone()))
}

/// Refuses a variable that occurs twice on the left-hand side.
pub(super) fn distinct(places: &[Place]) -> Result<(), Error> {
    let mut seen: Vec<(&str, bool)> = Vec::new();
    for place in places {
        if let Place::Variable(name, passive) = place {
            if seen.contains(&(&name.text, *passive)) {
                return Err(duplicate("variable on the left-hand side", name));
            }
            seen.push((&name.text, *passive));
        }
    }
    Ok(())
}

/// Each call site has its own copy of a variable, so "that of the other threads" would mean several.
pub(super) fn passive_in_call(name: &Name) -> Error {
    let message =
        format!("`{}` of other threads, inside a function that is called: start it as a thread instead", name.text);
    Error::new(Code::Unsupported, message, name.span.clone())
}

pub(super) fn unknown_variable(name: &Name) -> Error {
    Error::new(Code::UnknownName, format!("there is no variable `{}` here", name.text), name.span.clone())
}

pub(super) fn too_many_variables(name: &Name) -> Error {
    let message = format!("more than {MOST_VARIABLES} shared or local variables, those of inlined calls included");
    Error::new(Code::TooLarge, message, name.span.clone())
}
