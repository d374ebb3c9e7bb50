//! Evidence from a file, judged again: certificates are rechecked, traces are replayed.

use crate::decide::c::caveats;
use crate::evidence_file::EvidenceFile;
use crate::explain;
use crate::explain::c_facts;
use crate::failure::Failure;
use crate::judge::{Accepted, AcceptedRun, Rejection};
use crate::problem::Problem;
use crate::question::{self, Meaning};
use crate::read::{self, Calls, FileHash, Input};
use crate::report::{CaveatView, Unit, Verdict};
use std::path::{Path, PathBuf};
use umpteen_engines::budget::Budget;
use umpteen_frontends::Code;
use umpteen_model::evidence::{Evidence, Scope};

/// Evidence that does not show what it is said to show, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected(pub String);

/// The claim of a certificate that was accepted.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The options that the certificate was made with.
    pub meaning: Meaning,
    /// The unit that is counted.
    pub unit: Unit,
    /// The numbers of threads that it is about.
    pub scope: Scope,
    /// Limits of the verdict that a reader might overlook, for C.
    pub caveats: Vec<CaveatView>,
    /// The assumptions of the verdict, for C.
    pub assumes: Option<Vec<String>>,
    /// Whether the first file is safe because the second one, its abstraction, is.
    pub by_refinement: bool,
}

/// A trace that was executed again.
pub struct Reproduced {
    /// The run, with the states that the checker went through.
    pub run: AcceptedRun,
    /// The verdict that it is evidence of.
    pub verdict: Verdict,
}

/// An evidence file with the problem that it is about.
pub struct Opened {
    /// The problem, as the evidence file says that it was read.
    pub problem: Problem,
    /// The evidence.
    pub file: EvidenceFile,
    path: PathBuf,
}

/// Checks a certificate against the files it is about; `asked` must be the question that it answers, or the default.
pub fn recheck(files: &[PathBuf], certificate: &Path, asked: &Meaning) -> Result<Result<Claim, Rejected>, Failure> {
    match open(files, certificate, asked)? {
        Ok(mut opened) => opened.recheck(files),
        Err(rejected) => Ok(Err(rejected)),
    }
}

/// Executes a trace on the files it is about; `asked` must be the question that it answers, or the default.
pub fn replay(files: &[PathBuf], trace: &Path, asked: &Meaning) -> Result<Result<Reproduced, Rejected>, Failure> {
    match open(files, trace, asked)? {
        Ok(mut opened) => opened.replay(),
        Err(rejected) => Ok(Err(rejected)),
    }
}

/// Reads an evidence file and the files that it is about; the inner error says why they do not belong together.
pub fn open(files: &[PathBuf], evidence: &Path, asked: &Meaning) -> Result<Result<Opened, Rejected>, Failure> {
    let file = EvidenceFile::read(evidence)?;
    let Input { problem, files } = match &file.evidence {
        Evidence::Refinement(..) => {
            if *asked != Meaning::default() && *asked != file.meaning() {
                return Ok(Err(other_question(&file)));
            }
            let [program, system] = files else {
                let what = "evidence about a program and its abstraction: give both files";
                return Err(wrong_kind(evidence, what));
            };
            read::refinement::read(program, system, &file.meaning())?
        }
        of_one => {
            // Without options, the question is the one that the evidence answers.
            if *asked != Meaning::default() && question::read(files, asked)?.meaning != file.meaning() {
                return Ok(Err(other_question(&file)));
            }
            let calls = match of_one {
                Evidence::Stacks(_) | Evidence::StackRun(_) => Calls::Kept,
                _ => Calls::Inlined,
            };
            read::read(&question::files(files)?, &file.meaning(), calls)?
        }
    };
    let path = evidence.to_path_buf();
    Ok(same_contents(&files, &file).map(|()| Opened { problem, file, path }))
}

impl Opened {
    /// Checks a certificate; `files` are those that it is about.
    fn recheck(&mut self, files: &[PathBuf]) -> Result<Result<Claim, Rejected>, Failure> {
        if !self.file.evidence.is_proof() {
            return Err(wrong_kind(&self.path, "a trace: use `umpteen replay`"));
        }
        let scope = match self.judge()? {
            Ok(Accepted::Proof(proof)) => proof.scope(),
            Ok(Accepted::Run(_)) => return Err(Failure::Internal("a certificate is no run".into())),
            Err(rejection) => return Ok(Err(Rejected(rejection.to_string()))),
        };
        let (mut caveats, mut assumes) = (Vec::new(), None);
        if let Problem::C(program) = &self.problem {
            let accesses = || {
                let meaning = Meaning { property: None, ..self.file.meaning() };
                read::c::read(&question::files(files)?, &meaning, &mut Vec::new())
            };
            caveats = caveats::of_program(program, &accesses, &Budget::unlimited())?;
            let mut all = program.assumes.clone();
            if let Evidence::Abstraction(abstraction, _) = &self.file.evidence {
                all.extend(c_facts::assumption(&abstraction.facts));
            }
            assumes = Some(all);
        }
        Ok(Ok(Claim {
            meaning: self.file.meaning(),
            unit: Unit::of(&self.problem),
            scope,
            caveats,
            assumes,
            by_refinement: matches!(self.problem, Problem::Refinement(_)),
        }))
    }

    /// Refuses evidence that is no trace.
    pub fn require_trace(&self) -> Result<(), Failure> {
        match self.file.evidence.is_proof() {
            true => Err(wrong_kind(&self.path, "a certificate: use `umpteen recheck`")),
            false => Ok(()),
        }
    }

    /// Executes a trace.
    pub fn replay(&mut self) -> Result<Result<Reproduced, Rejected>, Failure> {
        self.require_trace()?;
        let run = match self.judge()? {
            Ok(Accepted::Run(run)) => run,
            Ok(Accepted::Proof(_)) => return Err(Failure::Internal("a trace is no proof".into())),
            Err(rejection) => return Ok(Err(Rejected(rejection.to_string()))),
        };
        let verdict = explain::run(&self.problem, &self.file.evidence, self.file.tables.as_ref(), &run)?;
        if let Verdict::Unknown { reason, .. } = verdict {
            return Ok(Err(Rejected(reason)));
        }
        Ok(Ok(Reproduced { run, verdict }))
    }

    /// Judges the evidence; the outer error is about evidence that cannot be about this problem. Where the reduced program is not
    /// confirmed, evidence is about the one as lowered.
    fn judge(&mut self) -> Result<Result<Accepted, Rejection>, Failure> {
        let judge = |problem: &Problem| problem.judge(&self.file.evidence, self.file.tables.as_ref(), &|| true);
        let judged = match (judge(&self.problem), self.problem.as_lowered()) {
            (Err(rejection @ (Rejection::Reduction(_) | Rejection::Wrong(_))), Some(lowered)) => {
                match judge(&lowered) {
                    Ok(accepted) => {
                        self.problem = lowered;
                        Ok(accepted)
                    }
                    Err(_) => Err(rejection),
                }
            }
            (judged, _) => judged,
        };
        match judged {
            Err(Rejection::OtherKind) => Err(wrong_kind(&self.path, "evidence of another kind of input")),
            judged => Ok(judged),
        }
    }
}

/// Whether the evidence was made for these files.
fn same_contents(files: &[FileHash], file: &EvidenceFile) -> Result<(), Rejected> {
    let hashes = |files: &[FileHash]| files.iter().map(|file| file.sha256.clone()).collect::<Vec<_>>();
    if hashes(files) == hashes(&file.inputs) {
        return Ok(());
    }
    let names: Vec<&str> = file.inputs.iter().map(|file| file.name.as_str()).collect();
    Err(Rejected(format!("the evidence was made for other contents of {}", names.join(" and "))))
}

fn other_question(file: &EvidenceFile) -> Rejected {
    Rejected(format!("the evidence answers another question{}", asked_with(&file.meaning())))
}

/// The options that make the question another one than the file's own, as the end of a sentence.
pub fn asked_with(meaning: &Meaning) -> String {
    let given = meaning.to_string();
    if given.is_empty() { given } else { format!(", asked with {given}") }
}

fn wrong_kind(path: &Path, what: &str) -> Failure {
    Failure::Plain(Code::Evidence, format!("{} holds {what}", path.display()))
}
