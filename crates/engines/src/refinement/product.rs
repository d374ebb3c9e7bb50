//! The product of a thread with the local states that its abstraction may be in: controls, made when they are first met.
//!
//! The set of local states is always closed under silent steps with the visible shared state. So a silent step of the thread
//! leaves it as it is, a letter takes it along the edges with that letter, and a change by others only adds silent steps.

use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::refinement::{Control, Refinement};
use umpteen_model::thread_system::ThreadState;

/// The product.
pub struct Product<'a> {
    refinement: &'a Refinement,
    /// The edges of the abstraction by where they start.
    edges: FxHashMap<ThreadState, Vec<ThreadState>>,
    /// The rules of the thread by shared state and top.
    rules: FxHashMap<(u32, u32), Vec<u32>>,
    /// The shared states of the thread in which others can move, by what others see.
    open: FxHashMap<u32, u32>,
    /// The targets of the thread: a shared state, a symbol.
    violations: FxHashSet<(Option<u32>, Option<u32>)>,
    /// The targets of the abstraction: a shared state, at most one local state.
    targets: FxHashSet<(Option<u32>, Option<u32>)>,
    /// The controls by number.
    pub controls: Vec<Control>,
    numbers: FxHashMap<Control, u32>,
}

impl<'a> Product<'a> {
    /// The product of a thread and its abstraction.
    pub fn new(refinement: &'a Refinement) -> Product<'a> {
        let mut edges: FxHashMap<ThreadState, Vec<ThreadState>> = FxHashMap::default();
        for edge in &refinement.abstraction.edges {
            edges.entry(edge.from).or_default().push(edge.to);
        }
        let mut rules: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        for (number, rule) in (0u32..).zip(&refinement.thread.rules) {
            rules.entry((rule.from, rule.top)).or_default().push(number);
        }
        let visible = (0u32..).zip(&refinement.visible);
        let open = visible.filter_map(|(shared, visible)| Some(((*visible)?, shared))).collect();
        let violations = &refinement.thread.targets;
        let violations = violations.iter().map(|target| (target.shared, target.tops.first().copied())).collect();
        let alone = refinement.abstraction.targets.iter().filter_map(|target| match target.counts.as_slice() {
            [] => Some((target.shared, None)),
            [(local, 1)] => Some((target.shared, Some(*local))),
            _ => None,
        });
        let targets = alone.collect();
        let (controls, numbers) = (Vec::new(), FxHashMap::default());
        Product { refinement, edges, rules, open, violations, targets, controls, numbers }
    }

    /// The control at the start with a shared state of the thread, unless the abstraction has no such start.
    pub fn start(&mut self, shared: u32) -> Option<u32> {
        let visible = self.refinement.visible[shared as usize]?;
        let initial = self.refinement.abstraction.initial.iter().find(|initial| initial.shared == visible)?;
        let many = initial.counts.iter().filter(|count| count.unbounded).map(|count| count.local).collect();
        Some(self.control(shared, visible, many))
    }

    /// The rules for a control and a symbol on top.
    pub fn rules(&self, control: u32, top: u32) -> Vec<u32> {
        self.rules.get(&(self.controls[control as usize].shared, top)).cloned().unwrap_or_default()
    }

    /// The control after a rule.
    pub fn after(&mut self, control: u32, rule: u32) -> u32 {
        let Control { visible, locals, .. } = &self.controls[control as usize];
        let to = self.refinement.thread.rules[rule as usize].to;
        let seen = self.refinement.visible[to as usize].unwrap_or(*visible);
        if seen == *visible {
            return self.number(Control { shared: to, ..self.controls[control as usize].clone() });
        }
        let edges = locals.iter().filter_map(|local| self.edges.get(&(*visible, *local))).flatten();
        let moved = edges.filter(|after| after.0 == seen).map(|after| after.1).collect();
        self.control(to, seen, moved)
    }

    /// The control after others have changed what is visible.
    pub fn after_others(&mut self, control: u32, visible: u32) -> Option<u32> {
        let shared = *self.open.get(&visible)?;
        let locals = self.controls[control as usize].locals.clone();
        Some(self.control(shared, visible, locals))
    }

    /// The shared state that others see; `None` while they cannot move.
    pub fn seen(&self, control: u32) -> Option<u32> {
        self.refinement.visible[self.controls[control as usize].shared as usize]
    }

    /// Whether the abstraction cannot follow.
    pub fn is_lost(&self, control: u32) -> bool {
        self.controls[control as usize].locals.is_empty()
    }

    /// Whether the abstraction can follow and may be in a target then.
    pub fn is_excused(&self, control: u32) -> bool {
        let Control { visible, locals, .. } = &self.controls[control as usize];
        let asked = |shared, local| self.targets.contains(&(shared, local));
        let reached = |shared, local| asked(shared, None) || asked(shared, Some(local));
        // Nobody gets to a shared state without a local one.
        locals.iter().any(|local| reached(None, *local) || reached(Some(*visible), *local))
    }

    /// Whether the thread violates its property, with this symbol on top or with an empty stack.
    pub fn is_violation(&self, control: u32, top: Option<u32>) -> bool {
        let shared = self.controls[control as usize].shared;
        let asks = [(None, None), (Some(shared), None), (None, top), (Some(shared), top)];
        asks.iter().any(|asked| self.violations.contains(asked))
    }

    /// Numbers a control, whose local states are closed under silent steps first.
    fn control(&mut self, shared: u32, visible: u32, mut locals: Vec<u32>) -> u32 {
        let mut known: FxHashSet<u32> = FxHashSet::default();
        locals.retain(|local| known.insert(*local));
        let mut at = 0;
        while let Some(&local) = locals.get(at) {
            at += 1;
            let silent = self.edges.get(&(visible, local)).into_iter().flatten().filter(|after| after.0 == visible);
            locals.extend(silent.map(|after| after.1).filter(|local| known.insert(*local)));
        }
        locals.sort_unstable();
        self.number(Control { shared, visible, locals })
    }

    fn number(&mut self, control: Control) -> u32 {
        if let Some(number) = self.numbers.get(&control) {
            return *number;
        }
        let number = self.controls.len() as u32;
        self.controls.push(control.clone());
        self.numbers.insert(control, number);
        number
    }
}
