//! Variables of a thread that repeat what others say: `t = x` or `t = x + 1`, as long as neither changes.
//!
//! Lowering keeps every value that C computes in a temporary. A predicate about a temporary tells nothing about the
//! variable that it was computed from, and refinement would have to find out that they belong together. So wherever a
//! variable is known to equal an expression over other variables of its thread, on all ways there, the expression is
//! read instead.
//!
//! Sound because each step of the program as lowered that writes one of these variables ends the equation, also where the
//! assignment was removed as dead. The equations that are used become conditions of their locations.

use std::collections::{BTreeMap, BTreeSet};
use umpteen_model::c::expression::{Binary, Expr, Place};
use umpteen_model::c::liveness::live;
use umpteen_model::c::program::{Edge, Frames, Program};

/// Larger expressions are not repeated.
const LARGEST: usize = 4;

/// The expressions that variables equal at a location.
type Equal = BTreeMap<u32, Expr>;

/// Reads expressions over other variables instead of variables that equal them. Locations still have the numbers that they
/// have in the program as lowered.
pub fn propagate(program: &mut Program, lowered: &Program) {
    let known = known(program, lowered);
    let live = live(program);
    for ((at, location), known) in (0u32..).zip(&mut program.locations).zip(known) {
        let Some(mut known) = known.filter(|known| !known.is_empty()) else { continue };
        known.retain(|local, _| live.contains(at, *local));
        let equation = |(local, expr): (&u32, &Expr)| {
            let read = Expr::Read(Place::Local(*local), expr.ty());
            Expr::Binary(Binary::Equal, Box::new(read), Box::new(expr.clone()))
        };
        location.known = known.iter().map(equation).collect();
        let instead = |expr: &Expr| {
            expr.replace(&mut |leaf| match leaf {
                Expr::Read(Place::Local(local), _) => known.get(local).unwrap_or(leaf).clone(),
                other => other.clone(),
            })
        };
        for edge in &mut location.edges {
            edge.guard = instead(&edge.guard);
            edge.updates.iter_mut().for_each(|(_, value)| *value = instead(value));
            let arguments = edge.start.iter_mut().flat_map(|start| &mut start.arguments);
            arguments.for_each(|(_, value)| *value = instead(value));
        }
    }
}

/// The equalities that hold at each location on all paths to it; `None` for unreachable locations.
fn known(program: &Program, lowered: &Program) -> Vec<Option<Equal>> {
    let mut known: Vec<Option<Equal>> = vec![None; program.locations.len()];
    let mut pending: Vec<u32> = program.templates.iter().map(|template| template.entry).collect();
    pending.iter().for_each(|&entry| known[entry as usize] = Some(Equal::new()));
    let results = program.results();
    let lasting = |mut equal: Equal| {
        equal
            .retain(|local, expr| !results.contains(local) && expr.locals().iter().all(|read| !results.contains(read)));
        equal
    };
    while let Some(at) = pending.pop() {
        let here = known[at as usize].clone().unwrap_or_default();
        let location = &program.locations[at as usize];
        let mut ways: Vec<(u32, Equal)> = Vec::new();
        if let Some(Frames::Call(back)) = location.frames {
            ways.push((back, lasting(here.clone())));
        }
        for edge in &location.edges {
            let after = |here: &Equal| after(program, here, edge, &written(lowered, at, edge));
            ways.push(match location.frames {
                None => (edge.to, after(&here)),
                Some(Frames::Landing) => (edge.to, lasting(after(&here))),
                // Another frame speaks of its own variables.
                Some(Frames::Call(_) | Frames::Return) => (edge.to, Equal::new()),
            });
        }
        for (to, after) in ways {
            let there = &mut known[to as usize];
            let both = match there {
                None => after,
                Some(before) => {
                    let same = |(local, expr): &(&u32, &Expr)| after.get(local) == Some(expr);
                    before.iter().filter(same).map(|(local, expr)| (*local, expr.clone())).collect()
                }
            };
            if there.as_ref() != Some(&both) {
                *there = Some(both);
                pending.push(to);
            }
        }
    }
    known
}

/// The variables of the thread that the steps write of which one is composed, from a location on.
fn written(lowered: &Program, mut at: u32, edge: &Edge) -> BTreeSet<u32> {
    let mut written: BTreeSet<u32> = edge.locals_written().collect();
    for part in &edge.path {
        let step = &lowered.locations[at as usize].edges[part.edge as usize];
        written.extend(step.locals_written());
        at = step.to;
    }
    written
}

/// The equations after a step, during which these variables are written.
fn after(program: &Program, before: &Equal, edge: &Edge, written: &BTreeSet<u32>) -> Equal {
    let changes = |local: u32| written.contains(&local);
    let lasting = |expr: &Expr| expr.locals().into_iter().all(|local| !changes(local));
    let mut after: Equal = before
        .iter()
        .filter(|(local, expr)| !changes(**local) && lasting(expr))
        .map(|(local, expr)| (*local, expr.clone()))
        .collect();
    let count = program.locals.len() as u32;
    for (place, value) in &edge.updates {
        let Place::Local(local) = place else { continue };
        if matches!(value, Expr::Constant(..)) {
            continue;
        }
        // The new values of other variables are numbered after all locals, to tell them from the old ones.
        let mut said = value.clone();
        for (other, same) in &edge.updates {
            if let Place::Local(other) = other
                && !matches!(same, Expr::Constant(..))
                && comes_before(program, *other, *local)
            {
                let ty = program.locals[*other as usize].ty;
                let fits = same.ty() == ty;
                said = if fits { said.substitute(same, &Expr::Read(Place::Local(other + count), ty)) } else { said };
            }
        }
        let old: Vec<u32> = said.locals().into_iter().filter(|local| *local < count).collect();
        let of_thread = !said.reads_shared() && !said.has_input();
        if of_thread && old.into_iter().all(|old| !changes(old)) && said.size() <= LARGEST {
            let named = said.replace(&mut |leaf| match leaf {
                Expr::Read(Place::Local(number), ty) => Expr::Read(Place::Local(number % count), *ty),
                other => other.clone(),
            });
            if named.ty() == program.locals[*local as usize].ty && !named.locals().contains(local) {
                after.insert(*local, named);
            }
        }
    }
    after
}

/// Of two variables that get the same value, the one that is kept: the source's rather than a temporary.
fn comes_before(program: &Program, one: u32, other: u32) -> bool {
    let rank = |local: u32| (program.locals[local as usize].hidden, local);
    rank(one) < rank(other)
}
