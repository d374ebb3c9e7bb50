//! Operands: names, literals, parentheses, calls and what else follows an operand.

use super::super::lexer::Kind;
use super::super::resolve::Entity;
use super::super::syntax::{Designator, Expression, ExpressionKind, Operator, Span};
use super::literal::{append_text, character, number};
use super::{Meaning, Parser};
use crate::error::{Code, Error};
use umpteen_model::c::expression::Expr;

/// Calls, members and indices after one operand; more would make the syntax tree too deep for recursive walks.
const MOST_SUFFIXES: usize = 60;

impl<'a> Parser<'_, 'a> {
    /// An operand with what follows it.
    pub fn postfix(&mut self) -> Result<Expression<'a>, Error> {
        let start = self.span();
        let operand = self.primary()?;
        self.suffixes(operand, start)
    }

    /// What follows an operand: calls, members and indices.
    pub fn suffixes(&mut self, mut operand: Expression<'a>, start: Span) -> Result<Expression<'a>, Error> {
        for _ in 0..MOST_SUFFIXES {
            if self.peek_kind() != Kind::Symbol {
                return Ok(operand);
            }
            let kind = match self.peek() {
                "(" => {
                    self.advance();
                    let arguments = self.arguments()?;
                    ExpressionKind::Call(Box::new(operand), arguments)
                }
                "[" => {
                    self.advance();
                    let index = self.expression()?;
                    self.expect("]")?;
                    ExpressionKind::Index(Box::new(operand), Box::new(index))
                }
                symbol @ ("." | "->") => {
                    self.advance();
                    ExpressionKind::Member(Box::new(operand), self.name("a member")?, symbol == "->")
                }
                "++" => {
                    self.advance();
                    ExpressionKind::Postfix(Operator::Add, Box::new(operand))
                }
                "--" => {
                    self.advance();
                    ExpressionKind::Postfix(Operator::Subtract, Box::new(operand))
                }
                _ => return Ok(operand),
            };
            operand = self.made(kind, start);
        }
        let message = format!("more than {MOST_SUFFIXES} calls, members or indices in a row");
        Err(Error::new(Code::TooLarge, message, start.range()))
    }

    fn arguments(&mut self) -> Result<Vec<Expression<'a>>, Error> {
        let mut arguments = Vec::new();
        if self.eat_symbol(")") {
            return Ok(arguments);
        }
        loop {
            let start = self.span();
            // Some built-in functions take types.
            if self.begins_type() {
                self.type_name()?;
                arguments.push(self.made(ExpressionKind::Refused("a type as an argument"), start));
            } else {
                arguments.push(self.assignment()?);
            }
            if !self.eat_symbol(",") {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }

    fn primary(&mut self) -> Result<Expression<'a>, Error> {
        let start = self.span();
        let kind = match self.peek_kind() {
            Kind::Number => {
                let kind = number(self.peek(), self.model).map_err(|message| syntax(message, start))?;
                self.advance();
                kind
            }
            Kind::Character => {
                let kind = character(self.peek()).map_err(|message| syntax(message, start))?;
                self.advance();
                kind
            }
            Kind::Text => {
                let (mut bytes, mut wide) = (Vec::new(), false);
                while self.peek_kind() == Kind::Text {
                    wide |= !append_text(self.peek(), &mut bytes).map_err(|message| syntax(message, self.span()))?;
                    self.advance();
                }
                if wide { ExpressionKind::Refused("a string of wide characters") } else { ExpressionKind::Text(bytes) }
            }
            Kind::Word => self.word()?,
            Kind::Symbol if self.is_symbol("(") => return self.parenthesis(),
            _ => return Err(self.expected("an expression")),
        };
        Ok(self.made(kind, start))
    }

    fn word(&mut self) -> Result<ExpressionKind<'a>, Error> {
        match self.peek() {
            "_Generic" => return self.generic(),
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                self.advance();
                return Ok(ExpressionKind::Text(self.body.function.as_bytes().to_vec()));
            }
            "__builtin_va_arg" if self.token_after(1) == (Kind::Symbol, "(") => return self.next_argument(),
            "__builtin_offsetof" if self.token_after(1) == (Kind::Symbol, "(") => return self.offset_of(),
            _ => {}
        }
        let span = self.span();
        let name = self.name("an expression")?;
        // What nobody has declared is a function with external linkage.
        if self.meaning(name).is_none() && self.is_symbol("(") {
            let symbol = self.asked.symbol.take();
            self.note(name, span, super::super::syntax::Storage::Usual, false);
            self.asked.symbol = symbol;
        }
        Ok(match self.meaning(name) {
            Some(Meaning::Constant(Some(Expr::Constant(bits, ty)))) => ExpressionKind::Constant(*bits, *ty),
            Some(Meaning::Constant(_)) => ExpressionKind::Refused("an enumeration constant without a known value"),
            Some(Meaning::Ordinary(name, _)) => ExpressionKind::Name(*name),
            _ => ExpressionKind::Name(self.link(name, Entity::Undeclared)),
        })
    }

    /// `__builtin_va_arg(list, type)`.
    fn next_argument(&mut self) -> Result<ExpressionKind<'a>, Error> {
        self.advance();
        self.advance();
        let list = self.assignment()?;
        self.expect(",")?;
        let ty = self.type_name()?;
        self.expect(")")?;
        Ok(ExpressionKind::NextArgument(Box::new(list), ty))
    }

    /// `__builtin_offsetof(type, a.b[1])`.
    fn offset_of(&mut self) -> Result<ExpressionKind<'a>, Error> {
        self.advance();
        self.advance();
        let ty = self.type_name()?;
        self.expect(",")?;
        let mut path = vec![Designator::Field(self.name("a member")?)];
        path.extend(self.steps()?);
        self.expect(")")?;
        Ok(ExpressionKind::Offsetof(ty, path))
    }

    /// Parentheses around an expression, or around a block for its last value.
    fn parenthesis(&mut self) -> Result<Expression<'a>, Error> {
        let start = self.span();
        self.advance();
        if self.is_symbol("{") {
            self.descend()?;
            let statements = self.block()?;
            self.ascend();
            self.expect(")")?;
            return Ok(self.made(ExpressionKind::Statements(statements), start));
        }
        let mut inner = self.expression()?;
        self.expect(")")?;
        // The parentheses belong to the text, but an assertion's condition reads better without.
        if !matches!(inner.kind, ExpressionKind::Name(_)) {
            inner.span = self.since(start);
        }
        Ok(inner)
    }
}

fn syntax(message: String, span: Span) -> Error {
    Error::new(Code::Syntax, message, span.range())
}
