//! Values of options: formats, numbers in a range, files to write.

use clap::ValueEnum;
use std::path::PathBuf;
use umpteen::settings::{AlsoName, Threads};

pub(super) fn parse_threads(text: &str) -> Result<Threads, String> {
    match text {
        "any" => Ok(Threads::Any),
        _ => text.parse().map(Threads::AtMost).map_err(|_| "expected `any` or a number".into()),
    }
}

/// The properties that are asked beside the usual one.
#[derive(Clone, Debug)]
pub struct Also(pub Vec<AlsoName>);

pub(super) fn parse_also(text: &str) -> Result<Also, String> {
    let name = |word: &str| AlsoName::from_str(word.trim(), true);
    let names: Result<Vec<AlsoName>, String> = match text {
        "none" => Ok(Vec::new()),
        _ => text.split(',').map(name).collect(),
    };
    names.map(Also).map_err(|_| "expected `none`, or some of `deadlock` and `race` with commas between them".into())
}

pub(super) fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("expected a number of seconds above 0, at most 1000000000".into()),
    }
}

/// The output formats of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// SARIF 2.1.0, for editors and code scanning
    Sarif,
    /// One line as in SV-COMP: true, false(PROPERTY) or unknown
    Svcomp,
    /// Annotations for the log of a GitHub workflow
    Github,
}

/// The output formats of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// A file to write.
#[derive(Clone, Debug)]
pub struct Write {
    /// The kind of file.
    pub kind: WriteKind,
    /// Where.
    pub path: PathBuf,
}

/// The kinds of files that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// The report.
    Json,
    /// The report as a page to look at.
    Html,
    /// The proof, if SAFE.
    Certificate,
    /// The run, if UNSAFE.
    Trace,
    /// The Boolean program of each round, for C.
    Bp,
    /// SARIF 2.1.0.
    Sarif,
    /// XML as JUnit has it.
    Junit,
    /// A witness as SV-COMP has it, for C.
    Witness,
}

pub(super) fn parse_write(text: &str) -> Result<Write, String> {
    let (kind, path) = text.split_once('=').ok_or("expected KIND=PATH")?;
    let kind = match kind {
        "json" => WriteKind::Json,
        "html" => WriteKind::Html,
        "certificate" => WriteKind::Certificate,
        "trace" => WriteKind::Trace,
        "bp" => WriteKind::Bp,
        "sarif" => WriteKind::Sarif,
        "junit" => WriteKind::Junit,
        "witness" => WriteKind::Witness,
        _ => return Err("the kinds are json, html, certificate, trace, bp, sarif, junit and witness".into()),
    };
    if path.is_empty() {
        return Err("the path is empty".into());
    }
    Ok(Write { kind, path: path.into() })
}
