//! Starting, joining and ending threads.

use super::super::atomic::{Access, Mark, Node};
use super::super::known::Known;
use super::super::resolve::conversions::is_null;
use super::super::syntax::{Expression, ExpressionKind, Name, Prefix, Span, Statement, StatementKind};
use super::super::types::{CType, FunctionType};
use super::super::visit::has_effects;
use super::Lowering;
use super::call::Call;
use super::deadlock::{EXCLUSIVE, Waiting};
use super::handle_numbers::Numbers;
use super::memory::Kind;
use super::sync::cancel::Cancellation;
use super::template::{Argument, Done, Root};
use super::value::{Binding, Handle, Object, Spot, Value, Where};
use crate::error::Error;
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Start};

/// Handles are no part of memory.
pub const VALID_HANDLES: &str = "pointers to thread handles are valid";

/// Other numbers mean nothing (POSIX 2.9.2).
const VALID_NUMBERS: &str = "handles that are joined are those of threads";

/// What happens otherwise POSIX leaves open.
pub const ENDS_ONCE: &str = "no thread is joined or detached twice";

/// The place where a new thread's handle goes.
enum HandlePlace<'s> {
    /// A name, or some of them; handles have no values.
    Named(Option<Handle>),
    /// A variable that holds a number.
    Stored(Spot<'s>),
}

/// The thread templates that have been asked for, and how their threads are created, joined, and cancelled.
#[derive(Default)]
pub struct Threads<'s> {
    /// What the templates run, by number.
    pub roots: Vec<Root<'s>>,
    /// The number of what a template runs, by its description.
    pub root_numbers: FxHashMap<String, u32>,
    /// The steps of the templates that are done.
    pub graphs: Vec<Vec<Node>>,
    /// What tells that a thread has ended, by its handle.
    pub done: FxHashMap<Handle, Done>,
    /// The number of the template that is being lowered.
    pub template: u32,
    /// Whether `main` may end while other threads go on.
    pub main_leaves: bool,
    /// The numbers of threads, where handles are numbers.
    pub numbers: Numbers<'s>,
    /// What is known about threads that are cancelled.
    pub cancellation: Cancellation,
}

impl<'s> Lowering<'s> {
    /// The value of a call of another function of the thread library.
    pub fn thread_call(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, wanted } = call;
        match known {
            Known::Create { attributes } => {
                self.create(attributes, call)?;
                if self.may_fail(name.text()) {
                    self.assume("threads are joined after they were created");
                } else if wanted {
                    self.assume("threads can be created");
                }
            }
            Known::Join => self.join(call)?,
            Known::Exit if self.calls.keeping => {
                return Err(span.unsupported(format!("`{name}` inside a recursive function")));
            }
            // POSIX does not say whether the function has run then.
            Known::Exit if self.calls.once_depth > 0 => {
                return Err(span.unsupported(format!("`{name}` inside a function that runs once")));
            }
            Known::Exit => {
                let result = self.calls.frames.first().and_then(|root| root.result.clone());
                match (result, arguments.first()) {
                    (Some(result), Some(argument)) => {
                        let value = self.unconverted(argument)?;
                        self.store_value(&result, value, argument.span, span, false)?;
                    }
                    _ => arguments.iter().try_for_each(|argument| self.effect(argument))?,
                }
                let statements = self.note(span);
                self.graph.update(Vec::new(), statements);
                self.run_handlers(span)?;
                self.threads.main_leaves |= self.threads.template == 0;
                self.graph.go(self.graph.finish);
                self.graph.continue_fresh();
                return Ok(Value::Void);
            }
            Known::Detach => {
                if wanted {
                    self.assume(ENDS_ONCE);
                }
                self.effects_of_unused(arguments)?;
            }
            Known::Cancel => return self.cancel(call),
            Known::Itself => return Ok(self.own_number().map_or(Value::Void, Value::Integer)),
            // Those that get something store it.
            Known::ThreadAttribute(operation) if !operation.starts_with("get") => self.effects_of_unused(arguments)?,
            _ => return Err(span.unsupported(format!("the function `{name}`"))),
        }
        Ok(Value::Integer(Expr::int(0)))
    }

    fn create(&mut self, attributes: bool, call: Call<'s>) -> Result<(), Error> {
        let Call { arguments, span, .. } = call;
        let to = call.argument(0)?;
        let handle = self.handle(to)?;
        let attributes = usize::from(attributes);
        arguments.iter().skip(1).take(attributes).try_for_each(|unused| self.effect_of_unused(unused))?;
        let function = call.argument(1 + attributes)?;
        let value = self.unconverted(function)?;
        let passed = call.argument(2 + attributes)?;
        let (functions, value) = match self.memory.function_at(&value) {
            Some(name) if !self.source.uses_parameter(name) => {
                self.effect_of_unused(passed)?;
                (vec![(Expr::TRUE, name)], None)
            }
            Some(name) => (vec![(Expr::TRUE, name)], Some(self.unconverted(passed)?)),
            None => {
                let value = self.kept(value);
                let given = self.unconverted(passed)?;
                let given = self.kept(given);
                let takes = |ty: &CType| matches!(ty, CType::Pointer { .. });
                let is_meant = |ty: &FunctionType| match &ty.parameters[..] {
                    [parameter] => takes(&parameter.ty) && takes(&ty.result) && !ty.open,
                    _ => false,
                };
                let found = self.functions_behind(value, function.span, is_meant)?;
                (found.into_iter().map(|(guard, function)| (guard, function.name)).collect(), Some(given))
            }
        };
        let named = match &handle {
            HandlePlace::Named(handle) => handle.filter(|handle| self.source.joins.is_exact(*handle)),
            HandlePlace::Stored(_) => None,
        };
        let known = self.known_creation(to, named);
        let number = self.next_number(known);
        let (from, after) = (self.graph.at, self.graph.fresh());
        for (guard, name) in functions {
            self.graph.at = from;
            if guard != Expr::TRUE {
                self.graph.step(Edge { guard, ..Edge::jump(0) });
            }
            let given = value.clone().map_or(Argument::Any, |value| Argument::Value(value, passed.span));
            let mut start = self.start(name, vec![given], known, span)?;
            self.give_number(&mut start, number.clone());
            let statements = self.note(span);
            self.graph.connect(self.graph.at, Mark::None, Edge { start: Some(start), statements, ..Edge::jump(after) });
        }
        self.graph.at = after;
        // POSIX does not say that the handle is there when the thread begins.
        if let (HandlePlace::Stored(spot), Some(number)) = (handle, number) {
            self.store_value(&spot, Value::Integer(number), to.span, to.span, false)?;
        }
        Ok(())
    }

    /// Evaluates where a handle goes.
    fn handle(&mut self, expression: &'s Expression<'s>) -> Result<HandlePlace<'s>, Error> {
        let word = self.source.word();
        match self.unconverted(expression)? {
            Value::Thread(handle) => Ok(HandlePlace::Named(handle)),
            Value::Pointer(Expr::Constant(0, _), _) => {
                Err(expression.span.unsupported("a null pointer instead of a thread handle"))
            }
            Value::Pointer(address, ty) if self.threads.numbers.handles.is_some() && is_room(&ty, word) => {
                let number = CType::Integer { ty: word, atomic: false };
                let spot = self.memory.followed(Value::Pointer(address, number), expression.span, expression.span)?;
                Ok(HandlePlace::Stored(self.frozen(spot)))
            }
            pointer @ Value::Pointer(_, CType::Thread) => {
                let spot = self.memory.followed(pointer, expression.span, expression.span)?;
                self.assume_room(&spot);
                Ok(HandlePlace::Named(None))
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
        let exact = match self.unconverted(handle)? {
            Value::Thread(found) => found.filter(|found| self.source.joins.is_exact(*found)),
            Value::Integer(number) if self.threads.numbers.handles.is_some() => return self.join_number(number, call),
            _ => return Err(handle.span.unsupported("joining something that is not a thread handle")),
        };
        let statements = self.note(span);
        let Some(exact) = exact else {
            self.refuse_result(result)?;
            if wanted {
                self.assume(ENDS_ONCE);
            }
            self.graph.step(Edge { early: true, statements, ..Edge::jump(0) });
            return Ok(());
        };
        let to = self.result_goes(result)?;
        if !self.source.joins.is_once(exact) {
            self.assume(ENDS_ONCE);
        }
        if self.threads.template != 0 || !self.source.joins.is_created_first(exact) {
            self.assume("threads are joined after they were created");
        }
        if self.threads.template != 0 {
            // glibc answers EDEADLK, POSIX allows both.
            self.assume("a thread that waits for its own end waits for ever");
        }
        self.cancelled(span, true)?;
        self.may_be_cancelled(span)?;
        self.wait_for(exact, Expr::TRUE, to, call)
    }

    /// Where the result of a thread goes is known before the wait; none if nobody wants it.
    fn result_goes(&mut self, result: &'s Expression<'s>) -> Result<Option<Spot<'s>>, Error> {
        if is_null(result) {
            return Ok(None);
        }
        let mut pointer = self.unconverted(result)?;
        if let Value::Pointer(address, CType::Void) = pointer {
            pointer = Value::Pointer(address, CType::Void.pointer());
        }
        let pointer = self.kept(pointer);
        self.memory.followed(pointer, result.span, result.span).map(Some)
    }

    /// If a condition holds, waits for the end of a thread that is known by itself, and stores its result.
    fn wait_for(&mut self, thread: Handle, guard: Expr, to: Option<Spot<'s>>, call: Call<'s>) -> Result<(), Error> {
        let span = call.span;
        let statements = self.note(span);
        let done = self.done(thread)?;
        let from = self.graph.at;
        if self.source.is_about_deadlocks() {
            let lock =
                Object { place: Place::Global(done.flag), ty: Type::BOOL, access: Access::Library, library: None };
            self.graph.waits(Waiting { lock, mine: None, wants: EXCLUSIVE }, guard.clone(), &statements);
        }
        let flag = Expr::Read(Place::Global(done.flag), Type::BOOL);
        let ended = guard.clone().and(Expr::binary(Binary::Equal, flag, Expr::TRUE));
        self.graph.step(Edge { guard: ended, statements: statements.clone(), ..Edge::jump(0) });
        if let Some(to) = &to {
            let value = self.value_of(self.result_spot(done), span)?;
            self.store_value(to, value, span, span, false)?;
        }
        // A thread that is cancelled at any time may have ended wherever it is.
        if let Some(asked) = self.threads.known_number(thread).and_then(|number| self.ends_at_any_time(number)) {
            let after = self.graph.at;
            self.graph.at = from;
            self.graph.step(Edge { guard: guard.and(asked), early: true, statements, ..Edge::jump(0) });
            self.any_result_goes(to, call)?;
            self.graph.go(after);
            self.graph.at = after;
        }
        Ok(())
    }

    /// Stores what a thread returned that is not known.
    fn any_result_goes(&mut self, to: Option<Spot<'s>>, call: Call<'s>) -> Result<(), Error> {
        let span = call.argument(1)?.span;
        if let Some(to) = to {
            let value = self.result_of_any(span)?;
            self.store_value(&to, value, span, span, false)?;
        }
        Ok(())
    }

    /// Waits for the end of the thread with a number: exactly for those that are known by themselves.
    fn join_number(&mut self, number: Expr, call: Call<'s>) -> Result<(), Error> {
        let span = call.span;
        let number = self.spill(number.cast(self.source.word()));
        let result = call.argument(1)?;
        let to = self.result_goes(result)?;
        self.assume(ENDS_ONCE);
        self.assume(VALID_NUMBERS);
        // glibc answers EDEADLK, POSIX allows both.
        self.assume("a thread that waits for its own end waits for ever");
        self.cancelled(span, true)?;
        self.may_be_cancelled(span)?;
        let (from, after, mut others) = (self.graph.at, self.graph.fresh(), Expr::TRUE);
        for (thread, same) in self.known_threads(&number) {
            self.graph.at = from;
            self.wait_for(thread, same.clone(), to.clone(), call)?;
            self.graph.go(after);
            // Nobody can wait for a thread that is detached.
            if !self.source.joins.detaches {
                others = others.and(same.negated());
            }
        }
        let unknown = self.graph.fresh();
        self.graph.connect(from, Mark::None, Edge { guard: others, ..Edge::jump(unknown) });
        self.note_unknown_join(from, unknown, number);
        self.graph.at = unknown;
        self.may_be_cancelled(span)?;
        let statements = self.note(span);
        self.graph.step(Edge { early: true, statements, ..Edge::jump(0) });
        self.any_result_goes(to, call)?;
        self.graph.go(after);
        self.graph.at = after;
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
                self.memory.regions[*region as usize].kind != Kind::Shared
            }
            _ => false,
        };
        let ignored = match &inner.kind {
            ExpressionKind::Prefix(Prefix::Address, variable) => {
                variable.name().filter(is_own).is_some_and(|name| self.calls.frame().uses.only_joined(name))
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
        let number = self.next_number(None);
        let mut start = match self.passed(statement)? {
            Some((name, arguments)) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(Argument::Value(self.unconverted(argument)?, argument.span));
                }
                self.start(name, values, None, span)?
            }
            None => Start { template: self.statement_template(label, statement), arguments: Vec::new() },
        };
        self.give_number(&mut start, number);
        let statements = self.note(span);
        self.graph.step(Edge { start: Some(start), statements, ..Edge::jump(0) });
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
            self.lookup(*name).is_none()
                && self.source.functions.get(name).is_some_and(|function| function.body.is_some())
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

/// Whether a handle that is a number has room in something of a type.
fn is_room(ty: &CType, word: Type) -> bool {
    match ty {
        CType::Void => true,
        CType::Integer { ty, atomic: false } => ty.width == word.width,
        _ => false,
    }
}
