//! A Boolean program ready to run: locations and instructions over numbered variables, calls inlined.

use super::expression::Expr;

/// The largest number of shared, and of local, variables: their values fit one machine word.
pub const MOST_VARIABLES: usize = 64;

/// How many variables may be given either value at once: every combination is looked at.
pub const MOST_CHOICES: usize = 20;

/// A flat Boolean program that any number of threads execute.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The names of the shared variables.
    pub globals: Vec<Variable>,
    /// The names of the local variables, those of inlined calls included.
    pub locals: Vec<Variable>,
    /// The program counters.
    pub locations: Vec<Location>,
    /// Where the first thread starts.
    pub entry: u32,
    /// Every label with its location; several where a function was inlined several times.
    pub labels: Vec<(String, u32)>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its initial value; either if none.
    pub initial: Option<bool>,
}

/// A program counter.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// The ways to go on; none where a thread ends.
    pub edges: Vec<Edge>,
    /// The line of the statement, counted from one.
    pub line: u32,
    /// The statement as written.
    pub text: String,
    /// The function that a thread here started in; none where it has ended.
    pub root: Option<u32>,
    /// Whether a thread here is inside an atomic section; none if that depends on how it got here.
    pub inside: Option<bool>,
    /// The local variables that have no meaning here: they are 0, nobody changes them, and no constraint that mentions
    /// them concerns a thread here.
    pub dead: u64,
    /// The places that constraints speak of and that this location belongs to.
    pub places: u64,
}

/// One way to go on.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The effect of the step.
    pub instruction: Instruction,
    /// The next location.
    pub to: u32,
}

/// The effect of one step of a thread.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// Changes variables if the constraints allow it.
    Update(Update),
    /// Goes on if the expression can be true, fails if it can be false.
    Assert(Expr),
    /// Starts a thread.
    Start {
        /// The entry location of the new thread.
        at: u32,
        /// Its locals: a copy of the creator's, or these values (any value if none), the others being 0.
        fresh: Option<Vec<(u8, Option<Expr>)>>,
    },
    /// Enters an atomic section; no effect inside one.
    AtomicBegin,
    /// Leaves the atomic section; no effect outside.
    AtomicEnd,
    /// Blocks until a signal or broadcast of this condition.
    Wait(u32),
    /// Releases one thread that waits for the condition, if there is one.
    Signal(u32),
    /// Releases all threads that wait for the condition.
    Broadcast(u32),
}

/// A parallel assignment with constraints.
#[derive(Clone, Debug, Default)]
pub struct Update {
    /// Shared variables that change; any value if there is no expression.
    pub globals: Vec<(u8, Option<Expr>)>,
    /// Local variables of the executing thread that change.
    pub locals: Vec<(u8, Option<Expr>)>,
    /// Local variables of every other thread that change.
    pub passive: Vec<(u8, Option<Expr>)>,
    /// Constraints over current and next values of the executing thread and the shared variables.
    pub constraints: Vec<Expr>,
    /// Constraints that must hold in addition for every single other thread, which has index 0.
    pub passive_constraints: Vec<Expr>,
    /// Constraints that must hold for every choice of so many distinct other threads as indices 0, 1, ...
    pub group_constraints: Vec<(usize, Expr)>,
}

impl Edge {
    /// How many variables the step gives either value.
    pub fn choices(&self) -> usize {
        match &self.instruction {
            Instruction::Update(update) => update.choices(),
            Instruction::Start { fresh: Some(values), .. } => choices(values),
            _ => 0,
        }
    }

    /// How many variables of another thread it gives either value.
    pub fn passive_choices(&self) -> usize {
        match &self.instruction {
            Instruction::Update(update) => choices(&update.passive),
            _ => 0,
        }
    }
}

impl Program {
    /// Whether there is an assertion at all.
    pub fn has_assertion(&self) -> bool {
        let mut edges = self.locations.iter().flat_map(|location| &location.edges);
        edges.any(|edge| matches!(edge.instruction, Instruction::Assert(_)))
    }

    /// How many variables a step gives either value, at most.
    pub fn most_choices(&self) -> usize {
        let edges = self.locations.iter().flat_map(|location| &location.edges);
        edges.map(Edge::choices).max().unwrap_or(0)
    }
}

/// How many of these variables get either value.
pub(super) fn choices(assigned: &[(u8, Option<Expr>)]) -> usize {
    assigned.iter().filter(|(_, value)| value.as_ref().is_none_or(Expr::has_choice)).count()
}

impl Update {
    /// How many variables get either value: those of the executing thread and the shared ones, or those of another thread.
    pub fn choices(&self) -> usize {
        (choices(&self.globals) + choices(&self.locals)).max(choices(&self.passive))
    }

    /// Whether only the program counter changes.
    pub fn is_empty(&self) -> bool {
        self.globals.is_empty() && self.locals.is_empty() && self.constraints.is_empty() && !self.concerns_others()
    }

    /// Whether other threads are changed, or can block the step.
    pub fn concerns_others(&self) -> bool {
        !self.passive.is_empty() || !self.passive_constraints.is_empty() || !self.group_constraints.is_empty()
    }
}

/// The property of a program, whose violation is a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// An assertion fails.
    Assertions,
    /// A thread is at one of these locations.
    Location(Vec<u32>),
    /// Two threads are at these locations at the same time.
    Exclusive(Vec<u32>, Vec<u32>),
    /// The shared variables violate the expression.
    Invariant(Expr),
}
