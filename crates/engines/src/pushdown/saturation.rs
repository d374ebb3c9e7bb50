//! The states from which one thread, running alone, can reach a set of stacks: `pre*` by saturation (Bouajjani, Esparza
//! and Maler 1997; Esparza, Hansel, Rossmanith and Schwoon 2000).
//!
//! The automaton has a state for each shared state, from which the stacks that go with it are read, and the states of
//! the automaton of the given set. For a rule that leads from `g, a` to `h, w`: if `w` can be read from `h` to some
//! state, then `a` can be read from `g` to it. Every edge remembers why it was added, which gives a run for every
//! stack.

use super::languages::{Automaton, Nondeterministic};
use crate::budget::{Budget, Stop};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use umpteen_model::pushdown::{PushdownRule, PushdownSystem};

/// From, symbol, to.
type Edge = (u32, u32, u32);

/// The rules of a system by what they lead to.
pub struct RulesByResult<'a> {
    rules: &'a [PushdownRule],
    shared_count: u32,
    popping: Vec<u32>,
    /// Rules with one or two symbols, by the shared state after and the first symbol.
    pushing: FxHashMap<(u32, u32), Vec<u32>>,
}

impl<'a> RulesByResult<'a> {
    /// Sorts the rules.
    pub fn new(system: &'a PushdownSystem) -> RulesByResult<'a> {
        let mut popping = Vec::new();
        let mut pushing: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        for (number, rule) in (0..).zip(&system.rules) {
            match rule.push.first() {
                None => popping.push(number),
                Some(first) => pushing.entry((rule.to, *first)).or_default().push(number),
            }
        }
        RulesByResult { rules: &system.rules, shared_count: system.shared.len() as u32, popping, pushing }
    }
}

/// Why an edge is there: a rule, and the edges that read what it pushes.
#[derive(Clone)]
struct Origin {
    rule: u32,
    reads: SmallVec<[Edge; 2]>,
}

/// The saturated automaton.
pub struct Saturated<'a> {
    goal: &'a Automaton,
    shared_count: u32,
    /// The shared state of the goal.
    shared: u32,
    out: FxHashMap<(u32, u32), Vec<u32>>,
    origins: FxHashMap<Edge, Option<Origin>>,
    by_state: Vec<Vec<(u32, u32)>>,
}

/// From where a thread alone can get to `shared` with a stack of `goal`, which is not empty.
pub fn predecessors<'a>(
    rules: &RulesByResult,
    shared: u32,
    goal: &'a Automaton,
    budget: &Budget,
) -> Result<Saturated<'a>, Stop> {
    let shared_count = rules.shared_count;
    let mut saturated = Saturated {
        goal,
        shared_count,
        shared,
        out: FxHashMap::default(),
        origins: FxHashMap::default(),
        by_state: vec![Vec::new(); shared_count as usize],
    };
    let mut pending: Vec<Edge> = Vec::new();
    for &(symbol, to) in &goal.edges[0] {
        saturated.add((shared, symbol, shared_count + to), None, &mut pending);
    }
    for &number in &rules.popping {
        let rule = &rules.rules[number as usize];
        let origin = Origin { rule: number, reads: SmallVec::new() };
        saturated.add((rule.from, rule.top, rule.to), Some(origin), &mut pending);
    }
    // Calls whose first symbol is read to a shared state, where the second one is still to be read.
    let mut half_read: FxHashMap<(u32, u32), Vec<(u32, Edge)>> = FxHashMap::default();
    while let Some(edge) = pending.pop() {
        budget.check()?;
        let (from, symbol, to) = edge;
        for &number in rules.pushing.get(&(from, symbol)).into_iter().flatten() {
            let rule = &rules.rules[number as usize];
            let Some(&second) = rule.push.get(1) else {
                let origin = Origin { rule: number, reads: [edge].into_iter().collect() };
                saturated.add((rule.from, rule.top, to), Some(origin), &mut pending);
                continue;
            };
            for end in saturated.read(to, second) {
                let origin = Origin { rule: number, reads: [edge, (to, second, end)].into_iter().collect() };
                saturated.add((rule.from, rule.top, end), Some(origin), &mut pending);
            }
            if to < shared_count {
                half_read.entry((to, second)).or_default().push((number, edge));
            }
        }
        for (number, first) in half_read.get(&(from, symbol)).cloned().unwrap_or_default() {
            let rule = &rules.rules[number as usize];
            let origin = Origin { rule: number, reads: [first, edge].into_iter().collect() };
            saturated.add((rule.from, rule.top, to), Some(origin), &mut pending);
        }
    }
    Ok(saturated)
}

impl Saturated<'_> {
    fn add(&mut self, edge: Edge, origin: Option<Origin>, pending: &mut Vec<Edge>) {
        if self.origins.contains_key(&edge) {
            return;
        }
        self.origins.insert(edge, origin);
        self.out.entry((edge.0, edge.1)).or_default().push(edge.2);
        self.by_state[edge.0 as usize].push((edge.1, edge.2));
        pending.push(edge);
    }

    /// The states that a symbol is read to.
    fn read(&self, from: u32, symbol: u32) -> Vec<u32> {
        if from < self.shared_count {
            return self.out.get(&(from, symbol)).cloned().unwrap_or_default();
        }
        let edges = &self.goal.edges[(from - self.shared_count) as usize];
        let found = edges.iter().filter(|(s, _)| *s == symbol).map(|(_, to)| self.shared_count + to);
        found.collect()
    }

    /// The rules that take a thread from a shared state and a stack, top first, to the goal; none if it cannot get
    /// there.
    pub fn run(&self, shared: u32, stack: &[u32]) -> Option<Vec<u32>> {
        // The states after each prefix, with the edge that led there.
        let mut layers: Vec<FxHashMap<u32, Edge>> = Vec::with_capacity(stack.len());
        let mut states = vec![shared];
        for &symbol in stack {
            let mut layer: FxHashMap<u32, Edge> = FxHashMap::default();
            for &state in &states {
                for to in self.read(state, symbol) {
                    layer.entry(to).or_insert((state, symbol, to));
                }
            }
            states = layer.keys().copied().collect();
            states.sort_unstable();
            layers.push(layer);
        }
        let mut end = states.into_iter().find(|state| self.accepts(*state))?;
        let mut reading: Vec<Edge> = Vec::with_capacity(stack.len());
        for layer in layers.iter().rev() {
            let edge = layer[&end];
            reading.push(edge);
            end = edge.0;
        }
        // The next edge to be read is the last one. An edge is replaced by those that it was added for, which are
        // older.
        let mut rules = Vec::new();
        while let Some(edge) = reading.last() {
            let Some(Some(origin)) = self.origins.get(edge) else { break };
            rules.push(origin.rule);
            reading.pop();
            reading.extend(origin.reads.iter().rev());
        }
        Some(rules)
    }
}

impl Nondeterministic for Saturated<'_> {
    fn edges(&self, state: u32) -> Vec<(u32, u32)> {
        match self.by_state.get(state as usize) {
            Some(edges) => edges.clone(),
            None => {
                let edges = &self.goal.edges[(state - self.shared_count) as usize];
                edges.iter().map(|&(symbol, to)| (symbol, self.shared_count + to)).collect()
            }
        }
    }

    fn accepts(&self, state: u32) -> bool {
        let state = match state.checked_sub(self.shared_count) {
            Some(state) => state,
            None if state == self.shared => 0,
            None => return false,
        };
        self.goal.accepting[state as usize]
    }
}
