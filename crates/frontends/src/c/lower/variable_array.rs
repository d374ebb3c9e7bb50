//! Arrays whose number of elements is computed where they are declared (C11 6.7.6.2): variables of a size that is no
//! constant, as objects of the heap can have it (`opaque.rs`).

use super::super::syntax::{Declaration, Expression, Span};
use super::super::types::CType;
use super::Lowering;
use super::memory::{Kind, Route};
use super::value::{Binding, Spot, Value, Where};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr};
use umpteen_model::c::program::Claim;

impl<'s> Lowering<'s> {
    /// A declaration of such an array that is reached.
    pub fn declare_variable_array(
        &mut self,
        declaration: &'s Declaration<'s>,
        length: &'s Expression<'s>,
    ) -> Result<(), Error> {
        let (span, word, bytes) = (declaration.span, self.source.word(), self.source.largest_object());
        let element = match &declaration.ty {
            CType::Array(element, None) if !self.calls.keeping => (**element).clone(),
            _ => return Err(span.unsupported("a variable-length array in a recursive function")),
        };
        let size = self.source.stride(&element, span)?;
        let count = self.integer(length)?.cast(word);
        let count = self.spill(count);
        let (there, fails) = (self.graph.fresh(), self.graph.fresh());
        let most = Expr::Constant(bytes / size.max(1), word);
        let some = Expr::binary(Binary::Less, Expr::Constant(0, word), count.clone());
        self.guard(some.and(Expr::binary(Binary::LessOrEqual, count.clone(), most)), span, there, fails);
        self.graph.at = fails;
        let text = format!("the size of `{}` can be zero, negative or too large", declaration.name);
        self.fail(span.start, text, Claim::Valid);
        self.graph.at = there;
        let shown = self.variable_name(declaration.name.text());
        let region = self.region(shown.clone(), bytes, Kind::Exposed(self.threads.template), span)?;
        let (scalars, others) = self.source.parts_of_object(&element, size.max(1), bytes, true, span)?;
        self.add_cells(region, scalars, &|_| Some(0));
        let length = self.length_variable(&shown);
        self.leave_opaque(region, others, Some(length));
        self.assume_initialised(region);
        let statements = self.note(span);
        let all = Expr::binary(Binary::Multiply, count, Expr::Constant(size, word));
        self.graph.update(vec![(length, all)], statements);
        self.fill_cells(region, 0..bytes, &mut Expr::Input);
        let place = Where::Computed(Route::Address(self.address_of(region, 0)));
        let spot = Spot { place, ty: declaration.ty.clone(), bits: None };
        self.calls.bind(declaration.name, Binding::Variable(spot));
        Ok(())
    }

    /// `sizeof` of such an array; none if an expression does not name one.
    pub fn variable_size(&mut self, expression: &Expression<'s>, span: Span) -> Option<Value<'s>> {
        let Binding::Variable(Spot { place, ty: CType::Array(_, None), .. }) = self.lookup(expression.name()?)? else {
            return None;
        };
        let Where::Computed(Route::Address(Expr::Constant(address, _))) = place else { return None };
        let region = self.memory.region_at(*address)?;
        let length = self.memory.regions[region as usize].length(self.source.word());
        let kept = self.temporary(self.source.word());
        let statements = self.note(span);
        self.graph.update(vec![(kept.place, length)], statements);
        Some(Value::Integer(kept.read()))
    }
}
