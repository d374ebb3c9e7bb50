//! Merges steps that no other thread can tell apart, so that fewer interleavings and fewer intermediate values remain.
//!
//! A location between two steps is removed by composing each step into it with each step out of it. That keeps exactly
//! the failures that can be reached when
//! - the location is inside an atomic section: nobody else moves there, and a thread that gets stuck there stops
//!   everybody, so a run that fails later did not get stuck;
//! - or every step into it may as well happen later (`movers`), together with what follows;
//! - or every step out of it may as well happen earlier, at once, and at least one of them is possible whatever the values
//!   are. (If none were possible, the effect of the step before would be lost.)
//!
//! Entering and leaving an atomic section is never invisible: it decides whether the others may move in between.
//!
//! Composition multiplies steps, so it is done only where that stays small; a location with a step to itself stays.

use crate::movers::{Mover, movers};
use crate::{copy_propagation, dead_updates, guards, path_splitting};
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Exit, Frames, Location, Part, Program};

/// Removing a location must not leave more steps than this beyond what there were.
const MOST_MORE: usize = 24;

/// A step is split into at most so many cases.
const MOST_CASES: usize = 8;

/// An expression of a composed step has at most so many parts.
const LARGEST: usize = 400;

/// A composed step has at most so many statements.
const LONGEST: usize = 60;

/// Merges what can be merged, removes assignments that nobody reads, and locations that nobody gets to.
pub fn merge(program: &mut Program) {
    let lowered = program.clone();
    let mut movers = movers(program);
    let mut changed = true;
    while changed {
        changed = false;
        let mut sources = sources(program);
        for at in 0..program.locations.len() {
            changed |= remove(program, at as u32, &mut sources, &mut movers);
        }
        changed |= dead_updates::remove(program);
    }
    copy_propagation::propagate(program, &lowered);
    for location in &mut program.locations {
        location.edges =
            std::mem::take(&mut location.edges).into_iter().flat_map(|edge| cases(edge, MOST_CASES)).collect();
        location.edges.retain_mut(guards::simplify);
    }
    if !program.has_frames() {
        path_splitting::split(program);
    }
    while dead_updates::remove(program) {}
    remove_dead_ends(program);
    drop_unreachable(program);
}

/// Steps after which a thread is stuck and nobody can tell: because nobody moves any more while it is inside an atomic
/// section, or because it has not changed anything shared nor left a section. A thread that does not take one fails no
/// less. Those that end the whole program are remembered where they begin.
fn remove_dead_ends(program: &mut Program) {
    let mut changed = true;
    while changed {
        changed = false;
        let stuck: Vec<(bool, bool)> = program
            .locations
            .iter()
            .map(|at| (at.edges.is_empty() && at.fails.is_none() && !at.ends, at.inside))
            .collect();
        for at in 0..program.locations.len() {
            let location = &mut program.locations[at];
            let was_inside = location.inside;
            let returns = location.frames == Some(Frames::Return);
            let (kept, removed): (Vec<Edge>, Vec<Edge>) =
                std::mem::take(&mut location.edges).into_iter().partition(|edge| {
                    let (is_stuck, inside) = stuck[edge.to as usize];
                    let shares = edge.updates.iter().any(|(place, _)| matches!(place, Place::Global(_)));
                    !is_stuck || returns || edge.start.is_some() || (!inside && (shares || was_inside))
                });
            location.edges = kept;
            changed |= !removed.is_empty();
            for edge in removed {
                let besides = program.locations[at].exit.take();
                program.locations[at].exit = exit_after(program, &edge, besides);
            }
        }
    }
}

/// The end of the whole program by way of a step that is removed, if it leads there; besides another one.
fn exit_after(program: &Program, edge: &Edge, besides: Option<Exit>) -> Option<Exit> {
    let location = &program.locations[edge.to as usize];
    let after = match &location.exit {
        Some(exit) => exit.clone(),
        None if location.stops => Exit { positions: BTreeSet::new(), certain: true },
        None => return besides,
    };
    let other = besides.unwrap_or(Exit { positions: BTreeSet::new(), certain: true });
    let mut positions = &after.positions | &other.positions;
    positions.extend(edge.statements.iter().map(|statement| statement.position));
    Some(Exit { positions, certain: after.certain && other.certain && edge.guard == Expr::TRUE })
}

/// A step whose values depend on a condition, as one step for each case: `x = c ? a : b` is `c: x = a` or `!c: x = b`.
/// Predicates are then about `a` and `b`, not about the choice.
fn cases(edge: Edge, most: usize) -> Vec<Edge> {
    let test = edge.updates.iter().find_map(|(_, value)| first_test(value)).cloned();
    let Some(test) = test.filter(|_| most > 1) else { return vec![edge] };
    let case = |holds: bool| {
        let mut case = edge.clone();
        let condition = if holds { test.clone() } else { test.clone().negated() };
        case.guard = case.guard.and(condition);
        for (_, value) in &mut case.updates {
            *value = value.decided(&test, holds);
        }
        // A variable that keeps its value needs no assignment.
        case.updates.retain(|(place, value)| !matches!(value, Expr::Read(same, _) if same == place));
        cases(case, most / 2)
    };
    [true, false].into_iter().flat_map(case).filter(|case| case.guard != Expr::FALSE).collect()
}

/// The condition of the innermost choice that comes first.
fn first_test(value: &Expr) -> Option<&Expr> {
    let mut found = None;
    value.visit(&mut |part| {
        if let Expr::Conditional(test, ..) = part {
            found = Some(&**test);
        }
    });
    found
}

/// For each location, those with an edge to it; some may have none any more.
fn sources(program: &Program) -> Vec<Vec<u32>> {
    let mut sources = vec![Vec::new(); program.locations.len()];
    for (from, location) in (0u32..).zip(&program.locations) {
        location.edges.iter().for_each(|edge| sources[edge.to as usize].push(from));
    }
    sources
}

/// Removes one location if that is allowed and worth it.
fn remove(program: &mut Program, at: u32, sources: &mut [Vec<u32>], movers: &mut [Vec<Mover>]) -> bool {
    let location = &program.locations[at as usize];
    let is_entry = program.templates.iter().any(|template| template.entry == at);
    if location.fails.is_some() || location.frames.is_some() || is_entry {
        return false;
    }
    let out = &location.edges;
    let incoming: Vec<(usize, usize)> = edges_into(program, at, &mut sources[at as usize]);
    // A call or return is a step of its own. So is taking the result: nobody waits in between.
    if incoming.iter().any(|&(from, _)| program.locations[from].frames.is_some()) {
        return false;
    }
    if incoming.is_empty() || out.is_empty() || out.iter().any(|edge| edge.to == at) {
        return false;
    }
    let into = || incoming.iter().map(|&(from, number)| &program.locations[from].edges[number]);
    let starts = |edge: &Edge| edge.start.is_some();
    // A join that a run may have to wait for must not hold up what came before it.
    let joins = |edge: &Edge| edge.early;
    let is_inside = |at: usize| program.locations[at].inside;
    let mover = |from: usize, number: usize| {
        let visible = program.locations[from].edges[number].is_visible();
        if visible { movers[from][number] } else { Mover::Both }
    };
    let postponable = || incoming.iter().all(|&(from, number)| mover(from, number).is_right() && !is_inside(from));
    let immediate = || {
        let early =
            |(number, edge): (usize, &Edge)| mover(at as usize, number).is_left() && !is_inside(edge.to as usize);
        out.iter().enumerate().all(early) && is_total(out)
    };
    let allowed = !into().any(starts)
        && !out.iter().any(|edge| starts(edge) || joins(edge))
        && (location.inside || postponable() || immediate());
    if !allowed || incoming.len() * out.len() > incoming.len() + out.len() + MOST_MORE {
        return false;
    }
    let mut composed: Vec<(usize, usize, Vec<Edge>, Vec<Mover>)> = Vec::new();
    for &(from, number) in &incoming {
        let first = &program.locations[from].edges[number];
        let both: Option<Vec<Edge>> = out.iter().map(|second| compose(first, second)).collect();
        let Some(both) = both else { return false };
        let movers = (0..out.len()).map(|next| mover(from, number).then(mover(at as usize, next)));
        let (both, movers) = both.into_iter().zip(movers).filter(|(edge, _)| edge.guard != Expr::FALSE).unzip();
        composed.push((from, number, both, movers));
    }
    for (from, number, both, composed_movers) in composed.into_iter().rev() {
        both.iter().for_each(|edge| sources[edge.to as usize].push(from as u32));
        program.locations[from].edges.splice(number..=number, both);
        movers[from].splice(number..=number, composed_movers);
    }
    program.locations[at as usize].edges.clear();
    movers[at as usize].clear();
    true
}

fn edges_into(program: &Program, at: u32, sources: &mut Vec<u32>) -> Vec<(usize, usize)> {
    sources.sort_unstable();
    sources.dedup();
    let mut found = Vec::new();
    for &from in sources.iter() {
        let edges = program.locations[from as usize].edges.iter().enumerate();
        found.extend(edges.filter(|(_, edge)| edge.to == at).map(|(number, _)| (from as usize, number)));
    }
    found
}

/// Whether some step is possible whatever the values are: one has no guard, or two have opposite ones.
fn is_total(edges: &[Edge]) -> bool {
    let opposite = |edge: &Edge| edges.iter().any(|other| other.guard == edge.guard.clone().negated());
    edges.iter().any(|edge| edge.guard == Expr::TRUE || (!edge.guard.has_input() && opposite(edge)))
}

/// One step that does both, the second in terms of what the first left; none if it would be too large.
fn compose(first: &Edge, second: &Edge) -> Option<Edge> {
    if first.statements.len() + second.statements.len() > LONGEST {
        return None;
    }
    let offset = first.inputs();
    let mut after_first = |leaf: &Expr| match leaf {
        Expr::Input(number, ty) => Expr::Input(number + offset, *ty),
        Expr::Read(place, _) => first.update(*place).cloned().unwrap_or_else(|| leaf.clone()),
        other => other.clone(),
    };
    let guard = first.guard.clone().and(second.guard.replace(&mut after_first));
    let mut updates: Vec<(Place, Expr)> =
        second.updates.iter().map(|(place, value)| (*place, value.replace(&mut after_first))).collect();
    updates.extend(first.updates.iter().filter(|(place, _)| second.update(*place).is_none()).cloned());
    updates.retain(|(place, value)| !matches!(value, Expr::Read(same, _) if same == place));
    updates.sort_by_key(|(place, _)| *place);
    let statements = first.statements.iter().chain(&second.statements).cloned().collect();
    let early = first.early || second.early;
    let mut origins = first.origins.clone();
    origins.extend(second.origins.iter().cloned().map(|mut origin| {
        let inputs = origin.inputs.iter_mut().chain(origin.filled.iter_mut().map(|(_, input)| input));
        inputs.for_each(|input| *input += offset);
        origin
    }));
    let moved = second.path.iter().map(|part| Part { first_input: part.first_input + offset, ..*part });
    let path = first.path.iter().copied().chain(moved).collect();
    let edge = Edge { to: second.to, guard, updates, start: None, statements, early, hang: None, origins, path };
    let small = edge.expressions().all(|expr| expr.size() <= LARGEST);
    small.then_some(edge)
}

/// Renumbers the locations that can be reached in the graph and drops the others.
fn drop_unreachable(program: &mut Program) {
    let mut numbers: Vec<Option<u32>> = vec![None; program.locations.len()];
    let mut order = Vec::new();
    let mut pending: Vec<u32> = program.templates.iter().rev().map(|template| template.entry).collect();
    while let Some(at) = pending.pop() {
        if numbers[at as usize].is_none() {
            numbers[at as usize] = Some(order.len() as u32);
            order.push(at);
            let location = &program.locations[at as usize];
            if let Some(Frames::Call(back)) = location.frames {
                pending.push(back);
            }
            pending.extend(location.edges.iter().rev().map(|edge| edge.to));
        }
    }
    let renumber = |at: u32| numbers[at as usize].expect("reached from an entry");
    let mut locations: Vec<Location> =
        order.iter().map(|&at| std::mem::take(&mut program.locations[at as usize])).collect();
    for location in &mut locations {
        if let Some(Frames::Call(back)) = &mut location.frames {
            *back = renumber(*back);
        }
        location.edges.iter_mut().for_each(|edge| edge.to = renumber(edge.to));
    }
    program.locations = locations;
    program.procedures.retain(|procedure| numbers[procedure.entry as usize].is_some());
    for code in program.templates.iter_mut().chain(&mut program.procedures) {
        code.entry = renumber(code.entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::c::expression::{Binary, Type};
    use umpteen_model::c::program::{Position, Start, Statement, Template, Variable};

    /// Two shared variables, a local, and the given edges from location to location of a function that any number of
    /// threads run; `main` starts them at a location of its own behind the others.
    fn program(locations: usize, edges: Vec<(usize, Edge)>) -> Program {
        let variable = |name: &str, template| Variable {
            name: name.to_string(),
            ty: Type::INT,
            initial: Some(0),
            template,
            hidden: false,
        };
        let mut program = Program {
            globals: vec![variable("x", None), variable("y", None)],
            locals: vec![variable("l", Some(1))],
            templates: vec![
                Template { name: "main".to_string(), entry: locations as u32 },
                Template { name: "worker".to_string(), entry: 0 },
            ],
            locations: vec![Location { template: 1, ..Location::default() }; locations],
            ..Program::default()
        };
        for (from, edge) in edges {
            program.locations[from].edges.push(edge);
        }
        for location in &mut program.locations {
            location.ends = location.edges.is_empty();
        }
        let start = Some(Start { template: 1, arguments: Vec::new() });
        let edges = vec![Edge { start, ..Edge::jump(locations as u32) }];
        program.locations.push(Location { edges, ..Location::default() });
        program
    }

    fn assign(to: u32, place: Place, value: Expr) -> Edge {
        Edge { updates: vec![(place, value)], ..Edge::jump(to) }
    }

    fn is_zero(place: Place) -> Expr {
        Expr::binary(Binary::Equal, Expr::Read(place, Type::INT), Expr::int(0))
    }

    const X: Place = Place::Global(0);
    const Y: Place = Place::Global(1);
    const L: Place = Place::Local(0);

    fn merged(mut program: Program) -> usize {
        merge(&mut program);
        program.locations.len() - 1
    }

    #[test]
    fn local_steps_join_their_neighbours() {
        let read = assign(1, L, Expr::Read(X, Type::INT));
        let add = assign(2, L, Expr::binary(Binary::Add, Expr::Read(L, Type::INT), Expr::int(1)));
        let write = assign(3, X, Expr::Read(L, Type::INT));
        assert_eq!(merged(program(4, vec![(0, read), (1, add), (2, write)])), 3, "the read, then the write");
    }

    #[test]
    fn two_accesses_stay_apart() {
        let steps = vec![(0, assign(1, X, Expr::int(1))), (1, assign(2, Y, Expr::int(1)))];
        assert_eq!(merged(program(3, steps)), 3);
    }

    #[test]
    fn inside_an_atomic_section_they_do_not() {
        let mut atomic = program(3, vec![(0, assign(1, X, Expr::int(1))), (1, assign(2, Y, Expr::int(1)))]);
        atomic.locations[1].inside = true;
        assert_eq!(merged(atomic), 2);
    }

    /// Writes before a blocking step stay visible.
    #[test]
    fn a_step_that_may_block_does_not_hold_up_the_one_before() {
        let stuck = Edge { guard: is_zero(L), ..Edge::jump(2) };
        let steps = || vec![(0, assign(1, X, Expr::int(1))), (1, stuck.clone())];
        assert_eq!(merged(program(3, steps())), 3);
        let mut total = steps();
        total.push((1, Edge { guard: is_zero(L).negated(), ..Edge::jump(2) }));
        assert_eq!(merged(program(3, total)), 2, "unless one of the ways on is always open");
    }

    /// Others may move between an access and the atomic section after it, and between a section and what follows.
    #[test]
    fn entering_and_leaving_are_visible() {
        let steps = || vec![(0, assign(1, X, Expr::int(1))), (1, Edge::jump(2)), (2, assign(3, Y, Expr::int(1)))];
        let mut entering = program(4, steps());
        entering.locations[2].inside = true;
        entering.locations[2].edges[0].to = 2; // a loop, so that the section stays
        entering.locations[2].edges.push(Edge::jump(3));
        assert_eq!(merged(entering), 4);
        let again = assign(0, X, Expr::int(2));
        let mut leaving = program(3, vec![(0, again), (0, Edge::jump(1)), (1, assign(2, Y, Expr::int(1)))]);
        leaving.locations[0].inside = true;
        assert_eq!(merged(leaving), 3, "location 1 is where the others may move");
    }

    /// A thread that gets stuck may as well not go there, unless it leaves a section or has written something.
    #[test]
    fn only_dead_ends_that_nobody_notices_are_removed() {
        let stuck = |inside: bool, last: Edge| {
            let again = assign(0, X, Expr::int(2));
            let mut program = program(2, vec![(0, again), (0, last)]);
            program.locations[0].inside = inside;
            program.locations[1].ends = false;
            merge(&mut program);
            let entry = program.templates[1].entry as usize;
            program.locations[entry].edges.len()
        };
        assert_eq!(stuck(false, Edge::jump(1)), 1, "nobody notices");
        assert_eq!(stuck(false, assign(1, Y, Expr::int(1))), 2, "it has written");
        assert_eq!(stuck(true, Edge::jump(1)), 2, "the others may move again");
    }

    /// The end of the whole program is remembered where the way there begins, also if that is several steps before.
    #[test]
    fn dead_ends_that_end_the_program_are_remembered() {
        let at = |line: u32| Position { file: 0, line, column: 1 };
        let step = |to: u32, line: u32, guard: Expr| {
            let statements = vec![Statement { position: at(line), text: "exit(0)".to_string() }];
            Edge { guard, statements, ..Edge::jump(to) }
        };
        let exit = |stops: bool, guard: Expr| {
            let again = assign(0, X, Expr::int(2));
            let mut program = program(3, vec![(0, again), (0, step(1, 7, guard)), (1, step(2, 8, Expr::TRUE))]);
            program.locations[2].ends = false;
            program.locations[2].inside = true;
            program.locations[2].stops = stops;
            remove_dead_ends(&mut program);
            assert_eq!(program.locations[0].edges.len(), 1);
            program.locations[0].exit.clone()
        };
        let positions: BTreeSet<Position> = [at(7), at(8)].into();
        assert_eq!(exit(true, Expr::TRUE), Some(Exit { positions: positions.clone(), certain: true }));
        assert_eq!(exit(true, is_zero(L)), Some(Exit { positions, certain: false }));
        assert_eq!(exit(false, Expr::TRUE), None, "it is only stuck");
    }

    #[test]
    fn inputs_of_merged_steps_stay_different() {
        let first = assign(1, L, Expr::Input(0, Type::INT));
        let sum = Expr::binary(Binary::Add, Expr::Read(L, Type::INT), Expr::Input(0, Type::INT));
        let mut merging = program(3, vec![(0, first), (1, assign(2, X, sum))]);
        merge(&mut merging);
        let entry = merging.templates[1].entry as usize;
        assert_eq!(merging.locations[entry].edges[0].inputs(), 2);
    }

    #[test]
    fn a_join_does_not_hold_up_the_step_before() {
        let join = Edge { early: true, ..Edge::jump(2) };
        assert_eq!(merged(program(3, vec![(0, assign(1, X, Expr::int(1))), (1, join)])), 3);
    }

    fn lock(to: u32) -> Edge {
        Edge { guard: is_zero(Y), updates: vec![(Y, Expr::int(1))], ..Edge::jump(to) }
    }

    /// Takes the lock `y`, reads and writes `x` and releases the lock.
    fn section() -> Vec<(usize, Edge)> {
        let read = assign(2, L, Expr::Read(X, Type::INT));
        let write = assign(3, X, Expr::binary(Binary::Add, Expr::Read(L, Type::INT), Expr::int(1)));
        vec![(0, lock(1)), (1, read), (2, write), (3, assign(4, Y, Expr::int(0)))]
    }

    #[test]
    fn what_a_lock_protects_is_one_step() {
        assert_eq!(merged(program(5, section())), 2);
    }

    #[test]
    fn one_access_without_the_lock_keeps_all_apart() {
        let mut steps = section();
        steps.push((4, assign(5, X, Expr::int(7))));
        assert_eq!(merged(program(6, steps)), 4, "the lock with the read, the write with the release, and the other");
    }

    #[test]
    fn what_is_looked_at_or_released_by_others_is_no_lock() {
        let look = assign(5, L, Expr::Read(Y, Type::INT));
        let use_it = assign(6, X, Expr::Read(L, Type::INT));
        let mut looked = section();
        looked.extend([(4, look), (5, use_it)]);
        assert!(merged(program(7, looked)) > 4);
        let mut released = section();
        released.push((4, assign(5, Y, Expr::int(0))));
        assert_eq!(merged(program(6, released)), 6, "releasing twice lets two threads in");
        let mut set = section();
        set.push((4, assign(5, Y, Expr::int(1))));
        assert_eq!(merged(program(6, set)), 6);
    }

    /// Before the first thread is started nobody can tell when something happens.
    #[test]
    fn main_alone_needs_no_lock() {
        let mut prepared = program(5, section());
        let entry = prepared.locations.len() as u32;
        let first = assign(entry + 1, X, Expr::int(3));
        let second = assign(prepared.templates[0].entry, Y, Expr::int(0));
        prepared.locations.push(Location { edges: vec![first], ..Location::default() });
        prepared.locations.push(Location { edges: vec![second], ..Location::default() });
        prepared.templates[0].entry = entry;
        assert_eq!(merged(prepared), 2 + 1, "the section, and the preparation");
    }
}
