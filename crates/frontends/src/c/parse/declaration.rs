//! Declarations: variables, functions and typedefs, at file scope and in blocks.

use super::super::constant::constant;
use super::super::known::known_type;
use super::super::lexer::Kind;
use super::super::syntax::{Declaration, Function, Span, Storage};
use super::super::types::CType;
use super::declarator::Declarator;
use super::specifier::Specifiers;
use super::{Meaning, Parser};
use crate::error::{Code, Error};
use umpteen_model::c::expression::Expr;

impl<'a> Parser<'_, 'a> {
    /// Reads one declaration or function at file scope.
    pub fn external_declaration(&mut self) -> Result<(), Error> {
        if self.eat_symbol(";") {
            return Ok(());
        }
        if matches!(self.peek(), "asm" | "__asm__" | "__asm") {
            return Err(self.span().unsupported("assembly outside functions"));
        }
        if self.is_word("_Static_assert") {
            return self.static_assertion();
        }
        let begin = self.at;
        let attribute = self.attributes()?;
        let implicit_int =
            self.peek_kind() == Kind::Word && matches!(self.token_after(1), (Kind::Symbol, "(" | "=" | ";"));
        if !self.begins_type() && !implicit_int {
            return Err(self.expected("a declaration"));
        }
        (self.alignment, self.symbol) = (None, None);
        let specifiers = self.specifiers_after(attribute)?;
        if self.eat_symbol(";") {
            return Ok(());
        }
        let mut first = self.declarator(&specifiers)?;
        if matches!(first.ty, CType::Function(_)) && !specifiers.typedef {
            first.attribute = first.attribute.or(self.attributes()?);
            self.old_parameters(&mut first)?;
            if self.is_symbol("{") {
                let name = first.name;
                self.note(name, first.span, specifiers.storage, true);
                self.function(first)?;
                self.note_function(name, begin);
                return Ok(());
            }
        }
        let variables = self.declarators(&specifiers, first)?;
        for variable in &variables {
            let defined = !variable.storage.is_extern() || variable.initial.is_some();
            self.note(variable.name, variable.span, variable.storage, defined);
        }
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
            let Declarator { name, span, ty, constant, attribute, .. } = declarator;
            if name.is_empty() {
                return Err(self.expected("a name"));
            }
            let mut attribute = attribute.or(self.attributes()?);
            if specifiers.typedef {
                // The size of an array is computed where the type is declared, which therefore counts as a statement.
                if ty.is_variable() {
                    let (storage, ty) = (Storage::Usual, ty.clone());
                    variables.push(Declaration { name, span, ty, storage, constant, initial: None, attribute });
                }
                let ty = self.aligned_type(ty).bound();
                let ty = attribute.map_or(ty, CType::Attributed);
                let ty = self.library_type(name, ty);
                self.declare(name, Meaning::Type(ty, constant));
                self.symbol = None;
            } else {
                // An attribute may have changed the type.
                let known = |ty: &CType<'a>| Meaning::Ordinary(attribute.is_none().then(|| ty.clone()));
                let at_file_scope = self.scopes.len() == 1;
                let has_linkage = at_file_scope || specifiers.storage.is_extern() || matches!(ty, CType::Function(_));
                let linked = if has_linkage { self.linked_name(name) } else { name };
                if linked != name && !at_file_scope {
                    return Err(
                        span.unsupported(format!("`{name}`, declared in a block and something else in another file,"))
                    );
                }
                self.declare(name, known(&ty));
                let initial = if self.eat_symbol("=") { Some(self.initializer()?) } else { None };
                let ty = initial.as_ref().map_or(ty.clone(), |initial| self.sized(ty, initial));
                self.declare(name, known(&ty));
                let span = self.since(span);
                attribute = attribute.or(self.attributes()?);
                if matches!(ty, CType::Function(_)) {
                    self.note(name, span, specifiers.storage, false);
                    self.refuse_hidden(name, span)?;
                    let symbol = self.symbol.take();
                    self.source.functions.push(Function { name: linked, span, ty, body: None, attribute, symbol });
                } else {
                    // Two variables with one name for the linker are one.
                    attribute = attribute.or(self.symbol.take().map(|_| "asm"));
                    let storage = specifiers.storage;
                    variables.push(Declaration { name: linked, span, ty, storage, constant, initial, attribute });
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

    /// The type of the library that a typedef at file scope names, with the size that it has there.
    fn library_type(&mut self, name: &'a str, ty: CType<'a>) -> CType<'a> {
        let known = known_type(name, &ty, self.layout()).filter(|_| self.scopes.len() == 1);
        let Some(known) = known else { return ty };
        let defined = self.layout().size(&ty).zip(self.layout().alignment(&ty));
        match defined.is_none_or(|(size, alignment)| self.source.library.note(&known, size, alignment)) {
            true => known,
            false => CType::Other("a type of the thread library with two sizes"),
        }
    }

    /// Refuses a function that is declared in a block where a variable of its name is known.
    fn refuse_hidden(&self, name: &str, span: Span) -> Result<(), Error> {
        let outer = self.scopes.len().saturating_sub(1);
        let blocks = self.scopes[..outer].iter().skip(1).filter_map(|scope| scope.names.get(name));
        let is_function = |meaning: &Meaning| matches!(meaning, Meaning::Ordinary(Some(CType::Function(_))));
        match blocks.into_iter().all(is_function) {
            true => Ok(()),
            false => {
                Err(span.unsupported(format!("`{name}`, a function declared where a block has another `{name}`,")))
            }
        }
    }

    fn function(&mut self, declarator: Declarator<'a>) -> Result<(), Error> {
        let Declarator { name, span, ty, parameters, attribute, .. } = declarator;
        self.declare(name, Meaning::Ordinary(Some(ty.clone())));
        self.open_scope(parameters);
        if let CType::Function(function) = &ty {
            for parameter in &function.parameters {
                self.declare(parameter.name, Meaning::Ordinary(Some(parameter.ty.clone())));
            }
        }
        let symbol = self.symbol.take();
        self.function = name;
        let body = self.block()?;
        self.function = "";
        self.close_scope();
        let name = self.linked_name(name);
        self.source.functions.push(Function { name, span, ty, body: Some(body), attribute, symbol });
        Ok(())
    }

    /// `_Static_assert(...);`. A condition whose value is not known here, as with sizes of structures, is the compiler's.
    pub fn static_assertion(&mut self) -> Result<(), Error> {
        self.advance();
        let (start, depth, scopes) = (self.at, self.depth, self.scopes.len());
        self.expect("(")?;
        if let Ok(condition) = self.conditional()
            && constant(&condition, self.layout()).is_ok_and(|value| value.truth() == Expr::TRUE.negated())
        {
            return Err(Error::new(Code::Syntax, "the static assertion is false", condition.span.range()));
        }
        self.scopes.truncate(scopes);
        (self.at, self.depth) = (start, depth);
        self.skip_parentheses()?;
        self.expect(";")
    }

    /// A declaration in a block.
    pub fn local_declaration(&mut self) -> Result<Vec<Declaration<'a>>, Error> {
        (self.alignment, self.symbol) = (None, None);
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
                super::specifier::is_specifier(word) || matches!(self.meaning(word), Some(Meaning::Type(..)))
            }
            _ => false,
        }
    }
}
