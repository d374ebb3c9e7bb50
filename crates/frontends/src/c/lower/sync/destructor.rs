//! Destructors of keys: a thread that ends with a value under a key takes it out and calls the destructor with it.
//!
//! `main` does so only by `pthread_exit`, since returning from it ends the program. One round is lowered; if a destructor
//! leaves a value behind, under its key or another one, there would be another round, and getting there is answered UNKNOWN.
//! Supported are keys at file scope that one call makes, with a function that is known by name, in programs that never
//! delete a key. The order among several keys is open in POSIX and noted as an assumption.

use super::super::super::syntax::{Expression, ExpressionKind, Name, Prefix, Span};
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::declaration::Variables;
use super::super::memory::Aspect;
use super::super::value::{Binding, Value, Where};
use super::is;
use crate::error::Error;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::Claim;

/// The key that a call makes and its destructor, if both are named.
pub fn named<'s>(arguments: &[Expression<'s>]) -> Option<(Name<'s>, Name<'s>)> {
    match arguments {
        [Expression { kind: ExpressionKind::Prefix(Prefix::Address, key), .. }, destructor] => {
            Some((key.name()?, destructor.name()?))
        }
        _ => None,
    }
}

impl<'s> Lowering<'s> {
    /// A destructor must be one that the ends of all threads know of.
    pub(super) fn check_destructor(&self, arguments: &[Expression<'s>], span: Span) -> Result<(), Error> {
        self.threads.refuse_asynchronous("a destructor of a key", span)?;
        let Some((key, destructor)) = named(arguments) else {
            return Err(span.unsupported("a destructor or a key that is not named in the call"));
        };
        let makes = self.source.survey.destructors.iter().filter(|(other, _)| *other == key).count();
        let has_body = self.source.functions.get(&destructor).is_some_and(|function| function.body.is_some());
        let obstacle = if !self.variables.is_key_of_all(key) {
            format!("the key `{key}`, which is not a variable at file scope, with a destructor")
        } else if self.lookup(destructor).is_some() {
            format!("the destructor `{destructor}`, a variable,")
        } else if !has_body {
            format!("the destructor `{destructor}`, which has no body,")
        } else if makes != 1 {
            format!("the key `{key}`, which several calls make with a destructor,")
        } else if self.source.survey.deletes_keys {
            "a destructor in a program that deletes keys".to_string()
        } else {
            return Ok(());
        };
        Err(span.unsupported(obstacle))
    }

    /// A key that is made without a destructor must not be one that another call makes with one.
    pub(super) fn check_without_destructor(&self, arguments: &[Expression<'s>], span: Span) -> Result<(), Error> {
        let key = match arguments {
            [Expression { kind: ExpressionKind::Prefix(Prefix::Address, key), .. }, _] => key.name(),
            _ => None,
        };
        let has_one = |key: Name| self.source.survey.destructors.iter().any(|(other, _)| *other == key);
        match key {
            _ if self.source.survey.destructors.is_empty() => Ok(()),
            Some(key) if !has_one(key) || !self.variables.is_key_of_all(key) => Ok(()),
            _ => Err(span.unsupported("a key that is made with a destructor and without one")),
        }
    }

    /// The thread ends: values under keys are destroyed.
    pub fn run_destructors(&mut self, span: Span) -> Result<(), Error> {
        let ours = Aspect::Companion(self.threads.template);
        let mut stores = self.memory.virtuals.iter().filter(|access| access.aspect == ours);
        let stores = stores.any(|access| access.library == Some(Library::Key));
        if !stores || !self.graph.entered[self.graph.at as usize] {
            return Ok(());
        }
        let destructors = self.source.survey.destructors.clone();
        if destructors.len() > 1 {
            self.assume("destructors run in the order in which the source makes their keys");
        }
        let mut keys = Vec::new();
        for (key, destructor) in destructors {
            let function = self.source.functions.get(&destructor).copied().filter(|function| function.body.is_some());
            let (Some(Binding::Variable(spot)), Some(function)) = (self.variables.globals.get(&key).cloned(), function)
            else {
                continue;
            };
            let (value, kept) = (self.companion(&spot, span)?, self.temporary(self.source.word()));
            let statements = self.note_text(span.start, format!("destroys the value of {key}"));
            let none = Expr::Constant(0, value.ty);
            self.graph.update(vec![(kept.place, value.read()), (value.place, none)], statements);
            let (some, after) = (self.graph.fresh(), self.graph.fresh());
            self.guard(is(kept.read(), 0), span, after, some);
            self.graph.at = some;
            self.inline_with(function, vec![Value::Pointer(kept.read(), CType::Void)], span)?;
            self.graph.go(after);
            self.graph.at = after;
            keys.push((key, spot));
        }
        for (key, spot) in keys {
            let (again, after) = (self.graph.fresh(), self.graph.fresh());
            let value = self.companion(&spot, span)?;
            self.guard(is(value.read(), 0), span, after, again);
            let text = format!("a destructor leaves a value of `{key}` behind");
            self.graph.nodes[again as usize].role = self.failing(span.start, text, Claim::Limit);
            self.graph.at = after;
        }
        Ok(())
    }
}

impl<'s> Variables<'s> {
    /// Whether a name is that of a key at file scope.
    fn is_key_of_all(&self, name: Name) -> bool {
        let is_key = |binding: &Binding| match binding {
            Binding::Variable(spot) => {
                matches!((&spot.place, &spot.ty), (Where::Fixed(..), CType::Library(Library::Key)))
            }
            _ => false,
        };
        self.globals.get(&name).is_some_and(is_key)
    }
}
