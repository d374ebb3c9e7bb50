//! Statements: control flow between nodes.

use super::super::known::{Known, is_asynchronous};
use super::super::syntax::{Expression, ExpressionKind, For, Label, Part, Span, Statement, StatementKind};
use super::Lowering;
use super::scope::Goto;
use super::value::Value;
use crate::error::{Code, Error};

impl<'s> Lowering<'s> {
    /// Lowers a statement from the current node; code that nobody can get to is left out.
    pub fn statement(&mut self, statement: &'s Statement<'s>) -> Result<(), Error> {
        if !self.entered[self.at as usize] {
            if !statement.has_label() {
                // Control may still jump to where the names of a declaration are known.
                return match &statement.kind {
                    StatementKind::Declaration(declarations) => {
                        declarations.iter().try_for_each(|declaration| self.declare_unreached(declaration))
                    }
                    _ => Ok(()),
                };
            }
            // Labels inside may lead anywhere, so from here on everything counts as reachable.
            self.entered[self.at as usize] = true;
        }
        let begun = self.begun();
        let lowered = self.descend(statement.span).and_then(|()| self.statement_inside(statement));
        match lowered {
            Ok(()) => self.ascend(),
            Err(error) => {
                self.refuse(&begun, error)?;
                self.bind_refused(statement);
            }
        }
        Ok(())
    }

    fn statement_inside(&mut self, statement: &'s Statement<'s>) -> Result<(), Error> {
        match &statement.kind {
            StatementKind::Empty => Ok(()),
            StatementKind::Expression(expression) => self.expression_statement(expression),
            StatementKind::Block(statements) => self.block(statements),
            StatementKind::Declaration(declarations) => {
                self.at_statement(statement.span);
                declarations.iter().try_for_each(|declaration| self.declare(declaration))
            }
            StatementKind::If(test, yes, no) => self.if_statement(test, yes, no.as_deref()),
            StatementKind::While(test, body) => self.while_loop(test, body),
            StatementKind::DoWhile(body, test) => self.do_loop(body, test),
            StatementKind::For(parts) => self.for_loop(parts),
            StatementKind::Switch(test, body) => {
                self.at_statement(test.span);
                self.switch(test, body)
            }
            StatementKind::Labeled(labels, inner) => self.labeled(labels, inner),
            StatementKind::Goto(label) => {
                let node = self.label(*label, statement.span, false).node;
                let (step, open) = ((self.at, self.nodes[self.at as usize].steps.len()), self.open_blocks());
                self.frame().gotos.push(Goto { label: *label, step, open });
                self.jump(node)
            }
            StatementKind::Break => match self.frame().breaks.last().copied() {
                Some(node) => self.jump(node),
                None => Err(outside("break", statement.span)),
            },
            StatementKind::Continue => match self.frame().continues.last().copied() {
                Some(node) => self.jump(node),
                None => Err(outside("continue", statement.span)),
            },
            StatementKind::Return(value) => {
                let returns = self.frame().returns;
                self.decided(&[returns], |lowering| lowering.return_statement(value.as_ref(), statement.span))
            }
            StatementKind::Assembly(assembly) => {
                self.at_statement(statement.span);
                self.assembly(assembly, statement.span)
            }
            StatementKind::Refused(what) => Err(statement.span.unsupported(what)),
        }
    }

    /// Notes the statement that steps belong to; parts of expressions do not count.
    fn at_statement(&mut self, span: Span) {
        if self.statement_expressions == 0 {
            self.statement = span;
        }
    }

    fn jump(&mut self, node: u32) -> Result<(), Error> {
        self.go(node);
        self.continue_fresh();
        Ok(())
    }

    fn expression_statement(&mut self, expression: &'s Expression<'s>) -> Result<(), Error> {
        self.at_statement(expression.span);
        // What glibc's `assert` expands to.
        let fails = |part: &Part<'s, '_>| match part {
            Part::Expression(Expression { kind: ExpressionKind::Call(callee, _), .. }) => {
                self.known.of_call(callee) == Some(Known::AssertFail)
            }
            _ => false,
        };
        if self.statement == expression.span && expression.any(fails) {
            self.reach(expression.span.start);
        }
        self.note_order(expression);
        self.note_steps(expression);
        let wrappable = self.is_wrappable(expression);
        self.wrapped(wrappable, |lowering| lowering.effect(expression))
    }

    fn block(&mut self, statements: &'s [Statement<'s>]) -> Result<(), Error> {
        self.open_block();
        self.statements(statements)?;
        self.close_block();
        self.drop_handlers();
        Ok(())
    }

    /// The value of the last statement of `({ ... })`.
    pub fn statement_expression(&mut self, statements: &'s [Statement<'s>]) -> Result<Value<'s>, Error> {
        if let Some(labeled) = statements.iter().find(|statement| statement.has_label()) {
            return Err(labeled.span.unsupported("a label inside a statement expression"));
        }
        self.open_block();
        self.statement_expressions += 1;
        let mut value = Value::Void;
        for (number, statement) in statements.iter().enumerate() {
            value = match &statement.kind {
                StatementKind::Expression(last) if number + 1 == statements.len() => {
                    self.note_order(last);
                    self.value(last)?
                }
                _ => {
                    self.statement(statement)?;
                    Value::Void
                }
            };
        }
        // The value must outlive the variables of the block.
        value = self.kept(value);
        self.statement_expressions -= 1;
        self.close_block();
        Ok(value)
    }

    fn if_statement(
        &mut self,
        test: &'s Expression<'s>,
        yes: &'s Statement<'s>,
        no: Option<&'s Statement<'s>>,
    ) -> Result<(), Error> {
        self.at_statement(test.span);
        let (yes_node, no_node) = (self.fresh(), self.fresh());
        self.decided(&[yes_node, no_node], |lowering| lowering.condition(test, yes_node, no_node))?;
        self.at = yes_node;
        self.statement(yes)?;
        let Some(no) = no else {
            self.go(no_node);
            self.at = no_node;
            return Ok(());
        };
        let yes_end = self.at;
        self.at = no_node;
        self.statement(no)?;
        let after = self.fresh();
        self.go(after);
        self.at = yes_end;
        self.go(after);
        self.at = after;
        Ok(())
    }

    /// Lowers the body of a loop with the targets of `break` and `continue`.
    pub fn loop_body(&mut self, body: &'s Statement<'s>, after: u32, next: u32) -> Result<(), Error> {
        self.frame().breaks.push(after);
        self.frame().continues.push(next);
        self.statement(body)?;
        self.frame().breaks.pop();
        self.frame().continues.pop();
        self.go(next);
        Ok(())
    }

    fn while_loop(&mut self, test: &'s Expression<'s>, body: &'s Statement<'s>) -> Result<(), Error> {
        let (head, inside, after) = (self.fresh(), self.fresh(), self.fresh());
        self.go(head);
        self.at = head;
        self.at_statement(test.span);
        self.frame().loops += 1;
        self.decided(&[inside, after], |lowering| lowering.condition(test, inside, after))?;
        self.at = inside;
        self.loop_body(body, after, head)?;
        self.frame().loops -= 1;
        self.at = after;
        Ok(())
    }

    fn do_loop(&mut self, body: &'s Statement<'s>, test: &'s Expression<'s>) -> Result<(), Error> {
        let (head, check, after) = (self.fresh(), self.fresh(), self.fresh());
        self.go(head);
        self.at = head;
        self.frame().loops += 1;
        self.loop_body(body, after, check)?;
        self.at = check;
        if self.entered[check as usize] {
            self.at_statement(test.span);
            self.decided(&[head, after], |lowering| lowering.condition(test, head, after))?;
        }
        self.frame().loops -= 1;
        self.at = after;
        Ok(())
    }

    fn for_loop(&mut self, parts: &'s For<'s>) -> Result<(), Error> {
        self.open_block();
        if let Some(first) = &parts.first {
            self.statement(first)?;
        }
        if self.unrolled(parts)? {
            self.close_block();
            return Ok(());
        }
        let (head, inside, next, after) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        self.go(head);
        self.at = head;
        self.frame().loops += 1;
        match &parts.test {
            Some(test) => {
                self.at_statement(test.span);
                self.decided(&[inside, after], |lowering| lowering.condition(test, inside, after))?;
            }
            None => self.go(inside),
        }
        self.at = inside;
        self.loop_body(&parts.body, after, next)?;
        self.at = next;
        if let Some(next) = parts.next.as_ref().filter(|_| self.entered[next as usize]) {
            self.decided(&[head], |lowering| lowering.expression_statement(next))?;
        }
        self.go(head);
        self.frame().loops -= 1;
        self.at = after;
        self.close_block();
        Ok(())
    }

    fn labeled(&mut self, labels: &'s [Label<'s>], inner: &'s Statement<'s>) -> Result<(), Error> {
        let node = self.fresh();
        self.entered[node as usize] = true;
        self.go(node);
        let mut asynchronous = None;
        for label in labels {
            match label {
                Label::Name(name, _) if is_asynchronous(*name) => asynchronous = Some(*name),
                Label::Name(name, span) => {
                    let label = self.label(*name, *span, true);
                    if label.defined {
                        let message = format!("the label `{name}` is defined twice");
                        return Err(Error::new(Code::Duplicate, message, span.range()));
                    }
                    let open = self.open_blocks();
                    self.frame().labels.entry(*name).and_modify(|label| label.open = open);
                    self.at = label.node;
                    self.go(node);
                }
                Label::Case(first, last) => self.case(first, last.as_ref(), node)?,
                Label::Default => self.default(inner, node)?,
            }
        }
        self.at = node;
        match asynchronous {
            Some(label) => {
                self.at_statement(inner.span);
                self.asynchronous(label, inner)
            }
            None => self.statement(inner),
        }
    }

    fn return_statement(&mut self, value: Option<&'s Expression<'s>>, span: Span) -> Result<(), Error> {
        self.at_statement(span);
        if let Some(value) = value {
            self.note_order(value);
            self.note_steps(value);
        }
        if !self.frame().handlers.is_empty() {
            return Err(span.unsupported("`return` between pushing and popping a cleanup handler"));
        }
        let (returns, result) = (self.frame().returns, self.frame().result.clone());
        match (value, result) {
            (Some(value), Some(result)) => {
                let wrappable = self.is_wrappable(value);
                self.wrapped(wrappable, |lowering| {
                    let found = lowering.value(value)?;
                    lowering.store_value(&result, found, value.span, span, false)?;
                    Ok(())
                })?;
            }
            (Some(value), None) => {
                let wrappable = self.is_wrappable(value);
                self.wrapped(wrappable, |lowering| lowering.effect(value))?;
            }
            (None, _) => self.leave_without_value(),
        }
        self.jump(returns)
    }

    /// Every label that is gone to must exist, and a jump to it makes the variables that are in scope only there.
    pub fn finish_labels(&mut self) -> Result<(), Error> {
        let missing = self.frame().labels.iter().filter(|(_, label)| !label.defined);
        let first = missing.min_by_key(|(_, label)| label.span.start).map(|(name, label)| (*name, label.span));
        match first {
            Some((name, span)) => {
                Err(Error::new(Code::UnknownName, format!("there is no label `{name}`"), span.range()))
            }
            None => {
                for Goto { label, step: (node, step), open } in std::mem::take(&mut self.frame().gotos) {
                    let label = self.frame().labels[&label].clone();
                    let landing = self.landing(label.node, &open, &label.open);
                    self.nodes[node as usize].steps[step].edge.to = landing;
                }
                Ok(())
            }
        }
    }
}

fn outside(what: &str, span: Span) -> Error {
    Error::new(Code::Syntax, format!("`{what}` outside a loop"), span.range())
}
