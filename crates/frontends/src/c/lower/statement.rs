//! Statements: control flow between nodes.

use super::super::known::{Known, is_asynchronous};
use super::super::syntax::{Expression, ExpressionKind, For, Label, Part, Span, Statement, StatementKind};
use super::Lowering;
use super::graph::Graph;
use super::scope::{Calls, Goto};
use super::value::Value;
use crate::error::{Code, Error};

impl<'s> Lowering<'s> {
    /// Lowers a statement from the current node; code that nobody can get to is left out.
    pub fn statement(&mut self, statement: &'s Statement<'s>) -> Result<(), Error> {
        if !self.graph.entered[self.graph.at as usize] {
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
            self.graph.entered[self.graph.at as usize] = true;
        }
        let begun = self.begun();
        let lowered = self.descend(statement.span).and_then(|()| self.statement_inside(statement));
        match lowered {
            Ok(()) => self.calls.ascend(),
            Err(error) => {
                self.refuse(&begun, error)?;
                self.calls.bind_refused(statement);
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
                self.calls.at_statement(statement.span);
                declarations.iter().try_for_each(|declaration| self.declare(declaration))
            }
            StatementKind::If(test, yes, no) => self.if_statement(test, yes, no.as_deref()),
            StatementKind::While(test, body) => self.while_loop(test, body),
            StatementKind::DoWhile(body, test) => self.do_loop(body, test),
            StatementKind::For(parts) => self.for_loop(parts),
            StatementKind::Switch(test, body) => {
                self.calls.at_statement(test.span);
                self.switch(test, body)
            }
            StatementKind::Labeled(labels, inner) => self.labeled(labels, inner),
            StatementKind::Goto(label) => {
                let node = self.label(*label, statement.span, false).node;
                let (step, open) =
                    ((self.graph.at, self.graph.nodes[self.graph.at as usize].steps.len()), self.calls.open_blocks());
                self.calls.frame().gotos.push(Goto { label: *label, step, open });
                self.graph.jump(node)
            }
            StatementKind::Break => match self.calls.frame().open.breaks.last().copied() {
                Some(node) => self.graph.jump(node),
                None => Err(outside("break", statement.span)),
            },
            StatementKind::Continue => match self.calls.frame().open.continues.last().copied() {
                Some(node) => self.graph.jump(node),
                None => Err(outside("continue", statement.span)),
            },
            StatementKind::Return(value) => {
                let returns = self.calls.frame().returns;
                self.decided(&[returns], |lowering| lowering.return_statement(value.as_ref(), statement.span))
            }
            StatementKind::Assembly(assembly) => {
                self.calls.at_statement(statement.span);
                self.assembly(assembly, statement.span)
            }
            StatementKind::Refused(what) => Err(statement.span.unsupported(what)),
        }
    }

    fn expression_statement(&mut self, expression: &'s Expression<'s>) -> Result<(), Error> {
        self.calls.at_statement(expression.span);
        // What glibc's `assert` expands to.
        let fails = |part: &Part<'s, '_>| match part {
            Part::Expression(Expression { kind: ExpressionKind::Call(callee, _), .. }) => {
                self.source.known.of_call(callee) == Some(Known::AssertFail)
            }
            _ => false,
        };
        if self.calls.statement == expression.span && expression.any(fails) {
            self.reach(expression.span.start);
        }
        self.note_order(expression);
        self.note_steps(expression);
        let wrappable = self.is_wrappable(expression);
        self.wrapped(wrappable, |lowering| lowering.effect(expression))
    }

    fn block(&mut self, statements: &'s [Statement<'s>]) -> Result<(), Error> {
        self.calls.open_block();
        self.statements(statements)?;
        self.calls.close_block();
        self.calls.drop_handlers();
        Ok(())
    }

    /// The value of the last statement of `({ ... })`.
    pub fn statement_expression(&mut self, statements: &'s [Statement<'s>]) -> Result<Value<'s>, Error> {
        if let Some(labeled) = statements.iter().find(|statement| statement.has_label()) {
            return Err(labeled.span.unsupported("a label inside a statement expression"));
        }
        self.calls.open_block();
        self.calls.statement_expressions += 1;
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
        self.calls.statement_expressions -= 1;
        self.calls.close_block();
        Ok(value)
    }

    fn if_statement(
        &mut self,
        test: &'s Expression<'s>,
        yes: &'s Statement<'s>,
        no: Option<&'s Statement<'s>>,
    ) -> Result<(), Error> {
        self.calls.at_statement(test.span);
        let (yes_node, no_node) = (self.graph.fresh(), self.graph.fresh());
        self.decided(&[yes_node, no_node], |lowering| lowering.condition(test, yes_node, no_node))?;
        self.graph.at = yes_node;
        self.statement(yes)?;
        let Some(no) = no else {
            self.graph.go(no_node);
            self.graph.at = no_node;
            return Ok(());
        };
        let yes_end = self.graph.at;
        self.graph.at = no_node;
        self.statement(no)?;
        let after = self.graph.fresh();
        self.graph.go(after);
        self.graph.at = yes_end;
        self.graph.go(after);
        self.graph.at = after;
        Ok(())
    }

    /// Lowers the body of a loop with the targets of `break` and `continue`.
    pub fn loop_body(&mut self, body: &'s Statement<'s>, after: u32, next: u32) -> Result<(), Error> {
        self.calls.frame().open.breaks.push(after);
        self.calls.frame().open.continues.push(next);
        self.statement(body)?;
        self.calls.frame().open.breaks.pop();
        self.calls.frame().open.continues.pop();
        self.graph.go(next);
        Ok(())
    }

    fn while_loop(&mut self, test: &'s Expression<'s>, body: &'s Statement<'s>) -> Result<(), Error> {
        let (head, inside, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.at = head;
        self.calls.at_statement(test.span);
        self.calls.frame().open.loops += 1;
        self.decided(&[inside, after], |lowering| lowering.condition(test, inside, after))?;
        self.graph.at = inside;
        self.loop_body(body, after, head)?;
        self.calls.frame().open.loops -= 1;
        self.graph.at = after;
        Ok(())
    }

    fn do_loop(&mut self, body: &'s Statement<'s>, test: &'s Expression<'s>) -> Result<(), Error> {
        let (head, check, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.at = head;
        self.calls.frame().open.loops += 1;
        self.loop_body(body, after, check)?;
        self.graph.at = check;
        if self.graph.entered[check as usize] {
            self.calls.at_statement(test.span);
            self.decided(&[head, after], |lowering| lowering.condition(test, head, after))?;
        }
        self.calls.frame().open.loops -= 1;
        self.graph.at = after;
        Ok(())
    }

    fn for_loop(&mut self, parts: &'s For<'s>) -> Result<(), Error> {
        self.calls.open_block();
        if let Some(first) = &parts.first {
            self.statement(first)?;
        }
        if self.unrolled(parts)? {
            self.calls.close_block();
            return Ok(());
        }
        let (head, inside, next, after) =
            (self.graph.fresh(), self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.at = head;
        self.calls.frame().open.loops += 1;
        match &parts.test {
            Some(test) => {
                self.calls.at_statement(test.span);
                self.decided(&[inside, after], |lowering| lowering.condition(test, inside, after))?;
            }
            None => self.graph.go(inside),
        }
        self.graph.at = inside;
        self.loop_body(&parts.body, after, next)?;
        self.graph.at = next;
        if let Some(next) = parts.next.as_ref().filter(|_| self.graph.entered[next as usize]) {
            self.decided(&[head], |lowering| lowering.expression_statement(next))?;
        }
        self.graph.go(head);
        self.calls.frame().open.loops -= 1;
        self.graph.at = after;
        self.calls.close_block();
        Ok(())
    }

    fn labeled(&mut self, labels: &'s [Label<'s>], inner: &'s Statement<'s>) -> Result<(), Error> {
        let node = self.graph.fresh();
        self.graph.entered[node as usize] = true;
        self.graph.go(node);
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
                    let open = self.calls.open_blocks();
                    self.calls.frame().labels.entry(*name).and_modify(|label| label.open = open);
                    self.graph.at = label.node;
                    self.graph.go(node);
                }
                Label::Case(first, last) => self.case(first, last.as_deref(), node)?,
                Label::Default => self.calls.default_label(inner, node)?,
            }
        }
        self.graph.at = node;
        match asynchronous {
            Some(label) => {
                self.calls.at_statement(inner.span);
                self.asynchronous(label, inner)
            }
            None => self.statement(inner),
        }
    }

    fn return_statement(&mut self, value: Option<&'s Expression<'s>>, span: Span) -> Result<(), Error> {
        self.calls.at_statement(span);
        if let Some(value) = value {
            self.note_order(value);
            self.note_steps(value);
        }
        if !self.calls.frame().handlers.is_empty() {
            return Err(span.unsupported("`return` between pushing and popping a cleanup handler"));
        }
        let (returns, result) = (self.calls.frame().returns, self.calls.frame().result.clone());
        match (value, result) {
            (Some(value), Some(result)) => {
                let wrappable = self.is_wrappable(value);
                self.wrapped(wrappable, |lowering| {
                    let found = lowering.value(value)?;
                    // A thread's result is kept as an address, and one of the library's functions is given as it is declared.
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
        self.graph.jump(returns)
    }

    /// Every label that is gone to must exist, and a jump to it makes the variables that are in scope only there.
    pub fn finish_labels(&mut self) -> Result<(), Error> {
        let missing = self.calls.frame().labels.iter().filter(|(_, label)| !label.defined);
        let first = missing.min_by_key(|(_, label)| label.span.start).map(|(name, label)| (*name, label.span));
        match first {
            Some((name, span)) => {
                Err(Error::new(Code::UnknownName, format!("there is no label `{name}`"), span.range()))
            }
            None => {
                for Goto { label, step: (node, step), open } in std::mem::take(&mut self.calls.frame().gotos) {
                    let label = self.calls.frame().labels[&label].clone();
                    let landing = self.landing(label.node, &open, &label.open);
                    self.graph.nodes[node as usize].steps[step].edge.to = landing;
                }
                Ok(())
            }
        }
    }
}

impl<'s> Calls<'s> {
    /// Notes the statement that steps belong to; parts of expressions do not count.
    fn at_statement(&mut self, span: Span) {
        if self.statement_expressions == 0 {
            self.statement = span;
        }
    }
}

impl Graph {
    fn jump(&mut self, node: u32) -> Result<(), Error> {
        self.go(node);
        self.continue_fresh();
        Ok(())
    }
}

fn outside(what: &str, span: Span) -> Error {
    Error::new(Code::Syntax, format!("`{what}` outside a loop"), span.range())
}
