//! Mutexes and spin locks: a shared variable that is 1 while somebody holds the lock.
//!
//! Taking the lock is one step that waits until the variable is 0. Of a normal mutex it is not kept who holds it: its
//! owner waits for ever like anybody else, and unlocking somebody else's lock, undefined in C, frees the lock here.
//! Only if the program has mutexes of other kinds, each mutex has a part that tells its kind, and each thread counts how
//! often it holds it: a recursive mutex is taken again by its owner, an error-checking one refuses that, and both
//! refuse to be unlocked by others. A timed wait runs out exactly when the lock is held at some moment of the wait.
//!
//! Where it is asked about deadlocks, each thread counts this for every lock, unlocking somebody else's lock fails, and a
//! thread that is about to wait has a step that says so (`deadlock.rs`).

use super::super::super::known::Family;
use super::super::super::syntax::Span;
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::call::Call;
use super::super::context::Context;
use super::super::deadlock::{EXCLUSIVE, Waiting};
use super::super::value::{Object, Spot};
use super::kinds::{CHECKING, NORMAL, RECURSIVE};
use super::parts::{HELD, KIND, SMALL};
use super::{C11, Codes, Outcome, POSIX, is, refused};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Statement};

/// `EDEADLK`.
const DEADLOCK: i64 = 35;

/// The variables of a mutex in a program with several kinds.
struct Mutex {
    held: Object,
    kind: Object,
    mine: Object,
}

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    /// It waits.
    Waiting,
    /// It returns this if somebody else has the lock.
    Trying(i64),
    /// It waits and may return this.
    Timed(i64),
}

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_mutex_*`, `pthread_spin_*` or `mtx_*`.
    pub(super) fn mutex_call(&mut self, family: Family, what: &str, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, arguments, span, wanted } = call;
        let kind = if family == Family::SpinLock { Library::SpinLock } else { Library::Mutex };
        let codes = if family == Family::C11Mutex { C11 } else { POSIX };
        let spot = self.library_object(call.argument(0)?, kind, name)?;
        self.note_use(&spot, what, span);
        if what == "destroy" {
            self.refuse_held(&spot, span)?;
        }
        match what {
            "lock" => {
                let statements = self.note(span);
                self.take(&spot, Taking::Waiting, statements, span, wanted)
            }
            "trylock" => {
                let statements = self.note(span);
                self.take(&spot, Taking::Trying(codes.busy), statements, span, wanted)
            }
            "timedlock" | "clocklock" => {
                let spot = self.frozen(spot);
                self.effects_from(arguments, 1)?;
                let statements = self.note(span);
                self.take(&spot, Taking::Timed(codes.timed_out), statements, span, wanted)
            }
            "unlock" => {
                let statements = self.note(span);
                self.release(&spot, codes, statements, span, wanted)
            }
            "init" => {
                let spot = self.frozen(spot);
                let kind = match family {
                    Family::Mutex => self.kind_of_attributes(call.argument(1)?)?,
                    Family::C11Mutex => {
                        let kind = self.integer(call.argument(1)?)?;
                        let one = Expr::Constant(1, kind.ty());
                        Expr::binary(Binary::And, kind, one).cast(SMALL)
                    }
                    _ => {
                        self.effects_from(arguments, 1)?;
                        Expr::Constant(NORMAL, SMALL)
                    }
                };
                let held = self.library_part(&spot, HELD, span)?;
                let mut updates = vec![(held.place, Expr::Constant(0, SMALL))];
                if self.source.has_kinds(&spot) {
                    updates.extend(self.first_of_kind(&spot, kind, span)?);
                } else if self.source.is_about_deadlocks() {
                    let mine = self.companion(&spot, span)?;
                    updates.push((mine.place, Expr::Constant(0, mine.ty)));
                }
                let statements = self.note(span);
                self.graph.update(updates, statements);
                Ok(Expr::int(0))
            }
            // glibc's answer; whether a mutex that is held may be destroyed POSIX leaves open.
            "destroy" if wanted && matches!(spot.ty, CType::Library(Library::Mutex)) => {
                let statements = self.note(span);
                let free = is(self.library_part(&spot, HELD, span)?.read(), 0);
                let held = Outcome { guard: free.clone().negated(), updates: Vec::new(), result: codes.busy };
                Ok(self.outcomes(vec![Outcome { guard: free, updates: Vec::new(), result: 0 }, held], statements, true))
            }
            "destroy" => self.destroyed(&spot, span),
            _ => Err(refused(name, span)),
        }
    }

    /// A new mutex is of this kind, and the thread does not hold it, even if it held the one that was there before.
    pub(super) fn first_of_kind(
        &mut self,
        spot: &Spot<'s>,
        kind: Expr,
        span: Span,
    ) -> Result<[(Place, Expr); 2], Error> {
        let mine = self.companion(spot, span)?;
        let kind_part = self.library_part(spot, KIND, span)?;
        Ok([(kind_part.place, kind), (mine.place, Expr::Constant(0, mine.ty))])
    }

    fn mutex(&mut self, spot: &Spot<'s>, span: Span) -> Result<Mutex, Error> {
        let held = self.library_part(spot, HELD, span)?;
        let kind = self.library_part(spot, KIND, span)?;
        Ok(Mutex { held, kind, mine: self.companion(spot, span)? })
    }

    /// Takes a mutex and waits until that is possible.
    pub(super) fn take_mutex(&mut self, spot: &Spot<'s>, statements: Vec<Statement>, span: Span) -> Result<(), Error> {
        self.take(spot, Taking::Waiting, statements, span, false).map(drop)
    }

    fn take(
        &mut self,
        spot: &Spot<'s>,
        taking: Taking,
        statements: Vec<Statement>,
        span: Span,
        wanted: bool,
    ) -> Result<Expr, Error> {
        let taken = Expr::Constant(1, SMALL);
        if !self.source.has_kinds(spot) && self.source.is_about_deadlocks() {
            return self.take_as_owner(spot, taking, statements, span, wanted);
        }
        if !self.source.has_kinds(spot) {
            let held = self.library_part(spot, HELD, span)?;
            let free = is(held.read(), 0);
            return Ok(match taking {
                Taking::Waiting => {
                    self.graph.step(Edge {
                        guard: free,
                        updates: vec![(held.place, taken)],
                        statements,
                        ..Edge::jump(0)
                    });
                    Expr::int(0)
                }
                Taking::Trying(busy) => {
                    let kept = self.temporary(Type::INT);
                    let answer = Expr::conditional(free, Expr::int(0), Expr::int(busy));
                    self.graph.update(vec![(kept.place, answer), (held.place, taken)], statements);
                    kept.read()
                }
                Taking::Timed(late) => {
                    let too_late = Outcome { guard: free.clone().negated(), updates: Vec::new(), result: late };
                    let taken = Outcome { guard: free, updates: vec![(held.place, taken)], result: 0 };
                    self.outcomes(vec![taken, too_late], statements, wanted)
                }
            });
        }
        let Mutex { held, kind, mine } = self.mutex(spot, span)?;
        let one = Expr::Constant(1, mine.ty);
        let free = is(held.read(), 0);
        let owns = free.clone().negated().and(is(mine.read(), 0).negated());
        let again = owns.clone().and(is(kind.read(), RECURSIVE));
        let more = Expr::binary(Binary::Add, mine.read(), one.clone());
        let first = vec![(held.place, taken), (mine.place, one)];
        if taking == Taking::Waiting && self.source.is_about_deadlocks() {
            let guard = is(mine.read(), 0).negated().and(is(kind.read(), NORMAL).negated()).negated();
            let mine = Some(mine.clone());
            self.graph.waits(Waiting { lock: held.clone(), mine, wants: EXCLUSIVE }, guard, &statements);
        }
        let mut outcomes = vec![
            Outcome { guard: free.clone(), updates: first, result: 0 },
            Outcome { guard: again.clone(), updates: vec![(mine.place, more)], result: 0 },
        ];
        let told = owns.and(is(kind.read(), CHECKING));
        if let Taking::Waiting | Taking::Timed(_) = taking {
            outcomes.push(Outcome { guard: told.clone(), updates: Vec::new(), result: DEADLOCK });
        }
        let others = free.negated().and(again.negated());
        match taking {
            Taking::Waiting => {}
            Taking::Trying(busy) => outcomes.push(Outcome { guard: others, updates: Vec::new(), result: busy }),
            Taking::Timed(late) => {
                outcomes.push(Outcome { guard: others.and(told.negated()), updates: Vec::new(), result: late });
            }
        }
        Ok(self.outcomes(outcomes, statements, wanted))
    }

    /// Takes a lock of the normal kind, and notes that this thread has it.
    fn take_as_owner(
        &mut self,
        spot: &Spot<'s>,
        taking: Taking,
        statements: Vec<Statement>,
        span: Span,
        wanted: bool,
    ) -> Result<Expr, Error> {
        let (held, mine) = (self.library_part(spot, HELD, span)?, self.companion(spot, span)?);
        let free = is(held.read(), 0);
        let updates = vec![(held.place, Expr::Constant(1, SMALL)), (mine.place, Expr::Constant(1, mine.ty))];
        let mut outcomes = vec![Outcome { guard: free.clone(), updates, result: 0 }];
        match taking {
            Taking::Waiting => {
                let waiting = Waiting { lock: held, mine: Some(mine), wants: EXCLUSIVE };
                self.graph.waits(waiting, Expr::TRUE, &statements);
            }
            Taking::Trying(result) | Taking::Timed(result) => {
                outcomes.push(Outcome { guard: free.negated(), updates: Vec::new(), result });
            }
        }
        Ok(self.outcomes(outcomes, statements, wanted))
    }

    /// Unlocks a mutex; the value is what the function returns.
    pub(super) fn release(
        &mut self,
        spot: &Spot<'s>,
        codes: Codes,
        statements: Vec<Statement>,
        span: Span,
        wanted: bool,
    ) -> Result<Expr, Error> {
        if !self.source.has_kinds(spot) {
            let held = self.library_part(spot, HELD, span)?;
            let mut updates = vec![(held.place, Expr::Constant(0, SMALL))];
            if self.source.is_about_deadlocks() {
                let mine = self.companion(spot, span)?;
                self.refuse_foreign(&mine, Expr::TRUE, &statements, span);
                updates.push((mine.place, Expr::Constant(0, mine.ty)));
            }
            self.graph.update(updates, statements);
            return Ok(Expr::int(0));
        }
        let Mutex { held, kind, mine } = self.mutex(spot, span)?;
        let normal = is(kind.read(), NORMAL);
        if self.source.is_about_deadlocks() {
            self.refuse_foreign(&mine, normal.clone(), &statements, span);
        }
        let special = |more: Expr| normal.clone().negated().and(more);
        let last = is(mine.read(), 1);
        let none = is(mine.read(), 0);
        let freed = || vec![(held.place, Expr::Constant(0, SMALL)), (mine.place, Expr::Constant(0, mine.ty))];
        let fewer = Expr::binary(Binary::Subtract, mine.read(), Expr::Constant(1, mine.ty));
        let several = special(last.clone().negated().and(none.clone().negated()));
        let outcomes = vec![
            Outcome { guard: normal.clone(), updates: freed(), result: 0 },
            Outcome { guard: special(last), updates: freed(), result: 0 },
            Outcome { guard: several, updates: vec![(mine.place, fewer)], result: 0 },
            Outcome { guard: special(none), updates: Vec::new(), result: codes.not_owner },
        ];
        Ok(self.outcomes(outcomes, statements, wanted))
    }
}

impl<'s> Context<'s> {
    pub(super) fn has_kinds(&self, spot: &Spot<'s>) -> bool {
        self.survey.kinds && matches!(spot.ty, CType::Library(Library::Mutex))
    }
}
