//! The answer of a report. A SAFE is made of an accepted proof and an UNSAFE of an accepted run, and of nothing else.

use super::run::RunView;
use crate::judge::{AcceptedProof, AcceptedRun};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use umpteen_engines::Reason;
use umpteen_engines::budget::Stop;
use umpteen_model::evidence::Scope;

/// The code of UNKNOWN because of a reduced program that is not confirmed.
const NOT_REDUCED: &str = "not-reduced";

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The property holds.
    Safe(Safe),
    /// The property is violated.
    Unsafe(Unsafe),
    /// Neither is known.
    Unknown {
        /// A word for programs.
        code: String,
        /// The reason in one sentence.
        reason: String,
        /// A partial result.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        known: Option<String>,
        /// A suggestion for the user.
        hint: String,
    },
}

/// The property holds. Outside of this file, only [`Verdict::safe`] makes one:
///
/// ```compile_fail,E0451
/// use umpteen::report::Safe;
///
/// fn forged(safe: Safe) -> Safe {
///     Safe { why: "because I say so".to_string(), ..safe }
/// }
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Safe {
    /// The numbers of threads that it holds for.
    pub scope: Scope,
    /// The proof in one sentence.
    pub why: String,
    #[serde(skip)]
    accepted: PhantomData<AcceptedProof>,
}

/// The property is violated. Outside of this file, only [`Verdict::of_run`] makes one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unsafe {
    /// How many threads are ever started; for nets, how many tokens there are initially.
    pub threads: u64,
    /// The failure, in words.
    pub what: String,
    /// The run.
    #[serde(flatten)]
    pub run: RunView,
    /// The failing assertion and its position, for C.
    #[serde(flatten)]
    pub failure: Option<FailureView>,
    #[serde(skip)]
    accepted: PhantomData<AcceptedRun>,
}

/// A failure of a C program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "FailureJson", from = "FailureJson")]
pub struct FailureView {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The failure in words.
    pub words: String,
    /// Its place, as `file:line:column`.
    pub place: String,
    /// The position as data, where there is a line.
    pub at: Option<PlaceView>,
}

/// The kinds of failure of C programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// An assertion fails, or an error function is called.
    Assert,
    /// A pointer or an index leads nowhere.
    Access,
    /// Two threads race.
    Race,
    /// Threads wait for each other for ever.
    Deadlock,
    /// A lock is unlocked by a thread that does not hold it, or the like.
    Lock,
}

impl FailureKind {
    /// The word in messages.
    pub fn word(self) -> &'static str {
        match self {
            FailureKind::Assert => "assert",
            FailureKind::Access => "access",
            FailureKind::Race => "race",
            FailureKind::Deadlock => "deadlock",
            FailureKind::Lock => "lock",
        }
    }
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceView {
    /// The file.
    pub file: String,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The column, 0 if unknown.
    pub column: u32,
}

/// A failure as version 1 of the report has it: words and place in one text.
#[derive(Serialize, Deserialize)]
struct FailureJson {
    place: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    at: Option<PlaceView>,
    code: FailureKind,
}

/// The separator of description and position in that text.
const ARROW: &str = "\n  --> ";

impl From<FailureView> for FailureJson {
    fn from(failure: FailureView) -> FailureJson {
        let FailureView { kind, words, place, at } = failure;
        FailureJson { place: format!("{words}{ARROW}{place}"), at, code: kind }
    }
}

impl From<FailureJson> for FailureView {
    fn from(json: FailureJson) -> FailureView {
        let FailureJson { place, at, code } = json;
        let (words, place) = place.rsplit_once(ARROW).unwrap_or((&place, ""));
        FailureView { kind: code, words: words.to_string(), place: place.to_string(), at }
    }
}

impl Verdict {
    /// SAFE, for the numbers of threads that an accepted proof is about.
    pub fn safe(proof: &AcceptedProof, why: String) -> Verdict {
        Verdict::Safe(Safe { scope: proof.scope(), why, accepted: PhantomData })
    }

    /// UNSAFE, because of an accepted run, with the number of its threads, the bad thing that happens, and the run told.
    pub fn of_run(
        _accepted: &AcceptedRun,
        threads: u64,
        what: String,
        run: RunView,
        failure: Option<FailureView>,
    ) -> Verdict {
        Verdict::Unsafe(Unsafe { threads, what, run, failure, accepted: PhantomData })
    }

    /// The place of the failure of a C program, where there is a line.
    pub fn place(&self) -> Option<&PlaceView> {
        match self {
            Verdict::Unsafe(Unsafe { failure, .. }) => failure.as_ref()?.at.as_ref(),
            Verdict::Safe(_) | Verdict::Unknown { .. } => None,
        }
    }

    /// Whether there is only a proof about a reduced program of which the checker does not see that it loses no failure.
    pub(crate) fn is_not_reduced(&self) -> bool {
        matches!(self, Verdict::Unknown { code, .. } if code == NOT_REDUCED)
    }

    /// UNKNOWN, because a run stopped early.
    pub fn unknown(reason: &Reason) -> Verdict {
        let (code, reason, hint) = match reason {
            Reason::Stopped(Stop::Time) => ("time-limit", "the time limit was reached", "a larger --time"),
            Reason::Stopped(Stop::Memory) => ("memory-limit", "the memory limit was reached", "a larger --memory"),
            Reason::Stopped(Stop::Cancelled) => ("cancelled", "the search was cancelled", "another --engine"),
            Reason::Stopped(Stop::Killed) => (
                "killed",
                "the working process was ended from outside (the system does so when memory runs out)",
                "a smaller --memory, with which it ends by itself",
            ),
            Reason::Stopped(Stop::Processor) => {
                ("cpu-time-limit", "the limit on processor time was reached", "a larger --cpu-time")
            }
            Reason::TooManyValues => {
                ("too-many-values", "there are too many values to search on the fly", "--oracle thread-modular")
            }
            Reason::TooManyChoices => (
                "too-many-choices",
                "more than 20 variables that matter get either value at once",
                "a program that assigns them one after the other",
            ),
            Reason::Blocked => {
                ("blocked", "the run that was found is blocked by a thread that cannot follow", "--threads N")
            }
            Reason::Broadcasts => {
                ("broadcasts", "the engine cannot handle broadcasts, signals and transfers", "--engine backward")
            }
            Reason::Incomplete => {
                ("incomplete", "deleting subtrees has lost some configurations", "--construction minimal")
            }
            Reason::RunTooLong => {
                ("run-too-long", "the run that was found is too long to be written down", "--engine backward")
            }
            Reason::NoRun => {
                ("no-run", "no run was found, and this engine cannot prove that there is none", "--engine both")
            }
            Reason::NotReduced => (
                NOT_REDUCED,
                "the proof is about merged steps, and it is not clear that they stand for the steps of the program",
                "a smaller program",
            ),
            Reason::CounterOverflow => {
                ("counter-overflow", "a counter left the range of 32 bits", "smaller weights or markings")
            }
        };
        Verdict::Unknown { code: code.into(), reason: reason.into(), known: None, hint: hint.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_text_in_json() {
        let at = Some(PlaceView { file: "a.c".into(), line: 3, column: 1 });
        let (words, place) = ("`x` is false".to_string(), "a.c:3:1".to_string());
        let failure = FailureView { kind: FailureKind::Assert, words, place, at };
        let json = serde_json::to_string(&failure).unwrap();
        let expected =
            r#"{"place":"`x` is false\n  --> a.c:3:1","at":{"file":"a.c","line":3,"column":1},"code":"assert"}"#;
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<FailureView>(&json).unwrap(), failure);
    }
}
