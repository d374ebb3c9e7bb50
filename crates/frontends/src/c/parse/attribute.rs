//! `__attribute__((...))` and `__asm__("...")` beside declarations.
//!
//! Most attributes help the compiler or its diagnostics and change nothing that a run can show (`ignored`). Any other one
//! is handed on by name to what it belongs to, which is then refused when it is used.

use super::super::ignored::{ALIAS, Attribute, attribute, is_noreturn};
use super::super::lexer::Kind;
use super::super::resolve::constant_expressions::constant;
use super::Parser;
use crate::error::Error;
use umpteen_model::c::expression::Expr;

/// What `aligned` asks for by itself.
const LARGEST_ALIGNMENT: u64 = 16;

/// What attributes and `__asm__` have said since somebody took it.
#[derive(Default)]
pub struct Asked<'a> {
    /// The largest alignment that was asked for.
    pub alignment: Option<u64>,
    /// The name for the linker, if that is plain.
    pub symbol: Option<Option<&'a str>>,
    /// Whether the declared function runs before `main` (`constructor`) or at the end, and its priority.
    pub automatic: Option<(bool, u64)>,
    /// Whether the declared function is said not to return.
    pub noreturn: bool,
}

impl<'a> Parser<'_, 'a> {
    /// Reads attributes as often as they come; returns the first that may change what the program does. `packed`, which
    /// has a known meaning for structures, hides no other. The name that `__asm__` gives is kept in `symbol`.
    pub fn attributes(&mut self) -> Result<Option<&'a str>, Error> {
        let mut found = None;
        let stronger = |known: Option<&'a str>, next: Option<&'a str>| match known {
            None | Some("packed") => next.or(known),
            _ => known,
        };
        loop {
            match self.peek() {
                "[" if self.begins_brackets() => found = stronger(found, self.bracketed()?),
                "__attribute__" | "__attribute" => {
                    self.advance();
                    let first = self.at;
                    self.skip_parentheses()?;
                    found = stronger(found, self.meaningful(first, self.at)?);
                    self.note_alignment(first, self.at)?;
                }
                "__asm__" | "asm" | "__asm" => {
                    self.advance();
                    let first = self.at;
                    self.skip_parentheses()?;
                    self.asked.symbol = Some(self.label(first, self.at));
                }
                "__extension__" => self.advance(),
                _ => break,
            }
        }
        Ok(found)
    }

    /// Whether an attribute in double brackets begins here.
    pub fn begins_brackets(&self) -> bool {
        self.is_symbol("[") && self.token_after(1) == (Kind::Symbol, "[")
    }

    /// `[[...]]`.
    fn bracketed(&mut self) -> Result<Option<&'a str>, Error> {
        let (mut open, first) = (0, self.at);
        loop {
            match (self.peek_kind(), self.peek()) {
                (Kind::End, _) => return Err(self.expected("`]]`")),
                (Kind::Symbol, "[" | "(") => open += 1,
                (Kind::Symbol, "]" | ")") => open -= 1,
                _ => {}
            }
            self.advance();
            if open == 0 {
                let found = self.meaningful(first, self.at)?;
                self.note_alignment(first, self.at)?;
                return Ok(found);
            }
        }
    }

    /// Notes the alignments that `aligned` asks for among tokens.
    fn note_alignment(&mut self, first: usize, end: usize) -> Result<(), Error> {
        for at in first..end {
            if !matches!(&self.text[self.tokens[at].span().range()], "aligned" | "__aligned__") {
                continue;
            }
            self.at = at + 1;
            let asked = if self.eat_symbol("(") { self.constant_alignment()? } else { LARGEST_ALIGNMENT };
            self.asked.alignment = self.asked.alignment.max(Some(asked));
        }
        self.at = end;
        Ok(())
    }

    /// `_Alignas(...)`.
    pub fn alignas(&mut self) -> Result<(), Error> {
        self.advance();
        self.expect("(")?;
        let asked = if self.begins_type() {
            let (start, ty) = (self.span(), self.type_name()?);
            let alignment = self.layout().alignment(&ty);
            alignment.ok_or_else(|| start.unsupported(format!("the alignment of {}", ty.describe())))?
        } else {
            self.constant_alignment()?
        };
        self.asked.alignment = self.asked.alignment.max(Some(asked));
        self.expect(")")
    }

    fn constant_alignment(&mut self) -> Result<u64, Error> {
        let asked = self.conditional()?;
        match constant(&asked) {
            // `_Alignas(0)` asks for nothing.
            Ok(Expr::Constant(0, _)) => Ok(1),
            Ok(Expr::Constant(bits, _)) if bits.is_power_of_two() && bits <= 1 << 28 => Ok(bits),
            _ => Err(asked.span.unsupported("an alignment that is not a small power of two")),
        }
    }

    /// The first meaningful attribute among tokens: the names at the second level of brackets. `packed`, which has
    /// a known meaning for structures, comes last.
    fn meaningful(&mut self, first: usize, end: usize) -> Result<Option<&'a str>, Error> {
        let (mut depth, mut found, mut packed) = (0, None, None);
        for at in first..end {
            let (kind, text) = (self.tokens[at].kind, self.token_text(at));
            match (kind, text) {
                (Kind::Symbol, "(" | "[") => depth += 1,
                (Kind::Symbol, ")" | "]") => depth -= 1,
                (Kind::Word, name) if depth == 2 && is_noreturn(name) => self.asked.noreturn = true,
                (Kind::Word, name) if depth == 2 => match attribute(name, self.joined_texts(at + 2..end).as_deref()) {
                    Attribute::Ignored => {}
                    Attribute::Constructor => self.asked.automatic = Some((true, self.priority(at + 1)?)),
                    Attribute::Destructor => self.asked.automatic = Some((false, self.priority(at + 1)?)),
                    // As `__asm__` with the name of the other one.
                    Attribute::Refused(ALIAS) => {
                        found = found.or(Some(ALIAS));
                        if let Some([symbol]) = self.texts(at + 2..end).as_deref() {
                            self.asked.symbol = Some(Some(symbol));
                        }
                    }
                    Attribute::Refused("packed") => packed = Some("packed"),
                    Attribute::Refused(name) => found = found.or(Some(name)),
                    Attribute::Runs(name) => {
                        let what = format!("the attribute `{name}`, which may run code that nobody calls,");
                        return Err(self.tokens[at].span().unsupported(what));
                    }
                },
                _ => {}
            }
        }
        Ok(found.or(packed))
    }

    /// The priority in parentheses that may follow `constructor` and `destructor`; the lowest if there is none.
    fn priority(&mut self, next: usize) -> Result<u64, Error> {
        if self.token_text(next) != "(" {
            return Ok(u64::MAX);
        }
        let at = std::mem::replace(&mut self.at, next + 1);
        let priority = self.conditional()?;
        self.at = at;
        match constant(&priority) {
            Ok(Expr::Constant(bits, _)) => Ok(bits),
            _ => Err(priority.span.unsupported("a priority that is not a constant")),
        }
    }

    /// What stands in the quotation marks of the literals that come first among tokens.
    fn texts(&self, tokens: std::ops::Range<usize>) -> Option<Vec<&'a str>> {
        let literals = tokens.map(|at| self.token_text(at)).take_while(|text| *text != ")");
        literals.map(|text| text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))).collect()
    }

    /// The literals up to a parenthesis as one text; none if something else stands there.
    fn joined_texts(&self, tokens: std::ops::Range<usize>) -> Option<String> {
        self.texts(tokens).filter(|texts| !texts.is_empty()).map(|texts| texts.concat())
    }

    /// The text in the parentheses of `__asm__("...")`, if it is plain. glibc writes `"" "name"`.
    fn label(&self, first: usize, end: usize) -> Option<&'a str> {
        let mut parts = self.texts(first + 1..end)?.into_iter().filter(|text| !text.is_empty());
        let (label, none) = (parts.next()?, parts.next());
        (none.is_none() && !label.contains(['\\', '"', '*'])).then_some(label)
    }

    pub(super) fn token_text(&self, at: usize) -> &'a str {
        &self.text[self.tokens[at].span().range()]
    }
}
