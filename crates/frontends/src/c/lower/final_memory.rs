//! Memory once everything is lowered: what overlaps is refused, addresses get names, what nobody uses is left out, and it is
//! noted where variables are in the compiled program.

use super::Lowering;
use super::memory::{Cell, Kind};
use crate::error::Error;
use rustc_hash::FxHashSet;
use umpteen_model::c::compiled::{Cell as Placed, Object as Stored, Origin, Storage};
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Location, Position, Program};

impl<'s> Lowering<'s> {
    /// Parts of a union are different variables here, so only one of those that overlap may be accessed.
    pub fn refuse_overlaps(&self) -> Result<(), Error> {
        for region in &self.memory.regions {
            let mut furthest: Option<(u64, &Cell)> = None;
            let is_split = |cell: &&Cell| {
                self.memory.split_units.contains(&cell.place) && self.memory.accessed.contains_key(&cell.place)
            };
            if let Some(cell) = region.cells.iter().find(is_split).filter(|_| !matches!(region.kind, Kind::Local(_))) {
                let what = format!("a unit of bit-fields in `{}` that is several memory locations", region.name);
                return Err(self.memory.accessed[&cell.place].unsupported(what));
            }
            for cell in region.cells.iter().filter(|cell| self.memory.accessed.contains_key(&cell.place)) {
                let width = cell.bytes();
                // What an object of the library is here says nothing of its bytes.
                let size = cell.library().and_then(|_| self.source.layout.size(&cell.declared)).unwrap_or(width);
                let same_object = |other: &Cell| {
                    let objects = (other.offset, other.library()) == (cell.offset, cell.library());
                    objects && other.part < cell.part
                };
                if let Some((_, other)) = furthest.filter(|(end, other)| cell.offset < *end && !same_object(other)) {
                    let [one, two] = [other, cell].map(|cell| &self.program.variable(cell.place).name);
                    let what = format!("accessing bytes of `{}` both as `{one}` and as `{two}`", region.name);
                    return Err(self.memory.accessed[&cell.place].unsupported(what));
                }
                if furthest.is_none_or(|(end, _)| end <= cell.offset + size) {
                    furthest = Some((cell.offset + size, cell));
                }
            }
        }
        Ok(())
    }

    /// Names the addresses for people: of variables, their parts, objects of the heap and functions.
    pub fn name_addresses(&mut self) {
        for region in &self.memory.regions {
            let name = match region.kind {
                Kind::Shared | Kind::Local(_) | Kind::Exposed(_) => format!("&{}", region.name),
                Kind::Heap(..) | Kind::Text(_) | Kind::Function(_) | Kind::Given(_) => region.name.clone(),
            };
            self.program.addresses.insert(region.base, name);
            for cell in region.cells.iter().filter(|cell| cell.offset > 0) {
                let name = format!("&{}", self.program.name(cell.place));
                self.program.addresses.entry(region.base + cell.offset).or_insert(name);
            }
        }
    }

    /// Leaves out shared variables that no step mentions: those that belong to threads after all, and unused ones that
    /// people do not know.
    pub fn drop_unused(&mut self) {
        let mut used = vec![false; self.program.globals.len()];
        let mut mention = |place: Place| {
            if let Place::Global(number) = place {
                used[number as usize] = true;
            }
        };
        for edge in self.program.locations.iter().flat_map(|location| &location.edges) {
            edge.updates.iter().for_each(|(place, _)| mention(*place));
            edge.expressions().flat_map(Expr::places).for_each(&mut mention);
        }
        for region in self.memory.regions.iter().filter(|region| region.kind == Kind::Shared) {
            let shown = |cell: &&Cell| !self.program.variable(cell.place).hidden;
            region.cells.iter().filter(shown).for_each(|cell| mention(cell.place));
        }
        let mut numbers = Vec::new();
        let mut next = 0;
        for kept in &used {
            numbers.push(next);
            next += u32::from(*kept);
        }
        let target = |place: Place| match place {
            Place::Global(number) => Place::Global(numbers[number as usize]),
            local => local,
        };
        for edge in self.program.locations.iter_mut().flat_map(|location| &mut location.edges) {
            edge.map_places(&target);
        }
        let mut kept = used.iter();
        self.program.globals.retain(|_| kept.next() == Some(&true));
        let purposes = std::mem::take(&mut self.program.purposes).into_iter();
        let purposes = purposes.filter(|(number, _)| used[*number as usize]);
        self.program.purposes = purposes.map(|(number, purpose)| (numbers[number as usize], purpose)).collect();
        self.place_cells(&used, &numbers);
    }

    /// Notes where variables are in the memory of the compiled program, given the shared ones that are used and their new
    /// numbers.
    fn place_cells(&mut self, used: &[bool], numbers: &[u32]) {
        self.program.cells = vec![None; self.program.globals.len()];
        self.program.local_cells = vec![None; self.program.locals.len()];
        for region in &self.memory.regions {
            let (storage, template) = match region.kind {
                Kind::Shared => (Storage::Static, None),
                Kind::Local(template) | Kind::Exposed(template) => (Storage::Automatic, Some(template)),
                Kind::Heap(..) => (Storage::Heap, None),
                Kind::Function(_) => (Storage::Code, None),
                Kind::Text(_) | Kind::Given(_) => continue,
            };
            let object = self.program.objects.len() as u32;
            let mut place = |place: Place, offset: u64, size: u64| {
                let placed = Some(Placed { object, offset, size });
                match place {
                    Place::Global(number) if used[number as usize] => {
                        self.program.cells[numbers[number as usize] as usize] = placed;
                    }
                    Place::Global(_) => {}
                    Place::Local(number) => self.program.local_cells[number as usize] = placed,
                }
            };
            for cell in region.cells.iter().filter(|cell| cell.is_known()) {
                place(cell.place, cell.offset, cell.bytes());
            }
            if let Kind::Heap(_, exists) = region.kind {
                place(exists, 0, 0);
            }
            let (file, line, column) = self.notes.map.position(region.span.start);
            // Of an object of any size those parts are certain that are cells.
            let cells_end = region.cells.iter().map(|cell| cell.offset + u64::from(cell.ty.width.div_ceil(8))).max();
            let size = if region.has_length() { cells_end.unwrap_or(1) } else { region.size };
            self.program.objects.push(Stored {
                name: region.name.clone(),
                address: region.base,
                size,
                storage,
                passed: region.passed,
                template,
                position: Position { file, line, column },
            });
        }
    }

    /// Notes what each step does that the compiled program shows.
    pub fn note_origins(&mut self) {
        let program = &mut self.program;
        let passed = passed_parts(program);
        for (location, passed) in program.locations.iter_mut().zip(passed) {
            for (edge, passed) in location.edges.iter_mut().zip(passed) {
                let origin = edge.origin(&program.local_cells).or(passed.map(|_| Origin::default()));
                edge.origins = origin.map(|origin| Origin { passed, ..origin }).into_iter().collect();
            }
        }
    }
}

/// For each step from each location: the part of a structure that is passed to a function by it. A part of a shared
/// structure is read by one step, which is the one that counts, and given to the parameter by the next.
fn passed_parts(program: &Program) -> Vec<Vec<Option<u32>>> {
    let part = |place: Place| match place {
        Place::Local(local) => {
            let cell = program.local_cells[local as usize];
            cell.is_some_and(|cell| program.objects[cell.object as usize].passed).then_some(local)
        }
        Place::Global(_) => None,
    };
    let given = |edge: &Edge| edge.updates.iter().find_map(|(place, _)| part(*place));
    let read_for = |edge: &Edge| {
        let [(Place::Local(kept), Expr::Read(Place::Global(_), _))] = edge.updates[..] else { return None };
        let [next] = &program.locations[edge.to as usize].edges[..] else { return None };
        let is_read = |(_, value): &&(Place, Expr)| matches!(value, Expr::Read(Place::Local(read), _) if *read == kept);
        next.updates.iter().filter(is_read).find_map(|(place, _)| part(*place))
    };
    let edges = || program.locations.iter().flat_map(|location| &location.edges);
    let second: FxHashSet<u32> = edges().filter(|edge| read_for(edge).is_some()).map(|edge| edge.to).collect();
    let parts = |(at, location): (u32, &Location)| {
        let part = |edge: &Edge| read_for(edge).or_else(|| given(edge).filter(|_| !second.contains(&at)));
        location.edges.iter().map(part).collect()
    };
    (0u32..).zip(&program.locations).map(parts).collect()
}
