//! Expressions over names to expressions over numbered variables.

use super::refuse::{passive_in_call, unknown_variable};
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use umpteen_model::boolean::expression::{Expr, Slot};
use umpteen_model::boolean::syntax::{Expression, Name, Owner};

/// Which variables an expression may mention besides the executing thread's current ones.
#[derive(Clone, Copy)]
pub(super) enum Allowed<'a> {
    Now,
    WithPassive,
    Next(&'a [String]),
}

pub(super) struct Names<'a> {
    pub(super) globals: &'a FxHashMap<String, u8>,
    pub(super) locals: &'a FxHashMap<String, u8>,
    /// The expression stands in a function that was called.
    pub(super) called: bool,
    pub(super) allowed: Allowed<'a>,
}

impl Names<'_> {
    pub(super) fn expression(&self, expression: &Expression) -> Result<Expr, Error> {
        let boxed = |expression: &Expression| self.expression(expression).map(Box::new);
        Ok(match expression {
            Expression::Constant(value) => Expr::Constant(*value),
            Expression::Choice => Expr::Choice,
            Expression::Not(inner) => Expr::Not(boxed(inner)?),
            Expression::Binary(operator, left, right) => Expr::Binary(*operator, boxed(left)?, boxed(right)?),
            Expression::Conditional(test, yes, no) => Expr::Conditional(boxed(test)?, boxed(yes)?, boxed(no)?),
            Expression::Schoose(yes, no) => Expr::Schoose(boxed(yes)?, boxed(no)?),
            Expression::Variable { name, owner, next } => {
                if *next && !matches!(self.allowed, Allowed::Next(_)) {
                    let message = format!("the next value of `{}` is known only in `constrain`", name.text);
                    return Err(Error::new(Code::Unsupported, message, name.span.clone()));
                }
                Expr::Read(self.slot(name, owner)?, *next)
            }
        })
    }

    fn slot(&self, name: &Name, owner: &Owner) -> Result<Slot, Error> {
        let local = self.locals.get(&name.text).copied();
        let index = match (owner, self.allowed) {
            (Owner::Active, _) => {
                let global = self.globals.get(&name.text).copied();
                return match (local, global) {
                    (Some(slot), _) => Ok(Slot::Local(slot)),
                    (None, Some(slot)) => Ok(Slot::Global(slot)),
                    (None, None) => Err(unknown_variable(name)),
                };
            }
            (Owner::EachPassive, Allowed::WithPassive | Allowed::Next([])) => Some(0),
            (Owner::Index(index), Allowed::Next(indices)) => indices.iter().position(|other| other == index),
            _ => None,
        };
        match (local, index) {
            (Some(_), Some(_)) if self.called => Err(passive_in_call(name)),
            (Some(slot), Some(index)) => Ok(Slot::Passive(index as u8, slot)),
            (Some(_), None) => {
                let message = "a variable of another thread is known only in `constrain`, its index after `forall`";
                Err(Error::new(Code::Unsupported, message, name.span.clone()))
            }
            (None, _) => Err(unknown_variable(name)),
        }
    }
}
