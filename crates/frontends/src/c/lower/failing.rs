//! Calls of known functions that fail: with `--may-fail` a failure is one more way through the call. Also what a call does to
//! `errno`, if the program looks at it.

use super::super::atomic::Mark;
use super::super::known::Known;
use super::super::library::{FAILS_WITH, MAY_FAIL};
use super::super::may_fail::{Failing, failing};
use super::super::results::{Errno, errno_after};
use super::super::syntax::{Function, Span};
use super::Lowering;
use super::call::Call;
use super::value::{Object, Value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// What `errno` is after an allocation that failed.
const ENOMEM: i64 = 12;

impl<'s> Lowering<'s> {
    /// The value of a call of a function that has a meaning by its name, which may fail and set `errno`.
    pub fn fallible_call(&mut self, known: Known<'s>, call: Call<'s>) -> Result<Value<'s>, Error> {
        let after = errno_after(known).and_then(|errno| Some((errno, self.errno_function(errno)?)));
        let wanted = call.wanted || matches!(after, Some((Errno::Number(_), _)));
        let call = Call { wanted, ..call };
        let how = failing(call.name.text()).filter(|_| self.may_fail(call.name.text()));
        let (numbers, errno) = match how {
            Some(Failing::Returns(numbers)) => (numbers.iter().map(|number| (*number, None)).collect(), after),
            Some(Failing::Sets(numbers)) => (numbers.iter().map(|number| (-1, Some(*number))).collect(), after),
            // The object is not there, rather than the call undone (`allocation_fails`).
            Some(Failing::Null) | None => (Vec::new(), after),
        };
        if numbers.is_empty() {
            let value = self.known_call(known, call)?;
            return match errno {
                Some((errno, function)) => self.with_errno(errno, function, value, call.span),
                None => Ok(value),
            };
        }
        let (kept, after) = (self.temporary(Type::INT), self.graph.fresh());
        let (succeeds, from) = (self.graph.fresh(), self.graph.at);
        self.graph.go(succeeds);
        for (result, number) in numbers {
            let fails = self.graph.fresh();
            self.graph.connect(from, Mark::None, Edge::jump(fails));
            self.graph.at = fails;
            self.effects_of_unused(call.arguments)?;
            let statements = self.note(call.span);
            self.graph.update(vec![(kept.place, Expr::int(result))], statements);
            if let Some(number) = number {
                self.set_errno(number, call.span)?;
            }
            self.graph.go(after);
        }
        self.graph.at = succeeds;
        let value = self.known_call(known, Call { wanted: true, ..call })?;
        let value = match errno {
            Some((errno, function)) => self.with_errno(errno, function, value, call.span)?,
            None => value,
        };
        let result = value.integer(call.span)?.cast(Type::INT);
        self.graph.update(vec![(kept.place, result)], Vec::new());
        self.graph.go(after);
        self.graph.at = after;
        Ok(Value::Integer(kept.read()))
    }

    /// Whether it was said that a function may fail.
    pub fn may_fail(&self, name: &str) -> bool {
        self.source.options.may_fail.iter().any(|named| named == name)
    }

    /// An allocation by a function may fail: the address is null then, and control goes on at a node.
    pub fn allocation_fails(&mut self, name: &str, kept: &Object, null: u32, span: Span) -> Result<(), Error> {
        // An allocation in the library is one by the function that the program calls.
        let caller = self.calls.frames.last().and_then(|frame| frame.function);
        let caller = caller
            .filter(|caller| self.source.functions.get(caller).is_some_and(|found| self.source.is_of_library(found)));
        let name = caller.map_or(name, |caller| caller.text());
        if !self.may_fail(name) {
            self.assume("memory can be allocated");
            return Ok(());
        }
        let (fails, succeeds) = (self.graph.fresh(), self.graph.fresh());
        self.graph.go(fails);
        self.graph.go(succeeds);
        self.graph.at = fails;
        let statements = self.note(span);
        self.graph.update(vec![(kept.place, Expr::Constant(0, self.source.word()))], statements);
        self.set_errno(ENOMEM, span)?;
        self.graph.go(null);
        self.graph.at = succeeds;
        Ok(())
    }

    /// `errno` gets a number, if the program looks at it.
    fn set_errno(&mut self, number: i64, span: Span) -> Result<(), Error> {
        match self.errno_function(Errno::Number(number)) {
            Some(function) => self.inline_with(function, vec![Value::Integer(Expr::int(number))], span).map(drop),
            None => Ok(()),
        }
    }

    /// The function of the library that sets `errno`, if the program looks at it.
    fn errno_function(&self, errno: Errno) -> Option<&'s Function<'s>> {
        let name = if errno == Errno::Any { MAY_FAIL } else { FAILS_WITH };
        let function = self.source.identifiers.linked(name).and_then(|name| self.source.functions.get(&name)).copied();
        function.filter(|function| function.body.is_some())
    }

    /// A value, after which `errno` may have changed.
    fn with_errno(
        &mut self,
        errno: Errno,
        function: &'s Function<'s>,
        value: Value<'s>,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        let value = self.kept(value);
        let after = self.graph.fresh();
        let given = match (errno, &value) {
            (Errno::Number(_), Value::Integer(Expr::Constant(..))) => return Ok(value),
            (Errno::Number(number), Value::Integer(result)) => {
                let fails = self.graph.fresh();
                let failed = Expr::binary(Binary::Equal, result.clone(), Expr::int(-1));
                self.guard(failed, span, fails, after);
                self.graph.at = fails;
                vec![Value::Integer(Expr::int(number))]
            }
            _ => Vec::new(),
        };
        self.inline_with(function, given, span)?;
        self.graph.go(after);
        self.graph.at = after;
        Ok(value)
    }
}
