//! Types of expressions as far as the grammar needs them: for `_Generic` and for `sizeof` in constants.

use super::super::arithmetic::common;
use super::super::syntax::{Expression, ExpressionKind, Prefix};
use super::super::types::CType;
use super::same::same_type;
use super::{Meaning, Parser};
use crate::error::Error;
use umpteen_model::c::expression::Type;

impl<'a> Parser<'_, 'a> {
    /// The type of an expression, arrays as such; none if it is not known here.
    pub fn type_of(&self, expression: &Expression<'a>) -> Option<CType<'a>> {
        let integer = |ty| CType::Integer { ty, atomic: false };
        match &expression.kind {
            ExpressionKind::Constant(_, ty) => Some(integer(*ty)),
            ExpressionKind::Text(bytes) => Some(CType::integer(8, true).array(Some(bytes.len() as u64 + 1))),
            ExpressionKind::Name(name) => match self.meaning(name)? {
                Meaning::Ordinary(ty) => ty.clone(),
                _ => None,
            },
            ExpressionKind::Cast(ty, _) | ExpressionKind::Compound(ty, _) => Some(ty.clone()),
            ExpressionKind::Prefix(Prefix::Address, inner) => Some(self.type_of(inner)?.pointer()),
            ExpressionKind::Prefix(Prefix::Dereference, inner) => pointee(self.type_of(inner)?),
            ExpressionKind::Index(array, _) => pointee(self.type_of(array)?),
            ExpressionKind::Member(inner, name, arrow) => {
                let inner = self.type_of(inner)?;
                let CType::Record(record) = (if *arrow { pointee(inner)? } else { inner }) else { return None };
                let (_, ty, bits) = self.layout().member(record, name)?;
                bits.is_none().then_some(ty)
            }
            ExpressionKind::Call(callee, _) => match self.type_of(callee)? {
                CType::Function(function) => Some(function.result.clone()),
                _ => None,
            },
            ExpressionKind::Chain(first, rest) if rest.iter().all(|(operator, _)| operator.is_arithmetic()) => {
                let first = promoted(self.type_of(first)?)?;
                let all = rest.iter().map(|(_, operand)| promoted(self.type_of(operand)?));
                let ty = all.into_iter().try_fold(first, |ty, operand| Some(common(ty, operand?)))?;
                Some(integer(ty))
            }
            _ => None,
        }
    }

    /// `_Generic(expression, type: expression, ...)`; refused where types differ that are the same here, such as
    /// `long` and `long long`, or pointers to constants and to variables.
    pub fn generic(&mut self) -> Result<ExpressionKind<'a>, Error> {
        self.advance();
        self.expect("(")?;
        self.descend()?;
        let control = self.assignment()?;
        let control = self.type_of(&control).map(|ty| ty.decayed().plain());
        let (mut chosen, mut otherwise, mut matches) = (None, None, 0);
        while self.eat_symbol(",") {
            let ty = if self.eat_word("default") { None } else { Some(self.type_name()?) };
            self.expect(":")?;
            let value = self.assignment()?;
            match (ty, &control) {
                (None, _) => otherwise = Some(value),
                (Some(ty), Some(control)) if same_type(&ty, control) => {
                    matches += 1;
                    chosen = Some(value);
                }
                _ => {}
            }
        }
        self.ascend();
        self.expect(")")?;
        let exact = control.is_some_and(|ty| matches == 0 || matches == 1 && self.is_distinct(&ty));
        let value = chosen.or(otherwise).filter(|_| exact);
        Ok(value.map_or(ExpressionKind::Refused("this `_Generic`"), |value| value.kind))
    }

    /// Whether no other type of C is the same here.
    fn is_distinct(&self, ty: &CType) -> bool {
        match ty {
            CType::Integer { ty, .. } => match ty.width {
                8 => !ty.signed,
                width => width != self.model.long(),
            },
            CType::Float(bytes) => *bytes <= 8,
            CType::Record(_) | CType::Library(_) => true,
            _ => false,
        }
    }
}

fn pointee(ty: CType) -> Option<CType> {
    match ty {
        CType::Pointer { to, .. } | CType::Array(to, _) => Some((*to).clone()),
        _ => None,
    }
}

fn promoted(ty: CType) -> Option<Type> {
    match ty {
        CType::Integer { ty, .. } => Some(common(ty, Type::INT)),
        _ => None,
    }
}
