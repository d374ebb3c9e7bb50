//! `recheck` and `replay`: evidence from a file, judged again.

use crate::args::{Meaning, Recheck, Replay};
use crate::c_input;
use crate::caveats;
use crate::check::{program_unsafe_verdict, scope, unsafe_verdict};
use crate::check_stacks;
use crate::compiled::{self, Folder};
use crate::evidence_file::EvidenceFile;
use crate::explore_c;
use crate::facts_c;
use crate::failure::{Failure, exit};
use crate::input::{self, Calls, FileHash, Input, ProgramInput, Subject};
use crate::question;
use crate::refine;
use crate::report::{Unit, Verdict};
use crate::run_text;
use crate::supervise::Reply;
use crate::text::names;
use crate::trace_c;
use std::path::{Path, PathBuf};
use umpteen_checker::{
    Rejection, check_c_certificate, check_c_exploration, check_c_run, check_c_stacks, check_certificate,
    check_program_certificate, check_program_trace, check_pushdown_proof, check_pushdown_trace, check_refinement,
    check_trace,
};
use umpteen_engines::budget::Budget;
use umpteen_frontends::Code;
use umpteen_model::evidence::{Certificate, Evidence, Scope};
use umpteen_model::refinement::RefinementProof;

/// Checks a certificate against the system it is about.
pub fn recheck(options: &Recheck) -> Result<Reply, Failure> {
    let file = EvidenceFile::read(&options.certificate)?;
    if let Evidence::Refinement(proof, certificate) = &file.evidence {
        return recheck_refinement(options, &file, proof, certificate);
    }
    let (input, file) = match open(&options.files, &options.certificate, &options.meaning)? {
        Ok(opened) => opened,
        Err(reason) => return Ok(rejected(&reason)),
    };
    if !file.evidence.is_proof() {
        return Err(wrong_kind(&options.certificate, "a trace: use `umpteen replay`"));
    }
    let accepted = match (&input.subject, &file.tables, &file.evidence) {
        (Subject::Counters(model, system), None, Evidence::Certificate(certificate)) => {
            let scope = scope(certificate, system, Unit::of_model(model));
            check_certificate(system, certificate, &|| true).map(|()| scope)
        }
        (
            Subject::Program(ProgramInput { program, property, mains, .. }),
            Some(tables),
            Evidence::Certificate(certificate),
        ) => check_program_certificate(program, property, *mains, tables, certificate, &|| true)
            .map(|view| scope(certificate, &view.system, Unit::Thread)),
        (Subject::Stacks(input), None, Evidence::Stacks(proof)) => {
            check_pushdown_proof(&input.system, proof, &|| true).map(|()| Scope::AsCreated)
        }
        (Subject::C(program), Some(tables), Evidence::Abstraction(abstraction, certificate)) => {
            check_c_certificate(program, abstraction, tables, certificate, &|| true)
        }
        (Subject::C(program), None, Evidence::AbstractionWithStacks(abstraction, proof)) => {
            check_c_stacks(program, abstraction, proof, &|| true)
        }
        (Subject::C(program), None, Evidence::Explored { threads, states }) => {
            let visited = check_c_exploration(program, *threads, Some(*states), &|| true);
            visited.map(|visited| explore_c::scope(*threads, visited.bound_reached))
        }
        _ => return Err(wrong_kind(&options.certificate, "evidence of another kind of input")),
    };
    Ok(match accepted {
        Err(rejection) => rejected(&reason(rejection)),
        Ok(scope) => {
            let mut scope = Unit::of(&input.subject).scope(scope);
            if let Subject::C(program) = &input.subject {
                let accesses = || {
                    let files = question::files(&options.files)?;
                    c_input::read(&files, &Meaning { property: None, ..file.meaning() }, &mut Vec::new())
                };
                let caveats = caveats::of_program(program, &accesses, &Budget::unlimited())?;
                scope += &caveats
                    .iter()
                    .filter_map(|caveat| caveat.first_line.as_ref())
                    .fold(String::new(), |all, one| all + ", " + one);
            }
            let claim = format!("{} is SAFE {scope}{}", names(&options.files), asked_with(&file.meaning()));
            let assumes = match &input.subject {
                Subject::C(program) => {
                    let mut assumes = program.assumes.clone();
                    if let Evidence::Abstraction(abstraction, _) = &file.evidence {
                        assumes.extend(facts_c::assumption(&abstraction.facts));
                    }
                    format!("assumes  {}\n", assumes.join("; "))
                }
                _ => String::new(),
            };
            Reply::Printed(format!("ACCEPTED  {claim}\n{assumes}"), exit::OK)
        }
    })
}

/// Checks that a program is safe because its abstraction is.
fn recheck_refinement(
    options: &Recheck,
    file: &EvidenceFile,
    proof: &RefinementProof,
    certificate: &Certificate,
) -> Result<Reply, Failure> {
    if options.meaning != Meaning::default() && options.meaning != file.meaning() {
        return Ok(rejected(&other_question(file)));
    }
    let [program, system] = options.files.as_slice() else {
        return Err(wrong_kind(&options.certificate, "evidence about a program and its abstraction: give both files"));
    };
    let input = refine::read(program, system, &file.meaning())?;
    if let Err(reason) = same_contents(&input.files, file) {
        return Ok(rejected(&reason));
    }
    Ok(match check_refinement(&input.refinement, proof, certificate, &|| true) {
        Err(rejection) => rejected(&reason(rejection)),
        Ok(scope) => {
            let scope = Unit::Thread.scope(scope);
            let name = program.display();
            let claim = format!("{name} is SAFE {scope}, as {} is{}", system.display(), asked_with(&file.meaning()));
            Reply::Printed(format!("ACCEPTED  {claim}\n"), exit::OK)
        }
    })
}

/// Executes a trace on the system it is about, or in a program that is compiled in a folder.
pub fn replay(options: &Replay, folder: Option<&Folder>) -> Result<Reply, Failure> {
    let (input, file) = match open(&options.files, &options.trace, &options.meaning)? {
        Ok(opened) => opened,
        Err(reason) => return Ok(rejected(&reason)),
    };
    if file.evidence.is_proof() {
        return Err(wrong_kind(&options.trace, "a certificate: use `umpteen recheck`"));
    }
    if folder.is_some() && !matches!(input.subject, Subject::C(_)) {
        return input::usage("--compiled is for C programs");
    }
    // What is run must not depend on a file that looks like data.
    let meaning = file.meaning();
    let changes = [&meaning.c.define, &meaning.c.undefine, &meaning.c.include].iter().any(|words| !words.is_empty());
    if folder.is_some() && changes && options.meaning == Meaning::default() {
        let given = asked_with(&meaning);
        return input::usage(&format!(
            "the trace changes what is compiled and run{given}: to agree, give these options too"
        ));
    }
    let verdict = match (&input.subject, &file.tables, &file.evidence) {
        (Subject::Counters(model, system), None, Evidence::Trace(trace)) => {
            check_trace(system, trace).map(|replay| unsafe_verdict(model, system, trace, &replay))
        }
        (Subject::Program(program), Some(tables), Evidence::Trace(trace)) => {
            let ProgramInput { program: flat, property, mains, .. } = program;
            check_program_trace(flat, property, *mains, tables, trace, &|| true)
                .map(|(view, replay)| program_unsafe_verdict(program, tables, &view, trace, &replay))
        }
        (Subject::Stacks(input), None, Evidence::StackRun(trace)) => {
            check_pushdown_trace(&input.system, trace).map(|states| check_stacks::unsafe_verdict(input, trace, &states))
        }
        (Subject::C(program), None, Evidence::Run(run)) => match (check_c_run(program, run), folder) {
            (Ok((states, assertion)), Some(folder)) => {
                let Verdict::Unsafe { threads, what, .. } = trace_c::unsafe_verdict(program, run, &states, assertion)
                else {
                    return Err(Failure::Internal("a trace shows that something happens".into()));
                };
                let cover = Unit::of(&input.subject).cover(threads);
                let headline = format!("{what} {cover}{}", asked_with(&file.meaning()));
                let failing = compiled::Failing { program, run, states: &states, assertion };
                return compiled::replay(options, folder, &file.meaning().c, &failing, &headline);
            }
            (checked, _) => {
                checked.map(|(states, assertion)| trace_c::unsafe_verdict(program, run, &states, assertion))
            }
        },
        _ => return Err(wrong_kind(&options.trace, "evidence of another kind of input")),
    };
    Ok(match verdict {
        Ok(Verdict::Unsafe { threads, what, start, steps, names, .. }) => {
            let cover = Unit::of(&input.subject).cover(threads);
            let mut out = format!("REPRODUCED  {what} {cover}{}\n", asked_with(&file.meaning()));
            run_text::run(&mut out, &start, &steps, &names, true);
            Reply::Printed(out, exit::OK)
        }
        Ok(_) => return Err(Failure::Internal("a trace shows that something happens".into())),
        Err(rejection) => rejected(&reason(rejection)),
    })
}

/// Reads both files; the inner error says why they do not belong together.
fn open(
    models: &[PathBuf],
    evidence: &Path,
    asked: &Meaning,
) -> Result<Result<(Input, EvidenceFile), String>, Failure> {
    let file = EvidenceFile::read(evidence)?;
    // Without a word about it, the question is the one that the evidence answers.
    if *asked != Meaning::default() && question::read(models, asked)?.meaning != file.meaning() {
        return Ok(Err(other_question(&file)));
    }
    let calls = match file.evidence {
        Evidence::Stacks(_) | Evidence::StackRun(_) => Calls::Kept,
        _ => Calls::Inlined,
    };
    let input = input::read(&question::files(models)?, &file.meaning(), calls)?;
    Ok(same_contents(&input.files, &file).map(|()| (input, file)))
}

/// Whether the evidence was made for these files.
fn same_contents(files: &[FileHash], file: &EvidenceFile) -> Result<(), String> {
    let hashes = |files: &[FileHash]| files.iter().map(|file| file.sha256.clone()).collect::<Vec<_>>();
    if hashes(files) == hashes(&file.inputs) {
        return Ok(());
    }
    let names: Vec<&str> = file.inputs.iter().map(|file| file.name.as_str()).collect();
    Err(format!("the evidence was made for other contents of {}", names.join(" and ")))
}

fn other_question(file: &EvidenceFile) -> String {
    format!("the evidence answers another question{}", asked_with(&file.meaning()))
}

/// The options that make the question another one than the file's own.
fn asked_with(meaning: &Meaning) -> String {
    let given = meaning.to_string();
    if given.is_empty() { given } else { format!(", asked with {given}") }
}

fn wrong_kind(path: &Path, what: &str) -> Failure {
    Failure::Plain(Code::Evidence, format!("{} holds {what}", path.display()))
}

fn reason(rejection: Rejection) -> String {
    match rejection {
        Rejection::Wrong(reason) => reason,
        Rejection::Limit(_) => "the run gets to a limit of the model, where nothing is known".to_string(),
        Rejection::EarlyJoin => "a join returns although other threads still run".to_string(),
        Rejection::OutOfTime => "there was no time to finish".to_string(),
        Rejection::Overflow => "a counter leaves the range of 32 bits".to_string(),
    }
}

fn rejected(reason: &str) -> Reply {
    Reply::Printed(format!("REJECTED  {reason}\n"), exit::REJECTED)
}
