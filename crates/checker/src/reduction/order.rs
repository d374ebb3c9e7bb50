//! Any failing run can be reordered so that no thread is interrupted on its way from one kept location to the next.
//!
//! Steps between which a thread is inside an atomic section cannot be interrupted anyway; call what lies between two moments at
//! which others may move a block. A block that begins inside a section cannot happen later, and one that ends inside cannot
//! happen earlier: other threads cannot move there. For each location on the way where others may move, and however a thread
//! got there:
//!
//! - all blocks before it commute to the right, or all after it commute to the left. So one block in the middle stays where it
//!   is, and the others come to it.
//! - if the thread stays there for ever: the last block can be left out, because others do not depend on it (it commutes to
//!   the right, or writes nothing shared), which leads back to a location for which the same holds; or the thread can be led
//!   on to a kept location at once, because blocks that commute to the left lead there, one of which is always possible.
//!   Those touch nothing that others still touch before the thread moves.
//!
//! Nobody fails on the way. A thread that stays inside a section for ever stops all others, so it is the one that fails or
//! does not matter. A thread that gets where no kept location can be reached is left out.
//!
//! Ways that values rule out are not looked at, where these are values of the thread itself: shared ones are unknown again
//! wherever others may have moved.

use super::shared::{Class, Shared};
use super::words::{Inputs, Moment, Words};
use super::{Effort, Pair, Paths, unlike};
use crate::Rejection;
use umpteen_logic::circuit::Bit;
use umpteen_model::c::program::Edge;

/// The past of a thread on its way.
#[derive(Clone, Copy)]
struct Past {
    /// All steps since the kept location commute to the right, and it was not inside a section.
    right: bool,
    /// Since others could last move: all steps commute to the right, and all write nothing shared; none if the thread may not
    /// be led back to there.
    block: Option<(bool, bool)>,
}

/// Accepts the kept locations only if threads need not be interrupted between them. A way begins where the conditions of a
/// reduced location hold: they are about the thread's own values, which are the same after all ways before it were reordered.
pub(super) fn check(pair: &Pair, go_on: &dyn Fn() -> bool) -> Result<(), Rejection> {
    let mut order = Order {
        pair,
        shared: Shared::new(&pair.original),
        words: Words::new(&pair.original),
        paths: Paths::default(),
        effort: Effort { steps: 0, go_on },
    };
    for (at, kept) in pair.locations() {
        order.single_steps(kept)?;
        order.paths = pair.paths(at);
        order.words = Words::new(&pair.original);
        order.words.assume(&pair.reduced.locations[at as usize].known);
        order.visit(kept)?;
    }
    Ok(())
}

/// A moment on the way of a thread.
#[derive(Clone)]
struct Here {
    moment: Moment,
    /// Whether the thread can get here.
    possible: Bit,
    /// The number of steps since the kept location.
    depth: usize,
    /// Where it is on the paths of reduced steps.
    node: Option<u32>,
}

struct Order<'a> {
    pair: &'a Pair<'a>,
    shared: Shared,
    words: Words<'a>,
    /// The paths from the location that is looked at.
    paths: Paths,
    effort: Effort<'a>,
}

impl<'a> Order<'a> {
    fn inside(&self, at: u32) -> bool {
        self.pair.original.locations[at as usize].inside
    }

    fn kept(&self, at: u32) -> bool {
        self.pair.kept[at as usize]
    }

    /// Calls, returns and what follows them are steps of their own.
    fn single_steps(&self, at: u32) -> Result<(), Rejection> {
        let location = &self.pair.original.locations[at as usize];
        let alone = location.edges.iter().all(|edge| self.kept(edge.to));
        let starts = |edge: &Edge| edge.start.is_some() && !self.kept(edge.to);
        if (location.frames.is_some() && !alone) || location.edges.iter().any(starts) {
            return unlike("a step that must stay one of its own");
        }
        Ok(())
    }

    /// The steps that the thread may take, with the moments after them. Where nothing may be passed, it cannot get.
    fn steps(&mut self, at: u32, here: &Here) -> Result<Vec<(&'a Edge, Class, Here)>, Rejection> {
        let pair = self.pair;
        let mut steps = Vec::new();
        for (number, edge) in (0u32..).zip(&pair.original.locations[at as usize].edges) {
            self.effort.step()?;
            let (moment, guard) = self.words.execute(&here.moment, edge, &mut Inputs::default());
            let possible = self.words.and(here.possible, guard);
            let (to, node) = (edge.to, self.paths.after(here.node, number));
            let strays = here.node.is_some() && node.is_none();
            if possible == Bit::ZERO || (strays && self.words.is_clearly_impossible(possible)) {
                continue;
            }
            let mut after = Here { moment, possible, depth: here.depth + 1, node };
            if !self.kept(to) {
                if !self.may_be_passed(to, &after) {
                    if self.words.is_impossible(possible) {
                        continue;
                    }
                    return unlike("a location that must stay");
                }
                if !self.inside(to) && self.shared.is_crowded(to) {
                    let shared = &self.shared;
                    after.moment = self.words.disturbed(after.moment, &|global| shared.stays(to, global));
                }
            }
            steps.push((edge, self.shared.class(at, edge), after));
        }
        Ok(steps)
    }

    /// Looks at every way from a kept location.
    fn visit(&mut self, kept: u32) -> Result<(), Rejection> {
        let outside = !self.inside(kept);
        let here = Here { moment: Moment::default(), possible: Bit::ONE, depth: 0, node: Some(0) };
        let mut pending = vec![(kept, here, Past { right: outside, block: outside.then_some((true, true)) })];
        while let Some((at, here, past)) = pending.pop() {
            for (edge, class, after) in self.steps(at, &here)? {
                let to = edge.to;
                if self.kept(to) {
                    continue;
                }
                let right = past.right && class.right;
                let mut block = past.block.map(|(right, silent)| (right && class.right, silent && class.silent));
                if !self.inside(to) {
                    if !self.may_be_interrupted(to, &after, right, block)? {
                        continue;
                    }
                    block = Some((true, true));
                }
                pending.push((to, after, Past { right, block }));
            }
        }
        Ok(())
    }

    /// Whether a thread can get to a location where others may move; if it can, that must make no difference.
    fn may_be_interrupted(
        &mut self,
        at: u32,
        here: &Here,
        right: bool,
        block: Option<(bool, bool)>,
    ) -> Result<bool, Rejection> {
        let returns = self.pair.returns[at as usize];
        let left_out = block.is_some_and(|(right, silent)| right || silent);
        let left = returns && !(right && left_out) && self.is_left(at, here)?;
        let reorders = !returns || right || left;
        let arrives = left_out || (left && self.is_led_on(at, &here.moment)?);
        match (reorders, arrives) {
            (true, true) => Ok(true),
            _ if self.words.is_impossible(here.possible) => Ok(false),
            (false, _) => unlike("the order of steps that do not commute"),
            (true, false) => unlike("a step that another one may hold up for ever"),
        }
    }

    /// Whether nothing fails at a location on a way, no thread is started and no function called; ways end.
    fn may_be_passed(&self, at: u32, here: &Here) -> bool {
        let location = &self.pair.original.locations[at as usize];
        let stays = location.fails.is_some() || location.frames.is_some();
        !stays && location.edges.iter().all(|edge| edge.start.is_none()) && here.depth <= self.pair.kept.len()
    }

    /// Whether all steps from here to kept locations commute to the left.
    fn is_left(&mut self, at: u32, here: &Here) -> Result<bool, Rejection> {
        let mut pending = vec![(at, here.clone())];
        while let Some((at, here)) = pending.pop() {
            for (edge, class, after) in self.steps(at, &here)? {
                let to = edge.to;
                let returns = self.pair.returns[to as usize];
                if returns && (!class.left || (self.kept(to) && self.inside(to))) {
                    return Ok(false);
                }
                if returns && !self.kept(to) {
                    pending.push((to, after));
                }
            }
        }
        Ok(true)
    }

    /// Whether the thread can always get from here to a kept location, if nobody else moves.
    fn is_led_on(&mut self, at: u32, moment: &Moment) -> Result<bool, Rejection> {
        let mut stuck = Bit::ONE;
        let mut pending = vec![(at, moment.clone(), Bit::ONE)];
        while let Some((at, moment, possible)) = pending.pop() {
            for edge in &self.pair.original.locations[at as usize].edges {
                self.effort.step()?;
                let (after, guard) = self.words.execute(&moment, edge, &mut Inputs::default());
                let possible = self.words.and(possible, guard);
                if self.kept(edge.to) {
                    stuck = self.words.and(stuck, !possible);
                } else if possible != Bit::ZERO && self.pair.returns[edge.to as usize] {
                    pending.push((edge.to, after, possible));
                }
            }
        }
        Ok(self.words.is_impossible(stuck))
    }
}
