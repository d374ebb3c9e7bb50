//! How a question is decided: engines and their settings, by name, and what is wanted beside the verdict.

/// The settings of a decision. Only `threads` changes what is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How many threads there may be.
    pub threads: Threads,
    /// The algorithm.
    pub engine: EngineName,
    /// How many cores `EngineName::Auto` uses; all that there are without it.
    pub jobs: Option<u32>,
    /// Which state backward or forward search takes next.
    pub order: OrderName,
    /// What backward search prunes with.
    pub oracle: OracleName,
    /// How `EngineName::KarpMiller` finds the configurations.
    pub construction: ConstructionName,
    /// What is known of the threads of a pushdown system before induction begins.
    pub envelope: EnvelopeName,
    /// The number of epochs after which the search of a pushdown system stops.
    pub contexts: Option<u32>,
    /// Which edges an on-the-fly search tries with an added thread.
    pub expansion: ExpansionName,
    /// Settings of abstraction refinement, for C.
    pub abstraction: AbstractionSettings,
    /// Properties of a C program that are asked beside the usual one, if no property is named.
    pub also: Vec<AlsoName>,
    /// What is wanted beside the verdict.
    pub wants: Wants,
}

/// Results beside the verdict and its evidence, which take time or memory of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// What a proof about C knows at each line of the source.
    pub lines: bool,
    /// The part of that which can be said in C, for a witness.
    pub invariants: bool,
    /// The Boolean program of each round of abstraction refinement. C is abstracted at once then.
    pub programs: bool,
    /// The texts of the source files, and the obligations that the checker has discharged.
    pub page: bool,
}

/// Settings of abstraction refinement; `None` is the usual value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbstractionSettings {
    /// How many predicates may decide together what a step does to another one, before the abstraction is searched.
    pub cubes: Option<u8>,
    /// Whose variables false failures are ruled out with.
    pub refine: Option<RefineName>,
    /// Where new predicates come from.
    pub discover: Option<DiscoverName>,
    /// Conditions to begin with, as C.
    pub predicate: Vec<String>,
    /// Whether relations between threads are looked for.
    pub facts: Option<Switch>,
    /// Whether states with the same threads in the same places count as one.
    pub symmetry: Option<Switch>,
}

/// How many threads there may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Any number.
    #[default]
    Any,
    /// At most this many.
    AtMost(u32),
}

/// The engines by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum EngineName {
    /// Backward, forward and directed search together, or exploration when --threads gives a bound; for C, exploration of few
    /// threads, then abstraction
    #[default]
    Auto,
    /// Backward search over upward-closed sets, for any number of threads
    Backward,
    /// Forward search with omega-configurations, for any number of threads; no broadcasts, signals or transfers
    #[cfg_attr(feature = "clap", value(name = "karp_miller", alias = "karp-miller"))]
    KarpMiller,
    /// Backward search and karp_miller in turns, each using what the other has found
    Both,
    /// Forward search directed to the target: finds runs, proves nothing; no broadcasts, signals or transfers
    Directed,
    /// Path by path through loops that are summarised by inequalities; no broadcasts, signals or transfers
    Pathwise,
    /// Induction over epochs, for pushdown systems: every thread runs once in an epoch, for as long as it likes
    #[cfg_attr(feature = "clap", value(name = "k-induction"))]
    KInduction,
    /// The same for at most --contexts K epochs: mainly to find failures
    #[cfg_attr(feature = "clap", value(name = "context-bounded"))]
    ContextBounded,
    /// Exploration of all states, for at most --threads N
    Explore,
    /// Abstraction refinement only, for C: backward search of its abstractions, or exploration with --threads N
    Abstraction,
}

/// The properties by name that are asked beside the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum AlsoName {
    /// Threads that wait for each other for ever, and misuse of locks
    Deadlock,
    /// Data races
    Race,
}

impl AlsoName {
    /// The property, as `--property` spells it. Invalid accesses are asked about by the usual property.
    pub fn property(self) -> &'static str {
        match self {
            AlsoName::Deadlock => "deadlock",
            AlsoName::Race => "no-data-race",
        }
    }
}

/// The search orders by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum OrderName {
    /// Fewest threads first
    #[default]
    Smallest,
    /// Oldest first
    Breadth,
    /// Newest first
    Depth,
}

/// The constructions by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ConstructionName {
    /// Nothing is deleted, accelerations are remembered: complete
    #[default]
    Minimal,
    /// Fig. 1 of the Beacon report: subtrees are deleted, which may lose something; then the answer is UNKNOWN
    Beacon,
}

/// The envelopes by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum EnvelopeName {
    /// The stacks that a thread can have if every branch is taken
    Stacks,
    /// The stacks together with the shared states, as far as each thread by itself tells
    #[default]
    Data,
}

/// The oracles by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum OracleName {
    /// Prune nothing
    Off,
    /// Local values that one thread reaches by itself (Boolean programs)
    SingleThread,
    /// Reachable (shared, local) pairs, weights that the file suggests, and in long searches weights from the state inequation
    #[default]
    ThreadModular,
    /// The same, with the state inequation asked about every state
    StateInequation,
}

/// The kinds of expansion by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ExpansionName {
    /// All of them
    All,
    /// Those that may change the shared state
    #[default]
    SharedChanging,
}

/// Whose variables refinement may speak of, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum RefineName {
    /// Those of all threads
    All,
    /// Those of the executing thread
    ActiveOnly,
}

/// Where new predicates come from, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum DiscoverName {
    /// Weakest preconditions; where they bring nothing new, strongest postconditions
    Both,
    /// Weakest preconditions
    Weakest,
    /// Strongest postconditions
    Strongest,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Switch {
    /// On
    On,
    /// Off
    Off,
}
