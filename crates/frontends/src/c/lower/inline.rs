//! Calls of functions with bodies: each call site gets its own copy with its own variables.
//!
//! A pointer parameter is bound to what the argument points to, so `*p` in the copy is that variable. Recursion has no
//! finite copy: calls of functions that call themselves are kept (`procedure`), and where a pointer to a function leads back
//! it is refused by the cycle's names.

use super::super::atomic::Mark;
use super::super::known::{Known, is_section};
use super::super::syntax::{Expression, ExpressionKind, Function, Name, Span};
use super::super::types::{CType, FunctionType};
use super::super::visit::has_effects;
use super::Lowering;
use super::context::Context;
use super::formats::{literal, may_store};
use super::memory::Kind;
use super::scope::{Calls, Frame};
use super::uses::Uses;
use super::value::{Binding, Spot, Value, Where};
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use umpteen_model::c::expression::{Expr, Place};

impl<'s> Lowering<'s> {
    /// The value of a call of a function with a body.
    pub fn inline(
        &mut self,
        function: &'s Function<'s>,
        arguments: &'s [Expression<'s>],
        span: Span,
    ) -> Result<Value<'s>, Error> {
        let ty = signature(function, span)?;
        let surplus = arguments.len() > ty.parameters.len() && ty.open;
        if ty.parameters.len() != arguments.len() && !surplus {
            return Err(arity(function.name, ty.parameters.len(), arguments.len(), span));
        }
        let of_library = self.source.is_of_library(function);
        let checked = if of_library && ty.open { ty.parameters.len() } else { 0 };
        let mut formats = arguments.iter().take(checked).filter_map(literal);
        if formats.any(may_store) {
            return Err(span.unsupported("`%n`, or a conversion that is not known, in a format"));
        }
        let looks = ty.open && !of_library && self.looks_further(function);
        if looks && self.source.recursive.contains(&function.name) {
            return Err(span.unsupported(format!("further arguments of the recursive function `{}`", function.name)));
        }
        let values = match ty.parameters.is_empty() {
            true => self.effects_of_unused(arguments).map(|()| Vec::new())?,
            false => self.argument_values(ty, arguments, looks)?,
        };
        let pointed = function.parameters.iter().zip(&ty.parameters).zip(arguments);
        let pointed = pointed.filter(|((_, parameter), _)| is_untyped(&parameter.ty));
        let pointed = pointed.filter_map(|((name, _), argument)| Some((*name, self.calls.pointed_type(argument)?)));
        let pointed: FxHashMap<Name<'s>, CType<'s>> = pointed.collect();
        self.inline_typed(function, values, pointed, span)
    }

    /// The value of a call with arguments that have the types of the parameters, and further ones if the function looks at
    /// them.
    pub fn inline_with(
        &mut self,
        function: &'s Function<'s>,
        values: Vec<Value<'s>>,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        self.inline_typed(function, values, FxHashMap::default(), span)
    }

    /// The same where it is known what parameters of type `void *` point to.
    fn inline_typed(
        &mut self,
        function: &'s Function<'s>,
        values: Vec<Value<'s>>,
        pointed: FxHashMap<Name<'s>, CType<'s>>,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        if self.source.recursive.contains(&function.name) {
            return self.keep_call(function, values, span);
        }
        self.calls.refuse_recursion(function.name, span)?;
        if self.is_looked_through(function.name) {
            let result = signature(function, span)?.result.clone();
            return self.any_of_type(&result, span);
        }
        self.source.refuse_attribute(function.name, span)?;
        let ty = signature(function, span)?;
        ty.parameters.iter().try_for_each(|parameter| self.refuse_variable(&parameter.ty, span))?;
        let name = function.name;
        let result_type = ty.result.clone();
        let result = match &result_type {
            CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. } | CType::Record(_) => {
                let name = self.names.unique(&format!("{name}.result"));
                let spot =
                    self.variable(&name, &result_type, Kind::Local(self.threads.template), span, &|_| Some(0))?;
                self.hide(&spot);
                Some(spot)
            }
            _ => None,
        };
        let returns = self.graph.fresh();
        let uses = self.uses(function);
        self.calls.frames.push(Frame::new(Some(name), false, uses, returns));
        self.calls.frame().result = result.clone();
        let further = values.get(ty.parameters.len()..).unwrap_or_default().to_vec();
        self.calls.frame().pointed = pointed;
        self.bind_parameters(function, ty, values, span)?;
        self.keep_further(function, further, span)?;
        if self.source.is_of_library(function) {
            self.cancellation_point(name.text(), span)?;
        }
        if is_section(name) {
            self.graph.mark(Mark::Enter(span), Vec::new());
        }
        // What is inside is a statement of its own again.
        let (statement, open) = (self.calls.statement, std::mem::take(&mut self.calls.statement_expressions));
        self.body(function)?;
        (self.calls.statement, self.calls.statement_expressions) = (statement, open);
        self.leave_without_value();
        self.graph.go(returns);
        self.calls.frames.pop();
        self.graph.at = returns;
        if is_section(name) {
            self.graph.mark(Mark::Leave, Vec::new());
        }
        match result {
            Some(result) => self.value_of(result, span),
            None => Ok(Value::Void),
        }
    }

    /// What a function does with names.
    pub fn uses(&mut self, function: &'s Function<'s>) -> Rc<Uses<'s>> {
        let known = self.calls.known_uses.entry(function.name);
        known.or_insert_with(|| Rc::new(Uses::of(function.body.iter().flatten(), &self.source.known))).clone()
    }

    /// A function that ends without `return value` has any value.
    pub fn leave_without_value(&mut self) {
        let reached = self.graph.entered[self.graph.at as usize];
        if let Some(result) = self.calls.frame().result.clone().filter(|_| reached) {
            // A result is a variable of the thread, which can always be filled.
            let _ = self.fill_with(&result, Span::default(), &mut Expr::Input);
        }
    }

    /// Lowers a function's statements in the innermost frame. However it was called: if the call is the failure, it
    /// has happened now.
    pub fn body(&mut self, function: &'s Function<'s>) -> Result<(), Error> {
        let failure = self.source.known.get(function.name).filter(|known| known.fails()).map(Known::claim);
        if let Some(claim) = failure.filter(|claim| self.source.asks(*claim)) {
            let statements = self.note_text(function.span.start, format!("{}()", function.name));
            self.graph.update(Vec::new(), statements);
            self.fail(function.span.start, format!("{}()", function.name), claim);
            return Ok(());
        }
        self.statements(function.body.as_deref().unwrap_or_default())?;
        self.finish_labels()
    }

    /// The arguments from left to right, each as the type of its parameter. Further ones are left out unless the function
    /// looks at them.
    pub fn argument_values(
        &mut self,
        ty: &FunctionType<'s>,
        arguments: &'s [Expression<'s>],
        looks: bool,
    ) -> Result<Vec<Value<'s>>, Error> {
        let mut values = Vec::new();
        let last_effect = arguments.iter().rposition(has_effects);
        for (number, argument) in arguments.iter().enumerate() {
            if ty.open && !looks && (1..=number).contains(&ty.parameters.len()) {
                self.effect_of_unused(argument)?;
                continue;
            }
            let wrappable = self.is_wrappable(argument);
            let value = self.wrapped(wrappable, |lowering| lowering.value(argument))?;
            let value = match ty.parameters.get(number) {
                Some(parameter) => self.converted_argument(value, &parameter.ty, argument.span)?,
                None if looks => self.promoted_argument(value, argument.span)?,
                None => value,
            };
            let keep = last_effect.is_some_and(|last| last > number);
            values.push(match value {
                Value::Record(spot) if keep => Value::Record(self.copied(spot, argument.span)?),
                value if keep => self.kept(value),
                value => value,
            });
        }
        Ok(values)
    }

    /// A structure as it is now.
    fn copied(&mut self, spot: Spot<'s>, span: Span) -> Result<Spot<'s>, Error> {
        let kept = self.variable("argument", &spot.ty, Kind::Local(self.threads.template), span, &|_| Some(0))?;
        self.hide(&kept);
        self.store_value(&kept, Value::Record(spot), span, span, false)?;
        Ok(kept)
    }

    /// An argument as the type of its parameter; what cannot be passed is refused only when it is used.
    fn converted_argument(&mut self, value: Value<'s>, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        match ty.clone() {
            ty @ (CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. } | CType::Record(_)) => {
                self.converted(value, &ty, span)
            }
            _ => Ok(Value::Void),
        }
    }

    fn bind_parameters(
        &mut self,
        function: &'s Function<'s>,
        ty: &'s FunctionType<'s>,
        values: Vec<Value<'s>>,
        span: Span,
    ) -> Result<(), Error> {
        // All values are known before the first parameter gets its own: one step, unless a structure is copied.
        let mut updates: Vec<(Place, Expr)> = Vec::new();
        let mut copies: Vec<(Spot<'s>, Value<'s>)> = Vec::new();
        for ((parameter, name), value) in ty.parameters.iter().zip(&function.parameters).zip(values) {
            let (name, keeps) = (*name, self.calls.frame().uses.keeps(*name));
            let declared = parameter.ty.clone();
            if keeps && value.is_constant() {
                self.calls.bind(name, Binding::Constant(value));
                continue;
            }
            match value {
                Value::Integer(_) | Value::Float(..) | Value::Pointer(..) => {
                    let spot = self.declared_local(name, &declared, span)?;
                    let object = self.object_of(&spot, span)?;
                    updates.push((object.place, value.bits(span)?));
                }
                value @ Value::Record(_) => {
                    let spot = self.declared_local(name, &declared, span)?;
                    if let Where::Fixed(region, _) = spot.place {
                        self.memory.regions[region as usize].passed = true;
                    }
                    copies.push((spot, value));
                }
                Value::Thread(_) | Value::Void => {
                    self.calls.bind(name, Binding::Unusable(self.source.obstacle(&declared)));
                }
            }
        }
        for (place, value) in copies {
            self.store_value(&place, value, span, span, false)?;
        }
        let statements = self.note(span);
        self.graph.update(updates, statements);
        Ok(())
    }
}

impl<'s> Calls<'s> {
    /// What an argument of type `void *` points to before it is converted, as far as the source says so.
    pub fn pointed_type(&self, argument: &Expression<'s>) -> Option<CType<'s>> {
        match &argument.kind {
            ExpressionKind::Cast(ty, inner) if is_untyped(ty) => self.pointed_type(inner),
            ExpressionKind::Name(name) if argument.known_type().is_ok_and(|ty| is_untyped(&ty)) => {
                self.frames.last()?.pointed.get(name).cloned()
            }
            _ => match argument.known_type().ok()?.decayed() {
                CType::Pointer { to, .. } if !matches!(*to, CType::Void) => Some((*to).clone()),
                _ => None,
            },
        }
    }

    fn refuse_recursion(&self, name: Name, span: Span) -> Result<(), Error> {
        let Some(first) = self.frames.iter().position(|frame| frame.function == Some(name)) else { return Ok(()) };
        let functions = self.frames[first..].iter().filter_map(|frame| frame.function).chain([name]);
        let cycle: Vec<&str> = functions.map(Name::text).collect();
        let message = format!("recursion through a pointer is not supported: `{}`", cycle.join("` calls `"));
        Err(Error::new(Code::Recursion, message, span.range()))
    }
}

impl<'s> Context<'s> {
    /// Whether a function is one of the library's, which do not look at further arguments.
    pub fn is_of_library(&self, function: &Function) -> bool {
        self.options.library.is_some_and(|start| function.span.start >= start)
    }
}

/// Whether a type is `void *`.
fn is_untyped(ty: &CType) -> bool {
    matches!(ty, CType::Pointer { to, .. } if matches!(**to, CType::Void))
}

/// What a function takes and gives.
pub fn signature<'s>(function: &'s Function<'s>, span: Span) -> Result<&'s FunctionType<'s>, Error> {
    match &function.ty {
        CType::Function(ty) => Ok(ty),
        other => Err(span.unsupported(format!("calling {}", other.describe()))),
    }
}

/// The error about a wrong number of arguments.
pub fn arity(name: Name, expected: usize, found: usize, span: Span) -> Error {
    let message = format!("`{name}` takes {expected} arguments, but {found} are given");
    Error::new(Code::Arity, message, span.range())
}
