//! Inline assembly of gcc: a template, operands, and what else changes.

use super::super::lexer::Kind;
use super::super::syntax::{Assembly, AssemblyOperand, ExpressionKind, Prefix, StatementKind};
use super::Parser;
use super::literal::append_text;
use crate::error::Error;

impl<'a> Parser<'_, 'a> {
    /// `asm volatile ("template" : outputs : inputs : clobbers);`
    pub fn assembly(&mut self) -> Result<StatementKind<'a>, Error> {
        let mut jumps = false;
        while self.peek_kind() == Kind::Word {
            jumps |= self.is_word("goto");
            self.advance();
        }
        self.expect("(")?;
        let template = self.literal()?;
        let (mut outputs, mut inputs, mut writes_memory) = (Vec::new(), Vec::new(), false);
        if self.eat_symbol(":") {
            outputs = self.assembly_operands(true)?;
        }
        if self.eat_symbol(":") {
            inputs = self.assembly_operands(false)?;
        }
        if self.eat_symbol(":") {
            while self.peek_kind() == Kind::Text {
                writes_memory |= self.literal()? == "memory";
                self.eat_symbol(",");
            }
        }
        if self.eat_symbol(":") {
            while self.peek_kind() == Kind::Word {
                self.advance();
                self.eat_symbol(",");
            }
        }
        self.expect(")")?;
        self.expect(";")?;
        if jumps {
            return Ok(StatementKind::Refused("assembly that jumps"));
        }
        Ok(StatementKind::Assembly(Box::new(Assembly { template, outputs, inputs, writes_memory })))
    }

    /// Literals that stand next to each other.
    fn literal(&mut self) -> Result<String, Error> {
        if self.peek_kind() != Kind::Text {
            return Err(self.expected("a literal"));
        }
        let mut bytes = Vec::new();
        while self.peek_kind() == Kind::Text {
            let span = self.span();
            append_text(self.peek(), &mut bytes)
                .map_err(|message| Error::new(crate::error::Code::Syntax, message, span.range()))?;
            self.advance();
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// `[name] "constraint" (expression), ...`. What is written is kept as an address.
    fn assembly_operands(&mut self, written: bool) -> Result<Vec<AssemblyOperand<'a>>, Error> {
        let mut operands = Vec::new();
        while self.is_symbol("[") || self.peek_kind() == Kind::Text {
            let mut name = None;
            if self.eat_symbol("[") {
                name = Some(self.name("a name")?);
                self.expect("]")?;
            }
            let constraint = self.literal()?;
            let start = self.span();
            self.expect("(")?;
            let expression = self.expression()?;
            self.expect(")")?;
            let expression = match written {
                true => self.made(ExpressionKind::Prefix(Prefix::Address, Box::new(expression)), start),
                false => expression,
            };
            operands.push(AssemblyOperand { name, constraint, expression });
            if !self.eat_symbol(",") {
                break;
            }
        }
        Ok(operands)
    }
}
