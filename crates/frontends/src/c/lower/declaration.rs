//! Declarations: shared variables with their first values, locals with their initialisers.

use super::super::arithmetic::convert;
use super::super::constant::constant;
use super::super::syntax::{Declaration, ExpressionKind, Initializer, Part, Prefix, Source, Storage};
use super::super::types::{CType, Library};
use super::Lowering;
use super::expression::has_effects;
use super::lock::MUTEX;
use super::value::{Binding, Object, Target, Value};
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Expr, Place, Type};
use umpteen_model::c::program::Variable;

impl<'s> Lowering<'s> {
    /// Declares everything at file scope. What cannot be used is an error only when it is.
    pub fn declare_globals(&mut self, source: &'s Source<'s>) -> Result<(), Error> {
        let mut best: rustc_hash::FxHashMap<&str, usize> = Default::default();
        // A declaration with a first value is the definition, otherwise any that is not `extern`.
        let rank = |declaration: &Declaration| {
            2 * u8::from(declaration.initial.is_some()) + u8::from(declaration.storage != Storage::Extern)
        };
        let mut attributes: rustc_hash::FxHashMap<&str, &str> = Default::default();
        for (number, declaration) in source.variables.iter().enumerate() {
            attributes.extend(declaration.attribute.map(|attribute| (declaration.name, attribute)));
            let known = best.entry(declaration.name).or_insert(number);
            if rank(declaration) > rank(&source.variables[*known]) {
                *known = number;
            }
        }
        for (number, declaration) in source.variables.iter().enumerate() {
            if best.get(declaration.name) == Some(&number) {
                let binding = if let Some(attribute) = attributes.get(declaration.name) {
                    Binding::Unusable(format!("which has the attribute `{attribute}`"))
                } else if rank(declaration) == 0 {
                    Binding::Unusable("declared `extern` but never defined".to_string())
                } else {
                    self.shared(declaration, declaration.name.to_string())?
                };
                self.globals.insert(declaration.name, binding);
            }
        }
        Ok(())
    }

    /// A shared variable.
    fn shared(&mut self, declaration: &'s Declaration<'s>, name: String) -> Result<Binding<'s>, Error> {
        if declaration.storage == Storage::Thread {
            return Ok(Binding::Unusable("a `_Thread_local` variable".to_string()));
        }
        let ty = match &declaration.ty {
            CType::Typeof(expression) => self.type_of(expression).unwrap_or_else(|_| declaration.ty.clone()),
            ty => ty.clone(),
        };
        Ok(match &ty {
            CType::Integer { ty, atomic } => {
                let initial = match declaration.initial.as_ref().map(Initializer::scalar) {
                    None => Some(0),
                    Some(Some(value)) => match constant(value, self.layout) {
                        Ok(value) => bits(convert(value, *ty)),
                        Err(_) => None,
                    },
                    Some(None) => None,
                };
                let Some(initial) = initial else {
                    return Ok(Binding::Unusable("whose first value is not an integer constant".to_string()));
                };
                Binding::Object(self.global(name, *ty, initial, *atomic, false))
            }
            CType::Library(Library::Mutex | Library::SpinLock) => {
                let zero = |declaration: &Declaration| {
                    let mut all = true;
                    let mut look = |part: Part| {
                        if let Part::Expression(value) = part {
                            let value = constant(value, self.layout);
                            all &= value.is_ok_and(|value| bits(value) == Some(0));
                        }
                    };
                    if let Some(initial) = &declaration.initial {
                        initial.visit(&mut look);
                    }
                    all
                };
                if !zero(declaration) {
                    return Ok(Binding::Unusable("a mutex of a special kind".to_string()));
                }
                Binding::Object(self.global(name, MUTEX, 0, false, true))
            }
            CType::Thread => Binding::Thread(declaration.span.start),
            CType::Array(element, _) if matches!(**element, CType::Thread) => Binding::Threads,
            // Assigning to a pointer is refused, so it keeps what it points to.
            CType::Pointer { .. } => match declaration.initial.as_ref().map(Initializer::scalar) {
                None => Binding::Unusable("a pointer that is set later".to_string()),
                Some(Some(value)) => match &value.kind {
                    ExpressionKind::Prefix(Prefix::Address, inner) if inner.name().is_some() => {
                        let target = self.address(inner)?;
                        Binding::Pointer(self.as_pointer(target, &ty, value.span)?)
                    }
                    ExpressionKind::Text(_) => Binding::Pointer(Target::Text),
                    ExpressionKind::Constant(0, _) => Binding::Pointer(Target::Null),
                    _ => Binding::Unusable("a pointer".to_string()),
                },
                Some(None) => Binding::Unusable("a pointer".to_string()),
            },
            other => Binding::Unusable(other.describe()),
        })
    }

    fn global(&mut self, name: String, ty: Type, initial: u64, atomic: bool, mutex: bool) -> Object {
        let number = self.program.globals.len() as u32;
        let (initial, template, hidden) = (Some(initial), None, false);
        self.shared_names.insert(name.clone());
        self.program.globals.push(Variable { name, ty, initial, template, hidden });
        Object { place: Place::Global(number), ty, atomic, mutex }
    }

    /// A declaration in a block that is reached.
    pub fn declare(&mut self, declaration: &'s Declaration<'s>) -> Result<(), Error> {
        self.refuse_second(declaration)?;
        if let Some(attribute) = declaration.attribute {
            let what = format!("`{}` with the attribute `{attribute}`", declaration.name);
            return Err(declaration.span.unsupported(what));
        }
        if self.declare_elsewhere(declaration)? {
            return Ok(());
        }
        let name = declaration.name;
        let ty = self.resolved(&declaration.ty)?;
        self.refuse_variable(&ty, declaration.span)?;
        match (&ty, &declaration.initial) {
            (CType::Integer { ty, atomic }, initial) => {
                let object = self.declared_local(name, *ty, *atomic);
                let Some(initial) = initial else {
                    // Every time the block is entered the variable has any value again.
                    self.update(vec![(object.place, Expr::Input(0, *ty))], Vec::new());
                    return Ok(());
                };
                let Some(value) = initial.scalar() else {
                    return Err(declaration.span.unsupported("this initialiser of an integer"));
                };
                let ty = CType::Integer { ty: *ty, atomic: false };
                self.note_order(value);
                self.note_steps(value);
                let wrappable = self.is_wrappable(value);
                self.wrapped(wrappable, |lowering| {
                    let found = match lowering.value(value)? {
                        Value::Pointer(_) => return Err(value.span.unsupported("storing a pointer in an integer")),
                        found => lowering.converted(found, &ty, value.span)?.integer(value.span)?,
                    };
                    lowering.store(&object, found, declaration.span, false);
                    Ok(())
                })
            }
            (CType::Auto | CType::Pointer { .. }, Some(Initializer::Value(value))) => {
                self.note_order(value);
                let found = self.value(value)?;
                self.declare_by_value(declaration, &ty, found)
            }
            (CType::Thread, _) => {
                self.bind(name, Binding::Thread(declaration.span.start));
                Ok(())
            }
            (CType::Array(element, _), None) if matches!(**element, CType::Thread) => {
                self.bind(name, Binding::Threads);
                Ok(())
            }
            (other, initial) => {
                let why = match other {
                    CType::Library(Library::Mutex | Library::SpinLock) => {
                        "a mutex that is local to a thread".to_string()
                    }
                    CType::Pointer { .. } => "a pointer that is set later".to_string(),
                    other => other.describe(),
                };
                let mut effects = false;
                if let Some(initial) = initial {
                    initial.visit(&mut |part| match part {
                        Part::Expression(value) => effects |= has_effects(value),
                        Part::Statement(_) => effects = true,
                    });
                }
                if effects {
                    return Err(declaration.span.unsupported(format!("`{name}`, {why},")));
                }
                self.bind(name, Binding::Unusable(why));
                Ok(())
            }
        }
    }

    /// A declaration in a block that control can only jump past: the name is known, the initialiser does nothing.
    pub fn declare_unreached(&mut self, declaration: &'s Declaration<'s>) -> Result<(), Error> {
        self.refuse_second(declaration)?;
        let name = declaration.name;
        if let Some(attribute) = declaration.attribute {
            self.bind(name, Binding::Unusable(format!("which has the attribute `{attribute}`")));
            return Ok(());
        }
        if self.declare_elsewhere(declaration)? {
            return Ok(());
        }
        match self.resolved(&declaration.ty) {
            Ok(CType::Integer { ty, atomic }) => drop(self.declared_local(name, ty, atomic)),
            Ok(CType::Thread) => self.bind(name, Binding::Thread(declaration.span.start)),
            Ok(CType::Array(element, _)) if matches!(*element, CType::Thread) => self.bind(name, Binding::Threads),
            _ => self.bind(name, Binding::Unusable("whose declaration is jumped past".to_string())),
        }
        Ok(())
    }

    /// A block declares a name once, unless it only speaks of a variable elsewhere.
    fn refuse_second(&mut self, declaration: &Declaration<'s>) -> Result<(), Error> {
        let name = declaration.name;
        let known = self.frame().scopes.last().is_some_and(|scope| scope.contains_key(name));
        if known && declaration.storage != Storage::Extern {
            let message = format!("`{name}` is declared twice in one block");
            return Err(Error::new(Code::Duplicate, message, declaration.span.range()));
        }
        Ok(())
    }

    /// Declares what does not live in the block; returns whether it was that.
    fn declare_elsewhere(&mut self, declaration: &'s Declaration<'s>) -> Result<bool, Error> {
        let name = declaration.name;
        match declaration.storage {
            Storage::Static => {
                let start = declaration.span.start;
                if !self.statics.contains_key(&start) {
                    let shown = format!("{}.{name}", self.frame().function);
                    let shown = self.unique_shared(shown);
                    let binding = self.shared(declaration, shown)?;
                    self.statics.insert(start, binding);
                }
                let binding = self.statics[&start].clone();
                self.bind(name, binding);
            }
            Storage::Extern => {
                let shared = self.globals.get(name).cloned();
                let never = || Binding::Unusable("declared `extern` but never defined".to_string());
                self.bind(name, shared.unwrap_or_else(never));
            }
            Storage::Thread => {
                self.bind(name, Binding::Unusable("a `_Thread_local` variable".to_string()));
            }
            Storage::Usual => return Ok(false),
        }
        Ok(true)
    }

    /// A pointer, or a variable with the type of its initialiser.
    fn declare_by_value(
        &mut self,
        declaration: &'s Declaration<'s>,
        ty: &CType<'s>,
        value: Value<'s>,
    ) -> Result<(), Error> {
        match (ty, value) {
            (CType::Auto, Value::Integer(value)) => {
                let object = self.declared_local(declaration.name, value.ty(), false);
                self.store(&object, value, declaration.span, false);
            }
            (CType::Auto, Value::Pointer(target)) => self.bind(declaration.name, Binding::Pointer(target)),
            (CType::Pointer { .. }, value @ (Value::Pointer(_) | Value::Integer(_))) => {
                match self.converted(value, ty, declaration.span)? {
                    // An integer in disguise must not change with the variables it was made from.
                    Value::Pointer(Target::Integer(value)) => {
                        let object = self.declared_local(declaration.name, value.ty(), false);
                        self.store(&object, value, declaration.span, false);
                        self.bind(declaration.name, Binding::Pointer(Target::Integer(object.read())));
                    }
                    Value::Pointer(target) => self.bind(declaration.name, Binding::Pointer(target)),
                    _ => self.bind(declaration.name, Binding::Unusable("a pointer".to_string())),
                }
            }
            _ => self.bind(declaration.name, Binding::Unusable("a variable without a known value".to_string())),
        }
        Ok(())
    }

    /// A new local variable under its name. Where control can jump past the declaration it starts with any value.
    fn declared_local(&mut self, name: &'s str, ty: Type, atomic: bool) -> Object {
        let initial = if self.frame().jumps { None } else { Some(0) };
        let shown = self.variable_name(name);
        let object = Object { atomic, ..self.local(shown, ty, initial, false) };
        self.bind(name, Binding::Object(object.clone()));
        object
    }

    /// A name for a new shared variable that nobody has yet.
    fn unique_shared(&mut self, name: String) -> String {
        let taken = |name: &str| {
            let mut all = self.program.globals.iter().chain(&self.program.locals);
            all.any(|variable| variable.name == name)
        };
        let numbered = (2..).map(|number| format!("{name}#{number}"));
        let found = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name);
        self.names.insert(found.clone());
        found
    }
}

fn bits(value: Expr) -> Option<u64> {
    match value {
        Expr::Constant(bits, _) => Some(bits),
        _ => None,
    }
}
