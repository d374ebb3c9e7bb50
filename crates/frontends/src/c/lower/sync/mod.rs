//! The synchronisation library: what each function does to the parts of its object, in atomic steps.
//!
//! An object is one or more shared scalars (`parts`), and where it matters who did something, a variable of each thread
//! (`companions`). A function that waits is a step with a guard; one that may end in several ways has a step for each.

mod attributes;
mod barrier;
pub mod cleanup;
mod companion;
mod condition;
mod destructor;
mod key;
mod kinds;
mod mutex;
mod once;
pub mod parts;
mod readers_writer;
mod semaphore;
pub mod survey;

use super::super::atomic::Mark;
use super::super::syntax::{Expression, Span};
use super::super::types::{CType, Library};
use super::Lowering;
use super::call::argument;
use super::value::{Spot, Value, Where};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Statement};

/// Functions whose names begin like this belong here.
const FAMILIES: [&str; 17] = [
    "pthread_mutex_",
    "pthread_spin_",
    "mtx_",
    "pthread_mutexattr_",
    "pthread_rwlock_",
    "pthread_rwlockattr_",
    "pthread_cond_",
    "cnd_",
    "pthread_condattr_",
    "pthread_barrier_",
    "pthread_barrierattr_",
    "sem_",
    "pthread_key_",
    "tss_",
    "pthread_cleanup_",
    "__pthread_register_cancel",
    "__pthread_un",
];

/// Other functions that belong here.
const OTHERS: [&str; 6] =
    ["pthread_once", "call_once", "pthread_setspecific", "pthread_getspecific", "__sigsetjmp", "__sigsetjmp_cancel"];

/// Whether a function belongs to the synchronisation library.
pub fn is_known(name: &str) -> bool {
    OTHERS.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// What functions return when they do not succeed.
#[derive(Clone, Copy)]
struct Codes {
    /// Somebody else has it.
    busy: i64,
    /// It took too long.
    timed_out: i64,
    /// Somebody else holds it.
    not_owner: i64,
}

/// `EBUSY`, `ETIMEDOUT` and `EPERM`.
const POSIX: Codes = Codes { busy: 16, timed_out: 110, not_owner: 1 };

/// `thrd_busy`, `thrd_timedout` and `thrd_error`.
const C11: Codes = Codes { busy: 1, timed_out: 4, not_owner: 2 };

/// `EINVAL`.
const INVALID: i64 = 22;

/// One way in which a function may end.
struct Outcome {
    /// What must hold; the thread waits until that is so for some outcome.
    guard: Expr,
    /// What changes.
    updates: Vec<(Place, Expr)>,
    /// What it returns.
    result: i64,
}

impl<'s> Lowering<'s> {
    /// The value of a call of a function of the synchronisation library.
    pub fn sync_call(
        &mut self,
        name: &str,
        arguments: &'s [Expression<'s>],
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        if name.contains("timed") || name.contains("_clock") {
            // Others are `EINVAL`.
            self.assume("times that threads wait for are valid, and nobody writes them meanwhile");
        }
        if (name.ends_with("_destroy") || name.ends_with("_delete")) && !name.contains("attr_") {
            self.assume("what is destroyed is not used any more");
        }
        if name.ends_with("specific") || name.starts_with("tss_") {
            self.assume("keys are made before they are used");
        }
        let split = |family: &str| name.strip_prefix(family);
        let value = if let Some(what) = split("pthread_mutex_").or(split("pthread_spin_")) {
            self.mutex_call(name, what, arguments, POSIX, span, wanted)?
        } else if let Some(what) = split("mtx_") {
            self.mutex_call(name, what, arguments, C11, span, wanted)?
        } else if let Some(what) = split("pthread_rwlock_") {
            self.readers_writer_call(name, what, arguments, span, wanted)?
        } else if let Some(what) = split("pthread_cond_") {
            self.condition_call(name, what, arguments, POSIX, span, wanted)?
        } else if let Some(what) = split("cnd_") {
            self.condition_call(name, what, arguments, C11, span, wanted)?
        } else if let Some(what) = split("pthread_barrier_") {
            self.barrier_call(name, what, arguments, span, wanted)?
        } else if let Some(what) = split("sem_") {
            self.semaphore_call(name, what, arguments, span, wanted)?
        } else if let "pthread_once" | "call_once" = name {
            self.once_call(name, arguments, span)?
        } else if let Some(what) = split("pthread_key_").or(split("tss_")) {
            return self.key_call(name, what, arguments, span);
        } else if let "pthread_setspecific" | "pthread_getspecific" = name {
            return self.key_call(name, name, arguments, span);
        } else if name.contains("attr_") {
            self.attribute_call(name, arguments, span)?
        } else {
            return self.cleanup_call(name, arguments, span);
        };
        Ok(Value::Integer(value))
    }

    /// The library object that an argument points to.
    fn library_object(
        &mut self,
        pointer: &'s Expression<'s>,
        kinds: &[Library],
        name: &str,
    ) -> Result<Spot<'s>, Error> {
        let mut value = self.value(pointer)?;
        if let (Value::Pointer(_, CType::Void), [kind]) = (&value, kinds) {
            value = self.converted(value, &CType::Library(*kind).pointer(), pointer.span)?;
        }
        let spot = self.followed(value, pointer.span, pointer.span)?;
        match spot.ty {
            CType::Library(found) if kinds.contains(&found) => Ok(spot),
            _ => Err(pointer.span.unsupported(format!("`{name}` on something that is not {}", kinds[0].describe()))),
        }
    }

    /// The library object that the first argument points to, for several steps.
    fn first_object(
        &mut self,
        arguments: &'s [Expression<'s>],
        kinds: &[Library],
        name: &str,
        span: Span,
    ) -> Result<Spot<'s>, Error> {
        let spot = self.library_object(argument(arguments, 0, name, span)?, kinds, name)?;
        Ok(self.frozen(spot))
    }

    /// Evaluates arguments that do not matter, such as times; those from a number on.
    fn effects_from(&mut self, arguments: &'s [Expression<'s>], first: usize) -> Result<(), Error> {
        arguments.iter().skip(first).try_for_each(|argument| self.effect_of_unused(argument))
    }

    /// One step for each way in which a function may end; the result is only kept if it is wanted and not always the same.
    fn outcomes(&mut self, outcomes: Vec<Outcome>, statements: Vec<Statement>, wanted: bool) -> Expr {
        let (from, after) = (self.at, self.fresh());
        let possible = |outcome: &Outcome| outcome.guard != Expr::TRUE.negated();
        let outcomes: Vec<Outcome> = outcomes.into_iter().filter(possible).collect();
        let first = outcomes.first().map_or(0, |outcome| outcome.result);
        let differ = outcomes.iter().any(|outcome| outcome.result != first);
        let kept = (wanted && differ).then(|| self.temporary(Type::INT));
        for outcome in outcomes {
            let mut updates = outcome.updates;
            updates.extend(kept.iter().map(|kept| (kept.place, Expr::int(outcome.result))));
            let statements = statements.clone();
            self.connect(from, Mark::None, Edge { guard: outcome.guard, updates, statements, ..Edge::jump(after) });
        }
        self.at = after;
        kept.map_or(Expr::int(first), |kept| kept.read())
    }

    /// The result of a function after which nobody needs the object any more; until then it must be there.
    fn destroyed(&mut self, spot: &Spot<'s>, span: Span) -> Result<Expr, Error> {
        if let Where::Computed(_) = spot.place {
            self.touch(spot, span)?;
        }
        Ok(Expr::int(0))
    }

    /// An object that a pointer leads to must be there, although nothing about it matters.
    fn touch(&mut self, spot: &Spot<'s>, span: Span) -> Result<(), Error> {
        let statements = self.note(span);
        let mut updates = Vec::new();
        if let Where::Computed(_) = spot.place {
            let object = self.object_of(spot, span)?;
            updates.push((self.temporary(object.ty).place, object.read()));
        }
        self.update(updates, statements);
        Ok(())
    }
}

/// Whether a value is a certain number.
fn is(value: Expr, number: u64) -> Expr {
    let ty = value.ty();
    Expr::binary(Binary::Equal, value, Expr::Constant(number & ty.mask(), ty))
}

/// The error about a function that is not supported.
fn refused(name: &str, span: Span) -> Error {
    span.unsupported(format!("the function `{name}`"))
}
