//! Walks over all parts of statements and expressions.

use super::syntax::{
    Designator, Expression, ExpressionKind, Initializer, Name, Prefix, Source, Statement, StatementKind,
};
use rustc_hash::FxHashSet;

impl<'a> Expression<'a> {
    /// Calls `look` for every part of the expression, the whole first; also for parts of statements inside.
    pub fn visit<'b>(&'b self, look: &mut dyn FnMut(Part<'a, 'b>)) {
        look(Part::Expression(self));
        match &self.kind {
            ExpressionKind::Prefix(_, inner)
            | ExpressionKind::Postfix(_, inner)
            | ExpressionKind::Cast(_, inner)
            | ExpressionKind::NextArgument(inner, _)
            | ExpressionKind::Member(inner, ..)
            | ExpressionKind::SizeofExpression(inner) => inner.visit(look),
            ExpressionKind::Chain(first, rest) => {
                first.visit(look);
                rest.iter().for_each(|(_, operand)| operand.visit(look));
            }
            ExpressionKind::All(all) | ExpressionKind::Any(all) | ExpressionKind::Comma(all) => {
                all.iter().for_each(|part| part.visit(look));
            }
            ExpressionKind::Conditional(test, yes, no) => {
                test.visit(look);
                yes.iter().for_each(|yes| yes.visit(look));
                no.visit(look);
            }
            ExpressionKind::Assign(_, left, right) | ExpressionKind::Index(left, right) => {
                left.visit(look);
                right.visit(look);
            }
            ExpressionKind::Call(callee, arguments) => {
                callee.visit(look);
                arguments.iter().for_each(|argument| argument.visit(look));
            }
            ExpressionKind::Statements(statements) => statements.iter().for_each(|statement| statement.visit(look)),
            ExpressionKind::Compound(_, initial) => initial.visit(look),
            ExpressionKind::Offsetof(_, path) => path.iter().for_each(|step| step.visit(look)),
            _ => {}
        }
    }

    /// Whether some part passes a test.
    pub fn any(&self, mut test: impl FnMut(&Part<'a, '_>) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |part| found = found || test(&part));
        found
    }
}

/// A part of a statement or expression.
#[derive(Clone, Copy)]
pub enum Part<'a, 'b> {
    /// A statement.
    Statement(&'b Statement<'a>),
    /// An expression.
    Expression(&'b Expression<'a>),
}

impl<'a> Statement<'a> {
    /// Calls `look` for every part, the whole first.
    pub fn visit<'b>(&'b self, look: &mut dyn FnMut(Part<'a, 'b>)) {
        look(Part::Statement(self));
        match &self.kind {
            StatementKind::Expression(inner) | StatementKind::Return(Some(inner)) => inner.visit(look),
            StatementKind::Block(statements) => statements.iter().for_each(|statement| statement.visit(look)),
            StatementKind::Declaration(declarations) => {
                for declaration in declarations {
                    declaration.length.iter().for_each(|length| length.visit(look));
                    declaration.initial.iter().for_each(|initial| initial.visit(look));
                }
            }
            StatementKind::If(test, yes, no) => {
                test.visit(look);
                yes.visit(look);
                no.iter().for_each(|no| no.visit(look));
            }
            StatementKind::While(test, body)
            | StatementKind::Switch(test, body)
            | StatementKind::DoWhile(body, test) => {
                test.visit(look);
                body.visit(look);
            }
            StatementKind::For(parts) => {
                parts.first.iter().for_each(|first| first.visit(look));
                parts.test.iter().chain(&parts.next).for_each(|part| part.visit(look));
                parts.body.visit(look);
            }
            StatementKind::Labeled(_, inner) => inner.visit(look),
            StatementKind::Assembly(assembly) => {
                let operands = assembly.outputs.iter().chain(&assembly.inputs);
                operands.for_each(|operand| operand.expression.visit(look));
            }
            _ => {}
        }
    }

    /// Whether control can get inside other than from the front.
    pub fn has_label(&self) -> bool {
        let mut found = false;
        self.visit(&mut |part| {
            found |= matches!(part, Part::Statement(Statement { kind: StatementKind::Labeled(..), .. }));
        });
        found
    }
}

impl<'a> Initializer<'a> {
    /// Calls `look` for every part.
    pub fn visit<'b>(&'b self, look: &mut dyn FnMut(Part<'a, 'b>)) {
        match self {
            Initializer::Value(value) => value.visit(look),
            Initializer::Braces(parts) => parts.iter().for_each(|(path, part)| {
                path.iter().for_each(|step| step.visit(look));
                part.visit(look);
            }),
        }
    }
}

impl<'a> Designator<'a> {
    fn visit<'b>(&'b self, look: &mut dyn FnMut(Part<'a, 'b>)) {
        match self {
            Designator::Field(_) => {}
            Designator::Index(index) => index.visit(look),
            Designator::Range(first, last) => {
                first.visit(look);
                last.visit(look);
            }
        }
    }
}

/// The names that a program mentions other than as what is called.
pub fn mentioned_elsewhere<'a>(source: &Source<'a>) -> FxHashSet<Name<'a>> {
    let (mut called, mut mentioned) = (FxHashSet::default(), Vec::new());
    let mut look = |part: Part<'a, '_>| {
        let Part::Expression(expression) = part else { return };
        match &expression.kind {
            ExpressionKind::Call(callee, _) => drop(callee.name().map(|_| called.insert(callee.span.start))),
            ExpressionKind::Name(name) => mentioned.push((*name, expression.span.start)),
            _ => {}
        }
    };
    let bodies = source.functions.iter().flat_map(|function| function.body.iter().flatten());
    bodies.for_each(|statement| statement.visit(&mut look));
    let initials = source.variables.iter().filter_map(|variable| variable.initial.as_ref());
    initials.for_each(|initial| initial.visit(&mut look));
    mentioned.into_iter().filter(|(_, at)| !called.contains(at)).map(|(name, _)| name).collect()
}

/// Whether evaluating the expression may change something.
pub fn has_effects(expression: &Expression) -> bool {
    expression.any(|part| match part {
        Part::Statement(_) => true,
        Part::Expression(part) => matches!(
            part.kind,
            ExpressionKind::Assign(..)
                | ExpressionKind::Postfix(..)
                | ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, _)
                | ExpressionKind::NextArgument(..)
                | ExpressionKind::Call(..)
                | ExpressionKind::Statements(_)
        ),
    })
}
