//! The command line, defined once.

use crate::commands::batch::Batch;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use umpteen::question;
use umpteen::settings::{
    ConstructionName, EngineName, EnvelopeName, ExpansionName, OracleName, OrderName, Settings, Threads, Wants,
};

mod abstraction;
mod meaning;
mod values;
pub use abstraction::Abstracting;
use meaning::FOR_SYSTEMS;
pub use meaning::Meaning;
pub use values::{Also, ListFormat, OutputFormat, Write, WriteKind};
use values::{parse_also, parse_seconds, parse_threads, parse_write};

/// Decides whether something bad can happen in a concurrent system with any number of threads.
#[derive(Parser, Debug)]
#[command(
    name = "umpteen",
    version,
    about = "Decides whether something bad can happen in a concurrent program with any number of threads",
    max_term_width = 100
)]
pub struct Command {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// Verify: SAFE (exit 0), UNSAFE (10) or UNKNOWN (5), with evidence that was checked independently
    #[command(args_override_self = true)]
    Check(Check),
    /// Verify many files, several at a time, with a row of a table for each: all ran (exit 0)
    Batch(Batch),
    /// Verify a recursive Boolean program for any number of threads, by way of a thread system that over-approximates one
    /// thread of it: SAFE (exit 0) or UNKNOWN (5)
    Refine(Refine),
    /// Check a certificate again: accepted (exit 0) or not (3)
    Recheck(Recheck),
    /// Execute a trace again: reproduced (exit 0) or not (3)
    Replay(Replay),
    /// Print what is checked: the program after reading, its control-flow graph, or a drawing of it
    Show(Show),
    /// Translate between .tts, .spec and .pnml, and from .bp
    Convert(Convert),
    /// List every shared state that can be reached, with how many threads, or every place of a net that can be marked
    Reach(Reach),
    /// List the engines
    Engines,
    /// Tell more about an error code
    Explain {
        /// The word in brackets after `error`, or `thread-bound`; all of them are listed without one
        code: Option<String>,
    },
    /// Print the completions for a shell, to be put where it looks for them
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page, for `man -l`: of umpteen, or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
}

impl Action {
    /// The limits of a command that has some of its own.
    pub fn limits(&mut self) -> Option<&mut Limits> {
        match self {
            Action::Check(options) => Some(&mut options.limits),
            Action::Refine(options) => Some(&mut options.limits),
            Action::Recheck(options) => Some(&mut options.limits),
            Action::Replay(options) => Some(&mut options.limits),
            Action::Show(options) => Some(&mut options.limits),
            Action::Convert(options) => Some(&mut options.limits),
            Action::Reach(options) => Some(&mut options.limits),
            Action::Batch(_) | Action::Engines | Action::Explain { .. } => None,
            Action::Completions { .. } | Action::Man { .. } => None,
        }
    }
}

/// Options of `check`.
#[derive(Args, Debug)]
pub struct Check {
    /// The program or system: .c or .i (preprocessed C; several are linked as one program), .yml (a task definition of
    /// SV-COMP), .bp, .tts (its target in a .prop file beside it), .spec or .pnml
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub meaning: Meaning,
    /// For C with threads, and without --property: what is asked beside failing assertions and invalid accesses, or none
    #[arg(long, value_name = "PROPERTIES", default_value = "deadlock,race", value_parser = parse_also, overrides_with = "also")]
    pub also: Also,
    /// How many threads there may be: any, or at most N
    #[arg(long, value_name = "any|N", default_value = "any", value_parser = parse_threads)]
    pub threads: Threads,
    /// The algorithm; `umpteen engines` lists them
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: EngineName,
    /// How many cores to use, with --engine auto; all that there are by default. With 1, the same input gives the same output
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Which state backward or forward search takes next
    #[arg(long, help_heading = FOR_SYSTEMS, default_value = "smallest")]
    pub order: OrderName,
    /// What backward search prunes with; without `thread-modular`, Boolean programs are searched on the fly, also forwards
    #[arg(long, help_heading = FOR_SYSTEMS, default_value = "thread-modular")]
    pub oracle: OracleName,
    /// How the engine karp_miller finds the configurations
    #[arg(long, help_heading = FOR_SYSTEMS, default_value = "minimal")]
    pub construction: ConstructionName,
    /// What is known of the threads of a pushdown system before induction begins
    #[arg(long, help_heading = FOR_SYSTEMS, default_value = "data")]
    pub envelope: EnvelopeName,
    /// Stop after this many epochs, for pushdown systems
    #[arg(long, help_heading = FOR_SYSTEMS, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub contexts: Option<u32>,
    /// Which edges an on-the-fly search tries with an added thread
    #[arg(long, help_heading = FOR_SYSTEMS, default_value = "shared-changing")]
    pub expansion: ExpansionName,
    #[command(flatten)]
    pub abstracting: Abstracting,
    /// Take no defaults from umpteen.toml
    #[arg(long)]
    pub no_defaults: bool,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

impl Check {
    /// The settings of the decision.
    pub fn settings(&self) -> Settings {
        // A line of SV-COMP has room for one property.
        let also = match self.output.output_format {
            OutputFormat::Svcomp => Vec::new(),
            _ => self.also.0.clone(),
        };
        Settings {
            also,
            threads: self.threads,
            engine: self.engine,
            jobs: self.jobs,
            order: self.order,
            oracle: self.oracle,
            construction: self.construction,
            envelope: self.envelope,
            contexts: self.contexts,
            expansion: self.expansion,
            abstraction: self.abstracting.settings(),
            wants: self.output.wants(),
        }
    }
}

/// Options of `refine`.
#[derive(Args, Debug)]
#[command(after_help = REFINE_HELP)]
pub struct Refine {
    /// The Boolean program: any number of threads run its `main`, or the `f` of `threads f;`
    #[arg(value_name = "PROGRAM.bp")]
    pub program: PathBuf,
    /// The thread system that over-approximates one thread of it (its target in a .prop file beside it)
    #[arg(value_name = "SYSTEM.tts")]
    pub system: PathBuf,
    /// What the thread system must not cover, instead of the target in its .prop file: `s|l1,l2*k`
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
    /// Where the thread system starts, instead of the default: `s|l*2,m*any`
    #[arg(long, value_name = "START")]
    pub init: Option<String>,
    /// What must hold in the program: assert (the default) or invariant:EXPR over its shared variables
    #[arg(long, value_name = "PROPERTY")]
    pub property: Option<String>,
    /// How many threads there may be: any, or at most N
    #[arg(long, value_name = "any|N", default_value = "any", value_parser = parse_threads)]
    pub threads: Threads,
    /// The algorithm that decides the thread system
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: EngineName,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

/// What `refine --help` says in the end.
const REFINE_HELP: &str = "\
Shared states correspond by numbers: bit i of a shared state of SYSTEM.tts is the value of the i-th shared variable that PROGRAM.bp \
declares, counted from 0. A program with n shared variables needs a system with 2^n shared states.

Where an assertion of the program can fail, the system must be in a target that asks for one thread, or for none; where \
an invariant can be false, likewise.";

impl Refine {
    /// The options that change what is asked, as `recheck` compares them: target and start of the system, property of the
    /// program.
    pub fn meaning(&self) -> question::Meaning {
        let [target, init, property] = [&self.target, &self.init, &self.property].map(Clone::clone);
        question::Meaning { target, init, property, ..question::Meaning::default() }
    }

    /// The settings of the decision.
    pub fn settings(&self) -> Settings {
        let Refine { engine, threads, output, .. } = self;
        Settings { engine: *engine, threads: *threads, wants: output.wants(), ..Settings::default() }
    }
}

/// Options that say what is shown and written.
#[derive(Args, Debug)]
pub struct Output {
    /// What goes to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub output_format: OutputFormat,
    /// Write a file: json=PATH (the report), html=PATH (the report for a browser), certificate=PATH (if SAFE), trace=PATH
    /// (if UNSAFE), bp=FOLDER (the Boolean program of each round, for C), sarif=PATH, junit=PATH, or witness=PATH (for C, as
    /// SV-COMP has them)
    #[arg(long, value_name = "KIND=PATH", value_parser = parse_write)]
    pub write: Vec<Write>,
    /// Show every step of a long trace
    #[arg(long)]
    pub full: bool,
    /// Print the verdict line only
    #[arg(short, long)]
    pub quiet: bool,
    /// Print statistics too, and for C what a proof knows at each line
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
}

impl Output {
    /// Whether a file of this kind is asked for.
    pub fn writes(&self, kind: WriteKind) -> bool {
        self.write.iter().any(|write| write.kind == kind)
    }

    /// The results that these options need beside the verdict.
    pub fn wants(&self) -> Wants {
        let (page, invariants) = (self.writes(WriteKind::Html), self.writes(WriteKind::Witness));
        Wants { lines: self.verbose || page || invariants, invariants, programs: self.writes(WriteKind::Bp), page }
    }

    /// Whether evidence is asked for; it may be large, and is not kept for somebody who does not want it.
    pub fn writes_evidence(&self) -> bool {
        self.writes(WriteKind::Certificate) || self.writes(WriteKind::Trace)
    }
}

/// Limits that hold.
#[derive(Args, Debug, Clone, Default)]
pub struct Limits {
    /// Stop after this many seconds of wall-clock time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub time: Option<f64>,
    /// Stop after this many seconds of processor time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub cpu_time: Option<f64>,
    /// Stop when this many megabytes are in use; nine tenths of what is free at the start by default
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub memory: Option<u64>,
    /// Set for the process that does the work
    #[arg(long, hide = true)]
    pub worker: bool,
}

/// Options of `recheck`.
#[derive(Args, Debug)]
pub struct Recheck {
    /// The files that were checked, in the same order
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The certificate that `check --write certificate=PATH` wrote
    #[arg(long, value_name = "PATH")]
    pub certificate: PathBuf,
    #[command(flatten)]
    pub meaning: Meaning,
    #[command(flatten)]
    pub limits: Limits,
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// The files that were checked, in the same order
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The trace that `check --write trace=PATH` wrote
    #[arg(long, value_name = "PATH")]
    pub trace: PathBuf,
    /// Compile the C program with gcc and run it, with the interleaving of the trace forced upon it, so that it really fails;
    /// without this nothing is compiled or run
    #[arg(long)]
    pub compiled: bool,
    /// Run the compiled program in gdb, which stops where it fails
    #[arg(long, requires = "compiled")]
    pub gdb: bool,
    /// Keep what was compiled in this folder: the schedule and the runtime that forces it as C, and the program
    #[arg(long, value_name = "FOLDER", requires = "compiled")]
    pub keep: Option<PathBuf>,
    #[command(flatten)]
    pub meaning: Meaning,
    #[command(flatten)]
    pub limits: Limits,
}

/// Options of `reach`.
#[derive(Args, Debug)]
pub struct Reach {
    /// The system or Boolean program: .tts, .bp, .spec or .pnml
    pub file: PathBuf,
    /// Where it starts, instead of the default, as for `check`
    #[arg(long, value_name = "START")]
    pub init: Option<String>,
    #[command(flatten)]
    pub limits: Limits,
    /// What goes to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub output_format: ListFormat,
}

/// Options of `show`.
#[derive(Args, Debug)]
pub struct Show {
    /// What to show: everything that `check` takes
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// In which form; other input than C has only the first
    #[arg(long = "as", value_name = "FORM", default_value = "program")]
    pub form: Form,
    #[command(flatten)]
    pub meaning: Meaning,
    #[command(flatten)]
    pub limits: Limits,
}

/// The forms that `show` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// The program: variables, and for each location what a thread can do there in one step; Boolean programs with calls
    /// inlined, thread systems as .tts, nets as .spec
    Program,
    /// The control-flow graph of each thread of a C program, a line for each step
    Cfg,
    /// The same for Graphviz: `dot -Tsvg` draws it; red locations have failed, grey ones are in atomic sections
    Dot,
    /// A C program as C again, as it was understood: names with the numbers of their declarations, conversions as casts
    Resolved,
}

/// Options of `convert`.
#[derive(Args, Debug)]
pub struct Convert {
    /// The system to translate
    pub file: PathBuf,
    /// Where to write it; the ending tells the format
    #[arg(short, long, value_name = "PATH")]
    pub output: PathBuf,
    #[command(flatten)]
    pub meaning: Meaning,
    #[command(flatten)]
    pub limits: Limits,
}
