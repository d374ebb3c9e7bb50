//! The result of one task.

use crate::commands::batch::expected::{Comparison, compare};
use crate::exit;
use crate::render::terminal::printable;
use serde::{Deserialize, Serialize};
use umpteen::Reason;
use umpteen::Stop;
use umpteen::report::{Report, Unsafe, Verdict};

/// The answer of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// SAFE.
    Safe,
    /// UNSAFE.
    Unsafe,
    /// UNKNOWN.
    Unknown,
    /// The input or the options are refused.
    Error,
    /// A bug in umpteen.
    InternalError,
}

impl Answer {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Answer; 5] = [Answer::Safe, Answer::Unsafe, Answer::Unknown, Answer::Error, Answer::InternalError];

    /// The word in files.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Safe => "safe",
            Answer::Unsafe => "unsafe",
            Answer::Unknown => "unknown",
            Answer::Error => "error",
            Answer::InternalError => "internal-error",
        }
    }

    /// The word for people.
    pub fn title(self) -> String {
        self.word().replace('-', " ").to_uppercase()
    }
}

/// The result of one task, a line in the file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of the task.
    pub task: String,
    /// The answer.
    pub answer: Answer,
    /// A word for the reason of an UNKNOWN or the kind of an error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<String>,
    /// The scope of a SAFE, what can happen, the reason, or the message.
    pub detail: String,
    /// `safe`, `unsafe`, `unknown` or `error CODE`, as the file or the task definition has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expected: Option<String>,
    /// How many threads an UNSAFE needs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub threads: Option<u64>,
    /// The engine that decided it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub engine: Option<String>,
    /// How long it took in all, in seconds.
    pub seconds: f64,
}

impl Row {
    /// The row of a report.
    pub fn of_report(task: &str, expected: Option<String>, report: &Report, seconds: f64) -> Row {
        let by_definition = || Some(if report.expected.as_ref()?.holds { "safe" } else { "unsafe" }.to_string());
        let (answer, code, detail, threads) = match &report.verdict {
            Verdict::Safe(safe) => (Answer::Safe, None, report.scope(safe.scope), None),
            Verdict::Unsafe(Unsafe { threads, what, .. }) => {
                (Answer::Unsafe, None, format!("{what} {}", report.unit.cover(*threads)), Some(*threads))
            }
            Verdict::Unknown { code, reason, .. } => (Answer::Unknown, Some(code.clone()), reason.clone(), None),
        };
        Row {
            task: task.to_string(),
            answer,
            code,
            detail,
            expected: expected.or_else(by_definition),
            threads,
            engine: matches!(answer, Answer::Safe | Answer::Unsafe).then(|| report.engine.name().to_string()),
            seconds,
        }
    }

    /// The row of a task that did not stop by itself and was killed.
    pub fn of_limit(task: &str, expected: Option<String>, stop: Stop, seconds: f64) -> Row {
        let (code, detail) = match Verdict::unknown(&Reason::Stopped(stop)) {
            Verdict::Unknown { code, reason, .. } => (Some(code), reason),
            Verdict::Safe(_) | Verdict::Unsafe(_) => (None, String::new()),
        };
        let (answer, threads, engine) = (Answer::Unknown, None, None);
        Row { task: task.to_string(), answer, code, detail, expected, threads, engine, seconds }
    }

    /// The row of a message; its first line says what matters.
    pub fn of_failure(task: &str, expected: Option<String>, message: &str, code: u8, seconds: f64) -> Row {
        let first = message.lines().next().unwrap_or("").to_string();
        let (kind, detail) = match first.strip_prefix("error[").and_then(|rest| rest.split_once("]: ")) {
            Some((kind, detail)) => (Some(kind.to_string()), detail.to_string()),
            None => (None, first),
        };
        let answer = if code == exit::INTERNAL { Answer::InternalError } else { Answer::Error };
        Row { task: task.to_string(), answer, code: kind, detail, expected, threads: None, engine: None, seconds }
    }

    /// The row for people.
    pub fn line(&self) -> String {
        let expected = self.expected.as_deref().unwrap_or("");
        let remark = match compare(self) {
            Comparison::Nothing | Comparison::Right => String::new(),
            Comparison::Other => format!("  (expected {expected})"),
            Comparison::Wrong => format!("  WRONG: expected {}", expected.to_uppercase()),
        };
        let detail = match &self.code {
            Some(code) if self.answer == Answer::Error => format!("{code}: {}", self.detail),
            _ => self.detail.clone(),
        };
        let line = format!("{:<8} {:>7.1} s  {}  {detail}{remark}", self.answer.title(), self.seconds, self.task);
        // One line, whatever is in it.
        printable(&line).replace(['\n', '\t'], "\u{fffd}")
    }
}
