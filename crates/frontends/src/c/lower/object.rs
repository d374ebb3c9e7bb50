//! Variables and pointers: which variable an expression names.
//!
//! A pointer is known by what it points to. It comes from `&variable` and is bound once, to a parameter or by its
//! initialiser; that it never changes is what makes `*p` the same as the variable.

use super::super::arithmetic::common;
use super::super::syntax::{Expression, ExpressionKind, Operator, Prefix, Span};
use super::super::types::{CType, Library};
use super::Lowering;
use super::value::{Binding, Object, Target, Value};
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Expr, Type};

impl<'s> Lowering<'s> {
    /// The integer variable that an expression names.
    pub fn object(&mut self, expression: &'s Expression<'s>) -> Result<Object, Error> {
        let object = self.any_object(expression)?;
        if object.mutex {
            return Err(expression.span.unsupported("a mutex outside the lock functions"));
        }
        Ok(object)
    }

    /// The variable that an expression names, mutexes included.
    fn any_object(&mut self, expression: &'s Expression<'s>) -> Result<Object, Error> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object(object)) => Ok(object.clone()),
                Some(Binding::Pointer(_)) => Err(span.unsupported(format!("assigning to the pointer `{name}`"))),
                Some(Binding::Thread(_) | Binding::Threads) => {
                    Err(span.unsupported(format!("the thread handle `{name}` as a value")))
                }
                Some(Binding::Unusable(why)) => Err(span.unsupported(format!("`{name}`, {why},"))),
                None if self.functions.contains_key(name) => {
                    Err(span.unsupported(format!("the function `{name}` as a value")))
                }
                None => Err(unknown(name, span)),
            },
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => {
                let target = self.value(pointer)?.target(pointer.span)?;
                pointee(target, span)
            }
            ExpressionKind::Index(base, index) => {
                let array = |lowering: &Self| match base.kind {
                    ExpressionKind::Name(name) => !matches!(lowering.lookup(name), Some(Binding::Pointer(_))),
                    _ => true,
                };
                if array(self) || !matches!(index.kind, ExpressionKind::Constant(0, _)) {
                    return Err(span.unsupported("an array element"));
                }
                let target = self.value(base)?.target(base.span)?;
                pointee(target, span)
            }
            ExpressionKind::Member(..) => Err(span.unsupported("a member of a structure")),
            _ => Err(span.unsupported("this expression as a variable")),
        }
    }

    /// What `&expression` points to.
    pub fn address(&mut self, expression: &'s Expression<'s>) -> Result<Target<'s>, Error> {
        match &expression.kind {
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object(object)) => Ok(Target::Object(object.clone())),
                Some(Binding::Pointer(_)) => Err(expression.span.unsupported("the address of a pointer")),
                Some(Binding::Thread(declaration)) => Ok(Target::Thread(Some(*declaration))),
                Some(Binding::Threads) => Ok(Target::Thread(None)),
                Some(Binding::Unusable(why)) => Ok(Target::Opaque(format!("`{name}`, {why},"))),
                None => match self.functions.get(name) {
                    Some(function) => Ok(Target::Function(function.name)),
                    None => Err(unknown(name, expression.span)),
                },
            },
            ExpressionKind::Index(base, index) if self.is_handles(base) => {
                self.effect(index)?;
                Ok(Target::Thread(None))
            }
            _ => Ok(Target::Object(self.any_object(expression)?)),
        }
    }

    /// Whether an expression is an array of thread handles.
    pub fn is_handles(&self, expression: &Expression) -> bool {
        expression.name().is_some_and(|name| matches!(self.lookup(name), Some(Binding::Threads)))
    }

    /// The value of a name.
    pub fn name_value(&mut self, name: &'s str, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        match self.lookup(name) {
            Some(Binding::Pointer(target)) => Ok(Value::Pointer(target.clone())),
            Some(Binding::Threads) => Ok(Value::Pointer(Target::Thread(None))),
            None if self.functions.contains_key(name) => Ok(Value::Pointer(self.address(expression)?)),
            _ => {
                let object = self.object(expression)?;
                Ok(Value::Integer(self.load(&object, expression.span)))
            }
        }
    }

    /// A pointer as another pointer type; a variable is not looked at through another type than its own.
    pub fn as_pointer(&mut self, target: Target<'s>, to: &CType<'s>, span: Span) -> Result<Target<'s>, Error> {
        let (Target::Object(object), CType::Pointer { to: pointee, .. }) = (&target, to) else { return Ok(target) };
        let fits = match self.resolved(pointee)? {
            CType::Void => true,
            CType::Integer { ty, .. } => ty == object.ty && !object.mutex,
            CType::Library(Library::Mutex | Library::SpinLock) => object.mutex,
            _ => false,
        };
        if fits { Ok(target) } else { Err(span.unsupported("a pointer to a variable of another type")) }
    }

    /// The type with `typeof` looked up.
    pub fn resolved(&self, ty: &CType<'s>) -> Result<CType<'s>, Error> {
        match ty {
            CType::Typeof(expression) => self.type_of(expression),
            other => Ok(other.clone()),
        }
    }

    /// The type of an expression that is not evaluated.
    pub fn type_of(&self, expression: &Expression<'s>) -> Result<CType<'s>, Error> {
        let integer = |ty: Type| CType::Integer { ty, atomic: false };
        match &expression.kind {
            ExpressionKind::Constant(_, ty) => Ok(integer(*ty)),
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object(object)) if !object.mutex => Ok(integer(object.ty)),
                _ => Err(expression.span.unsupported(format!("the type of `{name}`"))),
            },
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => {
                match pointer.name().and_then(|name| self.lookup(name)) {
                    Some(Binding::Pointer(Target::Object(object))) => Ok(integer(object.ty)),
                    _ => Err(expression.span.unsupported("the type of this expression")),
                }
            }
            ExpressionKind::Cast(ty, _) => self.resolved(ty),
            ExpressionKind::Comma(parts) if !parts.is_empty() => self.type_of(&parts[parts.len() - 1]),
            ExpressionKind::Prefix(Prefix::Not, _) | ExpressionKind::All(_) | ExpressionKind::Any(_) => Ok(CType::INT),
            ExpressionKind::Prefix(Prefix::Plus | Prefix::Minus | Prefix::Complement, inner) => {
                Ok(integer(common(self.integer_type_of(inner)?, Type::INT)))
            }
            ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, inner)
            | ExpressionKind::Postfix(_, inner)
            | ExpressionKind::Assign(_, inner, _) => self.type_of(inner),
            ExpressionKind::Chain(first, rest) => {
                let mut ty = self.integer_type_of(first)?;
                for (operator, operand) in rest {
                    ty = match operator {
                        operator if operator.compares() => Type::INT,
                        Operator::ShiftLeft | Operator::ShiftRight => common(ty, Type::INT),
                        _ => common(ty, self.integer_type_of(operand)?),
                    };
                }
                Ok(integer(ty))
            }
            ExpressionKind::Conditional(test, yes, no) => {
                let yes = yes.as_ref().unwrap_or(test);
                Ok(integer(common(self.integer_type_of(yes)?, self.integer_type_of(no)?)))
            }
            ExpressionKind::SizeofType(_) | ExpressionKind::SizeofExpression(_) => {
                Ok(integer(self.options.data_model.size()))
            }
            _ => Err(expression.span.unsupported("the type of this expression")),
        }
    }
}

impl<'s> Lowering<'s> {
    fn integer_type_of(&self, expression: &Expression<'s>) -> Result<Type, Error> {
        match self.type_of(expression)? {
            CType::Integer { ty, .. } => Ok(ty),
            _ => Err(expression.span.unsupported("the type of this expression")),
        }
    }
}

/// The variable that a pointer points to.
pub fn pointee(target: Target, span: Span) -> Result<Object, Error> {
    match target {
        Target::Object(object) => Ok(object),
        Target::Null => Err(span.unsupported("following a null pointer")),
        Target::Function(name) => Err(span.unsupported(format!("the function `{name}` as a value"))),
        Target::Integer(_) => Err(span.unsupported("an integer as a pointer")),
        Target::Thread(_) => Err(span.unsupported("a thread handle as a value")),
        Target::Text => Err(span.unsupported("a string as a value")),
        Target::Opaque(what) => Err(span.unsupported(what)),
    }
}

/// The error about a name that nobody declares.
pub fn unknown(name: &str, span: Span) -> Error {
    Error::new(Code::UnknownName, format!("`{name}` is not declared"), span.range())
}

/// A condition as a value.
pub fn truth_value<'s>(condition: Expr) -> Value<'s> {
    Value::Integer(condition.cast(Type::INT))
}
