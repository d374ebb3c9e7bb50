//! Upward certificates: an upward-closed set, given by its basis, that contains the targets, is closed under
//! predecessors and avoids the initial states.
//!
//! Four conditions are checked: (0) the invariant is proved; (i) every minimal target is in the set; (ii) every
//! predecessor of a basis element is in the set; (iii) no initial state is. States that violate the invariant need not
//! be in the set.

use crate::Rejection;
use crate::closure::UpwardClosure;
use crate::invariant::Proved;
use crate::predecessors::predecessors;
use rustc_hash::FxHashMap;
use umpteen_model::evidence::Invariant;
use umpteen_model::state::State;
use umpteen_model::system::{Passive, Rule, System};

pub(crate) fn check(
    system: &System,
    basis: &[State],
    invariant: &Invariant,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    crate::check_ranges(system, basis)?;
    let invariant = Proved::new(system, invariant, go_on)?; // (0)
    let closure = UpwardClosure::new(basis);
    let covered = |state: &State| invariant.excludes(state) || closure.contains(state);

    if !system.minimal_targets().all(|target| covered(&target)) {
        return Rejection::wrong("a target is outside the set"); // (i)
    }
    let rules = RulesByEffect::new(system, &invariant);
    for element in basis {
        for rule in rules.relevant(element) {
            if !go_on() {
                return Err(Rejection::OutOfTime);
            }
            let before = predecessors(system, rule, element)?;
            if !before.iter().all(|state| state.covers(element) || covered(state)) {
                return Rejection::wrong("the set is not closed under predecessors"); // (ii)
            }
        }
        if system.initial.iter().any(|initial| initial.covering(element).is_some()) {
            return Rejection::wrong("an initial state is in the set"); // (iii)
        }
    }
    Ok(())
}

/// The rules that the invariant does not exclude, filed so that those that cannot matter for an element need not be looked
/// at. A state before a rule has its guard, so where the guard is excluded, so is the state.
struct RulesByEffect<'a> {
    any: FxHashMap<u32, Vec<&'a Rule>>,
    /// Rules that keep the shared state and everybody else where they are. If such a rule gives nothing that the
    /// element names, then every state before already covers the element.
    giving: FxHashMap<(u32, u32), Vec<&'a Rule>>,
}

impl<'a> RulesByEffect<'a> {
    fn new(system: &'a System, invariant: &Proved) -> RulesByEffect<'a> {
        let mut rules = RulesByEffect { any: FxHashMap::default(), giving: FxHashMap::default() };
        for rule in system.rules.iter().filter(|rule| invariant.may_fire(rule)) {
            if rule.from != rule.to || rule.passive != Passive::Stay {
                rules.any.entry(rule.to).or_default().push(rule);
            } else {
                for &(local, _) in &rule.give {
                    rules.giving.entry((rule.to, local)).or_default().push(rule);
                }
            }
        }
        rules
    }

    fn relevant(&self, element: &State) -> impl Iterator<Item = &'a Rule> {
        let any = self.any.get(&element.shared).into_iter().flatten();
        let locals = element.locals().iter();
        any.chain(locals.flat_map(|&(local, _)| self.giving.get(&(element.shared, local)).into_iter().flatten()))
            .copied()
    }
}
