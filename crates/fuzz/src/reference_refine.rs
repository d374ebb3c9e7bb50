//! The reference for refinement: whole stacks and whole sets, visited one by one, again and again until others do nothing new.

use std::collections::{BTreeSet, HashMap, HashSet};
use umpteen_model::pushdown::{PushdownRule, PushdownSystem, Stacks};
use umpteen_model::refinement::Refinement;

/// Stacks above this height are not visited.
const HIGHEST: usize = 5;

/// Nor are more states than these.
const MOST_STATES: usize = 2_000;

/// The result of the visit.
#[derive(Default)]
pub struct Visited {
    /// The abstraction cannot follow somewhere.
    pub differs: bool,
    /// Not everything was visited.
    pub partly: bool,
    /// How a thread changes the shared state that others see.
    pub letters: BTreeSet<(u32, u32)>,
}

/// A shared state of the thread, what others see, the local states of the abstraction, and the stack, top last.
type State = (u32, u32, BTreeSet<u32>, Vec<u32>);

/// Visits what one thread can do together with its abstraction.
pub fn visit(refinement: &Refinement) -> Visited {
    let mut visited = Visited::default();
    loop {
        let known = visited.letters.len();
        visit_once(refinement, &mut visited);
        if visited.letters.len() == known {
            return visited;
        }
    }
}

fn visit_once(refinement: &Refinement, visited: &mut Visited) {
    let Refinement { thread, visible, abstraction } = refinement;
    let rules = by_top(thread);
    let mut seen: HashSet<State> = HashSet::new();
    let mut pending: Vec<State> = Vec::new();
    for &shared in &thread.initial {
        let seen = visible[shared as usize].unwrap_or(u32::MAX);
        let starts = abstraction.initial.iter().filter(|initial| initial.shared == seen);
        let locals = starts.flat_map(|initial| &initial.counts).filter(|count| count.unbounded);
        let locals = with_silent(refinement, seen, locals.map(|count| count.local).collect());
        pending.push((shared, seen, locals, thread.threads[0].iter().rev().copied().collect()));
    }
    while let Some(state) = pending.pop() {
        let (shared, sees, locals, stack) = &state;
        visited.differs |= locals.is_empty() || violates(thread, &state) && !in_target(refinement, *sees, locals);
        if locals.is_empty() || in_target(refinement, *sees, locals) || seen.contains(&state) {
            continue;
        }
        if stack.len() > HIGHEST || seen.len() >= MOST_STATES {
            visited.partly = true;
            continue;
        }
        if visible[*shared as usize].is_some() {
            for &(_, to) in visited.letters.iter().filter(|letter| letter.0 == *sees) {
                let next = visible.iter().position(|seen| *seen == Some(to)).unwrap_or(usize::MAX);
                pending.push((next as u32, to, with_silent(refinement, to, locals.clone()), stack.clone()));
            }
        }
        for rule in stack.last().and_then(|top| rules.get(&(*shared, *top))).into_iter().flatten() {
            let to = visible[rule.to as usize].unwrap_or(*sees);
            let mut after = locals.clone();
            if to != *sees {
                let letter = abstraction.edges.iter().filter(|edge| edge.from.0 == *sees && edge.to.0 == to);
                after = letter.filter(|edge| locals.contains(&edge.from.1)).map(|edge| edge.to.1).collect();
                after = with_silent(refinement, to, after);
                if !after.is_empty() && !in_target(refinement, to, &after) {
                    visited.letters.insert((*sees, to));
                }
            }
            let mut next = stack.clone();
            next.pop();
            next.extend(rule.push.iter().rev());
            pending.push((rule.to, to, after, next));
        }
        seen.insert(state);
    }
}

fn by_top(thread: &PushdownSystem) -> HashMap<(u32, u32), Vec<&PushdownRule>> {
    let mut rules: HashMap<(u32, u32), Vec<&PushdownRule>> = HashMap::new();
    for rule in &thread.rules {
        rules.entry((rule.from, rule.top)).or_default().push(rule);
    }
    rules
}

fn with_silent(refinement: &Refinement, visible: u32, mut locals: BTreeSet<u32>) -> BTreeSet<u32> {
    loop {
        let edges = refinement.abstraction.edges.iter().filter(|edge| edge.from.0 == visible && edge.to.0 == visible);
        let more: Vec<u32> = edges.filter(|edge| locals.contains(&edge.from.1)).map(|edge| edge.to.1).collect();
        let before = locals.len();
        locals.extend(more);
        if locals.len() == before {
            return locals;
        }
    }
}

fn in_target(refinement: &Refinement, visible: u32, locals: &BTreeSet<u32>) -> bool {
    let covered = |shared: Option<u32>| shared.is_none_or(|shared| shared == visible);
    let mut targets = refinement.abstraction.targets.iter().filter(|target| covered(target.shared));
    !locals.is_empty()
        && targets.any(|target| match target.counts.as_slice() {
            [] => true,
            [(local, 1)] => locals.contains(local),
            _ => false,
        })
}

fn violates(thread: &PushdownSystem, state: &State) -> bool {
    thread.is_target(&Stacks { shared: state.0, stacks: vec![state.3.clone()] })
}

/// Whether so many threads can get to a target, as far as small stacks tell.
pub fn can_fail(thread: &PushdownSystem, threads: usize) -> bool {
    let system = PushdownSystem { threads: vec![thread.threads[0].clone(); threads], ..thread.clone() };
    let rules = by_top(thread);
    let mut seen: HashSet<Stacks> = HashSet::new();
    let mut pending: Vec<Stacks> = system.initial.iter().map(|shared| system.start(*shared)).collect();
    while let Some(mut state) = pending.pop() {
        state.stacks.sort_unstable();
        if seen.len() >= 5 * MOST_STATES || !seen.insert(state.clone()) {
            continue;
        }
        if system.is_target(&state) {
            return true;
        }
        for thread in 0..threads {
            let top = state.stacks[thread].last().and_then(|top| rules.get(&(state.shared, *top)));
            let fired = top.into_iter().flatten().filter_map(|rule| system.fire(rule, thread, &state));
            pending.extend(fired.filter(|after| after.stacks[thread].len() <= HIGHEST));
        }
    }
    false
}
