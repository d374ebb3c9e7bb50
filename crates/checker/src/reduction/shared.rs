//! The shared variables whose accesses commute, and why: what protects them.
//!
//! A variable is a lock if it starts as 0 and every step that mentions it either waits for 0 and sets it to another
//! constant, or sets it to 0 and is by a thread that has set it. Then a thread that has set it owns it, at most one does, and
//! nobody else touches it meanwhile. That a thread owns a lock at a location is seen by following, for each lock, where a thread
//! may be without it. While only `main` exists nobody disturbs it, so accesses there do not count.
//!
//! Accesses to a variable are quiet if, while other threads exist, nobody writes it, or only one thread accesses it, or
//! all that do own one common lock. Then no other thread accesses it, one of both writing, between two steps of a thread that
//! owns what it needs.

use std::collections::BTreeSet;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Program};

/// How a step commutes with those of other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// It may as well happen later: it only touches what is quiet, or sets locks.
    pub right: bool,
    /// It may as well happen earlier: it only touches what is quiet, or frees locks.
    pub left: bool,
    /// It writes nothing shared, so that nobody misses it.
    pub silent: bool,
}

/// Why accesses to a variable are quiet.
#[derive(Clone, Debug)]
enum Quiet {
    /// Nobody writes it.
    Unwritten,
    /// Only the one thread of this template accesses it.
    Own(u32),
    /// Whoever accesses it owns these locks.
    Locked(Vec<u32>),
}

/// What is known about the shared variables of a program.
pub(super) struct Shared {
    /// Where a thread may be while others exist.
    crowded: Vec<bool>,
    /// For each shared variable that is a lock, where a thread may be without it.
    locks: Vec<Option<Vec<bool>>>,
    quiet: Vec<Option<Quiet>>,
    /// For each location the template whose only thread gets there.
    sole: Vec<Option<u32>>,
}

impl Shared {
    pub(super) fn new(program: &Program) -> Shared {
        let globals = program.globals.len() as u32;
        if program.has_frames() {
            // Nothing is derived across calls.
            let crowded = vec![true; program.locations.len()];
            let sole = vec![None; program.locations.len()];
            return Shared { crowded, locks: vec![None; globals as usize], quiet: vec![None; globals as usize], sole };
        }
        let crowded = crowded(program);
        let mut accesses: Vec<Vec<(u32, &Edge)>> = vec![Vec::new(); globals as usize];
        for (at, location) in (0u32..).zip(&program.locations) {
            for edge in &location.edges {
                touched(edge).into_iter().for_each(|global| accesses[global as usize].push((at, edge)));
            }
        }
        let locks: Vec<Option<Vec<bool>>> =
            (0..globals).map(|lock| lock_without(program, lock, &accesses[lock as usize], &crowded)).collect();
        let sole = sole(program);
        let quiet = (0u32..).zip(&accesses).map(|(global, accesses)| {
            let crowd: Vec<&(u32, &Edge)> = accesses.iter().filter(|(at, _)| crowded[*at as usize]).collect();
            let writes = crowd.iter().any(|(_, edge)| edge.update(Place::Global(global)).is_some());
            let threads: BTreeSet<Option<u32>> = crowd.iter().map(|(at, _)| sole[*at as usize]).collect();
            let owned = |lock: &u32| {
                let without = locks[*lock as usize].as_ref();
                without.is_some_and(|without| crowd.iter().all(|(at, _)| !without[*at as usize]))
            };
            let own = threads.iter().copied().flatten().next().filter(|_| threads.len() == 1);
            match own {
                _ if locks[global as usize].is_some() => None,
                _ if !writes => Some(Quiet::Unwritten),
                Some(template) => Some(Quiet::Own(template)),
                None => Some((0..globals).filter(owned).collect())
                    .filter(|locks: &Vec<u32>| !locks.is_empty())
                    .map(Quiet::Locked),
            }
        });
        let quiet = quiet.collect();
        Shared { crowded, locks, quiet, sole }
    }

    /// Whether other threads may exist while a thread is at a location.
    pub(super) fn is_crowded(&self, at: u32) -> bool {
        self.crowded[at as usize]
    }

    /// How a step commutes.
    pub(super) fn class(&self, at: u32, edge: &Edge) -> Class {
        let mut class = Class { right: true, left: true, silent: !edge.writes_shared() };
        if !self.crowded[at as usize] {
            return class;
        }
        for global in touched(edge).into_iter().filter(|global| self.quiet[*global as usize].is_none()) {
            let lock = self.locks[global as usize].as_ref();
            let owned = self.owns(at, global);
            class.right &= lock.is_some() && takes(edge, global);
            class.left &= owned && frees(edge, global);
        }
        class
    }

    /// Whether no other thread can change a variable while a thread is at a location.
    pub(super) fn stays(&self, at: u32, global: u32) -> bool {
        match &self.quiet[global as usize] {
            _ if !self.crowded[at as usize] => true,
            None => self.owns(at, global),
            Some(Quiet::Unwritten) => true,
            Some(Quiet::Own(template)) => self.sole[at as usize] == Some(*template),
            Some(Quiet::Locked(locks)) => locks.iter().any(|lock| self.owns(at, *lock)),
        }
    }

    /// Whether a variable is a lock that a thread owns wherever it is at a location.
    fn owns(&self, at: u32, lock: u32) -> bool {
        self.locks[lock as usize].as_ref().is_some_and(|without| !without[at as usize])
    }
}

/// The shared variables that a step reads or writes.
fn touched(edge: &Edge) -> BTreeSet<u32> {
    let places = edge.expressions().flat_map(Expr::places).chain(edge.updates.iter().map(|(place, _)| *place));
    let global = |place: Place| match place {
        Place::Global(global) => Some(global),
        Place::Local(_) => None,
    };
    places.filter_map(global).collect()
}

/// Whether a step waits until a variable is 0, and sets it to another constant.
fn takes(edge: &Edge, lock: u32) -> bool {
    fn waits(guard: &Expr, place: Place) -> bool {
        match guard {
            Expr::Binary(Binary::And, left, right) if left.ty() == Type::BOOL => {
                waits(left, place) || waits(right, place)
            }
            Expr::Binary(Binary::Equal, left, right) => {
                matches!((&**left, &**right), (Expr::Read(read, _), Expr::Constant(0, _)) if *read == place)
            }
            _ => false,
        }
    }
    let place = Place::Global(lock);
    matches!(edge.update(place), Some(Expr::Constant(bits, _)) if *bits != 0) && waits(&edge.guard, place)
}

/// Whether a step sets a variable to 0.
fn frees(edge: &Edge, lock: u32) -> bool {
    matches!(edge.update(Place::Global(lock)), Some(Expr::Constant(0, _)))
}

/// The locations that are reached from some, themselves included.
fn reached(program: &Program, mut pending: Vec<u32>) -> Vec<bool> {
    let mut seen = vec![false; program.locations.len()];
    while let Some(at) = pending.pop() {
        if !std::mem::replace(&mut seen[at as usize], true) {
            pending.extend(program.locations[at as usize].edges.iter().map(|edge| edge.to));
        }
    }
    seen
}

/// The starts of threads: where, by which step, and where the new thread begins.
fn starts(program: &Program) -> impl Iterator<Item = (u32, &Edge, u32)> {
    let edges = (0u32..).zip(&program.locations).flat_map(|(at, location)| location.edges.iter().map(move |e| (at, e)));
    edges.filter_map(|(at, edge)| edge.start.as_ref().map(|start| (at, edge, start.template)))
}

/// Where a thread may be while others exist: after a start, and in the threads that are started.
fn crowded(program: &Program) -> Vec<bool> {
    let after = starts(program).flat_map(|(_, edge, template)| [edge.to, program.templates[template as usize].entry]);
    reached(program, after.collect())
}

/// For each location the template whose threads get there, if at most one thread ever runs it.
fn sole(program: &Program) -> Vec<Option<u32>> {
    let runs: Vec<Vec<bool>> =
        program.templates.iter().map(|template| reached(program, vec![template.entry])).collect();
    let count = program.templates.len() as u32;
    let only = |at: u32| {
        let mut here = (0..count).filter(|template| runs[*template as usize][at as usize]);
        here.next().filter(|_| here.next().is_none())
    };
    let mut single: Vec<bool> = vec![false; count as usize];
    single[0] = starts(program).all(|(_, _, template)| template != 0);
    let mut changed = true;
    while changed {
        changed = false;
        for template in (1..count).filter(|template| !single[*template as usize]).collect::<Vec<_>>() {
            let by: Vec<(u32, &Edge, u32)> = starts(program).filter(|(_, _, started)| *started == template).collect();
            let once = |(at, edge, _): &(u32, &Edge, u32)| {
                let starter = only(*at).is_some_and(|starter| single[starter as usize]);
                starter && !reached(program, vec![edge.to])[*at as usize]
            };
            single[template as usize] = by.len() <= 1 && by.iter().all(once);
            changed |= single[template as usize];
        }
    }
    (0..program.locations.len() as u32).map(|at| only(at).filter(|template| single[*template as usize])).collect()
}

/// Where a thread may be without owning a lock; none if the variable is no lock.
fn lock_without(program: &Program, lock: u32, accesses: &[(u32, &Edge)], crowded: &[bool]) -> Option<Vec<bool>> {
    let disciplined = accesses.iter().all(|(_, edge)| takes(edge, lock) || frees(edge, lock));
    if program.globals[lock as usize].initial != Some(0) || accesses.is_empty() || !disciplined {
        return None;
    }
    let mut without = vec![false; program.locations.len()];
    let mut pending: Vec<u32> = program.templates.iter().map(|template| template.entry).collect();
    pending.extend(accesses.iter().filter(|(_, edge)| frees(edge, lock)).map(|(_, edge)| edge.to));
    while let Some(at) = pending.pop() {
        if !std::mem::replace(&mut without[at as usize], true) {
            let stays = |edge: &&Edge| !takes(edge, lock);
            pending.extend(program.locations[at as usize].edges.iter().filter(stays).map(|edge| edge.to));
        }
    }
    let stolen = |(at, edge): &(u32, &Edge)| frees(edge, lock) && crowded[*at as usize] && without[*at as usize];
    (!accesses.iter().any(stolen)).then_some(without)
}
