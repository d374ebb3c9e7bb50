//! Statements.

use super::super::lexer::Kind;
use super::super::resolve::conversions::{convert, decide, promote};
use super::super::syntax::{Expression, For, Label, Statement, StatementKind};
use super::{Parser, Scope};
use crate::error::Error;

impl<'a> Parser<'_, 'a> {
    /// A block in braces with its own scope.
    pub fn block(&mut self) -> Result<Vec<Statement<'a>>, Error> {
        self.open_scope(Scope::default());
        let statements = self.braced_statements()?;
        self.close_scope();
        Ok(statements)
    }

    /// The statements of a block whose scope is open: that of a function's body declares the parameters too (C11 6.2.1).
    pub fn braced_statements(&mut self) -> Result<Vec<Statement<'a>>, Error> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.eat_symbol("}") {
            if self.peek_kind() == Kind::End {
                return Err(self.expected("`}`"));
            }
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    /// A statement that is part of another one: a block of its own (C11 6.8.4, 6.8.5), with braces or without.
    fn part(&mut self) -> Result<Box<Statement<'a>>, Error> {
        self.open_scope(Scope::default());
        let part = self.statement()?;
        self.close_scope();
        Ok(Box::new(part))
    }

    /// One statement or declaration.
    pub fn statement(&mut self) -> Result<Statement<'a>, Error> {
        self.descend()?;
        let start = self.span();
        let labels = self.labels()?;
        let kind = match labels.is_empty() {
            true => self.unlabeled()?,
            // A label may stand at the end of a block.
            false if self.is_symbol("}") => {
                let span = self.span();
                let kind = StatementKind::Empty;
                StatementKind::Labeled(labels, Box::new(Statement { kind, span }))
            }
            false => {
                let inner_start = self.span();
                let kind = self.unlabeled()?;
                let span = self.since(inner_start);
                StatementKind::Labeled(labels, Box::new(Statement { kind, span }))
            }
        };
        self.ascend();
        Ok(Statement { kind, span: self.since(start) })
    }

    fn labels(&mut self) -> Result<Vec<Label<'a>>, Error> {
        let mut labels = Vec::new();
        loop {
            if self.peek_kind() != Kind::Word {
                break;
            }
            let span = self.span();
            if self.eat_word("case") {
                let from = self.conditional()?;
                let to = if self.eat_symbol("...") { Some(Box::new(self.conditional()?)) } else { None };
                labels.push(Label::Case(from, to));
            } else if self.eat_word("default") {
                labels.push(Label::Default);
            } else if self.token_after(1) == (Kind::Symbol, ":") {
                let name = self.name("a label")?;
                labels.push(Label::Name(self.label_name(name), span));
            } else {
                break;
            }
            self.expect(":")?;
            // What follows a `case` belongs to the statement.
            if let Some(Label::Name(..)) = labels.last()
                && let Some(attribute) = self.attributes()?
            {
                return Err(span.unsupported(format!("a label with the attribute `{attribute}`")));
            }
        }
        Ok(labels)
    }

    fn unlabeled(&mut self) -> Result<StatementKind<'a>, Error> {
        if self.is_symbol("{") {
            return Ok(StatementKind::Block(self.block()?));
        }
        if self.eat_symbol(";") {
            return Ok(StatementKind::Empty);
        }
        if self.begins_brackets() {
            let start = self.span();
            return match self.attributes()? {
                Some(name) => Err(start.unsupported(format!("the attribute `{name}`"))),
                None => self.unlabeled(),
            };
        }
        if self.peek_kind() == Kind::Word {
            match self.peek() {
                "if" | "while" | "do" | "for" | "switch" => {
                    self.open_scope(Scope::default());
                    let control = self.control()?;
                    self.close_scope();
                    return Ok(control);
                }
                "goto" | "break" | "continue" | "return" => return self.jump(),
                "asm" | "__asm__" | "__asm" => return self.assembly(),
                "_Static_assert" => {
                    self.static_assertion()?;
                    return Ok(StatementKind::Empty);
                }
                "__label__" => {
                    while !self.eat_symbol(";") {
                        if self.peek_kind() == Kind::End {
                            return Err(self.expected("`;`"));
                        }
                        self.advance();
                    }
                    return Ok(StatementKind::Empty);
                }
                _ => {}
            }
        }
        if self.begins_declaration() {
            return Ok(StatementKind::Declaration(self.local_declaration()?));
        }
        let expression = self.expression()?;
        self.expect(";")?;
        Ok(StatementKind::Expression(expression))
    }

    fn control(&mut self) -> Result<StatementKind<'a>, Error> {
        let word = self.peek();
        self.advance();
        if word == "do" {
            let body = self.part()?;
            if !self.eat_word("while") {
                return Err(self.expected("`while`"));
            }
            self.expect("(")?;
            let test = self.decision()?;
            self.expect(")")?;
            self.expect(";")?;
            return Ok(StatementKind::DoWhile(body, test));
        }
        self.expect("(")?;
        if word == "for" {
            return self.for_loop();
        }
        let test = if word == "switch" { self.promoted()? } else { self.decision()? };
        self.expect(")")?;
        let body = self.part()?;
        Ok(match word {
            "if" => {
                let no = if self.eat_word("else") { Some(self.part()?) } else { None };
                StatementKind::If(test, body, no)
            }
            "while" => StatementKind::While(test, body),
            _ => StatementKind::Switch(test, body),
        })
    }

    /// An expression that decides by whether it is not zero (C11 6.8.4.1, 6.8.5).
    fn decision(&mut self) -> Result<Expression<'a>, Error> {
        let mut test = self.expression()?;
        decide(&mut test, self.layout());
        Ok(test)
    }

    /// The number that a `switch` looks at (C11 6.8.4.2).
    fn promoted(&mut self) -> Result<Expression<'a>, Error> {
        let mut number = self.expression()?;
        promote(&mut number, self.layout());
        Ok(number)
    }

    fn for_loop(&mut self) -> Result<StatementKind<'a>, Error> {
        let start = self.span();
        let first = if self.eat_symbol(";") {
            None
        } else if self.begins_declaration() {
            let kind = StatementKind::Declaration(self.local_declaration()?);
            Some(Statement { kind, span: self.since(start) })
        } else {
            let kind = StatementKind::Expression(self.expression()?);
            let span = self.since(start);
            self.expect(";")?;
            Some(Statement { kind, span })
        };
        let test = if self.is_symbol(";") { None } else { Some(self.decision()?) };
        self.expect(";")?;
        let next = if self.is_symbol(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        let body = *self.part()?;
        Ok(StatementKind::For(Box::new(For { first, test, next, body })))
    }

    fn jump(&mut self) -> Result<StatementKind<'a>, Error> {
        let word = self.peek();
        self.advance();
        let kind = match word {
            "goto" if self.eat_symbol("*") => {
                self.expression()?;
                StatementKind::Refused("a computed `goto`")
            }
            "goto" => {
                let name = self.name("a label")?;
                StatementKind::Goto(self.label_name(name))
            }
            "break" => StatementKind::Break,
            "continue" => StatementKind::Continue,
            _ if self.is_symbol(";") => StatementKind::Return(None),
            _ => {
                let mut value = self.expression()?;
                // As if it was assigned to an object of the type that the function returns (C11 6.8.6.4).
                if let Some(result) = &self.body.result {
                    convert(&mut value, result, self.layout());
                }
                StatementKind::Return(Some(value))
            }
        };
        self.expect(";")?;
        Ok(kind)
    }
}
