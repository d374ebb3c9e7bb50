//! Starting, joining and ending threads.

use super::super::atomic::Access;
use super::super::known::Known;
use super::super::resolve::conversions::is_null;
use super::super::syntax::{Expression, ExpressionKind, Name, Prefix, Span, Statement, StatementKind};
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::deadlock::{EXCLUSIVE, Waiting};
use super::expression::has_effects;
use super::memory::Kind;
use super::template::Argument;
use super::value::{Binding, Handle, Object, Spot, Value, Where};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Start};

/// Handles are no part of memory.
pub const VALID_HANDLES: &str = "pointers to thread handles are valid";

/// What happens otherwise POSIX leaves open.
pub const ENDS_ONCE: &str = "no thread is joined or detached twice";

impl<'s> Lowering<'s> {
    /// The value of a call of another function of the thread library.
    pub fn thread_call(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, wanted } = call;
        match known {
            Known::Create { attributes } => {
                self.create(attributes, call)?;
                if wanted {
                    self.assume("threads can be created");
                }
            }
            Known::Join => self.join(call)?,
            Known::Exit if self.keeping => {
                return Err(span.unsupported(format!("`{name}` inside a recursive function")));
            }
            // POSIX does not say whether the function has run then.
            Known::Exit if self.once_depth > 0 => {
                return Err(span.unsupported(format!("`{name}` inside a function that runs once")));
            }
            Known::Exit => {
                let result = self.frames.first().and_then(|root| root.result.clone());
                match (result, arguments.first()) {
                    (Some(result), Some(argument)) => {
                        let value = self.value(argument)?;
                        self.store_value(&result, value, argument.span, span, false)?;
                    }
                    _ => arguments.iter().try_for_each(|argument| self.effect(argument))?,
                }
                let statements = self.note(span);
                self.update(Vec::new(), statements);
                self.run_handlers(span)?;
                self.main_leaves |= self.template == 0;
                self.go(self.finish);
                self.continue_fresh();
                return Ok(Value::Void);
            }
            Known::Detach => {
                if wanted {
                    self.assume(ENDS_ONCE);
                }
                self.effects_of_unused(arguments)?;
            }
            Known::Itself => return Ok(Value::Void),
            // Those that get something store it.
            Known::ThreadAttribute(operation) if !operation.starts_with("get") => self.effects_of_unused(arguments)?,
            _ => return Err(span.unsupported(format!("the function `{name}`"))),
        }
        Ok(Value::Integer(Expr::int(0)))
    }

    fn create(&mut self, attributes: bool, call: Call<'s>) -> Result<(), Error> {
        let Call { arguments, span, .. } = call;
        let handle = self.handle(call.argument(0)?)?;
        let attributes = usize::from(attributes);
        arguments.iter().skip(1).take(attributes).try_for_each(|unused| self.effect_of_unused(unused))?;
        let function = call.argument(1 + attributes)?;
        let value = self.value(function)?;
        let Some(function_name) = self.function_at(&value) else {
            return Err(function
                .span
                .unsupported("a thread whose function is known only when the program runs (name it in the call)"));
        };
        let passed = call.argument(2 + attributes)?;
        let value = match self.uses_parameter(function_name) {
            true => Argument::Value(self.value(passed)?, passed.span),
            false => {
                self.effect_of_unused(passed)?;
                Argument::Any
            }
        };
        let done = handle.filter(|handle| self.joins.is_exact(*handle));
        let start = self.start(function_name, vec![value], done, span)?;
        let statements = self.note(span);
        self.step(Edge { start: Some(start), statements, ..Edge::jump(0) });
        Ok(())
    }

    /// Evaluates where a handle goes; a handle has no value here.
    fn handle(&mut self, expression: &'s Expression<'s>) -> Result<Option<Handle>, Error> {
        match self.value(expression)? {
            Value::Thread(handle) => Ok(handle),
            Value::Pointer(Expr::Constant(0, _), CType::Thread) => {
                Err(expression.span.unsupported("a null pointer instead of a thread handle"))
            }
            pointer @ Value::Pointer(_, CType::Thread) => {
                let spot = self.followed(pointer, expression.span, expression.span)?;
                self.assume_room(&spot);
                Ok(None)
            }
            _ => Err(expression.span.unsupported("a thread handle that is not a variable of type `pthread_t`")),
        }
    }

    /// Handles that pointers lead to are no part of memory, so nobody looks whether they are there.
    pub fn assume_room(&mut self, spot: &Spot<'s>) {
        if let Where::Computed(_) = spot.place {
            self.assume(VALID_HANDLES);
        }
    }

    /// The handle `base[index]`, if it is known which one; there must be one.
    pub fn indexed_handle(
        &mut self,
        base: &'s Expression<'s>,
        index: &'s Expression<'s>,
        span: Span,
    ) -> Result<Option<Handle>, Error> {
        let Some(Binding::Thread(declaration, count)) = base.name().and_then(|name| self.lookup(name)).cloned() else {
            return Ok(None);
        };
        let index = self.integer(index)?;
        let index = self.bounded(index, count, 0, span);
        Ok(match index {
            Expr::Constant(bits, _) => Some(Handle { declaration, index: bits }),
            _ => None,
        })
    }

    /// Waits for the end of a thread: exactly if there is just one that the handle can mean.
    fn join(&mut self, call: Call<'s>) -> Result<(), Error> {
        let Call { span, wanted, .. } = call;
        let handle = call.argument(0)?;
        let result = call.argument(1)?;
        let exact = match self.value(handle)? {
            Value::Thread(found) => found.filter(|found| self.joins.is_exact(*found)),
            _ => return Err(handle.span.unsupported("joining something that is not a thread handle")),
        };
        let statements = self.note(span);
        let Some(exact) = exact else {
            self.refuse_result(result)?;
            if wanted {
                self.assume(ENDS_ONCE);
            }
            self.step(Edge { early: true, statements, ..Edge::jump(0) });
            return Ok(());
        };
        // Where the result goes is known before the wait.
        let to = match is_null(result) {
            true => None,
            false => {
                let pointer = self.value(result)?;
                let pointer = self.kept(pointer);
                Some(self.followed(pointer, result.span, result.span)?)
            }
        };
        if !self.joins.is_once(exact) {
            self.assume(ENDS_ONCE);
        }
        if self.template != 0 || !self.joins.is_created_first(exact) {
            self.assume("threads are joined after they were created");
        }
        if self.template != 0 {
            // glibc answers EDEADLK, POSIX allows both.
            self.assume("a thread that waits for its own end waits for ever");
        }
        let done = self.done(exact)?;
        if self.is_about_deadlocks() {
            let lock =
                Object { place: Place::Global(done.flag), ty: Type::BOOL, access: Access::Library, library: None };
            self.waits(Waiting { lock, mine: None, wants: EXCLUSIVE }, Expr::TRUE, &statements);
        }
        let flag = Expr::Read(Place::Global(done.flag), Type::BOOL);
        let guard = Expr::binary(Binary::Equal, flag, Expr::TRUE);
        self.step(Edge { guard, statements, ..Edge::jump(0) });
        if let Some(to) = to {
            let value = self.value_of(self.result_spot(done), span)?;
            self.store_value(&to, value, span, span, false)?;
        }
        Ok(())
    }

    /// What a thread returned may only go where nobody looks at it, if it is not known which thread it was.
    fn refuse_result(&mut self, result: &'s Expression<'s>) -> Result<(), Error> {
        let mut inner = result;
        while let ExpressionKind::Cast(_, value) = &inner.kind {
            inner = value;
        }
        let is_own = |name: &Name<'s>| match self.lookup(*name) {
            Some(Binding::Variable(Spot { place: Where::Fixed(region, _), .. })) => {
                self.regions[*region as usize].kind != Kind::Shared
            }
            _ => false,
        };
        let ignored = match &inner.kind {
            ExpressionKind::Prefix(Prefix::Address, variable) => {
                variable.name().filter(is_own).is_some_and(|name| self.frame().uses.only_joined(name))
            }
            _ => is_null(inner),
        };
        let what = "the result of a thread that is not known (known are handles that one `pthread_create` in `main`, outside \
                    loops, sets and that are only joined)";
        if ignored { Ok(()) } else { Err(result.span.unsupported(what)) }
    }

    /// `__CPROVER_ASYNC_1: statement` starts a thread that executes the statement. The new thread has no access to the
    /// creator's variables, but a call's arguments may be computed from them before it starts.
    pub fn asynchronous(&mut self, label: Name<'s>, statement: &'s Statement<'s>) -> Result<(), Error> {
        let span = statement.span;
        let start = match self.passed(statement)? {
            Some((name, arguments)) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(Argument::Value(self.value(argument)?, argument.span));
                }
                self.start(name, values, None, span)?
            }
            None => Start { template: self.statement_template(label, statement), arguments: Vec::new() },
        };
        let statements = self.note(span);
        self.step(Edge { start: Some(start), statements, ..Edge::jump(0) });
        Ok(())
    }

    /// The call that a new thread makes with arguments that the creator computes; none if it computes them itself, like
    /// everything else in the statement.
    fn passed(&self, statement: &'s Statement<'s>) -> Result<Option<(Name<'s>, &'s [Expression<'s>])>, Error> {
        let StatementKind::Expression(Expression { kind: ExpressionKind::Call(callee, arguments), .. }) =
            &statement.kind
        else {
            return Ok(None);
        };
        let has_body = |name: &Name<'s>| {
            self.lookup(*name).is_none() && self.functions.get(name).is_some_and(|function| function.body.is_some())
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
