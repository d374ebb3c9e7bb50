//! A trace of a program by itself: only the values that occur in it, so that it can be checked without the rest.

use rustc_hash::FxHashMap;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::LocalValues;
use umpteen_model::boolean::view::{Mains, Tables, view_of_run};
use umpteen_model::evidence::{Step, Trace};
use umpteen_model::state::{Counts, Overflow, State, counts};
use umpteen_model::system::{Rule, System};

/// The tables and the trace over the values that the run visits.
pub fn restrict(
    program: &Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    system: &System,
    trace: &Trace,
) -> Result<(Tables, Trace), Overflow> {
    let steps = run(system, trace)?;
    let mut states: Vec<&State> = steps.iter().flat_map(|(before, after)| [before, after]).collect();
    states.push(&trace.initial);
    let mut shared: Vec<u32> = states.iter().map(|state| state.shared).collect();
    let mut locals: Vec<u32> = states.iter().flat_map(|state| state.locals()).map(|&(local, _)| local).collect();
    // Where a waiting thread would go belongs to what a signal or broadcast means, even if this one stays.
    let waiting: Vec<LocalValues> = locals.iter().map(|&local| tables.locals[local as usize]).collect();
    let released = waiting.iter().flat_map(|&values| program.possible_releases(values));
    let numbers: FxHashMap<LocalValues, u32> = (0..).zip(&tables.locals).map(|(at, values)| (*values, at)).collect();
    locals.extend(released.filter_map(|values| numbers.get(&values)));
    for numbers in [&mut shared, &mut locals] {
        numbers.sort_unstable();
        numbers.dedup();
    }
    let new_shared = |old: u32| shared.binary_search(&old).expect("collected above") as u32;
    let new_local = |old: u32| locals.binary_search(&old).expect("collected above") as u32;
    let mut pairs: Vec<(u32, Vec<u32>)> = (0..shared.len() as u32).map(|shared| (shared, Vec::new())).collect();
    for state in &states {
        let row = &mut pairs[new_shared(state.shared) as usize].1;
        row.extend(state.locals().iter().map(|&(local, _)| new_local(local)));
    }
    for repeat in &trace.repeats {
        // The values that any round of it may have together.
        let part = &steps[repeat.first..repeat.first + repeat.steps];
        let part = || part.iter().flat_map(|(before, after)| [before, after]);
        let locals = part().flat_map(|state| state.locals()).map(|&(local, _)| new_local(local));
        let locals: Vec<u32> = locals.collect();
        part().for_each(|state| pairs[new_shared(state.shared) as usize].1.extend(&locals));
    }
    for (_, row) in &mut pairs {
        row.sort_unstable();
        row.dedup();
    }
    let small = Tables {
        shared: shared.iter().map(|&shared| tables.shared[shared as usize]).collect(),
        locals: locals.iter().map(|&local| tables.locals[local as usize]).collect(),
        pairs,
        reduction: None,
    };
    let old_rules = &system.rules;
    let system = view_of_run(program, property, mains, &small, &|| true).expect("nobody stops it").system;
    let renumbered = |state: &State| {
        State::new(new_shared(state.shared), state.locals().iter().map(|&(local, count)| (new_local(local), count)))
    };
    let mut small_steps = Vec::new();
    let renumbered_counts = |old: &Counts| counts(old.iter().map(|&(local, count)| (new_local(local), count)));
    for (step, (before, after)) in trace.steps.iter().zip(&steps) {
        let rule = &old_rules[step.rule as usize];
        let (take, give) = (renumbered_counts(&rule.take)?, renumbered_counts(&rule.give)?);
        let same = |rule: &Rule| rule.take == take && rule.give == give;
        let step = step_between(&system, same, &renumbered(before)?, &renumbered(after)?)?;
        small_steps.push(step.expect("the program can do what it did"));
    }
    Ok((small, Trace { initial: renumbered(&trace.initial)?, steps: small_steps, repeats: trace.repeats.clone() }))
}

/// The states before and after each step, the first time that it happens.
fn run(system: &System, trace: &Trace) -> Result<Vec<(State, State)>, Overflow> {
    let mut states = Vec::new();
    let mut current = trace.initial.clone();
    let mut starts: Vec<Option<State>> = vec![None; trace.repeats.len()];
    for (number, step) in trace.steps.iter().enumerate() {
        for (start, repeat) in starts.iter_mut().zip(&trace.repeats) {
            if repeat.first == number {
                *start = Some(current.clone());
            }
        }
        let outcomes = system.fire(&system.rules[step.rule as usize], &current)?;
        let outcome = outcomes.into_iter().find(|outcome| outcome.moved == step.moved);
        let after = outcome.expect("an engine's trace can be run").state;
        states.push((current, after.clone()));
        current = after;
        // Inner parts come later in the list and end first.
        for (start, repeat) in starts.iter().zip(&trace.repeats).rev() {
            if repeat.first + repeat.steps == number + 1 {
                let start = start.as_ref().expect("it has begun");
                current = after_rounds(start, &current, repeat.times)?;
            }
        }
    }
    Ok(states)
}

/// The state after so many rounds, given the ones before and after the first.
fn after_rounds(start: &State, after: &State, times: u32) -> Result<State, Overflow> {
    let locals = start.locals().iter().chain(after.locals()).map(|&(local, _)| local);
    let locals: std::collections::BTreeSet<u32> = locals.collect();
    let mut state = State::empty(after.shared);
    for local in locals {
        let (before, after) = (i64::from(start.count(local)), i64::from(after.count(local)));
        let count = (after - before).checked_mul(i64::from(times)).and_then(|change| before.checked_add(change));
        state.set(local, count.and_then(|count| u32::try_from(count).ok()).ok_or(Overflow)?);
    }
    Ok(state)
}

/// The step of a rule with the same threads; another one with the same effect may need other threads.
pub(super) fn step_between(
    system: &System,
    same: impl Fn(&Rule) -> bool,
    before: &State,
    after: &State,
) -> Result<Option<Step>, Overflow> {
    for (rule, number) in system.rules.iter().zip(0..).filter(|(rule, _)| same(rule)) {
        for outcome in system.fire(rule, before)? {
            if outcome.state == *after {
                return Ok(Some(Step { rule: number, moved: outcome.moved }));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::evidence::{Repeat, Step};

    /// A thread that starts another one; what is within a part that is repeated is told once, what follows it happens after all rounds.
    #[test]
    fn a_part_that_is_repeated_is_run_once_and_counted_often() {
        let rule = |take: u32, give: &[(u32, u32)]| Rule {
            from: 0,
            to: 0,
            passive: umpteen_model::system::Passive::Stay,
            guard: [(take, 1)].as_slice().into(),
            take: [(take, 1)].as_slice().into(),
            give: give.into(),
        };
        let rules = vec![rule(0, &[(0, 1), (1, 1)]), rule(1, &[(2, 1)]), rule(0, &[(3, 1)])];
        let system = System { shared_count: 1, local_count: 4, rules, ..System::default() };
        let step = |rule| Step { rule, moved: Vec::new() };
        let initial = State::new(0, [(0, 1)]).unwrap();
        let repeats = vec![Repeat { first: 1, steps: 2, times: 5 }];
        let trace = Trace { initial, steps: [0, 0, 1, 2].map(step).to_vec(), repeats };
        let states = run(&system, &trace).unwrap();
        let state = |counts: &[(u32, u32)]| State::new(0, counts.iter().copied()).unwrap();
        assert_eq!(states[1], (state(&[(0, 1), (1, 1)]), state(&[(0, 1), (1, 2)])));
        assert_eq!(states[2].1, state(&[(0, 1), (1, 1), (2, 1)]));
        assert_eq!(states[3], (state(&[(0, 1), (1, 1), (2, 5)]), state(&[(1, 1), (2, 5), (3, 1)])));
    }
}
