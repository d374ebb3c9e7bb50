//! First values, and the sizes of arrays that follow from them.

use super::super::lexer::Kind;
use super::super::resolve::constant_expressions::constant;
use super::super::syntax::{Designator, Expression, ExpressionKind, Initializer, Prefix};
use super::super::types::CType;
use super::Parser;
use crate::error::Error;
use umpteen_model::c::expression::Expr;

/// The values in a pair of braces.
type Parts<'a> = [(Vec<Designator<'a>>, Initializer<'a>)];

impl<'a> Parser<'_, 'a> {
    /// An initialiser: an expression, or values in braces.
    pub fn initializer(&mut self) -> Result<Initializer<'a>, Error> {
        if !self.eat_symbol("{") {
            return Ok(Initializer::Value(self.assignment()?));
        }
        self.braces()
    }

    /// The rest of an initialiser after its `{`.
    pub fn braces(&mut self) -> Result<Initializer<'a>, Error> {
        self.descend()?;
        let mut parts = Vec::new();
        while !self.eat_symbol("}") {
            let path = self.designators()?;
            parts.push((path, self.initializer()?));
            if !self.is_symbol("}") {
                self.expect(",")?;
            }
        }
        self.ascend();
        Ok(Initializer::Braces(parts))
    }

    /// What a value is for: `.a[1] =`, or in old programs `a:`.
    fn designators(&mut self) -> Result<Vec<Designator<'a>>, Error> {
        if self.peek_kind() == Kind::Word && self.token_after(1) == (Kind::Symbol, ":") {
            let name = self.name("a member")?;
            self.advance();
            return Ok(vec![Designator::Field(name)]);
        }
        let path = self.steps()?;
        // The `=` after an index may be missing in old programs.
        if !path.is_empty()
            && !self.eat_symbol("=")
            && !matches!(path[..], [Designator::Index(_) | Designator::Range(..)])
        {
            return Err(self.expected("`=`"));
        }
        Ok(path)
    }

    /// Designators as often as they come.
    pub fn steps(&mut self) -> Result<Vec<Designator<'a>>, Error> {
        let mut path = Vec::new();
        loop {
            if self.eat_symbol(".") {
                path.push(Designator::Field(self.name("a member")?));
            } else if self.eat_symbol("[") {
                let first = self.conditional()?;
                path.push(match self.eat_symbol("...") {
                    true => Designator::Range(first, self.conditional()?),
                    false => Designator::Index(first),
                });
                self.expect("]")?;
            } else {
                return Ok(path);
            }
        }
    }

    /// The type of a variable with a first value: an array without a size gets it from there, `__auto_type` is its type.
    pub fn sized(&self, ty: CType<'a>, initial: &Initializer<'a>) -> CType<'a> {
        match ty {
            CType::Auto => match initial {
                Initializer::Value(Expression { ty: Some(ty), .. }) => ty.clone().decayed().plain(),
                _ => CType::Other("the type of this expression"),
            },
            CType::Array(element, None) => {
                let count = self.count(&element, initial);
                CType::Array(element, count)
            }
            other => other,
        }
    }

    /// How many elements a first value has; none if that is not known here.
    fn count(&self, element: &CType<'a>, initial: &Initializer<'a>) -> Option<u64> {
        match initial {
            Initializer::Value(Expression { kind: ExpressionKind::Text(bytes), .. }) if is_byte(element) => {
                Some(bytes.len() as u64 + 1)
            }
            Initializer::Value(_) => None,
            Initializer::Braces(parts) => match parts.as_slice() {
                [(path, text @ Initializer::Value(Expression { kind: ExpressionKind::Text(_), .. }))]
                    if path.is_empty() && is_byte(element) =>
                {
                    self.count(element, text)
                }
                parts => self.count_parts(element, parts),
            },
        }
    }

    fn count_parts(&self, element: &CType<'a>, parts: &Parts<'a>) -> Option<u64> {
        let (mut next, mut most, mut at) = (0u64, 0u64, 0);
        while let Some((path, _)) = parts.get(at) {
            match path.as_slice() {
                [] => at = self.after_element(element, parts, at)?,
                [first, rest @ ..] => {
                    let (Designator::Index(index) | Designator::Range(_, index)) = first else { return None };
                    let Ok(Expr::Constant(bits, ty)) = constant(index) else { return None };
                    next = u64::try_from(ty.number(bits)).ok()?;
                    at += 1;
                    // The value after `[1].a = x` without a place of its own would be for the member after `a`.
                    let follows = parts.get(at).is_some_and(|(path, _)| path.is_empty());
                    if !rest.is_empty() && follows {
                        return None;
                    }
                }
            }
            next = next.checked_add(1)?;
            most = most.max(next);
        }
        Some(most)
    }

    /// The number of the part after those that one object of a type takes, which may be without braces of its own.
    fn after_element(&self, ty: &CType<'a>, parts: &Parts<'a>, at: usize) -> Option<usize> {
        let value = match parts.get(at) {
            Some((_, Initializer::Value(value))) => value,
            Some(_) => return Some(at + 1),
            None => return Some(at),
        };
        match ty {
            CType::Array(element, _) if is_byte(element) && matches!(value.kind, ExpressionKind::Text(_)) => {
                Some(at + 1)
            }
            CType::Array(element, Some(count)) => {
                self.after_all(std::iter::repeat_n(&**element, usize::try_from(*count).ok()?), parts, at)
            }
            CType::Record(_) if self.may_be_record(value)? => Some(at + 1),
            CType::Record(record) => {
                let record = &self.source.records[*record as usize];
                let fields =
                    record.fields.as_ref()?.iter().filter(|field| !field.name.is_empty() || field.bits.is_none());
                let most = if record.is_union { 1 } else { usize::MAX };
                self.after_all(fields.take(most).map(|field| &field.ty), parts, at)
            }
            CType::Array(_, None) => None,
            _ => Some(at + 1),
        }
    }

    fn after_all<'t>(
        &self,
        mut types: impl Iterator<Item = &'t CType<'a>>,
        parts: &Parts<'a>,
        start: usize,
    ) -> Option<usize>
    where
        'a: 't,
    {
        let mut at = start;
        while parts.get(at).is_some_and(|(path, _)| path.is_empty()) {
            let Some(ty) = types.next() else { break };
            let after = self.after_element(ty, parts, at)?;
            if after == at {
                return None;
            }
            at = after;
        }
        (at > start).then_some(at)
    }

    /// Whether a value is a whole structure; none if that is not known here.
    fn may_be_record(&self, value: &Expression<'a>) -> Option<bool> {
        match &value.kind {
            ExpressionKind::Compound(ty, _) => Some(matches!(ty, CType::Record(_))),
            ExpressionKind::Name(_)
            | ExpressionKind::Call(..)
            | ExpressionKind::Member(..)
            | ExpressionKind::Index(..)
            | ExpressionKind::Prefix(Prefix::Dereference, _)
            | ExpressionKind::Conditional(..)
            | ExpressionKind::Comma(_)
            | ExpressionKind::Assign(..)
            | ExpressionKind::Statements(_)
            | ExpressionKind::Refused(_) => match self.scopes.len() {
                // At file scope, first values are constants.
                1 => Some(false),
                _ => None,
            },
            _ => Some(false),
        }
    }
}

/// Whether strings are first values of arrays of the type.
fn is_byte(ty: &CType) -> bool {
    matches!(ty, CType::Integer { ty, .. } if ty.width == 8)
}
