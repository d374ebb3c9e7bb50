//! Cover predecessors of explicit counter systems.
//!
//! For a rule and a state u, the minimal states m with `fire(m) >= u`. With truncated subtraction `-`:
//! - passive threads stay: `m = max(guard, take + (u - give))`. The maximum yields all cases at once: a thread
//!   given by the rule is in u (direct) or not (expanded); for creations both, one or none of the two.
//! - broadcast: what remains of u after `give` came from some source of each place. Every way to distribute a
//!   counter over the sources of its place is a predecessor; a place that is a source and no destination must not
//!   need any thread, since the broadcast has emptied it.
//! - constrained broadcast: likewise, with several images for each source. Threads outside u may block the real step;
//!   they are ignored, which adds predecessors and so is sound for SAFE. Threads of
//!   the candidate itself count: if they cannot make the step, no larger state makes it in this way.
//! - signal: either some waiter was released (one of u, or one outside u), or there was no waiter at all.
//!
//! Predecessors that cover u are left out. For steps of one thread that is the improvement of Sect. V of papers/ucob:
//! expansion pays only over edges that change the shared state. The rules are indexed so that such ones are not
//! even looked at.

use crate::budget::Budget;
use crate::counter_system::{CounterSystem, Predecessor};
use crate::invariants::Oracle;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use umpteen_model::state::{Counts, Overflow, State};
use umpteen_model::system::{Passive, Rule, System};

/// An explicit system with the index that backward search needs.
pub struct Explicit<'a> {
    system: &'a System,
    oracle: &'a Oracle,
    /// Rules into a shared state that may lead anywhere new, by that shared state.
    any: FxHashMap<u32, Vec<u32>>,
    /// Rules that keep the shared state and leave the others alone, by shared state and a local state they give.
    giving: FxHashMap<(u32, u32), Vec<u32>>,
    inexhaustible: Vec<u32>,
}

impl<'a> Explicit<'a> {
    /// Indexes the rules that the oracle deems possible.
    pub fn new(system: &'a System, oracle: &'a Oracle) -> Explicit<'a> {
        let mut any: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut giving: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        for (at, rule) in system.rules.iter().enumerate().filter(|(at, _)| oracle.may_fire(*at)) {
            if rule.from != rule.to || rule.passive != Passive::Stay {
                any.entry(rule.to).or_default().push(at as u32);
            } else {
                for &(local, count) in &rule.give {
                    // Where as much is taken as given, the predecessor has no fewer threads there than u.
                    let taken = rule.take.iter().find(|(l, _)| *l == local).map_or(0, |&(_, taken)| taken);
                    if count > taken {
                        giving.entry((rule.to, local)).or_default().push(at as u32);
                    }
                }
            }
        }
        Explicit { system, oracle, any, giving, inexhaustible: system.inexhaustible_locals() }
    }

    /// The cover predecessors through some of the rules.
    pub fn predecessors_along(
        &self,
        wanted: impl Fn(u32) -> bool,
        state: &State,
        found: &mut Vec<Predecessor>,
    ) -> Result<(), Overflow> {
        for &at in self.any.get(&state.shared).into_iter().flatten().filter(|at| wanted(**at)) {
            self.before(at, state, found)?;
        }
        for &(local, _) in state.locals() {
            for &at in self.giving.get(&(state.shared, local)).into_iter().flatten().filter(|at| wanted(**at)) {
                self.before(at, state, found)?;
            }
        }
        Ok(())
    }

    fn before(&self, at: u32, after: &State, found: &mut Vec<Predecessor>) -> Result<(), Overflow> {
        let first = found.len();
        let rule = &self.system.rules[at as usize];
        predecessors(rule, after, |state| {
            let blocked = || {
                let reads = rule.guard != rule.take;
                let may_fail =
                    matches!(&rule.passive, Passive::Each { forbidden, .. } if reads || !forbidden.is_empty());
                may_fail && !self.leads_to(at, &state, after)
            };
            if !state.covers(after) && !blocked() {
                found.push(Predecessor { rule: at, state });
            }
        })?;
        // Firing tries every combination of images, so only small states are looked at.
        let small = |p: &&Predecessor| p.state.threads() <= 2;
        debug_assert!(found[first..].iter().filter(small).all(|p| self.leads_to(at, &p.state, after)), "it leads on");
        Ok(())
    }

    fn leads_to(&self, rule: u32, before: &State, after: &State) -> bool {
        let outcomes = self.system.fire(&self.system.rules[rule as usize], before);
        outcomes.is_ok_and(|outcomes| outcomes.iter().any(|outcome| outcome.state.covers(after)))
    }
}

impl CounterSystem for Explicit<'_> {
    fn targets(&self) -> impl Iterator<Item = State> {
        self.system.minimal_targets().filter(|target| !self.oracle.excludes(target))
    }

    fn initial_covering(&self, state: &State) -> Option<State> {
        let starts = self.system.initial.iter().filter_map(|initial| initial.covering(state));
        starts.min_by_key(State::threads)
    }

    fn cover_predecessors(&self, state: &State, found: &mut Vec<Predecessor>) -> Result<(), Overflow> {
        self.predecessors_along(|_| true, state, found)
    }

    fn is_excluded(&self, state: &State) -> bool {
        self.oracle.excludes(state)
    }

    fn refutes_targets(&self, effort: u64, budget: &Budget) -> bool {
        self.oracle.refutes_targets(self.system, effort, budget)
    }

    fn refutes(&self, state: &State, effort: u64, budget: &Budget) -> bool {
        self.oracle.refutes(state, effort, budget)
    }

    fn distance(&self, state: &State) -> u64 {
        self.oracle.distance(state)
    }

    fn reduce(&self, state: &mut State) {
        for &local in &self.inexhaustible {
            state.set(local, 0);
        }
    }
}

/// Calls `found` with states whose upward closure is every state from which `rule` leads to a state covering `after`.
pub fn predecessors(rule: &Rule, after: &State, mut found: impl FnMut(State)) -> Result<(), Overflow> {
    if after.shared != rule.to {
        return Ok(());
    }
    let mut rest = after.clone();
    for &(local, count) in &rule.give {
        rest.set(local, rest.count(local).saturating_sub(count));
    }
    match &rule.passive {
        Passive::Stay => found(completed(rule, rest)?),
        Passive::One(moves) => {
            for &(source, destination) in moves {
                let mut waiting = rest.clone();
                waiting.set(destination, rest.count(destination).saturating_sub(1));
                waiting.add(source, 1)?;
                found(completed(rule, waiting)?);
            }
            let nobody = completed(rule, rest)?;
            let taken = |local| rule.take.iter().find(|(l, _)| *l == local).map_or(0, |&(_, count)| count);
            if moves.iter().all(|&(source, _)| nobody.count(source) == taken(source)) {
                found(nobody);
            }
        }
        Passive::All(_) | Passive::Each { .. } => {
            let (moves, leaving) = (rule.passive.moves(), rule.passive.sources());
            let mut distributed = vec![State::empty(rule.from)];
            for &(place, needed) in rest.locals() {
                let mut sources: SmallVec<[u32; 4]> =
                    moves.iter().filter(|&&(_, to)| to == place).map(|&(source, _)| source).collect();
                if !leaving.contains(&place) {
                    sources.push(place);
                }
                let mut next = Vec::new();
                for state in distributed {
                    distribute(&state, needed, &sources, &mut next)?;
                }
                distributed = next;
            }
            for state in distributed {
                found(completed(rule, state)?);
            }
        }
    }
    Ok(())
}

/// Appends `state` plus `needed` threads spread over `sources` in every way; nothing if there is no source.
fn distribute(state: &State, needed: u32, sources: &[u32], into: &mut Vec<State>) -> Result<(), Overflow> {
    let Some((&source, others)) = sources.split_first() else {
        if needed == 0 {
            into.push(state.clone());
        }
        return Ok(());
    };
    let fewest = if others.is_empty() { needed } else { 0 };
    for count in fewest..=needed {
        let mut state = state.clone();
        state.add(source, count)?;
        distribute(&state, needed - count, others, into)?;
    }
    Ok(())
}

/// The passive threads before the step, completed by the active ones and what the guard reads.
fn completed(rule: &Rule, passive: State) -> Result<State, Overflow> {
    let mut before = passive;
    before.shared = rule.from;
    add_all(&mut before, &rule.take)?;
    for &(local, count) in &rule.guard {
        before.set(local, before.count(local).max(count));
    }
    Ok(before)
}

fn add_all(state: &mut State, counts: &Counts) -> Result<(), Overflow> {
    counts.iter().try_for_each(|&(local, count)| state.add(local, count))
}

#[cfg(test)]
mod tests {
    //! Each case of the module's documentation has a test that states the exact set, so leaving the case out fails it.
    use super::*;
    use umpteen_model::thread_system::{Edge, ThreadSystem};

    /// The minimal predecessors of (shared, locals) under one edge.
    fn before(edge: Edge, shared: u32, locals: &[(u32, u32)]) -> Vec<(u32, Vec<(u32, u32)>)> {
        let system =
            ThreadSystem { shared_count: 2, local_count: 9, edges: vec![edge], initial: vec![], targets: vec![] };
        let system = system.system().unwrap();
        let after = State::new(shared, locals.iter().copied()).unwrap();
        let mut found = Vec::new();
        predecessors(&system.rules[0], &after, |state| found.push(state)).unwrap();
        let minimal = found.iter().filter(|s| !found.iter().any(|other| other != *s && s.covers(other)));
        let mut result: Vec<_> = minimal.map(|s| (s.shared, s.locals().to_vec())).collect();
        result.sort();
        result.dedup();
        result
    }

    fn step() -> Edge {
        Edge::step((0, 1), (1, 2))
    }

    #[test]
    fn step_of_a_thread_in_the_state() {
        assert_eq!(before(step(), 1, &[(2, 1)]), [(0, vec![(1, 1)])]);
        assert_eq!(before(step(), 1, &[(2, 2), (5, 1)]), [(0, vec![(1, 1), (2, 1), (5, 1)])]);
    }

    #[test]
    fn step_of_a_thread_outside_the_state() {
        assert_eq!(before(step(), 1, &[(5, 1)]), [(0, vec![(1, 1), (5, 1)])]);
    }

    #[test]
    fn no_step_into_another_shared_state() {
        assert!(before(step(), 0, &[(2, 1)]).is_empty());
    }

    fn creation() -> Edge {
        Edge { creates: true, ..step() }
    }

    #[test]
    fn creation_with_creator_and_created_in_the_state() {
        assert_eq!(before(creation(), 1, &[(1, 1), (2, 1)]), [(0, vec![(1, 1)])]);
        let same = Edge { creates: true, ..Edge::step((0, 1), (1, 1)) };
        assert_eq!(before(same, 1, &[(1, 2)]), [(0, vec![(1, 1)])], "both in the same local state");
    }

    #[test]
    fn creation_with_only_the_creator_in_the_state() {
        assert_eq!(before(creation(), 1, &[(1, 1), (5, 1)]), [(0, vec![(1, 1), (5, 1)])]);
    }

    #[test]
    fn creation_with_only_the_created_in_the_state() {
        assert_eq!(before(creation(), 1, &[(2, 1), (5, 1)]), [(0, vec![(1, 1), (5, 1)])]);
        assert_eq!(before(creation(), 1, &[(2, 2)]), [(0, vec![(1, 1), (2, 1)])]);
    }

    #[test]
    fn creation_with_neither_in_the_state() {
        assert_eq!(before(creation(), 1, &[(5, 1)]), [(0, vec![(1, 1), (5, 1)])]);
    }

    fn broadcast(moves: &[(u32, u32)]) -> Edge {
        Edge { passive: Passive::All(moves.to_vec()), ..step() }
    }

    #[test]
    fn broadcast_has_no_predecessor_while_somebody_waits() {
        assert!(before(broadcast(&[(3, 4)]), 1, &[(2, 1), (3, 1)]).is_empty());
    }

    #[test]
    fn broadcast_releases_any_sub_multiset() {
        let expected = [(0, vec![(1, 1), (3, 1), (4, 1)]), (0, vec![(1, 1), (3, 2)]), (0, vec![(1, 1), (4, 2)])];
        assert_eq!(before(broadcast(&[(3, 4)]), 1, &[(2, 1), (4, 2)]), expected);
    }

    #[test]
    fn broadcast_releases_threads_equal_to_the_broadcaster() {
        let expected = [(0, vec![(1, 1), (2, 1)]), (0, vec![(1, 1), (3, 1)])];
        assert_eq!(before(broadcast(&[(3, 2)]), 1, &[(2, 2)]), expected);
    }

    #[test]
    fn broadcaster_outside_the_state() {
        let expected = [(0, vec![(1, 1), (3, 1)]), (0, vec![(1, 1), (4, 1)])];
        assert_eq!(before(broadcast(&[(3, 4)]), 1, &[(4, 1)]), expected);
    }

    #[test]
    fn broadcast_with_two_sources_of_one_place() {
        let expected = [(0, vec![(1, 1), (3, 1)]), (0, vec![(1, 1), (4, 1)]), (0, vec![(1, 1), (5, 1)])];
        assert_eq!(before(broadcast(&[(3, 4), (5, 4)]), 1, &[(2, 1), (4, 1)]), expected);
    }

    fn signal() -> Edge {
        Edge { passive: Passive::One(vec![(3, 4)]), ..step() }
    }

    #[test]
    fn signal_unreleases_a_thread_of_the_state_or_finds_nobody() {
        let expected = [(0, vec![(1, 1), (3, 1)]), (0, vec![(1, 1), (4, 1)])];
        assert_eq!(before(signal(), 1, &[(2, 1), (4, 1)]), expected);
    }

    #[test]
    fn signal_to_a_waiter_outside_the_state() {
        // The state still has a waiter, so another one must have been there and was released.
        assert_eq!(before(signal(), 1, &[(2, 1), (3, 1)]), [(0, vec![(1, 1), (3, 2)])]);
    }

    #[test]
    fn existential_guard_is_served_by_the_state_or_by_an_added_thread() {
        let guarded = || Edge { witness: Some(6), ..step() };
        assert_eq!(before(guarded(), 1, &[(2, 1), (6, 1)]), [(0, vec![(1, 1), (6, 1)])]);
        assert_eq!(before(guarded(), 1, &[(2, 1)]), [(0, vec![(1, 1), (6, 1)])]);
        let own = Edge { witness: Some(1), ..step() };
        assert_eq!(before(own, 1, &[(2, 1)]), [(0, vec![(1, 2)])], "the witness is another thread");
    }

    /// By brute force over small states: what is found leads to the state, and whatever leads to it covers something found, or the
    /// state itself. Constrained broadcasts are among the rules, with threads that block them and moves that exclude each other.
    #[test]
    fn exactly_what_leads_to_a_state_is_found() {
        const LOCALS: u32 = 3;
        let mut random = fastrand::Rng::with_seed(1);
        let some = |random: &mut fastrand::Rng, most: u32| -> Vec<(u32, u32)> {
            (0..random.u32(..=most)).map(|_| (random.u32(..LOCALS), 1)).collect()
        };
        let state = |shared, number: u32| {
            State::new(shared, (0..LOCALS).map(|local| (local, number / 4u32.pow(local) % 4))).unwrap()
        };
        let mut constrained = 0;
        for _ in 0..600 {
            let take = State::new(0, some(&mut random, 2)).unwrap();
            let mut guard = take.clone();
            some(&mut random, 1).into_iter().for_each(|(local, count)| guard.set(local, guard.count(local).max(count)));
            let counts = |state: &State| umpteen_model::state::counts(state.locals().iter().copied()).unwrap();
            let images: Vec<(u32, Vec<u32>)> = (0..random.u32(..LOCALS))
                .map(|source| (source, (0..LOCALS).filter(|_| random.bool()).collect()))
                .collect();
            let moves: Vec<(u32, u32)> =
                images.iter().flat_map(|(from, to)| to.iter().map(|to| (*from, *to))).collect();
            let forbidden = match moves[..] {
                [] => Vec::new(),
                _ => vec![(0..2).map(|_| moves[random.usize(..moves.len())]).collect()],
            };
            constrained += u32::from(!forbidden.is_empty());
            let rule = Rule {
                from: 0,
                to: random.u32(..2),
                guard: counts(&guard),
                take: counts(&take),
                give: counts(&State::new(0, some(&mut random, 2)).unwrap()),
                passive: if random.bool() { Passive::Each { images, forbidden } } else { Passive::Stay },
            };
            let system =
                System { shared_count: 2, local_count: LOCALS, rules: vec![rule.clone()], ..System::default() };
            let oracle = Oracle::none();
            let explicit = Explicit::new(&system, &oracle);
            let after = state(rule.to, random.u32(..64));
            let leads =
                |before: &State| system.fire(&rule, before).unwrap().iter().any(|outcome| outcome.state.covers(&after));
            let mut found = Vec::new();
            explicit.cover_predecessors(&after, &mut found).unwrap();
            assert!(found.iter().all(|one| leads(&one.state)), "{rule:?} {after:?}");
            for before in (0..64).map(|number| state(0, number)).filter(leads) {
                let covered = found.iter().any(|one| before.covers(&one.state));
                assert!(covered || before.covers(&after), "{rule:?} {after:?} {before:?}");
            }
        }
        assert!(constrained > 100);
    }
}
