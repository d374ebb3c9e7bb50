//! Calls of functions without a body, under the convention of CBMC and SV-COMP: the result is any value of its type, and
//! what the arguments point to gets any values, unless the parameter is a pointer to `const`. Nothing else is written, kept or freed, no thread is started and no
//! lock taken. Functions that are handed to it may run any number of times during the call, with any arguments. That is an
//! assumption about the function and not an approximation of it, so a report names it beside the verdict
//! (`Caveat::UnknownFunctions`).
//!
//! A function that does not return ends the program: that a thread waits there for ever shows nothing more, since a thread that
//! is never scheduled again is in some run wherever it is.

use super::super::UnknownFunctions;
use super::super::atomic::{Mark, Role};
use super::super::beyond_frame::beyond_frame;
use super::super::floating::Format;
use super::super::known::has_meaning;
use super::super::stub::Stub;
use super::super::syntax::{Function, Name, Span};
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::inline::signature;
use super::memory::Touch;
use super::value::Value;
use crate::error::Error;
use umpteen_model::c::caveat::{Assumed, Caveat, UnknownCall};
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::{Claim, Edge};

/// An argument of a function without a body.
pub struct Given<'s> {
    /// Its value.
    pub value: Value<'s>,
    /// Where it stands.
    pub span: Span,
    /// Whether the function promises not to write what it points to.
    read_only: bool,
}

impl<'s> Lowering<'s> {
    /// The value of a call of a function without a body.
    pub fn unknown_call(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, span, .. } = call;
        let stub = self.source.stubs.get(&name).copied();
        if stub.is_none() {
            self.refuse_unknown(name, span)?;
        }
        let given = self.given(call)?;
        self.refuse_unusual(&given, name)?;
        let returns = stub != Some(Stub::NoReturn) && !self.source.noreturn.contains(&name);
        let assumed = match stub {
            Some(Stub::Pure) => Assumed::Pure,
            _ if !returns => Assumed::NoReturn,
            stub if self.is_any(stub) => Assumed::Any,
            _ => Assumed::Frame,
        };
        if assumed == Assumed::Pure {
            self.reads_objects(&given, span);
        } else if self.is_any(stub) {
            let callbacks = self.callbacks(&given, span)?;
            self.any_effects(&given, callbacks, call)?;
        } else {
            self.write_objects(&given, call)?;
        }
        // It may wait for something.
        self.cancelled(span, false)?;
        let position = self.position(span.start);
        self.program.unknown_calls.insert(UnknownCall { position, name: name.to_string(), assumed });
        self.assume_named(match assumed {
            Assumed::Pure => Caveat::Pure,
            _ if self.is_any(stub) => Caveat::AnyFunctions,
            _ => Caveat::UnknownFunctions,
        });
        if !returns {
            self.assume_named(Caveat::NoReturn);
            let statements = self.note(span);
            self.graph.update(Vec::new(), statements);
            self.run_destructors_of_program(span)?;
            self.graph.nodes[self.graph.at as usize].role = Role::Stop;
            self.graph.continue_fresh();
        }
        self.unknown_result(given, call)
    }

    /// Refuses functions that are known to do more.
    fn refuse_unknown(&self, name: Name<'s>, span: Span) -> Result<(), Error> {
        if let Some(why) = beyond_frame(name.text()) {
            return Err(span.unsupported(format!("`{name}`, which {why},")));
        }
        // The linker would take the library's all the same.
        if has_meaning(name.text()) {
            return Err(span.unsupported(format!("`{name}`, declared with other parameters than the library's,")));
        }
        if self.source.options.unknown_functions == UnknownFunctions::Refuse {
            let advice = "(give its file, too, or leave out `--unknown-functions refuse`)";
            return Err(span.unsupported(format!("the function `{name}`, which has no body, {advice}")));
        }
        Ok(())
    }

    /// The arguments of a call.
    fn given(&mut self, call: Call<'s>) -> Result<Vec<Given<'s>>, Error> {
        let parameters: Vec<bool> = match self.source.functions.get(&call.name).map(|function| &function.ty) {
            Some(CType::Function(ty)) => ty.parameters.iter().map(|parameter| parameter.read_only).collect(),
            _ => Vec::new(),
        };
        let mut given = Vec::new();
        for (number, argument) in call.arguments.iter().enumerate() {
            let value = self.unconverted(argument)?;
            let (value, span) = (self.kept(value), argument.span);
            given.push(Given { value, span, read_only: parameters.get(number).copied().unwrap_or_default() });
        }
        Ok(given)
    }

    fn refuse_unusual(&self, given: &[Given<'s>], name: Name<'s>) -> Result<(), Error> {
        let unusual = |given: &&Given<'s>| matches!(given.value, Value::Record(_) | Value::Thread(_));
        match given.iter().find(unusual) {
            Some(Given { value, span, .. }) => {
                let what = format!("{} that is passed to `{name}`, which has no body,", value.describe());
                Err(span.unsupported(what))
            }
            None => Ok(()),
        }
    }

    /// What the arguments point to is read.
    fn reads_objects(&mut self, given: &[Given<'s>], span: Span) {
        // Nobody but another thread notices.
        if self.source.options.property.is_about_races() {
            let objects = given.iter().filter(|given| matches!(given.value, Value::Pointer(..)));
            objects.for_each(|given| self.any_object(&given.value, Touch::Reads, given.span, span));
        }
    }

    /// What the arguments point to gets any values, and the functions among them run.
    fn write_objects(&mut self, given: &[Given<'s>], call: Call<'s>) -> Result<(), Error> {
        let span = call.span;
        let callbacks = self.callbacks(given, span)?;
        if callbacks.is_empty() {
            self.touch_given(given, span);
            return Ok(());
        }
        let (head, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.connect(head, Mark::None, Edge::jump(after));
        self.graph.at = head;
        let objects = self.graph.fresh();
        self.graph.go(objects);
        self.graph.at = objects;
        self.touch_given(given, span);
        self.graph.go(head);
        for (guard, function) in callbacks {
            let runs = self.graph.fresh();
            self.graph.connect(head, Mark::None, Edge { guard, ..Edge::jump(runs) });
            self.graph.at = runs;
            self.run_given(function, given, call)?;
            self.graph.go(head);
        }
        self.graph.at = after;
        Ok(())
    }

    /// The functions among the arguments, each with the condition that it is the one.
    fn callbacks(&mut self, given: &[Given<'s>], span: Span) -> Result<Vec<(Expr, &'s Function<'s>)>, Error> {
        let mut all = Vec::new();
        for one in given {
            all.extend(self.functions_given(one, span)?);
        }
        Ok(all)
    }

    fn touch_given(&mut self, given: &[Given<'s>], span: Span) {
        for Given { value, span: at, read_only } in given {
            let is_function =
                matches!(value, Value::Pointer(_, CType::Function(_))) || self.memory.function_at(value).is_some();
            match value {
                Value::Pointer(..) if is_function => {}
                Value::Pointer(..) if *read_only => self.any_object(value, Touch::Reads, *at, span),
                Value::Pointer(..) => self.any_object(value, Touch::Writes, *at, span),
                _ => {}
            }
        }
    }

    /// The functions that an argument may be, each with the condition that it is the one.
    fn functions_given(&mut self, given: &Given<'s>, span: Span) -> Result<Vec<(Expr, &'s Function<'s>)>, Error> {
        if let Some(name) = self.memory.function_at(&given.value) {
            return Ok(match self.source.functions.get(&name).copied() {
                Some(function) if function.body.is_some() => vec![(Expr::TRUE, function)],
                _ if self.source.known.get(name).is_some() => {
                    self.may_reach_limit(format!("a function without a body may call `{name}`"), span);
                    Vec::new()
                }
                _ => Vec::new(),
            });
        }
        let Value::Pointer(address, CType::Function(_)) = &given.value else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for function in self.source.pointed_functions.clone() {
            if function.body.is_some() {
                let target = self.function_address(function.name, span)?;
                found.push((Expr::binary(Binary::Equal, address.clone(), target), function));
            } else if self.source.known.get(function.name).is_some() {
                self.may_reach_limit(format!("a function without a body may call `{}`", function.name), span);
            }
        }
        Ok(found)
    }

    /// Something may happen here that the model does not have.
    fn may_reach_limit(&mut self, text: String, span: Span) {
        let (limit, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.go(limit);
        self.graph.go(after);
        self.graph.at = limit;
        self.fail(span.start, text, Claim::Limit);
        self.graph.at = after;
    }

    /// A function that was handed over runs with any arguments.
    pub fn run_given(&mut self, function: &'s Function<'s>, given: &[Given<'s>], call: Call<'s>) -> Result<(), Error> {
        let values = self.values_for(function, given, call)?;
        self.inline_with(function, values, call.span).map(drop)
    }

    /// Any arguments for a function that was handed over.
    pub fn values_for(
        &mut self,
        function: &'s Function<'s>,
        given: &[Given<'s>],
        call: Call<'s>,
    ) -> Result<Vec<Value<'s>>, Error> {
        let ty = signature(function, call.span)?;
        if ty.open && !ty.parameters.is_empty() {
            let what =
                format!("a function with further arguments that is passed to `{}`, which has no body,", call.name);
            return Err(call.span.unsupported(what));
        }
        let mut values = Vec::new();
        for parameter in &ty.parameters {
            values.push(match &parameter.ty {
                CType::Integer { ty, .. } => Value::Integer(self.any_number(*ty, call.span)),
                CType::Float(bytes) => {
                    let format = Format::of_bytes(*bytes);
                    Value::Float(self.any_number(format.bits(), call.span), format)
                }
                CType::Pointer { to, .. } if !matches!(**to, CType::Function(_)) => {
                    let values: Vec<_> = given.iter().map(|given| given.value.clone()).collect();
                    self.any_pointer(&values, (**to).clone(), call.span)?
                }
                other => {
                    let what = format!(
                        "a function that takes {} and is passed to `{}`, which has no body,",
                        other.describe(),
                        call.name
                    );
                    return Err(call.span.unsupported(what));
                }
            });
        }
        Ok(values.into_iter().map(|value| self.kept(value)).collect())
    }

    fn any_number(&mut self, ty: Type, span: Span) -> Expr {
        let kept = self.temporary(ty);
        let statements = self.note(span);
        self.graph.update(vec![(kept.place, Expr::Input(0, ty))], statements);
        kept.read()
    }

    /// Any value of the type that a function returns.
    fn unknown_result(&mut self, given: Vec<Given<'s>>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, span, wanted, .. } = call;
        let result = self.source.functions.get(&name).and_then(|function| match &function.ty {
            CType::Function(ty) => Some(ty.result.clone()),
            _ => None,
        });
        match result {
            Some(CType::Pointer { to, .. }) => {
                if given.iter().any(|given| matches!(given.value, Value::Pointer(..))) {
                    self.assume_named(Caveat::ReturnedPointers);
                }
                let given: Vec<_> = given.into_iter().map(|given| given.value).collect();
                self.any_pointer(&given, (*to).clone(), span)
            }
            // A value that nobody looks at need not be one that the model has.
            Some(CType::Void) => self.done_by(call),
            Some(ty) if !wanted && !matches!(ty, CType::Integer { .. }) => self.done_by(call),
            _ => {
                self.program.answered.insert(name.to_string());
                self.any_value(name, Some(Type::INT), span)
            }
        }
    }

    /// A call that changes nothing more.
    fn done_by(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let statements = self.note(call.span);
        self.graph.update(Vec::new(), statements);
        Ok(Value::Void)
    }
}
