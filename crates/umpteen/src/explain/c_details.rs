//! The effects of a step of a C program, as data: which variables it reads, writes and changes, the threads it starts and joins,
//! the locks it takes and gives back, and whether it is inside an atomic section.

use crate::report::{ChangeView, EventView, StepView};
use std::collections::BTreeMap;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::machine::{Move, State};
use umpteen_model::c::program::{Edge, Program, Purpose};

/// The state of locks and threads after the steps so far.
#[derive(Default)]
pub struct Details {
    /// For each lock who holds it, once for each time.
    holders: BTreeMap<u32, Vec<u32>>,
    /// The thread that has announced its end, by variable, for threads that are joined.
    ended: BTreeMap<u32, u32>,
}

/// The waits for condition variables, for telling which end without a signal.
#[derive(Default)]
pub struct Waits {
    /// For each thread that waits whether somebody has signalled since.
    signalled: BTreeMap<u32, bool>,
}

impl Waits {
    /// The action in other words, if it is a wait that ends although nobody has signalled any condition since it began.
    pub fn told(&mut self, thread: u32, action: &str) -> Option<String> {
        let signals = ["cond_signal(", "cond_broadcast(", "cnd_signal(", "cnd_broadcast("];
        if signals.iter().any(|name| action.contains(name)) {
            self.signalled.values_mut().for_each(|signalled| *signalled = true);
        }
        if action.contains("wait on ") && action.contains(" (unlocks ") {
            self.signalled.insert(thread, false);
        }
        let wakes = action.contains("wakes up (locks ");
        if wakes && self.signalled.remove(&thread) == Some(false) {
            return Some(action.replace("wakes up (locks ", "wakes up without a signal: a spurious wake-up (locks "));
        }
        None
    }
}

impl Details {
    /// Adds to a step what it does; the steps of a run are given in order.
    pub fn add(&mut self, program: &Program, step: &Move, before: &State, after: &State, view: &mut StepView) {
        let thread = step.thread as usize;
        let (from, to) = (before.threads[thread].location, after.threads[thread].location);
        let edge = &program.locations[from as usize].edges[step.edge as usize];
        view.changes = changes(program, edge, thread, before, after);
        view.read = shown(program, &read(edge));
        view.written = shown(program, &written(edge));
        let [was_inside, is_inside] = [from, to].map(|location| program.locations[location as usize].inside);
        view.atomic = is_inside;
        if !was_inside && is_inside {
            view.events.push(EventView::Enters);
        }
        if edge.start.is_some() {
            view.events.push(EventView::Starts { thread: after.threads.len() });
        }
        let joined = self.joined(program, edge, step.thread, after);
        if !joined.is_empty() {
            view.events.push(EventView::Joins { threads: joined });
        }
        self.add_locks(program, edge, step.thread, before, after, &mut view.events);
        if was_inside && !is_inside {
            view.events.push(EventView::Leaves);
        }
        if program.locations[to as usize].fails.is_some() {
            view.events.push(EventView::Fails);
        }
        let held = self.holders.iter().filter(|(_, holders)| holders.contains(&step.thread));
        view.held = held.map(|(lock, _)| program.globals[*lock as usize].name.clone()).collect();
    }

    /// The threads whose end the step has waited for, counted from one; all others if it is not known which one it joins.
    fn joined(&mut self, program: &Program, edge: &Edge, thread: u32, after: &State) -> Vec<usize> {
        let flags = |numbers: Vec<u32>| {
            numbers.into_iter().filter(|number| program.purposes.get(number) == Some(&Purpose::Ended))
        };
        let joined = flags(read(edge)).filter_map(|flag| self.ended.get(&flag)).map(|ended| *ended as usize + 1);
        let joined = if edge.early {
            (1..=after.threads.len()).filter(|other| *other != thread as usize + 1).collect()
        } else {
            joined.collect()
        };
        for flag in flags(written(edge)).filter(|flag| after.globals[*flag as usize] != 0) {
            self.ended.insert(flag, thread);
        }
        joined
    }

    /// Follows the locks that the step takes and gives back. A step that does both leaves them as they were: it has waited
    /// for the lock to be free, and nobody has noticed that it held it.
    fn add_locks(
        &mut self,
        program: &Program,
        edge: &Edge,
        thread: u32,
        before: &State,
        after: &State,
        events: &mut Vec<EventView>,
    ) {
        for (lock, purpose) in &program.purposes {
            let object = || program.globals[*lock as usize].name.clone();
            let (old, new) = (before.globals[*lock as usize], after.globals[*lock as usize]);
            // One writer counts as the largest number, which is no number of readers.
            let taken = if *purpose == Purpose::Ended { continue } else { old == 0 || (new > old && new - old == 1) };
            let holders = self.holders.entry(*lock).or_default();
            if old == new {
                if old == 0 && read(edge).contains(lock) {
                    events.extend([EventView::Locks { object: object() }, EventView::Unlocks { object: object() }]);
                }
            } else if taken {
                holders.push(thread);
                events.push(EventView::Locks { object: object() });
            } else {
                // A thread that unlocks a lock held by another thread frees it.
                let at = holders.iter().rposition(|holder| *holder == thread).unwrap_or(0);
                if at < holders.len() {
                    holders.remove(at);
                }
                events.push(EventView::Unlocks { object: object() });
            }
        }
    }
}

/// The shared variables that a step looks at, by number.
pub fn read(edge: &Edge) -> Vec<u32> {
    shared(edge.expressions().flat_map(Expr::places))
}

/// The shared variables that a step assigns, by number.
pub fn written(edge: &Edge) -> Vec<u32> {
    shared(edge.updates.iter().map(|(place, _)| *place))
}

fn shared(places: impl Iterator<Item = Place>) -> Vec<u32> {
    let number = |place| match place {
        Place::Global(number) => Some(number),
        Place::Local(_) => None,
    };
    let mut numbers: Vec<u32> = places.filter_map(number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The names of those that the source shows.
fn shown(program: &Program, numbers: &[u32]) -> Vec<String> {
    let variables = numbers.iter().map(|number| &program.globals[*number as usize]);
    variables.filter(|variable| !variable.hidden).map(|variable| variable.name.clone()).collect()
}

/// The shared variables that change, the variables of the thread that are assigned, and those that a new thread is given.
fn changes(program: &Program, edge: &Edge, thread: usize, before: &State, after: &State) -> Vec<ChangeView> {
    let mut changes = Vec::new();
    for (number, variable) in program.globals.iter().enumerate().filter(|(_, variable)| !variable.hidden) {
        let (old, new) = (before.globals[number], after.globals[number]);
        if old != new {
            let [old, new] = [old, new].map(|bits| program.shown(bits, variable.ty));
            changes.push(ChangeView { name: variable.name.clone(), thread: None, old, new });
        }
    }
    let locals = edge.locals_written().map(|local| (thread, local));
    let given = edge.start.iter().flat_map(|start| &start.arguments);
    let given = given.map(|(local, _)| (after.threads.len() - 1, *local));
    for (owner, local) in locals.chain(given) {
        let variable = &program.locals[local as usize];
        let value = |state: &State| {
            let thread = state.threads.get(owner)?;
            Some(program.shown(thread.locals[local as usize], variable.ty))
        };
        if let Some(new) = value(after).filter(|_| !variable.hidden) {
            let old = value(before).unwrap_or_default();
            changes.push(ChangeView { name: variable.name.clone(), thread: Some(owner + 1), old, new });
        }
    }
    changes
}
