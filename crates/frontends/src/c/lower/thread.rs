//! Starting, joining and ending threads.

use super::super::syntax::{Expression, ExpressionKind, Prefix, Span, Statement, StatementKind};
use super::Lowering;
use super::call::argument;
use super::expression::has_effects;
use super::template::Argument;
use super::value::{Binding, Target, Value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Start};

impl<'s> Lowering<'s> {
    /// The value of a call of another function of the thread library.
    pub fn thread_call(
        &mut self,
        name: &str,
        arguments: &'s [Expression<'s>],
        span: Span,
        wanted: bool,
    ) -> Result<Value<'s>, Error> {
        match name {
            "pthread_create" => {
                self.create(arguments, span)?;
                if wanted {
                    self.assume("threads can be created");
                }
            }
            "pthread_join" => self.join(arguments, span)?,
            "pthread_exit" => {
                arguments.iter().try_for_each(|argument| self.effect(argument))?;
                let statements = self.note(span);
                self.update(Vec::new(), statements);
                self.go(self.finish);
                self.continue_fresh();
                return Ok(Value::Void);
            }
            "pthread_detach" => self.effects_of_unused(arguments)?,
            "pthread_self" => return Ok(Value::Void),
            // These store something.
            _ if name.starts_with("pthread_attr_get") => return Err(span.unsupported(format!("the function `{name}`"))),
            _ if name.starts_with("pthread_attr_") => self.effects_of_unused(arguments)?,
            _ => return Err(span.unsupported(format!("the function `{name}`"))),
        }
        Ok(Value::Integer(Expr::int(0)))
    }

    fn create(&mut self, arguments: &'s [Expression<'s>], span: Span) -> Result<(), Error> {
        let name = "pthread_create";
        self.handle(argument(arguments, 0, name, span)?)?;
        self.effect_of_unused(argument(arguments, 1, name, span)?)?;
        let function = argument(arguments, 2, name, span)?;
        let Target::Function(function_name) = self.value(function)?.target(function.span)? else {
            return Err(function.span.unsupported("a thread that does not run a function known by name"));
        };
        let passed = argument(arguments, 3, name, span)?;
        let value = match self.uses_parameter(function_name) {
            true => Argument::Value(self.value(passed)?, passed.span),
            false => {
                self.effect_of_unused(passed)?;
                Argument::Any
            }
        };
        let start = self.start(function_name, vec![value], span)?;
        let statements = self.note(span);
        self.step(Edge { start: Some(start), statements, ..Edge::jump(0) });
        Ok(())
    }

    /// Evaluates where the handle goes; a handle has no value here.
    fn handle(&mut self, expression: &'s Expression<'s>) -> Result<(), Error> {
        match self.value(expression)?.target(expression.span)? {
            Target::Thread(_) => Ok(()),
            _ => Err(expression.span.unsupported("a thread handle that is not a variable of type `pthread_t`")),
        }
    }

    /// Waits for the end of a thread: exactly if there is just one that the handle can mean.
    fn join(&mut self, arguments: &'s [Expression<'s>], span: Span) -> Result<(), Error> {
        let handle = argument(arguments, 0, "pthread_join", span)?;
        let result = argument(arguments, 1, "pthread_join", span)?;
        self.refuse_result(result)?;
        let declaration = match &handle.kind {
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Thread(declaration)) => Some(*declaration),
                _ => return Err(handle.span.unsupported("joining something that is not a thread handle")),
            },
            ExpressionKind::Index(base, index) if self.is_handles(base) => {
                self.effect(index)?;
                None
            }
            ExpressionKind::Prefix(Prefix::Dereference, inner) => match self.value(inner)?.target(inner.span)? {
                Target::Thread(_) => None,
                _ => return Err(handle.span.unsupported("joining something that is not a thread handle")),
            },
            _ => return Err(handle.span.unsupported("joining something that is not a thread handle")),
        };
        let statements = self.note(span);
        match declaration.filter(|declaration| self.joins.is_exact(*declaration)) {
            Some(declaration) => {
                let done = Expr::Read(Place::Global(self.done_variable(declaration)), Type::BOOL);
                let guard = Expr::binary(Binary::Equal, done, Expr::TRUE);
                self.step(Edge { guard, statements, ..Edge::jump(0) });
            }
            None => self.step(Edge { early: true, statements, ..Edge::jump(0) }),
        }
        Ok(())
    }

    /// What a thread returned may only go where nobody can look at it.
    fn refuse_result(&mut self, result: &'s Expression<'s>) -> Result<(), Error> {
        let mut inner = result;
        while let ExpressionKind::Cast(_, value) = &inner.kind {
            inner = value;
        }
        let target = match &inner.kind {
            ExpressionKind::Prefix(Prefix::Address, variable) => match variable.name().and_then(|n| self.lookup(n)) {
                Some(Binding::Unusable(_)) => return Ok(()),
                _ => self.value(inner)?,
            },
            _ => self.value(inner)?,
        };
        match target.target(inner.span)? {
            Target::Null => Ok(()),
            _ => Err(result.span.unsupported("the result of a thread")),
        }
    }

    /// `__CPROVER_ASYNC_1: statement` starts a thread that executes the statement. The new thread has no access to the
    /// creator's variables, but a call's arguments may be computed from them before it starts.
    pub fn asynchronous(&mut self, label: &'s str, statement: &'s Statement<'s>) -> Result<(), Error> {
        let span = statement.span;
        let start = match self.passed(statement)? {
            Some((name, arguments)) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(Argument::Value(self.value(argument)?, argument.span));
                }
                self.start(name, values, span)?
            }
            None => Start { template: self.statement_template(label, statement), arguments: Vec::new() },
        };
        let statements = self.note(span);
        self.step(Edge { start: Some(start), statements, ..Edge::jump(0) });
        Ok(())
    }

    /// The call that a new thread makes with arguments that the creator computes; none if it computes them itself, like
    /// everything else in the statement.
    fn passed(&self, statement: &'s Statement<'s>) -> Result<Option<(&'s str, &'s [Expression<'s>])>, Error> {
        let StatementKind::Expression(Expression { kind: ExpressionKind::Call(callee, arguments), .. }) =
            &statement.kind
        else {
            return Ok(None);
        };
        let has_body = |name: &&str| {
            self.lookup(name).is_none() && self.functions.get(name).is_some_and(|function| function.body.is_some())
        };
        let Some(name) = callee.name().filter(has_body) else { return Ok(None) };
        let (mut shared, mut local) = (false, false);
        for argument in arguments {
            if has_effects(argument) {
                return Err(argument.span.unsupported("an effect in the arguments of a new thread"));
            }
            let accesses = self.accesses_of(argument, true);
            shared |= accesses.shared;
            local |= accesses.touched.iter().any(|place| matches!(place, Place::Local(_)));
        }
        if shared && local {
            let what = "a new thread whose arguments need both shared variables and the creator's";
            return Err(statement.span.unsupported(what));
        }
        Ok((!shared).then_some((name, arguments)))
    }
}
