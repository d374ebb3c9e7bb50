//! Calls that change nothing the program sees, as those that print: their arguments are evaluated, and any result is possible.

use super::super::known::Known;
use super::super::results::{QuietResult, quiet_result};
use super::super::syntax::{Expression, ExpressionKind, Name, Part, Prefix, Span};
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::formats::{literal, may_store};
use super::value::{Binding, Spot, Value, Where};
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};

impl<'s> Lowering<'s> {
    /// A function that changes nothing, or that prints.
    pub fn quiet_call(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, wanted } = call;
        self.without_effect(known, arguments)?;
        self.cancellation_point(name.text(), span)?;
        if wanted { self.quiet_result(name, span) } else { Ok(Value::Void) }
    }

    /// A function that prints a list of arguments.
    pub fn print_list(&mut self, number: usize, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, span, wanted, .. } = call;
        self.prints_list(number, call)?;
        self.cancellation_point(name.text(), span)?;
        if wanted { self.any_value(name, Some(Type::INT), span) } else { Ok(Value::Void) }
    }

    /// The result of a function that changes nothing.
    fn quiet_result(&mut self, name: Name<'s>, span: Span) -> Result<Value<'s>, Error> {
        let failure = |value| Expr::conditional(Expr::Input(0, Type::BOOL), Expr::int(-1), value);
        let result = match quiet_result(name.text()) {
            QuietResult::Zero => failure(Expr::int(0)),
            QuietResult::Number => failure(Expr::Input(1, Type { width: 31, signed: false }).cast(Type::INT)),
            QuietResult::Approximated => {
                let position = self.position(span.start);
                self.program.approximations.insert((position, format!("the result of `{name}`")));
                return self.any_value(name, Some(Type::INT), span);
            }
        };
        let kept = self.temporary(Type::INT);
        let statements = self.note(span);
        self.graph.update(vec![(kept.place, result)], statements);
        Ok(Value::Integer(kept.read().cast(self.source.returned_integer(name))))
    }

    /// Evaluates the arguments of a function that changes nothing; `%n` would.
    fn without_effect(&mut self, known: Known<'s>, arguments: &'s [Expression<'s>]) -> Result<(), Error> {
        let format = match known {
            Known::Print(number) => arguments.get(number).map(|format| (number, format)),
            _ => None,
        };
        if let Some((number, format)) = format {
            let literal = literal(format);
            if literal.is_some_and(may_store) {
                return Err(format.span.unsupported("`%n`, or a conversion that is not known, in a format"));
            }
            // Only numbers are safe with a format that is not known.
            for printed in arguments[number + 1..].iter().filter(|_| literal.is_none()) {
                let narrow =
                    |ty: &CType| matches!(ty, CType::Integer { ty, .. } if ty.width < self.source.word().width);
                let is_narrow = printed.known_type().is_ok_and(|ty| narrow(&ty) || matches!(ty, CType::Float(_)));
                let address = !is_narrow || printed.any(|part| self.is_pointer(part));
                if address {
                    let what = "a pointer, or a number as wide as one, printed with a format that is not a literal";
                    return Err(printed.span.unsupported(what));
                }
            }
        }
        let is_text = |argument: &Expression<'s>| match argument.known_type() {
            Ok(CType::Pointer { to, .. } | CType::Array(to, _)) => !matches!(*to, CType::Record(_)),
            _ => false,
        };
        let mut others = arguments.iter().filter(|argument| !matches!(argument.kind, ExpressionKind::Text(_)));
        if others.any(is_text) {
            self.assume("texts that are printed are there, and nobody writes them meanwhile");
        }
        self.effects_of_unused(arguments)
    }

    /// Whether a part of an expression is or makes a pointer.
    fn is_pointer(&self, part: &Part<'s, '_>) -> bool {
        match part {
            Part::Expression(Expression { kind: ExpressionKind::Name(name), .. }) => {
                let integer = |spot: &Spot| matches!(spot.ty, CType::Integer { .. } | CType::Float(_));
                match self.lookup(*name) {
                    Some(Binding::Variable(spot)) => !integer(spot),
                    Some(Binding::Constant(value)) => !matches!(value, Value::Integer(_) | Value::Float(..)),
                    _ => true,
                }
            }
            Part::Expression(Expression { kind: ExpressionKind::Prefix(Prefix::Address, _), .. }) => true,
            _ => false,
        }
    }

    /// Evaluates arguments that nobody looks at.
    pub fn effects_of_unused(&mut self, arguments: &'s [Expression<'s>]) -> Result<(), Error> {
        arguments.iter().try_for_each(|argument| self.effect_of_unused(argument))
    }

    /// Evaluates an argument that nobody looks at; what it points to does not matter.
    pub fn effect_of_unused(&mut self, expression: &'s Expression<'s>) -> Result<(), Error> {
        match &expression.kind {
            ExpressionKind::Float(..) => Ok(()),
            ExpressionKind::Cast(ty, inner) => {
                self.refuse_variable(ty, expression.span)?;
                self.effect_of_unused(inner)
            }
            // The address of a variable is a constant; that of an element or member takes reading the index or pointer.
            ExpressionKind::Prefix(Prefix::Address, inner) if inner.name().is_some() => Ok(()),
            // `stderr` is what it is.
            ExpressionKind::Name(name) if self.is_variable_of_library(*name) => Ok(()),
            _ => self.effect(expression),
        }
    }

    /// Whether a name is a variable that the library defines.
    fn is_variable_of_library(&self, name: Name<'s>) -> bool {
        let Some(Binding::Variable(Spot { place: Where::Fixed(region, _), .. })) = self.lookup(name) else {
            return false;
        };
        self.source.options.library.is_some_and(|start| self.memory.regions[*region as usize].span.start >= start)
    }
}
