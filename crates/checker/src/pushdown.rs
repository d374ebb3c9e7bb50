//! Judges evidence about pushdown systems: runs are executed; proofs are checked step by step, not epoch by epoch.
//!
//! The envelope must hold the initial stacks and be closed under the steps of a thread itself and of the others. Within
//! it, the leading states must hold every target and every predecessor of themselves by a single step, and no initial
//! state. Then no target can be reached, however many epochs a run has: each obligation (6) and (7) of papers/kinduction
//! follows, and is easier to check in this form.

use crate::Rejection;
use crate::stack_sets::{Part, Reader, are_within};
use umpteen_model::pushdown::{PushdownProof, PushdownSystem, PushdownTrace, Stacks};

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
    readers: Vec<Reader>,
    /// For each thread and shared state, where the envelope is read from.
    envelope: Vec<Vec<Option<u32>>>,
    /// For each shared state, the leading states.
    leading: Vec<Vec<&'a [u32]>>,
    go_on: &'a dyn Fn() -> bool,
}

impl<'a> Judge<'a> {
    fn new(
        system: &'a PushdownSystem,
        proof: &'a PushdownProof,
        go_on: &'a dyn Fn() -> bool,
    ) -> Result<Judge<'a>, Rejection> {
        let (threads, shared_count) = (system.threads.len(), system.shared.len());
        if proof.automata.len() != threads || proof.envelope.len() != threads {
            return Rejection::wrong("there is not one automaton and one envelope for each thread");
        }
        let readers: Option<Vec<Reader>> = proof.automata.iter().map(Reader::new).collect();
        let Some(readers) = readers else { return Rejection::wrong("an automaton has a state out of range") };
        let mut envelope = vec![vec![None; shared_count]; threads];
        for (thread, row) in proof.envelope.iter().enumerate() {
            for &(shared, state) in row {
                if shared as usize >= shared_count || !readers[thread].has(state) {
                    return Rejection::wrong("the envelope has a state out of range");
                }
                envelope[thread][shared as usize] = Some(state);
            }
        }
        let mut leading = vec![Vec::new(); shared_count];
        for (shared, states) in &proof.leading {
            let fits = states.len() == threads && states.iter().zip(&readers).all(|(state, reader)| reader.has(*state));
            if *shared as usize >= shared_count || !fits {
                return Rejection::wrong("the leading states are out of range");
            }
            leading[*shared as usize].push(states.as_slice());
        }
        Ok(Judge { system, readers, envelope, leading, go_on })
    }

    fn envelope_holds(&self) -> Result<(), Rejection> {
        for (thread, stack) in self.system.threads.iter().enumerate() {
            for &shared in &self.system.initial {
                let start = self.envelope[thread][shared as usize];
                if !start.is_some_and(|start| self.readers[thread].accepts(start, stack)) {
                    return Rejection::wrong(format!("the envelope lacks the start of thread {}", thread + 1));
                }
            }
        }
        for (number, rule) in self.system.rules.iter().enumerate() {
            let wrong = || Rejection::wrong(format!("the envelope is not closed under rule {}", number + 1));
            for thread in 0..self.system.threads.len() {
                let Some(before) = self.envelope[thread][rule.from as usize] else { continue };
                let below = self.readers[thread].after(before, rule.top);
                if below.is_empty() {
                    continue;
                }
                let moved = Part { prefix: rule.push.to_vec(), starts: below, within: None };
                if !self.reaches_envelope(thread, moved, rule.to)? {
                    return wrong();
                }
                for other in (0..self.system.threads.len()).filter(|other| *other != thread && rule.from != rule.to) {
                    let Some(before) = self.envelope[other][rule.from as usize] else { continue };
                    if !self.reaches_envelope(other, Part::all(before), rule.to)? {
                        return wrong();
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the envelope of a thread holds these stacks.
    fn reaches_envelope(&self, thread: usize, stacks: Part, shared: u32) -> Result<bool, Rejection> {
        let after = self.envelope[thread][shared as usize];
        if after.is_some() && stacks.prefix.is_empty() && stacks.starts.iter().all(|start| Some(*start) == after) {
            return Ok(true);
        }
        let rows: Vec<&[u32]> = after.iter().map(std::slice::from_ref).collect();
        are_within(&[&self.readers[thread]], &[stacks], &rows, self.go_on)
    }

    fn initial_states_do_not_lead(&self) -> Result<(), Rejection> {
        for &shared in &self.system.initial {
            for states in &self.leading[shared as usize] {
                let mut threads = self.system.threads.iter().zip(*states).zip(&self.readers);
                if threads.all(|((stack, state), reader)| reader.accepts(*state, stack)) {
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
                self.placed_targets_lead(shared, &target.tops, parts, &mut vec![false; self.system.threads.len()])?;
            }
        }
        Ok(())
    }

    /// All stacks of the envelope; none if some thread cannot be there.
    fn everything(&self, shared: u32) -> Option<Vec<Part>> {
        self.envelope.iter().map(|row| row[shared as usize].map(Part::all)).collect()
    }

    /// Each symbol is on top of a thread of its own, in every way.
    fn placed_targets_lead(
        &self,
        shared: u32,
        tops: &[u32],
        parts: Vec<Part>,
        taken: &mut Vec<bool>,
    ) -> Result<(), Rejection> {
        let Some((&top, others)) = tops.split_first() else {
            return match self.lead(shared, &parts)? {
                true => Ok(()),
                false => Rejection::wrong("a target is not among the leading states"),
            };
        };
        for thread in 0..parts.len() {
            if !taken[thread] {
                let mut parts = parts.clone();
                let below = parts[thread].starts.iter().flat_map(|s| self.readers[thread].after(*s, top)).collect();
                parts[thread] = Part { prefix: vec![top], starts: below, within: None };
                taken[thread] = true;
                self.placed_targets_lead(shared, others, parts, taken)?;
                taken[thread] = false;
            }
        }
        Ok(())
    }

    fn predecessors_lead(&self) -> Result<(), Rejection> {
        for rule in &self.system.rules {
            for states in &self.leading[rule.to as usize] {
                for thread in 0..states.len() {
                    let mut after = vec![states[thread]];
                    for &symbol in &rule.push {
                        after = after.iter().flat_map(|state| self.readers[thread].after(*state, symbol)).collect();
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
        let readers: Vec<&Reader> = self.readers.iter().collect();
        are_within(&readers, parts, &self.leading[shared as usize], self.go_on)
    }
}
