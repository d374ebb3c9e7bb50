//! Memory: every variable is a region of scalar cells at a fixed address, so a pointer is just a number.
//!
//! A variable, an object of the heap, a string and a function each have a region of their own, with a gap to the next
//! one, so that a pointer past the end of one is none into another. A cell that the source names is accessed directly; one
//! that a pointer or an index leads to is a *virtual* place, which `expand` replaces by a case for each cell it may be,
//! once `points_to` knows what pointers may hold.

use super::super::atomic::Access;
use super::super::floating::Format;
use super::super::layout::{BitField, Scalar};
use super::super::syntax::{Name, Span};
use super::super::types::{CType, Library};
use super::Lowering;
use super::any_function::World;
use super::arguments::Given;
pub use super::aspect::{Aspect, Touch};
use super::opaque::Opaque;
use super::sync::parts::parts;
use super::value::{Object, Spot, Where};
use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::Variable;

/// Shared places with this number or a higher one are virtual.
pub const VIRTUAL: u32 = 1 << 31;

/// A variable has at most so many scalar parts.
pub const MOST_CELLS: usize = 4096;

/// Where addresses begin; smaller numbers are no addresses.
const FIRST_ADDRESS: u64 = 0x4000_0000;

/// So far apart are objects where addresses have 64 bits: an index of type `int` does not lead from one into another.
const WIDE_GAP: u64 = 1 << 40;

/// The same where they have 32 bits: a small index does not.
const NARROW_GAP: u64 = 1 << 16;

/// An object with more bytes takes whole gaps.
const LARGE: u64 = 1 << 20;

/// What has an address.
pub struct Region<'s> {
    /// Its name for people.
    pub name: String,
    /// Where it was declared.
    pub span: Span,
    /// The address of its first byte.
    pub base: u64,
    /// Its bytes.
    pub size: u64,
    /// Its scalar parts by offset.
    pub cells: Vec<Cell<'s>>,
    /// What it is.
    pub kind: Kind<'s>,
    /// How many blocks are open where it is declared: it ends with the innermost of them.
    pub depth: usize,
    /// Whether it is declared in a recursive function, so that each call has one.
    pub framed: bool,
    /// Whether it is a parameter that is a structure.
    pub passed: bool,
    /// What has no cells, if anything.
    pub opaque: Option<Opaque>,
}

/// What a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'s> {
    /// A variable that all threads share.
    Shared,
    /// A variable of the threads of a template.
    Local(u32),
    /// A variable of the threads of a template whose address is taken: other threads may get to see it.
    Exposed(u32),
    /// An object of the heap made by the threads of a template, and the variable that tells whether it exists.
    Heap(u32, Place),
    /// A string, without the zero at its end.
    Text(&'s [u8]),
    /// A function.
    Function(Name<'s>),
    /// Something that `main` is given.
    Given(Given),
}

/// A scalar part of a region.
#[derive(Clone, Debug)]
pub struct Cell<'s> {
    /// Its first byte.
    pub offset: u64,
    /// Where its value is kept.
    pub place: Place,
    /// Its type as a number.
    pub ty: Type,
    /// Its type in C.
    pub declared: CType<'s>,
    /// Which part of a library object it is.
    pub part: u8,
}

/// An access whose cell is not known before all pointers are.
#[derive(Clone, Debug)]
pub struct Virtual {
    /// Where it is.
    pub route: Route,
    /// The type that it is accessed by.
    pub ty: Type,
    /// The kind of library object that it is accessed as.
    pub library: Option<Library>,
    /// What it is to there.
    pub aspect: Aspect,
    /// The access in the source.
    pub span: Span,
}

/// How an access finds its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// By an address.
    Address(Expr),
    /// By indices from an offset of a region: each with the bytes and the number of its elements.
    Elements {
        /// The region.
        region: u32,
        /// Where the first element is.
        offset: u64,
        /// The indices.
        indices: Vec<(Expr, u64, u64)>,
    },
}

impl<'s> Region<'s> {
    /// Whether an address is in the region or just behind it.
    pub fn contains(&self, address: u64) -> bool {
        (self.base..=self.base + self.size).contains(&address)
    }

    /// The condition that an address is in the region.
    pub fn surrounds(&self, address: &Expr) -> Expr {
        let word = address.ty();
        let base = Expr::Constant(self.base, word);
        let end = Expr::binary(Binary::Add, self.length(word), base.clone());
        let from = Expr::binary(Binary::LessOrEqual, base, address.clone());
        from.and(Expr::binary(Binary::Less, address.clone(), end))
    }

    /// The offsets where a part begins.
    pub fn offsets(&self) -> Vec<u64> {
        let mut offsets: Vec<u64> = match self.kind {
            Kind::Text(_) => (0..self.size).collect(),
            _ => self.cells.iter().map(|cell| cell.offset).collect(),
        };
        offsets.dedup();
        offsets
    }

    /// The offset of the cell that stands for what is at an offset: one cell stands for many strings that `main` is given.
    pub fn cell_offset(&self, offset: u64) -> u64 {
        match (self.kind, self.cells.last()) {
            (Kind::Given(Given::Vector { .. }), Some(last)) => offset.min(last.offset),
            _ => offset,
        }
    }

    /// The character of a string at an offset.
    pub fn character(&self, offset: u64) -> Option<u8> {
        let Kind::Text(bytes) = self.kind else { return None };
        (offset < self.size).then(|| bytes.get(offset as usize).copied().unwrap_or(0))
    }

    /// The cell at an offset that can be accessed by a type.
    pub fn cell(&self, offset: u64, ty: Type, library: Option<Library>, part: u8) -> Option<&Cell<'s>> {
        let first = self.cells.partition_point(|cell| cell.offset < offset);
        let here = self.cells[first..].iter().take_while(|cell| cell.offset == offset);
        here.into_iter().find(|cell| cell.ty.width == ty.width && cell.library() == library && cell.part == part)
    }

    /// Whether there is a library object at an offset.
    pub fn holds(&self, offset: u64, library: Option<Library>) -> bool {
        self.cells.iter().any(|cell| cell.offset == offset && cell.library() == library)
    }

    /// The same region once more.
    pub fn copy(&self) -> Region<'s> {
        Region { name: self.name.clone(), cells: self.cells.clone(), opaque: self.opaque.clone(), ..*self }
    }
}

impl Cell<'_> {
    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        match self.declared {
            CType::Float(bytes) => u64::from(bytes),
            _ => u64::from(self.ty.width).div_ceil(8),
        }
    }

    /// Whether its value is a number that means the same in the compiled program.
    pub fn is_known(&self) -> bool {
        !matches!(self.declared, CType::Float(bytes) if Format::of_bytes(bytes) == Format::Long)
    }

    /// The kind of library object that it is.
    pub fn library(&self) -> Option<Library> {
        match self.declared {
            CType::Library(library) => Some(library),
            _ => None,
        }
    }
}

/// Everything that has an address, and the accesses that pointers and indices lead to.
#[derive(Default)]
pub struct Memory<'s> {
    /// Everything that has an address, by address.
    pub regions: Vec<Region<'s>>,
    /// The accesses that pointers and indices lead to.
    pub virtuals: Vec<Virtual>,
    /// The regions of functions whose address is taken.
    pub function_regions: FxHashMap<Name<'s>, u32>,
    /// Strings by their place in the text.
    pub text_regions: FxHashMap<usize, u32>,
    /// The parts of `const` variables, once they have their first values.
    pub constants: FxHashSet<Place>,
    /// Those of them that have a first value as long as the program runs.
    pub fixed: FxHashSet<Place>,
    /// The region of the objects that functions without a body return.
    pub unknown_objects: Option<u32>,
    /// What functions know of which nothing is known, if such are called.
    pub world: Option<World>,
    /// The regions of variables with external linkage.
    pub external_regions: FxHashSet<u32>,
    /// Bit-fields of different units that are one memory location, each with the one before.
    pub one_location: Vec<(Place, Place)>,
    /// Units of bit-fields that are several memory locations.
    pub split_units: FxHashSet<Place>,
    /// The places where parts of unions and the like are accessed.
    pub accessed: FxHashMap<Place, Span>,
}

impl<'s> Lowering<'s> {
    /// A new region without cells.
    pub fn region(&mut self, name: String, size: u64, kind: Kind<'s>, span: Span) -> Result<u32, Error> {
        const ALIGNMENT: u64 = 16;
        let gap = if self.source.word().width == 64 { WIDE_GAP } else { NARROW_GAP };
        // Large objects take whole gaps, so that `is_address` finds those behind them.
        let taken = |size: u64| if size > LARGE && gap == WIDE_GAP { size.next_multiple_of(gap) } else { size };
        let after = |last: &Region| {
            last.base.checked_add(taken(last.size))?.checked_add(gap)?.checked_next_multiple_of(ALIGNMENT)
        };
        let base = self.memory.regions.last().map_or(Some(FIRST_ADDRESS), after);
        let room = |base: &u64| base.checked_add(size).is_some_and(|end| end <= self.source.last_address());
        let Some(base) = base.filter(room) else {
            return Err(Error::new(Code::TooLarge, "the variables of the program need too much memory", span.range()));
        };
        let depth = self.calls.frames.iter().map(|frame| frame.scopes.len()).sum();
        let framed = self.calls.keeping;
        let (cells, passed, opaque) = (Vec::new(), false, None);
        self.memory.regions.push(Region { name, span, base, size, cells, kind, depth, framed, passed, opaque });
        Ok((self.memory.regions.len() - 1) as u32)
    }

    /// Whether a number is where the objects of the model are, or may come to be.
    pub fn is_address(&self, number: u64) -> bool {
        let within_gap = number % WIDE_GAP;
        let possible = match self.source.word().width {
            64 => (FIRST_ADDRESS..2 * FIRST_ADDRESS).contains(&within_gap),
            _ => number >= FIRST_ADDRESS,
        };
        possible && number <= self.source.last_address() || self.memory.region_at(number).is_some()
    }

    /// A new variable with a cell for each scalar part; `initial` gives the first value of the part at an offset.
    pub fn variable(
        &mut self,
        name: &str,
        ty: &CType<'s>,
        kind: Kind<'s>,
        span: Span,
        initial: &dyn Fn(u64) -> Option<u64>,
    ) -> Result<Spot<'s>, Error> {
        let Some(size) = self.source.layout.size(ty) else { return Err(span.unsupported(self.source.obstacle(ty))) };
        let (scalars, others) = self.source.outlined(ty, span)?;
        let region = self.region(name.to_string(), size, kind, span)?;
        self.add_cells(region, scalars, initial);
        self.leave_opaque(region, others, None);
        Ok(Spot { place: Where::Fixed(region, 0), ty: ty.clone(), bits: None })
    }

    /// Gives a region its cells.
    pub fn add_cells(&mut self, region: u32, scalars: Vec<Scalar<'s>>, initial: &dyn Fn(u64) -> Option<u64>) {
        let (name, kind) =
            (self.memory.regions[region as usize].name.clone(), self.memory.regions[region as usize].kind);
        let mut cells: Vec<Cell<'s>> = Vec::new();
        for scalar in scalars {
            let library = match scalar.ty {
                CType::Library(library) => Some(library),
                _ => None,
            };
            let scalar_parts = match library {
                Some(library) => parts(library, &self.source.survey),
                None => {
                    let ty = self.source.scalar_type(&scalar.ty);
                    let ty = ty.map(|ty| if scalar.bits.is_some() { BitField::unit(ty) } else { ty });
                    ty.map(|ty| ("", ty)).into_iter().collect()
                }
            };
            // Bit-fields of one unit share their cell.
            let same =
                |cell: &Cell| cell.offset == scalar.offset && scalar_parts.first().is_some_and(|p| cell.ty == p.1);
            if scalar.apart {
                self.memory.split_units.extend(cells.iter().find(|cell| same(cell)).map(|unit| unit.place));
            }
            if scalar.bits.is_some() && cells.last().is_some_and(same) {
                continue;
            }
            let before = cells.last().filter(|_| scalar.follows).map(|cell| cell.place);
            let path = if scalar.bits.is_some() { format!("{}...", scalar.path) } else { scalar.path };
            for (part, (suffix, ty)) in (0u8..).zip(scalar_parts) {
                let variable = |template| Variable {
                    name: format!("{name}{path}{suffix}"),
                    ty,
                    initial: initial(scalar.offset),
                    template,
                    hidden: library.is_some_and(Library::is_hidden),
                };
                let place = match kind {
                    Kind::Local(template) => {
                        self.program.locals.push(variable(Some(template)));
                        Place::Local(self.program.locals.len() as u32 - 1)
                    }
                    _ => {
                        let number = self.program.globals.len() as u32;
                        let purpose = library.filter(|_| part == 0).and_then(Library::purpose);
                        self.program.purposes.extend(purpose.map(|purpose| (number, purpose)));
                        self.program.globals.push(variable(None));
                        Place::Global(number)
                    }
                };
                self.memory.one_location.extend(before.map(|before| (before, place)));
                cells.push(Cell { offset: scalar.offset, place, ty, declared: scalar.ty.clone(), part });
            }
        }
        cells.sort_by_key(|cell| cell.offset);
        self.memory.regions[region as usize].cells = cells;
        if let Kind::Heap(..) = kind {
            self.assume_initialised(region);
        }
    }

    /// Objects of the library begin as free here, whatever is in memory.
    pub fn assume_initialised(&mut self, region: u32) {
        let matters = |cell: &Cell| cell.library().is_some_and(|library| !library.is_attributes());
        if self.memory.regions[region as usize].cells.iter().any(matters) {
            self.assume_made();
        }
    }

    /// Objects of the library that a call has to initialise are.
    pub fn assume_made(&mut self) {
        self.assume("locks, semaphores and their like are initialised before they are used");
    }

    /// The address of a function.
    pub fn function_address(&mut self, name: Name<'s>, span: Span) -> Result<Expr, Error> {
        let name = self.source.linked(name);
        let known = match self.memory.function_regions.get(&name) {
            Some(known) => *known,
            None => {
                let region = self.region(name.to_string(), 1, Kind::Function(name), span)?;
                self.memory.function_regions.insert(name, region);
                region
            }
        };
        Ok(self.address_of(known, 0))
    }

    /// The address of a string; the same for the same place in the source.
    pub fn text_address(&mut self, bytes: &'s [u8], span: Span) -> Result<Expr, Error> {
        let known = match self.memory.text_regions.get(&span.start) {
            Some(known) => *known,
            None => {
                // A compiler may keep them once, and one inside the other.
                let overlaps = |region: &Region| match region.kind {
                    Kind::Text(other) => other.ends_with(bytes) || bytes.ends_with(other),
                    _ => false,
                };
                if self.memory.regions.iter().any(overlaps) {
                    self.assume("equal strings of the source are different objects");
                }
                let region = self.region("a string".to_string(), bytes.len() as u64 + 1, Kind::Text(bytes), span)?;
                self.memory.text_regions.insert(span.start, region);
                region
            }
        };
        Ok(self.address_of(known, 0))
    }

    /// An address as a constant.
    pub fn address_of(&self, region: u32, offset: u64) -> Expr {
        Expr::Constant(
            self.memory.regions[region as usize].base.wrapping_add(offset) & self.source.word().mask(),
            self.source.word(),
        )
    }

    /// The name of a place for people.
    pub fn place_name(&self, place: Place) -> String {
        match place {
            Place::Global(number) if number >= VIRTUAL => {
                self.source.source_text(self.memory.virtuals[(number - VIRTUAL) as usize].span)
            }
            place => self.program.name(place).to_string(),
        }
    }
}

impl<'s> Memory<'s> {
    /// The region at an address.
    pub fn region_at(&self, address: u64) -> Option<u32> {
        let after = self.regions.partition_point(|region| region.base <= address);
        let number = after.checked_sub(1)?;
        self.regions[number].contains(address).then_some(number as u32)
    }

    /// A virtual place.
    pub fn virtual_object(&mut self, access: Virtual, how: Access) -> Object {
        let place = Place::Global(VIRTUAL + self.virtuals.len() as u32);
        let (ty, library) = (access.ty, access.library);
        self.virtuals.push(access);
        Object { place, ty, access: how, library }
    }

    /// Whether a region belongs to the thread alone.
    pub fn is_own(&self, region: u32) -> bool {
        matches!(self.regions[region as usize].kind, Kind::Local(_))
    }

    /// Notes that a cell is accessed.
    pub fn note_access(&mut self, place: Place, span: Span) {
        self.accessed.entry(place).or_insert(span);
    }
}

/// How a variable of a type is accessed.
pub fn access_by(ty: &CType) -> Access {
    if is_atomic(ty) { Access::STRONG } else { Access::Plain }
}

/// Whether compound assignments to a variable of a type are one step.
pub fn is_atomic(ty: &CType) -> bool {
    matches!(ty, CType::Integer { atomic: true, .. } | CType::Pointer { atomic: true, .. })
}
