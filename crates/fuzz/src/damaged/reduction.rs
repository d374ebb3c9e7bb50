//! Damage to reduced programs: what a wrong reduction could do. Steps are lost or merged that others can tell apart, values
//! and guards are wrong, locations are told apart by conditions that do not hold.

use fastrand::Rng;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Hang, Part, Program};

/// Damages a reduced program in one way; tells which, or none if the way does not fit the program.
pub fn damage(random: &mut Rng, program: &mut Program) -> Option<&'static str> {
    let with_steps: Vec<usize> =
        (0..program.locations.len()).filter(|at| !program.locations[*at].edges.is_empty()).collect();
    let at = *random.choice(&with_steps)?;
    let number = random.usize(..program.locations[at].edges.len());
    let condition = condition(random, program, at)?;
    let locations = program.locations.len() as u32;
    let edge = &mut program.locations[at].edges[number];
    Some(match random.u32(..10) {
        0 => {
            program.locations[at].edges.remove(number);
            "a step is lost"
        }
        1 => {
            edge.guard = edge.guard.clone().and(condition);
            "a guard is too strong"
        }
        2 => {
            let lost = random.usize(..edge.updates.len().max(1));
            edge.updates.get(lost)?;
            edge.updates.remove(lost);
            "an assignment is lost that is not dead"
        }
        3 => {
            let (place, value) = random.choice(&mut edge.updates)?;
            let other = random.choice([Expr::Constant(0, value.ty()), Expr::Constant(1, value.ty())])?;
            let same = Expr::Read(*place, value.ty());
            *value = if random.bool() { other } else { Expr::binary(Binary::Add, same, Expr::Constant(1, value.ty())) };
            "a copy is wrong"
        }
        4 => {
            edge.to = random.u32(..locations);
            "a step leads elsewhere"
        }
        5 => {
            program.locations[at].known.push(condition.clone());
            for edge in &mut program.locations[at].edges {
                edge.guard = edge.guard.clone().and(condition.clone());
            }
            "a case is lost"
        }
        6 => {
            let part = random.choice(&mut edge.path)?;
            *part = Part { edge: part.edge ^ 1, ..*part };
            "a step names other parts"
        }
        7 => {
            edge.hang = Some(Hang::Hangs);
            "a step waits until nobody can move"
        }
        8 => {
            let location = &mut program.locations[at];
            location.inside = !location.inside;
            "an atomic section is wrong"
        }
        _ => {
            merge(program, at)?;
            "steps are merged"
        }
    })
}

/// A condition on a variable that may be read at a location.
fn condition(random: &mut Rng, program: &Program, at: usize) -> Option<Expr> {
    let mut places: Vec<Place> =
        program.locations[at].edges.iter().flat_map(Edge::expressions).flat_map(Expr::places).collect();
    places.retain(|place| matches!(place, Place::Local(_)));
    let Some(place) = random.choice(places) else { return Some(Expr::TRUE.negated()) };
    let ty: Type = program.variable(place).ty;
    let value = Expr::Constant(random.u64(..2), ty);
    let equal = Expr::binary(Binary::Equal, Expr::Read(place, ty), value);
    Some(if random.bool() { equal } else { equal.negated() })
}

/// Removes a location by composing each step into it with each step out of it, whatever others may see in between.
fn merge(program: &mut Program, at: usize) -> Option<()> {
    let location = program.locations[at].clone();
    let is_entry = program.templates.iter().any(|template| template.entry as usize == at);
    let may_go = |edge: &Edge| edge.start.is_none() && edge.to as usize != at;
    if is_entry || location.fails.is_some() || location.frames.is_some() || !location.edges.iter().all(may_go) {
        return None;
    }
    for from in (0..program.locations.len()).filter(|from| *from != at) {
        let edges = std::mem::take(&mut program.locations[from].edges);
        for edge in edges {
            if edge.to as usize != at || edge.start.is_some() {
                program.locations[from].edges.push(edge);
                continue;
            }
            program.locations[from].edges.extend(location.edges.iter().map(|next| compose(&edge, next)));
        }
    }
    Some(())
}

fn compose(first: &Edge, second: &Edge) -> Edge {
    let offset = first.inputs();
    let mut after = |leaf: &Expr| match leaf {
        Expr::Input(number, ty) => Expr::Input(number + offset, *ty),
        Expr::Read(place, _) => first.update(*place).cloned().unwrap_or_else(|| leaf.clone()),
        other => other.clone(),
    };
    let guard = first.guard.clone().and(second.guard.replace(&mut after));
    let mut updates: Vec<(Place, Expr)> =
        second.updates.iter().map(|(place, value)| (*place, value.replace(&mut after))).collect();
    updates.extend(first.updates.iter().filter(|(place, _)| second.update(*place).is_none()).cloned());
    let parts = second.path.iter().map(|part| Part { first_input: part.first_input + offset, ..*part });
    let path = first.path.iter().copied().chain(parts).collect();
    Edge { guard, updates, path, ..second.clone() }
}
