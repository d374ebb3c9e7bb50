//! Conditions that may be facts: comparisons of variables that the program relates to each other.
//!
//! Variables are related if they occur in one comparison, or if one is computed from the other, directly or through
//! others. Of these, variables of the same type are compared with each other and with the constants that the program
//! compares them with or assigns to them. The conditions of the program itself and known predicates are added.

use crate::divergence::has_sum;
use rustc_hash::FxHashSet;
use umpteen_model::c::atoms::atoms;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Program};

/// A condition over the shared variables and those of one thread, and the template of that thread.
pub struct OfEach {
    pub holds: Expr,
    pub template: Option<u32>,
}

/// A condition over the variables of two threads, and their templates; any if none.
pub struct OfPair {
    pub holds: Expr,
    pub templates: [Option<u32>; 2],
}

/// All variables, shared ones first, with the group of related variables that each belongs to.
struct Groups<'a> {
    program: &'a Program,
    group: Vec<usize>,
}

impl<'a> Groups<'a> {
    fn new(program: &'a Program) -> Groups<'a> {
        let count = program.globals.len() + program.locals.len();
        let mut groups = Groups { program, group: (0..count).collect() };
        for edge in program.locations.iter().flat_map(|location| &location.edges) {
            for condition in conditions(edge) {
                groups.join(condition.places());
            }
            for (place, value) in &edge.updates {
                groups.join([*place].into_iter().chain(value.places()).collect());
            }
            for (local, value) in edge.start.iter().flat_map(|start| &start.arguments) {
                groups.join([Place::Local(*local)].into_iter().chain(value.places()).collect());
            }
        }
        groups
    }

    fn number(&self, place: Place) -> usize {
        match place {
            Place::Global(number) => number as usize,
            Place::Local(number) => self.program.globals.len() + number as usize,
        }
    }

    fn join(&mut self, places: Vec<Place>) {
        let Some(first) = places.first() else { return };
        let first = self.group[self.number(*first)];
        for place in &places[1..] {
            let other = self.group[self.number(*place)];
            self.group.iter_mut().filter(|group| **group == other).for_each(|group| *group = first);
        }
    }

    fn related(&self, one: Place, other: Place) -> bool {
        self.group[self.number(one)] == self.group[self.number(other)]
    }

    fn places(&self) -> Vec<Place> {
        let globals = (0..self.program.globals.len() as u32).map(Place::Global);
        globals.chain((0..self.program.locals.len() as u32).map(Place::Local)).collect()
    }
}

/// The conditions that a guard is made of.
fn conditions(edge: &Edge) -> Vec<Expr> {
    let mut found = Vec::new();
    atoms(&edge.guard, &mut found);
    found.retain(|condition| !condition.has_input());
    found
}

/// Conditions about one thread, each with its negation; the first one says that no thread ever is there.
pub fn of_each(program: &Program, predicates: &[Expr]) -> Vec<OfEach> {
    let groups = Groups::new(program);
    let edges = || program.locations.iter().flat_map(|location| &location.edges);
    let predicates = predicates.iter().filter(|predicate| !has_sum(predicate)).cloned();
    let mut found: Vec<Expr> = edges().flat_map(conditions).chain(predicates).collect();
    for (place, value) in edges().flat_map(|edge| &edge.updates) {
        let read = Expr::Read(*place, program.variable(*place).ty);
        if matches!(value, Expr::Constant(..)) && value.ty() == read.ty() {
            atoms(&Expr::binary(Binary::Equal, read, value.clone()), &mut found);
        }
    }
    let places = groups.places();
    for (at, &one) in places.iter().enumerate() {
        for &other in &places[at + 1..] {
            let (first, second) = (program.variable(one), program.variable(other));
            let together = first.template.is_none() || first.template == second.template;
            if together && first.ty == second.ty && first.ty != Type::BOOL && groups.related(one, other) {
                let read = |place, ty| Expr::Read(place, ty);
                let [one, other] = [read(one, first.ty), read(other, second.ty)];
                atoms(&Expr::binary(Binary::Equal, one.clone(), other.clone()), &mut found);
                found.push(Expr::binary(Binary::Less, one.clone(), other.clone()));
                found.push(Expr::binary(Binary::Less, other, one));
            }
        }
    }
    found.sort();
    found.dedup();
    let both = |holds: Expr| [holds.clone(), holds.negated()];
    let with_template = |holds: Expr| {
        let template = holds.locals().first().and_then(|&local| program.locals[local as usize].template);
        OfEach { holds, template }
    };
    let found = found.into_iter().filter(|holds| !matches!(holds, Expr::Constant(..)));
    let never = Expr::Constant(0, Type::BOOL);
    std::iter::once(never).chain(found.flat_map(both)).map(with_template).collect()
}

/// Whether threads may have different values of a variable because of how they get them: from a thread that starts them,
/// or in a step that also writes a related shared variable, so that nobody else gets the same.
fn is_handed_out(groups: &Groups, local: u32) -> bool {
    let program = groups.program;
    let place = Place::Local(local);
    let ty = program.variable(place).ty;
    let mut edges = program.locations.iter().flat_map(|location| &location.edges);
    edges.any(|edge| {
        let mentions = edge.update(place).is_some() || edge.expressions().any(|expr| expr.locals().contains(&local));
        let writes = |(written, _): &(Place, Expr)| {
            let shared = matches!(written, Place::Global(_)) && program.variable(*written).ty == ty;
            shared && groups.related(*written, place)
        };
        let mut arguments = edge.start.iter().flat_map(|start| &start.arguments);
        let given = arguments.any(|(given, value)| *given == local || value.locals().contains(&local));
        given || (mentions && edge.updates.iter().any(writes))
    })
}

/// Conditions about two threads; the first one says that they are never there together.
pub fn of_pair(program: &Program) -> Vec<OfPair> {
    let groups = Groups::new(program);
    let never = OfPair { holds: Expr::Constant(0, Type::BOOL), templates: [None, None] };
    let mut found = vec![never];
    let count = program.locals.len() as u32;
    let handed_out: Vec<u32> = (0..count).filter(|&local| is_handed_out(&groups, local)).collect();
    for (at, &one) in handed_out.iter().enumerate() {
        for &other in &handed_out[at..] {
            let (first, second) = (&program.locals[one as usize], &program.locals[other as usize]);
            let related = groups.related(Place::Local(one), Place::Local(other));
            if first.ty != second.ty || first.ty == Type::BOOL || !related {
                continue;
            }
            let templates = [first.template, second.template];
            let [left, right] =
                [one, other + count].map(|number| Expr::Read(Place::Local(number), program.locals[one as usize].ty));
            let equal = Expr::binary(Binary::Equal, left.clone(), right.clone());
            found.push(OfPair { holds: equal.negated(), templates });
            if first.template != second.template {
                let less = |one: &Expr, other: &Expr| Expr::binary(Binary::Less, one.clone(), other.clone());
                for holds in [less(&left, &right), less(&right, &left)] {
                    found.push(OfPair { holds: holds.clone(), templates });
                    found.push(OfPair { holds: holds.negated(), templates });
                }
            } else if one != other {
                // The same two variables the other way round.
                let [left, right] = [other, one + count].map(|number| Expr::Read(Place::Local(number), first.ty));
                let equal = Expr::binary(Binary::Equal, left, right);
                found.push(OfPair { holds: equal.negated(), templates });
            }
        }
    }
    found
}

/// For each location the locals that may have got a value there since the thread started: of the others nothing is said.
pub fn assigned(program: &Program) -> Vec<FxHashSet<u32>> {
    let mut assigned: Vec<FxHashSet<u32>> = vec![FxHashSet::default(); program.locations.len()];
    let edges = || program.locations.iter().flat_map(|location| &location.edges);
    for start in edges().filter_map(|edge| edge.start.as_ref()) {
        let entry = program.templates[start.template as usize].entry;
        assigned[entry as usize].extend(start.arguments.iter().map(|(local, _)| *local));
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (at, location) in program.locations.iter().enumerate() {
            for edge in &location.edges {
                let written = edge.updates.iter().filter_map(|(place, _)| match place {
                    Place::Local(local) => Some(*local),
                    Place::Global(_) => None,
                });
                let after: Vec<u32> = assigned[at].iter().copied().chain(written).collect();
                let before = assigned[edge.to as usize].len();
                assigned[edge.to as usize].extend(after);
                changed |= assigned[edge.to as usize].len() > before;
            }
        }
    }
    assigned
}
