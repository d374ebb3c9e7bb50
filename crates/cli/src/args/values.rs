//! What options take: names with a meaning, numbers in a range, files to write.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The granularities by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GranularityName {
    /// Every read or write of a shared variable is one step
    Access,
    /// Every statement is one step
    Statement,
}

/// The data models by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataModelName {
    /// 64-bit long
    Lp64,
    /// 32-bit long
    Ilp32,
}

/// How many threads there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Any number.
    Any,
    /// At most this many.
    AtMost(u32),
}

pub(super) fn parse_threads(text: &str) -> Result<Threads, String> {
    match text {
        "any" => Ok(Threads::Any),
        _ => text.parse().map(Threads::AtMost).map_err(|_| "expected `any` or a number".into()),
    }
}

pub(super) fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("expected a number of seconds above 0, at most 1000000000".into()),
    }
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Backward, forward and directed search together, or exploration when --threads gives a bound; for C, exploration of few
    /// threads, then abstraction
    Auto,
    /// Backward search over upward-closed sets, for any number of threads
    Backward,
    /// Forward search with omega-configurations, for any number of threads; no broadcasts, signals or transfers
    #[value(name = "karp_miller", alias = "karp-miller")]
    KarpMiller,
    /// Backward search and karp_miller in turns, each using what the other has found
    Both,
    /// Forward search directed to the target: finds runs, proves nothing; no broadcasts, signals or transfers
    Directed,
    /// Path by path through loops that are summarised by inequalities; no broadcasts, signals or transfers
    Pathwise,
    /// Induction over epochs, for pushdown systems: every thread runs once in an epoch, for as long as it likes
    #[value(name = "k-induction")]
    KInduction,
    /// The same for at most --contexts K epochs: mainly to find failures
    #[value(name = "context-bounded")]
    ContextBounded,
    /// Exploration of all states, for at most --threads N
    Explore,
    /// Abstraction refinement only, for C: backward search of its abstractions, or exploration with --threads N
    Abstraction,
}

/// The search orders by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderName {
    /// Fewest threads first
    Smallest,
    /// Oldest first
    Breadth,
    /// Newest first
    Depth,
}

/// The constructions by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ConstructionName {
    /// Nothing is deleted, accelerations are remembered: complete
    Minimal,
    /// Fig. 1 of the Beacon report: subtrees are deleted, which may lose something; then the answer is UNKNOWN
    Beacon,
}

/// The envelopes by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EnvelopeName {
    /// The stacks that a thread can have if every branch is taken
    Stacks,
    /// The stacks together with the shared states, as far as each thread by itself tells
    Data,
}

/// The oracles by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OracleName {
    /// Prune nothing
    Off,
    /// Local values that one thread reaches by itself (Boolean programs)
    SingleThread,
    /// Reachable (shared, local) pairs, weights that the file suggests, and in long searches weights from the state inequation
    ThreadModular,
    /// The same, with the state inequation asked about every state
    StateInequation,
}

/// The kinds of expansion by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExpansionName {
    /// All of them
    All,
    /// Those that may change the shared state
    SharedChanging,
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
    /// What.
    pub kind: WriteKind,
    /// Where.
    pub path: PathBuf,
}

/// What can be written to a file.
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
