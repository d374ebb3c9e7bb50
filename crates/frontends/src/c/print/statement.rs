//! Statements as C (C11 6.8), a line each.

use super::super::syntax::{Expression, For, Initializer, Label, Statement, StatementKind};
use super::Printer;
use crate::error::Error;

impl<'a> Printer<'_, 'a> {
    /// The lines of statements.
    pub fn statements(&mut self, statements: &[Statement<'a>]) -> Result<Vec<String>, Error> {
        let mut lines = Vec::new();
        for statement in statements {
            lines.extend(self.statement(statement)?.into_iter().map(|line| format!("  {line}")));
        }
        Ok(lines)
    }

    fn statement(&mut self, statement: &Statement<'a>) -> Result<Vec<String>, Error> {
        self.span = statement.span;
        Ok(match &statement.kind {
            StatementKind::Empty => vec![";".to_string()],
            StatementKind::Expression(value) => vec![format!("{};", self.expression(value)?)],
            StatementKind::Block(statements) => within("", self.statements(statements)?, ""),
            StatementKind::Declaration(declarations) => {
                let mut lines = Vec::new();
                for declaration in declarations {
                    let storage = match declaration.storage {
                        storage if storage.is_static() => "static ",
                        storage if storage.is_extern() => "extern ",
                        _ => "",
                    };
                    let thread = if declaration.storage.is_thread() { "_Thread_local " } else { "" };
                    lines.push(format!("{storage}{thread}{}", self.declaration(declaration)?));
                }
                lines
            }
            StatementKind::If(test, yes, no) => {
                let head = format!("if ({}) ", self.expression(test)?);
                let mut lines = within(&head, self.inner(yes)?, "");
                if let Some(no) = no {
                    lines.extend(within("else ", self.inner(no)?, ""));
                }
                lines
            }
            StatementKind::While(test, body) => {
                let head = format!("while ({}) ", self.expression(test)?);
                within(&head, self.inner(body)?, "")
            }
            StatementKind::DoWhile(body, test) => {
                let body = self.inner(body)?;
                within("do ", body, &format!(" while ({});", self.expression(test)?))
            }
            StatementKind::For(parts) => self.for_loop(parts)?,
            StatementKind::Switch(test, body) => {
                let head = format!("switch ({}) ", self.expression(test)?);
                within(&head, self.inner(body)?, "")
            }
            StatementKind::Labeled(labels, inner) => {
                let mut lines = Vec::new();
                for label in labels {
                    lines.push(self.label(label)?);
                }
                lines.extend(self.statement(inner)?);
                lines
            }
            StatementKind::Goto(label) => vec![format!("goto {};", self.name(*label))],
            StatementKind::Break => vec!["break;".to_string()],
            StatementKind::Continue => vec!["continue;".to_string()],
            StatementKind::Return(None) => vec!["return;".to_string()],
            StatementKind::Return(Some(value)) => vec![format!("return {};", self.expression(value)?)],
            StatementKind::Assembly(_) => return Err(statement.span.unsupported("printing inline assembly")),
            StatementKind::Refused(what) => return Err(statement.span.unsupported(what)),
        })
    }

    /// A statement inside of another one, a block of its own.
    fn inner(&mut self, statement: &Statement<'a>) -> Result<Vec<String>, Error> {
        self.statements(std::slice::from_ref(statement))
    }

    /// A loop in the block of its first clause.
    fn for_loop(&mut self, parts: &For<'a>) -> Result<Vec<String>, Error> {
        let mut lines = match &parts.first {
            Some(first) => self.inner(first)?,
            None => Vec::new(),
        };
        let mut clause = |part: &Option<Expression<'a>>| match part {
            Some(part) => self.expression(part),
            None => Ok(String::new()),
        };
        let head = format!("for (; {}; {}) ", clause(&parts.test)?, clause(&parts.next)?);
        let body = self.inner(&parts.body)?;
        lines.extend(within(&head, body, "").into_iter().map(|line| format!("  {line}")));
        Ok(within("", lines, ""))
    }

    fn label(&mut self, label: &Label<'a>) -> Result<String, Error> {
        Ok(match label {
            Label::Name(name, _) => format!("{}: ;", self.name(*name)),
            Label::Case(value, None) => format!("case {}: ;", self.expression(value)?),
            Label::Case(first, Some(last)) => {
                format!("case {} ... {}: ;", self.expression(first)?, self.expression(last)?)
            }
            Label::Default => "default: ;".to_string(),
        })
    }

    /// `({ ... })`: the last value, of whatever type, is that of the whole.
    pub fn statement_expression(&mut self, statements: &[Statement<'a>]) -> Result<String, Error> {
        let span = self.span;
        let lines = self.statements(statements)?;
        self.span = span;
        Ok(format!("({{ {} }})", lines.join(" ")))
    }

    /// The values of a compound literal.
    pub fn literal(&mut self, initial: &Initializer<'a>) -> Result<String, Error> {
        match initial {
            Initializer::Value(value) => Ok(format!("{{ {} }}", self.expression(value)?)),
            Initializer::Braces(parts) => self.braces(parts),
        }
    }
}

fn within(head: &str, lines: Vec<String>, tail: &str) -> Vec<String> {
    let mut all = vec![format!("{head}{{")];
    all.extend(lines);
    all.push(format!("}}{tail}"));
    all
}
