//! What names and expressions stand for while a thread is lowered.

use super::super::syntax::Span;
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Place, Type};

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Where its value is kept.
    pub place: Place,
    /// Its type.
    pub ty: Type,
    /// Whether compound assignments are one step.
    pub atomic: bool,
    /// Whether it is a mutex, which only the lock functions may touch.
    pub mutex: bool,
}

impl Object {
    /// Whether all threads share it.
    pub fn is_shared(&self) -> bool {
        matches!(self.place, Place::Global(_))
    }

    /// Its value.
    pub fn read(&self) -> Expr {
        Expr::Read(self.place, self.ty)
    }
}

/// What a pointer points to; known statically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target<'s> {
    /// A variable.
    Object(Object),
    /// Nothing.
    Null,
    /// A function.
    Function(&'s str),
    /// An integer in the disguise of a pointer.
    Integer(Expr),
    /// A thread handle, by its declaration if it is a plain variable.
    Thread(Option<usize>),
    /// A string.
    Text,
    /// Something that cannot be looked at, by what it is.
    Opaque(String),
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Binding<'s> {
    /// A variable.
    Object(Object),
    /// A pointer that never changes.
    Pointer(Target<'s>),
    /// A thread handle, by its declaration.
    Thread(usize),
    /// An array of thread handles.
    Threads,
    /// Something that cannot be used, and why.
    Unusable(String),
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Value<'s> {
    /// An integer over locals.
    Integer(Expr),
    /// A pointer.
    Pointer(Target<'s>),
    /// None.
    Void,
}

impl<'s> Value<'s> {
    /// The integer.
    pub fn integer(self, span: Span) -> Result<Expr, Error> {
        match self {
            Value::Integer(value) => Ok(value),
            Value::Pointer(Target::Null) => Err(span.unsupported("a null pointer as an integer")),
            Value::Pointer(Target::Text) => Err(span.unsupported("a string as a value")),
            Value::Pointer(Target::Opaque(what)) => Err(span.unsupported(what)),
            Value::Pointer(_) => Err(span.unsupported("a pointer as an integer")),
            Value::Void => Err(span.unsupported("the value of this expression, which is not known,")),
        }
    }

    /// The pointer; the constant 0 is the null pointer.
    pub fn target(self, span: Span) -> Result<Target<'s>, Error> {
        match self {
            Value::Pointer(target) => Ok(target),
            Value::Integer(Expr::Constant(0, _)) => Ok(Target::Null),
            Value::Integer(_) => Err(span.unsupported("an integer as a pointer")),
            Value::Void => Err(span.unsupported("the value of this expression, which is not known,")),
        }
    }

    /// Whether it is not zero.
    pub fn truth(self, span: Span) -> Result<Expr, Error> {
        match self {
            Value::Pointer(Target::Null) => Ok(Expr::TRUE.negated()),
            Value::Pointer(Target::Integer(value)) => Ok(value.truth()),
            Value::Pointer(_) => Ok(Expr::TRUE),
            other => Ok(other.integer(span)?.truth()),
        }
    }
}

/// Whether two pointers are equal.
pub fn equal(left: Target, right: Target, span: Span) -> Result<Expr, Error> {
    let constant = |holds: bool| Ok(if holds { Expr::TRUE } else { Expr::TRUE.negated() });
    match (left, right) {
        (Target::Integer(value), Target::Null) | (Target::Null, Target::Integer(value)) => Ok(value.truth().negated()),
        (Target::Integer(left), Target::Integer(right)) if left.ty() == right.ty() => {
            Ok(Expr::binary(umpteen_model::c::expression::Binary::Equal, left, right))
        }
        (Target::Text | Target::Integer(_) | Target::Thread(None), _)
        | (_, Target::Text | Target::Integer(_) | Target::Thread(None)) => {
            Err(span.unsupported("this comparison of pointers"))
        }
        (Target::Opaque(_), Target::Opaque(_)) => Err(span.unsupported("this comparison of pointers")),
        (left, right) => constant(left == right),
    }
}
