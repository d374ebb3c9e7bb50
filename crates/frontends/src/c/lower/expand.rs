//! Accesses through pointers and indices become one step for each cell that they may lead to, and one for none of them.

use super::super::atomic::{Access, Mark, Node, Role, Step};
use super::super::syntax::Span;
use super::Lowering;
use super::any_memory::is_opaque;
use super::arguments::Unstored;
use super::memory::{Aspect, Kind, MOST_CELLS, Route, Touch, VIRTUAL, Virtual};
use super::opaque::Contents;
use super::points_to::PointsTo;
use super::step::constant_text;
use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge};

/// A step becomes at most so many.
const MOST_STEPS: usize = 20_000;

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
    /// The objects that `free` may get.
    pub fn freed(&self, points_to: &PointsTo) -> FxHashSet<u32> {
        let freeing = self.virtuals.iter().filter(|access| access.aspect == Aspect::Existence);
        let address = |access: &Virtual| match &access.route {
            Route::Address(address) => points_to.addresses(address),
            Route::Elements { .. } => Default::default(),
        };
        freeing.flat_map(address).map(|(region, _)| region).collect()
    }

    /// The ways to resolve each access; they exclude each other and leave nothing out.
    pub fn ways(&self, known: &Known) -> Result<Vec<Vec<(Expr, Leads)>>, Error> {
        let mut all = Vec::new();
        for access in &self.virtuals {
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
        let word = self.word();
        let is = |number: u64| Expr::binary(Binary::Equal, address.clone(), Expr::Constant(number, word));
        match &access.aspect {
            Aspect::AnyPart(touch) => return Ok(self.parts_around(address, *touch, known)),
            Aspect::Bytes(bytes) => return Ok(self.parts_of_bytes(address, bytes, known)),
            Aspect::IsOpaque(count) => return Ok(self.is_opaque_at(address, count, known)),
            Aspect::Contents(from) => return Ok(self.contents(address, from, known)),
            // Where pointers may be is all that matters.
            Aspect::Pointers(_) => return Ok(vec![Case { guard: Expr::TRUE, leads: Leads::Lost }]),
            _ => {}
        }
        let mut cases = Vec::new();
        for (number, offset) in known.points_to.addresses(address) {
            let region = &self.regions[number as usize];
            if access.aspect == Aspect::Existence {
                if let (Kind::Heap(_, exists), None | Some(0)) = (region.kind, offset) {
                    cases.push(Case { guard: is(region.base), leads: Leads::Cell(number, exists, Type::BOOL) });
                }
                if Some(number) == self.unknown_objects {
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
                if let Some(leads) = self.cell(access, number, offset, known) {
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
        self.with_rest(cases, known, access)
    }

    /// A case for every part of the objects that an address may lead into. Several apply at once: any part may be meant.
    fn parts_around(&self, address: &Expr, touch: Touch, known: &Known) -> Vec<Case> {
        let regions: BTreeSet<u32> = known.points_to.addresses(address).into_iter().map(|(region, _)| region).collect();
        let races = self.options.property.is_about_races();
        let mut cases = Vec::new();
        for number in regions {
            let region = &self.regions[number as usize];
            let guard = match region.kind {
                Kind::Heap(_, exists) => region.surrounds(address).and(Expr::Read(exists, Type::BOOL)),
                _ => region.surrounds(address),
            };
            for cell in &region.cells {
                let leads = match touch {
                    Touch::Reads if cell.library().is_some() => continue,
                    Touch::Reads if is_opaque(cell) => {
                        let what = "a function without a body may write what leads on from";
                        Leads::Beyond(format!("{what} `{}`", region.name))
                    }
                    Touch::Reads if !races => continue,
                    Touch::Writes if self.constants.contains(&cell.place) => continue,
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
        let region = &self.regions[number as usize];
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
            let mut cases = self.living(cases, known);
            cases.push(Case { guard: inside.negated(), leads: Leads::Nowhere });
            return Ok(cases);
        }
        let mut cases = Vec::new();
        for (guard, offset) in combinations {
            let beyond = || Leads::Beyond(format!("`{}` may be accessed by another type than its own", region.name));
            let leads = self.cell(access, number, offset, known).unwrap_or_else(beyond);
            cases.push(Case { guard, leads });
        }
        cases.retain(|case| case.guard != Expr::TRUE.negated());
        let mut cases = self.living(cases, known);
        cases.push(Case { guard: inside.negated(), leads: Leads::Nowhere });
        Ok(cases)
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

    /// Resolves every access of a template's graph.
    pub fn expand(
        &mut self,
        graph: &mut Vec<Node>,
        ways: &[Vec<(Expr, Leads)>],
        moved: &FxHashMap<Place, Place>,
    ) -> Result<(), Error> {
        for number in 0..graph.len() {
            let mut steps = Vec::new();
            for step in std::mem::take(&mut graph[number].steps) {
                self.resolve(step, ways, graph, &mut steps)?;
                if steps.len() > MOST_STEPS {
                    let span = self.roots[self.template as usize].span;
                    let message = "an access may lead to more places than the model has room for";
                    return Err(Error::new(Code::TooLarge, message, span.range()));
                }
            }
            for step in &mut steps {
                let target = |place| *moved.get(&place).unwrap_or(&place);
                step.edge.map_places(&target);
                step.touched.iter_mut().for_each(|touched| touched.map_places(&target));
            }
            graph[number].steps = steps;
        }
        Ok(())
    }

    fn resolve(
        &mut self,
        step: Step,
        ways: &[Vec<(Expr, Leads)>],
        graph: &mut Vec<Node>,
        done: &mut Vec<Step>,
    ) -> Result<(), Error> {
        let Some(number) = virtuals(&step.edge).first().copied() else {
            done.push(step);
            return Ok(());
        };
        let access = self.virtuals[number as usize].clone();
        let group = self.companies(&step.edge, number, ways);
        for (case, (guard, way)) in ways[number as usize].iter().enumerate() {
            let read_only = match way {
                Leads::Cell(_, cell, _) | Leads::Part(cell, ..) => self.constants.contains(cell),
                Leads::Character(_) => true,
                Leads::Opaque(region) => {
                    let opaque = self.regions[*region as usize].opaque.as_ref();
                    opaque.is_some_and(|opaque| self.constants.contains(&opaque.summary))
                }
                Leads::Unstored(_) | Leads::Lost | Leads::Contents(_) | Leads::Beyond(_) | Leads::Nowhere => false,
            };
            if read_only && step.edge.update(Place::Global(VIRTUAL + number)).is_some() {
                let text = constant_text(&self.source_text(access.span));
                let role = self.failing(access.span.start, text, Claim::Valid);
                done.push(self.lost(guard, role, &step, graph));
                continue;
            }
            match way {
                Leads::Cell(..) | Leads::Character(_) => {
                    let mut edge = step.edge.clone();
                    edge.guard = guard.clone().and(edge.guard);
                    for member in &group {
                        let place = Place::Global(VIRTUAL + member);
                        match ways[*member as usize][case].1 {
                            Leads::Cell(_, cell, ty) => {
                                self.note_access(cell, access.span);
                                put(&mut edge, place, cell, ty, access.span)?;
                            }
                            Leads::Character(character) => {
                                replace_reads(&mut edge, place, &Expr::Constant(character.into(), access.ty));
                            }
                            _ => {}
                        }
                    }
                    if edge.guard != Expr::TRUE.negated() {
                        self.resolve(Step { edge, ..step.clone() }, ways, graph, done)?;
                    }
                }
                Leads::Unstored(value) => {
                    let place = Place::Global(VIRTUAL + number);
                    match self.unstored(&step, place, &access, value) {
                        Some(mut edge) => {
                            edge.guard = guard.clone().and(edge.guard);
                            if edge.guard != Expr::FALSE {
                                self.resolve(Step { edge, ..step.clone() }, ways, graph, done)?;
                            }
                        }
                        None => {
                            let text = format!(
                                "a far part of what `main` is given is written by `{}`",
                                self.source_text(access.span)
                            );
                            let role = self.failing(access.span.start, text, Claim::Limit);
                            done.push(self.lost(guard, role, &step, graph));
                        }
                    }
                }
                Leads::Opaque(_) | Leads::Contents(_) | Leads::Lost => {
                    let mut step = self.step_without_cell(&step, Place::Global(VIRTUAL + number), &access, way);
                    step.edge.guard = guard.clone().and(step.edge.guard);
                    self.resolve(step, ways, graph, done)?;
                }
                Leads::Part(cell, ty, kept) => {
                    let mut edge = step.edge.clone();
                    edge.guard = guard.clone().and(edge.guard);
                    self.note_access(*cell, access.span);
                    put(&mut edge, Place::Global(VIRTUAL + number), *cell, *ty, access.span)?;
                    for (_, value) in edge.updates.iter_mut().filter(|(place, _)| place == cell) {
                        let old = Expr::binary(Binary::And, Expr::Read(*cell, *ty), kept.clone());
                        let new = Expr::binary(Binary::And, value.clone(), kept.clone().negated());
                        *value = Expr::binary(Binary::Or, old, new);
                    }
                    self.resolve(Step { edge, ..step.clone() }, ways, graph, done)?;
                }
                Leads::Beyond(text) => {
                    let role = self.failing(access.span.start, text.clone(), Claim::Limit);
                    done.push(self.lost(guard, role, &step, graph));
                }
                Leads::Nowhere => {
                    let role = self.invalid_role(&access);
                    done.push(self.lost(guard, role, &step, graph));
                }
            }
        }
        Ok(())
    }

    /// The accesses of an edge that lead to parts of the same object as one of them: all have the same ways.
    fn companies(&self, edge: &Edge, number: u32, ways: &[Vec<(Expr, Leads)>]) -> Vec<u32> {
        let access = &self.virtuals[number as usize];
        let same = |other: &u32| {
            let found = &self.virtuals[*other as usize];
            let guards = || ways[*other as usize].iter().map(|(guard, _)| guard);
            let alike = || guards().eq(ways[number as usize].iter().map(|(guard, _)| guard));
            found.route == access.route && found.library == access.library && alike()
        };
        match access.library {
            Some(_) => virtuals(edge).into_iter().filter(same).collect(),
            None => vec![number],
        }
    }

    /// The step of a thread that does not get where it wants to.
    fn lost(&self, guard: &Expr, role: Role, step: &Step, graph: &mut Vec<Node>) -> Step {
        graph.push(Node { steps: Vec::new(), role });
        let to = graph.len() as u32 - 1;
        let statements = step.edge.statements.clone();
        let edge = Edge { guard: guard.clone(), statements, ..Edge::jump(to) };
        Step::new(Mark::None, Access::Library, edge)
    }

    fn invalid_role(&mut self, access: &Virtual) -> Role {
        let shown = self.source_text(access.span);
        let text = match &access.route {
            _ if access.aspect == Aspect::Existence => format!("`{shown}` frees what was not allocated"),
            Route::Elements { .. } => format!("the index in `{shown}` can be out of range"),
            Route::Address(_) => format!("`{shown}` can access invalid memory"),
        };
        self.failing(access.span.start, text, Claim::Valid)
    }
}

/// Replaces a virtual place of an edge by a cell.
fn put(edge: &mut Edge, place: Place, cell: Place, ty: Type, span: Span) -> Result<(), Error> {
    if edge.update(cell).is_some() && edge.update(place).is_some() {
        return Err(span.unsupported("a statement that may change one variable twice (make two statements of it)"));
    }
    replace_reads(edge, place, &Expr::Read(cell, ty));
    for (target, value) in edge.updates.iter_mut().filter(|(target, _)| *target == place) {
        (*target, *value) = (cell, value.clone().cast(ty));
    }
    Ok(())
}

/// Puts a value where an edge reads a virtual place.
pub fn replace_reads(edge: &mut Edge, place: Place, value: &Expr) {
    let replaced = |expr: &Expr| {
        expr.replace(&mut |leaf| match leaf {
            Expr::Read(read, wanted) if *read == place => value.clone().cast(*wanted),
            leaf => leaf.clone(),
        })
    };
    edge.guard = replaced(&edge.guard);
    let arguments = edge.start.iter_mut().flat_map(|start| &mut start.arguments).map(|(_, value)| value);
    for value in edge.updates.iter_mut().map(|(_, value)| value).chain(arguments) {
        *value = replaced(value);
    }
}

/// The virtual places of an edge, those that change first.
fn virtuals(edge: &Edge) -> Vec<u32> {
    let mut found = Vec::new();
    let mut add = |place: &Place| match place {
        Place::Global(number) if *number >= VIRTUAL && !found.contains(&(number - VIRTUAL)) => {
            found.push(number - VIRTUAL);
        }
        _ => {}
    };
    edge.updates.iter().for_each(|(place, _)| add(place));
    for expr in edge.expressions() {
        expr.visit(&mut |part| {
            if let Expr::Read(place, _) = part {
                add(place);
            }
        });
    }
    found
}
