//! Partial-order reduction: a few threads move first where nobody else can ever tell the difference.
//!
//! The idea is that of persistent sets (Godefroid, LNCS 1032): in a state, a set of threads is chosen such that nothing
//! that the others can ever do, from where they are, touches what the chosen threads' next steps read or write; then
//! only the chosen threads' steps are explored. What differs: futures are computed once for each location, and instead
//! of looking for cycles of states, a set counts only if one of its threads can move from a location that is not the
//! target of a retreating edge, so that no thread can be chosen forever.
//!
//! Why it is sound: let a run from here fail. If a chosen thread moves in it, its first such move can come first: the
//! moves before it neither touch what it reads nor read or write what it writes, are not held up by it (it enters no
//! atomic section while others can move, a start leaves room for theirs), and do not wait for its end. The rest of the
//! run is shorter. If none moves, a chosen thread that can move does so, and the run is possible after that as well;
//! this can happen only so often before a thread stands at a target of a retreating edge. Either way the failure, which
//! is a matter of one thread's location, stays reachable.
//!
//! A state in which nobody can move (`Hang`) stays reachable as well. A chosen thread that can move moves in every run
//! to it: the others cannot disable its step, so that otherwise it could still move in the end. Steps that are no moves
//! there do not make a set count.

use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Hang, Program};

/// The effects of steps that other threads may notice or influence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Effects {
    reads: Vec<u64>,
    writes: Vec<u64>,
    /// A thread is started; there may be room for only one more.
    starts: bool,
    /// An atomic section begins: nobody else moves.
    enters: bool,
    /// Whether the step waits for all other threads to end.
    waits: bool,
}

/// The effects of threads at each location: of the next step, and of all later steps.
pub struct Reduction {
    next: Vec<Effects>,
    future: Vec<Effects>,
    /// Whether a thread may be chosen for its move from there.
    forward: Vec<bool>,
    /// Whether a thread there may still move.
    moves: Vec<bool>,
    ends: Vec<bool>,
}

impl Reduction {
    /// Looks at the graph of a program.
    pub fn new(program: &Program) -> Reduction {
        let none = Effects {
            reads: vec![0; program.globals.len().div_ceil(64)],
            writes: vec![0; program.globals.len().div_ceil(64)],
            ..Effects::default()
        };
        let next: Vec<Effects> = (program.locations.iter())
            .map(|location| {
                let mut effects = none.clone();
                location.edges.iter().for_each(|edge| effects.add_edge(program, edge));
                effects
            })
            .collect();
        let mut future = next.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for (at, location) in program.locations.iter().enumerate().rev() {
                let mut effects = future[at].clone();
                for edge in &location.edges {
                    effects.add(&future[edge.to as usize]);
                    if let Some(start) = &edge.start {
                        effects.add(&future[program.templates[start.template as usize].entry as usize]);
                    }
                }
                if effects != future[at] {
                    future[at] = effects;
                    changed = true;
                }
            }
        }
        let moves = program.locations.iter().map(|location| !location.edges.is_empty()).collect();
        let ends = program.locations.iter().map(|location| location.ends).collect();
        Reduction { next, future, forward: forward(program), moves, ends }
    }

    /// Sets of threads that may be explored alone, smaller ones first, as bits; each counts only if one of its threads
    /// whose move `goes_forward` can move.
    pub fn sets(&self, locations: &[u32]) -> Vec<u64> {
        if locations.len() > 64 {
            return Vec::new();
        }
        let candidates = (0..locations.len()).filter(|&thread| self.goes_forward(locations[thread]));
        let mut sets: Vec<u64> = candidates.map(|thread| self.closure(locations, thread)).collect();
        sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        sets.dedup();
        let all = (0..locations.len()).filter(|&thread| self.moves[locations[thread] as usize]);
        let all = all.fold(0, |set, thread| set | 1 << thread);
        sets.retain(|set| all & !set != 0);
        sets
    }

    /// Whether a thread at the location can move, and not for ever without passing one where this does not hold.
    pub fn goes_forward(&self, location: u32) -> bool {
        self.forward[location as usize] && self.moves[location as usize]
    }

    /// A thread with everybody whom its next steps concern, and so on.
    fn closure(&self, locations: &[u32], thread: usize) -> u64 {
        let mut set = 1u64 << thread;
        let mut pending = vec![thread];
        while let Some(chosen) = pending.pop() {
            for (other, &at) in locations.iter().enumerate() {
                if set >> other & 1 == 0 && self.concerns(locations[chosen], at) {
                    set |= 1 << other;
                    pending.push(other);
                }
            }
        }
        set
    }

    /// Whether the next steps from a location and what a thread elsewhere may ever do depend on each other.
    fn concerns(&self, at: u32, other: u32) -> bool {
        let (next, future) = (&self.next[at as usize], &self.future[other as usize]);
        let meet = |left: &[u64], right: &[u64]| left.iter().zip(right).any(|(left, right)| left & right != 0);
        meet(&next.writes, &future.reads)
            || meet(&next.writes, &future.writes)
            || meet(&next.reads, &future.writes)
            || (next.starts && future.starts)
            || (next.enters && self.moves[other as usize])
            || (next.waits && !self.ends[other as usize])
    }
}

impl Effects {
    fn add_edge(&mut self, program: &Program, edge: &Edge) {
        for place in edge.expressions().flat_map(Expr::places) {
            if let Place::Global(number) = place {
                self.reads[number as usize / 64] |= 1 << (number % 64);
            }
        }
        for (place, _) in &edge.updates {
            if let Place::Global(number) = place {
                self.writes[*number as usize / 64] |= 1 << (number % 64);
            }
        }
        self.starts |= edge.start.is_some();
        self.enters |= program.locations[edge.to as usize].inside;
        self.waits |= edge.early || edge.hang == Some(Hang::Joins);
    }

    fn add(&mut self, other: &Effects) {
        self.reads.iter_mut().zip(&other.reads).for_each(|(word, more)| *word |= more);
        self.writes.iter_mut().zip(&other.writes).for_each(|(word, more)| *word |= more);
        self.starts |= other.starts;
        self.enters |= other.enters;
        self.waits |= other.waits;
    }
}

/// For each location, whether no retreating edge of a depth-first search leads there; every cycle has one that does not.
fn forward(program: &Program) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Closed,
    }
    let mut forward = vec![true; program.locations.len()];
    let mut visits = vec![Visit::New; program.locations.len()];
    for template in &program.templates {
        if visits[template.entry as usize] != Visit::New {
            continue;
        }
        visits[template.entry as usize] = Visit::Open;
        let mut stack: Vec<(u32, usize)> = vec![(template.entry, 0)];
        while let Some((at, edge)) = stack.last_mut() {
            let Some(step) = program.locations[*at as usize].edges.get(*edge) else {
                visits[*at as usize] = Visit::Closed;
                stack.pop();
                continue;
            };
            *edge += 1;
            match visits[step.to as usize] {
                Visit::New => {
                    visits[step.to as usize] = Visit::Open;
                    stack.push((step.to, 0));
                }
                Visit::Open => forward[step.to as usize] = false,
                Visit::Closed => {}
            }
        }
    }
    forward
}
