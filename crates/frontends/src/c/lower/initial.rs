//! First values of variables, at file scope and in blocks, after `resolve::initialization` has distributed them.

use super::super::resolve::initialization::{Given, flattened};
use super::super::syntax::{Expression, Initializer, Span};
use super::super::types::CType;
use super::super::visit::has_effects;
use super::Lowering;
use super::floating::constant_number;
use super::memory::Cell;
use super::value::Spot;
use crate::error::Error;
use std::ops::Range;
use umpteen_model::c::expression::{Expr, Type};

impl<'s> Lowering<'s> {
    /// A number that is known before the program runs: an integer or an address.
    pub fn constant_value(&mut self, expression: &'s Expression<'s>) -> Result<u64, Error> {
        let not_constant = || expression.span.unsupported("a first value that is not a constant");
        self.addresses.numbers_at_file_scope = false;
        let value = match &expression.constant {
            Some(constant) => self.brought(expression, constant_number(constant))?,
            None if is_address(expression) => {
                let before = self.graph.nodes.len();
                let value = self.value(expression)?;
                if self.graph.nodes.len() != before {
                    return Err(not_constant());
                }
                value
            }
            None => return Err(not_constant()),
        };
        match value.bits(expression.span)? {
            // What is computed from an address must still be known as one.
            Expr::Constant(bits, _)
                if self.addresses.numbers_at_file_scope && self.memory.region_at(bits).is_none() =>
            {
                Err(expression.span.unsupported("a number that is computed from an address"))
            }
            Expr::Constant(bits, _) => Ok(bits),
            _ => Err(not_constant()),
        }
    }

    /// Gives a variable of a thread its first values.
    pub fn initialise(&mut self, spot: &Spot<'s>, initial: &'s Initializer<'s>, span: Span) -> Result<(), Error> {
        let items = flattened(&spot.ty, initial, self.source.layout, span)?;
        // A structure may be another one's copy; an array that is given as a text has a rest, too.
        let is_whole = matches!((&spot.ty, initial), (CType::Record(_), Initializer::Value(_)));
        if matches!(spot.ty, CType::Array(..) | CType::Record(_)) && !is_whole {
            self.fill_with(spot, span, &mut |_, ty| Expr::Constant(0, ty))?;
        }
        for item in items {
            let part = Spot { bits: item.bits, ..self.source.part(spot, item.offset, &item.ty) };
            match item.value {
                Given::Constant(kind) if matches!(item.ty, CType::Library(_)) => {
                    let part = self.source.part(spot, item.offset, &item.ty);
                    self.initialise_library(&part, kind, span)?;
                }
                Given::Constant(value) => {
                    let ty = self.source.scalar_type(&item.ty).unwrap_or(Type::INT);
                    self.store_spot(&part, Expr::Constant(value & ty.mask(), ty), span, false)?;
                }
                Given::Expression(value) => {
                    let found = self.value(value)?;
                    self.store_as_is(&part, found, value.span, span, false)?;
                }
            }
        }
        Ok(())
    }

    /// Gives every part of a variable a value in one step; library objects begin as zero.
    pub fn fill_with(
        &mut self,
        spot: &Spot<'s>,
        span: Span,
        value: &mut dyn FnMut(u32, Type) -> Expr,
    ) -> Result<(), Error> {
        let super::value::Where::Fixed(region, start) = spot.place else {
            return Err(span.unsupported("filling what a pointer leads to"));
        };
        let size = self.source.layout.size(&spot.ty).unwrap_or(0);
        self.fill_cells(region, start..start + size, value);
        Ok(())
    }

    /// Gives the parts of a region between two offsets a value each, in one step; objects of the library are free.
    pub fn fill_cells(&mut self, region: u32, offsets: Range<u64>, value: &mut dyn FnMut(u32, Type) -> Expr) {
        let cells = self.memory.regions[region as usize].cells.iter();
        let inside = cells.filter(|cell| offsets.contains(&cell.offset));
        let mut first = |number: u32, cell: &Cell| match cell.library() {
            Some(_) => Expr::Constant(0, cell.ty),
            None => value(number, cell.ty),
        };
        let updates: Vec<_> = (0u32..).zip(inside).map(|(number, cell)| (cell.place, first(number, cell))).collect();
        self.graph.update(updates, Vec::new());
    }
}

/// Whether an expression may be an address that is known before the program runs.
fn is_address(expression: &Expression) -> bool {
    !has_effects(expression)
}
