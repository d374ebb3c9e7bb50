//! Locations where a thread already knows how a condition comes out, told apart by what it knows.
//!
//! After `ok = compare_and_swap(...)` there are two ways in, one that sets `ok` and one that clears it, and the next step
//! tests it. As two locations, one for each outcome, no predicate is needed to remember `ok`, and whatever holds only
//! after a success can be said of a location. The copies do exactly what the location did.

use crate::dead_updates;
use crate::guards::{Guard, simplify};
use umpteen_model::c::atoms::atoms;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Program};

/// More copies than this are not made.
const MOST: usize = 40;

/// Splits locations as long as there is one to split.
pub fn split(program: &mut Program) {
    for _ in 0..MOST {
        let found = (0..program.locations.len() as u32).find_map(|at| Some((at, condition(program, at)?)));
        let Some((at, condition)) = found else { return };
        separate(program, at, &condition);
        dead_updates::remove(program);
    }
}

/// A condition over the thread's own variables that the location tests and that every way to it decides, not always
/// alike.
fn condition(program: &Program, at: u32) -> Option<Expr> {
    let location = &program.locations[at as usize];
    if program.templates.iter().any(|template| template.entry == at) {
        return None;
    }
    let mut conditions = Vec::new();
    location.edges.iter().for_each(|edge| atoms(&edge.guard, &mut conditions));
    conditions.retain(|condition| !condition.reads_shared() && !condition.has_input());
    conditions.sort();
    conditions.dedup();
    conditions.into_iter().find(|condition| {
        let edges = program.locations.iter().flat_map(|location| &location.edges).filter(|edge| edge.to == at);
        let outcomes: Option<Vec<bool>> = edges.map(|edge| outcome(edge, condition)).collect();
        outcomes.is_some_and(|outcomes| outcomes.contains(&true) && outcomes.contains(&false))
    })
}

/// How a condition comes out after an edge, if the edge tells.
fn outcome(edge: &Edge, condition: &Expr) -> Option<bool> {
    let before = condition.replace(&mut |leaf| match leaf {
        Expr::Read(place @ Place::Local(_), _) => edge.update(*place).unwrap_or(leaf).clone(),
        other => other.clone(),
    });
    Guard::new(&edge.guard).implies(&before)
}

/// Makes a copy for the ways in after which the condition does not hold.
fn separate(program: &mut Program, at: u32, condition: &Expr) {
    let copy = program.locations.len() as u32;
    for edge in program.locations.iter_mut().flat_map(|location| &mut location.edges) {
        if edge.to == at && outcome(edge, condition) == Some(false) {
            edge.to = copy;
        }
    }
    let mut other = program.locations[at as usize].clone();
    for (location, holds) in [(&mut program.locations[at as usize], true), (&mut other, false)] {
        let condition = if holds { condition.clone() } else { condition.clone().negated() };
        let known = Guard::new(&condition);
        location.known.push(condition);
        location.edges.retain_mut(|edge| {
            edge.guard = known.simplify(&edge.guard);
            edge.updates.iter_mut().for_each(|(_, value)| *value = known.simplify(value));
            edge.guard != Expr::FALSE && simplify(edge)
        });
    }
    program.locations.push(other);
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::c::expression::Type;
    use umpteen_model::c::program::{Location, Template, Variable};

    /// Two ways to a location that tests the flag which they set and clear: afterwards each leads to its own copy, and
    /// nobody needs the flag.
    #[test]
    fn a_flag_that_is_tested_at_once_becomes_a_location() {
        let flag = Expr::Read(Place::Local(0), Type::BOOL);
        let edge = |to, guard: &Expr, updates| Edge { guard: guard.clone(), updates, ..Edge::jump(to) };
        let set = |value: Expr| vec![(Place::Local(0), value)];
        let there = vec![edge(1, &Expr::TRUE, set(Expr::TRUE)), edge(1, &Expr::TRUE, set(Expr::FALSE))];
        let tests = vec![edge(2, &flag, Vec::new()), edge(3, &flag.clone().negated(), Vec::new())];
        let at = |edges: Vec<Edge>| Location { edges, ..Location::default() };
        let local = Variable { name: "ok".into(), ty: Type::BOOL, initial: Some(0), template: Some(0), hidden: false };
        let mut program = Program {
            locals: vec![local],
            templates: vec![Template { name: "main".into(), entry: 0 }],
            locations: vec![at(there), at(tests), at(Vec::new()), at(Vec::new())],
            ..Program::default()
        };
        split(&mut program);
        assert_eq!(program.locations.len(), 5);
        let targets: Vec<u32> = program.locations[0].edges.iter().map(|edge| edge.to).collect();
        assert_eq!(targets, [1, 4]);
        for (copy, to) in [(1, 2), (4, 3)] {
            let [only] = &program.locations[copy].edges[..] else { panic!("one way is left") };
            assert_eq!((only.to, &only.guard), (to, &Expr::TRUE));
        }
        assert!(program.locations[0].edges.iter().all(|edge| edge.updates.is_empty()), "nobody reads the flag");
    }
}
