//! Loops with a constant number of rounds that start or join threads: each round gets its own copy, so that each thread
//! is known by itself.

use super::super::known::{Known, Names};
use super::super::resolve::constant_expressions::constant;
use super::super::syntax::{Expression, ExpressionKind, For, Initializer, Name, Operator, Part, Prefix, StatementKind};
use super::super::types::CType;
use super::Lowering;
use super::uses::Uses;
use super::value::{Binding, Value};
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

/// A loop has at most so many copies.
const MOST_ROUNDS: i128 = 32;

/// The rounds of a loop: its variable and the values that it has in them.
pub struct Rounds<'s> {
    /// The variable.
    pub name: Name<'s>,
    /// The value of the first round.
    pub first: i128,
    /// The number of rounds.
    pub count: i128,
}

/// The rounds of a loop that is to be unrolled: `for (i = 0; i < 3; i++)` with a body that starts or joins threads and
/// leaves `i` alone.
pub fn rounds<'s>(parts: &'s For<'s>, known: &Names<'s>) -> Option<Rounds<'s>> {
    let threads = |part: Part| match part {
        Part::Expression(Expression { kind: ExpressionKind::Call(callee, _), .. }) => {
            matches!(known.of_call(callee), Some(Known::Create { .. } | Known::Join))
        }
        _ => false,
    };
    let mut found = false;
    parts.body.visit(&mut |part| found |= threads(part));
    let number = |expression: &Expression<'s>| match constant(expression).ok()? {
        Expr::Constant(bits, ty) => Some(ty.number(bits)),
        _ => None,
    };
    let natural = |expression: &Expression<'s>| number(expression).filter(|number| *number >= 0);
    let (name, first) = match &parts.first.as_ref()?.kind {
        StatementKind::Expression(Expression { kind: ExpressionKind::Assign(None, left, right), .. }) => {
            (left.name()?, number(right)?)
        }
        StatementKind::Declaration(declarations) => match &declarations[..] {
            [one] => match (&one.ty, one.initial.as_ref()?) {
                (CType::Integer { .. }, Initializer::Value(value)) => (one.name, number(value)?),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let last = match &parts.test.as_ref()?.kind {
        ExpressionKind::Chain(left, rest) if left.name() == Some(name) => match &rest[..] {
            [(Operator::Less | Operator::Unequal, bound)] => natural(bound)? - 1,
            [(Operator::LessOrEqual, bound)] => natural(bound)?,
            _ => return None,
        },
        _ => return None,
    };
    let by_one = match &parts.next.as_ref()?.kind {
        ExpressionKind::Postfix(Operator::Add, inner) | ExpressionKind::Prefix(Prefix::Increment, inner) => {
            inner.name() == Some(name)
        }
        ExpressionKind::Assign(Some(Operator::Add), left, right) => {
            left.name() == Some(name) && number(right) == Some(1)
        }
        _ => false,
    };
    let count = last - first + 1;
    let keeps = Uses::of(std::iter::once(&parts.body), known).keeps(name);
    // Small numbers compare alike in all types.
    let small = first >= 0 && last < i8::MAX.into();
    let plain = !parts.body.has_label() && (0..=MOST_ROUNDS).contains(&count) && small;
    (found && by_one && keeps && plain).then_some(Rounds { name, first, count })
}

impl<'s> Lowering<'s> {
    /// Lowers a loop round by round; returns whether it was one to be unrolled.
    pub fn unrolled(&mut self, parts: &'s For<'s>) -> Result<bool, Error> {
        let Some(rounds) = rounds(parts, &self.source.known) else { return Ok(false) };
        let own = match self.lookup(rounds.name).cloned() {
            Some(Binding::Variable(spot)) => Some(self.object_of(&spot, parts.body.span)?),
            _ => None,
        };
        let Some(object) = own.filter(|object| !object.is_shared() && object.ty != Type::BOOL) else {
            return Err(self.unusable_counter(parts, rounds.name));
        };
        let ty = object.ty;
        let after = self.graph.fresh();
        for round in 0..rounds.count {
            let value = Expr::Constant(ty.wrap(rounds.first + round), ty);
            let next = self.graph.fresh();
            self.calls.open_block();
            self.calls.bind(rounds.name, Binding::Constant(Value::Integer(value)));
            self.loop_body(&parts.body, after, next)?;
            self.calls.close_block();
            self.graph.at = next;
            let value = Expr::Constant(ty.wrap(rounds.first + round + 1), ty);
            self.graph.update(vec![(object.place, value)], Vec::new());
        }
        self.graph.go(after);
        self.graph.at = after;
        Ok(true)
    }

    /// Why the variable of a loop over threads cannot be a constant in each round, at the place where that is decided.
    fn unusable_counter(&mut self, parts: &For<'s>, name: Name<'s>) -> Error {
        let begin = parts.first.as_ref().map_or(parts.body.span, |first| first.span);
        let given_away = self.calls.frame().uses.address(name);
        let ty = match self.lookup(name) {
            Some(Binding::Variable(spot)) => self.source.scalar_type(&spot.ty),
            _ => None,
        };
        let (place, what) = match given_away {
            _ if ty == Some(Type::BOOL) => (begin, "a loop over threads with a variable of type `_Bool`".to_string()),
            Some(place) => {
                let advice = "(give them the address of a copy)";
                (place, format!("the address of `{name}`, the variable of a loop over threads {advice},"))
            }
            None => (begin, format!("a loop over threads with the shared variable `{name}` (use a local one)")),
        };
        place.unsupported(what)
    }
}
