//! First values (C11 6.7.9): which part of an object gets which expression, in which order, and as which type. Braces may be
//! left out.

use super::super::layout::{BitField, Layout};
use super::super::syntax::{Designator, Expression, ExpressionKind, Initializer, Part, Span};
use super::super::types::CType;
use super::super::visit::has_effects;
use super::constant_expressions::constant;
use super::conversions::convert;
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Expr, Type};

/// The first value of a part of a variable.
pub struct Item<'e, 'a> {
    /// The part's first byte.
    pub offset: u64,
    /// The part's type; a structure for one that is copied.
    pub ty: CType<'a>,
    /// Its bits, for a bit-field.
    pub bits: Option<BitField>,
    /// What it gets.
    pub value: Given<'e, 'a>,
}

/// What a part of a variable gets.
pub enum Given<'e, 'a> {
    /// A character, or the kind of a library object.
    Constant(u64),
    /// The value of an expression.
    Expression(&'e Expression<'a>),
}

/// Values in braces with their designators.
type Listed<'a> = (Vec<Designator<'a>>, Initializer<'a>);

/// The first values of an object's parts in the order of the text, later ones replacing earlier ones; all other parts are zero.
pub fn flattened<'e, 'a>(
    ty: &CType<'a>,
    initial: &'e Initializer<'a>,
    layout: Layout<'_, 'a>,
    span: Span,
) -> Result<Vec<Item<'e, 'a>>, Error> {
    let mut filler = Filler { layout, span, items: Vec::new(), end: 0 };
    filler.add(ty, None, 0, initial)?;
    Ok(filler.items)
}

/// Converts every expression of an initialiser to the type of the part that gets it, as if it was assigned (6.7.9p11). What
/// cannot be flattened is refused where it is needed.
pub fn convert_initializer<'a>(ty: &CType<'a>, initial: &mut Initializer<'a>, layout: Layout<'_, 'a>, span: Span) {
    let mut types: FxHashMap<usize, CType<'a>> = FxHashMap::default();
    if let Ok(items) = flattened(ty, initial, layout, span) {
        let mut number = 0;
        let mut numbers: FxHashMap<*const Expression, usize> = FxHashMap::default();
        visit_values(initial, &mut |value| {
            numbers.insert(value, number);
            number += 1;
        });
        for item in items {
            if let Given::Expression(value) = item.value
                && let Some(number) = numbers.get(&std::ptr::from_ref(value))
            {
                types.insert(*number, item.ty);
            }
        }
    }
    let mut number = 0;
    change_values(initial, &mut |value| {
        if let Some(ty) = types.get(&number) {
            convert(value, ty, layout);
        }
        number += 1;
    });
}

/// Looks at the expressions that stand for first values, in order.
fn visit_values<'e, 'a>(initial: &'e Initializer<'a>, look: &mut dyn FnMut(&'e Expression<'a>)) {
    match initial {
        Initializer::Value(value) => look(value),
        Initializer::Braces(parts) => parts.iter().for_each(|(_, part)| visit_values(part, look)),
    }
}

/// The same to change them.
fn change_values<'a>(initial: &mut Initializer<'a>, change: &mut dyn FnMut(&mut Expression<'a>)) {
    match initial {
        Initializer::Value(value) => change(value),
        Initializer::Braces(parts) => parts.iter_mut().for_each(|(_, part)| change_values(part, change)),
    }
}

/// The numbers of the parts that a designator means.
fn designated<'a>(
    ty: &CType<'a>,
    designator: &Designator<'a>,
    layout: Layout<'_, 'a>,
    span: Span,
) -> Result<(u64, u64), Error> {
    let index = |expression: &Expression<'a>| match constant(expression)? {
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
            let fields = layout.fields(*record).unwrap_or_default();
            let named = fields.iter().filter(|(_, field, _)| !is_padding(field.name, &field.ty));
            let number = named.into_iter().position(|(_, field, _)| field.name == *name);
            let unknown = || Error::new(Code::UnknownName, format!("there is no member `{name}`"), span.range());
            number.map(|number| (number as u64, number as u64)).ok_or_else(unknown)
        }
        _ => Err(span.unsupported("this designator")),
    }
}

/// A part of an array, structure or union: offset, type, bits.
fn sub_object<'a>(ty: &CType<'a>, number: u64, layout: Layout<'_, 'a>) -> Option<(u64, CType<'a>, Option<BitField>)> {
    match ty {
        CType::Array(element, count) if count.is_none_or(|count| number < count) => {
            Some((number.checked_mul(layout.size(element)?)?, (**element).clone(), None))
        }
        CType::Record(record) => {
            let fields = layout.fields(*record)?;
            let mut named = fields.into_iter().filter(|(_, field, _)| !is_padding(field.name, &field.ty));
            let (offset, field, bits) = named.nth(usize::try_from(number).ok()?)?;
            Some((offset, field.ty.clone(), bits))
        }
        _ => None,
    }
}

/// Distributes the values of an initialiser.
struct Filler<'l, 'e, 'a> {
    layout: Layout<'l, 'a>,
    /// The declaration.
    span: Span,
    /// The parts so far.
    items: Vec<Item<'e, 'a>>,
    /// The byte after the last one of these.
    end: u64,
}

impl<'e, 'a> Filler<'_, 'e, 'a> {
    /// Gives a part its first value.
    fn add(
        &mut self,
        ty: &CType<'a>,
        bits: Option<BitField>,
        offset: u64,
        initial: &'e Initializer<'a>,
    ) -> Result<(), Error> {
        let (span, layout) = (self.span, self.layout);
        if let Some(size) = layout.size(ty) {
            self.forget(bits, offset, size);
            self.end = self.end.max(offset.saturating_add(size));
        }
        match (ty, initial) {
            (CType::Library(_), Initializer::Value(value)) if constant(value).is_err() => {
                Err(span.unsupported(format!("a first value of {} that is not a constant", ty.describe())))
            }
            (CType::Library(_), _) => {
                let mut kind = 0;
                initial.visit(&mut |part| {
                    if let Part::Expression(value) = part
                        && let Ok(Expr::Constant(bits, _)) = constant(value)
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
        let layout = self.layout;
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
        ty: &CType<'a>,
        offset: u64,
        list: &'e [Listed<'a>],
        position: &mut usize,
        own: bool,
    ) -> Result<(), Error> {
        let (layout, span) = (self.layout, self.span);
        let mut current = 0;
        while let Some((designators, initial)) = list.get(*position) {
            if let Some((first, rest)) = designators.split_first() {
                if !own {
                    return Ok(());
                }
                let (from, to) = designated(ty, first, layout, span)?;
                // gcc evaluates it once for all of them.
                let mut effects = false;
                initial.visit(&mut |part| effects |= matches!(part, Part::Expression(part) if has_effects(part)));
                if from != to && effects {
                    return Err(span.unsupported("an effect in the value of a range"));
                }
                for number in from..=to {
                    let Some((mut at, mut part, mut bits)) = sub_object(ty, number, layout) else {
                        return Err(span.unsupported("a designator outside its array"));
                    };
                    for designator in rest {
                        let (number, last) = designated(&part, designator, layout, span)?;
                        let Some((more, inner, inner_bits)) = sub_object(&part, number, layout) else {
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
            let is_union = matches!(ty, CType::Record(record) if layout.records[*record as usize].is_union);
            let next = sub_object(ty, current, layout).filter(|_| !is_union || current == 0);
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
fn text_of<'e>(initial: &'e Initializer, element: &CType) -> Option<&'e [u8]> {
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
