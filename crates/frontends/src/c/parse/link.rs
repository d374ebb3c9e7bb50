//! Names that several files declare (C11 6.2.2). The program has one name space, so a name that means something else in one
//! file, because it is `static` there or because `__asm__` gives it another name for the linker, is renamed in that file.

use super::super::known::mentioned_elsewhere;
use super::super::lexer::Kind;
use super::super::syntax::{Part, Span, Statement, StatementKind, Storage};
use super::super::types::CType;
use super::same::same_type;
use super::{Meaning, Parser};
use crate::error::Error;
use rustc_hash::FxHashSet;
use umpteen_model::c::expression::Expr;

/// How one file declares a name.
pub struct Linkage<'a> {
    unit: usize,
    is_static: bool,
    defined: bool,
    span: Span,
    function: Option<Definition<'a>>,
}

impl Linkage<'_> {
    /// Whether two files mean different things by the name.
    fn clashes(&self, other: &Linkage) -> bool {
        self.hides(other) || other.hides(self)
    }

    /// Whether this is a `static` definition and the other file means something else, which may be defined nowhere.
    fn hides(&self, other: &Linkage) -> bool {
        self.is_static && self.defined && (other.defined || !other.is_static)
    }
}

/// The definition of a function.
struct Definition<'a> {
    /// Its number among the functions.
    number: usize,
    /// Its words and symbols with what they mean outside the function.
    tokens: Vec<Token<'a>>,
}

/// A word or symbol with everything that it may mean.
struct Token<'a> {
    text: &'a str,
    /// The type that it names, and whether it is `const`.
    named: Option<(CType<'a>, bool)>,
    /// Its value as an enumerator.
    value: Option<Expr>,
    /// The type of the variable or function that it is.
    ordinary: Option<CType<'a>>,
    /// The type that it is the tag of.
    tagged: Option<CType<'a>>,
}

impl Token<'_> {
    fn is_same(&self, other: &Token) -> bool {
        let same = |one: Option<&CType>, other: Option<&CType>| match (one, other) {
            (Some(one), Some(other)) => same_type(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let named = |token: &Token| token.named.as_ref().map(|(_, constant)| *constant);
        (self.text, &self.value, named(self)) == (other.text, &other.value, named(other))
            && same(self.named.as_ref().map(|(ty, _)| ty), other.named.as_ref().map(|(ty, _)| ty))
            && same(self.ordinary.as_ref(), other.ordinary.as_ref())
            && same(self.tagged.as_ref(), other.tagged.as_ref())
    }
}

impl<'a> Parser<'_, 'a> {
    /// Notes a declaration at file scope, if that matters.
    pub fn note(&mut self, name: &'a str, span: Span, storage: Storage, defined: bool) {
        if self.merged.is_none() {
            return;
        }
        let (unit, is_static) = (self.unit, storage.is_static());
        let all = self.linkages.entry(name).or_default();
        match all.iter_mut().find(|linkage| linkage.unit == unit) {
            Some(linkage) => {
                linkage.is_static |= is_static;
                linkage.defined |= defined;
            }
            None => all.push(Linkage { unit, is_static, defined, span, function: None }),
        }
    }

    /// Notes the definition of the last function, which began at a token.
    pub fn note_function(&mut self, name: &'a str, first: usize) {
        let unit = self.unit;
        if !self.linkages.contains_key(name) {
            return;
        }
        let tokens = self.tokens[first..self.at].iter().map(|token| {
            let text = &self.text[token.span().range()];
            let mut meant = Token { text, named: None, value: None, ordinary: None, tagged: None };
            if token.kind == Kind::Word {
                meant.tagged = self.tag(text).cloned();
                match self.meaning(text) {
                    Some(Meaning::Type(ty, constant)) => meant.named = Some((ty.clone(), *constant)),
                    Some(Meaning::Constant(value)) => meant.value = value.clone(),
                    Some(Meaning::Ordinary(ty)) => meant.ordinary = ty.clone(),
                    _ => {}
                }
            }
            meant
        });
        let definition = Definition { number: self.source.functions.len() - 1, tokens: tokens.collect() };
        let linkage = self.linkages.get_mut(name).and_then(|all| all.iter_mut().find(|one| one.unit == unit));
        if let Some(linkage) = linkage {
            linkage.function = Some(definition);
        }
    }

    /// Makes functions that several files define in the same words one; refuses `static` names that mean two things.
    pub fn link(&mut self) -> Result<(), Error> {
        let all = std::mem::take(&mut self.linkages);
        let mentioned = match all.values().any(|linkages| linkages.len() > 1) {
            true => mentioned_elsewhere(&self.source),
            false => FxHashSet::default(),
        };
        let (mut clash, mut repeated): (Option<(&str, Span)>, Vec<usize>) = (None, Vec::new());
        for (name, linkages) in &all {
            let Some((first, rest)) = linkages.split_first() else { continue };
            // What is the same as the first is the same as each other.
            // Two `static` functions have two addresses.
            let apart = || linkages.iter().any(|one| one.is_static) && mentioned.contains(name);
            let (same, mut different): (Vec<&Linkage>, Vec<&Linkage>) =
                rest.iter().partition(|other| self.is_same(first, other) && !apart());
            repeated.extend(same.iter().filter_map(|other| other.function.as_ref()).map(|function| function.number));
            different.insert(0, first);
            for (number, one) in different.iter().enumerate() {
                let clashes = different[..number].iter().any(|other| one.clashes(other));
                if clashes && clash.is_none_or(|(_, span)| one.span.start < span.start) {
                    clash = Some((name, one.span));
                }
            }
        }
        for number in repeated {
            self.source.functions[number].body = None;
        }
        match clash {
            None => Ok(()),
            Some((name, span)) => {
                Err(span.unsupported(format!("`{name}`, which is `static` in one file and defined in another,")))
            }
        }
    }

    fn is_same(&self, one: &Linkage, other: &Linkage) -> bool {
        let (Some(one), Some(other)) = (&one.function, &other.function) else { return false };
        one.tokens.len() == other.tokens.len()
            && one.tokens.iter().zip(&other.tokens).all(|(left, right)| left.is_same(right))
            && !self.has_static(other.number)
            && !self.has_static(one.number)
    }

    /// Whether each copy of a function has variables of its own.
    fn has_static(&self, function: usize) -> bool {
        let mut found = false;
        for statement in self.source.functions[function].body.iter().flatten() {
            statement.visit(&mut |part| {
                if let Part::Statement(Statement { kind: StatementKind::Declaration(all), .. }) = part {
                    found |= all.iter().any(|one| one.storage.is_static() || one.storage.is_thread());
                }
            });
        }
        found
    }
}
