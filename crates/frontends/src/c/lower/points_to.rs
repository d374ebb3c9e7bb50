//! What every pointer may point to: a set of addresses for every place, found by following all assignments.
//!
//! The analysis knows nothing of the order of steps; calls are inlined, so it tells apart the callers of a function. An
//! address is an offset of a region; arithmetic with unknown numbers loses the offset but not the region, since C lets
//! no pointer leave its object.

use super::super::atomic::Node;
use super::any_pointer::inside;
use super::memory::{Aspect, Region, Route, Touch, VIRTUAL, Virtual};
use super::opaque::Opaque;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};

/// More offsets of one region than this are not told apart.
const MOST_OFFSETS: usize = 256;

/// An offset of a region; none if it may be any.
pub type Address = (u32, Option<u64>);

/// What places may point to.
pub struct PointsTo<'l, 's> {
    regions: &'l [Region<'s>],
    virtuals: &'l [Virtual],
    word: Type,
    known: FxHashMap<Place, BTreeSet<Address>>,
    companions: RefCell<Vec<Companion>>,
}

/// A variable that the threads of a template have beside a library object: region, offset and template.
pub type Companion = (u32, u64, u32);

impl<'l, 's> PointsTo<'l, 's> {
    /// Looks through the steps of all templates.
    pub fn find(
        graphs: &[Vec<Node>],
        regions: &'l [Region<'s>],
        virtuals: &'l [Virtual],
        first: impl Iterator<Item = (Place, u64)>,
        world: Option<Place>,
        word: Type,
    ) -> PointsTo<'l, 's> {
        let (known, companions) = (FxHashMap::default(), RefCell::default());
        let mut found = PointsTo { regions, virtuals, word, known, companions };
        for (place, value) in first {
            let addresses = found.addresses(&Expr::Constant(value, word));
            found.add(place, addresses);
        }
        loop {
            let mut changed = false;
            for step in graphs.iter().flatten().flat_map(|node| &node.steps) {
                for (place, value) in &step.edge.updates {
                    changed |= found.assign(*place, value);
                }
                for (local, value) in step.edge.start.iter().flat_map(|start| &start.arguments) {
                    changed |= found.assign(Place::Local(*local), value);
                }
            }
            changed |= world.is_some_and(|world| found.look_around(world));
            if !changed {
                return found;
            }
        }
    }

    /// Whoever knows an object knows what pointers in it lead to.
    fn look_around(&mut self, world: Place) -> bool {
        let regions = self.regions;
        let objects: BTreeSet<u32> = self.of(world).map(|(region, _)| region).collect();
        let places = objects.into_iter().flat_map(|region| regions[region as usize].places());
        let addresses: BTreeSet<Address> = places.flat_map(|place| self.of(place)).collect();
        self.add(world, addresses)
    }

    /// What a place may point to.
    pub fn of(&self, place: Place) -> impl Iterator<Item = Address> + '_ {
        self.known.get(&place).into_iter().flatten().copied()
    }

    fn assign(&mut self, place: Place, value: &Expr) -> bool {
        let addresses = self.addresses(value);
        if addresses.is_empty() {
            return false;
        }
        match place {
            Place::Global(number) if number >= VIRTUAL => {
                let cells = self.cells(&self.virtuals[(number - VIRTUAL) as usize]);
                let mut changed = false;
                cells.into_iter().for_each(|cell| changed |= self.add(cell, addresses.clone()));
                changed
            }
            place => self.add(place, addresses),
        }
    }

    fn add(&mut self, place: Place, addresses: BTreeSet<Address>) -> bool {
        if addresses.is_empty() {
            return false;
        }
        let known = self.known.entry(place).or_default();
        let before = known.clone();
        for (region, offset) in addresses {
            if known.contains(&(region, None)) {
                continue;
            }
            known.insert((region, offset));
            let many = known.range((region, None)..=(region, Some(u64::MAX))).count() > MOST_OFFSETS;
            if offset.is_none() || many {
                known.retain(|(other, _)| *other != region);
                known.insert((region, None));
            }
        }
        *known != before
    }

    /// The addresses that a value may be.
    pub fn addresses(&self, value: &Expr) -> BTreeSet<Address> {
        match value {
            Expr::Constant(bits, ty) if ty.width == self.word.width => self.address(*bits).into_iter().collect(),
            Expr::Constant(..) | Expr::Input(..) => BTreeSet::new(),
            Expr::Read(Place::Global(number), _) if *number >= VIRTUAL => {
                let access = &self.virtuals[(number - VIRTUAL) as usize];
                if let (Aspect::AddressInside | Aspect::AddressInWorld, Route::Address(address)) =
                    (&access.aspect, &access.route)
                {
                    return inside(self.regions, self.addresses(address).into_iter()).into_iter().collect();
                }
                let cells = self.cells(&self.virtuals[(number - VIRTUAL) as usize]);
                cells.into_iter().flat_map(|cell| self.of(cell)).collect()
            }
            Expr::Read(place, _) => self.of(*place).collect(),
            Expr::Cast(ty, inner) if ty.width >= self.word.width.min(32) => self.addresses(inner),
            // A part of an address may be put together with the others again.
            Expr::Cast(_, inner) => lost(self.addresses(inner)),
            Expr::Unary(_, inner) => lost(self.addresses(inner)),
            Expr::Binary(operator, ..) if operator.compares() => BTreeSet::new(),
            Expr::Binary(Binary::Add, left, right) => {
                let (found, other) = (self.addresses(left), self.addresses(right));
                match &**right {
                    Expr::Constant(by, _) if other.is_empty() => self.shifted(found, *by),
                    _ => lost(found.into_iter().chain(other).collect()),
                }
            }
            Expr::Binary(_, left, right) => {
                lost(self.addresses(left).into_iter().chain(self.addresses(right)).collect())
            }
            Expr::Conditional(_, yes, no) => {
                let mut both = self.addresses(yes);
                both.extend(self.addresses(no));
                both
            }
        }
    }

    /// Whether one value may be the end of an object while the other one is the address of another object.
    pub fn may_meet(&self, end: &Expr, begin: &Expr) -> bool {
        let is_end = |(region, at): &Address| {
            let region = &self.regions[*region as usize];
            at.is_none_or(|at| at == region.size || region.has_length())
        };
        let ends = self.addresses(end).into_iter().filter(is_end);
        let begins: Vec<_> = self.addresses(begin).into_iter().filter(|(_, at)| at.is_none_or(|at| at == 0)).collect();
        ends.into_iter().any(|(region, _)| begins.iter().any(|(other, _)| *other != region))
    }

    /// Whether a value may lead into several objects, and from one of them, by an index, into another one.
    pub fn may_leave(&self, address: &Expr) -> bool {
        let addresses = self.addresses(address);
        let several = addresses.iter().any(|(region, _)| addresses.iter().any(|(other, _)| other != region));
        several && addresses.iter().any(|(_, offset)| offset.is_none())
    }

    fn address(&self, bits: u64) -> Option<Address> {
        let after = self.regions.partition_point(|region| region.base <= bits);
        let number = after.checked_sub(1)?;
        let region = &self.regions[number];
        region.contains(bits).then_some((number as u32, Some(bits - region.base)))
    }

    /// Addresses moved by a number of bytes; what leaves its region may come back.
    fn shifted(&self, addresses: BTreeSet<Address>, by: u64) -> BTreeSet<Address> {
        let moved = addresses.into_iter().map(|(region, offset)| {
            let moved = offset.map(|offset| offset.wrapping_add(by) & self.word.mask());
            (region, moved.filter(|offset| *offset <= self.regions[region as usize].size))
        });
        moved.collect()
    }

    /// The place of a companion until it has one of its own.
    pub fn companion(&self, companion: Companion) -> Place {
        let mut all = self.companions.borrow_mut();
        let number = all.iter().position(|known| *known == companion).unwrap_or_else(|| {
            all.push(companion);
            all.len() - 1
        });
        Place::Local(VIRTUAL + number as u32)
    }

    /// The companions that accesses may be to, by their numbers.
    pub fn companions(&self) -> Vec<Companion> {
        self.companions.borrow().clone()
    }

    /// The places that an access may be to.
    fn cells(&self, access: &Virtual) -> Vec<Place> {
        let mut places = Vec::new();
        let mut add = |number: u32, offset: u64| {
            let region = &self.regions[number as usize];
            let offset = region.cell_offset(offset);
            places.extend(match access.aspect {
                Aspect::Part(part) => region.cell(offset, access.ty, access.library, part).map(|cell| cell.place),
                Aspect::Companion(template) => {
                    region.holds(offset, access.library).then(|| self.companion((number, offset, template)))
                }
                Aspect::Existence
                | Aspect::AddressInside
                | Aspect::AddressInWorld
                | Aspect::World
                | Aspect::Ends { .. }
                | Aspect::AnyPart(_)
                | Aspect::Bytes(_)
                | Aspect::IsOpaque(_)
                | Aspect::Contents(_)
                | Aspect::Pointers(_) => None,
            });
        };
        let all = |number: u32| self.regions[number as usize].cells.iter().map(|cell| cell.offset);
        let bytes = u64::from(access.ty.width.div_ceil(8));
        let mut summaries = Vec::new();
        let mut add_opaque = |number: u32, offset: Option<u64>| {
            let region = &self.regions[number as usize];
            let opaque = region.opaque.as_ref();
            match access.aspect {
                Aspect::Part(_) if access.library.is_none() => {
                    let holds = |opaque: &&Opaque| offset.is_none_or(|offset| opaque.holds(offset, bytes));
                    summaries.extend(opaque.filter(holds).map(|opaque| opaque.summary));
                }
                Aspect::World => summaries.extend(region.places()),
                Aspect::Pointers(Touch::Writes) => summaries.extend(opaque.map(|opaque| opaque.summary)),
                Aspect::Pointers(Touch::Reads) | Aspect::Contents(_) => summaries.extend(region.places()),
                _ => {}
            }
        };
        match &access.route {
            Route::Address(address) => {
                for (number, offset) in self.addresses(address) {
                    add_opaque(number, offset);
                    match offset {
                        Some(offset) => add(number, offset),
                        None => all(number).for_each(|offset| add(number, offset)),
                    }
                }
            }
            Route::Elements { region, .. } => {
                add_opaque(*region, None);
                all(*region).for_each(|offset| add(*region, offset));
            }
        }
        places.extend(summaries);
        places
    }
}

/// Addresses whose offsets are not known any more.
fn lost(addresses: BTreeSet<Address>) -> BTreeSet<Address> {
    addresses.into_iter().map(|(region, _)| (region, None)).collect()
}
