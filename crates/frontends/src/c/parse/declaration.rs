//! Declarations: variables, functions and typedefs, at file scope and in blocks.

use super::super::constant::constant;
use super::super::lexer::Kind;
use super::super::syntax::{Declaration, Function, Initializer, Span, Storage};
use super::super::types::CType;
use super::declarator::Declarator;
use super::specifier::Specifiers;
use super::{Meaning, Parser};
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Expr, Type};

impl<'a> Parser<'a> {
    /// Reads one declaration or function at file scope.
    pub fn external_declaration(&mut self) -> Result<(), Error> {
        if self.eat_symbol(";") {
            return Ok(());
        }
        if matches!(self.peek(), "asm" | "__asm__" | "__asm") {
            self.skip_attributes()?;
            return self.expect(";");
        }
        if self.is_word("_Static_assert") {
            return self.static_assertion();
        }
        let attribute = self.attributes()?;
        let implicit_int =
            self.peek_kind() == Kind::Word && matches!(self.token_after(1), (Kind::Symbol, "(" | "=" | ";"));
        if !self.begins_type() && !implicit_int {
            return Err(self.expected("a declaration"));
        }
        let specifiers = self.specifiers_after(attribute)?;
        if self.eat_symbol(";") {
            return Ok(());
        }
        let mut first = self.declarator(&specifiers)?;
        if matches!(first.ty, CType::Function(_)) && !specifiers.typedef {
            first.attribute = first.attribute.or(self.attributes()?);
            if self.is_symbol("{") {
                return self.function(first);
            }
        }
        let variables = self.declarators(&specifiers, first)?;
        self.source.variables.extend(variables);
        Ok(())
    }

    /// Reads the rest of a declaration up to `;`. Functions and typedefs are noted, variables returned.
    pub fn declarators(
        &mut self,
        specifiers: &Specifiers<'a>,
        first: Declarator<'a>,
    ) -> Result<Vec<Declaration<'a>>, Error> {
        let mut variables = Vec::new();
        let mut declarator = first;
        loop {
            let Declarator { name, span, ty, attribute } = declarator;
            if name.is_empty() {
                return Err(self.expected("a name"));
            }
            let mut attribute = attribute.or(self.attributes()?);
            if specifiers.typedef {
                // The size of an array is computed where the type is declared, which therefore counts as a statement.
                if ty.is_variable() {
                    let (storage, ty) = (Storage::Usual, ty.clone());
                    variables.push(Declaration { name, span, ty, storage, initial: None, attribute });
                }
                let ty = attribute.map_or(ty, CType::Attributed);
                self.declare(name, Meaning::Type(known_type(name, ty)));
                self.skip_attributes()?;
            } else {
                self.declare(name, Meaning::Ordinary);
                let initial = if self.eat_symbol("=") { Some(self.initializer()?) } else { None };
                let span = self.since(span);
                attribute = attribute.or(self.attributes()?);
                if matches!(ty, CType::Function(_)) {
                    self.source.functions.push(Function { name, span, ty, body: None, attribute });
                } else {
                    variables.push(Declaration { name, span, ty, storage: specifiers.storage, initial, attribute });
                }
            }
            if !self.eat_symbol(",") {
                break;
            }
            declarator = self.declarator(specifiers)?;
        }
        self.expect(";")?;
        Ok(variables)
    }

    fn function(&mut self, declarator: Declarator<'a>) -> Result<(), Error> {
        let Declarator { name, span, ty, attribute } = declarator;
        self.declare(name, Meaning::Ordinary);
        self.open_scope();
        if let CType::Function(function) = &ty {
            for parameter in &function.parameters {
                self.declare(parameter.name, Meaning::Ordinary);
            }
        }
        let body = self.block()?;
        self.close_scope();
        self.source.functions.push(Function { name, span, ty, body: Some(body), attribute });
        Ok(())
    }

    /// An initialiser: an expression, or braces with designators, which only unsupported types have.
    fn initializer(&mut self) -> Result<Initializer<'a>, Error> {
        if !self.eat_symbol("{") {
            return Ok(Initializer::Value(self.assignment()?));
        }
        self.braces()
    }

    /// The rest of an initialiser after its `{`.
    pub fn braces(&mut self) -> Result<Initializer<'a>, Error> {
        self.descend()?;
        let mut parts = Vec::new();
        while !self.eat_symbol("}") {
            let mut designated = false;
            loop {
                if self.eat_symbol(".") {
                    self.name("a member")?;
                } else if self.eat_symbol("[") {
                    self.conditional()?;
                    if self.eat_symbol("...") {
                        self.conditional()?;
                    }
                    self.expect("]")?;
                } else {
                    break;
                }
                designated = true;
            }
            if designated {
                self.expect("=")?;
            }
            parts.push(self.initializer()?);
            if !self.is_symbol("}") {
                self.expect(",")?;
            }
        }
        self.ascend();
        Ok(Initializer::Braces(parts))
    }

    /// `_Static_assert(...);`. A condition whose value is not known here, as with sizes of structures, is the compiler's.
    pub fn static_assertion(&mut self) -> Result<(), Error> {
        self.advance();
        let (start, depth, scopes) = (self.at, self.depth, self.scopes.len());
        self.expect("(")?;
        if let Ok(condition) = self.conditional()
            && constant(&condition, self.model).is_ok_and(|value| value.truth() == Expr::TRUE.negated())
        {
            return Err(Error::new(Code::Syntax, "the static assertion is false", condition.span.range()));
        }
        self.scopes.truncate(scopes);
        self.enumerations.truncate(scopes);
        (self.at, self.depth) = (start, depth);
        self.skip_parentheses()?;
        self.expect(";")
    }

    /// A declaration in a block.
    pub fn local_declaration(&mut self) -> Result<Vec<Declaration<'a>>, Error> {
        let specifiers = self.specifiers()?;
        if self.eat_symbol(";") {
            return Ok(Vec::new());
        }
        let start = self.span();
        let first = self.declarator(&specifiers)?;
        if self.is_symbol("{") && matches!(first.ty, CType::Function(_)) {
            return Err(Span::unsupported(start, "a function inside a function"));
        }
        self.declarators(&specifiers, first)
    }

    /// Whether a declaration begins here that is not an expression statement.
    pub fn begins_declaration(&self) -> bool {
        let mut ahead = 0;
        while self.token_after(ahead) == (Kind::Word, "__extension__") {
            ahead += 1;
        }
        match self.token_after(ahead) {
            (Kind::Word, "__attribute__" | "__attribute") => self.token_after(ahead + 1).1 == "(",
            (Kind::Word, word) => {
                super::specifier::is_specifier(word) || matches!(self.meaning(word), Some(Meaning::Type(_)))
            }
            _ => false,
        }
    }
}

/// Types of the thread library are known by name, whatever the header says about their insides.
fn known_type<'a>(name: &str, ty: CType<'a>) -> CType<'a> {
    match name {
        "pthread_mutex_t" | "pthread_spinlock_t" => CType::Mutex,
        "pthread_t" => CType::Thread,
        "atomic_flag" => CType::Integer { ty: Type::BOOL, atomic: true },
        "pthread_cond_t" => CType::Other("a condition variable"),
        "pthread_rwlock_t" => CType::Other("a read-write lock"),
        "pthread_barrier_t" => CType::Other("a barrier"),
        "pthread_once_t" => CType::Other("`pthread_once_t`"),
        "sem_t" => CType::Other("a semaphore"),
        _ => ty,
    }
}
