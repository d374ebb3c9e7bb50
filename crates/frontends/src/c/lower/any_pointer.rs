//! Pointers that a function without a body makes: null, one that it was given, one to a part of an object that it was
//! given, or one to an object of its own. The latter objects are one region without parts: its addresses may be compared
//! and handed on, and following one is a limit of the model.
//!
//! Which objects a pointer leads to is known when all pointers are, so the address of a part is read from a virtual place
//! (`Aspect::AddressInside`) that has a case for each of them.

use super::super::atomic::{Access, Mark};
use super::super::syntax::Span;
use super::super::types::CType;
use super::Lowering;
use super::expand::{Case, Known, Leads};
use super::memory::{Aspect, Kind, Region, Route, Virtual};
use super::points_to::Address;
use super::value::Value;
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// The region of all objects that functions without a body return has 2 to this number of addresses.
const ADDRESS_BITS: u8 = 12;

impl<'s> Lowering<'s> {
    /// Any pointer that a function knows which is given some values.
    pub fn any_pointer(&mut self, given: &[Value<'s>], to: CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        let word = self.source.word();
        let kept = self.temporary(word);
        let own = match self.memory.unknown_objects {
            Some(region) => region,
            None => {
                let name = "an object of a function without a body".to_string();
                let region = self.region(name, 1 << ADDRESS_BITS, Kind::Shared, span)?;
                *self.memory.unknown_objects.insert(region)
            }
        };
        let any = Expr::Input(0, Type { width: ADDRESS_BITS, signed: false }).cast(word);
        let mut results = vec![Expr::Constant(0, word), Expr::binary(Binary::Add, self.address_of(own, 0), any)];
        for value in given {
            let Value::Pointer(address, _) = value else { continue };
            if *address == Expr::Constant(0, word) || self.memory.function_at(value).is_some() {
                continue;
            }
            results.push(address.clone());
            let access = Virtual {
                route: Route::Address(address.clone()),
                ty: word,
                library: None,
                aspect: Aspect::AddressInside,
                span,
            };
            results.push(self.memory.virtual_object(access, Access::Library).read());
        }
        if let Some(world) = self.memory.world {
            let (route, aspect) = (Route::Address(Expr::Read(world.place, word)), Aspect::AddressInWorld);
            let access = Virtual { route, ty: word, library: None, aspect, span };
            results.push(self.memory.virtual_object(access, Access::Library).read());
        }
        let (from, after) = (self.graph.at, self.graph.fresh());
        for result in results {
            let statements = self.note(span);
            let updates = vec![(kept.place, result)];
            self.graph.connect(from, Mark::None, Edge { updates, statements, ..Edge::jump(after) });
        }
        self.graph.at = after;
        Ok(Value::Pointer(kept.read(), to))
    }

    /// A case for the address of every part of the objects that an address may lead into. Several apply at once: any part may
    /// be meant. `is_world` says that the address is any that functions know of which nothing is known.
    pub fn addresses_inside(&self, address: &Expr, is_world: bool, known: &Known) -> Vec<Case> {
        let word = self.source.word();
        let mut regions: Vec<(u32, bool)> = match is_world {
            true => self.known_objects(known.points_to),
            false => known.points_to.addresses(address).into_iter().map(|(region, _)| (region, false)).collect(),
        };
        regions.dedup();
        let mut cases = Vec::new();
        for (number, is_marked) in regions {
            let region = &self.memory.regions[number as usize];
            if Some(number) == self.memory.unknown_objects || !has_parts(region) {
                continue;
            }
            let exists = match region.kind {
                Kind::Heap(_, exists) => Expr::Read(exists, Type::BOOL),
                _ => Expr::TRUE,
            };
            let guard = if is_world { exists } else { region.surrounds(address).and(exists) };
            for offset in region.offsets() {
                let leads = Leads::Address(self.address_of(number, offset), is_marked);
                cases.push(Case { guard: guard.clone(), leads });
            }
            if region.opaque.is_some() {
                let any = Expr::Input(0, word);
                let inside = Expr::binary(Binary::Less, any.clone(), region.length(word));
                let address = Expr::binary(Binary::Add, self.address_of(number, 0), any);
                cases.push(Case { guard: guard.and(inside), leads: Leads::Address(address, is_marked) });
            }
        }
        cases
    }
}

/// Whether something in a region may be accessed.
fn has_parts(region: &Region) -> bool {
    !matches!(region.kind, Kind::Function(_))
}

/// The addresses of all parts of regions that some addresses lead into.
pub fn inside<'r>(regions: &'r [Region], addresses: impl Iterator<Item = Address> + 'r) -> Vec<Address> {
    let mut all = Vec::new();
    for (number, _) in addresses {
        let region = &regions[number as usize];
        if !has_parts(region) {
            continue;
        }
        all.extend(region.offsets().into_iter().map(|offset| (number, Some(offset))));
        all.extend(region.opaque.is_some().then_some((number, None)));
    }
    all
}
