//! States as short rows of words.
//!
//! A row holds the shared variables and then a record of fixed length for each thread: its location and its live
//! variables. Records after the first, which is main's, are sorted: threads in equal states are interchangeable.

use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::liveness::Live;
use umpteen_model::c::machine::Thread;
use umpteen_model::c::program::{Location, Program};

/// Where a variable is in a row or record.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    const LOCATION: Field = Field { word: 0, shift: 0, mask: 0xffff_ffff };

    fn get(self, words: &[u64]) -> u64 {
        words[self.word] >> self.shift & self.mask
    }

    fn set(self, words: &mut [u64], value: u64) {
        let word = &mut words[self.word];
        *word = *word & !(self.mask << self.shift) | (value & self.mask) << self.shift;
    }
}

/// Gives out fields one after the other; none crosses the border of a word.
fn place(next: &mut (usize, u32), width: u8) -> Field {
    let width = u32::from(width);
    if next.1 + width > 64 {
        *next = (next.0 + 1, 0);
    }
    let field = Field { word: next.0, shift: next.1, mask: u64::MAX >> (64 - width) };
    next.1 += width;
    field
}

/// How the states of a program are laid out.
pub struct Layout {
    globals: Vec<Field>,
    /// The shared variables that nobody reads, which keep their first values.
    unread: Vec<bool>,
    locals: Vec<Field>,
    /// For each location, the bits of a record that matter there.
    relevant: Vec<Vec<u64>>,
    /// Words before the first record.
    shared: usize,
    /// Words of a record.
    record: usize,
}

impl Layout {
    /// Lays out the variables of a program.
    pub fn new(program: &Program, live: &Live, unread: Vec<bool>) -> Layout {
        let mut next = (0, 0);
        let globals: Vec<Field> = program.globals.iter().map(|global| place(&mut next, global.ty.width)).collect();
        let shared = next.0 + usize::from(next.1 > 0);
        // Threads of different templates use the same bits for different variables.
        let mut ends = vec![(0, 32); program.templates.len()];
        let locals: Vec<Field> = program
            .locals
            .iter()
            .map(|local| place(&mut ends[local.template.unwrap_or(0) as usize], local.ty.width))
            .collect();
        let record = ends.iter().map(|end| end.0 + 1).max().unwrap_or(1);
        let relevant = |(at, location): (u32, &Location)| {
            let mut words = vec![0; record];
            Field::LOCATION.set(&mut words, u64::MAX);
            let live = program.locals_of(location.template).filter(|local| live.contains(at, *local));
            live.for_each(|local| locals[local as usize].set(&mut words, u64::MAX));
            words
        };
        let relevant = (0u32..).zip(&program.locations).map(relevant).collect();
        Layout { globals, unread, locals, relevant, shared, record }
    }

    /// How many threads a state has.
    pub fn threads(&self, state: &[u64]) -> usize {
        (state.len() - self.shared) / self.record
    }

    /// A thread's record.
    pub fn record<'a>(&self, state: &'a [u64], thread: usize) -> &'a [u64] {
        let at = self.shared + thread * self.record;
        &state[at..at + self.record]
    }

    /// A thread's location.
    pub fn location(&self, state: &[u64], thread: usize) -> u32 {
        Field::LOCATION.get(self.record(state, thread)) as u32
    }

    /// The state before any thread has started.
    pub fn start(&self, program: &Program) -> Vec<u64> {
        let mut state = vec![0; self.shared];
        for (field, global) in self.globals.iter().zip(&program.globals) {
            field.set(&mut state, global.initial.unwrap_or(0));
        }
        state
    }

    /// The shared variables.
    pub fn globals(&self, state: &[u64]) -> Vec<u64> {
        self.globals.iter().map(|field| field.get(state)).collect()
    }

    /// The value of an expression for a thread.
    pub fn value(&self, state: &[u64], thread: usize, inputs: &[u64], expr: &Expr) -> u64 {
        let record = self.record(state, thread);
        let read = |place: Place| match place {
            Place::Global(number) => self.globals[number as usize].get(state),
            Place::Local(number) => self.locals[number as usize].get(record),
        };
        expr.value(&read, &|number| inputs.get(number as usize).copied().unwrap_or(0))
    }

    /// Assigns a variable.
    pub fn set(&self, state: &mut [u64], thread: usize, place: Place, value: u64) {
        match place {
            Place::Global(number) if self.unread[number as usize] => {}
            Place::Global(number) => self.globals[number as usize].set(state, value),
            Place::Local(number) => {
                let at = self.shared + thread * self.record;
                self.locals[number as usize].set(&mut state[at..], value);
            }
        }
    }

    /// Moves a thread to another location.
    pub fn go_to(&self, state: &mut [u64], thread: usize, location: u32) {
        let at = self.shared + thread * self.record;
        Field::LOCATION.set(&mut state[at..], location.into());
    }

    /// Adds a thread at the start of a template at the end, with the given values for variables that have none.
    pub fn push(&self, state: &mut Vec<u64>, program: &Program, template: u32, fresh: &[(u32, u64)]) {
        let thread = self.threads(state);
        state.resize(state.len() + self.record, 0);
        self.go_to(state, thread, program.templates[template as usize].entry);
        for local in program.locals_of(template) {
            let given = || fresh.iter().find(|(given, _)| *given == local).map_or(0, |(_, value)| *value);
            let value = program.locals[local as usize].initial.unwrap_or_else(given);
            self.set(state, thread, Place::Local(local), value);
        }
    }

    /// The record of a thread.
    pub fn packed(&self, program: &Program, thread: &Thread) -> Vec<u64> {
        let mut words = vec![0; self.shared + self.record];
        self.go_to(&mut words, 0, thread.location);
        for local in program.locals_of(program.locations[thread.location as usize].template) {
            self.set(&mut words, 0, Place::Local(local), thread.locals[local as usize]);
        }
        self.forget(&mut words, 0);
        words.split_off(self.shared)
    }

    /// Forgets what a thread never reads again.
    pub fn forget(&self, state: &mut [u64], thread: usize) {
        let relevant = &self.relevant[self.location(state, thread) as usize];
        let at = self.shared + thread * self.record;
        state[at..at + self.record].iter_mut().zip(relevant).for_each(|(word, mask)| *word &= mask);
    }

    /// Puts the records after main's in order.
    pub fn sort(&self, state: &mut [u64]) {
        let threads = self.threads(state);
        let size = self.record;
        let records = &mut state[self.shared..];
        // All but one or two are in order already.
        for at in 2..threads {
            let mut at = at;
            while at > 1 && records[(at - 1) * size..at * size] > records[at * size..(at + 1) * size] {
                let (before, after) = records.split_at_mut(at * size);
                before[(at - 1) * size..].swap_with_slice(&mut after[..size]);
                at -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_overlap() {
        let mut next = (0, 0);
        let fields: Vec<Field> = [32, 1, 32, 64, 8, 64].iter().map(|&width| place(&mut next, width)).collect();
        let mut words = vec![0; next.0 + 1];
        for (number, field) in (1u64..).zip(&fields) {
            field.set(&mut words, number & field.mask);
        }
        for (number, field) in (1u64..).zip(&fields) {
            assert_eq!(field.get(&words), number & field.mask);
        }
    }
}
