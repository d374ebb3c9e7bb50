//! Judges evidence about pushdown systems: runs are executed; proofs are checked step by step, not epoch by epoch.
//!
//! The envelope must hold the initial stacks and be closed under the steps of a thread itself and of the others. Within
//! it, the leading states must hold every target and every predecessor of themselves by a single step, and no initial
//! state. Then no target can be reached, however many epochs a run has: obligations (6) and (7) of papers/kinduction
//! follow, and are easier to check in this form.
//!
//! The proof speaks of threads that start with the same stack as of one kind. The set of leading states is closed under
//! exchanging their stacks, so it suffices to look at the predecessors of the states as they are written down: a
//! predecessor of an exchanged state is an exchanged predecessor. The same goes for targets.

use crate::Rejection;
use crate::stack_products::Products;
use crate::stack_sets::{Part, Reader};
use umpteen_model::pushdown::{MOST_THREADS, PushdownProof, PushdownSystem, PushdownTrace, Stacks};

/// Executes a run; the states that it goes through.
pub fn check_pushdown_trace(system: &PushdownSystem, trace: &PushdownTrace) -> Result<Vec<Stacks>, Rejection> {
    if !system.initial.contains(&trace.shared) {
        return Rejection::wrong("it does not start with an initial shared state");
    }
    let mut states = vec![system.start(trace.shared)];
    for (number, &(thread, rule)) in trace.steps.iter().enumerate() {
        let rule = system.rules.get(rule as usize);
        let after = rule.and_then(|rule| system.fire(rule, thread as usize, &states[number]));
        match after {
            Some(after) => states.push(after),
            None => return Rejection::wrong(format!("step {} is not possible", number + 1)),
        }
    }
    match system.is_target(&states[states.len() - 1]) {
        true => Ok(states),
        false => Rejection::wrong("it does not end in a target"),
    }
}

/// Proves that no target can be reached, or rejects the claim.
pub fn check_pushdown_proof(
    system: &PushdownSystem,
    proof: &PushdownProof,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Rejection> {
    let judge = Judge::new(system, proof, go_on)?;
    judge.envelope_holds()?;
    judge.initial_states_do_not_lead()?;
    judge.targets_lead()?;
    judge.predecessors_lead()
}

struct Judge<'a> {
    system: &'a PushdownSystem,
    /// The kinds of threads, and sets of their stacks.
    products: Products<'a>,
    /// For each kind and shared state, where the envelope is read from.
    envelope: Vec<Vec<Option<u32>>>,
    /// For each shared state, the leading states.
    leading: Vec<Vec<&'a [u32]>>,
}

impl<'a> Judge<'a> {
    fn new(
        system: &'a PushdownSystem,
        proof: &'a PushdownProof,
        go_on: &'a dyn Fn() -> bool,
    ) -> Result<Judge<'a>, Rejection> {
        let (threads, shared_count) = (system.threads.len(), system.shared.len());
        if threads > MOST_THREADS {
            return Rejection::wrong("there are too many threads");
        }
        let kinds = system.kinds();
        let kind_count = kinds.iter().max().map_or(0, |largest| largest + 1);
        if proof.automata.len() != kind_count || proof.envelope.len() != kind_count {
            return Rejection::wrong("there is not one automaton and one envelope for each kind of threads");
        }
        let readers: Option<Vec<Reader>> = proof.automata.iter().map(Reader::new).collect();
        let Some(readers) = readers else { return Rejection::wrong("an automaton has a state out of range") };
        let mut envelope = vec![vec![None; shared_count]; kind_count];
        for (kind, row) in proof.envelope.iter().enumerate() {
            for &(shared, state) in row {
                if shared as usize >= shared_count || !readers[kind].has(state) {
                    return Rejection::wrong("the envelope has a state out of range");
                }
                envelope[kind][shared as usize] = Some(state);
            }
        }
        let mut leading = vec![Vec::new(); shared_count];
        for (shared, states) in &proof.leading {
            let fits =
                states.len() == threads && states.iter().zip(&kinds).all(|(state, kind)| readers[*kind].has(*state));
            if *shared as usize >= shared_count || !fits {
                return Rejection::wrong("the leading states are out of range");
            }
            leading[*shared as usize].push(states.as_slice());
        }
        Ok(Judge { system, products: Products::new(kinds, readers, go_on), envelope, leading })
    }

    fn envelope_holds(&self) -> Result<(), Rejection> {
        for (thread, (stack, &kind)) in self.system.threads.iter().zip(&self.products.kinds).enumerate() {
            for &shared in &self.system.initial {
                let start = self.envelope[kind][shared as usize];
                if !start.is_some_and(|start| self.products.readers[kind].accepts(start, stack)) {
                    return Rejection::wrong(format!("the envelope lacks the start of thread {}", thread + 1));
                }
            }
        }
        for (number, rule) in self.system.rules.iter().enumerate() {
            let wrong = || Rejection::wrong(format!("the envelope is not closed under rule {}", number + 1));
            for kind in 0..self.envelope.len() {
                let Some(before) = self.envelope[kind][rule.from as usize] else { continue };
                let below = self.products.readers[kind].after(before, rule.top);
                if below.is_empty() {
                    continue;
                }
                let moved = Part { prefix: rule.push.to_vec(), starts: below, within: None };
                if !self.reaches_envelope(kind, moved, rule.to)? {
                    return wrong();
                }
                // Others may be of the same kind.
                let is_alone = self.products.kinds.iter().filter(|other| **other == kind).count() == 1;
                let watching = |other: &usize| (*other != kind || !is_alone) && rule.from != rule.to;
                for other in (0..self.envelope.len()).filter(watching) {
                    let Some(before) = self.envelope[other][rule.from as usize] else { continue };
                    if !self.reaches_envelope(other, Part::all(before), rule.to)? {
                        return wrong();
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the envelope of a kind holds these stacks.
    fn reaches_envelope(&self, kind: usize, stacks: Part, shared: u32) -> Result<bool, Rejection> {
        match self.envelope[kind][shared as usize] {
            Some(envelope) => self.products.is_within(kind, &stacks, envelope),
            None => self.products.is_empty(kind, &stacks),
        }
    }

    fn initial_states_do_not_lead(&self) -> Result<(), Rejection> {
        for &shared in &self.system.initial {
            for states in &self.leading[shared as usize] {
                // Exchanging equal stacks makes no difference.
                let mut threads = self.system.threads.iter().zip(*states).zip(&self.products.kinds);
                if threads.all(|((stack, state), kind)| self.products.readers[*kind].accepts(*state, stack)) {
                    return Rejection::wrong("an initial state may lead to a target");
                }
            }
        }
        Ok(())
    }

    fn targets_lead(&self) -> Result<(), Rejection> {
        for target in &self.system.targets {
            for shared in 0..self.system.shared.len() as u32 {
                if target.shared.is_some_and(|wanted| wanted != shared) {
                    continue;
                }
                let Some(parts) = self.everything(shared) else { continue };
                let mut tops = target.tops.clone();
                tops.sort_unstable();
                self.placed_targets_lead(shared, &tops, parts, &mut vec![None; self.system.threads.len()])?;
            }
        }
        Ok(())
    }

    /// All stacks of the envelope; none if some thread cannot be there.
    fn everything(&self, shared: u32) -> Option<Vec<Part>> {
        self.products.kinds.iter().map(|kind| self.envelope[*kind][shared as usize].map(Part::all)).collect()
    }

    /// Each symbol is on top of a thread of its own, in every way; `taken` holds the symbols that have one already.
    /// Where a later thread has the same symbol, the same states were looked at the other way round; where an earlier
    /// one of the same kind has none, with the two exchanged.
    fn placed_targets_lead(
        &self,
        shared: u32,
        tops: &[u32],
        parts: Vec<Part>,
        taken: &mut Vec<Option<u32>>,
    ) -> Result<(), Rejection> {
        let Some((&top, others)) = tops.split_first() else {
            return match self.lead(shared, &parts)? {
                true => Ok(()),
                false => Rejection::wrong("a target is not among the leading states"),
            };
        };
        for thread in 0..parts.len() {
            let the_same_later = taken[thread..].contains(&Some(top));
            let kind = self.products.kinds[thread];
            let free_earlier =
                (0..thread).any(|earlier| self.products.kinds[earlier] == kind && taken[earlier].is_none());
            if taken[thread].is_none() && !the_same_later && !free_earlier {
                let mut parts = parts.clone();
                let below =
                    parts[thread].starts.iter().flat_map(|s| self.products.readers[kind].after(*s, top)).collect();
                parts[thread] = Part { prefix: vec![top], starts: below, within: None };
                taken[thread] = Some(top);
                self.placed_targets_lead(shared, others, parts, taken)?;
                taken[thread] = None;
            }
        }
        Ok(())
    }

    fn predecessors_lead(&self) -> Result<(), Rejection> {
        for rule in &self.system.rules {
            for states in &self.leading[rule.to as usize] {
                for thread in 0..states.len() {
                    let kind = self.products.kinds[thread];
                    // An equal thread with the same stacks needs no second check.
                    if (0..thread).any(|other| self.products.kinds[other] == kind && states[other] == states[thread]) {
                        continue;
                    }
                    let mut after = vec![states[thread]];
                    for &symbol in &rule.push {
                        after =
                            after.iter().flat_map(|state| self.products.readers[kind].after(*state, symbol)).collect();
                    }
                    let Some(mut parts) = self.everything(rule.from) else { continue };
                    for (other, part) in parts.iter_mut().enumerate() {
                        part.within = Some(part.starts[0]);
                        part.starts = vec![states[other]];
                    }
                    parts[thread].prefix = vec![rule.top];
                    parts[thread].starts = after;
                    if !self.lead(rule.from, &parts)? {
                        return Rejection::wrong("a predecessor of a leading state is not among them");
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether all these states are among the leading ones.
    fn lead(&self, shared: u32, parts: &[Part]) -> Result<bool, Rejection> {
        self.products.are_within(parts, &self.leading[shared as usize])
    }
}

#[cfg(test)]
mod tests;
