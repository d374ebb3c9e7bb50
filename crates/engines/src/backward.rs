//! Backward search (Abdulla et al. 1996; Alg. 1 of papers/ucob and papers/cutr).
//!
//! Starting from the targets, minimal cover predecessors are collected until an initial state is covered (UNSAFE) or
//! nothing new appears (SAFE). Invariant: the upward closure of the basis holds every target and every predecessor of
//! each processed element, except states that the oracle excludes; so when no element is left to process, it is
//! closed under predecessors and contains no initial state, which is exactly what the certificate says.
//!
//! Differs from the paper: the targets are tested for being initial too; elements that became redundant while
//! waiting are dropped when their turn comes, not when the smaller element is found; threads in inexhaustible local
//! states (any number from the start, never moved by others) are dropped from every state, which keeps coverability
//! and makes states smaller; and the oracle drops states that cannot be covered (Sect. V of papers/ucob).

use crate::basis::Basis;
use crate::budget::{Budget, Stop};
use crate::counter_system::CounterSystem;
use crate::{Answer, Reason, Statistics};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use umpteen_model::evidence::{Certificate, Invariant, Step, Trace};
use umpteen_model::state::{Overflow, State, includes};
use umpteen_model::system::System;

/// Which waiting state is processed next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The one with the fewest threads, and among them the nearest to a start, oldest first.
    #[default]
    Smallest,
    /// The oldest.
    Breadth,
    /// The newest.
    Depth,
}

/// Smaller ones come first.
type Priority = Reverse<(u64, u64, u64)>;

impl Order {
    fn priority(self, state: &State, distance: u64, sequence: u64) -> Priority {
        Reverse(match self {
            Order::Smallest => (state.threads(), distance, sequence),
            Order::Breadth => (0, 0, sequence),
            Order::Depth => (0, 0, u64::MAX - sequence),
        })
    }
}

/// A state that was found, and how it leads on towards the target.
struct Found {
    state: State,
    /// The rule and the number of the state after it; none for targets.
    next: Option<(u32, u32)>,
}

/// The fixed effort for a state, in addition to the visits of the basis.
const EFFORT: u64 = 100;

/// The result of a search.
pub enum Search {
    /// The upward closure of these states is inductive and holds no initial state.
    Closed(Vec<State>),
    /// Some initial state covers the first of these states; firing each one's rule leads to a state that covers the
    /// next, but for threads in inexhaustible local states; the last covers a target and has no rule.
    Reached(Vec<(State, Option<u32>)>),
}

/// Searches backwards from the targets.
pub fn search(
    system: &impl CounterSystem,
    order: Order,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Search, Reason> {
    let mut search = Backward::new(system, order);
    loop {
        if let Some(result) = search.advance(system, &|_| false, u64::MAX, budget, statistics)? {
            return Ok(result);
        }
    }
}

/// A search that can be interrupted and resumed.
pub struct Backward {
    found: Vec<Found>,
    basis: Basis,
    waiting: BinaryHeap<(Priority, u32)>,
    candidates: Vec<(Option<(u32, u32)>, State)>,
    order: Order,
}

impl Backward {
    /// Starts at the targets.
    pub fn new(system: &impl CounterSystem, order: Order) -> Backward {
        let candidates = system.targets().map(|target| (None, target)).collect();
        Backward { found: Vec::new(), basis: Basis::default(), waiting: BinaryHeap::new(), candidates, order }
    }

    /// Goes on until there is a result or so much effort was made. A state that `is_coverable` knows to be
    /// coverable counts as reached.
    pub fn advance(
        &mut self,
        system: &impl CounterSystem,
        is_coverable: &impl Fn(&State) -> bool,
        work: u64,
        budget: &Budget,
        statistics: &mut Statistics,
    ) -> Result<Option<Search>, Reason> {
        let end = statistics.effort.saturating_add(work);
        let mut predecessors = Vec::new();
        let mut visits = self.basis.visits();
        loop {
            for (next, mut state) in self.candidates.drain(..) {
                budget.check()?;
                statistics.generated += 1;
                statistics.effort += EFFORT + self.basis.visits() - visits;
                visits = self.basis.visits();
                if system.is_excluded(&state) {
                    continue;
                }
                system.reduce(&mut state);
                if self.basis.contains(&state) {
                    continue;
                }
                let number = u32::try_from(self.found.len()).map_err(|_| Reason::Stopped(Stop::Memory))?;
                if system.initial_covering(&state).is_some() || is_coverable(&state) {
                    return Ok(Some(Search::Reached(path(&self.found, state, next))));
                }
                self.basis.insert(&state);
                self.waiting.push((self.order.priority(&state, system.distance(&state), u64::from(number)), number));
                self.found.push(Found { state, next });
            }
            if statistics.effort >= end {
                return Ok(None);
            }
            if system.refutes_targets(statistics.effort, budget) {
                return Ok(Some(Search::Closed(Vec::new())));
            }
            let Some((_, number)) = self.waiting.pop() else { break };
            let state = &self.found[number as usize].state;
            // If a state is excluded by now, so are all states that lead to it.
            if self.basis.has_smaller(state)
                || system.is_excluded(state)
                || system.refutes(state, statistics.effort, budget)
            {
                continue;
            }
            statistics.explored += 1;
            budget.report(statistics.explored, self.waiting.len());
            system.cover_predecessors(state, &mut predecessors)?;
            self.candidates.extend(predecessors.drain(..).map(|p| (Some((p.rule, number)), p.state)));
        }
        let found = std::mem::take(&mut self.found).into_iter().map(|found| found.state);
        let needed = |state: &State| !self.basis.has_smaller(state) && !system.is_excluded(state);
        Ok(Some(Search::Closed(found.filter(needed).collect())))
    }

    /// The number of basis elements visited so far.
    pub fn visits(&self) -> u64 {
        self.basis.visits()
    }

    /// Whether a target can be reached from some state with these counters, as far as is known.
    pub fn leads_to_target(&self, shared: u32, locals: &[(u32, u32)]) -> bool {
        self.basis.contains_counts(shared, locals)
    }

    /// The way to a target from a state that has at most these counters.
    pub fn path_from(&self, shared: u32, locals: &[(u32, u32)]) -> Option<Vec<(State, Option<u32>)>> {
        let found =
            self.found.iter().find(|found| found.state.shared == shared && includes(locals, found.state.locals()));
        found.map(|found| path(&self.found, found.state.clone(), found.next))
    }
}

/// The states on the way to the target, in order, each with the rule to fire.
fn path(found: &[Found], mut state: State, mut next: Option<(u32, u32)>) -> Vec<(State, Option<u32>)> {
    let mut path = Vec::new();
    while let Some((rule, number)) = next {
        path.push((state, Some(rule)));
        let after = &found[number as usize];
        state = after.state.clone();
        next = after.next;
    }
    path.push((state, None));
    path
}

/// Decides an explicit system.
pub fn run(
    system: &System,
    backward: &impl CounterSystem,
    invariant: impl FnOnce() -> Invariant,
    order: Order,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Answer {
    match search(backward, order, budget, statistics) {
        Ok(Search::Closed(basis)) => Answer::Safe(Certificate::Upward { basis, invariant: invariant() }),
        Ok(Search::Reached(path)) => match forward_trace(system, backward, &path) {
            Ok(trace) => Answer::Unsafe(trace),
            Err(reason) => Answer::Unknown(reason),
        },
        Err(reason) => Answer::Unknown(reason),
    }
}

/// The forward run along a path, from the smallest initial state that allows it.
///
/// Threads in inexhaustible local states were dropped on the way back. How many the run needs is told by running it
/// with a debt there: the largest debt is what the start must have in addition. Only a constrained broadcast, which
/// some thread may block, can make the run fail.
pub fn forward_trace(
    system: &System,
    backward: &impl CounterSystem,
    path: &[(State, Option<u32>)],
) -> Result<Trace, Reason> {
    let (first, last) = (&path[0].0, &path[path.len() - 1].0);
    let target = system.minimal_targets().find(|target| {
        let mut reduced = target.clone();
        backward.reduce(&mut reduced);
        reduced == *last
    });
    let target = target.expect("a path ends in a target");
    let mut initial = backward.initial_covering(first).expect("a path starts in a state that an initial one covers");
    for local in system.inexhaustible_locals() {
        let of =
            |counts: &[(u32, u32)]| counts.iter().find(|(l, _)| *l == local).map_or(0, |&(_, count)| i64::from(count));
        let mut balance = i64::from(initial.count(local));
        let mut debt = 0;
        for rule in path.iter().filter_map(|(_, rule)| *rule).map(|at| &system.rules[at as usize]) {
            debt = debt.max(of(&rule.guard) - balance);
            // Broadcasts may bring threads here as well: not counted, they only lessen the debt.
            balance += of(&rule.give) - of(&rule.take);
        }
        debt = debt.max(i64::from(target.count(local)) - balance);
        initial.add(local, u32::try_from(debt).map_err(|_| Overflow)?)?;
    }
    let mut current = initial.clone();
    let mut steps = Vec::with_capacity(path.len());
    for pair in path.windows(2) {
        let rule = pair[0].1.expect("only the last state of a path has no rule");
        let outcomes = system.fire(&system.rules[rule as usize], &current)?;
        let outcome = outcomes.into_iter().find(|outcome| outcome.state.covers(&pair[1].0));
        let outcome = outcome.ok_or(Reason::Blocked)?;
        steps.push(Step { rule, moved: outcome.moved });
        current = outcome.state;
    }
    debug_assert!(current.covers(&target));
    Ok(Trace { initial, steps, repeats: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, OracleKind};
    use umpteen_model::state::counts;
    use umpteen_model::system::{Initial, InitialCount, Passive, Rule, Target};

    /// Threads leave 0, where any number of them is, one by one, while three are there: two have left when four were there.
    #[test]
    fn a_run_starts_with_as_many_threads_as_it_needs() {
        let of = |local, count| counts([(local, count)]).unwrap();
        let rule = Rule { from: 0, to: 0, guard: of(0, 3), take: of(0, 1), give: of(1, 1), passive: Passive::Stay };
        let any = InitialCount { local: 0, least: 0, unbounded: true };
        let system = System {
            shared_count: 1,
            local_count: 2,
            rules: vec![rule],
            initial: vec![Initial { shared: 0, counts: vec![any] }],
            targets: vec![Target { shared: None, counts: of(1, 2) }],
            hints: Vec::new(),
        };
        for oracle in [OracleKind::Off, OracleKind::ThreadModular] {
            for order in [Order::Smallest, Order::Breadth, Order::Depth] {
                let (answer, _) = crate::run(Engine::Backward(order, oracle), &system, &Budget::unlimited());
                let Answer::Unsafe(trace) = answer else { panic!("it is unsafe") };
                assert_eq!((trace.initial.count(0), trace.steps.len()), (4, 2));
            }
        }
    }
}
