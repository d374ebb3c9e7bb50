//! Reads a C program: its files preprocessed and linked, parsed, lowered, and its steps merged.

use crate::failure::{Failure, usage};
use crate::question::{DataModelName, GranularityName, Meaning, MeaningOfC, UnknownFunctionsName};
use crate::read::preprocess::preprocess;
use crate::read::source_text;
use crate::read::stubs::{may_fail, stubs, with_stubs};
use crate::read::units::Units;
use crate::read::{FileHash, hash, read_bytes, read_text};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use umpteen_frontends::c::library::{self, Needed};
use umpteen_frontends::c::{
    DataModel, Granularity, LineMap, Options, Property, UnknownFunctions, read as read_c, resolved as resolved_c,
};
use umpteen_frontends::{Error, LARGEST_FILE, decode};
use umpteen_model::c::program::{Position, Program};
use umpteen_reduce::reduce;

/// Reads source files that are linked as one program; hashes of them and of their preprocessed texts go to `files`.
pub fn read(paths: &[PathBuf], meaning: &Meaning, files: &mut Vec<FileHash>) -> Result<Program, Failure> {
    Ok(reduce(&read_unmerged(paths, meaning, files)?))
}

/// The same, with no steps merged.
pub fn read_unmerged(paths: &[PathBuf], meaning: &Meaning, files: &mut Vec<FileHash>) -> Result<Program, Failure> {
    if meaning.target.is_some() || meaning.init.is_some() {
        return usage("--target and --init are for systems");
    }
    let property = property(meaning)?;
    let Linked { units, library, .. } = link(paths, &meaning.c, files)?;
    let options = Options {
        library,
        granularity: match meaning.c.granularity {
            Some(GranularityName::Statement) => Granularity::Statement,
            _ => Granularity::Access,
        },
        data_model: data_model(meaning),
        spawn: meaning.c.spawn.clone(),
        units: units.starts(),
        property,
        stubs: stubs(&with_stubs(paths, &meaning.c), &meaning.c)?,
        may_fail: may_fail(&meaning.c)?,
        unknown_functions: match meaning.c.unknown_functions {
            Some(UnknownFunctionsName::Any) => UnknownFunctions::Any,
            Some(UnknownFunctionsName::Refuse) => UnknownFunctions::Refuse,
            Some(UnknownFunctionsName::Frame) | None => UnknownFunctions::Frame,
        },
    };
    let mut program = read_c(&units.text, &options).map_err(|error| located(&units, error))?;
    for file in &mut program.files {
        *file = units.name(file);
    }
    program.assumes.push(match options.granularity {
        Granularity::Access => "each access to shared memory is one step".to_string(),
        Granularity::Statement => "each statement is one step (--granularity statement)".to_string(),
    });
    if options.data_model == DataModel::Ilp32 {
        program.assumes.push("long has 32 bits (--data-model ilp32)".to_string());
    }
    correct_texts(&mut program);
    Ok(program)
}

/// The files of a program and what it needs of the library, preprocessed and put one after the other.
struct Linked {
    units: Units,
    /// Where the library begins, if anything of it is needed.
    library: Option<usize>,
    needed: Vec<Needed>,
}

fn link(paths: &[PathBuf], meaning: &MeaningOfC, files: &mut Vec<FileHash>) -> Result<Linked, Failure> {
    let mut units = Units::default();
    for path in &with_stubs(paths, meaning) {
        let text = read_text(path, files)?;
        let is_preprocessed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("i"));
        if is_preprocessed {
            units.add(path, &text, true)?;
            continue;
        }
        let preprocessed = preprocess(path, meaning)?;
        let text = decode(&preprocessed).map_err(|error| {
            let name = format!("{} (preprocessed)", path.display());
            Failure::At(error, name, String::from_utf8_lossy(&preprocessed).into_owned())
        })?;
        // Line markers name folders, which do not matter.
        let lines = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
        files.push(FileHash { name: "preprocessed text".to_string(), sha256: hash(lines.as_bytes()) });
        units.add(path, text, false)?;
    }
    let start = units.text.len();
    let needed = library::needed(&units.text);
    for header in &needed {
        units.add(Path::new(header.name), &header.text, true)?;
    }
    Ok(Linked { units, library: (!needed.is_empty()).then_some(start), needed })
}

/// The program as C again, with its names, types and conversions resolved; what it uses of the library is left to the library.
pub fn resolved(paths: &[PathBuf], meaning: &Meaning) -> Result<String, Failure> {
    let Linked { units, library, .. } = link(paths, &meaning.c, &mut Vec::new())?;
    let text = &units.text[..library.unwrap_or(units.text.len())];
    let starts = units.starts().into_iter().filter(|start| *start < text.len()).collect();
    let options = Options { data_model: data_model(meaning), units: starts, ..Options::default() };
    resolved_c(text, &options).map_err(|error| located(&units, error))
}

/// What a program needs of the library.
pub fn library(paths: &[PathBuf], meaning: &MeaningOfC) -> Result<Vec<Needed>, Failure> {
    Ok(link(paths, meaning, &mut Vec::new())?.needed)
}

/// The sizes of the integer types.
pub fn data_model(meaning: &Meaning) -> DataModel {
    match meaning.c.data_model {
        Some(DataModelName::Ilp32) => DataModel::Ilp32,
        Some(DataModelName::Lp64) | None => DataModel::Lp64,
    }
}

/// The property of a C program.
fn property(meaning: &Meaning) -> Result<Property, Failure> {
    match meaning.property.as_deref() {
        None | Some("assert") => Ok(Property::Assertions),
        Some("reach-error") => Ok(Property::ErrorCalls),
        Some("race") => Ok(Property::Races),
        Some("no-data-race") => Ok(Property::RacesAlone),
        Some("deadlock") => Ok(Property::Deadlocks),
        Some(_) => usage("the property of a C program is assert, reach-error, race, no-data-race or deadlock"),
    }
}

/// Corrects what gcc's preprocessing changes in the eyes of the user. After a macro, it puts what follows one column too far to
/// the left: onto a blank. Statements are shown as they are in the files, not expanded.
fn correct_texts(program: &mut Program) {
    let texts: Vec<String> = program.files.iter().map(|file| source(file).unwrap_or_default()).collect();
    let lines: Vec<Vec<&str>> = texts.iter().map(|text| text.lines().collect()).collect();
    let correct = |position: &mut Position| {
        let file = lines.get(position.file as usize);
        let line = file.and_then(|lines| lines.get((position.line as usize).checked_sub(1)?)).unwrap_or(&"");
        if line.chars().nth((position.column as usize).saturating_sub(1)).is_some_and(char::is_whitespace) {
            position.column += 1;
        }
    };
    let called = std::mem::take(&mut program.unknown_calls).into_iter().map(|mut call| {
        correct(&mut call.position);
        call
    });
    program.unknown_calls = called.collect();
    let marked = std::mem::take(&mut program.approximations).into_iter().map(|(mut position, name)| {
        correct(&mut position);
        (position, name)
    });
    program.approximations = marked.collect();
    program.assertions.iter_mut().for_each(|assertion| correct(&mut assertion.position));
    let edges = program.locations.iter_mut().flat_map(|location| &mut location.edges);
    edges.flat_map(|edge| &mut edge.statements).for_each(|statement| correct(&mut statement.position));
    source_text::restore(program, &lines);
}

/// The text of a file that a line marker names, which may be anything: only ordinary files of ordinary size are read.
fn source(file: &str) -> Option<String> {
    String::from_utf8(read_bytes(Path::new(file), LARGEST_FILE).ok()?).ok()
}

/// Errors in the files that the user wrote, where the lines can be found there.
fn located(units: &Units, error: Error) -> Failure {
    let map = LineMap::new(&units.text);
    let mut sources = BTreeMap::new();
    let first = Error { more: Vec::new(), ..error.clone() };
    if error.more.is_empty() {
        return located_one(units, &map, &mut sources, first);
    }
    let (mut all, mut texts) = (Vec::new(), Vec::<(String, String)>::new());
    for error in std::iter::once(&first).chain(&error.more) {
        let Failure::At(error, name, text) = located_one(units, &map, &mut sources, error.clone()) else { continue };
        let known = texts.iter().position(|(other, _)| *other == name);
        all.push((error, known.unwrap_or(texts.len())));
        if known.is_none() {
            texts.push((name, text));
        }
    }
    Failure::Several(all, texts)
}

/// One error; `sources` are the files by name that have been read.
fn located_one(units: &Units, map: &LineMap, sources: &mut BTreeMap<String, Option<String>>, error: Error) -> Failure {
    let (file, line, column) = map.locate(error.span.start);
    let name = units.name(file);
    let start = units.text[..error.span.start.min(units.text.len())].rfind('\n').map_or(0, |at| at + 1);
    let seen = units.text[start..].lines().next().unwrap_or("");
    let found = sources.entry(name.clone()).or_insert_with(|| source(&name));
    let Some(text) = found else { return units.in_preprocessed(error) };
    let offset: usize = text.split_inclusive('\n').take((line as usize).saturating_sub(1)).map(str::len).sum();
    let written = text[offset..].lines().next().unwrap_or("");
    let span = if written == seen {
        let at = offset
            + written.char_indices().nth((column as usize).saturating_sub(1)).map_or(written.len(), |(at, _)| at);
        at..at + error.span.len()
    } else {
        // A macro was expanded: the whole line is meant.
        let indent = written.len() - written.trim_start().len();
        offset + indent..offset + written.trim_end().len()
    };
    Failure::At(Error { span, ..error }, name, text.clone())
}
