//! Mutexes and spin locks: a shared variable that is 1 while somebody holds the lock.
//!
//! Taking the lock is one step that waits until the variable is 0. Who holds it is not kept: unlocking somebody else's
//! lock is undefined in C and frees the lock here.

use super::super::syntax::{Expression, Span};
use super::Lowering;
use super::call::argument;
use super::object::pointee;
use super::value::{Target, Value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// The type of the variable behind a mutex.
pub const MUTEX: Type = Type { width: 8, signed: false };

/// `EBUSY`.
const BUSY: i64 = 16;

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_mutex_*` or `pthread_spin_*`.
    pub fn lock_call(&mut self, name: &str, arguments: &'s [Expression<'s>], span: Span) -> Result<Value<'s>, Error> {
        let pointer = argument(arguments, 0, name, span)?;
        let target = self.value(pointer)?.target(pointer.span)?;
        let mutex = pointee(target, pointer.span)?;
        if !mutex.mutex {
            return Err(pointer.span.unsupported("a lock function on something that is not a mutex"));
        }
        let free = Expr::binary(Binary::Equal, mutex.read(), Expr::Constant(0, MUTEX));
        let taken = Expr::Constant(1, MUTEX);
        let statements = self.note(span);
        match name {
            "pthread_mutex_lock" | "pthread_spin_lock" => {
                self.step(Edge { guard: free, updates: vec![(mutex.place, taken)], statements, ..Edge::jump(0) });
            }
            "pthread_mutex_unlock" | "pthread_spin_unlock" => {
                self.update(vec![(mutex.place, Expr::Constant(0, MUTEX))], statements);
            }
            "pthread_mutex_trylock" | "pthread_spin_trylock" => {
                let kept = self.temporary(Type::INT);
                let answer = Expr::conditional(free, Expr::int(0), Expr::int(BUSY));
                self.update(vec![(kept.place, answer), (mutex.place, taken)], statements);
                return Ok(Value::Integer(kept.read()));
            }
            "pthread_mutex_init" | "pthread_spin_init" => {
                let attributes = argument(arguments, 1, name, span)?;
                let value = self.value(attributes)?;
                if name == "pthread_mutex_init" && value.target(attributes.span)? != Target::Null {
                    return Err(attributes.span.unsupported("a mutex with attributes"));
                }
                self.update(vec![(mutex.place, Expr::Constant(0, MUTEX))], statements);
            }
            "pthread_mutex_destroy" | "pthread_spin_destroy" => {}
            _ => return Err(span.unsupported(format!("the function `{name}`"))),
        }
        Ok(Value::Integer(Expr::int(0)))
    }
}
