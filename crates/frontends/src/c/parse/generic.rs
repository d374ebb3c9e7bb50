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
            ExpressionKind::Name(name) => match self.meaning(name.text())? {
                Meaning::Ordinary(_, ty) => ty.clone(),
                _ => None,
            },
            ExpressionKind::Cast(ty, _) => Some(ty.clone().plain()),
            ExpressionKind::Compound(ty, _) => Some(ty.clone()),
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
                CType::Function(function) => Some(function.result.clone().plain()),
                _ => None,
            },
            ExpressionKind::SizeofType(_) | ExpressionKind::SizeofExpression(_) | ExpressionKind::Offsetof(..) => {
                Some(integer(self.model.size()))
            }
            ExpressionKind::Prefix(Prefix::Not, _) | ExpressionKind::All(_) | ExpressionKind::Any(_) => {
                Some(CType::INT)
            }
            ExpressionKind::Prefix(Prefix::Plus | Prefix::Minus | Prefix::Complement, inner) => {
                promoted(self.type_of(inner)?).map(integer)
            }
            ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, inner)
            | ExpressionKind::Postfix(_, inner)
            | ExpressionKind::Assign(_, inner, _) => Some(self.type_of(inner)?.plain()),
            ExpressionKind::Comma(parts) => Some(self.type_of(parts.last()?)?.decayed().plain()),
            ExpressionKind::Conditional(test, yes, no) => {
                let yes = promoted(self.type_of(yes.as_ref().unwrap_or(test))?)?;
                Some(integer(common(yes, promoted(self.type_of(no)?)?)))
            }
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
        let mut exact = control.as_ref().is_some_and(is_comparable);
        while self.eat_symbol(",") {
            let first = self.at;
            let ty = if self.eat_word("default") { None } else { Some(self.type_name()?) };
            exact &= ty.as_ref().is_none_or(is_comparable);
            let qualified = (first..self.at).any(|at| QUALIFIERS.contains(&self.token_text(at)));
            self.expect(":")?;
            let value = self.assignment()?;
            match (ty, &control) {
                (None, _) => otherwise = Some(value),
                (Some(ty), Some(control)) if same_type(&ty, control) => {
                    // Values have no qualified types, which are not told apart here.
                    exact &= !qualified;
                    matches += 1;
                    chosen = Some(value);
                }
                _ => {}
            }
        }
        self.ascend();
        self.expect(")")?;
        exact &= control.is_some_and(|ty| matches == 0 || matches == 1 && self.is_distinct(&ty));
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

/// The words that make a type another one without changing what is known of it here.
const QUALIFIERS: [&str; 7] = ["const", "__const", "__const__", "volatile", "__volatile", "__volatile__", "_Atomic"];

/// Whether two different types are always told apart here, so that a type that matches none is known to do so.
fn is_comparable(ty: &CType) -> bool {
    match ty {
        CType::Void | CType::Integer { .. } | CType::Float(_) | CType::Record(_) => true,
        CType::Pointer { to: inner, .. } | CType::Array(inner, Some(_)) => is_comparable(inner),
        CType::Function(function) => {
            let parameters = &function.parameters;
            !function.open && is_comparable(&function.result) && parameters.iter().all(|one| is_comparable(&one.ty))
        }
        _ => false,
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
