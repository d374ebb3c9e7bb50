//! Calls: what verifiers and libraries give a meaning to is lowered by name, functions with bodies are inlined.

use super::super::UnknownFunctions;
use super::super::floating::Format;
use super::super::known::is_reserved;
use super::super::library::BUILT_IN;
use super::super::syntax::{Expression, Name, Span};
use super::super::types::CType;
use super::Lowering;
use super::context::Context;
use super::spot::unknown;
use super::value::Value;
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Expr, Type};

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
        self.source.refuse_attribute(name, span)?;
        let name = self.source.linked(self.source.without_prefix(name));
        if let Some(known) = self.source.known.get(name) {
            return self.fallible_call(known, Call { name, arguments, span, wanted });
        }
        match self.source.functions.get(&name).copied() {
            Some(function) if function.body.is_some() => self.inline(function, arguments, span),
            Some(_) => self.unknown_call(Call { name, arguments, span, wanted }),
            None if self.source.stubs.contains_key(&name) => self.unknown_call(Call { name, arguments, span, wanted }),
            None if is_reserved(name.text()) => Err(span.unsupported(format!("the function `{name}`"))),
            // C89 declares a function by its call (6.3.2.2 there); gcc accepts that with a warning.
            None if self.source.options.unknown_functions == UnknownFunctions::Refuse => Err(unknown(name, place)),
            None => {
                self.assume(&format!("`{name}`, which is not declared, returns `int`"));
                self.unknown_call(Call { name, arguments, span, wanted })
            }
        }
    }

    /// Whether a call may happen in the middle of a step: the function neither waits nor is inlined.
    pub fn is_instant(&self, name: Name<'s>) -> bool {
        if self.lookup(name).is_some() {
            return false;
        }
        let function = self.source.functions.get(&name);
        let inlined = function.is_some_and(|function| function.body.is_some());
        match self.source.known.get(function.map_or(name, |function| function.name)) {
            Some(known) => !known.waits(),
            None => !inlined,
        }
    }

    /// Any value of the type that a function returns, or of another type if it is not declared.
    pub fn any_value(&mut self, name: Name, undeclared: Option<Type>, span: Span) -> Result<Value<'s>, Error> {
        let declared = self.source.functions.get(&name).and_then(|function| match &function.ty {
            CType::Function(ty) => Some(ty.result.clone()),
            _ => None,
        });
        let ty = match declared {
            Some(CType::Integer { ty, .. }) => ty,
            Some(CType::Float(bytes)) => {
                let format = Format::of_bytes(bytes);
                let kept = self.temporary(format.bits());
                let statements = self.note(span);
                self.graph.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
                return Ok(Value::Float(kept.read(), format));
            }
            Some(CType::Void) => return Ok(Value::Void),
            Some(CType::Pointer { to, .. }) => {
                let kept = self.temporary(self.source.word());
                let statements = self.note(span);
                self.graph.update(vec![(kept.place, Expr::Input(0, kept.ty))], statements);
                return Ok(Value::Pointer(kept.read(), (*to).clone()));
            }
            Some(other) => return Err(span.unsupported(format!("any value of {}", other.describe()))),
            None => undeclared.ok_or_else(|| span.unsupported(format!("the function `{name}`")))?,
        };
        let kept = self.temporary(ty);
        let statements = self.note(span);
        self.graph.update(vec![(kept.place, Expr::Input(0, ty))], statements);
        Ok(Value::Integer(kept.read()))
    }
}

impl<'s> Context<'s> {
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

    /// The integer type that a function returns; `int`, if it is not declared.
    pub fn returned_integer(&self, name: Name) -> Type {
        match self.functions.get(&name).map(|function| &function.ty) {
            Some(CType::Function(ty)) => self.scalar_type(&ty.result).unwrap_or(Type::INT),
            _ => Type::INT,
        }
    }
}
