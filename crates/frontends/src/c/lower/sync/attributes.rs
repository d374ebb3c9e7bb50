//! Attributes of library objects. Only the type of a mutex changes what its functions do; sharing between processes and
//! clocks do not, and what would (priorities, robustness, preference of writers) is refused by name.

use super::super::super::known::Family;
use super::super::super::resolve::conversions::is_null;
use super::super::super::syntax::Expression;
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::super::call::Call;
use super::super::value::Value;
use super::kinds::{CHECKING, NORMAL, RECURSIVE};
use super::parts::SMALL;
use super::{INVALID, Outcome, is, refused};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr};

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_mutexattr_*` and the like.
    pub(super) fn attribute_call(&mut self, family: Family, operation: &str, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, arguments, span, .. } = call;
        match operation {
            "init" | "settype" if family == Family::MutexAttribute && self.source.survey.kinds => {
                let pointer = call.argument(0)?;
                let spot = self.library_object(pointer, Library::MutexAttributes, name)?;
                let spot = self.frozen(spot);
                let kind = match operation {
                    "init" => Expr::Constant(NORMAL, SMALL),
                    _ => {
                        let kind = self.integer(call.argument(1)?)?;
                        self.spill(kind)
                    }
                };
                let object = self.object_of(&spot, span)?;
                let statements = self.note(span);
                // An adaptive mutex, 3, is a normal one that is faster.
                let mut outcomes: Vec<Outcome> = [(0, NORMAL), (1, RECURSIVE), (2, CHECKING), (3, NORMAL)]
                    .map(|(given, kind_meant)| {
                        let updates = vec![(object.place, Expr::Constant(kind_meant, SMALL))];
                        Outcome { guard: is(kind.clone(), given), updates, result: 0 }
                    })
                    .into();
                let ty = kind.ty();
                let known = Expr::binary(Binary::LessOrEqual, Expr::Constant(0, ty), kind.clone()).and(Expr::binary(
                    Binary::LessOrEqual,
                    kind,
                    Expr::Constant(3, ty),
                ));
                outcomes.push(Outcome { guard: known.negated(), updates: Vec::new(), result: INVALID });
                Ok(self.outcomes(outcomes, statements, true))
            }
            "init" | "destroy" | "settype" | "setpshared" | "setclock" => {
                self.effects_from(arguments, 0)?;
                Ok(Expr::int(0))
            }
            _ => Err(refused(name, span)),
        }
    }

    /// The kind that attributes give a mutex; none given is the normal one.
    pub(super) fn kind_of_attributes(&mut self, attributes: &'s Expression<'s>) -> Result<Expr, Error> {
        let normal = Expr::Constant(NORMAL, SMALL);
        if is_null(attributes) {
            return Ok(normal);
        }
        let Value::Pointer(address, ty @ CType::Library(Library::MutexAttributes)) = self.unconverted(attributes)?
        else {
            return Err(attributes.span.unsupported("these attributes of a mutex"));
        };
        if !self.source.survey.kinds {
            return Ok(normal);
        }
        let address = self.spill(address);
        let null = is(address.clone(), 0);
        let kept = self.temporary(SMALL);
        let (none, some, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.guard(null, attributes.span, none, some);
        self.graph.at = none;
        self.graph.update(vec![(kept.place, normal)], Vec::new());
        self.graph.go(after);
        self.graph.at = some;
        let spot = self.memory.followed(Value::Pointer(address, ty), attributes.span, attributes.span)?;
        let object = self.object_of(&spot, attributes.span)?;
        self.graph.update(vec![(kept.place, object.read())], Vec::new());
        self.graph.go(after);
        self.graph.at = after;
        Ok(kept.read())
    }
}
