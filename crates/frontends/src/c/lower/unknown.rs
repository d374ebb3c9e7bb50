//! Calls of functions without a body, under the convention of CBMC and SV-COMP: the result is any value of its type, and
//! what the arguments point to gets any values, unless the parameter is a pointer to `const`. Nothing else is written, kept or freed, no thread is started and no
//! lock taken. That is an assumption about the function and not an approximation of it, so a report names it beside
//! the verdict (`Caveat::UnknownFunctions`).
//!
//! A pointer that such a function returns is null, one that it was given, or leads to an object of its own. All these
//! objects are one region without parts: its addresses may be compared and handed on, and following one is a limit of the model.

use super::super::UnknownFunctions;
use super::super::atomic::Mark;
use super::super::beyond_frame::beyond_frame;
use super::super::known::has_meaning;
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::memory::{Kind, Touch};
use super::value::Value;
use crate::error::Error;
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// The region of all objects that functions without a body return has 2 to this number of addresses.
const ADDRESS_BITS: u8 = 12;

impl<'s> Lowering<'s> {
    /// The value of a call of a function without a body.
    pub fn unknown_call(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, wanted } = call;
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
        let mut given = Vec::new();
        for argument in arguments {
            let value = self.unconverted(argument)?;
            given.push((self.kept(value), argument.span));
        }
        let parameters = match self.source.functions.get(&name).map(|function| &function.ty) {
            Some(CType::Function(ty)) => ty.parameters.iter().map(|parameter| parameter.read_only).collect(),
            _ => Vec::new(),
        };
        for (number, (value, at)) in given.iter().enumerate() {
            let read_only = parameters.get(number).copied().unwrap_or_default();
            match value {
                Value::Pointer(_, to)
                    if matches!(to, CType::Function(_)) || self.memory.function_at(value).is_some() =>
                {
                    return Err(at.unsupported(format!("a function that is passed to `{name}`, which has no body,")));
                }
                Value::Pointer(..) if read_only => self.any_object(value, Touch::Reads, *at, span),
                Value::Pointer(..) => self.any_object(value, Touch::Writes, *at, span),
                Value::Record(_) | Value::Thread(_) => {
                    let what = format!("{} that is passed to `{name}`, which has no body,", value.describe());
                    return Err(at.unsupported(what));
                }
                Value::Integer(_) | Value::Float(..) | Value::Void => {}
            }
        }
        // It may wait for something.
        self.cancelled(span, false)?;
        let position = self.position(span.start);
        self.program.unknown_calls.insert((position, name.to_string()));
        self.assume_named(Caveat::UnknownFunctions);
        let result = self.source.functions.get(&name).and_then(|function| match &function.ty {
            CType::Function(ty) => Some(ty.result.clone()),
            _ => None,
        });
        match result {
            Some(CType::Pointer { to, .. }) => {
                let given = given.into_iter().map(|(value, _)| value);
                self.any_pointer(given, (*to).clone(), call)
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

    /// A null pointer, one of the pointers among some values, or one to an object that is not modelled.
    fn any_pointer(
        &mut self,
        given: impl Iterator<Item = Value<'s>>,
        to: CType<'s>,
        call: Call<'s>,
    ) -> Result<Value<'s>, Error> {
        let word = self.source.word();
        let kept = self.temporary(word);
        let (from, after) = (self.graph.at, self.graph.fresh());
        let own = match self.memory.unknown_objects {
            Some(region) => region,
            None => {
                let name = "an object of a function without a body".to_string();
                let region = self.region(name, 1 << ADDRESS_BITS, Kind::Shared, call.span)?;
                *self.memory.unknown_objects.insert(region)
            }
        };
        let any = Expr::Input(0, Type { width: ADDRESS_BITS, signed: false }).cast(word);
        let mut results = vec![Expr::Constant(0, word), Expr::binary(Binary::Add, self.address_of(own, 0), any)];
        results.extend(given.filter_map(|value| match value {
            Value::Pointer(address, _) if address != Expr::Constant(0, word) => Some(address),
            _ => None,
        }));
        for result in results {
            let statements = self.note(call.span);
            let updates = vec![(kept.place, result)];
            self.graph.connect(from, Mark::None, Edge { updates, statements, ..Edge::jump(after) });
        }
        self.graph.at = after;
        Ok(Value::Pointer(kept.read(), to))
    }
}
