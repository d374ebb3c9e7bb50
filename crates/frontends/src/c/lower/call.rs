//! Calls: what verifiers and libraries give a meaning to is lowered by name, functions with bodies are inlined.

use super::super::atomic::{Mark, Role};
use super::super::parse::literal::unquoted;
use super::super::syntax::{Expression, ExpressionKind, Part, Prefix, Span};
use super::super::types::CType;
use super::Lowering;
use super::expression::has_effects;
use super::spot::unknown;
use super::sync;
use super::value::{Binding, Spot, Value};
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Expr, Type};
use umpteen_model::c::program::Claim;

/// Library functions without an effect on the variables of the program; their arguments are evaluated, and they return
/// any value.
const WITHOUT_EFFECT: [&str; 20] = [
    "printf",
    "puts",
    "putchar",
    "putc",
    "fputc",
    "fputs",
    "fprintf",
    "perror",
    "fflush",
    "sleep",
    "usleep",
    "sched_yield",
    "pthread_yield",
    "thrd_yield",
    "srand",
    "__sync_synchronize",
    "__printf_chk",
    "__fprintf_chk",
    "pthread_setconcurrency",
    "_IO_putc",
];

/// Functions that print as their format tells, and which argument that is.
const PRINTING: [(&str, usize); 4] = [("printf", 0), ("fprintf", 1), ("__printf_chk", 1), ("__fprintf_chk", 2)];

/// Functions whose argument holds whenever they return.
const ASSUMPTIONS: [&str; 3] = ["assume_abort_if_not", "__VERIFIER_assume", "__CPROVER_assume"];

/// Functions that end the whole program.
const STOPS: [&str; 6] = ["exit", "_exit", "_Exit", "abort", "quick_exit", "__builtin_trap"];

impl<'s> Lowering<'s> {
    /// The value of a call; a value that nobody wants may be left out.
    pub fn call(
        &mut self,
        callee: &'s Expression<'s>,
        arguments: &'s [Expression<'s>],
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        let Some(name) = self.callee(callee)? else { return self.indirect_call(callee, arguments, span) };
        self.refuse_attribute(name, span)?;
        match name {
            "reach_error" | "__VERIFIER_error" => {
                let statements = self.note(span);
                self.update(Vec::new(), statements);
                self.fail(span.start, format!("{name}()"), Claim::NotCalled);
                return Ok(Value::Void);
            }
            "__assert_fail" => {
                let condition = argument(arguments, 0, name, span)?;
                let text = unquoted(&self.text[condition.span.range()]);
                self.fail(self.statement.start, text, Claim::Holds);
                return Ok(Value::Void);
            }
            _ if ASSUMPTIONS.contains(&name) => {
                let condition = argument(arguments, 0, name, span)?;
                let (yes, no) = (self.fresh(), self.fresh());
                self.condition(condition, yes, no)?;
                self.at = yes;
                return Ok(Value::Void);
            }
            _ => {}
        }
        let function = self.functions.get(name).copied();
        if let Some(function) = function.filter(|function| function.body.is_some()) {
            return self.inline(function, arguments, span);
        }
        match name {
            "assert" | "__CPROVER_assert" | "__VERIFIER_assert" => self.assert_call(name, arguments, span),
            "__CPROVER_atomic_begin" | "__VERIFIER_atomic_begin" => {
                let statements = self.note(span);
                self.mark(Mark::Enter(span), statements);
                Ok(Value::Void)
            }
            "__CPROVER_atomic_end" | "__VERIFIER_atomic_end" => {
                let statements = self.note(span);
                self.mark(Mark::Leave, statements);
                Ok(Value::Void)
            }
            _ if STOPS.contains(&name) => {
                arguments.iter().try_for_each(|argument| self.effect(argument))?;
                let statements = self.note(span);
                self.update(Vec::new(), statements);
                self.nodes[self.at as usize].role = Role::Stop;
                self.continue_fresh();
                Ok(Value::Void)
            }
            _ if WITHOUT_EFFECT.contains(&name) => {
                self.without_effect(name, arguments)?;
                if wanted { self.any_value(name, span) } else { Ok(Value::Void) }
            }
            "__builtin_expect" | "__builtin_expect_with_probability" => self.expected(name, arguments, span),
            _ if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") => {
                self.effects_of_unused(arguments)?;
                self.any_value(name, span)
            }
            _ if name.starts_with("__sync_") || name.starts_with("__atomic_") => self.builtin(name, arguments, span),
            "malloc" | "calloc" | "free" => self.heap_call(name, arguments, span),
            _ if sync::is_known(name) => self.sync_call(name, arguments, span, wanted),
            _ if name.starts_with("pthread_") || name.starts_with("thrd_") => {
                self.thread_call(name, arguments, span, wanted)
            }
            _ if function.is_some() => {
                let message = format!("the function `{name}` has no body, which is not supported");
                Err(Error::new(Code::Unsupported, message, span.range()))
            }
            _ if name.starts_with("__builtin_") => Err(span.unsupported(format!("the function `{name}`"))),
            _ => Err(unknown(name, callee.span)),
        }
    }

    /// Whether a call may happen in the middle of a step: the function neither waits nor is inlined.
    pub fn is_instant(&self, name: &str) -> bool {
        let inlined = self.functions.get(name).is_some_and(|function| function.body.is_some());
        let forced = matches!(name, "reach_error" | "__VERIFIER_error");
        let library = sync::is_known(name) || name.starts_with("pthread_") || name.starts_with("thrd_");
        let waits = ASSUMPTIONS.contains(&name) || library || self.lookup(name).is_some();
        let tries = matches!(name, "pthread_mutex_trylock" | "pthread_spin_trylock" | "pthread_mutex_unlock");
        forced || !inlined && (!waits || tries)
    }

    fn assert_call(&mut self, name: &str, arguments: &'s [Expression<'s>], span: Span) -> Result<Value<'s>, Error> {
        let condition = argument(arguments, 0, name, span)?;
        let text = self.source_text(condition.span);
        let (yes, no) = (self.fresh(), self.fresh());
        self.reach(span.start);
        self.condition(condition, yes, no)?;
        self.at = no;
        self.fail(span.start, text, Claim::Holds);
        self.at = yes;
        Ok(Value::Void)
    }

    /// Evaluates the arguments of a function that changes nothing; `%n` would.
    fn without_effect(&mut self, name: &str, arguments: &'s [Expression<'s>]) -> Result<(), Error> {
        let printing = PRINTING.iter().find(|(printing, _)| *printing == name);
        let format = printing.and_then(|(_, number)| arguments.get(*number).map(|format| (*number, format)));
        if let Some((number, format)) = format {
            let literal = matches!(format.kind, ExpressionKind::Text(_)).then(|| &self.text[format.span.range()]);
            if literal.is_some_and(may_store) {
                return Err(format.span.unsupported("`%n` in a format"));
            }
            // Only numbers are safe with a format that is not known.
            for printed in arguments[number + 1..].iter().filter(|_| literal.is_none()) {
                let floating = matches!(printed.kind, ExpressionKind::Float);
                let address = printed.any(|part| self.is_pointer(part));
                if address && !floating {
                    return Err(printed.span.unsupported("a pointer printed with a format that is not a literal"));
                }
            }
        }
        let is_text = |argument: &Expression<'s>| match self.type_of(argument) {
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
                let integer = |spot: &Spot| matches!(spot.ty, CType::Integer { .. });
                match self.lookup(name) {
                    Some(Binding::Variable(spot)) => !integer(spot),
                    Some(Binding::Constant(value)) => !matches!(value, Value::Integer(_)),
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
            ExpressionKind::Float => Ok(()),
            ExpressionKind::Cast(ty, inner) => {
                self.refuse_variable(ty, expression.span)?;
                self.effect_of_unused(inner)
            }
            ExpressionKind::Prefix(Prefix::Address, inner) if !has_effects(inner) => Ok(()),
            _ => self.effect(expression),
        }
    }

    /// `__builtin_expect(value, guess)`: the value as `long`.
    fn expected(&mut self, name: &str, arguments: &'s [Expression<'s>], span: Span) -> Result<Value<'s>, Error> {
        let value = self.integer(argument(arguments, 0, name, span)?)?;
        let value = if arguments.iter().skip(1).any(has_effects) { self.spill(value) } else { value };
        self.effects_of_unused(&arguments[1..])?;
        let long = Type { width: self.options.data_model.long(), signed: true };
        Ok(Value::Integer(match value {
            // A condition stays one.
            Expr::Cast(_, inner) if inner.ty() == Type::BOOL => inner.cast(long),
            value => value.cast(long),
        }))
    }

    /// Any value of the type that a function returns.
    fn any_value(&mut self, name: &str, span: Span) -> Result<Value<'s>, Error> {
        let declared = self.functions.get(name).and_then(|function| match &function.ty {
            CType::Function(ty) => Some(ty.result.clone()),
            _ => None,
        });
        let ty = match declared {
            Some(CType::Integer { ty, .. }) => ty,
            Some(CType::Void) => return Ok(Value::Void),
            Some(CType::Pointer { to, .. }) => {
                let kept = self.temporary(self.word());
                let statements = self.note(span);
                self.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
                return Ok(Value::Pointer(kept.read(), (*to).clone()));
            }
            Some(other) => return Err(span.unsupported(format!("any value of {}", other.describe()))),
            // Functions that are not declared return `int`.
            None if WITHOUT_EFFECT.contains(&name) => Type::INT,
            None => self.type_of_suffix(name).ok_or_else(|| span.unsupported(format!("the function `{name}`")))?,
        };
        let kept = self.temporary(ty);
        let statements = self.note(span);
        self.update(vec![(kept.place, Expr::Input(0, ty))], statements);
        Ok(Value::Integer(kept.read()))
    }

    /// The type that the name of an undeclared function tells.
    fn type_of_suffix(&self, name: &str) -> Option<Type> {
        let suffix = name.rsplit("nondet_").next().unwrap_or("");
        let (width, signed) = match suffix {
            "bool" | "_Bool" => (1, false),
            "char" => (8, true),
            "uchar" | "unsigned_char" => (8, false),
            "short" => (16, true),
            "ushort" => (16, false),
            "int" => (32, true),
            "uint" | "unsigned" => (32, false),
            "long" => (self.options.data_model.long(), true),
            "ulong" => (self.options.data_model.long(), false),
            "longlong" => (64, true),
            "ulonglong" => (64, false),
            _ => return None,
        };
        Some(Type { width, signed })
    }
}

/// Whether a function without a body neither looks at shared variables nor changes any.
pub fn is_private(name: &str) -> bool {
    WITHOUT_EFFECT.contains(&name)
        || ASSUMPTIONS.contains(&name)
        || STOPS.contains(&name)
        || name.starts_with("__VERIFIER_nondet_")
        || name.starts_with("nondet_")
        || name.starts_with("__builtin_expect")
        || matches!(name, "assert" | "__assert_fail" | "__CPROVER_assert" | "__VERIFIER_assert")
        || matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Whether a format may contain `%n`. What comes after `%` in another literal or as an escape sequence is not known.
fn may_store(literal: &str) -> bool {
    let mut rest = literal;
    while let Some(at) = rest.find('%') {
        let conversion = &rest[at + 1..];
        let letter = conversion.find(|c: char| !c.is_ascii_digit() && !"-+ #'.*$hlqjztL".contains(c));
        let Some(letter) = letter else { return false };
        if conversion[letter..].starts_with(['n', '\\', '"']) {
            return true;
        }
        rest = conversion[letter..].strip_prefix('%').unwrap_or(&conversion[letter..]);
    }
    false
}

/// An argument of a call.
pub fn argument<'s>(
    arguments: &'s [Expression<'s>],
    number: usize,
    name: &str,
    span: Span,
) -> Result<&'s Expression<'s>, Error> {
    arguments.get(number).ok_or_else(|| {
        let message = format!("the call of `{name}` has only {} arguments", arguments.len());
        Error::new(Code::Arity, message, span.range())
    })
}
