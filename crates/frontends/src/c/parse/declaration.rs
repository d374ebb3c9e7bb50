//! Declarations: variables, functions and typedefs, at file scope and in blocks.

use super::super::lexer::Kind;
use super::super::syntax::{Declaration, Function, Initializer, Span};
use super::super::types::CType;
use super::declarator::Declarator;
use super::specifier::Specifiers;
use super::{Meaning, Parser};
use crate::error::Error;
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::Type;

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
        self.skip_attributes()?;
        let implicit_int =
            self.peek_kind() == Kind::Word && matches!(self.token_after(1), (Kind::Symbol, "(" | "=" | ";"));
        if !self.begins_type() && !implicit_int {
            return Err(self.expected("a declaration"));
        }
        let specifiers = self.specifiers()?;
        if self.eat_symbol(";") {
            return Ok(());
        }
        let first = self.declarator(specifiers.ty.clone())?;
        if matches!(first.ty, CType::Function(_)) && !specifiers.typedef {
            self.skip_attributes()?;
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
            self.skip_attributes()?;
            let Declarator { name, span, ty } = declarator;
            if name.is_empty() {
                return Err(self.expected("a name"));
            }
            if specifiers.typedef {
                self.declare(name, Meaning::Type(known_type(name, ty)));
            } else {
                self.declare(name, Meaning::Ordinary);
                let initial = if self.eat_symbol("=") { Some(self.initializer()?) } else { None };
                let span = self.since(span);
                if matches!(ty, CType::Function(_)) {
                    self.source.functions.push(Function { name, span, ty, body: None });
                } else {
                    variables.push(Declaration { name, span, ty, storage: specifiers.storage, initial });
                }
            }
            self.skip_attributes()?;
            if !self.eat_symbol(",") {
                break;
            }
            declarator = self.declarator(specifiers.ty.clone())?;
        }
        self.expect(";")?;
        Ok(variables)
    }

    fn function(&mut self, declarator: Declarator<'a>) -> Result<(), Error> {
        let Declarator { name, span, ty } = declarator;
        self.declare(name, Meaning::Ordinary);
        self.scopes.push(FxHashMap::default());
        if let CType::Function(function) = &ty {
            for parameter in &function.parameters {
                self.declare(parameter.name, Meaning::Ordinary);
            }
        }
        let body = self.block()?;
        self.scopes.pop();
        self.source.functions.push(Function { name, span, ty, body: Some(body) });
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

    /// `_Static_assert(...);`, which the compiler has checked.
    pub fn static_assertion(&mut self) -> Result<(), Error> {
        self.advance();
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
        let first = self.declarator(specifiers.ty.clone())?;
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
