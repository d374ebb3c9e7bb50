//! Cleanup handlers: `pthread_exit` runs those that are pushed, the last one first.
//!
//! `pthread_cleanup_push` and `pthread_cleanup_pop` stand in one block, so which handlers are pushed is known at every
//! `pthread_exit`: those of the blocks around it, and around the calls that lead there. glibc's macros register a
//! buffer after `__sigsetjmp_cancel`, which returns 0 unless the thread ends; how it ends is handled here and in `cancel.rs`.

use super::super::super::known_types::{Cleanup, cleanup_variable};
use super::super::super::syntax::{Expression, ExpressionKind, Name, Part, Span};
use super::super::Lowering;
use super::super::call::Call;
use super::super::scope::Calls;
use super::super::value::Value;
use super::refused;
use crate::error::Error;
use umpteen_model::c::expression::Expr;

/// A handler that is pushed.
#[derive(Clone)]
pub struct Handler<'s> {
    /// The function.
    function: Name<'s>,
    /// What it gets.
    argument: Value<'s>,
    /// How many blocks of its function were open.
    depth: usize,
}

impl<'s> Lowering<'s> {
    /// The value of a variable that the macro of a push declares around the call.
    fn pushed(&mut self, meant: Cleanup, call: Name, span: Span) -> Result<Value<'s>, Error> {
        let scopes = self.calls.frame().scopes.iter().rev().flat_map(|scope| scope.names.keys().copied());
        match scopes.into_iter().find(|name| cleanup_variable(*name) == Some(meant)) {
            Some(name) => self.name_value(name, span),
            None => Err(refused(call, span)),
        }
    }

    /// The value of a call that pushes or pops a handler.
    pub(super) fn cleanup_call(&mut self, operation: &str, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        match operation {
            "jump" => {
                let buffer = |part: &Part<'s, '_>| match part {
                    Part::Expression(Expression { kind: ExpressionKind::Name(name), .. }) => {
                        cleanup_variable(*name) == Some(Cleanup::Buffer)
                    }
                    _ => false,
                };
                if !arguments.first().is_some_and(|first| first.any(buffer)) {
                    return Err(refused(name, span));
                }
                return Ok(Value::Integer(Expr::int(0)));
            }
            "register" => {
                let routine = self.pushed(Cleanup::Routine, name, span)?;
                let given = self.pushed(Cleanup::Argument, name, span)?;
                self.push_handler(routine, given, span)?;
            }
            "unregister" => drop(self.calls.pop_handler()),
            // Only a cancelled thread gets there.
            "unwind" => self.graph.continue_fresh(),
            "push" => {
                let routine = self.unconverted(call.argument(0)?)?;
                let given = self.unconverted(call.argument(1)?)?;
                let given = self.kept(given);
                self.push_handler(routine, given, span)?;
            }
            "pop" => {
                let execute = self.integer(call.argument(0)?)?;
                let Some(handler) = self.calls.pop_handler() else { return Err(refused(name, span)) };
                let (runs, after) = (self.graph.fresh(), self.graph.fresh());
                self.guard(execute.truth(), span, runs, after);
                self.graph.at = runs;
                if self.graph.entered[runs as usize] {
                    self.run_handler(&handler, span)?;
                    self.graph.go(after);
                }
                self.graph.at = after;
            }
            _ => return Err(refused(name, span)),
        }
        Ok(Value::Void)
    }

    fn push_handler(&mut self, routine: Value<'s>, argument: Value<'s>, span: Span) -> Result<(), Error> {
        let Some(function) = self.memory.function_at(&routine) else {
            return Err(span.unsupported("a cleanup handler that is not known by name"));
        };
        self.threads.refuse_asynchronous("a cleanup handler", span)?;
        let frame = self.calls.frame();
        let depth = frame.scopes.len();
        frame.handlers.push(Handler { function, argument, depth });
        Ok(())
    }

    fn run_handler(&mut self, handler: &Handler<'s>, span: Span) -> Result<(), Error> {
        let function = self.source.functions.get(&handler.function).copied().filter(|function| function.body.is_some());
        let Some(function) = function else {
            return Err(span.unsupported(format!("the cleanup handler `{}`, which has no body,", handler.function)));
        };
        self.inline_with(function, vec![handler.argument.clone()], span).map(drop)
    }

    /// Runs the handlers that are pushed, in all functions that the thread is in.
    pub fn run_handlers(&mut self, span: Span) -> Result<(), Error> {
        // A thread that ends is not cancelled any more.
        let ending = std::mem::replace(&mut self.threads.cancellation.ending, true);
        let pushed: Vec<Vec<Handler<'s>>> = self.calls.frames.iter().map(|frame| frame.handlers.clone()).collect();
        for number in (0..pushed.len()).rev() {
            // A handler that is run has been popped.
            while let Some(handler) = self.calls.frames[number].handlers.pop() {
                self.run_handler(&handler, span)?;
            }
        }
        for (frame, handlers) in self.calls.frames.iter_mut().zip(pushed) {
            frame.handlers = handlers;
        }
        self.threads.cancellation.ending = ending;
        Ok(())
    }
}

impl<'s> Calls<'s> {
    /// Takes the handler that the current block has pushed last.
    fn pop_handler(&mut self) -> Option<Handler<'s>> {
        let depth = self.frame().scopes.len();
        let here = self.frame().handlers.last().is_some_and(|handler| handler.depth == depth);
        if here { self.frame().handlers.pop() } else { None }
    }

    /// A block ends; what it has pushed it has popped, even if control never got there.
    pub fn drop_handlers(&mut self) {
        let depth = self.frame().scopes.len();
        self.frame().handlers.retain(|handler| handler.depth <= depth);
    }
}
