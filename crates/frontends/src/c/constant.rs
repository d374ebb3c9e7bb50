//! Integer constant expressions: enumeration constants, `case` labels, first values of shared variables.

use super::DataModel;
use super::arithmetic::{binary, common, complement, convert, from_truth, negated, promoted};
use super::syntax::{Expression, ExpressionKind, Prefix, Span};
use super::types::CType;
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

/// The value of a constant expression, always an `Expr::Constant`.
pub fn constant(expression: &Expression, model: DataModel) -> Result<Expr, Error> {
    let not_constant = || expression.span.unsupported("an expression here that is not an integer constant");
    let value = |part: &Expression| constant(part, model);
    let truth = |part: &Expression| constant(part, model).map(|value| value.truth() == Expr::TRUE);
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
        ExpressionKind::Cast(CType::Integer { ty, .. }, inner) => Ok(convert(value(inner)?, *ty)),
        ExpressionKind::SizeofType(ty) => size_of(ty, model, expression.span),
        ExpressionKind::SizeofExpression(inner) => size(value(inner)?.ty(), model),
        _ => Err(not_constant()),
    }
}

/// The bytes of a type.
pub fn size_of(ty: &CType, model: DataModel, span: Span) -> Result<Expr, Error> {
    match ty {
        CType::Integer { ty, .. } => size(*ty, model),
        CType::Pointer(_) | CType::Thread => Ok(Expr::Constant(u64::from(model.long() / 8), model.size())),
        other => Err(span.unsupported(format!("the size of {}", other.describe()))),
    }
}

/// The bytes of an integer type.
pub fn size(ty: Type, model: DataModel) -> Result<Expr, Error> {
    Ok(Expr::Constant(u64::from(ty.width.div_ceil(8)), model.size()))
}
