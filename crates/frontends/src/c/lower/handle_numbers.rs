//! Thread handles as numbers, where their names alone do not say enough (`handles`).
//!
//! The first thread has the number 1. A creation that runs at most once gives its thread a number of its own, a flag that is
//! raised at its end, and a place for its result, so that whoever holds the number waits for just that thread. All other
//! threads have one number together if the program never compares handles; otherwise a shared counter gives each of them
//! its own. Joining one of these may return early.

use super::super::atomic::{Access, Mark};
use super::super::handles::Handles;
use super::super::syntax::{Expression, Span};
use super::super::types::CType;
use super::Lowering;
use super::context::Context;
use super::memory::Kind;
use super::template::Done;
use super::thread::Threads;
use super::value::{Binding, Handle, Spot, Value};
use crate::error::Error;
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Start, Variable};

/// The number of the first thread, of all threads that need not be told apart, and of the first that is known by itself.
const FIRST: u64 = 1;
const OTHERS: u64 = 2;
const KNOWN: u64 = 3;

/// At most so many threads are known by themselves: a join has a step for each.
const MOST_KNOWN: usize = 64;

/// The declaration that stands for creations instead of a variable.
const CREATION: usize = usize::MAX;

/// A thread identifier may be used again once its life is over (POSIX 2.9.2).
const DISTINCT: &str = "each thread has a handle of its own (fewer than 2 to the 31st are created, or 2 to the 15th with `ilp32`, and none gets that of one that has ended)";

/// The numbers of threads.
#[derive(Default)]
pub struct Numbers<'s> {
    /// What the program does with handles; none if they are no numbers.
    pub handles: Option<&'s Handles>,
    /// The threads that are known by themselves, by their numbers less the first one.
    known: Vec<Handle>,
    /// What they are called.
    names: Vec<String>,
    /// The shared counter.
    counter: Option<Place>,
    /// The threads' own numbers, by template.
    own: FxHashMap<u32, Expr>,
    /// Whether there may be threads that are not known by themselves.
    others: bool,
    /// The joins of such threads.
    unknown_joins: Vec<UnknownJoin>,
    /// What threads that are not known by themselves return.
    results: Option<Spot<'s>>,
}

/// A join of a thread that is none of those known by themselves.
struct UnknownJoin {
    template: u32,
    /// Where the number is compared, and where the join is.
    from: u32,
    at: u32,
    /// Whether the number is that of the first thread.
    is_first: Expr,
}

impl Handle {
    /// The thread of a creation, by its number among them.
    fn of_creation(number: usize) -> Handle {
        Handle { declaration: CREATION, index: number as u64 }
    }

    /// Whether it stands for a creation instead of a variable.
    pub fn is_creation(self) -> bool {
        self.declaration == CREATION
    }
}

impl<'s> Lowering<'s> {
    /// A name that stands for handles which are no numbers, since it is only created for and joined.
    pub fn named_handles(&self, declaration: usize, ty: &CType<'s>) -> Option<Binding<'s>> {
        let handle = Handle { declaration, index: 0 };
        let is_number = |ty: &CType| matches!(ty, CType::Integer { ty, atomic: false } if *ty == self.source.word());
        match ty {
            _ if self.threads.numbers.handles.is_none() || !self.source.joins.is_exact(handle) => None,
            CType::Array(element, count) if is_number(element) => Some(Binding::Thread(declaration, *count)),
            ty => is_number(ty).then_some(Binding::Thread(declaration, None)),
        }
    }

    /// The name of a thread that is known by itself, and whether its result may be asked for.
    pub fn known_thread(&self, handle: Handle) -> (String, bool) {
        let results = self.threads.numbers.handles.is_some_and(|handles| handles.results);
        match self.threads.numbers.names.get(handle.index as usize) {
            Some(name) if handle.is_creation() => (name.clone(), results),
            _ => (self.source.joins.name(handle), self.source.joins.wants_result(handle)),
        }
    }

    /// Whether the code that is being lowered runs at most once.
    fn runs_once(&self) -> bool {
        let is_straight = |frame: &super::scope::Frame| {
            // A later `goto` may lead back to a label.
            frame.open.loops == 0 && !frame.labels.values().any(|label| label.defined)
        };
        self.threads.template == 0
            && self.source.joins.main_runs_once
            && !self.calls.keeping
            && self.calls.frames.iter().all(is_straight)
    }

    /// Makes the thread that is about to be created known by itself, if the creation runs at most once.
    pub fn known_creation(&mut self, to: &Expression<'s>, named: Option<Handle>) -> Option<Handle> {
        let once = self.threads.numbers.handles.is_some() && self.threads.numbers.known.len() < MOST_KNOWN;
        if !once || named.is_none() && !self.runs_once() {
            return named;
        }
        let text = self.source.source_text(to.span);
        let shown = self.unique_shared(text.trim_start_matches('&').to_string());
        let handle = named.unwrap_or(Handle::of_creation(self.threads.numbers.known.len()));
        self.threads.numbers.known.push(handle);
        self.threads.numbers.names.push(shown);
        Some(handle)
    }

    /// The number of the next thread.
    pub fn next_number(&mut self, known: Option<Handle>) -> Option<Expr> {
        self.threads.numbers.handles?;
        let word = self.source.word();
        let all = &self.threads.numbers.known;
        if let Some(number) = known.and_then(|known| all.iter().position(|other| *other == known)) {
            return Some(Expr::Constant(KNOWN + number as u64, word));
        }
        self.threads.numbers.others = true;
        if !self.threads.compares_handles() {
            return Some(Expr::Constant(OTHERS, word));
        }
        self.assume(DISTINCT);
        let (counter, half) = (self.counter(), self.source.half());
        let kept = self.temporary(half);
        let count = Expr::Read(counter, half);
        let next = Expr::binary(Binary::Add, count.clone(), Expr::Constant(1, half));
        // Beyond that it is assumed that there are none.
        let guard = Expr::binary(Binary::Less, count.clone(), Expr::Constant(half.mask() >> 1, half));
        self.graph.step(Edge { guard, updates: vec![(kept.place, count), (counter, next)], ..Edge::jump(0) });
        // Numbers of threads that are known by themselves are small.
        Some(Expr::binary(Binary::Add, kept.read().cast(word), Expr::Constant(half.mask() + 1, word)))
    }

    fn counter(&mut self) -> Place {
        if let Some(counter) = self.threads.numbers.counter {
            return counter;
        }
        let ty = self.source.half();
        let counter = Place::Global(self.program.globals.len() as u32);
        let (name, initial, template) = (self.unique_shared("threads".to_string()), Some(0), None);
        self.program.globals.push(Variable { name, ty, initial, template, hidden: true });
        *self.threads.numbers.counter.insert(counter)
    }

    /// Tells a new thread its number, if somebody may ask for it.
    pub fn give_number(&mut self, start: &mut Start, number: Option<Expr>) {
        let Some(number) = number else { return };
        if let Expr::Constant(..) = number {
            self.threads.numbers.own.insert(start.template, number);
            return;
        }
        let local = match self.threads.numbers.own.get(&start.template) {
            Some(Expr::Read(Place::Local(local), _)) => *local,
            _ => {
                let local = self.program.locals.len() as u32;
                let (name, ty, template) = ("own handle".to_string(), self.source.word(), Some(start.template));
                self.program.locals.push(Variable { name, ty, initial: Some(0), template, hidden: true });
                self.threads.numbers.own.insert(start.template, Expr::Read(Place::Local(local), ty));
                local
            }
        };
        start.arguments.push((local, number));
    }

    /// The number of the thread itself; none if handles are no numbers.
    pub fn own_number(&self) -> Option<Expr> {
        self.threads.numbers.handles?;
        let word = self.source.word();
        if self.threads.template == 0 {
            return Some(Expr::Constant(FIRST, word));
        }
        Some(self.threads.numbers.own.get(&self.threads.template).cloned().unwrap_or(Expr::Constant(OTHERS, word)))
    }

    /// The number of the thread itself, if it is known by itself.
    pub fn own_known_number(&self) -> Option<u64> {
        match self.own_number() {
            Some(Expr::Constant(number, _)) if number != OTHERS => Some(number),
            _ => None,
        }
    }

    /// The threads that are known by themselves, each with the condition that a number is its own.
    pub fn known_threads(&self, number: &Expr) -> Vec<(Handle, Expr)> {
        let is = |own: u64| Expr::binary(Binary::Equal, number.clone(), Expr::Constant(own, self.source.word()));
        (KNOWN..).zip(&self.threads.numbers.known).map(|(own, handle)| (*handle, is(own))).collect()
    }

    /// Notes a join of a thread with a number that is none of those known by themselves.
    pub fn note_unknown_join(&mut self, from: u32, at: u32, number: Expr) {
        let is_first = Expr::binary(Binary::Equal, number, Expr::Constant(FIRST, self.source.word()));
        self.threads.numbers.unknown_joins.push(UnknownJoin { template: self.threads.template, from, at, is_first });
    }

    /// Where all threads are known by themselves, only the first one is joined otherwise: that handles are those of threads
    /// is assumed.
    pub fn drop_unknown_joins(&mut self) {
        if self.threads.numbers.others || self.source.joins.detaches {
            return;
        }
        for join in std::mem::take(&mut self.threads.numbers.unknown_joins) {
            let steps = &mut self.threads.graphs[join.template as usize][join.from as usize].steps;
            // The first thread does not wait for itself.
            steps.retain(|step| step.edge.to != join.at || join.template != 0);
            for step in steps.iter_mut().filter(|step| step.edge.to == join.at) {
                step.edge.guard = join.is_first.clone();
            }
        }
    }

    /// Where handles are numbers: the place for what a thread returns that is not known by itself, if somebody may ask.
    pub fn place_of_results(&mut self) -> Result<Option<Spot<'s>>, Error> {
        let wanted = self.threads.numbers.handles.is_some_and(|handles| handles.results);
        if wanted && self.threads.numbers.results.is_none() {
            let (name, ty) = (self.unique_shared("result of a thread".to_string()), CType::Void.pointer());
            let spot = self.variable(&name, &ty, Kind::Shared, Span::default(), &|_| Some(0))?;
            self.hide(&spot);
            self.threads.numbers.results = Some(spot);
        }
        Ok(self.threads.numbers.results.clone().filter(|_| wanted))
    }

    /// Where a thread leaves its result, if somebody may ask for it.
    pub fn own_result(&mut self, number: u32, done: Option<Done>) -> Result<Option<Spot<'s>>, Error> {
        match done {
            Some(done) => Ok(done.wanted.then(|| self.result_spot(done))),
            None if number == 0 || self.place_of_results()?.is_none() => Ok(None),
            None => {
                let (name, kind) = (self.names.unique("result"), Kind::Local(number));
                let spot = self.variable(&name, &CType::Void.pointer(), kind, Span::default(), &|_| Some(0))?;
                self.hide(&spot);
                Ok(Some(spot))
            }
        }
    }

    /// A thread that is not known by itself leaves its result where those of all such threads are.
    pub fn leave_result(&mut self, own: Option<Spot<'s>>, done: Option<Done>) -> Result<(), Error> {
        let (Some(own), None) = (own, done) else { return Ok(()) };
        if let Some(all) = self.place_of_results()? {
            let (to, from) = (self.object_of(&all, Span::default())?, self.object_of(&own, Span::default())?);
            self.graph.access(Access::Library, vec![(to.place, from.read())], Vec::new());
        }
        Ok(())
    }

    /// The result of a thread that is not known by itself: any value, and any address that a thread has returned.
    pub fn result_of_any(&mut self, span: Span) -> Result<Value<'s>, Error> {
        let word = self.source.word();
        let position = self.position(span.start);
        let what = "the result of a thread that is not known".to_string();
        self.program.approximations.insert((position, what));
        let kept = self.temporary(word);
        let (from, after) = (self.graph.at, self.graph.fresh());
        let mut values = vec![Expr::Input(0, word)];
        if let Some(spot) = self.place_of_results()? {
            values.push(self.object_of(&spot, span)?.read());
        }
        for value in values {
            let statements = self.note(span);
            let updates = vec![(kept.place, value)];
            self.graph.connect(from, Mark::None, Edge { updates, statements, ..Edge::jump(after) });
        }
        self.graph.at = after;
        Ok(Value::Pointer(kept.read(), CType::Void))
    }
}

impl<'s> Threads<'s> {
    /// Whether handles are numbers that the program compares.
    fn compares_handles(&self) -> bool {
        self.numbers.handles.is_some_and(|handles| handles.compared)
    }

    /// Whether a variable is a handle, or some of them, without a first value that anybody looks at.
    pub fn is_empty_handle(&self, declaration: usize) -> bool {
        self.numbers.handles.is_some_and(|handles| !handles.compared && handles.declared.contains(&declaration))
    }

    /// The numbers of threads that are known by themselves so far, the first one included.
    pub fn cancellable(&self) -> impl Iterator<Item = u64> + use<> {
        let last = KNOWN + self.numbers.known.len() as u64;
        std::iter::once(FIRST).chain(KNOWN..last)
    }

    /// The number of a thread that is known by itself.
    pub fn known_number(&self, thread: Handle) -> Option<u64> {
        let position = self.numbers.known.iter().position(|known| *known == thread);
        position.map(|position| KNOWN + position as u64)
    }
}

impl<'s> Context<'s> {
    /// The type of the counter, half as wide as a handle.
    fn half(&self) -> Type {
        Type { width: self.word().width / 2, signed: false }
    }
}
