//! What is said about single functions of a C program: `--stub` and `--may-fail`.

use crate::failure::{Failure, usage};
use crate::question::MeaningOfC;
use std::path::{Path, PathBuf};
use umpteen_frontends::c::{Stub, functions_that_may_fail};

/// What a function does, by name.
const NAMED: [(&str, Stub); 4] =
    [("frame", Stub::Frame), ("any", Stub::Any), ("pure", Stub::Pure), ("noreturn", Stub::NoReturn)];

/// The file that a value of `--stub` names, if it names one.
pub fn stub_file(value: &str) -> Option<&Path> {
    let (_, what) = value.split_once('=')?;
    (what.ends_with(".c") || what.ends_with(".i")).then(|| Path::new(what))
}

/// The source files of a program, with those that `--stub` names.
pub fn with_stubs(paths: &[PathBuf], meaning: &MeaningOfC) -> Vec<PathBuf> {
    let mut all = paths.to_vec();
    for file in meaning.stub.iter().filter_map(|value| stub_file(value)) {
        if !all.iter().any(|known| known == file) {
            all.push(file.to_path_buf());
        }
    }
    all
}

/// What is said about functions, in a program of these files.
pub fn stubs(files: &[PathBuf], meaning: &MeaningOfC) -> Result<Vec<(String, Stub)>, Failure> {
    let mut all = Vec::new();
    for value in &meaning.stub {
        let named = value.split_once('=').filter(|(name, _)| !name.is_empty());
        let stub = named.and_then(|(_, what)| {
            let file = stub_file(value).and_then(|file| files.iter().position(|known| known == file));
            let known = NAMED.iter().find(|(word, _)| *word == what).map(|(_, stub)| *stub);
            file.map(Stub::Defined).or(known)
        });
        match named.zip(stub) {
            Some(((name, _), stub)) => all.push((name.to_string(), stub)),
            None => return usage("--stub takes NAME=frame, NAME=any, NAME=pure, NAME=noreturn or NAME=FILE.c"),
        }
    }
    Ok(all)
}

/// The functions that may fail.
pub fn may_fail(meaning: &MeaningOfC) -> Result<Vec<String>, Failure> {
    let is_known = |name: &&String| functions_that_may_fail().any(|known| known == name.as_str());
    match meaning.may_fail.iter().find(|name| !is_known(name)) {
        Some(_) => {
            let names: Vec<&str> = functions_that_may_fail().collect();
            usage(&format!("--may-fail takes some of {}", names.join(", ")))
        }
        None => Ok(meaning.may_fail.clone()),
    }
}
