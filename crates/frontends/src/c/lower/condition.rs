//! Conditions as control flow: short circuits become branches.

use super::super::Granularity;
use super::super::atomic::Mark;
use super::super::syntax::{Expression, ExpressionKind, Prefix, Span};
use super::super::types::CType;
use super::Lowering;
use super::value::{Value, truth_value};
use crate::error::Error;
use umpteen_model::c::expression::{Expr, Type};
use umpteen_model::c::program::Edge;

impl<'s> Lowering<'s> {
    /// Goes to one of two nodes.
    pub fn branch(&mut self, expression: &'s Expression<'s>, yes: u32, no: u32) -> Result<(), Error> {
        self.descend(expression.span)?;
        match &expression.kind {
            ExpressionKind::Prefix(Prefix::Not, inner) => self.branch(inner, no, yes)?,
            ExpressionKind::All(parts) if !self.is_simple(expression) => {
                for part in &parts[..parts.len() - 1] {
                    let next = self.graph.fresh();
                    self.branch(part, next, no)?;
                    self.graph.at = next;
                }
                self.branch(&parts[parts.len() - 1], yes, no)?;
            }
            ExpressionKind::Any(parts) if !self.is_simple(expression) => {
                for part in &parts[..parts.len() - 1] {
                    let next = self.graph.fresh();
                    self.branch(part, yes, next)?;
                    self.graph.at = next;
                }
                self.branch(&parts[parts.len() - 1], yes, no)?;
            }
            ExpressionKind::Comma(parts) if is_decision(expression) => {
                for part in &parts[..parts.len() - 1] {
                    self.effect(part)?;
                }
                self.branch(&parts[parts.len() - 1], yes, no)?;
            }
            _ => {
                let value = self.value(expression)?;
                let truth = self.truth(value, expression.span)?;
                self.guard(truth, expression.span, yes, no);
            }
        }
        self.calls.ascend();
        Ok(())
    }

    /// Goes to one of two nodes by a value.
    pub fn guard(&mut self, truth: Expr, span: Span, yes: u32, no: u32) {
        // `while (1)` decides nothing that people want to see.
        let statements = if matches!(truth, Expr::Constant(..)) { Vec::new() } else { self.note(span) };
        let from = self.graph.at;
        for (to, guard) in [(yes, truth.clone()), (no, truth.negated())] {
            self.graph.connect(from, Mark::None, Edge { guard, statements: statements.clone(), ..Edge::jump(to) });
        }
    }

    /// Goes to one of two nodes, as one step if statements are.
    pub fn condition(&mut self, expression: &'s Expression<'s>, yes: u32, no: u32) -> Result<(), Error> {
        self.note_order(expression);
        self.note_steps(expression);
        let whole = self.source.options.granularity == Granularity::Statement && !self.graph.wrapping;
        if !whole || !self.is_wrappable(expression) {
            return self.branch(expression, yes, no);
        }
        let (yes_inside, no_inside) = (self.graph.fresh(), self.graph.fresh());
        let (from, before) = (self.graph.at, self.graph.accesses);
        self.graph.mark(Mark::None, Vec::new());
        self.graph.wrapping = true;
        self.branch(expression, yes_inside, no_inside)?;
        self.graph.wrapping = false;
        let many = self.graph.accesses > before + 1;
        let leave = if many { Mark::Leave } else { Mark::None };
        if many {
            self.graph.nodes[from as usize].steps[0].mark = Mark::Enter(expression.span);
        }
        self.graph.connect(yes_inside, leave, Edge::jump(yes));
        self.graph.connect(no_inside, leave, Edge::jump(no));
        Ok(())
    }

    /// A condition with shared accesses or effects as a value.
    pub fn truth_by_branching(&mut self, expression: &'s Expression<'s>) -> Result<Value<'s>, Error> {
        let (yes, no, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.branch(expression, yes, no)?;
        let kept = self.temporary(Type::BOOL);
        for (node, value) in [(yes, Expr::TRUE), (no, Expr::TRUE.negated())] {
            self.graph.at = node;
            self.graph.update(vec![(kept.place, value)], Vec::new());
            self.graph.go(after);
        }
        self.graph.at = after;
        Ok(truth_value(kept.read()))
    }
}

/// Whether nothing but the truth of an expression is looked at.
fn is_decision(expression: &Expression) -> bool {
    matches!(expression.converted, None | Some(CType::Integer { ty: Type::BOOL, .. }))
}
