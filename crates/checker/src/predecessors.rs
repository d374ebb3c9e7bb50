//! States from which one firing of a rule covers a given state, derived from forward steps.
//!
//! Let `before` fire to a state that covers `after`. Each thread of `after` is then one that the rule gave, or a
//! passive thread whose image it is. So: hand as many threads as possible to `give`, choose an origin for each of
//! the others, add what was taken, and complete the guard. Every `before` covers one of these candidates, whatever
//! else it contains. A candidate that does not itself lead to `after` is dropped. That happens for a signal that is
//! said to find nobody although a waiter is there, and for a constrained broadcast that a thread of the guard cannot
//! follow; then nothing above the candidate leads to `after` in this way either.

use crate::Rejection;
use std::collections::BTreeSet;
use umpteen_model::state::{Overflow, State};
use umpteen_model::system::{Passive, Rule, System};

/// More threads than this are not spread over several origins: an engine never asks for it, a hostile file may.
const MOST_SPREAD: u32 = 1000;

/// More candidates than this are not looked at.
const MOST_CANDIDATES: usize = 100_000;

pub(crate) fn predecessors(system: &System, rule: &Rule, after: &State) -> Result<Vec<State>, Rejection> {
    if rule.to != after.shared {
        return Ok(Vec::new());
    }
    let mut passive = after.clone();
    for &(local, given) in &rule.give {
        let of_them = given.min(passive.count(local));
        assert!(passive.remove(local, of_them));
    }
    let mut origins = vec![State::empty(rule.from)];
    match &rule.passive {
        Passive::Stay | Passive::All(_) | Passive::Each { .. } => {
            for &(local, count) in passive.locals() {
                origins = match possible_origins(&rule.passive, local).as_slice() {
                    [] => return Ok(Vec::new()),
                    [origin] => with_more(&origins, *origin, count)?,
                    _ if count > MOST_SPREAD => {
                        return Rejection::wrong(format!("{count} threads with several origins are too many to check"));
                    }
                    several => (0..count).try_fold(origins, |origins, _| with_one_of(&origins, several))?,
                };
            }
        }
        Passive::One(moves) => {
            let nobody_released = passive.clone();
            origins = vec![nobody_released];
            for &(source, destination) in moves {
                let mut released = passive.clone();
                let _ = released.remove(destination, 1); // the released thread may be one that `after` does not name
                released.add(source, 1)?;
                origins.push(released);
            }
        }
    }
    let mut candidates = Vec::new();
    for mut before in origins {
        before.shared = rule.from;
        for &(local, taken) in &rule.take {
            before.add(local, taken)?;
        }
        for &(local, needed) in &rule.guard {
            before.set(local, needed.max(before.count(local)));
        }
        if system.fire(rule, &before)?.iter().any(|outcome| outcome.state.covers(after)) {
            candidates.push(before);
        }
    }
    Ok(candidates)
}

/// The local states whose threads are in `local` after the passive move.
fn possible_origins(passive: &Passive, local: u32) -> Vec<u32> {
    let arriving = passive.moves().into_iter().filter(|&(_, destination)| destination == local);
    let staying = Some(local).filter(|local| !passive.sources().contains(local));
    let origins: BTreeSet<u32> = arriving.map(|(source, _)| source).chain(staying).collect();
    origins.into_iter().collect()
}

/// Every state with `count` more threads in `local`.
fn with_more(states: &[State], local: u32, count: u32) -> Result<Vec<State>, Overflow> {
    let mut larger = states.to_vec();
    larger.iter_mut().try_for_each(|state| state.add(local, count))?;
    Ok(larger)
}

/// Every state with one more thread in one of the local states.
fn with_one_of(states: &[State], locals: &[u32]) -> Result<Vec<State>, Rejection> {
    if states.len() > MOST_CANDIDATES {
        return Rejection::wrong(format!("too many ways to come from {locals:?} to check"));
    }
    let mut larger = BTreeSet::new();
    for state in states {
        for &local in locals {
            let mut state = state.clone();
            state.add(local, 1)?;
            larger.insert(state);
        }
    }
    Ok(larger.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_limit_on_candidates() {
        let states = |count| vec![State::empty(0); count];
        assert!(with_one_of(&states(MOST_CANDIDATES), &[1, 2]).is_ok_and(|larger| larger.len() == 2));
        assert!(matches!(with_one_of(&states(MOST_CANDIDATES + 1), &[1]), Err(Rejection::Wrong(_))));
    }
}
