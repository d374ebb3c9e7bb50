//! A concurrent program ready to run: for each thread template a graph of guarded parallel assignments. Calls are inlined,
//! those of recursive functions are kept.

use super::caveat::{Caveat, UnknownCall};
use super::compiled::{Cell, Object, Origin};
use super::expression::{Expr, Named, Place, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A program: `main` starts, and threads start threads.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The shared variables.
    pub globals: Vec<Variable>,
    /// The variables of threads; each belongs to one template.
    pub locals: Vec<Variable>,
    /// The thread templates; the first is `main`.
    pub templates: Vec<Template>,
    /// The recursive functions whose calls are kept, once for each template that calls them.
    pub procedures: Vec<Template>,
    /// The program counters of all templates.
    pub locations: Vec<Location>,
    /// The assertions, in the order of the source.
    pub assertions: Vec<Assertion>,
    /// The source files that positions refer to.
    pub files: Vec<String>,
    /// The assumptions of a verdict beyond the source, one sentence fragment each.
    pub assumes: Vec<String>,
    /// The assumptions among them that a report tells beside the verdict.
    pub caveats: BTreeSet<Caveat>,
    /// The calls of functions without a body: where, and which.
    pub unknown_calls: BTreeSet<UnknownCall>,
    /// The steps that do more than the source: where, and what is approximated. A run with such a step may be none of the
    /// source's.
    pub approximations: BTreeSet<(Position, String)>,
    /// The functions whose results are inputs by their names or for want of a body.
    pub answered: BTreeSet<String>,
    /// The addresses that have a name.
    pub addresses: BTreeMap<u64, String>,
    /// The numbers, pointers, mutexes and arrays of these that the source declares at file scope; for telling what can be
    /// said in C only.
    pub file_scope: BTreeSet<String>,
    /// The purposes of some shared variables, by number; used only to explain runs.
    pub purposes: BTreeMap<u32, Purpose>,
    /// Where the shared variables are in memory when the program is compiled, by number; no place if only the model has
    /// them.
    pub cells: Vec<Option<Cell>>,
    /// The cells of the variables of threads, likewise.
    pub local_cells: Vec<Option<Cell>>,
    /// The objects that these are parts of.
    pub objects: Vec<Object>,
    /// The program as lowered, if this one was reduced: runs are accepted only if it can do them.
    pub lowered: Option<Arc<Program>>,
}

/// The purpose of a shared variable beyond holding a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A mutex or spin lock, 0 while it is free.
    Lock,
    /// A lock for one writer or several readers, 0 while it is free.
    ReadersWriterLock,
    /// Whether a thread that somebody joins has ended.
    Ended,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, unique among those of its thread and the shared ones.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its first value; any value if none, which only variables of threads may have.
    pub initial: Option<u64>,
    /// The template it belongs to; none if shared.
    pub template: Option<u32>,
    /// Whether the source does not show it (temporaries, results of calls).
    pub hidden: bool,
}

/// The code of a thread, or of a recursive function.
#[derive(Clone, Debug)]
pub struct Template {
    /// The function's name.
    pub name: String,
    /// The entry location.
    pub entry: u32,
}

/// A program counter.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// The template it belongs to.
    pub template: u32,
    /// Whether a thread here is inside an atomic section: nobody else moves.
    pub inside: bool,
    /// The assertion that has failed for a thread that got here.
    pub fails: Option<u32>,
    /// Whether a thread here has ended, so that whoever waits for it goes on.
    pub ends: bool,
    /// Whether the whole program has ended when a thread is here: `exit`, `abort`, the end of `main`. Nobody else moves but
    /// after the end of `main`, which takes a moment.
    pub stops: bool,
    /// The ways from here to the end of the whole program that are left out of `edges`, because nothing fails after them.
    pub exit: Option<Exit>,
    /// The ways to go on; none where a thread has ended, or is stuck.
    pub edges: Vec<Edge>,
    /// The effect of the edges on the thread's stack, if it has one.
    pub frames: Option<Frames>,
    /// The conditions on the thread's variables that the reductions took for granted here; they hold in the program as lowered,
    /// of which this one need not have all values.
    pub known: Vec<Expr>,
}

/// Ways to the end of the whole program that were left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The places of the statements on these ways.
    pub positions: BTreeSet<Position>,
    /// Whether all of them can be executed whenever a thread is here, whatever the values are.
    pub certain: bool,
}

/// The effect of a step on the stack of a thread that calls recursive functions.
///
/// A frame holds all variables of the thread. A call begins with a copy of them, and a return gives them back as they were,
/// except for what it assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frames {
    /// Pushes a frame with the variables of the caller and the location where it goes on.
    Call(u32),
    /// Pops the top frame and continues at the return location it holds; the edge's own target is unused.
    Return,
    /// Where a function returns to that has a result: the only step takes it.
    Landing,
}

/// One atomic step: if the guard holds, all assignments happen at once.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The next location.
    pub to: u32,
    /// The guard, of type `BOOL`.
    pub guard: Expr,
    /// The variables that change, each at most once, to values in terms of the state before.
    pub updates: Vec<(Place, Expr)>,
    /// The thread that it starts; such an edge has no guard and changes nothing.
    pub start: Option<Start>,
    /// The statements that it executes, in order; empty for mere control flow.
    pub statements: Vec<Statement>,
    /// Whether it is a join of a thread that is not known. For proofs it may return at any time; a run passes it only when
    /// all other threads have ended, so that it must return.
    pub early: bool,
    /// The part of the step in deciding whether threads wait for ever.
    pub hang: Option<Hang>,
    /// Of the steps before merging that it consists of, those that touch shared memory, take inputs or join, in order.
    pub origins: Vec<Origin>,
    /// The steps of the program as lowered that it is composed of, in order; none if this is that program.
    pub path: Vec<Part>,
}

/// The part of a step in deciding whether threads wait for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hang {
    /// Possible only if no thread can move: steps of this kind and of the next one are no moves.
    Hangs,
    /// A thread that waits stops there for ever, and notes so.
    Stops,
    /// A join of a thread that is not known, which is certain to be a move only when all other threads have ended.
    Joins,
}

/// A step of the program as lowered, as a part of a composed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The edge at the location where the part before leads to.
    pub edge: u32,
    /// The number that its first input has on the composed step.
    pub first_input: u32,
}

/// The start of a thread.
#[derive(Clone, Debug)]
pub struct Start {
    /// The template of the thread.
    pub template: u32,
    /// Values of its variables in terms of the creator's state before the step; the others have their initial values.
    pub arguments: Vec<(u32, Expr)>,
}

/// A statement for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The position of the statement.
    pub position: Position,
    /// The source text, or a description in the same notation; empty where an assertion is about to be evaluated.
    pub text: String,
}

/// A place in a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// An index into the program's files.
    pub file: u32,
    /// Counted from one; 0 if there is none.
    pub line: u32,
    /// Counted from one; 0 if unknown.
    pub column: u32,
}

/// Something that must hold whenever a thread gets there.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// The position of the assertion.
    pub position: Position,
    /// The condition as written.
    pub text: String,
    /// The claim.
    pub claim: Claim,
}

impl Assertion {
    /// A description of the failure.
    pub fn in_words(&self) -> String {
        match self.claim {
            Claim::Holds => format!("`{}` can be false", self.text),
            Claim::NotCalled => format!("`{}` can be called", self.text),
            Claim::NoRace => format!("`{}` can be accessed by two threads at once", self.text),
            Claim::Valid | Claim::Limit | Claim::NoDeadlock | Claim::LockUse => self.text.clone(),
        }
    }
}

/// The claim of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The condition holds.
    Holds,
    /// The function is not called.
    NotCalled,
    /// A pointer or index is valid: C defines the access.
    Valid,
    /// No other thread is about to access the same variable, one of both writing.
    NoRace,
    /// No threads wait for each other for ever.
    NoDeadlock,
    /// Locks are used as C allows: unlocked by the thread that holds them, and not held by one that has ended.
    LockUse,
    /// The model is large enough. Where it is not nothing is known: neither that the program fails nor that it does not.
    Limit,
}

impl Program {
    /// The variable of a place.
    pub fn variable(&self, place: Place) -> &Variable {
        match place {
            Place::Global(number) => &self.globals[number as usize],
            Place::Local(number) => &self.locals[number as usize],
        }
    }

    /// Where a variable is in the memory of the compiled program.
    pub fn cell(&self, place: Place) -> Option<Cell> {
        let (cells, number) = match place {
            Place::Global(number) => (&self.cells, number),
            Place::Local(number) => (&self.local_cells, number),
        };
        cells.get(number as usize).copied().flatten()
    }

    /// The name of a place, for printing.
    pub fn name(&self, place: Place) -> &str {
        &self.variable(place).name
    }

    /// A value for people: an address by its name.
    pub fn shown(&self, bits: u64, ty: Type) -> String {
        match self.address(bits, ty) {
            Some(name) => name.to_string(),
            None => ty.number(bits).to_string(),
        }
    }

    /// The name of an address, if the bits are one that has a name.
    pub fn address(&self, bits: u64, ty: Type) -> Option<&str> {
        self.addresses.get(&bits).filter(|_| !ty.signed && ty.width >= 32).map(String::as_str)
    }

    /// An expression in the notation of C.
    pub fn in_c(&self, expr: &Expr) -> String {
        Named(expr, self).to_string()
    }

    /// Whether threads have stacks.
    pub fn has_frames(&self) -> bool {
        self.locations.iter().any(|location| location.frames.is_some())
    }

    /// The steps that return from a function.
    pub fn returns(&self) -> impl Iterator<Item = &Edge> {
        let returning = self.locations.iter().filter(|location| location.frames == Some(Frames::Return));
        returning.flat_map(|location| &location.edges)
    }

    /// The variables that results are returned in.
    pub fn results(&self) -> BTreeSet<u32> {
        self.returns().flat_map(Edge::locals_written).collect()
    }

    /// Whether a thread with a stack could keep a predicate up to date, given the variables that hold results.
    pub fn can_track(&self, predicate: &Expr, results: &BTreeSet<u32>) -> bool {
        let locals = predicate.locals();
        let is_local = !predicate.reads_shared();
        let is_result = locals.iter().any(|local| results.contains(local));
        locals.is_empty() || !self.has_frames() || (is_local && (!is_result || locals.len() == 1))
    }

    /// The locals of a template.
    pub fn locals_of(&self, template: u32) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.locals).filter(move |(_, local)| local.template == Some(template)).map(|(number, _)| number)
    }

    /// Whether the program can start any number of threads: some start can be repeated whatever the values are. If not,
    /// how many it starts may depend on its values.
    pub fn starts_any_number(&self) -> bool {
        // The locations that a thread can reach in one step, by itself or as the thread that it starts.
        let next = |at: u32| {
            let edges = self.locations[at as usize].edges.iter().filter(|edge| edge.guard.places().is_empty());
            edges.flat_map(|edge| {
                let entry = edge.start.as_ref().map(|start| self.templates[start.template as usize].entry);
                [Some(edge.to), entry].into_iter().flatten()
            })
        };
        let repeats = |at: u32| {
            let mut seen = vec![false; self.locations.len()];
            let mut pending: Vec<u32> = vec![at];
            while let Some(from) = pending.pop() {
                for to in next(from) {
                    if to == at {
                        return true;
                    }
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        pending.push(to);
                    }
                }
            }
            false
        };
        let starts = |at: &u32| self.locations[*at as usize].edges.iter().any(|edge| edge.start.is_some());
        (0..self.locations.len() as u32).filter(starts).any(repeats)
    }

    /// Whether some step is possible only if no thread can move. Then steps are not merged: a thread that waits inside a
    /// merged step would seem not to have begun it.
    pub fn has_hangs(&self) -> bool {
        self.locations.iter().flat_map(|location| &location.edges).any(|edge| edge.hang == Some(Hang::Hangs))
    }

    /// Whether every edge that starts a thread does nothing else.
    pub fn has_bare_starts(&self) -> bool {
        let mut edges = self.locations.iter().flat_map(|location| &location.edges);
        edges.all(|edge| edge.start.is_none() || (edge.guard == Expr::TRUE && edge.updates.is_empty()))
    }

    /// The program without the claims that the model is large enough: a thread that needs more is stuck.
    pub fn without_limits(&self) -> Program {
        let mut program = self.clone();
        for location in &mut program.locations {
            location.fails = location.fails.filter(|number| self.assertions[*number as usize].claim != Claim::Limit);
        }
        program.lowered = self.lowered.as_ref().map(|lowered| Arc::new(lowered.without_limits()));
        program
    }

    /// What is approximated in a step.
    pub fn approximated(&self, edge: &Edge) -> impl Iterator<Item = &(Position, String)> {
        let is_there =
            |(position, _): &&(Position, String)| edge.statements.iter().any(|one| one.position == *position);
        self.approximations.iter().filter(is_there)
    }

    /// The same program without the steps that approximate: all its runs are runs of the source.
    pub fn without_approximations(&self) -> Program {
        let mut program = self.clone();
        for edge in program.locations.iter_mut().flat_map(|location| &mut location.edges) {
            if self.approximated(edge).next().is_some() {
                edge.guard = Expr::TRUE.negated();
            }
        }
        program.lowered = self.lowered.as_ref().map(|lowered| Arc::new(lowered.without_approximations()));
        program
    }

    /// The program with one kind of claim; where another one fails the program ends.
    pub fn asking_only(&self, claim: Claim) -> Program {
        let mut program = self.clone();
        for location in &mut program.locations {
            if location.fails.is_some_and(|number| self.assertions[number as usize].claim != claim) {
                (location.fails, location.inside, location.stops) = (None, true, true);
            }
        }
        program.lowered = self.lowered.as_ref().map(|lowered| Arc::new(lowered.asking_only(claim)));
        program
    }

    /// The program in which a join of an unknown thread returns at any time.
    pub fn with_early_joins(&self) -> Program {
        let mut program = self.clone();
        let edges = program.locations.iter_mut().flat_map(|location| &mut location.edges);
        edges.for_each(|edge| edge.early = false);
        program
    }

    /// Whether some join may return before the thread ends.
    pub fn has_early_joins(&self) -> bool {
        self.locations.iter().any(|location| location.edges.iter().any(|edge| edge.early))
    }

    /// The locations where an assertion has failed.
    pub fn failures(&self) -> Vec<u32> {
        (0u32..).zip(&self.locations).filter(|(_, location)| location.fails.is_some()).map(|(at, _)| at).collect()
    }
}

impl Location {
    /// Whether a thread here has ended the whole program, or may do so by its next step.
    pub fn may_stop(&self) -> bool {
        self.stops || self.exit.is_some()
    }
}

impl Edge {
    /// A step that only moves on.
    pub fn jump(to: u32) -> Edge {
        let (updates, statements, origins, path) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Edge { to, guard: Expr::TRUE, updates, start: None, statements, early: false, hang: None, origins, path }
    }

    /// Every expression of the edge.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let arguments = self.start.iter().flat_map(|start| start.arguments.iter().map(|(_, value)| value));
        std::iter::once(&self.guard).chain(self.updates.iter().map(|(_, value)| value)).chain(arguments)
    }

    /// Puts every variable elsewhere.
    pub fn map_places(&mut self, target: &impl Fn(Place) -> Place) {
        let moved = |expr: &Expr| {
            expr.replace(&mut |leaf| match leaf {
                Expr::Read(place, ty) => Expr::Read(target(*place), *ty),
                leaf => leaf.clone(),
            })
        };
        self.guard = moved(&self.guard);
        for (place, value) in &mut self.updates {
            (*place, *value) = (target(*place), moved(value));
        }
        for (_, value) in self.start.iter_mut().flat_map(|start| &mut start.arguments) {
            *value = moved(value);
        }
    }

    /// Whether a shared variable changes.
    pub fn writes_shared(&self) -> bool {
        self.updates.iter().any(|(place, _)| matches!(place, Place::Global(_)))
    }

    /// Whether other threads can notice or influence the step.
    pub fn is_visible(&self) -> bool {
        self.writes_shared() || self.start.is_some() || self.expressions().any(Expr::reads_shared)
    }

    /// One more than the highest number of an input.
    pub fn inputs(&self) -> u32 {
        self.expressions().map(Expr::inputs).max().unwrap_or(0)
    }

    /// The variables of the thread that change.
    pub fn locals_written(&self) -> impl Iterator<Item = u32> + '_ {
        self.updates.iter().filter_map(|(place, _)| match place {
            Place::Local(number) => Some(*number),
            Place::Global(_) => None,
        })
    }

    /// The new value of a place, if it changes.
    pub fn update(&self, place: Place) -> Option<&Expr> {
        self.updates.iter().find(|(changed, _)| *changed == place).map(|(_, value)| value)
    }
}
