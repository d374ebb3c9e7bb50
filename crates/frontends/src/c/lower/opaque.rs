//! Objects with more parts than there can be variables, and objects whose size is no constant: only the first parts are
//! cells, and what comes after them is *opaque*.
//!
//! The size of such an object is exact, in a variable of its own if it is no constant, so that an access is inside of the
//! object if and only if it is in C. Its cells are exact, too. What is opaque has no values: what is read there is any value,
//! which may be another one each time, and what is written is lost, since every later value may be it. That is more
//! than the source does, so a step that reads is marked (`Program::approximations`); one that writes is not.
//!
//! Pointers that are written there are all kept in one place, which no step reads or writes: it stands for the opaque part
//! where it is asked what pointers may point to. Races are found by comparing the bytes of accesses, which is exact.
//!
//! A lock in an opaque part has no identity. An access to it is a limit of the model.

use super::super::atomic::{Step, Touched};
use super::super::types::CType;
use super::Lowering;
use super::arguments::Unstored;
use super::context::Context;
use super::expand::{Case, Known, Leads};
use super::follow::replace_reads;
use super::memory::{Aspect, Kind, Region, Virtual};
use super::value::{Spot, Where};
use std::ops::Range;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Position, Statement, Variable};

/// The part of an object that has no cells.
#[derive(Clone, Debug)]
pub struct Opaque {
    /// Its bytes, in order.
    pub ranges: Vec<Range<u64>>,
    /// The variable that holds the size of the object, in bytes; none if that is a constant.
    pub length: Option<Place>,
    /// The place that stands for all pointers in it.
    pub summary: Place,
    /// The first values of its parts, if some are addresses.
    pub first: Vec<u64>,
}

/// The parts of an object that get those of another one.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The other one.
    old: u32,
    /// The cells with their new values.
    updates: Vec<(Place, Expr)>,
    /// Whether some of these are any values although C has certain ones.
    is_approximate: bool,
}

impl Opaque {
    /// Whether some bytes from an offset on have no cells.
    pub fn holds(&self, offset: u64, bytes: u64) -> bool {
        self.ranges.iter().any(|range| range.start <= offset && offset + bytes <= range.end)
    }
}

impl Region<'_> {
    /// The number of bytes, as an expression.
    pub fn length(&self, word: Type) -> Expr {
        match self.opaque.as_ref().and_then(|opaque| opaque.length) {
            Some(length) => Expr::Read(length, word),
            None => Expr::Constant(self.size, word),
        }
    }

    /// Whether the number of bytes is a variable.
    pub fn has_length(&self) -> bool {
        self.opaque.as_ref().is_some_and(|opaque| opaque.length.is_some())
    }

    /// The places that hold what is in the region, and the one that stands for its opaque part.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let summary = self.opaque.iter().map(|opaque| opaque.summary);
        self.cells.iter().map(|cell| cell.place).chain(summary)
    }
}

/// An access to a region with an opaque part.
struct Inside<'r, 's> {
    region: &'r Region<'s>,
    opaque: &'r Opaque,
    /// The condition that it is one to the region, if its offset is in it.
    there: Expr,
    /// Its offset.
    at: Expr,
    /// How many bytes it is to.
    bytes: u64,
}

impl Inside<'_, '_> {
    fn number(&self, number: u64) -> Expr {
        Expr::Constant(number, self.at.ty())
    }

    /// The condition that it ends inside of the object.
    fn ends_inside(&self) -> Expr {
        let word = self.at.ty();
        let length = self.region.length(word);
        if let Expr::Constant(size, _) = length {
            return match size.checked_sub(self.bytes) {
                Some(last) => Expr::binary(Binary::LessOrEqual, self.at.clone(), self.number(last)),
                None => Expr::FALSE,
            };
        }
        let begins = Expr::binary(Binary::Less, self.at.clone(), length.clone());
        if self.bytes == 1 {
            return begins;
        }
        let end = Expr::binary(Binary::Add, self.at.clone(), self.number(self.bytes));
        begins.and(Expr::binary(Binary::LessOrEqual, end, length))
    }

    /// The condition that it is to the bytes from an offset on.
    fn is_at(&self, offset: u64) -> Expr {
        let is = Expr::binary(Binary::Equal, self.at.clone(), self.number(offset));
        let guard = self.there.clone().and(is);
        match self.region.has_length() {
            true => {
                let end = self.number(offset + self.bytes);
                guard.and(Expr::binary(Binary::LessOrEqual, end, self.region.length(self.at.ty())))
            }
            false => guard,
        }
    }

    /// The condition that all of it is to some of the bytes.
    fn is_in(&self, range: &Range<u64>) -> Expr {
        let Some(last) = range.end.checked_sub(self.bytes).filter(|last| range.start <= *last) else {
            return Expr::FALSE;
        };
        let mut guard = self.there.clone();
        if range.start > 0 {
            guard = guard.and(Expr::binary(Binary::LessOrEqual, self.number(range.start), self.at.clone()));
        }
        if self.region.has_length() {
            guard = guard.and(self.ends_inside());
        }
        match range.end < self.region.size || !self.region.has_length() {
            true => guard.and(Expr::binary(Binary::LessOrEqual, self.at.clone(), self.number(last))),
            false => guard,
        }
    }

    /// The condition that some of it is in the object, but neither at a cell of its type nor opaque.
    fn is_elsewhere(&self, cases: &[Case]) -> Expr {
        let before = match &self.opaque.ranges[..] {
            [only] if only.start == 0 && only.end == self.region.size => return Expr::FALSE,
            [only] if only.end == self.region.size => {
                Expr::binary(Binary::Less, self.at.clone(), self.number(only.start))
            }
            _ => Expr::TRUE,
        };
        let inside = self.there.clone().and(before).and(self.ends_inside());
        cases.iter().fold(inside, |rest, case| rest.and(case.guard.clone().negated()))
    }
}

impl Inside<'_, '_> {
    /// The condition that it is in the object but not at one of some cells.
    fn is_at_no_cell(&self, cases: &[Case]) -> Expr {
        let inside = self.there.clone().and(self.ends_inside());
        cases.iter().fold(inside, |rest, case| rest.and(case.guard.clone().negated()))
    }
}

impl<'s> Lowering<'s> {
    /// Notes which bytes of a region have no cells, and the variable that holds its size if that is no constant.
    pub fn leave_opaque(&mut self, region: u32, ranges: Vec<Range<u64>>, length: Option<Place>) {
        if ranges.is_empty() && length.is_none() {
            return;
        }
        let summary = match &self.memory.regions[region as usize].opaque {
            Some(opaque) => opaque.summary,
            None => {
                let name = self.unique_shared(format!("pointers in {}", self.memory.regions[region as usize].name));
                let (ty, initial) = (self.source.word(), Some(0));
                self.program.globals.push(Variable { name, ty, initial, template: None, hidden: true });
                Place::Global(self.program.globals.len() as u32 - 1)
            }
        };
        self.memory.regions[region as usize].opaque = Some(Opaque { ranges, length, summary, first: Vec::new() });
    }

    /// Notes that none of the bytes of a region has a cell.
    pub fn leave_all_opaque(&mut self, region: u32, bytes: u64, length: Option<Place>) {
        self.leave_opaque(region, std::iter::once(0..bytes).collect(), length);
    }

    /// The ways to resolve an access by address to a region with an opaque part; `offset` is where it is, if that is known.
    pub fn opaque_cases(
        &self,
        access: &Virtual,
        address: &Expr,
        (number, offset): (u32, Option<u64>),
        known: &Known,
    ) -> Vec<Case> {
        let region = &self.memory.regions[number as usize];
        let Some(opaque) = &region.opaque else { return Vec::new() };
        let (there, at) = self.offset_within(address, number, known);
        let inside = Inside { region, opaque, there, at, bytes: self.source.bytes_of(access) };
        let bytes = inside.bytes;
        let mut cases = Vec::new();
        let offsets = region.offsets().into_iter().filter(|at| offset.is_none_or(|offset| offset == *at));
        for at in offsets {
            let leads = self.memory.cell(access, number, at, known).unwrap_or_else(|| other_type(region));
            cases.push(Case { guard: inside.is_at(at), leads });
        }
        if access.library.is_none() {
            let possible =
                |range: &&Range<u64>| offset.is_none_or(|offset| range.start <= offset && offset + bytes <= range.end);
            let case = |range: &Range<u64>| Case { guard: inside.is_in(range), leads: Leads::Opaque(number) };
            cases.extend(opaque.ranges.iter().filter(possible).map(case));
        }
        if offset.is_none() || cases.is_empty() {
            let (guard, leads) = match access.library {
                Some(_) => (inside.is_at_no_cell(&cases), no_lock(region)),
                None => (inside.is_elsewhere(&cases), other_type(region)),
            };
            cases.push(Case { guard, leads });
        }
        cases
    }

    /// The offset that an address has in a region, and the condition under which it is that. An index that is added
    /// to a pointer to a known place is told apart from it.
    fn offset_within(&self, address: &Expr, number: u32, known: &Known) -> (Expr, Expr) {
        let (word, base) = (self.source.word(), self.memory.regions[number as usize].base);
        if let Expr::Binary(Binary::Add, pointer, moved) = address
            && !matches!(**moved, Expr::Constant(..))
            && known.points_to.addresses(moved).is_empty()
        {
            let from: Vec<Option<u64>> = known
                .points_to
                .addresses(pointer)
                .into_iter()
                .filter(|(region, _)| *region == number)
                .map(|(_, offset)| offset)
                .collect();
            if let [Some(offset)] = from[..] {
                let there = Expr::Constant(base + offset, word);
                let is_there = Expr::binary(Binary::Equal, (**pointer).clone(), there);
                let at = Expr::binary(Binary::Add, (**moved).clone(), Expr::Constant(offset, word));
                return (is_there, at);
            }
        }
        (Expr::TRUE, Expr::binary(Binary::Subtract, address.clone(), Expr::Constant(base, word)))
    }

    /// The ways to resolve an access by indices to a region with an opaque part; all indices are in range if `inside` holds.
    pub fn opaque_elements(
        &self,
        access: &Virtual,
        (number, offset): (u32, u64),
        indices: &[(Expr, u64, u64)],
        inside: &Expr,
        known: &Known,
    ) -> Option<Vec<Case>> {
        let region = &self.memory.regions[number as usize];
        let opaque = region.opaque.as_ref()?;
        let bytes = self.source.bytes_of(access);
        let mut cases = Vec::new();
        for cell in region.offsets().into_iter().filter(|cell| offset <= *cell) {
            let leads = self.memory.cell(access, number, cell, known);
            for guard in ways_to(cell - offset, indices) {
                let leads = leads.clone().unwrap_or_else(|| other_type(region));
                cases.push(Case { guard, leads });
            }
        }
        let word = self.source.word();
        let at = match indices {
            // The offset of an index that is in range does not wrap.
            [(index, stride, _)] => {
                let index = index.clone().cast(word);
                Expr::binary(Binary::Multiply, index, Expr::Constant(*stride, word))
            }
            _ => indices.iter().fold(Expr::Constant(0, word), |at, (index, stride, _)| {
                let bytes = Expr::binary(Binary::Multiply, index.clone().cast(word), Expr::Constant(*stride, word));
                Expr::binary(Binary::Add, at, bytes)
            }),
        };
        let at = Expr::binary(Binary::Add, at, Expr::Constant(offset, word));
        let rest = cases.iter().fold(inside.clone(), |rest, case| rest.and(case.guard.clone().negated()));
        let there = Inside { region, opaque, there: rest.clone(), at, bytes };
        if access.library.is_some() {
            cases.push(Case { guard: rest, leads: no_lock(region) });
            return Some(cases);
        }
        let is_opaque = opaque.ranges.iter().fold(Expr::FALSE, |any, range| {
            let inside = Inside { there: Expr::TRUE, at: there.at.clone(), ..there }.is_in(range);
            Expr::binary(Binary::Or, any, inside)
        });
        cases.push(Case { guard: rest.clone().and(is_opaque.clone()), leads: Leads::Opaque(number) });
        cases.push(Case { guard: rest.and(is_opaque.negated()), leads: other_type(region) });
        Some(cases)
    }

    /// A step with an access that has no cell of its own.
    pub fn step_without_cell(&mut self, step: &Step, place: Place, access: &Virtual, leads: &Leads) -> Step {
        match leads {
            Leads::Opaque(region) => self.opaque_step(step, place, access, *region),
            Leads::Contents(contents) => self.contents_step(step, place, access, contents),
            _ => {
                let mut edge = step.edge.clone();
                replace_reads(&mut edge, place, &Expr::Constant(0, access.ty));
                edge.updates.retain(|(target, _)| *target != place);
                Step { edge, ..step.clone() }
            }
        }
    }

    /// A step with an access to the opaque part of a region: what is read is any value, what is written is lost.
    fn opaque_step(&mut self, step: &Step, place: Place, access: &Virtual, number: u32) -> Step {
        let mut edge = step.edge.clone();
        let is_read = edge.expressions().flat_map(Expr::places).any(|read| read == place);
        let writes = edge.update(place).is_some();
        // Nobody looks at what a function reads that touches the object as a whole.
        let is_value = matches!(access.aspect, Aspect::Part(_));
        let value = match is_value {
            true => Expr::Input(edge.inputs(), access.ty),
            false => Expr::Constant(0, access.ty),
        };
        replace_reads(&mut edge, place, &value);
        edge.updates.retain(|(target, _)| *target != place);
        if is_read && is_value {
            self.approximate(&mut edge, access, number);
        }
        let mut touched = step.touched.clone();
        let place = Where::Computed(access.route.clone());
        let address = self.spot_address(&Spot { place, ty: CType::Void, bits: None });
        let (address, bytes) = match &access.aspect {
            Aspect::Bytes(bytes) => (address, bytes.count.clone()),
            Aspect::AnyPart(_) | Aspect::World => {
                (self.address_of(number, 0), self.memory.regions[number as usize].length(self.source.word()))
            }
            _ => (address, Expr::Constant(u64::from(access.ty.width.div_ceil(8)), self.source.word())),
        };
        touched.push(Touched { region: number, address, bytes, writes });
        Step { edge, touched, ..step.clone() }
    }

    /// The ways in which the object at an address gets what is in the one at another address.
    pub fn contents(&self, address: &Expr, from: &Expr, known: &Known) -> Vec<Case> {
        let word = self.source.word();
        let is = |address: &Expr, region: u32| Expr::binary(Binary::Equal, address.clone(), self.address_of(region, 0));
        let begins = |address: &Expr| {
            let addresses = known.points_to.addresses(address).into_iter();
            addresses.filter(|(_, offset)| offset.is_none_or(|offset| offset == 0)).map(|(region, _)| region)
        };
        let (mut cases, mut rest) = (Vec::new(), Expr::TRUE);
        for old in begins(from) {
            let Kind::Heap(_, exists) = self.memory.regions[old as usize].kind else { continue };
            for new in begins(address).filter(|new| *new != old) {
                let guard = is(from, old).and(is(address, new)).and(Expr::Read(exists, Type::BOOL));
                rest = rest.and(guard.clone().negated());
                let regions = [old, new].map(|region| &self.memory.regions[region as usize]);
                let has_locks = |region: &&Region| region.cells.iter().any(|cell| cell.library().is_some());
                let leads = match regions.iter().find(|region| has_locks(region)) {
                    Some(region) => Leads::Beyond(format!("locks or the like in `{}` may be moved", region.name)),
                    None => Leads::Contents(contents_of(regions, old, word)),
                };
                cases.push(Case { guard, leads });
            }
        }
        // Whoever frees the old object finds that it is none.
        cases.push(Case { guard: rest, leads: Leads::Lost });
        cases
    }

    /// A step that gives an object what another one holds.
    fn contents_step(&mut self, step: &Step, place: Place, access: &Virtual, contents: &Contents) -> Step {
        let mut edge = step.edge.clone();
        edge.updates.retain(|(target, _)| *target != place);
        edge.updates.extend(contents.updates.iter().cloned());
        if contents.is_approximate {
            self.approximate(&mut edge, access, contents.old);
        }
        let mut touched = step.touched.clone();
        let old = &self.memory.regions[contents.old as usize];
        if old.opaque.is_some() {
            let (address, bytes) = (self.address_of(contents.old, 0), old.length(self.source.word()));
            touched.push(Touched { region: contents.old, address, bytes, writes: false });
        }
        Step { edge, touched, ..step.clone() }
    }

    /// Whether so many bytes from an address on have no cells. Bytes that begin in such a part must not leave their object.
    pub fn is_opaque_at(&self, address: &Expr, count: &Expr, known: &Known) -> Vec<Case> {
        let (word, mut cases) = (self.source.word(), Vec::new());
        let value = |value: Expr| Leads::Unstored(Unstored::Value(value));
        let mut rest = Expr::TRUE;
        for (number, offset) in known.points_to.addresses(address) {
            let region = &self.memory.regions[number as usize];
            let Some(opaque) = &region.opaque else { continue };
            let (there, at) = self.offset_within(address, number, known);
            let length = region.length(word);
            for range in opaque.ranges.iter().filter(|range| offset.is_none_or(|offset| range.contains(&offset))) {
                let inside = Inside { region, opaque, there: there.clone(), at: at.clone(), bytes: 1 };
                let begins = inside.is_in(range);
                let end = match range.end == region.size {
                    true => length.clone(),
                    false => Expr::Constant(range.end, word),
                };
                let room = |end: &Expr| {
                    let room = Expr::binary(Binary::Subtract, end.clone(), at.clone());
                    Expr::binary(Binary::LessOrEqual, count.clone(), room)
                };
                let leaves = begins.clone().and(room(&length).negated());
                let fits = room(&end);
                cases.push(Case { guard: leaves.clone(), leads: Leads::Nowhere });
                cases.push(Case { guard: begins.clone().and(fits.clone()), leads: value(Expr::TRUE) });
                rest = rest.and(leaves.negated()).and(begins.and(fits).negated());
            }
        }
        cases.push(Case { guard: rest, leads: value(Expr::FALSE) });
        cases
    }

    /// Marks a step that gets any value where C has a certain one.
    fn approximate(&mut self, edge: &mut Edge, access: &Virtual, number: u32) {
        // A place of its own, so that the steps that read cells are not marked.
        let position = Position { column: 0, ..self.position(access.span.start) };
        let shown = self.source.source_text(access.span);
        let text =
            format!("`{shown}`, in a part of `{}` that has no variables,", self.memory.regions[number as usize].name);
        self.program.approximations.insert((position, text));
        edge.statements.insert(0, Statement { position, text: shown });
    }

    /// A new hidden variable for the size of an object.
    pub fn length_variable(&mut self, shown: &str) -> Place {
        let name = self.unique_shared(format!("bytes of {shown}"));
        let (ty, initial) = (self.source.word(), Some(0));
        self.program.globals.push(Variable { name, ty, initial, template: None, hidden: true });
        Place::Global(self.program.globals.len() as u32 - 1)
    }
}

impl<'s> Context<'s> {
    /// How many bytes an access is to.
    fn bytes_of(&self, access: &Virtual) -> u64 {
        let object = access.library.and_then(|library| self.layout.size(&CType::Library(library)));
        object.unwrap_or(u64::from(access.ty.width.div_ceil(8)))
    }
}

/// The cells of a new object with the values of those of an old one.
fn contents_of([old, new]: [&Region; 2], number: u32, word: Type) -> Contents {
    let mut contents = Contents { old: number, updates: Vec::new(), is_approximate: false };
    for cell in &new.cells {
        let bytes = u64::from(cell.ty.width.div_ceil(8));
        let any = Expr::Input(contents.updates.len() as u32, cell.ty);
        let same = old.cell(cell.offset, cell.ty, None, 0);
        let value = match same {
            Some(source) if old.has_length() => {
                let end = Expr::Constant(cell.offset + bytes, word);
                let is_there = Expr::binary(Binary::LessOrEqual, end, old.length(word));
                Expr::conditional(is_there, Expr::Read(source.place, source.ty).cast(cell.ty), any)
            }
            Some(source) => Expr::Read(source.place, source.ty).cast(cell.ty),
            // It has any value from the beginning.
            None if cell.offset >= old.size => continue,
            None => {
                contents.is_approximate = true;
                any
            }
        };
        contents.updates.push((cell.place, value));
    }
    contents
}

/// An access that is not to a part of its type.
fn other_type<'s>(region: &Region<'s>) -> Leads {
    Leads::Beyond(format!("`{}` may be accessed by another type than its own", region.name))
}

/// An access to a lock or the like that has no variable.
fn no_lock(region: &Region) -> Leads {
    Leads::Beyond(format!("locks or the like in `{}` are not told apart", region.name))
}

/// The conditions under which indices lead to a distance. There is one unless elements have no size.
fn ways_to(distance: u64, indices: &[(Expr, u64, u64)]) -> Vec<Expr> {
    let Some(((index, stride, count), rest)) = indices.split_first() else {
        return if distance == 0 { vec![Expr::TRUE] } else { Vec::new() };
    };
    let ty = index.ty();
    let is = |number: u64| Expr::binary(Binary::Equal, index.clone(), Expr::Constant(number & ty.mask(), ty));
    let numbers = match (rest.is_empty(), stride) {
        (_, 0) => 0..*count.min(&1),
        (true, stride) if !distance.is_multiple_of(*stride) => 0..0,
        (true, stride) => (distance / stride).min(*count)..(distance / stride + 1).min(*count),
        (false, stride) => 0..(distance / stride + 1).min(*count),
    };
    numbers
        .flat_map(|number| ways_to(distance - number * stride, rest).into_iter().map(move |more| (number, more)))
        .map(|(number, more)| is(number).and(more))
        .collect()
}
