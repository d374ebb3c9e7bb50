//! What names and expressions stand for while a thread is lowered.

use super::super::atomic::Access;
use super::super::floating::Format;
use super::super::layout::BitField;
use super::super::syntax::Span;
use super::super::types::{CType, Library};
use super::memory::Route;
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Place, Type};

/// A scalar variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Where its value is kept; may be virtual.
    pub place: Place,
    /// Its type.
    pub ty: Type,
    /// How it is accessed; compound assignments to atomic ones are one step.
    pub access: Access,
    /// The kind of library object that it is, which only the functions of the library may touch.
    pub library: Option<Library>,
}

impl Object {
    /// Whether other threads may have access to it.
    pub fn is_shared(&self) -> bool {
        matches!(self.place, Place::Global(_))
    }

    /// Its value.
    pub fn read(&self) -> Expr {
        Expr::Read(self.place, self.ty)
    }
}

/// What an expression that can be assigned to denotes.
#[derive(Clone, Debug)]
pub struct Spot<'s> {
    /// Where it is.
    pub place: Where,
    /// Its type.
    pub ty: CType<'s>,
    /// The bits of its storage unit, for bit-fields.
    pub bits: Option<BitField>,
}

/// Where something is in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// At an offset of a region.
    Fixed(u32, u64),
    /// Where a pointer or an index leads to.
    Computed(Route),
}

/// A thread handle: its declaration, if it is a variable, and its index in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    /// Where the variable is declared.
    pub declaration: usize,
    /// The index; 0 for a single handle.
    pub index: u64,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Binding<'s> {
    /// A variable.
    Variable(Spot<'s>),
    /// A parameter or variable that never changes.
    Constant(Value<'s>),
    /// A thread handle, or an array of so many if that is known, by its declaration.
    Thread(usize, Option<u64>),
    /// Something that cannot be used, and why.
    Unusable(String),
    /// Something whose declaration is refused.
    Refused,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Value<'s> {
    /// An integer over locals.
    Integer(Expr),
    /// The bits of a floating-point number over locals.
    Float(Expr, Format),
    /// An address over locals, and the type of what is there.
    Pointer(Expr, CType<'s>),
    /// A structure or union, by where it is kept.
    Record(Spot<'s>),
    /// A thread handle; none if which one is not known.
    Thread(Option<Handle>),
    /// None.
    Void,
}

impl<'s> Value<'s> {
    /// The integer.
    pub fn integer(self, span: Span) -> Result<Expr, Error> {
        match self {
            Value::Integer(value) => Ok(value),
            Value::Float(..) => Err(span.unsupported("a floating-point number as an integer")),
            Value::Pointer(..) => Err(span.unsupported("a pointer as an integer")),
            Value::Record(_) => Err(span.unsupported("a structure as an integer")),
            Value::Thread(_) => Err(span.unsupported("a thread handle as a value")),
            Value::Void => Err(span.unsupported("the value of this expression, which is not known,")),
        }
    }

    /// The number, an address being one too.
    pub fn number(self, span: Span) -> Result<Expr, Error> {
        match self {
            Value::Pointer(address, _) => Ok(address),
            other => other.integer(span),
        }
    }

    /// What is kept in the variable that has the value.
    pub fn bits(self, span: Span) -> Result<Expr, Error> {
        match self {
            Value::Float(bits, _) => Ok(bits),
            other => other.number(span),
        }
    }

    /// The format of a floating-point number.
    pub fn format(&self) -> Option<Format> {
        match self {
            Value::Float(_, format) => Some(*format),
            _ => None,
        }
    }

    /// Whether a number or an address is not zero; `Lowering::truth` knows all values.
    pub fn truth(self, span: Span) -> Result<Expr, Error> {
        Ok(self.number(span)?.truth())
    }

    /// What to call it in messages.
    pub fn describe(&self) -> &'static str {
        match self {
            Value::Integer(_) => "a number",
            Value::Float(..) => "a floating-point number",
            Value::Pointer(..) => "a pointer",
            Value::Record(_) => "a structure",
            Value::Thread(_) => "a thread handle",
            Value::Void => "a value that is not known",
        }
    }

    /// Whether it is known now.
    pub fn is_constant(&self) -> bool {
        matches!(
            self,
            Value::Integer(Expr::Constant(..))
                | Value::Float(Expr::Constant(..), _)
                | Value::Pointer(Expr::Constant(..), _)
        )
    }
}

/// A condition as a value.
pub fn truth_value<'s>(condition: Expr) -> Value<'s> {
    Value::Integer(condition.cast(Type::INT))
}
