//! How large K must be for the kinds of induction of papers/kinduction, on an explicit graph of all global states.
//!
//! - plain (Thm. 3.1): over steps; the longest way to a target (Lemma 3.1), none if there is a cycle on such a way
//! - improved (Thm. 3.2, Claessen 1999): over steps; the longest of the shortest ways
//! - switches (Sect. 2): the same over context switches, from arbitrary states
//! - amplified (Thm. 3.3 and Eqn. 9): the same over epochs, from states within an envelope
//!
//! The universe of the first three: all shared states, with all stacks that a thread can have if it can take every
//! branch, or with all stacks, of a bounded height. K begins with 1, as in Alg. 1. A system that fails has no K at all.

use crate::universe::{Universe, Which};
use std::fmt;
use std::path::Path;
use umpteen_frontends::{Error, boolean, pds};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::pushdown::PushdownSystem;

/// The least K of each kind of induction, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Least {
    /// Plain induction over steps.
    pub plain: Option<usize>,
    /// Improved induction over steps.
    pub improved: usize,
    /// Improved induction over context switches.
    pub switches: usize,
    /// Over epochs, within the stacks that are possible.
    pub amplified_stacks: usize,
    /// Over epochs, within what threads may see.
    pub amplified_data: usize,
}

impl fmt::Display for Least {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let plain = self.plain.map_or("none".to_string(), |k| k.to_string());
        let Least { improved, switches, amplified_stacks, amplified_data, .. } = self;
        write!(out, "{plain} | {improved} | {switches} | {amplified_stacks} | {amplified_data}")
    }
}

/// Reads a pushdown system, or a Boolean program with its assertions.
pub fn read(path: &Path) -> Result<PushdownSystem, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let message = |error: Error| error.message;
    if path.extension().is_some_and(|ending| ending == "pds") {
        return pds::parse(&text).map_err(message);
    }
    let (program, calls) = boolean::keep_calls(&boolean::parse(&text).map_err(message)?, &text).map_err(message)?;
    let unfolded = unfold(&program, &calls, &Property::Assertions, &|| true);
    unfolded.map(|unfolded| unfolded.system).map_err(|_| "too many rules".to_string())
}

/// A set of states.
type States = Vec<bool>;

/// Computes the least K of each kind; an error says why there is none.
pub fn least(system: &PushdownSystem, which: Which, height: usize) -> Result<Least, String> {
    let universe = Universe::new(system, which, height)?;
    let targets = universe.targets();
    let every: Vec<usize> = (0..universe.threads()).collect();
    let leading = backwards(&universe, &every, targets.clone());
    if universe.initial().iter().zip(&leading).any(|(starts, leads)| *starts && *leads) {
        return Err("a target can be reached".to_string());
    }
    let switch = |states: &States| {
        let alone = every.iter().map(|thread| backwards(&universe, &[*thread], states.clone()));
        alone.fold(states.clone(), |all, states| both(&all, &states, |one, other| one | other))
    };
    // The last thread of an epoch comes first, going backwards.
    let epoch =
        |states: &States| every.iter().rev().fold(states.clone(), |all, thread| backwards(&universe, &[*thread], all));
    let step = |states: &States| {
        let mut after = states.clone();
        for state in (0..universe.size()).filter(|state| states[*state]) {
            every.iter().for_each(|thread| universe.before(*thread, state).iter().for_each(|from| after[*from] = true));
        }
        after
    };
    let within = |envelope: &States| both(&targets, envelope, |one, other| one & other);
    let (stacks, data) = (universe.possible_stacks(height)?, universe.possible_data());
    // An envelope holds all successors of its states, so it suffices to look at what is new within it.
    let amplified =
        |envelope: &States| rounds(within(envelope), |states| both(&epoch(states), envelope, |one, other| one & other));
    Ok(Least {
        plain: longest_way(&universe, &targets, &leading).map(|longest| longest.max(1)),
        improved: rounds(targets.clone(), step),
        // No switch is needed for what a single thread does.
        switches: rounds(switch(&targets), switch),
        amplified_stacks: amplified(&stacks),
        amplified_data: amplified(&data),
    })
}

fn both(one: &States, other: &States, join: impl Fn(bool, bool) -> bool) -> States {
    one.iter().zip(other).map(|(one, other)| join(*one, *other)).collect()
}

/// After how many rounds nothing is added any more, at least 1.
fn rounds(mut states: States, round: impl Fn(&States) -> States) -> usize {
    for number in 0.. {
        let after = round(&states);
        if after == states {
            return number.max(1);
        }
        states = after;
    }
    unreachable!("there are finitely many states")
}

/// The states from which some of the threads get to one of the states.
fn backwards(universe: &Universe, threads: &[usize], mut states: States) -> States {
    let mut pending: Vec<usize> = (0..states.len()).filter(|state| states[*state]).collect();
    while let Some(state) = pending.pop() {
        for from in threads.iter().flat_map(|thread| universe.before(*thread, state)) {
            if !std::mem::replace(&mut states[from], true) {
                pending.push(from);
            }
        }
    }
    states
}

/// How many steps a way to a target can have that meets none before; none if there is no bound. States are done in the
/// order in which all their successors are; those on a cycle never are.
fn longest_way(universe: &Universe, targets: &States, leading: &States) -> Option<usize> {
    let before = |state| {
        let from = (0..universe.threads()).flat_map(move |thread| universe.before(thread, state));
        from.filter(|from| !targets[*from])
    };
    let inner: Vec<usize> = (0..leading.len()).filter(|state| leading[*state] && !targets[*state]).collect();
    let (mut successors, mut longest) = (vec![0; leading.len()], vec![1; leading.len()]);
    inner.iter().flat_map(|state| before(*state)).for_each(|from| successors[from] += 1);
    let mut ready: Vec<usize> = inner.iter().copied().filter(|state| successors[*state] == 0).collect();
    let (mut done, mut most) = (0, 0);
    while let Some(state) = ready.pop() {
        done += 1;
        most = most.max(longest[state]);
        for from in before(state) {
            longest[from] = longest[from].max(longest[state] + 1);
            successors[from] -= 1;
            if successors[from] == 0 {
                ready.push(from);
            }
        }
    }
    (done == inner.len()).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_engines::budget::Budget;
    use umpteen_engines::pushdown::envelope::EnvelopeKind;
    use umpteen_engines::pushdown::{Found, History, run};

    fn example(name: &str) -> PushdownSystem {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/recursive").join(name)).unwrap()
    }

    #[test]
    fn figure_1_needs_more_steps_for_higher_stacks_but_no_more_epochs() {
        // From `t1` the error is 3 steps away, from `rec back ... back after` as many as the stack is high. A thread takes
        // 2 height - 1 steps if it goes up as far as possible, and the other one as many meanwhile.
        for height in 3..=5 {
            let found = least(&example("fig1.pds"), Which::Possible, height).unwrap();
            let expected = Least {
                plain: Some(4 * height - 2),
                improved: height,
                switches: 1,
                amplified_stacks: 1,
                amplified_data: 1,
            };
            assert_eq!(found, expected, "height {height}");
        }
    }

    #[test]
    fn figure_5_needs_an_envelope() {
        let system = example("fig5.pds");
        let nothing = Least { plain: Some(1), improved: 1, switches: 1, amplified_stacks: 1, amplified_data: 1 };
        assert_eq!(least(&system, Which::Possible, 9), Ok(nothing), "error is not on a possible stack");
        // `lock error` and `lock unlock`, unlocked: the second thread may go first, twice; the longest way has 3 steps.
        // `lock error` and `unlock`, locked: the unlock comes first, so a shortest way has 2 steps and a switch.
        let two = Least { plain: Some(3), improved: 2, switches: 1, ..nothing };
        assert_eq!(least(&system, Which::Any, 2), Ok(two));
        // `lock lock error` and `lock unlock unlock`, unlocked: there is one way only. The second thread must lock and
        // unlock before the first one locks, and unlock again before it locks again: 2 2 1 2 1, with three switches.
        let three = Least { plain: Some(5), improved: 5, switches: 3, ..nothing };
        assert_eq!(least(&system, Which::Any, 3), Ok(three));
    }

    #[test]
    fn ways_with_cycles_have_no_bound_and_failures_no_k() {
        let found = least(&example("peterson.bp"), Which::Possible, 9).unwrap();
        assert_eq!(found.plain, None, "whoever waits goes round in circles");
        assert!(least(&example("bluetooth1_bug.bp"), Which::Possible, 9).is_err_and(|why| why.contains("reached")));
        assert!(least(&example("fig1.pds"), Which::Possible, usize::MAX).is_err_and(|why| why.contains("stacks")));
    }

    #[test]
    fn the_engine_finds_the_same_k() {
        let once =
            ["peterson.bp", "peterson_once.bp", "dekker.bp", "lock_unlock_2.bp", "bluetooth2.bp", "bluetooth3.bp"];
        for name in once.into_iter().chain(["mutex_2.bp", "mutex_3.bp", "pump_4.bp", "pump_8.bp"]) {
            let system = example(name);
            let found = least(&system, Which::Possible, usize::MAX).unwrap();
            for (kind, k) in
                [(EnvelopeKind::Stacks, found.amplified_stacks), (EnvelopeKind::Data, found.amplified_data)]
            {
                let proof = run(&system, kind, None, &Budget::unlimited(), &mut History::default());
                let Ok(Found::Proof(proof)) = proof else { panic!("{name} is not proved") };
                // Equal threads may run in place of each other, which makes epochs larger.
                let equal = system.threads.windows(2).any(|pair| pair[0] == pair[1]);
                let epochs = proof.epochs as usize;
                assert!(epochs == k || (equal && epochs < k), "{name} {kind:?}: {epochs} instead of {k}");
            }
        }
    }
}
