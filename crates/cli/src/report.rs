//! The one report value that every output is a view of.

use crate::defaults::Defaults;
use crate::evidence_file::EvidenceText;
use crate::input::Subject;
use crate::paths::PathsView;
use crate::text::count;
use serde::{Deserialize, Serialize};
use umpteen_engines::budget::Stop;
use umpteen_engines::{Reason, Statistics};
use umpteen_frontends::Model;
use umpteen_model::boolean::program::{Edge, Instruction, Location, Program};
use umpteen_model::evidence::Scope;

/// Everything that `check` has to say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of this structure.
    pub schema_version: u32,
    /// The files, as given, with blanks between them.
    pub file: String,
    /// What is counted: threads, or tokens in nets.
    pub unit: Unit,
    /// The engine that ran.
    pub engine: String,
    /// The answer.
    pub verdict: Verdict,
    /// A run that an UNKNOWN is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub run: Option<RunView>,
    /// How much work it was.
    pub work: Work,
    /// How large the program is, for Boolean programs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub program: Option<ProgramSize>,
    /// What is known about C programs beyond the verdict.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub c: Option<AboutC>,
    /// The source files, each as it was found; a task definition stands for others.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub inputs: Vec<String>,
    /// What was asked, as `--property` has it; `target` for systems that say themselves what must not be covered.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub property: Option<String>,
    /// The options that a task definition or a property file stands for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asked: Option<String>,
    /// The options that umpteen.toml stands for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub defaults: Option<Defaults>,
    /// The verdict that a task definition tells beforehand.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expected: Option<Expected>,
    /// How long it took, in seconds.
    pub seconds: Seconds,
    /// What only a page shows, if one is asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub page: Option<PageView>,
}

/// What is gathered for a page that people look at.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PageView {
    /// The source files.
    pub sources: Vec<SourceView>,
    /// What the checker has shown, a sentence each.
    pub obligations: Vec<String>,
}

/// A source file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SourceView {
    /// Its name, as steps and lines have it.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// A verdict that is told beforehand.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Expected {
    /// Whether the property holds.
    pub holds: bool,
    /// The file that says so.
    pub by: String,
}

impl Expected {
    /// Whether a verdict says the opposite; UNKNOWN does not.
    pub fn contradicts(&self, verdict: &Verdict) -> bool {
        match verdict {
            Verdict::Safe { .. } => !self.holds,
            Verdict::Unsafe { .. } => self.holds,
            Verdict::Unknown { .. } => false,
        }
    }
}

/// What a report says about a C program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AboutC {
    /// Which assertions there are, and whether they are reached at all; only if SAFE.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub covers: Option<String>,
    /// What the verdict relies on.
    pub assumes: Vec<String>,
    /// The rounds of abstraction refinement, in words.
    pub rounds: Vec<String>,
    /// How much work abstraction refinement was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub statistics: Option<umpteen_cegar::Statistics>,
    /// The facts about all threads that a proof relies on, in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub facts: Vec<String>,
    /// What a proof says about the lines of the source where threads stop, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lines: Vec<LineView>,
    /// Whether the program starts threads.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub has_threads: bool,
    /// What of that can be said in C, if a witness is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invariants: Vec<InvariantView>,
    /// The variables of the invariants that are not the program's.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub ghosts: Vec<GhostView>,
}

/// A condition that holds whenever a thread is about to execute the statement on a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InvariantView {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The condition, as C.
    pub value: String,
}

/// An `int` that stands for a mutex.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GhostView {
    /// Its name.
    pub name: String,
    /// Its first value, as C.
    pub initial: String,
    /// Where it changes.
    pub updates: Vec<UpdateView>,
}

/// An assignment to a ghost, at once with a statement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UpdateView {
    /// The file.
    pub file: String,
    /// The line of the statement.
    pub line: u32,
    /// The value, as C.
    pub value: String,
}

/// A place in a source file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlaceView {
    /// The file.
    pub file: String,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The column, 0 if unknown.
    pub column: u32,
}

/// What is known where a thread is about to execute a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LineView {
    /// The file.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub file: String,
    /// The line; 0 for what holds everywhere.
    pub line: u32,
    /// Conditions that hold there.
    pub known: Vec<String>,
    /// How many threads can be there, if that is bounded; any number if not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub threads: Option<String>,
}

/// What a system consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Thread systems.
    Thread,
    /// Petri nets.
    Token,
}

impl Unit {
    /// The unit of an input.
    pub fn of(subject: &Subject) -> Unit {
        match subject {
            Subject::Counters(model, _) => Unit::of_model(model),
            Subject::Program(_) | Subject::Stacks(..) | Subject::C(_) => Unit::Thread,
        }
    }

    /// The unit of a model.
    pub fn of_model(model: &Model) -> Unit {
        match model {
            Model::Threads(_) => Unit::Thread,
            Model::Net(_) => Unit::Token,
        }
    }

    /// `1 thread`, `2 tokens`.
    pub fn count(self, number: u64) -> String {
        match self {
            Unit::Thread => count(number, "thread"),
            Unit::Token => count(number, "token"),
        }
    }

    /// For whom a SAFE holds.
    pub fn scope(self, scope: Scope) -> String {
        match (scope, self) {
            (Scope::AsCreated, Unit::Thread) => "for the threads that it starts".to_string(),
            (Scope::AsCreated, Unit::Token) => "from its initial marking".to_string(),
            (Scope::AnyNumber, Unit::Thread) => "for any number of threads".to_string(),
            (Scope::AnyNumber, Unit::Token) => "for any number of tokens".to_string(),
            (Scope::AtMost(most), Unit::Thread) => format!("for at most {}", count(most, "thread")),
            (Scope::AtMost(most), Unit::Token) => format!("for at most {} at a time", count(most, "token")),
        }
    }

    /// How an UNSAFE comes about.
    pub fn cover(self, number: u64) -> String {
        match self {
            Unit::Thread => format!("with {}", self.count(number)),
            Unit::Token => format!("from {}", self.count(number)),
        }
    }
}

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The target cannot be covered.
    Safe {
        /// For which numbers of threads.
        scope: Scope,
        /// The proof in one sentence.
        why: String,
    },
    /// The target can be covered.
    Unsafe {
        /// How many threads are ever started; for nets, how many tokens there are initially.
        threads: u64,
        /// What happens, in words.
        what: String,
        /// The start, in words.
        start: String,
        /// The run.
        steps: Vec<StepView>,
        /// The names of the threads, if they have any.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        names: Vec<String>,
        /// Where it happens, as `file:line:column`, if the input has such places.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        place: Option<String>,
        /// The same place as data, where there is a line.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        at: Option<PlaceView>,
        /// What kind of failure it is: `assert`, `access` or `race`; empty where there is only one kind.
        #[serde(skip_serializing_if = "String::is_empty", default)]
        code: String,
    },
    /// Neither is known.
    Unknown {
        /// A word for programs.
        code: String,
        /// The reason in one sentence.
        reason: String,
        /// What is known all the same.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        known: Option<String>,
        /// What may help.
        hint: String,
    },
}

/// One step of a run: in words, and for C what it does as data.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StepView {
    /// The threads that move, counted from one; empty for nets.
    pub threads: Vec<usize>,
    /// The edge or transition.
    pub action: String,
    /// Its line in the file, 0 if unknown.
    pub line: u32,
    /// The file, if the run visits several.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub file: String,
    /// The state after it.
    pub state: String,
    /// Only the program counter changes.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub silent: bool,
    /// The file's name as the user would write it, for C.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub path: String,
    /// All lines of the file that it executes, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lines: Vec<u32>,
    /// Its column in the line, 0 if unknown.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub column: u32,
    /// The shared variables that change, and the variables of threads that are assigned.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub changes: Vec<ChangeView>,
    /// What it does to other threads and to locks, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub events: Vec<EventView>,
    /// The shared variables that it looks at.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub read: Vec<String>,
    /// The shared variables that it assigns.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub written: Vec<String>,
    /// Whether the thread is inside an atomic section after it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub atomic: bool,
    /// The locks that the thread holds after it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub held: Vec<String>,
    /// The line where it begins, 0 if unknown: it may be more than one statement.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub begins: u32,
    /// What holds of the shared variables that it looks at before it begins, as C.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub before: String,
    /// Whether the failure depends on it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub needed: bool,
}

/// A variable that a step assigns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChangeView {
    /// Its name.
    pub name: String,
    /// The thread that it belongs to, counted from one; none if it is shared.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub thread: Option<usize>,
    /// Its value before; empty for a thread that the step starts.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub old: String,
    /// Its value after.
    pub new: String,
}

/// What a step does to other threads and to locks; threads are counted from one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum EventView {
    /// A thread begins.
    Starts {
        /// The new thread.
        thread: usize,
    },
    /// Threads have ended, and the step has waited for that.
    Joins {
        /// One thread, or all others where it is not known which one is meant.
        threads: Vec<usize>,
    },
    /// It takes a lock.
    Locks {
        /// The lock's name.
        object: String,
    },
    /// It gives a lock back.
    Unlocks {
        /// The lock's name.
        object: String,
    },
    /// It enters an atomic section.
    Enters,
    /// It leaves an atomic section.
    Leaves,
    /// What must not happen, happens.
    Fails,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A run in words, which is not evidence of anything.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunView {
    /// The start.
    pub start: String,
    /// The steps.
    pub steps: Vec<StepView>,
    /// The names of those who move, if they have any.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub names: Vec<String>,
}

/// How much work it was.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Work {
    /// States whose predecessors or successors were computed.
    pub explored: u64,
    /// States looked at.
    pub generated: u64,
    /// What each epoch of an induction added.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub epochs: Vec<String>,
    /// The paths of pathwise search.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub paths: Option<PathsView>,
}

impl Work {
    /// The work of an engine.
    pub fn of(statistics: &Statistics, epochs: Vec<String>) -> Work {
        let &Statistics { explored, generated, ref paths, .. } = statistics;
        Work { explored, generated, epochs, paths: paths.as_ref().map(PathsView::of) }
    }
}

/// The size of a Boolean program, calls inlined.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ProgramSize {
    /// Shared variables.
    pub shared_variables: usize,
    /// Local variables.
    pub local_variables: usize,
    /// Statements.
    pub statements: usize,
    /// Statements that may change a shared variable.
    pub change_shared: usize,
}

impl ProgramSize {
    /// Measures a program.
    pub fn of(program: &Program) -> ProgramSize {
        let changes = |location: &&Location| {
            let assigns = |edge: &Edge| matches!(&edge.instruction, Instruction::Update(u) if !u.globals.is_empty());
            location.edges.iter().any(assigns)
        };
        let statements = || program.locations.iter().filter(|location| !location.edges.is_empty());
        ProgramSize {
            shared_variables: program.globals.len(),
            local_variables: program.locals.len(),
            statements: statements().count(),
            change_shared: statements().filter(changes).count(),
        }
    }
}

/// How long it took.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Seconds {
    /// Reading, searching and checking.
    pub total: f64,
    /// Checking the evidence.
    pub check: f64,
}

/// What the worker hands to its supervisor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The report.
    pub report: Report,
    /// The evidence, if there is any and somebody wants it.
    pub evidence: Option<EvidenceText>,
    /// The witness as SV-COMP has it, likewise.
    pub witness: Option<String>,
    /// The Boolean programs of all rounds, if they are asked for.
    pub programs: Vec<String>,
}

impl Verdict {
    /// The answer to a run that stopped early.
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
            Reason::CounterOverflow => {
                ("counter-overflow", "a counter left the range of 32 bits", "smaller weights or markings")
            }
        };
        Verdict::Unknown { code: code.into(), reason: reason.into(), known: None, hint: hint.into() }
    }
}
