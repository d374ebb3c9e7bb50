//! One step of the program, and which candidates it can break.

use super::eliminate::Elimination;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_logic::circuit::Bit;
use umpteen_logic::sat::Cadical;
use umpteen_logic::solver::HARD;
use umpteen_logic::step::{CREATED, StepSolver};
use umpteen_logic::words;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::facts::MOST_THREADS;
use umpteen_model::c::program::{Edge, Program};

/// A candidate where it has to hold after the step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The candidate for a thread at a location.
    Each(u32, u32),
    /// The candidate for threads at two locations.
    Pair(u32, u32, u32),
    /// A count.
    Count(u32),
}

/// A step with its solver.
pub struct Step<'a> {
    from: u32,
    edge: &'a Edge,
    /// Where the thread that it starts is.
    created: Option<u32>,
    solver: StepSolver<Cadical>,
    locals: u32,
    bits: FxHashMap<(bool, u32, [u8; 2], bool), Bit>,
    /// When it was last checked, alone (at the end) and with another thread at each location.
    checked: Vec<u32>,
}

/// A thread other than the executing one and the one that is started.
const OTHER: u8 = 1;

impl<'a> Step<'a> {
    pub fn new(program: &Program, from: u32, edge: &'a Edge) -> Step<'a> {
        let mut solver = StepSolver::new(Some(edge));
        let mut created = None;
        if let Some(start) = &edge.start {
            solver.create(program, CREATED, start);
            created = Some(program.templates[start.template as usize].entry);
        }
        let checked = vec![0; program.locations.len() + 1];
        let locals = program.locals.len() as u32;
        Step { from, edge, created, solver, locals, bits: FxHashMap::default(), checked }
    }

    /// The candidates that can fail for the executing thread, for the thread that it starts, and for counts.
    pub fn check_alone(&mut self, left: &Elimination) -> Vec<Goal> {
        let alone = self.checked.len() - 1;
        if left.is_empty(self.from) || left.last_change(self.from, None) <= self.checked[alone] {
            return Vec::new();
        }
        self.checked[alone] = left.now();
        let assumed = self.assumed(left, None);
        let mut goals = self.each(left, self.edge.to, 0);
        if let Some(entry) = self.created {
            goals.extend(self.each(left, entry, CREATED));
            goals.extend(self.pairs(left, (0, self.edge.to), (CREATED, entry), true));
        }
        goals.extend(self.counts(left));
        self.failing(&assumed, goals)
    }

    /// The candidates that can fail for another thread at a location, alone or together with the executing or the new one.
    pub fn check_with(&mut self, left: &Elimination, other: u32) -> Vec<Goal> {
        let nobody = left.is_empty(self.from)
            || left.is_empty(other)
            || left.program.locations[other as usize].inside
            || left.exclude_each_other(self.from, other);
        if nobody || left.last_change(self.from, Some(other)) <= self.checked[other as usize] {
            return Vec::new();
        }
        self.checked[other as usize] = left.now();
        let mut goals = self.each(left, other, OTHER);
        goals.extend(self.pairs(left, (0, self.edge.to), (OTHER, other), true));
        if let Some(entry) = self.created {
            goals.extend(self.pairs(left, (CREATED, entry), (OTHER, other), true));
        }
        if goals.is_empty() {
            return Vec::new();
        }
        let assumed = self.assumed(left, Some(other));
        self.failing(&assumed, goals)
    }

    /// The candidates that are assumed to hold before the step.
    fn assumed(&mut self, left: &Elimination, other: Option<u32>) -> Vec<Bit> {
        let mut bits: Vec<Bit> =
            left.of_each(self.from).map(|(number, holds)| self.bit(true, number, holds, [0, 0], false)).collect();
        for count in left.counts.iter().filter(|count| !count.at.is_empty()) {
            let here = [Some(self.from), other].into_iter().flatten().filter(|at| count.at.contains(at)).count();
            let number = self.solver.value(&count.number, [0, 0], self.locals, false);
            bits.push(self.solver.is_below(&number, MOST_THREADS));
            bits.push(!self.solver.is_below(&number, here as u64));
        }
        if let Some(other) = other {
            let of_other = left.of_each(other);
            bits.extend(of_other.map(|(number, holds)| self.bit(true, number, holds, [OTHER, OTHER], false)));
            bits.extend(self.pairs(left, (0, self.from), (OTHER, other), false).into_iter().map(|(_, bit)| bit));
        }
        bits
    }

    /// The candidates for a thread at a location, after the step; not those that the step leaves as they are.
    fn each(&mut self, left: &Elimination, at: u32, thread: u8) -> Vec<(Goal, Bit)> {
        let stays = thread == OTHER || (thread == 0 && at == self.from);
        let changes = |holds: &Expr| {
            let written = |place: &Place| {
                let own = thread == 0 || matches!(place, Place::Global(_));
                own && self.edge.update(*place).is_some()
            };
            !stays || holds.places().iter().any(written)
        };
        let concerned: Vec<(u32, &Expr)> = left.of_each(at).filter(|(_, holds)| changes(holds)).collect();
        let bit = |(number, holds)| (Goal::Each(at, number), self.bit(true, number, holds, [thread; 2], true));
        concerned.into_iter().map(bit).collect()
    }

    /// The candidates for two threads at two locations.
    fn pairs(&mut self, left: &Elimination, one: (u8, u32), other: (u8, u32), after: bool) -> Vec<(Goal, Bit)> {
        let mut found = Vec::new();
        for (number, in_order, holds) in left.of_pair(one.1, other.1) {
            let threads = if in_order { [one.0, other.0] } else { [other.0, one.0] };
            found.push((Goal::Pair(one.1, other.1, number), self.bit(false, number, holds, threads, after)));
        }
        found
    }

    /// A counter changes by as many threads as arrive or leave.
    fn counts(&mut self, left: &Elimination) -> Vec<(Goal, Bit)> {
        let mut found = Vec::new();
        for (number, count) in (0u32..).zip(&left.counts).filter(|(_, count)| !count.at.is_empty()) {
            let inside = |at: u32| u64::from(count.at.contains(&at));
            let arrive = inside(self.edge.to) + self.created.map_or(0, inside);
            let [before, after] =
                [false, true].map(|after| self.solver.value(&count.number, [0, 0], self.locals, after));
            let circuit = &mut self.solver.solver.circuit;
            let arrive = words::add(circuit, &before, &words::constant(arrive, before.len()), Bit::ZERO);
            let leave = words::add(circuit, &after, &words::constant(inside(self.from), before.len()), Bit::ZERO);
            found.push((Goal::Count(number), words::equal(circuit, &arrive, &leave)));
        }
        found
    }

    fn bit(&mut self, each: bool, number: u32, holds: &Expr, threads: [u8; 2], after: bool) -> Bit {
        let Step { solver, bits, locals, .. } = self;
        *bits.entry((each, number, threads, after)).or_insert_with(|| solver.holds(holds, threads, *locals, after))
    }

    /// The goals that can fail although everything assumed holds; what is hard to say counts as failing.
    fn failing(&mut self, assumed: &[Bit], mut goals: Vec<(Goal, Bit)>) -> Vec<Goal> {
        let mut failing = Vec::new();
        // A candidate that the step does not affect has the same bit before and after.
        let same: FxHashSet<Bit> = assumed.iter().copied().chain([Bit::ONE]).collect();
        goals.retain(|(_, bit)| !same.contains(bit));
        goals.iter().for_each(|(_, bit)| self.solver.solver.watch(*bit));
        while !goals.is_empty() {
            let circuit = &mut self.solver.solver.circuit;
            let all = goals.iter().fold(Bit::ONE, |all, (_, bit)| circuit.and(all, *bit));
            let question: Vec<Bit> = assumed.iter().copied().chain([!all]).collect();
            match self.solver.solver.satisfiable_within(&question, HARD) {
                Some(false) => break,
                Some(true) => goals.retain(|(goal, bit)| {
                    let holds = self.solver.solver.value(*bit);
                    if !holds {
                        failing.push(*goal);
                    }
                    holds
                }),
                None => {
                    // All at once is hard: one by one.
                    goals.retain(|(goal, bit)| {
                        let question: Vec<Bit> = assumed.iter().copied().chain([!*bit]).collect();
                        if self.solver.solver.satisfiable_within(&question, HARD) != Some(false) {
                            failing.push(*goal);
                        }
                        false
                    });
                }
            }
        }
        failing
    }
}
