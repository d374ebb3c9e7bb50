//! The scalars that types consist of, and the types that are not modelled.

use super::super::floating::Format;
use super::super::layout::Scalar;
use super::super::syntax::Span;
use super::super::types::CType;
use super::memory::MOST_CELLS;
use super::sync::parts::parts;
use crate::error::{Code, Error};
use std::ops::Range;
use umpteen_model::c::expression::Type;

use super::context::Context;
impl<'s> Context<'s> {
    /// Numbers such as -1 are no addresses.
    pub fn last_address(&self) -> u64 {
        self.word().mask() / 2
    }

    /// The scalar parts of a type.
    pub fn scalars(&self, ty: &CType<'s>, span: Span) -> Result<Vec<Scalar<'s>>, Error> {
        self.layout.scalars(ty, MOST_CELLS).ok_or_else(|| match self.layout.size(ty) {
            Some(_) => {
                let message = format!("{} with more than {MOST_CELLS} parts here", ty.describe());
                Error::new(Code::TooLarge, message, span.range())
            }
            None => span.unsupported(self.obstacle(ty)),
        })
    }

    /// The parts of a type that become cells, and the bytes that do not.
    pub fn outlined(&self, ty: &CType<'s>, span: Span) -> Result<(Vec<Scalar<'s>>, Vec<Range<u64>>), Error> {
        if let Some(scalars) = self.layout.scalars(ty, MOST_CELLS) {
            return Ok((scalars, Vec::new()));
        }
        match (self.layout.outline(ty, MOST_CELLS), self.layout.size(ty)) {
            (Some(outline), _) => Ok((outline.scalars, outline.others)),
            (None, Some(_)) => Err(Error::new(Code::TooLarge, self.obstacle(ty), span.range())),
            (None, None) => Err(span.unsupported(self.obstacle(ty))),
        }
    }

    /// Why there cannot be a variable of the type.
    pub fn obstacle(&self, ty: &CType<'s>) -> String {
        self.layout.obstacle(ty, MOST_CELLS)
    }

    /// The number behind a scalar type; none if it has no value here.
    pub fn scalar_type(&self, ty: &CType<'s>) -> Option<Type> {
        match ty {
            CType::Integer { ty, .. } => Some(*ty),
            CType::Pointer { .. } => Some(self.word()),
            CType::Library(library) => parts(*library, &self.survey).first().map(|(_, ty)| *ty),
            CType::Float(bytes) => Some(Format::of_bytes(*bytes).bits()),
            _ => None,
        }
    }

    /// The type of addresses.
    pub fn word(&self) -> Type {
        self.options.data_model.size()
    }
}
