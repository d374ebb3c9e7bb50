//! Generic selections (C11 6.5.1.1).

use super::super::syntax::ExpressionKind;
use super::super::types::CType;
use super::Parser;
use super::same::same_type;
use crate::error::Error;

impl<'a> Parser<'_, 'a> {
    /// `_Generic(expression, type: expression, ...)`; refused where types differ that are the same here, such as
    /// `long` and `long long`, or pointers to constants and to variables.
    pub fn generic(&mut self) -> Result<ExpressionKind<'a>, Error> {
        self.advance();
        self.expect("(")?;
        self.descend()?;
        let control = self.assignment()?;
        let control = control.ty.map(|ty| ty.decayed().plain());
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
