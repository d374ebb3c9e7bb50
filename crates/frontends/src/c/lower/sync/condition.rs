//! Condition variables: waiting unlocks the mutex in one step and locks it again in a later one.
//!
//! POSIX lets a wait end without a signal, so a thread that waits may go on at any time, whatever others signal and
//! whenever they do. Every run of the program is therefore one in which each wait ends by itself, a signal or broadcast
//! changes nothing that a thread could notice, and a condition variable has no state. This is exact for what can be
//! reached; only that something *must* happen (that a waiter is woken) would need more. A timed wait may end
//! with 0 or with the code for a time that is over.
//!
//! Where it is asked about deadlocks, waits are real: a condition variable counts who waits and is not woken (`W`), and who
//! is woken and has not gone on (`S`). A signal moves one from `W` to `S`, a broadcast all; a waiting thread goes on by
//! taking one of `S` away, and which one does is open. New ones wait until `S` is 0, which loses nothing: a woken thread
//! can always go on. Spurious wake-ups are left out: they may end no wait that otherwise never ends.

use super::super::super::syntax::{Expression, Span};
use super::super::super::types::Library;
use super::super::Lowering;
use super::super::call::Call;
use super::super::value::{Object, Spot, Where};
use super::parts::{COUNT, WAITERS, WOKEN};
use super::{Codes, Outcome, is, refused};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::{Edge, Statement};

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_cond_*` or `cnd_*`.
    pub(super) fn condition_call(&mut self, what: &str, codes: Codes, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, arguments, span, .. } = call;
        let spot = self.first_object(call, Library::Condition)?;
        match what {
            "wait" | "timedwait" | "clockwait" => self.wait(&spot, what, codes, call),
            "init" | "signal" | "broadcast" if self.source.is_about_deadlocks() => {
                self.effects_from(arguments, 1)?;
                self.wake(&spot, what, span)
            }
            "init" | "signal" | "broadcast" => {
                self.effects_from(arguments, 1)?;
                self.touch(&spot, span)?;
                Ok(Expr::int(0))
            }
            "destroy" => self.destroyed(&spot, span),
            _ => Err(refused(name, span)),
        }
    }

    fn wait(&mut self, condition: &Spot<'s>, what: &str, codes: Codes, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, arguments, span, wanted } = call;
        let pointer = call.argument(1)?;
        let mutex = self.library_object(pointer, Library::Mutex, name)?;
        let mutex = self.frozen(mutex);
        self.effects_from(arguments, 2)?;
        self.cancelled(span, true)?;
        let shown = |lowering: &Self, pointer: &Expression| {
            let text = lowering.source.source_text(pointer.span);
            text.strip_prefix('&').map_or_else(|| format!("*{text}"), str::to_string)
        };
        let (condition_shown, mutex_shown) = (shown(self, call.argument(0)?), shown(self, pointer));
        if let Where::Computed(_) = condition.place {
            self.touch(condition, span)?;
        }
        let statements = self.note_text(span.start, format!("wait on {condition_shown} (unlocks {mutex_shown})"));
        if self.source.is_about_deadlocks() {
            if self.source.survey.kinds {
                // One that checks refuses to be unlocked; waiting without holding it is a failure all the same.
                let mine = self.companion(&mutex, span)?;
                self.refuse_foreign(&mine, Expr::TRUE, &statements, span);
            }
            self.begin_wait(condition, &condition_shown, span)?;
        }
        let unlocked = self.release(&mutex, codes, statements, span, true)?;
        let after = self.graph.fresh();
        let kept = match &unlocked {
            Expr::Constant(..) => None,
            // Only the owner of a mutex that checks may wait.
            unlocked => {
                let kept = self.temporary(Type::INT);
                let (waits, fails) = (self.graph.fresh(), self.graph.fresh());
                self.guard(is(unlocked.clone(), 0), span, waits, fails);
                self.graph.at = fails;
                if self.source.is_about_deadlocks() {
                    self.count_waiters(condition, Binary::Subtract, Vec::new(), span)?;
                }
                self.graph.update(vec![(kept.place, unlocked.clone())], Vec::new());
                self.graph.go(after);
                self.graph.at = waits;
                Some(kept)
            }
        };
        let late = match self.source.is_about_deadlocks() {
            true => self.end_wait(condition, what, codes, span, wanted)?,
            false => None,
        };
        let statements = self.note_text(span.start, format!("wakes up (locks {mutex_shown})"));
        self.take_mutex(&mutex, statements, span)?;
        // One that is cancelled meanwhile has the mutex again when its handlers run.
        self.cancelled(span, false)?;
        let result = match wanted && what != "wait" {
            _ if self.source.is_about_deadlocks() => late.unwrap_or(Expr::int(0)),
            true => {
                let kept = self.temporary(Type::INT);
                let is_late = Expr::Input(0, Type::BOOL);
                let statements = self.note_text(span.start, "in time or too late".to_string());
                self.graph.update(
                    vec![(kept.place, Expr::conditional(is_late, Expr::int(codes.timed_out), Expr::int(0)))],
                    statements,
                );
                kept.read()
            }
            false => Expr::int(0),
        };
        let Some(kept) = kept else {
            self.graph.go(after);
            self.graph.at = after;
            return Ok(result);
        };
        self.graph.update(vec![(kept.place, result)], Vec::new());
        self.graph.go(after);
        self.graph.at = after;
        Ok(kept.read())
    }

    /// A signal or broadcast moves threads from those that wait to those that are woken.
    fn wake(&mut self, condition: &Spot<'s>, what: &str, span: Span) -> Result<Expr, Error> {
        let (waiters, woken) =
            (self.library_part(condition, WAITERS, span)?, self.library_part(condition, WOKEN, span)?);
        let (none, one) = (Expr::Constant(0, COUNT), Expr::Constant(1, COUNT));
        let nobody = is(waiters.read(), 0);
        let more = |number: Expr| Expr::binary(Binary::Add, woken.read(), number);
        let (fewer, woken_then) = match what {
            "signal" => (Expr::binary(Binary::Subtract, waiters.read(), one.clone()), more(one)),
            "broadcast" => (none, more(waiters.read())),
            _ => (none.clone(), none),
        };
        let always = if what == "signal" { nobody.clone().negated() } else { Expr::TRUE };
        let updates = vec![(waiters.place, fewer), (woken.place, woken_then)];
        let mut outcomes = vec![Outcome { guard: always, updates, result: 0 }];
        if what == "signal" {
            outcomes.push(Outcome { guard: nobody, updates: Vec::new(), result: 0 });
        }
        let statements = self.note(span);
        Ok(self.outcomes(outcomes, statements, false))
    }

    /// The thread is about to wait and still holds the mutex: nobody can tell yet whether it waits.
    fn begin_wait(&mut self, condition: &Spot<'s>, shown: &str, span: Span) -> Result<(), Error> {
        let statements = self.note_text(span.start, format!("begins to wait for {shown}"));
        self.count_waiters(condition, Binary::Add, statements, span)
    }

    /// One waiter more, once those that are woken have gone on, or one less.
    fn count_waiters(
        &mut self,
        condition: &Spot<'s>,
        operator: Binary,
        statements: Vec<Statement>,
        span: Span,
    ) -> Result<(), Error> {
        let (waiters, woken) =
            (self.library_part(condition, WAITERS, span)?, self.library_part(condition, WOKEN, span)?);
        let guard = is(woken.read(), 0);
        let changed = Expr::binary(operator, waiters.read(), Expr::Constant(1, COUNT));
        self.graph.step(Edge { guard, updates: vec![(waiters.place, changed)], statements, ..Edge::jump(0) });
        Ok(())
    }

    /// Waits until the thread is woken, or the time is over.
    fn end_wait(
        &mut self,
        condition: &Spot<'s>,
        what: &str,
        codes: Codes,
        span: Span,
        wanted: bool,
    ) -> Result<Option<Expr>, Error> {
        let (waiters, woken) =
            (self.library_part(condition, WAITERS, span)?, self.library_part(condition, WOKEN, span)?);
        let fewer = |object: &Object| {
            vec![(object.place, Expr::binary(Binary::Subtract, object.read(), Expr::Constant(1, COUNT)))]
        };
        let some = |object: &Object| is(object.read(), 0).negated();
        let mut outcomes = vec![Outcome { guard: some(&woken), updates: fewer(&woken), result: 0 }];
        if what == "wait" {
            self.hangs(self.graph.at, span);
        } else {
            outcomes.push(Outcome { guard: some(&waiters), updates: fewer(&waiters), result: codes.timed_out });
        }
        let statements = self.note_text(span.start, "is woken".to_string());
        Ok(Some(self.outcomes(outcomes, statements, wanted)))
    }
}
