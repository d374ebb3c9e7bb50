//! The claim that a reduced program fails whenever the program as lowered does: so a proof about the one is a proof about the
//! other, and nothing that the reductions do has to be trusted.
//!
//! A reduced program comes with what its reductions relied on: each step names the steps as lowered that it is composed of,
//! and each location the conditions that they took for granted there. All else is derived here. The argument has two parts.
//!
//! 1. Order (`order`). Let the kept locations be those that some reduced location stands for; the others are passed on the
//!    way from one of these to the next. Any run that fails can be reordered so that no other thread moves while one is on its
//!    way (Lipton 1975; Flanagan and Qadeer 2003): on each way steps that commute to the right (`shared`) come first, then at
//!    most one that does not commute, then steps that commute to the left. A thread that never arrives may be left out if no
//!    other one depends on its steps since the kept location, or can be led on to one by steps that are always possible.
//! 2. Values (`cover`). Whatever a thread does on a whole way, the reduced program can do in one step: wherever it stands at the
//!    same kept location with the same values of the shared variables and of its own that are still read, it has a step
//!    after which the same holds again, and the conditions of the location where it arrives.
//!
//! Both parts are about the program as lowered without assignments to variables that are not read again (`needed`), which fails
//! just as often.
//!
//! Differs from `reduce`, of which nothing is used: that removes one location after the other, rewrites syntax trees, and
//! decides by their form. Here nothing is removed or rewritten. Ways are walked forwards from kept locations, executed on
//! words of bits, and compared by a SAT solver; locks are found one at a time by where a thread may be without them.

mod cover;
mod needed;
mod order;
mod shared;
mod words;

use crate::Rejection;
use crate::c::ask;
use rustc_hash::FxHashMap;
use umpteen_model::c::liveness::{Live, live};
use umpteen_model::c::program::{Edge, Frames, Location, Program, Variable};

/// More steps on all ways together are not looked at.
const MOST_STEPS: usize = 200_000;

/// A program as lowered, and what stands for what in the reduced one.
struct Pair<'a> {
    /// The program as lowered, without assignments to variables that are not read again.
    original: Program,
    reduced: &'a Program,
    /// The variables that the reduced program still reads.
    live: Live,
    /// For each reduced location the one that it stands for, if a thread can get there.
    stands_for: Vec<Option<u32>>,
    /// The locations that some reduced one stands for.
    kept: Vec<bool>,
    /// The locations from which a kept one can be reached, themselves included.
    returns: Vec<bool>,
}

/// Accepts a reduced program only if it fails whenever the program as lowered does, with as many threads. A program that was not
/// reduced is accepted. `go_on` is asked now and then.
pub fn check_reduction(reduced: &Program, go_on: &dyn Fn() -> bool) -> Result<(), Rejection> {
    let Some(lowered) = &reduced.lowered else { return Ok(()) };
    same_variables(lowered, reduced)?;
    if lowered.has_hangs() || reduced.has_hangs() {
        return same_steps(lowered, reduced);
    }
    let stands_for = correspondence(lowered, reduced)?;
    let mut kept = vec![false; lowered.locations.len()];
    for at in stands_for.iter().flatten() {
        kept[*at as usize] = true;
    }
    let live = live(reduced);
    needed::check(reduced, &live)?;
    let original = needed::without_dead_updates(lowered)?;
    let returns = returns(&original, &kept);
    let pair = Pair { original, reduced, live, stands_for, kept, returns };
    pair.same_locations()?;
    pair.same_calls()?;
    order::check(&pair, go_on)?;
    cover::check(&pair, go_on)
}

/// Both programs have the same variables and templates.
fn same_variables(lowered: &Program, reduced: &Program) -> Result<(), Rejection> {
    let same = |one: &[Variable], other: &[Variable]| {
        let mut pairs = one.iter().zip(other);
        let alike = |(one, other): (&Variable, &Variable)| {
            (one.ty, one.initial, one.template) == (other.ty, other.initial, other.template)
        };
        one.len() == other.len() && pairs.all(alike)
    };
    let variables = same(&lowered.globals, &reduced.globals) && same(&lowered.locals, &reduced.locals);
    if !variables || lowered.templates.len() != reduced.templates.len() {
        return unlike("variables or templates");
    }
    Ok(())
}

/// Both programs have the same steps. Steps that are possible only if no thread can move depend on what all threads are able to
/// do in between, so nothing may be merged or left out where there are some.
fn same_steps(lowered: &Program, reduced: &Program) -> Result<(), Rejection> {
    let start = |edge: &Edge| edge.start.as_ref().map(|start| (start.template, start.arguments.clone()));
    let same_edge = |(one, other): (&Edge, &Edge)| {
        (one.to, one.hang, &one.guard, &one.updates) == (other.to, other.hang, &other.guard, &other.updates)
            && start(one) == start(other)
    };
    let same_location = |(one, other): (&Location, &Location)| {
        (one.template, one.inside, one.fails, one.frames, one.ends, one.stops, one.edges.len())
            == (other.template, other.inside, other.fails, other.frames, other.ends, other.stops, other.edges.len())
            && one.exit == other.exit
            && one.edges.iter().zip(&other.edges).all(same_edge)
    };
    let entries = |program: &Program| -> Vec<u32> { program.templates.iter().map(|template| template.entry).collect() };
    match lowered.locations.len() == reduced.locations.len()
        && entries(lowered) == entries(reduced)
        && lowered.locations.iter().zip(&reduced.locations).all(same_location)
    {
        true => Ok(()),
        false => unlike("steps, although some of them depend on whether any thread can move"),
    }
}

/// For each reduced location that a thread can get to, the location that it stands for: entries for entries, and the end of
/// a step for the end of its path.
fn correspondence(lowered: &Program, reduced: &Program) -> Result<Vec<Option<u32>>, Rejection> {
    let mut stands_for: Vec<Option<u32>> = vec![None; reduced.locations.len()];
    let entry = |(one, other): (&umpteen_model::c::program::Template, &umpteen_model::c::program::Template)| {
        (other.entry, one.entry)
    };
    let mut pairs: Vec<(u32, u32)> = lowered.templates.iter().zip(&reduced.templates).map(entry).collect();
    while let Some((at, original)) = pairs.pop() {
        match stands_for.get(at as usize) {
            Some(Some(known)) if *known == original => continue,
            Some(None) => stands_for[at as usize] = Some(original),
            _ => return unlike("the places where steps lead to"),
        }
        let location = &reduced.locations[at as usize];
        for edge in &location.edges {
            let Some(end) = end_of_path(lowered, original, edge) else { return unlike("the parts of a step") };
            pairs.push((edge.to, end));
        }
        match (location.frames, lowered.locations[original as usize].frames) {
            (Some(Frames::Call(back)), Some(Frames::Call(lowered_back))) => pairs.push((back, lowered_back)),
            (one, other) if one == other => {}
            _ => return unlike("calls and returns"),
        }
    }
    Ok(stands_for)
}

/// The end of the steps that a reduced step names, from where it begins.
fn end_of_path(lowered: &Program, from: u32, edge: &Edge) -> Option<u32> {
    let follow = |at: u32, part: &umpteen_model::c::program::Part| {
        lowered.locations[at as usize].edges.get(part.edge as usize).map(|edge| edge.to)
    };
    edge.path.iter().try_fold(from, follow).filter(|_| !edge.path.is_empty())
}

/// The locations from which a kept one can be reached.
fn returns(original: &Program, kept: &[bool]) -> Vec<bool> {
    let mut returns = kept.to_vec();
    let mut changed = true;
    while changed {
        changed = false;
        for (at, location) in original.locations.iter().enumerate().rev() {
            if !returns[at] && location.edges.iter().any(|edge| returns[edge.to as usize]) {
                (returns[at], changed) = (true, true);
            }
        }
    }
    returns
}

impl Pair<'_> {
    /// The reduced locations with the ones that they stand for.
    fn locations(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0u32..).zip(&self.stands_for).filter_map(|(at, original)| original.map(|original| (at, original)))
    }

    /// The paths of the steps from a reduced location.
    fn paths(&self, at: u32) -> Paths {
        let mut paths = Paths::default();
        self.reduced.locations[at as usize].edges.iter().for_each(|edge| paths.insert(edge));
        paths
    }

    /// A location fails, and lets nobody else move, if and only if the one that it stands for does. Conditions are about the
    /// thread's own variables, and a thread begins without any.
    fn same_locations(&self) -> Result<(), Rejection> {
        for (at, original) in self.locations() {
            let (one, other) = (&self.reduced.locations[at as usize], &self.original.locations[original as usize]);
            if (one.template, one.inside, one.fails) != (other.template, other.inside, other.fails) {
                return unlike("a location");
            }
            let is_condition = |fact: &umpteen_model::c::expression::Expr| {
                crate::c::is_well_formed(self.reduced, fact, 1)
                    && fact.ty() == umpteen_model::c::expression::Type::BOOL
                    && !fact.reads_shared()
            };
            if !one.known.iter().all(is_condition) {
                return unlike("the conditions of a location");
            }
        }
        let entries = self.reduced.templates.iter().map(|template| template.entry);
        match entries.into_iter().all(|entry| self.reduced.locations[entry as usize].known.is_empty()) {
            true => Ok(()),
            false => unlike("the conditions of an entry"),
        }
    }

    /// Functions begin at the same locations. A condition known after a call was known before it, and is not about a
    /// result.
    fn same_calls(&self) -> Result<(), Rejection> {
        let begins = |program: &Program, at: u32| program.procedures.iter().any(|procedure| procedure.entry == at);
        if self.locations().any(|(at, original)| begins(self.reduced, at) != begins(&self.original, original)) {
            return unlike("the functions that are called");
        }
        let results = self.reduced.results();
        for (at, _) in self.locations() {
            let location = &self.reduced.locations[at as usize];
            let Some(Frames::Call(back)) = location.frames else { continue };
            let mut after = self.reduced.locations[back as usize].known.iter();
            let is_kept = |fact: &umpteen_model::c::expression::Expr| {
                location.known.contains(fact) && fact.locals().iter().all(|local| !results.contains(local))
            };
            if !after.all(is_kept) {
                return unlike("the conditions after a call");
            }
        }
        Ok(())
    }
}

fn unlike<T>(what: &str) -> Result<T, Rejection> {
    Err(Rejection::Reduction(format!("the reduced program differs from the one as lowered in {what}")))
}

/// The paths of reduced steps as a tree: a node, and the number of a step, lead to another node. It says where to look for
/// contradictions, nothing else.
#[derive(Default)]
struct Paths {
    next: FxHashMap<(u32, u32), u32>,
}

impl Paths {
    fn insert(&mut self, edge: &Edge) {
        let mut node = 0;
        for part in &edge.path {
            let fresh = self.next.len() as u32 + 1;
            node = *self.next.entry((node, part.edge)).or_insert(fresh);
        }
    }

    /// The node after a step; none if no reduced step begins like that.
    fn after(&self, node: Option<u32>, step: u32) -> Option<u32> {
        self.next.get(&(node?, step)).copied()
    }
}

/// Counts the steps that are looked at, so that no program takes for ever.
struct Effort<'a> {
    steps: usize,
    go_on: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    fn step(&mut self) -> Result<(), Rejection> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Rejection::Reduction("the reduced program has too many ways to look at".to_string()));
        }
        ask(self.go_on)
    }
}
