//! The parts of library objects: the scalars that each is made of, no more than the program needs.

use super::super::super::syntax::Span;
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::value::{Object, Spot};
use super::survey::Survey;
use crate::error::Error;
use umpteen_model::c::expression::Type;

/// A small number.
pub const SMALL: Type = Type { width: 8, signed: false };

/// A number of threads or the like.
pub const COUNT: Type = Type { width: 32, signed: false };

/// Whether somebody holds a lock.
pub const HELD: u8 = 0;

/// What kind of mutex it is; only where there are several kinds.
pub const KIND: u8 = 1;

/// How many threads wait at a barrier.
pub const ARRIVED: u8 = 0;

/// How many threads wait for a condition and are not woken; only where it is asked about deadlocks.
pub const WAITERS: u8 = 0;

/// How many of those that wait for a condition are woken.
pub const WOKEN: u8 = 1;

/// Which phase a barrier is in, odd or even; where it is asked about deadlocks, how many threads are let go.
pub const PHASE: u8 = 1;

/// How many threads a barrier is for; only where that is not known.
pub const EXPECTED: u8 = 2;

/// What is written after an object's name for each part, and the part's type.
pub fn parts(library: Library, survey: &Survey) -> Vec<(&'static str, Type)> {
    match library {
        Library::Mutex if survey.kinds => vec![("", SMALL), (".kind", SMALL)],
        Library::ReadersWriterLock | Library::Semaphore => vec![("", COUNT)],
        Library::Condition if survey.hangs => vec![("", COUNT), (".woken", COUNT)],
        Library::Barrier if survey.hangs && survey.expected.is_some() => vec![("", COUNT), (".free", COUNT)],
        Library::Barrier if survey.hangs => vec![("", COUNT), (".free", COUNT), (".expected", COUNT)],
        Library::Barrier if survey.expected.is_some() => vec![("", COUNT), (".phase", Type::BOOL)],
        Library::Barrier => vec![("", COUNT), (".phase", Type::BOOL), (".expected", COUNT)],
        Library::CleanupBuffer => Vec::new(),
        _ => vec![("", SMALL)],
    }
}

impl<'s> Lowering<'s> {
    /// A part of the library object at a spot.
    pub fn library_part(&mut self, spot: &Spot<'s>, part: u8, span: Span) -> Result<Object, Error> {
        let CType::Library(library) = spot.ty else { return Err(span.unsupported(spot.ty.describe())) };
        match parts(library, &self.source.survey).get(usize::from(part)) {
            Some((_, ty)) => self.part_object(spot, *ty, part, span),
            None => Err(span.unsupported(library.describe())),
        }
    }
}
