//! Declarations: variables, functions and typedefs, at file scope and in blocks.

use super::super::known_types::known_type;
use super::super::lexer::Kind;
use super::super::resolve::constant_expressions::constant;
use super::super::resolve::initialization::convert_initializer;
use super::super::resolve::{Duration, Entity};
use super::super::syntax::{Automatic, Declaration, Function, Name, Span, Storage};
use super::super::types::CType;
use super::declarator::Declarator;
use super::specifier::Specifiers;
use super::{Body, Meaning, Parser};
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
        (self.asked.automatic, self.asked.noreturn) = (None, false);
        let attribute = self.attributes()?;
        let implicit_int =
            self.peek_kind() == Kind::Word && matches!(self.token_after(1), (Kind::Symbol, "(" | "=" | ";"));
        if !self.begins_type() && !implicit_int {
            return Err(self.expected("a declaration"));
        }
        (self.asked.alignment, self.asked.symbol) = (None, None);
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
            self.note(variable.name.text(), variable.span, variable.storage, defined);
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
            let Declarator { name, span, mut ty, constant, attribute, length, .. } = declarator;
            let is_automatic =
                !specifiers.typedef && specifiers.storage == Storage::Usual && !self.body.function.is_empty();
            let length = length.filter(|_| is_automatic).map(|(element, length)| {
                ty = element.array(None);
                length
            });
            if name.is_empty() {
                return Err(self.expected("a name"));
            }
            let mut attribute = attribute.or(self.attributes()?);
            if specifiers.typedef {
                // The size of an array is computed where the type is declared, which therefore counts as a statement.
                if ty.is_variable() {
                    let name = self.source.identifiers.declare(name, Entity::Object(Duration::Automatic));
                    let (storage, ty) = (Storage::Usual, ty.clone());
                    variables.push(Declaration {
                        name,
                        span,
                        ty,
                        storage,
                        constant,
                        initial: None,
                        attribute,
                        length: None,
                    });
                }
                let ty = self.aligned_type(ty);
                let ty = attribute.map_or(ty, CType::Attributed);
                let ty = self.library_type(name, ty);
                self.declare(name, Meaning::Type(ty, constant));
                self.asked.symbol = None;
            } else {
                // An attribute may have changed the type.
                let declared = self.declared(name, specifiers.storage, &ty, span)?;
                let known = |ty: &CType<'a>| Meaning::Ordinary(declared, attribute.is_none().then(|| ty.clone()));
                self.declare(name, known(&ty));
                let mut initial = if self.eat_symbol("=") { Some(self.initializer()?) } else { None };
                let ty = initial.as_ref().map_or(ty.clone(), |initial| self.sized(ty, initial));
                self.declare(name, known(&ty));
                if let Some(initial) = &mut initial {
                    convert_initializer(&ty, initial, self.layout(), span);
                }
                let span = self.since(span);
                attribute = attribute.or(self.attributes()?);
                if matches!(ty, CType::Function(_)) {
                    self.note(name, span, specifiers.storage, false);
                    let (name, symbol, parameters) = (declared, self.asked.symbol.take(), Vec::new());
                    self.note_attributes(name);
                    self.source.functions.push(Function { name, span, ty, parameters, body: None, attribute, symbol });
                } else {
                    self.asked.noreturn = false;
                    // Two variables with one name for the linker are one.
                    attribute = attribute.or(self.asked.symbol.take().map(|_| "asm"));
                    let (name, storage) = (declared, specifiers.storage);
                    variables.push(Declaration { name, span, ty, storage, constant, initial, attribute, length });
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
        let known = known_type(name, &ty, self.layout(), self.handles).filter(|_| self.scopes.len() == 1);
        let Some(known) = known else { return ty };
        let defined = self.layout().size(&ty).zip(self.layout().alignment(&ty));
        match defined.is_none_or(|(size, alignment)| self.source.library.note(&known, size, alignment)) {
            true => known,
            false => CType::Other("a type of the thread library with two sizes"),
        }
    }

    /// What a declaration declares: with linkage if it is at file scope, `extern`, or that of a function (C11 6.2.2).
    fn declared(&mut self, name: &'a str, storage: Storage, ty: &CType<'a>, span: Span) -> Result<Name<'a>, Error> {
        let (at_file_scope, is_function) = (self.scopes.len() == 1, matches!(ty, CType::Function(_)));
        let entity = if is_function { Entity::Function } else { Entity::variable(storage, at_file_scope) };
        if at_file_scope || storage.is_extern() || is_function {
            return Ok(self.link(name, entity));
        }
        let known = self.scopes.last().and_then(|scope| scope.names.get(name));
        if let Some(Meaning::Ordinary(..)) = known {
            let message = format!("`{name}` is declared twice in one block");
            return Err(Error::new(Code::Duplicate, message, span.range()));
        }
        Ok(self.source.identifiers.declare(name, entity))
    }

    /// Notes a function that runs without being called, and one that does not return.
    fn note_attributes(&mut self, name: Name<'a>) {
        if std::mem::take(&mut self.asked.noreturn) {
            self.source.noreturn.insert(name);
        }
        let automatic = self.asked.automatic.take();
        let noted = automatic.map(|(before_main, priority)| Automatic { name, before_main, priority });
        self.source.automatic.extend(noted);
    }

    fn function(&mut self, declarator: Declarator<'a>) -> Result<(), Error> {
        let Declarator { name, span, ty, parameters, attribute, .. } = declarator;
        let linked = self.link(name, Entity::Function);
        self.note_attributes(linked);
        self.declare(name, Meaning::Ordinary(linked, Some(ty.clone())));
        self.open_scope(parameters);
        let parameters = self.declare_parameters(&ty);
        let symbol = self.asked.symbol.take();
        let result = match &ty {
            CType::Function(function) => Some(function.result.clone()),
            _ => None,
        };
        self.body = Body { function: name, result, ..Body::default() };
        let body = Some(self.braced_statements()?);
        self.body = Body::default();
        self.close_scope();
        self.source.functions.push(Function { name: linked, span, ty, parameters, body, attribute, symbol });
        Ok(())
    }

    /// Declares the parameters of a function for its body, in whose scope are those that have been declared already.
    fn declare_parameters(&mut self, ty: &CType<'a>) -> Vec<Name<'a>> {
        let CType::Function(function) = ty else { return Vec::new() };
        let mut names = Vec::new();
        for parameter in &function.parameters {
            let known = self.scopes.last().and_then(|scope| scope.names.get(parameter.name));
            let name = match known {
                Some(Meaning::Ordinary(name, _)) => *name,
                _ => self.source.identifiers.declare(parameter.name, Entity::Object(Duration::Automatic)),
            };
            self.declare(parameter.name, Meaning::Ordinary(name, Some(parameter.ty.clone())));
            names.push(name);
        }
        names
    }

    /// `_Static_assert(...);`. A condition whose value is not known here, as with sizes of structures, is the compiler's.
    pub fn static_assertion(&mut self) -> Result<(), Error> {
        self.advance();
        let (start, depth, scopes) = (self.at, self.depth, self.scopes.len());
        self.expect("(")?;
        if let Ok(condition) = self.conditional()
            && constant(&condition).is_ok_and(|value| value.truth() == Expr::TRUE.negated())
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
        (self.asked.alignment, self.asked.symbol, self.asked.noreturn) = (None, None, false);
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
