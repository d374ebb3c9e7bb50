//! `recheck` and `replay`: evidence from a file, judged again.

use crate::args::{Recheck, Replay};
use crate::check::{program_unsafe_verdict, safe_verdict, unsafe_verdict};
use crate::evidence_file::{Evidence, EvidenceFile};
use crate::failure::{Failure, exit};
use crate::input::{self, Input, ProgramInput, Subject};
use crate::report::{Unit, Verdict};
use crate::text;
use std::path::Path;
use umpteen_checker::{Rejection, check_certificate, check_program_certificate, check_program_trace, check_trace};
use umpteen_frontends::Code;

/// Checks a certificate against the system it is about.
pub fn recheck(options: &Recheck) -> Result<u8, Failure> {
    let (input, file) = match open(&options.file, &options.certificate)? {
        Ok(opened) => opened,
        Err(reason) => return rejected(&reason),
    };
    let Evidence::Certificate(certificate) = &file.evidence else {
        return Err(wrong_kind(&options.certificate, "a trace: use `umpteen replay`"));
    };
    let result = match (&input.subject, &file.tables) {
        (Subject::Counters(_, system), None) => check_certificate(system, certificate, &|| true),
        (Subject::Program(ProgramInput { program, property, mains, .. }), Some(tables)) => {
            check_program_certificate(program, property, *mains, tables, certificate, &|| true)
        }
        _ => return Err(wrong_kind(&options.certificate, "evidence of another kind of input")),
    };
    if let Err(rejection) = result {
        return rejected(&reason(rejection));
    }
    let unit = Unit::of(&input.subject);
    let scope = match safe_verdict(certificate, unit) {
        Verdict::Safe { scope, .. } => unit.scope(scope),
        Verdict::Unsafe { .. } | Verdict::Unknown { .. } => String::new(),
    };
    crate::print(&format!("ACCEPTED  {} is SAFE {scope}\n", options.file.display()))
}

/// Executes a trace on the system it is about.
pub fn replay(options: &Replay) -> Result<u8, Failure> {
    let (input, file) = match open(&options.file, &options.trace)? {
        Ok(opened) => opened,
        Err(reason) => return rejected(&reason),
    };
    let Evidence::Trace(trace) = &file.evidence else {
        return Err(wrong_kind(&options.trace, "a certificate: use `umpteen recheck`"));
    };
    let verdict = match (&input.subject, &file.tables) {
        (Subject::Counters(model, system), None) => {
            check_trace(system, trace).map(|replay| unsafe_verdict(model, system, trace, &replay))
        }
        (Subject::Program(program), Some(tables)) => {
            let ProgramInput { program: flat, property, mains, .. } = program;
            check_program_trace(flat, property, *mains, tables, trace)
                .map(|(view, replay)| program_unsafe_verdict(program, tables, &view, trace, &replay))
        }
        _ => return Err(wrong_kind(&options.trace, "evidence of another kind of input")),
    };
    match verdict {
        Err(rejection) => rejected(&reason(rejection)),
        Ok(verdict) => {
            let mut out = String::new();
            if let Verdict::Unsafe { threads, what, start, steps } = verdict {
                out = format!("REPRODUCED  {what} {}\n", Unit::of(&input.subject).cover(threads));
                text::trace(&mut out, &start, &steps, true);
            }
            crate::print(&out)
        }
    }
}

/// Reads both files; the inner error says why they do not belong together.
fn open(model: &Path, evidence: &Path) -> Result<Result<(Input, EvidenceFile), String>, Failure> {
    let file = EvidenceFile::read(evidence)?;
    let input = input::read(model, &file.meaning())?;
    let hashes = |files: &[input::FileHash]| files.iter().map(|file| file.sha256.clone()).collect::<Vec<_>>();
    if hashes(&input.files) != hashes(&file.inputs) {
        let names: Vec<&str> = file.inputs.iter().map(|file| file.name.as_str()).collect();
        return Ok(Err(format!("the evidence was made for other contents of {}", names.join(" and "))));
    }
    Ok(Ok((input, file)))
}

fn wrong_kind(path: &Path, what: &str) -> Failure {
    Failure::Plain(Code::Evidence, format!("{} holds {what}", path.display()))
}

fn reason(rejection: Rejection) -> String {
    match rejection {
        Rejection::Wrong(reason) => reason,
        Rejection::OutOfTime => "there was no time to finish".to_string(),
    }
}

fn rejected(reason: &str) -> Result<u8, Failure> {
    crate::print(&format!("REJECTED  {reason}\n"))?;
    Ok(exit::REJECTED)
}
