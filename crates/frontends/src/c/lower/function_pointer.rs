//! Calls through pointers: one case for each function that the pointer may point to, and one for none of them.
//!
//! What a pointer points to is known only after all threads are lowered, so the cases are all functions of the pointer's
//! type that are named anywhere other than to be called.

use super::super::atomic::Mark;
use super::super::known::Known;
use super::super::syntax::{Expression, ExpressionKind, Function, Name, Prefix, Span};
use super::super::types::{CType, FunctionType};
use super::Lowering;
use super::memory::{Kind, Memory};
use super::value::{Binding, Value};
use crate::error::Error;
use std::rc::Rc;
use umpteen_model::c::expression::{Binary, Expr};
use umpteen_model::c::program::{Claim, Edge};

impl<'s> Lowering<'s> {
    /// The function that is called, if that is known now.
    pub fn callee(&mut self, callee: &'s Expression<'s>) -> Result<Option<Name<'s>>, Error> {
        let mut inner = callee;
        while let ExpressionKind::Prefix(Prefix::Dereference | Prefix::Address, named) = &inner.kind {
            inner = named;
        }
        match inner.name() {
            Some(name) => match self.lookup(name).cloned() {
                None => Ok(Some(name)),
                Some(Binding::Constant(value)) => Ok(self.memory.function_at(&value)),
                Some(_) => Ok(None),
            },
            None => Ok(None),
        }
    }

    /// The functions with bodies that a value may point to, each with the condition that it is the one; a pointer to none of
    /// them is more than the model has.
    pub fn functions_behind(
        &mut self,
        value: Value<'s>,
        span: Span,
        is_meant: impl Fn(&FunctionType<'s>) -> bool,
    ) -> Result<Vec<(Expr, &'s Function<'s>)>, Error> {
        let Value::Pointer(address, _) = value else { return Err(span.unsupported("a number as a function")) };
        let address = self.spill(address);
        let (mut found, mut others) = (Vec::new(), Expr::TRUE);
        for function in self.source.pointed_functions.clone() {
            if function.body.is_some() && matches!(&function.ty, CType::Function(ty) if is_meant(ty)) {
                let target = self.function_address(function.name, span)?;
                let same = Expr::binary(Binary::Equal, address.clone(), target);
                others = others.and(same.clone().negated());
                found.push((same, function));
            }
        }
        let (nowhere, after) = (self.graph.fresh(), self.graph.fresh());
        self.guard(others, span, nowhere, after);
        self.graph.at = nowhere;
        let text = format!("`{}` may be another function than those that are known", self.source.source_text(span));
        self.fail(span.start, text, Claim::Limit);
        self.graph.at = after;
        Ok(found)
    }

    /// Whether a function can be called through a pointer to functions of a type with so many arguments.
    fn is_callable_as(&self, function: &Function<'s>, ty: &FunctionType<'s>, arguments: usize) -> bool {
        let CType::Function(own) = &function.ty else { return false };
        let same = |left: &CType<'s>, right: &CType<'s>| match (left, right) {
            (CType::Integer { ty: left, .. }, CType::Integer { ty: right, .. }) => left == right,
            (CType::Record(left), CType::Record(right)) => left == right,
            (CType::Float(left), CType::Float(right)) => left == right,
            (CType::Pointer { .. }, CType::Pointer { .. }) | (CType::Void, CType::Void) => true,
            // What has no value here may be the same type; calling it is refused then.
            (left, right) => ![left, right].into_iter().any(has_value),
        };
        let parameters = ty.open && ty.parameters.is_empty()
            || own.parameters.len() == ty.parameters.len()
                && own.parameters.iter().zip(&ty.parameters).all(|(left, right)| same(&left.ty, &right.ty));
        parameters && own.parameters.len() == arguments && same(&own.result, &ty.result)
    }

    /// Whether a function with further arguments can be called through a pointer to functions of a type: of the same type, and
    /// with a copy for each call.
    fn takes_further(&mut self, function: &'s Function<'s>, ty: &FunctionType<'s>) -> bool {
        let same = !ty.parameters.is_empty() && self.is_callable_as(function, ty, ty.parameters.len());
        same && !(self.source.recursive.contains(&function.name) && self.looks_further(function))
    }

    /// The type of a function that is called through a pointer to the type, or to a pointer to it.
    fn called_type(&self, ty: &CType<'s>, span: Span) -> Result<Rc<FunctionType<'s>>, Error> {
        let no_function = || span.unsupported("a call of something that is not a function");
        match ty.clone() {
            CType::Function(ty) => Ok(ty),
            CType::Pointer { to, .. } => match &*to {
                CType::Function(ty) => Ok(ty.clone()),
                _ => Err(no_function()),
            },
            _ => Err(no_function()),
        }
    }

    /// The value of a call through a pointer: one case for each function that it may be.
    pub fn indirect_call(
        &mut self,
        callee: &'s Expression<'s>,
        arguments: &'s [Expression<'s>],
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        let value = self.value(callee)?;
        if let Some(name) = self.memory.function_at(&value) {
            return self.call_of(name, callee.span, arguments, span, wanted);
        }
        let Value::Pointer(address, ty) = value else { return Err(callee.span.unsupported("a call of a number")) };
        let ty = self.called_type(&ty, callee.span)?;
        let address = self.spill(address);
        let candidates = self.source.pointed_functions.clone();
        let looks = candidates.iter().any(|function| is_variadic(&function.ty) && self.looks_further(function));
        let values = self.argument_values(&ty, arguments, looks && !ty.parameters.is_empty())?;
        let values: Vec<Value<'s>> = values.into_iter().map(|value| self.kept(value)).collect();
        let result_type = ty.result.clone();
        let result = match &result_type {
            CType::Void => None,
            ty => {
                let name = self.names.unique("call.result");
                let spot = self.variable(&name, ty, Kind::Local(self.threads.template), span, &|_| Some(0))?;
                self.hide(&spot);
                Some(spot)
            }
        };
        let (from, after) = (self.graph.at, self.graph.fresh());
        let mut others = Expr::TRUE;
        for function in candidates {
            // Calling a function of another type is not allowed; it counts as none.
            let variadic = is_variadic(&function.ty);
            if !(self.is_callable_as(function, &ty, values.len()) || variadic && ty.open) {
                continue;
            }
            let is_refused = variadic && !self.takes_further(function, &ty);
            let target = self.function_address(function.name, span)?;
            let same = Expr::binary(Binary::Equal, address.clone(), target);
            others = others.and(same.clone().negated());
            let inside = self.graph.fresh();
            self.graph.connect(from, Mark::None, Edge { guard: same, ..Edge::jump(inside) });
            self.graph.at = inside;
            if self.source.known.get(function.name) == Some(Known::Error) && self.source.asks(Claim::NotCalled) {
                self.fail(span.start, format!("{}()", function.name), Claim::NotCalled);
                continue;
            }
            if function.body.is_none() || is_refused {
                let text = format!("`{}` may be called through a pointer", function.name);
                self.fail(span.start, text, Claim::Limit);
                continue;
            }
            let mut passed = Vec::new();
            if let CType::Function(ty) = &function.ty {
                for (value, parameter) in values.iter().zip(&ty.parameters) {
                    let ty = parameter.ty.clone();
                    passed.push(self.converted(value.clone(), &ty, span)?);
                }
                passed.extend(values.iter().skip(ty.parameters.len()).filter(|_| variadic).cloned());
            }
            let value = self.inline_with(function, passed, span)?;
            if let (Some(result), false) = (&result, matches!(value, Value::Void)) {
                self.store_value(result, value, span, span, false)?;
            }
            self.graph.go(after);
        }
        self.graph.at = from;
        let nowhere = self.graph.fresh();
        let statements = self.note(span);
        self.graph.connect(from, Mark::None, Edge { guard: others, statements, ..Edge::jump(nowhere) });
        self.graph.at = nowhere;
        let text =
            format!("`{}` can be called although it points to no function", self.source.source_text(callee.span));
        self.fail(callee.span.start, text, Claim::Valid);
        self.graph.at = after;
        match result {
            Some(result) => self.value_of(result, span),
            None => Ok(Value::Void),
        }
    }
}

impl<'s> Memory<'s> {
    /// The function that a value points to, if that is known now.
    pub fn function_at(&self, value: &Value<'s>) -> Option<Name<'s>> {
        let Value::Pointer(Expr::Constant(bits, _), _) = value else { return None };
        match self.regions[self.region_at(*bits)? as usize].kind {
            Kind::Function(name) => Some(name),
            _ => None,
        }
    }
}

/// Whether a function takes any further arguments.
fn is_variadic(ty: &CType) -> bool {
    matches!(ty, CType::Function(ty) if ty.open && !ty.parameters.is_empty())
}

/// Whether values of a type are known here.
fn has_value(ty: &CType) -> bool {
    matches!(ty, CType::Void | CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. } | CType::Record(_))
}
