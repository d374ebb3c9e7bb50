//! The forward semantics of Boolean programs: what one thread can do, and what that does to another one.
//!
//! A thread inside an atomic section has its own bit set, and the shared state a bit "somebody is inside". While that
//! bit is set only the thread inside moves. An assertion that fails takes its thread to a local state of its own
//! (`failed`), so that "some assertion fails" is "some thread is there".

use super::expression::{Environment, Expr};
use super::program::{Instruction, Location, MOST_CHOICES, Program, Update, choices};
use serde::{Deserialize, Serialize};

/// The values of the shared variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedValues {
    /// Somebody is inside an atomic section.
    pub atomic: bool,
    /// Variable `i` is bit `i`.
    pub values: u64,
}

impl SharedValues {
    /// Whether an expression over the shared variables can be false.
    pub fn violates(&self, invariant: &Expr) -> bool {
        invariant.values(&Environment { globals: [self.values, self.values], ..Environment::default() }).no
    }
}

/// One thread: where it is and the values of its variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalValues {
    /// The program counter, or `FAILED`.
    pub location: u32,
    /// Whether the thread is inside an atomic section.
    pub inside: bool,
    /// Variable `i` is bit `i`.
    pub values: u64,
}

/// The program counter of a thread whose assertion has failed.
pub const FAILED: u32 = u32::MAX;

impl LocalValues {
    /// The thread whose assertion has failed.
    pub const FAILURE: LocalValues = LocalValues { location: FAILED, inside: false, values: 0 };
}

/// One thing that a thread can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The index of the edge at the thread's location.
    pub edge: usize,
    /// The shared state after.
    pub shared: SharedValues,
    /// The executing thread after.
    pub local: LocalValues,
    /// The thread that it starts.
    pub created: Option<LocalValues>,
    /// The effect on the other threads.
    pub others: Others,
}

/// The values that the steps of a run lead to.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Shared values.
    pub shared: &'a [SharedValues],
    /// Threads.
    pub locals: &'a [LocalValues],
}

impl Listed<'_> {
    /// The values of variables that are listed for a location.
    fn local_values(&self, location: u32) -> Vec<u64> {
        self.locals.iter().filter(|local| local.location == location).map(|local| local.values).collect()
    }
}

/// The effect of a step on the other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// The other threads do not change.
    Stay,
    /// All threads that wait for the condition continue.
    ReleaseAll(u32),
    /// One thread that waits for the condition continues, if there is one.
    ReleaseOne(u32),
    /// Each one takes one of its images; one without image blocks the step.
    Change,
}

impl Program {
    /// All actions that a thread in `local` can execute.
    pub fn actions(&self, shared: SharedValues, local: LocalValues) -> Vec<Action> {
        self.actions_among(shared, local, None)
    }

    /// All actions that a thread in `local` can execute; of steps that give more than `MOST_CHOICES` variables either value
    /// only those that lead to listed values, if there is a list.
    pub fn actions_among(&self, shared: SharedValues, local: LocalValues, listed: Option<Listed>) -> Vec<Action> {
        let mut actions = Vec::new();
        if shared.atomic && !local.inside {
            return actions;
        }
        let Some(location) = self.location(local) else { return actions };
        for (number, edge) in location.edges.iter().enumerate() {
            let moved = LocalValues { location: edge.to, ..local };
            let plain = Action { edge: number, shared, local: moved, created: None, others: Others::Stay };
            match &edge.instruction {
                Instruction::Update(update) => self.update(update, shared, local, &plain, listed, &mut actions),
                Instruction::Assert(test) => {
                    let values = test.values(&environment(shared, local));
                    if values.no {
                        let shared = SharedValues { atomic: false, ..shared };
                        actions.push(Action { shared, local: LocalValues::FAILURE, ..plain.clone() });
                    }
                    if values.yes {
                        actions.push(plain);
                    }
                }
                Instruction::Start { at, fresh: None } => {
                    let created = LocalValues { location: *at, inside: false, values: local.values };
                    actions.push(Action { created: Some(created), ..plain });
                }
                Instruction::Start { at, fresh: Some(values) } => {
                    let environment = environment(shared, local);
                    let wide = listed.filter(|_| choices(values) > MOST_CHOICES);
                    let among = wide.map(|listed| listed.local_values(*at));
                    for values in assignments_among(0, values, &environment, among) {
                        let created = LocalValues { location: *at, inside: false, values };
                        actions.push(Action { created: Some(created), ..plain.clone() });
                    }
                }
                Instruction::AtomicBegin => {
                    let shared = SharedValues { atomic: true, ..shared };
                    actions.push(Action { shared, local: LocalValues { inside: true, ..moved }, ..plain });
                }
                Instruction::AtomicEnd => {
                    let shared = SharedValues { atomic: false, ..shared };
                    actions.push(Action { shared, local: LocalValues { inside: false, ..moved }, ..plain });
                }
                Instruction::Wait(_) => {} // only released by others
                Instruction::Signal(condition) => {
                    actions.push(Action { others: Others::ReleaseOne(*condition), ..plain });
                }
                Instruction::Broadcast(condition) => {
                    actions.push(Action { others: Others::ReleaseAll(*condition), ..plain });
                }
            }
        }
        for action in &mut actions {
            self.settle(&mut action.local);
            if let Some(created) = &mut action.created {
                self.settle(created);
            }
            if self.location(action.local).is_some_and(|location| location.inside.is_some()) {
                action.shared.atomic = action.local.inside;
            }
        }
        actions
    }

    fn location(&self, local: LocalValues) -> Option<&Location> {
        self.locations.get(local.location as usize)
    }

    /// The local variables that have no meaning for a thread.
    fn dead(&self, local: LocalValues) -> u64 {
        self.location(local).map_or(0, |location| location.dead)
    }

    /// The places that a thread is at.
    fn places(&self, local: LocalValues) -> u64 {
        self.location(local).map_or(0, |location| location.places)
    }

    /// Updates a thread for the location that it has reached: atomicity, and variables without meaning there.
    fn settle(&self, local: &mut LocalValues) {
        if let Some(location) = self.location(*local) {
            local.values &= !location.dead;
            local.inside = location.inside.unwrap_or(local.inside);
        }
    }

    fn settled(&self, mut local: LocalValues) -> LocalValues {
        self.settle(&mut local);
        local
    }

    fn update(
        &self,
        update: &Update,
        shared: SharedValues,
        local: LocalValues,
        plain: &Action,
        listed: Option<Listed>,
        actions: &mut Vec<Action>,
    ) {
        let wide = listed.filter(|_| update.choices() > MOST_CHOICES);
        let among_globals = wide.map(|listed| listed.shared.iter().map(|shared| shared.values).collect());
        let among_locals = wide.map(|listed| listed.local_values(plain.local.location));
        let now = environment(shared, local);
        let others = if update.concerns_others() { Others::Change } else { Others::Stay };
        let all_locals = assignments_among(local.values, &update.locals, &now, among_locals);
        for globals in assignments_among(shared.values, &update.globals, &now, among_globals) {
            for &locals in &all_locals {
                let both = Environment {
                    globals: [shared.values, globals],
                    locals: [local.values, locals],
                    ..Environment::default()
                };
                if update.constraints.iter().all(|constraint| constraint.can_hold(&both)) {
                    actions.push(Action {
                        shared: SharedValues { values: globals, ..shared },
                        local: LocalValues { values: locals, ..plain.local },
                        others,
                        ..plain.clone()
                    });
                }
            }
        }
    }

    /// Where a released thread goes on, if it waits for the condition.
    pub fn released(&self, waiting: LocalValues, condition: u32) -> Option<LocalValues> {
        let location = self.locations.get(waiting.location as usize)?;
        let edge =
            location.edges.iter().find(|edge| matches!(edge.instruction, Instruction::Wait(c) if c == condition))?;
        Some(self.settled(LocalValues { location: edge.to, ..waiting }))
    }

    /// Where a waiting thread can be released to.
    pub fn possible_releases(&self, waiting: LocalValues) -> Vec<LocalValues> {
        let edges = self.locations.get(waiting.location as usize).map_or(&[][..], |location| &location.edges);
        let waits = edges.iter().filter(|edge| matches!(edge.instruction, Instruction::Wait(_)));
        waits.map(|edge| self.settled(LocalValues { location: edge.to, ..waiting })).collect()
    }

    /// Whether two threads started in the same function and so have the same variables; a thread that has ended or failed
    /// has none.
    fn are_peers(&self, one: LocalValues, other: LocalValues) -> bool {
        let root = |values: LocalValues| self.location(values).and_then(|location| location.root);
        root(one).is_some() && root(one) == root(other)
    }

    /// The values that another thread can take when a thread in `local` executes `action`.
    pub fn images(
        &self,
        shared: SharedValues,
        local: LocalValues,
        action: &Action,
        other: LocalValues,
    ) -> Vec<LocalValues> {
        let edge = &self.locations[local.location as usize].edges[action.edge];
        let Instruction::Update(update) = &edge.instruction else { return vec![other] };
        if !self.are_peers(local, other) {
            return vec![other];
        }
        let mut environment = Environment {
            globals: [shared.values, action.shared.values],
            locals: [local.values, action.local.values],
            ..Environment::default()
        };
        environment.passive[0] = [other.values, other.values];
        environment.places[0] = self.places(other);
        let dead = self.dead(other);
        let changed: Vec<_> = update.passive.iter().filter(|(number, _)| dead >> number & 1 == 0).cloned().collect();
        let concerned = |constraint: &&Expr| dead == 0 || constraint.passive_variables(0) & dead == 0;
        let constraints: Vec<&Expr> = update.passive_constraints.iter().filter(concerned).collect();
        let mut images = Vec::new();
        for values in assignments(other.values, &changed, &environment) {
            environment.passive[0][1] = values;
            if constraints.iter().all(|constraint| constraint.can_hold(&environment)) {
                images.push(LocalValues { values, ..other });
            }
        }
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The sizes of the groups of other threads that constraints of this action speak of, two or more each.
    pub fn group_sizes(&self, local: LocalValues, action: &Action) -> Vec<usize> {
        match &self.locations[local.location as usize].edges[action.edge].instruction {
            Instruction::Update(update) => update.group_constraints.iter().map(|(size, _)| *size).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether distinct other threads may make these moves together when a thread in `local` does `action`: every
    /// constraint over so many threads holds in whatever order they take the indices.
    pub fn may_move_together(
        &self,
        shared: SharedValues,
        local: LocalValues,
        action: &Action,
        moves: &[(LocalValues, LocalValues)],
    ) -> bool {
        let edge = &self.locations[local.location as usize].edges[action.edge];
        let Instruction::Update(update) = &edge.instruction else { return true };
        if moves.iter().any(|(other, _)| !self.are_peers(local, *other)) {
            return true;
        }
        let mut environment = Environment {
            globals: [shared.values, action.shared.values],
            locals: [local.values, action.local.values],
            ..Environment::default()
        };
        update.group_constraints.iter().filter(|(size, _)| *size == moves.len()).all(|(_, constraint)| {
            orders(moves.len()).iter().all(|order| {
                for (index, &at) in order.iter().enumerate() {
                    environment.passive[index] = [moves[at].0.values, moves[at].1.values];
                    environment.places[index] = self.places(moves[at].0);
                }
                let unconcerned = |(index, &at): (u8, &usize)| {
                    let dead = self.dead(moves[at].0);
                    dead != 0 && constraint.passive_variables(index) & dead != 0
                };
                (0u8..).zip(order).any(unconcerned) || constraint.can_hold(&environment)
            })
        })
    }

    /// The possible shared states and locals of the first thread at the start.
    pub fn starts(&self) -> (Vec<SharedValues>, Vec<LocalValues>) {
        let words = |variables: &[super::program::Variable]| {
            let initial: Vec<(u8, Option<Expr>)> = (0u8..)
                .zip(variables)
                .map(|(number, variable)| (number, variable.initial.map(Expr::Constant)))
                .collect();
            assignments(0, &initial, &Environment::default())
        };
        let shared = words(&self.globals).into_iter().map(|values| SharedValues { atomic: false, values });
        let local = |values| LocalValues { location: self.entry, inside: false, values };
        let mut locals: Vec<LocalValues> = words(&self.locals).into_iter().map(local).collect();
        locals.iter_mut().for_each(|local| self.settle(local));
        locals.sort_unstable();
        locals.dedup();
        (shared.collect(), locals)
    }

    /// Whether these shared values are possible at the start.
    pub fn may_start_shared(&self, shared: SharedValues) -> bool {
        !shared.atomic && may_start(&self.globals, shared.values, 0)
    }

    /// Whether the first thread may start in `local`.
    pub fn may_start_local(&self, local: LocalValues) -> bool {
        let dead = self.dead(local);
        local.location == self.entry
            && self.settled(LocalValues { inside: false, ..local }) == local
            && may_start(&self.locals, local.values, dead)
    }

    /// How many shared variables, and how many of the first thread, have either value at the start.
    pub fn open_at_start(&self) -> [usize; 2] {
        let dead = self.locations.get(self.entry as usize).map_or(0, |location| location.dead);
        let open = |variables: &[super::program::Variable], dead: u64| {
            let open =
                (0..).zip(variables).filter(|(number, variable)| variable.initial.is_none() && dead >> number & 1 == 0);
            open.count()
        };
        [open(&self.globals, 0), open(&self.locals, dead)]
    }
}

/// Whether variables may have these values at the start; those that are dead are 0.
fn may_start(variables: &[super::program::Variable], values: u64, dead: u64) -> bool {
    let first = |(number, variable): (usize, &super::program::Variable)| {
        dead >> number & 1 == 1 || variable.initial.is_none_or(|initial| initial == (values >> number & 1 == 1))
    };
    values.checked_shr(variables.len() as u32).is_none_or(|above| above == 0) && variables.iter().enumerate().all(first)
}

fn environment(shared: SharedValues, local: LocalValues) -> Environment {
    Environment {
        globals: [shared.values, shared.values],
        locals: [local.values, local.values],
        ..Environment::default()
    }
}

/// All orders of the numbers below `size`.
fn orders(size: usize) -> Vec<Vec<usize>> {
    let Some(last) = size.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |shorter: Vec<usize>| {
        (0..size).map(move |at| {
            let mut order = shorter.clone();
            order.insert(at, last);
            order
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

/// Every result of assigning all these variables in parallel; only those among the given ones, if there are any given.
fn assignments_among(
    word: u64,
    assigned: &[(u8, Option<Expr>)],
    environment: &Environment,
    among: Option<Vec<u64>>,
) -> Vec<u64> {
    let Some(mut among) = among else { return assignments(word, assigned, environment) };
    let given = assigned.iter().fold(0, |given, (number, _)| given | 1 << number);
    among.sort_unstable();
    among.dedup();
    among.retain(|result| {
        let possible = |(number, value): &(u8, Option<Expr>)| {
            let values = value.as_ref().unwrap_or(&Expr::Choice).values(environment);
            if result >> number & 1 == 1 { values.yes } else { values.no }
        };
        (word ^ result) & !given == 0 && assigned.iter().all(possible)
    });
    among
}

/// Every result of assigning all these variables in parallel.
fn assignments(word: u64, assigned: &[(u8, Option<Expr>)], environment: &Environment) -> Vec<u64> {
    let mut words = vec![word];
    for (number, value) in assigned {
        let values = value.as_ref().unwrap_or(&Expr::Choice).values(environment);
        let with = |word: &u64, value: bool| word & !(1 << number) | u64::from(value) << number;
        words = words.iter().flat_map(|word| values.iter().map(move |value| with(word, value))).collect();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boolean::expression::Slot;
    use crate::boolean::program::{Edge, Variable};

    /// A constraint about a variable does not concern a thread for which the variable means nothing.
    #[test]
    fn dead_variables_neither_change_nor_block() {
        let set = Expr::Read(Slot::Passive(0, 0), true);
        let update = Update { passive: vec![(0, None)], passive_constraints: vec![set], ..Update::default() };
        let step = Edge { instruction: Instruction::Update(update), to: 0 };
        let live = Location { edges: vec![step], root: Some(0), ..Location::default() };
        let dead = Location { root: Some(0), dead: 1, ..Location::default() };
        let variable = Variable { name: "b".to_string(), initial: Some(false) };
        let program = Program { locals: vec![variable], locations: vec![live, dead], ..Program::default() };
        let shared = SharedValues { atomic: false, values: 0 };
        let at = |location, values| LocalValues { location, inside: false, values };
        let action = &program.actions(shared, at(0, 0))[0];
        assert_eq!(program.images(shared, at(0, 0), action, at(0, 0)), vec![at(0, 1)], "it has to become 1");
        assert_eq!(program.images(shared, at(0, 0), action, at(1, 0)), vec![at(1, 0)], "it stays as it is");
    }
}
