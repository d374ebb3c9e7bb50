//! Barriers: how many threads have arrived, and a phase that changes when the last one does.
//!
//! A thread that is not the last one notes the phase, counts itself, and waits until the phase is another one. The last one
//! resets the count, changes the phase, goes on at once and is the one that gets `PTHREAD_BARRIER_SERIAL_THREAD`. The
//! barrier is then ready for the next round. One bit of phase is enough: a thread that has been let go may take its step as soon
//! as the phase changes, and since that step changes nothing that others see, a run in which it comes later, even after
//! the phase has changed back, reaches nothing else than one in which it comes at once and the thread then pauses.
//!
//! Where it is asked about deadlocks the number of threads that are let go takes the place of the phase, so that no thread
//! is left behind: each takes one away, and only then the next round begins, which loses nothing, because they can always move.

use super::super::super::atomic::Mark;
use super::super::super::syntax::Span;
use super::super::super::types::Library;
use super::super::Lowering;
use super::super::call::Call;
use super::super::value::Spot;
use super::parts::{ARRIVED, COUNT, EXPECTED, PHASE};
use super::{INVALID, Outcome, is, refused};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// `PTHREAD_BARRIER_SERIAL_THREAD`.
const SERIAL: i64 = -1;

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_barrier_*`.
    pub(super) fn barrier_call(&mut self, what: &str, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, span, wanted, .. } = call;
        let spot = self.first_object(call, Library::Barrier)?;
        self.note_use(&spot, what, span);
        match what {
            "init" => {
                self.effect_of_unused(call.argument(1)?)?;
                let count = self.integer(call.argument(2)?)?.cast(COUNT);
                let count = self.spill(count);
                let mut updates = vec![(self.library_part(&spot, ARRIVED, span)?.place, Expr::Constant(0, COUNT))];
                if self.source.is_about_deadlocks() {
                    updates.push((self.library_part(&spot, PHASE, span)?.place, Expr::Constant(0, COUNT)));
                }
                if self.source.survey.expected.is_none() {
                    updates.push((self.library_part(&spot, EXPECTED, span)?.place, count.clone()));
                }
                let outcomes = vec![
                    Outcome { guard: is(count.clone(), 0).negated(), updates, result: 0 },
                    Outcome { guard: is(count, 0), updates: Vec::new(), result: INVALID },
                ];
                let statements = self.note(span);
                Ok(self.outcomes(outcomes, statements, wanted))
            }
            "wait" => self.pass(&spot, span, wanted),
            "destroy" => self.destroyed(&spot, span),
            _ => Err(refused(name, span)),
        }
    }

    fn pass(&mut self, spot: &Spot<'s>, span: Span, wanted: bool) -> Result<Expr, Error> {
        if self.source.is_about_deadlocks() {
            return self.pass_in_rounds(spot, span, wanted);
        }
        let arrived = self.library_part(spot, ARRIVED, span)?;
        let phase = self.library_part(spot, PHASE, span)?;
        let before_last = self.before_last(spot, span)?;
        let is_last = Expr::binary(Binary::Equal, arrived.read(), before_last);
        let (mine, kept) = (self.temporary(Type::BOOL), wanted.then(|| self.temporary(Type::INT)));
        let result = |number: i64| kept.iter().map(|kept| (kept.place, Expr::int(number))).collect::<Vec<_>>();
        let (from, waits, after) = (self.graph.at, self.graph.fresh(), self.graph.fresh());
        let statements = self.note(span);
        let mut updates = vec![(arrived.place, Expr::Constant(0, COUNT)), (phase.place, phase.read().negated())];
        updates.extend(result(SERIAL));
        let last = Edge { guard: is_last.clone(), updates, statements: statements.clone(), ..Edge::jump(after) };
        self.graph.connect(from, Mark::None, last);
        let one_more = Expr::binary(Binary::Add, arrived.read(), Expr::Constant(1, COUNT));
        let updates = vec![(arrived.place, one_more), (mine.place, phase.read())];
        let first = Edge { guard: is_last.negated(), updates, statements, ..Edge::jump(waits) };
        self.graph.connect(from, Mark::None, first);
        // In a step of its own the phase is another access.
        let phase = self.library_part(spot, PHASE, span)?;
        let guard = Expr::binary(Binary::Equal, phase.read(), mine.read()).negated();
        let statements = self.note_text(span.start, "passes the barrier".to_string());
        self.graph.connect(waits, Mark::None, Edge { guard, updates: result(0), statements, ..Edge::jump(after) });
        self.graph.at = after;
        Ok(kept.map_or(Expr::int(0), |kept| kept.read()))
    }

    /// The number of threads that have to arrive before the last one.
    fn before_last(&mut self, spot: &Spot<'s>, span: Span) -> Result<Expr, Error> {
        Ok(match self.source.survey.expected {
            Some(count) => Expr::Constant(count.wrapping_sub(1) & COUNT.mask(), COUNT),
            None => {
                let expected = self.library_part(spot, EXPECTED, span)?;
                Expr::binary(Binary::Subtract, expected.read(), Expr::Constant(1, COUNT))
            }
        })
    }

    fn pass_in_rounds(&mut self, spot: &Spot<'s>, span: Span, wanted: bool) -> Result<Expr, Error> {
        let (arrived, free) = (self.library_part(spot, ARRIVED, span)?, self.library_part(spot, PHASE, span)?);
        let is_last = Expr::binary(Binary::Equal, arrived.read(), self.before_last(spot, span)?);
        let kept = wanted.then(|| self.temporary(Type::INT));
        let result = |number: i64| kept.iter().map(|kept| (kept.place, Expr::int(number))).collect::<Vec<_>>();
        let (from, waits, after) = (self.graph.at, self.graph.fresh(), self.graph.fresh());
        let statements = self.note(span);
        let begins = is(free.read(), 0);
        let mut updates = vec![(arrived.place, Expr::Constant(0, COUNT)), (free.place, arrived.read())];
        updates.extend(result(SERIAL));
        let guard = begins.clone().and(is_last.clone());
        self.graph.connect(
            from,
            Mark::None,
            Edge { guard, updates, statements: statements.clone(), ..Edge::jump(after) },
        );
        let one_more = Expr::binary(Binary::Add, arrived.read(), Expr::Constant(1, COUNT));
        let (guard, updates) = (begins.and(is_last.negated()), vec![(arrived.place, one_more)]);
        self.graph.connect(from, Mark::None, Edge { guard, updates, statements, ..Edge::jump(waits) });
        // In a step of its own this is another access.
        let free = self.library_part(spot, PHASE, span)?;
        let mut updates = vec![(free.place, Expr::binary(Binary::Subtract, free.read(), Expr::Constant(1, COUNT)))];
        updates.extend(result(0));
        let statements = self.note_text(span.start, "passes the barrier".to_string());
        let guard = is(free.read(), 0).negated();
        self.graph.connect(waits, Mark::None, Edge { guard, updates, statements, ..Edge::jump(after) });
        self.hangs(waits, span);
        self.graph.at = after;
        Ok(kept.map_or(Expr::int(0), |kept| kept.read()))
    }
}
