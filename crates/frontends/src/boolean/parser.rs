//! Reads Boolean programs (`.bp`): what SATABS and BOPPO write, the language of papers/ucob Fig. 1, and the constrained
//! broadcasts of papers/symmpa Fig. 2.

mod expression;

use super::lexer::{Token, tokens};
use crate::error::{Code, Error};
use expression::CONSTANTS;
use std::ops::Range;
use umpteen_model::boolean::syntax::{
    ASYNC, Constraint, Declaration, Expression, Function, HavocPlace, Name, Place, Source, Statement, StatementKind,
};

/// How deeply statements and expressions may nest.
const DEEPEST: usize = 1000;

/// Reads a program.
pub fn parse(text: &str) -> Result<Source, Error> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let mut source = Source::default();
    while parser.peek() != Token::End {
        match parser.peek() {
            Token::Word("decl") => source.globals.extend(parser.declarations()?),
            Token::Word("threads") => {
                parser.advance();
                source.threads.extend(parser.separated(|parser| parser.name("a function"))?);
                parser.expect(";")?;
            }
            Token::Word("void" | "bool") => source.functions.push(parser.function()?),
            _ => return Err(parser.expected("`decl`, `threads`, `void` or `bool`")),
        }
    }
    Ok(source)
}

/// Reads an expression that stands alone, as in `--property invariant:EXPR`.
pub fn parse_expression(text: &str) -> Result<Expression, Error> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let expression = parser.expression()?;
    if parser.peek() == Token::End { Ok(expression) } else { Err(parser.expected("the end of the expression")) }
}

struct Parser<'a> {
    tokens: Vec<(Token<'a>, Range<usize>)>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        self.tokens[self.at].0
    }

    fn peek_after(&self, distance: usize) -> Token<'a> {
        self.tokens.get(self.at + distance).map_or(Token::End, |(token, _)| *token)
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    fn previous_end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].1.end)
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    fn eat_symbol(&mut self, symbol: &'static str) -> bool {
        self.eat(Token::Symbol(symbol))
    }

    fn eat_word(&mut self, word: &str) -> bool {
        self.eat(Token::Word(word))
    }

    fn expect(&mut self, symbol: &'static str) -> Result<(), Error> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> Result<(), Error> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn expected(&self, what: &str) -> Error {
        let found = match self.peek() {
            Token::Word(word) => format!("`{word}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the file".to_string(),
        };
        Error::new(Code::Syntax, format!("expected {what}, found {found}"), self.span())
    }

    /// Runs a part of the parser one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth >= DEEPEST {
            return Err(Error::new(Code::TooLarge, format!("more than {DEEPEST} levels of nesting"), self.span()));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    fn name(&mut self, what: &str) -> Result<Name, Error> {
        match self.peek() {
            Token::Word(word) if CONSTANTS.iter().any(|(constant, _)| *constant == word) => {
                Err(Error::new(Code::Syntax, format!("expected {what}, but `{word}` is a constant"), self.span()))
            }
            Token::Word(word) if !word.starts_with(|c: char| c.is_ascii_digit()) && !KEYWORDS.contains(&word) => {
                let name = Name { text: word.to_string(), span: self.span() };
                self.advance();
                Ok(name)
            }
            _ => Err(self.expected(what)),
        }
    }

    fn label(&mut self) -> Result<Name, Error> {
        match self.peek() {
            Token::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let name = Name { text: word.to_string(), span: self.span() };
                self.advance();
                Ok(name)
            }
            _ => self.name("a label"),
        }
    }

    fn separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let mut items = vec![item(self)?];
        while self.eat_symbol(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn declarations(&mut self) -> Result<Vec<Declaration>, Error> {
        self.expect_word("decl")?;
        let declarations = self.separated(|parser| {
            let name = parser.name("a variable")?;
            let initial = if parser.eat_symbol(":=") { Some(parser.expression()?) } else { None };
            Ok(Declaration { name, initial })
        })?;
        self.expect(";")?;
        Ok(declarations)
    }

    fn function(&mut self) -> Result<Function, Error> {
        let results = if self.eat_word("void") {
            0
        } else {
            self.expect_word("bool")?;
            if self.eat_symbol("<") {
                let results = self.result_count()?;
                self.expect(">")?;
                results
            } else {
                1
            }
        };
        let name = self.name("a function name")?;
        self.expect("(")?;
        let parameters = match self.peek() {
            Token::Symbol(")") => Vec::new(),
            _ => self.separated(|parser| parser.name("a parameter"))?,
        };
        self.expect(")")?;
        self.expect_word("begin")?;
        let mut function = Function { name, parameters, results, locals: Vec::new(), enforce: None, body: Vec::new() };
        loop {
            match self.peek() {
                Token::Word("decl") => function.locals.extend(self.declarations()?),
                Token::Word("enforce") if function.enforce.is_none() => {
                    self.advance();
                    function.enforce = Some(self.expression()?);
                    self.expect(";")?;
                }
                _ => break,
            }
        }
        function.body = self.block(&["end"])?;
        self.expect_word("end")?;
        Ok(function)
    }

    fn result_count(&mut self) -> Result<usize, Error> {
        let number = match self.peek() {
            Token::Word(word) => word.parse().ok().filter(|number| *number <= 64),
            _ => None,
        };
        let number = number.ok_or_else(|| self.expected("a number of results up to 64"))?;
        self.advance();
        Ok(number)
    }

    /// Statements up to one of the closing words (or `}`).
    fn block(&mut self, closing: &[&str]) -> Result<Vec<Statement>, Error> {
        let mut statements = Vec::new();
        loop {
            let closes = match self.peek() {
                Token::Word(word) => closing.contains(&word),
                Token::Symbol("}") => closing.contains(&"}"),
                Token::End => return Err(self.expected("a statement")),
                Token::Symbol(_) => false,
            };
            if closes {
                return Ok(statements);
            }
            statements.push(self.nested(|parser| parser.statement(closing))?);
        }
    }

    fn statement(&mut self, closing: &[&str]) -> Result<Statement, Error> {
        let mut labels = Vec::new();
        while let (Token::Word(_), Token::Symbol(":")) = (self.peek(), self.peek_after(1)) {
            labels.push(self.label()?);
            self.expect(":")?;
        }
        let start = self.span().start;
        let asynchronous = self.asynchronous(&labels)?;
        let kind = match self.peek() {
            // a label at the end of a block
            Token::Word(word) if closing.contains(&word) => StatementKind::Skip,
            Token::Symbol(symbol) if closing.contains(&symbol) => StatementKind::Skip,
            _ => self.kind()?,
        };
        let kind = match (asynchronous, kind) {
            (None, kind) => kind,
            (Some(_), StatementKind::Call(places, function, arguments)) if places.is_empty() => {
                StatementKind::StartCall(function, arguments)
            }
            (Some(label), _) => {
                let message =
                    "an ASYNC_ label starts a thread that runs a function: it stands before a call without results";
                return Err(Error::new(Code::Unsupported, message, label));
            }
        };
        let span = start..self.previous_end().max(start);
        // The last statement of a block may do without its semicolon.
        let at_end = match self.peek() {
            Token::Word(word) => closing.contains(&word),
            Token::Symbol(symbol) => closing.contains(&symbol),
            Token::End => false,
        };
        if at_end || matches!(kind, StatementKind::Atomic(_)) {
            self.eat_symbol(";");
        } else {
            self.expect(";")?;
        }
        Ok(Statement { labels, kind, span })
    }

    /// Where the `ASYNC_` label of a statement stands, wherever among its labels that is.
    fn asynchronous(&self, labels: &[Name]) -> Result<Option<Range<usize>>, Error> {
        let mut asynchronous = labels.iter().filter(|label| label.text.starts_with(ASYNC));
        let first = asynchronous.next().map(|label| label.span.clone());
        match asynchronous.next() {
            Some(second) => {
                let message = "a second ASYNC_ label: a statement starts one thread";
                Err(Error::new(Code::Unsupported, message, second.span.clone()))
            }
            None => Ok(first),
        }
    }

    fn kind(&mut self) -> Result<StatementKind, Error> {
        let Token::Word(word) = self.peek() else {
            return match self.peek() {
                Token::Symbol("_") => self.assignment_or_call(),
                _ => Err(self.expected("a statement")),
            };
        };
        // A variable may be called `dead`, too.
        if let ("dead", Token::Word(_)) = (word, self.peek_after(1)) {
            self.advance();
            let places = self.separated(|parser| parser.name("a variable").map(HavocPlace::Active))?;
            return Ok(StatementKind::Havoc(places, None));
        }
        let known = KEYWORDS.contains(&word);
        if !known {
            return self.assignment_or_call();
        }
        self.advance();
        match word {
            "skip" => Ok(StatementKind::Skip),
            "goto" => Ok(StatementKind::Goto(self.separated(Parser::label)?)),
            "assume" => Ok(StatementKind::Assume(self.expression()?)),
            "assert" => Ok(StatementKind::Assert(self.expression()?)),
            "end_thread" => Ok(StatementKind::EndThread),
            "atomic_begin" => Ok(StatementKind::AtomicBegin),
            "atomic_end" => Ok(StatementKind::AtomicEnd),
            "wait" => Ok(StatementKind::Wait(self.condition()?)),
            "signal" => Ok(StatementKind::Signal(self.condition()?)),
            "broadcast" => Ok(StatementKind::Broadcast(self.condition()?)),
            "atomic" => {
                self.expect("{")?;
                let body = self.block(&["}"])?;
                self.expect("}")?;
                Ok(StatementKind::Atomic(body))
            }
            "return" => match self.peek() {
                Token::Symbol(";" | "}") | Token::Word("end" | "fi" | "od" | "else" | "elsif") => {
                    Ok(StatementKind::Return(Vec::new()))
                }
                _ => Ok(StatementKind::Return(self.separated(Parser::expression)?)),
            },
            "start_thread" => self.start_thread(),
            "if" => self.branch(),
            "while" => {
                let test = self.expression()?;
                self.expect_word("do")?;
                let body = self.block(&["od"])?;
                self.expect_word("od")?;
                Ok(StatementKind::While(test, body))
            }
            "havoc" => self.havoc(),
            _ => {
                self.at -= 1;
                Err(self.expected("a statement"))
            }
        }
    }

    fn condition(&mut self) -> Result<Option<Name>, Error> {
        match self.peek() {
            Token::Word(word) if !KEYWORDS.contains(&word) => self.name("a condition").map(Some),
            _ => Ok(None),
        }
    }

    fn branch(&mut self) -> Result<StatementKind, Error> {
        let test = self.expression()?;
        self.expect_word("then")?;
        let yes = self.block(&["else", "elsif", "fi"])?;
        if self.eat_word("elsif") {
            let start = self.span().start;
            let kind = self.nested(Parser::branch)?;
            let no = Statement { labels: Vec::new(), kind, span: start..self.previous_end() };
            return Ok(StatementKind::If(test, yes, vec![no]));
        }
        let no = if self.eat_word("else") { self.block(&["fi"])? } else { Vec::new() };
        self.expect_word("fi")?;
        Ok(StatementKind::If(test, yes, no))
    }

    fn start_thread(&mut self) -> Result<StatementKind, Error> {
        if self.eat_word("goto") {
            return Ok(StatementKind::StartGoto(self.label()?));
        }
        if self.peek_after(1) == Token::Symbol("(") {
            let function = self.name("a function")?;
            return Ok(StatementKind::StartCall(function, self.arguments()?));
        }
        Ok(StatementKind::StartGoto(self.label()?))
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, Error> {
        self.expect("(")?;
        if self.eat_symbol(")") {
            return Ok(Vec::new());
        }
        let arguments = self.separated(Parser::expression)?;
        self.expect(")")?;
        Ok(arguments)
    }

    fn assignment_or_call(&mut self) -> Result<StatementKind, Error> {
        if self.peek_after(1) == Token::Symbol("(") {
            let function = self.name("a function")?;
            return Ok(StatementKind::Call(Vec::new(), function, self.arguments()?));
        }
        let places = self.separated(|parser| {
            if parser.peek() == Token::Symbol("_") {
                let span = parser.span();
                parser.advance();
                return Ok(Place::Discard(span));
            }
            let name = parser.name("a variable")?;
            Ok(Place::Variable(name, parser.eat_symbol("$")))
        })?;
        self.expect(":=")?;
        if let (Token::Word(word), Token::Symbol("(")) = (self.peek(), self.peek_after(1))
            && !KEYWORDS.contains(&word)
            && CONSTANTS.iter().all(|(constant, _)| *constant != word)
        {
            let function = self.name("a function")?;
            return Ok(StatementKind::Call(places, function, self.arguments()?));
        }
        let values = self.separated(Parser::expression)?;
        Ok(StatementKind::Assign(places, values, self.constraint()?))
    }

    fn havoc(&mut self) -> Result<StatementKind, Error> {
        self.expect("{")?;
        let places = match self.peek() {
            Token::Symbol("}") => Vec::new(),
            _ => self.separated(Parser::havoc_place)?,
        };
        self.expect("}")?;
        Ok(StatementKind::Havoc(places, self.constraint()?))
    }

    fn constraint(&mut self) -> Result<Option<Constraint>, Error> {
        if !self.eat_word("constrain") {
            return Ok(None);
        }
        let mut indices = Vec::new();
        if self.eat_word("forall") {
            indices = self.separated(|parser| parser.name("a thread index"))?;
            self.expect(":")?;
        }
        Ok(Some(Constraint { indices, condition: self.expression()? }))
    }

    fn havoc_place(&mut self) -> Result<HavocPlace, Error> {
        let name = self.name("a variable")?;
        if name.text == "all" && self.eat_symbol("(") {
            let name = self.name("a variable")?;
            self.expect(")")?;
            return Ok(HavocPlace::All(name));
        }
        if name.text == "a" && self.eat_symbol(".") {
            return Ok(HavocPlace::Active(self.name("a variable")?));
        }
        Ok(HavocPlace::Active(name))
    }
}

const KEYWORDS: [&str; 30] = [
    "decl",
    "void",
    "bool",
    "begin",
    "end",
    "skip",
    "goto",
    "assume",
    "assert",
    "constrain",
    "if",
    "then",
    "else",
    "elsif",
    "fi",
    "while",
    "do",
    "od",
    "start_thread",
    "end_thread",
    "atomic_begin",
    "atomic_end",
    "atomic",
    "wait",
    "signal",
    "broadcast",
    "return",
    "enforce",
    "schoose",
    "havoc",
];
