//! Semaphores: a shared number of 32 bits. Waiting is one step that needs it to be positive.
//!
//! Posting at the largest value (`SEM_VALUE_MAX`) fails and changes nothing, so the number never wraps. A function that
//! fails returns -1; why, which `errno` would tell, is not modelled, and reading `errno` is refused. A timed wait runs out
//! exactly when the value is 0 at some moment of the wait.

use super::super::super::types::Library;
use super::super::Lowering;
use super::super::call::Call;
use super::super::value::Value;
use super::parts::COUNT;
use super::{Outcome, is, refused};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// `SEM_VALUE_MAX`.
const MOST: u64 = i32::MAX as u64;

impl<'s> Lowering<'s> {
    /// The value of a call of `sem_*`.
    pub(super) fn semaphore_call(&mut self, what: &str, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, arguments, span, wanted } = call;
        if let "open" | "close" | "unlink" = what {
            return Err(refused(name, span));
        }
        let spot = self.first_object(call, Library::Semaphore)?;
        self.note_use(&spot, what, span);
        match what {
            "init" => {
                self.effect_of_unused(call.argument(1)?)?;
                let value = self.integer(call.argument(2)?)?.cast(COUNT);
                let object = self.object_of(&spot, span)?;
                let fits = Expr::binary(Binary::LessOrEqual, value.clone(), Expr::Constant(MOST, COUNT));
                let outcomes = vec![
                    Outcome { guard: fits.clone(), updates: vec![(object.place, value)], result: 0 },
                    Outcome { guard: fits.negated(), updates: Vec::new(), result: -1 },
                ];
                let statements = self.note(span);
                Ok(self.outcomes(outcomes, statements, wanted))
            }
            "getvalue" => {
                let pointer = call.argument(1)?;
                let value = self.unconverted(pointer)?;
                let target = self.memory.followed(value, pointer.span, pointer.span)?;
                let target = self.frozen(target);
                let object = self.object_of(&spot, span)?;
                let kept = self.temporary(Type::INT);
                let statements = self.note(span);
                self.graph.update(vec![(kept.place, object.read().cast(Type::INT))], statements);
                let value = Value::Integer(kept.read());
                self.store_value(&target, value, pointer.span, span, false)?;
                Ok(Expr::int(0))
            }
            "destroy" => self.destroyed(&spot, span),
            "wait" | "trywait" | "timedwait" | "clockwait" | "post" => {
                self.effects_from(arguments, 1)?;
                let waits = !matches!(what, "post" | "trywait");
                if waits {
                    self.cancelled(span, true)?;
                }
                let object = self.object_of(&spot, span)?;
                let one = Expr::Constant(1, COUNT);
                let (operator, last) = if what == "post" { (Binary::Add, MOST) } else { (Binary::Subtract, 0) };
                let stuck = is(object.read(), last);
                let updates = vec![(object.place, Expr::binary(operator, object.read(), one))];
                if what == "wait" {
                    self.hangs(self.graph.at, span);
                }
                let mut outcomes = vec![Outcome { guard: stuck.clone().negated(), updates, result: 0 }];
                if what != "wait" {
                    outcomes.push(Outcome { guard: stuck, updates: Vec::new(), result: -1 });
                }
                if waits {
                    self.may_be_cancelled(span)?;
                }
                let statements = self.note(span);
                Ok(self.outcomes(outcomes, statements, wanted))
            }
            _ => Err(refused(name, span)),
        }
    }
}
