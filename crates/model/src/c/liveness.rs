//! Which variables of a thread are still read before they are written again?

use super::expression::{Expr, Place};
use super::program::{Edge, Frames, Program};

/// For each location, the locals that are live there.
pub struct Live {
    rows: Vec<Vec<u64>>,
}

impl Live {
    /// Whether a local is live at a location.
    pub fn contains(&self, location: u32, local: u32) -> bool {
        self.rows[location as usize][local as usize / 64] >> (local % 64) & 1 == 1
    }
}

/// Finds the live variables, from the ends backwards until nothing changes.
pub fn live(program: &Program) -> Live {
    let words = program.locals.len().div_ceil(64);
    let mut rows = vec![vec![0u64; words]; program.locations.len()];
    let bit = |local: u32| (local as usize / 64, 1u64 << (local % 64));
    // The variables that a return assigns are live in the caller.
    for edge in program.returns() {
        for local in edge.locals_written() {
            let (word, mask) = bit(local);
            rows[edge.to as usize][word] |= mask;
        }
    }
    let results = program.results();
    let mut changed = true;
    while changed {
        changed = false;
        for (at, location) in program.locations.iter().enumerate().rev() {
            if let Some(Frames::Call(back)) = location.frames {
                // The caller's variables wait, except for the result.
                let kept = (0..program.locals.len() as u32).filter(|local| !results.contains(local));
                for (word, mask) in kept.map(bit) {
                    let waits = rows[back as usize][word] & mask & !rows[at][word];
                    changed |= waits != 0;
                    rows[at][word] |= waits;
                }
            }
            for edge in &location.edges {
                let mut before = rows[edge.to as usize].clone();
                for local in edge.locals_written() {
                    let (word, mask) = bit(local);
                    before[word] &= !mask;
                }
                for local in reads(edge) {
                    let (word, mask) = bit(local);
                    before[word] |= mask;
                }
                for (row, more) in rows[at].iter_mut().zip(before) {
                    changed |= more & !*row != 0;
                    *row |= more;
                }
            }
        }
    }
    Live { rows }
}

fn reads(edge: &Edge) -> Vec<u32> {
    edge.expressions().flat_map(Expr::locals).collect()
}

/// For each shared variable, whether nothing that a thread does ever depends on it: it is read for new values of such variables
/// only.
pub fn unread(program: &Program, live: &Live) -> Vec<bool> {
    let mut unread = vec![true; program.globals.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for edge in program.locations.iter().flat_map(|location| &location.edges) {
            let read: Vec<Place> = expressions_that_matter(edge, &unread, live).flat_map(Expr::places).collect();
            for place in read {
                if let Place::Global(number) = place {
                    changed |= std::mem::take(&mut unread[number as usize]);
                }
            }
        }
    }
    unread
}

/// The expressions of a step but for new values of unread and of dead variables.
pub fn expressions_that_matter<'a>(
    edge: &'a Edge,
    unread: &'a [bool],
    live: &'a Live,
) -> impl Iterator<Item = &'a Expr> {
    let matters = move |place: &Place| match place {
        Place::Global(number) => !unread[*number as usize],
        Place::Local(number) => live.contains(edge.to, *number),
    };
    let values = edge.updates.iter().filter(move |(place, _)| matters(place)).map(|(_, value)| value);
    let arguments = edge.start.iter().flat_map(|start| start.arguments.iter().map(|(_, value)| value));
    std::iter::once(&edge.guard).chain(values).chain(arguments)
}
