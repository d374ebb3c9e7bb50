//! Text to syntax by recursive descent.
//!
//! Names are bound here to what they denote (`resolve`) because the grammar depends on what is a type; scopes follow the
//! blocks. Nesting is bounded, so the recursion is too.

mod assembly;
mod attribute;
mod declaration;
mod declarator;
mod enumeration;
mod expression;
mod generic;
mod initializer;
mod link;
pub mod literal;
mod primary;
mod record;
pub mod same;
mod specifier;
mod statement;

use super::DataModel;
use super::known_types::HandleType;
use super::layout::Layout;
use super::lexer::{Kind, Token, tokens};
use super::resolve::{Entity, Name};
use super::syntax::{Expression, Source, Span};
use super::types::{CType, Record};
use crate::error::{Code, Error};
use attribute::Asked;
use link::Files;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use umpteen_model::c::expression::Expr;

/// How deeply parentheses, blocks and operators may nest.
const DEEPEST: usize = 1000;

/// Names that files give to what other files call otherwise; they live as long as the text.
pub type NewNames = OnceCell<Vec<String>>;

/// Reads a preprocessed file.
#[cfg(test)]
pub fn parse(text: &str, model: DataModel) -> Result<Source<'_>, Error> {
    let mut parser = Parser::new(text, tokens(text)?, model, &[]);
    parser.run()?;
    Ok(parser.source)
}

/// Reads preprocessed files, the second and further ones from the given bytes on.
pub fn parse_files<'a>(
    text: &'a str,
    model: DataModel,
    units: &[usize],
    new_names: &'a NewNames,
) -> Result<Source<'a>, Error> {
    parse_files_with(text, model, units, new_names, HandleType::Name)
}

/// The same, with thread handles of a certain type.
pub fn parse_files_with<'a>(
    text: &'a str,
    model: DataModel,
    units: &[usize],
    new_names: &'a NewNames,
    handles: HandleType,
) -> Result<Source<'a>, Error> {
    let new = |tokens| Parser { handles, ..Parser::new(text, tokens, model, units) };
    let mut parser = new(tokens(text)?);
    parser.run()?;
    if units.is_empty() {
        return Ok(parser.source);
    }
    // Once it is known which structures are the same, all types are read again with that in mind.
    let merged = same::merged(&parser.source.records, &parser.files.records);
    parser = new(parser.tokens);
    parser.files.merged = Some(merged);
    parser.run()?;
    let linked = parser.compare()?;
    let renamed = linked.renamed(new_names.get_or_init(|| linked.new_names(text, units)));
    if !renamed.is_empty() {
        let merged = parser.files.merged;
        parser = new(parser.tokens);
        (parser.files.merged, parser.files.renamed) = (merged, renamed);
        parser.run()?;
    }
    parser.drop_repeated(&linked);
    Ok(parser.source)
}

/// Reads a text that is one expression; `int8` to `uint64` are types, as expressions are printed with them.
pub fn parse_expression(text: &str, model: DataModel) -> Result<Expression<'_>, Error> {
    const TYPES: [(&str, u8, bool); 9] = [
        ("uint1", 1, false),
        ("int8", 8, true),
        ("uint8", 8, false),
        ("int16", 16, true),
        ("uint16", 16, false),
        ("int32", 32, true),
        ("uint32", 32, false),
        ("int64", 64, true),
        ("uint64", 64, false),
    ];
    let mut parser = Parser::new(text, tokens(text)?, model, &[]);
    for (name, width, signed) in TYPES {
        parser.declare(name, Meaning::Type(CType::integer(width, signed), false));
    }
    let expression = parser.expression()?;
    if parser.peek_kind() != Kind::End {
        return Err(parser.expected("an operator"));
    }
    Ok(expression)
}

/// What a name means to the grammar.
#[derive(Clone)]
enum Meaning<'a> {
    /// A type, and whether it is `const`.
    Type(CType<'a>, bool),
    /// An enumeration constant; none if its value could not be found.
    Constant(Option<Expr>),
    /// A variable or function, with its type if that is known.
    Ordinary(Name<'a>, Option<CType<'a>>),
}

/// What a block declares.
#[derive(Default)]
struct Scope<'a> {
    names: FxHashMap<&'a str, Meaning<'a>>,
    /// Structures, unions and enumerations by tag.
    tags: FxHashMap<&'a str, CType<'a>>,
}

fn built_in(model: DataModel) -> Scope<'static> {
    // Programs for other verifiers use these without declaring them.
    let mut names = FxHashMap::default();
    names.insert("__builtin_va_list", Meaning::Type(CType::argument_list(model), false));
    names.insert("__CPROVER_bool", Meaning::Type(CType::integer(1, false), false));
    names.insert("__CPROVER_size_t", Meaning::Type(CType::integer(model.long(), false), false));
    Scope { names, tags: FxHashMap::default() }
}

struct Parser<'u, 'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    model: DataModel,
    /// The type of thread handles.
    handles: HandleType,
    /// What blocks declare, innermost last.
    scopes: Vec<Scope<'a>>,
    source: Source<'a>,
    /// What attributes have said about the declaration that is read.
    asked: Asked<'a>,
    /// The function whose body is read.
    body: Body<'a>,
    /// The files.
    files: Files<'u, 'a>,
    /// How many records are inside each other in each record.
    nestings: Vec<usize>,
}

/// The function whose body is read.
#[derive(Default)]
struct Body<'a> {
    /// Its name; empty outside functions.
    function: &'a str,
    /// What it returns.
    result: Option<CType<'a>>,
    /// Its labels so far.
    labels: FxHashMap<&'a str, Name<'a>>,
}

impl<'u, 'a> Parser<'u, 'a> {
    fn new(text: &'a str, tokens: Vec<Token>, model: DataModel, units: &'u [usize]) -> Parser<'u, 'a> {
        Parser {
            text,
            tokens,
            at: 0,
            depth: 0,
            model,
            scopes: vec![built_in(model)],
            source: Source::default(),
            asked: Asked::default(),
            body: Body::default(),
            files: Files { starts: units, ..Files::default() },
            nestings: Vec::new(),
            handles: HandleType::Name,
        }
    }

    /// Reads all files.
    fn run(&mut self) -> Result<(), Error> {
        while self.peek_kind() != Kind::End {
            while self.files.starts.get(self.files.unit).is_some_and(|start| *start <= self.span().start) {
                self.files.unit += 1;
                self.scopes = vec![built_in(self.model)];
            }
            let start = self.span();
            self.external_declaration()?;
            let end = self.since(start).end;
            if self.files.starts.get(self.files.unit).is_some_and(|next| *next < end) {
                let message = "the declaration does not end in its file";
                return Err(Error::new(Code::Syntax, message, start.range()));
            }
        }
        Ok(())
    }

    fn layout(&self) -> Layout<'_, 'a> {
        Layout { records: &self.source.records, model: self.model, library: self.source.library }
    }

    /// The type that a tag means.
    fn tag(&self, tag: &str) -> Option<&CType<'a>> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(tag))
    }

    fn declare_tag(&mut self, tag: &'a str, ty: CType<'a>) {
        if let Some(scope) = self.scopes.last_mut().filter(|_| !tag.is_empty()) {
            scope.tags.insert(tag, ty);
        }
    }

    /// Adds a record; returns the number that types call it by.
    fn new_record(&mut self, record: Record<'a>) -> u32 {
        let number = self.source.records.len() as u32;
        self.source.records.push(record);
        self.files.records.push(self.files.unit);
        self.nestings.push(0);
        self.files.merged.as_ref().and_then(|merged| merged.get(number as usize).copied()).unwrap_or(number)
    }

    fn peek_kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn peek(&self) -> &'a str {
        &self.text[self.span().range()]
    }

    fn token_after(&self, distance: usize) -> (Kind, &'a str) {
        let token = self.tokens[(self.at + distance).min(self.tokens.len() - 1)];
        (token.kind, &self.text[token.span().range()])
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span()
    }

    /// From a start to the end of the last token read.
    fn since(&self, start: Span) -> Span {
        start.to(self.at.checked_sub(1).map_or(start, |before| self.tokens[before].span()))
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        self.peek_kind() == Kind::Symbol && self.peek() == symbol
    }

    fn is_word(&self, word: &str) -> bool {
        self.peek_kind() == Kind::Word && self.peek() == word
    }

    fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), Error> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    fn expected(&self, what: &str) -> Error {
        let found = match self.peek_kind() {
            Kind::End => "the end of the file".to_string(),
            _ => format!("`{}`", self.peek()),
        };
        Error::new(Code::Syntax, format!("expected {what}, found {found}"), self.span().range())
    }

    /// Reads a name that is not a keyword.
    fn name(&mut self, what: &str) -> Result<&'a str, Error> {
        if self.peek_kind() == Kind::Word && !is_keyword(self.peek()) {
            let name = self.peek();
            self.advance();
            return Ok(name);
        }
        Err(self.expected(what))
    }

    /// Goes one level deeper; `ascend` goes back.
    fn descend(&mut self) -> Result<(), Error> {
        if self.depth >= DEEPEST {
            let message = format!("more than {DEEPEST} levels of nesting");
            return Err(Error::new(Code::TooLarge, message, self.span().range()));
        }
        self.depth += 1;
        Ok(())
    }

    fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Skips a pair of parentheses with everything inside.
    fn skip_parentheses(&mut self) -> Result<(), Error> {
        self.expect("(")?;
        let mut open = 1;
        while open > 0 {
            match (self.peek_kind(), self.peek()) {
                (Kind::End, _) => return Err(self.expected("`)`")),
                (Kind::Symbol, "(") => open += 1,
                (Kind::Symbol, ")") => open -= 1,
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// Begins a block, which declares something already if it is a function's.
    fn open_scope(&mut self, scope: Scope<'a>) {
        self.scopes.push(scope);
    }

    /// Ends a block.
    fn close_scope(&mut self) -> Scope<'a> {
        self.scopes.pop().unwrap_or_default()
    }

    fn meaning(&self, name: &str) -> Option<&Meaning<'a>> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    fn declare(&mut self, name: &'a str, meaning: Meaning<'a>) {
        if let Some(scope) = self.scopes.last_mut() {
            // Expressions that were read have the new name.
            if let Meaning::Ordinary(new, _) = &meaning {
                scope.names.insert(new.text(), meaning.clone());
            }
            scope.names.insert(name, meaning);
        }
    }

    /// The identifier with linkage that a declaration of a name denotes, or a use that finds no declaration.
    fn link(&mut self, name: &'a str, entity: Entity) -> Name<'a> {
        let text = self.files.renamed.get(&(self.files.unit, name)).copied().unwrap_or(name);
        self.source.identifiers.link(text, entity)
    }

    /// The label that the function calls so; its scope is the function (C11 6.2.1).
    fn label_name(&mut self, name: &'a str) -> Name<'a> {
        let identifiers = &mut self.source.identifiers;
        *self.body.labels.entry(name).or_insert_with(|| identifiers.declare(name, Entity::Label))
    }
}

/// Words that cannot be names.
fn is_keyword(word: &str) -> bool {
    specifier::is_specifier(word)
        || matches!(
            word,
            "break"
                | "case"
                | "continue"
                | "default"
                | "do"
                | "else"
                | "for"
                | "goto"
                | "if"
                | "return"
                | "sizeof"
                | "switch"
                | "while"
                | "_Alignof"
                | "_Generic"
        )
}
