//! First values: which part of a variable gets which expression (C11 6.7.9, braces may be left out).

use super::super::constant::constant;
use super::super::layout::BitField;
use super::super::syntax::{Designator, Expression, ExpressionKind, Initializer, Part, Span};
use super::super::types::CType;
use super::Lowering;
use super::context::Context;
use super::expression::has_effects;
use super::memory::Cell;
use super::value::Spot;
use crate::error::{Code, Error};
use std::ops::Range;
use umpteen_model::c::expression::{Expr, Type};

/// The first value of a part of a variable.
pub struct Item<'s> {
    /// The part's first byte.
    pub offset: u64,
    /// The part's type; a structure for one that is copied.
    pub ty: CType<'s>,
    /// Its bits, for a bit-field.
    pub bits: Option<BitField>,
    /// What it gets.
    pub value: Given<'s>,
}

/// What a part of a variable gets.
pub enum Given<'s> {
    /// A character, or the kind of a library object.
    Constant(u64),
    /// The value of an expression.
    Expression(&'s Expression<'s>),
}

/// Values in braces with their designators.
type Listed<'s> = (Vec<Designator<'s>>, Initializer<'s>);

impl<'s> Lowering<'s> {
    /// The first values of a variable's parts, later ones winning over earlier ones; all other parts are zero.
    pub fn items(&self, ty: &CType<'s>, initial: &'s Initializer<'s>, span: Span) -> Result<Vec<Item<'s>>, Error> {
        let mut filler = Filler { lowering: self, span, items: Vec::new(), end: 0 };
        filler.add(ty, None, 0, initial)?;
        Ok(filler.items)
    }

    /// A number that is known before the program runs: an integer or an address.
    pub fn constant_value(&mut self, expression: &'s Expression<'s>, ty: &CType<'s>) -> Result<u64, Error> {
        let not_constant = || expression.span.unsupported("a first value that is not a constant");
        self.addresses.numbers_at_file_scope = false;
        let value = match self.source.constant_number(expression) {
            Some(value) => value,
            None if is_address(expression) => {
                let before = self.graph.nodes.len();
                let value = self.value(expression)?;
                if self.graph.nodes.len() != before {
                    return Err(not_constant());
                }
                value
            }
            None => return Err(not_constant()),
        };
        match self.converted(value, ty, expression.span)?.bits(expression.span)? {
            // What is computed from an address must still be known as one.
            Expr::Constant(bits, _)
                if self.addresses.numbers_at_file_scope && self.memory.region_at(bits).is_none() =>
            {
                Err(expression.span.unsupported("a number that is computed from an address"))
            }
            Expr::Constant(bits, _) => Ok(bits),
            _ => Err(not_constant()),
        }
    }

    /// Gives a variable of a thread its first values.
    pub fn initialise(&mut self, spot: &Spot<'s>, initial: &'s Initializer<'s>, span: Span) -> Result<(), Error> {
        let items = self.items(&spot.ty, initial, span)?;
        // A structure may be another one's copy; an array that is given as a text has a rest, too.
        let is_whole = matches!((&spot.ty, initial), (CType::Record(_), Initializer::Value(_)));
        if matches!(spot.ty, CType::Array(..) | CType::Record(_)) && !is_whole {
            self.fill_with(spot, span, &mut |_, ty| Expr::Constant(0, ty))?;
        }
        for item in items {
            let part = Spot { bits: item.bits, ..self.source.part(spot, item.offset, &item.ty) };
            match item.value {
                Given::Constant(kind) if matches!(item.ty, CType::Library(_)) => {
                    let part = self.source.part(spot, item.offset, &item.ty);
                    self.initialise_library(&part, kind, span)?;
                }
                Given::Constant(value) => {
                    let ty = self.source.scalar_type(&item.ty).unwrap_or(Type::INT);
                    self.store_spot(&part, Expr::Constant(value & ty.mask(), ty), span, false)?;
                }
                Given::Expression(value) => {
                    let found = self.value(value)?;
                    self.store_value(&part, found, value.span, span, false)?;
                }
            }
        }
        Ok(())
    }

    /// Gives every part of a variable a value in one step; library objects begin as zero.
    pub fn fill_with(
        &mut self,
        spot: &Spot<'s>,
        span: Span,
        value: &mut dyn FnMut(u32, Type) -> Expr,
    ) -> Result<(), Error> {
        let super::value::Where::Fixed(region, start) = spot.place else {
            return Err(span.unsupported("filling what a pointer leads to"));
        };
        let size = self.source.layout.size(&spot.ty).unwrap_or(0);
        self.fill_cells(region, start..start + size, value);
        Ok(())
    }

    /// Gives the parts of a region between two offsets a value each, in one step; objects of the library are free.
    pub fn fill_cells(&mut self, region: u32, offsets: Range<u64>, value: &mut dyn FnMut(u32, Type) -> Expr) {
        let cells = self.memory.regions[region as usize].cells.iter();
        let inside = cells.filter(|cell| offsets.contains(&cell.offset));
        let mut first = |number: u32, cell: &Cell| match cell.library() {
            Some(_) => Expr::Constant(0, cell.ty),
            None => value(number, cell.ty),
        };
        let updates: Vec<_> = (0u32..).zip(inside).map(|(number, cell)| (cell.place, first(number, cell))).collect();
        self.graph.update(updates, Vec::new());
    }
}

impl<'s> Context<'s> {
    /// The numbers of the parts that a designator means.
    fn designated(&self, ty: &CType<'s>, designator: &Designator<'s>, span: Span) -> Result<(u64, u64), Error> {
        let index = |expression: &Expression<'s>| match constant(expression, self.layout)? {
            Expr::Constant(bits, ty) => {
                let outside = || expression.span.unsupported("a designator outside its array");
                u64::try_from(ty.number(bits)).map_err(|_| outside())
            }
            _ => Err(expression.span.unsupported("this designator")),
        };
        match (designator, ty) {
            (Designator::Index(at), CType::Array(..)) => index(at).map(|at| (at, at)),
            (Designator::Range(from, to), CType::Array(..)) => Ok((index(from)?, index(to)?)),
            (Designator::Field(name), CType::Record(record)) => {
                let fields = self.layout.fields(*record).unwrap_or_default();
                let named = fields.iter().filter(|(_, field, _)| !is_padding(field.name, &field.ty));
                let number = named.into_iter().position(|(_, field, _)| field.name == *name);
                let unknown = || Error::new(Code::UnknownName, format!("there is no member `{name}`"), span.range());
                number.map(|number| (number as u64, number as u64)).ok_or_else(unknown)
            }
            _ => Err(span.unsupported("this designator")),
        }
    }

    /// A part of an array, structure or union: offset, type, bits.
    fn sub_object(&self, ty: &CType<'s>, number: u64) -> Option<(u64, CType<'s>, Option<BitField>)> {
        match ty {
            CType::Array(element, count) if count.is_none_or(|count| number < count) => {
                Some((number.checked_mul(self.layout.size(element)?)?, (**element).clone(), None))
            }
            CType::Record(record) => {
                let fields = self.layout.fields(*record)?;
                let mut named = fields.into_iter().filter(|(_, field, _)| !is_padding(field.name, &field.ty));
                let (offset, field, bits) = named.nth(usize::try_from(number).ok()?)?;
                Some((offset, field.ty.clone(), bits))
            }
            _ => None,
        }
    }
}

/// Distributes the values of an initialiser.
struct Filler<'l, 's> {
    lowering: &'l Lowering<'s>,
    /// The declaration.
    span: Span,
    /// The parts so far.
    items: Vec<Item<'s>>,
    /// The byte after the last one of these.
    end: u64,
}

impl<'s> Filler<'_, 's> {
    /// Gives a part its first value.
    fn add(
        &mut self,
        ty: &CType<'s>,
        bits: Option<BitField>,
        offset: u64,
        initial: &'s Initializer<'s>,
    ) -> Result<(), Error> {
        let (span, layout) = (self.span, self.lowering.source.layout);
        if let Some(size) = layout.size(ty) {
            self.forget(bits, offset, size);
            self.end = self.end.max(offset.saturating_add(size));
        }
        match (ty, initial) {
            (CType::Library(_), Initializer::Value(value)) if constant(value, layout).is_err() => {
                Err(span.unsupported(format!("a first value of {} that is not a constant", ty.describe())))
            }
            (CType::Library(_), _) => {
                let mut kind = 0;
                initial.visit(&mut |part| {
                    if let Part::Expression(value) = part
                        && let Ok(Expr::Constant(bits, _)) = constant(value, layout)
                    {
                        kind = kind.max(bits);
                    }
                });
                self.items.push(Item { offset, ty: ty.clone(), bits: None, value: Given::Constant(kind) });
                Ok(())
            }
            // The variable has no room for it here.
            (CType::Array(_, None), _) => Err(span.unsupported("a first value of a flexible array member")),
            (CType::Array(element, count), _) if text_of(initial, element).is_some() => {
                let bytes = text_of(initial, element).unwrap_or_default();
                let count = count.map_or(usize::MAX, |count| count as usize);
                for (number, byte) in bytes.iter().chain(&[0]).take(count).enumerate() {
                    let (ty, value) = ((**element).clone(), Given::Constant(u64::from(*byte)));
                    self.items.push(Item { offset: offset + number as u64, ty, bits: None, value });
                }
                Ok(())
            }
            (CType::Array(..) | CType::Record(_), Initializer::Braces(list)) => {
                let mut position = 0;
                self.fill(ty, offset, list, &mut position, true)?;
                match list.get(position) {
                    None => Ok(()),
                    Some(_) => {
                        let message = "more values than the variable has parts";
                        Err(Error::new(Code::Syntax, message, span.range()))
                    }
                }
            }
            (CType::Array(..), Initializer::Value(_)) => {
                Err(span.unsupported("a first value of an array that is no list in braces and no string"))
            }
            (_, Initializer::Braces(list)) => match &list[..] {
                [] => Ok(()),
                [(designators, inner)] if designators.is_empty() => self.add(ty, bits, offset, inner),
                _ => Err(span.unsupported("a list of several first values for one number or pointer")),
            },
            (_, Initializer::Value(value)) => {
                self.items.push(Item { offset, ty: ty.clone(), bits, value: Given::Expression(value) });
                Ok(())
            }
        }
    }

    /// A later value of a part replaces earlier ones of the part, and of all that is in it (C11 6.7.9).
    fn forget(&mut self, bits: Option<BitField>, offset: u64, size: u64) {
        if offset >= self.end {
            return;
        }
        let layout = self.lowering.source.layout;
        self.items.retain(|item| {
            let inside = item.offset >= offset && item.offset - offset < size;
            let is_larger = layout.size(&item.ty).is_none_or(|other| other > size);
            !inside || is_larger || bits.is_some() && item.bits != bits
        });
    }

    /// Gives the parts of an array or structure the values of a list from a position on. Inside other braces (`own` is
    /// false) it stops after its last part or at a designator.
    fn fill(
        &mut self,
        ty: &CType<'s>,
        offset: u64,
        list: &'s [Listed<'s>],
        position: &mut usize,
        own: bool,
    ) -> Result<(), Error> {
        let (lowering, span) = (self.lowering, self.span);
        let mut current = 0;
        while let Some((designators, initial)) = list.get(*position) {
            if let Some((first, rest)) = designators.split_first() {
                if !own {
                    return Ok(());
                }
                let (from, to) = lowering.source.designated(ty, first, span)?;
                // gcc evaluates it once for all of them.
                let mut effects = false;
                initial.visit(&mut |part| effects |= matches!(part, Part::Expression(part) if has_effects(part)));
                if from != to && effects {
                    return Err(span.unsupported("an effect in the value of a range"));
                }
                for number in from..=to {
                    let Some((mut at, mut part, mut bits)) = lowering.source.sub_object(ty, number) else {
                        return Err(span.unsupported("a designator outside its array"));
                    };
                    for designator in rest {
                        let (number, last) = lowering.source.designated(&part, designator, span)?;
                        let Some((more, inner, inner_bits)) = lowering.source.sub_object(&part, number) else {
                            return Err(span.unsupported("a designator outside its array"));
                        };
                        // A range, or values that go on inside the part, would have to be followed there.
                        if last != number || list.get(*position + 1).is_some_and(|(next, _)| next.is_empty()) {
                            return Err(span.unsupported("a designator like this"));
                        }
                        (at, part, bits) = (at + more, inner, inner_bits);
                    }
                    self.add(&part, bits, offset + at, initial)?;
                }
                *position += 1;
                current = to + 1;
                continue;
            }
            // Without a designator a union has one part.
            let is_union =
                matches!(ty, CType::Record(record) if lowering.source.layout.records[*record as usize].is_union);
            let next = lowering.source.sub_object(ty, current).filter(|_| !is_union || current == 0);
            let Some((at, part, bits)) = next else { return Ok(()) };
            current += 1;
            let whole = match (&part, initial) {
                (CType::Array(element, _), _) => {
                    matches!(initial, Initializer::Braces(_)) || text_of(initial, element).is_some()
                }
                (CType::Record(_), Initializer::Value(value)) => {
                    value.known_type().is_ok_and(|ty| matches!(ty, CType::Record(_)))
                }
                _ => true,
            };
            let whole = whole || matches!(part, CType::Library(_) | CType::Array(_, None));
            if whole {
                self.add(&part, bits, offset + at, initial)?;
                *position += 1;
            } else {
                self.fill(&part, offset + at, list, position, false)?;
            }
        }
        Ok(())
    }
}

/// Whether a member only fills a gap: an unnamed bit-field.
fn is_padding(name: &str, ty: &CType) -> bool {
    name.is_empty() && !matches!(ty, CType::Record(_))
}

/// The characters that a first value of an array of characters gives.
fn text_of<'s>(initial: &'s Initializer<'s>, element: &CType) -> Option<&'s [u8]> {
    let CType::Integer { ty: Type { width: 8, .. }, .. } = element else { return None };
    match initial {
        Initializer::Value(Expression { kind: ExpressionKind::Text(bytes), .. }) => Some(bytes),
        Initializer::Braces(list) => match &list[..] {
            [(designators, inner)] if designators.is_empty() => text_of(inner, element),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression may be an address that is known before the program runs.
fn is_address(expression: &Expression) -> bool {
    !super::expression::has_effects(expression)
}
