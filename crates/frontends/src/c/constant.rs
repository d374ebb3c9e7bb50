//! Constant expressions: enumeration constants, `case` labels, first values of shared variables.

use super::DataModel;
use super::arithmetic::{binary, common, complement, convert, from_truth, negated, promoted};
use super::floating::{Format, Outcome, constant_as_double};
use super::layout::Layout;
use super::syntax::{Designator, Expression, ExpressionKind, Operator, Prefix, Span};
use super::types::CType;
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

/// The value of an integer constant expression, always an `Expr::Constant`.
pub fn constant<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Result<Expr, Error> {
    match folded(expression, layout)? {
        Folded::Integer(value) => Ok(value),
        Folded::Float(..) => Err(not_constant(expression)),
    }
}

fn not_constant(expression: &Expression) -> Error {
    expression.span.unsupported("an expression here that is not an integer constant")
}

/// The value of a constant expression, integers and floating-point numbers alike.
pub fn folded<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Result<Folded, Error> {
    let not_constant = || not_constant(expression);
    let value = |part: &Expression<'a>| folded(part, layout);
    let is_true = |value: Folded| value.truth().ok_or_else(not_constant);
    let truth = |part: &Expression<'a>| -> Result<bool, Error> { Ok(is_true(folded(part, layout)?)? == Expr::TRUE) };
    let found = match &expression.kind {
        ExpressionKind::Constant(bits, ty) => Expr::Constant(*bits, *ty),
        ExpressionKind::Float(bits, format) => return Ok(Folded::Float(*bits, *format)),
        ExpressionKind::Prefix(prefix, inner) => match (prefix, value(inner)?) {
            (Prefix::Plus, Folded::Integer(inner)) => promoted(inner),
            (Prefix::Minus, Folded::Integer(inner)) => negated(inner),
            (Prefix::Complement, Folded::Integer(inner)) => complement(inner),
            (Prefix::Not, inner) => from_truth(is_true(inner)?.negated()),
            (Prefix::Plus, number) => return Ok(number),
            (Prefix::Minus, Folded::Float(bits, format)) => return Ok(Folded::Float(bits ^ format.sign(), format)),
            _ => return Err(not_constant()),
        },
        ExpressionKind::Chain(first, rest) => {
            return rest.iter().try_fold(value(first)?, |left, (operator, right)| {
                left.operation(*operator, value(right)?, layout).ok_or_else(not_constant)
            });
        }
        ExpressionKind::All(all) => {
            let holds = all.iter().try_fold(true, |holds, part| Ok::<_, Error>(holds && truth(part)?))?;
            Expr::int(holds.into())
        }
        ExpressionKind::Any(any) => {
            let holds = any.iter().try_fold(false, |holds, part| Ok::<_, Error>(holds || truth(part)?))?;
            Expr::int(holds.into())
        }
        ExpressionKind::Conditional(test, yes, no) => {
            let chosen = truth(test)?;
            match (value(yes.as_ref().unwrap_or(test))?, value(no)?) {
                (Folded::Integer(yes), Folded::Integer(no)) => {
                    let ty = common(yes.ty(), no.ty());
                    if chosen { yes } else { no }.cast(ty)
                }
                (yes, no) => {
                    let format = yes.format().max(no.format()).ok_or_else(not_constant)?;
                    return if chosen { yes } else { no }.in_format(format).ok_or_else(not_constant);
                }
            }
        }
        ExpressionKind::Cast(CType::Integer { ty, .. }, inner) => match &inner.kind {
            ExpressionKind::Prefix(Prefix::Address, place) => {
                let (offset, _) = place_of(place, layout).ok_or_else(not_constant)?;
                convert(Expr::Constant(offset, layout.model.size()), *ty)
            }
            _ => match value(inner)? {
                Folded::Integer(value) => convert(value, *ty),
                number @ Folded::Float(..) if *ty == Type::BOOL => is_true(number)?,
                Folded::Float(bits, format) => {
                    Expr::Constant(format.to_integer(bits, *ty).ok_or_else(not_constant)?, *ty)
                }
            },
        },
        ExpressionKind::Cast(CType::Float(bytes), inner) => {
            let format = Format::of_bytes(*bytes);
            if let (Format::Double, ExpressionKind::Float(bits, Format::Long)) = (format, &inner.kind) {
                let known = constant_as_double(*bits).ok_or_else(not_constant)?;
                return Ok(Folded::Float(known, format));
            }
            return value(inner)?.in_format(format).ok_or_else(not_constant);
        }
        ExpressionKind::SizeofType(ty) => size_of(ty, layout, expression.span)?,
        ExpressionKind::SizeofExpression(inner) => match &inner.kind {
            ExpressionKind::Text(bytes) => Expr::Constant(bytes.len() as u64 + 1, layout.model.size()),
            ExpressionKind::Compound(ty, _) => size_of(ty, layout, expression.span)?,
            _ => size(constant(inner, layout)?.ty(), layout.model)?,
        },
        ExpressionKind::Offsetof(ty, path) => {
            let offset = path.iter().try_fold((0, ty.clone()), |place, step| followed(place, step, layout));
            let fits = |offset: &u64| *offset <= layout.model.size().mask();
            let offset = offset.map(|(offset, _)| offset).filter(fits).ok_or_else(not_constant)?;
            Expr::Constant(offset, layout.model.size())
        }
        _ => return Err(not_constant()),
    };
    Ok(Folded::Integer(found))
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

    fn format(&self) -> Option<Format> {
        match self {
            Folded::Integer(_) => None,
            Folded::Float(_, format) => Some(*format),
        }
    }

    /// The number in a format; none if that is not known.
    fn in_format(self, to: Format) -> Option<Folded> {
        let bits = match self {
            Folded::Float(bits, from) if from == to => bits,
            Folded::Float(bits, from) if from != Format::Long => from.converted(bits, to),
            Folded::Integer(Expr::Constant(bits, ty)) => to.of_integer(ty.number(bits)),
            _ => return None,
        };
        Some(Folded::Float(bits, to))
    }

    /// An operator on two constants; none if its result is not known.
    fn operation(self, operator: Operator, right: Folded, layout: Layout) -> Option<Folded> {
        let format = match (self, right) {
            (Folded::Integer(left), Folded::Integer(right)) => {
                return Some(Folded::Integer(binary(operator, left, right)));
            }
            (left, right) => (left.format().max(right.format())?, left, right),
        };
        let (format, left, right) = format;
        let (Folded::Float(left, _), Folded::Float(right, _)) = (left.in_format(format)?, right.in_format(format)?)
        else {
            return None;
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
    let (CType::Array(element, _), Ok(Expr::Constant(index, ty))) = (ty, constant(index, layout)) else { return None };
    let inside = layout.size(&element)?.checked_mul(u64::try_from(ty.number(index)).ok()?)?;
    Some((offset.checked_add(inside)?, (*element).clone()))
}

/// The place that an expression such as `((struct s *)0)->x[2]` names, the old way to write `offsetof`.
fn place_of<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Option<Place<'a>> {
    let pointee = |pointer: &Expression<'a>| match &pointer.kind {
        ExpressionKind::Cast(CType::Pointer { to, .. }, address) => {
            let Ok(Expr::Constant(address, _)) = constant(address, layout) else { return None };
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

/// The bytes of a type.
pub fn size_of<'a>(ty: &CType<'a>, layout: Layout<'_, 'a>, span: Span) -> Result<Expr, Error> {
    let bytes = layout.size(ty).filter(|bytes| *bytes <= layout.model.size().mask());
    let bytes = bytes.ok_or_else(|| span.unsupported(format!("the size of {}", ty.describe())))?;
    Ok(Expr::Constant(bytes, layout.model.size()))
}

/// The bytes of an integer type.
pub fn size(ty: Type, model: DataModel) -> Result<Expr, Error> {
    Ok(Expr::Constant(u64::from(ty.width.div_ceil(8)), model.size()))
}
