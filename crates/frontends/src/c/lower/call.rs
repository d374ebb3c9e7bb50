//! Calls: what verifiers and libraries give a meaning to is lowered by name, functions with bodies are inlined.

use super::super::UnknownFunctions;
use super::super::atomic::{Mark, Role};
use super::super::floating::Format;
use super::super::known::{Known, is_reserved, type_of_suffix};
use super::super::library::{BUILT_IN, FAILS_WITH, MAY_FAIL};
use super::super::parse::literal::unquoted;
use super::super::results::{Errno, QuietResult, errno_after, quiet_result};
use super::super::syntax::{Expression, ExpressionKind, Function, Name, Part, Prefix, Span};
use super::super::types::CType;
use super::Lowering;
use super::expression::has_effects;
use super::formats::{literal, may_store};
use super::memory::Touch;
use super::spot::unknown;
use super::value::{Binding, Spot, Value, Where};
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Claim;

/// A call of a function that has a meaning by its name.
#[derive(Clone, Copy)]
pub struct Call<'s> {
    /// The function.
    pub name: Name<'s>,
    /// What it is given.
    pub arguments: &'s [Expression<'s>],
    /// Where it stands.
    pub span: Span,
    /// Whether somebody looks at its value.
    pub wanted: bool,
}

impl<'s> Call<'s> {
    /// An argument, which must be there.
    pub fn argument(&self, number: usize) -> Result<&'s Expression<'s>, Error> {
        self.arguments.get(number).ok_or_else(|| {
            let message = format!("the call of `{}` has only {} arguments", self.name, self.arguments.len());
            Error::new(Code::Arity, message, self.span.range())
        })
    }
}

impl<'s> Lowering<'s> {
    /// The value of a call; a value that nobody wants may be left out.
    pub fn call(
        &mut self,
        callee: &'s Expression<'s>,
        arguments: &'s [Expression<'s>],
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        let begun = self.begun();
        let value = match self.callee(callee) {
            Ok(Some(name)) => self.call_of(name, callee.span, arguments, span, wanted),
            Ok(None) => self.indirect_call(callee, arguments, span, wanted),
            Err(error) => Err(error),
        };
        match value {
            Err(error) => {
                self.refuse(&begun, error)?;
                self.refused_value(callee, span)
            }
            value => value,
        }
    }

    /// The value of a call of a function that is known by name.
    pub fn call_of(
        &mut self,
        name: Name<'s>,
        place: Span,
        arguments: &'s [Expression<'s>],
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        self.refuse_attribute(name, span)?;
        let name = self.linked(self.without_prefix(name));
        if let Some(known) = self.known.get(name) {
            let after = errno_after(known).and_then(|errno| Some((errno, self.errno_function(errno)?)));
            let wanted = wanted || matches!(after, Some((Errno::Number(_), _)));
            let value = self.known_call(known, Call { name, arguments, span, wanted })?;
            return match after {
                Some((errno, function)) => self.with_errno(errno, function, value, span),
                None => Ok(value),
            };
        }
        match self.functions.get(&name).copied() {
            Some(function) if function.body.is_some() => self.inline(function, arguments, span),
            Some(_) => self.unknown_call(Call { name, arguments, span, wanted }),
            None if is_reserved(name.text()) => Err(span.unsupported(format!("the function `{name}`"))),
            // C89 declares a function by its call (6.3.2.2 there); gcc accepts that with a warning.
            None if self.options.unknown_functions == UnknownFunctions::Refuse => Err(unknown(name, place)),
            None => {
                self.assume(&format!("`{name}`, which is not declared, returns `int`"));
                self.unknown_call(Call { name, arguments, span, wanted })
            }
        }
    }

    /// The function of the library that sets `errno`, if the program looks at it.
    fn errno_function(&self, errno: Errno) -> Option<&'s Function<'s>> {
        let name = if errno == Errno::Any { MAY_FAIL } else { FAILS_WITH };
        let function = self.identifiers.linked(name).and_then(|name| self.functions.get(&name)).copied();
        function.filter(|function| function.body.is_some())
    }

    /// A value, after which `errno` may have changed.
    fn with_errno(
        &mut self,
        errno: Errno,
        function: &'s Function<'s>,
        value: Value<'s>,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        let value = self.kept(value);
        let after = self.fresh();
        let given = match (errno, &value) {
            (Errno::Number(_), Value::Integer(Expr::Constant(..))) => return Ok(value),
            (Errno::Number(number), Value::Integer(result)) => {
                let fails = self.fresh();
                let failed = Expr::binary(Binary::Equal, result.clone(), Expr::int(-1));
                self.guard(failed, span, fails, after);
                self.at = fails;
                vec![Value::Integer(Expr::int(number))]
            }
            _ => Vec::new(),
        };
        self.inline_with(function, given, span)?;
        self.go(after);
        self.at = after;
        Ok(value)
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
        self.update(vec![(kept.place, result)], statements);
        Ok(Value::Integer(kept.read().cast(self.returned_integer(name))))
    }

    /// The function of the library that the compiler calls by a name of its own.
    fn without_prefix(&self, name: Name<'s>) -> Name<'s> {
        if self.known.get(name).is_some() {
            return name;
        }
        let plain = Some(name.text()).and_then(|text| text.strip_prefix(BUILT_IN));
        let plain = plain.and_then(|plain| self.identifiers.linked(plain));
        plain.filter(|plain| self.functions.contains_key(plain)).unwrap_or(name)
    }

    /// The function that the linker takes for another one.
    pub fn linked(&self, name: Name<'s>) -> Name<'s> {
        self.functions.get(&name).map_or(name, |function| function.name)
    }

    /// The value of a call of a function that has a meaning by its name.
    fn known_call(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, wanted } = call;
        match known {
            Known::Error | Known::AssertFail if !self.asks(known.claim()) => self.unasked_failure(call),
            Known::Error => {
                self.effects_of_unused(arguments)?;
                let statements = self.note(span);
                self.update(Vec::new(), statements);
                self.fail(span.start, format!("{name}()"), Claim::NotCalled);
                Ok(Value::Void)
            }
            Known::AssertFail => {
                self.effects_of_unused(arguments)?;
                let text = match arguments.first() {
                    Some(condition) => unquoted(&self.text[condition.span.range()]),
                    None => format!("{name}()"),
                };
                self.fail(self.statement.start, text, Claim::Holds);
                Ok(Value::Void)
            }
            Known::Assume => {
                let (yes, no) = (self.fresh(), self.fresh());
                self.passed_condition(call, yes, no)?;
                if self.is_about_deadlocks() {
                    // A thread that is stuck here is no deadlock: there is no such run.
                    self.nodes[no as usize].role = Role::Stop;
                }
                self.at = yes;
                Ok(Value::Void)
            }
            Known::Assert => self.assert_call(call),
            Known::AtomicBegin => {
                let statements = self.note(span);
                self.mark(Mark::Enter(span), statements);
                Ok(Value::Void)
            }
            Known::AtomicEnd => {
                let statements = self.note(span);
                self.mark(Mark::Leave, statements);
                Ok(Value::Void)
            }
            Known::Stop | Known::Finish => {
                arguments.iter().try_for_each(|argument| self.effect(argument))?;
                if known == Known::Finish {
                    self.run_destructors_of_program(span)?;
                }
                let statements = self.note(span);
                self.update(Vec::new(), statements);
                self.nodes[self.at as usize].role = Role::Stop;
                self.continue_fresh();
                Ok(Value::Void)
            }
            Known::Quiet | Known::Print(_) => {
                self.without_effect(known, arguments)?;
                self.cancellation_point(name.text(), span)?;
                if wanted { self.quiet_result(name, span) } else { Ok(Value::Void) }
            }
            Known::PrintList(number) => {
                self.prints_list(number, call)?;
                self.cancellation_point(name.text(), span)?;
                if wanted { self.any_value(name, Some(Type::INT), span) } else { Ok(Value::Void) }
            }
            Known::Further(operation) => self.argument_list(operation, call),
            Known::Natural(width) => {
                arguments.iter().try_for_each(|argument| self.effect(argument))?;
                self.program.answered.insert(name.to_string());
                let kept = self.temporary(Type { width, signed: false });
                let statements = self.note(span);
                self.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
                Ok(Value::Integer(kept.read().cast(self.returned_integer(name))))
            }
            Known::Hint => {
                self.assume("hints for other verifiers are not looked at");
                Ok(Value::Void)
            }
            Known::Expect => self.expected(call),
            Known::Any => self.any_call(call),
            Known::AnyMemory => self.any_memory(call),
            Known::ReadMemory => self.read_memory(call),
            Known::AnyText => self.any_text(call),
            Known::Scan(number) => {
                self.cancellation_point(name.text(), span)?;
                self.scan(number, call)
            }
            Known::Listed | Known::Approximated => {
                let ExpressionKind::Text(bytes) = &call.argument(0)?.kind else { return Ok(Value::Void) };
                let text = String::from_utf8_lossy(bytes);
                if known == Known::Listed {
                    self.assume(&text);
                    return Ok(Value::Void);
                }
                let position = self.position(span.start);
                self.program.approximations.insert((position, text.into_owned()));
                let statements = self.note(span);
                self.update(Vec::new(), statements);
                Ok(Value::Void)
            }
            Known::FillMemory => self.fill_memory(call),
            Known::CopyMemory { may_overlap } => self.copy_memory(may_overlap, call),
            Known::Floating(function) => self.float_function(function, call),
            Known::AnyResult => {
                let ExpressionKind::Text(bytes) = &call.argument(0)?.kind else { return Ok(Value::Void) };
                let what = String::from_utf8_lossy(bytes).into_owned();
                self.any_result(name, &what, span)
            }
            Known::Bits(function, width) => self.bit_function(function, width, call),
            Known::Overflow(operator, of) => self.overflow_function(operator, of, call),
            Known::Unreachable => {
                self.fail(span.start, format!("`{name}()` can be reached"), Claim::Valid);
                Ok(Value::Void)
            }
            Known::Compiler => {
                let kept = self.temporary(self.word());
                let statements = self.note(span);
                self.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
                Ok(Value::Integer(kept.read()))
            }
            Known::Atomic(operation) => self.builtin(operation, call),
            Known::Allocate { cleared } => self.allocate(cleared, call),
            Known::Reallocate => self.reallocate(call),
            Known::Free => self.free(call.argument(0)?, span),
            Known::Sync(family, operation) => self.sync_call(family, operation, call),
            Known::Create { .. }
            | Known::Join
            | Known::Detach
            | Known::Exit
            | Known::Itself
            | Known::Cancel
            | Known::ThreadAttribute(_)
            | Known::Refused => self.thread_call(known, call),
        }
    }

    /// Whether a call may happen in the middle of a step: the function neither waits nor is inlined.
    pub fn is_instant(&self, name: Name<'s>) -> bool {
        if self.lookup(name).is_some() {
            return false;
        }
        let function = self.functions.get(&name);
        let inlined = function.is_some_and(|function| function.body.is_some());
        match self.known.get(function.map_or(name, |function| function.name)) {
            Some(known) => !known.waits(),
            None => !inlined,
        }
    }

    fn assert_call(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { span, .. } = call;
        let condition = call.argument(0)?;
        let text = self.source_text(condition.span);
        let (yes, no) = (self.fresh(), self.fresh());
        self.reach(span.start);
        self.passed_condition(call, yes, no)?;
        self.at = no;
        self.fail(span.start, text, Claim::Holds);
        self.at = yes;
        Ok(Value::Void)
    }

    /// Goes to one of two nodes by the first argument, which is converted to the type of the parameter first: `int`, if
    /// nobody declares the function.
    fn passed_condition(&mut self, call: Call<'s>, yes: u32, no: u32) -> Result<(), Error> {
        let condition = call.argument(0)?;
        let declared = self.functions.get(&call.name).and_then(|function| match &function.ty {
            CType::Function(ty) => ty.parameters.first().map(|parameter| parameter.ty.clone()),
            _ => None,
        });
        let parameter = match declared {
            Some(CType::Integer { ty, .. }) => ty,
            _ => Type::INT,
        };
        match condition.known_type() {
            Ok(CType::Integer { ty, .. }) if ty.width > parameter.width && parameter != Type::BOOL => {
                let value = self.integer(condition)?.cast(parameter);
                let truth = Value::Integer(value).truth(condition.span)?;
                self.guard(truth, condition.span, yes, no);
                Ok(())
            }
            Ok(CType::Float(_)) => {
                let value = self.value(condition)?;
                let value = self.as_integer(value, parameter, condition.span)?;
                self.guard(value.truth(), condition.span, yes, no);
                Ok(())
            }
            _ => self.condition(condition, yes, no),
        }
    }

    /// A call that is a failure which is not asked about: the function's own body, or the end of the program if it has none.
    fn unasked_failure(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        if let Some(function) = self.functions.get(&name).copied().filter(|function| function.body.is_some()) {
            return self.inline(function, arguments, span);
        }
        self.effects_of_unused(arguments)?;
        // That `__assert_fail` does not return is known from the standard.
        if self.known.get(name) == Some(Known::Error) {
            self.assume(&format!("`{name}` does not return"));
        }
        let statements = self.note(span);
        self.update(Vec::new(), statements);
        self.nodes[self.at as usize].role = Role::Stop;
        self.continue_fresh();
        Ok(Value::Void)
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
                let narrow = |ty: &CType| matches!(ty, CType::Integer { ty, .. } if ty.width < self.word().width);
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
        self.options.library.is_some_and(|start| self.regions[*region as usize].span.start >= start)
    }

    /// `__builtin_expect(value, guess)`: the value as `long`.
    fn expected(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { arguments, .. } = call;
        let value = self.integer(call.argument(0)?)?;
        let value = if arguments.iter().skip(1).any(has_effects) { self.spill(value) } else { value };
        self.effects_of_unused(&arguments[1..])?;
        let long = Type { width: self.options.data_model.long(), signed: true };
        Ok(Value::Integer(match value {
            // A condition stays one.
            Expr::Cast(_, inner) if inner.ty() == Type::BOOL => inner.cast(long),
            value => value.cast(long),
        }))
    }

    /// A call of a function that returns any value: what its arguments point to gets any values too.
    fn any_call(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        for argument in arguments {
            match argument.known_type().map(|ty| ty.decayed()) {
                Ok(CType::Pointer { .. }) => {
                    let value = self.value(argument)?;
                    self.any_object(&value, Touch::Writes, argument.span, span);
                }
                _ => self.effect_of_unused(argument)?,
            }
        }
        self.any_value(name, type_of_suffix(name, self.options.data_model.long()), span)
    }

    /// The integer type that a function returns; `int`, if it is not declared.
    fn returned_integer(&self, name: Name) -> Type {
        match self.functions.get(&name).map(|function| &function.ty) {
            Some(CType::Function(ty)) => self.scalar_type(&ty.result).unwrap_or(Type::INT),
            _ => Type::INT,
        }
    }

    /// Any value of the type that a function returns, or of another type if it is not declared.
    pub fn any_value(&mut self, name: Name, undeclared: Option<Type>, span: Span) -> Result<Value<'s>, Error> {
        let declared = self.functions.get(&name).and_then(|function| match &function.ty {
            CType::Function(ty) => Some(ty.result.clone()),
            _ => None,
        });
        let ty = match declared {
            Some(CType::Integer { ty, .. }) => ty,
            Some(CType::Float(bytes)) => {
                let format = Format::of_bytes(bytes);
                let kept = self.temporary(format.bits());
                let statements = self.note(span);
                self.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
                return Ok(Value::Float(kept.read(), format));
            }
            Some(CType::Void) => return Ok(Value::Void),
            Some(CType::Pointer { to, .. }) => {
                let kept = self.temporary(self.word());
                let statements = self.note(span);
                self.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
                return Ok(Value::Pointer(kept.read(), (*to).clone()));
            }
            Some(other) => return Err(span.unsupported(format!("any value of {}", other.describe()))),
            None => undeclared.ok_or_else(|| span.unsupported(format!("the function `{name}`")))?,
        };
        let kept = self.temporary(ty);
        let statements = self.note(span);
        self.update(vec![(kept.place, Expr::Input(0, ty))], statements);
        Ok(Value::Integer(kept.read()))
    }
}
