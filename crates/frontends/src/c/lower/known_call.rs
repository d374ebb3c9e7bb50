//! Calls of functions that have a meaning by their names: each goes to what gives it that meaning.

use super::super::atomic::{Mark, Role};
use super::super::known::{Known, type_of_suffix};
use super::super::parse::literal::unquoted;
use super::super::syntax::{Expression, ExpressionKind};
use super::super::types::CType;
use super::super::visit::has_effects;
use super::Lowering;
use super::call::Call;
use super::memory::Touch;
use super::value::Value;
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};
use umpteen_model::c::program::Claim;

impl<'s> Lowering<'s> {
    /// The value of a call of a function that has a meaning by its name.
    pub fn known_call(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, span, .. } = call;
        match known {
            Known::Error | Known::AssertFail if !self.source.asks(known.claim()) => self.unasked_failure(call),
            Known::Error => self.error_call(call),
            Known::AssertFail => self.assert_fail(call),
            Known::Assume => self.assume_call(call),
            Known::Assert => self.assert_call(call),
            Known::AtomicBegin => Ok(self.section_call(Mark::Enter(span), call)),
            Known::AtomicEnd => Ok(self.section_call(Mark::Leave, call)),
            Known::Stop | Known::Finish => self.ending_call(known, call),
            Known::Quiet | Known::Print(_) => self.quiet_call(known, call),
            Known::PrintList(number) => self.print_list(number, call),
            Known::Further(operation) => self.argument_list(operation, call),
            Known::Natural(width) => self.natural(width, call),
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
            Known::Listed | Known::Approximated => self.remark(known, call),
            Known::FillMemory => self.fill_memory(call),
            Known::CopyMemory { may_overlap } => self.copy_memory(may_overlap, call),
            Known::Floating(function) => self.float_function(function, call),
            Known::AnyResult => match text_of(call.argument(0)?) {
                Some(what) => self.any_result(name, &what, span),
                None => Ok(Value::Void),
            },
            Known::Bits(function, width) => self.bit_function(function, width, call),
            Known::Overflow(operator, of) => self.overflow_function(operator, of, call),
            Known::Unreachable => {
                self.fail(span.start, format!("`{name}()` can be reached"), Claim::Valid);
                Ok(Value::Void)
            }
            Known::Compiler => Ok(self.compiler_value(call)),
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

    /// A call that must not happen.
    fn error_call(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        self.effects_of_unused(arguments)?;
        let statements = self.note(span);
        self.graph.update(Vec::new(), statements);
        self.fail(span.start, format!("{name}()"), Claim::NotCalled);
        Ok(Value::Void)
    }

    /// What `assert` calls when it fails: its first argument is the condition as text.
    fn assert_fail(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, .. } = call;
        self.effects_of_unused(arguments)?;
        let text = match arguments.first() {
            Some(condition) => unquoted(&self.source.text[condition.span.range()]),
            None => format!("{name}()"),
        };
        self.fail(self.calls.statement.start, text, Claim::Holds);
        Ok(Value::Void)
    }

    /// There are no runs in which the argument is false.
    fn assume_call(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let (yes, no) = (self.graph.fresh(), self.graph.fresh());
        self.condition(call.argument(0)?, yes, no)?;
        if self.source.is_about_deadlocks() {
            // A thread that is stuck here is no deadlock: there is no such run.
            self.graph.nodes[no as usize].role = Role::Stop;
        }
        self.graph.at = yes;
        Ok(Value::Void)
    }

    /// Begins or ends an atomic section.
    fn section_call(&mut self, mark: Mark, call: Call<'s>) -> Value<'s> {
        let statements = self.note(call.span);
        self.graph.mark(mark, statements);
        Value::Void
    }

    /// Ends the program: normally, with destructors, or at once.
    fn ending_call(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { arguments, span, .. } = call;
        arguments.iter().try_for_each(|argument| self.effect(argument))?;
        if known == Known::Finish {
            self.run_destructors_of_program(span)?;
        }
        let statements = self.note(span);
        self.graph.update(Vec::new(), statements);
        self.graph.nodes[self.graph.at as usize].role = Role::Stop;
        self.graph.continue_fresh();
        Ok(Value::Void)
    }

    /// Any number of so many bits.
    fn natural(&mut self, width: u8, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        arguments.iter().try_for_each(|argument| self.effect(argument))?;
        self.program.answered.insert(name.to_string());
        let kept = self.temporary(Type { width, signed: false });
        let statements = self.note(span);
        self.graph.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
        Ok(Value::Integer(kept.read().cast(self.source.returned_integer(name))))
    }

    /// Notes what a function of the library says about itself: an assumption, or that it is approximated.
    fn remark(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Some(text) = text_of(call.argument(0)?) else { return Ok(Value::Void) };
        if known == Known::Listed {
            self.assume(&text);
            return Ok(Value::Void);
        }
        let position = self.position(call.span.start);
        self.program.approximations.insert((position, text));
        let statements = self.note(call.span);
        self.graph.update(Vec::new(), statements);
        Ok(Value::Void)
    }

    /// Something that only the compiler knows: any number.
    fn compiler_value(&mut self, call: Call<'s>) -> Value<'s> {
        let kept = self.temporary(self.source.word());
        let statements = self.note(call.span);
        self.graph.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
        Value::Integer(kept.read())
    }

    fn assert_call(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { span, .. } = call;
        let condition = call.argument(0)?;
        let text = self.source.source_text(condition.span);
        let (yes, no) = (self.graph.fresh(), self.graph.fresh());
        self.reach(span.start);
        self.condition(call.argument(0)?, yes, no)?;
        self.graph.at = no;
        self.fail(span.start, text, Claim::Holds);
        self.graph.at = yes;
        Ok(Value::Void)
    }

    /// A call that is a failure which is not asked about: the function's own body, or the end of the program if it has none.
    fn unasked_failure(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        if let Some(function) = self.source.functions.get(&name).copied().filter(|function| function.body.is_some()) {
            return self.inline(function, arguments, span);
        }
        self.effects_of_unused(arguments)?;
        // That `__assert_fail` does not return is known from the standard.
        if self.source.known.get(name) == Some(Known::Error) {
            self.assume(&format!("`{name}` does not return"));
        }
        let statements = self.note(span);
        self.graph.update(Vec::new(), statements);
        self.graph.nodes[self.graph.at as usize].role = Role::Stop;
        self.graph.continue_fresh();
        Ok(Value::Void)
    }

    /// `__builtin_expect(value, guess)`: the value as `long`.
    fn expected(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { arguments, .. } = call;
        let value = self.integer(call.argument(0)?)?;
        let value = if arguments.iter().skip(1).any(has_effects) { self.spill(value) } else { value };
        self.effects_of_unused(&arguments[1..])?;
        let long = Type { width: self.source.options.data_model.long(), signed: true };
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
                    let value = self.unconverted(argument)?;
                    self.any_object(&value, Touch::Writes, argument.span, span);
                }
                _ => self.effect_of_unused(argument)?,
            }
        }
        self.any_value(name, type_of_suffix(name, self.source.options.data_model.long()), span)
    }
}

/// What a literal says.
fn text_of(expression: &Expression) -> Option<String> {
    match &expression.kind {
        ExpressionKind::Text(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    }
}
