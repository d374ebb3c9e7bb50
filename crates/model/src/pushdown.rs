//! Pushdown systems: a fixed set of threads with a stack each, over one shared state; what a step is, and the evidence.
//!
//! A rule looks at the shared state and at the top of one thread's stack, and replaces both; the top may become nothing
//! (return), one symbol, or two (call). A thread whose stack is empty has ended.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt::{self, Display};

/// More threads than this are refused, so that sets of threads fit into a word.
pub const MOST_THREADS: usize = 64;

/// A pushdown system (`.pds`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushdownSystem {
    /// The names of the shared states.
    pub shared: Vec<String>,
    /// The names of the stack symbols.
    pub symbols: Vec<String>,
    /// The statement that a thread executes with a symbol on top, if the file names statements; empty otherwise.
    pub statements: Vec<String>,
    /// The rules, common to all threads.
    pub rules: Vec<PushdownRule>,
    /// The shared states that it may start with.
    pub initial: Vec<u32>,
    /// The stack that each thread starts with, top first.
    pub threads: Vec<Vec<u32>>,
    /// The targets, which must not be reached.
    pub targets: Vec<PushdownTarget>,
}

/// One kind of step of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushdownRule {
    /// The shared state before.
    pub from: u32,
    /// The top of the stack before.
    pub top: u32,
    /// The shared state after.
    pub to: u32,
    /// The symbols that replace the top, top first; at most two.
    pub push: SmallVec<[u32; 2]>,
    /// The line of the file, 0 if it is not from a file.
    pub line: u32,
}

/// Distinct threads with given symbols on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushdownTarget {
    /// The shared state, or any.
    pub shared: Option<u32>,
    /// The symbols.
    pub tops: Vec<u32>,
}

/// A shared state and a stack for each thread, top last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stacks {
    /// The shared state.
    pub shared: u32,
    /// The stacks.
    pub stacks: Vec<Vec<u32>>,
}

/// A run: the shared state to start with, and who fires which rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushdownTrace {
    /// The shared state to start with.
    pub shared: u32,
    /// The thread and the rule of each step.
    pub steps: Vec<(u32, u32)>,
}

/// A set of stacks: those that lead from a state to an accepting one, read from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackAutomaton {
    /// States are `0..states`.
    pub states: u32,
    /// From, symbol, to.
    pub edges: Vec<(u32, u32, u32)>,
    /// The accepting states.
    pub accepting: Vec<u32>,
}

/// Evidence that no target can be reached, by induction over epochs (papers/kinduction Thm. 3.3).
///
/// The envelope holds the initial states and every successor of its states. Within it, every target is among the
/// `leading` states, every predecessor of one of them is, and no initial state is. Threads of one kind (see
/// [`PushdownSystem::kinds`]) have the same envelope, and a state leads to a target if it does with their stacks
/// exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushdownProof {
    /// After so many epochs nothing new leads to a target.
    pub epochs: u32,
    /// One automaton for each kind of threads; the rest of the proof names states of it.
    pub automata: Vec<StackAutomaton>,
    /// For each kind, the stacks that its threads may have with a shared state; none with shared states not listed.
    pub envelope: Vec<Vec<(u32, u32)>>,
    /// States that may lead to a target: a shared state, and a set of stacks for each thread. Threads of one kind may
    /// have these sets in any order.
    pub leading: Vec<(u32, Vec<u32>)>,
}

impl PushdownSystem {
    /// The start with a shared state.
    pub fn start(&self, shared: u32) -> Stacks {
        let reversed = |stack: &Vec<u32>| stack.iter().rev().copied().collect();
        Stacks { shared, stacks: self.threads.iter().map(reversed).collect() }
    }

    /// The kind of each thread, numbered as they are met. Threads that start with the same stack are of one kind: they
    /// obey the same rules, and targets do not tell threads apart, so whatever holds of a state holds with their stacks
    /// exchanged.
    pub fn kinds(&self) -> Vec<usize> {
        let mut stacks: Vec<&[u32]> = Vec::new();
        let mut kind = |stack| {
            let known = stacks.iter().position(|other| *other == stack);
            known.unwrap_or_else(|| {
                stacks.push(stack);
                stacks.len() - 1
            })
        };
        self.threads.iter().map(|stack| kind(stack.as_slice())).collect()
    }

    /// The successor of a state under a rule that a thread fires; `None` if the rule is not enabled.
    pub fn fire(&self, rule: &PushdownRule, thread: usize, state: &Stacks) -> Option<Stacks> {
        let stack = state.stacks.get(thread)?;
        if state.shared != rule.from || stack.last() != Some(&rule.top) {
            return None;
        }
        let mut after = state.clone();
        after.shared = rule.to;
        after.stacks[thread].pop();
        after.stacks[thread].extend(rule.push.iter().rev());
        Some(after)
    }

    /// Whether a target is reached.
    pub fn is_target(&self, state: &Stacks) -> bool {
        self.targets.iter().any(|target| {
            let mut tops: Vec<u32> = state.stacks.iter().filter_map(|stack| stack.last().copied()).collect();
            target.shared.is_none_or(|shared| shared == state.shared)
                && target.tops.iter().all(|wanted| {
                    let found = tops.iter().position(|top| top == wanted);
                    found.map(|at| tops.swap_remove(at)).is_some()
                })
        })
    }
}

impl Display for PushdownSystem {
    /// The `.pds` text.
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let quoted = |name: &String| {
            let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit());
            if plain { name.clone() } else { format!("\"{name}\"") }
        };
        let shared = |shared: &u32| quoted(&self.shared[*shared as usize]);
        let words = |symbols: &[u32]| {
            symbols.iter().map(|symbol| quoted(&self.symbols[*symbol as usize])).collect::<Vec<_>>().join(" ")
        };
        writeln!(out, "shared {};", self.shared.iter().map(quoted).collect::<Vec<_>>().join(", "))?;
        writeln!(out, "start {};", self.initial.iter().map(shared).collect::<Vec<_>>().join(", "))?;
        writeln!(out, "threads {};", self.threads.iter().map(|s| words(s)).collect::<Vec<_>>().join(", "))?;
        writeln!(out, "rules")?;
        for rule in &self.rules {
            let after = format!("{} {}", shared(&rule.to), words(&rule.push));
            writeln!(out, "  {} {} -> {};", shared(&rule.from), words(&[rule.top]), after.trim_end())?;
        }
        for target in &self.targets {
            let tops: Vec<String> = target.tops.iter().map(|top| words(&[*top])).collect();
            let bar = if tops.is_empty() { "" } else { " | " };
            writeln!(
                out,
                "target {}{bar}{};",
                target.shared.as_ref().map_or("*".to_string(), shared),
                tops.join(", ")
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_push_and_returns_pop() {
        let rule = |from, top, to, push: &[u32]| PushdownRule { from, top, to, push: push.into(), line: 0 };
        let target = PushdownTarget { shared: Some(1), tops: vec![7, 7] };
        let system = PushdownSystem { threads: vec![vec![5], vec![7, 6]], targets: vec![target], ..Default::default() };
        let start = system.start(0);
        assert_eq!(start.stacks, [vec![5], vec![6, 7]]);
        let called = system.fire(&rule(0, 5, 1, &[7, 8]), 0, &start).unwrap();
        assert_eq!((called.shared, &called.stacks[0]), (1, &vec![8, 7]));
        assert!(system.is_target(&called) && !system.is_target(&start), "two threads are needed");
        let returned = system.fire(&rule(1, 7, 0, &[]), 1, &called).unwrap();
        assert_eq!(returned.stacks[1], [6]);
        assert_eq!(system.fire(&rule(1, 7, 0, &[]), 1, &start), None);
        let threads = [&[1u32, 2][..], &[1], &[1, 2], &[3], &[1]].map(<[u32]>::to_vec).to_vec();
        assert_eq!(PushdownSystem { threads, ..Default::default() }.kinds(), [0, 1, 0, 2, 1]);
        assert_eq!(system.fire(&rule(0, 6, 0, &[]), 1, &start), None, "only the top counts");
    }
}
