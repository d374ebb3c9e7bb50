//! What is declared: a name with pointers, arrays and parameters around it.

use super::super::DataModel;
use super::super::constant::constant;
use super::super::lexer::Kind;
use super::super::syntax::{Expression, ExpressionKind, Part, Span};
use super::super::types::{CType, Parameter, VARIABLE_ARRAY};
use super::specifier::Specifiers;
use super::{Parser, is_keyword};
use crate::error::{Code, Error};

/// A declared name; empty for an abstract declarator.
pub struct Declarator<'a> {
    pub name: &'a str,
    pub span: Span,
    pub ty: CType<'a>,
    /// An attribute that may change what the program does.
    pub attribute: Option<&'a str>,
}

impl<'a> Declarator<'a> {
    /// The type where only that is kept of the declarator.
    pub fn plain_type(self) -> CType<'a> {
        self.attribute.map_or(self.ty, CType::Attributed)
    }
}

/// A step from the name's type towards the declaration's base type.
enum Derivation<'a> {
    Pointer,
    AtomicPointer,
    Array,
    VariableArray,
    Function(Vec<Parameter<'a>>, bool),
}

/// More derivations than this in one declarator are refused.
const MOST: usize = 60;

impl<'a> Parser<'a> {
    /// Reads a declarator, named or not, after specifiers.
    pub fn declarator(&mut self, specifiers: &Specifiers<'a>) -> Result<Declarator<'a>, Error> {
        let start = self.span();
        let (mut derivations, mut attribute) = (Vec::new(), specifiers.attribute);
        let (name, span) = self.derivations(&mut derivations, &mut attribute)?;
        if derivations.len() > MOST {
            let message = format!("more than {MOST} pointers, arrays and functions in one declaration");
            return Err(Error::new(Code::TooLarge, message, start.range()));
        }
        let ty = derivations.into_iter().rev().fold(specifiers.ty.clone(), |ty, derivation| match derivation {
            Derivation::Pointer => ty.pointer(),
            Derivation::AtomicPointer => ty.pointer().atomic(),
            Derivation::Array => ty.array(),
            Derivation::VariableArray => CType::Other(VARIABLE_ARRAY),
            Derivation::Function(parameters, open) => ty.function(parameters, open),
        });
        Ok(Declarator { name, span, ty, attribute })
    }

    /// A type name: specifiers and a declarator without a name.
    pub fn type_name(&mut self) -> Result<CType<'a>, Error> {
        let attribute = self.attributes()?;
        if !self.begins_type() {
            return Err(self.expected("a type"));
        }
        let specifiers = self.specifiers_after(attribute)?;
        Ok(self.declarator(&specifiers)?.plain_type())
    }

    /// Collects derivations, those next to the name first.
    fn derivations(
        &mut self,
        derivations: &mut Vec<Derivation<'a>>,
        attribute: &mut Option<&'a str>,
    ) -> Result<(&'a str, Span), Error> {
        let (mut pointers, mut atomic) = (0usize, false);
        loop {
            *attribute = attribute.or(self.attributes()?);
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
            (name, span) = self.derivations(derivations, attribute)?;
            self.ascend();
            self.expect(")")?;
        }
        loop {
            *attribute = attribute.or(self.attributes()?);
            if self.eat_symbol("[") {
                while matches!(self.peek(), "static" | "const" | "restrict" | "__restrict" | "volatile") {
                    self.advance();
                }
                let size = if self.is_symbol("]") { None } else { Some(self.assignment()?) };
                self.expect("]")?;
                let variable = size.is_some_and(|size| is_variable(&size, self.model));
                derivations.push(if variable { Derivation::VariableArray } else { Derivation::Array });
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
            let attribute = self.attributes()?;
            if !self.begins_type() {
                return Err(self.expected("a parameter's type"));
            }
            let specifiers = self.specifiers_after(attribute)?;
            let declarator = self.declarator(&specifiers)?;
            parameters.push(Parameter { name: declarator.name, ty: declarator.plain_type().decayed() });
            if !self.eat_symbol(",") {
                self.ascend();
                self.expect(")")?;
                return Ok((parameters, false));
            }
        }
    }
}

/// Whether the size of an array is computed while the program runs. Sizes of structures are not known here but are
/// constant all the same: only what is evaluated counts, and `sizeof` does not evaluate.
fn is_variable(size: &Expression, model: DataModel) -> bool {
    let mut unevaluated = 0;
    constant(size, model).is_err()
        && size.any(|part| match part {
            Part::Expression(part) if part.span.start < unevaluated => false,
            Part::Expression(part) => {
                if matches!(part.kind, ExpressionKind::SizeofExpression(_)) {
                    unevaluated = part.span.end;
                }
                part.name().is_some()
            }
            Part::Statement(_) => true,
        })
}
