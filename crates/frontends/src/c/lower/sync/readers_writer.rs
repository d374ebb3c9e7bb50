//! Read-write locks: a shared number, 0 while the lock is free, `WRITER` while somebody may write, otherwise how many may
//! read.
//!
//! Readers get in whenever nobody writes, as glibc does by default, and unlocking undoes whichever lock it was: while
//! there is a writer there are no readers. Unlocking a free lock, undefined in C, does nothing. The number has 32 bits; at
//! the last one before `WRITER` no more readers get in and the function returns `EAGAIN`, as glibc's does at its own limit.
//!
//! Where it is asked about deadlocks, each thread keeps a number of the same kind for itself: how often it has locked the
//! lock for reading, or `WRITER`.

use super::super::super::types::Library;
use super::super::Lowering;
use super::super::call::Call;
use super::super::deadlock::{EXCLUSIVE, SHARED, Waiting};
use super::parts::COUNT;
use super::{Outcome, POSIX, is, refused};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr};

/// The number of a lock that a writer holds.
pub const WRITER: u64 = u32::MAX as u64;

/// `EAGAIN`.
const AGAIN: i64 = 11;

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_rwlock_*`.
    pub(super) fn readers_writer_call(&mut self, what: &str, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, arguments, span, wanted } = call;
        let spot = self.first_object(call, Library::ReadersWriterLock)?;
        self.effects_from(arguments, 1)?;
        let lock = self.object_of(&spot, span)?;
        let statements = self.note(span);
        let number = |number: u64| Expr::Constant(number, COUNT);
        let mine = if self.source.is_about_deadlocks() { Some(self.companion(&spot, span)?) } else { None };
        let change = |value: Expr, own: &dyn Fn(Expr) -> Expr| {
            let own = mine.iter().map(|mine| (mine.place, own(mine.read())));
            [(lock.place, value)].into_iter().chain(own).collect::<Vec<_>>()
        };
        let by = |operator: Binary| move |value: Expr| Expr::binary(operator, value, number(1));
        let to = |bits: u64| move |_: Expr| number(bits);
        let busy = |guard: Expr, result: i64| Outcome { guard, updates: Vec::new(), result };
        // What it returns when it does not wait.
        if let "rdlock" | "timedrdlock" | "clockrdlock" | "wrlock" | "timedwrlock" | "clockwrlock" = what {
            // glibc answers EDEADLK, POSIX allows both.
            self.assume(
                "a thread that locks a read-write lock it already holds for writing deadlocks (glibc returns EDEADLK)",
            );
        }
        let otherwise = match what {
            "tryrdlock" | "trywrlock" => Some(POSIX.busy),
            "timedrdlock" | "timedwrlock" | "clockrdlock" | "clockwrlock" => Some(POSIX.timed_out),
            _ => None,
        };
        if let ("rdlock" | "wrlock", Some(mine)) = (what, &mine) {
            let wants = if what == "wrlock" { EXCLUSIVE } else { SHARED };
            let waiting = Waiting { lock: lock.clone(), mine: Some(mine.clone()), wants };
            self.graph.waits(waiting, Expr::TRUE, &statements);
        }
        match what {
            "rdlock" | "tryrdlock" | "timedrdlock" | "clockrdlock" => {
                let more = by(Binary::Add)(lock.read());
                let room = Expr::binary(Binary::Less, lock.read(), number(WRITER - 1));
                let mut outcomes = vec![Outcome { guard: room, updates: change(more, &by(Binary::Add)), result: 0 }];
                match mine {
                    // A thread that goes on without the lock would unlock what it does not hold.
                    Some(_) => self.assume("fewer than 2^32 - 2 readers hold a read-write lock at once"),
                    None => outcomes.push(busy(is(lock.read(), WRITER - 1), AGAIN)),
                }
                outcomes.extend(otherwise.map(|result| busy(is(lock.read(), WRITER), result)));
                Ok(self.outcomes(outcomes, statements, wanted))
            }
            "wrlock" | "trywrlock" | "timedwrlock" | "clockwrlock" => {
                let free = is(lock.read(), 0);
                let mut outcomes =
                    vec![Outcome { guard: free.clone(), updates: change(number(WRITER), &to(WRITER)), result: 0 }];
                outcomes.extend(otherwise.map(|result| busy(free.negated(), result)));
                Ok(self.outcomes(outcomes, statements, wanted))
            }
            "unlock" => {
                if let Some(mine) = &mine {
                    self.refuse_foreign(mine, Expr::TRUE, &statements, span);
                }
                let fewer = by(Binary::Subtract)(lock.read());
                let writes = is(lock.read(), WRITER);
                let held = is(lock.read(), 0).negated().and(writes.clone().negated());
                let outcomes = vec![
                    Outcome { guard: writes, updates: change(number(0), &to(0)), result: 0 },
                    Outcome { guard: held, updates: change(fewer, &by(Binary::Subtract)), result: 0 },
                    busy(is(lock.read(), 0), 0),
                ];
                Ok(self.outcomes(outcomes, statements, wanted))
            }
            "init" => {
                self.graph.update(change(number(0), &to(0)), statements);
                Ok(Expr::int(0))
            }
            "destroy" => {
                self.refuse_held(&spot, span)?;
                self.destroyed(&spot, span)
            }
            _ => Err(refused(name, span)),
        }
    }
}
