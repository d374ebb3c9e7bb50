//! The one report value that every output is a view of.

use crate::explain::paths::PathsView;
use serde::{Deserialize, Serialize};
use umpteen_engines::Statistics;
use umpteen_model::boolean::program::{Edge, Instruction, Location, Program};
use umpteen_model::evidence::Scope;

mod c;
mod engine;
mod property;
mod run;
mod unit;
mod verdict;
pub use c::{AssumptionsView, CReport, CaveatKind, CaveatView, GhostView, InvariantView, LineView, UpdateView};
pub use engine::EngineUsed;
pub use property::{PropertyView, VerdictName};
pub use run::{ChangeView, EventView, RunView, StepView, StoryView};
pub use umpteen_cegar::{Seconds as RefinementSeconds, Statistics as RefinementStatistics};
pub use unit::Unit;
pub use verdict::{FailureKind, FailureView, PlaceView, Safe, Unsafe, Verdict};

/// The report of `check`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of this structure.
    pub schema_version: u32,
    /// The files, as given, with blanks between them.
    pub file: String,
    /// The unit that is counted: threads, or tokens in nets.
    pub unit: Unit,
    /// The engine that ran.
    pub engine: EngineUsed,
    /// The answer.
    pub verdict: Verdict,
    /// A run that an UNKNOWN is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub run: Option<RunView>,
    /// Statistics of the search.
    pub work: Work,
    /// How large the program is, for Boolean programs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub program: Option<ProgramSize>,
    /// Results about C programs beyond the verdict.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub c: Option<CReport>,
    /// The source files, each as it was found; a task definition stands for others.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub inputs: Vec<String>,
    /// The property, as `--property` spells it; `target` for systems that come with their own targets.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub property: Option<String>,
    /// The answers about all properties that were asked together, in the order in which they were asked; the verdict is about
    /// one of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub properties: Vec<PropertyView>,
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
    /// The parts that only an HTML page shows, if one is asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub page: Option<PageView>,
}

impl Report {
    /// For whom a SAFE holds, with what restricts it.
    pub fn scope(&self, scope: Scope) -> String {
        self.restricted(self.unit.scope(scope))
    }

    /// A verdict in words, with what restricts it.
    pub fn restricted(&self, words: String) -> String {
        let caveats = self.c.iter().flat_map(|about| &about.caveats);
        let restrictions = caveats.filter_map(|caveat| caveat.first_line.clone());
        std::iter::once(words).chain(restrictions).collect::<Vec<_>>().join(", ")
    }
}

/// The parts of an HTML page beyond the report.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PageView {
    /// The source files.
    pub sources: Vec<SourceView>,
    /// The obligations that the checker has discharged, a sentence each.
    pub obligations: Vec<String>,
    /// What was tried, and how far it got, if the verdict is UNKNOWN.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tried: Option<String>,
    /// The assumptions that nearly every verdict shares.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub usual: Vec<String>,
}

/// A source file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SourceView {
    /// Its name, as steps and lines have it.
    pub name: String,
    /// The content of the file.
    pub text: String,
}

/// Defaults that were used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defaults {
    /// The file.
    pub file: String,
    /// The options that it stands for.
    pub options: String,
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
            Verdict::Safe(_) => !self.holds,
            Verdict::Unsafe(_) => self.holds,
            Verdict::Unknown { .. } => false,
        }
    }
}

/// Statistics of the search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Work {
    /// States whose predecessors or successors were computed.
    pub explored: u64,
    /// States looked at.
    pub generated: u64,
    /// The number of boxes that each epoch of an induction added, in words.
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

/// The Boolean program of a round of abstraction refinement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoundProgram {
    /// The number of the round.
    pub round: usize,
    /// Its text, or why there is none.
    pub text: Result<String, String>,
}
