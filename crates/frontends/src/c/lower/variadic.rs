//! Functions with further arguments (C11 7.16). Each call site has a copy of the function, so that its further arguments
//! are known: they are an object with a slot for each of them, and a `va_list` is a pointer into that object, as on i386.
//! `va_arg` reads the slot and moves the pointer; a list may be copied, passed on and read in loops like any pointer. No part
//! begins where an argument of another kind is asked for, nor behind the last argument, so both are noticed.
//!
//! A function that only hands its list to `vprintf` and the like has no such object: nobody looks at what is printed.

use super::super::arithmetic::promoted;
use super::super::builtins::ListOperation;
use super::super::floating::Format;
use super::super::layout::Scalar;
use super::super::syntax::{Expression, Function, Span};
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::context::Context;
use super::formats::may_store;
use super::memory::{Kind, Memory};
use super::value::{Spot, Value, Where};
use crate::error::Error;
use rustc_hash::FxHashSet;
use umpteen_model::c::expression::{Binary, Expr, Place};

/// The bytes from one further argument to the next: room for a structure.
const SLOT: u64 = 128;

impl<'s> Lowering<'s> {
    /// Whether a function, or one that it calls, may look at its further arguments.
    pub fn looks_further(&mut self, function: &'s Function<'s>) -> bool {
        let (mut pending, mut seen) = (vec![function], FxHashSet::from_iter([function.name]));
        while let Some(function) = pending.pop() {
            let uses = self.uses(function);
            let Some(passed) = uses.passes_lists() else { return true };
            for name in passed.iter().map(|name| self.source.linked(*name)) {
                match self.source.functions.get(&name).copied() {
                    // The library's functions take lists as `void *`, and do not look at them.
                    Some(callee) if callee.body.is_some() && self.source.is_of_library(callee) => {}
                    Some(callee) if callee.body.is_some() && takes_list(&callee.ty) => {
                        pending.extend(seen.insert(name).then_some(callee))
                    }
                    _ => return true,
                }
            }
        }
        false
    }

    /// Makes the object of the further arguments of a call, in the frame of the function.
    pub fn keep_further(
        &mut self,
        function: &'s Function<'s>,
        values: Vec<Value<'s>>,
        span: Span,
    ) -> Result<(), Error> {
        let is_variadic = matches!(&function.ty, CType::Function(ty) if ty.open && !ty.parameters.is_empty());
        if !is_variadic || !self.looks_further(function) {
            return Ok(());
        }
        let name = self.names.unique(&format!("{}.arguments", function.name));
        let size = SLOT * values.len() as u64;
        let region = self.region(name, size, Kind::Exposed(self.threads.template), span)?;
        self.calls.frame().further = Some(region);
        let mut scalars: Vec<Scalar<'s>> = Vec::new();
        let mut slots: Vec<(Spot<'s>, Value<'s>)> = Vec::new();
        for (number, value) in (0u64..).zip(values) {
            let Some(ty) = self.source.type_of_further(&value) else { continue };
            if self.source.layout.size(&ty).is_none_or(|size| size > SLOT / 2) {
                return Err(span.unsupported(format!("{} as a further argument", self.source.obstacle(&ty))));
            }
            let start = number * SLOT + beginning(&ty);
            for scalar in self.source.scalars(&ty, span)? {
                let path = format!("[{number}]{}", scalar.path);
                scalars.push(Scalar { offset: start + scalar.offset, path, ..scalar });
            }
            slots.push((Spot { place: Where::Fixed(region, start), ty, bits: None }, value));
        }
        self.add_cells(region, scalars, &|_| Some(0));
        let mut updates: Vec<(Place, Expr)> = Vec::new();
        for (slot, value) in slots {
            match value {
                value @ Value::Record(_) => drop(self.store_value(&slot, value, span, span, false)?),
                value => updates.push((self.object_of(&slot, span)?.place, value.bits(span)?)),
            }
        }
        self.graph.update(updates, Vec::new());
        Ok(())
    }

    /// A further argument after the default promotions (C11 6.5.2.2).
    pub fn promoted_argument(&mut self, value: Value<'s>, span: Span) -> Result<Value<'s>, Error> {
        match value {
            Value::Integer(value) => Ok(Value::Integer(promoted(value))),
            value @ Value::Float(_, Format::Single) => {
                Ok(Value::Float(self.as_float(value, Format::Double, span)?, Format::Double))
            }
            other => Ok(other),
        }
    }

    /// `va_start`, `va_copy` or `va_end`.
    pub fn argument_list(&mut self, operation: ListOperation, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { span, .. } = call;
        let is_lasting = call.argument(0)?.name().is_some_and(|name| self.source.identifiers.is_lasting(name));
        if is_lasting && operation == ListOperation::Start && self.calls.frame().further.is_none() {
            return Err(span.unsupported("a list of further arguments that outlives its function"));
        }
        let first = match operation {
            ListOperation::Start => self.calls.frame().further.map(|region| self.address_of(region, 0)),
            ListOperation::Copy => {
                let source = self.list_spot(call.argument(1)?)?;
                Some(self.load_spot(&source, span)?)
            }
            ListOperation::End => None,
        };
        if let Some(first) = first {
            let list = self.list_spot(call.argument(0)?)?;
            self.store_spot(&list, first, span, false)?;
        }
        Ok(Value::Void)
    }

    /// `va_arg(list, type)`.
    pub fn next_argument(&mut self, list: &'s Expression<'s>, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        let list = self.list_spot(list)?;
        let list = self.frozen(list);
        let address = self.load_spot(&list, span)?;
        let address = self.spill(address);
        let next = Expr::binary(Binary::Add, address.clone(), Expr::Constant(SLOT, self.source.word()));
        self.store_spot(&list, next, span, false)?;
        let first = Expr::Constant(beginning(ty), self.source.word());
        let address = Expr::binary(Binary::Add, address, first);
        let argument = self.memory.followed(Value::Pointer(address, ty.clone().plain()), span, span)?;
        self.value_of(argument, span)
    }

    /// Where the pointer is that a list consists of.
    fn list_spot(&mut self, list: &'s Expression<'s>) -> Result<Spot<'s>, Error> {
        let pointer = CType::argument_list(self.source.options.data_model);
        match pointer {
            CType::Array(element, _) => {
                let value = match self.unconverted(list)? {
                    Value::Pointer(address, _) => Value::Pointer(address, (*element).clone()),
                    _ => return Err(list.span.unsupported("this expression as a list of further arguments")),
                };
                self.memory.followed(value, list.span, list.span)
            }
            _ => self.spot(list),
        }
    }

    /// A call of `vprintf` or its kin, whose format is the argument of a number.
    pub fn prints_list(&mut self, number: usize, call: Call<'s>) -> Result<(), Error> {
        let format = call.argument(number)?;
        for (other, argument) in call.arguments.iter().enumerate() {
            if other != number {
                self.effect_of_unused(argument)?;
            }
        }
        let value = self.unconverted(format)?;
        match self.memory.text_at(&value) {
            Some(text) if may_store(text) => {
                return Err(call.span.unsupported("`%n`, or a conversion that is not known, in a format"));
            }
            Some(_) => {}
            None => self.assume("formats that are no literals store nothing (`%n`)"),
        }
        self.assume("texts that are printed are there, and nobody writes them meanwhile");
        Ok(())
    }
}

impl<'s> Context<'s> {
    /// The type that a further argument has in its slot; none if it has no value here.
    fn type_of_further(&self, value: &Value<'s>) -> Option<CType<'s>> {
        match value {
            Value::Integer(value) => Some(CType::Integer { ty: value.ty(), atomic: false }),
            Value::Float(_, format) => Some(CType::float(*format, self.options.data_model)),
            Value::Pointer(_, to) => Some(to.clone().pointer()),
            Value::Record(spot) => Some(spot.ty.clone()),
            Value::Thread(_) | Value::Void => None,
        }
    }
}

impl<'s> Memory<'s> {
    /// The string of the source that a value points to the beginning of, if that is known now.
    fn text_at(&self, value: &Value<'s>) -> Option<&'s [u8]> {
        let Value::Pointer(Expr::Constant(address, _), _) = value else { return None };
        let region = &self.regions[self.region_at(*address)? as usize];
        match region.kind {
            Kind::Text(bytes) if region.base == *address => Some(bytes),
            _ => None,
        }
    }
}

/// Whether a function takes a list as such, rather than as any pointer.
fn takes_list(ty: &CType) -> bool {
    matches!(ty, CType::Function(ty) if ty.parameters.iter().any(|parameter| parameter.ty.is_argument_list()))
}

/// Where an argument begins in its slot: floating-point numbers apart from all others, as in the registers of x86-64.
fn beginning(ty: &CType) -> u64 {
    if matches!(ty, CType::Float(_)) { SLOT / 2 } else { 0 }
}
