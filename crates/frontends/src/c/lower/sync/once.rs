//! `pthread_once`: the first caller runs the function, others wait until that is done.
//!
//! The shared variable is 0 before, 1 while the function runs, 2 after. A function that calls `pthread_once` with the same
//! variable waits for itself, as in C.

use super::super::super::atomic::Mark;
use super::super::super::types::{CType, FunctionType, Library};
use super::super::Lowering;
use super::super::call::Call;
use super::super::deadlock::{EXCLUSIVE, Waiting};
use super::is;
use super::parts::SMALL;
use crate::error::Error;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::program::Edge;

/// The function runs.
const RUNNING: u64 = 1;

/// The function has run.
pub const DONE: u64 = 2;

impl<'s> Lowering<'s> {
    /// The value of a call of `pthread_once` or `call_once`.
    pub(super) fn once_call(&mut self, call: Call<'s>) -> Result<Expr, Error> {
        let Call { name, span, .. } = call;
        let spot = self.first_object(call, Library::Once)?;
        let routine = call.argument(1)?;
        let value = self.unconverted(routine)?;
        let named = self.memory.function_at(&value).and_then(|name| self.source.functions.get(&name).copied());
        let functions = match named {
            Some(function) if function.body.is_some() => vec![(Expr::TRUE, function)],
            Some(function) => {
                let what = format!("`{name}` with the function `{}`, which has no body,", function.name);
                return Err(routine.span.unsupported(what));
            }
            None => {
                let is_routine = |ty: &FunctionType| ty.parameters.is_empty() && matches!(ty.result, CType::Void);
                self.functions_behind(value, routine.span, is_routine)?
            }
        };
        let state = self.object_of(&spot, span)?;
        let (from, runs, after) = (self.graph.at, self.graph.fresh(), self.graph.fresh());
        let statements = self.note(span);
        let mut updates = vec![(state.place, Expr::Constant(RUNNING, SMALL))];
        if self.source.is_about_deadlocks() {
            let mine = self.companion(&spot, span)?;
            updates.push((mine.place, Expr::Constant(1, mine.ty)));
            let waiting = Waiting { lock: state.clone(), mine: Some(mine), wants: EXCLUSIVE };
            // A routine that has run is not waited for.
            self.graph.waits(waiting, is(state.read(), RUNNING), &statements);
        }
        let first = Edge { guard: is(state.read(), 0), updates, statements: statements.clone(), ..Edge::jump(runs) };
        self.graph.connect(from, Mark::None, first);
        let skips = Edge { guard: is(state.read(), DONE), statements, ..Edge::jump(after) };
        self.graph.connect(from, Mark::None, skips);
        for (guard, function) in functions {
            self.graph.at = runs;
            if guard != Expr::TRUE {
                self.graph.step(Edge { guard, ..Edge::jump(0) });
            }
            self.calls.once_depth += 1;
            self.inline_with(function, Vec::new(), span)?;
            self.calls.once_depth -= 1;
            let state = self.object_of(&spot, span)?;
            let statements = self.note_text(span.start, format!("{} has run", function.name));
            let mut updates = vec![(state.place, Expr::Constant(DONE, SMALL))];
            if self.source.is_about_deadlocks() {
                let mine = self.companion(&spot, span)?;
                updates.push((mine.place, Expr::Constant(0, mine.ty)));
            }
            self.graph.update(updates, statements);
            self.graph.go(after);
        }
        self.graph.at = after;
        Ok(Expr::int(0))
    }
}
