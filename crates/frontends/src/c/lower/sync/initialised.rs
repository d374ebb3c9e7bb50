//! Objects of the library that are not valid before a call initialises them, even if all their bytes are 0.
//!
//! With glibc, zeros are what the static initialisers of mutexes, condition variables, read-write locks and `once` objects
//! give, so that such objects at file scope are ready from the start. Barriers, semaphores and spin locks have no static
//! initialiser: POSIX leaves open what happens with one that no call has initialised. One that no call of the program
//! can initialise is refused where it is used; otherwise it is listed that the call comes first.

use super::super::super::syntax::Span;
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::memory::Kind;
use super::super::value::{Spot, Where};
use crate::error::Error;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which objects of static storage are initialised, and which are used.
#[derive(Debug, Default)]
pub struct Initialised {
    /// The regions with an object that a call initialises.
    regions: FxHashSet<u32>,
    /// The kinds of objects that are initialised through pointers, or by a computed index.
    elsewhere: Vec<Library>,
    /// The regions with an object that is used, and where it is first.
    used: FxHashMap<u32, (Library, Span)>,
}

impl<'s> Lowering<'s> {
    /// Notes what a function does with an object: it is initialised, used, or is no longer needed.
    pub(super) fn note_use(&mut self, spot: &Spot<'s>, what: &str, span: Span) {
        let CType::Library(library @ (Library::Barrier | Library::Semaphore | Library::SpinLock)) = spot.ty else {
            return;
        };
        match (&spot.place, what) {
            (_, "destroy") => {}
            (Where::Fixed(region, _), "init") => {
                self.locks.initialised.regions.insert(*region);
            }
            (Where::Computed(_), "init") => self.locks.initialised.elsewhere.push(library),
            (Where::Fixed(region, _), _) if self.memory.regions[*region as usize].kind == Kind::Shared => {
                self.locks.initialised.used.entry(*region).or_insert((library, span));
            }
            // Objects of blocks and of the heap are listed where they begin.
            (Where::Fixed(..), _) => {}
            (Where::Computed(_), _) => self.assume_made(),
        }
    }

    /// Refuses objects that are used although nothing initialises them; of the others it is listed that this comes first.
    pub fn refuse_uninitialised(&mut self) -> Result<(), Error> {
        let Initialised { regions, elsewhere, used } = std::mem::take(&mut self.locks.initialised);
        let never = |region: &u32, library: &Library| !regions.contains(region) && !elsewhere.contains(library);
        let lost = used.iter().filter(|(region, (library, _))| never(region, library));
        if let Some((region, (library, span))) = lost.min_by_key(|(_, (_, span))| span.start) {
            let name = &self.memory.regions[*region as usize].name;
            let what = format!("`{name}`, {} that no call initialises,", library.describe());
            return Err(span.unsupported(what));
        }
        if !used.is_empty() {
            self.assume_made();
        }
        Ok(())
    }
}
