//! Accesses through pointers and indices become one step for each cell that they may lead to, and one for none of them.

use super::Lowering;
use super::any_function::InWorld;
use super::any_memory::is_opaque;
use super::arguments::Unstored;
use super::memory::{Aspect, Kind, MOST_CELLS, Memory, Route, Touch, Virtual};
use super::opaque::Contents;
use super::points_to::PointsTo;
use crate::error::{Code, Error};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};

/// One way to resolve an access.
#[derive(Clone)]
pub struct Case {
    /// When it is the one.
    pub guard: Expr,
    /// Where it leads.
    pub leads: Leads,
}

/// Where an access leads.
#[derive(Clone)]
pub enum Leads {
    /// To a region and a cell of it.
    Cell(u32, Place, Type),
    /// To a cell, of which some bits stay when it is written.
    Part(Place, Type, Expr),
    /// To a character of a string.
    Character(u8),
    /// To a part of what `main` is given that has no cell.
    Unstored(Unstored),
    /// To no place, but this address is meant; and whether that is more than a function can mean.
    Address(Expr, bool),
    /// To something that a function knows of which nothing is known.
    World(InWorld),
    /// To the part of a region that has no cells.
    Opaque(u32),
    /// To nothing that the program sees: what is written is lost, and what is read is zero.
    Lost,
    /// To all parts of an object, which get those of another one.
    Contents(Contents),
    /// To something that the model does not have.
    Beyond(String),
    /// Nowhere.
    Nowhere,
}

/// What is known about all threads.
pub struct Known<'k, 'l, 's> {
    /// What pointers point to.
    pub points_to: &'k PointsTo<'l, 's>,
    /// The objects of the heap that may be freed.
    pub freed: &'k FxHashSet<u32>,
    /// The strings that `main` is given and that may be written.
    pub written: &'k FxHashSet<u32>,
}

impl<'s> Lowering<'s> {
    /// The ways to resolve each access; they exclude each other and leave nothing out.
    pub fn ways(&self, known: &Known) -> Result<Vec<Vec<(Expr, Leads)>>, Error> {
        let mut all = Vec::new();
        for access in &self.memory.virtuals {
            let cases = match &access.route {
                Route::Address(address) => self.by_address(access, address, known)?,
                Route::Elements { region, offset, indices } => {
                    self.by_indices(access, *region, *offset, indices, known)?
                }
            };
            let possible = cases.into_iter().filter(|case| case.guard != Expr::TRUE.negated());
            all.push(possible.map(|case| (case.guard, case.leads)).collect());
        }
        Ok(all)
    }

    fn by_address(&self, access: &Virtual, address: &Expr, known: &Known) -> Result<Vec<Case>, Error> {
        let word = self.source.word();
        let is = |number: u64| Expr::binary(Binary::Equal, address.clone(), Expr::Constant(number, word));
        match &access.aspect {
            Aspect::AnyPart(touch) => return Ok(self.parts_around(address, *touch, known)),
            Aspect::World => return Ok(self.parts_of_world(known)),
            Aspect::Ends { in_world } => return Ok(self.ends(address, *in_world, known)),
            Aspect::AddressInside => return Ok(self.addresses_inside(address, false, known)),
            Aspect::AddressInWorld => return Ok(self.addresses_inside(address, true, known)),
            Aspect::Bytes(bytes) => return Ok(self.parts_of_bytes(address, bytes, known)),
            Aspect::IsOpaque(count) => return Ok(self.is_opaque_at(address, count, known)),
            Aspect::Contents(from) => return Ok(self.contents(address, from, known)),
            // Where pointers may be is all that matters.
            Aspect::Pointers(_) => return Ok(vec![Case { guard: Expr::TRUE, leads: Leads::Lost }]),
            _ => {}
        }
        let mut cases = Vec::new();
        for (number, offset) in known.points_to.addresses(address) {
            let region = &self.memory.regions[number as usize];
            if access.aspect == Aspect::Existence {
                if let (Kind::Heap(_, exists), None | Some(0)) = (region.kind, offset) {
                    cases.push(Case { guard: is(region.base), leads: Leads::Cell(number, exists, Type::BOOL) });
                }
                if Some(number) == self.memory.unknown_objects {
                    let text = "what a function without a body returned may be freed".to_string();
                    cases.push(Case { guard: region.surrounds(address), leads: Leads::Beyond(text) });
                }
                continue;
            }
            if let Kind::Given(_) = region.kind {
                cases.extend(self.given_cases(access, address, number, offset, known.written));
                continue;
            }
            if region.opaque.is_some() {
                cases.extend(self.opaque_cases(access, address, (number, offset), known));
                continue;
            }
            let first = cases.len();
            let offsets = offset.map_or_else(|| region.offsets(), |offset| vec![offset]);
            for offset in offsets {
                if let Some(leads) = self.memory.cell(access, number, offset, known) {
                    cases.push(Case { guard: is(region.base + offset), leads });
                } else if offset < region.size && !matches!(region.kind, Kind::Function(_)) {
                    let text = format!("`{}` may be accessed by another type than its own", region.name);
                    cases.push(Case { guard: is(region.base + offset), leads: Leads::Beyond(text) });
                }
            }
            if offset.is_none() && !matches!(region.kind, Kind::Function(_)) && region.size > 0 {
                let text = format!("`{}` may be accessed by another type than its own", region.name);
                let inside = region.surrounds(address);
                // Where no part begins.
                let inside = cases[first..].iter().fold(inside, |rest, case| rest.and(case.guard.clone().negated()));
                cases.push(Case { guard: inside, leads: Leads::Beyond(text) });
            }
        }
        cases.retain(|case| case.guard != Expr::TRUE.negated());
        self.memory.with_rest(cases, known, access)
    }

    /// A case for every part of the objects that an address may lead into. Several apply at once: any part may be meant.
    fn parts_around(&self, address: &Expr, touch: Touch, known: &Known) -> Vec<Case> {
        let regions: BTreeSet<u32> = known.points_to.addresses(address).into_iter().map(|(region, _)| region).collect();
        let races = self.source.options.property.is_about_races();
        let mut cases = Vec::new();
        for number in regions {
            let region = &self.memory.regions[number as usize];
            let guard = match region.kind {
                Kind::Heap(_, exists) => region.surrounds(address).and(Expr::Read(exists, Type::BOOL)),
                _ => region.surrounds(address),
            };
            if let Kind::Function(name) = region.kind {
                let leads = Leads::Beyond(format!("a function without a body may call `{name}`"));
                cases.push(Case { guard, leads });
                continue;
            }
            for cell in &region.cells {
                let leads = match touch {
                    Touch::Reads if cell.library().is_some() => continue,
                    Touch::Reads if is_opaque(cell) => {
                        let what = "a function without a body may write what leads on from";
                        Leads::Beyond(format!("{what} `{}`", region.name))
                    }
                    Touch::Reads if !races => continue,
                    Touch::Writes if self.memory.constants.contains(&cell.place) => continue,
                    Touch::Writes if is_opaque(cell) => {
                        let what = "a function without a body may change pointers or locks in";
                        Leads::Beyond(format!("{what} `{}`", region.name))
                    }
                    Touch::Reads | Touch::Writes => Leads::Cell(number, cell.place, cell.ty),
                };
                cases.push(Case { guard: guard.clone(), leads });
            }
            if let Some(opaque) = &region.opaque {
                let leads = match known.points_to.of(opaque.summary).next() {
                    Some(_) => {
                        Some(Leads::Beyond(format!("a function without a body may get pointers in `{}`", region.name)))
                    }
                    None => (touch == Touch::Writes || races).then_some(Leads::Opaque(number)),
                };
                cases.extend(leads.map(|leads| Case { guard: guard.clone(), leads }));
            }
        }
        cases
    }

    fn by_indices(
        &self,
        access: &Virtual,
        number: u32,
        offset: u64,
        indices: &[(Expr, u64, u64)],
        known: &Known,
    ) -> Result<Vec<Case>, Error> {
        let region = &self.memory.regions[number as usize];
        let mut combinations: Vec<(Expr, u64)> = vec![(Expr::TRUE, offset)];
        let mut inside = Expr::TRUE;
        for (index, stride, count) in indices {
            let ty = index.ty();
            let unsigned = Type { signed: false, ..ty };
            let bound = Expr::Constant((*count).min(ty.mask()), unsigned);
            inside = inside.and(Expr::binary(Binary::Less, index.clone().cast(unsigned), bound));
            if region.opaque.is_some() {
                continue;
            }
            if count.saturating_mul(combinations.len() as u64) > MOST_CELLS as u64 {
                let message = "an index into more elements than the model has room for";
                return Err(Error::new(Code::TooLarge, message, access.span.range()));
            }
            let with = |(guard, offset): &(Expr, u64), number: u64| {
                let is = Expr::binary(Binary::Equal, index.clone(), Expr::Constant(number & ty.mask(), ty));
                (guard.clone().and(is), offset + number * stride)
            };
            combinations =
                combinations.iter().flat_map(|one| (0..*count).map(move |number| with(one, number))).collect();
        }
        if let Some(cases) = self.opaque_elements(access, (number, offset), indices, &inside, known) {
            let mut cases = self.memory.living(cases, known);
            cases.push(Case { guard: inside.negated(), leads: Leads::Nowhere });
            return Ok(cases);
        }
        let mut cases = Vec::new();
        for (guard, offset) in combinations {
            let beyond = || Leads::Beyond(format!("`{}` may be accessed by another type than its own", region.name));
            let leads = self.memory.cell(access, number, offset, known).unwrap_or_else(beyond);
            cases.push(Case { guard, leads });
        }
        cases.retain(|case| case.guard != Expr::TRUE.negated());
        let mut cases = self.memory.living(cases, known);
        cases.push(Case { guard: inside.negated(), leads: Leads::Nowhere });
        Ok(cases)
    }
}

impl<'s> Memory<'s> {
    /// The objects that `free` may get.
    pub fn freed(&self, points_to: &PointsTo) -> FxHashSet<u32> {
        let ends = |aspect: &Aspect| matches!(aspect, Aspect::Existence | Aspect::Ends { .. });
        let freeing = self.virtuals.iter().filter(|access| ends(&access.aspect));
        let address = |access: &Virtual| match &access.route {
            Route::Address(address) => points_to.addresses(address),
            Route::Elements { .. } => Default::default(),
        };
        freeing.flat_map(address).map(|(region, _)| region).collect()
    }

    /// The cell that an access is to at an offset of a region.
    pub fn cell(&self, access: &Virtual, number: u32, offset: u64, known: &Known) -> Option<Leads> {
        let region = &self.regions[number as usize];
        match access.aspect {
            Aspect::Part(0) if access.library.is_none() && access.ty.width == 8 && region.cells.is_empty() => {
                region.character(offset).map(Leads::Character)
            }
            Aspect::Part(part) => {
                let cell = region.cell(offset, access.ty, access.library, part)?;
                Some(Leads::Cell(number, cell.place, cell.ty))
            }
            Aspect::Companion(template) => region
                .holds(offset, access.library)
                .then(|| Leads::Cell(number, known.points_to.companion((number, offset, template)), access.ty)),
            _ => None,
        }
    }

    /// Adds the case that none of the others holds.
    fn with_rest(&self, cases: Vec<Case>, known: &Known, access: &Virtual) -> Result<Vec<Case>, Error> {
        let rest = cases.iter().fold(Expr::TRUE, |rest, case| rest.and(case.guard.clone().negated()));
        let mut cases = if access.aspect == Aspect::Existence { cases } else { self.living(cases, known) };
        cases.push(Case { guard: rest, leads: Leads::Nowhere });
        Ok(cases)
    }

    /// A freed object leads nowhere.
    fn living(&self, cases: Vec<Case>, known: &Known) -> Vec<Case> {
        let mut living = Vec::new();
        for case in cases {
            let (Leads::Cell(number, ..) | Leads::Opaque(number)) = case.leads else {
                living.push(case);
                continue;
            };
            match self.regions[number as usize].kind {
                Kind::Heap(_, exists) if known.freed.contains(&number) => {
                    let exists = Expr::Read(exists, Type::BOOL);
                    let gone = case.guard.clone().and(exists.clone().negated());
                    living.push(Case { guard: gone, leads: Leads::Nowhere });
                    living.push(Case { guard: case.guard.and(exists), leads: case.leads });
                }
                _ => living.push(case),
            }
        }
        living
    }
}
