//! Statements to edges.

use super::assign::assign;
use super::refuse::{count, distinct};
use super::started::Start;
use super::{Allowed, Assigned, Lowering, Return, Scope};
use crate::error::{Code, Error};
use umpteen_model::boolean::expression::Expr;
use umpteen_model::boolean::program::{Instruction, Update};
use umpteen_model::boolean::syntax::{Expression, Name, Place, Statement, StatementKind};

impl<'a> Lowering<'a> {
    pub(super) fn statement(
        &mut self,
        statement: &'a Statement,
        here: u32,
        next: u32,
        scope: &Scope<'a>,
        atomic: &mut Vec<usize>,
    ) -> Result<(), Error> {
        let now = |lowering: &Self, expression: &Expression| lowering.names(scope, Allowed::Now).expression(expression);
        self.refuse_in_kept(statement)?;
        refuse_in_atomic(statement, scope, atomic)?;
        match &statement.kind {
            StatementKind::Skip => self.skip(here, next),
            StatementKind::Goto(labels) => {
                for label in labels {
                    let to = self.label(scope, label, atomic)?;
                    self.skip(here, to);
                }
            }
            StatementKind::Assume(test) => {
                let test = now(self, test)?;
                self.assume(here, test, next);
            }
            StatementKind::Assert(test) => {
                let test = now(self, test)?;
                self.edge(here, Instruction::Assert(test), next);
            }
            StatementKind::If(test, yes, no) => {
                let test = now(self, test)?;
                let yes = self.block(yes, next, scope, atomic)?;
                let no = self.block(no, next, scope, atomic)?;
                self.assume(here, test.clone(), yes);
                self.assume(here, Expr::Not(Box::new(test)), no);
            }
            StatementKind::While(test, body) => {
                let test = now(self, test)?;
                let body = self.block(body, here, scope, atomic)?;
                self.assume(here, test.clone(), body);
                self.assume(here, Expr::Not(Box::new(test)), next);
            }
            StatementKind::Atomic(body) => self.atomic(here, statement, body, next, scope, atomic)?,
            StatementKind::AtomicBegin => self.edge(here, Instruction::AtomicBegin, next),
            StatementKind::AtomicEnd => self.edge(here, Instruction::AtomicEnd, next),
            StatementKind::EndThread => self.edge(here, Instruction::AtomicEnd, scope.exit),
            StatementKind::Wait(name) => {
                let condition = self.condition(name);
                self.edge(here, Instruction::Wait(condition), next);
            }
            StatementKind::Signal(name) => {
                let condition = self.condition(name);
                self.edge(here, Instruction::Signal(condition), next);
            }
            StatementKind::Broadcast(name) => {
                let condition = self.condition(name);
                self.edge(here, Instruction::Broadcast(condition), next);
            }
            StatementKind::StartGoto(label) => {
                let at = self.label(scope, label, &[])?;
                self.edge(here, Instruction::Start { at, fresh: None }, next);
            }
            StatementKind::StartCall(name, arguments) => {
                self.start_call(here, statement, (name, arguments), next, scope)?
            }
            StatementKind::Assign(places, values, constrain) => {
                let update = self.assignment(statement, places, values, constrain.as_ref(), scope)?;
                self.checked_update(here, update, statement, scope, next)?;
            }
            StatementKind::Havoc(places, constrain) => {
                let update = self.havoc(places, constrain.as_ref(), scope)?;
                self.checked_update(here, update, statement, scope, next)?;
            }
            StatementKind::Return(values) => self.return_statement(here, statement, values, scope, atomic)?,
            StatementKind::Call(places, name, arguments) => {
                let in_atomic = !atomic.is_empty() || scope.in_atomic;
                self.call(here, (places, name, arguments), in_atomic, next, scope)?;
            }
        }
        Ok(())
    }

    fn checked_update(
        &mut self,
        here: u32,
        update: Update,
        statement: &Statement,
        scope: &Scope<'a>,
        next: u32,
    ) -> Result<(), Error> {
        self.few_choices_in_kept(&update, &statement.span)?;
        self.refuse_passive_in_kept(&update, statement)?;
        self.update(here, update, scope, next);
        Ok(())
    }

    /// An atomic block; inside another one it adds nothing.
    fn atomic(
        &mut self,
        here: u32,
        statement: &Statement,
        body: &'a [Statement],
        next: u32,
        scope: &Scope<'a>,
        atomic: &mut Vec<usize>,
    ) -> Result<(), Error> {
        let outermost = atomic.is_empty() && !scope.in_atomic;
        let end = self.fresh(statement.span.clone())?;
        atomic.push(statement.span.start);
        let body = self.block(body, end, scope, atomic)?;
        atomic.pop();
        if outermost {
            self.edge(here, Instruction::AtomicBegin, body);
            self.edge(end, Instruction::AtomicEnd, next);
        } else {
            self.skip(here, body);
            self.skip(end, next);
        }
        Ok(())
    }

    /// Starts a thread that runs a function.
    fn start_call(
        &mut self,
        here: u32,
        statement: &Statement,
        (name, arguments): (&Name, &[Expression]),
        next: u32,
        scope: &Scope<'a>,
    ) -> Result<(), Error> {
        let now = |lowering: &Self, expression: &Expression| lowering.names(scope, Allowed::Now).expression(expression);
        // A stack has no place for results that nobody takes.
        let results = self.kept.as_ref().map(|_| 0);
        let function = self.function(name, arguments.len(), results)?;
        let arguments = arguments.iter().map(|argument| now(self, argument)).collect::<Result<Vec<_>, _>>()?;
        let at = self.root(function)?;
        let slots = self.roots[&name.text].slots.clone();
        let locals = slots[arguments.len()..].iter().map(|&(slot, initial)| (slot, initial.map(Expr::Constant)));
        let given = slots.iter().zip(arguments).map(|(&(slot, _), argument)| (slot, Some(argument)));
        let fresh: Vec<_> = given.chain(locals).collect();
        self.few_choices_in_kept(&Update { locals: fresh.clone(), ..Update::default() }, &statement.span)?;
        self.edge(here, Instruction::Start { at, fresh: Some(fresh) }, next);
        if let Some(kept) = &mut self.kept {
            kept.sites.push(Start { location: here, span: statement.span.clone() });
        }
        Ok(())
    }

    fn return_statement(
        &mut self,
        here: u32,
        statement: &Statement,
        values: &[Expression],
        scope: &Scope<'a>,
        atomic: &[usize],
    ) -> Result<(), Error> {
        let now = |lowering: &Self, expression: &Expression| lowering.names(scope, Allowed::Now).expression(expression);
        if values.len() != scope.function.results {
            let message = format!(
                "`{}` returns {}, not {}",
                scope.function.name.text,
                count(scope.function.results, "value", "values"),
                values.len()
            );
            return Err(Error::new(Code::Arity, message, statement.span.clone()));
        }
        let values = values.iter().map(|value| now(self, value).map(Some));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        match scope.returns.clone() {
            None if self.kept.is_some() => self.give_back(here, &values, scope),
            Some(returns) if atomic.is_empty() || scope.in_atomic => {
                self.leave(scope, here, &returns, values, returns.next);
            }
            Some(returns) => {
                let end = self.fresh(statement.span.clone())?;
                self.leave(scope, here, &returns, values, end);
                self.edge(end, Instruction::AtomicEnd, returns.next);
            }
            None => self.edge(here, Instruction::AtomicEnd, scope.exit),
        }
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        here: u32,
        (places, name, arguments): (&[Place], &Name, &[Expression]),
        in_atomic: bool,
        next: u32,
        scope: &Scope<'a>,
    ) -> Result<(), Error> {
        distinct(places)?;
        let results = if places.is_empty() { None } else { Some(places.len()) };
        let function = self.function(name, arguments.len(), results)?;
        if self.kept.is_some() {
            return self.keep_call(here, (places, name, arguments), function, in_atomic, next, scope);
        }
        if let Some(at) = self.calls.iter().position(|caller| *caller == name.text) {
            let cycle: Vec<&str> = self.calls[at..].iter().map(String::as_str).chain([name.text.as_str()]).collect();
            let message = format!("recursion: {}", cycle.join(" calls "));
            return Err(Error::new(Code::Recursion, message, name.span.clone()));
        }
        let places = match results {
            Some(_) => places.iter().map(|place| self.place(place, scope)).collect::<Result<_, _>>()?,
            None => vec![Assigned::Nowhere; function.results],
        };
        let names = self.names(scope, Allowed::Now);
        let arguments = arguments.iter().map(|argument| names.expression(argument)).collect::<Result<Vec<_>, _>>()?;
        let returns = Return { places, next, enforce: scope.enforce.clone() };
        let mut callee = self.scope(function, Some(returns), in_atomic, false)?;
        callee.exit = scope.exit;
        self.calls.push(name.text.clone());
        let body = self.body(&mut callee)?;
        self.calls.pop();
        let given = callee.slots.iter().zip(arguments).map(|(&(slot, _), argument)| (slot, Some(argument)));
        let own = callee.slots[function.parameters.len()..].iter();
        let own = own.map(|&(slot, initial)| (slot, initial.map(Expr::Constant)));
        let update = Update { locals: given.chain(own).collect(), ..Update::default() };
        self.update(here, update, &callee, body);
        Ok(())
    }

    /// The step out of an inlined function: results are assigned and its variables cleared.
    pub(super) fn leave(&mut self, scope: &Scope, here: u32, returns: &Return, values: Vec<Option<Expr>>, next: u32) {
        let constraints = returns.enforce.iter().map(Expr::after).collect();
        let mut update = Update { constraints, ..Update::default() };
        update.locals.extend(scope.slots.iter().map(|&(slot, _)| (slot, Some(Expr::Constant(false)))));
        for (place, value) in returns.places.iter().zip(values) {
            assign(&mut update, place, value);
        }
        self.edge(here, Instruction::Update(update), next);
    }
}

/// Refuses what would stop all other threads, or start one, inside an atomic block.
fn refuse_in_atomic(statement: &Statement, scope: &Scope, atomic: &[usize]) -> Result<(), Error> {
    match &statement.kind {
        StatementKind::Wait(_) if !atomic.is_empty() || scope.in_atomic => {
            let message = "a thread that waits inside an atomic block stops all others for good";
            Err(Error::new(Code::Unsupported, message, statement.span.clone()))
        }
        StatementKind::StartGoto(label) if scope.in_atomic => {
            let message = "a copy of this thread would start in a function that was called inside an atomic block";
            Err(Error::new(Code::Unsupported, message, label.span.clone()))
        }
        _ => Ok(()),
    }
}
