//! Mutexes and spin locks: a shared variable that is 1 while somebody holds the lock.
//!
//! Taking the lock is one step that waits until the variable is 0. Who holds it is not kept: unlocking somebody else's
//! lock is undefined in C and frees the lock here.

use super::super::syntax::{Expression, Span};
use super::super::types::{CType, Library};
use super::Lowering;
use super::call::argument;
use super::joins::is_null;
use super::value::{Spot, Value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// The type of the variable behind a mutex.
pub const MUTEX: Type = Type { width: 8, signed: false };

/// `EBUSY`.
const BUSY: i64 = 16;

impl<'s> Lowering<'s> {
    /// Gives a library object the first value that its static initialiser says.
    pub fn initialise_library(&mut self, spot: &Spot<'s>, kind: u64, span: Span) -> Result<(), Error> {
        if kind != 0 {
            return Err(span.unsupported("a mutex of a special kind"));
        }
        let object = self.object_of(spot, span)?;
        let statements = self.note(span);
        self.update(vec![(object.place, Expr::Constant(0, MUTEX))], statements);
        Ok(())
    }

    /// The value of a call of `pthread_mutex_*` or `pthread_spin_*`.
    pub fn lock_call(&mut self, name: &str, arguments: &'s [Expression<'s>], span: Span) -> Result<Value<'s>, Error> {
        let pointer = argument(arguments, 0, name, span)?;
        let value = self.value(pointer)?;
        let spot = self.followed(value, pointer.span, pointer.span)?;
        if !matches!(spot.ty, CType::Library(Library::Mutex | Library::SpinLock)) {
            return Err(pointer.span.unsupported("a lock function on something that is not a mutex"));
        }
        let mutex = self.object_of(&spot, pointer.span)?;
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
                if name == "pthread_mutex_init" && !is_null(attributes) {
                    return Err(attributes.span.unsupported("a mutex with attributes"));
                }
                self.effect(attributes)?;
                self.update(vec![(mutex.place, Expr::Constant(0, MUTEX))], statements);
            }
            "pthread_mutex_destroy" | "pthread_spin_destroy" => {}
            _ => return Err(span.unsupported(format!("the function `{name}`"))),
        }
        Ok(Value::Integer(Expr::int(0)))
    }
}
