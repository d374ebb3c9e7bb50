//! A run of the Boolean program with thread identities.
//!
//! Backward search speaks of the threads that matter only, and each of its states leads by its rule to a state that
//! covers the next one. So identities are carried along from state to state; threads that no later state mentions
//! are forgotten. In the C program they exist but do nothing.

use umpteen_engines::Reason;
use umpteen_model::boolean::step::{LocalValues, SharedValues};
use umpteen_model::boolean::view::{Tables, View};
use umpteen_model::c::program::Program;
use umpteen_model::state::State;
use umpteen_model::system::{Outcome, Passive, Rule};

/// A run.
pub struct Path {
    /// Its steps.
    pub steps: Vec<PathStep>,
    /// Whether the Boolean program has this run. Backward search leaves out threads that do not matter, but a constraint over
    /// several threads may let one of them block a step.
    pub is_run: bool,
}

/// One step.
pub struct PathStep {
    /// The executing thread, counted from zero in the order of creation.
    pub thread: u32,
    /// Whose variables it has: the thread's, or those of one of its frames.
    pub owner: u32,
    /// Its location.
    pub location: u32,
    /// The edge there.
    pub edge: u32,
    /// The owner that it starts as a thread.
    pub created: Option<u32>,
    /// The owner that it calls.
    pub called: Option<u32>,
    /// The owner that it returns to.
    pub caller: Option<u32>,
    /// The Booleans before.
    pub before: Moment,
    /// The Booleans after.
    pub after: Moment,
}

/// The Booleans of the shared state and of the threads that matter.
pub struct Moment {
    /// Shared.
    pub shared: SharedValues,
    /// By owner.
    pub threads: Vec<(u32, LocalValues)>,
}

impl Moment {
    /// The values of a thread, if it matters.
    pub fn thread(&self, thread: u32) -> Option<LocalValues> {
        self.threads.iter().find(|(number, _)| *number == thread).map(|(_, values)| *values)
    }
}

impl Path {
    /// The assertion that fails at the end.
    pub fn failure(&self, program: &Program) -> u32 {
        let last =
            self.steps.last().map_or(0, |step| program.locations[step.location as usize].edges[step.edge as usize].to);
        program.locations[last as usize].fails.unwrap_or(0)
    }
}

/// Names the threads of a path that backward search found.
pub fn named(found: &[(State, Option<u32>)], tables: &Tables, view: &View) -> Result<Path, Reason> {
    let moment = |shared: u32, threads: &[(u32, u32)]| Moment {
        shared: tables.shared[shared as usize],
        threads: threads.iter().map(|&(thread, local)| (thread, tables.locals[local as usize])).collect(),
    };
    // Only one thread exists at the start.
    let mut threads: Vec<(u32, u32)> = found[0].0.locals().iter().map(|&(local, _)| (0, local)).collect();
    let mut created_so_far = 1;
    let mut steps = Vec::new();
    for pair in found.windows(2) {
        let (before, after) = (&pair[0].0, &pair[1].0);
        let Some(number) = pair[0].1 else { break };
        let (rule, origin) = (&view.system.rules[number as usize], &view.origins[number as usize]);
        let outcome = view.system.fire(rule, before)?.into_iter().find(|outcome| outcome.state.covers(after));
        let outcome = outcome.ok_or(Reason::Blocked)?;
        let earlier = moment(before.shared, &threads);
        let active = rule.take[0].0;
        let at = threads.iter().position(|&(_, local)| local == active).ok_or(Reason::Blocked)?;
        let thread = threads[at].0;
        follow(&mut threads, at, rule, &outcome);
        threads[at].1 = origin.after;
        let created = origin.created.map(|local| {
            threads.push((created_so_far, local));
            created_so_far += 1;
            created_so_far - 1
        });
        let later = moment(after.shared, &threads);
        steps.push(PathStep {
            thread,
            owner: thread,
            location: origin.location,
            edge: origin.edge as u32,
            created,
            called: None,
            caller: None,
            before: earlier,
            after: later,
        });
        forget(&mut threads, after);
    }
    Ok(Path { steps, is_run: true })
}

/// Moves the passive threads.
fn follow(threads: &mut [(u32, u32)], active: usize, rule: &Rule, outcome: &Outcome) {
    if matches!(rule.passive, Passive::Stay) {
        return;
    }
    let mut left = outcome.moved.clone();
    for (at, (_, local)) in threads.iter_mut().enumerate() {
        if at != active
            && let Some(choice) = left.iter_mut().find(|choice| choice.0 == *local && choice.2 > 0)
        {
            choice.2 -= 1;
            *local = choice.1;
        }
    }
}

/// Keeps only as many threads as the state has.
fn forget(threads: &mut Vec<(u32, u32)>, state: &State) {
    let mut needed: Vec<(u32, u32)> = state.locals().to_vec();
    threads.retain(|(_, local)| match needed.iter_mut().find(|(l, count)| l == local && *count > 0) {
        Some((_, count)) => {
            *count -= 1;
            true
        }
        None => false,
    });
}
