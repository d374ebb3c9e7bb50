//! Keys: what a thread stores under a key is a variable of that thread, null at first.
//!
//! A key that is made once has just one value for each thread. Making it again would give all threads a null pointer
//! again, which no step can do; that is a limit of the model, and getting there is answered UNKNOWN. `destructor`
//! tells what becomes of the values when a thread ends.

use super::super::super::atomic::Mark;
use super::super::super::resolve::conversions::is_null;
use super::super::super::syntax::Span;
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::call::Call;
use super::super::value::{Spot, Value};
use super::parts::SMALL;
use super::{is, refused};
use crate::error::Error;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::{Claim, Edge};

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_key_*`, `pthread_getspecific`, `pthread_setspecific` or `tss_*`.
    pub(super) fn key_call(&mut self, what: &str, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        let zero = Value::Integer(Expr::int(0));
        match what {
            "create" => {
                let spot = self.first_object(call, Library::Key)?;
                let destructor = call.argument(1)?;
                match is_null(destructor) {
                    true => self.check_without_destructor(arguments, span)?,
                    false => self.check_destructor(arguments, destructor.span)?,
                }
                self.create_key(&spot, span)?;
                Ok(zero)
            }
            "delete" => {
                let spot = self.key(call)?;
                let made = self.object_of(&spot, span)?;
                let kept = self.temporary(made.ty);
                let statements = self.note(span);
                self.graph.update(vec![(kept.place, made.read())], statements);
                Ok(zero)
            }
            "set" => {
                let spot = self.key(call)?;
                let given = call.argument(1)?;
                let value = self.unconverted(given)?;
                let value = self.converted(value, &CType::Void.pointer(), given.span)?.number(given.span)?;
                let object = self.companion(&spot, span)?;
                let statements = self.note(span);
                self.graph.update(vec![(object.place, value)], statements);
                Ok(zero)
            }
            "get" => {
                let spot = self.key(call)?;
                let object = self.companion(&spot, span)?;
                let kept = self.temporary(object.ty);
                let statements = self.note(span);
                self.graph.update(vec![(kept.place, object.read())], statements);
                Ok(Value::Pointer(kept.read(), CType::Void))
            }
            _ => Err(refused(name, span)),
        }
    }

    /// The key that the first argument is; it is passed by value.
    fn key(&mut self, call: Call<'s>) -> Result<Spot<'s>, Error> {
        let key = call.argument(0)?;
        let spot = self.spot(key)?;
        match spot.ty {
            CType::Library(Library::Key) => Ok(self.frozen(spot)),
            _ => Err(key.span.unsupported(format!("`{}` with something that is not a key", call.name))),
        }
    }

    fn create_key(&mut self, spot: &Spot<'s>, span: Span) -> Result<(), Error> {
        let made = self.object_of(spot, span)?;
        let (from, after, again) = (self.graph.at, self.graph.fresh(), self.graph.fresh());
        let statements = self.note(span);
        let updates = vec![(made.place, Expr::Constant(1, SMALL))];
        let first = Edge { guard: is(made.read(), 0), updates, statements: statements.clone(), ..Edge::jump(after) };
        self.graph.connect(from, Mark::None, first);
        let second = Edge { guard: is(made.read(), 0).negated(), statements, ..Edge::jump(again) };
        self.graph.connect(from, Mark::None, second);
        let text = "a key is made more than once".to_string();
        self.graph.nodes[again as usize].role = self.failing(span.start, text, Claim::Limit);
        self.graph.at = after;
        Ok(())
    }
}
