//! Conflicts about a shared variable: lost updates, actions on a condition that no longer holds, values that change between
//! two accesses, and reads before anything was written.

use super::{Teller, story};
use crate::explain::c_flow::{Part, Seen};
use crate::report::StoryView;
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Expr, Place};

/// The first pattern that the run follows.
pub fn conflict(teller: &Teller) -> Option<StoryView> {
    let seen = reads(teller);
    lost_update(teller)
        .or_else(|| stale_check(teller))
        .or_else(|| changed_between(teller, &seen))
        .or_else(|| read_too_early(teller, &seen))
}

/// The reads of shared variables that the failing condition depends on, the latest first; then those of the branches that
/// lead to it.
fn reads(teller: &Teller) -> Vec<Seen> {
    let (flow, last) = (teller.flow, teller.last());
    let of = |at: usize| {
        let seen = flow.seen(at, Part::Guard).into_iter();
        seen.rev().filter(|seen| flow.shown_global(seen.place).is_some()).collect::<Vec<_>>()
    };
    let mut all = of(last);
    let branches = (0..last).rev().filter(|at| teller.needed[*at] && flow.thread(*at) == flow.thread(last));
    all.extend(branches.flat_map(of));
    let mut told = BTreeSet::new();
    all.retain(|seen| told.insert(*seen));
    all
}

/// A thread writes a value that it computed from an old one, over what another thread has written meanwhile.
fn lost_update(teller: &Teller) -> Option<StoryView> {
    let flow = teller.flow;
    let needed = (0..teller.last()).rev().filter(|at| teller.needed[*at]);
    for (write, place) in needed.flat_map(|at| flow.written(at).into_iter().map(move |place| (at, place))) {
        let Some(global) = flow.shown_global(place) else { continue };
        let thread = flow.thread(write);
        let mut seen = flow.seen(write, Part::Assigns(place)).into_iter().rev();
        let Some(read) = seen.find(|seen| seen.place == place && flow.thread(seen.step) == thread) else {
            continue;
        };
        let between = (read.step + 1..write).rev();
        let mut others = between.filter(|at| flow.thread(*at) != thread && flow.written(*at).contains(&place));
        let Some(other) = others.next() else { continue };
        let (name, who, by) = (teller.variable(place), teller.who(write), teller.who(other));
        let first = format!(
            "{who} read {name} ({}) in step {}, before {by} wrote {} in step {}.",
            flow.shown(read.step, place),
            read.step + 1,
            flow.shown_after(other, global),
            other + 1
        );
        let is_update = flow.seen(other, Part::Assigns(place)).iter().any(|seen| seen.place == place);
        let lost = if is_update { "the update" } else { "the value" };
        let second = format!(
            "In step {} {who} wrote {}, computed from the old value, so {lost} of {by} is lost.",
            write + 1,
            flow.shown_after(write, global)
        );
        return Some(story(vec![first, second], &[read.step, other, write]));
    }
    None
}

/// A thread goes on although the condition that it has tested does not hold any more.
fn stale_check(teller: &Teller) -> Option<StoryView> {
    let (flow, last) = (teller.flow, teller.last());
    let thread = flow.thread(last);
    let tests = (0..last).rev().filter(|at| teller.needed[*at] && flow.thread(*at) == thread);
    for test in tests {
        for Seen { step, place } in flow.seen_directly(test, Part::Guard) {
            let Some(global) = flow.shown_global(place) else { continue };
            if flow.value_if_later(test, Part::Guard, global, last) == 1 {
                continue;
            }
            let changes =
                |at: &usize| flow.written(*at).contains(&place) && flow.value(*at, place) != flow.after(*at, global);
            let Some(change) = (step + 1..last).find(changes).filter(|at| flow.thread(*at) != thread) else { continue };
            let (who, by, name) = (teller.who(test), teller.who(change), teller.variable(place));
            let first = format!(
                "{who} read {name} ({}) in step {} to decide how to go on; {by} changed it to {} in step {}.",
                flow.shown(step, place),
                step + 1,
                flow.shown_after(change, global),
                change + 1
            );
            let second = format!("{who} went on to step {}, although it would decide otherwise by then.", last + 1);
            return Some(story(vec![first, second], &[step, change]));
        }
    }
    None
}

/// A thread accesses a variable twice, and another one changes it in between.
fn changed_between(teller: &Teller, seen: &[Seen]) -> Option<StoryView> {
    let flow = teller.flow;
    for Seen { step, place } in seen.iter().copied() {
        let (Some(global), thread) = (flow.shown_global(place), flow.thread(step)) else { continue };
        let Some(change) = flow.source(step, place).filter(|at| flow.thread(*at) != thread) else { continue };
        let accesses = |at: &usize| {
            let reads = || flow.all_reads(*at).contains(&place);
            flow.thread(*at) == thread && (flow.written(*at).contains(&place) || reads())
        };
        let Some(first) = (0..change).rev().find(accesses) else { continue };
        let wrote = flow.written(first).contains(&place);
        let old = flow.shown_after(first, global);
        let new = flow.shown(step, place);
        if old == new {
            continue;
        }
        let (who, by, name) = (teller.who(step), teller.who(change), teller.variable(place));
        let did = if wrote { format!("wrote {old} to {name}") } else { format!("saw {old} in {name}") };
        let again = if wrote { "" } else { " again" };
        let first_sentence = format!(
            "{who} {did} in step {}; {by} changed it to {new} in step {}, before {who} read it{again} in step {}.",
            first + 1,
            change + 1,
            step + 1
        );
        return Some(story(vec![first_sentence], &[first, change, step]));
    }
    None
}

/// A thread reads a first value that another thread would replace later.
fn read_too_early(teller: &Teller, seen: &[Seen]) -> Option<StoryView> {
    let flow = teller.flow;
    for Seen { step, place } in seen.iter().copied() {
        let Some(global) = flow.shown_global(place).filter(|_| flow.source(step, place).is_none()) else { continue };
        let written = flow.written(step).contains(&place);
        let Some((writer, line)) = later_writer(teller, step, global).filter(|_| !written) else { continue };
        let (who, name, value) = (teller.who(step), teller.variable(place), flow.shown(step, place));
        let sentence = format!(
            "{who} read {name} ({value}, its first value) in step {}; {writer} can write it only later, in line {line}.",
            step + 1
        );
        return Some(story(vec![sentence], &[step]));
    }
    None
}

/// A thread of the run, other than the one of a step, that can still get to a write of the variable, and where.
fn later_writer<'t>(teller: &'t Teller, step: usize, global: u32) -> Option<(&'t str, u32)> {
    let (flow, program) = (teller.flow, teller.flow.program);
    let state = flow.before(step);
    for (number, thread) in state.threads.iter().enumerate().filter(|(number, _)| *number != flow.thread(step)) {
        let mut reached = BTreeSet::from([thread.location]);
        let mut pending = vec![thread.location];
        while let Some(at) = pending.pop() {
            for edge in &program.locations[at as usize].edges {
                let line = edge.statements.iter().rev().map(|one| one.position.line).find(|line| *line > 0);
                let writes =
                    edge.update(Place::Global(global)).is_some_and(|value| !matches!(value, Expr::Conditional(..)));
                if let Some(line) = line.filter(|_| writes) {
                    return Some((teller.name(number), line));
                }
                if reached.insert(edge.to) {
                    pending.push(edge.to);
                }
            }
        }
    }
    None
}
