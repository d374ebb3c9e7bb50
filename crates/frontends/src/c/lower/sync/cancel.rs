//! Cancellation: a thread that has been asked to end does so at the next cancellation point (POSIX 2.9.5.2), if its state
//! allows it: it runs its cleanup handlers and the destructors of its keys, and its result is `PTHREAD_CANCELED`.
//!
//! A thread that is known by its handle (`lower/handle_numbers.rs`) has a flag that says whether it has been asked. All others have one
//! flag together, so that one of them may end although another one was meant: that is marked. A thread without handlers and
//! keys that is cancelled asynchronously is like one that is never scheduled again, except that joins of it return: they
//! may return early.

use super::super::super::atomic::Mark;
use super::super::super::cancellation_points::{CancellationPoint, cancellation_point};
use super::super::super::known::{Known, SET_CANCEL_TYPE};
use super::super::super::library::CANCEL_STATE;
use super::super::super::resolve::constant_expressions::constant;
use super::super::super::syntax::{Expression, ExpressionKind, Part, Source, Span};
use super::super::super::types::CType;
use super::super::Lowering;
use super::super::call::Call;
use super::super::thread::Threads;
use super::super::value::{Binding, Value};
use super::is;
use crate::error::Error;
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Expr, Place, Type};
use umpteen_model::c::program::{Edge, Variable};

/// What is known about threads that are cancelled.
#[derive(Default)]
pub struct Cancellation {
    /// Whether threads may be cancelled.
    pub used: bool,
    /// Whether the first thread may be meant.
    first: bool,
    /// Whether they may be so at any time.
    pub asynchronous: bool,
    /// Whether the thread is ending, so that nobody cancels it any more.
    pub ending: bool,
    /// The variables that say that a thread has been asked to end, by its number.
    asked: FxHashMap<u64, Place>,
}

impl<'s> Lowering<'s> {
    /// Looks through a program.
    pub fn look_for_cancellation(&self, source: &'s Source<'s>) -> Cancellation {
        let mut found = Cancellation::default();
        let set_type = source.identifiers.linked(SET_CANCEL_TYPE);
        let mut look = |part: Part<'s, 's>| {
            let Part::Expression(Expression { kind: ExpressionKind::Call(callee, arguments), .. }) = part else {
                return;
            };
            found.used |= self.source.known.of_call(callee) == Some(Known::Cancel);
            found.first |= self.source.known.of_call(callee) == Some(Known::Itself);
            if callee.name().is_some() && callee.name() == set_type {
                let deferred = |ty: &&Expression<'s>| matches!(constant(ty), Ok(Expr::Constant(0, _)));
                found.asynchronous |= arguments.first().filter(deferred).is_none();
            }
        };
        let bodies = source.functions.iter().flat_map(|function| function.body.iter().flatten());
        bodies.for_each(|statement| statement.visit(&mut look));
        found.used |= self.source.known.is_elsewhere(|known| known == Known::Cancel);
        found.first |= self.source.known.is_elsewhere(|known| known == Known::Itself);
        found
    }

    /// The variable that says that the thread with a number has been asked to end.
    fn asked(&mut self, number: u64) -> Place {
        if let Some(place) = self.threads.cancellation.asked.get(&number) {
            return *place;
        }
        let name = self.unique_shared(format!("thread {number} is cancelled"));
        let place = Place::Global(self.program.globals.len() as u32);
        let (ty, initial, template) = (Type::BOOL, Some(0), None);
        self.program.globals.push(Variable { name, ty, initial, template, hidden: true });
        self.threads.cancellation.asked.insert(number, place);
        place
    }

    /// The value of a call that asks a thread to end.
    pub fn cancel(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, span, .. } = call;
        if self.source.is_about_deadlocks() {
            return Err(span.unsupported(format!("`{name}`, where it is asked about deadlocks,")));
        }
        let Value::Integer(number) = self.value(call.argument(0)?)? else {
            return Err(span.unsupported("cancelling something that is not a thread handle"));
        };
        self.assume("threads that are cancelled are there");
        let number = self.spill(number.cast(self.source.word()));
        let (from, after, mut others) = (self.graph.at, self.graph.fresh(), Expr::TRUE);
        for known in self.threads.cancellable() {
            let same = is(number.clone(), known);
            others = others.and(same.clone().negated());
            let (updates, statements) = (vec![(self.asked(known), Expr::TRUE)], self.note(span));
            self.graph.connect(from, Mark::None, Edge { guard: same, updates, statements, ..Edge::jump(after) });
        }
        let (updates, statements) = (vec![(self.asked(0), Expr::TRUE)], self.note(span));
        self.graph.connect(from, Mark::None, Edge { guard: others, updates, statements, ..Edge::jump(after) });
        self.graph.at = after;
        Ok(Value::Integer(Expr::int(0)))
    }

    /// Whether the thread has been asked to end and may be cancelled now, and whether it is certain that it was meant.
    fn is_asked(&mut self, span: Span) -> Result<(Expr, bool), Error> {
        let known = self.own_known_number();
        let place = self.asked(known.unwrap_or(0));
        let asked = Expr::Read(place, Type::BOOL);
        let state =
            self.source.identifiers.linked(CANCEL_STATE).and_then(|name| self.variables.globals.get(&name)).cloned();
        let guard = match state {
            Some(Binding::Variable(spot)) => asked.and(is(self.object_of(&spot, span)?.read(), 0)),
            _ => asked,
        };
        Ok((guard, known.is_some()))
    }

    /// A cancellation point by its name, before what the function does.
    pub fn cancellation_point(&mut self, name: &str, span: Span) -> Result<(), Error> {
        match cancellation_point(name) {
            CancellationPoint::Always => self.cancelled(span, true),
            CancellationPoint::Maybe => self.cancelled(span, false),
            CancellationPoint::Never => Ok(()),
        }
    }

    /// The thread may be cancelled here, or must be if it has been asked to end.
    pub fn cancelled(&mut self, span: Span, at_once: bool) -> Result<(), Error> {
        if !self.threads.is_cancellable() || !self.graph.entered[self.graph.at as usize] {
            return Ok(());
        }
        let (from, after) = (self.graph.at, self.graph.fresh());
        let guard = self.may_be_cancelled(span)?;
        let goes_on = if at_once { guard.negated() } else { Expr::TRUE };
        self.graph.connect(from, Mark::None, Edge { guard: goes_on, ..Edge::jump(after) });
        self.graph.at = after;
        Ok(())
    }

    /// From the current node on, the thread may be cancelled; returns when.
    pub fn may_be_cancelled(&mut self, span: Span) -> Result<Expr, Error> {
        if !self.threads.is_cancellable() {
            return Ok(Expr::TRUE.negated());
        }
        if self.calls.keeping {
            return Err(span.unsupported("a cancellation point inside a recursive function"));
        }
        if self.calls.once_depth > 0 {
            return Err(span.unsupported("a cancellation point inside a function that runs once"));
        }
        let from = self.graph.at;
        let (guard, is_certain) = self.is_asked(span)?;
        // No other step is at the last character of a call.
        let at = span.end.saturating_sub(1);
        if !is_certain {
            let position = self.position(at);
            let what = "which thread is cancelled".to_string();
            self.program.approximations.insert((position, what));
        }
        let (ends, text) = (self.graph.fresh(), format!("is cancelled at {}", self.source.source_text(span)));
        let statements = self.note_text(at, text);
        self.graph.connect(from, Mark::None, Edge { guard: guard.clone(), statements, ..Edge::jump(ends) });
        self.graph.at = ends;
        if let Some(result) = self.calls.frames.first().and_then(|root| root.result.clone()) {
            let canceled = Value::Pointer(Expr::Constant(self.source.word().mask(), self.source.word()), CType::Void);
            self.store_value(&result, canceled, span, span, false)?;
        }
        self.run_handlers(span)?;
        self.threads.main_leaves |= self.threads.template == 0;
        self.graph.go(self.graph.finish);
        self.graph.at = from;
        Ok(guard)
    }

    /// Whether the thread that is known by a number has been asked to end, where that may happen at any time.
    pub fn ends_at_any_time(&mut self, number: u64) -> Option<Expr> {
        let asynchronous = self.threads.cancellation.used && self.threads.cancellation.asynchronous;
        asynchronous.then(|| Expr::Read(self.asked(number), Type::BOOL))
    }
}

impl<'s> Threads<'s> {
    fn is_cancellable(&self) -> bool {
        let Cancellation { used, first, ending, .. } = self.cancellation;
        used && !ending && (self.template != 0 || first)
    }

    /// What cannot be undone if it may happen anywhere is refused.
    pub fn refuse_asynchronous(&self, what: &str, span: Span) -> Result<(), Error> {
        match self.cancellation.used && self.cancellation.asynchronous {
            true => Err(span.unsupported(format!("{what} in a program that cancels threads asynchronously"))),
            false => Ok(()),
        }
    }
}
