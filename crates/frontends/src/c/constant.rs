//! Integer constant expressions: enumeration constants, `case` labels, first values of shared variables.

use super::DataModel;
use super::arithmetic::{binary, common, complement, convert, from_truth, negated, promoted};
use super::layout::Layout;
use super::syntax::{Designator, Expression, ExpressionKind, Prefix, Span};
use super::types::CType;
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

/// The value of a constant expression, always an `Expr::Constant`.
pub fn constant<'a>(expression: &Expression<'a>, layout: Layout<'_, 'a>) -> Result<Expr, Error> {
    let not_constant = || expression.span.unsupported("an expression here that is not an integer constant");
    let value = |part: &Expression<'a>| constant(part, layout);
    let truth = |part: &Expression<'a>| constant(part, layout).map(|value| value.truth() == Expr::TRUE);
    match &expression.kind {
        ExpressionKind::Constant(bits, ty) => Ok(Expr::Constant(*bits, *ty)),
        ExpressionKind::Prefix(prefix, inner) => match prefix {
            Prefix::Plus => Ok(promoted(value(inner)?)),
            Prefix::Minus => Ok(negated(value(inner)?)),
            Prefix::Complement => Ok(complement(value(inner)?)),
            Prefix::Not => Ok(from_truth(value(inner)?.truth().negated())),
            _ => Err(not_constant()),
        },
        ExpressionKind::Chain(first, rest) => {
            rest.iter().try_fold(value(first)?, |left, (operator, right)| Ok(binary(*operator, left, value(right)?)))
        }
        ExpressionKind::All(all) => {
            let holds = all.iter().try_fold(true, |holds, part| Ok(holds && truth(part)?))?;
            Ok(Expr::int(holds.into()))
        }
        ExpressionKind::Any(any) => {
            let holds = any.iter().try_fold(false, |holds, part| Ok(holds || truth(part)?))?;
            Ok(Expr::int(holds.into()))
        }
        ExpressionKind::Conditional(test, yes, no) => {
            let yes = value(yes.as_ref().unwrap_or(test))?;
            let no = value(no)?;
            let ty = common(yes.ty(), no.ty());
            Ok(if truth(test)? { yes } else { no }.cast(ty))
        }
        ExpressionKind::Cast(CType::Integer { ty, .. }, inner) => match &inner.kind {
            ExpressionKind::Prefix(Prefix::Address, place) => {
                let (offset, _) = place_of(place, layout).ok_or_else(not_constant)?;
                Ok(convert(Expr::Constant(offset, layout.model.size()), *ty))
            }
            _ => Ok(convert(value(inner)?, *ty)),
        },
        ExpressionKind::SizeofType(ty) => size_of(ty, layout, expression.span),
        ExpressionKind::SizeofExpression(inner) => match &inner.kind {
            ExpressionKind::Text(bytes) => Ok(Expr::Constant(bytes.len() as u64 + 1, layout.model.size())),
            ExpressionKind::Compound(ty, _) => size_of(ty, layout, expression.span),
            _ => size(value(inner)?.ty(), layout.model),
        },
        ExpressionKind::Offsetof(ty, path) => {
            let offset = path.iter().try_fold((0, ty.clone()), |place, step| followed(place, step, layout));
            let fits = |offset: &u64| *offset <= layout.model.size().mask();
            let offset = offset.map(|(offset, _)| offset).filter(fits).ok_or_else(not_constant)?;
            Ok(Expr::Constant(offset, layout.model.size()))
        }
        _ => Err(not_constant()),
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
