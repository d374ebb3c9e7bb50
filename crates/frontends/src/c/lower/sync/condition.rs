//! Condition variables: waiting unlocks the mutex in one step and locks it again in a later one.
//!
//! POSIX lets a wait end without a signal, so a thread that waits may go on at any time, whatever others signal and
//! whenever they do. Every run of the program is therefore one in which each wait ends by itself, a signal or broadcast
//! changes nothing that a thread could notice, and a condition variable has no state. This is exact for what can be
//! reached; only that something *must* happen (that a waiter is woken) would need more. A timed wait may end
//! with 0 or with the code for a time that is over.

use super::super::super::syntax::Expression;
use super::super::super::types::Library;
use super::super::Lowering;
use super::super::call::Call;
use super::super::value::{Spot, Where};
use super::{Codes, is, refused};
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_cond_*` or `cnd_*`.
    pub(super) fn condition_call(&mut self, what: &str, codes: Codes, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, arguments, span, .. } = call;
        let spot = self.first_object(call, Library::Condition)?;
        match what {
            "wait" | "timedwait" | "clockwait" => self.wait(&spot, what, codes, call),
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
        let shown = |lowering: &Self, pointer: &Expression| {
            let text = lowering.source_text(pointer.span);
            text.strip_prefix('&').map_or_else(|| format!("*{text}"), str::to_string)
        };
        let (condition_shown, mutex_shown) = (shown(self, call.argument(0)?), shown(self, pointer));
        if let Where::Computed(_) = condition.place {
            self.touch(condition, span)?;
        }
        let statements = self.note_text(span.start, format!("wait on {condition_shown} (unlocks {mutex_shown})"));
        self.hangs_beyond_cycles(span);
        let unlocked = self.release(&mutex, codes, statements, span, true)?;
        let after = self.fresh();
        let kept = match &unlocked {
            Expr::Constant(..) => None,
            // Only the owner of a mutex that checks may wait.
            unlocked => {
                let kept = self.temporary(Type::INT);
                let (waits, fails) = (self.fresh(), self.fresh());
                self.guard(is(unlocked.clone(), 0), span, waits, fails);
                self.at = fails;
                self.update(vec![(kept.place, unlocked.clone())], Vec::new());
                self.go(after);
                self.at = waits;
                Some(kept)
            }
        };
        let statements = self.note_text(span.start, format!("wakes up (locks {mutex_shown})"));
        self.take_mutex(&mutex, statements, span)?;
        let result = match wanted && what != "wait" {
            true => {
                let kept = self.temporary(Type::INT);
                let is_late = Expr::Input(0, Type::BOOL);
                let statements = self.note_text(span.start, "in time or too late".to_string());
                self.update(
                    vec![(kept.place, Expr::conditional(is_late, Expr::int(codes.timed_out), Expr::int(0)))],
                    statements,
                );
                kept.read()
            }
            false => Expr::int(0),
        };
        let Some(kept) = kept else {
            self.go(after);
            self.at = after;
            return Ok(result);
        };
        self.update(vec![(kept.place, result)], Vec::new());
        self.go(after);
        self.at = after;
        Ok(kept.read())
    }
}
