//! Constant expressions (C11 6.6): their values, found where an expression is read and kept with it.

use super::super::DataModel;
use super::super::arithmetic::{apply, convert, from_truth, negated};
use super::super::floating::{Format, Outcome, constant_as_double};
use super::super::layout::Layout;
use super::super::syntax::{Designator, Expression, ExpressionKind, Operator, Part, Prefix};
use super::super::types::CType;
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

/// The value of a constant expression.
#[derive(Clone, Debug)]
pub enum Folded {
    /// An integer, always an `Expr::Constant`.
    Integer(Expr),
    /// The bits of a floating-point number.
    Float(u64, Format),
}

/// The value of an integer constant expression as it is converted, always an `Expr::Constant`.
pub fn constant(expression: &Expression) -> Result<Expr, Error> {
    match expression.folded() {
        Some(Folded::Integer(value)) => Ok(value),
        _ => Err(culprit(expression).span.unsupported("an expression here that is not an integer constant")),
    }
}

/// The part of an expression because of which it is no constant.
fn culprit<'e, 'a>(expression: &'e Expression<'a>) -> &'e Expression<'a> {
    let parts: Vec<&Expression> = match &expression.kind {
        ExpressionKind::Prefix(_, inner) | ExpressionKind::Cast(_, inner) => vec![inner],
        ExpressionKind::Chain(first, rest) => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand)).collect()
        }
        ExpressionKind::All(parts) | ExpressionKind::Any(parts) => parts.iter().collect(),
        ExpressionKind::Conditional(test, yes, no) => {
            [Some(test), yes.as_ref(), Some(no)].into_iter().flatten().map(|part| &**part).collect()
        }
        _ => Vec::new(),
    };
    let part = parts.into_iter().find(|part| part.constant.is_none());
    part.map_or(expression, culprit)
}

impl Expression<'_> {
    /// The value of a constant expression as it is converted; none if it is no constant.
    pub fn folded(&self) -> Option<Folded> {
        let value = self.constant.clone()?;
        match &self.converted {
            None => Some(value),
            Some(CType::Integer { ty, .. }) => value.into_integer(*ty),
            Some(CType::Float(bytes)) => value.into_format(Format::of_bytes(*bytes)),
            Some(_) => None,
        }
    }
}

/// The value of an expression whose operands have theirs; none if it is no constant. What the standard leaves undefined, as a
/// division by zero, is none (6.6).
pub fn fold<'a>(kind: &ExpressionKind<'a>, layout: Layout<'_, 'a>) -> Option<Folded> {
    let found = match kind {
        ExpressionKind::Constant(bits, ty) => Expr::Constant(*bits, *ty),
        ExpressionKind::Float(bits, format) => return Some(Folded::Float(*bits, *format)),
        ExpressionKind::Prefix(prefix, inner) => match (prefix, inner.folded()?) {
            (Prefix::Plus, number) => return Some(number),
            (Prefix::Minus, Folded::Integer(inner)) => negated(inner),
            (Prefix::Minus, Folded::Float(bits, format)) => return Some(Folded::Float(bits ^ format.sign(), format)),
            (Prefix::Complement, Folded::Integer(inner)) => inner.negated(),
            (Prefix::Not, inner) => from_truth(inner.truth()?.negated()),
            _ => return None,
        },
        ExpressionKind::Chain(first, rest) => {
            return rest.iter().try_fold(first.folded()?, |left, (operator, right)| {
                left.operation(*operator, right.folded()?, layout)
            });
        }
        ExpressionKind::All(parts) => Expr::int(connected(parts, true)?.into()),
        ExpressionKind::Any(parts) => Expr::int(connected(parts, false)?.into()),
        ExpressionKind::Conditional(test, yes, no) => {
            let chosen = test.folded()?.truth()? == Expr::TRUE;
            let yes = yes.as_ref().unwrap_or(test);
            let (value, other) = if chosen { (yes, no) } else { (no, yes) };
            // What is not evaluated consists of constants, too, but need not have a value (6.6p3, p6).
            let looks = |part: &Part| match part {
                Part::Expression(part) => matches!(part.kind, ExpressionKind::Name(_) | ExpressionKind::Call(..)),
                Part::Statement(_) => true,
            };
            return value.folded().filter(|_| other.constant.is_some() || !other.any(looks));
        }
        ExpressionKind::Cast(CType::Integer { ty, .. }, inner) => match &inner.kind {
            ExpressionKind::Prefix(Prefix::Address, place) => {
                let (offset, _) = place_of(place, layout)?;
                convert(Expr::Constant(offset, layout.model.size()), *ty)
            }
            _ => return inner.folded()?.into_integer(*ty),
        },
        ExpressionKind::Cast(CType::Float(bytes), inner) => {
            let format = Format::of_bytes(*bytes);
            if let (Format::Double, ExpressionKind::Float(bits, Format::Long)) = (format, &inner.kind) {
                return Some(Folded::Float(constant_as_double(*bits)?, format));
            }
            return inner.folded()?.into_format(format);
        }
        ExpressionKind::SizeofType(ty) => size_of(ty, layout)?,
        ExpressionKind::SizeofExpression(inner) => size_of(inner.ty.as_ref()?, layout)?,
        ExpressionKind::Offsetof(ty, path) => {
            let offset = path.iter().try_fold((0, ty.clone()), |place, step| followed(place, step, layout));
            let fits = |offset: &u64| *offset <= layout.model.size().mask();
            Expr::Constant(offset.map(|(offset, _)| offset).filter(fits)?, layout.model.size())
        }
        _ => return None,
    };
    Some(Folded::Integer(found))
}

/// Whether all parts hold, or any: those behind the one that decides need not be constants.
fn connected(parts: &[Expression], all: bool) -> Option<bool> {
    for part in parts {
        if (part.folded()?.truth()? == Expr::TRUE) != all {
            return Some(!all);
        }
    }
    Some(all)
}

impl Folded {
    /// Whether it is not zero; none if that is not known.
    fn truth(self) -> Option<Expr> {
        match self {
            Folded::Integer(value) => Some(value.truth()),
            Folded::Float(_, Format::Long) => None,
            Folded::Float(bits, format) => Some(format.truth(format.constant(bits))),
        }
    }

    /// The number in a format; none if that is not known.
    fn into_format(self, to: Format) -> Option<Folded> {
        let bits = match self {
            Folded::Float(bits, from) if from == to => bits,
            Folded::Float(bits, from) if from != Format::Long => from.converted(bits, to),
            Folded::Integer(Expr::Constant(bits, ty)) => to.of_integer(ty.number(bits)),
            _ => return None,
        };
        Some(Folded::Float(bits, to))
    }

    /// The value as an integer; none if that is not defined.
    fn into_integer(self, ty: Type) -> Option<Folded> {
        Some(Folded::Integer(match self {
            Folded::Integer(value) => convert(value, ty),
            number if ty == Type::BOOL => number.truth()?,
            Folded::Float(bits, format) => Expr::Constant(format.to_integer(bits, ty)?, ty),
        }))
    }

    /// An operator on two constants that are converted; none if its result is not known or not defined.
    pub fn operation(self, operator: Operator, right: Folded, layout: Layout) -> Option<Folded> {
        let (left, right, format) = match (self, right) {
            (Folded::Integer(left), Folded::Integer(right)) => {
                return is_defined(operator, &left, &right).then(|| Folded::Integer(apply(operator, left, right)));
            }
            (Folded::Float(left, format), Folded::Float(right, other)) if format == other => (left, right, format),
            _ => return None,
        };
        if format == Format::Long {
            return None;
        }
        // On i386 results have more digits until they are stored.
        if layout.model != DataModel::Lp64 {
            let bits = format.exact_operation(operator, left, right).filter(|_| !operator.compares())?;
            return Some(Folded::Float(bits, format));
        }
        if operator.compares() {
            let holds = format.compared(operator, format.constant(left), format.constant(right));
            return Some(Folded::Integer(from_truth(holds)));
        }
        match format.operation(operator, left, right) {
            Outcome::Known(bits) => Some(Folded::Float(bits, format)),
            Outcome::NotANumber | Outcome::Any => None,
        }
    }
}

/// Whether an operator has a value on two integers (6.5.5, 6.5.7), of one type but for shifts.
fn is_defined(operator: Operator, left: &Expr, right: &Expr) -> bool {
    match (operator, right) {
        (Operator::Divide | Operator::Remainder, Expr::Constant(by, _)) => *by != 0 && left.ty() == right.ty(),
        (Operator::ShiftLeft | Operator::ShiftRight, Expr::Constant(by, _)) => *by < u64::from(left.ty().width),
        _ => left.ty() == right.ty(),
    }
}

/// An offset and the type of what is there.
type Place<'a> = (u64, CType<'a>);

/// The part of a place that a designator names.
fn followed<'a>((offset, ty): Place<'a>, step: &Designator<'a>, layout: Layout<'_, 'a>) -> Option<Place<'a>> {
    match (step, ty) {
        (Designator::Field(name), CType::Record(record)) => {
            let (inside, ty, bits) = layout.member(record, name)?;
            bits.is_none().then_some((offset.checked_add(inside)?, ty))
        }
        (Designator::Index(index), ty) => element((offset, ty), index, layout),
        _ => None,
    }
}

/// An element of an array at a place.
fn element<'a>((offset, ty): Place<'a>, index: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<Place<'a>> {
    let (CType::Array(element, _), Ok(Expr::Constant(index, ty))) = (ty, constant(index)) else { return None };
    let inside = layout.size(&element)?.checked_mul(u64::try_from(ty.number(index)).ok()?)?;
    Some((offset.checked_add(inside)?, (*element).clone()))
}

/// The place that an expression such as `((struct s *)0)->x[2]` names, the old way to write `offsetof`.
fn place_of<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<Place<'a>> {
    let pointee = |pointer: &Expression<'a>| match &pointer.kind {
        ExpressionKind::Cast(CType::Pointer { to, .. }, address) => {
            let Ok(Expr::Constant(address, _)) = constant(address) else { return None };
            Some((address, (**to).clone()))
        }
        _ => None,
    };
    match &expression.kind {
        ExpressionKind::Prefix(Prefix::Dereference, pointer) => pointee(pointer),
        ExpressionKind::Member(inner, name, arrow) => {
            let place = if *arrow { pointee(inner)? } else { place_of(inner, layout)? };
            followed(place, &Designator::Field(name), layout)
        }
        ExpressionKind::Index(array, index) => element(place_of(array, layout)?, index, layout),
        _ => None,
    }
}

/// The bytes of a type; none if that is not known.
pub fn size_of<'a>(ty: &CType<'a>, layout: Layout<'_, 'a>) -> Option<Expr> {
    let bytes = layout.size(ty).filter(|bytes| *bytes <= layout.model.size().mask())?;
    Some(Expr::Constant(bytes, layout.model.size()))
}
