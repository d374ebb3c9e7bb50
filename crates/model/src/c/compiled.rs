//! What the compiled program has where the model has variables and steps: objects in memory, and accesses to them before steps
//! were merged. Replay on the compiled program needs it; verdicts do not depend on it.

use super::expression::{Expr, Place};
use super::program::{Edge, Position};

/// A part of an object of the compiled program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// An index into the program's objects.
    pub object: u32,
    /// Its first byte there.
    pub offset: u64,
    /// Its bytes; none for the variable that tells whether an object of the heap exists.
    pub size: u64,
}

/// An object in the memory of the compiled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name: `variable`, or `function.variable`.
    pub name: String,
    /// Its address in the model.
    pub address: u64,
    /// Its bytes.
    pub size: u64,
    /// The storage of the object.
    pub storage: Storage,
    /// Whether it is a parameter that is a structure.
    pub passed: bool,
    /// The template whose threads have it on their stacks; none if it is not there.
    pub template: Option<u32>,
    /// The position of the declaration.
    pub position: Position,
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// From the beginning to the end, at an address that the linker knows.
    Static,
    /// On a thread's stack.
    Automatic,
    /// On the heap.
    Heap,
    /// In the code: a function.
    Code,
}

/// The observable part of an unmerged step in the compiled program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The position in the source.
    pub position: Position,
    /// The shared variables that it touches, and whether it writes them.
    pub accesses: Vec<(u32, bool)>,
    /// The inputs that it takes, by their numbers on the merged step. A number may be that of another input where nobody
    /// needs the value.
    pub inputs: Vec<u32>,
    /// The variables that get an input as it is, and which one.
    pub filled: Vec<(Place, u32)>,
    /// The part of a structure that is passed to a function by it.
    pub passed: Option<u32>,
    /// The variable of the thread that tells whether an object of the heap exists, if that changes.
    pub existence: Option<u32>,
    /// Whether it is a join of a thread that is not known.
    pub early: bool,
}

impl Edge {
    /// The observable part of the step in a compiled program, if any; variables of threads are in these cells.
    pub fn origin(&self, local_cells: &[Option<Cell>]) -> Option<Origin> {
        let mut accesses: Vec<(u32, bool)> = Vec::new();
        let mut touch = |place: Place, writes: bool| {
            if let Place::Global(number) = place {
                match accesses.iter_mut().find(|(known, _)| *known == number) {
                    Some((_, written)) => *written |= writes,
                    None => accesses.push((number, writes)),
                }
            }
        };
        self.updates.iter().for_each(|(place, _)| touch(*place, true));
        self.expressions().flat_map(Expr::places).for_each(|place| touch(place, false));
        let inputs: Vec<u32> = (0..self.inputs()).collect();
        let position = self.statements.last().map_or(Position::default(), |statement| statement.position);
        let tells_existence = |local: &u32| local_cells[*local as usize].is_some_and(|cell| cell.size == 0);
        let existence = self.locals_written().find(tells_existence);
        let shows = !accesses.is_empty() || !inputs.is_empty() || existence.is_some() || self.early;
        let filled = self.updates.iter().filter_map(|(place, value)| match value {
            Expr::Input(number, _) => Some((*place, *number)),
            _ => None,
        });
        let (filled, passed, early) = (filled.collect(), None, self.early);
        shows.then_some(Origin { position, accesses, inputs, filled, passed, existence, early })
    }
}
