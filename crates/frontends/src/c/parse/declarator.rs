//! What is declared: a name with pointers, arrays and parameters around it.

use super::super::lexer::Kind;
use super::super::syntax::Span;
use super::super::types::{CType, Parameter};
use super::{Parser, is_keyword};
use crate::error::{Code, Error};

/// A declared name; empty for an abstract declarator.
pub struct Declarator<'a> {
    pub name: &'a str,
    pub span: Span,
    pub ty: CType<'a>,
}

/// A step from the name's type towards the declaration's base type.
enum Derivation<'a> {
    Pointer,
    AtomicPointer,
    Array,
    Function(Vec<Parameter<'a>>, bool),
}

/// More derivations than this in one declarator are refused.
const MOST: usize = 60;

impl<'a> Parser<'a> {
    /// Reads a declarator, named or not.
    pub fn declarator(&mut self, base: CType<'a>) -> Result<Declarator<'a>, Error> {
        let start = self.span();
        let mut derivations = Vec::new();
        let (name, span) = self.derivations(&mut derivations)?;
        if derivations.len() > MOST {
            let message = format!("more than {MOST} pointers, arrays and functions in one declaration");
            return Err(Error::new(Code::TooLarge, message, start.range()));
        }
        let ty = derivations.into_iter().rev().fold(base, |ty, derivation| match derivation {
            Derivation::Pointer => ty.pointer(),
            Derivation::AtomicPointer => ty.pointer().atomic(),
            Derivation::Array => ty.array(),
            Derivation::Function(parameters, open) => ty.function(parameters, open),
        });
        Ok(Declarator { name, span, ty })
    }

    /// A type name: specifiers and a declarator without a name.
    pub fn type_name(&mut self) -> Result<CType<'a>, Error> {
        self.skip_attributes()?;
        if !self.begins_type() {
            return Err(self.expected("a type"));
        }
        let specifiers = self.specifiers()?;
        Ok(self.declarator(specifiers.ty)?.ty)
    }

    /// Collects derivations, those next to the name first.
    fn derivations(&mut self, derivations: &mut Vec<Derivation<'a>>) -> Result<(&'a str, Span), Error> {
        let (mut pointers, mut atomic) = (0usize, false);
        loop {
            self.skip_attributes()?;
            if self.eat_symbol("*") {
                pointers += 1;
                continue;
            }
            match self.peek() {
                "const" | "volatile" | "restrict" | "__restrict" | "__restrict__" | "__const" | "__volatile__" => {
                    self.advance();
                }
                "_Atomic" => {
                    atomic = true;
                    self.advance();
                }
                _ => break,
            }
        }
        let (mut name, mut span) = ("", self.span());
        if self.peek_kind() == Kind::Word && !is_keyword(self.peek()) {
            name = self.peek();
            self.advance();
        } else if self.is_symbol("(") && !self.parameters_follow() {
            self.advance();
            self.descend()?;
            (name, span) = self.derivations(derivations)?;
            self.ascend();
            self.expect(")")?;
        }
        loop {
            self.skip_attributes()?;
            if self.eat_symbol("[") {
                while matches!(self.peek(), "static" | "const" | "restrict" | "__restrict" | "volatile") {
                    self.advance();
                }
                if !self.is_symbol("]") {
                    self.assignment()?;
                }
                self.expect("]")?;
                derivations.push(Derivation::Array);
            } else if self.eat_symbol("(") {
                let (parameters, open) = self.parameters()?;
                derivations.push(Derivation::Function(parameters, open));
            } else {
                break;
            }
        }
        let pointer = || if atomic { Derivation::AtomicPointer } else { Derivation::Pointer };
        derivations.extend((0..pointers.min(MOST + 1)).map(|_| pointer()));
        Ok((name, span))
    }

    /// After an abstract declarator's `(`: parameters rather than a declarator in parentheses.
    fn parameters_follow(&mut self) -> bool {
        self.at += 1;
        let follow = self.begins_type() || self.is_symbol(")");
        self.at -= 1;
        follow
    }

    fn parameters(&mut self) -> Result<(Vec<Parameter<'a>>, bool), Error> {
        let mut parameters = Vec::new();
        if self.eat_symbol(")") {
            return Ok((parameters, true));
        }
        if self.is_word("void") && self.token_after(1) == (Kind::Symbol, ")") {
            self.advance();
            self.advance();
            return Ok((parameters, false));
        }
        self.descend()?;
        loop {
            if self.eat_symbol("...") {
                self.ascend();
                self.expect(")")?;
                return Ok((parameters, true));
            }
            self.skip_attributes()?;
            if !self.begins_type() {
                return Err(self.expected("a parameter's type"));
            }
            let specifiers = self.specifiers()?;
            let declarator = self.declarator(specifiers.ty)?;
            parameters.push(Parameter { name: declarator.name, ty: declarator.ty.decayed() });
            if !self.eat_symbol(",") {
                self.ascend();
                self.expect(")")?;
                return Ok((parameters, false));
            }
        }
    }
}
