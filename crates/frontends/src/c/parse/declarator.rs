//! What is declared: a name with pointers, arrays and parameters around it.

use super::super::lexer::Kind;
use super::super::resolve::constant_expressions::constant;
use super::super::resolve::{Duration, Entity};
use super::super::syntax::{Expression, ExpressionKind, Part, Prefix, Span};
use super::super::types::{CType, Parameter, VARIABLE_ARRAY};
use super::specifier::Specifiers;
use super::{Meaning, Parser, Scope, is_keyword};
use crate::error::{Code, Error};
use umpteen_model::c::expression::Expr;

/// A declared name; empty for an abstract declarator.
pub struct Declarator<'a> {
    pub name: &'a str,
    pub span: Span,
    pub ty: CType<'a>,
    /// What the parameters of a function declare, for its body.
    pub parameters: Scope<'a>,
    /// Whether what is declared is `const`, not only what it points to.
    pub constant: bool,
    /// Whether it is a pointer, or an array as a parameter, and leads to something `const`.
    pub leads_to_constant: bool,
    /// An attribute that may change what the program does.
    pub attribute: Option<&'a str>,
    /// The elements and the length of an array whose length is computed while the program runs.
    pub length: Option<(CType<'a>, Expression<'a>)>,
}

impl<'a> Declarator<'a> {
    /// The type where only that is kept of the declarator.
    pub fn plain_type(self) -> CType<'a> {
        self.attribute.map_or(self.ty, CType::Attributed)
    }
}

/// A step from the name's type towards the declaration's base type.
enum Derivation<'a> {
    Pointer(Qualifiers),
    Array(Option<u64>),
    /// Of a size that is computed while the program runs.
    Variable(Expression<'a>),
    /// Of a size that is no integer constant, by what to call it.
    OtherArray(&'static str),
    Function(Vec<Parameter<'a>>, bool, Scope<'a>),
}

impl Derivation<'_> {
    fn is_array(&self) -> bool {
        matches!(self, Derivation::Array(_) | Derivation::Variable(_) | Derivation::OtherArray(_))
    }
}

/// What stands behind a `*`.
#[derive(Clone, Copy, Default)]
struct Qualifiers {
    atomic: bool,
    constant: bool,
}

/// More derivations than this in one declarator are refused.
const MOST: usize = 60;

impl<'a> Parser<'_, 'a> {
    /// Reads a declarator, named or not, after specifiers.
    pub fn declarator(&mut self, specifiers: &Specifiers<'a>) -> Result<Declarator<'a>, Error> {
        let start = self.span();
        let (mut derivations, mut attribute) = (Vec::new(), specifiers.attribute);
        let (name, span) = self.derivations(&mut derivations, &mut attribute)?;
        if derivations.len() > MOST {
            let message = format!("more than {MOST} pointers, arrays and functions in one declaration");
            return Err(Error::new(Code::TooLarge, message, start.range()));
        }
        let parameters = match derivations.first_mut() {
            Some(Derivation::Function(_, _, scope)) => std::mem::take(scope),
            _ => Scope::default(),
        };
        // Elements of arrays are what is said of the array.
        let constant = match derivations.iter().find(|one| !one.is_array()) {
            Some(Derivation::Pointer(qualifiers)) => qualifiers.constant,
            Some(_) => false,
            None => specifiers.constant,
        };
        let leads_to_constant = match derivations.get(..2).unwrap_or(&derivations) {
            [Derivation::Pointer(_) | Derivation::Array(_)] => specifiers.constant,
            [Derivation::Pointer(_) | Derivation::Array(_), Derivation::Pointer(qualifiers)] => qualifiers.constant,
            _ => false,
        };
        let size = match derivations.first() {
            Some(Derivation::Variable(_)) => Some(derivations.remove(0)),
            _ => None,
        };
        let ty = derivations.into_iter().rev().fold(specifiers.ty.clone(), |ty, derivation| match derivation {
            Derivation::Variable(_) => CType::Other(VARIABLE_ARRAY),
            Derivation::Pointer(Qualifiers { atomic: true, .. }) => ty.pointer().atomic(),
            Derivation::Pointer(_) => ty.pointer(),
            Derivation::Array(size) => ty.array(size),
            Derivation::OtherArray(what) => CType::Other(what),
            Derivation::Function(parameters, open, _) => ty.function(parameters, open),
        });
        let (ty, length) = match size {
            Some(Derivation::Variable(size)) => (CType::Other(VARIABLE_ARRAY), Some((ty, size))),
            _ => (ty, None),
        };
        let length = length.filter(|(element, _)| !element.is_variable() && !matches!(element, CType::Thread));
        Ok(Declarator { name, span, ty, parameters, constant, leads_to_constant, attribute, length })
    }

    /// A type name: specifiers and a declarator without a name.
    pub fn type_name(&mut self) -> Result<CType<'a>, Error> {
        let attribute = self.attributes()?;
        if !self.begins_type() {
            return Err(self.expected("a type"));
        }
        // `typeof`, `_Atomic` and `_Alignas` hold types again.
        self.descend()?;
        let outer = (self.asked.alignment.take(), self.asked.symbol.take());
        let specifiers = self.specifiers_after(attribute)?;
        let ty = self.declarator(&specifiers)?.plain_type();
        let ty = self.aligned_type(ty);
        (self.asked.alignment, self.asked.symbol) = outer;
        self.ascend();
        Ok(ty)
    }

    /// A type after the alignment that its declaration asks for: one that is not its own is an attribute.
    pub fn aligned_type(&mut self, ty: CType<'a>) -> CType<'a> {
        match self.asked.alignment.take() {
            Some(aligned) if self.layout().alignment(&ty) != Some(aligned) => CType::Attributed("aligned"),
            _ => ty,
        }
    }

    /// Collects derivations, those next to the name first.
    fn derivations(
        &mut self,
        derivations: &mut Vec<Derivation<'a>>,
        attribute: &mut Option<&'a str>,
    ) -> Result<(&'a str, Span), Error> {
        let mut pointers: Vec<Qualifiers> = Vec::new();
        // What stands before the name, or in parentheses, is about parameters or what is pointed to.
        let mut noreturn = self.asked.noreturn;
        loop {
            *attribute = attribute.or(self.attributes()?);
            if self.eat_symbol("*") {
                pointers.push(Qualifiers::default());
                continue;
            }
            match self.peek() {
                "const" | "__const" | "__const__" => {
                    pointers.last_mut().into_iter().for_each(|pointer| pointer.constant = true);
                }
                "_Atomic" => pointers.last_mut().into_iter().for_each(|pointer| pointer.atomic = true),
                "volatile" | "restrict" | "__restrict" | "__restrict__" | "__volatile__" | "__volatile" => {}
                _ => break,
            }
            self.advance();
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
            self.asked.noreturn = false;
            *attribute = attribute.or(self.attributes()?);
            noreturn |= self.asked.noreturn;
            if self.eat_symbol("[") {
                while matches!(self.peek(), "static" | "const" | "restrict" | "__restrict" | "volatile") {
                    self.advance();
                }
                let star = self.is_symbol("*") && self.token_after(1) == (Kind::Symbol, "]") && self.eat_symbol("*");
                let size = if self.is_symbol("]") { None } else { Some(self.assignment()?) };
                self.expect("]")?;
                derivations.push(match size {
                    None if star => Derivation::OtherArray(VARIABLE_ARRAY),
                    None => Derivation::Array(None),
                    Some(size) => self.array_size(size)?,
                });
            } else if self.eat_symbol("(") {
                let (parameters, open, scope) = self.parameters()?;
                derivations.push(Derivation::Function(parameters, open, scope));
            } else {
                break;
            }
        }
        self.asked.noreturn = noreturn;
        derivations.extend(pointers.into_iter().rev().take(MOST + 1).map(Derivation::Pointer));
        Ok((name, span))
    }

    /// The names of the parameters of an old definition, whose types follow the parentheses.
    fn old_names(&mut self) -> Result<Vec<Parameter<'a>>, Error> {
        let mut parameters = Vec::new();
        loop {
            parameters.push(Parameter { name: self.name("a parameter")?, ty: CType::INT, read_only: false });
            if !self.eat_symbol(",") {
                self.expect(")")?;
                return Ok(parameters);
            }
        }
    }

    /// The types of the parameters of an old definition, before its body.
    pub fn old_parameters(&mut self, function: &mut Declarator<'a>) -> Result<(), Error> {
        let mut types = Vec::new();
        let noreturn = self.asked.noreturn;
        while self.begins_type() {
            let specifiers = self.specifiers()?;
            loop {
                let declarator = self.declarator(&specifiers)?;
                types.push((declarator.name, declarator.plain_type().decayed()));
                if !self.eat_symbol(",") {
                    break;
                }
            }
            self.expect(";")?;
        }
        self.asked.noreturn = noreturn;
        if let CType::Function(ty) = &function.ty
            && !types.is_empty()
        {
            let typed = |parameter: &Parameter<'a>| {
                let ty = types.iter().find(|(name, _)| *name == parameter.name).map(|(_, ty)| ty.clone());
                Parameter { ty: ty.unwrap_or_else(|| parameter.ty.clone()), ..*parameter }
            };
            let parameters = ty.parameters.iter().map(typed).collect();
            function.ty = ty.result.clone().function(parameters, ty.open);
        }
        Ok(())
    }

    fn array_size(&self, size: Expression<'a>) -> Result<Derivation<'a>, Error> {
        match constant(&size) {
            Ok(Expr::Constant(bits, ty)) => match u64::try_from(ty.number(bits)) {
                Ok(count) => Ok(Derivation::Array(Some(count))),
                Err(_) => Err(Error::new(Code::Syntax, "the size of the array is negative", size.span.range())),
            },
            _ if is_variable(&size) => Ok(Derivation::Variable(size)),
            _ => Ok(Derivation::OtherArray("an array whose size is not known here")),
        }
    }

    /// After an abstract declarator's `(`: parameters rather than a declarator in parentheses.
    fn parameters_follow(&mut self) -> bool {
        self.at += 1;
        let follow = self.begins_type() || self.is_symbol(")");
        self.at -= 1;
        follow
    }

    fn parameters(&mut self) -> Result<(Vec<Parameter<'a>>, bool, Scope<'a>), Error> {
        let mut parameters = Vec::new();
        if self.eat_symbol(")") {
            return Ok((parameters, true, Scope::default()));
        }
        if self.is_word("void") && self.token_after(1) == (Kind::Symbol, ")") {
            self.advance();
            self.advance();
            return Ok((parameters, false, Scope::default()));
        }
        let only_names = matches!(self.token_after(1), (Kind::Symbol, "," | ")"));
        if only_names && self.peek_kind() == Kind::Word && !self.begins_type() {
            return Ok((self.old_names()?, false, Scope::default()));
        }
        self.descend()?;
        self.open_scope(Scope::default());
        let outer = (self.asked.alignment.take(), self.asked.symbol.take());
        let open = self.parameter_list(&mut parameters)?;
        (self.asked.alignment, self.asked.symbol) = outer;
        let scope = self.close_scope();
        self.ascend();
        self.expect(")")?;
        Ok((parameters, open, scope))
    }

    /// Parameters up to the `)`; returns whether there may be more.
    fn parameter_list(&mut self, parameters: &mut Vec<Parameter<'a>>) -> Result<bool, Error> {
        loop {
            if self.eat_symbol("...") {
                return Ok(true);
            }
            let attribute = self.attributes()?;
            if !self.begins_type() {
                return Err(self.expected("a parameter's type"));
            }
            let specifiers = self.specifiers_after(attribute)?;
            let mut declarator = self.declarator(&specifiers)?;
            let read_only = declarator.leads_to_constant;
            let (name, length) = (declarator.name, declarator.length.take());
            // Such an array is a pointer, too. Nobody misses its length unless that has effects.
            let ty = match length.filter(|(_, length)| declarator.attribute.is_none() && !has_effects(length)) {
                Some((element, _)) => element.pointer(),
                None => declarator.plain_type().decayed(),
            };
            let declared = self.source.identifiers.declare(name, Entity::Object(Duration::Automatic));
            self.declare(name, Meaning::Ordinary(declared, Some(ty.clone())));
            parameters.push(Parameter { name, ty, read_only });
            if !self.eat_symbol(",") {
                return Ok(false);
            }
        }
    }
}

/// Whether the evaluation of an expression may do more than to give its value.
fn has_effects(expression: &Expression) -> bool {
    expression.any(|part| match part {
        Part::Statement(_) => true,
        Part::Expression(part) => matches!(
            part.kind,
            ExpressionKind::Assign(..)
                | ExpressionKind::Call(..)
                | ExpressionKind::Postfix(..)
                | ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, _)
        ),
    })
}

/// Whether the size of an array, which is no known constant, is computed while the program runs: only what is
/// evaluated counts, and `sizeof` does not evaluate.
fn is_variable(size: &Expression) -> bool {
    let mut unevaluated = 0;
    size.any(|part| match part {
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
