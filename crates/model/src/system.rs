//! The explicit counter system: the one view of thread systems and Petri nets that all explicit engines work on,
//! and its forward semantics (the trusted definition of a step).
//!
//! A rule moves the shared part, takes threads out of local states, moves passive threads, and puts threads into
//! local states, all in one step:
//!
//! 1. enabled in `m` when `m.shared = from` and `m >= guard` (the guard includes what is taken and what is only read);
//! 2. `take` is subtracted: these are the active threads;
//! 3. the remaining, passive threads stay, or all those in a source of a transfer move to its destination
//!    (broadcast), or exactly one of them moves if there is one (signal), or each one moves to one of its images
//!    (constrained broadcast);
//! 4. `give` is added.
//!
//! All kinds but the last are monotone: a step possible in `m` is possible in every `m' >= m`, with a result at least
//! as large. A constrained broadcast is monotone unless some thread has no image: such a thread blocks the step.

use crate::evidence::Weight;
use crate::state::{Counts, Overflow, State};

/// The destination of threads that a broadcast throws away (a reset).
pub const NOWHERE: u32 = u32::MAX;

/// A counter system over numbered shared and local states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// Shared states are `0..shared_count`.
    pub shared_count: u32,
    /// Local states are `0..local_count`.
    pub local_count: u32,
    /// The step relation.
    pub rules: Vec<Rule>,
    /// Any of these may be the start.
    pub initial: Vec<Initial>,
    /// Covering any of these is an error.
    pub targets: Vec<Target>,
    /// Weights whose sum is claimed never to grow: suggestions for invariants, never trusted; the bound is ignored.
    pub hints: Vec<Weight>,
}

/// One kind of step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The shared state before.
    pub from: u32,
    /// The shared state after.
    pub to: u32,
    /// The threads that must be present; at least `take`.
    pub guard: Counts,
    /// The active threads, before.
    pub take: Counts,
    /// The active threads and those created, after.
    pub give: Counts,
    /// The effect on the passive threads.
    pub passive: Passive,
}

/// The effect of a step on the passive threads; sources are distinct.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passive {
    /// The passive threads do not change.
    #[default]
    Stay,
    /// Broadcast: every thread in a source moves to its destination, which may be `NOWHERE`.
    All(Vec<(u32, u32)>),
    /// Signal: exactly one thread in some source moves to its destination, if there is one.
    One(Vec<(u32, u32)>),
    /// Constrained broadcast: every thread in a source moves to one of its images; a thread in a source without image
    /// blocks the step.
    Each {
        /// The images of each source, sorted by source.
        images: Vec<(u32, Vec<u32>)>,
        /// Moves (source, image) that distinct threads must not make together.
        forbidden: Vec<Vec<(u32, u32)>>,
    },
}

impl Passive {
    /// The (source, destination) pairs.
    pub fn moves(&self) -> Vec<(u32, u32)> {
        match self {
            Passive::Stay => Vec::new(),
            Passive::All(moves) | Passive::One(moves) => moves.clone(),
            Passive::Each { images, .. } => {
                images.iter().flat_map(|(source, images)| images.iter().map(|image| (*source, *image))).collect()
            }
        }
    }

    /// The local states whose threads do not simply stay.
    pub fn sources(&self) -> Vec<u32> {
        match self {
            Passive::Stay => Vec::new(),
            Passive::All(moves) | Passive::One(moves) => moves.iter().map(|&(source, _)| source).collect(),
            Passive::Each { images, .. } => images.iter().map(|&(source, _)| source).collect(),
        }
    }
}

/// A set of initial states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// The shared state.
    pub shared: u32,
    /// Counters not listed are zero; sorted, one entry per local state.
    pub counts: Vec<InitialCount>,
}

/// The initial counter of one local state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitialCount {
    /// The local state.
    pub local: u32,
    /// The least count.
    pub least: u32,
    /// Whether any larger count is initial too.
    pub unbounded: bool,
}

/// States to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The shared state, or any.
    pub shared: Option<u32>,
    /// The threads that must be present.
    pub counts: Counts,
}

/// One possible outcome of firing a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Where there was a choice: how many threads moved from where to where, sorted.
    pub moved: Vec<(u32, u32, u32)>,
    /// The state after.
    pub state: State,
}

impl System {
    /// Every outcome of firing `rule` in `state`; none if it is not enabled.
    pub fn fire(&self, rule: &Rule, state: &State) -> Result<Vec<Outcome>, Overflow> {
        if state.shared != rule.from || !state.has(&rule.guard) {
            return Ok(Vec::new());
        }
        let mut passive = state.clone();
        passive.shared = rule.to;
        for &(local, count) in &rule.take {
            let taken = passive.remove(local, count);
            assert!(taken, "the guard includes what is taken");
        }
        let mut outcomes = Vec::new();
        match &rule.passive {
            Passive::Stay => outcomes.push(Outcome { moved: Vec::new(), state: passive }),
            Passive::All(moves) => {
                let mut after = passive.clone();
                for &(source, _) in moves {
                    after.set(source, 0);
                }
                for &(source, destination) in moves.iter().filter(|&&(_, destination)| destination != NOWHERE) {
                    after.add(destination, passive.count(source))?;
                }
                outcomes.push(Outcome { moved: Vec::new(), state: after });
            }
            Passive::One(moves) => {
                for &(source, destination) in moves {
                    let mut after = passive.clone();
                    if after.remove(source, 1) {
                        after.add(destination, 1)?;
                        outcomes.push(Outcome { moved: vec![(source, destination, 1)], state: after });
                    }
                }
                if outcomes.is_empty() {
                    outcomes.push(Outcome { moved: Vec::new(), state: passive });
                }
            }
            Passive::Each { images, forbidden } => {
                let mut staying = passive.clone();
                images.iter().for_each(|(source, _)| staying.set(*source, 0));
                outcomes.push(Outcome { moved: Vec::new(), state: staying });
                for (source, images) in images {
                    let mut next = Vec::new();
                    for outcome in outcomes {
                        spread(&outcome, *source, passive.count(*source), images, &mut next)?;
                    }
                    outcomes = next;
                }
                outcomes.retain(|outcome| !forbidden.iter().any(|moves| occur_together(moves, &outcome.moved)));
            }
        }
        for outcome in &mut outcomes {
            for &(local, count) in &rule.give {
                outcome.state.add(local, count)?;
            }
        }
        Ok(outcomes)
    }

    /// Whether the number of threads is bounded by the start: no start with any number, and no creation.
    pub fn has_fixed_threads(&self) -> bool {
        let total = |counts: &Counts| counts.iter().map(|&(_, count)| u64::from(count)).sum::<u64>();
        self.has_fixed_start() && self.rules.iter().all(|rule| total(&rule.give) <= total(&rule.take))
    }

    /// Whether every start gives all numbers of threads.
    pub fn has_fixed_start(&self) -> bool {
        self.initial.iter().all(|initial| initial.counts.iter().all(|count| !count.unbounded))
    }

    /// Whether `state` covers a target.
    pub fn is_target(&self, state: &State) -> bool {
        self.targets.iter().any(|target| target.covered_by(state))
    }

    /// The least states that cover a target, one for each shared state that the target allows.
    pub fn minimal_targets(&self) -> impl Iterator<Item = State> {
        self.targets.iter().flat_map(|target| {
            let shared = match target.shared {
                Some(shared) => shared..shared + 1,
                None => 0..self.shared_count,
            };
            shared.map(|shared| {
                State::new(shared, target.counts.iter().copied()).expect("target counters are already sums")
            })
        })
    }

    /// Local states that hold any number of threads at every moment: unbounded in every initial set, and left by
    /// active threads only. A thread there is always to be had, so a state needs no thread there to be coverable.
    pub fn inexhaustible_locals(&self) -> Vec<u32> {
        let mut candidate = vec![true; self.local_count as usize];
        for initial in &self.initial {
            let mut unbounded = vec![false; self.local_count as usize];
            for count in &initial.counts {
                unbounded[count.local as usize] = count.unbounded;
            }
            candidate.iter_mut().zip(unbounded).for_each(|(c, u)| *c &= u);
        }
        for source in self.rules.iter().flat_map(|rule| rule.passive.sources()) {
            candidate[source as usize] = false;
        }
        (0..self.local_count).filter(|&local| candidate[local as usize]).collect()
    }
}

/// More outcomes of one step than this count as an overflow: nobody can look at them all.
const MOST_OUTCOMES: usize = 1_000_000;

/// Whether distinct threads make all these moves.
fn occur_together(moves: &[(u32, u32)], moved: &[(u32, u32, u32)]) -> bool {
    moves.iter().all(|wanted| {
        let needed = moves.iter().filter(|other| *other == wanted).count() as u64;
        let made = moved.iter().filter(|&&(source, image, _)| (source, image) == *wanted);
        made.map(|&(_, _, count)| u64::from(count)).sum::<u64>() >= needed
    })
}

/// Adds `count` threads from `source`, each at one of `images`, in every way; nothing if there is no image for one.
fn spread(outcome: &Outcome, source: u32, count: u32, images: &[u32], into: &mut Vec<Outcome>) -> Result<(), Overflow> {
    let Some((&image, others)) = images.split_first() else {
        if count == 0 {
            into.push(outcome.clone());
        }
        return Ok(());
    };
    if into.len() > MOST_OUTCOMES {
        return Err(Overflow);
    }
    let fewest = if others.is_empty() { count } else { 0 };
    for here in fewest..=count {
        let mut outcome = outcome.clone();
        if here > 0 {
            outcome.state.add(image, here)?;
            outcome.moved.push((source, image, here));
        }
        spread(&outcome, source, count - here, others, into)?;
    }
    Ok(())
}

impl Target {
    /// Whether `state` covers this target.
    pub fn covered_by(&self, state: &State) -> bool {
        self.shared.is_none_or(|shared| shared == state.shared) && state.has(&self.counts)
    }
}

impl Initial {
    /// The smallest state of this set.
    pub fn least(&self) -> State {
        let mut state = State::empty(self.shared);
        for count in &self.counts {
            state.set(count.local, count.least);
        }
        state
    }

    /// The smallest initial state of this set that covers `state`, if any.
    pub fn covering(&self, state: &State) -> Option<State> {
        if self.shared != state.shared {
            return None;
        }
        let mut start = State::empty(self.shared);
        for count in &self.counts {
            let wanted = state.count(count.local);
            start.set(count.local, if count.unbounded { wanted.max(count.least) } else { count.least });
        }
        start.covers(state).then_some(start)
    }

    /// Whether `state` is exactly one of these initial states.
    pub fn contains(&self, state: &State) -> bool {
        let listed = |local| self.counts.iter().any(|c| c.local == local);
        self.shared == state.shared
            && state.locals().iter().all(|&(local, _)| listed(local))
            && self.counts.iter().all(|c| {
                let count = state.count(c.local);
                count == c.least || (c.unbounded && count > c.least)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::counts;

    fn rule(passive: Passive) -> Rule {
        let one = |local| counts([(local, 1)]).unwrap();
        Rule { from: 0, to: 1, guard: one(0), take: one(0), give: one(1), passive }
    }

    fn after(passive: Passive, before: &[(u32, u32)]) -> Vec<Vec<(u32, u32)>> {
        let state = State::new(0, before.iter().copied()).unwrap();
        let outcomes = System::default().fire(&rule(passive), &state).unwrap();
        outcomes.into_iter().map(|o| o.state.locals().to_vec()).collect()
    }

    #[test]
    fn a_broadcast_moves_all_passive_threads_at_once() {
        // 2 ~> 3 and 3 ~> 2 swap; the active thread is not transferred although its source is one.
        let swap = Passive::All(vec![(2, 3), (3, 2), (0, 4)]);
        assert_eq!(after(swap, &[(0, 2), (2, 5), (3, 1)]), [[(1, 1), (2, 1), (3, 5), (4, 1)]]);
    }

    #[test]
    fn a_signal_releases_exactly_one_waiter_if_there_is_one() {
        let signal = || Passive::One(vec![(2, 3)]);
        assert_eq!(after(signal(), &[(0, 1), (2, 2)]), [[(1, 1), (2, 1), (3, 1)]]);
        assert_eq!(after(signal(), &[(0, 1)]), [[(1, 1)]]);
        assert!(after(signal(), &[(2, 1)]).is_empty());
    }

    #[test]
    fn a_constrained_broadcast_gives_each_thread_one_of_its_images() {
        let each = || Passive::Each { images: vec![(2, vec![3, 4]), (5, vec![])], forbidden: vec![] };
        let expected = [vec![(1, 1), (4, 2)], vec![(1, 1), (3, 1), (4, 1)], vec![(1, 1), (3, 2)]];
        assert_eq!(after(each(), &[(0, 1), (2, 2)]), expected);
        assert!(after(each(), &[(0, 1), (5, 1)]).is_empty(), "a thread without image blocks the step");
    }

    #[test]
    fn forbidden_moves_do_not_occur_together() {
        let each = |forbidden| Passive::Each { images: vec![(2, vec![3, 4])], forbidden };
        let before = [(0, 1), (2, 2)];
        assert_eq!(after(each(vec![vec![(2, 3), (2, 4)]]), &before), [[(1, 1), (4, 2)], [(1, 1), (3, 2)]]);
        assert_eq!(
            after(each(vec![vec![(2, 3), (2, 3)]]), &before),
            [vec![(1, 1), (4, 2)], vec![(1, 1), (3, 1), (4, 1)]]
        );
        assert_eq!(after(each(vec![vec![(2, 3), (2, 3)]]), &[(0, 1), (2, 1)]).len(), 2, "one thread is not two");
    }

    #[test]
    fn an_initial_set_names_the_smallest_start() {
        let at = |local, least, unbounded| InitialCount { local, least, unbounded };
        let initial = Initial { shared: 0, counts: vec![at(0, 1, true), at(1, 2, false)] };
        let start = initial.covering(&State::new(0, [(0, 4)]).unwrap()).unwrap();
        assert_eq!(start.locals(), [(0, 4), (1, 2)]);
        assert!(initial.contains(&start));
        assert!(initial.covering(&State::new(0, [(1, 3)]).unwrap()).is_none());
        assert!(!initial.contains(&State::new(0, [(0, 4), (1, 1)]).unwrap()));
    }
}
