//! The synchronisation library: what each function does to the parts of its object, in atomic steps.
//!
//! An object is one or more shared scalars (`parts`), and where it matters who did something, a variable of each thread
//! (`companions`). A function that waits is a step with a guard; one that may end in several ways has a step for each.

mod attributes;
mod barrier;
pub mod cancel;
pub mod cleanup;
mod companion;
mod condition;
mod destructor;
pub mod initialised;
mod key;
mod kinds;
mod mutex;
pub mod once;
pub mod parts;
mod readers_writer;
mod semaphore;
pub mod survey;

pub use readers_writer::WRITER;

use super::super::atomic::Mark;
use super::super::known::Family;
use super::super::syntax::{Expression, Name, Span};
use super::super::types::{CType, Library};
use super::Lowering;
use super::call::Call;
use super::value::{Spot, Value, Where};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Statement};

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
    pub fn sync_call(&mut self, family: Family, operation: &str, call: Call<'s>) -> Result<Value<'s>, Error> {
        if operation.starts_with("timed") || operation.starts_with("clock") {
            // Others are `EINVAL`.
            self.assume("times that threads wait for are valid, and nobody writes them meanwhile");
        }
        let attributes = matches!(family, Family::MutexAttribute | Family::OtherAttribute);
        if matches!(operation, "destroy" | "delete") && !attributes {
            self.assume("what is destroyed is not used any more");
        }
        if family == Family::Key && operation != "create" && operation != "delete" {
            self.assume("keys are made before they are used");
        }
        let value = match family {
            Family::Mutex | Family::SpinLock | Family::C11Mutex => self.mutex_call(family, operation, call)?,
            Family::ReadersWriterLock => self.readers_writer_call(operation, call)?,
            Family::Condition => self.condition_call(operation, POSIX, call)?,
            Family::C11Condition => self.condition_call(operation, C11, call)?,
            Family::Barrier => self.barrier_call(operation, call)?,
            Family::Semaphore => self.semaphore_call(operation, call)?,
            Family::Once => self.once_call(call)?,
            Family::Key => return self.key_call(operation, call),
            Family::MutexAttribute | Family::OtherAttribute => self.attribute_call(family, operation, call)?,
            Family::Cleanup => return self.cleanup_call(operation, call),
        };
        Ok(Value::Integer(value))
    }

    /// The library object that an argument points to.
    fn library_object(&mut self, pointer: &'s Expression<'s>, kind: Library, name: Name) -> Result<Spot<'s>, Error> {
        let mut value = self.unconverted(pointer)?;
        if let Value::Pointer(_, CType::Void) = value {
            value = self.converted(value, &CType::Library(kind).pointer(), pointer.span)?;
        }
        let spot = self.memory.followed(value, pointer.span, pointer.span)?;
        match spot.ty {
            CType::Library(found) if found == kind => Ok(spot),
            _ => Err(pointer.span.unsupported(format!("`{name}` on something that is not {}", kind.describe()))),
        }
    }

    /// The library object that the first argument points to, for several steps.
    fn first_object(&mut self, call: Call<'s>, kind: Library) -> Result<Spot<'s>, Error> {
        let spot = self.library_object(call.argument(0)?, kind, call.name)?;
        Ok(self.frozen(spot))
    }

    /// Evaluates arguments that do not matter, such as times; those from a number on.
    fn effects_from(&mut self, arguments: &'s [Expression<'s>], first: usize) -> Result<(), Error> {
        arguments.iter().skip(first).try_for_each(|argument| self.effect_of_unused(argument))
    }

    /// One step for each way in which a function may end; the result is only kept if it is wanted and not always the same.
    fn outcomes(&mut self, outcomes: Vec<Outcome>, statements: Vec<Statement>, wanted: bool) -> Expr {
        let (from, after) = (self.graph.at, self.graph.fresh());
        let possible = |outcome: &Outcome| outcome.guard != Expr::TRUE.negated();
        let outcomes: Vec<Outcome> = outcomes.into_iter().filter(possible).collect();
        let first = outcomes.first().map_or(0, |outcome| outcome.result);
        let differ = outcomes.iter().any(|outcome| outcome.result != first);
        let kept = (wanted && differ).then(|| self.temporary(Type::INT));
        for outcome in outcomes {
            let mut updates = outcome.updates;
            updates.extend(kept.iter().map(|kept| (kept.place, Expr::int(outcome.result))));
            let statements = statements.clone();
            self.graph.connect(
                from,
                Mark::None,
                Edge { guard: outcome.guard, updates, statements, ..Edge::jump(after) },
            );
        }
        self.graph.at = after;
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
        self.graph.update(updates, statements);
        Ok(())
    }
}

/// Whether a value is a certain number.
fn is(value: Expr, number: u64) -> Expr {
    let ty = value.ty();
    Expr::binary(Binary::Equal, value, Expr::Constant(number & ty.mask(), ty))
}

/// The error about a function that is not supported.
fn refused(name: Name, span: Span) -> Error {
    span.unsupported(format!("the function `{name}`"))
}
