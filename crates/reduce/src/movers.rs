//! Which steps commute with the steps of other threads (Lipton, "Reduction", 1975).
//!
//! Taking a lock can as well happen later, and releasing it earlier, as far as the others can tell: nobody else can take
//! or release it in between. What is accessed only by threads that hold a common lock commutes both ways; so does what
//! nobody writes any more, what only one thread accesses, and everything that happens before a second thread exists.
//!
//! A lock is recognised by what steps do with a variable, not by its type: it starts as 0, every step that mentions it
//! either waits until it is 0 and sets it, or is by a thread that has set it and makes it 0 again. So at most one thread
//! holds it. All of this is found in the steps of the whole program, so nothing about threads that come later is missed.

use std::collections::BTreeSet;
use umpteen_model::c::expression::{Binary, Expr, Place};
use umpteen_model::c::program::{Edge, Location, Program};

/// How a step commutes with those of other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// A both-mover: commutes with steps of others in both directions.
    Both,
    /// A right-mover: may happen later.
    Right,
    /// A left-mover: may happen earlier.
    Left,
    /// A non-mover.
    Neither,
}

impl Mover {
    /// Whether it may happen later.
    pub fn is_right(self) -> bool {
        matches!(self, Mover::Both | Mover::Right)
    }

    /// Whether it may happen earlier.
    pub fn is_left(self) -> bool {
        matches!(self, Mover::Both | Mover::Left)
    }

    /// One step that does both, one after the other.
    pub fn then(self, next: Mover) -> Mover {
        match (self, next) {
            (Mover::Both, other) | (other, Mover::Both) => other,
            (Mover::Right, Mover::Right) => Mover::Right,
            (Mover::Left, Mover::Left) => Mover::Left,
            _ => Mover::Neither,
        }
    }
}

/// How every step of a program commutes, by location and edge.
pub fn movers(program: &Program) -> Vec<Vec<Mover>> {
    // Lock ownership is not tracked through calls.
    if program.has_frames() {
        return program.locations.iter().map(|location| vec![Mover::Neither; location.edges.len()]).collect();
    }
    let facts = Facts::find(program);
    let class = |(at, location): (usize, &Location)| location.edges.iter().map(|edge| facts.mover(at, edge)).collect();
    program.locations.iter().enumerate().map(class).collect()
}

/// Facts about a program that movers depend on.
struct Facts {
    /// Whether no other thread exists while one is at a location.
    alone: Vec<bool>,
    /// The locks that a thread holds at a location.
    held: Vec<BTreeSet<u32>>,
    locks: BTreeSet<u32>,
    /// The shared variables whose accesses commute.
    tame: BTreeSet<u32>,
}

impl Facts {
    fn find(program: &Program) -> Facts {
        let alone = alone(program);
        let mut locks: BTreeSet<u32> = (0..program.globals.len() as u32).collect();
        locks.retain(|lock| program.globals[*lock as usize].initial == Some(0));
        for edge in program.locations.iter().flat_map(|location| &location.edges) {
            for number in shared(edge).into_iter().filter(|number| !acquires(edge, *number) && !releases(edge, *number))
            {
                locks.remove(&number);
            }
        }
        let mut held = held(program, &locks);
        loop {
            // A thread that sets a lock to 0 holds it, or no other thread exists.
            let before = locks.len();
            for (at, location) in program.locations.iter().enumerate().filter(|(at, _)| !alone[*at]) {
                for edge in &location.edges {
                    let released = shared(edge).into_iter().filter(|lock| releases(edge, *lock));
                    for lock in released.filter(|lock| !held[at].contains(lock)) {
                        locks.remove(&lock);
                    }
                }
            }
            if locks.len() == before {
                break;
            }
            held = self::held(program, &locks);
        }
        let tame = tame(program, &alone, &held, &locks);
        Facts { alone, held, locks, tame }
    }

    fn mover(&self, at: usize, edge: &Edge) -> Mover {
        if self.alone[at] {
            return Mover::Both;
        }
        let mut mover = Mover::Both;
        for number in shared(edge) {
            let one = match number {
                number if self.tame.contains(&number) => Mover::Both,
                number if self.locks.contains(&number) && acquires(edge, number) => Mover::Right,
                number if self.locks.contains(&number) && self.held[at].contains(&number) => Mover::Left,
                _ => Mover::Neither,
            };
            mover = match (mover, one) {
                (Mover::Both, other) | (other, Mover::Both) => other,
                (mover, one) if mover == one => one,
                _ => Mover::Neither,
            };
        }
        mover
    }
}

/// The shared variables that a step accesses.
fn shared(edge: &Edge) -> BTreeSet<u32> {
    let number = |place: Place| match place {
        Place::Global(number) => Some(number),
        Place::Local(_) => None,
    };
    let read = edge.expressions().flat_map(Expr::places).filter_map(number);
    read.chain(edge.updates.iter().filter_map(|(place, _)| number(*place))).collect()
}

/// Whether a step waits until a variable is 0 and sets it, and does not look at it otherwise.
fn acquires(edge: &Edge, lock: u32) -> bool {
    let place = Place::Global(lock);
    let sets = matches!(edge.update(place), Some(Expr::Constant(bits, _)) if *bits != 0);
    let mut waits = 0;
    let mut pending = vec![&edge.guard];
    while let Some(part) = pending.pop() {
        match part {
            Expr::Binary(Binary::And, left, right) if part.ty().width == 1 => pending.extend([&**left, &**right]),
            Expr::Binary(Binary::Equal, left, right) => {
                let free = matches!((&**left, &**right), (Expr::Read(read, _), Expr::Constant(0, _)) if *read == place);
                waits += usize::from(free);
            }
            _ => {}
        }
    }
    let mut reads = 0;
    for expr in edge.expressions() {
        expr.visit(&mut |part| reads += usize::from(matches!(part, Expr::Read(read, _) if *read == place)));
    }
    sets && waits == 1 && reads == 1
}

/// Whether a step makes a variable 0 without looking at it.
fn releases(edge: &Edge, lock: u32) -> bool {
    let place = Place::Global(lock);
    let read = edge.expressions().any(|expr| expr.places().contains(&place));
    matches!(edge.update(place), Some(Expr::Constant(0, _))) && !read
}

/// The locations where `main` has not started a thread yet.
fn alone(program: &Program) -> Vec<bool> {
    let edges = || program.locations.iter().flat_map(|location| &location.edges);
    let starts = || edges().filter_map(|edge| edge.start.as_ref().map(|start| (edge.to, start.template)));
    if starts().any(|(_, template)| template == 0) {
        return vec![false; program.locations.len()];
    }
    let mut alone: Vec<bool> = program.locations.iter().map(|location| location.template == 0).collect();
    let mut pending: Vec<u32> = starts().map(|(to, _)| to).collect();
    while let Some(at) = pending.pop() {
        if std::mem::replace(&mut alone[at as usize], false) {
            pending.extend(program.locations[at as usize].edges.iter().map(|edge| edge.to));
        }
    }
    alone
}

/// The locks that a thread holds at each location, however it got there.
fn held(program: &Program, locks: &BTreeSet<u32>) -> Vec<BTreeSet<u32>> {
    let mut held: Vec<Option<BTreeSet<u32>>> = vec![None; program.locations.len()];
    let mut pending: Vec<u32> = program.templates.iter().map(|template| template.entry).collect();
    pending.iter().for_each(|entry| held[*entry as usize] = Some(BTreeSet::new()));
    while let Some(at) = pending.pop() {
        let Some(here) = held[at as usize].clone() else { continue };
        for edge in &program.locations[at as usize].edges {
            let mut next = here.clone();
            for lock in shared(edge).into_iter().filter(|lock| locks.contains(lock)) {
                match acquires(edge, lock) {
                    true => next.insert(lock),
                    false => next.remove(&lock),
                };
            }
            let known = &mut held[edge.to as usize];
            let met = match known {
                Some(known) => known.intersection(&next).copied().collect(),
                None => next,
            };
            if known.as_ref() != Some(&met) {
                *known = Some(met);
                pending.push(edge.to);
            }
        }
    }
    held.into_iter().map(Option::unwrap_or_default).collect()
}

/// The shared variables whose accesses commute: protected by a lock, not written any more, or of one thread.
fn tame(program: &Program, alone: &[bool], held: &[BTreeSet<u32>], locks: &BTreeSet<u32>) -> BTreeSet<u32> {
    #[derive(Clone, Default)]
    struct Accesses {
        written: bool,
        templates: BTreeSet<u32>,
        common: Option<BTreeSet<u32>>,
    }
    let mut all = vec![Accesses::default(); program.globals.len()];
    for (at, location) in program.locations.iter().enumerate().filter(|(at, _)| !alone[*at]) {
        for edge in &location.edges {
            for variable in shared(edge) {
                let accesses = &mut all[variable as usize];
                accesses.written |= edge.update(Place::Global(variable)).is_some();
                accesses.templates.insert(location.template);
                accesses.common = Some(match accesses.common.take() {
                    None => held[at].clone(),
                    Some(common) => common.intersection(&held[at]).copied().collect(),
                });
            }
        }
    }
    let single = single(program);
    let commutes = |accesses: &Accesses| {
        let alike = accesses.templates.len() <= 1 && accesses.templates.iter().all(|one| single[*one as usize]);
        !accesses.written || alike || accesses.common.as_ref().is_none_or(|common| !common.is_empty())
    };
    let numbered = (0u32..).zip(&all).filter(|(variable, _)| !locks.contains(variable));
    numbered.filter(|(_, accesses)| commutes(accesses)).map(|(variable, _)| variable).collect()
}

/// For each template, whether at most one thread ever runs it.
fn single(program: &Program) -> Vec<bool> {
    let mut starts = vec![0usize; program.templates.len()];
    starts[0] = 1;
    let mut from: Vec<Option<u32>> = vec![None; program.templates.len()];
    let mut single = vec![true; program.templates.len()];
    for (at, location) in (0u32..).zip(&program.locations) {
        for (edge, start) in location.edges.iter().filter_map(|edge| edge.start.as_ref().map(|start| (edge, start))) {
            let template = start.template as usize;
            starts[template] += 1;
            from[template] = Some(location.template);
            single[template] &= starts[template] == 1 && !reaches(program, edge.to, at);
        }
    }
    // A template that is started by one of many threads has many threads.
    loop {
        let wrong = |template: &usize| single[*template] && from[*template].is_some_and(|by| !single[by as usize]);
        let Some(template) = (0..single.len()).find(wrong) else { return single };
        single[template] = false;
    }
}

/// Whether a thread at one location can get to another.
fn reaches(program: &Program, from: u32, to: u32) -> bool {
    let mut seen = vec![false; program.locations.len()];
    let mut pending = vec![from];
    while let Some(at) = pending.pop() {
        if at == to {
            return true;
        }
        if !std::mem::replace(&mut seen[at as usize], true) {
            pending.extend(program.locations[at as usize].edges.iter().map(|edge| edge.to));
        }
    }
    false
}
