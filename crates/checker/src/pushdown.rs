//! Judges evidence about pushdown systems: runs are executed; proofs are checked step by step, not epoch by epoch.
//!
//! The envelope must hold the initial stacks and be closed under the steps of a thread itself and of the others. Within
//! it, the leading states must hold every target and every predecessor of themselves by a single step, and no initial
//! state. Then no target can be reached, however many epochs a run has: obligations (6) and (7) of papers/kinduction
//! follow, and are easier to check in this form.

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
                let mut tops = target.tops.clone();
                tops.sort_unstable();
                self.placed_targets_lead(shared, &tops, parts, &mut vec![None; self.system.threads.len()])?;
            }
        }
        Ok(())
    }

    /// All stacks of the envelope; none if some thread cannot be there.
    fn everything(&self, shared: u32) -> Option<Vec<Part>> {
        self.envelope.iter().map(|row| row[shared as usize].map(Part::all)).collect()
    }

    /// Each symbol is on top of a thread of its own, in every way; `taken` holds the symbols that have one already. Where a
    /// later thread has the same symbol, the same states were looked at the other way round.
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
            if taken[thread].is_none() && !the_same_later {
                let mut parts = parts.clone();
                let below = parts[thread].starts.iter().flat_map(|s| self.readers[thread].after(*s, top)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::pushdown::{PushdownRule, PushdownTarget, StackAutomaton};

    const A: u32 = 0;
    const B: u32 = 1;
    const C: u32 = 2;
    const E: u32 = 3;
    const X: u32 = 4;
    const Y: u32 = 5;

    /// One thread calls and returns; with shared state 1, which nobody sets, it would go on to E. The other one moves from
    /// X to Y, if it sees 1.
    fn system() -> PushdownSystem {
        let rule = |from, top, to, push: &[u32]| PushdownRule { from, top, to, push: push.into(), line: 0 };
        PushdownSystem {
            shared: vec!["0".to_string(), "1".to_string()],
            rules: vec![rule(0, A, 0, &[B, C]), rule(0, B, 0, &[]), rule(1, C, 1, &[E]), rule(1, X, 1, &[Y])],
            initial: vec![0],
            threads: vec![vec![A], vec![X]],
            targets: vec![PushdownTarget { shared: None, tops: vec![E] }],
            ..PushdownSystem::default()
        }
    }

    /// All stacks that occur if the shared state is ignored: A, B C, C or E, and X or Y. What leads to E: E, and C with 1.
    fn proof() -> PushdownProof {
        let one = StackAutomaton {
            states: 5,
            edges: vec![(0, A, 2), (0, B, 1), (1, C, 2), (0, C, 2), (0, E, 2), (3, E, 2), (4, C, 2)],
            accepting: vec![2],
        };
        let other = StackAutomaton { states: 2, edges: vec![(0, X, 1), (0, Y, 1)], accepting: vec![1] };
        PushdownProof {
            epochs: 1,
            automata: vec![one, other],
            envelope: vec![vec![(0, 0), (1, 0)], vec![(0, 0), (1, 0)]],
            leading: vec![(0, vec![3, 0]), (1, vec![3, 0]), (1, vec![4, 0])],
        }
    }

    fn check(system: &PushdownSystem, change: impl FnOnce(&mut PushdownProof)) -> String {
        let mut proof = proof();
        change(&mut proof);
        match check_pushdown_proof(system, &proof, &|| true) {
            Ok(()) => "accepted".to_string(),
            Err(Rejection::Wrong(reason)) => reason,
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn every_obligation_is_checked() {
        let system = system();
        assert_eq!(check(&system, |_| {}), "accepted");
        let without_edge =
            |edge| move |proof: &mut PushdownProof| proof.automata[0].edges.retain(|other| *other != edge);
        assert_eq!(check(&system, without_edge((0, A, 2))), "the envelope lacks the start of thread 1");
        assert_eq!(check(&system, without_edge((0, B, 1))), "the envelope is not closed under rule 1");
        assert_eq!(check(&system, without_edge((0, C, 2))), "the envelope is not closed under rule 2");
        let lost = |proof: &mut PushdownProof| drop(proof.leading.remove(0));
        assert_eq!(check(&system, lost), "a target is not among the leading states");
        let lost = |proof: &mut PushdownProof| drop(proof.leading.remove(2));
        assert_eq!(check(&system, lost), "a predecessor of a leading state is not among them");
        let everything = |proof: &mut PushdownProof| proof.leading.push((0, vec![0, 0]));
        assert_eq!(check(&system, everything), "an initial state may lead to a target");
        let narrow = |proof: &mut PushdownProof| {
            proof.automata[1].edges.retain(|edge| edge.1 != Y);
            proof.leading.retain(|(shared, _)| *shared == 0);
        };
        assert_eq!(check(&system, narrow), "the envelope is not closed under rule 4");
        let far = |proof: &mut PushdownProof| proof.leading[0].1[1] = 9;
        assert_eq!(check(&system, far), "the leading states are out of range");
    }

    #[test]
    fn other_threads_see_the_shared_state_change() {
        // Now the second thread sets 1: the first one may see it, and a proof that forgets that is wrong.
        let mut system = system();
        system.rules[3] = PushdownRule { from: 0, top: X, to: 1, push: [Y].as_slice().into(), line: 0 };
        assert_eq!(check(&system, |_| {}), "a predecessor of a leading state is not among them");
        let forgets = |proof: &mut PushdownProof| {
            proof.envelope[0].pop();
            proof.leading.truncate(1);
        };
        assert_eq!(check(&system, forgets), "the envelope is not closed under rule 4");
    }

    #[test]
    fn two_threads_with_the_same_symbol_are_two() {
        let mut system = system();
        system.threads = vec![vec![E], vec![E]];
        system.targets = vec![PushdownTarget { shared: None, tops: vec![E, E] }];
        let one = StackAutomaton { states: 2, edges: vec![(0, E, 1)], accepting: vec![1] };
        let envelope = vec![vec![(0, 0)], vec![(0, 0)]];
        let forged = PushdownProof { epochs: 1, automata: vec![one.clone(), one], envelope, leading: vec![] };
        assert!(check_pushdown_proof(&system, &forged, &|| true).is_err());
        system.targets[0].tops.push(E);
        assert!(check_pushdown_proof(&system, &forged, &|| true).is_ok(), "three are more than there are");
    }
}
