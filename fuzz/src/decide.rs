//! The whole command on small inputs: read, decided in little time, judged, and reported in every format.

use crate::parsers::{PROLOGUE, scratch, shown};
use clap::Parser;
use std::sync::LazyLock;
use std::time::Duration;
use umpteen::Budget;
use umpteen_cli::args::{Action, Check, Command};
use umpteen_cli::render::{github, html, junit, sarif, svcomp, text, witness};

/// The options of one engine; the file is always the same one.
fn options(extension: &str, engine: &str) -> Check {
    let path = scratch(extension);
    let mut words = vec!["umpteen", "check", "--jobs", "1", "--engine", engine];
    words.push(path.to_str().expect("the scratch folder has a name"));
    if extension == "tts" {
        words.extend(["--target", "0|1"]);
    }
    match Command::try_parse_from(words).expect("these are options").action {
        Action::Check(options) => options,
        _ => unreachable!("this is what was asked for"),
    }
}

/// Checks an input, by an engine that its length chooses.
fn decide(extension: &str, data: &[u8], engines: &[Check]) {
    std::fs::write(scratch(extension), data).expect("the scratch folder can be written to");
    let options = &engines[data.len() % engines.len()];
    let budget = Budget::new(Some(Duration::from_millis(100)), Some(1000 << 20));
    match umpteen::check(&options.files, &options.meaning.plain(), &options.settings(), &budget) {
        Err(failure) => shown(&failure),
        Ok(checked) => {
            let report = &checked.report;
            let texts = [
                text::render(report, &options.output),
                svcomp::line(report),
                github::annotation(report, &options.output),
                sarif::log(report),
                junit::suite(report, &options.output),
                witness::witness(report, checked.evidence.as_ref()).unwrap_or_default(),
            ];
            assert!(texts.iter().all(|text| text.len() < 10_000_000), "a report is too long");
            if let Err(failure) = html::render(report) {
                shown(&failure);
            }
        }
    }
}

/// The options of each engine for a format.
macro_rules! engines {
    ($extension:expr, $($engine:expr),+) => {{
        static ENGINES: LazyLock<Vec<Check>> = LazyLock::new(|| vec![$(options($extension, $engine)),+]);
        &ENGINES
    }};
}

/// Thread systems; the target is always the same.
pub fn tts(data: &[u8]) {
    decide("tts", data, engines!("tts", "auto", "backward", "karp_miller", "pathwise", "directed", "both"));
}

/// Petri nets.
pub fn spec(data: &[u8]) {
    decide("spec", data, engines!("spec", "auto", "backward", "karp_miller", "pathwise", "directed", "both"));
}

/// Boolean programs.
pub fn bp(data: &[u8]) {
    decide("bp", data, engines!("bp", "auto", "backward", "karp_miller", "pathwise", "both"));
}

/// Pushdown systems.
pub fn pds(data: &[u8]) {
    decide("pds", data, engines!("pds", "auto", "context-bounded"));
}

/// C.
pub fn c(data: &[u8]) {
    decide("i", &[PROLOGUE.as_bytes(), data].concat(), engines!("i", "auto", "abstraction"));
}
