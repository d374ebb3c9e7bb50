//! The interpreter: executes a program step by step with concrete values under an explicit schedule.
//!
//! This is the meaning of a program. Traces are accepted only if they run here.

use super::expression::{Expr, Place};
use super::program::{Claim, Edge, Frames, Hang, Location, Program};
use serde::{Deserialize, Serialize};

/// A run: for each step who moves along which edge, and the values that the step may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The first thread's variables that start with any value.
    pub fresh: Vec<(u32, u64)>,
    /// The steps in order.
    pub steps: Vec<Move>,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The thread, counted from zero in the order of creation.
    pub thread: u32,
    /// The edge at its location.
    pub edge: u32,
    /// The inputs; missing ones are 0.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub inputs: Vec<u64>,
    /// The new thread's variables that start with any value; missing ones are 0.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub fresh: Vec<(u32, u64)>,
}

/// A moment of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The shared variables.
    pub globals: Vec<u64>,
    /// The threads in the order of creation.
    pub threads: Vec<Thread>,
}

/// A thread at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Thread {
    /// Its program counter.
    pub location: u32,
    /// By number; those of other templates are 0.
    pub locals: Vec<u64>,
    /// Its stack: where callers go on, and their variables, the innermost last.
    pub callers: Vec<(u32, Vec<u64>)>,
}

impl State {
    /// The value of an expression over two threads: the second one's variables are numbered after all of the first one's.
    pub fn value_of_pair(&self, expr: &Expr, first: &Thread, second: &Thread) -> u64 {
        let count = first.locals.len();
        let read = |place: Place| match place {
            Place::Global(number) => self.globals[number as usize],
            Place::Local(number) if (number as usize) < count => first.locals[number as usize],
            Place::Local(number) => second.locals[number as usize - count],
        };
        expr.value(&read, &|_| 0)
    }
}

impl Program {
    /// The start, with the given values for variables that have none.
    pub fn start(&self, fresh: &[(u32, u64)]) -> State {
        let globals = self.globals.iter().map(|variable| variable.initial.unwrap_or(0)).collect();
        State { globals, threads: vec![self.thread(0, fresh)] }
    }

    /// A new thread.
    fn thread(&self, template: u32, fresh: &[(u32, u64)]) -> Thread {
        let value = |(number, local): (u32, &super::program::Variable)| {
            if local.template != Some(template) {
                return 0;
            }
            let given = || fresh.iter().find(|(given, _)| *given == number).map_or(0, |(_, value)| *value);
            local.initial.unwrap_or_else(given) & local.ty.mask()
        };
        let locals = (0..).zip(&self.locals).map(value).collect();
        Thread { location: self.templates[template as usize].entry, locals, callers: Vec::new() }
    }

    /// The state after a step; none if the step is not possible.
    pub fn step(&self, state: &State, step: &Move) -> Option<State> {
        let thread = state.threads.get(step.thread as usize)?;
        let somebody_else_is_inside = (0u32..)
            .zip(&state.threads)
            .any(|(number, other)| number != step.thread && self.locations[other.location as usize].inside);
        let location = &self.locations[thread.location as usize];
        let edge = location.edges.get(step.edge as usize)?;
        let value = |expr: &Expr| {
            let read = |place: Place| match place {
                Place::Global(number) => state.globals[number as usize],
                Place::Local(number) => thread.locals[number as usize],
            };
            expr.value(&read, &|number| step.inputs.get(number as usize).copied().unwrap_or(0))
        };
        let others_have_ended = || {
            let others = (0u32..).zip(&state.threads).filter(|(number, _)| *number != step.thread);
            others.map(|(_, other)| &self.locations[other.location as usize]).all(|at| at.ends)
        };
        if somebody_else_is_inside || value(&edge.guard) != 1 || (edge.early && !others_have_ended()) {
            return None;
        }
        if edge.hang == Some(Hang::Hangs) && self.somebody_moves(state) {
            return None;
        }
        let mut after = state.clone();
        let moved = &mut after.threads[step.thread as usize];
        moved.location = edge.to;
        match location.frames {
            Some(Frames::Call(back)) => moved.callers.push((back, thread.locals.clone())),
            Some(Frames::Return) => (moved.location, moved.locals) = moved.callers.pop()?,
            Some(Frames::Landing) | None => {}
        }
        for (place, update) in &edge.updates {
            match place {
                Place::Global(number) => after.globals[*number as usize] = value(update),
                Place::Local(number) => after.threads[step.thread as usize].locals[*number as usize] = value(update),
            }
        }
        if let Some(start) = &edge.start {
            let mut created = self.thread(start.template, &step.fresh);
            for (local, argument) in &start.arguments {
                created.locals[*local as usize] = value(argument);
            }
            after.threads.push(created);
        }
        Some(after)
    }

    /// Whether some thread can move, or the whole program has ended.
    ///
    /// A step whose guard asks for an input counts as possible: where inputs decide, some step is.
    pub fn somebody_moves(&self, state: &State) -> bool {
        let locations = || state.threads.iter().map(|thread| &self.locations[thread.location as usize]);
        if locations().any(Location::may_stop) {
            return true;
        }
        let inside = locations().filter(|location| location.inside).count();
        let running = locations().filter(|location| !location.ends).count();
        state.threads.iter().zip(locations()).any(|(thread, location)| {
            let somebody_else = inside > usize::from(location.inside);
            let alone = running == usize::from(!location.ends);
            let read = |place: Place| match place {
                Place::Global(number) => state.globals[number as usize],
                Place::Local(number) => thread.locals[number as usize],
            };
            !somebody_else
                && location.edges.iter().any(|edge| {
                    let counts = match edge.hang {
                        None => !edge.early || alone,
                        Some(Hang::Joins) => alone,
                        Some(Hang::Hangs | Hang::Stops) => false,
                    };
                    counts && (edge.guard.has_input() || edge.guard.value(&read, &|_| 0) == 1)
                })
        })
    }

    /// The assertion that some thread of the state has failed; a limit of the model only if there is no other.
    pub fn failure(&self, state: &State) -> Option<u32> {
        let failed = || state.threads.iter().filter_map(|thread| self.locations[thread.location as usize].fails);
        let is_limit = |number: &u32| self.assertions[*number as usize].claim == Claim::Limit;
        failed().find(|number| !is_limit(number)).or_else(|| failed().next())
    }

    /// Whether the whole program has ended, or may end by the next step of a thread, whatever the values are.
    pub fn may_have_ended(&self, state: &State) -> bool {
        let mut at = state.threads.iter().map(|thread| &self.locations[thread.location as usize]);
        at.clone().all(|location| location.ends) || at.any(Location::may_stop)
    }

    /// The edges of the steps of a run, whose states are given.
    pub fn edges_of(&self, run: &Run, states: &[State]) -> impl Iterator<Item = &Edge> {
        run.steps.iter().zip(states).filter_map(|(step, before)| {
            let location = before.threads.get(step.thread as usize)?.location;
            self.locations[location as usize].edges.get(step.edge as usize)
        })
    }

    /// Every state of a run, the start first; an error tells the first step that is not possible.
    pub fn execute(&self, run: &Run) -> Result<Vec<State>, usize> {
        let mut states = vec![self.start(&run.fresh)];
        for (number, step) in run.steps.iter().enumerate() {
            let next = self.step(&states[number], step).ok_or(number)?;
            states.push(next);
        }
        Ok(states)
    }
}
