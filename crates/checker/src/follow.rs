//! Follows a thread with the set of local states that its abstraction may be in, one step at a time, and executes words.

use crate::Rejection;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::pushdown::{PushdownRule, Stacks};
use umpteen_model::refinement::{Control, Mismatch, Refinement, Word, WordStep};
use umpteen_model::system::Passive;

/// The thread that follows.
pub struct Follower<'a> {
    refinement: &'a Refinement,
    /// From a shared and a local state of the abstraction, where it goes.
    edges: FxHashMap<(u32, u32), Vec<(u32, u32)>>,
}

impl<'a> Follower<'a> {
    /// Refuses abstractions whose threads move each other.
    pub fn new(refinement: &'a Refinement) -> Result<Follower<'a>, Rejection> {
        let mut edges: FxHashMap<(u32, u32), Vec<(u32, u32)>> = FxHashMap::default();
        for edge in &refinement.abstraction.edges {
            if edge.creates || edge.witness.is_some() || edge.passive != Passive::Stay {
                return Rejection::wrong("the abstraction has an edge that concerns other threads");
            }
            edges.entry(edge.from).or_default().push(edge.to);
        }
        if refinement.thread.targets.iter().any(|target| target.tops.len() > 1) {
            return Rejection::wrong("the property is about several threads");
        }
        Ok(Follower { refinement, edges })
    }

    /// The control that the thread starts with; without local states if the abstraction has no such start.
    pub fn start(&self, shared: u32) -> Result<Control, Rejection> {
        let Some(visible) = self.refinement.visible.get(shared as usize).copied().flatten() else {
            return Rejection::wrong("a start is inside an atomic section");
        };
        let starts: Vec<_> =
            self.refinement.abstraction.initial.iter().filter(|initial| initial.shared == visible).collect();
        let locals = match starts[..] {
            [] => Vec::new(),
            [initial] => initial.counts.iter().filter(|count| count.unbounded).map(|count| count.local).collect(),
            _ => return Rejection::wrong("the abstraction has two starts with the same shared state"),
        };
        Ok(Control { shared, visible, locals: self.settled(visible, locals) })
    }

    /// The control after a rule, with the local states that the abstraction may be in then; a silent step leaves them, and where
    /// a proof lists fewer than there are, more is to be shown.
    pub fn after(&self, control: &Control, rule: &PushdownRule) -> Control {
        let visible = self.refinement.visible[rule.to as usize].unwrap_or(control.visible);
        if visible == control.visible {
            return Control { shared: rule.to, ..control.clone() };
        }
        let moves = control.locals.iter().filter_map(|local| self.edges.get(&(control.visible, *local))).flatten();
        let locals = moves.filter(|to| to.0 == visible).map(|to| to.1).collect();
        Control { shared: rule.to, visible, locals: self.settled(visible, locals) }
    }

    /// The control after others have changed the shared state, in which all threads can move, to another such one.
    pub fn after_others(&self, control: &Control, shared: u32) -> Option<Control> {
        self.refinement.visible.get(control.shared as usize).copied().flatten()?;
        let visible = self.refinement.visible.get(shared as usize).copied().flatten()?;
        Some(Control { shared, visible, locals: self.settled(visible, control.locals.clone()) })
    }

    /// Local states together with those that silent steps lead to, in ascending order.
    fn settled(&self, visible: u32, locals: Vec<u32>) -> Vec<u32> {
        let mut all: FxHashSet<u32> = FxHashSet::default();
        let mut pending = locals;
        while let Some(local) = pending.pop() {
            if all.insert(local) {
                let steps = self.edges.get(&(visible, local)).into_iter().flatten();
                pending.extend(steps.filter(|to| to.0 == visible).map(|to| to.1));
            }
        }
        let mut all: Vec<u32> = all.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Whether the abstraction can follow, and may be in a target that asks for at most one thread.
    pub fn is_excused(&self, control: &Control) -> bool {
        let reached = |local: &u32| {
            self.refinement.abstraction.targets.iter().any(|target| {
                target.shared.is_none_or(|shared| shared == control.visible)
                    && (target.counts.is_empty() || target.counts.as_slice() == [(*local, 1)])
            })
        };
        control.locals.iter().any(reached)
    }

    /// Whether the thread violates its property, with this symbol on top or with an empty stack.
    pub fn is_violation(&self, shared: u32, top: Option<u32>) -> bool {
        self.refinement.thread.targets.iter().any(|target| {
            target.shared.is_none_or(|wanted| wanted == shared) && target.tops.iter().all(|wanted| Some(*wanted) == top)
        })
    }
}

/// Executes a word that the abstraction cannot follow to its end; the controls that it goes through.
///
/// That other threads can do what the word says is not shown by it, and nothing is concluded from it.
pub fn check_word(refinement: &Refinement, word: &Word) -> Result<Vec<Control>, Rejection> {
    let follower = Follower::new(refinement)?;
    if !refinement.thread.initial.contains(&word.start) {
        return Rejection::wrong("the word does not start with an initial shared state");
    }
    let mut stacks: Stacks = refinement.thread.start(word.start);
    let mut controls = vec![follower.start(word.start)?];
    for (number, step) in word.steps.iter().enumerate() {
        let impossible = || Rejection::Wrong(format!("step {} of the word is not possible", number + 1));
        let control = &controls[number];
        if control.locals.is_empty() || follower.is_excused(control) {
            return Err(impossible());
        }
        let (after, next) = match *step {
            WordStep::Own(rule) => {
                let rule = refinement.thread.rules.get(rule as usize).ok_or_else(impossible)?;
                let next = refinement.thread.fire(rule, 0, &stacks).ok_or_else(impossible)?;
                (follower.after(control, rule), next)
            }
            WordStep::Others(shared) => {
                let after = follower.after_others(control, shared).ok_or_else(impossible)?;
                (after, Stacks { shared, ..stacks })
            }
        };
        controls.push(after);
        stacks = next;
    }
    let last = &controls[controls.len() - 1];
    let violated = follower.is_violation(last.shared, stacks.stacks[0].last().copied());
    let holds = match word.mismatch {
        Mismatch::Start => word.steps.is_empty() && last.locals.is_empty(),
        Mismatch::Change => !word.steps.is_empty() && last.locals.is_empty(),
        Mismatch::Target => violated && !last.locals.is_empty() && !follower.is_excused(last),
    };
    match holds {
        true => Ok(controls),
        false => Rejection::wrong("the abstraction can follow the word to its end"),
    }
}
